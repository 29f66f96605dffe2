"""What the system knows: the environment, the user's own folders, random bytes."""

from __future__ import annotations

from os import environ, urandom

from pbem import store


def variable(name: str) -> str | None:
    """Return an environment variable; an empty one counts as unset."""
    return environ.get(name) or None


def state() -> store.State:
    """Return what this user's pbem remembers."""
    return store.State(environ)


def key_path() -> str:
    """Return where this user's key lies when no other is named."""
    return store.key_path(environ)


def random_bytes(size: int) -> bytes:
    """Return *size* bytes nobody can guess, from the system itself.

    The module `secrets` gives the same, but costs as much to import as a third of click.
    """
    return urandom(size)
