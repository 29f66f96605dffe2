"""From options to a first state; the only part of the engine that knows the card tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from pbem.rules.cards.carnie_events import events
from pbem.rules.cards.carnies import CARNIES as CARNIE_CARDS
from pbem.rules.cards.carnies import with_booth, with_icons
from pbem.rules.cards.guests import BARN_CARD, PEASANTS, TRAVELERS
from pbem.rules.cards.notables import NOTABLES as NOTABLE_CARDS
from pbem.rules.cards.objects import objects
from pbem.rules.errors import Unreadable
from pbem.rules.model import BARN, PEASANT, Catalogue, Family, Guest, ObjectCard, Verb
from pbem.rules.options import CARNIES, CORRECTABLE, LENGTHS, NOTABLES, Options, make_options
from pbem.rules.state import EVENTS, GUESTS, OBJECTS, SEATS, Built, Game, Place, Player

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
    """Every guest card by name, as printed."""
    guests = (*TRAVELERS, *CARNIE_CARDS, *NOTABLE_CARDS, PEASANTS, BARN_CARD)
    return {card.name: card for card in guests}


@cache
def known_objects() -> Mapping[str, ObjectCard]:
    """Every object by name, as played without rulings."""
    return {card.name: card for card in objects(Options(()))}


def card_list(terms: Options) -> list[str]:
    """The cards of a game as printed, a line each: what all have to agree on."""
    guests = [*TRAVELERS, PEASANTS, BARN_CARD]
    if CARNIES in terms.modules:
        guests += CARNIE_CARDS
    if NOTABLES in terms.modules:
        guests += NOTABLE_CARDS
    lines = [
        f"{c.name} {c.family} {c.rank} {c.outer} {c.money} {c.affinity} {c.copies}"
        f" {c.annex.name if c.annex else None}"
        for c in sorted(guests, key=lambda card: card.name)
    ]
    if EVENTS in terms.modules:
        lines += [f"{name} event" for name in sorted(known_events())]
    if OBJECTS in terms.modules:
        lines += [
            f"{name} object {card.price} {card.window or card.verb}"
            for name, card in sorted(known_objects().items())
        ]
    return lines


def known_events() -> tuple[str, ...]:
    """The names of the event cards."""
    return tuple(card.name for card in events(Options(())))


def options(players: Iterable[str], **terms: object) -> Options:
    """The checked terms of a game; see `make_options` for the words. Raises Unreadable."""
    names = (*known_cards(), *known_objects(), *known_events())
    made = make_options(players, reserved=names, **terms)  # type: ignore[arg-type]
    catalogue(made)
    return made


def catalogue(terms: Options) -> Catalogue:
    """The cards as this game plays them, by its rulings and corrections.

    A game knows all cards, whatever is in its decks. Raises Unreadable for a bad correction.
    """
    held = {card.name: card for card in objects(terms)} if terms.rulings else known_objects()
    return Catalogue(_guests(terms), held, {card.name: card for card in events(terms)})


def _guests(terms: Options) -> Mapping[str, Guest]:
    if not terms.corrections and not terms.rulings:
        return known_cards()
    carnies = with_icons(CARNIE_CARDS, terms.ruling("carnie-affinity"))
    carnies = with_booth(carnies, terms.ruling("booth"))
    cards = {**known_cards(), **{card.name: card for card in carnies}}
    # The outer rank after the rank, which it is else taken to be.
    for what, value in sorted(terms.corrections, key=lambda one: one[0].endswith(".outer")):
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
    cards = catalogue(terms)
    bistro = _SOLITAIRE_BISTRO if terms.solitaire else 0
    unused = PEASANTS.copies - _HAND * seats - bistro
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


def decks(terms: Options) -> Mapping[str, list[str]]:
    """What is shuffled at the start, each deck sorted by name. (R04; The Carnies, Setup)"""
    travelers = list(TRAVELERS)
    if NOTABLES in terms.modules:
        travelers = [card for card in travelers if card.family is not Family.NOBLE]
        travelers += NOTABLE_CARDS
    if CARNIES in terms.modules:
        travelers += CARNIE_CARDS
    return {
        SEATS: sorted(terms.players),
        GUESTS: sorted(card.name for card in travelers for _ in range(card.copies)),
        EVENTS: sorted(known_events()),
        OBJECTS: sorted(known_objects()),
    }


def stack_size(terms: Options) -> int:
    """How many travelers the entrance stack of the first season has. (Ruling R04)"""
    removed = _REMOVED[len(terms.players)][LENGTHS.index(terms.length)]
    return len(decks(terms)[GUESTS]) - removed
