"""A run of the desk: finish what was begun, take in what has come, work it off.

The game file is where a run commits. Before it is written, all that is to be sent lies in
`pending/`; after it, that is moved out. So a run that was killed anywhere goes on where it was.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from functools import partial
from typing import Protocol, TypeVar

from pbem import store
from pbem.desk import Desk
from pbem.errors import PbemError, Refused
from pbem.formats.scan import SIZE_LIMIT as GAME_LIMIT
from pbem.post import ahead, batches
from pbem.post.answering import (
    Writer,
    batch_name,
    leave_reason,
    put_answers,
    put_useless,
)
from pbem.post.batches import PENDING, READY, Batch, Mark
from pbem.post.faults import Unexpected, contained
from pbem.post.folder import Folder, Spool, Spooled
from pbem.post.games import Games
from pbem.post.journal import Journal
from pbem.post.judging import Judged, judge
from pbem.post.letters import Tidings
from pbem.post.memory import Memory, Reached, Told, untold
from pbem.post.opening import Usable, Useless, is_usable, opened
from pbem.post.roads import SIZE_LIMIT, Source
from pbem.store import folders

#: So many messages to one game are judged together.
_TOGETHER = 100
#: What was not written to its end so long ago, in seconds, never will be.
_LONG_AGO = 24 * 60 * 60
#: Mails that were sent are kept for so long, in seconds.
_SENT = 30 * 24 * 60 * 60


class AtWork(Protocol):
    """A game that nobody else works on, under the guard that keeps it from a second history."""

    @property
    def work(self) -> Desk:
        """The game."""

    @property
    def before(self) -> int:
        """How many entries it had."""

    def next_file(self) -> bytes:
        """The file that is to be written."""

    def write(self, *, data: bytes) -> None:
        """Keep that file as signed and put it in its place. Raises PbemError."""


_Message = TypeVar("_Message", Usable, Useless)

#: Opens the game in a file for work.
Guard = Callable[[str], AbstractContextManager[AtWork]]


class Run:
    """One run over a desk."""

    def __init__(self, folder: Folder, guard: Guard, clock: Callable[[], datetime]) -> None:
        """Read settings and memory. Raises PbemError if they cannot be read."""
        self.folder = folder
        self.settings = folder.settings()
        self.book = folder.book()
        self.memory = Memory(folder)
        self.journal = Journal(folder, clock)
        self._guard = guard
        self._clock = clock

    def all(self, sources: Sequence[Source]) -> None:
        """Do everything that there is to do; what went wrong is in the journal."""
        self.finish()
        for source in sources:
            self.take_in(source)
        self.work_off()

    @contextmanager
    def _noted(self, **about: object) -> Iterator[None]:
        """Let what goes wrong be noted and stop nothing else."""
        try:
            with contained():
                yield
        except PbemError as problem:
            self.journal.fail(problem, **about)
        except Unexpected as problem:
            self.journal.fail(problem.in_words(), **about)

    # What an earlier run has left

    def finish(self) -> None:
        """Finish what an earlier run has begun."""
        now = self._clock().timestamp()
        for place in ("spool", "refused", "state", "games"):
            folders.sweep(self.folder.path(place), now - _LONG_AGO)
        with self._noted():
            folders.sweep(self.folder.path("out/cur"), now - _SENT, "")
        self.memory.catch_up(now)
        for name in list(batches.names(self.folder, PENDING)):
            with self._noted(batch=name):
                self._settle(batches.read(self.folder, PENDING, name))
        batches.publish_all(self.folder, self.memory, self.journal)

    def _settle(self, batch: batches.Laid) -> None:
        """Find out whether the game of a pending batch was written."""
        assert batch.game is not None
        assert batch.mark is not None
        with self._guard(self.folder.game(batch.game)) as at:
            landed = batch.mark.is_past(at.work.chain)
            if at.work.changed:
                at.write(data=at.next_file())
        if landed:
            batches.promote(self.folder, batch.name)
        else:
            batches.discard(self.folder, PENDING, batch.name)

    def _left(self) -> list[batches.Laid]:
        """The batches that could not be finished; their games and messages are left alone."""
        return [
            batches.read(self.folder, stage, name)
            for stage in (PENDING, READY)
            for name in batches.names(self.folder, stage)
        ]

    def _publish(self, name: str) -> None:
        batch = batches.read(self.folder, READY, name)
        batches.publish(self.folder, batch, self.memory, self.journal)

    # What has come

    def take_in(self, source: Source) -> None:
        """Take in what waits at a source, durably; what it cannot put away keeps no other back."""
        road = type(source).__name__.lower()
        with self._noted(road=road):
            spool = Spool(self.folder)
            for waiting in source.waiting():
                number = spool.take(waiting.data, self._clock(), waiting.file)
                if number is not None:
                    self.journal.note("came", message=number, size=len(waiting.data))
                with self._noted(road=road):
                    source.taken(waiting.name, refused=not is_usable(waiting.data))

    # What is to be done

    def work_off(self) -> None:
        """Judge and answer all messages in the spool, and tell what else has happened in games."""
        games = Games(self.folder, self.memory, self.book)
        for name, reason in games.broken.items():
            self.journal.fail(Refused(f"{self.folder.game(name)}: {reason}"), game=name)
        left = self._left()
        stopped = {batch.game for batch in left}
        mine, useless = self._sorted(games, {name for batch in left for name, _ in batch.messages})
        with self._noted():
            for unusable in _in_parts(useless):
                self._together(self._refuse, unusable)
        due = [
            game
            for game in games.games
            if game not in stopped and (game in mine or self._has_news(games, game))
        ]
        for game in due:
            # What goes wrong with one game does not touch the others.
            with self._noted(game=game):
                for some in _in_parts(mine[game]) if game in mine else [[]]:
                    self._together(partial(self._play, games, game), some)
        if due:
            games.remember()

    def _sorted(
        self, games: Games, held: Collection[str]
    ) -> tuple[dict[str, list[Usable]], list[Useless]]:
        """The messages in the spool by their games, and those of no use, but for those *held*."""
        mine: dict[str, list[Usable]] = {}
        useless: list[Useless] = []
        seen = {Spooled(name).digest for name in held}
        for spooled in self.folder.spooled():
            if spooled.name in held:
                continue
            if spooled.digest in seen:
                # Of several deliveries at once none sees the others.
                folders.remove(self.folder.path("spool", spooled.name))
                continue
            seen.add(spooled.digest)
            message = self._opened(spooled)
            if isinstance(message, Usable):
                game = games.named(message.game)
                if game is None and not games.complete:
                    continue
                if game is not None:
                    mine.setdefault(game, []).append(message)
                    continue
                problem = Refused("this desk has no such game", "look which game it was made for")
                message = Useless(spooled, message.envelope, problem)
            if message is not None:
                useless.append(message)
        return mine, useless

    def _opened(self, spooled: Spooled) -> Usable | Useless | None:
        """A message opened; what cannot even be opened is set aside."""
        try:
            with contained():
                message = opened(spooled, self.folder.read(spooled, SIZE_LIMIT + 1))
                if isinstance(message, Usable):
                    return message._replace(again=self.folder.is_done(spooled))
                return message
        except PbemError as problem:
            self.journal.fail(problem, message=spooled.digest)
        except Unexpected as problem:
            self._set_aside(spooled, problem)
        return None

    def _has_news(self, games: Games, game: str) -> bool:
        """Whether the players do not know all of a game, such as an invitation or a correction."""
        known, people = games.games[game], self.book.get(game, {})
        told = self.memory.told(game, known.invitation)
        if told is None:
            return bool(people)
        moved = told.moved(people)
        return bool(moved) or (told.entries, told.joined) != (known.entries, known.joined)

    def _together(
        self, act: Callable[[Sequence[_Message]], None], some: Sequence[_Message]
    ) -> None:
        """Work messages off together; if that fails unexpectedly each is tried alone."""
        try:
            act(some)
        except Unexpected as problem:
            if not some:
                raise
            if len(some) == 1:
                self._set_aside(some[0].spooled, problem)
                return
            for one in some:
                self._together(act, [one])

    def _play(self, games: Games, game: str, messages: Sequence[Usable]) -> None:
        """Judge messages to one game, lay down all answers, write the game, let the answers go."""
        with self._guard(self.folder.game(game)) as at:
            told = self.memory.told(game, at.work.chain.invitation.id.hex())
            # The same news at another time are another mail.
            state = f"{Mark.of(at.work.chain)} {told}"
            name = batch_name(game, state, [one.spooled.digest for one in messages])
            with Batch(self.folder, name, game) as batch:
                with contained():
                    data = self._lay(game, at, told, batch, messages)
                mark = None if data is None else Mark.of(at.work.chain)
                batch.finish(READY if mark is None else PENDING, mark)
            if data is not None:
                at.write(data=data)
                games.written(game, at.work.chain)
                batches.promote(self.folder, name)
        self._publish(name)

    def _lay(
        self, game: str, at: AtWork, told: Told | None, batch: Batch, messages: Sequence[Usable]
    ) -> bytes | None:
        """Put into a batch what follows from messages; the file to be written, if there is one."""
        chain, now, people = at.work.chain, self._clock(), self.book.get(game, {})
        waiting = ahead.waiting(self.folder, game)
        both = judge(at.work, [*messages, *waiting.values()])
        waited = dict(zip(waiting, both[len(messages) :], strict=True))
        judged = ahead.settle(batch, game, waited, both[: len(messages)])
        data = at.next_file() if at.work.changed else None
        due = untold(chain, told, people)
        file = data
        if due and data is None:
            file = store.read_document(self.folder.game(game), GAME_LIMIT)
        since = dict.fromkeys(chain.players, at.before)
        if told is not None:
            since = {name: min(one.entries, at.before) for name, one in told.reached.items()}
        about = Tidings(game, self.settings.address, chain, at.work.entries, since)
        writer = Writer(self.settings, self.book, self.memory, batch, now)
        served = put_answers(writer, batch, about, judged, file=file, due=due)
        reached = {
            **(told.reached if told is not None else {}),
            **{name: Reached("", since[name]) for name in due},
            **{name: Reached(people[name], len(chain.hashes)) for name in served},
        }
        batch.told(Told.of(chain, told, now, reached, _last(judged)))
        return data

    def _refuse(self, messages: Sequence[Useless]) -> None:
        """Answer messages that are of no use, as far as they are answered, and refuse them."""
        name = batch_name(None, "useless", [one.spooled.digest for one in messages])
        with Batch(self.folder, name, None) as batch:
            with contained():
                writer = Writer(self.settings, self.book, self.memory, batch, self._clock())
                for one in messages:
                    put_useless(writer, batch, one)
            batch.finish(READY)
        self._publish(name)

    def _set_aside(self, spooled: Spooled, problem: Unexpected) -> None:
        """Put a message into quarantine that was tried alone and raised what it should not."""
        known = problem.in_words()
        with Batch(self.folder, batch_name(None, "aside", [spooled.digest]), None) as batch:
            leave_reason(batch, spooled, known)
            batch.message(spooled, reason=f"set aside: {known.message}")
            batch.note("set aside", message=spooled.digest, reason=known.message)
            batch.finish(READY)
        self._publish(batch.name)


def _in_parts(messages: Sequence[_Message]) -> Iterator[Sequence[_Message]]:
    for start in range(0, len(messages), _TOGETHER):
        yield messages[start : start + _TOGETHER]


def _last(judged: Sequence[Judged]) -> str | None:
    """What became of the last message of a player."""
    found = [f"{one.player}: {one.verdict.message}" for one in judged if one.player is not None]
    return found[-1] if found else None
