"""A position as one picture, an SVG that stands by itself: for chats, mails and printing.

Everything has its place from here; the template only draws.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pbem.render.cells import Board, Figure, Owner
from pbem.render.engine import templates
from pbem.render.palette import LIGHT, tint
from pbem.render.words import number
from pbem.rules.model import Cards
from pbem.steps import Step, View

WIDTH = 1000
_EDGE, _GAP = 24, 14
_ROOM, _SERVED, _ROW = 104, 18, 21
#: Between two stacks.
_APART = 24
#: How wide a letter is on the average, in parts of the size of the type.
_LETTER = 0.5


class Row(NamedTuple):
    """A line in a player's area: a mark, a word, and what is said of it."""

    mark: str
    colour: str
    word: str
    more: str = ""


class Place(NamedTuple):
    """A room or a trailer, where it is drawn."""

    x: float
    y: float
    number: str
    name: str
    owner: Owner | None
    service: Owner | None
    guest: Figure | None
    served: Sequence[tuple[str, str]]


class Area(NamedTuple):
    """What lies before a player, where it is drawn."""

    x: float
    y: float
    owner: Owner
    host: bool
    cash: int
    checks: int
    total: int
    top: int
    rows: Sequence[Row]


class Stack(NamedTuple):
    """A stack in a row of words, where it is drawn."""

    x: float
    title: str
    rows: Sequence[Row]


def svg(public: View, cards: Cards, asked: Sequence[tuple[str, str]] = ()) -> str:
    """The picture of a public position; *asked* are the players with their questions."""
    names = [player["name"] for player in public["players"]]
    board = Board(names, cards)
    cells = board.cells(Step(0, {}, (), public, (), {}, asked))
    places, wide, below = _places(cells)
    span = (WIDTH - 2 * _EDGE - _GAP * (max(len(names), 2) - 1)) / max(len(names), 2)
    areas = [
        _area(cells, board.seats[name], round(_EDGE + seat * (span + _GAP), 1), below + 96, span)
        for seat, name in enumerate(names)
    ]
    tall = max(112 + _ROW * len(area.rows) for area in areas)
    return (
        templates()
        .get_template("board.svg.jinja")
        .render(
            width=WIDTH,
            height=round(below + 96 + tall + 40),
            edge=_EDGE,
            colours=LIGHT,
            tint=tint,
            cut=_cut,
            places=places,
            wide=wide,
            room=_ROOM,
            below=below,
            span=span,
            tall=tall,
            areas=areas,
            round=cells["round"][1],
            asked=cells["asked"][1],
            stacks=_stacks(cells),
        )
    )


def _cut(text: str, size: float, width: float) -> str:
    """A text that fits into a width, more or less."""
    most = max(int(width / (size * _LETTER)), 2)
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _places(cells: Mapping[str, Any]) -> tuple[list[Place], float, float]:
    """Rooms and trailers in rows, the width of each, and where the rows end."""
    kinds = ("room", "trailer")
    found = [arguments for macro, arguments in cells.values() if macro in kinds]
    rows = -(-len(found) // 4)
    across = max(-(-len(found) // rows), 3)
    wide = (WIDTH - 2 * _EDGE - _GAP * (across - 1)) / across
    served = any(arguments[-1] for arguments in found)
    tall = _ROOM + _GAP + (_SERVED if served else 0)
    places = []
    for index, arguments in enumerate(found):
        label, owner, *service, guest, treats = arguments
        x, y = _EDGE + index % across * (wide + _GAP), 76 + index // across * tall
        numbered = isinstance(label, int)
        places.append(
            Place(
                round(x, 1),
                y,
                str(label) if numbered else "",
                "" if numbered else label,
                owner,
                service[0] if service else None,
                guest,
                treats,
            )
        )
    return places, round(wide, 1), 76 + rows * tall


def _area(cells: Mapping[str, Any], owner: Owner, x: float, y: float, width: float) -> Area:
    seat = owner.seat
    _, host = cells[f"head-{seat}"][1]
    cash, checks, total, top = cells[f"wealth-{seat}"][1]
    rows = list(_rows(cells, seat, width))
    return Area(x, y, owner, host, cash, checks, total, top, rows)


def _rows(cells: Mapping[str, Any], seat: int, width: float) -> list[Row]:
    """Hand, objects, corpses and annexes of a player, a line each."""
    rows = [Row("t-hand", "dim", number(cells[f"hand-{seat}"][1][0], "card"))]
    if f"objects-{seat}" in cells:
        rows.append(Row("t-object", "dim", number(cells[f"objects-{seat}"][1][0], "object")))
    corpses, risk = cells[f"corpses-{seat}"][1]
    if corpses:
        rows.append(Row("t-coffin", "accent", f"{len(corpses)} unburied", f"{risk}F at risk"))
    rows += [
        Row(f"f-{f.family}", f.family, f.name, f"{f.rank}, {f.money}F{' (snow)' if snowed else ''}")
        for f, snowed in corpses
    ]
    place = 0
    while f"annex-{seat}-{place}" in cells:
        figure, buried, free = cells[f"annex-{seat}-{place}"][1]
        spaces = f"{free} free" if free else "full" if buried else ""
        # Orders name annexes by their cards.
        other = figure.annex and figure.annex != figure.name
        word = f"{figure.name} ({figure.annex})" if other else figure.name
        rows.append(Row(f"f-{figure.family}", figure.family, word, spaces))
        rows += [Row("", "dim", _cut(f"† {under.name}", 14, width - 60)) for under in buried]
        place += 1
    return rows


def _stacks(cells: Mapping[str, Any]) -> list[Stack]:
    """The stacks side by side; what is said of cards is left out where there is no space."""
    found = list(_piles(cells))
    room = WIDTH - 2 * _EDGE - _APART * (len(found) - 1)
    if sum(_wide(rows) for _, rows in found) > room:
        found = [(title, [row._replace(more="") for row in rows]) for title, rows in found]
    spare = max(0.0, room - sum(_wide(rows) for _, rows in found)) / len(found)
    stacks, x = [], float(_EDGE)
    for title, rows in found:
        stacks.append(Stack(round(x, 1), title, rows))
        x += _wide(rows) + _APART + spare
    return stacks


def _wide(rows: Sequence[Row]) -> float:
    """About how wide a row of marks and words is; the template leaves the same space for each."""
    spaces = [20 * bool(row.mark) + 8 * len(row.word) + 10 + 7 * len(row.more) for row in rows]
    return max(70, sum(spaces))


def _piles(cells: Mapping[str, Any]) -> Iterator[tuple[str, list[Row]]]:
    """The stacks in words, and the families in them."""
    count, seen = cells["entrance"][1]
    top = [Row(f"f-{f.family}", f.family, f.name, f"{f.rank}, {f.money}F") for f in seen]
    yield "entrance", [Row("", "ink", str(count)), *top]
    gone, families = cells["exit"][1]
    leaving = [Row(f"f-{family}", family, str(n)) for family, _, n in families]
    yield "exit", [Row("", "ink", str(gone)), *leaving]
    yield "bistro", [Row("f-peasant", "peasant", str(cells["bistro"][1][0]))]
    if "events" in cells:
        left, _, told, letter = cells["events"][1]
        events = [Row("", "accent", told[0])] if told else []
        events += [Row("", "accent", "letter")] if letter else []
        yield "events", [Row("", "ink", str(left)), *events]
