"""A moderator's own tool signs no second history, whatever happened to files and machines."""

from __future__ import annotations

import fcntl
import os
import shutil
from pathlib import Path

import pytest

from pbem import store
from pbem.chain import open_game
from pbem.crypto.keys import identity_key
from pbem.crypto.signatures import pae
from pbem.errors import Refused
from pbem.formats import flat
from pbem.formats.game import is_game
from tests.cli.runner import pbem
from tests.trust import ed25519, table
from tests.trust.folder import (
    STATE,
    adjudicate,
    branches,
    forget,
    head,
    lay,
    state_of,
    with_state,
    write,
)

pytestmark = pytest.mark.usefixtures("own_desk")

AGAIN = "pbem: game.toml is older than what was signed here: that is written again first\n"
ANOTHER_DESK = "game.toml was made at another desk: another state folder or machine"


def two_orders(at):
    """Files with two orders for the same question, and the histories that follow from each."""
    one, other = branches(at)
    for name, branch in (("one", one), ("other", other)):
        write(name, branch.documents[-1])
    return one, other


def entries(name="game.toml"):
    return open_game(Path(name).read_bytes()).file.entries


# The same again, and something else


def test_backup_that_was_restored_is_brought_up_to_what_was_signed(at):
    one, _ = two_orders(at)
    backup = Path("game.toml").read_bytes()
    assert adjudicate("one").code == 0
    signed = entries()
    write("game.toml", backup)
    answer = adjudicate("one")
    assert answer.code == 0
    assert answer.text.startswith(f"one: already entry {one.chain.head.number}\n")
    assert answer.err == AGAIN
    assert entries() == signed


def test_same_order_with_another_valid_signature_is_no_second_history(at):
    """A signer can make as many signatures for one order as there are nonces."""
    one, _ = two_orders(at)
    backup = Path("game.toml").read_bytes()
    adjudicate("one")
    region, signature = flat.split(Path("one").read_bytes())
    name = flat.read("order", region).text("player")
    message = pae("application/vnd.pbem.order.v1+toml", region)
    other = ed25519.sign(identity_key(at.seeds[name]), message, 4711)
    assert other != signature
    write("again", flat.join(region, other))
    for game in (Path("game.toml").read_bytes(), backup):
        answer = adjudicate("again", game=write("game.toml", game))
        assert answer.code == 0
        assert answer.text.startswith(f"again: already entry {one.chain.head.number}\n")
        assert answer.err in ("", AGAIN)
        assert head() == one.chain.head
    forget()
    assert adjudicate("again", "--take-over", game=write("game.toml", backup)).code == 0
    assert head() == one.chain.head


def test_another_order_after_a_restored_backup_makes_no_second_history(at):
    one, _ = two_orders(at)
    backup = Path("game.toml").read_bytes()
    adjudicate("one")
    write("game.toml", backup)
    answer = adjudicate("other")
    assert answer.code == 3
    assert answer.err.startswith(AGAIN)
    assert "pbem: error: other: seq: " in answer.err
    assert head() == one.chain.head


def test_game_goes_on_after_a_restored_backup(at):
    one, _ = two_orders(at)
    backup = Path("game.toml").read_bytes()
    adjudicate("one")
    write("game.toml", backup)
    assert adjudicate(write("next", one.order(one.asked()))).code == 0
    one.hand_in(Path("next").read_bytes())
    assert head() == one.chain.head


def test_backup_of_long_ago_is_brought_up_through_all_entries(at):
    backup = Path("game.toml").read_bytes()
    for _ in range(3):
        document = at.order(at.asked())
        at.hand_in(document)
        assert adjudicate(write("order", document)).code == 0
    write("game.toml", backup)
    assert adjudicate("order").text.startswith(f"order: already entry {at.chain.head.number}\n")
    assert head() == at.chain.head


def test_history_that_was_not_signed_here_is_refused(at):
    _, other = two_orders(at)
    adjudicate("one")
    forged = other.data()
    write("game.toml", forged)
    answer = adjudicate(write("next", other.order(other.asked())))
    assert answer.code == 3
    number = other.chain.head.number
    assert f"game.toml: entry {number} is not the one that you have signed" in answer.err
    assert Path("game.toml").read_bytes() == forged


