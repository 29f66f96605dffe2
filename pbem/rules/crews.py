"""Accomplices played for an action: which crews are right, which are possible, how many there are.

Nothing here lists to check: `problem` looks at one order, `count` multiplies.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from pbem.rules.demand import Demand
from pbem.rules.effects import PEASANTS_AT_ONCE, effects
from pbem.rules.model import ObjectCard, Verb
from pbem.rules.orders import Crewed
from pbem.rules.state import Game

Cards = tuple[str, ...]


class Support(NamedTuple):
    """What a player's annexes and objects do for one kind of action."""

    verb: Verb
    #: Accomplices fewer that have to be played; each annex counts once. (Rulings R22 to R24)
    saved: int
    #: True if all that are played may return. (Ruling R28)
    keeps: bool
    #: True if one action may take any number of targets. (R32, R45, R51)
    many: bool
    #: How many peasants one action may take. (R31, R44)
    peasants: int

    def reach(self, hand: Sequence[str]) -> int:
        """The sum of ranks for which *hand* holds accomplices enough."""
        return len(hand) + self.saved

    def span(self, ranks: int) -> tuple[int, int]:
        """The fewest and the most accomplices for targets of these *ranks* in all."""
        return max(0, ranks - self.saved), ranks


def support_for(game: Game, seat: int, verb: Verb, *objects: ObjectCard) -> Support:
    """What the player's own annexes, and the objects used, do for the action."""
    saved, many, keeps = 0, False, any(card.keeps for card in objects)
    peasants = 1 if verb is Verb.KILL else PEASANTS_AT_ONCE
    for effect in effects(game, seat):
        saved += effect.saves is verb
        keeps = keeps or effect.keeps is verb
        many = many or effect.many is verb
        if effect.peasants and verb is Verb.BRIBE:
            peasants = effect.peasants
    return Support(verb, saved, keeps, many, peasants)


def missing(wanted: Sequence[str], held: Sequence[str]) -> str | None:
    """The first card that is wanted oftener than it is held."""
    for card in wanted:
        if wanted.count(card) > held.count(card):
            return card
    return None


def problem(game: Game, support: Support, demand: Demand, order: Crewed) -> str | None:
    """What is wrong with the accomplices of an order."""
    ranks, hand = demand
    verb = support.verb
    low, high = support.span(ranks)
    given = len(order.crew)
    if not low <= given <= high:
        return f"{verb} needs {_number(low, high)}, {given} given"
    lacking = missing(order.crew, hand)
    if lacking is not None:
        return (
            f"{order.crew.count(lacking)} {lacking} played, {hand.count(lacking)} in hand to play"
        )
    if not order.losing:
        return None
    if not support.keeps:
        return (
            "`losing` needs an annex or object that lets all who are played for this action return"
        )
    spare = [card for card in order.crew if game.cards[card].affinity is not verb]
    lacking = missing(order.losing, spare)
    if lacking is not None:
        return f"{lacking} cannot be lost: only accomplices played here without the {verb} icon can"
    return None


def _number(low: int, high: int) -> str:
    if high == 0:
        return "no accomplice"
    number = str(low) if low == high else f"{low} to {high}"
    return f"{number} accomplice{'s' if high > 1 else ''}"


def returning(game: Game, support: Support, order: Crewed) -> list[str]:
    """Those of a crew that come back: the right icon always, the others by an annex. (R21, R28)"""
    if support.keeps:
        kept = list(order.crew)
        for card in order.losing:
            kept.remove(card)
        return kept
    return [card for card in order.crew if game.cards[card].affinity is support.verb]


def choices(
    game: Game, support: Support, ranks: int, hand: Sequence[str]
) -> Iterator[tuple[Cards, Cards]]:
    """Every crew that can be played and what of it is lost by choice, smallest crews first."""
    low, high = support.span(ranks)
    for size in range(low, min(high, len(hand)) + 1):
        for crew in subsets(hand, size):
            yield crew, ()
            if support.keeps:
                spare = [card for card in crew if game.cards[card].affinity is not support.verb]
                for lost in range(1, len(spare) + 1):
                    for losing in subsets(spare, lost):
                        yield crew, losing


def subsets(cards: Iterable[str], size: int) -> Iterable[Cards]:
    """The different choices of *size* cards; equal cards are interchangeable."""
    pile = tuple(sorted(cards))
    return _of_few(pile, size) if len(pile) <= _FEW else _lazily(pile, size)


#: Hands up to this size are listed once and remembered: they recur from target to target.
_FEW = 7


@lru_cache(maxsize=512)
def _of_few(pile: Cards, size: int) -> tuple[Cards, ...]:
    return tuple(dict.fromkeys(combinations(pile, size)))


def _lazily(pile: Cards, size: int) -> Iterator[Cards]:
    seen: set[Cards] = set()
    for choice in combinations(pile, size):
        if choice not in seen:
            seen.add(choice)
            yield choice


def count(game: Game, support: Support, ranks: int, hand: Sequence[str]) -> int:
    """How many choices there are, without listing them."""
    low, high = support.span(ranks)
    ways = [1] + [0] * high
    for card in set(hand):
        held = hand.count(card)
        # With a Chapel, of k equal cards played 0 to k may be lost: k + 1 ways.
        loses = support.keeps and game.cards[card].affinity is not support.verb
        ways = [
            sum(
                ways[size - taken] * (taken + 1 if loses else 1)
                for taken in range(min(held, size) + 1)
            )
            for size in range(high + 1)
        ]
    return sum(ways[low:])
