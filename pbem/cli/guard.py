"""The moderator's guard: nothing is signed twice at one index, whatever happened in between.

Before a game file is put in place it is kept in the state folder, as the record of all that was
signed. A file that is older than the record is brought up to it first; one that is different is
refused.
"""

from __future__ import annotations

from pbem import boxes, desk, pins
from pbem.cli import home, output
from pbem.cli.games import sound
from pbem.cli.memory import Memory, remember
from pbem.errors import Refused

_RECORD = "signed"


class Guard:
    """The record of one game, from before it is worked on to after."""

    def __init__(self, path: str, author: desk.Author, *, full: bool, take_over: bool) -> None:
        """Guard the game in the file *path*; *take_over* lets another desk go on."""
        self.path = path
        self.author = author
        self.full = full
        self.take_over = take_over
        self.desk = home.state().desk_id(home.random_bytes)

    def open(self, data: bytes) -> desk.Desk:
        """The game to work on: the file's, or the record's if that is further."""
        work = self._opened(data, self.path)
        record = home.state().recall(work.chain.invitation.id.hex(), _RECORD)
        if record is not None and record != data:
            signed = self._opened(record, "the record of what was signed")
            work = self._further(work, signed)
        self._check_desk(work)
        return work

    def _opened(self, data: bytes, path: str) -> desk.Desk:
        memory = Memory(path, full=self.full)
        with sound(path), output.naming(path):
            return desk.Desk(data, self.author, memory.verified)

    def _further(self, work: desk.Desk, signed: desk.Desk) -> desk.Desk:
        """The game that is further on the one history that was signed here."""
        relation, index = pins.relation(work.chain.hashes, signed.chain.hashes)
        if relation is pins.Relation.FORK:
            raise Refused(
                f"{self.path}: entry {index} is not the one that you have signed at this desk",
                "use the newest file: a second history would be proof against you",
            )
        behind = relation is pins.Relation.OLDER or (
            not work.chain.hashes and not signed.chain.hashes and work.file != signed.file
        )
        if not behind:
            return work
        output.say(f"{self.path} is older than what was signed here: that is written again first")
        signed.changed = True
        return signed

    def _check_desk(self, work: desk.Desk) -> None:
        with sound(self.path), output.naming(self.path):
            made = boxes.desk_of(work.file, work.chain, self.author.seed)
        if made not in (None, self.desk) and not self.take_over:
            raise Refused(
                f"{self.path} was made at another desk: another state folder or machine",
                "if that one is given up for good, go on here with --take-over and with the newest"
                " file that any player has",
            )

    def record(self, work: desk.Desk) -> bytes:
        """The next game file, after it was kept as signed."""
        data = work.write(self.desk)
        invite = work.chain.invitation.id
        home.state().remember(invite.hex(), _RECORD, data)
        remember(invite, pins.pin_of(work.chain, work.entries))
        return data
