"""One record for each thing that a player can order.

Targets, accomplices and burials are kept sorted: the order in which they are named means nothing,
so two ways to write the same order are equal. Places are named as in the notation, players by seat.
"""

from collections.abc import Iterable
from typing import NamedTuple

from pbem.rules.record import Record


class Order(Record):
    """What a player orders; it never changes."""

    __slots__ = ()

    def __hash__(self) -> int:
        return hash((type(self).__name__, self.fields()))


class Place(Order):
    """Where the drawn traveler goes, and the ones that follow him unseen."""

    __slots__ = ("places",)

    def __init__(self, places: Iterable[str]) -> None:
        self.places = tuple(places)


class Using(NamedTuple):
    """An object used with an action, and the target of the order it is for."""

    card: str
    #: A place, or a corpse of the order; `count#2` is the second count among its burials.
    on: str | None = None


def _by_card(using: Iterable[Using]) -> tuple[Using, ...]:
    """The objects sorted; one may be named twice, with a target and without."""
    return tuple(sorted(using, key=lambda used: (used.card, used.on or "")))


class Crewed(Order):
    """An action of a night for which accomplices are played."""

    __slots__ = ("crew", "losing", "using")

    crew: tuple[str, ...]
    #: Those of the crew that are lost by choice.
    losing: tuple[str, ...]
    using: tuple[Using, ...]


class OnGuests(Crewed):
    """An action on the guests of these places, or on peasants (one `peasant` for each)."""

    __slots__ = ("targets",)

    def __init__(
        self,
        targets: Iterable[str],
        crew: Iterable[str] = (),
        losing: Iterable[str] = (),
        using: Iterable[Using] = (),
    ) -> None:
        self.targets = tuple(sorted(targets))
        self.crew = tuple(sorted(crew)) if crew else ()
        self.losing = tuple(sorted(losing)) if losing else ()
        self.using = _by_card(using) if using else ()


class Bribe(OnGuests):
    """Take guests into the hand."""

    __slots__ = ()


class Kill(OnGuests):
    """Make corpses of guests."""

    __slots__ = ()


class Build(Crewed):
    """Turn a card of the hand into an annex; `at` is the door its effect uses.

    With a wheelbarrow *card* is the place of a traveler.
    """

    __slots__ = ("at", "card")

    def __init__(
        self,
        card: str,
        crew: Iterable[str] = (),
        losing: Iterable[str] = (),
        using: Iterable[Using] = (),
        at: str | None = None,
    ) -> None:
        self.card = card
        self.crew = tuple(sorted(crew)) if crew else ()
        self.losing = tuple(sorted(losing)) if losing else ()
        self.using = _by_card(using) if using else ()
        self.at = at


class Burial(NamedTuple):
    """One corpse and the annex it goes under: the owner's *copy*-th of that card."""

    corpse: str
    owner: int
    annex: str
    copy: int = 1


class Bury(Crewed):
    """Bury corpses, each under an annex of its own choice."""

    __slots__ = ("burials",)

    def __init__(
        self,
        burials: Iterable[Burial],
        crew: Iterable[str] = (),
        losing: Iterable[str] = (),
        using: Iterable[Using] = (),
    ) -> None:
        self.burials = tuple(sorted(burials))
        self.crew = tuple(sorted(crew)) if crew else ()
        self.losing = tuple(sorted(losing)) if losing else ()
        self.using = _by_card(map(self._plain, using)) if using else ()

    def _plain(self, used: Using) -> Using:
        """The object on the first of equal burials: which of them means nothing."""
        names = self.numbered()
        if used.on not in names:
            return used
        burial = self.burials[names.index(used.on)]
        return Using(used.card, names[self.burials.index(burial)])

    def numbered(self) -> list[str]:
        """The name of each corpse as `using … on` calls it."""
        corpses = [burial.corpse for burial in self.burials]
        return [
            corpse
            if corpse not in corpses[:number]
            else f"{corpse}#{corpses[:number].count(corpse) + 1}"
            for number, corpse in enumerate(corpses)
        ]


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


class Keep(Order):
    """The object kept in a round of the draft."""

    __slots__ = ("card",)

    def __init__(self, card: str) -> None:
        self.card = card


class Play(Order):
    """An object played in a window, and what it is for: a place, a corpse, a player's seat."""

    __slots__ = ("card", "corpse", "place", "player")

    def __init__(
        self,
        card: str,
        place: str | None = None,
        corpse: str | None = None,
        player: int | None = None,
    ) -> None:
        self.card = card
        self.place = place
        self.corpse = corpse
        self.player = player


class Hold(Order):
    """Play nothing in a window."""

    __slots__ = ()


class AnyTime(Order):
    """An order that answers no question and is given at any time."""

    __slots__ = ()


class Stand(AnyTime):
    """Hold in windows to come: for this `round`, `until` an evening, `always`, or `no more`."""

    __slots__ = ("how", "number")

    def __init__(self, how: str, number: int = 0) -> None:
        self.how = how
        self.number = number


class Study(Order):
    """Exchange 10F for a check with the Study, or decline."""

    __slots__ = ("exchange",)

    def __init__(self, exchange: bool) -> None:  # noqa: FBT001 -- the order is this one word
        self.exchange = exchange


class Swap(AnyTime):
    """Exchange cash and checks at any time, under Unlimited Wealth. (Decision X2)"""

    __slots__ = ("checks", "to")

    def __init__(self, to: str, checks: int) -> None:
        self.to = to
        self.checks = checks
