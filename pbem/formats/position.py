"""Position files: a state with nothing hidden, as people write it and as we write it.

What the tables mean is checked by `pbem.rules.position`; here is only the text.
"""

from __future__ import annotations

import re

from pbem.errors import Unreadable
from pbem.formats import tables
from pbem.formats.flat import tidy
from pbem.formats.scan import SIZE_LIMIT, load_toml
from pbem.rules import Game, position
from pbem.rules import Unreadable as NoPosition

__all__ = ["FORMAT", "SIZE_LIMIT", "dumps", "is_position", "loads"]

FORMAT = position.FORMAT

_FIRST_LINE = re.compile(rb'(?:[ \t]*(?:#.*)?\n)*[ \t]*format[ \t]*=[ \t]*"pbem-position-')


def is_position(data: bytes) -> bool:
    """True if the text says in its first line, after comments, that it is a position."""
    return _FIRST_LINE.match(tidy(data)) is not None


def loads(data: bytes) -> Game:
    """The game of a position file, up to the next question. Raises Unreadable, naming the key."""
    found = load_toml(tidy(data), comments=True, long_lists=True)
    try:
        return position.read(found)
    except NoPosition as problem:
        raise Unreadable(problem.message, problem.hint) from None


def dumps(game: Game) -> str:
    """The position file of a game of which everything is known."""
    return tables.dumps(position.write(game))
