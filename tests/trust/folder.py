"""Games and keys laid into the present folder, and commands run there."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from pbem.chain import open_game
from tests.cli.runner import pbem
from tests.trust import table

STATE = Path(".local/state/pbem")


def lay(at, data=None):
    """Put a game and the keys of all its people into the present folder."""
    Path("game.toml").write_bytes(data or at.data())
    for name, seed in [*at.seeds.items(), ("mod", at.moderator.seed)]:
        Path(f"{name}.key").write_bytes(table.key_file(name, seed))
        Path(f"{name}.key").chmod(0o600)


def write(name, document):
    """Write a file; its name."""
    Path(name).write_bytes(document)
    return name


def head(name="game.toml"):
    """The head of a game file."""
    return open_game(Path(name).read_bytes()).chain.head


def adjudicate(*arguments, game="game.toml"):
    """Run the moderator's command."""
    return pbem("adjudicate", game, *arguments, "--as", "mod.key")


def state_of(at, state=STATE):
    """The folder of what is remembered of a game."""
    return state / at.chain.invitation.id.hex()


def with_state(folder, *arguments):
    """Run a command with another state folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", os.fspath(Path(folder).resolve()))
        return pbem(*arguments)


def forget():
    """Remove all that is remembered."""
    shutil.rmtree(STATE)


def branches(at=None, *, more=0):
    """Two histories that a dishonest moderator has made of one game, and their common part.

    They part at the next entry; the second one has *more* entries than the first.
    """
    at = at or table.midgame()
    one, other = at.split().play(1), at.split()
    while True:
        other.chance.seed(other.chance.random())
        third = other.split().play(1)
        if third.chain.head != one.chain.head:
            return one, third.play(more)
