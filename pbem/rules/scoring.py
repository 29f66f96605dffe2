"""What everybody's loot is worth in the end. (Rulebook, End of the Game)"""

from collections.abc import Sequence
from typing import NamedTuple

from pbem.rules import moves
from pbem.rules.effects import bodies, effects
from pbem.rules.events import Event
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


class Line(NamedTuple):
    """What a player had before the end, or what the end has brought or cost; `about` are cards."""

    #: One of cash, checks, gravedigger, annex, safe, lost.
    what: str
    about: tuple[str, ...]
    francs: int


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


def reckoning(game: Game, seat: int, events: Sequence[Event]) -> list[Line]:
    """How the loot of a player came about, from all *events* of a game that is over.

    The francs of the lines add up to the loot. (Rulings R94, R95)
    """
    last = [event for event in _last_events(events) if event[1] == seat]
    fines = [event for event in last if event[0] == "gravedigger"]
    gains = [_gain(event) for event in last if event[0] == "gain"]
    player = game.players[seat]
    cash = player.cash - sum(held for _, held, _ in gains)
    checks = player.checks
    lines: list[Line] = []
    for _, _, corpses, francs, paid in fines:
        assert isinstance(corpses, tuple)
        assert isinstance(francs, int)
        assert isinstance(paid, int)
        cash, checks = cash + francs, checks + paid
        lines.append(Line("gravedigger", corpses, -francs - moves.CHECK * paid))
    lines += _annexes(game, seat, sum(held + lost for why, held, lost in gains if why == "bonus"))
    lines += [Line("safe", (), held) for why, held, _ in gains if why == "safe"]
    excess = sum(lost for why, _, lost in gains if why == "bonus")
    lines += [Line("lost", (), -excess)] if excess else []
    return [Line("cash", (), cash), Line("checks", (), moves.CHECK * checks), *lines]


def _annexes(game: Game, seat: int, gained: int) -> list[Line]:
    """The lines of the annexes that bring something at the end; together they have *gained*."""
    lines = []
    for annex in game.players[seat].annexes:
        effect = game.cards[annex.card].annex
        if gained and effect is not None and effect.score is not None and not effect.scores_last:
            francs = effect.score(game, seat)
            lines += [Line("annex", (annex.card,), francs)] if francs else []
    # Those that count what the others leave have changed what they would count now.
    rest = gained - sum(line.francs for line in lines)
    late = [e.card for e in game.players[seat].annexes if _scores_last(game, e.card)]
    return [*lines, *[Line("annex", (card,), rest // len(late)) for card in late if rest]]


def _scores_last(game: Game, card: str) -> bool:
    effect = game.cards[card].annex
    return effect is not None and effect.scores_last


def _gain(event: Event) -> tuple[str, int, int]:
    """Why, what was gained, and what did not fit on the track."""
    _, _, held, lost, why = event
    assert isinstance(held, int)
    assert isinstance(lost, int)
    return str(why), held, lost


def _last_events(events: Sequence[Event]) -> list[Event]:
    """The events of the reckoning: they stand together before the loot is told."""
    found: list[Event] = []
    for event in reversed(events):
        if event[0] in _TOLD:
            continue
        if event[0] != "gravedigger" and (event[0] != "gain" or event[4] not in {"bonus", "safe"}):
            break
        found.insert(0, event)
    while found and found[0][0] == "gain" and found[0][4] == "safe":
        del found[0]  # it caught what a morning has brought
    return found


_TOLD = frozenset({"loot", "win", "rank", "lost"})
