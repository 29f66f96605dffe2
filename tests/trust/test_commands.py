"""Signed play at the command line, where only files, folders and processes can go wrong."""

from __future__ import annotations

import fcntl
import json
import os
import re
import stat
import tomllib
from pathlib import Path

import pytest

from pbem.chain import office, open_game
from pbem.crypto.sealing import seal
from tests.cli.runner import pbem
from tests.trust import table
from tests.trust.folder import adjudicate, head, lay, write

pytestmark = pytest.mark.usefixtures("own_desk")


# One document, one answer


def test_document_already_there_leaves_the_file_byte_for_byte(at):
    before = Path("game.toml").read_bytes()
    answer = adjudicate(write("old", at.documents[-1]))
    assert answer.code == 0
    assert answer.text.startswith(f"old: already entry {at.chain.head.number}\n")
    assert Path("game.toml").read_bytes() == before


def test_refused_document_leaves_the_file_byte_for_byte(at):
    before = Path("game.toml").read_bytes()
    assert adjudicate(write("bad", at.order(at.asked(), seed=bytes(32)))).code == 3
    assert Path("game.toml").read_bytes() == before


def test_good_documents_are_applied_and_the_bad_one_gives_the_code(at):
    good = write("good", at.order(at.asked()))
    bad = write("bad", at.order(at.asked(), seed=bytes(32), revision=7))
    answer = adjudicate(bad, good)
    assert answer.code == 3
    assert head().number == at.chain.head.number + 1
    assert "pbem: error: bad: " in answer.err
    assert "good: entry " in answer.text


@pytest.mark.parametrize(
    ("contents", "code"), [(["hello"], 4), (["hello", "refused"], 3), (["refused", "hello"], 3)]
)
def test_refusal_counts_more_than_what_cannot_be_read(at, contents, code):
    refused = at.order(at.asked(), seed=bytes(32))
    names = [
        write(f"{number}", refused if content == "refused" else content.encode())
        for number, content in enumerate(contents)
    ]
    assert adjudicate(*names).code == code


def test_missing_document_does_not_stop_the_others(at):
    answer = adjudicate("nowhere", write("good", at.order(at.asked())))
    assert answer.code == 4
    assert head().number == at.chain.head.number + 1


def test_order_set_aside_is_told_and_gives_the_code_of_a_refusal(at):
    seq = at.chain.seats[at.asked()].seq
    answer = adjudicate(write("ahead", at.order(at.asked(), seq=seq + 2)))
    assert answer.code == 3
    assert "ahead: set aside: seq: order " in answer.err


SPELLINGS = {
    "an apostrophe": ('order = "', "order = '"),
    "an apostrophe block": ('order = "', "order = '''"),
    "a comment": ("\nseq", "\n# mine\nseq"),
    "a blank line": ("\nseq", "\n\nseq"),
    "a backslash": ('order = "', 'order = "\\u0061'),
    "padding": ("seq = ", "seq =  "),
    "padding in front": ("\nseq", "\n seq"),
    "true for a number": ("\nrevision = 0", "\nrevision = true"),
}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_order_in_another_spelling_leaves_the_file_byte_for_byte(at, spelling):
    name = at.asked()
    region = table.flat.split(at.order(name))[0]
    old, new = (text.encode() for text in SPELLINGS[spelling])
    assert old in region
    region = region.replace(old, new, 1)
    signature = table.sign(table.keys.identity_key(at.seeds[name]), "order", region)
    before = Path("game.toml").read_bytes()
    answer = adjudicate(write("bad", table.flat.join(region, signature)))
    assert answer.code in (3, 4)
    assert answer.out == b""
    assert Path("game.toml").read_bytes() == before


# Where the game is written


def test_game_is_written_elsewhere_and_the_old_one_stays(at):
    before = Path("game.toml").read_bytes()
    order = write("order", at.order(at.asked()))
    assert adjudicate(order, "-o", "next.toml").code == 0
    assert Path("game.toml").read_bytes() == before
    after = open_game(Path("next.toml").read_bytes()).chain.head
    assert after.number == at.chain.head.number + 1


