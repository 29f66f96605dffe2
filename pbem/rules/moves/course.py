"""The course of the game: seasons, rounds, turns, and the end."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.rules.moves.guests import empty_inn
from pbem.rules.moves.stacks import discard_event
from pbem.rules.state import Game, Place


def begin_draft(game: Game) -> None:
    """Begin the draft of objects, before the first round."""
    game.phase = "draft"


def begin_season(game: Game, number: int) -> None:
    """Begin a season."""
    game.season = number
    game.events.append(("season", number))


def begin_round(game: Game) -> None:
    """Begin the next evening."""
    game.number += 1
    game.phase = "evening"
    game.events.append(("round", game.number, game.host))


def begin_turn(game: Game, seat: int, lap: int) -> None:
    """Give a player the action of a lap of the night."""
    game.phase = "night"
    game.lap = lap
    game.turn = seat


def pass_turn(game: Game, seat: int) -> None:
    """Do nothing with an action."""
    game.events.append(("pass", seat))


def begin_morning(game: Game) -> None:
    """End the night."""
    game.phase = "morning"
    game.lap = game.turn = None


def find_event(game: Game, *, live: bool) -> None:
    """Tell whether this round's event is live; one that is not is put away. (Ruling R75)"""
    game.events.append(("live" if live else "dead", game.revealed))
    if not live:
        discard_event(game)


def investigate(game: Game, place: Place) -> None:
    """The police ask about corpses. (Rulebook, Police Investigation)"""
    game.events.append(("police", place.name, place.guest))


def put_away(game: Game) -> None:
    """End the round for what lasts a round: event, letter, snow pile. (Rulings R66, R71)"""
    discard_event(game)
    game.letter = False
    for player in game.players:
        player.snowed = []


def announce_final_round(game: Game) -> None:
    """The stack has run out for the second time. (Ruling R15)"""
    game.final = True
    game.events.append(("final",))


def pass_first_player(game: Game) -> None:
    """Hand the first player card to the left. (Ruling R92)"""
    if game.options.solitaire:
        return
    game.host = (game.host + 1) % len(game.players)
    game.events.append(("host", game.host))


def end_for_lack_of_travelers(game: Game, count: int) -> None:
    """End the game in the evening; the travelers leave. (Ruling R16)"""
    game.events.append(("too-few", count))
    empty_inn(game)
    game.agenda.clear()


def end_game(game: Game) -> None:
    """Nothing more will be asked."""
    put_away(game)
    game.phase = "over"
    game.lap = game.turn = None
    game.agenda.clear()


def lose(game: Game, seat: int) -> None:
    """Solitaire is lost. (Ruling R11)"""
    game.events.append(("lost", seat))
    _count_loot(game)


def announce_result(game: Game, winners: Sequence[int], rank: str | None) -> None:
    """Record everybody's loot, who won, and the solitaire rank if there is one."""
    _count_loot(game)
    game.events.append(("win", tuple(winners)))
    if rank is not None:
        game.events.append(("rank", 0, rank))


def _count_loot(game: Game) -> None:
    for seat, player in enumerate(game.players):
        game.events.append(("loot", seat, player.cash, player.checks))
