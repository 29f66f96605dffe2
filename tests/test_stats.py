"""What players did, counted by hand, and averages."""

from __future__ import annotations

import pytest

from pbem import rules
from pbem.stats import Played, Tally, averages, tally

ZERO = Tally(0, 0, 0, 0, 0, 0, 0, 0, None)


@pytest.mark.parametrize(
    ("event", "field", "count"),
    [
        (("kill", 0, "3", "baron"), "kills", 1),
        (("kill-peasant", 0), "kills", 1),
        (("poison", 0, "3", "baron"), "kills", 1),
        (("bury", 0, "baron", 0, "barn", 1), "buried_home", 1),
        (("bury", 0, "baron", 1, "barn", 1), "buried_abroad", 1),
        (("bribe", 0, "3", "baron"), "bribes", 1),
        (("bribe-peasants", 0, 2), "bribes", 2),
        (("build", 0, "monk"), "annexes", 1),
        (("gain", 0, 3, 1, "rent"), "rents", 3),
        (("gravedigger", 0, ("baron", "monk"), 10, 1), "fines", 20),
        (("launder", 0, "checks", 2, 0), "laundered", 20),
        (("exchange", 0), "laundered", 10),
    ],
)
def test_each_deed_is_counted_once(event, field, count):
    assert tally([event], 2, None) == [ZERO._replace(**{field: count}), ZERO]


@pytest.mark.parametrize(
    "event",
    [
        ("gain", 0, 12, 0, "burial"),
        ("launder", 0, "cash", 1, 0),
        ("swap", 0, "checks", 1),
        ("wages", 0, 2),
        # Numbers that are no seats, and a seat that is not the doer's.
        ("round", 0, 1),
        ("season", 0),
        ("tow", 0, "juggler"),
    ],
)
def test_nothing_else_is_counted(event):
    assert tally([event], 2, None) == [ZERO, ZERO]


def played(players, loot, *, modules=(), winners=(0,)):
    terms = rules.options(players, modules=modules)
    return Played(terms, [ZERO._replace(loot=francs) for francs in loot], winners)


def test_averages_are_by_seat_players_and_module():
    games = [
        played(["anna", "ben"], [50, 30]),
        played(["anna", "ben"], [70, 80], modules=["notables"], winners=(1,)),
    ]
    found = [(m.by, m.value, m.tallies, m.won, m.means[-1]) for m in averages(games)]
    assert found == [
        ("seat", "1", 2, 50.0, 60.0),
        ("seat", "2", 2, 50.0, 55.0),
        ("players", "2", 4, 50.0, 57.5),
        ("module", "notables", 2, 50.0, 75.0),
        ("module", "none", 2, 50.0, 40.0),
    ]


def test_games_that_go_on_are_left_out_of_averages():
    unfinished = Played(rules.options(["anna"]), [ZERO], ())
    assert averages([unfinished]) == []
    assert [m.tallies for m in averages([unfinished, played(["anna"], [90])])] == [1, 1]
