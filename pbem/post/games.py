"""Which file holds which game, known without opening files that are as they were."""

from __future__ import annotations

import re
from typing import NamedTuple

from pbem import store
from pbem.chain import Chain
from pbem.crypto.signatures import document_id, verify
from pbem.errors import PbemError, Refused
from pbem.formats import flat
from pbem.formats import game as gamefile
from pbem.formats.scan import SIZE_LIMIT
from pbem.post.folder import Folder
from pbem.post.settings import GAME
from pbem.store import folders

_INDEX = "index"
_FILE = re.compile(rf"({GAME})\.toml")


class Known(NamedTuple):
    """What a game file says of itself; only that it is whole was verified."""

    size: int
    changed: int
    #: The ids of invitation and game in hexadecimal; no game before the genesis.
    invitation: str
    game: str
    entries: int
    #: Who has joined, by name.
    joined: list[str]


class Games:
    """The games of a desk."""

    def __init__(self, folder: Folder) -> None:
        """Look at the folder; only files that were changed since the last time are read."""
        self._folder = folder
        self.games: dict[str, Known] = {}
        #: Files that hold no game, or the game of another file, and why.
        self.broken: dict[str, str] = {}
        #: False if there is a file of which nothing is known, so that any game may be in it.
        self.complete = True
        self._by_id: dict[str, str] = {}
        index = self._recalled()
        for found in folders.files(folder.path("games")):
            match = _FILE.fullmatch(found.name)
            if match is not None:
                self._add(match[1], found, index.get(match[1]))
        if self.games != index:
            self.remember()

    def _recalled(self) -> dict[str, Known]:
        try:
            found = self._folder.recall(_INDEX)
            return {name: Known(*about) for name, about in found.items()}
        except (PbemError, TypeError):
            return {}  # it is made anew from the files

    def _add(self, name: str, found: folders.Found, known: Known | None) -> None:
        try:
            if known is None or known[:2] != found[1:]:
                known = _read(self._folder.game(name), found)
        except PbemError as problem:
            self.broken[name] = problem.message
            if known is None:
                self.complete = False
            else:
                self._name(name, known)
            return
        other = self._by_id.get(known.invitation)
        if other is not None:
            self.broken[name] = f"it is the same game as {other}"
            return
        self.games[name] = known
        self._name(name, known)

    def _name(self, name: str, known: Known) -> None:
        self._by_id[known.invitation] = name
        if known.game:
            self._by_id[known.game] = name

    def named(self, id_: str) -> str | None:
        """The game with that id, of its genesis or invitation."""
        return self._by_id.get(id_)

    def written(self, name: str, chain: Chain) -> None:
        """Take note of a game whose file was written."""
        found = folders.look(self._folder.game(name))
        if found is not None:
            self.games[name] = known = Known(
                found.size,
                found.changed,
                chain.invitation.id.hex(),
                chain.id.hex() if chain.hashes else "",
                len(chain.hashes),
                sorted(chain.seats),
            )
            self._name(name, known)

    def remember(self) -> None:
        """Keep what is known for the next run, which then need not read the files."""
        self._folder.remember(_INDEX, self.games)


def _read(path: str, found: folders.Found) -> Known:
    envelope = gamefile.unwrap(store.read_document(path, SIZE_LIMIT))
    if not verify(envelope.moderator, "game", envelope.region, envelope.signature):
        raise Refused("the game file was changed after it was signed, or damaged")
    file = gamefile.loads(envelope.region)
    invitation = document_id("invitation", flat.split(file.invitation)[0])
    game = document_id("entry", file.entries[0].text).hex() if file.entries else ""
    registrations = [flat.split(one)[0] for one in file.registrations]
    return Known(
        found.size,
        found.changed,
        invitation.hex(),
        game,
        len(file.entries),
        sorted(flat.read("registration", one).text("player") for one in registrations),
    )
