"""One record for each thing that a player can order.

Targets, accomplices and burials are kept sorted: the order in which they are named means nothing,
so two ways to write the same order are equal. Places are named as in the notation, players by seat.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pbem.rules.record import Record


class Order(Record):
    """What a player orders; it never changes."""

    __slots__ = ()


class Place(Order):
    """Where the drawn traveler goes, and the ones that follow him unseen."""

    __slots__ = ("places",)

    def __init__(self, places: Iterable[str]) -> None:
        self.places = tuple(places)


class Bribe(Order):
    """Take the guests of these places, or peasants (one `peasant` for each), into the hand."""

    __slots__ = ("crew", "losing", "targets")

    def __init__(
        self, targets: Iterable[str], crew: Iterable[str] = (), losing: Iterable[str] = ()
    ) -> None:
        self.targets = tuple(sorted(targets))
        self.crew = tuple(sorted(crew))
        self.losing = tuple(sorted(losing))


class Kill(Bribe):
    """Make corpses of the guests of these places, or of one peasant."""

    __slots__ = ()


class Build(Order):
    """Turn a card of the hand into an annex; `at` is the door its effect uses."""

    __slots__ = ("at", "card", "crew", "losing")

    def __init__(
        self,
        card: str,
        crew: Iterable[str] = (),
        losing: Iterable[str] = (),
        at: str | None = None,
    ) -> None:
        self.card = card
        self.crew = tuple(sorted(crew))
        self.losing = tuple(sorted(losing))
        self.at = at


class Burial(NamedTuple):
    """One corpse and the annex it goes under: the owner's *copy*-th of that card."""

    corpse: str
    owner: int
    annex: str
    copy: int = 1


class Bury(Order):
    """Bury corpses, each under an annex of its own choice."""

    __slots__ = ("burials", "crew", "losing")

    def __init__(
        self, burials: Iterable[Burial], crew: Iterable[str] = (), losing: Iterable[str] = ()
    ) -> None:
        self.burials = tuple(sorted(burials))
        self.crew = tuple(sorted(crew))
        self.losing = tuple(sorted(losing))


class Pass(Order):
    """Do nothing, or exchange cash for checks, or checks for cash; `checks` in units of 10F."""

    __slots__ = ("checks", "to")

    def __init__(self, to: str | None = None, checks: int = 0) -> None:
        self.to = to
        self.checks = checks


class Pay(Order):
    """How many of the gravedigger's units of 10F are paid in checks."""

    __slots__ = ("checks",)

    def __init__(self, checks: int) -> None:
        self.checks = checks


class Dismiss(Order):
    """Which unpaid accomplices leave."""

    __slots__ = ("cards",)

    def __init__(self, cards: Iterable[str]) -> None:
        self.cards = tuple(sorted(cards))


#: The orders of a night's action that play accomplices.
Crewed = Bribe | Kill | Build | Bury
