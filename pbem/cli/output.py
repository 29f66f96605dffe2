"""What the commands say and where they say it, and the options that several of them share.

Answers go to standard output, all else to standard error.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from typing import Any, TypeVar

import click

from pbem import store
from pbem.errors import Refused

Command = TypeVar("Command", bound=Callable[..., Any])
Option = Callable[[Command], Command]

STDOUT = "-"

game_argument = click.argument("game", metavar="GAME.toml")
output_option = click.option(
    "-o",
    "--output",
    "target",
    metavar="FILE",
    help="Write to FILE instead of standard output.",
)
force_option = click.option("--force", is_flag=True, help="Replace an existing file.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
armor_option = click.option(
    "--armor",
    "armored",
    is_flag=True,
    help="Write the document as text for the body of a mail.",
)


def emit(data: bytes, output: str | None, *, force: bool, private: bool = False) -> None:
    """Write a document to the file *output*, or to standard output if that is none or ``-``.

    A new *private* file is for its owner only.
    """
    if output is not None and output != STDOUT:
        store.write_durably(output, data, replace=force, private=private)
        return
    if sys.stdout is None:
        raise Refused("standard output is closed", "name a file with -o")
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def print_text(text: str) -> None:
    """Print an answer meant for a person."""
    click.echo(text)


def print_json(value: object) -> None:
    """Print an answer meant for a program, its keys in the order they were put in."""
    import json

    click.echo(json.dumps(value, indent=2))


def say(message: str) -> None:
    """Tell the person at the keyboard what was done."""
    with contextlib.suppress(OSError):  # nobody may be listening any more
        click.echo(f"pbem: {_printable(message)}", err=True)


def warn(message: str) -> None:
    """Tell of something that is not as it should be but stops nothing."""
    say(f"warning: {message}")


def complain(message: str, hint: str | None = None) -> None:
    """Tell why nothing was done, and how to mend it if there is a *hint*."""
    say(f"error: {message}")
    if hint:
        say(f"hint: {hint}")


def _printable(message: str) -> str:
    """Keep what strangers put into names and documents from playing with the terminal."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in message)
