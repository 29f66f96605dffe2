"""Every card of the base game, tested under its own name; numbers from its printed text."""

from __future__ import annotations

import pytest

from pbem.rules import known_cards
from tests.rules.scenario import evening, has, last_morning, morning, night, played_for, rule

# Artisans (red): they come back after a build.


def test_cultivator_brings_1f_for_each_red_annex():
    # Two red annexes stand; the garden itself is the third. (Ruling R41)
    table = night(anna=has(cash=5, hand="cultivator", annexes="mechanic distiller newsboy"))
    table.order("anna", "build cultivator")
    assert table.anna.cash == 8


def test_cultivator_counts_no_barn_and_no_corpses():
    table = night(anna=has(cash=5, hand="cultivator", annexes="barn:mechanic"))
    table.order("anna", "build cultivator")
    assert table.anna.cash == 6


def test_mechanic_saves_one_accomplice_when_building():
    table = night(anna=has(hand="viscount", annexes="mechanic"))
    table.order("anna", "build viscount")
    assert table.built() == ["mechanic", "viscount"]


def test_mechanic_does_not_save_on_his_own_build():
    # "From now on". (Ruling R25)
    table = night(anna=has(hand="mechanic"))
    assert "needs 1 accomplice, 0 given" in table.refused("anna", "build mechanic")


def test_distiller_keeps_one_accomplice_unpaid():
    table = morning(anna=has(cash=5, hand="peasant peasant", annexes="distiller"))
    assert table.anna.cash == 4


@rule("bug 38")
def test_distiller_brings_nothing_without_accomplices():
    table = morning(anna=has(cash=5, annexes="distiller"))
    assert table.anna.cash == 5


def test_distiller_copies_add_up():
    table = morning(anna=has(cash=5, hand="peasant peasant monk", annexes="distiller distiller"))
    assert table.anna.cash == 4


@rule("bug 37")
def test_gardener_brings_2f_each_morning_in_an_empty_inn_too():
    table = morning(anna=has(cash=5, annexes="gardener"))
    assert table.anna.cash == 7


def test_gardener_brings_nothing_to_the_other_players():
    table = morning(anna=has(annexes="gardener"), ben=has(cash=5))
    assert table.ben.cash == 5


def test_landscaper_brings_4f_when_built():
    table = night(anna=has(cash=5, hand="landscaper monk monk novice"))
    table.order("anna", "build landscaper with monk monk novice")
    assert table.anna.cash == 9


def test_landscaper_brings_4f_at_the_end_for_each_red_card_in_the_exit_stack():
    table = last_morning(
        anna=has(cash=5, annexes="landscaper"), exit="mechanic cultivator newsboy", inn={3: "major"}
    )
    assert table.anna.cash == 13


def test_butcher_kills_several_travelers_at_the_sum_of_their_ranks():
    table = night(
        anna=has(hand="novice novice novice", annexes="butcher"), inn={1: "count", 2: "viscount"}
    )
    table.order("anna", "kill 1 2 with 3 novices")
    assert sorted(table.anna.corpses) == ["count", "viscount"]


def test_butcher_does_not_extend_to_peasants():
    table = night(anna=has(annexes="butcher"), bistro=2)
    assert "at most 1" in table.refused("anna", "kill 2 peasants")


# Merchants (blue): they come back after a bribe.


def test_newsboy_brings_1f_for_each_blue_annex():
    table = night(anna=has(cash=5, hand="newsboy", annexes="newsboy grocer mechanic"))
    table.order("anna", "build newsboy")
    assert table.anna.cash == 8


def test_representative_saves_one_accomplice_when_bribing():
    table = night(anna=has(hand="peasant", annexes="representative"), inn={1: "count"})
    table.order("anna", "bribe 1 with peasant")
    assert table.anna.hand == ["count"]


def test_concierge_lays_a_room_service_token():
    table = night(anna=has(hand="concierge monk monk"))
    table.order("anna", "build concierge with 2 monks at 2")
    assert table.service(2) == "anna"


def test_concierge_brings_the_rank_of_each_traveler_placed_there():
    table = evening(service={3: "ben"}, entrance="duke novice count", ben=has(cash=5))
    table.order("anna", "place 3")
    assert table.ben.cash == 8


@rule("R99", "bug 54")
def test_concierge_brings_nothing_for_the_traveler_already_there():
    # Ruling R99.
    table = night(anna=has(cash=5, hand="concierge monk monk"), inn={1: "duke"})
    table.order("anna", "build concierge with 2 monks at 1")
    assert table.anna.cash == 5


def test_grocer_brings_4f_when_built():
    table = night(anna=has(cash=5, hand="grocer monk monk novice"))
    table.order("anna", "build grocer with 2 monks novice")
    assert table.anna.cash == 9


def test_grocer_brings_4f_at_the_end_for_each_blue_card_in_the_exit_stack():
    table = last_morning(
        anna=has(cash=5, annexes="grocer"), exit="newsboy representative monk", inn={3: "major"}
    )
    assert table.anna.cash == 13


