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
from pbem.post.memory import Asking, Memory, Told, questions


def remind(folder: Folder, after: timedelta, clock: Callable[[], datetime]) -> Journal:
    """Remind those who have been asked, or were last reminded, so long ago; what was done."""
    reminders = _Reminders(folder, after, clock)
    for game, known in reminders.games.items():
        told = reminders.memory.told(game, known.invitation)
        if told is None or not any(map(reminders.is_due, told.asked)):
            continue
        try:
            reminders.remind(game, told)
        except PbemError as problem:
            reminders.journal.fail(problem, game=game)
    return reminders.journal


class _Reminders:
    """What is needed to remind."""

    def __init__(self, folder: Folder, after: timedelta, clock: Callable[[], datetime]) -> None:
        self.memory = Memory(folder)
        self.journal = Journal(folder, clock)
        self._folder = folder
        self._after = after
        self._settings = folder.settings()
        self._book = folder.book()
        self._now = clock()
        batches.publish_all(folder, self.memory, self.journal)
        self.memory.catch_up(self._now.timestamp())
        self.games = Games(folder, self.memory, self._book).games

    def is_due(self, asked: Asking) -> bool:
        """Whether it is time to remind of a question."""
        return self._waited(asked.reminded or asked.since) >= self._after

    def _waited(self, since: float) -> timedelta:
        """The time that has gone since then."""
        return timedelta(seconds=self._now.timestamp() - since)

    def remind(self, game: str, told: Told) -> None:
        """Remind those for whom it is time, of what the game in the file asks them now."""
        data = store.read_document(self._folder.game(game), SIZE_LIMIT)
        opened = open_game(data)
        chain = opened.chain
        due = [one for one in questions(chain, told, self._now) if self.is_due(one)]
        if not due:
            return
        about = Tidings(game, self._settings.address, chain, opened.file.entries, {})
        reminded = set()
        with Batch(self._folder, batch_name(game, f"reminded {due}", []), game) as batch:
            writer = Writer(self._settings, self._book, self.memory, batch, self._now)
            for one in due:
                days = self._waited(one.since) // timedelta(days=1)
                mailed = writer.remind(about, one.player, days, data)
                batch.note("reminded", game=game, player=one.player, mailed=mailed)
                if mailed:
                    reminded.add(one)
            now = self._now.timestamp()
            asked = [one._replace(reminded=now) if one in reminded else one for one in told.asked]
            batch.told(told._replace(asked=asked))
            batch.finish(READY)
        batches.publish_all(self._folder, self.memory, self.journal)
