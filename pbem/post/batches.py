"""Batches: what is to happen after a game was written, laid down before.

A batch is a folder with the mails and a table of what else is to be done. It lies in `pending/`
until the game is written, then in `ready/`, and from there everything in it is moved to its place,
so that being killed and beginning again does nothing twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, Self

from pbem import store
from pbem.chain import Chain
from pbem.errors import PbemError, Refused
from pbem.post.folder import ANSWERS, Folder, Spooled
from pbem.post.journal import Journal
from pbem.post.memory import Counted, Memory, Told
from pbem.store import folders

PENDING, READY = "pending", "ready"
DONE, REFUSED = "done", "refused"

_TABLE = "batch.json"
_MAILS, _LEFT, _KEPT, _AHEAD = "mails", "left", "kept", "ahead"
#: Where what lies in a batch is moved to.
_PLACES = {_MAILS: "out/new", _LEFT: ANSWERS, _KEPT: "agreements", _AHEAD: "ahead"}
_LIMIT = 4 * 1024 * 1024
_UNFINISHED = ".unfinished-"


class Mark(NamedTuple):
    """A moment in the history of a game."""

    entries: int
    #: The hash of the last entry, in hexadecimal.
    hash: str
    #: The ids of the registrations.
    joined: list[str]

    @classmethod
    def of(cls, chain: Chain) -> Mark:
        """The present moment."""
        last = chain.hashes[-1].hex() if chain.hashes else ""
        return cls(len(chain.hashes), last, [one.document.id.hex() for one in chain.seats.values()])

    def is_past(self, chain: Chain) -> bool:
        """Whether a game has come to this moment, or further from there."""
        if self.entries:
            hashes = chain.hashes[self.entries - 1 : self.entries]
            return [one.hex() for one in hashes] == [self.hash]
        return set(self.joined) <= {one.document.id.hex() for one in chain.seats.values()}


class Batch:
    """A batch that is being laid down."""

    def __init__(self, folder: Folder, name: str, game: str | None) -> None:
        """Begin a batch of that *name*, which the same messages would always get."""
        self.name = name
        self._folder = folder
        self._path = folder.path(PENDING, f"{_UNFINISHED}{name}")
        self._finished = False
        folders.remove_folder(self._path, _TABLE)
        for below in _PLACES:
            store.make_folder(f"{self._path}/{below}")
        self._table: dict[str, Any] = {
            "game": game,
            "mark": None,
            "messages": [],
            "counted": [],
            "told": None,
            "dropped": [],
            "noted": [],
        }

    def mail(self, name: str, data: bytes) -> None:
        """A mail to go out."""
        folders.write_new(f"{self._path}/{_MAILS}/{name}", data)

    def leave(self, name: str, text: str) -> None:
        """An answer that is fetched; of two of a name the later one counts."""
        path = f"{self._path}/{_LEFT}/{name}"
        folders.remove(path)
        folders.write_new(path, text.encode("ascii", "backslashreplace"))

    def keep(self, name: str, data: bytes) -> None:
        """A document to be kept for the moderator."""
        if folders.look(f"{self._path}/{_KEPT}/{name}") is None:
            folders.write_new(f"{self._path}/{_KEPT}/{name}", data)

    def set_ahead(self, game: str, message: Spooled, document: bytes) -> None:
        """A document that waits for another one."""
        folders.write_new(f"{self._path}/{_AHEAD}/{game}.{message.digest}", document)

    def drop_ahead(self, name: str) -> None:
        """A document that need not wait any more."""
        self._table["dropped"].append(name)

    def count(self, counted: Counted) -> None:
        """An answer that is counted."""
        self._table["counted"].append(counted)

    def message(self, spooled: Spooled, *, reason: str | None = None) -> None:
        """A message that is worked off; with a *reason* it is refused."""
        self._table["messages"].append([spooled.name, reason])

    def note(self, event: str, **about: object) -> None:
        """A line for the journal."""
        self._table["noted"].append({"event": event, **about})

    def told(self, told: Told) -> None:
        """How far the players know the game then."""
        self._table["told"] = told._asdict()

    def finish(self, stage: str, mark: Mark | None = None) -> None:
        """Lay the batch down durably as *pending* for the game's *mark*, or as *ready*."""
        import json

        self._table["mark"] = None if mark is None else mark._asdict()
        data = json.dumps(self._table, indent=0).encode("ascii")
        folders.write_new(f"{self._path}/{_TABLE}", data)
        folders.sync(*(f"{self._path}/{below}" for below in _PLACES), self._path)
        folders.move(self._path, self._folder.path(stage, self.name))
        self._finished = True
        folders.sync(self._folder.path(PENDING), self._folder.path(READY))

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(self, *_: object) -> None:
        """Throw away what was not laid down."""
        if not self._finished:
            folders.remove_folder(self._path, _TABLE)


