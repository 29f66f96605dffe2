"""Every notable, tested under its own name. (The Carnies, Module 2; numbers from its rulebook)"""

from __future__ import annotations

from collections import Counter

import pytest

from pbem.rules import known_cards
from tests.rules.scenario import has, morning, new, night, rule


def test_sericulturist_brings_3f_for_each_own_room_with_a_traveler():
    # "If 2 of your rooms are occupied, immediately gain 6F."
    table = night(
        keys={3: "anna"},
        inn={1: "duke", 2: "monk", 3: "baron"},
        anna=has(cash=5, hand="sericulturist peasant"),
    )
    table.order("anna", "build sericulturist with peasant")
    assert table.anna.cash == 11


def test_sericulturist_does_not_count_trailers():
    table = night(
        trailers={"juggler": "anna"},
        inn={1: "duke", "juggler": "monk"},
        anna=has(cash=5, hand="sericulturist peasant"),
    )
    table.order("anna", "build sericulturist with peasant")
    assert table.anna.cash == 8


def test_sericulturist_brings_nothing_for_empty_rooms():
    table = night(anna=has(cash=5, hand="sericulturist peasant"))
    table.order("anna", "build sericulturist with peasant")
    assert table.anna.cash == 5


def test_winemaker_brings_3f_for_each_neutral_room_with_a_traveler():
    # "If 2 neutral rooms are occupied, immediately gain 6F."
    table = night(
        inn={1: "duke", 3: "monk", 4: "baron"},
        anna=has(cash=5, hand="winemaker"),
    )
    table.order("anna", "build winemaker")
    assert table.anna.cash == 11


def test_surgeon_brings_3f_if_another_player_has_a_corpse():
    table = morning(anna=has(cash=5, annexes="surgeon"), ben=has(corpses="duke"))
    assert table.anna.cash == 8


def test_surgeon_brings_no_more_for_several_corpses():
    table = morning(
        seats=3,
        anna=has(cash=5, annexes="surgeon"),
        ben=has(corpses="duke monk"),
        cleo=has(corpses="baron"),
    )
    assert table.anna.cash == 8


@rule("R23")
def test_surgeon_copies_add_up():
    # "If you have 2 laboratories, gain 6F."
    table = morning(anna=has(cash=5, annexes="surgeon surgeon"), ben=has(corpses="duke"))
    assert table.anna.cash == 11


def test_surgeon_brings_nothing_for_own_corpses():
    assert morning(anna=has(cash=5, corpses="duke", annexes="surgeon")).anna.cash == 5


def test_surgeon_comes_after_the_police():
    table = morning(
        inn={3: "major"}, anna=has(cash=5, annexes="surgeon"), ben=has(cash=9, corpses="duke")
    )
    assert table.anna.cash == 5


def test_surgeon_has_16f_in_his_pockets():
    table = night(anna=has(cash=0, hand="monk monk", corpses="surgeon"))
    table.order("anna", "bury surgeon under barn with 2 monks")
    assert table.anna.cash == 16


@rule("R91")
def test_banker_catches_what_another_player_cannot_gain():
    # "He has 28F, he can gain only 12F and you gain the excess of 6F."
    table = night(
        anna=has(cash=28, hand="monk monk", corpses="count"), ben=has(cash=5, annexes="banker")
    )
    table.order("anna", "bury count under barn with 2 monks")
    assert (table.anna.cash, table.ben.cash) == (40, 11)


@rule("R91")
def test_banker_catches_nothing_of_his_owner():
    table = night(anna=has(cash=38, corpses="baron", annexes="banker"), ben=has(cash=5))
    table.order("anna", "bury baron under barn")
    assert (table.anna.cash, table.ben.cash) == (40, 5)


def test_banker_has_a_limit_too():
    table = night(anna=has(cash=40, corpses="baron"), ben=has(cash=37, annexes="banker"))
    table.order("anna", "bury baron under barn")
    assert table.ben.cash == 40
    assert table.said("gain") == ["gain anna 0 8 burial", "gain ben 3 5 safe"]


