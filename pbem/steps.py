"""A game as it is told to one reader, entry by entry: plain values, without keys or secrets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pbem.rules import Event, Line, Result
from pbem.rules.model import Cards

View = Mapping[str, Any]


class Step(NamedTuple):
    """One entry, and the game after it."""

    number: int
    #: The entry in words: its kind and what its document says, as `pbem log --json` has it.
    said: View
    events: Sequence[Event]
    #: The public position; none before the deal.
    position: View | None
    #: What of the position is not as it was, as `rooms.3` or `players.anna.cash`.
    changed: Sequence[str]
    #: What the players hold whose hands this reader may see, by name.
    own: Mapping[str, View]
    #: Who is asked what.
    asked: Sequence[tuple[str, str]]


class Verdict(NamedTuple):
    """What an audit says of the game."""

    verdict: str
    verified: Sequence[str]
    unverified: Sequence[str]
    #: Fingerprints, by whose key it is.
    keys: Mapping[str, str]


class Story(NamedTuple):
    """A whole game, as far as its file goes."""

    stage: str
    #: The id of the game and the hash of its last entry.
    game: str
    head: str
    moderator: str
    players: Sequence[str]
    cards: Cards
    steps: Sequence[Step]
    #: Of a game that was played to its end.
    result: Result | None
    #: How the loot came about, by seat; empty until then.
    reckoning: Sequence[Sequence[Line]]
    audit: Verdict
    #: Whose hand is shown; none for the public or if all are.
    reader: str | None = None


def changes(before: View | None, after: View | None) -> list[str]:
    """The parts of a public position that differ: of the terms none ever do."""
    old, new = _parts(before), _parts(after)
    return [name for name in {**old, **new} if old.get(name) != new.get(name)]


def _parts(position: View | None) -> dict[str, Any]:
    """A position in parts, each by its path."""
    if position is None:
        return {}
    parts = {f"round.{key}": value for key, value in position["round"].items()}
    parts |= {f"piles.{key}": value for key, value in position["piles"].items()}
    parts |= {f"rooms.{room['number']}": room for room in position["rooms"]}
    parts |= {f"trailers.{one['card']}": one for one in position.get("trailers", ())}
    for player in position["players"]:
        parts |= {f"players.{player['name']}.{key}": value for key, value in player.items()}
    return parts
