"""Whole games as annotated texts: each order, what happened, and the public numbers after it.

A file is a script and its golden: lines that begin with `> ` are played, lines that begin with `#`
are remarks, all others are what `make goldens` writes. A golden shows that nothing changed; that a
rule is right is for its own test to show.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem import rules
from tests.rules.scenario import Shuffler, new

FILES = sorted((Path(__file__).parent / "playthroughs").glob("*.txt"))


def begin(text):
    """A table set up by a line such as `new anna ben; length short; seed x`."""
    words = dict(part.strip().partition(" ")[::2] for part in text.split(";"))
    names = words.pop("new")
    dealer = Shuffler(words.pop("seed"))
    terms = {key: words.pop(key) for key in ("length", "first") if key in words}
    terms |= {key: words.pop(key).split() for key in ("variants", "modules") if key in words}
    if "reshuffle" in words:
        terms["rulings"] = {"reshuffle": words.pop("reshuffle")}
    assert not words, f"not understood: {words}"
    return new(names, dealer=dealer, **terms)


def numbers(table):
    """The public numbers in a few lines."""
    view = rules.public(table.game)
    round_, piles = view["round"], view["piles"]
    seen = " ".join(piles["entrance"]) or "nobody"
    yield (
        f"  round {round_['number']}, season {round_['season']}, {round_['phase']}; entrance"
        f" {piles['entrance_count']} ({seen}), exit {len(piles['exit'])}, bistro {piles['bistro']}"
    )
    rooms = [f"{room['number']} {room.get('guest', '-')}" for room in view["rooms"]]
    rooms += [f"{one['card']} {one.get('guest', '-')}" for one in view.get("trailers", [])]
    yield f"  rooms: {', '.join(rooms)}"
    for player in view["players"]:
        buried = sum(len(annex["buried"]) for annex in player["annexes"])
        yield (
            f"  {player['name']}: {player['cash']}F, checks {player['checks']}, hand"
            f" {player['hand_count']}, corpses {len(player['corpses'])}, annexes"
            f" {len(player['annexes'])}, buried {buried}"
            + (f", objects {player['object_count']}" if "object_count" in player else "")
        )
    asked = ", ".join(f"{name} {question}" for name, question in table.asked().items())
    yield f"  asked: {asked or 'nobody'}"


def played(script):
    table = None
    for line in script.splitlines():
        if line.startswith("#") or not line:
            yield line
        if not line.startswith("> "):
            continue
        yield line
        if table is None:
            table = begin(line[2:])
        else:
            name, _, text = line[2:].partition(": ")
            table.order(name, text)
        yield from (f"    {words}" for words in table.said())
        yield from numbers(table)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_game_goes_as_written(path, golden):
    golden(path, "\n".join(played(path.read_text())) + "\n")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_loot_adds_up(path):
    """All money that came and went was told: what is left is what the events say."""
    table, cash, checks = None, [], []
    for line in path.read_text().splitlines():
        if not line.startswith("> "):
            continue
        if table is None:
            table = begin(line[2:])
            cash, checks = ([5] * len(table.game.players), [1] * len(table.game.players))
        else:
            name, _, text = line[2:].partition(": ")
            table.order(name, text)
        for event in table.events:
            book(event, cash, checks)
    assert table.game.phase == "over"
    assert [(p.cash, p.checks) for p in table.game.players] == list(zip(cash, checks, strict=True))


def book(event, cash, checks):
    """Keep the books by the events alone."""
    match event:
        case ("gain", seat, francs, _, _):
            cash[seat] += francs
        case ("wages", seat, francs):
            cash[seat] -= francs
        case ("gravedigger", seat, _, francs, paid):
            cash[seat] -= francs
            checks[seat] -= paid
        case ("launder", seat, "checks", count, _):
            cash[seat] -= 10 * count
            checks[seat] += count
        case ("launder", seat, "cash", count, lost):
            cash[seat] += 10 * count - lost
            checks[seat] -= count
        case ("break", seat, count):
            cash[seat] += 10 * count
            checks[seat] -= count
        case ("price", seat, left):
            cash[seat] = left
        case ("exchange", seat):
            cash[seat] -= 10
            checks[seat] += 1
        case ("swap", seat, to, count):
            cash[seat] += 10 * count * (1 if to == "cash" else -1)
            checks[seat] += count * (1 if to == "checks" else -1)
        case ("take", _, owner, francs):
            cash[owner] -= francs
        case ("lose-cash", seat, francs):
            cash[seat] -= francs
        case ("lose-checks", seat, count):
            checks[seat] -= count


def test_there_are_playthroughs():
    assert len(FILES) >= 7
