"""What the players of a game did, counted; and averages over many games. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from pbem.rules import CHECK, Event, Options


class Tally(NamedTuple):
    """What one player did in one game; amounts are in francs."""

    kills: int
    #: Corpses that the player laid under own annexes, and under others'.
    buried_home: int
    buried_abroad: int
    bribes: int
    annexes: int
    rents: int
    #: What the gravedigger took, in cash and checks.
    fines: int
    #: Cash changed into checks.
    laundered: int
    #: None while the game goes on.
    loot: int | None


class Played(NamedTuple):
    """A game and what everybody did in it, by seat."""

    options: Options
    tallies: Sequence[Tally]
    winners: Sequence[int]


class Average(NamedTuple):
    """The means of all tallies that have something in common: `by` is seat, players or module."""

    by: str
    value: str
    tallies: int
    #: How many of a hundred have won.
    won: float
    means: Sequence[float]


def tally(events: Iterable[Event], seats: int, loot: Sequence[int] | None) -> list[Tally]:
    """What each player did, from all that happened and was not undone."""
    happened = list(events)
    return [
        Tally._make([*_counted(happened, seat), None if loot is None else loot[seat]])
        for seat in range(seats)
    ]


def _counted(events: Sequence[Event], seat: int) -> Iterator[int]:
    """The fields of a tally in their order, but for the loot."""
    own = [event for event in events if len(event) > 1 and event[1] == seat]
    own = [event for event in own if event[0] in _OWN]
    yield sum(event[0] in {"kill", "kill-peasant", "poison"} for event in own)
    yield sum(event[0] == "bury" and event[3] == seat for event in own)
    yield sum(event[0] == "bury" and event[3] != seat for event in own)
    yield sum(event[0] == "bribe" for event in own) + _sum(own, "bribe-peasants", 2)
    yield sum(event[0] == "build" for event in own)
    yield sum(_francs(event[2]) for event in own if event[0] == "gain" and event[4] == "rent")
    yield _sum(own, "gravedigger", 3) + CHECK * _sum(own, "gravedigger", 4)
    bought = [event for event in own if event[0] == "launder" and event[2] == "checks"]
    studied = sum(event[0] == "exchange" for event in own)
    yield CHECK * (sum(_francs(event[3]) for event in bought) + studied)


#: The events whose first field is the player who did something, as far as they are counted.
_OWN = frozenset(
    "kill kill-peasant poison bury bribe bribe-peasants build gain gravedigger launder"
    " exchange".split()
)


def _sum(events: Iterable[Event], kind: str, field: int) -> int:
    return sum(_francs(event[field]) for event in events if event[0] == kind)


def _francs(value: object) -> int:
    assert isinstance(value, int)
    return value


def averages(games: Sequence[Played]) -> list[Average]:
    """The means by seat, by the number of players and by module, of games that have ended."""
    ended = [game for game in games if all(one.loot is not None for one in game.tallies)]
    seats = {str(seat + 1): _at(seat) for seat in range(_most(ended))}
    counts = {str(count): _of(count) for count in range(1, _most(ended) + 1)}
    modules = sorted({module for game in ended for module in game.options.modules})
    groups = [
        *[("seat", value, chosen) for value, chosen in seats.items()],
        *[("players", value, chosen) for value, chosen in counts.items()],
        *[("module", module, _with(module)) for module in modules],
        *([("module", "none", _bare)] if modules else []),
    ]
    found = [_average(by, value, ended, chosen) for by, value, chosen in groups]
    return [average for average in found if average.tallies]


_Choice = Callable[[Played, int], bool]


def _most(games: Sequence[Played]) -> int:
    return max((len(game.tallies) for game in games), default=0)


def _at(wanted: int) -> _Choice:
    return lambda _game, seat: seat == wanted


def _of(count: int) -> _Choice:
    return lambda game, _seat: len(game.tallies) == count


def _with(module: str) -> _Choice:
    return lambda game, _seat: module in game.options.modules


def _bare(game: Played, _seat: int) -> bool:
    return not game.options.modules


def _average(by: str, value: str, games: Sequence[Played], chosen: _Choice) -> Average:
    pairs = [(game, seat) for game in games for seat in range(len(game.tallies))]
    pairs = [(game, seat) for game, seat in pairs if chosen(game, seat)]
    rows = [game.tallies[seat] for game, seat in pairs]
    won = sum(seat in game.winners for game, seat in pairs)
    count = len(rows)
    means = [round(sum(column) / count, 1) for column in zip(*rows, strict=True)] if rows else []
    return Average(by, value, count, round(100 * won / max(count, 1), 1), means)
