"""A run of the desk that is killed at any write goes on where it was: same games, same answers."""

from __future__ import annotations

import datetime as dt
import email
import os
import shutil
from pathlib import Path

import pytest

from pbem.chain import open_game
from pbem.cli import desk as commands
from pbem.render import engine
from tests.killing import KILLED, tries
from tests.post.world import World, mail
from tests.trust import table

ARGUMENTS = ["desk", "run", "desk", "--once", "--as", "mod.key"]


def prepare():
    """Let the clock stand still, and make the templates once for all runs."""
    commands.now = lambda: dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC)
    for template in ("mailboard.html.jinja", "mail.html.jinja"):
        engine.templates().get_template(template)


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


def check(step, *calls):
    ways = dict.fromkeys(calls, ("before",))
    found = tries("world", ARGUMENTS, ways, step=step, again=True, prepare=prepare)
    assert all(one.status == (KILLED if one.reached else 0) for one in found)
    assert [one.again for one in found] == [0] * len(found)
    expected = outcome(next(one.folder for one in found if not one.reached))
    _, sent, put_away, left = expected
    # Five answers about orders and one that there was none; the news for three who did not write.
    assert len(sent) == len(set(sent)) == 7
    assert sum(map(len, put_away.values())) == 10 + 5
    assert left == []
    for one in found:
        assert outcome(one.folder) == expected, one.folder
        shutil.rmtree(one.folder)
    return len(found)


def test_run_killed_at_some_moves_goes_on_where_it_was(world):
    assert check(4, "rename", "replace", "rmdir") > 10


def test_run_killed_at_some_writes_goes_on_where_it_was(world):
    assert check(19, "write", "fsync", "unlink", "mkdir") > 8


@pytest.mark.soak
def test_run_killed_at_any_call_of_the_system_goes_on_where_it_was(world):
    check(1, "write", "fsync", "open", "unlink", "mkdir", "close", "link")


@pytest.mark.soak
def test_run_killed_at_any_move_goes_on_where_it_was(world):
    check(1, "rename", "replace", "rmdir")
