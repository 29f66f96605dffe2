"""The rulings that concern the base game; a test is named after its number in docs/rulings.md.

A ruling that a test of a card shows is marked there: `@rule("R99")`.
"""

from __future__ import annotations

from collections import Counter

import pytest

from pbem import rules
from pbem.rules import Unreadable
from tests.rules.scenario import (
    NO_TOKEN,
    Scripted,
    Shuffler,
    evening,
    has,
    last_morning,
    morning,
    new,
    night,
    rule,
)

# A. Setup and variants


def test_r01_the_same_seed_gives_the_same_first_player():
    hosts = {new("anna ben cleo", dealer=Shuffler("x")).game.host for _ in range(5)}
    assert len(hosts) == 1


def test_r01_the_dealer_shuffles_the_names_and_the_first_one_begins():
    table = new("anna ben cleo", dealer=Scripted("cleo"))
    assert table.dealer.asked[0] == ("seats", 0, ("anna", "ben", "cleo"))
    assert table.game.host == 2


def test_r01_a_player_named_begins_without_chance():
    table = new("anna ben", first="ben")
    assert table.game.host == 1
    assert [deck for deck, *_ in table.dealer.asked] == ["guests"]


def test_r02_white_keys_take_the_lowest_free_doors():
    table = new("anna ben cleo", doors=[4, 1, 8])
    keys = [(int(place.name), place.key) for place in table.game.places]
    assert keys == [(1, 1), (2, None), (3, None), (4, 0), (5, None), (8, 2)]


def test_r02_a_door_that_is_taken_is_replaced_by_the_lowest_free_one():
    table = new("anna ben", doors=[1, 1])
    assert (table.key(1), table.key(2)) == ("anna", "ben")


def test_r03_unused_peasants_are_in_the_box():
    table = new("anna ben")
    assert table.game.bistro == 0
    assert [player.hand for player in table.game.players] == [["peasant"] * 2] * 2
    assert table.game.box.count("peasant") == 4


@pytest.mark.parametrize(
    ("players", "short", "long"), [(1, 36, 44), (2, 35, 45), (3, 42, 54), (4, 48, 64)]
)
def test_r04_deck_size(players, short, long):
    # 70 travelers without 34/26, 35/25, 28/16, 22/6. (Rulebook, Setup)
    names = " ".join(["anna", "ben", "cleo", "dora"][:players])
    sizes = [len(new(names, length=length).game.entrance) for length in ("short", "long")]
    assert sizes == [short, long]


def test_r07_the_fourth_traveler_goes_to_the_fourth_open_room():
    # 2p, open 1, 2, 3, 5, 6.
    table = new(
        "anna ben",
        doors=[5, 6],
        variants=["first-come"],
        dealer=Scripted("anna", "duke abbot monk count"),
    )
    assert [place.name for place in table.game.places] == ["1", "2", "3", "5", "6"]
    assert table.guest(5) == "count"


def test_r07_nobody_is_asked_to_place():
    table = new("anna ben", variants=["first-come"])
    assert table.asked() == {"anna": "action"}


def test_r08_cash_has_no_limit():
    table = night(
        variants=["unlimited-wealth"],
        anna=has(cash=38, hand="abbot abbot", corpses="count", annexes="duke"),
    )
    table.order("anna", "bury count under duke with abbot abbot")
    assert "gain anna 18 0 burial" in table.said()


def test_r08_wages_break_checks():
    table = morning(
        variants=["unlimited-wealth"], anna=has(cash=1, checks=1, hand="monk monk monk monk")
    )
    assert table.wealth() == (7, 0)
    assert len(table.anna.hand) == 4


def test_r08_greenhouse_counts_all_wealth_last():
    # 12F + 8F of the Grocery and 2 checks are 40F, that is 4 checks: +12F.
    table = last_morning(
        variants=["unlimited-wealth"],
        anna=has(cash=12, checks=2, annexes="prince grocer"),
        exit="newsboy newsboy",
        inn={3: "major", 4: "major"},
    )
    assert table.result().loot[0] == 52


def test_r08_the_gravedigger_is_paid_cash_first_without_a_question():
    table = morning(
        variants=["unlimited-wealth"], anna=has(cash=25, checks=5, corpses="duke"), inn={3: "major"}
    )
    assert table.wealth() == (15, 5)


def test_r08_there_is_no_laundering():
    table = night(variants=["unlimited-wealth"], anna=has(cash=60), inn={1: "baron"})
    assert "no laundering" in table.refused("anna", "pass to checks 1")


@pytest.mark.parametrize("module", ["carnies", "notables", "objects"])
def test_r09_solitaire_refuses_modules(module):
    with pytest.raises(Unreadable, match="solitaire is played without modules"):
        rules.options(["anna"], modules=[module])


