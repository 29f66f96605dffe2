"""Answers in lines with styles: coloured on a terminal that wants it, plain text elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from pbem.cli import home, output
from pbem.render import paint


def show(lines: Iterable[paint.Line]) -> None:
    """Print *lines* to standard output."""
    output.print_text(paint.coloured(lines) if _wants_colours() else paint.plain(lines))


def _wants_colours() -> bool:
    if home.variable("NO_COLOR") or home.variable("TERM") == "dumb":
        return False
    return sys.stdout is not None and sys.stdout.isatty()
