"""The desk that the tests of this folder share."""

import pytest

from tests.post.world import World
from tests.trust import table


@pytest.fixture
def world(tmp_path, monkeypatch):
    return World(tmp_path, monkeypatch)


@pytest.fixture
def at():
    """A game under way."""
    return table.midgame().split()


@pytest.fixture
def desk(world, at):
    """The desk with this game, of which its players have been told."""
    return world.lay("inn", at).told()
