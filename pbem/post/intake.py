"""Folders in which messages come in: Maildirs, and a folder that people share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import NamedTuple

from pbem import store
from pbem.errors import PbemError, Unreadable
from pbem.post.folder import Folder
from pbem.post.opening import is_usable
from pbem.post.roads import SIZE_LIMIT, Waiting
from pbem.store import folders

#: A file that has not changed for so long is whole, in seconds.
_QUIET = 3.0
#: One without a whole document may still be written, by a person who types or a slow network.
_GIVEN_UP = 600.0
#: What editors, browsers and Syncthing call files that are not finished.
_UNFINISHED = re.compile(r"[.~].*|.*(?:~|\.tmp|\.part|\.partial|\.crdownload|\.swp)", re.IGNORECASE)


class Seen(NamedTuple):
    """A file as it was at the last look."""

    size: int
    #: When it was changed, as it says itself, in nanoseconds since 1970.
    changed: int
    #: Since when it was seen so, in seconds since 1970.
    since: float
    #: Whether the desk has it, and could not put it away.
    taken: bool = False

    def is_like(self, found: folders.Found | None) -> bool:
        """Whether a file is as it was."""
        return found is not None and self[:2] == found[1:]

    def quiet(self, now: float) -> float:
        """For how many seconds it has not changed; the clock that set its time may be ahead."""
        return now - min(self.changed / 1e9, self.since)


#: A message of a Maildir that could not be put away: nothing but its name is looked at.
_LEFT = Seen(0, 0, 0.0, taken=True)


class Looks:
    """What was seen in one folder, kept from one run to the next."""

    def __init__(self, folder: Folder, name: str) -> None:
        self._folder = folder
        self._name = f"seen-{name}"
        self._kept: Mapping[str, Seen] = {}

    def recall(self) -> Mapping[str, Seen]:
        """What was seen, by name; nothing if that cannot be read."""
        try:
            found = self._folder.recall(self._name)
            self._kept = {name: Seen(*seen) for name, seen in found.items()}
        except (PbemError, TypeError):
            self._kept = {}
        return self._kept

    def keep(self, seen: Mapping[str, Seen]) -> None:
        """Keep what was seen now."""
        if seen != self._kept:
            self._folder.remember(self._name, seen)


class Maildir:
    """A Maildir, of which every message is for the desk."""

    def __init__(self, folder: str, looks: Looks, *, keep: bool) -> None:
        """*keep*: move what was taken to the folders Done and Refused of the Maildir."""
        self._folder = folder
        self._looks = looks
        self._keep = keep
        #: The messages that could not be put away.
        self._left: dict[str, Seen] = {}

    def waiting(self) -> Iterator[Waiting]:
        """The messages in `new` and `cur`; what mail servers still write is in `tmp`."""
        _check(f"{self._folder}/new", "expected a Maildir")
        before = self._looks.recall()
        found = [
            (one.changed, f"{part}/{one.name}")
            for part in ("new", "cur")
            for one in folders.files(f"{self._folder}/{part}")
            if not one.name.startswith(".")
        ]
        self._left = {_unflagged(name): _LEFT for _, name in found if _unflagged(name) in before}
        for _, name in sorted(found):
            if _unflagged(name) not in before:
                data = folders.read_part(f"{self._folder}/{name}", SIZE_LIMIT)
                if data is not None:
                    yield Waiting(name, data)
        self._looks.keep(self._left)

    def taken(self, name: str, *, refused: bool) -> None:
        """Put a message away; if that fails it is left where it is from now on."""
        self._left[_unflagged(name)] = _LEFT
        self._put_away(name, refused=refused)
        del self._left[_unflagged(name)]

    def _put_away(self, name: str, *, refused: bool) -> None:
        path = f"{self._folder}/{name}"
        if not self._keep:
            folders.remove(path)
            return
        below = f"{self._folder}/.{'Refused' if refused else 'Done'}"
        for part in ("tmp", "new", "cur"):
            store.make_folder(f"{below}/{part}")
        folders.move(path, f"{below}/cur/{_unflagged(name)}:2,S")


def _unflagged(name: str) -> str:
    """What a message of a Maildir is called wherever it lies and whoever has read it."""
    return name.partition("/")[2].partition(":")[0]


def _check(folder: str, expected: str) -> None:
    """Refuse a folder that is not there: a share that is not mounted looks like no orders."""
    if not store.exists(folder):
        raise Unreadable(
            f"{folder}: {expected}, found nothing",
            "look at desk.toml; `pbem desk init` makes the folders of the desk itself",
        )


class Drop:
    """A folder that people, and programs that share folders, put files into."""

    def __init__(self, folder: str, looks: Looks, clock: Callable[[], datetime]) -> None:
        self._folder = folder
        self._looks = looks
        self._clock = clock
        self._seen: dict[str, Seen] = {}

    def waiting(self) -> Iterator[Waiting]:
        """The files that are whole; those in which there is no document only after a while."""
        _check(self._folder, "expected a folder")
        now = self._clock().timestamp()
        self._look(now)
        for name, seen in sorted(self._seen.items(), key=lambda one: (one[1].changed, one[0])):
            if not seen.taken and seen.quiet(now) > _QUIET:
                data = folders.read_part(f"{self._folder}/{name}", SIZE_LIMIT)
                if data is not None and _is_whole(data, seen, now):
                    yield Waiting(name, data, file=name)
        self._looks.keep(self._seen)

    def _look(self, now: float) -> None:
        before = self._looks.recall()
        self._seen = {}
        for one in folders.files(self._folder):
            if not _UNFINISHED.fullmatch(one.name):
                seen = before.get(one.name)
                if seen is None or not seen.is_like(one):
                    seen = Seen(one.size, one.changed, now)
                self._seen[one.name] = seen._replace(since=min(seen.since, now))

    def taken(self, name: str, *, refused: bool) -> None:  # noqa: ARG002 -- both are removed
        """Remove a file, unless somebody has written another one meanwhile.

        If that fails it is left where it is, until it changes.
        """
        path, seen = f"{self._folder}/{name}", self._seen[name]
        self._seen[name] = seen._replace(taken=True)
        if seen.is_like(folders.look(path)):
            folders.remove(path)
        del self._seen[name]


def _is_whole(data: bytes, seen: Seen, now: float) -> bool:
    """Whether what was read of a file is all that its writer means to write."""
    if len(data) not in (seen.size, SIZE_LIMIT + 1) or not data.strip():
        return False
    return seen.quiet(now) > _GIVEN_UP or is_usable(data)
