"""Commands that write, while the disk fails or fills or the process is killed: nothing is lost.

Every file is the old one or the new one, whole; the same command, run again, comes to the same end
as if nothing had happened; and the moderator never lets two entries of one number out.
"""

from __future__ import annotations

import functools
import os
import re
import shutil
from pathlib import Path

import pytest

from pbem import pins, player
from pbem.chain import open_game
from pbem.crypto.vault import unlock
from pbem.formats import flat, keyfile
from tests.cli.runner import in_home, pbem
from tests.killing import KILLED, tries
from tests.trust import table
from tests.trust.folder import STATE, branches, lay

pytestmark = pytest.mark.usefixtures("home", "known_keys")

CALLS = ["write", "fsync", "replace", "link"]
REFUSED, UNREADABLE = 3, 4
MORE_CALLS = ["open", "unlink", "mkdir", "fchmod", "close"]
DATE = "2024-11-30"
#: Files that hold a game.
GAMES = {"game.toml", "next.toml", "signed"}
HEADER = b'format = "pbem-signed-1"\n'


# What lies there, and the command


def own_key():
    return ("key", "new", "anna", "--no-passphrase")


def new():
    lay_all(table.invited())
    Path("game.toml").unlink()
    return ("new", "game.toml", "--player", "anna", "--player", "ben", "--short", "--as", "mod.key")


def join():
    lay_all(table.invited())
    return ("join", "game.toml", "-o", "out", "--as", "ben.key")


def accept():
    lay_all(table.accepting())
    return ("accept", "game.toml", "-o", "out", "--as", "anna.key")


def order():
    at = table.dealt().split()
    lay_all(at)
    name = at.asked()
    return ("order", "game.toml", at.words(name), "-o", "out", "--as", f"{name}.key")


def sealed_order():
    at = table.drafting().split()
    lay_all(at)
    name = at.asked()
    return ("order", "game.toml", at.words(name), "-o", "out", "--as", f"{name}.key")


def last_registration():
    at = table.Table(7, ["anna", "ben"]).join("anna")
    lay_all(at)
    recorded(at)
    assert pbem("join", "game.toml", "-o", "document", "--as", "ben.key").code == 0
    shutil.rmtree(STATE / at.chain.invitation.id.hex() / "pin", ignore_errors=True)
    return ("adjudicate", "game.toml", "document", "--as", "mod.key")


def last_consent():
    at = table.accepting()
    lay_all(at)
    Path("document").write_bytes(at.consent("anna"))
    return ("adjudicate", "game.toml", "document", "--as", "mod.key")


def taken_order():
    orders()
    return ("adjudicate", "game.toml", "document", "--as", "mod.key")


def taken_order_elsewhere():
    return (*taken_order(), "-o", "next.toml")


def taken_order_with_receipt():
    return (*taken_order(), "--receipt", "receipt", "--force")


def late():
    at = table.dealt().split()
    name = at.asked()
    lay_all(at)
    Path("rival").write_bytes(at.order(name))
    return ("late", "game.toml", name, "--date", DATE, "--as", "mod.key")


def newer_game():
    at = table.dealt().split()
    lay_all(at)
    assert pbem("show", "game.toml").code == 0
    Path("game.toml").write_bytes(at.play(2).data())
    return ("audit", "game.toml")


def fork():
    one, other = branches(table.dealt())
    lay_all(one)
    assert pbem("show", "game.toml").code == 0
    Path("game.toml").write_bytes(other.data())
    return ("audit", "game.toml")


WORLDS = {
    one.__name__: one
    for one in (
        *(own_key, new, join, accept, order, sealed_order, last_registration, last_consent),
        *(taken_order, taken_order_elsewhere, taken_order_with_receipt, late, newer_game, fork),
    )
}
#: Those that are tried without `-m soak`; each of the others does a part of what one of them does.
SAMPLE = [
    name
    for name in WORLDS
    if name not in {"order", "last_registration", "taken_order", "taken_order_elsewhere"}
]
#: Those that can do without remembering.
READERS = ("newer_game", "fork")
#: Those in which another order for the same question lies there.
HAND_IN_RIVAL = ("adjudicate", "game.toml", "rival", "--as", "mod.key")
RIVALS = ("taken_order", "taken_order_elsewhere", "taken_order_with_receipt", "late")


def lay_all(at):
    lay(at)
    table.keep_desk(".local/state")


def recorded(at):
    """Let the game have been made at this desk."""
    folder = STATE / at.chain.invitation.id.hex()
    folder.mkdir()
    (folder / "signed").write_bytes(HEADER + Path("game.toml").read_bytes())


def orders():
    """Two orders for one question."""
    at = table.dealt().split()
    lay_all(at)
    one, other = branches(at)
    Path("document").write_bytes(one.documents[-1])
    Path("rival").write_bytes(other.documents[-1])
    return at


# What became of it


