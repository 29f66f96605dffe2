"""The moderator's guard: nothing is signed twice at one index, whatever happened in between.

Before a game file is put in place it is kept in the state folder, as the record of all that was
signed. A file that is older than the record is brought up to it first; one that is different is
refused, and so is one that was made at another desk.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Sequence
from typing import Self

from pbem import desk, pins, store
from pbem.cli import home, output
from pbem.cli.games import sound
from pbem.cli.memory import Memory, recall, remember, undisturbed
from pbem.errors import PbemError, Refused

_RECORD = "signed"
#: Stands before the game file in a record, which so is no game file itself.
_HEADER = b'format = "pbem-signed-1"\n'


class Guard:
    """The record of one game, from before it is worked on to after the next file is in place."""

    def __init__(
        self,
        path: str,
        author: desk.Author,
        *,
        full: bool = False,
        take_over: bool = False,
        keep: Collection[int] = (),
    ) -> None:
        """Guard the game in the file *path*; *take_over* lets another desk go on.

        The positions after the entries to *keep* can be gone back to.
        """
        self.path = path
        self.author = author
        self.full = full
        self.take_over = take_over
        self.keep = keep
        self.desk = home.state().desk_id(home.random_bytes)
        self._locks = contextlib.ExitStack()

    def __enter__(self) -> Self:
        """Begin; what is locked stays so until the end."""
        return self

    def __exit__(self, *_: object) -> None:
        """Let other runs work on this game."""
        self._locks.close()

    def open(self, data: bytes) -> desk.Desk:
        """The game to work on: the file's, or the record's if that is further."""
        work = self._opened(data, self.path)
        invite = work.chain.invitation.id
        # Copies of a game may lie in several folders: the lock on the game's folder is not enough.
        self._locks.enter_context(undisturbed(store.folder_of(_record_path(invite))))
        record = _recall_record(invite)
        if record is not None and record != data:
            work = self._further(work, self._recorded(record, invite))
        if work.in_office:
            self._check_desk(work, first=record is None)
        return work

    def _opened(self, data: bytes, path: str) -> desk.Desk:
        with sound(path), output.naming(path):
            return desk.Desk(data, self.author, self._verified, self.keep)

    def _verified(self, invite: bytes) -> Sequence[bytes]:
        """The hashes of the entries verified before; none for a game that comes to this desk.

        Who answers for it from here on has to have seen every signature in it.
        """
        known = store.exists(_record_path(invite))
        return Memory(self.path, full=self.full).verified(invite) if known else ()

    def _recorded(self, record: bytes, invite: bytes) -> desk.Desk:
        path = _record_path(invite)
        try:
            return self._opened(record, path)
        except PbemError as problem:
            raise _damaged(invite, problem.message.removeprefix(f"{path}: ")) from None

    def _further(self, work: desk.Desk, signed: desk.Desk) -> desk.Desk:
        """The game that is further on the one history that was signed here."""
        relation, index = pins.relation(work.chain.hashes, signed.chain.hashes)
        if relation is pins.Relation.FORK:
            raise Refused(
                f"{self.path}: entry {index} is not the one that you have signed at this desk",
                "use the newest file: a second history would be proof against you",
            )
        # Registrations are in no entry: who takes over goes by the file, else the record counts.
        invited = not work.chain.hashes and not signed.chain.hashes and not self.take_over
        if relation is not pins.Relation.OLDER and not (invited and work.file != signed.file):
            return work
        output.say(f"{self.path} is older than what was signed here: that is written again first")
        signed.changed = True
        return signed

    def _check_desk(self, work: desk.Desk, *, first: bool) -> None:
        """See that the game was made here; before the genesis only the record shows it.

        An invitation that nobody has answered is the same at every desk. So is a game that was
        handed over and not gone on with.
        """
        with sound(self.path), output.naming(self.path):
            made = work.made_at()
        if made is not None:
            elsewhere = made != self.desk
        else:
            elsewhere = first and bool(work.chain.seats) and not work.chain.hashes
        if elsewhere and not self.take_over:
            raise Refused(
                f"{self.path} was made at another desk: another state folder or machine",
                "if that one is given up for good, go on here with --take-over and with the newest"
                " file that any player has",
            )

    def _check_seen(self, work: desk.Desk) -> None:
        """See that nothing else was signed at the same index, be it at another desk."""
        pin = recall(work.chain.invitation.id)
        if pin is None:
            return
        relation, index = pins.relation(work.chain.hashes, pin.hashes)
        if relation is pins.Relation.FORK:
            raise Refused(
                f"{self.path}: you have signed another entry {index} already; it was seen here,"
                f" up to entry {len(pin.heads) - 1}",
                "use the newest file: a second history would be proof against you",
            )

    def next_file(self, work: desk.Desk) -> bytes:
        """The next game file; twice it differs in its boxes."""
        return work.write(self.desk)

    def record(self, work: desk.Desk, data: bytes) -> None:
        """Keep the next game file as signed, before anybody sees it."""
        self._check_seen(work)
        home.state().remember(work.chain.invitation.id.hex(), _RECORD, _HEADER + data)
        remember(work.chain, work.entries)


def _record_path(invite: bytes) -> str:
    return home.state().path(invite.hex(), _RECORD)


def _recall_record(invite: bytes) -> bytes | None:
    """The last game file that was signed here, or None. Raises Refused if it is damaged."""
    record = home.state().recall(invite.hex(), _RECORD)
    if record is None:
        return None
    try:
        return game_in(record)
    except Refused as problem:
        raise _damaged(invite, problem.message) from None


def game_in(record: bytes) -> bytes:
    """The game file in a record."""
    if not record.startswith(_HEADER):
        raise Refused("it does not begin as it should")
    return record[len(_HEADER) :]


def _damaged(invite: bytes, reason: str) -> Refused:
    """The alarm at a record that is not as it was written."""
    return Refused(
        f"{_record_path(invite)}: the record of what you have signed is damaged: {reason}",
        "remove it and go on with the newest file that any player has",
    )
