"""Passing, with or without laundering money. (Rulebook, Pass; rulings R60, R61, R103)"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.rules import moves
from pbem.rules.orders import Pass
from pbem.rules.state import Game


def possible(game: Game, seat: int) -> bool:
    """True if the player has anything to exchange."""
    player = game.players[seat]
    return not game.options.unlimited and (player.cash >= moves.CHECK or player.checks > 0)


def problem(game: Game, seat: int, order: Pass) -> str | None:
    """Why the player cannot pass like this, or None."""
    if order.to is None:
        return None
    player = game.players[seat]
    if game.options.unlimited:
        return "there is no laundering under Unlimited Wealth"
    if order.checks < 1:
        return "the number of checks must be at least 1"
    if order.to == "checks" and player.cash < order.checks * moves.CHECK:
        return f"{order.checks} checks cost {order.checks * moves.CHECK}F, cash is {player.cash}F"
    if order.to == "cash" and player.checks < order.checks:
        return f"{order.checks} checks to cash, {player.checks} held"
    return None


def candidates(game: Game, seat: int) -> Iterator[Pass]:
    """Every way to pass."""
    yield Pass()
    if possible(game, seat):
        player = game.players[seat]
        for checks in range(1, player.cash // moves.CHECK + 1):
            yield Pass("checks", checks)
        for checks in range(1, player.checks + 1):
            yield Pass("cash", checks)


def perform(game: Game, seat: int, order: Pass) -> None:
    """Pass, then exchange."""
    moves.pass_turn(game, seat)
    if order.to is not None:
        moves.launder(game, seat, order.to, order.checks)
