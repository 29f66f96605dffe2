"""Bribing and killing guests of the inn. (Rulebook, Bribe a Guest and Kill a Guest)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from pbem.rules import moves, using
from pbem.rules.crews import Support, supports
from pbem.rules.demand import Demand, Plan
from pbem.rules.effects import effects
from pbem.rules.model import PEASANT, Family, ObjectCard, Use, Verb
from pbem.rules.orders import Bribe, Kill, OnGuests
from pbem.rules.state import Game, Place, called


def targets(order: OnGuests) -> Sequence[str]:
    """The places that an order names, as `using … on` calls them."""
    return order.targets


def _peasants_demand(game: Game, seat: int, verb: Verb, order: OnGuests) -> Demand | str:
    """Peasants, of rank 0 as printed, are never mixed with travelers. (Rulings R31, R44)"""
    named = order.targets.count(PEASANT)
    if named < len(order.targets):
        return f"peasants and travelers cannot be the targets of one {verb}"
    limit = supports(game, seat)[verb].peasants
    if named > limit:
        return f"one {verb} takes at most {limit} of the peasants, {named} named"
    if named > game.bistro:
        return f"peasants in the bistro: {game.bistro}, named: {named}"
    if using.has(game, order.using, Use.INTO_WELL):
        return "the well is for a traveler, never for a peasant"
    return named * game.cards[PEASANT].rank, tuple(game.players[seat].hand)


def _demand(game: Game, seat: int, verb: Verb, order: OnGuests) -> Demand | str:
    if not order.targets:
        return f"say whom to {verb}"
    if PEASANT in order.targets:
        return _peasants_demand(game, seat, verb, order)
    ranks = 0
    for name in order.targets:
        place = game.place(name)
        if place is None:
            return f"there is no open {called(name)}"
        if place.guest is None:
            return f"nobody is in {called(name)}"
        if order.targets.count(name) > 1:
            return f"{called(name)} is named twice"
        if _shielded(game, place):
            return f"the {place.guest} in {called(name)} is drinking coffee"
        ranks += game.cards[place.guest].rank
    if len(order.targets) > 1 and not supports(game, seat)[verb].many:
        return f"one {verb} takes one traveler, {len(order.targets)} named"
    return ranks, tuple(game.players[seat].hand)


def _shielded(game: Game, place: Place) -> bool:
    """Coffee protects from bribe and kill, by the ruling `coffee`. (Ruling R47)"""
    return place.coffee is not None and game.options.ruling("coffee") == "shield"


def _plans(
    game: Game,
    seat: int,
    kind: type[Bribe | Kill],
    objects: Sequence[ObjectCard],
    support: Support,
) -> Iterator[Plan]:
    """Single travelers, peasants, then several travelers where an annex allows it."""
    hand = tuple(game.players[seat].hand)
    reach = support.reach(hand)
    staying = [
        (place.name, game.cards[place.guest].rank)
        for place in game.places
        if place.guest is not None and (place.coffee is None or not _shielded(game, place))
    ]
    for name, rank in staying:
        if rank <= reach:
            for way in using.ways(objects, (name,)):
                yield kind, (name,), rank, hand, way
    if not using.does(objects, Use.INTO_WELL):
        rank = game.cards[PEASANT].rank
        for peasants in range(1, min(game.bistro, support.peasants) + 1):
            if peasants * rank <= reach:
                for way in using.ways(objects, ()):
                    yield kind, (PEASANT,) * peasants, peasants * rank, hand, way
    if support.many:
        for size in range(2, len(staying) + 1):
            for chosen in combinations(staying, size):
                ranks = sum(rank for _, rank in chosen)
                if ranks <= reach:
                    names = tuple(sorted(name for name, _ in chosen))
                    for way in using.ways(objects, names):
                        yield kind, names, ranks, hand, way


def _places(game: Game, order: OnGuests) -> list[Place]:
    return [place for place in game.places if place.name in order.targets]


def bribe_demand(game: Game, seat: int, order: Bribe) -> Demand | str:
    """What bribing these guests takes: accomplices for the sum of their ranks."""
    return _demand(game, seat, Verb.BRIBE, order)


def bribe_plans(
    game: Game, seat: int, objects: Sequence[ObjectCard], support: Support
) -> Iterator[Plan]:
    """Whom the player might bribe."""
    return _plans(game, seat, Bribe, objects, support)


def bribe(game: Game, seat: int, order: Bribe) -> None:
    """Take the guests into the hand; a Carnival Booth pays for carnies. (Ruling R35)"""
    if order.targets[0] == PEASANT:
        moves.bribe_peasants(game, seat, len(order.targets))
    for place in _places(game, order):
        carnie = place.guest is not None and game.cards[place.guest].family is Family.CARNIE
        moves.bribe(game, seat, place)
        if carnie:
            francs = sum(effect.per_carnie_bribed for effect in effects(game, seat))
            moves.gain(game, seat, francs, "booth")


def kill_demand(game: Game, seat: int, order: Kill) -> Demand | str:
    """What killing these guests takes: accomplices for the sum of their ranks."""
    return _demand(game, seat, Verb.KILL, order)


def kill_plans(
    game: Game, seat: int, objects: Sequence[ObjectCard], support: Support
) -> Iterator[Plan]:
    """Whom the player might kill."""
    return _plans(game, seat, Kill, objects, support)


def kill(game: Game, seat: int, order: Kill) -> None:
    """Lay the guests before the player as corpses; killing pays nothing but by a well. (R46)"""
    if order.targets[0] == PEASANT:
        moves.kill_peasant(game, seat)
    well = using.aimed(game, order.using, Use.INTO_WELL, order.targets)
    for place in _places(game, order):
        corpse = moves.kill(game, seat, place)
        if place.name == well:
            moves.sink(game, seat, corpse)
            if game.options.ruling("well") == "money":
                moves.gain(game, seat, game.cards[corpse].money, "well")