def test_same_documents_give_the_same_entries_at_a_desk_that_has_lost_its_memory(at):
    two_orders(at)
    backup = Path("game.toml").read_bytes()
    adjudicate("one")
    first = entries()
    forget()
    write("game.toml", backup)
    assert adjudicate("one", "--take-over").code == 0
    assert entries() == first


@pytest.mark.parametrize("target", ["-", "out.toml"])
def test_what_was_written_elsewhere_was_signed(at, target):
    one, _ = two_orders(at)
    before = Path("game.toml").read_bytes()
    assert adjudicate("one", "-o", target).code == 0
    assert Path("game.toml").read_bytes() == before
    assert adjudicate("other").code == 3
    assert head() == one.chain.head


def test_refused_document_is_not_kept_as_signed(at):
    adjudicate(write("bad", at.order(at.asked(), seed=bytes(32))))
    assert not (state_of(at) / "signed").exists()


@pytest.mark.parametrize("target", ["occupied", "nowhere/out", "folder", "occupied/out"])
def test_nothing_is_signed_if_it_is_known_that_the_target_cannot_be_written(at, target):
    _, other = two_orders(at)
    write("occupied", b"")
    Path("folder").mkdir()
    assert adjudicate("one", "-o", target).code == 3
    assert not (state_of(at) / "signed").exists()
    assert adjudicate("other").code == 0
    assert head() == other.chain.head


def test_run_that_fails_after_it_has_signed_says_so_and_is_redone(at, monkeypatch):
    one, _ = two_orders(at)
    before = Path("game.toml").read_bytes()

    def fail(path, *_, **__):
        raise Refused(f"{path}: cannot be written: no space left on the disk")

    with monkeypatch.context() as patch:
        patch.setattr("pbem.cli.output.emit", fail)
        answer = adjudicate("one")
    assert answer.code == 3
    assert "hint: what was signed is kept: the next run writes it first" in answer.err
    assert Path("game.toml").read_bytes() == before
    assert adjudicate("other").code == 3
    assert head() == one.chain.head


def test_nothing_is_written_if_what_is_signed_cannot_be_kept(at, monkeypatch):
    two_orders(at)
    before = Path("game.toml").read_bytes()

    def fail(*_):
        raise Refused("no space left on the disk")

    with monkeypatch.context() as patch:
        patch.setattr(store.State, "remember", fail)
        assert adjudicate("one").code == 3
    assert Path("game.toml").read_bytes() == before
    assert adjudicate("other").code == 0


# Several desks


def test_second_desk_is_refused_until_it_takes_over(at):
    one, _ = two_orders(at)
    shutil.copy("game.toml", "copy.toml")
    assert adjudicate("one").code == 0
    shutil.copy("copy.toml", "game.toml")
    before = Path("game.toml").read_bytes()
    arguments = ("adjudicate", "game.toml", "other", "--as", "mod.key")
    answer = with_state("second", *arguments)
    assert answer.code == 3
    assert ANOTHER_DESK in answer.err
    assert "go on here with --take-over and with the newest file" in answer.err
    assert Path("game.toml").read_bytes() == before
    write("game.toml", one.data())
    one_more = write("next", one.order(one.asked()))
    answer = with_state("second", "adjudicate", "game.toml", one_more, "--as", "mod.key")
    assert answer.code == 3
    assert ANOTHER_DESK in answer.err
    answer = with_state(
        "second", "adjudicate", "game.toml", one_more, "--take-over", "--as", "mod.key"
    )
    assert answer.code == 0
    assert head().number == one.chain.head.number + 1


def test_desk_that_was_given_up_is_refused_in_its_turn(at):
    two_orders(at)
    assert adjudicate("one").code == 0
    at.hand_in(Path("one").read_bytes())
    write("next", at.order(at.asked()))
    at.hand_in(Path("next").read_bytes())
    arguments = ("adjudicate", "game.toml", "next", "--take-over", "--as", "mod.key")
    assert with_state("second", *arguments).code == 0
    last = write("last", at.order(at.asked()))
    answer = adjudicate(last)
    assert answer.code == 3
    assert ANOTHER_DESK in answer.err
    assert with_state("second", "adjudicate", "game.toml", last, "--as", "mod.key").code == 0


