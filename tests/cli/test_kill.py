"""A moderator's run that is killed at any moment leaves the old file or the new one, whole.

What was signed before the kill is kept, so that the next run makes no second history.

One process imports the program and forks for each try; the child kills itself at the chosen call
of the system, or is killed after a while. No signal handler, no cleaning up, no exit code.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.chain import open_game
from tests.cli.runner import in_home, pbem
from tests.trust import table

ROOT = Path(__file__).parent.parent.parent

# Prints one line for each try: what was tried, and how the child ended.
PROGRAM = """
import json, os, random, shutil, signal, sys, time
from pbem.cli.main import run
import pbem.cli.look, pbem.cli.moderate

CALLS = sys.argv[2:]
ARGUMENTS = ["adjudicate", "game.toml", "order", "--as", "mod.key"]

def die():
    os.kill(os.getpid(), signal.SIGKILL)

def armed(name, number, after):
    real, count = getattr(os, name), 0
    def call(*arguments, **words):
        nonlocal count
        count += 1
        if count == number and not after:
            die()
        answer = real(*arguments, **words)
        if count == number and after:
            die()
        return answer
    setattr(os, name, call)

def attempt(label, prepare, wait=None):
    folder = f"try-{label}"
    shutil.copytree("world", folder)
    child = os.fork()
    if not child:
        os.chdir(folder)
        os.environ["HOME"] = os.getcwd()
        null = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(null, stream)
        prepare()
        os._exit(run(ARGUMENTS))
    if wait is not None:
        time.sleep(wait)
        os.kill(child, signal.SIGKILL)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    print(json.dumps([folder, status]), flush=True)
    return status

if sys.argv[1] == "calls":
    for name in CALLS:
        # After most calls nothing has changed that a reader could see.
        for after in (False, True) if name in ("replace", "link") else (False,):
            for number in range(1, 60):
                label = f"{name}-{number}-{'after' if after else 'before'}"
                if attempt(label, lambda: armed(name, number, after)) == 0:
                    break
else:
    chance = random.Random(int(sys.argv[2]))
    for number in range(int(sys.argv[3])):
        attempt(f"moment-{number}", lambda: None, chance.random() * 0.06)
"""


@pytest.fixture
def world(tmp_path, monkeypatch):
    """A folder with a game, the moderator's key and the next order."""
    in_home(tmp_path, monkeypatch)
    at = table.midgame().split()
    folder = tmp_path / "world"
    folder.mkdir()
    (folder / "game.toml").write_bytes(at.data())
    (folder / "mod.key").write_bytes(table.key_file("mod", at.moderator.seed))
    (folder / "mod.key").chmod(0o600)
    table.keep_desk(folder / ".local" / "state")
    name = at.asked()
    chance = table.random.Random(5)
    orders = {}
    while len(orders) < 2:  # two orders with different words for the same question
        at.chance.seed(chance.random())
        words = at.words(name)
        orders[words] = at.order(name, words)
    for file, order in zip(("order", "another"), orders.values(), strict=True):
        (folder / file).write_bytes(order)
    at.hand_in((folder / "order").read_bytes())
    return at


def tries(*arguments):
    """The folders in which runs were made, each with how the run ended."""
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        text=True,
    )
    assert ended.returncode == 0, ended.stderr
    return [json.loads(line) for line in ended.stdout.splitlines()]


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


CALLS = ["write", "fsync", "replace", "link"]
MORE_CALLS = ["open", "close", "fchmod", "unlink", "mkdir"]


def kill_at(calls, at, monkeypatch):
    old = Path("world/game.toml").read_bytes()
    found = tries("calls", *calls)
    assert all(status in (0, -signal.SIGKILL) for _, status in found)
    killed = [folder for folder, status in found if status == -signal.SIGKILL]
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


def test_run_killed_at_any_moment_leaves_a_whole_file(world, monkeypatch):
    old = Path("world/game.toml").read_bytes()
    found = tries("moments", "1", "8")
    assert len(found) == 8
    for folder, _ in found:
        check(world, folder, old, monkeypatch)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(10))
def test_many_runs_killed_at_any_moment_leave_a_whole_file(world, monkeypatch, number):
    old = Path("world/game.toml").read_bytes()
    for folder, _ in tries("moments", str(number), "200"):
        check(world, folder, old, monkeypatch)
