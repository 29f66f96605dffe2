"""Bugs that other programs of this game had, each as a scenario that a right engine passes.

The numbers are those of the list in docs/rulings.md. A bug that a test of a card or of a ruling
shows is marked there: `@rule("bug 37")`.
"""

from __future__ import annotations

from collections import Counter

import pytest

from pbem import rules
from tests.rules.scenario import FULL, Scripted, evening, has, last_morning, morning, new, night


def test_bug_01_a_discount_is_not_given_for_each_target():
    table = night(anna=has(hand="novice", corpses="monk viscount", annexes="abbot archbishop"))
    text = "bury monk under archbishop, viscount under archbishop"
    assert "needs 1 to 2" in table.refused("anna", text)
    table.order("anna", f"{text} with novice")
    assert table.buried(annex="archbishop") == ["monk", "viscount"]


def test_bug_02_end_bonuses_are_capped():
    table = last_morning(
        anna=has(cash=40, checks=2, annexes="landscaper"), exit="mechanic mechanic cultivator"
    )
    assert table.result().loot[0] == 60


def test_bug_06_travelers_of_trailers_reach_the_exit_stack_at_the_end():
    table = last_morning(
        trailers={"juggler": "ben"},
        inn={"juggler": "mechanic"},
        anna=has(cash=5, annexes="landscaper"),
    )
    assert (table.anna.cash, table.game.exit) == (9, ["mechanic"])


def test_bug_07_too_few_cards_do_not_pay():
    table = night(anna=has(hand="peasant"), inn={1: "count"})
    assert "needs 2 accomplices, 1 given" in table.refused("anna", "bribe 1 with peasant")


def test_bug_07_the_target_does_not_pay():
    table = night(anna=has(hand="peasant"), inn={1: "count"})
    assert "0 in hand" in table.refused("anna", "bribe 1 with peasant count")


def test_bug_08_a_single_peasant_is_bribed():
    table = night(bistro=1)
    table.order("anna", "bribe 1 peasant")
    assert (table.anna.hand, table.game.bistro) == (["peasant"], 0)


def test_bug_09_peasants_can_be_killed():
    table = night(bistro=1)
    table.order("anna", "kill peasant")
    assert table.anna.corpses == ["peasant"]


def test_bug_09_the_top_of_the_stack_is_seen():
    table = evening(entrance="duke monk baron")
    assert rules.public(table.game)["piles"]["entrance"] == ["duke", "monk"]


def test_bug_10_two_peasants_cost_nothing():
    table = night(bistro=2, anna=has(cash=5))
    table.order("anna", "bribe 2 peasants")
    assert (table.anna.cash, table.anna.hand) == (5, ["peasant", "peasant"])


@pytest.mark.parametrize(
    ("noble", "crew", "francs"), [("baron", "", 8), ("marquis", " with 3 monks", 26)]
)
def test_bug_11_pockets_are_not_the_building_bonus(noble, crew, francs):
    table = night(anna=has(cash=0, hand="monk monk monk", corpses=noble, annexes="duke"))
    table.order("anna", f"bury {noble} under duke{crew}")
    assert table.anna.cash == francs


def test_bug_11_police_come_in_4_4_3_3():
    police = [card for card in rules.known_cards().values() if card.family == "police"]
    assert [card.copies for card in police] == [4, 4, 3, 3]


def test_bug_12_four_players_open_all_eight_rooms():
    places = new("anna ben cleo dora").game.places
    assert len(places) == 8
    assert [place.key for place in places].count(None) == 4


def test_bug_13_the_deck_depends_on_the_number_of_players():
    game = new("anna ben cleo dora", length="short").game
    assert (len(game.entrance), game.bistro) == (48, 0)


def test_bug_14_coffee_brings_the_rank():
    table = evening(inn=FULL, anna=has(cash=5, objects="coffee"))
    table.order("anna", "play coffee on duke")
    assert table.anna.cash == 8


