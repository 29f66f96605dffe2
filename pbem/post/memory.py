"""What the desk remembers of its own mails: how far players were told, and how often answered."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from pbem.chain import Chain
from pbem.post.folder import Folder

#: Why an answer is counted: nothing could be used in the message, or it changed nothing.
NOTHING, UNCHANGED = "nothing", "unchanged"
#: As many answers of a sort may go to one address in a day.
_LIMITS = {NOTHING: 1, UNCHANGED: 20}
_DAY = 24 * 60 * 60

_TOLD, _ANSWERS = "told", "answers"


class Told(NamedTuple):
    """How far the players of a game know it."""

    entries: int
    joined: int
    stage: str
    #: Players and what they are asked.
    asked: Sequence[tuple[str, str]]
    #: Since when they are asked, in seconds since 1970.
    since: float
    #: When they were reminded.
    reminded: float | None = None
    #: What became of the last message.
    last: str = ""

    @classmethod
    def of(cls, chain: Chain, before: Told | None, now: datetime, last: str | None) -> Told:
        """What is known after a game was told; *before* is what was known until now."""
        told = cls(
            len(chain.hashes),
            len(chain.seats),
            chain.stage,
            chain.pending(),
            now.timestamp(),
            last=last or (before.last if before else ""),
        )
        if before is None or (before.entries, before.asked) != (told.entries, told.asked):
            return told
        return told._replace(since=before.since, reminded=before.reminded)


#: A mail that is counted: the address, the sort, its name, and when it was written.
Counted = tuple[str, str, str, float]


class Memory:
    """What was told, and the answers of the last day."""

    def __init__(self, folder: Folder) -> None:
        """Recall both. Raises Refused if one of them is damaged."""
        self._folder = folder
        self._told = folder.recall(_TOLD)
        #: When which mail went out, by address and sort.
        self._answers: dict[str, dict[str, dict[str, float]]] = folder.recall(_ANSWERS)

    def told(self, game: str) -> Told | None:
        """How far the players of a game know it; None if they know nothing."""
        found = self._told.get(game)
        if found is None:
            return None
        return Told(**{**found, "asked": [(name, what) for name, what in found["asked"]]})

    def tell(self, game: str, told: dict[str, Any]) -> None:
        """Remember how far the players of a game know it; *told* is a `Told` in plain words."""
        self._told[game] = told
        self._folder.remember(_TOLD, self._told)

    def may_answer(self, one: Counted) -> bool:
        """Whether one more mail may go out, which is then counted until the end of this run."""
        address, sort, mail, now = one
        sent = self._answers.setdefault(address, {}).setdefault(sort, {})
        lately = [name for name, at in sent.items() if abs(now - at) < _DAY and name != mail]
        if len(lately) >= _LIMITS[sort]:
            return False
        sent[mail] = now
        return True

    def answered(self, counted: Sequence[Counted]) -> None:
        """Remember that mails went out; the same one twice counts once."""
        if not counted:
            return
        for address, sort, mail, at in counted:
            self._answers.setdefault(address, {}).setdefault(sort, {})[mail] = at
        newest = max(at for *_, at in counted)
        for sorts in self._answers.values():
            for sort, sent in sorts.items():
                sorts[sort] = {mail: at for mail, at in sent.items() if newest - at < _DAY}
        self._answers = {
            address: sorts for address, sorts in self._answers.items() if any(sorts.values())
        }
        self._folder.remember(_ANSWERS, self._answers)
