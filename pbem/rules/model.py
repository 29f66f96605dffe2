"""What a card is: a row of facts, with the moments at which its annex acts as columns.

The engine asks the columns; it never asks for a card by name. A column left out does nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
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


class Annex(NamedTuple):
    """What an annex does, by the moment. (Rulebook, Annex Effects)"""

    name: str
    #: Done once, when it is built.
    built: Callable[[Game, int, Place | None], None] | None = None
    #: The doors among which `built` lets the builder choose.
    doors: Callable[[Game, int], list[Place]] | None = None
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
    income: int = 0
    #: Francs at the end of the game.
    score: Callable[[Game, int], int] | None = None
    #: True if `score` depends on the wealth that the other bonuses leave. (Ruling R08)
    scores_last: bool = False


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


Cards = Mapping[str, Guest]
