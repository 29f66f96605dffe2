"""Plain tables as TOML, each table under a header of its own, short lists in one line.

Values are written by `tomli_w`. Left alone it would put short tables into braces, which no file of
ours may hold, and each item of a list on a line of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.formats.scan import COMMAS_LIMIT


def dumps(data: Mapping[str, Any], path: str = "") -> str:
    """The TOML text of *data*, whose tables stand under *path*."""
    return "".join(_chunks(data, path)).lstrip("\n")


def _chunks(data: Mapping[str, Any], path: str) -> Iterator[str]:
    import tomli_w

    for key, value in data.items():
        if not _holds_tables(value):
            text = tomli_w.dumps({key: value})
            yield _in_one_line(text) if isinstance(value, list | tuple) else text
    for key, value in data.items():
        if not _holds_tables(value):
            continue
        below = f"{path}.{key}" if path else key
        for table in [value] if isinstance(value, Mapping) else value:
            yield f"\n[{below}]\n" if isinstance(value, Mapping) else f"\n[[{below}]]\n"
            yield from _chunks(table, below)


def _holds_tables(value: object) -> bool:
    return isinstance(value, Mapping) or (
        isinstance(value, list) and bool(value) and isinstance(value[0], Mapping)
    )


def _in_one_line(text: str) -> str:
    """A list of `tomli_w` without its line ends, unless the line would grow too long."""
    if text.count(",") >= COMMAS_LIMIT:
        return text
    lines = [line.strip() for line in text.splitlines()]
    joined = " ".join(lines).replace("[ ", "[").replace(", ]", "]")
    return joined + "\n"
