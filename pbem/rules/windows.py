"""The moments at which objects are played out of turn, in turn order. (Decisions W3, M2, M3, M7)

Who is asked depends on public facts only: how many objects somebody holds, never on which.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.rules import moves
from pbem.rules.model import Aim, Window
from pbem.rules.orders import Hold, Order, Play
from pbem.rules.state import ASK, UNKNOWN, Game

#: Words of a standing hold. (Decision W3)
ROUND, UNTIL, ALWAYS, NO_MORE = "round", "until", "always", "no more"
HOLDS = (ROUND, UNTIL, ALWAYS)


def open_window(game: Game, window: Window) -> None:
    """Ask all who may play an object now, one after the other."""
    holders = [seat for seat in game.seats_from_host() if game.players[seat].objects]
    game.then(*[("window", window.value, seat) for seat in holders])


def step(game: Game, window: str, seat: int) -> None:
    """Ask a player, if there is anything to ask and no standing hold answers."""
    player = game.players[seat]
    if not player.objects or not _is_open(game, seat, Window(window)):
        return
    if player.standing is not None and player.standing[0] == UNKNOWN:
        game.then(("stands", window, seat))
    else:
        answer(game, window, seat, stands=in_force(game, seat))


def answer(game: Game, window: str, seat: int, *, stands: bool) -> None:
    """Pass a window by a standing hold, or ask the player."""
    if stands:
        moves.hold(game, seat, standing=True)
    else:
        game.then((ASK, ("objects", seat, window)))


def _is_open(game: Game, seat: int, window: Window) -> bool:
    """The public condition of a window. (Ruling R104)"""
    if window is Window.COVER:
        return bool(game.players[seat].corpses)
    if window is Window.GRAVEDIGGER:
        return any(player.exposed() for player in game.players)
    return True


def in_force(game: Game, seat: int) -> bool:
    """True if a standing hold of the player is in force, as far as this reader knows."""
    standing = game.players[seat].standing
    if standing is None:
        return False
    how, number = standing
    if how == ROUND:
        return number == game.number
    return how == ALWAYS or game.number < number


def problem(game: Game, seat: int, order: Play | Hold, window: str) -> str | None:
    """Why a player cannot play this object in a window, or None."""
    if isinstance(order, Hold):
        return None
    card = game.objects.get(order.card)
    if card is None or not game.players[seat].may_hold(order.card):
        return f"no {order.card} among your objects"
    if card.window is not Window(window) or card.problem is None:
        when = f"in the window {card.window}" if card.window else f"with your own {card.verb}"
        return f"the {card.name} is played {when}"
    place, corpse, player = _NAMED[card.aim]
    for what, named, wanted in (
        ("place", order.place, place),
        ("corpse", order.corpse, corpse),
        ("player", order.player, player),
    ):
        if named is not None and not wanted:
            return f"the {card.name} is for no {what}"
    return card.problem(game, seat, order)


#: Whether a play names a place, a corpse, a player.
_NAMED = {
    Aim.NOTHING: (False, False, False),
    Aim.PLACE: (True, False, False),
    Aim.OWN_CORPSE: (False, True, False),
    Aim.CORPSE: (False, True, True),
    Aim.HANDOVER: (False, True, True),
    Aim.PLAYER: (False, False, True),
}


def candidates(game: Game, seat: int, window: str) -> Iterator[Order]:
    """Every legal play and no other, holding last."""
    for name in dict.fromkeys(game.players[seat].objects):
        card = game.objects.get(name)
        if card is not None and card.window is Window(window) and card.plays and card.problem:
            for play in card.plays(game, seat):
                if card.problem(game, seat, play) is None:
                    yield play
    yield Hold()


def resolve(game: Game, seat: int, order: Play | Hold, window: str) -> None:
    """Carry a play out and ask the player again, or go on. (Ruling R104)"""
    if isinstance(order, Hold):
        moves.hold(game, seat, standing=False)
        return
    moves.spend(game, seat, order.card)
    game.then(("window", window, seat))
    does = game.objects[order.card].does
    if does is not None:
        does(game, seat, order)