def test_shopkeeper_bribes_several_travelers_at_the_sum_of_their_ranks():
    table = night(
        anna=has(hand="monk monk monk novice", annexes="shopkeeper"), inn={1: "count", 2: "abbot"}
    )
    table.order("anna", "bribe 1 2 with monk monk monk novice")
    assert table.anna.hand == ["abbot", "count"]


def test_shopkeeper_does_not_extend_to_peasants():
    table = night(anna=has(annexes="shopkeeper"), bistro=3)
    assert "at most 2" in table.refused("anna", "bribe 3 peasants")


def test_brewer_bribes_four_peasants():
    table = night(anna=has(annexes="brewer"), bistro=5)
    table.order("anna", "bribe 4 peasants")
    assert table.anna.hand == ["peasant"] * 4


def test_brewer_bribes_no_fifth_peasant():
    table = night(anna=has(annexes="brewer"), bistro=5)
    assert "at most 4" in table.refused("anna", "bribe 5 peasants")


# Religious (purple): they come back after a bury.


def test_novice_brings_1f_for_each_purple_annex():
    table = night(anna=has(cash=5, hand="novice", annexes="monk novice abbot"))
    table.order("anna", "build novice")
    assert table.anna.cash == 9


def test_monk_swaps_a_white_key():
    table = night(anna=has(hand="monk peasant"))
    table.order("anna", "build monk with peasant at 4")
    assert table.key(4) == "anna"


def test_monk_brings_the_rent_of_this_morning():
    # Ruling R36.
    table = night(anna=has(cash=5, hand="monk peasant"), inn={4: "duke"})
    table.order("anna", "build monk with peasant at 4")
    table.pass_night()
    assert table.said("gain") == ["gain anna 1 0 rent"]


def test_abbot_saves_one_accomplice_when_burying():
    table = night(anna=has(hand="peasant", corpses="count", annexes="abbot"))
    table.order("anna", "bury count under abbot with peasant")
    assert table.buried(annex="abbot") == ["count"]


@rule("R28")
def test_priest_lets_all_accomplices_of_a_bury_return():
    table = night(anna=has(hand="baron peasant", corpses="count", annexes="priest"))
    table.order("anna", "bury count under priest with baron peasant")
    assert table.anna.hand == ["baron", "peasant"]


def test_priest_keeps_nobody_for_other_actions():
    table = night(anna=has(hand="peasant", annexes="priest"), inn={1: "monk"})
    table.order("anna", "bribe 1 with peasant")
    assert table.anna.hand == ["monk"]


def test_archbishop_buries_several_corpses_at_the_sum_of_their_ranks():
    table = night(
        anna=has(cash=0, hand="novice", corpses="monk peasant", annexes="archbishop"),
    )
    table.order("anna", "bury monk under archbishop, peasant under archbishop with novice")
    assert table.anna.cash == 16  # 12 + 4


def test_bishop_brings_4f_when_built():
    table = night(anna=has(cash=5, hand="bishop monk monk novice"))
    table.order("anna", "build bishop with 2 monks novice")
    assert table.anna.cash == 9


def test_bishop_brings_4f_at_the_end_for_each_purple_card_in_the_exit_stack():
    table = last_morning(
        anna=has(cash=5, annexes="bishop"), exit="monk novice baron", inn={3: "major"}
    )
    assert table.anna.cash == 13


# Nobles (green): no icon.


def test_baron_brings_4f_when_built():
    table = night(anna=has(cash=5, hand="baron"))
    table.order("anna", "build baron")
    assert table.anna.cash == 9


def test_viscount_brings_6f_when_built():
    table = night(anna=has(cash=5, hand="viscount peasant"))
    table.order("anna", "build viscount with peasant")
    assert table.anna.cash == 11


def test_count_brings_9f_when_built():
    table = night(anna=has(cash=5, hand="count peasant peasant"))
    table.order("anna", "build count with peasant peasant")
    assert table.anna.cash == 14


def test_duke_brings_4f_when_built():
    table = night(anna=has(cash=5, hand="duke monk monk novice"))
    table.order("anna", "build duke with 2 monks novice")
    assert table.anna.cash == 9


def test_duke_brings_4f_at_the_end_for_each_green_card_in_the_exit_stack():
    table = last_morning(
        anna=has(cash=5, annexes="duke"), exit="baron prince monk", inn={3: "major"}
    )
    assert table.anna.cash == 13


def test_prince_brings_3f_at_the_end_for_each_check():
    table = last_morning(anna=has(cash=5, checks=4, annexes="prince"), inn={3: "major"})
    assert table.anna.cash == 17


def test_prince_brings_nothing_when_built():
    table = night(anna=has(cash=5, hand="prince monk monk novice"))
    table.order("anna", "build prince with 2 monks novice")
    assert table.anna.cash == 5


def test_marquis_brings_18f_when_built():
    table = night(anna=has(cash=5, hand="marquis monk monk novice"))
    table.order("anna", "build marquis with 2 monks novice")
    assert table.anna.cash == 23


