"""Games counted: what everybody did, and averages."""

from __future__ import annotations

from typing import Any

import click

from pbem import history, rules, stats
from pbem.chain import Opened
from pbem.cli import output, screen
from pbem.cli.games import open_path
from pbem.cli.keys import key_options, named_key
from pbem.errors import Exit, PbemError

_FIELDS = stats.Tally._fields
_GAME = ("file", "player", "seat", "players", "length", "variants", "modules", "stage", "won")


@click.command(name="stats")
@click.argument("games", metavar="GAME.toml...", nargs=-1, required=True, type=output.file_name)
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV, a line for each player.")
@output.json_option
@key_options
def count(games: tuple[str, ...], *, as_csv: bool, as_json: bool) -> None:
    """Count what the players did in each GAME.toml, with averages if there are several.

    Averages are over games that have ended, by seat, number of players and module.
    """
    if as_csv and as_json:
        raise click.UsageError("give one of --csv and --json")
    key = named_key()
    counted, worst = [], Exit.DONE
    for path in games:
        try:
            counted.append((path, *_played(open_path(path, key))))
        except PbemError as problem:
            output.complain(problem.message, problem.hint)
            worst = problem.exit if worst is Exit.DONE else min(worst, problem.exit)
    rows = [row for one in counted for row in _rows(*one)]
    means = stats.averages([game for _, game, _ in counted]) if len(counted) > 1 else []
    if as_csv:
        _print_csv(rows)
    elif as_json:
        output.print_json({"players": rows, "averages": [_told(mean) for mean in means]})
    elif rows:
        _print_tables(rows, means)
    if worst is not Exit.DONE:
        click.get_current_context().exit(int(worst))


def _played(opened: Opened) -> tuple[stats.Played, str]:
    """What was done in a game, and its stage."""
    chain = opened.chain
    ended = None if chain.game is None or chain.abandoned else rules.result(chain.game)
    tallies = stats.tally(
        history.live_events(chain), len(chain.players), None if ended is None else ended.loot
    )
    winners = () if ended is None else ended.winners
    return stats.Played(chain.invitation.options, tallies, winners), chain.stage


def _rows(path: str, game: stats.Played, stage: str) -> list[dict[str, Any]]:
    """The players of a game, each with what names the game and what was counted."""
    terms = game.options
    return [
        {
            "file": path,
            "player": name,
            "seat": seat + 1,
            "players": len(terms.players),
            "length": terms.length,
            "variants": list(terms.variants),
            "modules": list(terms.modules),
            "stage": stage,
            "won": seat in game.winners,
            **tallied._asdict(),
        }
        for seat, (name, tallied) in enumerate(zip(terms.players, game.tallies, strict=True))
    ]


def _told(mean: stats.Average) -> dict[str, Any]:
    means = dict(zip(_FIELDS, mean.means, strict=True))
    return {"by": mean.by, "value": mean.value, "tallies": mean.tallies, "won": mean.won} | means


def _print_csv(rows: list[dict[str, Any]]) -> None:
    import csv
    import io

    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*_GAME, *_FIELDS])
    for row in rows:
        writer.writerow([_cell(row[key]) for key in (*_GAME, *_FIELDS)])
    output.print_text(text.getvalue(), end="")


def _cell(value: object) -> object:
    """A value in a table: lists by words, nothing for what is not known."""
    if isinstance(value, list):
        return " ".join(value)
    if isinstance(value, bool):
        return int(value)
    return "" if value is None else value


#: The head of a column, two words one above the other.
_HEADS = {
    "kills": "kills",
    "buried_home": "buried home",
    "buried_abroad": "buried abroad",
    "bribes": "bribes",
    "annexes": "annexes",
    "rents": "rents",
    "fines": "fines",
    "laundered": "laundered",
    "loot": "loot",
}


def _print_tables(rows: list[dict[str, Any]], means: list[stats.Average]) -> None:
    lines: list[list[tuple[str, str]]] = []
    for path in dict.fromkeys(row["file"] for row in rows):
        own = [row for row in rows if row["file"] == path]
        words = [own[0]["stage"], own[0]["length"], *own[0]["variants"], *own[0]["modules"]]
        lines += [[(output.printable(path), "bold"), (f"  {', '.join(words)}", "dim")]]
        named = [(row["player"], [row[key] for key in _FIELDS], row["won"]) for row in own]
        lines += [*_table(named), []]
    if means:
        lines += [[("averages", "bold"), ("  of the games that have ended", "dim")]]
        lines += _table([(f"{m.by} {m.value} ({m.tallies})", m.means, False) for m in means])
    while lines and not lines[-1]:
        lines.pop()
    screen.show(lines)


def _table(rows: list[tuple[str, Any, bool]]) -> list[list[tuple[str, str]]]:
    """Rows of numbers under their heads; who has won is marked."""
    heads = [_HEADS[field].split() for field in _FIELDS]
    first = max(12, *[len(name) + 1 for name, _, _ in rows])
    widths = [max(len(word) for word in head) + 1 for head in heads]
    lines: list[list[tuple[str, str]]] = []
    for level in (-2, -1):
        words = [head[level] if len(head) >= -level else "" for head in heads]
        text = "".join(word.rjust(width) for word, width in zip(words, widths, strict=True))
        lines.append([(" " * first + text, "dim")])
    for name, values, won in rows:
        cells = ["-" if value is None else str(value) for value in values]
        text = "".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
        lines.append([(name.ljust(first), "bold" if won else ""), (text, ""), *_won(won=won)])
    return lines


def _won(*, won: bool) -> list[tuple[str, str]]:
    return [(" *", "bold")] if won else []
