"""Position files: a state with nothing hidden, as people write it and as we write it.

What the tables mean is checked by `pbem.rules.position`; here is only the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pbem.errors import Unreadable
from pbem.formats.flat import tidy
from pbem.formats.scan import SIZE_LIMIT, load_toml
from pbem.rules import Game, position
from pbem.rules import Unreadable as NoPosition

__all__ = ["FORMAT", "SIZE_LIMIT", "dumps", "is_position", "loads", "write_tables"]

FORMAT = position.FORMAT

_FIRST_LINE = re.compile(rb'(?:[ \t]*(?:#.*)?\n)*[ \t]*format[ \t]*=[ \t]*"pbem-position-')
_BARE = re.compile("[a-z][a-z0-9_-]*")


def is_position(data: bytes) -> bool:
    """True if the text says in its first line, after comments, that it is a position."""
    return _FIRST_LINE.match(tidy(data)) is not None


def loads(data: bytes) -> Game:
    """The game of a position file, up to the next question. Raises Unreadable, naming the key."""
    tables = load_toml(tidy(data), comments=True, long_lists=True)
    try:
        return position.read(tables)
    except NoPosition as problem:
        raise Unreadable(problem.message, problem.hint) from None


def dumps(game: Game) -> str:
    """The position file of a game of which everything is known."""
    return write_tables(position.write(game))


def write_tables(tables: Mapping[str, Any], prefix: str = "") -> str:
    """Tables of plain values as TOML, in their order; with a *prefix*, as tables inside that one.

    A list stands in one line and every table under its own header. `tomli_w` would put each item of
    a list on a line of its own and short tables into braces, which `scan` refuses.
    """
    return "".join(f"{line}\n" for line in _lines(tables, prefix)).lstrip("\n")


def _lines(table: Mapping[str, Any], path: str) -> Iterator[str]:
    """The values of a table, then the tables inside it."""
    inner = [(key, value) for key, value in table.items() if _is_inner(value)]
    for key, value in table.items():
        if not _is_inner(value):
            yield f"{_key(key)} = {_value(value)}"
    for key, value in inner:
        name = f"{path}.{_key(key)}" if path else _key(key)
        if isinstance(value, Mapping):
            yield from ("", f"[{name}]")
            yield from _lines(value, name)
        else:
            for one in value:
                yield from ("", f"[[{name}]]")
                yield from _lines(one, name)


def _is_inner(value: object) -> bool:
    if isinstance(value, list):
        return bool(value) and isinstance(value[0], Mapping)
    return isinstance(value, Mapping)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _value(key)


def _value(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case str() if value.isascii() and value.isprintable() and not set('"\\') & set(value):
            return f'"{value}"'
        case list() | tuple():
            return f"[{', '.join(_value(item) for item in value)}]"
    raise ValueError(f"a position holds no {value!r}")
