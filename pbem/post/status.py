"""How the games of a desk stand, from what the desk remembers: no game is opened for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pbem.post.folder import UNDELIVERED, Folder
from pbem.post.games import Games
from pbem.post.memory import Asking, Memory, Told
from pbem.store import folders

_REASON_LIMIT = 4096


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
    #: Players who are asked and have no address in the book.
    without: Sequence[str]
    #: What is wrong with the file.
    problem: str = ""


class Status(NamedTuple):
    """How a desk stands."""

    games: Sequence[Standing]
    #: How many messages wait to be worked off, and how many mails to be sent.
    waiting: int
    to_send: int
    #: How many mails no server takes for their address.
    undelivered: int
    #: Messages in quarantine: digest and reason.
    refused: Sequence[tuple[str, str]]


def status(folder: Folder) -> Status:
    """Look at a desk. Raises PbemError if it cannot be read."""
    games, memory, book = Games(folder), Memory(folder), folder.book()
    found = [
        _standing(name, memory.told(name, known.invitation), book.get(name, {}))
        for name, known in games.games.items()
    ]
    found += [
        Standing(name, "unreadable", [], None, "", [], reason)
        for name, reason in games.broken.items()
    ]
    return Status(
        sorted(found),
        len(folder.spooled()),
        len(folders.files(folder.path("out/new"))),
        len(folders.files(folder.path(UNDELIVERED))),
        _refused(folder),
    )


def _standing(name: str, told: Told | None, people: Mapping[str, str]) -> Standing:
    if told is None:
        return Standing(name, "not told", [], None, "", [])
    since = min((one.since for one in told.asked), default=None)
    without = [one.player for one in told.asked if one.player not in people]
    return Standing(name, told.stage, told.asked, since, told.last, without)


def _refused(folder: Folder) -> list[tuple[str, str]]:
    """The messages in quarantine, the oldest first."""
    found = sorted(
        (one.changed, one.name)
        for one in folders.files(folder.path("refused"))
        if one.name.endswith(".eml")
    )
    return [(name.removesuffix(".eml"), _reason(folder, name)) for _, name in found]


def _reason(folder: Folder, name: str) -> str:
    path = folder.path("refused", f"{name.removesuffix('.eml')}.txt")
    return (folders.read_part(path, _REASON_LIMIT) or b"").decode("ascii", "replace").strip()
