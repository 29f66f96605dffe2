"""What a card is: a row of facts, with the moments at which it acts as columns.

The engine asks the columns; it never asks for a card by name. A column left out does nothing.
"""

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pbem.rules.orders import Play
    from pbem.rules.state import Game, Place

PEASANT = "peasant"
BARN = "barn"


class Verb(StrEnum):
    """The four actions for which accomplices are played. (Rulebook, Phase 2)"""

    BRIBE = "bribe"
    BUILD = "build"
    KILL = "kill"
    BURY = "bury"


class Family(StrEnum):
    """The types of guests, by the word the game uses for them."""

    ARTISAN = "artisan"
    MERCHANT = "merchant"
    POLICE = "police"
    RELIGIOUS = "religious"
    NOBLE = "noble"
    PEASANT = "peasant"
    CARNIE = "carnie"
    NOTABLE = "notable"


# Annotations are no text here and where else records are: NamedTuple compiles text, one by one, at
# the start of every command.


class Annex(NamedTuple):
    """What an annex does, by the moment. (Rulebook, Annex Effects)"""

    name: str
    #: Why it cannot be built now.
    unbuildable: Callable[["Game", int], str | None] | None = None
    #: Done once, when it is built.
    built: Callable[["Game", int, "Place | None"], None] | None = None
    #: The doors among which `built` lets the builder choose.
    doors: Callable[["Game", int], list["Place"]] | None = None
    #: The action that needs one accomplice fewer, if the player likes.
    saves: Verb | None = None
    #: The action whose accomplices need not be discarded.
    keeps: Verb | None = None
    #: The action that may take any number of targets, at the sum of their ranks.
    many: Verb | None = None
    #: How many peasants one bribe may take; 0 leaves the usual two.
    peasants: int = 0
    #: Accomplices that are not paid in the morning.
    unpaid: int = 0
    #: Francs each time travelers leave.
    income: Callable[["Game", int], int] | None = None
    #: Francs before the wages of each morning.
    before_wages: Callable[["Game", int], int] | None = None
    #: Francs at the end of the game.
    score: Callable[["Game", int], int] | None = None
    #: True if `score` depends on the wealth that the other bonuses leave. (Ruling R08)
    scores_last: bool = False
    #: True if it stands beside the board and takes travelers until a corpse lies under it.
    trailer: bool = False
    #: Francs for each carnie that the owner bribes, or that takes a place. (Ruling R35)
    per_carnie_bribed: int = 0
    per_carnie_lodged: int = 0
    #: True if it catches what others cannot gain above 40F. (Ruling R91)
    catches: bool = False
    #: True if its owner may exchange when others launder cash. (Ruling R64)
    exchanges: bool = False


class Guest(NamedTuple):
    """A guest card; the barn is one too, so that an annex is always a card."""

    name: str
    family: Family | None
    #: Rank in the inn: to bribe and to kill.
    rank: int
    #: Francs in the pockets.
    money: int
    #: The action after which this accomplice comes back to the hand.
    affinity: Verb | None
    copies: int
    annex: Annex | None
    #: Rank outside the inn: to build and to bury, and the places for corpses.
    outer: int
    #: Places the corpse takes under an annex, and for how many corpses it counts. (R53, R54)
    places: int = 1
    bodies: int = 1
    #: True if the corpse can only be buried under another player's annex. (Ruling R55)
    abroad: bool = False


class EventCard(NamedTuple):
    """What an event does in a morning, by the step. (The Carnies, Events; ruling R66)"""

    name: str
    #: Done when the event is found to be live.
    at_once: Callable[["Game"], None] | None = None
    #: True if all must call the gravedigger, police or not.
    calls_gravedigger: bool = False
    #: True if the police do not investigate.
    stops_police: bool = False
    #: Francs for each own occupied room or trailer; 0 leaves the usual one.
    rent: int = 0
    #: Done after travelers have left.
    after_leaving: Callable[["Game"], None] | None = None
    #: True if all lose their accomplices before the wages.
    dismisses: bool = False
    #: Francs for each accomplice; 0 leaves the usual one.
    wage: int = 0
    #: Done after the wages.
    after_wages: Callable[["Game"], None] | None = None


class Window(StrEnum):
    """The moments at which objects are played out of turn. (Decisions W3, M2, M3, M7)"""

    EVENING = "evening"
    COVER = "cover"
    GRAVEDIGGER = "gravedigger"
    END = "end"


class Aim(StrEnum):
    """What a play in a window is for; an order names that and nothing else."""

    NOTHING = "nothing"
    #: The traveler of a place.
    PLACE = "place"
    #: An own corpse, or the corpse of a player who is named.
    OWN_CORPSE = "own-corpse"
    CORPSE = "corpse"
    #: A corpse that changes hands, and with whom.
    HANDOVER = "handover"
    #: Another player; none where only one comes into question.
    PLAYER = "player"


class Use(StrEnum):
    """What an object does to the action it is used with."""

    #: Build a traveler of the inn. (Ruling R43)
    FROM_INN = "from-inn"
    #: A killed traveler goes to the box. (Ruling R46)
    INTO_WELL = "into-well"
    #: Gain 2F for each outside rank of a corpse buried. (Ruling R57)
    TEETH = "teeth"
    #: Bury a corpse where there is no place. (Ruling R58)
    LIME = "lime"
    #: Bury a corpse without an action and without accomplices. (Ruling R58, `free-burial`)
    FREE = "free"
    #: Play one accomplice fewer. (Ruling R58, `one-fewer`)
    FEWER = "fewer"


class ObjectCard(NamedTuple):
    """An object: either played in a window, or used with an own action."""

    name: str
    #: Francs.
    price: int
    #: The window in which it is played, and what a play names.
    window: Window | None = None
    aim: Aim = Aim.NOTHING
    #: What is wrong with a play, all plays that may be right, and what a play does.
    problem: Callable[["Game", int, "Play"], str | None] | None = None
    plays: Callable[["Game", int], Iterator["Play"]] | None = None
    does: Callable[["Game", int, "Play"], None] | None = None
    #: The action with which it is used.
    verb: Verb | None = None
    #: True if all accomplices played for that action may return.
    keeps: bool = False
    #: What else it does with the action.
    use: Use | None = None


Cards = Mapping[str, Guest]


class Catalogue(NamedTuple):
    """The cards of a game by name, as its rulings and corrections have them."""

    guests: Cards
    objects: Mapping[str, ObjectCard]
    events: Mapping[str, EventCard]
