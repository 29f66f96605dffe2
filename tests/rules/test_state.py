"""A game is plain data: copies share nothing, and two games are equal only if all of them is."""

from __future__ import annotations

import pytest

from pbem.rules.state import Game
from tests.rules.random_game import snapshot
from tests.rules.scenario import has, night

#: What a game holds but is no part of its state: the cards, and what just happened.
APART = {"cards", "event_cards", "objects", "events"}


def rich():
    return night(
        seats=3,
        modules=["carnies", "events"],
        inn={1: "duke", 3: "monk", "juggler": "dwarf"},
        service={1: "ben"},
        trailers={"juggler": "cleo"},
        coffee={1: "anna"},
        cake={3: "cleo"},
        entrance="major major baron",
        exit="count",
        box="prince",
        events="blackmail fiasco",
        event_discards="extortion",
        revealed="cirrhosis",
        bistro=2,
        anna=has(
            hand="novice",
            corpses="baron viscount",
            snowed="viscount",
            objects="poison rug",
            annexes="barn:baron monk",
        ),
    ).game


def test_copies_share_nothing_that_changes():
    game = rich()
    copy = game.copy()
    lists = (
        "places players entrance exit box event_deck event_discards serials stacks agenda events"
    )
    for name in lists.split():
        assert getattr(copy, name) is not getattr(game, name)
    for mine, other in zip(game.players, copy.players, strict=True):
        assert mine is not other
        for name in ("hand", "corpses", "snowed", "objects", "annexes"):
            assert getattr(mine, name) is not getattr(other, name)
        for annex, copied in zip(mine.annexes, other.annexes, strict=True):
            assert annex.buried is not copied.buried
    for place, copied in zip(game.places, copy.places, strict=True):
        assert place is not copied


CHANGES = {
    "number": 9,
    "season": 2,
    "phase": "morning",
    "host": 1,
    "lap": 2,
    "turn": 2,
    "final": True,
    "letter": True,
    "entrance": ["duke"],
    "exit": [],
    "bistro": 5,
    "box": [],
    "face_up": 2,
    "event_deck": [],
    "event_discards": [],
    "revealed": None,
    "stacks": {},
    "serials": {},
    "spent": {"guests": 2},
    "agenda": [],
    "players": [],
    "places": [],
    "options": None,
}


def test_each_part_of_a_game_is_tried():
    assert set(CHANGES) | APART == set(Game.__slots__)


@pytest.mark.parametrize("name", CHANGES)
def test_games_that_differ_in_one_part_are_unequal(name):
    game = rich()
    other = game.copy()
    setattr(other, name, CHANGES[name])
    assert other != game


@pytest.mark.parametrize("name", [name for name in CHANGES if name != "options"])
def test_each_part_is_copied(name):
    game = rich()
    setattr(game, name, CHANGES[name])
    assert snapshot(game.copy()) == snapshot(game)


@pytest.mark.parametrize("name", sorted(APART - {"events"}))
def test_the_cards_are_shared(name):
    game = rich()
    assert getattr(game.copy(), name) is getattr(game, name)


def test_what_happened_is_no_part_of_the_state():
    game = rich()
    other = game.copy()
    other.events.append(("pass", 0))
    assert other == game


@pytest.mark.parametrize(
    "change",
    [
        lambda game: setattr(game.players[0], "cash", 6),
        lambda game: setattr(game.players[0], "checks", 2),
        lambda game: game.players[0].hand.append("monk"),
        lambda game: game.players[0].corpses.remove("baron"),
        lambda game: game.players[0].snowed.clear(),
        lambda game: game.players[0].objects.remove("rug"),
        lambda game: setattr(game.players[0], "standing", ("always", 0)),
        lambda game: game.players[0].annexes[0].buried.clear(),
        lambda game: setattr(game.players[0].annexes[1], "card", "duke"),
        lambda game: setattr(game.places[0], "guest", None),
        lambda game: setattr(game.places[0], "key", None),
        lambda game: setattr(game.places[0], "service", None),
        lambda game: setattr(game.places[0], "coffee", None),
        lambda game: setattr(game.places[2], "cake", None),
        lambda game: setattr(game.places[0], "name", "8"),
    ],
)
def test_a_change_within_is_a_difference_and_leaves_the_original(change):
    game = rich()
    other = game.copy()
    before = snapshot(game)
    change(other)
    assert other != game
    assert snapshot(game) == before
