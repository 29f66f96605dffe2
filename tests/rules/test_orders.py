"""Orders are plain values: equal when they say the same."""

from __future__ import annotations

import pytest

from pbem.rules.orders import Bribe, Build, Burial, Bury, Dismiss, Kill, Pass, Pay, Place

#: All of these say different things.
DIFFERENT = (
    Place(["1"]),
    Place(["1", "2"]),
    Place(["2", "1"]),
    Bribe(["1"]),
    Bribe(["2"]),
    Bribe(["1"], ["monk"]),
    Bribe(["1"], ["monk"], ["monk"]),
    Kill(["1"]),
    Kill(["2"]),
    Kill(["1"], ["monk"]),
    Build("monk"),
    Build("monk", at="3"),
    Build("monk", ["peasant"]),
    Bury([Burial("monk", 0, "barn")]),
    Bury([Burial("monk", 1, "barn")]),
    Bury([Burial("monk", 0, "barn", 2)]),
    Pass(),
    Pass("cash", 1),
    Pass("checks", 1),
    Pay(1),
    Pay(2),
    Dismiss(["monk"]),
    Dismiss(["baron"]),
)


def test_orders_that_differ_are_unequal():
    assert len(set(DIFFERENT)) == len(DIFFERENT)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Bribe(["2", "1"], ["monk", "baron"]), Bribe(["1", "2"], ["baron", "monk"])),
        (Kill(["2", "1"]), Kill(["1", "2"])),
        (Dismiss(["monk", "baron"]), Dismiss(["baron", "monk"])),
        (
            Bury([Burial("monk", 0, "barn"), Burial("baron", 0, "duke")]),
            Bury([Burial("baron", 0, "duke"), Burial("monk", 0, "barn")]),
        ),
    ],
)
def test_the_order_of_naming_means_nothing(one, other):
    assert one == other
    assert hash(one) == hash(other)


def test_an_order_shows_what_it_says():
    assert "'1'" in repr(Kill(["1"]))
