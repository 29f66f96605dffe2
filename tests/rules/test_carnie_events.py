"""Every event, tested under its own name, and how events come and go. (The Carnies, Module 1)"""

from __future__ import annotations

import pytest

from pbem import rules
from tests.rules.scenario import (
    Scripted,
    evening,
    has,
    last_morning,
    live,
    morning,
    new,
    night,
    rule,
)


def test_blackmail_calls_the_gravedigger_without_police():
    table = live("blackmail", anna=has(cash=25, checks=0, corpses="baron duke"))
    assert (table.anna.cash, table.anna.corpses) == (5, [])
    assert sorted(table.game.box) == ["baron", "duke"]


def test_blackmail_is_charged_once_with_the_police():
    table = live(
        "blackmail",
        inn={5: "dwarf", 4: "major"},
        anna=has(cash=25, checks=0, corpses="baron"),
    )
    assert table.anna.cash == 15


def test_blackmail_overlooks_a_corpse_under_the_snow_pile():
    table = live("blackmail", anna=has(cash=25, checks=0, corpses="baron duke", snowed="duke"))
    assert (table.anna.cash, table.anna.corpses) == (15, ["duke"])


@rule("R79")
def test_broken_safe_halves_checks_rounded_up():
    # "For a total of 70F, immediately lose 40F in checks."
    table = live("broken-safe", anna=has(checks=7), ben=has(checks=1))
    assert (table.anna.checks, table.ben.checks) == (3, 0)


@pytest.mark.parametrize(("checks", "left"), [(0, 0), (1, 0), (2, 1), (3, 1)])
def test_broken_safe_of_few_checks(checks, left):
    assert live("broken-safe", anna=has(checks=checks)).anna.checks == left


def test_broken_safe_comes_after_travelers_have_left():
    table = live("broken-safe", anna=has(checks=2))
    kinds = [event[0] for event in table.events]
    assert kinds.index("leave") < kinds.index("lose-checks")


@rule("R86")
def test_cirrhosis_sends_a_peasant_of_the_bistro_to_the_box():
    table = live("cirrhosis", bistro=3)
    assert (table.game.bistro, table.game.box) == (2, ["peasant"])


def test_cirrhosis_does_nothing_while_the_bistro_is_empty():
    table = live("cirrhosis", bistro=0)
    assert (table.game.bistro, table.game.box) == (0, [])


def test_extortion_doubles_wages():
    assert live("extortion", anna=has(cash=10, hand="monk monk monk")).anna.cash == 4


@rule("R82")
def test_extortion_leaves_the_distillery_its_effect():
    # Hand 3, one Distillery, 10F: pays 4F. (Ruling R82)
    table = live("extortion", anna=has(cash=10, hand="monk monk monk", annexes="distiller"))
    assert table.anna.cash == 6


def test_extortion_leaves_1f_that_pays_nobody():
    # Hand 2, 3F: one stays, one leaves, 1F left. (Ruling R82)
    table = live("extortion", anna=has(cash=3, hand="monk monk"))
    assert (table.anna.cash, table.anna.hand) == (1, ["monk"])


def test_fiasco_takes_all_accomplices_without_wages():
    table = live("fiasco", anna=has(cash=5, hand="peasant peasant count"))
    assert (table.anna.cash, table.anna.hand) == (5, [])
    assert (table.game.bistro, table.game.exit) == (2, ["dwarf", "count"])


def test_fiasco_takes_no_objects():
    table = live("fiasco", anna=has(hand="count", objects="poison"))
    table.hold()
    assert table.anna.objects == ["poison"]


def test_fiasco_comes_before_the_pharmacy():
    table = live(
        "fiasco", anna=has(cash=5, annexes="pharmacist"), ben=has(cash=5, hand="monk monk monk")
    )
    assert table.anna.cash == 5


def test_high_season_pays_2f_a_place():
    # 2 rooms and a trailer: 6F. (Ruling R77)
    words = {
        "keys": {3: "anna"},
        "trailers": {"juggler": "anna"},
        "inn": {1: "dwarf", 3: "monk", "juggler": "baron"},
    }
    assert live("high-season", **words, anna=has(cash=5)).anna.cash == 11
    assert morning(**words, anna=has(cash=5)).anna.cash == 8


def test_pickpockets_take_half_of_the_cash_rounded_up():
    # 11F loses 6F; checks stay. (Ruling R80)
    table = live("pickpockets", anna=has(cash=11, checks=3), ben=has(cash=0, checks=2))
    assert (table.wealth("anna"), table.wealth("ben")) == ((5, 3), (0, 2))


def test_pickpockets_come_after_gardens_and_laboratory():
    # 5F + 2F + 3F are 10F, of which they take 5F.
    table = live(
        "pickpockets", anna=has(cash=5, annexes="gardener surgeon"), ben=has(corpses="duke")
    )
    assert table.anna.cash == 5


