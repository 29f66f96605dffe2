"""The state of a game: plain data, copied by hand, and what is to happen next.

Seats are numbers from 0 in the order of the table; cards are names. Nothing here knows a rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from pbem.rules.events import Event
from pbem.rules.model import Cards, Guest
from pbem.rules.options import Options

#: A card of a pile that this reader cannot see.
UNKNOWN = "?"
#: The one deck of the base game, and the seats, as the dealer knows them.
GUESTS, SEATS = "guests", "seats"

#: An entry of the agenda: the name of a step or question, then what it is about.
Item = tuple[Any, ...]


@dataclass(slots=True)
class Place:
    """An open room; `name` is what orders call it."""

    name: str
    #: Seat of the owner; None is a white key.
    key: int | None
    #: Seat of the room service token's owner.
    service: int | None = None
    guest: str | None = None

    def copy(self) -> Place:
        """A place that shares nothing with this one."""
        return Place(self.name, self.key, self.service, self.guest)


@dataclass(slots=True)
class Built:
    """An annex in a player's area with the corpses under it."""

    card: str
    buried: list[str] = field(default_factory=list)

    def copy(self) -> Built:
        """An annex that shares nothing with this one."""
        return Built(self.card, self.buried[:])


@dataclass(slots=True)
class Player:
    """One player's area; `cash` in francs, `checks` in units of 10F, `hand` sorted."""

    cash: int
    checks: int
    hand: list[str]
    corpses: list[str]
    annexes: list[Built]

    def copy(self) -> Player:
        """A player that shares nothing with this one."""
        annexes = [annex.copy() for annex in self.annexes]
        return Player(self.cash, self.checks, self.hand[:], self.corpses[:], annexes)


@dataclass(slots=True)
class Game:
    """A whole game at one moment."""

    options: Options
    cards: Cards
    places: list[Place]
    players: list[Player]
    number: int = 0
    season: int = 1
    phase: str = "evening"
    host: int = 0
    lap: int | None = None
    turn: int | None = None
    final: bool = False
    entrance: list[str] = field(default_factory=list)
    exit: list[str] = field(default_factory=list)
    bistro: int = 0
    box: list[str] = field(default_factory=list)
    #: How many cards of the entrance stack lie face up.
    face_up: int = 0
    #: The size of the entrance stack after its last shuffle, from which positions are counted.
    stack: int = 0
    #: How often each deck was shuffled.
    serials: dict[str, int] = field(default_factory=dict)
    #: What is still to come; the last item is next.
    agenda: list[Item] = field(default_factory=list)
    #: What happened since the last order; no part of the state.
    events: list[Event] = field(default_factory=list, compare=False)

    def copy(self) -> Game:
        """A game that shares nothing with this one but the options and the cards."""
        return Game(
            self.options,
            self.cards,
            [place.copy() for place in self.places],
            [player.copy() for player in self.players],
            self.number,
            self.season,
            self.phase,
            self.host,
            self.lap,
            self.turn,
            self.final,
            self.entrance[:],
            self.exit[:],
            self.bistro,
            self.box[:],
            self.face_up,
            self.stack,
            self.serials.copy(),
            self.agenda[:],
            self.events[:],
        )

    def then(self, *items: Item) -> None:
        """Put *items* before all that is still to come, in reading order."""
        self.agenda.extend(reversed(items))

    def seats_from_host(self) -> list[int]:
        """All seats in turn order. (Rulebook, Phase 2)"""
        count = len(self.players)
        return [(self.host + step) % count for step in range(count)]

    def place(self, name: str) -> Place | None:
        """The open place of that name."""
        for place in self.places:
            if place.name == name:
                return place
        return None

    def free_places(self) -> list[Place]:
        """The places that a traveler can take, lowest first."""
        return [place for place in self.places if place.guest is None]

    def travelers(self) -> Iterator[Guest]:
        """The cards of all who are staying in the inn."""
        return (self.cards[place.guest] for place in self.places if place.guest is not None)

    def built(self, seat: int, card: str, copy: int = 1) -> Built | None:
        """The *copy*-th annex of that card in a player's area, in the order built."""
        for annex in self.players[seat].annexes:
            if annex.card == card:
                copy -= 1
                if not copy:
                    return annex
        return None

    def room_left(self, annex: Built) -> int:
        """How many corpses more an annex takes; its outside rank is its capacity. (Ruling R50)"""
        return self.cards[annex.card].outer - len(annex.buried)
