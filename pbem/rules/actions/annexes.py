"""Building an annex. (Rulebook, Build an Annex)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from pbem.rules import moves, using
from pbem.rules.crews import Support
from pbem.rules.demand import Demand, Plan
from pbem.rules.model import ObjectCard, Use
from pbem.rules.orders import Build
from pbem.rules.state import Game, Place, called


def targets(_order: Build) -> Sequence[str]:
    """No object of this action is aimed."""
    return ()


def doors(game: Game, seat: int, card: str) -> list[Place]:
    """The doors among which building this card lets the player choose."""
    effect = game.cards[card].annex
    return effect.doors(game, seat) if effect is not None and effect.doors is not None else []


def card_of(game: Game, order: Build) -> str | None:
    """The card that is built: of the hand, or with a wheelbarrow the guest of a place. (R43)"""
    if not using.has(game, order.using, Use.FROM_INN):
        return order.card
    place = game.place(order.card)
    return None if place is None else place.guest


def demand(game: Game, seat: int, order: Build) -> Demand | str:
    """What building takes: the outside rank, from the rest of the hand. (Ruling R26)"""
    hand = tuple(game.players[seat].hand)
    card = card_of(game, order)
    if using.has(game, order.using, Use.FROM_INN):
        place = game.place(order.card)
        if place is None or card is None:
            return f"nobody is in {called(order.card)} to be built with the wheelbarrow"
        if place.coffee is not None:
            return f"the {card} in {called(order.card)} is drinking coffee"
    elif card not in hand:
        return f"no {card} in hand"
    else:
        hand = _without(hand, card)
    why = _unbuildable(game, seat, card)
    if why is not None:
        return why
    names = [place.name for place in doors(game, seat, card)]
    if order.at is None:
        if names:
            return f"say at which door: {', '.join(names)}"
    elif order.at not in names:
        return f"{order.at} is no door for the {card}: {', '.join(names) or 'none is'}"
    return game.cards[card].outer, hand


def _unbuildable(game: Game, seat: int, card: str) -> str | None:
    annex = game.cards[card].annex
    if annex is None:
        return f"the {card} cannot become an annex"
    return None if annex.unbuildable is None else annex.unbuildable(game, seat)


def _without(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


def plans(game: Game, seat: int, objects: Sequence[ObjectCard], support: Support) -> Iterator[Plan]:
    """What the player might build, at each door where there is a choice."""
    hand = tuple(game.players[seat].hand)
    reach = support.reach(hand)
    way = next(iter(using.ways(objects, ())))
    from_inn = using.does(objects, Use.FROM_INN)
    if from_inn:
        sources = [
            (place.name, place.guest)
            for place in game.places
            if place.guest is not None and place.coffee is None
        ]
    else:
        sources = [(card, card) for card in dict.fromkeys(hand)]
        reach -= 1  # the card itself does not help
    for named, card in sources:
        ranks = game.cards[card].outer
        if ranks > reach or _unbuildable(game, seat, card) is not None:
            continue
        rest = hand if from_inn else _without(hand, card)
        names: list[str | None] = [place.name for place in doors(game, seat, card)]
        for door in names or [None]:
            yield (partial(Build, at=door) if door else Build), named, ranks, rest, way


def perform(game: Game, seat: int, order: Build) -> None:
    """Lay the card out and let its effect act once."""
    card = order.card
    place = game.place(card)
    if using.has(game, order.using, Use.FROM_INN) and place is not None:
        card = moves.build_from_inn(game, seat, place)
    else:
        moves.build(game, seat, card)
    effect = game.cards[card].annex
    if effect is not None and effect.built is not None:
        effect.built(game, seat, game.place(order.at) if order.at else None)
