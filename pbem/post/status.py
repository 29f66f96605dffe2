"""How the games of a desk stand, from what the desk remembers: no game is opened for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pbem.post.folder import UNDELIVERED, Folder
from pbem.post.games import Games
from pbem.post.memory import Memory
from pbem.store import folders

_REASON_LIMIT = 4096


class Standing(NamedTuple):
    """How one game stands."""

    game: str
    stage: str
    #: Players and what they are asked.
    asked: Sequence[tuple[str, str]]
    #: Since when, in seconds since 1970; None if the desk has told nobody yet.
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
    found = [_standing(name, memory, book.get(name, {})) for name in games.games]
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


def _standing(name: str, memory: Memory, known: Mapping[str, str]) -> Standing:
    told = memory.told(name)
    if told is None:
        return Standing(name, "not told", [], None, "", [])
    without = [player for player, _ in told.asked if player not in known]
    return Standing(name, told.stage, told.asked, told.since, told.last, without)


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
