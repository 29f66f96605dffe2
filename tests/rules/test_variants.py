"""Unlimited Wealth, First Come First Served and the solitaire game, alone and together."""

from __future__ import annotations

from tests.rules.scenario import Scripted, evening, has, last_morning, morning, new, night

WEALTH = {"variants": ["unlimited-wealth"]}
COME = {"variants": ["first-come"]}
FIVE = "duke monk baron count abbot newsboy"


# Unlimited Wealth (ruling R08)


def test_shares_have_no_limit():
    table = night(**WEALTH, anna=has(cash=40, corpses="baron"), ben=has(cash=99))
    table.order("anna", "bury baron under ben barn")
    assert (table.anna.cash, table.ben.cash) == (44, 103)


def test_rents_have_no_limit():
    assert morning(**WEALTH, inn={1: "duke"}, anna=has(cash=40)).anna.cash == 41


def test_who_has_a_card_to_build_is_asked():
    assert night(**WEALTH, anna=has(hand="baron")).asked() == {"anna": "action"}


def test_accomplices_leave_only_when_checks_are_gone_too():
    # 11 due; 0F and one check pay ten.
    hand = "monk monk monk monk baron baron baron baron abbot abbot duke"
    table = morning(**WEALTH, anna=has(cash=0, checks=1, hand=hand))
    assert table.asked() == {"anna": "wages"}
    assert "1 of your accomplices must leave, 2 named" in table.refused("anna", "dismiss 2 monks")


def test_the_last_gravedigger_takes_whole_10f_of_cash_first():
    table = last_morning(**WEALTH, anna=has(cash=15, checks=3, corpses="baron monk"))
    assert table.wealth() == (5, 2)


def test_who_cannot_pay_the_gravedigger_gives_all():
    table = morning(**WEALTH, inn={3: "major"}, anna=has(cash=8, checks=1, corpses="baron monk"))
    assert (table.wealth(), table.anna.corpses) == ((0, 0), [])


def test_a_greenhouse_rounds_down():
    table = last_morning(**WEALTH, anna=has(cash=19, checks=0, annexes="prince"))
    assert table.anna.cash == 22


def test_bonuses_have_no_limit():
    table = last_morning(**WEALTH, anna=has(cash=39, annexes="grocer"), exit="newsboy newsboy")
    assert table.anna.cash == 47


# First Come, First Served (ruling R07)


def test_travelers_take_the_rooms_in_their_order():
    table = new("anna ben", **COME, dealer=Scripted("anna", FIVE))
    assert [table.guest(room) for room in range(1, 6)] == FIVE.split()[:5]


def test_room_service_is_paid_one_by_one():
    table = evening(
        **COME, entrance=FIVE, service={1: "ben", 2: "ben"}, ben=has(cash=0, checks=0), bistro=1
    )
    assert table.said("gain") == ["gain ben 3 0 room-service", "gain ben 1 0 room-service"]


def test_an_occupied_room_is_left_out():
    table = evening(**COME, entrance=FIVE, inn={2: "major"})
    assert [table.guest(room) for room in range(1, 6)] == [
        "duke",
        "major",
        "monk",
        "baron",
        "count",
    ]


def test_a_season_ends_in_the_middle_of_a_welcome():
    table = evening(**COME, entrance="duke monk", exit="baron count abbot newsboy")
    table.go_on()
    assert (table.guest(1), table.guest(2)) == ("duke", "monk")
    assert (table.game.season, len(table.game.entrance)) == (2, 1)


# Both


def test_both_variants_together():
    table = new(
        "anna ben", variants=["first-come", "unlimited-wealth"], dealer=Scripted("anna", FIVE)
    )
    assert table.asked() == {"anna": "action"}
    assert "no laundering" in table.refused("anna", "pass to cash 1")


# Solitaire


def test_solitaire_keeps_its_first_player():
    table = morning(seats=1)
    assert (table.game.host, table.asked()) == (0, {"anna": "place"})
    assert table.said("host") == []


def test_solitaire_is_won_with_any_score():
    table = last_morning(seats=1, anna=has(cash=1, checks=0), inn={2: "duke"})
    assert (table.winners(), table.result().lost) == (["anna"], False)


def test_solitaire_ends_without_travelers():
    table = evening(seats=1, season=1, entrance="", exit="", anna=has(cash=7, checks=1))
    table.go_on()
    assert table.said("too-few", "loot") == ["too-few 0", "loot anna 7 1"]


def test_solitaire_first_come_and_unlimited_wealth():
    table = new("anna", variants=["first-come", "unlimited-wealth"], dealer=Scripted("", ""))
    assert table.asked() == {"anna": "action"}
