"""Police, rents and wages. (Rulebook, Phase 3)"""

from __future__ import annotations

import pytest

from tests.rules.scenario import has, morning


def test_example_of_a_morning():
    # One police card; one unburied corpse; two occupied rooms of Ben's; 1F for each accomplice.
    table = morning(
        seats=3,
        keys={4: "ben"},
        inn={1: "duke", 2: "monk", 4: "baron", 5: "brigadier"},
        anna=has(cash=20, checks=0, corpses="abbot", hand="novice"),
        ben=has(cash=20, checks=0, hand="novice novice"),
        cleo=has(cash=20, checks=0, hand="newsboy"),
    )
    # Anna pays 10F for the corpse; rents are 1F, 2F and nothing; wages 1F, 2F and 1F.
    assert [player.cash for player in table.game.players] == [10, 20, 19]
    assert table.game.exit == ["duke", "monk", "baron", "brigadier"]


def test_without_police_corpses_stay():
    table = morning(inn={1: "duke"}, anna=has(corpses="abbot baron"))
    assert table.anna.corpses == ["abbot", "baron"]


def test_each_corpse_costs_10f():
    table = morning(inn={3: "major"}, anna=has(cash=35, checks=0, corpses="baron monk duke"))
    assert table.anna.cash == 5


def test_buried_corpses_cost_nothing():
    table = morning(inn={3: "major"}, anna=has(cash=35, annexes="barn:baron"))
    assert table.anna.cash == 35


def test_several_police_call_the_gravedigger_once():
    table = morning(inn={3: "major", 4: "brigadier"}, anna=has(cash=35, checks=0, corpses="baron"))
    assert table.anna.cash == 25
    assert table.said("police") == ["police 3 major"]


@pytest.mark.parametrize(
    ("cash", "checks", "corpses", "legal"),
    [
        (10, 1, 1, {0, 1}),
        (25, 3, 3, {1, 2, 3}),
        (40, 1, 3, {0, 1}),
        (19, 2, 2, {1, 2}),
        (40, 9, 3, {0, 1, 2, 3}),
    ],
)
def test_the_mix_is_whole_10f_of_cash_and_checks(cash, checks, corpses, legal):
    bodies = " ".join(["baron"] * corpses)
    table = morning(inn={3: "major"}, anna=has(cash=cash, checks=checks, corpses=bodies))
    assert table.legal("anna") == {f"pay {n} check{'' if n == 1 else 's'}" for n in legal}


@pytest.mark.parametrize(
    ("cash", "checks", "corpses", "left"),
    [
        (9, 1, 1, (9, 0)),  # only the check pays in full
        (19, 1, 2, (9, 0)),  # 10F and the check
        (40, 0, 4, (0, 0)),
        (19, 0, 2, (0, 0)),  # cannot pay in full: all goes
        (5, 2, 3, (0, 0)),
        (0, 0, 1, (0, 0)),
    ],
)
def test_without_a_choice_nobody_is_asked(cash, checks, corpses, left):
    bodies = " ".join(["baron"] * corpses)
    table = morning(inn={3: "major"}, anna=has(cash=cash, checks=checks, corpses=bodies))
    assert (table.wealth(), table.anna.corpses) == (left, [])


def test_gravediggers_are_asked_at_once_and_answered_in_any_order():
    who = has(cash=20, checks=2, corpses="baron")
    table = morning(seats=3, inn={4: "major"}, anna=who, ben=who, cleo=who)
    assert set(table.asked()) == {"anna", "ben", "cleo"}
    table.order("cleo", "pay 1 check")
    table.order("anna", "pay 0 checks")
    assert set(table.asked()) == {"ben"}


def test_travelers_leave_after_the_last_gravedigger_is_paid():
    who = has(cash=20, checks=2, corpses="baron")
    table = morning(inn={1: "major"}, anna=who, ben=who)
    table.order("anna", "pay 0 checks")
    assert table.guest(1) == "major"
    table.order("ben", "pay 0 checks")
    assert table.guest(1) is None


def test_empty_rooms_bring_no_rent():
    assert morning(anna=has(cash=5)).anna.cash == 5


def test_rent_is_not_paid_for_white_rooms():
    table = morning(inn={3: "duke", 4: "monk", 5: "baron"}, anna=has(cash=5), ben=has(cash=5))
    assert (table.anna.cash, table.ben.cash) == (5, 5)


def test_rent_is_the_owners_of_the_key_not_of_the_service():
    table = morning(inn={1: "duke"}, service={1: "ben"}, anna=has(cash=5), ben=has(cash=5))
    assert (table.anna.cash, table.ben.cash) == (6, 5)


def test_service_tokens_and_keys_stay():
    table = morning(inn={1: "duke"}, service={1: "ben"})
    assert (table.key(1), table.service(1)) == ("anna", "ben")


def test_the_rent_pays_wages():
    table = morning(inn={1: "duke"}, anna=has(cash=0, checks=0, hand="monk"))
    assert (table.anna.cash, table.anna.hand) == (0, ["monk"])


def test_unpaid_peasants_go_to_the_bistro():
    table = morning(anna=has(cash=0, hand="peasant peasant"))
    assert (table.anna.hand, table.game.bistro) == ([], 2)


def test_unpaid_travelers_go_to_the_exit_stack():
    table = morning(anna=has(cash=0, hand="monk"))
    assert table.game.exit == ["monk"]


def test_equal_accomplices_leave_without_a_question():
    table = morning(anna=has(cash=1, hand="monk monk monk"))
    assert table.anna.hand == ["monk"]


def test_nobody_else_leaves_than_was_named():
    table = morning(anna=has(cash=2, hand="monk baron duke peasant"))
    table.order("anna", "dismiss duke peasant")
    assert table.anna.hand == ["baron", "monk"]


def test_a_card_that_is_not_held_cannot_be_dismissed():
    table = morning(anna=has(cash=1, hand="monk baron"))
    assert table.refused("anna", "dismiss duke") == "1 duke named, 0 in hand"


def test_a_card_cannot_be_dismissed_oftener_than_it_is_held():
    table = morning(anna=has(cash=1, hand="monk brigadier-chief peasant peasant"))
    assert table.refused("anna", "dismiss 3 peasants") == "3 peasant named, 2 in hand"


def test_the_next_round_begins():
    table = morning(number=4)
    assert (table.game.number, table.game.phase) == (5, "evening")
    assert table.asked() == {"ben": "place"}
