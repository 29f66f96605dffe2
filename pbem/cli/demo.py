"""A whole game to look at, played by bots through the commands that people use.

Everything lies in one folder: the game, the keys, each document in its order, and what pbem
remembers. The user's own keys and state are out of reach meanwhile.
"""

from __future__ import annotations

import contextlib
import itertools
import sys
from collections.abc import Callable, Iterator, Sequence

import click

from pbem import bot, boxes, rules, store
from pbem.chain import OVER, Chain
from pbem.cli import home, output
from pbem.cli.games import open_path
from pbem.cli.main import commands
from pbem.crypto import vault
from pbem.crypto.labels import digest, expand, label, u32
from pbem.errors import Refused
from pbem.formats import keyfile
from pbem.rules.options import MODULES, VARIANTS

_FOLDER = "pbem-demo"
_NAMES = ("anna", "ben", "cleo", "dora")
_MODERATOR = "mod"
#: What of the user's environment concerns the terminal.
_TERMINAL = ("NO_COLOR", "TERM", "PBEM_DEBUG")
_GAME = "game.toml"

#: Tells how far the game has come: the round, and about how many there will be.
_Progress = Callable[[int, int], None]


@click.command()
@click.argument("folder", metavar="[DIR]", required=False, type=output.file_name)
@click.option(
    "--players",
    type=click.IntRange(1, 4),
    default=3,
    metavar="N",
    help="How many play, from 1 to 4; else 3.",
)
@click.option("--short", is_flag=True, help="Play a short game.")
@click.option(
    "--variant",
    "variants",
    multiple=True,
    type=click.Choice(VARIANTS),
    metavar="V",
    help=f"Play a variant: {', '.join(VARIANTS)}.",
)
@click.option(
    "--module",
    "modules",
    multiple=True,
    type=click.Choice(MODULES),
    metavar="M",
    help=f"Play a module: {', '.join(MODULES)}.",
)
@click.option(
    "--seed",
    metavar="TEXT",
    help="Let keys and chance follow from TEXT: the same text gives the same game.",
)
def demo(
    folder: str | None,
    *,
    players: int,
    short: bool,
    variants: tuple[str, ...],
    modules: tuple[str, ...],
    seed: str | None,
) -> None:
    """Play a whole game with bots, through the real commands and documents.

    The new folder DIR is left with the game file, the keys and every document; else it is called
    pbem-demo, or pbem-demo-2 and so on if there is one. Your own keys are not touched.
    """
    terms = _terms(_NAMES[:players], short=short, variants=variants, modules=modules)
    folder = _free_folder() if folder is None else _named_folder(folder)
    output.say(f"all of the game will lie in {folder}")
    inside = store.folder_of(f"{folder}/{_GAME}")
    store.make_folder_of(f"{inside}/{_GAME}")
    with home.elsewhere(_environment(inside), None if seed is None else _following(seed)):
        table = _Table(folder, _NAMES[:players])
        try:
            with _progress() as progress:
                table.invite(terms)
                chain = table.play(progress)
        except (KeyboardInterrupt, click.Abort):
            output.say(f"stopped; {folder} holds the game so far")
            raise
        _look(table, chain)


def _terms(
    players: Sequence[str], *, short: bool, variants: Sequence[str], modules: Sequence[str]
) -> list[str]:
    """The terms of the game as `pbem new` takes them. Raises RulesError if they do not fit."""
    rules.options(players, variants=variants, modules=modules)
    chosen = [word for name in variants for word in ("--variant", name)]
    chosen += [word for name in modules for word in ("--module", name)]
    return ["--short" if short else "--long", *chosen]


def _named_folder(folder: str) -> str:
    """The folder that was named, which is new or empty."""
    folder = folder.rstrip("/") or "/"
    if not _is_free(folder):
        raise Refused(f"{folder}: is not an empty folder", "name a new one: pbem demo DIR")
    return f"./{folder}" if folder.startswith("-") else folder


def _free_folder() -> str:
    """The first folder that no game was played in yet."""
    others = (f"{_FOLDER}-{number}" for number in itertools.count(2))
    return next(filter(_is_free, itertools.chain([_FOLDER], others)))


def _is_free(folder: str) -> bool:
    return not store.exists(folder) or store.is_empty_folder(folder)


def _environment(inside: str) -> dict[str, str]:
    """An environment in which all that is the user's own lies in the folder *inside*."""
    environment = {name: value for name in _TERMINAL if (value := home.variable(name))}
    return environment | {
        "HOME": inside,
        "XDG_CONFIG_HOME": f"{inside}/keys",
        "XDG_STATE_HOME": f"{inside}/state",
    }


