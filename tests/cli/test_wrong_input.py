"""Wrong input of every kind: one clear line, the right exit code, and no file is touched."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pbem import store
from pbem.chain import open_game
from pbem.crypto import vault
from tests.cli.runner import in_home, pbem, run_line

ROOT = Path(__file__).parent.parent.parent
DONE, FAULT, USAGE, REFUSED, UNREADABLE = range(5)
#: The folder holds a game in each stage, documents, keys, and files that are nothing of the kind.
GAMES = ("invited.toml", "joining.toml", "accepting.toml", "playing.toml")
PEOPLE = ("mara", "anna", "ben", "cleo")
FIRST_STEPS = """
pbem new invited.toml --player anna --player ben --short --first anna --as mara.key
pbem join invited.toml -o join-anna.toml --as anna.key
pbem join invited.toml -o join-ben.toml --as ben.key
pbem adjudicate invited.toml join-anna.toml -o joining.toml --as mara.key
pbem adjudicate joining.toml join-ben.toml -o accepting.toml --as mara.key
pbem accept accepting.toml -o accept-anna.toml --as anna.key
pbem accept accepting.toml -o accept-ben.toml --as ben.key
pbem adjudicate accepting.toml accept-anna.toml accept-ben.toml -o playing.toml --as mara.key
pbem order playing.toml "place 1" -o order.toml --as anna.key
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wrong")
    with pytest.MonkeyPatch.context() as patch:
        in_home(folder, patch)
        patch.setattr(vault, "COST", (8192, 1, 1))
        Path("passphrase.txt").write_text("under the barn\n")
        for name in PEOPLE:
            assert pbem("key", "new", name, "-o", f"{name}.key", "--no-passphrase").code == DONE
        options = ("-o", "locked.key", "--passphrase-file", "passphrase.txt")
        assert pbem("key", "new", "anna", *options).code == DONE
        for line in FIRST_STEPS.split("\n"):
            assert not line or run_line(line).code == DONE, line
        lay_out_others()
    return folder


STATE = Path(".local/state/pbem")


def forget(file=None):
    """Let nothing have been seen or signed, but for a game that the desk has made last.

    The games of the folder are stages of one, and older ones are refused when newer are known.
    """
    for path in STATE.rglob("*"):
        if path.name in {"pin", "signed"}:
            path.unlink()
    if file is not None:
        data = Path(file).read_bytes()
        invite = open_game(data).chain.invitation.id.hex()
        (STATE / invite).mkdir(exist_ok=True)
        (STATE / invite / "signed").write_bytes(b'format = "pbem-signed-1"\n' + data)


