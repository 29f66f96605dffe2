"""The moderator's desk: orders come in by mail or by a folder, and each is answered."""

from __future__ import annotations

import contextlib
import datetime as dt
import enum
from collections.abc import Callable
from typing import NoReturn

import click

from pbem import desk as adjudicating
from pbem import store
from pbem.cli import home, output
from pbem.cli.guard import Guard
from pbem.cli.keys import key_options, load_key
from pbem.cli.memory import PATIENCE
from pbem.cli.working import Session, guarded, take_over_option
from pbem.errors import Exit, PbemError
from pbem.formats.text import shown
from pbem.post import folder as folders
from pbem.post.folder import Folder, Spool
from pbem.post.journal import Journal
from pbem.post.roads import SIZE_LIMIT, Sender, Source
from pbem.post.settings import is_sender
from pbem.store.folders import pause

_folder_argument = click.argument("folder", metavar="DIR", type=output.file_name)

_UNITS = {"m": "minutes", "h": "hours", "d": "days"}


class Sysexit(enum.IntEnum):
    """What a mail system makes of a program that it hands a mail to."""

    TAKEN = 0
    USAGE = 64
    BAD_MESSAGE = 65
    TRY_AGAIN = 75


def now() -> dt.datetime:
    """The time."""
    return dt.datetime.now(tz=dt.UTC)


@click.group()
def desk() -> None:
    """Let orders come in by mail or by a shared folder, and each be answered.

    A desk is a folder with games, an address book, and a place for messages. `pbem desk init`
    makes one.
    """


def _sender_name(value: str) -> str:
    if not is_sender(value):
        raise click.BadParameter(f"expected a name without quotes, found {shown(value)}")
    return value


@desk.command()
@_folder_argument
@click.option(
    "--address",
    metavar="ADDRESS",
    type=output.address,
    help="Where all mails come from; else write it into desk.toml.",
)
@click.option(
    "--name",
    default="pbem",
    metavar="TEXT",
    type=_sender_name,
    help="The name beside the address.",
)
def init(folder: str, *, address: str | None, name: str) -> None:
    """Make the folder DIR of a desk, or what is missing in it.

    Put games into DIR/games, and the players' addresses into DIR/addresses.toml.
    """
    wrote = list(folders.make(folder, address or "", name))
    for path in wrote:
        output.say(f"wrote {path}")
    if address and not wrote:
        output.say(f"{folder} has its settings already: change them in desk.toml")


@desk.command()
@_folder_argument
@click.option("--once", is_flag=True, help="Look once, and end.")
@click.option(
    "--every",
    type=click.IntRange(min=1),
    default=30,
    metavar="SECONDS",
    help="Look again after so many seconds (default 30).",
)
@take_over_option
@key_options
def run(folder: str, *, once: bool, every: int, take_over: bool) -> None:
    """Take in what has come to the desk in DIR, play on, and answer.

    Killed at any moment, the next run goes on where this one was.
    """
    from pbem.post import building

    at = Folder(folder)
    settings = at.settings()
    key = load_key()
    author = adjudicating.Author(key.name, key.seed)

    def guard(path: str) -> contextlib.AbstractContextManager[Session]:
        return guarded(Guard(path, author, take_over=take_over))

    sources = building.sources(at, settings, home.environment(), now)
    sender = building.sender(at, settings, home.environment())
    for words in building.warnings(at, settings):
        output.warn(words)
        Journal(at, now).note("warned", reason=words)
    if once:
        journal = _round(at, guard, sources, sender)
        _tell(journal)
        _end(journal)
    while True:
        try:
            _tell(_round(at, guard, sources, sender))
        except PbemError as problem:  # the next round may find it mended
            output.complain(problem.message, problem.hint)
        pause(every)


