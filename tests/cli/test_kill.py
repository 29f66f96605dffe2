"""A moderator's run that is killed at any moment leaves the old file or the new one, whole.

What was signed before the kill is kept, so that the next run makes no second history.
"""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from pbem.chain import open_game
from tests.cli.runner import in_home, pbem
from tests.killing import KILLED, moments, tries
from tests.trust import table

ARGUMENTS = ["adjudicate", "game.toml", "order", "--as", "mod.key"]


@pytest.fixture
def world(home):
    """A folder with a game, the moderator's key and the next order."""
    at = table.midgame().split()
    folder = home / "world"
    folder.mkdir()
    (folder / "game.toml").write_bytes(at.data())
    (folder / "mod.key").write_bytes(table.key_file("mod", at.moderator.seed))
    (folder / "mod.key").chmod(0o600)
    table.keep_desk(folder / ".local" / "state")
    name = at.asked()
    chance = random.Random(5)
    orders = {}
    while len(orders) < 2:  # two orders with different words for the same question
        at.chance.seed(chance.random())
        words = at.words(name)
        orders[words] = at.order(name, words)
    for file, order in zip(("order", "another"), orders.values(), strict=True):
        (folder / file).write_bytes(order)
    at.hand_in((folder / "order").read_bytes())
    return at


def check(at, folder, old, monkeypatch):
    """The file is the old one byte for byte or a new one that is whole; the next run finishes."""
    data = Path(folder, "game.toml").read_bytes()
    new = data != old
    if new:
        assert open_game(data).chain.head == at.chain.head
    signed = recorded(folder, at)
    assert signed or not new
    if signed:
        check_another(at, folder, monkeypatch, new=new)
    with monkeypatch.context() as patch:
        in_home(Path(folder).resolve(), patch)
        answer = pbem("adjudicate", "game.toml", "order", "--as", "mod.key")
        assert answer.code == 0, answer.err
        assert answer.text.startswith("order: already entry " if signed else "order: entry ")
        assert open_game(Path("game.toml").read_bytes()).chain.head == at.chain.head
    return "new" if new else "signed" if signed else "old"


def recorded(folder, at):
    """Whether the run was killed after what it signed was kept."""
    path = Path(folder, ".local/state/pbem", at.chain.invitation.id.hex(), "signed")
    return path.exists()


def check_another(at, folder, monkeypatch, *, new):
    """Another order that is handed in first is late: the one that was signed is written again."""
    other = f"{folder}-another"
    shutil.copytree(folder, other)
    with monkeypatch.context() as patch:
        in_home(Path(other).resolve(), patch)
        answer = pbem("adjudicate", "game.toml", "another", "--as", "mod.key")
        assert answer.code == 3
        assert ("is older than what was signed here" in answer.err) == (not new)
        assert open_game(Path("game.toml").read_bytes()).chain.head == at.chain.head


#: After most calls nothing has changed that a reader could see.
CALLS = {
    "write": ("before",),
    "fsync": ("before",),
    "replace": ("before", "after"),
    "link": ("before", "after"),
}
MORE_CALLS = dict.fromkeys(["open", "close", "fchmod", "unlink", "mkdir"], ("before",))


def kill_at(calls, at, monkeypatch):
    old = Path("world/game.toml").read_bytes()
    found = tries("world", ARGUMENTS, calls)
    assert all(one.status == (KILLED if one.reached else 0) for one in found)
    killed = [one.folder for one in found if one.reached]
    assert len(killed) >= len(calls)
    for folder in killed:
        for path in Path(folder).iterdir():
            known = path.name in {"game.toml", "mod.key", "order", "another", ".local"}
            assert known or (path.name.startswith(".pbem-") and path.suffix == ".tmp")
    return {check(at, folder, old, monkeypatch) for folder in killed}


def test_run_killed_at_any_write_leaves_a_whole_file(world, monkeypatch):
    assert kill_at(CALLS, world, monkeypatch) == {"old", "signed", "new"}


@pytest.mark.soak
def test_run_killed_at_any_call_of_the_system_leaves_a_whole_file(world, monkeypatch):
    assert kill_at(MORE_CALLS, world, monkeypatch) == {"old", "signed", "new"}


def kill_in_time(seed, count, at, monkeypatch):
    old = Path("world/game.toml").read_bytes()
    found = moments("world", ARGUMENTS, seed, count)
    assert len(found) == count
    for one in found:
        check(at, one.folder, old, monkeypatch)


def test_run_killed_at_any_moment_leaves_a_whole_file(world, monkeypatch):
    kill_in_time(1, 8, world, monkeypatch)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(10))
def test_many_runs_killed_at_any_moment_leave_a_whole_file(world, monkeypatch, number):
    kill_in_time(number, 200, world, monkeypatch)
