"""What a player is taken to answer who does not answer in time. (docs/rulings.md, Decisions)

It is a plain answer that costs little and surprises nobody, not the best one.
"""

from __future__ import annotations

from collections.abc import Callable

from pbem.rules import draft, gravedigger, wages
from pbem.rules.model import PEASANT
from pbem.rules.moves import CHECK
from pbem.rules.orders import Dismiss, Hold, Keep, Order, Pass, Pay, Place, Study
from pbem.rules.state import UNKNOWN, Game

#: With so much cash in francs the Study's offer is taken. (Decision A6)
_WELL_OFF = 20


def _keep(game: Game, _seat: int, *pack: str) -> Order:
    """The cheapest object, then by name; unknown to who does not know the pack. (S5)"""
    return Keep(UNKNOWN if UNKNOWN in pack else draft.default(game, pack))


def _place(game: Game, _seat: int) -> Order:
    """The lowest free room, then the trailers in the order built. (W1)"""
    return Place((game.free_places()[0].name,))


def _hold(_game: Game, _seat: int, _window: str) -> Order:
    """Play nothing. (W3, M2, M3, M7)"""
    return Hold()


def _pass(_game: Game, _seat: int) -> Order:
    """Do nothing, exchange nothing. (A0)"""
    return Pass()


def _study(game: Game, seat: int) -> Order:
    """Exchange if that leaves enough for the wages of most hands. (A6)"""
    return Study(exchange=game.players[seat].cash >= _WELL_OFF)


def _pay(game: Game, seat: int) -> Order:
    """Cash as long as what is left covers the wages due, else checks. (M4)"""
    player = game.players[seat]
    corpses = len(player.exposed())
    mixes = gravedigger.mixes(game, seat)
    for checks in mixes:
        if player.cash - CHECK * (corpses - checks) >= wages.due(game, seat):
            return Pay(checks)
    return Pay(mixes[-1])


def _dismiss(game: Game, seat: int, due: int) -> Order:
    """Peasants first, then the lowest rank, then by name. (M6)"""

    def worth(card: str) -> tuple[bool, int, str]:
        return card != PEASANT, game.cards[card].rank, card

    return Dismiss(sorted(game.players[seat].hand, key=worth)[:due])


#: By question; the functions take game, seat, and what the question is about.
DEFAULTS: dict[str, Callable[..., Order]] = {
    "draft": _keep,
    "place": _place,
    "objects": _hold,
    "action": _pass,
    "study": _study,
    "gravedigger": _pay,
    "wages": _dismiss,
}
