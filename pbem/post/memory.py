"""What the desk remembers of its own mails: how far players were told, and how often answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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


class Asking(NamedTuple):
    """A question that a player has open."""

    player: str
    question: str
    #: The entry that has opened it; None before the deal.
    opened: int | None
    #: Since when the desk knows it, in seconds since 1970.
    since: float
    #: When the player was reminded of it.
    reminded: float | None = None

    def not_after(self, now: float) -> Asking:
        """The same by a clock that is not ahead."""
        reminded = None if self.reminded is None else min(self.reminded, now)
        return self._replace(since=min(self.since, now), reminded=reminded)


class Reached(NamedTuple):
    """Where a player was told of a game, and up to which entry."""

    #: Nothing if there was no address when there was news.
    address: str
    entries: int


class Told(NamedTuple):
    """How far the players of a game know it."""

    #: The id of the invitation, in hexadecimal.
    invitation: str
    entries: int
    #: Who has joined, by name.
    joined: list[str]
    stage: str
    asked: list[Asking]
    #: All players.
    reached: dict[str, Reached]
    #: What became of the last message.
    last: str = ""

    @classmethod
    def of(
        cls,
        chain: Chain,
        before: Told | None,
        now: datetime,
        reached: dict[str, Reached],
        last: str | None,
    ) -> Told:
        """What is known after a game was told; *before* is what was known until now."""
        return cls(
            chain.invitation.id.hex(),
            len(chain.hashes),
            sorted(chain.seats),
            chain.stage,
            questions(chain, before, now),
            reached,
            last or (before.last if before else ""),
        )

    def not_after(self, now: float) -> Told:
        """The same by a clock that is not ahead."""
        return self._replace(asked=[one.not_after(now) for one in self.asked])

    def moved(self, people: Mapping[str, str]) -> list[str]:
        """The players who were not told at the address that they have now."""
        return [
            name
            for name, one in self.reached.items()
            if name in people and people[name] != one.address
        ]


def questions(chain: Chain, before: Told | None, now: datetime) -> list[Asking]:
    """What is asked now; a question that was open *before* has been so since then."""
    known = {one[:3]: one for one in before.asked} if before else {}
    found = []
    for player, question in chain.pending():
        opened = chain.seats[player].opened if player in chain.seats else None
        new = Asking(player, question, opened, now.timestamp())
        found.append(known.get(new[:3], new).not_after(new.since))
    return found


def untold(chain: Chain, told: Told | None, people: Mapping[str, str]) -> list[str]:
    """The players who do not know all of a game, or were not told at their address."""
    if told is None or told.entries != len(chain.hashes):
        return list(chain.players)
    # Who has joined is no news for the others.
    changed = {player for player, _ in {one[:2] for one in told.asked} ^ {*chain.pending()}}
    return [name for name in chain.players if name in {*changed, *told.moved(people)}]


#: A mail that is counted: the address, the sort, its name, and when it was written.
Counted = tuple[str, str, str, float]


class Memory:
    """What was told, and the answers of the last day."""

    def __init__(self, folder: Folder) -> None:
        """Recall both. Raises Refused if one of them is damaged."""
        self._folder = folder
        try:
            self._told = {game: _read(found) for game, found in folder.recall(_TOLD).items()}
        except TypeError:
            raise folder.damaged(_TOLD) from None
        #: When which mail went out, by address and sort.
        self._answers: dict[str, dict[str, dict[str, float]]] = folder.recall(_ANSWERS)

    def told(self, game: str, invitation: str) -> Told | None:
        """How far the players of a game know it; None if they know nothing.

        Another game that once had that name does not count.
        """
        told = self._told.get(game)
        return told if told is not None and told.invitation == invitation else None

    def catch_up(self, now: float) -> None:
        """Let nothing be later than now, if the clock was ahead for a while."""
        told = {game: one.not_after(now) for game, one in self._told.items()}
        if told != self._told:
            self._told = told
            self._remember()

    def tell(self, game: str, told: dict[str, Any]) -> None:
        """Remember how far the players of a game know it; *told* is a `Told` in plain words."""
        self._told[game] = _read(told)
        self._remember()

    def _remember(self) -> None:
        self._folder.remember(_TOLD, {game: told._asdict() for game, told in self._told.items()})

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


def _read(found: Mapping[str, Any]) -> Told:
    """A `Told` from plain words."""
    told = Told(**found)
    return told._replace(
        asked=[Asking(*one) for one in told.asked],
        reached={name: Reached(*one) for name, one in told.reached.items()},
    )
