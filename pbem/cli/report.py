"""A page to look at a game with, entry by entry."""

from __future__ import annotations

import click

from pbem import store
from pbem.cli import output
from pbem.cli.keys import find_key, key_options
from pbem.cli.story import read_story


@click.command()
@output.game_argument
@output.output_option("Write to FILE, not to GAME.html beside the game; - is standard output.")
@output.force_option
@click.option("--open", "opens", is_flag=True, help="Open the page in a browser.")
@key_options
def report(game: str, *, target: str | None, force: bool, opens: bool) -> None:
    """Make a page of GAME.toml that plays it back, entry by entry.

    The page is one file, and needs no network. With a player's key it also shows the own hand, so
    it is for that player only; after the end it shows all hands to everybody.
    """
    from pbem.render.report import page

    path = target or _beside(game)
    if opens and path == output.STDOUT:
        raise click.UsageError("a page on standard output cannot be opened; name a file with -o")
    output.check_target(path, force=force)
    story = read_story(game, find_key())
    private = story.reader is not None
    output.emit(page(story).encode(), path, force=force, private=private)
    if path == output.STDOUT:
        return
    whose = f"; it shows the hand of {story.reader}" if private else ""
    output.say(f"wrote {path}{whose}")
    if opens:
        _open(path)


def _beside(game: str) -> str:
    """Where the page of a game lies if nobody says so."""
    return output.STDOUT if game == store.STDIN else f"{game.removesuffix('.toml')}.html"


def _open(path: str) -> None:
    import webbrowser

    if not webbrowser.open(store.address(path)):
        output.warn(f"no browser was found to open {path}")