def test_bug_14_a_cake_brings_twice_the_rank():
    table = morning(inn={1: "duke"}, cake={1: "anna"}, anna=has(cash=5))
    assert table.anna.cash == 5 + 1 + 6


def test_bug_15_a_pharmacy_looks_at_other_hands():
    hands = {"hand": "monk monk monk", "annexes": "pharmacist"}
    table = morning(anna=has(cash=5, **hands), ben=has(cash=9, hand="peasant"))
    assert table.said("gain") == []


def test_bug_16_a_study_exchanges_10f_for_a_check():
    table = night(anna=has(cash=25), ben=has(cash=12, checks=0, annexes="notary"))
    table.order("anna", "pass to checks 1")
    table.order("ben", "exchange")
    assert table.wealth("ben") == (2, 1)


def test_bug_16_there_are_six_notables():
    deck = Counter(new("anna ben", modules=["notables"]).dealer.asked[-1][2])
    cards = rules.known_cards()
    found = {name: deck[name] for name in deck if cards[name].family == "notable"}
    assert found == {
        "sericulturist": 4,
        "winemaker": 4,
        "surgeon": 3,
        "banker": 1,
        "notary": 1,
        "pharmacist": 1,
    }


def test_bug_17_a_booth_pays_every_owner():
    table = night(inn={1: "clown"}, turn="ben", ben=has(cash=5, annexes="barker"))
    table.order("ben", "bribe 1")
    assert table.ben.cash == 8


def test_bug_19_a_broken_safe_comes_after_the_police():
    # The check pays the gravedigger before the safe is broken.
    table = morning(
        revealed="broken-safe",
        inn={3: "major", 5: "dwarf"},
        anna=has(cash=0, checks=3, corpses="baron"),
    )
    assert table.anna.checks == 1


def test_bug_19_a_red_herring_calls_nobody():
    table = morning(revealed="red-herring", inn={5: "dwarf"}, anna=has(cash=25, corpses="baron"))
    assert (table.anna.cash, table.anna.corpses) == (25, ["baron"])


def test_bug_19_a_laboratory_pays_every_owner():
    table = morning(anna=has(corpses="duke"), ben=has(cash=5, annexes="surgeon"))
    assert table.ben.cash == 8


def test_bug_20_an_event_without_effect_is_discarded():
    table = morning(revealed="fiasco", inn={1: "monk"}, event_discards="blackmail")
    assert table.game.event_discards == ["blackmail", "fiasco"]


def test_bug_22_extortion_knows_the_distillery():
    # Hand 4, one Distillery, 4F: pays 4F, one leaves.
    table = morning(
        revealed="extortion",
        inn={5: "dwarf"},
        anna=has(cash=4, checks=0, hand="monk monk monk monk", annexes="distiller"),
    )
    assert (table.anna.cash, table.anna.hand) == (0, ["monk"] * 3)


def test_bug_24_a_wheelbarrow_leaves_no_traveler_in_the_trailer():
    table = night(
        trailers={"juggler": "ben"},
        inn={"juggler": "baron"},
        anna=has(objects="wheelbarrow"),
    )
    table.order("anna", "build juggler using wheelbarrow")
    assert (table.built(), table.guest("juggler")) == (["baron"], None)


def test_bug_25_snow_covers_the_corpse_that_was_chosen():
    # The second of two is covered: the first goes.
    table = morning(
        inn={3: "major"},
        anna=has(cash=10, checks=0, corpses="baron duke", objects="snow-pile"),
    )
    table.order("anna", "play snow-pile on duke")
    assert (table.anna.corpses, table.game.box) == (["duke"], ["baron"])


def test_bug_26_the_gravedigger_may_be_paid_in_cash():
    table = morning(ben=has(cash=30, checks=2, corpses="baron"), inn={3: "major"})
    table.order("ben", "pay 0 checks")
    assert table.wealth("ben") == (20, 2)


