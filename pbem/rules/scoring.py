"""What everybody's loot is worth in the end. (Rulebook, End of the Game)"""

from typing import NamedTuple

from pbem.rules import moves
from pbem.rules.effects import bodies, effects
from pbem.rules.options import LONG
from pbem.rules.state import Game

#: Lower bounds of the solitaire ranks in francs. (Ruling R10)
RANKS = ((170, "demonic"), (150, "evil"), (130, "dangerous"), (110, "troubling"))


class Result(NamedTuple):
    """How a game ended; `winners` are seats, `loot` is in francs by seat."""

    winners: tuple[int, ...]
    loot: tuple[int, ...]
    rank: str | None
    lost: bool


def bonus(game: Game, seat: int, *, last: bool) -> int:
    """Francs from annexes that act at the end; *last*: those that count what the others leave."""
    return sum(
        effect.score(game, seat)
        for effect in effects(game, seat)
        if effect.score is not None and effect.scores_last is last
    )


def loot(game: Game, seat: int) -> int:
    """Cash and checks of a player in francs."""
    player = game.players[seat]
    return player.cash + moves.CHECK * player.checks


def result(game: Game) -> Result | None:
    """The outcome, or None while the game goes on. (Rulings R10, R11, R97, R110)"""
    if game.phase != "over":
        return None
    seats = range(len(game.players))
    totals = tuple(loot(game, seat) for seat in seats)
    if game.options.solitaire:
        if game.players[0].corpses:
            return Result((), totals, None, lost=True)
        return Result((0,), totals, _rank(game, totals[0]), lost=False)
    strength = [(totals[seat], bodies(game, seat)) for seat in seats]
    winners = tuple(seat for seat in seats if strength[seat] == max(strength))
    return Result(winners, totals, None, lost=False)


def _rank(game: Game, total: int) -> str | None:
    if game.options.length != LONG:
        return None
    return next((name for bound, name in RANKS if total >= bound), None)


def announce(game: Game) -> None:
    """Record everybody's loot and the outcome of a game that is over."""
    outcome = result(game)
    if outcome is None:
        raise ValueError("the game is not over")
    moves.announce_result(game, outcome.winners, outcome.rank)
