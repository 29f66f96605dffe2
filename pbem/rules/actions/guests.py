"""Bribing and killing guests of the inn. (Rulebook, Bribe a Guest and Kill a Guest)"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations

from pbem.rules import moves
from pbem.rules.demand import Demand, Plan
from pbem.rules.effects import may_take_many, peasant_limit
from pbem.rules.model import PEASANT, Verb
from pbem.rules.orders import Bribe, Kill
from pbem.rules.state import Game, Place


def _peasants_demand(game: Game, seat: int, verb: Verb, order: Bribe) -> Demand | str:
    """Peasants are rank 0 and never mixed with travelers. (Rulings R31, R44)"""
    named = order.targets.count(PEASANT)
    if named < len(order.targets):
        return f"peasants and travelers cannot be the targets of one {verb}"
    limit = peasant_limit(game, seat, verb)
    if named > limit:
        return f"one {verb} takes at most {limit} of the peasants, {named} named"
    if named > game.bistro:
        return f"peasants in the bistro: {game.bistro}, named: {named}"
    return Demand(0, game.players[seat].hand)


def _demand(game: Game, seat: int, verb: Verb, order: Bribe) -> Demand | str:
    targets = order.targets
    if not targets:
        return f"say whom to {verb}"
    if PEASANT in targets:
        return _peasants_demand(game, seat, verb, order)
    ranks = 0
    for name in targets:
        place = game.place(name)
        if place is None:
            return f"there is no open room {name}"
        if place.guest is None:
            return f"nobody is in room {name}"
        if targets.count(name) > 1:
            return f"room {name} is named twice"
        ranks += game.cards[place.guest].rank
    if len(targets) > 1 and not may_take_many(game, seat, verb):
        return f"one {verb} takes one traveler, {len(targets)} named"
    return Demand(ranks, game.players[seat].hand)


def _plans(game: Game, seat: int, verb: Verb, kind: type[Bribe]) -> Iterator[Plan]:
    """Single travelers, peasants, then several travelers where an annex allows it."""
    hand = game.players[seat].hand
    staying = [(place.name, game.cards[place.guest].rank) for place in game.places if place.guest]
    for name, rank in staying:
        yield Plan(partial(kind, (name,)), rank, hand)
    for peasants in range(1, min(game.bistro, peasant_limit(game, seat, verb)) + 1):
        yield Plan(partial(kind, (PEASANT,) * peasants), 0, hand)
    if may_take_many(game, seat, verb):
        for size in range(2, len(staying) + 1):
            for chosen in combinations(staying, size):
                names = tuple(name for name, _ in chosen)
                yield Plan(partial(kind, names), sum(rank for _, rank in chosen), hand)


def _targets(game: Game, order: Bribe) -> list[Place]:
    return [place for place in game.places if place.name in order.targets]


def bribe_demand(game: Game, seat: int, order: Bribe) -> Demand | str:
    """What bribing these guests takes: accomplices for the sum of their ranks."""
    return _demand(game, seat, Verb.BRIBE, order)


def bribe_plans(game: Game, seat: int) -> Iterator[Plan]:
    """Whom the player might bribe."""
    return _plans(game, seat, Verb.BRIBE, Bribe)


def bribe(game: Game, seat: int, order: Bribe) -> None:
    """Take the guests into the hand."""
    if order.targets[0] == PEASANT:
        moves.bribe_peasants(game, seat, len(order.targets))
    for place in _targets(game, order):
        moves.bribe(game, seat, place)


def kill_demand(game: Game, seat: int, order: Kill) -> Demand | str:
    """What killing these guests takes: accomplices for the sum of their ranks."""
    return _demand(game, seat, Verb.KILL, order)


def kill_plans(game: Game, seat: int) -> Iterator[Plan]:
    """Whom the player might kill."""
    return _plans(game, seat, Verb.KILL, Kill)


def kill(game: Game, seat: int, order: Kill) -> None:
    """Lay the guests before the player as corpses; killing pays nothing. (Ruling R46)"""
    if order.targets[0] == PEASANT:
        moves.kill_peasant(game, seat)
    for place in _targets(game, order):
        moves.kill(game, seat, place)
