"""The bots play whole games sensibly, and look at nothing they may not know."""

from __future__ import annotations

import random
from functools import cache
from typing import NamedTuple

import pytest

from pbem import bot, rules
from pbem.rules import UNKNOWN
from tests.rules.random_game import start, terms
from tests.rules.scenario import Scripted, Shuffler, evening, has, morning, new, night

GAMES = 30
MODULES = ("carnies", "events", "notables", "objects")


class Played(NamedTuple):
    """What became of a game."""

    result: rules.Result
    killed: int
    buried: int
    used: int
    wasted: int


def play(game, dealer):
    killed = buried = used = 0
    while asked := rules.pending(game):
        seat = asked[0].seat
        # raises Illegal for an order that is not legal
        for event in rules.play(game, seat, bot.choose(game, seat), dealer):
            killed += event[0] in {"kill", "kill-peasant"}
            buried += event[0] == "bury"
            used += event[0] == "object"
    wasted = sum(len(player.objects) for player in game.players)
    return Played(rules.result(game), killed, buried, used, wasted)


@cache
def long_games(*modules):
    games = []
    for number in range(15):
        game = rules.new_game(rules.options(["anna", "ben", "cleo"], modules=modules))
        dealer = Shuffler(number)
        rules.settle(game, dealer)
        games.append(play(game, dealer))
    return games


def chosen(table, name):
    seat = table.seat(name)
    return rules.write(table.game, seat, bot.choose(table.game, seat))


@pytest.mark.parametrize("number", range(GAMES))
def test_every_order_of_a_game_is_legal(number):
    # `start` walks through all numbers of players, lengths, variants and modules
    assert play(start(number), Shuffler(number)).result is not None


def test_the_games_tried_are_of_every_kind():
    tried = [terms(number) for number in range(GAMES)]
    assert {len(one["players"]) for one in tried} == {1, 2, 3, 4}
    assert {one["length"] for one in tried} == {"short", "long"}
    assert {tuple(one["variants"]) for one in tried} == {
        (),
        ("first-come",),
        ("unlimited-wealth",),
        ("first-come", "unlimited-wealth"),
    }
    assert {module for one in tried for module in one["modules"]} == set(MODULES)
    assert any(set(one["modules"]) == set(MODULES) for one in tried)


def test_most_of_the_killed_are_buried():
    killed = sum(played.killed for played in long_games())
    assert sum(played.buried for played in long_games()) > 0.8 * killed


def test_a_long_game_brings_many_times_the_fifteen_francs_of_the_beginning():
    loots = [loot for played in long_games() for loot in played.result.loot]
    assert sum(loots) / len(loots) > 50


def test_most_objects_are_used():
    games = long_games(*MODULES)
    assert sum(played.used for played in games) > 2 * sum(played.wasted for played in games)


def test_a_long_game_of_all_modules_brings_many_times_the_beginning():
    loots = [loot for played in long_games(*MODULES) for loot in played.result.loot]
    assert sum(loots) / len(loots) > 60


def test_secrets_of_others_and_what_lies_face_down_change_no_choice():
    game = rules.new_game(rules.options(["anna", "ben", "cleo"], modules=MODULES))
    dealer, chance = Shuffler(1), random.Random(1)
    rules.settle(game, dealer)
    while asked := rules.pending(game):
        seat = asked[0].seat
        order = bot.choose(game, seat)
        other = game.copy()
        chance.shuffle(other.event_deck)
        other.entrance[other.face_up :] = [UNKNOWN] * (len(other.entrance) - other.face_up)
        other.box = [UNKNOWN] * len(other.box)
        for number, player in enumerate(other.players):
            if number != seat:
                player.objects = [UNKNOWN] * len(player.objects)
                player.standing = None
        if asked[0].question == "draft":
            own = next(one for one in game.agenda[-1][1:] if one[1] == seat)
            other.agenda[-2:] = [("pass-packs",), ("ask", own)]
        assert bot.choose(other, seat) == order
        rules.play(game, seat, order, dealer)


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