@pytest.mark.parametrize(
    ("loot", "rank"),
    [
        (109, None),
        (110, "troubling"),
        (129, "troubling"),
        (130, "dangerous"),
        (149, "dangerous"),
        (150, "evil"),
        (169, "evil"),
        (170, "demonic"),
        (250, "demonic"),
    ],
)
def test_r10_solitaire_ranks_are_lower_bounds(loot, rank):
    table = last_morning(seats=1, anna=has(cash=loot % 10, checks=loot // 10), inn={3: "duke"})
    assert table.result() == ((0,), (loot,), rank, False)


def test_r10_short_games_have_no_rank():
    table = last_morning(seats=1, length="short", anna=has(checks=17), inn={3: "duke"})
    assert table.result().rank is None


@rule("bug 41")
def test_r11_an_unburied_corpse_under_investigation_loses():
    # Police in room 2, a rank 3 that cannot be buried, 40F.
    table = morning(seats=1, anna=has(cash=40, corpses="duke"), inn={2: "major"})
    assert table.result().lost
    assert table.anna.cash == 40


@rule("bug 40")
def test_r11_an_unburied_corpse_at_the_end_loses():
    table = last_morning(seats=1, anna=has(cash=40, corpses="baron"), inn={2: "duke"})
    assert table.result().lost


def test_r11_without_police_nothing_is_lost():
    table = morning(seats=1, anna=has(cash=40, corpses="duke"), inn={2: "monk"})
    assert table.result() is None


# B. Evening


def test_r12_the_drawn_card_and_the_next_one_are_visible():
    table = new("anna ben", dealer=Scripted("anna", "duke monk abbot count"))
    table.order("anna", "place 1")
    assert rules.public(table.game)["piles"]["entrance"] == ["monk", "abbot"]


def test_r12_the_size_of_the_stack_and_the_exit_are_public():
    table = evening(entrance="duke monk abbot", exit="baron")
    piles = rules.public(table.game)["piles"]
    assert (piles["entrance_count"], piles["exit"]) == (3, ["baron"])


def test_r12_at_night_only_the_top_of_the_stack_is_visible():
    table = new("anna ben", dealer=Scripted("anna", "duke monk abbot count newsboy baron"))
    table.order("anna", "place 1 2 3 4 5")
    assert rules.public(table.game)["piles"]["entrance"] == ["baron"]


#: 2p short, evening 7: the last five cards of season one; 20 are on the exit stack.
EXIT_20 = (
    "cultivator cultivator cultivator mechanic mechanic mechanic distiller distiller novice novice"
    " newsboy newsboy monk monk monk abbot abbot viscount viscount count"
)
EVENING_7 = {"entrance": "newsboy brigadier baron duke prince", "exit": EXIT_20, "length": "short"}


def _round_7(**words):
    table = evening(number=7, anna=has(hand="newsboy peasant"), **EVENING_7, **words)
    table.order("anna", "place 1 2 3 4 5")
    return table


def test_r13_the_stack_stays_empty_through_the_night():
    table = _round_7()
    assert (len(table.game.entrance), len(table.game.exit), table.game.season) == (0, 20, 1)


def test_r13_the_survivors_come_back_in_season_two():
    table = _round_7()
    table.order("anna", "kill 2 with newsboy")  # the Newsboy is discarded
    table.order("ben", "bribe 3")
    table.pass_night()
    # 20 + 1 discarded + 3 who left; one is drawn and asked about.
    assert (len(table.game.entrance), table.game.exit, table.game.season) == (24, [], 2)
    table.order("ben", "place 1 2 3 4 5")
    assert len(table.game.entrance) == 19


def test_r13_at_once_shuffles_as_the_last_card_is_drawn():
    table = _round_7(rulings={"reshuffle": "at-once"})
    assert (len(table.game.entrance), table.game.exit, table.game.season) == (20, [], 2)
    assert table.asked() == {"anna": "action"}


NINE = "baron baron monk monk abbot abbot newsboy newsboy duke"


@pytest.mark.parametrize("reshuffle", ["when-needed", "at-once"])
def test_r14_a_reshuffle_in_the_middle_of_a_welcome(reshuffle):
    # 6 free places, entrance 5, exit 9.
    table = evening(
        seats=3,
        entrance="count count viscount mechanic mechanic",
        exit=NINE,
        rulings={"reshuffle": reshuffle},
    )
    table.order("anna", "place 1 2 3 4 5")
    assert (table.game.season, table.game.final) == (2, False)
    assert [table.guest(room) for room in (1, 2, 3, 4, 5)] == [
        "count",
        "count",
        "viscount",
        "mechanic",
        "mechanic",
    ]
    assert table.guest(6) in NINE.split()
    assert (len(table.game.entrance), table.game.exit) == (8, [])
    assert len(table.said("shuffle")) == 1


def test_r15_the_round_of_the_last_card_is_final():
    table = evening(season=2, entrance="count count baron monk duke")
    table.order("anna", "place 1 2 3 4 5")
    assert table.game.final
    table.pass_night()
    assert table.game.phase == "over"
    assert table.game.number == 3


def test_r16_as_many_travelers_as_players_are_enough():
    table = evening(seats=3, season=2, entrance="count baron monk")
    table.order("anna", "place 1 2 3")
    assert table.asked() == {"anna": "action"}
    assert table.game.final


def test_r16_fewer_travelers_than_players_end_the_game():
    table = evening(seats=3, season=2, entrance="count baron", anna=has(cash=5, hand="monk"))
    table.order("anna", "place 1 2")
    assert table.game.phase == "over"
    assert sorted(table.game.exit) == ["baron", "count"]
    assert table.anna.cash == 5  # no rent, no wages


def test_r16_room_service_already_paid_stays():
    table = evening(
        seats=3, season=2, entrance="count baron", service={1: "anna"}, anna=has(cash=5)
    )
    table.order("anna", "place 1 2")
    assert table.anna.cash == 7


def test_r17_an_empty_exit_stack_makes_the_round_final():
    # exit 0, entrance 0, four already placed.
    table = evening(entrance="", inn={1: "duke", 2: "monk", 3: "baron", 4: "count"})
    table.go_on()
    assert table.game.final
    assert table.asked() == {"anna": "action"}


def test_r18_the_owner_of_the_token_gains_the_rank():
    table = evening(
        service={1: "ben"}, entrance="duke monk baron", anna=has(cash=5), ben=has(cash=5)
    )
    table.order("anna", "place 1")
    assert (table.anna.cash, table.ben.cash) == (5, 8)


def test_r18_rank_0_brings_nothing():
    table = evening(service={1: "ben"}, entrance="baron monk duke", ben=has(cash=5))
    table.order("anna", "place 1")
    assert table.ben.cash == 5
    assert table.said("gain") == []


def test_r19_a_second_token_on_a_door_is_refused():
    table = night(anna=has(hand="concierge monk monk"), service={1: "ben"})
    assert "no door" in table.refused("anna", "build concierge with 2 monks at 1")


def test_r19_a_player_may_own_several():
    table = night(anna=has(hand="concierge monk monk"), service={1: "anna"})
    table.order("anna", "build concierge with 2 monks at 2")
    assert (table.service(1), table.service(2)) == ("anna", "anna")


# C. Paying for actions


def test_r20_payment_comes_before_the_result():
    table = night(anna=has(hand="peasant"), inn={1: "monk"})
    table.order("anna", "bribe 1 with peasant")
    assert table.said() == ["play anna bribe peasant -", "bribe anna 1 monk"]


def test_r21_a_mechanic_played_for_a_build_returns():
    table = night(anna=has(hand="mechanic viscount"))
    table.order("anna", "build viscount with mechanic")
    assert (table.anna.hand, table.game.exit) == (["mechanic"], [])


def test_r21_a_returning_card_cannot_be_dumped():
    table = night(anna=has(hand="mechanic viscount"))
    assert "`losing`" in table.refused("anna", "build viscount with mechanic losing mechanic")


@pytest.mark.parametrize("cards", [1, 2])
def test_r22_a_discount_is_optional(cards):
    table = night(anna=has(hand="count monk monk monk", annexes="mechanic"))
    table.order("anna", f"build count with {cards} monks")
    assert table.game.exit == ["monk"] * cards


@pytest.mark.parametrize("tail", ["", " with 3 monks"])
def test_r22_neither_fewer_nor_more_than_the_rank(tail):
    table = night(anna=has(hand="count monk monk monk", annexes="mechanic"))
    assert "needs 1 to 2 accomplices" in table.refused("anna", f"build count{tail}")


@rule("bug 33")
def test_r23_discounts_add_up():
    table = night(anna=has(hand="marquis monk", annexes="mechanic mechanic"))
    table.order("anna", "build marquis with monk")
    assert table.built() == ["mechanic", "mechanic", "marquis"]


def test_r23_discounts_stop_at_0():
    table = night(anna=has(hand="viscount monk", annexes="mechanic mechanic"))
    table.order("anna", "build viscount")
    assert table.anna.hand == ["monk"]


def test_r24_one_discount_for_the_whole_action():
    words = {
        "anna": has(hand="novice", annexes="representative shopkeeper"),
        "inn": {1: "monk", 2: "viscount"},
    }
    assert "needs 1 to 2" in night(**words).refused("anna", "bribe 1 2")
    table = night(**words)
    table.order("anna", "bribe 1 2 with novice")
    assert table.anna.hand == ["monk", "viscount"]


def test_r25_the_first_workshop_costs_a_card():
    table = night(anna=has(hand="mechanic peasant"))
    table.order("anna", "build mechanic with peasant")
    assert (table.built(), table.anna.hand) == (["mechanic"], [])


def test_r26_the_card_being_built_cannot_pay():
    table = night(anna=has(hand="mechanic"))
    assert "1 mechanic played, 0 in hand" in table.refused("anna", "build mechanic with mechanic")


def test_r26_a_traveler_bribed_in_this_action_cannot_pay():
    table = night(anna=has(annexes="shopkeeper"), inn={1: "baron", 2: "monk"})
    assert "1 baron played, 0 in hand" in table.refused("anna", "bribe 1 2 with baron")


def test_r27_peasants_played_go_to_the_bistro():
    table = night(anna=has(hand="peasant"), inn={1: "monk"}, bistro=1)
    table.order("anna", "kill 1 with peasant")
    assert (table.game.bistro, table.game.exit) == (2, [])


CHAPEL = {"hand": "baron peasant", "corpses": "count", "annexes": "priest"}


def test_r28_a_chapel_may_lose_a_card():
    table = night(anna=has(**CHAPEL))
    table.order("anna", "bury count under priest with baron peasant losing baron")
    assert (table.anna.hand, table.game.exit) == (["peasant"], ["baron"])


def test_r28_a_chapel_does_not_lower_the_cost():
    table = night(anna=has(**CHAPEL))
    assert "needs 2" in table.refused("anna", "bury count under priest with baron")


def test_r28_a_card_with_the_icon_cannot_be_lost():
    table = night(anna=has(hand="novice", corpses="monk", annexes="priest"))
    assert "novice cannot be lost" in table.refused(
        "anna", "bury monk under priest with novice losing novice"
    )


def test_r29_the_log_names_the_bribed_card():
    table = night(anna=has(hand="monk monk"), inn={2: "count"})
    table.order("anna", "bribe 2 with 2 monks")
    assert "bribe anna 2 count" in table.said()


def test_r29_hands_are_no_part_of_the_public_view():
    table = night(anna=has(hand="monk monk"))
    assert "hand" not in rules.public(table.game)["players"][0]
    assert rules.public(table.game)["players"][0]["hand_count"] == 2
    assert rules.own(table.game, 0)["hand"] == ["monk", "monk"]


def test_r30_two_laps_in_turn_order():
    table = night(seats=3, bistro=8)
    turns = []
    while table.game.phase == "night":
        turns += table.asked()
        table.order(turns[-1], "pass")
    assert turns == ["anna", "ben", "cleo", "anna", "ben", "cleo"]


def test_r30_solitaire_takes_both_actions():
    table = night(seats=1, bistro=2)
    table.order("anna", "bribe 1 peasant")
    assert (table.asked(), table.game.lap) == ({"anna": "action"}, 2)


# D. Bribe


@pytest.mark.parametrize("count", [1, 2])
def test_r31_one_or_two_peasants(count):
    table = night(bistro=3)
    table.order("anna", f"bribe {count} peasants")
    assert (table.anna.hand, table.game.bistro) == (["peasant"] * count, 3 - count)


def test_r31_with_a_brewery_as_many_as_there_are():
    table = night(bistro=3, anna=has(annexes="brewer"))
    bribes = {text for text in table.legal("anna") if text.startswith("bribe")}
    assert bribes == {"bribe 1 peasant", "bribe 2 peasants", "bribe 3 peasants"}


def test_r31_peasants_and_travelers_do_not_mix():
    table = night(bistro=3, inn={1: "baron"}, anna=has(annexes="shopkeeper"))
    assert "peasants and travelers" in table.refused("anna", "bribe 1, 1 peasant")


def test_r32_a_shop_costs_the_sum():
    words = {
        "inn": {1: "count", 2: "abbot"},
        "anna": has(hand="monk monk monk monk", annexes="shopkeeper"),
    }
    assert "needs 4" in night(**words).refused("anna", "bribe 1 2 with 3 monks")
    table = night(**words)
    table.order("anna", "bribe 1 2 with 4 monks")
    assert table.anna.hand == ["abbot", "count"]


def test_r33_bribed_police_do_not_investigate():
    table = night(inn={3: "peacekeeper"}, anna=has(cash=5, checks=0, corpses="duke"))
    table.order("anna", "bribe 3")
    table.pass_night()
    assert table.anna.corpses == ["duke"]


def test_r33_killed_police_do_not_investigate():
    table = night(inn={3: "peacekeeper"})
    table.order("anna", "kill 3")
    table.pass_night()
    assert table.anna.corpses == ["peacekeeper"]


# E. Build


NO_WHITE = {3: "anna", 4: "ben", 5: "ben"}


def test_r36_a_monk_without_white_keys_is_built_without_effect():
    table = night(anna=has(hand="monk peasant"), keys=NO_WHITE)
    table.order("anna", "build monk with peasant")
    assert table.built() == ["monk"]
    assert [place.key for place in table.game.places] == [0, 1, 0, 1, 1]


@rule("bug 28")
def test_r36_with_several_white_keys_the_builder_chooses():
    table = night(anna=has(hand="monk peasant"))
    builds = {text for text in table.legal("anna") if text.startswith("build")}
    assert builds == {f"build monk with peasant at {door}" for door in (3, 4, 5)}


def test_r36_token_and_traveler_stay():
    table = night(anna=has(hand="monk peasant"), service={3: "ben"}, inn={3: "duke"})
    table.order("anna", "build monk with peasant at 3")
    assert (table.service(3), table.guest(3)) == ("ben", "duke")


@pytest.mark.parametrize("door", [1, 2, 3])
def test_r37_any_keyed_door_gets_room_service(door):
    table = night(anna=has(hand="concierge monk monk"))
    table.order("anna", f"build concierge with 2 monks at {door}")
    assert table.service(door) == "anna"


def test_r37_a_closed_door_gets_none():
    table = night(anna=has(hand="concierge monk monk"))
    assert "6 is no door" in table.refused("anna", "build concierge with 2 monks at 6")


@rule("bug 35")
def test_r37_without_a_free_door_it_is_built_without_effect():
    served = dict.fromkeys(range(1, 6), "ben")
    table = night(anna=has(hand="concierge monk monk"), service=served)
    table.order("anna", "build concierge with 2 monks")
    assert table.built() == ["concierge"]


def test_r37_without_a_token_it_is_built_without_a_question():
    table = night(anna=has(hand="concierge monk monk"), **NO_TOKEN)
    table.order("anna", "build concierge with 2 monks")
    assert table.built() == ["concierge"]
    assert table.said("service") == []


@rule("bug 29")
def test_r38_a_monk_without_a_token_leaves_the_white_key():
    table = night(anna=has(hand="monk peasant"), **NO_TOKEN)
    table.order("anna", "build monk with peasant")
    assert (table.built(), table.key(6)) == (["monk"], "white")


def test_r41_vegetable_garden_counts_itself():
    table = night(anna=has(cash=5, hand="cultivator", annexes="mechanic distiller"))
    table.order("anna", "build cultivator")
    assert table.anna.cash == 8


def test_r100_solitaire_set_up():
    table = new("anna")
    assert (table.game.bistro, len(table.game.places), len(table.game.entrance)) == (2, 4, 44)
    assert (table.anna.hand, table.wealth()) == (["peasant", "peasant"], (5, 1))
    assert [place.key for place in table.game.places] == [0, None, None, None]
    assert table.game.box.count("peasant") == 4


# F. Kill


def test_r44_a_peasant_is_killed_and_buried_for_4f():
    table = night(seats=1, bistro=1, anna=has(cash=5))
    table.order("anna", "kill peasant")
    table.order("anna", "bury peasant under barn")
    assert (table.game.bistro, table.said("gain")) == (0, ["gain anna 4 0 burial"])


def test_r44_a_peasants_corpse_counts_for_the_police():
    table = morning(anna=has(cash=19, checks=0, corpses="peasant"), inn={3: "major"})
    assert table.anna.cash == 9


def test_r44_a_butcher_mixes_no_peasant_with_travelers():
    table = night(bistro=3, inn={1: "baron"}, anna=has(annexes="butcher"))
    assert "peasants and travelers" in table.refused("anna", "kill peasant, 1")


def test_r46_killing_never_pays():
    table = night(anna=has(cash=5), inn={1: "baron"})
    table.order("anna", "kill 1")
    assert (table.anna.cash, table.anna.corpses) == (5, ["baron"])


# G. Bury


@pytest.mark.parametrize(
    ("corpse", "crew", "each"), [("duke", "with 3 monks", 13), ("count", "with 2 monks", 9)]
)
def test_r48_the_owner_of_the_annex_gets_half(corpse, crew, each):
    # Monks return after a bury.
    table = night(anna=has(cash=0, hand="monk monk monk", corpses=corpse), ben=has(cash=0))
    table.order("anna", f"bury {corpse} under ben barn {crew}")
    assert (table.anna.cash, table.ben.cash) == (each, each)


def test_r48_of_an_odd_amount_the_burier_gets_the_franc_more():
    table = night(
        corrections={"baron.money": 7}, anna=has(cash=0, corpses="baron"), ben=has(cash=0)
    )
    table.order("anna", "bury baron under ben barn")
    assert (table.anna.cash, table.ben.cash) == (4, 3)


def test_r49_each_share_is_capped_alone():
    table = night(anna=has(cash=10, hand="monk monk", corpses="count"), ben=has(cash=40))
    table.order("anna", "bury count under ben barn with 2 monks")
    assert (table.anna.cash, table.ben.cash) == (19, 40)
    assert "gain ben 0 9 burial" in table.said()


#: Annexes with their outside rank, which is the number of corpses they take.
ROOM = [("barn", 1), ("monk", 1), ("abbot", 2), ("duke", 3), ("surgeon", 2), ("bear-tamer", 1)]


@pytest.mark.parametrize(("annex", "room"), ROOM)
def test_r50_an_annex_takes_as_many_corpses_as_its_rank(annex, room):
    full = f"{annex}:{'+'.join(['baron'] * room)}"
    table = night(anna=has(corpses="peasant", annexes=full))
    assert "no room" in table.refused("anna", f"bury peasant under {annex}")
    table = night(anna=has(corpses="peasant", annexes=full.removesuffix("baron").rstrip("+")))
    table.order("anna", f"bury peasant under {annex}")
    assert len(table.buried(annex=annex)) == room


@pytest.mark.parametrize("annex", ["newsboy", "winemaker"])
def test_r50_an_annex_of_rank_0_takes_none(annex):
    table = night(anna=has(corpses="peasant", annexes=annex))
    assert "annex of rank 0" in table.refused("anna", f"bury peasant under {annex}")


def test_r51_several_corpses_under_one_crypt():
    table = night(anna=has(hand="novice", corpses="monk peasant", annexes="archbishop"))
    table.order("anna", "bury monk under archbishop, peasant under archbishop with novice")
    assert table.buried(annex="archbishop") == ["monk", "peasant"]


def test_r51_two_corpses_into_one_barn_are_refused():
    table = night(anna=has(hand="novice", corpses="monk peasant", annexes="archbishop"))
    assert "no room under anna barn" in table.refused(
        "anna", "bury monk under barn, peasant under barn with novice"
    )


def test_r51_each_corpse_has_an_annex_of_its_own_choice():
    table = night(anna=has(corpses="baron peasant", annexes="archbishop"))
    table.order("anna", "bury baron under ben barn, peasant under barn")
    assert (table.buried("ben"), table.buried("anna")) == (["baron"], ["peasant"])


def test_r52_another_players_corpse_is_refused():
    table = night(ben=has(corpses="baron"))
    assert "0 unburied" in table.refused("anna", "bury baron under barn")


def test_r59_cellar_first_then_the_chapel():
    table = night(anna=has(hand="peasant peasant", corpses="duke", annexes="priest abbot"))
    table.order("anna", "bury duke under priest with 2 peasants")
    assert table.anna.hand == ["peasant", "peasant"]


# H. Pass, checks


def test_r60_buying_checks():
    table = night(anna=has(cash=25, checks=1))
    table.order("anna", "pass to checks 2")
    assert table.wealth() == (5, 3)


def test_r60_one_direction_only():
    table = night(anna=has(cash=25, checks=1))
    with pytest.raises(Unreadable):
        table.order("anna", "pass to checks 1 to cash 1")


@rule("bug 34")
def test_r61_cash_above_40f_is_lost_and_named():
    table = night(anna=has(cash=35, checks=1))
    table.order("anna", "pass to cash 1")
    assert table.wealth() == (40, 0)
    assert "launder anna cash 1 5" in table.said()


def test_r61_exactly_40f_loses_nothing():
    table = night(anna=has(cash=30, checks=1))
    table.order("anna", "pass to cash 1")
    assert table.wealth() == (40, 0)
    assert "launder anna cash 1 0" in table.said()


def test_r62_there_is_always_another_check():
    table = night(anna=has(cash=10, checks=20), ben=has(checks=10))
    table.order("anna", "pass to checks 1")
    assert table.anna.checks == 21


def test_r63_a_greenhouse_counts_each_10f_of_checks():
    # A 50F and a 10F check are six.
    table = last_morning(anna=has(cash=0, checks=6, annexes="prince"), inn={3: "duke", 4: "monk"})
    assert table.anna.cash == 18


def test_r65_checks_do_not_pay_wages():
    table = morning(anna=has(cash=1, checks=5, hand="monk monk"))
    assert (table.wealth(), table.anna.hand) == ((0, 5), ["monk"])


# I. Morning


def test_r66_order_of_the_morning():
    table = morning(
        inn={1: "duke", 3: "major"},
        anna=has(cash=15, checks=0, hand="monk", corpses="baron", annexes="gardener"),
    )
    assert table.said()[:7] == [
        "police 3 major",
        "gravedigger anna baron 10 0",
        "gain anna 1 0 rent",
        "gain anna 2 0 income",
        "leave duke+major",
        "wages anna 1",
        "host ben",
    ]


def test_r67_police_in_a_hand_do_not_investigate():
    table = morning(anna=has(cash=20, hand="major", corpses="baron"), inn={3: "duke"})
    assert table.anna.corpses == ["baron"]


def test_r67_police_in_anybodys_room_investigate_for_all():
    table = morning(
        inn={2: "brigadier"},
        anna=has(cash=10, checks=0, corpses="baron"),
        ben=has(cash=9, checks=1, corpses="duke"),
    )
    assert (table.anna.corpses, table.ben.corpses) == ([], [])


def test_r68_a_check_is_forced_without_a_question():
    table = morning(anna=has(cash=7, checks=1, corpses="baron"), inn={3: "major"})
    assert table.wealth() == (7, 0)


def test_r68_who_can_choose_is_asked():
    table = morning(anna=has(cash=17, checks=1, corpses="baron"), inn={3: "major"})
    assert table.asked() == {"anna": "gravedigger"}
    assert table.legal("anna") == {"pay 0 checks", "pay 1 check"}


def test_r68_the_mix_chosen_is_paid():
    table = morning(anna=has(cash=25, checks=3, corpses="baron duke monk"), inn={3: "major"})
    table.order("anna", "pay 2 checks")
    assert table.said("gravedigger") == ["gravedigger anna baron+duke+monk 10 2"]


def test_r69_who_cannot_pay_gives_all_and_is_free():
    table = morning(anna=has(cash=8, checks=1, corpses="baron duke"), inn={3: "major"})
    assert (table.wealth(), table.anna.corpses) == ((0, 0), [])
    assert sorted(table.game.box) == ["baron", "duke"]


def test_r76_rent_is_capped_before_wages():
    table = morning(
        keys={3: "anna"}, inn={1: "duke", 3: "monk"}, anna=has(cash=40, hand="abbot abbot abbot")
    )
    assert table.anna.cash == 37


def test_r77_1f_for_each_own_room_with_a_traveler():
    table = morning(
        keys={3: "anna"}, inn={1: "duke", 3: "monk", 4: "abbot"}, anna=has(cash=5), ben=has(cash=5)
    )
    assert (table.anna.cash, table.ben.cash) == (7, 5)


def test_r83_as_many_as_cash_pays_stay():
    table = morning(anna=has(cash=2, hand="monk monk monk monk peasant"))
    table.order("anna", "dismiss monk monk peasant")
    assert (table.anna.hand, table.anna.cash) == (["monk", "monk"], 0)


def test_r83_a_distillery_brings_nothing_without_a_hand():
    assert morning(anna=has(cash=3, annexes="distiller")).anna.cash == 3


def test_r83_a_distillery_keeps_one_for_nothing():
    table = morning(anna=has(cash=0, checks=0, hand="monk", annexes="distiller"))
    assert table.anna.hand == ["monk"]


def test_r84_the_owner_picks_who_leaves():
    table = morning(anna=has(cash=1, hand="duke peasant"))
    table.order("anna", "dismiss peasant")
    assert (table.anna.hand, table.game.bistro) == (["duke"], 1)


def test_r92_the_first_player_card_goes_to_the_left():
    table = evening(seats=3, number=1, entrance="major", exit="")
    hosts = []
    for _ in range(4):
        hosts.append(table.game.options.players[table.game.host])
        table = morning(seats=3, host=hosts[-1])
    assert hosts == ["anna", "ben", "cleo", "anna"]


# J. End


def test_r93_the_final_round_pays_wages():
    table = last_morning(anna=has(cash=5, hand="monk monk monk"))
    assert table.anna.cash == 2


def test_r93_the_final_round_has_its_police():
    table = last_morning(anna=has(cash=15, checks=0, corpses="baron"), inn={3: "major"})
    assert table.said("police", "gravedigger") == ["police 3 major", "gravedigger anna baron 10 0"]


def test_r94_the_last_gravedigger_takes_cash_first():
    table = last_morning(anna=has(cash=40, checks=3, corpses="baron", annexes="prince"))
    assert (table.wealth(), table.result().loot[0]) == ((39, 3), 69)


def test_r95_bonuses_are_capped():
    table = last_morning(
        anna=has(cash=38, checks=2, annexes="grocer"),
        exit="newsboy newsboy newsboy representative concierge",
    )
    assert (table.wealth(), table.result().loot[0]) == ((40, 2), 60)


def test_r96_travelers_of_the_last_round_are_counted():
    # The Bishop in room 3 leaves for the exit stack.
    table = last_morning(anna=has(cash=5, annexes="duke"), inn={3: "prince"})
    assert table.anna.cash == 9


def test_r96_unpaid_leavers_are_counted():
    table = last_morning(anna=has(cash=0, annexes="duke", hand="prince"))
    assert table.anna.cash == 4


def test_r96_hands_annexes_and_the_box_are_not_counted():
    table = last_morning(
        anna=has(cash=6, annexes="duke baron", hand="prince"),
        box="count",
        ben=has(corpses="viscount"),
    )
    assert table.anna.cash == 5  # the wages


@rule("bug 03")
def test_r97_a_tie_goes_to_the_most_corpses_whoever_buried_them():
    # 80F each; Ben's corpse lies under Anna's barn.
    table = last_morning(
        anna=has(cash=40, checks=4, annexes="barn:monk"), ben=has(cash=40, checks=4)
    )
    assert table.winners() == ["anna"]


def test_r97_a_second_tie_is_shared():
    table = last_morning(anna=has(cash=40, checks=4), ben=has(cash=40, checks=4))
    assert table.winners() == ["anna", "ben"]


def test_r98_hands_are_worth_nothing():
    table = last_morning(anna=has(cash=2, checks=0, hand="duke prince"))
    assert table.result().loot[0] == 0


# K. Details


def test_r103_who_could_only_pass_under_unlimited_wealth_passes():
    table = night(variants=["unlimited-wealth"], anna=has(cash=60), bistro=0, ben=has(hand="baron"))
    assert table.asked() == {"ben": "action"}
    assert table.said("pass") == ["pass anna"]


def test_r103_wages_break_as_few_checks_as_needed():
    table = morning(
        variants=["unlimited-wealth"],
        anna=has(
            cash=0,
            checks=5,
            hand="peasant peasant monk monk monk monk abbot abbot count baron novice",
        ),
    )
    assert table.wealth() == (9, 3)


def test_r106_at_without_a_legal_door_is_refused():
    table = night(anna=has(hand="monk peasant"), keys=NO_WHITE)
    assert "none is" in table.refused("anna", "build monk with peasant at 3")


def test_r106_losing_without_a_chapel_is_refused():
    table = night(anna=has(hand="peasant"), inn={1: "monk"})
    assert "`losing`" in table.refused("anna", "bribe 1 with peasant losing peasant")


def test_r106_superfluous_places_may_be_occupied():
    table = evening(inn={1: "duke", 2: "monk", 3: "baron"}, entrance="abbot count novice")
    table.order("anna", "place 4 5 1")
    assert (table.guest(4), table.guest(5), table.guest(1)) == ("abbot", "count", "duke")


def test_r106_superfluous_places_must_exist():
    table = evening(inn={1: "duke", 2: "monk", 3: "baron"}, entrance="abbot count novice")
    assert "no open room 8" in table.refused("anna", "place 4 5 8")


def test_r107_an_empty_exit_stack_begins_season_two_and_the_final_round():
    table = evening(entrance="", inn={1: "duke", 2: "monk", 3: "baron", 4: "count"})
    table.go_on()
    assert (table.game.season, table.game.final) == (2, True)


def test_r108_players_without_a_choice_are_settled_first():
    table = morning(
        inn={3: "major"},
        anna=has(cash=20, checks=2, corpses="baron"),
        ben=has(cash=20, checks=0, corpses="duke"),
    )
    assert table.asked() == {"anna": "gravedigger"}
    assert (table.ben.cash, table.ben.corpses) == (10, [])


def test_r108_wages_are_paid_before_the_dismissal_is_asked():
    table = morning(anna=has(cash=1, hand="duke peasant"), ben=has(cash=7, hand="monk monk"))
    assert table.asked() == {"anna": "wages"}
    assert (table.anna.cash, table.ben.cash) == (0, 5)


def test_r110_host_and_number_stay_those_of_the_last_round():
    table = last_morning(number=9, host="ben")
    assert (table.game.number, table.game.host, table.game.phase) == (9, 1, "over")


def test_r110_a_lost_solitaire_has_no_winner_and_its_loot():
    table = last_morning(seats=1, anna=has(cash=12, checks=3, corpses="duke"), inn={2: "monk"})
    assert table.result() == ((), (42,), None, True)


def test_the_cards_of_a_new_game_are_all_there():
    game = new("anna ben cleo dora").game
    cards = Counter(game.entrance + game.box)
    for player in game.players:
        cards.update(player.hand)
    assert sum(cards.values()) == 78