def lay_out_others():
    for name, source in {
        "over.toml": "game/game.toml",
        "over-order.toml": "game/documents/030-anna-order.toml",
        "over-mara.key": "game/test-keys/mara.toml",
        "over-anna.key": "game/test-keys/anna.toml",
        "position.toml": "positions/evening.toml",
    }.items():
        shutil.copy(ROOT / "examples" / source, name)
    playing = Path("playing.toml").read_bytes()
    order = Path("order.toml").read_bytes()
    Path("edited.toml").write_bytes(playing.replace(b"cash = 5", b"cash = 9"))
    Path("cut.toml").write_bytes(playing[: len(playing) // 2])
    Path("later.toml").write_bytes(playing.replace(b"pbem-game-1", b"pbem-game-9"))
    Path("forged.toml").write_bytes(order.replace(b"place 1", b"place 2"))
    Path("utf16.toml").write_bytes(order.decode().encode("utf-16"))
    Path("letter.txt").write_text("Dear Mara, I pass.\n")
    Path("poem.txt").write_text("under the barn\nlies a count\n")
    Path("empty").write_bytes(b"")
    Path("binary").write_bytes(bytes(range(256)) * 8)
    Path("zeros").write_bytes(bytes(3 * 1024 * 1024))
    Path("folder").mkdir()
    Path("dangling").symlink_to("nowhere")
    Path("loop").symlink_to("loop")


@pytest.fixture(autouse=True)
def _there(folder, monkeypatch):
    in_home(folder, monkeypatch)
    forget()
    monkeypatch.setattr(store, "has_terminal", lambda: False)


def everything():
    """What lies in the folder, whatever its kind, but for what was seen of games."""
    return {
        path: path.read_bytes() if path.is_file() and path.stat().st_size < 1 << 20 else b""
        for path in Path().rglob("*")
        if path.name != "pin" and not (path.is_dir() and path.is_relative_to(STATE))
    }


def refused(command, code, phrase):
    """Run a command that must end with *code*, one error with *phrase*, and nothing changed."""
    games = [word for word in command.split() if word in GAMES]
    forget(games[0] if games else None)
    before = everything()
    answer = run_line(command)
    lines = answer.err.splitlines()
    assert answer.code == code, answer.err
    assert all(line.startswith("pbem: ") for line in lines), answer.err
    assert sum(line.startswith("pbem: error: ") for line in lines) == 1, answer.err
    assert phrase in answer.err
    assert everything() == before


# Each command that reads a game, on each thing that is none

SIGNING = " --as anna.key"
GAME_COMMANDS = [
    "show {}",
    "log {}",
    "audit {}",
    "moves {}",
    "join {} -o new" + SIGNING,
    "accept {} -o new" + SIGNING,
    "order {} pass -o new" + SIGNING,
    "adjudicate {} order.toml --as mara.key",
    "new new --player anna --player ben --supersedes {} --as mara.key",
]
NO_GAMES = [
    ("none.toml", UNREADABLE, "cannot be read: no such file or folder"),
    ("dangling", UNREADABLE, "cannot be read: no such file or folder"),
    ("folder", UNREADABLE, "cannot be read: is a folder, expected a file"),
    ("loop", UNREADABLE, "cannot be read: too many levels of symbolic links"),
    ("order.toml", UNREADABLE, "game file"),
    ("anna.key", UNREADABLE, "game file"),
    ("letter.txt", UNREADABLE, "game file"),
    ("empty", UNREADABLE, "game file"),
    ("binary", UNREADABLE, "game file"),
    ("/dev/null", UNREADABLE, "game file"),
    ("zeros", UNREADABLE, "expected at most 2097152 bytes, found more"),
    ("edited.toml", REFUSED, "the game file was changed after it was signed"),
    ("cut.toml", REFUSED, "its signature is missing at the end"),
    ("later.toml", REFUSED, 'expected format = "pbem-game-1"'),
]


@pytest.mark.parametrize(("file", "code", "phrase"), NO_GAMES, ids=[row[0] for row in NO_GAMES])
@pytest.mark.parametrize("command", GAME_COMMANDS, ids=lambda command: command.split()[0])
def test_file_that_is_no_sound_game_is_named(command, file, code, phrase):
    refused(f"pbem {command.format(file)}", code, phrase)
    answer = run_line(f"pbem {command.format(file)}")
    assert f"pbem: error: {file}: " in answer.err


NO_KEYS = [
    ("none.key", UNREADABLE, "cannot be read: no such file or folder"),
    ("folder", UNREADABLE, "cannot be read: is a folder, expected a file"),
    ("empty", UNREADABLE, "no key file"),
    ("letter.txt", UNREADABLE, "letter.txt: no TOML"),
    ("order.toml", UNREADABLE, "no key file"),
    ("playing.toml", UNREADABLE, "expected at most 4096 bytes, found more"),
    ("binary", UNREADABLE, "binary: "),
]
KEY_COMMANDS = [
    "show playing.toml --as {}",
    "log playing.toml --as {}",
    "audit playing.toml --as {}",
    "moves playing.toml --as {}",
    "join invited.toml -o new --as {}",
    "accept accepting.toml -o new --as {}",
    "order playing.toml pass -o new --as {}",
    "adjudicate playing.toml order.toml --as {}",
    "new new --player anna --as {}",
    "key show {}",
]


@pytest.mark.parametrize(("file", "code", "phrase"), NO_KEYS, ids=[row[0] for row in NO_KEYS])
@pytest.mark.parametrize("command", KEY_COMMANDS, ids=lambda command: command.split()[0])
def test_file_that_is_no_key_is_named(command, file, code, phrase):
    refused(f"pbem {command.format(file)}", code, phrase)


WRITING = [
    "key new dora --no-passphrase -o {}",
    "new {} --player anna --player ben --as mara.key",
    "join invited.toml -o {}" + SIGNING,
    "accept accepting.toml -o {}" + SIGNING,
    'order playing.toml "place 1" -o {}' + SIGNING,
    "adjudicate playing.toml order.toml -o {} --as mara.key",
]
NO_TARGETS = [
    ("invited.toml", REFUSED, "already exists"),
    ("invited.toml/", REFUSED, ""),
    ("folder --force", REFUSED, "is a folder, expected a file"),
    ("new/", REFUSED, "is a folder, expected a file"),
    ("none/new", REFUSED, "no such file or folder; nothing was changed"),
    ("letter.txt/new", REFUSED, "part of the path is a file"),
    ("loop --force", REFUSED, "too many levels of symbolic links"),
    ("''", USAGE, "expected the name of a file, found an empty text"),
]


@pytest.mark.parametrize(("target", "code", "phrase"), NO_TARGETS, ids=[r[0] for r in NO_TARGETS])
@pytest.mark.parametrize("command", WRITING, ids=lambda command: command.split()[0])
def test_what_cannot_be_written_is_not(command, target, code, phrase):
    refused(f"pbem {command.format(target)}", code, phrase)


FULL = ("/dev/full --force", REFUSED, "no space left on the disk; nothing was changed")


@pytest.mark.parametrize("command", [one for one in WRITING if not one.startswith("adjudicate")])
def test_full_disk_is_told(command):
    refused(f"pbem {command.format(FULL[0])}", *FULL[1:])


def test_game_that_did_not_fit_on_the_disk_is_written_by_the_next_run(tmp_path):
    forget("playing.toml")
    answer = run_line(f"pbem {WRITING[-1].format(FULL[0])}")
    assert answer.code == REFUSED
    assert FULL[2] in answer.err
    assert "hint: what was signed is kept: the next run writes it first" in answer.err
    answer = run_line(f"pbem {WRITING[-1].format(tmp_path / 'next.toml')}")
    assert answer.code == DONE
    assert answer.text.startswith("order.toml: already entry 3\n")
    assert len(open_game((tmp_path / "next.toml").read_bytes()).chain.hashes) == 4


# All the rest: command, exit code, what the error says

NEW = "new new --as mara.key --player anna --player ben "
MARA = " --as mara.key"
TABLE = [
    # the command line itself
    ("shwo playing.toml", USAGE, "no such command 'shwo'. Did you mean 'show'?"),
    ("ünal", USAGE, "no such command"),
    ("''", USAGE, "no such command ''"),
    ("--loud", USAGE, "no such option '--loud'"),
    ("show", USAGE, "missing argument 'GAME.toml'"),
    ("show ''", USAGE, "expected the name of a file, found an empty text"),
    ("show playing.toml over.toml", USAGE, "unexpected extra argument (over.toml)"),
    ("show playing.toml --loud", USAGE, "hint: see pbem show -h"),
    ("try position.toml --seed", USAGE, "hint: see pbem try -h"),
    ("audit", USAGE, "missing argument 'GAME.toml|EVIDENCE...'"),
    ("audit - - < playing.toml", USAGE, "standard input can be one file only"),
    ("show - < empty", UNREADABLE, "no game file"),
    # keys and passphrases
    ("show playing.toml --as locked.key", REFUSED, "a passphrase is needed"),
    ("key new dora -o new", REFUSED, "a passphrase is needed"),
    ("show playing.toml --as locked.key --passphrase-file letter.txt", REFUSED, "wrong passphrase"),
    ("show playing.toml --as locked.key --passphrase-file empty", REFUSED, "wrong passphrase"),
    ("show playing.toml --as locked.key --passphrase-file poem.txt", REFUSED, "in one line"),
    ("show playing.toml --as locked.key --passphrase-file none", UNREADABLE, "none: cannot be"),
    ("show playing.toml --as locked.key --passphrase-file folder", UNREADABLE, "is a folder"),
    ("show playing.toml --as locked.key --passphrase-file zeros", UNREADABLE, "at most 1024"),
    ("show playing.toml --as locked.key --passphrase-fd 999", UNREADABLE, "descriptor 999"),
    ("show playing.toml --as locked.key --passphrase-fd -1", USAGE, "not in the range"),
    ("show playing.toml --as locked.key --passphrase-fd x", USAGE, "'x' is not"),
    (
        "show playing.toml --as locked.key --passphrase-fd 0 --passphrase-file passphrase.txt",
        USAGE,
        "in one way only",
    ),
    ("show playing.toml --as ''", USAGE, "expected the name of a file"),
    ("key show", REFUSED, "hint: make one with `pbem key new NAME`"),
    ("key show mara.key anna.key", USAGE, "unexpected extra argument"),
    ("key lose", USAGE, "no such command 'lose'"),
    ("key new", USAGE, "missing argument 'NAME'"),
    ("key new '' -o new --no-passphrase", UNREADABLE, "'' cannot be a player's name"),
    ("key new Anna -o new --no-passphrase", UNREADABLE, "'Anna' cannot be a player's name"),
    ("key new ünal -o new --no-passphrase", UNREADABLE, "cannot be a player's name"),
    ("key new white -o new --no-passphrase", UNREADABLE, "white cannot be a player's name"),
    ("key new dora -o new --passphrase-file empty", REFUSED, "the passphrase is empty"),
    ("key new dora -o new --passphrase-file passphrase.txt --no-passphrase", USAGE, "one way only"),
    ("join invited.toml", REFUSED, "no key found at "),
    # terms
    ("new new --as mara.key", USAGE, "missing option '--player'"),
    ("new new --player anna", REFUSED, "no key found at "),
    (f"{NEW} --player ''", UNREADABLE, "'' cannot be a player's name"),
    (f"{NEW} --player ünal", UNREADABLE, "cannot be a player's name"),
    (f"{NEW} --player anna", UNREADABLE, "two players are called anna"),
    (f"{NEW} --player cleo --player dora --player emil", UNREADABLE, "1 to 4 players, found 5"),
    (f"{NEW} --player cleo=", USAGE, "cleo: expected a fingerprint"),
    (f"{NEW} --player cleo=ü", USAGE, "cleo: expected a fingerprint"),
    (f"{NEW} --first zoe", UNREADABLE, "zoe"),
    (f"{NEW} --variant ü", UNREADABLE, "unknown variant"),
    (f"{NEW} --module ü", UNREADABLE, "unknown module"),
    (f"{NEW} --ruling ü=1", UNREADABLE, "unknown ruling"),
    (f"{NEW} --ruling reshuffle", USAGE, "expected NAME=VALUE, found 'reshuffle'"),
    (f"{NEW} --ruling reshuffle=never", UNREADABLE, "unknown value of the ruling reshuffle"),
    (f"{NEW} --ruling reshuffle=at-once --ruling reshuffle=at-once", USAGE, "stands twice"),
    (f"{NEW} --correct monk.rank=99", UNREADABLE, "monk.rank is 99"),
    (f"{NEW} --correct monk.rank=-1", UNREADABLE, "monk.rank is '-1'"),
    (f"{NEW} --correct monk.rank=٣", UNREADABLE, "monk.rank is "),
    (f"{NEW} --correct monk.rank={'9' * 5000}", UNREADABLE, "expected a number"),
    (f"{NEW} --correct monk.size=1", UNREADABLE, "monk.size"),
    (f"{NEW} --correct ü.rank=1", UNREADABLE, "there is no card"),
    (f"{NEW} --supersedes invited.toml", REFUSED, "invited.toml has no genesis yet"),
    # joining
    ("join invited.toml --door 9" + SIGNING, USAGE, "9 is not in the range"),
    ("join invited.toml --door x" + SIGNING, USAGE, "'x' is not"),
    ("join invited.toml --as cleo.key", REFUSED, "no seat is called cleo like your key"),
    ("join invited.toml --seat zoe" + SIGNING, REFUSED, "zoe is not invited"),
    ("join invited.toml --seat ünal" + SIGNING, REFUSED, "ünal is not invited"),
    ("join invited.toml --seat ''" + SIGNING, REFUSED, "is not invited"),
    ("join invited.toml --seat 'anna\"'" + SIGNING, REFUSED, "is not invited"),
    ("join invited.toml --seat anna" + MARA, REFUSED, "is the moderator's, which holds no seat"),
    ("join joining.toml --seat ben" + SIGNING, REFUSED, "has the seat of anna already"),
    ("join joining.toml --seat anna --as cleo.key", REFUSED, "the seat of anna is taken by"),
    ("join joining.toml --door 3" + SIGNING, REFUSED, "anna has joined already with this key"),
    ("join accepting.toml" + SIGNING, REFUSED, "the game is accepting: registrations are over"),
    ("join playing.toml" + SIGNING, REFUSED, "holds, or held, a seat of this game"),
    ("join over.toml" + SIGNING, REFUSED, "the game is over: registrations are over"),
    # accepting
    ("accept invited.toml" + SIGNING, REFUSED, "the game is invited: still to join: anna, ben"),
    ("accept accepting.toml --as cleo.key", REFUSED, "holds no seat of this game"),
    ("accept accepting.toml" + MARA, REFUSED, "holds no seat of this game"),
    ("accept playing.toml" + SIGNING, REFUSED, "the game is playing: all have accepted"),
    ("accept over.toml --as over-anna.key", REFUSED, "the game is over: all have accepted"),
    # orders
    ("order playing.toml" + SIGNING, USAGE, "missing argument 'ORDER'"),
    ("order playing.toml ''" + SIGNING, UNREADABLE, "order"),
    ("order playing.toml 'kill é'" + SIGNING, UNREADABLE, "no word of an order: '\\xe9'"),
    ("order playing.toml 'place \x1b[1m'" + SIGNING, UNREADABLE, "\\x1b[1m"),
    ("order playing.toml 'place\n1'" + SIGNING, UNREADABLE, "no word of an order"),
    (f"order playing.toml 'place {'1 ' * 9999}'" + SIGNING, UNREADABLE, "at most 1000 characters"),
    ("order playing.toml 'place 1 1'" + SIGNING, REFUSED, "room 1 is named twice"),
    ("order playing.toml 'place 9'" + SIGNING, REFUSED, "there is no open room 9"),
    ("order playing.toml 'kill 1'" + SIGNING, REFUSED, "the question is another one"),
    ("order playing.toml 'place 2'" + SIGNING, REFUSED, "you have signed 'place 1' already"),
    ("order playing.toml 'place 1' --as ben.key", REFUSED, "ben is not asked; asked now: anna"),
    ("order playing.toml 'place 1' --as cleo.key", REFUSED, "holds no seat of this game"),
    ("order playing.toml 'place 1'" + MARA, REFUSED, "holds no seat of this game"),
    ("order invited.toml pass" + SIGNING, REFUSED, "which is invited"),
    ("order accepting.toml pass" + SIGNING, REFUSED, "the game is accepting: no orders yet"),
    ("order over.toml pass --as over-anna.key", REFUSED, "the game is over"),
    ("order position.toml pass" + SIGNING, UNREADABLE, "position.toml: no game file"),
    # adjudication
    ("adjudicate playing.toml" + MARA, USAGE, "name at least one document"),
    ("adjudicate playing.toml ''" + MARA, USAGE, "expected the name of a file"),
    ("adjudicate playing.toml - -" + MARA, USAGE, "standard input can be one file only"),
    ("adjudicate - - -o new" + MARA, USAGE, "standard input can be one file only"),
    ("adjudicate - order.toml < playing.toml" + MARA, USAGE, "name with -o where to write"),
    ("adjudicate playing.toml order.toml --json -o -" + MARA, USAGE, "cannot both go to"),
    ("adjudicate none/game.toml order.toml" + MARA, UNREADABLE, "none: no such file or folder"),
    ("adjudicate playing.toml order.toml" + SIGNING, REFUSED, "the moderator of this game is"),
    ("adjudicate playing.toml none.toml" + MARA, UNREADABLE, "none.toml: cannot be read"),
    ("adjudicate playing.toml folder" + MARA, UNREADABLE, "folder: cannot be read: is a folder"),
    ("adjudicate playing.toml zeros" + MARA, UNREADABLE, "zeros: expected at most 1048576 bytes"),
    ("adjudicate playing.toml empty" + MARA, UNREADABLE, "empty: the document is empty"),
    ("adjudicate playing.toml - < empty" + MARA, UNREADABLE, "-: the document is empty"),
    ("adjudicate playing.toml binary" + MARA, UNREADABLE, "binary: not a pbem document"),
    ("adjudicate playing.toml letter.txt" + MARA, UNREADABLE, "letter.txt: not a pbem document"),
    ("adjudicate playing.toml utf16.toml" + MARA, REFUSED, "utf16.toml: damaged document"),
    ("adjudicate playing.toml forged.toml" + MARA, REFUSED, "or it was changed"),
    ("adjudicate playing.toml anna.key" + MARA, REFUSED, "anna.key: "),
    ("adjudicate playing.toml position.toml" + MARA, REFUSED, "position.toml: "),
    ("adjudicate playing.toml playing.toml" + MARA, REFUSED, "playing.toml: it is a game file"),
    ("adjudicate playing.toml over-order.toml" + MARA, REFUSED, "or it was changed"),
    (
        "adjudicate invited.toml order.toml" + MARA,
        REFUSED,
        "no order is taken before all have joined",
    ),
    ("adjudicate invited.toml accept-ben.toml" + MARA, REFUSED, "before all have joined"),
    ("adjudicate accepting.toml order.toml" + MARA, REFUSED, "the game is accepting"),
    ("adjudicate over.toml order.toml --take-over --as over-mara.key", REFUSED, "was changed"),
    ("adjudicate invited.toml --reseat anna" + MARA, REFUSED, "nobody has the seat 'anna'"),
    ("adjudicate invited.toml --reseat é" + MARA, REFUSED, "nobody has the seat '\\xe9'"),
    ("adjudicate playing.toml --reseat anna" + MARA, REFUSED, "seats are fixed by the genesis"),
    # readers
    ("log playing.toml --since -1", USAGE, "-1 is not in the range"),
    ("log playing.toml --since one", USAGE, "'one' is not"),
    ("moves playing.toml --player zoe", USAGE, "expected anna or ben, found 'zoe'"),
    ("moves playing.toml --player ''", USAGE, "expected anna or ben, found ''"),
    ("moves playing.toml --player ünal", USAGE, "expected anna or ben, found"),
    ("moves invited.toml", REFUSED, "the game is invited: no orders yet"),
    ("moves accepting.toml", REFUSED, "the game is accepting: no orders yet"),
    # positions
    ("try playing.toml", UNREADABLE, "playing.toml: "),
    ("try letter.txt", UNREADABLE, "letter.txt: "),
    ("try binary", UNREADABLE, "binary: "),
    ("try empty", UNREADABLE, "empty: "),
    ("try zeros", UNREADABLE, "zeros: expected at most"),
    ("try none.toml", UNREADABLE, "none.toml: cannot be read"),
    ("try position.toml 'zoe: pass'", UNREADABLE, "there is no player 'zoe'"),
    ("try position.toml 'é: pass'", UNREADABLE, "there is no player '\\xe9'"),
    ("try position.toml 'carl: é'", UNREADABLE, "no word of an order"),
    ("try position.toml ''", UNREADABLE, "order"),
    ("try position.toml :", UNREADABLE, "there is no player ''"),
    ("try position.toml 'carl: place 99'", REFUSED, "there is no open room 99"),
    # the demonstration
    ("demo ''", USAGE, "expected the name of a file"),
    ("demo empty", REFUSED, "empty: is not an empty folder"),
    ("demo .", REFUSED, ".: is not an empty folder"),
    ("demo loop", REFUSED, "loop: is not an empty folder"),
    ("demo letter.txt/demo", REFUSED, "part of the path is a file"),
    ("demo one two", USAGE, "unexpected extra argument (two)"),
    ("demo new --players 5", USAGE, "5 is not in the range"),
]


@pytest.mark.parametrize(("command", "code", "phrase"), TABLE, ids=[row[0][:60] for row in TABLE])
def test_wrong_input_is_refused_in_one_line(command, code, phrase):
    refused(f"pbem {command}", code, phrase)


# State, streams, odd names


@pytest.mark.parametrize(
    "command",
    [
        "join invited.toml" + SIGNING,
        "accept accepting.toml" + SIGNING,
        "order playing.toml 'place 1'" + SIGNING,
        "adjudicate playing.toml order.toml" + MARA,
        "late playing.toml anna --date 2024-11-30" + MARA,
    ],
)
def test_signer_whose_state_cannot_be_written_is_refused(command, folder):
    refused(f"XDG_STATE_HOME={folder}/empty pbem {command}", REFUSED, f"{folder}/empty/pbem")


def test_reader_needs_no_state(folder):
    assert run_line(f"XDG_STATE_HOME={folder}/empty pbem show playing.toml --as anna.key").code == 0


@pytest.mark.parametrize(
    "command", ["accept accepting.toml" + SIGNING, "order playing.toml 'place 1'" + SIGNING]
)
def test_memory_that_is_damaged_is_named(command, tmp_path):
    state = f"XDG_STATE_HOME={tmp_path}"
    assert run_line(f"{state} pbem {command}").code == 0
    (memory,) = (path for path in tmp_path.rglob("*") if path.is_file() and path.name != "pin")
    memory.write_bytes(b"format = ")
    refused(f"{state} pbem {command}", UNREADABLE, f"pbem: error: {memory}: ")


def shell(command):
    """Run a command with the streams that only a shell can make."""
    program = f"{shlex.quote(sys.executable)} -m pbem"
    environment = os.environ | {"PYTHONPATH": str(ROOT), "HOME": os.getcwd()}
    return subprocess.run(
        ["sh", "-c", command.replace("pbem ", f"{program} ", 1)],
        capture_output=True,
        check=False,
        text=True,
        env=environment,
    )


@pytest.mark.parametrize(
    ("command", "code", "phrase"),
    [
        ("pbem show playing.toml >&-", REFUSED, "standard output is closed"),
        ("pbem audit playing.toml --json >/dev/full", REFUSED, "no space left on device"),
        ("pbem moves position.toml --all >/dev/full", REFUSED, "no space left on device"),
        ("pbem join invited.toml --as anna.key >&-", REFUSED, "standard output is closed"),
        ("pbem join invited.toml --as anna.key >/dev/full", REFUSED, "no space left on device"),
        ("pbem show - <&-", UNREADABLE, "standard input: is closed"),
        ("pbem adjudicate playing.toml - --as mara.key <&-", UNREADABLE, "-: standard input"),
    ],
)
def test_stream_that_is_closed_or_full_is_told(command, code, phrase):
    before = everything()
    ended = shell(command)
    assert (ended.returncode, ended.stdout) == (code, "")
    assert phrase in ended.stderr
    assert "Traceback" not in ended.stderr
    assert everything() == before


@pytest.mark.parametrize("redirection", [">/dev/full", ">&-", "--json >/dev/full"])
def test_game_that_was_written_is_no_failure_if_the_answer_is_lost(tmp_path, redirection):
    command = f"pbem adjudicate playing.toml order.toml -o {tmp_path}/next.toml --as mara.key"
    ended = shell(f"{command} {redirection}")
    assert ended.returncode == DONE
    assert f"warning: wrote {tmp_path}/next.toml, but the answer cannot be printed" in ended.stderr
    assert pbem("audit", f"{tmp_path}/next.toml").code == DONE


def test_closed_standard_error_stops_nothing():
    ended = shell("pbem show playing.toml 2>&-")
    assert ended.returncode == DONE
    assert "anna is asked to place the traveler." in ended.stdout


@pytest.mark.parametrize("name", ["é.toml", "\udcff.toml", "\x1b[31m.toml", "a b.toml"])
def test_file_may_have_any_name(tmp_path, name):
    path = tmp_path / name
    shutil.copy("playing.toml", path)
    answer = pbem("audit", str(path))
    assert answer.code == DONE
    assert "\x1b" not in answer.text
    assert answer.text.endswith(".toml: sound so far\n")
    assert pbem("adjudicate", str(path), "order.toml", "--as", "mara.key").code == DONE


def test_moderator_who_takes_a_seat_is_warned(tmp_path):
    answer = pbem(
        *("new", str(tmp_path / "new.toml"), "--player", "mara", "--player", "anna"),
        *("--as", "mara.key"),
    )
    assert answer.code == DONE
    assert "pbem: warning: mara needs another key than yours to join" in answer.err