# The expansion


def test_object_that_saves_an_action_is_kept():
    table = new("anna ben", modules=["objects"], dealer=Scripted("", "", "cake letter rug poison"))
    assert chosen(table, "anna") == "keep poison"


def test_cheap_object_is_kept_rather_than_a_dear_one_of_the_same_use():
    # Hammer and wolf trap do the same for other actions, at 1F and 2F.
    table = new(
        "anna ben", modules=["objects"], dealer=Scripted("", "", "letter cake hammer coffee")
    )
    assert chosen(table, "anna") == "keep hammer"


def window(name, **words):
    return morning(agenda=[["ask", ["objects", "anna", name]]], **words)


def test_corpse_that_nobody_can_bury_goes_to_another_player():
    table = window(
        "evening",
        anna=has(corpses="duke", objects="rug", annexes="barn:count"),
        ben=has(annexes="barn:count"),
        inn={3: "major"},
    )
    assert chosen(table, "anna") == "play rug duke to ben"


def test_richest_corpse_goes_into_the_tomb():
    table = window(
        "gravedigger",
        anna=has(objects="tomb"),
        ben=has(corpses="baron duke monk"),
        inn={3: "major"},
    )
    assert chosen(table, "anna") == "play tomb on ben duke"


def test_own_corpse_goes_into_the_tomb_if_it_saves_more():
    # 26F of Ben's duke, or 18F and the 10F of the gravedigger.
    table = window(
        "gravedigger",
        anna=has(corpses="count", objects="tomb"),
        ben=has(corpses="duke"),
        inn={3: "major"},
    )
    assert chosen(table, "anna") == "play tomb on anna count"


def test_corpse_is_covered_before_the_police():
    table = window(
        "cover",
        anna=has(corpses="duke", objects="snow-pile confessional", hand="monk novice abbot"),
        inn={3: "major"},
    )
    assert chosen(table, "anna") == "play snow-pile on duke"


def test_nothing_is_covered_if_nobody_comes():
    table = window("cover", anna=has(corpses="duke", objects="snow-pile", hand="monk novice abbot"))
    assert chosen(table, "anna") == "hold"


def test_confessional_is_played_for_six_francs_and_not_for_two():
    for cash, order in ((6, "play confessional"), (2, "hold")):
        table = window(
            "end", anna=has(objects="confessional"), ben=has(cash=cash, annexes="barn:count")
        )
        assert chosen(table, "anna") == order


def test_who_has_nothing_for_windows_files_a_standing_hold():
    table = window("end", anna=has(objects="well hammer"))
    assert chosen(table, "anna") == "hold always"


def test_money_is_taken_from_the_well_while_there_is_time():
    table = night(
        anna=has(objects="well", hand="peasant novice"),
        inn={3: "count"},
        lap=2,
        number=9,
        season=2,
        final=True,
        entrance="",
        turn="anna",
    )
    assert chosen(table, "anna") == "kill 3 with novice peasant using well"


def test_double_wages_are_kept_back():
    # Extortion takes 2F for each of the four; with 10F less there would be 7F.
    table = morning(
        anna=has(cash=17, checks=1, corpses="monk", hand="peasant peasant monk novice"),
        inn={3: "major", 4: "clown"},
        revealed="extortion",
    )
    assert chosen(table, "anna") == "pay 1 check"


def test_covered_corpse_costs_nothing():
    table = morning(
        anna=has(cash=30, checks=2, corpses="monk duke", snowed="duke"), inn={3: "major"}
    )
    assert chosen(table, "anna") == "pay 0 checks"


def test_study_is_used_with_cash_enough_and_not_with_little():
    for cash, order in ((38, "exchange"), (10, "decline")):
        table = night(
            anna=has(cash=cash, annexes="barn notary", hand="peasant peasant peasant"),
            ben=has(cash=20, checks=0),
            turn="ben",
        )
        table.order("ben", "pass to checks 1")
        assert chosen(table, "anna") == order
