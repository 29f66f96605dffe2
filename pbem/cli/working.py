"""How the moderator's commands work on a game: under its guard, then write it, then tell."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

import click

from pbem import desk, store
from pbem.cli import output
from pbem.cli.games import read_game
from pbem.cli.guard import Guard
from pbem.cli.keys import load_key
from pbem.cli.memory import PATIENCE
from pbem.errors import PbemError

take_over_option = click.option(
    "--take-over", is_flag=True, help="Go on with a game that another desk has made."
)


class Session(NamedTuple):
    """A game at work: the desk, what guards it, and how many entries there were before."""

    path: str
    guard: Guard
    work: desk.Desk
    before: int

    def next_file(self) -> bytes:
        """The next file, for those who have to know it before it is written."""
        return self.guard.next_file(self.work)

    def write(
        self, target: str | None = None, *, force: bool = False, data: bytes | None = None
    ) -> None:
        """Put the next file in its place, or in *target*, after it was kept as signed.

        It is *data* if `next_file` has made it before.
        """
        place, replace = (self.path, True) if target is None else (target, force)
        output.check_target(place, force=replace)
        data = self.next_file() if data is None else data
        self.guard.record(self.work, data)
        try:
            output.emit(data, place, force=replace)
        except PbemError as problem:
            raise type(problem)(
                problem.message, "what was signed is kept: the next run writes it first"
            ) from None

    def tell(
        self,
        documents: Sequence[str],
        verdicts: Sequence[desk.Verdict],
        tell: Callable[[str], None] | None,
    ) -> None:
        """Tell people what was done, or programs if there is nobody to *tell*."""
        from pbem import telling

        work = self.work
        if tell is None:
            output.print_json(
                {
                    "verdicts": [
                        {"document": path, "taken": v.error is None, "message": v.message}
                        for path, v in zip(documents, verdicts, strict=True)
                    ],
                    **telling.summary(work.chain),
                }
            )
            return
        for path, verdict in zip(documents, verdicts, strict=True):
            if verdict.error is None:
                tell(output.printable(f"{path}: {verdict.message}"))
            else:
                output.complain(f"{path}: {verdict.message}", verdict.error.hint)
        for line in telling.story(work.chain, self.before):
            tell(line)
        if work.changed or any(verdict.error is None for verdict in verdicts):
            tell(telling.waiting(work.chain))


@contextlib.contextmanager
def session(
    path: str,
    *,
    full: bool = False,
    take_over: bool = False,
    keep: Collection[int] = (),
    in_place: bool = True,
) -> Iterator[Session]:
    """Work on the game in the file *path* with the user's key, and keep other runs from it.

    If it is not to be changed *in place*, what was signed and not written is left to `write`.
    """
    key = load_key()
    guard = Guard(path, desk.Author(key.name, key.seed), full=full, take_over=take_over, keep=keep)
    with guarded(guard, in_place=in_place) as at:
        yield at


@contextlib.contextmanager
def guarded(guard: Guard, *, in_place: bool = True) -> Iterator[Session]:
    """Work on the game of a *guard*, and keep other runs from it; *in_place* as in `session`."""
    path = guard.path
    if in_place:
        store.check_file(path)
    with store.locked(store.folder_of(path), PATIENCE), guard:
        work = guard.open(read_game(path))
        at = Session(path, guard, work, len(work.chain.hashes))
        if work.changed and in_place:
            # What was signed is written again first, whatever becomes of the rest.
            at.write()
            work.changed = False
        yield at


def change(
    path: str,
    what: str,
    act: Callable[[desk.Desk], str],
    *,
    take_over: bool,
    as_json: bool,
    keep: Collection[int] = (),
) -> None:
    """Let *act* make an entry about *what* in a game, and write and tell of it."""
    with session(path, take_over=take_over, keep=keep) as at:
        verdict = desk.Verdict(act(at.work))
        if at.work.changed:
            at.write()
    with output.after_writing(path):
        at.tell((what,), [verdict], None if as_json else output.print_text)
