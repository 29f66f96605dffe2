"""The folder of a desk, and where everything lies in it.

- `desk.toml`, `addresses.toml`: settings and address book; `games/`: the games
- `in/`, `drop/`: where messages come in; `spool/`: those that are not answered yet
- `pending/`, `ready/`: batches of answers, before and after the game is written
- `out/`: finished mails; `undelivered/`: those that no server takes for their address
- `done/`, `refused/`: messages after their answer
- `answers/`: for players who have no address and share a folder instead
- `agreements/`: what players have agreed to, for the moderator
- `ahead/`: orders that wait for another one of the same player
- `state/`, `log/`: what the desk remembers, and what it did
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

from pbem import store
from pbem.crypto.labels import digest
from pbem.errors import PbemError, Refused
from pbem.formats import flat
from pbem.post import settings
from pbem.post.settings import Book, Settings
from pbem.store import folders

_Found = TypeVar("_Found")

SETTINGS, BOOK = "desk.toml", "addresses.toml"
ANSWERS, UNDELIVERED = "answers", "undelivered"
_SETTINGS_LIMIT = 256 * 1024
_STATE_LIMIT = 64 * 1024 * 1024
_MAILDIR = ("tmp", "new", "cur")
_PLACES = "games drop spool pending ready done refused agreements ahead state log"
_FOLDERS = [
    *_PLACES.split(),
    *(ANSWERS, UNDELIVERED),
    *(f"{maildir}/{part}" for maildir in ("in", "out") for part in _MAILDIR),
]
_DIGITS, _HASH = 20, 64
_SPOOLED = re.compile(rf"[0-9]{{{_DIGITS}}}-[0-9a-f]{{{_HASH}}}(?:-[A-Za-z0-9._-]+)?")
#: What of the name of a file is kept.
_UNSAFE, _LONGEST = re.compile("[^A-Za-z0-9._-]"), 100


class Spooled(NamedTuple):
    """A message that waits in the spool: when it came, the hash, and which file it was."""

    name: str

    @property
    def digest(self) -> str:
        """The SHA-256 of its bytes, in hexadecimal."""
        return self.name[_DIGITS + 1 :][:_HASH]

    @property
    def file(self) -> str:
        """What the file was called, if a person has put one into a folder."""
        return self.name[_DIGITS + _HASH + 2 :]


class Folder:
    """The folder of a desk."""

    def __init__(self, root: str) -> None:
        """Take the folder *root*, which must be a desk."""
        self.root = root
        if not store.exists(self.path(SETTINGS)):
            raise Refused(f"{root}: is no desk: there is no {SETTINGS} in it", "`pbem desk init`")

    def path(self, *parts: str) -> str:
        """The path of something in it."""
        return "/".join((self.root, *parts))

    def game(self, name: str) -> str:
        """The file of a game."""
        return self.path("games", f"{name}.toml")

    def settings(self) -> Settings:
        """What `desk.toml` says. Raises Unreadable."""
        return self._read(SETTINGS, settings.loads)

    def book(self) -> Book:
        """The address book. Raises Unreadable."""
        return self._read(BOOK, settings.addresses)

    def _read(self, name: str, loads: Callable[[bytes], _Found]) -> _Found:
        path = self.path(name)
        data = store.read_document(path, _SETTINGS_LIMIT)
        try:
            return loads(data)
        except PbemError as problem:
            raise type(problem)(f"{path}: {problem.message}", problem.hint) from None

    # The spool

    def spooled(self) -> list[Spooled]:
        """The messages in the spool, in the order in which they came."""
        found = folders.files(self.path("spool"))
        return [Spooled(one.name) for one in found if _SPOOLED.fullmatch(one.name)]

    def read(self, message: Spooled, limit: int) -> bytes:
        """The bytes of a message in the spool."""
        return store.read_document(self.path("spool", message.name), limit)

    def is_done(self, message: Spooled) -> bool:
        """Whether the same message was answered before, and not refused."""
        return store.exists(self.path("done", f"{message.digest}.eml"))

    # Orders that came before another one of the same player

    def ahead(self, game: str) -> dict[str, bytes]:
        """The documents that wait for another one, by the names of their files."""
        place = self.path("ahead")
        names = [one.name for one in folders.files(place) if one.name.startswith(f"{game}.")]
        read = {name: folders.read_part(f"{place}/{name}", flat.SIZE_LIMIT) for name in names}
        return {name: data for name, data in read.items() if data is not None}

    # What the desk remembers

    def recall(self, name: str) -> dict[str, Any]:
        """What is kept under *name*, nothing at first. Raises Refused if it is damaged."""
        import json

        path = self.path("state", f"{name}.json")
        if not store.exists(path):
            return {}
        data = store.read_document(path, _STATE_LIMIT)
        try:
            found = json.loads(data)
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise self.damaged(name)
        return found

    def damaged(self, name: str) -> Refused:
        """What is to be said if what is kept under *name* makes no sense."""
        path = self.path("state", f"{name}.json")
        return Refused(f"{path}: is damaged", "remove it, and look at what the desk does then")

    def remember(self, name: str, value: Mapping[str, Any]) -> None:
        """Keep something durably."""
        import json

        data = json.dumps(value, sort_keys=True, indent=0).encode("ascii")
        path = self.path("state", f"{name}.json")
        store.write_durably(path, data, replace=True, private=True)


class Spool:
    """The spool while messages are taken in."""

    def __init__(self, folder: Folder) -> None:
        """Look at what is there."""
        self._folder = folder
        spooled = folder.spooled()
        self._digests = {one.digest for one in spooled}
        self._last = int(spooled[-1].name[:_DIGITS]) if spooled else 0

    def take(self, data: bytes, now: datetime, file: str = "") -> str | None:
        """Take a message in durably; its digest, or None if the same one waits already.

        *file*: what it was called, if it was a file.
        """
        number = digest(data).hex()
        if number in self._digests:
            return None
        # Clocks stand still and go back; the order in which messages came does not.
        self._last = max(int(now.timestamp() * 1_000_000) * 1000, self._last + 1)
        name = f"{self._last:0{_DIGITS}}-{number}"
        if file:
            name += f"-{_UNSAFE.sub('_', file)[:_LONGEST]}"
        path = self._folder.path("spool", name)
        store.write_durably(path, data, replace=True, private=True)
        self._digests.add(number)
        return number


def make(root: str, address: str, name: str) -> Iterator[str]:
    """Make what a desk needs, and leave alone what is there; the files that were written."""
    for below in _FOLDERS:
        store.make_folder(f"{root}/{below}")
    for file, text in ((SETTINGS, _settings(address, name)), (BOOK, _BOOK)):
        path = f"{root}/{file}"
        if not store.exists(path):
            store.write_durably(path, text.encode("ascii"), replace=False, private=True)
            yield path


def _settings(address: str, name: str) -> str:
    return f"""\
format = "{settings.FORMAT}"
# Where all mails of the desk come from, and the name beside it.
address = "{address}"
name = "{name}"

# Without the tables below the desk reads the Maildir in/ and the folder drop/, and leaves finished
# mails in the Maildir out/. Take away the marks of those that you want.

#[imap]
#host = "imap.example.org"
#user = "inn"
#password_file = "imap-password"

#[smtp]
#host = "smtp.example.org"
#user = "inn"
#password_file = "smtp-password"

#[maildir]
#folder = "/home/mod/Maildir"

#[drop]
#folder = "/home/mod/Sync/inn"
"""


_BOOK = f"""\
format = "{settings.ADDRESSES}"
# A table for each game, called like its file without .toml, with the address of each player:
#[inn]
#anna = "anna@example.org"
#ben = "ben@example.org"
"""
