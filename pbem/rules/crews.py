"""Accomplices played for an action: which crews are right, which are possible, how many there are.

Nothing here lists to check: `problem` looks at one order, `count` multiplies.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pbem.rules.demand import Demand
from pbem.rules.effects import effects
from pbem.rules.model import Verb
from pbem.rules.orders import Crewed
from pbem.rules.state import Game

Cards = tuple[str, ...]


def span(game: Game, seat: int, verb: Verb, ranks: int) -> tuple[int, int]:
    """The fewest and the most accomplices for targets of these *ranks* in all.

    Each annex that saves one counts once for the whole action. (Rulings R22 to R24)
    """
    saved = sum(effect.saves is verb for effect in effects(game, seat))
    return max(0, ranks - saved), ranks


def keeps_crew(game: Game, seat: int, verb: Verb) -> bool:
    """True if an annex lets the player take back all that was played. (Ruling R28)"""
    return any(effect.keeps is verb for effect in effects(game, seat))


def missing(wanted: Sequence[str], held: Sequence[str]) -> str | None:
    """The first card that is wanted oftener than it is held."""
    for card in wanted:
        if wanted.count(card) > held.count(card):
            return card
    return None


def problem(game: Game, seat: int, verb: Verb, demand: Demand, order: Crewed) -> str | None:
    """What is wrong with the accomplices of an order."""
    ranks, hand = demand
    low, high = span(game, seat, verb, ranks)
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
    if not keeps_crew(game, seat, verb):
        return "`losing` needs an annex that lets all who are played for this action return"
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


def returning(game: Game, seat: int, verb: Verb, order: Crewed) -> list[str]:
    """Those of a crew that come back: the right icon always, the others by an annex. (R21, R28)"""
    if keeps_crew(game, seat, verb):
        kept = list(order.crew)
        for card in order.losing:
            kept.remove(card)
        return kept
    return [card for card in order.crew if game.cards[card].affinity is verb]


def choices(
    game: Game, seat: int, verb: Verb, ranks: int, hand: Sequence[str]
) -> Iterator[tuple[Cards, Cards]]:
    """Every crew that can be played and what of it is lost by choice, smallest crews first."""
    low, high = span(game, seat, verb, ranks)
    keeps = keeps_crew(game, seat, verb)
    for size in range(low, min(high, len(hand)) + 1):
        for crew in subsets(hand, size):
            yield crew, ()
            if keeps:
                spare = [card for card in crew if game.cards[card].affinity is not verb]
                for lost in range(1, len(spare) + 1):
                    for losing in subsets(spare, lost):
                        yield crew, losing


def subsets(cards: Iterable[str], size: int) -> Iterator[Cards]:
    """The different choices of *size* cards; equal cards are interchangeable."""
    counts: dict[str, int] = {}
    for card in sorted(cards):
        counts[card] = counts.get(card, 0) + 1
    kinds = list(counts.items())

    def pick(kind: int, left: int) -> Iterator[Cards]:
        if not left:
            yield ()
            return
        if kind == len(kinds):
            return
        card, held = kinds[kind]
        for taken in range(min(held, left), -1, -1):
            head = (card,) * taken
            for tail in pick(kind + 1, left - taken):
                yield head + tail

    return pick(0, size)


def count(game: Game, seat: int, verb: Verb, ranks: int, hand: Sequence[str]) -> int:
    """How many choices there are, without listing them."""
    low, high = span(game, seat, verb, ranks)
    keeps = keeps_crew(game, seat, verb)
    ways = [1] + [0] * high
    for card in set(hand):
        held = hand.count(card)
        # With a Chapel, of k equal cards played 0 to k may be lost: k + 1 ways.
        loses = keeps and game.cards[card].affinity is not verb
        ways = [
            sum(
                ways[size - taken] * (taken + 1 if loses else 1)
                for taken in range(min(held, size) + 1)
            )
            for size in range(high + 1)
        ]
    return sum(ways[low:])