def test_desk_that_has_lost_its_state_folder_takes_over_with_the_newest_file(at):
    two_orders(at)
    adjudicate("one")
    at.hand_in(Path("one").read_bytes())
    forget()
    order = write("order", at.order(at.asked()))
    answer = adjudicate(order)
    assert answer.code == 3
    assert ANOTHER_DESK in answer.err
    assert adjudicate(order, "--take-over").code == 0
    assert head().number == at.chain.head.number + 1
    at.hand_in(Path("order").read_bytes())
    assert adjudicate(write("order", at.order(at.asked()))).code == 0


def test_who_has_seen_a_newer_file_does_not_take_over_with_an_older_one(at):
    one, _ = two_orders(at)
    older = Path("game.toml").read_bytes()
    write("game.toml", one.data())
    shutil.rmtree(STATE)
    assert pbem("show", "game.toml", "--as", "mod.key").code == 0
    write("game.toml", older)
    answer = adjudicate("other", "--take-over")
    assert answer.code == 3
    number = one.chain.head.number
    assert f"you have signed another entry {number} already" in answer.err
    assert Path("game.toml").read_bytes() == older
    assert not (state_of(at) / "signed").exists()
    assert adjudicate("one", "--take-over").code == 0
    assert head() == one.chain.head


def test_take_over_changes_no_history_that_was_signed_here(at):
    one, other = two_orders(at)
    adjudicate("one")
    write("game.toml", other.data())
    answer = adjudicate(write("next", other.order(other.asked())), "--take-over")
    assert answer.code == 3
    assert "is not the one that you have signed at this desk" in answer.err
    assert one.chain.head != other.chain.head


# Before the genesis


@pytest.fixture
def invitation(own_desk):
    game = table.Table(7, ["anna", "ben"])
    lay(game)
    for name in game.seeds:
        assert pbem("join", "game.toml", "-o", f"{name}", "--as", f"{name}.key").code == 0
    forget()
    table.keep_desk(".local/state")
    return game


def seats(name="game.toml"):
    return sorted(open_game(Path(name).read_bytes()).chain.seats)


@pytest.mark.usefixtures("invitation")
def test_registration_that_was_taken_is_not_lost_with_a_restored_backup():
    backup = Path("game.toml").read_bytes()
    assert adjudicate("anna").code == 0
    write("game.toml", backup)
    answer = adjudicate("ben")
    assert answer.code == 0
    assert answer.err == AGAIN
    assert seats() == ["anna", "ben"]


@pytest.mark.usefixtures("invitation")
def test_seat_that_was_freed_stays_free_after_a_restored_backup():
    adjudicate("anna")
    backup = Path("game.toml").read_bytes()
    assert adjudicate("--reseat", "anna").code == 0
    write("game.toml", backup)
    answer = adjudicate("ben")
    assert answer.err == AGAIN
    assert seats() == ["ben"]


def test_second_genesis_is_not_made_after_a_restored_backup(invitation):
    backup = Path("game.toml").read_bytes()
    assert adjudicate("anna", "ben").code == 0
    first = head()
    write("game.toml", backup)
    invitation.seeds["ben"] = bytes(32)
    lay(invitation, backup)
    assert pbem("join", "game.toml", "-o", "ben", "--force", "--as", "ben.key").code == 3
    assert with_state("third", "join", "game.toml", "-o", "new", "--as", "ben.key").code == 0
    answer = adjudicate("anna", "new")
    assert answer.code == 3
    assert answer.err.startswith(AGAIN)
    assert head() == first


@pytest.mark.usefixtures("invitation")
def test_second_desk_takes_no_registrations_until_it_takes_over():
    adjudicate("anna")
    before = Path("game.toml").read_bytes()
    arguments = ("adjudicate", "game.toml", "ben", "--as", "mod.key")
    answer = with_state("second", *arguments)
    assert answer.code == 3
    assert ANOTHER_DESK in answer.err
    assert Path("game.toml").read_bytes() == before
    assert with_state("second", *arguments, "--take-over").code == 0
    assert seats() == ["anna", "ben"]


