"""What the system knows: the environment, the user's own folders, random bytes."""

import contextlib
import sys
from collections.abc import Callable, Iterator, Mapping
from os import environ, get_terminal_size, urandom
from typing import NamedTuple

from pbem import store

RandomBytes = Callable[[int], bytes]


class _World(NamedTuple):
    """What the system is to a command."""

    environment: Mapping[str, str]
    random_bytes: RandomBytes


#: The last one counts.
_worlds = [_World(environ, urandom)]


@contextlib.contextmanager
def elsewhere(
    environment: Mapping[str, str], random_bytes: RandomBytes | None = None
) -> Iterator[None]:
    """Let commands of this process see another environment, and other random bytes if given."""
    _worlds.append(_World(environment, random_bytes or urandom))
    try:
        yield
    finally:
        _worlds.pop()


def variable(name: str) -> str | None:
    """Return an environment variable; an empty one counts as unset."""
    return _worlds[-1].environment.get(name) or None


def environment() -> Mapping[str, str]:
    """Return the environment."""
    return _worlds[-1].environment


def columns() -> int | None:
    """Return how wide the terminal is, as COLUMNS or the system says; None if neither knows."""
    said = variable("COLUMNS")
    if said is not None and said.isdecimal():
        return int(said)
    with contextlib.suppress(OSError, ValueError):
        return get_terminal_size(sys.stdout.fileno()).columns
    return None


def state() -> store.State:
    """Return what this user's pbem remembers."""
    return store.State(_worlds[-1].environment)


def key_path() -> str:
    """Return where this user's key lies when no other is named."""
    return store.key_path(_worlds[-1].environment)


def config_folder() -> str:
    """Return where this user's key and settings lie."""
    return store.config_folder(_worlds[-1].environment)


def random_bytes(size: int) -> bytes:
    """Return *size* bytes nobody can guess, from the system itself.

    The module `secrets` gives the same, but costs as much to import as a third of click.
    """
    return _worlds[-1].random_bytes(size)