@rule("R74")
def test_red_herring_keeps_the_police_away():
    table = live("red-herring", inn={5: "dwarf", 4: "major"}, anna=has(cash=25, corpses="baron"))
    assert (table.anna.cash, table.anna.corpses) == (25, ["baron"])
    assert table.said("police") == []


def test_red_herring_does_not_stop_the_letter():
    table = live(
        "red-herring", letter=True, anna=has(cash=25, checks=0, corpses="baron"), ben=has(cash=5)
    )
    assert (table.anna.cash, table.anna.corpses) == (15, [])


EVENTS = (
    "blackmail broken-safe cirrhosis extortion fiasco high-season pickpockets red-herring".split()
)


# How they come and go.

CIRCUS = {"modules": ["carnies", "events"]}


@pytest.mark.parametrize("event", EVENTS)
def test_event_that_is_not_live_does_nothing(event):
    words = {
        "inn": {1: "monk", 4: "major"},
        "bistro": 2,
        "anna": has(cash=30, checks=0, hand="monk monk", corpses="baron"),
    }
    table, without = morning(revealed=event, **words), morning(**words)
    assert table.said()[1:] == without.said()
    assert table.game.event_discards == [event]


def test_the_event_deck_is_shuffled_at_the_start():
    table = new("anna ben", **CIRCUS, dealer=Scripted("anna", "", "fiasco cirrhosis"))
    assert table.dealer.asked[-1] == ("events", 0, tuple(EVENTS))
    assert table.game.event_deck[:2] == ["fiasco", "cirrhosis"]


def test_carnies_may_be_played_without_events():
    table = new("anna ben", modules=["carnies"], dealer=Scripted("anna", "dwarf twins"))
    table.order("anna", "place 1")
    assert (table.game.revealed, table.said("reveal")) == (None, [])


def test_the_first_carnie_placed_reveals_the_top_event():
    table = evening(**CIRCUS, entrance="monk dwarf duke", events="fiasco extortion")
    table.order("anna", "place 1")
    assert table.game.revealed is None
    table.order("anna", "place 2")
    assert (table.game.revealed, table.game.event_deck) == ("fiasco", ["extortion"])
    assert table.said()[:2] == ["place 2 dwarf", "reveal events 0 0 fiasco"]


def test_a_carnie_in_a_trailer_reveals_too():
    table = evening(
        **CIRCUS, trailers={"juggler": "ben"}, entrance="dwarf duke monk", events="fiasco"
    )
    table.order("anna", "place juggler")
    assert table.game.revealed == "fiasco"


def test_a_second_carnie_reveals_nothing():
    table = evening(**CIRCUS, entrance="twins dwarf duke", events="fiasco extortion")
    table.order("anna", "place 1 2")
    assert table.game.event_deck == ["extortion"]


def test_the_event_is_public():
    table = evening(**CIRCUS, entrance="dwarf duke monk", events="fiasco extortion")
    table.order("anna", "place 1")
    piles = rules.public(table.game)["piles"]
    assert (piles["revealed"], piles["events_count"]) == ("fiasco", 1)


def test_an_event_that_was_carried_out_is_discarded():
    table = live("extortion", **CIRCUS)
    assert (table.game.revealed, table.game.event_discards) == (None, ["extortion"])


def test_an_event_is_live_until_the_round_is_over():
    table = live("extortion", anna=has(cash=3, hand="monk baron"))
    assert table.asked() == {"anna": "wages"}
    assert table.game.revealed == "extortion"


def test_discards_are_shuffled_when_the_deck_is_empty():
    table = evening(
        **CIRCUS, entrance="dwarf duke monk", event_discards="fiasco extortion blackmail"
    )
    table.dealer = Scripted("extortion")
    table.order("anna", "place 1")
    assert (table.game.revealed, table.game.event_discards) == ("extortion", [])
    assert table.game.event_deck == ["blackmail", "fiasco"]
    assert table.said()[1:3] == ["shuffle events 1 3", "reveal events 1 0 extortion"]


def test_without_any_event_nothing_is_revealed():
    table = evening(**CIRCUS, entrance="dwarf duke monk")
    table.order("anna", "place 1")
    assert table.game.revealed is None


def test_the_event_is_read_before_the_exit_stack_is_shuffled():
    table = evening(**CIRCUS, entrance="dwarf", exit="duke monk baron count major", events="fiasco")
    table.order("anna", "place 1")
    kinds = [event[0] for event in table.events]
    assert kinds.index("reveal") < kinds.index("shuffle")


def test_killing_the_only_carnie_saves_all():
    table = night(
        revealed="fiasco", inn={1: "fire-eater"}, anna=has(hand="monk"), ben=has(hand="monk")
    )
    table.order("anna", "kill 1")
    table.pass_night()
    assert table.anna.hand == ["monk"]
    assert table.game.event_discards == ["fiasco"]


def test_the_final_round_has_its_event():
    table = last_morning(revealed="broken-safe", inn={5: "dwarf"}, anna=has(cash=0, checks=5))
    assert table.result().loot[0] == 20
    assert (table.game.revealed, table.game.event_discards) == (None, ["broken-safe"])
