"""Passing, with or without laundering money. (Rulebook, Pass; rulings R60, R61, R103)"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.rules import moves
from pbem.rules.effects import owner_of
from pbem.rules.orders import Pass
from pbem.rules.state import ASK, Game, Player


def possible(game: Game, seat: int) -> bool:
    """True if the player has anything to exchange."""
    player = game.players[seat]
    return not game.options.unlimited and (player.cash >= moves.CHECK or player.checks > 0)


def problem(game: Game, seat: int, order: Pass) -> str | None:
    """Why the player cannot pass like this, or None."""
    if order.to is None:
        return None
    if game.options.unlimited:
        return "there is no laundering under Unlimited Wealth"
    return exchange_problem(game.players[seat], order.to, order.checks)


def exchange_problem(player: Player, to: str, checks: int) -> str | None:
    """Why a player cannot exchange so many checks in that direction, or None."""
    if checks < 1:
        return "the number of checks must be at least 1"
    if to == "checks" and player.cash < checks * moves.CHECK:
        price = f"{checks} check{'s cost' if checks > 1 else ' costs'} {checks * moves.CHECK}F"
        return f"{price}, cash is {player.cash}F"
    if to == "cash" and player.checks < checks:
        return f"{checks} check{'s' if checks > 1 else ''} to cash, {player.checks} held"
    return None


def exchanges(player: Player) -> Iterator[tuple[str, int]]:
    """Every direction and number of checks that a player can exchange."""
    for checks in range(1, player.cash // moves.CHECK + 1):
        yield "checks", checks
    for checks in range(1, player.checks + 1):
        yield "cash", checks


def candidates(game: Game, seat: int) -> Iterator[Pass]:
    """Every way to pass."""
    yield Pass()
    if possible(game, seat):
        for to, checks in exchanges(game.players[seat]):
            yield Pass(to, checks)


def perform(game: Game, seat: int, order: Pass) -> None:
    """Pass, then exchange."""
    moves.pass_turn(game, seat)
    if order.to is not None:
        moves.launder(game, seat, order.to, order.checks)
    if order.to == "checks":
        _ask_study(game, seat)


def _ask_study(game: Game, seat: int) -> None:
    """Another player's Study may exchange 10F as well, if there are 10F. (Ruling R64)"""
    owner = owner_of(game, lambda effect: effect.exchanges, but=seat)
    if owner is not None and game.players[owner].cash >= moves.CHECK:
        game.then((ASK, ("study", owner)))
