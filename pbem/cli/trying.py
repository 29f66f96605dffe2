"""Positions without keys: orders tried on them."""

from __future__ import annotations

from typing import Any

import click

from pbem import store, table
from pbem.cli import output, screen
from pbem.errors import Exit, PbemError, Refused, Unreadable
from pbem.formats import position as positions
from pbem.render.board import board, questions
from pbem.render.lines import sentences
from pbem.rules import Game, own, public
from pbem.rules.position import write as write_position


@click.command("try")
@click.argument("position", metavar="POSITION.toml", type=output.file_name)
@click.argument("orders", metavar='["NAME: ORDER"]...', nargs=-1)
@click.option("--seed", default=table.SEED, metavar="TEXT", help="Let chance follow from TEXT.")
@output.json_option
def try_(position: str, orders: tuple[str, ...], seed: str, *, as_json: bool) -> None:
    """Apply orders to a position and print what happens.

    Orders such as "anna: kill 3 with newsboy" are given in turn, up to the first that is refused.
    The name may be left out when one player alone is asked. The file stays as it is.
    """
    data = store.read_document(position, positions.SIZE_LIMIT)
    outcome = table.play(load(data, position), orders, table.dealer(seed))
    if as_json:
        output.print_json(_as_json(outcome))
    else:
        _show(outcome)
    if outcome.refused is not None:
        raise _error(outcome.refused)


def load(data: bytes, path: str) -> Game:
    """The game of the position file *path*. Raises Unreadable, naming file and key."""
    with output.naming(path):
        return positions.loads(data)


def settled(data: bytes, path: str) -> Game:
    """The same game with chance answered as `try` answers it by itself."""
    return table.play(load(data, path), (), table.dealer(table.SEED)).game


def _as_json(outcome: table.Outcome) -> dict[str, Any]:
    game = outcome.game
    told: dict[str, Any] = {
        "pending": [{"player": name, "question": question} for name, question in table.asked(game)],
        "events": sentences(outcome.events, game.options.players),
        "position": write_position(game),
    }
    result = table.result(game)
    if result is not None:
        told["result"] = result
    if outcome.refused is not None:
        player, order, error = outcome.refused
        told["refused"] = {"player": player, "order": order, "reason": error.message}
    return told


def _show(outcome: table.Outcome) -> None:
    game = outcome.game
    names = game.options.players
    told = [[(sentence, "")] for sentence in sentences(outcome.events, names)]
    if told:
        told.append([])
    asked = questions(table.asked(game), over=game.phase == "over")
    # Nothing is hidden in a position, so all hands are open.
    hands = {name: own(game, seat) for seat, name in enumerate(names)}
    screen.show([*told, *asked, [], *board(public(game), game.cards, own=hands)])


def _error(refused: table.Refusal) -> PbemError:
    player, order, error = refused
    kind = Unreadable if error.exit == Exit.UNREADABLE else Refused
    whose = f"{player}: " if player else ""
    return kind(f"{whose}{order}: {error.message}", error.hint)
