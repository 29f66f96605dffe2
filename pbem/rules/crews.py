"""Accomplices played for an action: which crews are right, which are possible, how many there are.

Nothing here lists to check: `problem` looks at one order, `count` multiplies.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from pbem.rules.demand import Cards, Demand
from pbem.rules.effects import PEASANTS_AT_ONCE, effects
from pbem.rules.model import Verb
from pbem.rules.orders import Crewed
from pbem.rules.state import Game


class Support(NamedTuple):
    """What a player's annexes and objects do for one kind of action."""

    verb: Verb
    #: Accomplices fewer that have to be played; each annex counts once. (Rulings R22 to R24)
    saved: int = 0
    #: True if all that are played may return. (Ruling R28)
    keeps: bool = False
    #: True if one action may take any number of targets. (R32, R45, R51)
    many: bool = False
    #: How many peasants one action may take. (R31, R44)
    peasants: int = PEASANTS_AT_ONCE

    def reach(self, hand: Sequence[str]) -> int:
        """The sum of ranks for which *hand* holds accomplices enough."""
        return len(hand) + self.saved

    def span(self, ranks: int) -> tuple[int, int]:
        """The fewest and the most accomplices for targets of these *ranks* in all."""
        return max(0, ranks - self.saved), ranks


#: The support of a player without any annex that helps.
_UNAIDED = {
    verb: Support(verb, peasants=1 if verb is Verb.KILL else PEASANTS_AT_ONCE) for verb in Verb
}


def supports(game: Game, seat: int) -> dict[Verb, Support]:
    """What the player's own annexes do for each kind of action."""
    found = _UNAIDED.copy()
    for effect in effects(game, seat):
        if effect.saves:
            found[effect.saves] = found[effect.saves]._replace(saved=found[effect.saves].saved + 1)
        if effect.keeps:
            found[effect.keeps] = found[effect.keeps]._replace(keeps=True)
        if effect.many:
            found[effect.many] = found[effect.many]._replace(many=True)
        if effect.peasants:
            found[Verb.BRIBE] = found[Verb.BRIBE]._replace(peasants=effect.peasants)
    return found


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


def losses(game: Game, verb: Verb, crew: Cards) -> Iterable[Cards]:
    """What of a crew can be lost by choice where all who are played may return."""
    spare = tuple([card for card in crew if game.cards[card].affinity is not verb])
    return choices(spare, 1, len(spare))


@lru_cache(maxsize=512)
def choices(cards: Cards, low: int, high: int) -> Iterable[Cards]:
    """The different choices of *low* to *high* of sorted cards, fewest first.

    Equal cards are interchangeable; a *low* below 0 is 0.
    """
    lazily = _Choices(cards, low, high)
    return tuple(lazily) if len(cards) <= _FEW else lazily


#: Hands up to this size are listed once and remembered: they recur from target to target.
_FEW = 7


class _Choices:
    """The choices, made anew each time they are gone through."""

    def __init__(self, cards: Cards, low: int, high: int) -> None:
        self.cards = cards
        self.sizes = range(max(0, low), min(high, len(cards)) + 1)

    def __iter__(self) -> Iterator[Cards]:
        for size in self.sizes:
            seen: set[Cards] = set()
            for choice in combinations(self.cards, size):
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