def _following(seed: str) -> home.RandomBytes:
    """Bytes that follow from a text and are never the same twice: keys for a game to show only."""
    key = digest(label("demo-seed", seed.encode("utf-8", "surrogateescape")))
    given = 0

    def random_bytes(size: int) -> bytes:
        nonlocal given
        given += 1
        return expand(key, label("demo-bytes", u32(given)), size)

    return random_bytes


class _Table:
    """The people of a game and what they do, each by a command."""

    def __init__(self, folder: str, players: Sequence[str]) -> None:
        self.folder = folder
        self.game = f"{folder}/{_GAME}"
        self.players = players
        self.documents = 0

    def key(self, name: str) -> str:
        """The key file of a person."""
        return f"{self.folder}/keys/{name}.toml"

    def seed(self, name: str) -> bytes:
        """The seed of a person's key, which has no passphrase."""
        data = store.read_document(self.key(name), keyfile.SIZE_LIMIT)
        return vault.unlock(keyfile.loads(data), None)

    def invite(self, terms: Sequence[str]) -> None:
        """Make the keys, invite, join and accept."""
        store.make_folder_of(self.key(_MODERATOR))
        store.make_folder_of(f"{self.folder}/documents/1")
        for name in (_MODERATOR, *self.players):
            _pbem("key", "new", name, "--no-passphrase", "-o", self.key(name))
        seats = [word for name in self.players for word in ("--player", name)]
        _pbem("new", self.game, *seats, *terms, "--as", self.key(_MODERATOR))
        for command in ("join", "accept"):
            for name in self.players:
                self._send(name, command)

    def play(self, progress: _Progress) -> Chain:
        """Let the bots answer until the game is over."""
        while True:
            with output.muted():
                opened = open_path(self.game, None)
            chain = opened.chain
            game = chain.game
            assert game is not None
            progress(game.number, game.number + bot.rounds_left(game))
            if chain.stage == OVER:
                return chain
            seat = rules.pending(game)[0].seat
            name = self.players[seat]
            # What the player's box tells is known to the bot, and no other secret.
            boxes.check_view(opened.file, chain, name, self.seed(name))
            words = rules.write(game, seat, bot.choose(game, seat))
            self._send(name, "order", words)

    def _send(self, name: str, command: str, *words: str) -> None:
        """Let a player make a document, and the moderator take it in."""
        self.documents += 1
        kind = words[0].split()[0] if words else command
        document = f"{self.folder}/documents/{self.documents:03}-{name}-{kind}.toml"
        _pbem(command, self.game, *words, "-o", document, "--as", self.key(name))
        _pbem("adjudicate", self.game, document, "--as", self.key(_MODERATOR))


def _pbem(*arguments: str) -> None:
    """Run a command in this process. Raises what it raises, Refused if it ends with a code."""
    with output.muted():
        code = commands.main([*arguments], "pbem", standalone_mode=False)
    if code:
        raise Refused(f"`pbem {' '.join(arguments)}` ended with the code {code}")


@contextlib.contextmanager
def _progress() -> Iterator[_Progress]:
    """A bar on a terminal; elsewhere a line for each round."""
    if sys.stderr is not None and sys.stderr.isatty():
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
        console = Console(file=sys.stderr)
        with Progress(
            *columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False
        ) as bar:
            task = bar.add_task("inviting", total=None)

            def advance(number: int, total: int) -> None:
                bar.update(task, description=f"round {number}", completed=number, total=total)

            yield advance
        return
    told = 0

    def tell(number: int, total: int) -> None:
        nonlocal told
        if number > told:
            told = number
            output.say(f"round {number} of about {total}")

    yield tell


def _look(table: _Table, chain: Chain) -> None:
    """Show the end of the game by the commands that anybody would use, then name some more."""
    game = table.game
    for arguments in (
        ("show", game),
        ("log", game, "--since", str(chain.head.number - 2)),
        ("audit", game),
    ):
        click.secho(f"$ pbem {' '.join(map(output.quoted, arguments))}", bold=True)
        commands.main([*arguments], "pbem", standalone_mode=False)
        click.echo()
    click.secho("What to look at next", bold=True)
    for words, what in (
        (("pbem", "log", game), "the whole game in sentences"),
        (
            ("pbem", "show", game, "--as", table.key(_NAMES[0])),
            "the board as a player sees it",
        ),
        (("ls", f"{table.folder}/documents"), "every document that was sent, in its order"),
        (("less", game), "the game file: signed, and all there is of the game"),
        (("pbem", "new", "-h"), "how to begin a game of your own"),
    ):
        click.echo(f"  {' '.join(map(output.quoted, words))}\n      {what}")
