"""Signed games of all modules, read by everybody at many moments."""

from __future__ import annotations

import itertools
import os
import random
import tomllib

import pytest

from pbem import audit, rules
from pbem.formats import flat
from pbem.rules.options import RULINGS
from tests.schemas import validator
from tests.trust import agreeing, table

MODULES = [
    modules
    for count in range(5)
    for modules in itertools.combinations(table.ALL, count)
    if "events" not in modules or "carnies" in modules
]
NAMES = ["anna", "ben", "carla", "dan"]
SOAK = int(os.environ.get("PBEM_SOAK", "1000"))
BATCH = 25


def judge(at, data):
    """All readers find the game sound, and come to the same."""
    mine = at.chain
    for name, seed in [(None, None), *at.seeds.items()]:
        for recall in [None] if name is None else [None, at.recall(name)]:
            report = audit.audit(data, seed, recall)
            assert report.verdict == audit.SO_FAR
            chain = report.opened.chain
            assert chain.events == mine.events
            assert chain.pending() == mine.pending()
            assert rules.public(chain.game) == rules.public(mine.game)
            if name is not None:
                assert chain.view(name) == mine.view(name)
                seat = mine.players.index(name)
                assert choices(chain.game, seat) == choices(mine.game, seat)
    assert audit.audit(data, at.moderator.seed).verdict == audit.SO_FAR


def choices(game, seat):
    """The beginning of a player's list of legal orders."""
    return [
        rules.write(game, seat, o) for o in itertools.islice(rules.legal_orders(game, seat), 50)
    ]


def play(number, modules, *, moments, length="short"):
    """A whole random game, judged at some moments and at its end."""
    chance = random.Random(number)
    names = NAMES[: chance.choice([2, 3, 4] if modules else [1, 2, 3, 4])]
    variants = chance.sample(["first-come", "unlimited-wealth"], chance.choice([0, 0, 1, 2]))
    rulings = {
        name: chance.choice(values)
        for name, values in sorted(RULINGS.items())
        if chance.random() < 0.3
    }
    at = table.Table(
        number, names, length=length, modules=modules, variants=variants, rulings=rulings
    )
    at.join().accept()
    sizes = table.shape(at.data())
    left = sorted(chance.sample(range(120), moments))
    while at.chain.stage == "playing":
        if left and at.chain.head.number >= left[0]:
            left.pop(0)
            data = at.data()
            assert table.shape(data) == sizes
            judge(at, data)
        at.play(1)
    data = at.data()
    assert table.shape(data) == sizes
    assert len(data) < 600_000
    for seed in (None, *at.seeds.values(), at.moderator.seed):
        assert audit.audit(data, seed).verdict == audit.PROVEN


@pytest.mark.parametrize("modules", MODULES, ids="+".join)
def test_random_game_is_sound_for_all_readers_and_proven_in_the_end(modules):
    play(MODULES.index(modules), modules, moments=1)


def check_schemas(documents):
    """See that documents fit the schemas of their kinds; the kinds."""
    kinds = set()
    for document in documents:
        content = tomllib.loads(document.decode())
        kind = content["format"].split("-")[1]
        validator(kind).validate(content)
        kinds.add(kind)
    return kinds


@pytest.mark.parametrize(
    "game", [table.drafting, table.drafted, table.carnival, table.carnival_over]
)
def test_schemas_accept_game_and_orders(game):
    at = game()
    check_schemas([at.data(), *at.documents])


def test_schemas_accept_game_and_documents_of_changes():
    at = agreeing.changed()
    kinds = check_schemas([at.data(), *agreeing.documents(at)])
    # The others are no part of a game, or are before its entries.
    assert kinds == {"game", *flat.KINDS} - {"invitation", "receipt"}


def test_game_with_changes_is_proven_in_the_end():
    at = agreeing.changed()
    for seed in agreeing.readers(at):
        assert audit.audit(at.data(), seed).verdict == audit.PROVEN


@pytest.mark.soak
@pytest.mark.parametrize("number", range(100, 148))
def test_random_games_are_sound_for_all_readers_and_proven_in_the_end(number):
    play(number, MODULES[number % len(MODULES)], moments=6)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, SOAK, BATCH))
def test_many_random_games_are_proven_in_the_end(first):
    for number in range(first, min(first + BATCH, SOAK)):
        modules = MODULES[number % len(MODULES)]
        play(f"proven {number}", modules, moments=0, length="long" if number % 5 < 2 else "short")
