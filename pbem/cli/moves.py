"""What readers ask: the legal orders of a question that is open."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

import click

from pbem import rules, store
from pbem.cli import output, screen, trying
from pbem.cli.games import open_data, own_player
from pbem.cli.keys import find_key, key_options
from pbem.errors import Refused, Unreadable
from pbem.formats import position as positions
from pbem.formats.game import is_game
from pbem.render import moves as choices
from pbem.render.board import questions
from pbem.rules import Game
from pbem.table import asked

_BATCH = 1000  # orders printed at a time


@click.command()
@click.argument("file", metavar="GAME.toml|POSITION.toml", type=output.file_name)
@click.option("--player", metavar="NAME", help="The player; else you, or the first one asked.")
@click.option("--all", "every", is_flag=True, help="List every order, one a line.")
@output.json_option
@key_options
def moves(file: str, player: str | None, *, every: bool, as_json: bool) -> None:
    """List the legal orders of a question that is open, in a game or a position.

    They are grouped, each group with a command to copy.
    """
    data = store.read_document(file, positions.SIZE_LIMIT)
    if positions.is_position(data):
        game = trying.settled(data, file)
        seat = _seat(game, player)
        command = f'pbem try {output.quoted(file)} "{player or _first_asked(game)}: '
    elif not is_game(data):
        raise Unreadable(f"{file}: neither a game file nor a position")
    else:
        key = find_key()
        opened = open_data(data, key, file)
        chain = opened.chain
        if chain.game is None:
            raise Refused(f"the game is {chain.stage}: no orders yet")
        game = chain.game
        own = own_player(opened, key, file)
        seat = _seat(game, own if player is None else player)
        command = f'pbem order {output.quoted(file)} "'
    print_moves(game, seat, lambda order: f'{command}{order}"', every=every, as_json=as_json)


def _first_asked(game: Game) -> str:
    """The name of the first player asked; nothing if nobody is."""
    return next((name for name, _ in asked(game)), "")


def _seat(game: Game, player: str | None) -> int | None:
    """The seat of the player named, else of the first one asked, or None if nobody is."""
    if player is None:
        open_questions = rules.pending(game)
        return open_questions[0].seat if open_questions else None
    names = game.options.players
    if player not in names:
        raise click.BadParameter(
            f"expected {' or '.join(names)}, found {player!a}", param_hint="'--player'"
        )
    return names.index(player)


def print_moves(
    game: Game, seat: int | None, ready: Callable[[str], str], *, every: bool, as_json: bool
) -> None:
    """Print the legal orders of a player: in groups, or *every* one.

    *ready* makes of an order the command that gives it. Without a seat nobody is asked.
    """
    if every:
        orders = rules.legal_orders(game, seat) if seat is not None else iter(())
        texts = (rules.write(game, seat or 0, order) for order in orders)
        (_stream_json if as_json else _stream_text)(texts)
    elif as_json:
        found = choices.choices(game, seat) if seat is not None else []
        output.print_json([choice.as_json() for choice in found])
    elif seat is None or game.phase == "over":
        screen.show(questions(asked(game), over=game.phase == "over"))
    else:
        screen.show(choices.overview(game, seat, ready))


def _batches(texts: Iterable[str]) -> Iterator[list[str]]:
    """Orders can be hundreds of thousands: printed as they come, but not one by one."""
    rest = iter(texts)
    while batch := list(islice(rest, _BATCH)):
        yield batch


def _stream_text(texts: Iterable[str]) -> None:
    for batch in _batches(texts):
        output.print_text("\n".join(batch))


def _stream_json(texts: Iterable[str]) -> None:
    import json

    lead = "[\n  "
    for batch in _batches(texts):
        output.print_text(lead + ",\n  ".join([json.dumps(text) for text in batch]), end="")
        lead = ",\n  "
    output.print_text("\n]" if lead.startswith(",") else "[]")
