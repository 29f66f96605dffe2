"""What is listed as legal is exactly what, of all that can be written, meets no objection."""

from __future__ import annotations

import random

import pytest

from pbem import rules
from pbem.rules.options import RULINGS
from tests.rules import brute
from tests.rules.scenario import evening, has, morning, new, night

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

#: What the expansion adds, few of it at a time: each object doubles what can be written.
CARNIES = {
    "trailers": night(
        trailers={"juggler": "anna", "clown": "ben"},
        inn={1: "dwarf", "clown": "monk"},
        anna=has(hand="fire-eater peasant", corpses="baron twins", annexes="abbot"),
    ),
    "no key token": night(
        keys=dict.fromkeys(range(1, 6), "anna") | {6: "white"},
        service={1: "anna", 2: "anna", 3: "anna"},
        anna=has(hand="juggler monk peasant peasant"),
    ),
    "special burials": night(
        trailers={"juggler": "ben"},
        anna=has(hand="peasant", corpses="dwarf bearded-lady twins", annexes="barn:baron monk"),
        ben=has(annexes="barn abbot:novice"),
    ),
    "nook and bear cage": night(
        inn={1: "count", 2: "barker"},
        anna=has(hand="con-artist peasant", annexes="companion bear-tamer"),
    ),
    "notables": night(
        inn={1: "surgeon", 2: "winemaker", 3: "notary"},
        anna=has(hand="banker sericulturist peasant", corpses="surgeon winemaker"),
    ),
    "hammer and wheelbarrow": night(
        inn={1: "concierge", 2: "viscount", 3: "dwarf"},
        coffee={2: "ben"},
        anna=has(hand="baron peasant", objects="hammer wheelbarrow"),
    ),
    "well and wolf trap": night(
        inn={1: "monk", 2: "baron"},
        bistro=1,
        anna=has(hand="baron", objects="well wolf-trap", annexes="butcher"),
    ),
    "coffee": night(inn={1: "monk", 2: "baron"}, coffee={2: "ben"}, anna=has(hand="peasant")),
    "coffee against poison only": night(
        inn={1: "monk", 2: "baron"},
        coffee={2: "ben"},
        rulings={"coffee": "poison-only"},
        anna=has(hand="peasant", objects="wheelbarrow"),
    ),
    "bible and teeth": night(
        anna=has(hand="baron", corpses="monk baron", objects="bible gold-teeth")
    ),
    "quicklime": night(
        anna=has(
            hand="novice",
            corpses="monk bearded-lady dwarf",
            objects="quicklime",
            annexes="barn:baron",
        ),
        ben=has(annexes="barn:novice"),
    ),
    "quicklime, free": night(
        rulings={"quicklime": "free-burial"},
        anna=has(hand="novice", corpses="monk count", objects="quicklime bible"),
        ben=has(annexes="barn:novice"),
    ),
    "quicklime, one fewer": night(
        rulings={"quicklime": "one-fewer"},
        anna=has(hand="novice", corpses="monk count baron", objects="quicklime"),
        ben=has(annexes="barn:novice"),
    ),
    "placing with trailers": evening(
        trailers={"juggler": "ben", "clown": "anna"},
        inn={1: "duke", "clown": "count"},
        entrance="abbot monk baron",
    ),
    "study": night(agenda=[["ask", ["study", "ben"]]], ben=has(cash=10, annexes="notary")),
    "draft": new("anna ben", modules=["objects"]),
}
FULL = {1: "monk", 2: "baron", 3: "count", 4: "newsboy", 5: "duke"}
WINDOWS = {
    "evening": evening(
        seats=3,
        inn=FULL | {6: "abbot", "juggler": "dwarf"},
        trailers={"juggler": "anna", "clown": "ben"},
        coffee={2: "ben"},
        anna=has(corpses="marquis", objects="cake coffee poison rug tomb"),
        ben=has(corpses="prince"),
    ),
    "evening, other readings": evening(
        inn=FULL,
        rulings={"cake": "any", "rug": "take", "poison": "gone"},
        anna=has(corpses="marquis", objects="cake rug"),
        ben=has(corpses="prince"),
    ),
    "snow": morning(
        anna=has(corpses="baron monk monk", snowed="monk", objects="snow-pile cake"),
        ben=has(corpses="duke"),
    ),
    "tomb": morning(
        inn={3: "major"},
        anna=has(objects="tomb"),
        ben=has(corpses="duke monk monk", snowed="monk"),
    ),
    "confessional, one leader": morning(
        seats=3, anna=has(objects="confessional"), ben=has(annexes="barn:monk")
    ),
    "confessional, two leaders": morning(
        seats=3,
        anna=has(objects="confessional"),
        ben=has(annexes="barn:monk"),
        cleo=has(annexes="barn:monk"),
    ),
    "confessional, no leader": morning(anna=has(objects="confessional")),
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
CARNIE_CRYPTS = {
    "crypt and trailer": night(
        trailers={"juggler": "anna"},
        anna=has(corpses="baron dwarf", hand="novice", annexes="archbishop:duke+monk+monk"),
    ),
    "crypt, teeth and quicklime": night(
        anna=has(
            corpses="baron baron",
            objects="gold-teeth quicklime",
            annexes="barn archbishop:duke+monk+monk",
        ),
    ),
    "crypt, twins and quicklime": night(
        anna=has(
            corpses="twins baron",
            hand="novice",
            objects="quicklime",
            annexes="archbishop:duke+monk+monk abbot",
        ),
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


SINGLE = POSITIONS | CHAPELS | CARNIES | WINDOWS


@pytest.mark.parametrize("name", SINGLE)
def test_listed_orders_are_those_that_brute_force_finds(name):
    agree(SINGLE[name].game)


@pytest.mark.parametrize("name", CRYPTS | CARNIE_CRYPTS)
def test_orders_of_several_burials_are_those_that_brute_force_finds(name):
    most = 3 if name == "crypt, little room" else 2
    agree((CRYPTS | CARNIE_CRYPTS)[name].game, most_burials=most)


@pytest.mark.parametrize("name", WINDOWS)
def test_a_window_is_open_in_these_positions(name):
    assert "objects" in WINDOWS[name].asked().values()


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


STAYING = "juggler dwarf surgeon winemaker barker concierge monk baron".split()
CORPSES = "dwarf bearded-lady twins baron surgeon".split()
OWNED = "bear-tamer companion abbot monk barker butcher".split()
TO_USE = "bible gold-teeth hammer quicklime well wheelbarrow wolf-trap".split()


def any_carnie_position(seed):
    chance = random.Random(f"carnies {seed}")
    chosen = chance.sample(STAYING, k=4)
    return night(
        rulings={name: chance.choice(RULINGS[name]) for name in ("coffee", "quicklime", "well")},
        trailers={"clown": "anna", "con-artist": "ben"},
        inn={1: chosen[0], 2: chosen[1], chance.choice(["clown", "con-artist"]): chosen[2]},
        coffee={2: "ben"} if chance.random() < 0.5 else {},
        bistro=chance.randrange(2),
        anna=has(
            hand=" ".join(chance.sample(["novice", "peasant", chosen[3]], k=2)),
            corpses=" ".join(chance.sample([c for c in CORPSES if c not in chosen], k=2)),
            objects=" ".join(chance.sample(TO_USE, k=chance.randrange(3))),
            annexes=" ".join(chance.sample([c for c in OWNED if c not in chosen], k=2)),
        ),
        ben=has(annexes=chance.choice(["barn:viscount", "barn cultivator", "barn abbot:viscount"])),
    )


@pytest.mark.parametrize("seed", range(5))
def test_any_small_position_of_the_expansion(seed):
    agree(any_carnie_position(seed).game)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(5, 60))
def test_more_small_positions_of_the_expansion(seed):
    agree(any_carnie_position(seed).game)
