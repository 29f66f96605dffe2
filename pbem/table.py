"""Orders tried on a position, without keys: who is asked, what happens, what is refused. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from pbem import rules
from pbem.crypto.dealing import shuffle
from pbem.crypto.labels import digest, label
from pbem.rules import Dealer, Event, Game
from pbem.rules.errors import RulesError, Unreadable

#: Chance where nobody names a seed, so that the same command always tells the same.
SEED = "table"


class Refusal(NamedTuple):
    """An order that was not carried out; `player` is None where no player could be made out."""

    player: str | None
    order: str
    error: RulesError


class Outcome(NamedTuple):
    """What became of a position: the game as it stands now, all that happened, what stopped it."""

    game: Game
    events: list[Event]
    refused: Refusal | None


class _Seeded:
    """A dealer whose shuffles follow from a text."""

    def __init__(self, seed: str) -> None:
        self.key = digest(label("table-seed", seed.encode("utf-8", "surrogateescape")))

    def shuffle(self, deck: str, serial: int, cards: Sequence[str]) -> Sequence[str]:
        return shuffle(self.key, deck, serial, cards)

    def card(self, deck: str, serial: int, position: int) -> str:
        raise Unreadable(f"card {position} of shuffle {serial} of the {deck} is not known")

    def price(self, player: str) -> int:
        raise Unreadable(f"the objects of {player} are not known")

    def stands(self, player: str, happened: int) -> bool:
        raise Unreadable(f"the standing hold of {player} after {happened} events is not known")


def dealer(seed: str) -> Dealer:
    """A dealer for whom all chance follows from *seed*."""
    return _Seeded(seed)


def play(position: Game, orders: Iterable[str], chance: Dealer) -> Outcome:
    """Give *orders* such as `anna: kill 3` in turn, up to the first that is refused.

    The name may be left out when exactly one player is asked. The position stays as it is.
    """
    game = position.copy()
    rules.settle(game, chance)
    events = list(game.events)
    for text in orders:
        try:
            seat, order = _read(game, text)
            happened = rules.play(game, seat, order, chance)
        except RulesError as error:
            return Outcome(game, events, _refusal(game, text, error))
        events += happened
    return Outcome(game, events, None)


def _split(text: str) -> tuple[str | None, str]:
    """The name before the colon, if there is one, and the order."""
    before, colon, after = text.partition(":")
    return (before.strip().lower(), after.strip()) if colon else (None, text.strip())


def _read(game: Game, text: str) -> tuple[int, rules.Order]:
    name, order = _split(text)
    seat = _only_asked(game) if name is None else _seat(game, name)
    return seat, rules.read(game, seat, order)


def _seat(game: Game, name: str) -> int:
    names = game.options.players
    if name not in names:
        raise Unreadable(f"there is no player {name[:40]!a}: the players are {', '.join(names)}")
    return names.index(name)


def _only_asked(game: Game) -> int:
    asked = rules.pending(game)
    if len(asked) != 1:
        names = [game.options.players[one.seat] for one in asked]
        raise Unreadable(
            f"asked now: {', '.join(names) or 'nobody'}", 'say whose order it is: "anna: pass"'
        )
    return asked[0].seat


def _refusal(game: Game, text: str, error: RulesError) -> Refusal:
    name, order = _split(text)
    if name is None:
        asked = rules.pending(game)
        name = game.options.players[asked[0].seat] if len(asked) == 1 else None
    return Refusal(name, order, error)


def asked(game: Game) -> list[tuple[str, str]]:
    """Who is asked what, by name."""
    return [(game.options.players[one.seat], one.question) for one in rules.pending(game)]


def result(game: Game) -> dict[str, Any] | None:
    """How the game ended in names and francs, or None; `rank` only if one was reached."""
    ended = rules.result(game)
    if ended is None:
        return None
    names = game.options.players
    told: dict[str, Any] = {
        "winners": [names[seat] for seat in ended.winners],
        "loot": dict(zip(names, ended.loot, strict=True)),
    }
    if ended.rank is not None:
        told["rank"] = ended.rank
    return told | {"lost": ended.lost}
