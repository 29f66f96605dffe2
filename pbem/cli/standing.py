"""How a desk stands, for people and for programs."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from typing import Any

from pbem.cli import output, screen
from pbem.post.status import Standing, Status
from pbem.render import paint


def told(found: Status) -> dict[str, Any]:
    """All of it in plain words."""
    return {
        "games": [
            {
                **one._asdict(),
                "asked": [
                    {
                        "player": asked.player,
                        "question": asked.question,
                        "since": _time(asked.since),
                    }
                    for asked in one.asked
                ],
                "since": None if one.since is None else _time(one.since),
            }
            for one in found.games
        ],
        "waiting": found.waiting,
        "to_send": found.to_send,
        "undelivered": found.undelivered,
        "refused": found.refused,
        "last_refused": [{"message": name, "reason": why} for name, why in found.last_refused],
        "strays": [{"game": game, "player": name} for game, name in found.strays],
    }


def show(found: Status) -> None:
    """Print it: a table of the games, and what else is to be said."""
    screen.show(_table(found.games), broken=False)
    for line in _remarks(found):
        output.print_text(line)


def _table(games: Sequence[Standing]) -> list[paint.Line]:
    """A row for each game; what is last in it may be long."""
    rows = [
        ("game", "stage", "asked", "since", "last"),
        *(
            (
                output.printable(one.game),
                one.stage,
                ", ".join(f"{asked.player} ({asked.question})" for asked in one.asked) or "-",
                "-" if one.since is None else _time(one.since)[:16],
                one.problem or one.last or "-",
            )
            for one in games
        ),
    ]
    widths = [max(map(len, column)) + 2 for column in zip(*rows, strict=True)]
    head, *body = [tuple(map(str.ljust, row, widths)) for row in rows]
    lines: list[paint.Line] = [[("".join(head).rstrip(), "dim")]]
    for *cells, last in body:
        words = [(word, "") for word in last.split()]
        lines.append(paint.Paragraph(words, "".join(cells), widths[0]))
    return lines


def _remarks(found: Status) -> Iterator[str]:
    """What is to be said below the table."""
    for one in found.games:
        if not one.table:
            yield f"addresses.toml has no table [{one.game}]: nobody gets mail about it"
        else:
            yield from (f"no address of {name} in {one.game}" for name in one.without)
    for game, name in found.strays:
        if name is None:
            yield f"addresses.toml has a table [{game}], but no game here is called so"
        else:
            yield f"addresses.toml has an address of {name}, who does not play in {game}"
    yield (
        f"{found.waiting} waiting, {found.to_send} to send, {found.undelivered} undelivered,"
        f" {found.refused} refused"
    )
    if found.refused > len(found.last_refused):
        yield f"the last {len(found.last_refused)} that were refused:"
    for name, why in found.last_refused:
        yield f"refused {name[:12]}: {why}"


def _time(seconds: float) -> str:
    return dt.datetime.fromtimestamp(seconds, tz=dt.UTC).isoformat(timespec="seconds")
