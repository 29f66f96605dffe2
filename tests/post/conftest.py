"""The desk that the tests of this folder share."""

import pytest

from tests.post.world import World


@pytest.fixture
def world(tmp_path, monkeypatch):
    return World(tmp_path, monkeypatch)
