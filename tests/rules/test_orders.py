"""Orders are plain values: equal when they say the same."""

from __future__ import annotations

import pytest

from pbem.rules.orders import (
    Bribe,
    Build,
    Burial,
    Bury,
    Dismiss,
    Hold,
    Keep,
    Kill,
    Pass,
    Pay,
    Place,
    Play,
    Stand,
    Study,
    Swap,
    Using,
)

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
    Bribe(["1"], using=[Using("liquor")]),
    Kill(["1"], using=[Using("well")]),
    Kill(["1", "2"], using=[Using("well", "1")]),
    Kill(["1", "2"], using=[Using("well", "2")]),
    Build("monk", using=[Using("hammer")]),
    Bury([Burial("monk", 0, "barn")], using=[Using("bible")]),
    Keep("rug"),
    Keep("tomb"),
    Play("letter"),
    Play("cake", place="1"),
    Play("cake", place="2"),
    Play("rug", corpse="monk", player=1),
    Play("rug", corpse="monk", player=0),
    Play("snow-pile", corpse="monk"),
    Hold(),
    Stand("round"),
    Stand("until", 4),
    Stand("until", 5),
    Stand("always"),
    Stand("no more"),
    Study(exchange=True),
    Study(exchange=False),
    Swap("cash", 1),
    Swap("checks", 1),
    Swap("cash", 2),
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
            Build("monk", using=[Using("hammer"), Using("wheelbarrow")]),
            Build("monk", using=[Using("wheelbarrow"), Using("hammer")]),
        ),
        (
            Bury([Burial("monk", 0, "barn"), Burial("baron", 0, "duke")]),
            Bury([Burial("baron", 0, "duke"), Burial("monk", 0, "barn")]),
        ),
    ],
)
def test_the_order_of_naming_means_nothing(one, other):
    assert one == other
    assert hash(one) == hash(other)


def test_of_two_equal_burials_an_object_is_on_the_first():
    burials = [Burial("monk", 0, "duke"), Burial("monk", 0, "duke")]
    first = Bury(burials, using=[Using("gold-teeth", "monk")])
    assert Bury(burials, using=[Using("gold-teeth", "monk#2")]) == first


def test_of_two_burials_under_different_annexes_it_is_not():
    burials = [Burial("monk", 0, "duke"), Burial("monk", 1, "duke")]
    first = Bury(burials, using=[Using("gold-teeth", "monk")])
    assert Bury(burials, using=[Using("gold-teeth", "monk#2")]) != first


def test_an_order_shows_what_it_says():
    assert "'1'" in repr(Kill(["1"]))


def test_an_object_may_stand_twice_with_a_target_and_without():
    twice = [Using("well", "1"), Using("well")]
    assert Kill(["1"], using=twice) == Kill(["1"], using=twice[::-1])
