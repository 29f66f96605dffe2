"""Cards and piles in a few words, in the colours of their families."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.render.paint import Span, listed
from pbem.render.words import counted, number
from pbem.rules import UNKNOWN, known_cards
from pbem.rules.model import Cards, Family, Guest

_COLOURS = {
    Family.ARTISAN: "red",
    Family.MERCHANT: "bright_blue",
    Family.POLICE: "white",
    Family.RELIGIOUS: "magenta",
    Family.NOBLE: "green",
    Family.PEASANT: "yellow",
    Family.CARNIE: "bright_yellow",
    Family.NOTABLE: "cyan",
}
#: Families whose name has a plural of its own.
MANY: Mapping[Family | None, str] = {
    Family.ARTISAN: "artisans",
    Family.MERCHANT: "merchants",
    Family.NOBLE: "nobles",
    Family.CARNIE: "carnies",
    Family.NOTABLE: "notables",
}


#: Which action of a night it is.
_LAPS = {1: "first", 2: "second"}


def moment(view: Mapping[str, Any]) -> tuple[str, str]:
    """Where a game is, from its public view: the round, and the phase with whose turn it is."""
    now = view["round"]
    if now["phase"] == "over":
        return f"The game is over after {number(now['number'], 'round')}", ""
    if now["phase"] == "draft":
        return "The draft of the objects", ""
    turn = f": {_LAPS[now['lap']]} action of {now['turn']}" if "turn" in now else ""
    return f"Round {now['number']}, season {now['season']}", f"{now['phase']}{turn}"


def style(card: Guest) -> str:
    """The colour of a guest's family."""
    return _COLOURS.get(card.family, "") if card.family else ""


def is_split(card: Guest) -> bool:
    """True if a card has one rank in the inn and another one outside."""
    return card.rank != card.outer


def ranks(card: Guest) -> str:
    """The rank of a card: in the inn and outside, where the two differ."""
    return f"{card.rank}/{card.outer}" if is_split(card) else str(card.rank)


def facts(card: Guest, *more: str) -> str:
    """A card with its rank, its money and what else there is to say."""
    return f"{card.name} ({', '.join([f'rank {ranks(card)}', f'{card.money}F', *more])})"


def burial(card: Guest) -> list[str]:
    """What is special about burying a corpse. (Rulings R53 to R55)"""
    special = ["only under others' annexes"] if card.abroad else []
    if card.places != 1:
        special.append(f"takes {number(card.places, 'place') if card.places else 'no place'}")
    return special


def several(count: int, kind: str) -> str:
    """A card, or a number of equal ones."""
    return kind if count == 1 else counted(count, kind)


def held(cards: Sequence[str], known: Cards) -> list[Span]:
    """Cards by name, equal ones counted."""
    kinds = dict.fromkeys(cards)
    return listed((several(cards.count(kind), kind), style(known[kind])) for kind in kinds)


def families(pile: Sequence[str], known: Cards) -> list[Span]:
    """How many of each family lie in a pile."""
    if not pile:
        return [("empty", "")]
    found = [known[card].family for card in pile if card != UNKNOWN]
    words: list[Span] = []
    for family, colour in _COLOURS.items():
        count = found.count(family)
        if count:
            words.append((f"{count} {MANY.get(family, family) if count > 1 else family}", colour))
    return [(f"{number(len(pile), 'card')}{':' if words else ''}", ""), *listed(words)]


def free_places(annex: str, buried: Sequence[str], known: Cards) -> int:
    """How many corpses an annex still takes; one in quicklime takes no place. (Ruling R102)"""
    free = known[annex].outer
    for corpse in buried:
        if known[corpse].places <= free:
            free -= known[corpse].places
    return free


def spans(sentence: str) -> list[Span]:
    """A sentence word by word, cards in the colours of their families."""
    known = known_cards()
    found: list[Span] = []
    for word in sentence.split(" "):
        name = word.rstrip(",;").removesuffix("'s")
        card = known.get(name) or known.get(name.removesuffix("s"))
        found.append((word, style(card) if card is not None else ""))
    return found
