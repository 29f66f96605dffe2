"""A game as a picture for chats and mails, and as data for other programs."""

from __future__ import annotations

import click

from pbem import rules
from pbem.chain import OVER, Chain
from pbem.cli import output
from pbem.cli.games import open_path
from pbem.cli.keys import key_options, named_key
from pbem.cli.story import read_story
from pbem.errors import Refused
from pbem.render.board import board as drawn
from pbem.render.board import questions
from pbem.render.paint import plain

#: Pixels of a picture for each of its own.
_ZOOM = 2


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
    chain = open_path(game, named_key()).chain
    if chain.game is None:
        raise Refused(f"the game is {chain.stage}: there is no board before the cards are dealt")
    output.emit(_DRAWERS[kind](chain, chain.game), target, force=force)
    if target not in {None, output.STDOUT}:
        output.say(f"wrote {target}")


def _text(chain: Chain, game: rules.Game) -> bytes:
    asked = questions(chain.pending(), over=chain.stage == OVER)
    return f"{plain([*drawn(rules.public(game), game.cards), [], *asked])}\n".encode()


def _svg(chain: Chain, game: rules.Game) -> bytes:
    from pbem.render.picture import svg

    return svg(rules.public(game), game.cards, chain.pending()).encode()


def _png(chain: Chain, game: rules.Game) -> bytes:
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise Refused(
            "a PNG is made by another package, which is not installed",
            "install `pbem[png]`, or name a file with .svg",
        ) from None
    return bytes(svg_to_bytes(svg_string=_svg(chain, game).decode(), zoom=_ZOOM))


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
    story = read_story(game, named_key())
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
