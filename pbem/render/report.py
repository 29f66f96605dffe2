"""A whole game as one page of HTML, which plays it back entry by entry and needs nothing else.

Each piece of a board is drawn once by the template and numbered; the script of the page reads
numbers only, so no text of a document ever passes through it.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pbem.render import palette
from pbem.render.cells import Board, Layout, Piece, layout
from pbem.render.chart import Chart, chart
from pbem.render.engine import source, templates
from pbem.render.headings import heading, undone
from pbem.render.lines import sentences
from pbem.render.words import cards, human, joined, number
from pbem.rules import CHECK, Line
from pbem.steps import Story


class Told(NamedTuple):
    """An entry of the log."""

    number: int
    kind: str
    heading: str
    undone: str
    events: Sequence[str]


class Score(NamedTuple):
    """The lines that add up to a player's loot, and how it ranks."""

    name: str
    seat: int
    lines: Sequence[tuple[str, int]]
    total: int
    won: bool


class _Fragments:
    """The pieces of all boards, each drawn once; number 0 is an empty one."""

    def __init__(self, macros: Any) -> None:  # noqa: ANN401 -- a module of jinja2
        self._macros = macros
        self._numbers: dict[str, int] = {"": 0}
        self.drawn: list[str] = [""]

    def number(self, piece: Piece | None) -> int:
        """The number of a piece, which is drawn if it is new."""
        if piece is None:
            return 0
        key = repr(piece)
        if key not in self._numbers:
            self._numbers[key] = len(self.drawn)
            macro, arguments = piece
            self.drawn.append(getattr(self._macros, macro)(*arguments))
        return self._numbers[key]


def page(story: Story) -> str:
    """The game as an HTML document."""
    environment = templates()
    fragments = _Fragments(environment.get_template("cells.html.jinja").module)
    board, plan = Board(story.players, story.cards), layout(story)
    states = [_state(fragments, board.cells(step), plan) for step in story.steps]
    drawn = chart(story)
    style = palette.css() + source(environment, "report.css")
    script = source(environment, "report.js")
    return environment.get_template("report.html.jinja").render(
        policy=_policy(style, script),
        style=style,
        script=script,
        story=story,
        title=f"The Bloody Inn: {joined(story.players)}",
        terms=_terms(story),
        plan=plan,
        cells={name: index for index, name in enumerate(plan.names())},
        last=dict(zip(plan.names(), states[-1], strict=True)),
        fragments=fragments.drawn,
        steps=_numbers(states, drawn),
        log=log(story),
        rounds=_rounds(story),
        chart=drawn,
        scores=scores(story),
        outcome=outcome(story),
    )


def _policy(style: str, script: str) -> str:
    """What a browser may load for the page: its own style and script, and nothing else."""
    hashes = [
        base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        for text in (style, script)
    ]
    return (
        f"default-src 'none'; style-src 'sha256-{hashes[0]}'; script-src 'sha256-{hashes[1]}';"
        " img-src data:; base-uri 'none'; form-action 'none'"
    )


def _state(fragments: _Fragments, cells: Mapping[str, Piece], plan: Layout) -> list[int]:
    return [fragments.number(cells.get(name)) for name in plan.names()]


def _numbers(states: Sequence[Sequence[int]], drawn: Chart) -> dict[str, Any]:
    """What the script is told: for each entry the cells that change and their new pieces."""
    before: Sequence[int] = [0] * len(states[0])
    changes = []
    for state in states:
        pairs = zip(before, state, strict=True)
        changed = [index for index, (old, new) in enumerate(pairs) if old != new]
        changes.append([word for index in changed for word in (index, state[index])])
        before = state
    return {"changes": changes, "x": [drawn.frame.x(step) for step in range(len(states))]}


def _terms(story: Story) -> list[str]:
    """What is played, and what differs from the usual rules."""
    position = story.steps[-1].position
    assert position is not None
    terms = position["options"]
    changed = {**terms.get("rulings", {}), **terms.get("corrections", {})}
    words = [f"{terms['length']} game", *map(human, terms["variants"]), *terms["modules"]]
    return [*words, *[f"{key} = {value}" for key, value in changed.items()]]


def log(story: Story) -> list[Told]:
    """What happened, entry by entry."""
    return [
        Told(
            step.number,
            step.said["kind"],
            heading(step.said),
            undone(step.said),
            sentences(step.events, story.players),
        )
        for step in story.steps
    ]


def _rounds(story: Story) -> list[tuple[int, str]]:
    """The first entry of each round, and of what was before the first, to jump to."""
    found = {0: (0, "before round 1")}
    for step in story.steps:
        if step.position is not None:
            now = step.position["round"]
            if now["number"]:
                word = f"round {now['number']}, season {now['season']}"
                found.setdefault(now["number"], (step.number, word))
    return list(found.values())


def outcome(story: Story) -> str:
    """How the game has ended, in a sentence; nothing while it goes on."""
    if story.result is None:
        return "The game was ended undecided." if story.stage == "over" else ""
    winners = [story.players[seat] for seat in story.result.winners]
    if story.result.lost:
        return f"{story.players[0]} is caught with an unburied corpse; the game is lost."
    if story.result.rank:
        article = "an" if story.result.rank[0] in "aeiou" else "a"
        return f"{winners[0]} is {article} {story.result.rank} innkeeper."
    if len(story.players) == 1:
        return f"{winners[0]} has {story.result.loot[0]}F."
    return f"{joined(winners)} {'wins' if len(winners) == 1 else 'share the victory'}."


def scores(story: Story) -> list[Score]:
    """The reckoning of each player in words; nothing while the game goes on."""
    if story.result is None:
        return []
    return [
        Score(
            name,
            seat,
            [(_line(line, story), line.francs) for line in story.reckoning[seat]],
            story.result.loot[seat],
            seat in story.result.winners,
        )
        for seat, name in enumerate(story.players)
    ]


def _line(line: Line, story: Story) -> str:
    """A line of a reckoning in words."""
    if line.what == "annex":
        annex = story.cards[line.about[0]].annex
        assert annex is not None
        return f"{human(annex.name)} ({human(line.about[0])})"
    if line.what == "checks":
        return number(line.francs // CHECK, "check")
    if line.what == "gravedigger":
        return f"the gravedigger for {cards(line.about)}"
    return {
        "cash": "cash before the end",
        "safe": "for the safe",
        "lost": "does not fit on the track",
    }[line.what]