# Police (grey): they come back after a kill, and never become annexes. (Ruling R101)


def test_peacekeeper_returns_after_a_kill():
    table = night(anna=has(hand="peacekeeper"), inn={1: "monk"})
    table.order("anna", "kill 1 with peacekeeper")
    assert table.anna.hand == ["peacekeeper"]


def test_peacekeeper_cannot_be_an_annex():
    table = night(anna=has(hand="peacekeeper"))
    assert "cannot become an annex" in table.refused("anna", "build peacekeeper")


@rule("R101")
def test_brigadier_cannot_be_an_annex():
    table = night(anna=has(hand="brigadier peasant"))
    assert "cannot become an annex" in table.refused("anna", "build brigadier with peasant")


def test_brigadier_chief_cannot_be_an_annex():
    table = night(anna=has(hand="brigadier-chief peasant peasant"))
    assert "cannot become an annex" in table.refused("anna", "build brigadier-chief")


def test_major_cannot_be_an_annex():
    table = night(anna=has(hand="major peasant"))
    assert "cannot become an annex" in table.refused("anna", "build major")


@pytest.mark.parametrize("card", ["peacekeeper", "brigadier", "brigadier-chief", "major"])
def test_police_in_a_room_investigate(card):
    table = morning(inn={5: card}, anna=has(cash=25, checks=0, corpses="duke"))
    assert table.anna.cash == 15


# Peasants (yellow) and the barn.


def test_peasant_cannot_be_an_annex():
    table = night(anna=has(hand="peasant"))
    assert "cannot become an annex" in table.refused("anna", "build peasant")


def test_peasant_carries_4f():
    table = night(anna=has(cash=5, corpses="peasant"))
    table.order("anna", "bury peasant under barn")
    assert table.anna.cash == 9


def test_barn_takes_one_corpse():
    table = night(anna=has(corpses="baron", annexes="barn:baron"))
    assert "no room" in table.refused("anna", "bury baron under barn")


# What is the same within a family or a rank.

TABLE = """
cultivator      artisan   0  8 4 build
mechanic        artisan   1 12 4 build
distiller       artisan   2 18 3 build
gardener        artisan   3 26 1 build
landscaper      artisan   3 26 1 build
butcher         artisan   3 26 1 build
newsboy         merchant  0  8 4 bribe
representative  merchant  1 12 4 bribe
concierge       merchant  2 18 3 bribe
grocer          merchant  3 26 1 bribe
shopkeeper      merchant  3 26 1 bribe
brewer          merchant  3 26 1 bribe
novice          religious 0  8 4 bury
monk            religious 1 12 4 bury
abbot           religious 2 18 3 bury
priest          religious 3 26 1 bury
archbishop      religious 3 26 1 bury
bishop          religious 3 26 1 bury
baron           noble     0  8 4 none
viscount        noble     1 12 4 none
count           noble     2 18 3 none
duke            noble     3 26 1 none
prince          noble     3 26 1 none
marquis         noble     3 26 1 none
peacekeeper     police    0  8 4 kill
brigadier       police    1 12 4 kill
brigadier-chief police    2 18 3 kill
major           police    3 26 3 kill
peasant         peasant   0  4 8 none
"""
ROWS = [line.split() for line in TABLE.strip().splitlines()]
GUESTS = [row[0] for row in ROWS]


@pytest.mark.parametrize("row", ROWS, ids=GUESTS)
def test_card_is_printed_as(row):
    name, family, rank, money, copies, affinity = row
    card = known_cards()[name]
    found = (card.family, card.rank, card.outer, card.money, card.copies, card.affinity or "none")
    assert found == (family, int(rank), int(rank), int(money), int(copies), affinity)


@pytest.mark.parametrize("row", ROWS, ids=GUESTS)
def test_pockets_are_emptied_by_burying(row):
    name, _, rank, money, *_ = row
    grave = "duke" if name == "marquis" else "marquis"
    table = night(anna=has(cash=0, hand="peasant peasant peasant", corpses=name, annexes=grave))
    tail = f" with {rank} peasants" if rank != "0" else ""
    table.order("anna", f"bury {name} under {grave}{tail}")
    assert table.anna.cash == int(money)


@pytest.mark.parametrize("row", [row for row in ROWS if row[5] != "none"], ids=lambda row: row[0])
def test_icon_brings_the_card_back(row):
    # (Ruling R21)
    name, *_, affinity = row
    table = played_for(affinity, name)
    assert name in table.anna.hand
    assert table.game.exit == []


@pytest.mark.parametrize("row", [row for row in ROWS if row[5] != "bribe"], ids=lambda row: row[0])
def test_card_without_the_icon_is_discarded_by_a_bribe(row):
    name = row[0]
    table = night(anna=has(hand=name), inn={1: "representative"})
    table.order("anna", f"bribe 1 with {name}")
    assert table.anna.hand == ["representative"]
    assert (table.game.exit, table.game.bistro) == (([], 1) if name == "peasant" else ([name], 0))
