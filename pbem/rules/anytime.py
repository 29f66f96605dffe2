"""Orders that answer no question: the swap of Unlimited Wealth, and standing holds.

They are taken while somebody is asked, never in the middle of a resolution. (Decisions W3, X2)
"""

from __future__ import annotations

from pbem.rules import moves, windows
from pbem.rules.actions import laundering
from pbem.rules.options import OBJECTS
from pbem.rules.orders import AnyTime, Stand, Swap
from pbem.rules.state import Game

#: More evenings than any game has, so that a hold until one of them is short to write.
LAST_EVENING = 999


def problem(game: Game, seat: int, order: AnyTime) -> str | None:
    """Why a player cannot give this order now, or None."""
    if isinstance(order, Swap):
        return _swap_problem(game, seat, order)
    assert isinstance(order, Stand)
    if OBJECTS not in game.options.modules and not any(p.objects for p in game.players):
        return "standing holds are for games with objects"
    if order.how == windows.ROUND and not game.number:
        return "no round has begun yet"
    if order.how == windows.UNTIL and not game.number < order.number <= LAST_EVENING:
        return f"expected an evening from {game.number + 1} to {LAST_EVENING}, found {order.number}"
    return None


def _swap_problem(game: Game, seat: int, order: Swap) -> str | None:
    if not game.options.unlimited:
        return "a swap is for games with unlimited wealth; pass to launder"
    if game.phase == "draft":
        return "nothing is swapped before the objects are paid"
    return laundering.exchange_problem(game.players[seat], order.to, order.checks)


def resolve(game: Game, seat: int, order: AnyTime) -> None:
    """Carry the order out; a standing hold also answers an open window of the player."""
    if isinstance(order, Swap):
        moves.swap(game, seat, order.to, order.checks)
        return
    assert isinstance(order, Stand)
    number = game.number if order.how == windows.ROUND else order.number
    moves.stand(game, seat, None if order.how == windows.NO_MORE else (order.how, number))
    questions = game.agenda[-1][1:]
    if questions[0][:2] == ("objects", seat):
        # The window is gone through again, now with the hold in force.
        game.agenda[-1] = ("window", questions[0][2], seat)
