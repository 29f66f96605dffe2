"""Where the user's own things lie: the only place that reads the environment."""

from __future__ import annotations

from os import environ

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
