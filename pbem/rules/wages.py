"""Paying the accomplices in the morning, 1F each, cash only. (Rulebook, Pay Wages)"""

from __future__ import annotations

from pbem.rules import moves
from pbem.rules.effects import unpaid
from pbem.rules.state import Game


def pay(game: Game, seats: list[int], wage: int) -> list[tuple[str, int, int]]:
    """Pay all players' wages, *wage* francs each; the questions to those who choose who leaves.

    A question holds the number of accomplices that leave. (Rulings R83, R84, R108)
    """
    questions = []
    for seat in seats:
        short = _pay(game, seat, wage)
        hand = game.players[seat].hand
        if not short:
            continue
        if short == len(hand) or len(set(hand)) == 1:
            moves.dismiss(game, seat, hand[:short])
        else:
            questions.append(("wages", seat, short))
    return questions


def _pay(game: Game, seat: int, wage: int) -> int:
    """Pay as many accomplices as cash allows; the number of those who stay unpaid. (R82, R83)"""
    player = game.players[seat]
    due = max(0, len(player.hand) - unpaid(game, seat))
    if game.options.unlimited and due * wage > player.cash:
        # As few checks as needed are broken. (R08, R103)
        needed = -(-(due * wage - player.cash) // moves.CHECK)
        if player.checks:
            moves.break_checks(game, seat, min(needed, player.checks))
    paid = min(due, player.cash // wage)
    if paid:
        moves.pay_wages(game, seat, paid * wage)
    return due - paid
