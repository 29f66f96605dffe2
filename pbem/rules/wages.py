"""Paying the accomplices in the morning, 1F each, cash only. (Rulebook, Pay Wages)"""

from __future__ import annotations

from pbem.rules import moves
from pbem.rules.effects import live_event, unpaid
from pbem.rules.state import Game


def due(game: Game, seat: int) -> int:
    """The wages of a player's accomplices in this morning, in francs. (Rulings R81, R82)"""
    event = live_event(game)
    return 0 if event.dismisses else _paid(game, seat) * (event.wage or 1)


def _paid(game: Game, seat: int) -> int:
    """How many accomplices want wages."""
    return max(0, len(game.players[seat].hand) - unpaid(game, seat))


def pay(game: Game, seats: list[int]) -> list[tuple[str, int, int]]:
    """Pay all players' wages; the questions to those who choose who leaves.

    A question holds the number of accomplices that leave. (Rulings R83, R84, R108)
    """
    questions = []
    for seat in seats:
        short = _pay(game, seat)
        hand = game.players[seat].hand
        if not short:
            continue
        if short == len(hand) or len(set(hand)) == 1:
            moves.dismiss(game, seat, hand[:short])
        else:
            questions.append(("wages", seat, short))
    return questions


def _pay(game: Game, seat: int) -> int:
    """Pay as many accomplices as cash allows; the number of those who stay unpaid. (R82, R83)"""
    player = game.players[seat]
    wanted, wage = _paid(game, seat), live_event(game).wage or 1
    if game.options.unlimited and wanted * wage > player.cash:
        # As few checks as needed are broken. (R08, R103)
        needed = -(-(wanted * wage - player.cash) // moves.CHECK)
        if player.checks:
            moves.break_checks(game, seat, min(needed, player.checks))
    paid = min(wanted, player.cash // wage)
    if paid:
        moves.pay_wages(game, seat, paid * wage)
    return wanted - paid
