"""What all tests share: a world of their own, and golden files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

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
def golden(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """Compare a text with a golden file; `make goldens` writes the file instead."""

    def check(path: Path, text: str) -> None:
        if request.config.getoption("--goldens"):
            path.write_text(text, encoding="utf-8", newline="\n")
        assert path.read_text(encoding="utf-8") == text

    return check
