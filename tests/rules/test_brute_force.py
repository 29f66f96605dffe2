"""What is listed as legal is exactly what, of all that can be written, meets no objection."""

from __future__ import annotations

import random

import pytest

from pbem import rules
from tests.rules import brute
from tests.rules.scenario import evening, has, morning, night

FULL_INN = {1: "monk", 2: "baron", 3: "count", 4: "newsboy"}

POSITIONS = {
    "nothing special": night(
        inn=FULL_INN, bistro=3, anna=has(hand="peasant peasant monk baron", corpses="abbot baron")
    ),
    "shop": night(inn=FULL_INN, anna=has(hand="newsboy monk peasant", annexes="shopkeeper")),
    "shop with parlors": night(
        inn=FULL_INN,
        anna=has(hand="newsboy monk", annexes="shopkeeper representative representative"),
    ),
    "butcher": night(inn=FULL_INN, bistro=1, anna=has(hand="major peasant", annexes="butcher")),
    "brewery": night(bistro=5, inn={1: "monk"}, anna=has(hand="peasant", annexes="brewer")),
    "brewery, few peasants": night(bistro=3, anna=has(annexes="brewer")),
    "workshops": night(anna=has(hand="count count viscount mechanic", annexes="mechanic mechanic")),
    "monk": night(anna=has(hand="monk monk novice"), inn={3: "duke"}),
    "monk, one white key": night(anna=has(hand="monk peasant"), keys={3: "ben", 4: "anna"}),
    "monk, no white key": night(
        anna=has(hand="monk peasant"), keys={3: "ben", 4: "anna", 5: "anna"}
    ),
    "concierge": night(anna=has(hand="concierge monk baron"), service={1: "ben", 3: "anna"}),
    "concierge, every door served": night(
        anna=has(hand="concierge monk baron"), service=dict.fromkeys(range(1, 6), "ben")
    ),
    "money": night(anna=has(cash=37, checks=4)),
    "poor": night(anna=has(cash=9, checks=0, hand="baron")),
    "unlimited wealth": night(
        variants=["unlimited-wealth"], anna=has(cash=37, checks=4, hand="baron")
    ),
    "graves of three": night(
        seats=3,
        anna=has(hand="novice monk", corpses="baron count", annexes="barn:peasant monk monk:baron"),
        ben=has(annexes="abbot:baron newsboy"),
    ),
    "wages": morning(anna=has(cash=2, hand="monk monk baron peasant")),
    "gravedigger": morning(
        anna=has(cash=25, checks=4, corpses="baron baron monk"), inn={1: "major"}
    ),
    "two gravediggers": morning(
        inn={1: "major"},
        anna=has(cash=25, checks=4, corpses="baron"),
        ben=has(cash=12, checks=2, corpses="monk monk"),
    ),
    "placing": evening(entrance="duke monk baron", inn={1: "abbot"}, keys={8: "white"}),
}

CRYPTS = {
    "crypt": night(
        anna=has(hand="novice peasant", corpses="baron peasant", annexes="barn:monk archbishop")
    ),
    "crypt with equal corpses": night(
        anna=has(hand="novice", corpses="baron baron", annexes="archbishop:duke monk monk")
    ),
    "crypt, cellar and chapel": night(
        anna=has(hand="novice peasant", corpses="monk baron", annexes="archbishop abbot priest")
    ),
    "crypt, little room": night(
        anna=has(corpses="baron baron peasant", annexes="barn:monk archbishop:monk+monk"),
        ben=has(annexes="barn:novice"),
    ),
}
CHAPELS = {
    "chapel": night(
        anna=has(hand="novice peasant peasant baron", corpses="count", annexes="priest")
    ),
    "chapel and cellars": night(
        anna=has(hand="novice peasant baron", corpses="count monk", annexes="priest abbot abbot")
    ),
}


def agree(game, **limits):
    for asked in rules.pending(game):
        listed = list(rules.legal_orders(game, asked.seat))
        assert len(set(listed)) == len(listed)
        assert set(listed) == brute.legal(game, asked, **limits)
        assert sum(group.orders for group in rules.groups(game, asked.seat)) == len(listed)


@pytest.mark.parametrize("name", POSITIONS | CHAPELS)
def test_listed_orders_are_those_that_brute_force_finds(name):
    agree((POSITIONS | CHAPELS)[name].game)


@pytest.mark.parametrize("name", CRYPTS)
def test_orders_of_several_burials_are_those_that_brute_force_finds(name):
    agree(CRYPTS[name].game, most_burials=3 if name == "crypt, little room" else 2)


CARDS = "monk monk baron count newsboy mechanic abbot peasant peasant concierge major".split()
ANNEXES = (
    "mechanic abbot priest representative brewer shopkeeper butcher monk newsboy concierge".split()
)


def any_position(seed):
    chance = random.Random(f"brute {seed}")
    corpses = " ".join(chance.sample(["baron", "viscount", "viscount", "count"], k=2))
    return night(
        inn=dict(enumerate(chance.sample(CARDS[:6], k=3), start=1)),
        bistro=chance.randrange(6),
        service={chance.randrange(1, 6): "ben"},
        anna=has(
            cash=chance.randrange(41),
            checks=chance.randrange(6),
            hand=" ".join(chance.sample(CARDS, k=chance.randrange(4))),
            corpses=corpses,
            annexes=" ".join(chance.sample(ANNEXES, k=chance.randrange(5))),
        ),
        ben=has(annexes=chance.choice(["barn:novice", "barn abbot:novice"])),
    )


@pytest.mark.parametrize("seed", range(24))
def test_any_small_position(seed):
    agree(any_position(seed).game)
