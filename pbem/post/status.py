"""How the games of a desk stand, from what the desk remembers: no game is opened for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pbem.chain import OVER
from pbem.post.folder import UNDELIVERED, Folder
from pbem.post.games import Games, Known
from pbem.post.memory import Asking, Memory, Told
from pbem.post.settings import Book
from pbem.store import folders

_REASON_LIMIT = 4096
#: So many refused messages are listed.
_SHOWN = 5


class Standing(NamedTuple):
    """How one game stands."""

    game: str
    stage: str
    #: Who is asked what, since when.
    asked: Sequence[Asking]
    #: Since when the oldest question is open, in seconds since 1970; None if there is none.
    since: float | None
    #: What became of the last message.
    last: str
    #: Players without an address in the book.
    without: Sequence[str]
    #: Whether the book has a table for the game.
    table: bool = True
    #: Why the file is left alone.
    problem: str = ""


class Status(NamedTuple):
    """How a desk stands."""

    games: Sequence[Standing]
    #: How many messages wait to be worked off, and how many mails to be sent.
    waiting: int
    to_send: int
    #: How many mails no server takes for their address.
    undelivered: int
    #: How many messages are in quarantine, and the last of them: digest and reason.
    refused: int
    last_refused: Sequence[tuple[str, str]]
    #: What in the address book fits no game: a table, and a player if it is only that.
    strays: Sequence[tuple[str, str | None]]


def status(folder: Folder) -> Status:
    """Look at a desk. Raises PbemError if it cannot be read."""
    memory, book = Memory(folder), folder.book()
    games = Games(folder, memory, book)
    found = [
        _standing(name, known, memory.told(name, known.invitation), book)
        for name, known in games.games.items()
    ]
    found += [
        Standing(name, "left alone", [], None, "", [], problem=reason)
        for name, reason in games.broken.items()
    ]
    refused = _refused(folder)
    return Status(
        sorted(found),
        len(folder.spooled()),
        len(folders.files(folder.path("out/new"))),
        len(folders.files(folder.path(UNDELIVERED))),
        len(refused),
        [(digest, _reason(folder, digest)) for digest in refused[-_SHOWN:]],
        list(_strays(games, book)),
    )


def _standing(name: str, known: Known, told: Told | None, book: Book) -> Standing:
    without = [player for player in known.players if player not in book.get(name, ())]
    table = name in book
    if told is None:
        return Standing(name, "not told", [], None, "", without, table)
    if told.stage == OVER:
        without, table = [], True  # nobody is written to any more
    since = min((one.since for one in told.asked), default=None)
    return Standing(name, told.stage, told.asked, since, told.last, without, table)


def _strays(games: Games, book: Book) -> Iterator[tuple[str, str | None]]:
    for name, people in book.items():
        if name in games.games:
            players = games.games[name].players
            yield from ((name, player) for player in people if player not in players)
        elif name not in games.broken:
            yield name, None


def _refused(folder: Folder) -> list[str]:
    """The messages in quarantine, the oldest first."""
    found = sorted(
        (one.changed, one.name)
        for one in folders.files(folder.path("refused"))
        if one.name.endswith(".eml")
    )
    return [name.removesuffix(".eml") for _, name in found]


def _reason(folder: Folder, digest: str) -> str:
    path = folder.path("refused", f"{digest}.txt")
    return (folders.read_part(path, _REASON_LIMIT) or b"").decode("ascii", "replace").strip()
