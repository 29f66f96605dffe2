"""Reminders to players who let others wait."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from pbem import store
from pbem.chain import open_game
from pbem.errors import PbemError
from pbem.formats.scan import SIZE_LIMIT
from pbem.post import batches
from pbem.post.answering import Writer, batch_name
from pbem.post.batches import READY, Batch
from pbem.post.folder import Folder
from pbem.post.games import Games
from pbem.post.journal import Journal
from pbem.post.letters import Tidings
from pbem.post.memory import Memory, Told


def remind(folder: Folder, after: timedelta, clock: Callable[[], datetime]) -> Journal:
    """Remind those who have been asked, or were last reminded, so long ago; what was done."""
    reminders = _Reminders(folder, clock)
    for game in Games(folder).games:
        told = reminders.memory.told(game)
        if told is None or not told.asked:
            continue
        if reminders.waited(told.reminded or told.since) < after:
            continue
        try:
            reminders.remind(game, told)
        except PbemError as problem:
            reminders.journal.fail(problem, game=game)
    return reminders.journal


class _Reminders:
    """What is needed to remind."""

    def __init__(self, folder: Folder, clock: Callable[[], datetime]) -> None:
        self.memory = Memory(folder)
        self.journal = Journal(folder, clock)
        self._folder = folder
        self._settings = folder.settings()
        self._book = folder.book()
        self._now = clock()
        batches.publish_all(folder, self.memory, self.journal)

    def waited(self, since: float) -> timedelta:
        """The time that has gone since then."""
        return timedelta(seconds=self._now.timestamp() - since)

    def remind(self, game: str, told: Told) -> None:
        """Remind all who are asked in a game."""
        data = store.read_document(self._folder.game(game), SIZE_LIMIT)
        opened = open_game(data)
        chain = opened.chain
        last = f"{len(chain.hashes)} reminded {told.reminded or told.since}"
        about = Tidings(game, self._settings.address, chain, opened.file.entries, len(chain.hashes))
        days = self.waited(told.since) // timedelta(days=1)
        with Batch(self._folder, batch_name(game, last, []), game) as batch:
            writer = Writer(self._settings, self._book, self.memory, batch, self._now)
            for one in chain.pending():
                mailed = writer.remind(about, one.player, days, data)
                batch.note("reminded", game=game, player=one.player, mailed=mailed)
            batch.told(told._replace(reminded=self._now.timestamp()))
            batch.finish(READY)
        batches.publish_all(self._folder, self.memory, self.journal)