@functools.cache
def meaning(name, data):
    """What a file says, but for what is random in it. Raises for one that is not whole."""
    if name in GAMES:
        chain = open_game(data.removeprefix(HEADER)).chain
        return tuple(chain.hashes), tuple(sorted(chain.seats))
    if name == "key.toml":
        key = keyfile.loads(data)
        assert unlock(key, None)
        return key.name
    if ".choice-" in name:
        document = bytes.fromhex(name.rpartition("-")[2])
        return player.recalled_choice(data, document)
    if ".order-" in name:
        words, _, document = data.partition(b"\n")
        return words, meaning("out", document)
    if data.startswith((b'format = "pbem-order-', b'format = "pbem-receipt-')):
        region, _ = flat.split(data)
        content = flat.read(flat.kind_of(region), region)
        return tuple(content[key] for key in content if key not in {"box", "date"})
    return data


def files(folder):
    """What all files below a folder say, by their names; temporary ones are left out."""
    found = {}
    for path, _, names in os.walk(folder):
        for name in names:
            if name.startswith(".pbem-") and name.endswith(".tmp"):
                continue
            short = re.sub("choice-[0-9a-f]{64}", "choice", f"{path}/{name}".removeprefix(folder))
            assert short not in found
            found[short] = meaning(name, Path(path, name).read_bytes())
    return found


def run_in(folder, monkeypatch, *arguments):
    with monkeypatch.context() as patch:
        in_home(Path(folder).resolve(), patch)
        return pbem(*arguments)


def hold(name, calls, how, monkeypatch):
    """Hold a command against the ways to fail; the codes with which it ended."""
    folder = Path(name)
    folder.mkdir()
    with monkeypatch.context() as patch:
        in_home(folder.resolve(), patch)
        arguments = WORLDS[name]()
    old = files(name)
    shutil.copytree(name, f"{name}-done")
    code = run_in(f"{name}-done", monkeypatch, *arguments).code
    new = files(f"{name}-done")
    assert new != old
    codes = set()
    for where, status, reached, _ in tries(name, arguments, dict.fromkeys(calls, how)):
        if not reached:
            assert status == code, where
            shutil.rmtree(where)
            continue
        codes.add(status)
        assert status in {code, REFUSED, UNREADABLE, KILLED}, (where, status)
        found = files(where)
        check_whole(found, old, new, where)
        # Only what a reader remembers may be missing although all went well.
        assert found == new or status != 0 or name in READERS, where
        if name in RIVALS:
            check_one_history(where, monkeypatch)
        check_again(where, arguments, code, monkeypatch)
        assert files(where) == new, where
    return codes


def check_again(where, arguments, code, monkeypatch):
    """The same command ends as it would have, or says that there is nothing left to do."""
    again = run_in(where, monkeypatch, *arguments)
    if "already exists" not in again.err:
        assert again.code == code, f"{where}\n{again.err}"


def check_whole(found, old, new, where):
    """Each file is the old one or the new one, and none that was there is lost."""
    assert old.keys() <= found.keys() <= old.keys() | new.keys(), where
    for name, says in found.items():
        assert says in (old.get(name), new.get(name)), (where, name)


def check_one_history(where, monkeypatch):
    """What was let out, or kept as signed, stands whatever is handed in next."""
    other = f"{where}-rival"
    shutil.copytree(where, other)
    before = heads(other)
    run_in(other, monkeypatch, *HAND_IN_RIVAL)
    for one in before:
        for after in heads(other):
            assert pins.relation(one, after)[0] is not pins.Relation.FORK, where


def heads(folder):
    """The histories in a folder: game files, the record, the pin."""
    found = files(folder)
    games = [says[0] for name, says in found.items() if name.rpartition("/")[2] in GAMES]
    return games + [pins.loads(says).hashes for name, says in found.items() if "/pin" in name]


@pytest.mark.parametrize("name", SAMPLE)
def test_nothing_is_lost_when_a_write_is_the_last_thing_done(name, monkeypatch):
    assert KILLED in hold(name, CALLS, ["before"], monkeypatch)


@pytest.mark.parametrize("name", ["sealed_order", "taken_order_with_receipt"])
def test_nothing_is_lost_when_a_write_fails(name, monkeypatch):
    assert REFUSED in hold(name, CALLS, ["ENOSPC"], monkeypatch)


@pytest.mark.soak
@pytest.mark.parametrize("name", WORLDS)
def test_nothing_is_lost_when_the_disk_fails_at_any_call(name, monkeypatch):
    assert hold(name, [*CALLS, *MORE_CALLS], ["EIO"], monkeypatch)


@pytest.mark.soak
@pytest.mark.parametrize("name", WORLDS)
def test_nothing_is_lost_when_the_disk_is_full_at_any_call(name, monkeypatch):
    assert hold(name, [*CALLS, *MORE_CALLS], ["ENOSPC"], monkeypatch)


@pytest.mark.soak
@pytest.mark.parametrize("name", WORLDS)
def test_nothing_is_lost_when_the_process_is_killed_around_any_call(name, monkeypatch):
    calls = [*CALLS, *MORE_CALLS]
    assert hold(name, calls, ["before", "after", "half"], monkeypatch) == {KILLED}
