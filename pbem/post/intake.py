"""Folders in which messages come in: Maildirs, and a folder that people share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime

from pbem import store
from pbem.post.roads import SIZE_LIMIT, Waiting
from pbem.store import folders

#: A file that has not changed for so long is whole, in seconds.
_QUIET = 3.0
#: What editors, browsers and Syncthing call files that are not finished.
_UNFINISHED = re.compile(r"[.~].*|.*(?:~|\.tmp|\.part|\.partial|\.crdownload|\.swp)", re.IGNORECASE)


class Maildir:
    """A Maildir, of which every message is for the desk."""

    def __init__(self, folder: str, *, keep: bool) -> None:
        """*keep*: move what was taken to the folders Done and Refused of the Maildir."""
        self._folder = folder
        self._keep = keep

    def waiting(self) -> Iterator[Waiting]:
        """The messages in `new` and `cur`; what mail servers still write is in `tmp`."""
        found = [
            (one.changed, f"{part}/{one.name}")
            for part in ("new", "cur")
            for one in folders.files(f"{self._folder}/{part}")
            if not one.name.startswith(".")
        ]
        for _, name in sorted(found):
            data = folders.read_part(f"{self._folder}/{name}", SIZE_LIMIT)
            if data is not None:
                yield Waiting(name, data)

    def taken(self, name: str, *, refused: bool) -> None:
        """Put a message away."""
        path = f"{self._folder}/{name}"
        if not self._keep:
            folders.remove(path)
            return
        below = f"{self._folder}/.{'Refused' if refused else 'Done'}"
        for part in ("tmp", "new", "cur"):
            store.make_folder(f"{below}/{part}")
        unflagged = name.partition("/")[2].partition(":")[0]
        folders.move(path, f"{below}/cur/{unflagged}:2,S")


class Drop:
    """A folder that people, and programs that share folders, put files into."""

    def __init__(self, folder: str, clock: Callable[[], datetime]) -> None:
        self._folder = folder
        self._clock = clock
        self._seen: dict[str, folders.Found] = {}

    def waiting(self) -> Iterator[Waiting]:
        """The files that are whole: as they were at the last look, or long since written."""
        now = self._clock().timestamp()
        found = {
            one.name: one
            for one in folders.files(self._folder)
            if not _UNFINISHED.fullmatch(one.name)
        }
        seen, self._seen = self._seen, found
        for one in sorted(found.values(), key=lambda one: (one.changed, one.name)):
            if seen.get(one.name) == one or now - one.changed / 1e9 > _QUIET:
                data = folders.read_part(f"{self._folder}/{one.name}", SIZE_LIMIT)
                if data is not None and len(data) in (one.size, SIZE_LIMIT + 1):
                    yield Waiting(one.name, data)

    def taken(self, name: str, *, refused: bool) -> None:  # noqa: ARG002 -- both are removed
        """Remove a file, unless somebody has written another one meanwhile."""
        path = f"{self._folder}/{name}"
        if folders.look(path) == self._seen.get(name):
            folders.remove(path)