def _round(
    at: Folder,
    guard: Callable[[str], contextlib.AbstractContextManager[Session]],
    sources: list[Source],
    sender: Sender | None,
) -> Journal:
    from pbem.post import building
    from pbem.post.run import Run

    with store.locked(at.root, PATIENCE):
        work = Run(at, guard, now)
        work.all(sources)
        if sender is not None:
            building.send_out(at, sender, work.journal)
    return work.journal


def _tell(journal: Journal) -> None:
    """Tell what was done, if anything was."""
    counts = journal.counts
    done = [
        f"{counts[event]} {words}"
        for event, words in (
            ("judged", "judged"),
            ("refused", "refused"),
            ("set aside", "set aside"),
            ("told", "told the news"),
            ("reminded", "reminded"),
        )
        if counts[event]
    ]
    if done:
        output.print_text(", ".join(done))
    for problem in journal.problems:
        output.complain(problem.message, problem.hint)


def _end(journal: Journal) -> NoReturn:
    """Leave with the code of what went wrong; what can be tried again counts least."""
    codes = {problem.exit for problem in journal.problems}
    code = Exit.DONE
    if codes:
        code = Exit.LOCKED if codes == {Exit.LOCKED} else Exit.REFUSED
    click.get_current_context().exit(int(code))


class _Sysexits(click.Command):
    """A command that mail systems run: wrong use of it has their code."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            output.complain(error.format_message())
            ctx.exit(Sysexit.USAGE)


@desk.command(cls=_Sysexits, short_help="Take in one message from standard input.")
@_folder_argument
def deliver(folder: str) -> None:
    """Take in one message from standard input, for the desk in DIR to work off.

    For procmail, Sieve, .forward and the pipes of mail servers: the code is 0 when the message is
    safely there, 75 if it should be tried again, 65 if it is none, 64 for wrong use.
    """
    click.get_current_context().exit(_delivered(folder))


def _delivered(folder: str) -> int:
    try:
        data = store.read_document(store.STDIN, SIZE_LIMIT)
    except PbemError as problem:
        output.complain(problem.message, problem.hint)
        return Sysexit.BAD_MESSAGE
    if not data.strip():
        output.complain("expected a message, found nothing")
        return Sysexit.BAD_MESSAGE
    try:
        Spool(Folder(folder)).take(data, now())
    except PbemError as problem:
        output.complain(problem.message, problem.hint)
        return Sysexit.TRY_AGAIN
    return Sysexit.TAKEN


@desk.command(short_help="Tell whose turn it is since when, and what waits.")
@_folder_argument
@output.json_option
def status(folder: str, *, as_json: bool) -> None:
    """Tell of each game in DIR who is asked since when, and what waits or was refused."""
    from pbem.cli import standing
    from pbem.post.status import status as look

    found = look(Folder(folder))
    if as_json:
        output.print_json(standing.told(found))
    else:
        standing.show(found)


def _period(_context: click.Context, _option: click.Parameter, value: str) -> dt.timedelta:
    number, unit = value[:-1], value[-1:]
    if unit not in _UNITS or not (number.isascii() and number.isdigit() and len(number) < 5):
        raise click.BadParameter(f"expected a time such as 3d, 12h or 30m, found {value!a}")
    return dt.timedelta(**{_UNITS[unit]: int(number)})


@desk.command(short_help="Remind players who let the others wait.")
@_folder_argument
@click.option(
    "--after",
    required=True,
    metavar="TIME",
    callback=_period,
    help="Remind those who have been asked for so long: 3d, 12h, 30m.",
)
def remind(folder: str, *, after: dt.timedelta) -> None:
    """Remind players who let the others wait, each question once in the TIME given."""
    from pbem.post import building
    from pbem.post import remind as reminding

    at = Folder(folder)
    sender = building.sender(at, at.settings(), home.environment())
    with store.locked(at.root, PATIENCE):
        journal = reminding.remind(at, after, now)
        if sender is not None:
            building.send_out(at, sender, journal)
    _tell(journal)
    _end(journal)