def test_notary_may_exchange_when_another_player_launders():
    table = night(anna=has(cash=25), ben=has(cash=10, checks=1, annexes="notary"))
    table.order("anna", "pass to checks 2")
    assert table.asked() == {"ben": "study"}
    table.order("ben", "exchange")
    assert table.wealth("ben") == (0, 2)


def test_notary_may_decline():
    table = night(anna=has(cash=25), ben=has(cash=10, checks=1, annexes="notary"))
    table.order("anna", "pass to checks 2")
    table.order("ben", "decline")
    assert (table.wealth("ben"), table.asked()) == ((10, 1), {"ben": "action"})


def test_notary_is_not_asked_about_cashing():
    table = night(anna=has(checks=2), ben=has(cash=10, annexes="notary"))
    table.order("anna", "pass to cash 1")
    assert table.asked() == {"ben": "action"}


def test_notary_is_not_asked_on_his_owners_turn():
    table = night(anna=has(cash=25, annexes="notary"))
    table.order("anna", "pass to checks 1")
    assert table.asked() == {"ben": "action"}


def test_pharmacist_brings_2f_if_another_player_has_three_accomplices():
    table = morning(
        anna=has(cash=5, annexes="pharmacist"), ben=has(cash=9, hand="monk monk peasant")
    )
    assert table.anna.cash == 7


def test_pharmacist_brings_nothing_for_two_accomplices():
    table = morning(anna=has(cash=5, annexes="pharmacist"), ben=has(cash=9, hand="monk monk"))
    assert table.anna.cash == 5


def test_pharmacist_brings_nothing_for_his_owners_hand():
    table = morning(anna=has(cash=5, hand="monk monk monk", annexes="pharmacist"))
    assert table.anna.cash == 2  # the wages


# What is printed on them.

TABLE = """
sericulturist 0 1 10 4 silk-farm
winemaker     2 0 14 4 wine-cask
surgeon       1 2 16 3 laboratory
banker        1 3 20 1 safe
notary        3 1 20 1 study
pharmacist    1 3 20 1 pharmacy
"""
ROWS = [line.split() for line in TABLE.strip().splitlines()]
PRINTED = [row[0] for row in ROWS]


@pytest.mark.parametrize("row", ROWS, ids=PRINTED)
def test_card_is_printed_as(row):
    name, rank, outer, money, copies, annex = row
    card = known_cards()[name]
    found = (card.family, card.rank, card.outer, card.money, card.copies, card.affinity)
    assert found == ("notable", int(rank), int(outer), int(money), int(copies), None)
    assert card.annex.name == annex


def test_notables_take_the_place_of_the_nobles():
    deck = Counter(new("anna ben", modules=["notables"]).dealer.asked[-1][2])
    assert deck.total() == 70
    assert {name: deck[name] for name in PRINTED} == {row[0]: int(row[4]) for row in ROWS}
    nobles = [name for name in deck if known_cards()[name].family == "noble"]
    assert nobles == []


@pytest.mark.parametrize("row", ROWS, ids=PRINTED)
def test_top_rank_kills(row):
    name, rank, *_ = row
    crew = f" with {rank} peasants" if rank != "0" else ""
    table = night(inn={2: name}, anna=has(hand="peasant peasant peasant"))
    table.order("anna", f"kill 2{crew}")
    assert table.anna.corpses == [name]


@pytest.mark.parametrize("row", ROWS, ids=PRINTED)
def test_bottom_rank_builds(row):
    name, _, outer, *_ = row
    crew = f" with {outer} peasants" if outer != "0" else ""
    table = night(anna=has(hand=f"{name} peasant peasant peasant"))
    table.order("anna", f"build {name}{crew}")
    assert table.built() == [name]


@pytest.mark.parametrize("row", ROWS, ids=PRINTED)
def test_pockets_are_emptied_by_burying(row):
    name, _, outer, money, *_ = row
    tail = f" with {outer} peasants" if outer != "0" else ""
    table = night(anna=has(cash=0, hand="peasant peasant peasant", corpses=name, annexes="duke"))
    table.order("anna", f"bury {name} under duke{tail}")
    assert table.anna.cash == int(money)
