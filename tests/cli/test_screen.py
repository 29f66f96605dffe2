"""When answers are coloured."""

import io
import sys

import pytest

from pbem.cli import screen

LINES = [[("duke", "green")]]
PLAIN, COLOURED = "duke\n", "\x1b[32mduke\x1b[0m\n"


class Terminal(io.StringIO):
    def isatty(self):
        return True


def shown(monkeypatch, stream):
    monkeypatch.setattr(sys, "stdout", stream)
    screen.show(LINES)
    return stream.getvalue()


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")


def test_terminal_gets_colours(monkeypatch):
    assert shown(monkeypatch, Terminal()) == COLOURED


def test_pipe_gets_plain_text(monkeypatch):
    assert shown(monkeypatch, io.StringIO()) == PLAIN


def test_empty_no_color_counts_as_unset(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "")
    assert shown(monkeypatch, Terminal()) == COLOURED


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_terminal_that_wants_none_gets_plain_text(monkeypatch, name, value):
    monkeypatch.setenv(name, value)
    assert shown(monkeypatch, Terminal()) == PLAIN
