"""When answers are coloured, and how wide they are."""

import io
import re
import sys

import pytest

from pbem.cli import screen
from pbem.cli.main import run
from pbem.render.facts import spans
from pbem.render.paint import wrapped
from tests.cli.runner import pbem
from tests.trust import table

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


def words(count):
    return wrapped([("abcdefghi", "")] * count, "", 0)


@pytest.mark.parametrize(
    ("columns", "longest"), [("80", 79), ("20", 79), ("100", 99), ("500", 159), ("wide", 79)]
)
def test_terminal_is_used_as_wide_as_it_is(monkeypatch, columns, longest):
    # Words of 9 letters with a blank: 8 fit into 80 columns, 16 into 160.
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setattr(sys, "stdout", Terminal())
    screen.show(words(40))
    assert max(map(len, sys.stdout.getvalue().splitlines())) == longest


def test_pipe_has_lines_of_80_columns_or_whole_ones(monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    screen.show(words(40))
    screen.show(words(40), broken=False)
    lengths = [len(line) for line in sys.stdout.getvalue().splitlines()]
    assert lengths == [79] * 5 + [399]


def test_without_colours_a_terminal_has_its_width_all_the_same(monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr(sys, "stdout", Terminal())
    screen.show([*words(10), [("duke", "green")]])
    assert sys.stdout.getvalue().splitlines() == [
        " ".join(["abcdefghi"] * 10),
        "duke",
    ]


@pytest.fixture
def game(home):
    (home / "game.toml").write_bytes(table.four().data())
    return "game.toml"


@pytest.mark.parametrize(("columns", "across"), [(80, 4), (100, 5), (160, 8)])
def test_board_has_as_many_rooms_side_by_side_as_fit(monkeypatch, game, columns, across):
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert run(["show", game]) == 0
    lines = sys.stdout.getvalue().splitlines()
    assert max(map(len, lines)) <= columns
    # Eight rooms in rows of the same length.
    rows = -(-8 // across)
    assert next(line.count("+-[") for line in lines if "+-[" in line) == 8 // rows


@pytest.mark.parametrize("command", ["show", "log"])
def test_answers_in_a_terminal_fit_and_are_coloured(monkeypatch, game, command):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert run([command, game]) == 0
    text = sys.stdout.getvalue()
    assert "\x1b[" in text
    assert max(len(line) for line in re.sub(r"\x1b\[[0-9;]*m", "", text).splitlines()) <= 80


def test_log_in_a_terminal_is_the_one_in_a_pipe_but_for_its_lines(monkeypatch, game):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert run(["log", game]) == 0
    shown = re.sub(r"\x1b\[[0-9;]*m", "", sys.stdout.getvalue())
    assert shown.split() == pbem("log", game).text.split()


def test_cards_of_a_sentence_have_the_colours_of_their_families():
    found = spans("the baron and 2 peasants leave anna, the juggler's trailer; the monk, too")
    assert [span for span in found if span[1]] == [
        ("baron", "green"),
        ("peasants", "yellow"),
        ("juggler's", "bright_yellow"),
        ("monk,", "magenta"),
    ]
