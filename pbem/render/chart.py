"""How everybody's wealth went up and down, as the paths of a drawing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pbem.render.cells import Owner, at_risk
from pbem.rules import CHECK
from pbem.steps import Step, Story, View

#: The least distance of two names at the ends of their lines.
_APART = 15


class Wealth(NamedTuple):
    """What a player has in francs after an entry, and what the police could cost."""

    cash: int
    checks: int
    risk: int

    @property
    def total(self) -> int:
        """Cash and checks."""
        return self.cash + self.checks


class Frame(NamedTuple):
    """Where in a drawing the curves lie; `top` francs are at the upper edge."""

    width: float
    height: float
    left: float
    right: float
    above: float
    below: float
    steps: int
    top: int
    bottom: int

    def x(self, step: int) -> float:
        """Where an entry stands."""
        inner = self.width - self.left - self.right
        return round(self.left + inner * step / max(self.steps - 1, 1), 1)

    def y(self, francs: float) -> float:
        """Where an amount stands."""
        inner = self.height - self.above - self.below
        return round(self.above + inner * (self.top - francs) / (self.top - self.bottom), 1)


class Curve(NamedTuple):
    """The paths of a player: the line of all wealth, and the areas it is made of."""

    owner: Owner
    line: str
    cash: str
    checks: str
    risk: str
    last: Wealth
    #: Where the name stands at the end of the line.
    label: float


class Mark(NamedTuple):
    """A line across the drawing with a word."""

    at: float
    word: str


class Row(NamedTuple):
    """The wealth of all at the end of a round."""

    number: int
    season: int
    wealth: tuple[Wealth, ...]


class Chart(NamedTuple):
    """One drawing of all curves, and one of each player's."""

    frame: Frame
    curves: Sequence[Curve]
    rounds: Sequence[Mark]
    season: Mark | None
    levels: Sequence[Mark]
    small: Frame
    areas: Sequence[Curve]
    small_rounds: Sequence[Mark]
    small_season: Mark | None
    small_levels: Sequence[Mark]
    rows: Sequence[Row]


def chart(story: Story) -> Chart:
    """The wealth of all players, entry by entry."""
    dealt = [step for step in story.steps if step.position is not None]
    seats = range(len(story.players))
    series = [[_wealth(step.position, seat) for step in dealt] for seat in seats]
    highest = max((wealth.total for line in series for wealth in line), default=0)
    deepest = max((wealth.risk for line in series for wealth in line), default=0)
    top = max(20, -(-highest // 20) * 20)
    owners = [Owner(name, seat) for seat, name in enumerate(story.players)]
    first, count = len(story.steps) - len(dealt), len(story.steps)
    frame = Frame(960, 300, 34, 96, 18, 26, count, top, 0)
    small = Frame(460, 190, 34, 10, 12, 22, count, top, -max(20, deepest))
    return Chart(
        frame,
        _labelled([_curve(frame, *pair, first) for pair in zip(owners, series, strict=True)]),
        list(_rounds(frame, dealt)),
        _season(frame, dealt),
        [Mark(frame.y(francs), str(francs)) for francs in _levels(top)],
        small,
        [_curve(small, *pair, first) for pair in zip(owners, series, strict=True)],
        [mark for mark in _rounds(small, dealt) if int(mark.word) % 2],
        _season(small, dealt),
        [Mark(small.y(francs), str(francs)) for francs in _levels(top)],
        list(_rows(dealt)),
    )


def _wealth(view: View | None, seat: int) -> Wealth:
    assert view is not None
    player = view["players"][seat]
    return Wealth(player["cash"], CHECK * player["checks"], at_risk(player))


def _curve(frame: Frame, owner: Owner, series: Sequence[Wealth], first: int) -> Curve:
    """The paths of a player whose first position follows from the entry *first*."""
    totals = [wealth.total for wealth in series]
    checks = [wealth.checks for wealth in series]
    risks = [-wealth.risk for wealth in series]
    return Curve(
        owner,
        _stairs(frame, totals, first),
        _area(frame, totals, first),
        _area(frame, checks, first),
        _area(frame, risks, first),
        series[-1],
        frame.y(totals[-1]),
    )


def _stairs(frame: Frame, values: Sequence[int], first: int) -> str:
    """A line that stays level until a value changes."""
    path = f"M{frame.x(first)} {frame.y(values[0])}"
    for step in range(1, len(values)):
        if values[step] != values[step - 1]:
            path += f"H{frame.x(first + step)}V{frame.y(values[step])}"
    return f"{path}H{frame.x(first + len(values) - 1)}"


def _area(frame: Frame, values: Sequence[int], first: int) -> str:
    """What lies between such a line and nothing."""
    return f"{_stairs(frame, values, first)}V{frame.y(0)}H{frame.x(first)}Z"


def _levels(top: int) -> range:
    return range(0, top + 1, 20 if top <= 120 else 40)


def _rounds(frame: Frame, dealt: Sequence[Step]) -> Iterator[Mark]:
    """Where each round begins."""
    seen = 0
    for step in dealt:
        assert step.position is not None
        number = step.position["round"]["number"]
        if number > seen:
            seen = number
            yield Mark(frame.x(step.number), str(number))


def _season(frame: Frame, dealt: Sequence[Step]) -> Mark | None:
    """Where the second season begins, if it has."""
    for step in dealt:
        if step.position is not None and step.position["round"]["season"] == 2:
            return Mark(frame.x(step.number), "season 2")
    return None


def _labelled(curves: Sequence[Curve]) -> list[Curve]:
    """The curves with their names moved apart."""
    found: list[Curve] = []
    for curve in sorted(curves, key=lambda one: one.label):
        lowest = found[-1].label + _APART if found else 0
        found.append(curve._replace(label=max(curve.label, lowest)))
    return sorted(found, key=lambda one: one.owner.seat)


def _rows(dealt: Sequence[Step]) -> Iterator[Row]:
    """The wealth at the end of each round, as the last entry before the next one left it."""
    last: dict[int, Row] = {}
    for step in dealt:
        assert step.position is not None
        now = step.position["round"]
        seats = range(len(step.position["players"]))
        wealth = tuple(_wealth(step.position, seat) for seat in seats)
        last[now["number"]] = Row(now["number"], now["season"], wealth)
    yield from last.values()
