"""Legal orders in groups."""

from pathlib import Path

import pytest

from pbem.formats import position
from pbem.render import moves
from pbem.render.moves import Choice, choices, overview
from pbem.render.paint import plain
from pbem.rules import legal_orders, pending, problem, read

POSITIONS = sorted((Path(__file__).parents[2] / "examples" / "positions").glob("*.toml"))


def game_of(name):
    path = next(path for path in POSITIONS if path.stem == name)
    return position.loads(path.read_bytes())


def ready(order):
    return f'pbem order GAME.toml "{order}"'


@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.stem)
def test_groups_count_every_legal_order_once(path):
    game = position.loads(path.read_bytes())
    for asked in pending(game):
        counted = sum(choice.orders for choice in choices(game, asked.seat))
        assert counted == sum(1 for _ in legal_orders(game, asked.seat))


@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.stem)
def test_every_example_is_legal(path):
    game = position.loads(path.read_bytes())
    for asked in pending(game):
        for choice in choices(game, asked.seat):
            order = read(game, asked.seat, choice.example)
            assert problem(game, asked.seat, order) is None


def test_night_is_grouped_by_whom_and_what():
    # Anna holds a novice and a peasant: rank 3 is out of reach, rank 1 takes either of the two.
    assert choices(game_of("burial-shared"), 0) == [
        Choice("bribe", "brigadier in room 3", 1, 1, 2, "bribe 3 with novice"),
        Choice("bribe", "cultivator in room 5", 0, 0, 1, "bribe 5"),
        Choice("bribe", "peasants in the bistro", 0, 0, 2, "bribe 1 peasant"),
        Choice("build", "novice (altar)", 0, 0, 1, "build novice"),
        Choice("kill", "brigadier in room 3", 1, 1, 2, "kill 3 with novice"),
        Choice("kill", "cultivator in room 5", 0, 0, 1, "kill 5"),
        Choice("kill", "peasants in the bistro", 0, 0, 1, "kill peasant"),
        Choice("bury", "viscount", 1, 1, 2, "bury viscount under ben abbot with novice"),
        Choice("pass", "without laundering", 0, 0, 1, "pass"),
        Choice("pass", "to checks", 0, 0, 1, "pass to checks 1"),
        Choice("pass", "to cash", 0, 0, 1, "pass to cash 1"),
    ]


def test_several_corpses_at_once_are_one_group():
    groups = {(one.verb, one.about): one for one in choices(game_of("crypt"), 0)}
    assert groups["bury", "several at once"].low == 0  # monk and peasant, saved by the cellar
    assert groups["bury", "several at once"].high == 3
    assert groups["bury", "monk"].low == 0
    assert groups["bury", "monk"].high == 1


def test_places_are_listed_one_by_one():
    assert [one.example for one in choices(game_of("reshuffle"), 1)] == [
        f"place {number}" for number in range(1, 6)
    ]


def test_nothing_is_listed_for_a_player_who_is_not_asked():
    assert choices(game_of("burial-shared"), 1) == []


@pytest.mark.parametrize(
    ("most", "about"), [(2, "peasants in the bistro"), (1, "cultivator in room 5")]
)
def test_too_many_groups_are_counted_in_part_but_passing_is_told(monkeypatch, most, about):
    # The groups of the rules are: brigadier, cultivator, 1 peasant, 2 peasants, ...
    monkeypatch.setattr(moves, "MOST_GROUPS", most)
    found = choices(game_of("burial-shared"), 0)
    assert [one.about for one in found if one.more] == [about]
    assert [one.verb for one in found[most + 1 :]] == ["pass", "pass", "pass"]
    assert "anna may give at least " in plain(overview(game_of("burial-shared"), 0, ready))


def test_json_tells_of_more_only_if_there_is():
    choice = Choice("kill", "baron in room 3", 0, 0, 1, "kill 3")
    facts = {
        "verb": "kill",
        "about": "baron in room 3",
        "low": 0,
        "high": 0,
        "orders": 1,
        "example": "kill 3",
    }
    assert choice.as_json() == facts
    assert choice._replace(more=True).as_json() == facts | {"more": True}


def test_overview_has_a_command_to_copy_for_each_group():
    text = plain(overview(game_of("burial-shared"), 0, ready))
    assert text.startswith(
        """\
anna may give 15 orders; --all lists them.

bribe: 3 guests
  brigadier in room 3: 1 accomplice, 2 ways
      pbem order GAME.toml "bribe 3 with novice"
  cultivator in room 5: no accomplice, 1 way
      pbem order GAME.toml "bribe 5"
"""
    )
    assert '  to cash: 1 way\n      pbem order GAME.toml "pass to cash 1"' in text


def test_overview_tells_how_many_accomplices_may_help():
    text = plain(overview(game_of("crypt"), 0, ready))
    assert "  monk: 0 to 1 accomplices, " in text


def test_overview_tells_who_is_asked_instead():
    text = plain(overview(game_of("burial-shared"), 1, ready))
    assert text == "Nothing is asked of ben; asked now: anna (action)."
