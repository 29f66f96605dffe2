"""Answers in lines with styles: coloured on a terminal that wants it, plain text elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from pbem.cli import home, output
from pbem.render import paint

#: Longer lines are hard to read, however wide the terminal is.
_WIDEST = 160
#: Programs read whole lines.
_ENDLESS = 1_000_000


def show(lines: Iterable[paint.Line], *, broken: bool = True) -> None:
    """Print *lines* to standard output, their paragraphs broken to fit; or only on a terminal."""
    fit = width() if broken or is_terminal() else _ENDLESS
    output.print_text(paint.coloured(lines, fit) if _wants_colours() else paint.plain(lines, fit))


def width() -> int:
    """How many columns there are to use: those of the terminal, else 80."""
    if not is_terminal():
        return paint.WIDTH
    return min(max(home.columns() or paint.WIDTH, paint.WIDTH), _WIDEST)


def is_terminal() -> bool:
    """True if a person reads along."""
    return sys.stdout is not None and sys.stdout.isatty()


def _wants_colours() -> bool:
    if home.variable("NO_COLOR") or home.variable("TERM") == "dumb":
        return False
    return is_terminal()
