"""What the commands say and where they say it, and the options that several of them share.

Answers go to standard output, all else to standard error.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import click

from pbem import store
from pbem.errors import Fault, PbemError, Refused

Command = TypeVar("Command", bound=Callable[..., Any])

STDOUT = "-"
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./+@:,")

#: Not empty while commands are muted.
_mutes: list[None] = []


def file_name(value: str) -> str:
    """The name of a file as an argument; an empty one is a variable of the shell without value."""
    if not value:
        raise click.BadParameter("expected the name of a file, found an empty text")
    return value


def address(value: str) -> str:
    """An address for mail as an option."""
    from pbem.formats.text import is_address, shown

    if not is_address(value):
        raise click.BadParameter(f"expected one such as anna@example.org, found {shown(value)}")
    return value


game_argument = click.argument("game", metavar="GAME.toml", type=file_name)


def output_option(help_: str) -> Callable[[Command], Command]:
    """Add `-o`, whose line of help is *help_*."""
    return click.option("-o", "--output", "target", metavar="FILE", type=file_name, help=help_)


document_option = output_option("Write the document to FILE, not to standard output.")
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
        if force:
            _check_no_input(output)
        store.write_durably(output, data, replace=force, private=private)
        return
    if sys.stdout is None:
        raise Refused("standard output is closed", "name a file to write to")
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def check_target(output: str, *, force: bool) -> None:
    """Refuse a target of which it is known already that `emit` would refuse it."""
    if output != STDOUT:
        if force:
            _check_no_input(output)
        store.check_target(output, replace=force)
    elif sys.stdout is None:
        raise Refused("standard output is closed", "name a file to write to")


#: The options of all commands that name a file to write.
_OUTPUTS = ("target", "receipt")


def _check_no_input(path: str) -> None:
    """Refuse to write what an option names over a file that the command reads."""
    context = click.get_current_context(silent=True)
    if context is None or path not in [context.params.get(name) for name in _OUTPUTS]:
        return
    for parameter in context.command.params:
        value = context.params.get(parameter.name or "")
        names = value if isinstance(value, tuple) else (value,)
        is_file = getattr(parameter.type, "func", None) is file_name
        if isinstance(parameter, click.Argument) and is_file:
            for name in names:
                if name is not None and store.is_same(path, name):
                    raise Refused(f"{path}: is read here, and would be lost")


@contextlib.contextmanager
def muted() -> Iterator[None]:
    """Let commands that are run in this process answer and say nothing; errors come through."""
    _mutes.append(None)
    try:
        yield
    finally:
        _mutes.pop()


def print_text(text: str, end: str = "\n") -> None:
    """Print an answer; letters that the terminal lacks by their codes."""
    if _mutes:
        return
    if sys.stdout is None:
        raise OSError("standard output is closed")
    try:
        click.echo(text + end, nl=False)
    except UnicodeEncodeError:
        click.echo(text.encode("ascii", "backslashreplace").decode("ascii") + end, nl=False)


def print_json(value: object) -> None:
    """Print an answer meant for a program, its keys in the order they were put in."""
    import json

    print_text(json.dumps(value, indent=2))


def say(message: str) -> None:
    """Tell the person at the keyboard what was done."""
    if _mutes:
        return
    with contextlib.suppress(OSError):  # nobody may be listening any more
        click.echo(f"pbem: {printable(message)}", err=True)


def warn(message: str) -> None:
    """Tell of something that is not as it should be but stops nothing."""
    say(f"warning: {message}")


def complain(message: str, hint: str | None = None) -> None:
    """Tell why nothing was done, and how to mend it if there is a *hint*."""
    say(f"error: {message}")
    if hint:
        say(f"hint: {hint}")


@contextlib.contextmanager
def naming(path: str) -> Iterator[None]:
    """Let an error about the content of a file begin with its name; a fault names its own place."""
    try:
        yield
    except Fault:
        raise
    except PbemError as error:
        raise type(error)(f"{path}: {error.message}", error.hint) from error


@contextlib.contextmanager
def after_writing(path: str) -> Iterator[None]:
    """Make an answer that cannot be printed a warning, for *path* has been written already."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        warn(f"wrote {path}, but the answer cannot be printed: {reason(error)}")
        drop_output()


def reason(error: OSError) -> str:
    """What the system says of a failure."""
    return (error.strerror or str(error)).lower()


def drop_output() -> None:
    """Keep the interpreter from trying once more to write what cannot be written."""
    sys.stdout = None


def printable(text: str) -> str:
    """Keep what strangers put into names and documents from playing with the terminal."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)


def quoted(path: str) -> str:
    """A path as a shell takes it for one word."""
    if path and set(path) <= _PLAIN:
        return path
    return "'" + path.replace("'", "'\\''") + "'"