@pytest.mark.usefixtures("invitation")
def test_desk_that_takes_over_before_the_genesis_goes_by_the_file():
    adjudicate("anna")
    shutil.copytree(STATE, "second/pbem")
    adjudicate("--reseat", "anna")
    assert seats() == []
    answer = with_state(
        "second", "adjudicate", "game.toml", "ben", "--take-over", "--as", "mod.key"
    )
    assert answer.code == 0
    assert seats() == ["ben"]


@pytest.mark.usefixtures("invitation")
def test_first_registration_is_taken_at_any_desk():
    assert with_state("second", "adjudicate", "game.toml", "anna", "--as", "mod.key").code == 0


# Late players


def test_word_that_a_player_is_late_is_not_given_twice_after_a_restored_backup(at):
    name = at.asked()
    backup = Path("game.toml").read_bytes()
    late = ("late", "game.toml", name, "--as", "mod.key", "--date")
    assert pbem(*late, "2024-11-01").code == 0
    first = entries()
    write("game.toml", backup)
    answer = pbem(*late, "2024-11-02")
    assert AGAIN in answer.err
    assert entries()[: len(first)] == first


def test_second_desk_calls_nobody_late_until_it_takes_over(at):
    late = ("late", "game.toml", at.asked(), "--date", "2024-11-01", "--as", "mod.key")
    answer = with_state("second", *late)
    assert answer.code == 3
    assert ANOTHER_DESK in answer.err
    assert with_state("second", *late, "--take-over").code == 0


# The record itself


def test_record_holds_the_game_file_and_is_none(at):
    two_orders(at)
    adjudicate("one")
    record = (state_of(at) / "signed").read_bytes()
    assert record == b'format = "pbem-signed-1"\n' + Path("game.toml").read_bytes()
    assert not is_game(record)


@pytest.mark.parametrize(
    "damage",
    [
        lambda _: b"",
        lambda data: data[: len(data) // 2],
        lambda data: data.replace(b"cash = ", b"cash = 1", 1),
        lambda data: data.partition(b"\n")[2],
        lambda data: data[:25],
    ],
    ids=["empty", "cut", "edited", "no header", "nothing but the header"],
)
def test_damaged_record_is_an_alarm(at, damage):
    two_orders(at)
    backup = Path("game.toml").read_bytes()
    adjudicate("one")
    path = state_of(at) / "signed"
    path.write_bytes(damage(path.read_bytes()))
    write("game.toml", backup)
    for more in ((), ("--take-over",)):
        answer = adjudicate("other", *more)
        assert answer.code == 3
        assert f"{path}: the record of what you have signed is damaged: " in answer.err
        assert Path("game.toml").read_bytes() == backup


def test_what_was_seen_still_guards_when_the_record_is_gone(at):
    two_orders(at)
    backup = Path("game.toml").read_bytes()
    adjudicate("one")
    (state_of(at) / "signed").unlink()
    write("game.toml", backup)
    answer = adjudicate("other")
    assert answer.code == 3
    assert "you have signed another entry" in answer.err
    assert Path("game.toml").read_bytes() == backup


def test_copies_in_two_folders_are_not_worked_on_at_the_same_time(at, monkeypatch):
    monkeypatch.setattr("pbem.cli.memory.PATIENCE", 0.05)
    two_orders(at)
    state_of(at).mkdir()
    descriptor = os.open(state_of(at), os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        answer = adjudicate("one")
    finally:
        os.close(descriptor)
    assert answer.code == 75
    assert "another pbem is at work here" in answer.err
    assert adjudicate("one").code == 0


def test_record_of_the_longest_game_can_be_read_again():
    at = table.midgame()
    state = store.State({"HOME": os.fspath(Path.cwd())})
    data = bytes(2 * 1024 * 1024 + 25)
    invite = at.chain.invitation.id.hex()
    state.remember(invite, "signed", data)
    assert state.recall(invite, "signed") == data
