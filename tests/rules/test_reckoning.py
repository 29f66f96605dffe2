"""How the loot of a player comes about, line by line."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from pbem import rules
from tests.rules.random_game import MOST_ORDERS, Shuffler, start
from tests.rules.scenario import has, last_morning


def lines(table, seat=0):
    return [tuple(line) for line in rules.reckoning(table.game, seat, table.events)]


def test_cash_and_checks_are_all_there_is_without_annexes():
    table = last_morning(anna=has(cash=13, checks=4))
    assert lines(table) == [("cash", (), 13), ("checks", (), 40)]


def test_each_annex_has_its_line():
    table = last_morning(
        anna=has(cash=0, checks=2, annexes="grocer prince bishop"), exit="newsboy monk novice"
    )
    assert lines(table) == [
        ("cash", (), 0),
        ("checks", (), 20),
        ("annex", ("grocer",), 4),
        ("annex", ("bishop",), 8),
        ("annex", ("prince",), 6),
    ]


def test_the_last_gravedigger_is_paid_first():
    table = last_morning(anna=has(cash=15, checks=3, corpses="baron monk"))
    assert lines(table) == [
        ("cash", (), 15),
        ("checks", (), 30),
        ("gravedigger", ("baron", "monk"), -20),
    ]


def test_what_does_not_fit_on_the_track_is_told():
    table = last_morning(anna=has(cash=38, checks=0, annexes="grocer"), exit="newsboy newsboy")
    # 8F of the Grocery, 2F of them fit.
    assert lines(table) == [
        ("cash", (), 38),
        ("checks", (), 0),
        ("annex", ("grocer",), 8),
        ("lost", (), -6),
    ]


def test_a_safe_has_what_another_player_cannot_gain():
    table = last_morning(
        anna=has(cash=38, checks=0, annexes="grocer"),
        ben=has(cash=1, checks=0, annexes="banker"),
        exit="newsboy newsboy",
    )
    assert lines(table, 1) == [("cash", (), 1), ("checks", (), 0), ("safe", (), 6)]


def test_wages_and_incomes_of_the_last_morning_are_no_part_of_it():
    table = last_morning(
        anna=has(cash=10, checks=0, hand="monk monk", annexes="gardener"), exit="newsboy"
    )
    # 10F, 2F of the gardens, 2F of wages.
    assert lines(table) == [("cash", (), 10), ("checks", (), 0)]


def test_wealth_without_a_limit_counts_for_the_greenhouse():
    table = last_morning(
        anna=has(cash=25, checks=1, annexes="prince"), variants=["unlimited-wealth"]
    )
    # 35F are 3 checks, of 3F each.
    assert lines(table) == [("cash", (), 25), ("checks", (), 10), ("annex", ("prince",), 9)]


@pytest.mark.parametrize("number", range(40))
def test_the_lines_add_up_to_the_loot(number):
    chance = random.Random(number)
    game, dealer = start(number), Shuffler(number)
    rules.settle(game, dealer)
    events = list(game.events)
    for _ in range(MOST_ORDERS):
        asked = rules.pending(game)
        if not asked:
            break
        seat = asked[0].seat
        orders = [*islice(rules.legal_orders(game, seat), 50)]
        events += rules.play(game, seat, chance.choice(orders), dealer)
    loot = rules.result(game).loot
    for seat, francs in enumerate(loot):
        assert sum(line.francs for line in rules.reckoning(game, seat, events)) == francs
