"""Building an annex. (Rulebook, Build an Annex)"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.rules import moves
from pbem.rules.demand import Demand, Plan
from pbem.rules.orders import Build, Order
from pbem.rules.state import Game, Place


def doors(game: Game, seat: int, card: str) -> list[Place]:
    """The doors among which building this card lets the player choose."""
    effect = game.cards[card].annex
    return effect.doors(game, seat) if effect is not None and effect.doors is not None else []


def demand(game: Game, seat: int, order: Build) -> Demand | str:
    """What building takes: the outside rank, from the rest of the hand. (Ruling R26)"""
    card = order.card
    hand = game.players[seat].hand
    if card not in hand:
        return f"no {card} in hand"
    if game.cards[card].annex is None:
        return f"the {card} cannot become an annex"
    names = [place.name for place in doors(game, seat, card)]
    if order.at is None:
        if names:
            return f"say at which door: {', '.join(names)}"
    elif order.at not in names:
        return f"{order.at} is no door for the {card}: {', '.join(names) or 'none is'}"
    return Demand(game.cards[card].outer, _without(hand, card))


def _without(hand: list[str], card: str) -> list[str]:
    rest = hand[:]
    rest.remove(card)
    return rest


def plans(game: Game, seat: int) -> Iterator[Plan]:
    """What the player might build, at each door where there is a choice."""
    hand = game.players[seat].hand
    for card in dict.fromkeys(hand):
        guest = game.cards[card]
        if guest.annex is None:
            continue
        rest = _without(hand, card)
        names: list[str | None] = [place.name for place in doors(game, seat, card)]
        for door in names or [None]:

            def make(
                crew: tuple[str, ...],
                losing: tuple[str, ...],
                card: str = card,
                door: str | None = door,
            ) -> Order:
                return Build(card, crew, losing, door)

            yield Plan(make, guest.outer, rest)


def perform(game: Game, seat: int, order: Build) -> None:
    """Lay the card out and let its effect act once."""
    moves.build(game, seat, order.card)
    effect = game.cards[order.card].annex
    if effect is not None and effect.built is not None:
        effect.built(game, seat, game.place(order.at) if order.at else None)
