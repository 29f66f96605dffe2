"""How the commands come to a game: the file, the key that reads it, the lock."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from pbem import boxes, store
from pbem.chain import Opened, open_game
from pbem.cli import output
from pbem.cli.keys import Key
from pbem.cli.memory import Memory, recall_of
from pbem.errors import Fault, Refused
from pbem.formats.scan import SIZE_LIMIT

#: The most that is read of a document: armored, and with a mail's worth of text around it.
DOCUMENT_LIMIT = 1024 * 1024


def read_game(path: str) -> bytes:
    """The bytes of a game file."""
    return store.read_document(path, SIZE_LIMIT)


def open_path(path: str, key: Key | None, *, signs: bool = False) -> Opened:
    """A game verified and rebuilt; what is wrong with it is refused.

    Who *signs* must hold the newest file that was seen here.
    """
    return open_data(read_game(path), key, path, signs=signs)


def open_data(data: bytes, key: Key | None, path: str, *, signs: bool = False) -> Opened:
    """The game in the file *path* verified and rebuilt, by the moderator with all its secrets."""
    memory = Memory(path)
    seed, recall = (None, None) if key is None else (key.seed, recall_of(key))
    with sound(path), output.naming(path):
        opened = open_game(data, seed, recall, memory.verified)
    with sound(path):
        relation = memory.compare(opened, signs=signs)
    introduce(opened, key, known=relation is not None)
    return opened


def introduce(opened: Opened, key: Key | None, *, known: bool) -> None:
    """Name the moderator's key until it is known here."""
    moderator = opened.chain.moderator
    if not known and (key is None or key.public != moderator.key.public):
        output.say(f"moderator {moderator.fingerprint}, not known here")


def own_player(opened: Opened, key: Key | None, path: str) -> str | None:
    """The player whose key reads the game in the file *path*, if it is one.

    From then on the game holds what only the player's box tells: objects, pack, standing hold.
    Refused if the box does not hold what it should.
    """
    chain = opened.chain
    taken = None if key is None else chain.seat_of(key.public)
    if taken is None or key is None:
        return None
    if chain.game is not None:
        with sound(path):
            boxes.check_view(opened.file, chain, taken.name, key.seed)
    return taken.name


@contextlib.contextmanager
def sound(path: str) -> Iterator[None]:
    """Refuse a game in which a fault is found; only an audit answers with the fault itself."""
    try:
        yield
    except Fault as fault:
        where = f"entry {fault.entry}, " if fault.entry is not None else ""
        raise Refused(
            f"{path}: the game file is not sound: {where}{fault.field}: {fault.message}",
            fault.hint or "`pbem audit` tells more; ask for the file again",
        ) from None
