"""How many orders there are, by depth; counted by the list, by groups and by brute force."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from pbem import rules
from pbem.rules import position
from tests.rules import brute

COUNTS = tomllib.loads(Path(__file__).with_name("counts.toml").read_text())
CASES = [(name, depth) for name in COUNTS for depth in range(1, len(COUNTS[name]["orders"]) + 1)]
#: Brute force tries thousands of orders at each step.
BRUTE_DEPTH = 2


def listed(game, seat):
    return list(rules.legal_orders(game, seat))


def found(game, seat):
    asked = next(one for one in rules.pending(game) if one.seat == seat)
    return brute.legal(game, asked)


def count(game, depth, orders):
    """The sequences of that many orders, the first player asked answering first."""
    seat = rules.pending(game)[0].seat
    if depth == 1 and orders is listed:
        return sum(group.orders for group in rules.groups(game, seat))
    legal = orders(game, seat)
    if depth == 1:
        return len(legal)
    return sum(count(rules.after(game, seat, order), depth - 1, orders) for order in legal)


@pytest.mark.parametrize(("name", "depth"), CASES)
def test_the_number_of_orders_by_depth(name, depth):
    game = position.read(COUNTS[name]["position"])
    assert count(game, depth, listed) == COUNTS[name]["orders"][depth - 1]


@pytest.mark.parametrize(("name", "depth"), [case for case in CASES if case[1] <= BRUTE_DEPTH])
def test_brute_force_finds_the_same_number(name, depth):
    game = position.read(COUNTS[name]["position"])
    assert count(game, depth, found) == COUNTS[name]["orders"][depth - 1]
