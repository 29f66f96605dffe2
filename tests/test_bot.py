"""The bots play whole games sensibly, and look at nothing they may not know."""

from __future__ import annotations

import random
from functools import cache
from typing import NamedTuple

import pytest

from pbem import bot, rules
from tests.rules.random_game import TERMS, start
from tests.rules.scenario import Shuffler, evening, has, morning, night

GAMES = 30


class Played(NamedTuple):
    """What became of a game."""

    result: rules.Result
    killed: int
    buried: int


def play(game, dealer):
    killed = buried = 0
    while asked := rules.pending(game):
        seat = asked[0].seat
        # raises Illegal for an order that is not legal
        for event in rules.play(game, seat, bot.choose(game, seat), dealer):
            killed += event[0] in {"kill", "kill-peasant"}
            buried += event[0] == "bury"
    return Played(rules.result(game), killed, buried)


@cache
def long_games():
    games = []
    for number in range(15):
        game = rules.new_game(rules.options(["anna", "ben", "cleo"]))
        dealer = Shuffler(number)
        rules.settle(game, dealer)
        games.append(play(game, dealer))
    return games


def chosen(table, name):
    seat = table.seat(name)
    return rules.write(table.game, seat, bot.choose(table.game, seat))


@pytest.mark.parametrize("number", range(GAMES))
def test_every_order_of_a_game_is_legal(number):
    # `start` walks through all numbers of players, lengths and variants
    assert play(start(number), Shuffler(number)).result is not None


def test_the_games_tried_are_of_every_number_of_players_length_and_variant():
    tried = {
        (len(terms["players"]), terms["length"], *terms["variants"])
        for terms in (TERMS[number * 27 % len(TERMS)] for number in range(GAMES))
    }
    assert {count for count, *_ in tried} == {1, 2, 3, 4}
    assert {length for _, length, *_ in tried} == {"short", "long"}
    assert {tuple(variants) for _, _, *variants in tried} == {
        (),
        ("first-come",),
        ("unlimited-wealth",),
        ("first-come", "unlimited-wealth"),
    }


def test_most_of_the_killed_are_buried():
    killed = sum(played.killed for played in long_games())
    assert sum(played.buried for played in long_games()) > 0.8 * killed


def test_a_long_game_brings_many_times_the_fifteen_francs_of_the_beginning():
    loots = [loot for played in long_games() for loot in played.result.loot]
    assert sum(loots) / len(loots) > 50


def test_what_lies_face_down_changes_no_choice():
    game, dealer, chance = start(0), Shuffler(0), random.Random(0)
    while asked := rules.pending(game):
        seat = asked[0].seat
        order = bot.choose(game, seat)
        other = game.copy()
        unseen = other.entrance[other.face_up :] + other.box
        chance.shuffle(unseen)
        hidden = len(other.entrance) - other.face_up
        other.entrance[other.face_up :] = unseen[:hidden]
        other.box = unseen[hidden:]
        assert bot.choose(other, seat) == order
        rules.play(game, seat, order, dealer)


def test_hands_of_others_change_no_choice():
    def table(hand):
        return night(anna=has(hand="peasant monk"), ben=has(hand=hand), inn={1: "abbot", 4: "duke"})

    assert chosen(table("major novice"), "anna") == chosen(table("grocer baron"), "anna")


def test_choosing_leaves_the_game_as_it_is():
    game = start(0)
    before = game.copy()
    bot.choose(game, rules.pending(game)[0].seat)
    assert game == before


def test_who_is_not_asked_has_nothing_to_choose():
    table = night(turn="anna")
    with pytest.raises(ValueError, match="seat 1 is not asked"):
        bot.choose(table.game, 1)


def test_all_rooms_are_named_in_one_order():
    table = evening(entrance="duke baron monk abbot count")
    table.go_on()
    _, *rooms = chosen(table, "anna").split()
    assert sorted(rooms) == ["1", "2", "3", "4", "5"]


def test_guest_of_high_rank_goes_to_the_own_token_of_room_service():
    table = evening(entrance="duke baron monk abbot count", service={4: "anna", 1: "ben"})
    table.go_on()
    assert chosen(table, "anna").startswith("place 4 ")


def test_corpse_is_buried_while_there_is_time():
    table = night(anna=has(hand="novice", corpses="monk"), inn={3: "major"}, lap=2)
    assert chosen(table, "anna") == "bury monk under barn with novice"


def test_rich_corpse_goes_under_an_own_annex():
    table = night(anna=has(corpses="major", hand="novice novice novice"), lap=2)
    assert chosen(table, "anna") == "bury major under barn with novice novice novice"


def test_nobody_is_killed_last_thing_at_night_before_the_police():
    table = night(anna=has(), inn={3: "major", 4: "baron"}, lap=2, turn="anna", bistro=0)
    assert not chosen(table, "anna").startswith("kill")


def test_cash_near_the_limit_is_laundered():
    table = night(anna=has(cash=39), lap=2)
    assert chosen(table, "anna") in {"pass to checks 1", "pass to checks 2", "pass to checks 3"}


def test_who_comes_back_is_played_first():
    table = night(anna=has(hand="peasant novice", corpses="monk"), lap=2, inn={3: "major"})
    assert chosen(table, "anna") == "bury monk under barn with novice"


def test_gravedigger_is_paid_in_cash_that_the_wages_do_not_need():
    table = morning(anna=has(cash=30, checks=2, hand="peasant", corpses="monk"), inn={3: "major"})
    assert chosen(table, "anna") == "pay 0 checks"


def test_gravedigger_is_paid_in_checks_if_the_wages_need_the_cash():
    table = morning(anna=has(cash=10, checks=2, hand="peasant", corpses="monk"), inn={3: "major"})
    assert chosen(table, "anna") == "pay 1 check"


def test_least_useful_accomplice_is_dismissed():
    table = morning(anna=has(cash=1, hand="peasant novice"))
    assert chosen(table, "anna") == "dismiss peasant"