def test_second_order_follows_what_was_written_elsewhere(at):
    adjudicate(write("one", at.order(at.asked())), "-o", "next.toml")
    at.hand_in(Path("one").read_bytes())
    assert adjudicate(write("two", at.order(at.asked()))).code == 0
    at.hand_in(Path("two").read_bytes())
    assert head() == at.chain.head


def test_existing_target_is_kept_without_force(at):
    order = write("order", at.order(at.asked()))
    write("next.toml", b"mine")
    answer = adjudicate(order, "-o", "next.toml")
    assert answer.code == 3
    assert Path("next.toml").read_bytes() == b"mine"
    assert adjudicate(order, "-o", "next.toml", "--force").code == 0
    assert Path("next.toml").read_bytes() != b"mine"


def test_game_on_standard_output_is_nothing_but_the_game(at):
    answer = adjudicate(write("order", at.order(at.asked())), "-o", "-")
    assert answer.code == 0
    assert open_game(answer.out).chain.head.number == at.chain.head.number + 1
    assert "order: entry " in answer.err


def test_game_and_json_do_not_share_standard_output(at):
    answer = adjudicate(write("order", at.order(at.asked())), "-o", "-", "--json")
    assert answer.code == 2
    assert answer.out == b""


def test_game_keeps_its_mode(at):
    Path("game.toml").chmod(0o640)
    adjudicate(write("order", at.order(at.asked())))
    assert stat.S_IMODE(Path("game.toml").stat().st_mode) == 0o640


def test_two_runs_over_the_same_documents_give_the_same_head(at):
    order = write("order", at.order(at.asked()))
    adjudicate(order, "-o", "one.toml")
    adjudicate(order, "-o", "two.toml")
    one, two = (Path(name).read_bytes() for name in ("one.toml", "two.toml"))
    assert one != two
    assert open_game(one).chain.head == open_game(two).chain.head


# Locks


