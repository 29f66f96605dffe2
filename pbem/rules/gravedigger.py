"""Paying for unburied corpses: 10F each, in cash and checks. (Rulebook, Police Investigation)"""

from __future__ import annotations

from pbem.rules import moves
from pbem.rules.state import Game


def mixes(game: Game, seat: int) -> range:
    """The numbers of checks that pay in full together with whole 10F of cash. (Ruling R68)

    Empty if the player cannot pay in full.
    """
    player = game.players[seat]
    due = len(player.exposed())
    return range(max(0, due - player.cash // moves.CHECK), min(due, player.checks) + 1)


def settle(game: Game, seat: int, checks: int) -> None:
    """Pay in full with that many checks."""
    cash = moves.CHECK * (len(game.players[seat].exposed()) - checks)
    moves.pay_gravedigger(game, seat, cash, checks)


def settle_cash_first(game: Game, seat: int) -> None:
    """Pay with as few checks as possible, or all there is if it does not suffice. (R69, R94)"""
    possible = mixes(game, seat)
    if possible:
        settle(game, seat, possible[0])
    else:
        player = game.players[seat]
        moves.pay_gravedigger(game, seat, player.cash, player.checks)


def call(game: Game, seats: list[int]) -> list[tuple[str, int]]:
    """Settle all who have no choice; the questions to the others. (R68, R103, R108)"""
    questions = []
    for seat in seats:
        if len(mixes(game, seat)) > 1 and not game.options.unlimited:
            questions.append(("gravedigger", seat))
        else:
            settle_cash_first(game, seat)
    return questions
