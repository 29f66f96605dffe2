"""Nobody sees what is hidden: whatever lies there, views and questions stay the same."""

from __future__ import annotations

import copy
import random

import pytest

from pbem import rules
from tests.rules import random_game
from tests.rules.random_game import shaken
from tests.rules.scenario import Scripted, Shuffler, evening, has, layout, new, night


def seen(game, seats):
    views = [rules.own(game, seat) for seat in seats]
    return copy.deepcopy((rules.public(game), views, rules.pending(game)))


@pytest.mark.parametrize("number", range(12))
def test_views_do_not_depend_on_what_is_hidden(number):
    chance = random.Random(number)
    game = random_game.start(number)
    seats = range(len(game.players))
    while game.phase != "over":
        before = seen(game, seats)
        for _ in range(3):
            assert seen(shaken(game, chance), seats) == before
        asked = rules.pending(game)[0]
        order = random_game.choose(game, asked.seat, chance)
        rules.play(game, asked.seat, order, Shuffler(number))


@pytest.mark.parametrize("number", range(2, 12, 3))
def test_problems_do_not_depend_on_what_is_hidden(number):
    chance = random.Random(number)
    game = random_game.start(number)
    other = shaken(game, chance)
    for asked in rules.pending(game):
        assert list(rules.groups(game, asked.seat)) == list(rules.groups(other, asked.seat))


def test_shaking_changes_the_secrets():
    game = new("anna ben", dealer=Shuffler("x")).game
    assert rules.secrets(shaken(game, random.Random(1))) != rules.secrets(game)


def test_a_view_does_not_depend_on_the_hand_of_another():
    one = night(anna=has(hand="monk"), ben=has(hand="duke baron")).game
    other = night(anna=has(hand="monk"), ben=has(hand="count abbot")).game
    assert rules.public(one) == rules.public(other)
    assert rules.own(one, 0) == rules.own(other, 0)


def test_cards_face_up_are_part_of_the_view():
    one = evening(entrance="duke monk baron").game
    other = evening(entrance="monk duke baron").game
    assert rules.public(one) != rules.public(other)


def test_culled_cards_are_counted_but_not_named():
    game = new("anna ben", dealer=Scripted("anna")).game
    piles = rules.public(game)["piles"]
    assert (piles["box_count"], "box" in piles) == (29, False)  # 25 travelers and 4 peasants


def test_the_public_view_has_the_words_of_a_position_and_counts():
    game = night(anna=has(hand="monk"), service={1: "ben"}, inn={1: "duke"}).game
    view, data = rules.public(game), layout("night")
    assert set(view) == set(data) - {"format"}
    assert set(view["piles"]) == {"entrance", "entrance_count", "exit", "bistro", "box_count"}
    assert view["rooms"][0] == {"number": 1, "key": "anna", "service": "ben", "guest": "duke"}
    assert set(view["players"][0]) == {
        "name",
        "cash",
        "checks",
        "hand_count",
        "corpses",
        "annexes",
    }


def test_a_position_is_the_view_and_the_secrets_together():
    secrets = rules.secrets(night(anna=has(hand="monk"), box="duke baron").game)
    assert secrets["box"] == ["baron", "duke"]
    assert secrets["hands"] == [["monk"], []]
    assert secrets["entrance"] == ["major", "major"]