def test_locked_folder_is_another_try_later(at, monkeypatch):
    monkeypatch.setattr("pbem.cli.memory.PATIENCE", 0.05)
    monkeypatch.setattr("pbem.cli.working.PATIENCE", 0.05)
    before = Path("game.toml").read_bytes()
    descriptor = os.open(".", os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        answer = adjudicate(write("order", at.order(at.asked())))
    finally:
        os.close(descriptor)
    assert answer.code == 75
    assert "another pbem is at work here" in answer.err
    assert Path("game.toml").read_bytes() == before
    assert adjudicate("order").code == 0


def test_readers_need_no_lock(at):
    descriptor = os.open(".", os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        assert pbem("show", "game.toml").code == 0
        assert pbem("audit", "game.toml").code == 0
    finally:
        os.close(descriptor)


# What is remembered


@pytest.fixture
def no_state(own_desk, monkeypatch):
    """A state folder that cannot be made, whoever runs the tests."""
    write("occupied", b"")
    monkeypatch.setenv("XDG_STATE_HOME", str(Path("occupied").resolve()))


@pytest.mark.usefixtures("no_state")
def test_readers_do_without_a_state_folder(at):
    for command in ("show", "log", "audit"):
        assert pbem(command, "game.toml", "--as", "anna.key").code == 0


@pytest.mark.usefixtures("no_state")
def test_order_is_not_signed_without_a_state_folder(at):
    name = at.asked()
    answer = pbem("order", "game.toml", at.words(name), "-o", "out", "--as", f"{name}.key")
    assert answer.code == 3
    assert not Path("out").exists()


@pytest.mark.usefixtures("no_state")
def test_consent_is_not_signed_without_a_state_folder():
    lay(table.accepting())
    answer = pbem("accept", "game.toml", "-o", "out", "--as", "anna.key")
    assert answer.code == 3
    assert not Path("out").exists()


@pytest.mark.usefixtures("no_state")
def test_moderator_does_not_sign_without_a_state_folder(at):
    before = Path("game.toml").read_bytes()
    assert adjudicate(write("order", at.order(at.asked()))).code == 3
    assert Path("game.toml").read_bytes() == before


def test_same_words_give_the_same_document_at_another_hour(at):
    name = at.asked()
    words = at.words(name)
    for target in ("one", "two"):
        assert pbem("order", "game.toml", words, "-o", target, "--as", f"{name}.key").code == 0
    assert Path("one").read_bytes() == Path("two").read_bytes()


# A moderator who lies is refused by everybody who would sign


def lie(at):
    """A file whose board was edited and signed again."""
    region = table.gamefile.unwrap(at.data()).region
    assert b"\nbistro = " in region
    return table.outside_of(region.replace(b"\nbistro = ", b"\nbistro = 1", 1), at.moderator)


@pytest.mark.parametrize("command", ["show", "log", "order"])
def test_edited_board_is_refused_by_who_reads_and_who_signs(at, command):
    lay(at, lie(at))
    name = at.asked()
    words = [at.words(name)] if command == "order" else []
    answer = pbem(command, "game.toml", *words, "--as", f"{name}.key")
    assert answer.code == 3
    assert answer.out == b""
    assert "the game file is not sound: board.piles.bistro: " in answer.err


def test_edited_board_is_a_fault_for_the_audit(at):
    lay(at, lie(at))
    answer = pbem("audit", "game.toml")
    assert answer.code == 1
    assert "fault: board.piles.bistro: " in answer.text


def test_edited_board_is_not_played_on_by_its_own_moderator(at):
    lay(at, lie(at))
    before = Path("game.toml").read_bytes()
    assert adjudicate(write("order", at.order(at.asked()))).code == 3
    assert Path("game.toml").read_bytes() == before


@pytest.mark.parametrize(("game", "command"), [("midgame", "order"), ("accepting", "accept")])
def test_box_that_does_not_open_is_refused_by_who_would_sign(game, command):
    at = getattr(table, game)()
    name = at.asked()

    def exchange(boxes):
        one, two, *rest = boxes
        return [one._replace(box=two.box), two._replace(box=one.box), *rest]

    lay(at, table.resign(at.data(), at.moderator, sealed=exchange, rechain=False))
    words = ["pass"] if command == "order" else []
    answer = pbem(command, "game.toml", *words, "-o", "out", "--as", f"{name}.key")
    assert answer.code == 3
    assert "the game file is not sound: sealed[" in answer.err
    assert not Path("out").exists()


def other_store(at, kept):
    """The game with another text in the moderator's box, sealed and signed as it should be."""
    chain = at.chain
    secret = table.keys.store_key(at.moderator.seed, chain.invitation.id)
    public = table.keys.seal_public(secret)
    info = office._info(chain.invitation, chain.head, "mod", public)
    box = seal(kept, 256, public, info)
    return table.resign(
        at.data(),
        at.moderator,
        sealed=lambda boxes: [*boxes[:-1], boxes[-1]._replace(box=box)],
        rechain=False,
    )


def test_another_secret_in_the_moderators_box_changes_nothing(at):
    """The box is never the source of anything but the name of the desk."""
    kept = {"desk": table.encode64(table.DESK), "secret": table.encode64(bytes(32)), "cash": 40}
    write("game.toml", other_store(at, json.dumps(kept).encode()))
    order = at.order(at.asked())
    assert adjudicate(write("order", order)).code == 0
    at.hand_in(order)
    assert head() == at.chain.head


@pytest.mark.parametrize("kept", [b"", b"{}", b"[]", b'{"desk":1}', b'{"desk":"AAA"}', b"\xff"])
def test_moderators_box_that_does_not_hold_what_it_should_is_refused(at, kept):
    data = other_store(at, kept)
    write("game.toml", data)
    answer = adjudicate(write("order", at.order(at.asked())))
    assert answer.code == 3
    assert "the moderator's own box does not hold what it should" in answer.err
    assert Path("game.toml").read_bytes() == data


# What strangers write never reaches the terminal as it is


def test_no_control_byte_of_a_document_is_printed(at):
    for number, text in enumerate(
        [
            b'format = "pbem-order-1"\ngame = "\x1b[2J"\n\n[signature]\nsig = ""\n',
            b'format = "pbem-\x1b]0;x\x07-1"\n',
            b"\x1b[31mhello\n",
            'format = "pbem-order-1"\nplayer = "\u202eanna"\n'.encode(),
        ]
    ):
        answer = adjudicate(write(f"{number}", text))
        assert answer.code in {3, 4}
        assert all(line.isprintable() for line in (answer.err + answer.text).splitlines())
        assert "\x1b" not in answer.err


def test_no_control_byte_of_a_game_file_is_printed(at):
    data = Path("game.toml").read_bytes()
    region = table.gamefile.unwrap(data).region
    for text in (b'\x1b[2J = "x"\n', b'"\\u001b[2J" = 1\n', b'x = "\x07"\n'):
        Path("game.toml").write_bytes(table.outside_of(region + text, at.moderator))
        for command in ("show", "audit"):
            answer = pbem(command, "game.toml")
            assert answer.code in {3, 4}
            assert all(line.isprintable() for line in answer.err.splitlines())


#: What only TOML 1.1 allows, and what is no whole number: put in after `cash = `.
NEWER_TOML = {
    "a time without seconds": "07:32\n",
    "a date and time without seconds": "2026-11-30 07:32\n",
    "an inline table over lines": "{\n  a = 1,\n}\n",
    "a comma at the end of a table": "{ a = 1, }\n",
    "an escape of one byte": '"\\x1b[2J"\n',
    "an escape character": '"\\e[2J"\n',
    "true": "true\n",
    "a float": "5.0\n",
    "not a number": "nan\n",
}


@pytest.mark.parametrize("syntax", NEWER_TOML)
def test_newer_toml_in_a_game_file_is_unreadable_whatever_the_parser(at, syntax, monkeypatch):
    """The scan refuses it, or the check of the value does, if a newer parser lets it through."""
    region = table.gamefile.unwrap(Path("game.toml").read_bytes()).region
    cash = re.search(rb"\ncash = (\d+)\n", region)
    bad = region[: cash.start(1)] + NEWER_TOML[syntax].encode() + region[cash.end() :]
    write("game.toml", table.outside_of(bad, at.moderator))
    check_unreadable()
    monkeypatch.setattr(tomllib, "loads", lambda text: newer_loads(text, NEWER_TOML[syntax]))
    check_unreadable()


def check_unreadable():
    for command in ("show", "audit"):
        answer = pbem(command, "game.toml")
        assert answer.code == 4
        assert all(line.isprintable() for line in answer.err.splitlines())
        assert answer.out == b""


def newer_loads(text, value, loads=tomllib.loads):
    """What a parser of TOML 1.1 gives: times may do without seconds."""
    if ":" in value:
        text = text.replace(value, value.replace("\n", ":00\n"))
    return loads(text)


@pytest.mark.parametrize("name", ["../x", "-rf", "a/b", "", "a" * 200, "Anna", "a b", "white"])
def test_names_that_are_paths_or_options_get_no_seat(name):
    table_at = table.invited()
    lay(table_at)
    answer = pbem("new", "other.toml", f"--player={name}", "--as", "mod.key")
    assert answer.code in {2, 4}
    assert not Path("other.toml").exists()
    answer = pbem("join", "game.toml", f"--seat={name}", "-o", "out", "--as", "ben.key")
    assert answer.code != 0 or name == ""
    assert {path.name for path in Path().iterdir()} <= {
        "game.toml",
        "anna.key",
        "ben.key",
        "mod.key",
        "out",
        ".local",
    }
