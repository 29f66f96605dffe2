"""Which file holds which game, known without opening files that are as they were."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from pbem import store
from pbem.chain import Chain
from pbem.crypto.signatures import document_id, verify
from pbem.errors import PbemError, Refused
from pbem.formats import flat
from pbem.formats import game as gamefile
from pbem.formats.scan import SIZE_LIMIT
from pbem.post.folder import Folder
from pbem.post.memory import Memory
from pbem.post.settings import GAME, Book
from pbem.store import folders

_INDEX = "index"
_ENDING = ".toml"


class Known(NamedTuple):
    """What a game file says of itself; only that it is whole was verified."""

    size: int
    changed: int
    #: The ids of invitation and game in hexadecimal; no game before the genesis.
    invitation: str
    game: str
    entries: int
    #: Who plays, in seat order.
    players: list[str]
    #: Who has joined, by name.
    joined: list[str]


class Games:
    """The games of a desk."""

    def __init__(self, folder: Folder, memory: Memory, book: Book) -> None:
        """Look at the folder; only files that were changed since the last time are read.

        Of several files of one game that is the game which the desk knows or has addresses for.
        """
        self._folder = folder
        #: Files that cannot be worked on, and why.
        self.broken: dict[str, str] = {}
        #: False if there is a file of which nothing is known, so that any game may be in it.
        self.complete = True
        self._by_id: dict[str, str] = {}
        before = self._recalled()
        copies: dict[str, dict[str, Known]] = {}
        for name, found in self._files():
            known = self._looked(name, found, before.get(name))
            if known is not None:
                copies.setdefault(known.invitation, {})[name] = known
        index: dict[str, Known] = {}
        for invitation, files in copies.items():
            known_before = [
                name for name in files if name in before and before[name].invitation == invitation
            ]
            told = [name for name in files if memory.told(name, invitation) is not None]
            index |= self._chosen(files, [known_before, told, book])
        #: The games that can be worked on.
        self.games = {name: known for name, known in index.items() if name not in self.broken}
        #: Those as well whose files cannot be read now.
        self._index = index
        if index != before:
            self.remember()

    def _recalled(self) -> dict[str, Known]:
        try:
            found = self._folder.recall(_INDEX)
            return {name: Known(*about) for name, about in found.items()}
        except (PbemError, TypeError):
            return {}  # it is made anew from the files

    def _files(self) -> Iterator[tuple[str, folders.Found]]:
        """The files that can be games; others that look like games are told."""
        place = self._folder.path("games")
        unfit = dict.fromkeys(folders.links(place), "is a link, expected the game itself")
        for found in folders.files(place):
            name = found.name.removesuffix(_ENDING)
            if re.fullmatch(GAME, name) and name != found.name:
                yield name, found
            else:
                unfit[found.name] = "expected a name of letters, digits, - and _"
        for file, reason in unfit.items():
            if file.endswith(_ENDING) and not file.startswith("."):
                self.broken[file.removesuffix(_ENDING)] = reason
                self.complete = False

    def _looked(self, name: str, found: folders.Found, known: Known | None) -> Known | None:
        """What there is in a file; what was there before if it cannot be read now."""
        try:
            if known is None or known[:2] != found[1:]:
                return _read(self._folder.game(name), found)
        except PbemError as problem:
            self.broken[name] = problem.message
            if known is None:
                self.complete = False
        return known

    def _chosen(
        self, files: Mapping[str, Known], signs: Sequence[Collection[str]]
    ) -> dict[str, Known]:
        """The one file of several that is the game; nothing if no sign points at one alone."""
        named = [[name for name in files if name in sign] for sign in (files, *signs)]
        game = next((found[0] for found in named if len(found) == 1), None)
        for name, known in files.items():
            if game is None:
                both = " and ".join(files)
                self.broken[name] = f"{both} are the same game: leave the one that is to go on"
            elif name != game:
                self.broken[name] = f"it is the same game as {game}"
            # While nothing is decided messages wait.
            self._name(game or min(files), known)
        return {} if game is None else {game: files[game]}

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
            self.games[name] = self._index[name] = known = Known(
                found.size,
                found.changed,
                chain.invitation.id.hex(),
                chain.id.hex() if chain.hashes else "",
                len(chain.hashes),
                list(chain.players),
                sorted(chain.seats),
            )
            self._name(name, known)

    def remember(self) -> None:
        """Keep what is known for the next run, which then need not read the files."""
        self._folder.remember(_INDEX, self._index)


def _read(path: str, found: folders.Found) -> Known:
    envelope = gamefile.unwrap(store.read_document(path, SIZE_LIMIT))
    if not verify(envelope.moderator, "game", envelope.region, envelope.signature):
        raise Refused("the game file was changed after it was signed, or damaged")
    file = gamefile.loads(envelope.region)
    invitation = flat.split(file.invitation)[0]
    game = document_id("entry", file.entries[0].text).hex() if file.entries else ""
    registrations = [flat.split(one)[0] for one in file.registrations]
    return Known(
        found.size,
        found.changed,
        document_id("invitation", invitation).hex(),
        game,
        len(file.entries),
        flat.read("invitation", invitation).words("players"),
        sorted(flat.read("registration", one).text("player") for one in registrations),
    )
