"""From options to a first state; the only part of the engine that knows the card tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from pbem.rules.cards.guests import BARN_CARD, PEASANTS, TRAVELERS
from pbem.rules.errors import Unreadable
from pbem.rules.model import BARN, PEASANT, Guest, Verb
from pbem.rules.options import CORRECTABLE, LENGTHS, Options, make_options
from pbem.rules.state import Built, Game, Place, Player

DOORS = range(1, 9)
#: Cards removed unseen by number of players, for a short and a long game. (Rulebook, Setup; R100)
_REMOVED = {1: (34, 26), 2: (35, 25), 3: (28, 16), 4: (22, 6)}
_WHITE_KEYS = {1: 3, 2: 3, 3: 3, 4: 4}
_START_CASH = 5
_START_CHECKS = 1
_HAND = 2
_SOLITAIRE_BISTRO = 2


@cache
def known_cards() -> Mapping[str, Guest]:
    """Every card by name, as printed."""
    return {card.name: card for card in (*TRAVELERS, PEASANTS, BARN_CARD)}


def options(players: Iterable[str], **terms: object) -> Options:
    """The checked terms of a game; see `make_options` for the words. Raises Unreadable."""
    made = make_options(players, reserved=known_cards(), **terms)  # type: ignore[arg-type]
    cards_of(made)
    return made


def cards_of(terms: Options) -> Mapping[str, Guest]:
    """The cards as this game plays them, corrections included. Raises Unreadable for a bad one."""
    if not terms.corrections:
        return known_cards()
    cards = dict(known_cards())
    for what, value in terms.corrections:
        name, _, field = what.partition(".")
        if name not in cards or name == BARN:
            raise Unreadable(f"correction of {what!a}: there is no card {name!a}")
        cards[name] = _corrected(cards[name], field, value)
    return cards


def _corrected(card: Guest, field: str, value: int | str) -> Guest:
    if field not in CORRECTABLE:
        raise Unreadable(
            f"correction of {card.name}.{field}: expected one of {', '.join(CORRECTABLE)}"
        )
    if field == "affinity":
        words = [verb.value for verb in Verb]
        if value != "none" and value not in words:
            raise Unreadable(
                f"{card.name}.affinity is {value!a}: expected {', '.join(words)} or none"
            )
        return card._replace(affinity=None if value == "none" else Verb(value))
    top = 99 if field == "money" else 9
    if not isinstance(value, int) or not 0 <= value <= top:
        raise Unreadable(f"{card.name}.{field} is {value!a}: expected a number from 0 to {top}")
    if field == "money":
        return card._replace(money=value)
    if field == "outer":
        return card._replace(outer=value)
    # A card with one rank has it inside the inn and outside.
    return card._replace(rank=value, outer=value if card.outer == card.rank else card.outer)


def new_game(terms: Options, doors: Sequence[int] = ()) -> Game:
    """A game before its first shuffle; *doors* are the wishes in seat order, 0 for none.

    Chance is asked first. (Rulebook, Setup; rulings R01 to R04, R100)
    """
    seats = len(terms.players)
    cards = cards_of(terms)
    bistro = _SOLITAIRE_BISTRO if terms.solitaire else 0
    unused = cards[PEASANT].copies - _HAND * seats - bistro
    players = [
        Player(_START_CASH, _START_CHECKS, [PEASANT] * _HAND, [], [Built(BARN)])
        for _ in terms.players
    ]
    game = Game(terms, cards, _keys(seats, doors), players)
    game.bistro = bistro
    game.box = [PEASANT] * unused
    game.then(("seats",), ("deal",))
    return game


def _keys(seats: int, doors: Sequence[int]) -> list[Place]:
    """Key tokens by wish in seat order, white keys on the lowest free doors. (Ruling R02)"""
    owners: dict[int, int | None] = {}
    for seat in range(seats):
        wish = doors[seat] if seat < len(doors) else 0
        door = wish if wish in DOORS and wish not in owners else _lowest(owners)
        owners[door] = seat
    for _ in range(_WHITE_KEYS[seats]):
        owners[_lowest(owners)] = None
    return [Place(str(door), owners[door]) for door in sorted(owners)]


def _lowest(owners: Mapping[int, int | None]) -> int:
    return next(door for door in DOORS if door not in owners)


def deck() -> list[str]:
    """The travelers that are shuffled at the start, sorted by name."""
    return sorted(card.name for card in TRAVELERS for _ in range(card.copies))


def stack_size(game: Game) -> int:
    """How many travelers the entrance stack of the first season has. (Ruling R04)"""
    terms = game.options
    return len(deck()) - _REMOVED[len(terms.players)][LENGTHS.index(terms.length)]
