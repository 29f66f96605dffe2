"""A run of the desk that is killed at any write goes on where it was: same games, same answers.

One process imports the program and forks for each try. The child kills itself at the chosen call of
the system; another one runs the desk again.
"""

from __future__ import annotations

import email
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.chain import open_game
from tests.post.world import World, mail
from tests.trust import table

ROOT = Path(__file__).parent.parent.parent

# Prints one line for each try: the folder, how the child ended, and how the next run did.
PROGRAM = """
import datetime, json, os, shutil, signal, sys
from pbem.cli import post
from pbem.cli.main import run
from pbem.mail import compose, message
from pbem.post import building, run as running
from pbem.render import engine

# Made once for all children.
for template in ("mailboard.html.jinja", "mail.html.jinja"):
    engine.templates().get_template(template)

post.now = lambda: datetime.datetime(2026, 11, 30, 12, tzinfo=datetime.timezone.utc)
STEP = int(sys.argv[1])

def child(folder, prepare):
    pid = os.fork()
    if not pid:
        os.chdir(folder)
        os.environ["HOME"] = os.getcwd()
        null = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(null, stream)
        prepare()
        os._exit(run(["desk", "run", "desk", "--once", "--as", "mod.key"]))
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])

def armed(name, number):
    real, count = getattr(os, name), 0
    def call(*arguments, **words):
        nonlocal count
        count += 1
        if count == number:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*arguments, **words)
    setattr(os, name, call)

def attempt(name, number):
    folder = f"try-{name}-{number}"
    shutil.copytree("world", folder)
    ended = child(folder, lambda: armed(name, number))
    again = child(folder, lambda: None)
    print(json.dumps([folder, ended, again]), flush=True)
    return ended

for name in sys.argv[2:]:
    number = 1
    while attempt(name, number):
        number += STEP if name in ("write", "fsync", "open", "unlink", "mkdir") else 1
"""


@pytest.fixture
def world(tmp_path, monkeypatch):
    """A desk with two games and ten messages that have just come."""
    folder = tmp_path / "world"
    folder.mkdir()
    world = World(folder, monkeypatch)
    inn = table.midgame().split()
    tavern = table.Table(71, ["carla", "dan"], moderator=inn.moderator).join().accept().play(6)
    world.lay("inn", inn).lay("tavern", tavern).told()
    for path in (world.root / "out" / "cur").iterdir():
        path.unlink()
    for message in messages(inn, tavern.order(tavern.asked())):
        world.put(message)
    monkeypatch.chdir(tmp_path)
    return world


def messages(at, other):
    """Ten messages: two documents of one game in two ways each, and what is of no use."""
    name = at.asked()
    idle = next(one for one in at.seeds if one != name)
    first, second = at.order(name), at.order(name, revision=1)
    return [
        mail(first, f"{name}@players.example"),
        mail(first, f"{name}@players.example", Message_ID="<again@players.example>"),
        mail(second, f"{name}@players.example"),
        mail(at.order(idle, "pass"), f"{idle}@players.example"),
        mail(other, "carla@players.example"),
        mail("Thanks!\n", f"{idle}@players.example"),
        mail("Thanks again!\n", f"{idle}@players.example"),
        mail("I am away.\n", f"{idle}@players.example", Auto_Submitted="auto-replied"),
        mail("It was not delivered.\n", "MAILER-DAEMON@players.example", Return_Path="<>"),
        mail(at.order(name, seed=bytes(32)), "stranger@elsewhere.example"),
    ]


def outcome(folder):
    """What a desk has come to: the games, the mails and where the messages are."""
    desk = Path(folder, "desk")
    games = {
        path.name: open_game(path.read_bytes()).chain.head
        for path in (desk / "games").glob("*.toml")
    }
    mails = [email.message_from_bytes(path.read_bytes()) for path in (desk / "out/new").iterdir()]
    sent = sorted(f"{one['Message-ID']} to {one['To']}" for one in mails)
    put_away = {part: visible(desk / part) for part in ("done", "refused")}
    left = [part for part in ("spool", "pending", "ready", "in/new") if visible(desk / part)]
    return games, sent, put_away, left


def visible(folder):
    """What lies in a folder, but for files that were not written to their end."""
    return sorted(name for name in os.listdir(folder) if not name.startswith(".pbem-"))


def tries(step, *calls):
    """The folders in which a run was killed, or came to its end, and the next one was made."""
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(step), *calls],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        text=True,
    )
    assert ended.returncode == 0, ended.stderr
    return [json.loads(line) for line in ended.stdout.splitlines()]


def check(step, *calls):
    found = tries(step, *calls)
    whole = {folder: ended for folder, ended, _ in found if ended != -signal.SIGKILL}
    assert list(whole.values()) == [0] * len(calls)
    assert [again for _, _, again in found] == [0] * len(found)
    expected = outcome(next(iter(whole)))
    _, sent, put_away, left = expected
    # Five answers about orders and one that there was none; the news for three who did not write.
    assert len(sent) == len(set(sent)) == 7
    assert sum(map(len, put_away.values())) == 10 + 5
    assert left == []
    for folder, _, _ in found:
        assert outcome(folder) == expected, folder
        shutil.rmtree(folder)
    return len(found)


def test_run_killed_at_a_move_goes_on_where_it_was(world):
    assert check(1, "rename", "replace", "rmdir") > 40


def test_run_killed_at_some_writes_goes_on_where_it_was(world):
    assert check(9, "write", "fsync", "unlink", "mkdir") > 20


@pytest.mark.soak
def test_run_killed_at_any_call_of_the_system_goes_on_where_it_was(world):
    check(1, "write", "fsync", "open", "unlink", "mkdir", "close", "link")
