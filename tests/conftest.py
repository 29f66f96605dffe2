"""What all tests share: a world of their own, and golden files."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from pbem.crypto.signatures import check_public_key
from tests.cli.runner import in_home
from tests.trust import table
from tests.trust.folder import lay

# A busy machine is no failure.
settings.register_profile("pbem", deadline=None)
settings.load_profile("pbem")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--goldens", action="store_true", help="rewrite the golden files")


@pytest.fixture(scope="session", autouse=True)
def _nothing_of_the_user(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Hide the user's keys, settings and state from every test."""
    with pytest.MonkeyPatch.context() as patch:
        for name in list(os.environ):
            if name.startswith(("PBEM_", "XDG_")) and name not in KEPT:
                patch.delenv(name)
        patch.setenv("HOME", str(tmp_path_factory.mktemp("home")))
        yield


KEPT = {"PBEM_REQUIRE_SERVICES", "PBEM_SOAK"}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is the home and the present folder."""
    in_home(tmp_path, monkeypatch)
    return tmp_path


@pytest.fixture
def own_desk(home: Path) -> Path:
    """The same, being the desk at which the games of the tests are made."""
    table.keep_desk(".local/state")
    return home


@pytest.fixture
def at(own_desk: Path) -> table.Table:
    """A game under way, which lies there with the keys of all its people."""
    game = table.midgame().split()
    lay(game)
    return game


@pytest.fixture
def known_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at each public key once: most of the time would go by with the same ones again."""
    monkeypatch.setattr("pbem.chain.seats.check_public_key", functools.cache(check_public_key))


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """Compare a text with a golden file; `make goldens` writes the file instead."""

    def check(path: Path, text: str) -> None:
        if request.config.getoption("--goldens"):
            path.write_text(text, encoding="utf-8", newline="\n")
        assert path.read_text(encoding="utf-8") == text

    return check
