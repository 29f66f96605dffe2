"""Games counted, exported and drawn, for other programs and for chats."""

from __future__ import annotations

from typing import Any

import click

from pbem import history, rules, stats
from pbem.chain import OVER, Opened
from pbem.cli import output, screen
from pbem.cli.games import open_path
from pbem.cli.keys import find_key, key_options
from pbem.cli.story import read_story
from pbem.errors import Refused
from pbem.render.board import board as drawn
from pbem.render.board import questions
from pbem.render.paint import plain

#: Pixels of a picture for each of its own.
_ZOOM = 2
_FIELDS = stats.Tally._fields
_GAME = ("file", "player", "seat", "players", "length", "variants", "modules", "stage", "won")


@click.command()
@output.game_argument
@output.output_option("Write to FILE: .svg, .txt, or .png with the extra pbem[png].")
@output.force_option
@key_options
def board(game: str, *, target: str | None, force: bool) -> None:
    """Draw the board of GAME.toml as one picture, for a mail or a chat.

    It shows what everybody may see. Without -o it is the text, on standard output.
    """
    kind = "txt" if target in {None, output.STDOUT} else str(target).rpartition(".")[2].lower()
    if kind not in _DRAWERS:
        raise click.BadParameter("expected a name with .svg, .txt or .png", param_hint="'-o'")
    if target is not None:
        output.check_target(target, force=force)
    chain = open_path(game, find_key()).chain
    if chain.game is None:
        raise Refused(f"the game is {chain.stage}: there is no board before the cards are dealt")
    asked = [(one.player, one.question) for one in chain.pending()]
    made = _DRAWERS[kind](chain.game, asked, over=chain.stage == OVER)
    output.emit(made, target, force=force)
    if target not in {None, output.STDOUT}:
        output.say(f"wrote {target}")


def _text(game: rules.Game, asked: list[tuple[str, str]], *, over: bool) -> bytes:
    lines = [*drawn(rules.public(game), game.cards), [], *questions(asked, over=over)]
    return f"{plain(lines)}\n".encode()


def _svg(game: rules.Game, asked: list[tuple[str, str]], *, over: bool) -> bytes:
    from pbem.render.picture import svg

    return svg(rules.public(game), game.cards, [] if over else asked).encode()


def _png(game: rules.Game, asked: list[tuple[str, str]], *, over: bool) -> bytes:
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise Refused(
            "a PNG is made by another package, which is not installed",
            "install `pbem[png]`, or name a file with .svg",
        ) from None
    return bytes(svg_to_bytes(svg_string=_svg(game, asked, over=over).decode(), zoom=_ZOOM))


_DRAWERS = {"txt": _text, "svg": _svg, "png": _png}


@click.command()
@output.game_argument
@output.output_option("Write to FILE, not to standard output.")
@output.force_option
@click.option("--json", "_json", is_flag=True, help="Print JSON, which is the only form.")
@key_options
def export(game: str, *, target: str | None, force: bool, _json: bool) -> None:
    """Give all of GAME.toml to another program, once its secret is revealed.

    The form is that of schemas/export.schema.json.
    """
    import json

    from pbem.render.export import exported

    if target is not None:
        output.check_target(target, force=force)
    story = read_story(game, find_key())
    if story.audit.verdict != "proven":
        raise Refused(
            "the secret of the game is not revealed yet: not all of it can be told",
            "`pbem log --json` and `pbem show --json` tell what is public",
        )
    data = json.dumps(exported(story), indent=1)
    if target is None:
        output.print_text(data)
    else:
        output.emit(f"{data}\n".encode(), target, force=force)


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
    key = find_key()
    counted = [(path, *_played(open_path(path, key))) for path in games]
    rows = [row for one in counted for row in _rows(*one)]
    means = stats.averages([game for _, game, _ in counted]) if len(counted) > 1 else []
    if as_csv:
        _print_csv(rows)
    elif as_json:
        output.print_json({"players": rows, "averages": [_told(mean) for mean in means]})
    else:
        _print_tables(rows, means)


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
