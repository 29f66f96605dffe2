"""The player's commands: join, accept, order."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import click

from pbem import player, store
from pbem.chain import Opened, Seat
from pbem.cli import home, output
from pbem.cli.games import open_path, sound
from pbem.cli.keys import Key, key_options, load_key
from pbem.cli.memory import undisturbed
from pbem.crypto.signatures import document_id
from pbem.errors import Refused
from pbem.formats import armor, entry, flat
from pbem.formats.text import encode64


def send(
    written: player.Written,
    to: str,
    target: str | None,
    news: str | None = None,
    *,
    force: bool,
    armored: bool,
) -> None:
    """Write a document where its author wants it; tell the *news*, and who waits for the file."""
    data = written.data
    if armored:
        data = armor.armor(data, written.public_words).encode("ascii")
    output.emit(data, target, force=force)
    if news is not None:
        output.say(news)
    if target is not None and target != output.STDOUT:
        output.say(f"wrote {target}; send it to {to}")


def _remembered(kind: str, invite: str, memory: str) -> player.Written | None:
    """What was signed before, as far as it can still be read; else an error names its file."""
    state = home.state()
    before = player.recalled(state.recall(invite, memory))
    if before is not None:
        with output.naming(state.path(invite, memory)):
            flat.read(kind, flat.split(before.data)[0])
    return before


def _signed(fingerprint: str, invite: str, taken: int) -> Iterator[player.Written]:
    """The orders signed before that come after the number *taken*, the last one in the game."""
    for seq in itertools.count(taken + 1):
        written = _remembered(entry.ORDER, invite, player.memory_of(fingerprint, seq))
        if written is None:
            return
        yield written


class Playing(NamedTuple):
    """A player who has a seat, and the game with it."""

    path: str
    key: Key
    opened: Opened
    seat: Seat

    @property
    def invite(self) -> str:
        """What the state folder calls the game."""
        return self.opened.chain.invitation.id.hex()

    def order(self, words: str, *, replace: bool) -> player.Written:
        """Sign an order and remember it. Raises what `player.order` does."""
        state, own = home.state(), self.seat.fingerprint
        # Two runs at once would sign two orders with one number.
        with undisturbed(store.folder_of(state.path(self.invite, player.memory_of(own, 0)))):
            signed = list(_signed(own, self.invite, self.seat.seq))
            with sound(self.path):
                written = player.order(self.opened, self.key.seed, words, signed, replace=replace)
            region = flat.split(written.data)[0]
            seq = flat.read(entry.ORDER, region).number("seq")
            state.remember(self.invite, player.memory_of(own, seq), written.remembered())
            if written.sealed:
                document = document_id(entry.ORDER, region)
                choice = player.memory_of_choice(own, document)
                kept = player.choice_memory(written.words, document)
                state.remember(self.invite, choice, kept)
        return written


def playing(path: str) -> Playing:
    """Open the game in the file *path* with the user's key, to sign for its seat."""
    key = load_key()
    opened = open_path(path, key, signs=True)
    return Playing(path, key, opened, player.own_seat(opened, key.seed))


replace_option = click.option(
    "--replace", is_flag=True, help="Sign other words than before, as the next revision."
)


@click.command()
@output.game_argument
@click.option("--seat", metavar="NAME", help="The seat to take; else the one called like your key.")
@click.option(
    "--door",
    type=click.IntRange(1, 8),
    metavar="N",
    help="Wish for this door as your own room; else you get the lowest free one.",
)
@output.document_option
@output.force_option
@output.armor_option
@key_options
def join(
    game: str, *, seat: str | None, door: int | None, target: str | None, force: bool, armored: bool
) -> None:
    """Sign the registration for a seat of GAME.toml, and send it to the moderator yourself.

    The same command gives the same document again, if it was lost on its way.
    """
    key = load_key()
    opened = open_path(game, key, signs=True)
    written = player.join(
        opened, key.seed, _seat(opened.chain.players, key) if seat is None else seat, door or 0
    )
    send(written, opened.chain.moderator.name, target, force=force, armored=armored)


def _seat(players: Sequence[str], key: Key) -> str:
    if key.name not in players:
        raise Refused(
            f"no seat is called {key.name} like your key",
            f"name yours with --seat: {', '.join(players)}",
        )
    return key.name


@click.command()
@output.game_argument
@output.document_option
@output.force_option
@output.armor_option
@key_options
def accept(game: str, *, target: str | None, force: bool, armored: bool) -> None:
    """Sign the consent to GAME.toml after all have joined, and send it to the moderator.

    Look at the terms with `pbem show` before. The consent reveals your part of the seed that
    decides every shuffle, so it can be given once only.
    """
    key = load_key()
    opened = open_path(game, key, signs=True)
    with sound(game):
        written = player.accept(opened, key.seed)
    for name, taken in opened.chain.seats.items():
        output.say(f"{name} plays with the key {taken.fingerprint}")
    invite = opened.chain.invitation.id.hex()
    memory = f"{player.own_seat(opened, key.seed).fingerprint}.{entry.CONSENT}"
    before = _remembered(entry.CONSENT, invite, memory)
    if before is not None:
        accepted = flat.read(entry.CONSENT, flat.split(before.data)[0]).text("game")
        if accepted != encode64(opened.chain.id):
            raise Refused(
                f"you have accepted another genesis of this invitation: {accepted}",
                "two geneses of one invitation are a fork: do not play on, show both files around",
            )
    home.state().remember(invite, memory, written.remembered())
    send(written, opened.chain.moderator.name, target, force=force, armored=armored)


@click.command()
@output.game_argument
@click.argument("words", metavar="ORDER", nargs=-1, required=True)
@replace_option
@output.document_option
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
    """Check ORDER, such as "kill 3 with newsboy", against GAME.toml and sign it.

    `pbem moves GAME.toml` lists the legal orders. Send what is written to the moderator. Until it
    was taken in, other words can be signed with --replace.
    """
    at = playing(game)
    written = at.order(" ".join(words), replace=replace)
    news = f"{at.seat.name} orders: {written.words}"
    send(written, at.opened.chain.moderator.name, target, news, force=force, armored=armored)
