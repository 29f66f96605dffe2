"""The state of a game: plain data, copied by hand, and what is to happen next.

Seats are numbers from 0 in the order of the table; cards are names. Nothing here knows a rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.rules.events import Event
from pbem.rules.model import Cards, Guest
from pbem.rules.options import Options
from pbem.rules.record import Record

#: A card of a pile that this reader cannot see.
UNKNOWN = "?"
#: The one deck of the base game, and the seats, as the dealer knows them.
GUESTS, SEATS = "guests", "seats"

#: An entry of the agenda: the name of a step or question, then what it is about.
Item = tuple[Any, ...]


class Place(Record):
    """An open room; `name` is what orders call it, `guest` a card or None."""

    __slots__ = ("guest", "key", "name", "service")

    def __init__(
        self,
        name: str,
        key: int | None,
        service: int | None = None,
        guest: str | None = None,
    ) -> None:
        self.name = name
        #: Seat of the owner; None is a white key.
        self.key = key
        #: Seat of the room service token's owner.
        self.service = service
        self.guest = guest

    def copy(self) -> Place:
        """A place that shares nothing with this one."""
        return Place(self.name, self.key, self.service, self.guest)


class Built(Record):
    """An annex in a player's area with the corpses under it."""

    __slots__ = ("buried", "card")

    def __init__(self, card: str, buried: list[str] | None = None) -> None:
        self.card = card
        self.buried = [] if buried is None else buried

    def copy(self) -> Built:
        """An annex that shares nothing with this one."""
        return Built(self.card, self.buried[:])


class Player(Record):
    """One player's area; `cash` in francs, `checks` in units of 10F, `hand` sorted."""

    __slots__ = ("annexes", "cash", "checks", "corpses", "hand")

    def __init__(
        self, cash: int, checks: int, hand: list[str], corpses: list[str], annexes: list[Built]
    ) -> None:
        self.cash = cash
        self.checks = checks
        self.hand = hand
        self.corpses = corpses
        self.annexes = annexes

    def copy(self) -> Player:
        """A player that shares nothing with this one."""
        annexes = [annex.copy() for annex in self.annexes]
        return Player(self.cash, self.checks, self.hand[:], self.corpses[:], annexes)


class Game(Record):
    """A whole game at one moment."""

    __slots__ = (
        "agenda",
        "bistro",
        "box",
        "cards",
        "entrance",
        "events",
        "exit",
        "face_up",
        "final",
        "host",
        "lap",
        "number",
        "options",
        "phase",
        "places",
        "players",
        "season",
        "serials",
        "stack",
        "turn",
    )

    def __init__(
        self, options: Options, cards: Cards, places: list[Place], players: list[Player]
    ) -> None:
        self.options = options
        self.cards = cards
        self.places = places
        self.players = players
        self.number = 0
        self.season = 1
        self.phase = "evening"
        self.host = 0
        self.lap: int | None = None
        self.turn: int | None = None
        self.final = False
        self.entrance: list[str] = []
        self.exit: list[str] = []
        self.bistro = 0
        self.box: list[str] = []
        #: How many cards of the entrance stack lie face up.
        self.face_up = 0
        #: The size of the entrance stack after its last shuffle, from which positions are counted.
        self.stack = 0
        #: How often each deck was shuffled.
        self.serials: dict[str, int] = {}
        #: What is still to come; the last item is next.
        self.agenda: list[Item] = []
        #: What happened since the last order; no part of the state.
        self.events: list[Event] = []

    def fields(self) -> tuple[object, ...]:
        """The values that make two games equal."""
        return tuple([getattr(self, name) for name in self.__slots__ if name != "events"])

    def copy(self) -> Game:
        """A game that shares nothing with this one but the options and the cards."""
        other = Game(
            self.options,
            self.cards,
            [place.copy() for place in self.places],
            [player.copy() for player in self.players],
        )
        other.number = self.number
        other.season = self.season
        other.phase = self.phase
        other.host = self.host
        other.lap = self.lap
        other.turn = self.turn
        other.final = self.final
        other.entrance = self.entrance[:]
        other.exit = self.exit[:]
        other.bistro = self.bistro
        other.box = self.box[:]
        other.face_up = self.face_up
        other.stack = self.stack
        other.serials = self.serials.copy()
        other.agenda = self.agenda[:]
        other.events = self.events[:]
        return other

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
