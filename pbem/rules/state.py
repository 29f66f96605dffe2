"""The state of a game: plain data, copied by hand, and what is to happen next.

Seats are numbers from 0 in the order of the table; cards are names. Nothing here knows a rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.rules.events import Event
from pbem.rules.model import Catalogue, Guest
from pbem.rules.options import Options
from pbem.rules.record import Record

#: A card of a pile that this reader cannot see.
UNKNOWN = "?"
#: What is shuffled: the travelers, the events, the objects, the seats.
GUESTS, EVENTS, OBJECTS, SEATS = "guests", "events", "objects", "seats"

#: The step of the agenda that holds open questions.
ASK = "ask"

#: A standing hold: how long, and the number that goes with it.
Standing = tuple[str, int]
#: An entry of the agenda: the name of a step or question, then what it is about.
Item = tuple[Any, ...]


def called(place: str) -> str:
    """A place in a message: `room 3`, or `trailer juggler`."""
    return f"room {place}" if place.isdigit() else f"trailer {place}"


class Place(Record):
    """An open room, or a trailer beside the board; `guest` is a card or None.

    `name` is what orders call it: the room's number, or the trailer's card.
    """

    __slots__ = ("cake", "coffee", "guest", "key", "name", "service")

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
        #: Seats of who played these objects on the guest.
        self.coffee: int | None = None
        self.cake: int | None = None

    @property
    def is_trailer(self) -> bool:
        """True for a trailer, which has no number."""
        return not self.name.isdigit()

    def copy(self) -> Place:
        """A place that shares nothing with this one."""
        other = Place(self.name, self.key, self.service, self.guest)
        other.coffee = self.coffee
        other.cake = self.cake
        return other


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
    """One player's area; cash in francs, checks in units of 10F, hand and objects sorted."""

    __slots__ = ("annexes", "cash", "checks", "corpses", "hand", "objects", "snowed", "standing")

    def __init__(
        self, cash: int, checks: int, hand: list[str], corpses: list[str], annexes: list[Built]
    ) -> None:
        self.cash = cash
        self.checks = checks
        self.hand = hand
        self.corpses = corpses
        self.annexes = annexes
        #: Corpses under the snow pile; they are among `corpses` too.
        self.snowed: list[str] = []
        self.objects: list[str] = []
        #: The standing hold: its word and number, or None.
        self.standing: Standing | None = None

    def may_hold(self, card: str) -> bool:
        """True if the player holds that object, as far as this reader knows."""
        return card in self.objects or UNKNOWN in self.objects

    def exposed(self) -> list[str]:
        """The unburied corpses that are not covered. (Ruling R71)"""
        exposed = self.corpses[:]
        for card in self.snowed:
            exposed.remove(card)
        return exposed

    def copy(self) -> Player:
        """A player that shares nothing with this one."""
        annexes = [annex.copy() for annex in self.annexes]
        other = Player(self.cash, self.checks, self.hand[:], self.corpses[:], annexes)
        other.snowed = self.snowed[:]
        other.objects = self.objects[:]
        other.standing = self.standing
        return other


#: What of a game is no part of its state: the cards, and what just happened.
_NO_STATE = frozenset({"cards", "event_cards", "events", "objects"})


class Game(Record):
    """A whole game at one moment."""

    __slots__ = (
        "agenda",
        "bistro",
        "box",
        "cards",
        "entrance",
        "event_cards",
        "event_deck",
        "event_discards",
        "events",
        "exit",
        "face_up",
        "final",
        "host",
        "lap",
        "letter",
        "number",
        "objects",
        "options",
        "phase",
        "places",
        "players",
        "revealed",
        "season",
        "serials",
        "spent",
        "stacks",
        "turn",
    )

    def __init__(
        self, options: Options, catalogue: Catalogue, places: list[Place], players: list[Player]
    ) -> None:
        self.options = options
        self.cards, self.objects, self.event_cards = catalogue
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
        self.event_deck: list[str] = []
        self.event_discards: list[str] = []
        #: This round's event; in the morning only while it is live.
        self.revealed: str | None = None
        #: True if the letter of denunciation was played this round.
        self.letter = False
        #: The size of each deck after its last shuffle, from which positions are counted.
        self.stacks: dict[str, int] = {}
        #: How often each deck was shuffled.
        self.serials: dict[str, int] = {}
        #: The number that the next shuffle of a deck must have at least: after the players have
        #: gone back to an earlier position no shuffle comes a second time.
        self.spent: dict[str, int] = {}
        #: What is still to come; the last item is next.
        self.agenda: list[Item] = []
        #: What happened since the last order; no part of the state.
        self.events: list[Event] = []

    def fields(self) -> tuple[object, ...]:
        """The values that make two games equal."""
        return tuple([getattr(self, name) for name in self.__slots__ if name not in _NO_STATE])

    def copy(self) -> Game:
        """A game that shares nothing with this one but the options and the cards."""
        other = Game(
            self.options,
            Catalogue(self.cards, self.objects, self.event_cards),
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
        other.event_deck = self.event_deck[:]
        other.event_discards = self.event_discards[:]
        other.revealed = self.revealed
        other.letter = self.letter
        other.stacks = self.stacks.copy()
        other.serials = self.serials.copy()
        other.spent = self.spent.copy()
        other.agenda = self.agenda[:]
        other.events = self.events[:]
        return other

    def then(self, *items: Item) -> None:
        """Put *items* before all that is still to come, in reading order."""
        self.agenda += items[::-1]

    def seats_from_host(self) -> list[int]:
        """All seats in turn order. (Rulebook, Phase 2)"""
        seats = range(len(self.players))
        return [*seats[self.host :], *seats[: self.host]]

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
        """How many places an annex has left; its outside rank is its capacity. (Ruling R50)

        A corpse that found no place lies in quicklime and takes none. (Rulings R58, R102)
        """
        left = self.cards[annex.card].outer
        for corpse in annex.buried:
            places = self.cards[corpse].places
            if places <= left:
                left -= places
        return left

    def trailer(self, owner: int, card: str) -> Place | None:
        """The trailer of a player that stands beside the board."""
        place = self.place(card)
        return place if place is not None and place.is_trailer and place.key == owner else None
