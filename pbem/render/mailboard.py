"""A position as the HTML part of a mail: tables and inline styles, nothing that is loaded or run.

That is what the programs people read mail with have in common.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.render.cells import Board
from pbem.render.engine import templates
from pbem.render.palette import LIGHT, tint
from pbem.rules.model import Cards
from pbem.steps import Step, View

#: What fits beside each other on a telephone.
_ACROSS = 2


def html(public: View, cards: Cards, asked: Sequence[tuple[str, str]] = ()) -> str:
    """The public position as a fragment of HTML; *asked* are the players with their questions."""
    names = [player["name"] for player in public["players"]]
    cells = Board(names, cards).cells(Step(0, {}, (), public, (), {}, asked))
    inn = [
        (macro, arguments) for macro, arguments in cells.values() if macro in {"room", "trailer"}
    ]
    areas = [
        {
            "owner": cells[f"head-{seat}"][1][0],
            "host": cells[f"head-{seat}"][1][1],
            "wealth": cells[f"wealth-{seat}"][1],
            "hand": cells[f"hand-{seat}"][1][0],
            "objects": cells[f"objects-{seat}"][1][0] if f"objects-{seat}" in cells else None,
            "corpses": cells[f"corpses-{seat}"][1][0],
            "risk": cells[f"corpses-{seat}"][1][1],
            "annexes": [
                arguments
                for name, (_, arguments) in cells.items()
                if name.startswith(f"annex-{seat}-")
            ],
        }
        for seat in range(len(names))
    ]
    return (
        templates()
        .get_template("mailboard.html.jinja")
        .render(
            rows=[inn[at : at + _ACROSS] for at in range(0, len(inn), _ACROSS)],
            areas=areas,
            cells=cells,
            colours=LIGHT,
            tint=tint,
        )
    )


def page(text: str, board: str) -> str:
    """A mail in HTML: its *text* as it is in the plain part, and below it the *board* of `html`."""
    return templates().get_template("mail.html.jinja").render(text=text, board=board, colours=LIGHT)
