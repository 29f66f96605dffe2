"""Comparing histories: two files of a game, or a head over another channel."""

from __future__ import annotations

import click

from pbem import pins, telling
from pbem.chain import Opened, open_game
from pbem.cli import output
from pbem.cli.games import introduce, open_path, read_game, sound
from pbem.cli.keys import key_options, named_key
from pbem.cli.memory import Memory
from pbem.errors import Exit, Fault, Refused
from pbem.formats import entry, flat
from pbem.formats.text import encode64


@click.command()
@output.game_argument
@output.json_option
@key_options
def head(game: str, *, as_json: bool) -> None:
    """Print the head of GAME.toml in the short form that people compare.

    Read it to the others over another channel, such as the telephone: who holds another head with
    the same number holds another history, and who has a lower number an old file.
    """
    opened = open_path(game, named_key())
    if not opened.chain.hashes:
        raise Refused(f"the game is {opened.chain.stage}: it has no entries yet")
    text = pins.short(opened.chain.head)
    if as_json:
        number = opened.chain.head.number
        output.print_json(
            {"index": number, "hash": encode64(opened.chain.head.hash), "short": text}
        )
    else:
        output.print_text(text)
        output.say(f"{_last(opened)}; {telling.waiting(opened.chain)}; see what the others have")


def _last(opened: Opened) -> str:
    """Who has made the last entry, and what it is."""
    stored = opened.file.entries[-1]
    kind = entry.kind_of(stored.text)
    author = opened.chain.moderator_of(opened.chain.head.number).name
    if kind in (entry.CONSENT, entry.ORDER, entry.ROTATE) and stored.region is not None:
        author = flat.read(kind, stored.region).text("player")
    return f"the last entry is {kind} by {author}"


@click.command()
@click.argument("one", metavar="A.toml", type=output.file_name)
@click.argument("other", metavar="B.toml", type=output.file_name)
@output.json_option
def compare(one: str, other: str, *, as_json: bool) -> None:
    """Tell whether two files hold the same game, one an older state of it, or two histories.

    Exits with 1 for two histories, and for different games.
    """
    first, second = _opened(one), _opened(other)
    told: dict[str, object] = {"files": [one, other]}
    if first.chain.invitation.id != second.chain.invitation.id:
        told |= {"verdict": "different games"}
        words = ["different games: they do not come from one invitation"]
    else:
        found, words = _related(first, second, (one, other))
        told |= found
    if as_json:
        output.print_json(told)
    else:
        for line in words:
            output.print_text(output.printable(line))
    if told["verdict"] in ("fork", "different games"):
        click.get_current_context().exit(int(Exit.FAULT))


def _opened(path: str) -> Opened:
    """A game for its own sake: what this user has seen of it is compared, and told."""
    # What is shown as evidence has to be verified, be it remembered or not.
    memory = Memory(path, full=True)
    data = read_game(path)
    with sound(path), output.naming(path):
        opened = open_game(data, verified=memory.verified)
    known = True
    try:
        known = memory.compare(opened, signs=False) is not None
    except Fault as fault:
        output.warn(f"{path}: entry {fault.entry}: {fault.message}")
    introduce(opened, None, known=known)
    return opened


def _related(
    first: Opened, second: Opened, paths: tuple[str, str]
) -> tuple[dict[str, object], list[str]]:
    """How two files of one invitation stand to each other: for programs, and in lines."""
    relation, index = pins.relation(first.chain.hashes, second.chain.hashes)
    told: dict[str, object] = {"verdict": relation.value, "entries": index}
    one, other = paths
    if relation is pins.Relation.FORK:
        sides = [
            pins.pin_of(opened.chain, opened.file.entries).heads[index]
            for opened in (first, second)
        ]
        told["evidence"] = [
            {"hash": encode64(side.hash), "signature": encode64(side.signature)} for side in sides
        ]
        return told, [
            f"FORK: entry {index} is not the same, and the moderator has signed both",
            *(
                f"  {path}: hash {encode64(side.hash)} signed {encode64(side.signature)}"
                for path, side in zip(paths, sides, strict=True)
            ),
        ]
    if relation is pins.Relation.SAME and not index:
        return told, ["the same invitation; neither has entries, and seats may still be freed"]
    if relation is pins.Relation.SAME:
        return told, [f"the same: {index} entries"]
    older, newer = (one, other) if relation is pins.Relation.OLDER else (other, one)
    told["older"] = older
    return told, [f"{older} is older: it has {index} entries, all of them in {newer}"]