class Laid(NamedTuple):
    """A batch as it lies there."""

    name: str
    game: str | None
    mark: Mark | None
    #: The messages, and why they are refused if they are.
    messages: list[tuple[str, str | None]]
    counted: list[Counted]
    told: dict[str, Any] | None
    #: The documents that need not wait for another one any more.
    dropped: list[str]
    noted: list[dict[str, Any]]


def names(folder: Folder, stage: str) -> Iterator[str]:
    """The batches of a stage; what is no whole batch is removed."""
    for name in folders.folders(folder.path(stage)):
        if name.startswith(_UNFINISHED) or not store.exists(folder.path(stage, name, _TABLE)):
            discard(folder, stage, name)
        else:
            yield name


def read(folder: Folder, stage: str, name: str) -> Laid:
    """A batch as it was laid down. Raises Refused if it is damaged."""
    import json

    path = folder.path(stage, name, _TABLE)
    try:
        table = json.loads(store.read_document(path, _LIMIT))
        mark = None if table["mark"] is None else Mark(**table["mark"])
        fields = {key: table[key] for key in Laid._fields if key not in ("name", "mark")}
        return Laid(name=name, mark=mark, **fields)
    except (ValueError, TypeError, KeyError):
        raise Refused(f"{path}: is damaged", "remove the folder in which it lies") from None


def discard(folder: Folder, stage: str, name: str) -> None:
    """Throw a batch away; its messages are worked off anew."""
    folders.remove_folder(folder.path(stage, name), _TABLE)


def promote(folder: Folder, name: str) -> None:
    """Let a pending batch be ready: its game is written."""
    folders.move(folder.path(PENDING, name), folder.path(READY, name))
    folders.sync(folder.path(READY), folder.path(PENDING))


def publish_all(folder: Folder, memory: Memory, journal: Journal) -> None:
    """Publish all batches that are ready; of one with which that fails the journal tells."""
    for name in list(names(folder, READY)):
        try:
            publish(folder, read(folder, READY, name), memory, journal)
        except PbemError as problem:
            journal.fail(problem, batch=name)


def publish(folder: Folder, batch: Laid, memory: Memory, journal: Journal) -> None:
    """Move all that is in a ready batch to its place; once more it does nothing."""
    root = folder.path(READY, batch.name)
    for found in folders.files(f"{root}/{_LEFT}"):
        folders.share(f"{root}/{_LEFT}/{found.name}", folder.path(ANSWERS))
    for below, target in _PLACES.items():
        for found in folders.files(f"{root}/{below}"):
            folders.move(f"{root}/{below}/{found.name}", folder.path(target, found.name))
    for name in batch.dropped:
        folders.remove(folder.path("ahead", name))
    folders.sync(*map(folder.path, _PLACES.values()))
    memory.answered(batch.counted)
    if batch.game is not None and batch.told is not None:
        memory.tell(batch.game, batch.told)
    for name, reason in batch.messages:
        _put_away(folder, Spooled(name), reason)
    folders.sync(folder.path("spool"), folder.path(DONE), folder.path(REFUSED))
    journal.add(batch.noted)
    discard(folder, READY, batch.name)


def _put_away(folder: Folder, message: Spooled, reason: str | None) -> None:
    place = DONE if reason is None else REFUSED
    beside = folder.path(REFUSED, f"{message.digest}.txt")
    if reason is not None:
        text = reason.encode("ascii", "backslashreplace")
        store.write_durably(beside, text + b"\n", replace=True, private=True)
    folders.move(folder.path("spool", message.name), folder.path(place, f"{message.digest}.eml"))
    if reason is None:
        # It may have been refused before.
        folders.remove(folder.path(REFUSED, f"{message.digest}.eml"))
        folders.remove(beside)