def test_bug_27_the_host_does_not_see_more_than_two_cards():
    table = new("anna ben", dealer=Scripted("anna", "duke monk abbot count baron"))
    assert rules.public(table.game)["piles"]["entrance"] == ["duke", "monk"]


def test_bug_28_no_drafted_object_is_dropped():
    table = new("anna ben", modules=["objects"])
    while "draft" in table.asked().values():
        name = next(iter(table.asked()))
        assert "hold" not in table.legal(name)
        table.order(name, min(table.legal(name)))
    assert (len(table.anna.objects), len(table.ben.objects)) == (3, 3)


def test_bug_28_fewer_peasants_may_be_taken():
    table = night(bistro=4)
    assert {"bribe 1 peasant", "bribe 2 peasants"} <= table.legal("anna")


@pytest.mark.parametrize(("card", "money", "copies"), [("baron", 8, 4), ("monk", 12, 4)])
def test_bug_30_pockets_and_copies_are_those_printed(card, money, copies):
    printed = rules.known_cards()[card]
    assert (printed.money, printed.copies) == (money, copies)


def test_bug_31_only_the_unpaid_leave():
    table = morning(anna=has(cash=2, hand="monk monk monk baron baron"))
    assert "3 of your accomplices must leave, 5 named" in table.refused(
        "anna", "dismiss 3 monks 2 barons"
    )
    table.order("anna", "dismiss 3 monks")
    assert table.anna.hand == ["baron", "baron"]


def test_bug_32_a_room_named_twice_is_refused():
    table = night(anna=has(annexes="butcher"), inn={1: "baron"})
    assert "named twice" in table.refused("anna", "kill 1 1")


def test_bug_33_distilleries_add_up():
    table = morning(anna=has(cash=5, hand="monk monk baron", annexes="distiller distiller"))
    assert table.anna.cash == 4


def test_bug_36_a_bishopric_scores_purple_alone():
    table = last_morning(
        anna=has(cash=0, checks=2, annexes="bishop"),
        exit="monk novice baron count duke newsboy mechanic",
    )
    assert table.anna.cash == 8


def test_bug_39_a_partial_final_round_is_played():
    table = evening(seats=1, season=2, entrance="baron duke monk")
    table.order("anna", "place 1 2 3")
    assert (table.game.final, table.asked()) == (True, {"anna": "action"})


def test_bug_42_a_brewery_takes_four():
    table = night(bistro=4, anna=has(annexes="brewer"))
    table.order("anna", "bribe 4 peasants")
    assert table.game.bistro == 0


def test_bug_43_a_long_solitaire_has_44_travelers():
    assert len(new("anna").game.entrance) == 44


def test_bug_44_rooms_are_empty_after_the_morning():
    table = morning(inn={1: "duke", 3: "monk"})
    assert [place.guest for place in table.game.places] == [None] * 5
    assert table.game.exit == ["duke", "monk"]


def test_bug_45_a_monk_without_white_keys_does_not_block_the_game():
    table = night(anna=has(hand="monk peasant"), keys={3: "anna", 4: "anna", 5: "ben"}, bistro=1)
    table.order("anna", "build monk with peasant")
    assert table.asked() == {"ben": "action"}


def test_bug_46_checks_can_be_cashed():
    table = night(anna=has(cash=5, checks=1))
    table.order("anna", "pass to cash 1")
    assert table.wealth() == (15, 0)


def test_bug_47_a_shop_works():
    table = night(anna=has(annexes="shopkeeper"), inn={1: "baron", 2: "novice"})
    table.order("anna", "bribe 1 2")
    assert table.anna.hand == ["baron", "novice"]


def test_bug_47_a_butcher_shop_works():
    table = night(anna=has(annexes="butcher"), inn={1: "baron", 2: "novice"})
    table.order("anna", "kill 1 2")
    assert table.anna.corpses == ["baron", "novice"]


