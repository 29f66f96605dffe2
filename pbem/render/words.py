"""Cards, money and names as parts of a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def number(count: int, thing: str) -> str:
    """A count with its noun: `1 check`, `2 checks`."""
    return f"{count} {thing}{'' if count == 1 else 's'}"


def joined(parts: Sequence[str], last: str = "and") -> str:
    """An enumeration: `a, b and c`."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def cards(names: Iterable[str]) -> str:
    """Cards in a sentence, equal ones counted: `the baron and 2 peasants`; never empty."""
    held = list(names)
    kinds = sorted(set(held), key=held.index)
    return joined(
        [
            f"the {kind}" if held.count(kind) == 1 else counted(held.count(kind), kind)
            for kind in kinds
        ]
    )


def counted(count: int, kind: str) -> str:
    """Several equal cards: `2 peasants`."""
    return f"{count} {kind}{'' if kind.endswith('s') else 's'}"


def human(name: str) -> str:
    """The id of a card or an annex with blanks for hyphens."""
    return name.replace("-", " ")


def located(place: str) -> str:
    """A place in a sentence: `room 3`, or by its card `the juggler's trailer`."""
    return f"room {place}" if place.isdigit() else f"the {place}'s trailer"
