"""Plain tables as TOML with every table under a header of its own, never inline.

Values are written by `tomli_w`; left alone it would put short tables into braces, which no file of
ours may hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any


def dumps(data: Mapping[str, Any], path: str = "") -> str:
    """The TOML text of *data*, whose tables stand under *path*."""
    return "".join(_chunks(data, path)).lstrip("\n")


def _chunks(data: Mapping[str, Any], path: str) -> Iterator[str]:
    import tomli_w

    values = {key: value for key, value in data.items() if not _holds_tables(value)}
    yield tomli_w.dumps(values)
    for key, value in data.items():
        below = f"{path}.{key}" if path else key
        if isinstance(value, Mapping):
            yield f"\n[{below}]\n"
            yield from _chunks(value, below)
        elif _holds_tables(value):
            for table in value:
                yield f"\n[[{below}]]\n"
                yield from _chunks(table, below)


def _holds_tables(value: object) -> bool:
    return isinstance(value, Mapping) or (
        isinstance(value, list) and bool(value) and all(isinstance(item, Mapping) for item in value)
    )