def test_bug_47_a_crypt_works():
    table = night(anna=has(corpses="baron novice", annexes="archbishop"))
    table.order("anna", "bury baron under archbishop, novice under archbishop")
    assert table.anna.corpses == []


def test_bug_47_a_chapel_works():
    table = night(anna=has(hand="peasant", corpses="monk", annexes="priest"))
    table.order("anna", "bury monk under barn with peasant")
    assert table.anna.hand == ["peasant"]


def test_bug_48_a_priest_gives_no_discount():
    table = night(anna=has(hand="peasant", corpses="monk", annexes="priest"))
    assert "needs 1 accomplice" in table.refused("anna", "bury monk under barn")


def test_bug_49_checks_bought_add_to_those_held():
    table = night(seats=1, anna=has(cash=20, checks=1), bistro=1)
    table.order("anna", "pass to checks 1")
    table.order("anna", "pass to checks 1")
    assert table.anna.checks == 3


def test_bug_50_the_gravedigger_sends_corpses_to_the_box():
    table = morning(
        inn={3: "major"}, anna=has(cash=25, checks=0, corpses="mechanic peasant", hand="")
    )
    assert sorted(table.game.box) == ["mechanic", "peasant"]
    assert (table.game.exit, table.game.bistro) == (["major"], 0)


def test_bug_50_a_park_does_not_count_corpses():
    table = last_morning(
        inn={3: "major"}, anna=has(cash=20, checks=0, corpses="mechanic", annexes="landscaper")
    )
    assert table.anna.cash == 10


def test_bug_51_a_distillery_without_a_hand_changes_nothing():
    assert morning(anna=has(cash=0, checks=0, annexes="distiller distiller")).anna.cash == 0


def test_bug_52_a_shortage_counts_the_distillery():
    table = morning(anna=has(cash=2, hand="monk monk baron baron", annexes="distiller"))
    assert table.legal("anna") == {"dismiss monk", "dismiss baron"}


def test_bug_53_nobody_is_dismissed_to_save_wages():
    table = morning(anna=has(cash=3, hand="monk monk baron baron"))
    assert table.anna.cash == 0
    assert "1 of your accomplices must leave, 2 named" in table.refused("anna", "dismiss 2 monks")


def test_bug_55_a_monk_without_white_keys_waits_for_no_room():
    table = night(anna=has(hand="monk peasant"), keys={3: "anna", 4: "anna", 5: "ben"})
    assert "build monk with peasant" in table.legal("anna")


def test_bug_56_corpses_under_every_own_annex_break_a_tie():
    table = last_morning(
        anna=has(cash=40, annexes="barn:monk"), ben=has(cash=40, annexes="barn:baron monk:baron")
    )
    assert table.winners() == ["ben"]


def test_bug_57_the_last_travelers_go_to_the_exit_stack():
    # Three players, two cards, one of them red: the Park gains 4F.
    table = evening(
        seats=3, season=2, entrance="mechanic duke", anna=has(cash=5, annexes="landscaper")
    )
    table.order("anna", "place 1 2")
    assert table.anna.cash == 9


def test_bug_57_the_last_travelers_pay_room_service():
    table = evening(seats=3, season=2, entrance="mechanic duke", service={2: "ben"})
    table.order("anna", "place 1 2")
    assert table.ben.cash == 8


def test_bug_58_police_make_solitaire_a_loss():
    table = morning(seats=1, anna=has(cash=40, checks=9, corpses="baron"), inn={2: "brigadier"})
    assert (table.result().lost, table.result().winners) == (True, ())


def test_bug_59_there_is_one_brewer_among_70_travelers():
    deck = new("anna ben").dealer.asked[-1][2]
    assert (len(deck), deck.count("brewer")) == (70, 1)


def test_bug_60_the_gravedigger_may_be_paid_by_check():
    table = morning(ben=has(cash=30, checks=2, corpses="baron"), inn={3: "major"})
    table.order("ben", "pay 1 check")
    assert table.wealth("ben") == (30, 1)
