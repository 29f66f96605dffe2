"""The player's commands: join, accept, order."""

from __future__ import annotations

from collections.abc import Sequence

import click

from pbem import player
from pbem.cli import home, output
from pbem.cli.games import open_path, sound
from pbem.cli.keys import Key, key_options, load_key
from pbem.errors import Refused
from pbem.formats import armor, entry, flat
from pbem.formats.text import encode64


def _send(written: player.Written, target: str | None, *, force: bool, armored: bool) -> None:
    """Write a document where the player wants it."""
    data = written.data
    if armored:
        data = armor.armor(data, written.public_words).encode("ascii")
    output.emit(data, target, force=force)


@click.command(short_help="Answer an invitation.")
@output.game_argument
@click.option("--seat", metavar="NAME", help="The seat to take; else the one called like your key.")
@click.option(
    "--door",
    type=click.IntRange(1, 8),
    metavar="N",
    help="Wish for this door as your own room; else you get the lowest free one.",
)
@output.output_option
@output.force_option
@output.armor_option
@key_options
def join(
    game: str, *, seat: str | None, door: int | None, target: str | None, force: bool, armored: bool
) -> None:
    """Sign the registration for a seat of GAME.toml, to be sent to the moderator."""
    key = load_key()
    opened = open_path(game, key)
    written = player.join(opened, key.seed, seat or _seat(opened.chain.players, key), door or 0)
    _send(written, target, force=force, armored=armored)


def _seat(players: Sequence[str], key: Key) -> str:
    if key.name not in players:
        raise Refused(
            f"no seat is called {key.name} like your key",
            f"name yours with --seat: {', '.join(players)}",
        )
    return key.name


@click.command(short_help="Agree to the game as it is set up.")
@output.game_argument
@output.output_option
@output.force_option
@output.armor_option
@key_options
def accept(game: str, *, target: str | None, force: bool, armored: bool) -> None:
    """Sign the consent to GAME.toml after all have joined.

    It shows your part of the seed of all chance, so it is given for one genesis only.
    """
    key = load_key()
    opened = open_path(game, key)
    with sound():
        written = player.accept(opened, key.seed)
    for name, taken in opened.chain.seats.items():
        output.say(f"{name} plays with the key {taken.fingerprint}")
    invite = opened.chain.invitation.id.hex()
    memory = f"{player.own_seat(opened, key.seed).fingerprint}.{entry.CONSENT}"
    before = home.state().recall(invite, memory)
    if before is not None:
        accepted = flat.read(entry.CONSENT, flat.split(before)[0]).text("game")
        if accepted != encode64(opened.chain.id):
            raise Refused(
                f"you have accepted another genesis of this invitation: {accepted}",
                "two geneses of one invitation are a fork: do not play on, show both files around",
            )
    home.state().remember(invite, memory, written.data)
    _send(written, target, force=force, armored=armored)


@click.command(short_help="Sign an order.")
@output.game_argument
@click.argument("words", metavar="ORDER", nargs=-1, required=True)
@click.option("--replace", is_flag=True, help="Sign other words than before, as the next revision.")
@output.output_option
@output.force_option
@output.armor_option
@key_options
def order(
    game: str,
    *,
    words: tuple[str, ...],
    replace: bool,
    target: str | None,
    force: bool,
    armored: bool,
) -> None:
    """Check ORDER, such as "kill 3 with newsboy", against GAME.toml and sign it."""
    key = load_key()
    opened = open_path(game, key)
    taken = player.own_seat(opened, key.seed)
    invite = opened.chain.invitation.id.hex()
    memory = player.memory_of(taken)
    state = home.state()
    before = player.recalled(state.recall(invite, memory))
    with sound():
        written = player.order(opened, key.seed, " ".join(words), before, replace=replace)
    state.remember(invite, memory, written.remembered())
    _send(written, target, force=force, armored=armored)
    output.say(f"{taken.name} orders: {written.words}")
