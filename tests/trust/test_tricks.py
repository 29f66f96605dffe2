"""Tricks and accidents at the command line: none goes unnoticed, and none accuses the honest."""

from __future__ import annotations

import base64
import json
import os
from pathlib import Path

import pytest

from pbem import audit, pins, proof, proposals, receipts
from pbem.chain import Head
from pbem.cli import memory
from pbem.crypto.signatures import public_key
from pbem.desk import Author
from pbem.errors import Fault
from pbem.formats import entry
from pbem.formats.game import Sealed
from tests.cli.runner import pbem
from tests.trust import agreeing, table
from tests.trust.folder import STATE, branches, lay, with_state, write
from tests.trust.test_sealed import holding, misread, pack

pytestmark = pytest.mark.usefixtures("own_desk")

DAY = "2024-11-29"


def key(name, seed):
    """Write a key file; its name."""
    write(f"{name}.key", table.key_file(name, seed))
    Path(f"{name}.key").chmod(0o600)
    return f"{name}.key"


# Signatures that are not verified twice


@pytest.mark.parametrize("number", [0, -1])
def test_entry_without_a_document_carries_none(number):
    """A forged order beside the genesis or the reveal would be counted as a signed document."""
    at = table.finished()
    forged = table.signed("order", table.midgame().fields("anna") | {"order": "pass"}, b"x" * 32)
    region = table.flat.split(forged)[0]

    def attach(entries):
        changed = list(entries)
        changed[number] = changed[number]._replace(region=region, signature=bytes(64))
        return changed

    data = table.resign(at.data(), at.moderator, rechain=False, entries=attach)
    kind = "genesis" if number == 0 else "reveal"
    with pytest.raises(Fault, match=f"a {kind} has no document"):
        audit.audit(data)


def spoiled(entries):
    """The entries, the signature of one order of which is no signature."""
    number = next(n for n, e in enumerate(entries) if entry.kind_of(e.text) == entry.ORDER)
    changed = list(entries)
    changed[number] = changed[number]._replace(signature=bytes(64))
    return changed


def test_successor_does_not_go_on_with_a_file_that_no_stranger_could_verify():
    at = table.midgame().split()
    lay(at)
    nina = key("nina", agreeing.seed(203))
    assert with_state("nina", "show", "game.toml").code == 0
    proposals.handover(at.desk, agreeing.offer(at, "nina", agreeing.seed(203)))
    write("order.toml", at.order(at.asked()))
    bad = table.resign(at.data(), at.moderator, rechain=False, entries=spoiled)
    write("game.toml", bad)
    answer = with_state("nina", "adjudicate", "game.toml", "order.toml", "--as", nina)
    assert answer.code == 3
    assert "the order is not signed by the key of a player" in answer.err
    assert Path("game.toml").read_bytes() == bad


def test_signatures_that_compare_shows_as_evidence_are_verified():
    one, other = branches()
    lay(one)
    assert pbem("show", "game.toml").code == 0

    def unsigned(entries):
        return [*entries[:-1], entries[-1]._replace(head=bytes(64))]

    write("other.toml", other.data())
    write("bad.toml", table.resign(one.data(), one.moderator, rechain=False, entries=unsigned))
    assert "did not sign this entry" in pbem("compare", "bad.toml", "other.toml").err
    answer = pbem("compare", "game.toml", "other.toml", "--json")
    for side, at in zip(json.loads(answer.out)["evidence"], (one, other), strict=True):
        head = Head(at.chain.invitation.id, at.chain.id, at.chain.head.number, at.chain.hashes[-1])
        signature = base64.b64decode(side["signature"])
        assert at.chain.moderator.key.verify("head", head.statement(), signature)


def test_fork_of_a_moderator_who_took_over_later_is_evidence_all_the_same():
    """Who has seen the game up to the handover alone does not know the successor's key."""
    at = table.midgame().split()
    lay(at)
    assert pbem("show", "game.toml").code == 0
    agreeing.handover(at, "nina", agreeing.seed(203))
    one, other = branches(at)
    sides = [pins.pin_of(side.chain, side.desk.entries) for side in (one, other)]
    nina = public_key(one.moderator.key)
    write("evidence.toml", proof.write(one.chain.head.number, nina, *sides))
    answer = pbem("audit", "evidence.toml")
    assert answer.code == 1
    assert f"moderator {one.chain.moderator.fingerprint}, not known here" in answer.err


# Sealed choices, and what is remembered of them


def cheated(monkeypatch):
    """A draft in which ben's pick was taken for another one."""
    at = table.drafting().split()
    lay(at)
    one, other = pack(at, "ben")[:2]
    assert pbem("order", "game.toml", f"keep {one}", "-o", "pick", "--as", "ben.key").code == 0
    misread(at, Path("pick").read_bytes(), f"keep {other}", monkeypatch)
    write("game.toml", at.data())


@pytest.mark.parametrize(
    "command", [("show",), ("order", "hold always"), ("rotate", "--new", "ben-2.key")]
)
def test_cheated_player_is_told_by_every_command(monkeypatch, command):
    cheated(monkeypatch)
    key("ben-2", agreeing.seed(222))
    name, *words = command
    answer = pbem(name, "game.toml", *words, "--as", "ben.key")
    assert answer.code == 3
    assert "your box does not hold" in answer.err
    assert pbem("audit", "game.toml", "--as", "ben.key").code == 1


@pytest.mark.parametrize("damage", [b"", b"hold alw", b"hold until evening 9\n"])
def test_damaged_memory_of_a_choice_accuses_nobody(damage):
    at = holding()
    lay(at)
    assert pbem("order", "game.toml", "hold always", "-o", "hold", "--as", "ben.key").code == 0
    at.hand_in(Path("hold").read_bytes())
    write("game.toml", at.data())
    audited = pbem("audit", "game.toml", "--as", "ben.key")
    assert "your sealed choices: 1, each applied as signed" in audited.text
    [path] = STATE.glob("*/*.choice-*")
    path.write_bytes(damage)
    audited = pbem("audit", "game.toml", "--as", "ben.key")
    assert audited.code == 0
    assert f"{path.name}: what was remembered of a sealed order is damaged" in audited.err
    assert "each applied as signed" not in audited.text
    assert "of your sealed choices, whose words are not remembered here" in audited.text


# Two runs at once


def test_other_run_that_has_seen_another_genesis_in_the_meantime_is_a_fork():
    """Of two runs, each on a genesis of its own, both would else sign."""
    at = table.Table(5, ["anna", "ben"])
    geneses = []
    for door in (1, 2):
        one = at.split()
        for name in one.seeds:
            wish = {"door": door} if name == "anna" else {}
            one.hand_in(one.registration(name, **wish))
        geneses.append(one)
    first, second = geneses
    assert first.chain.id != second.chain.id
    memory.remember(first.chain, first.desk.entries)
    with pytest.raises(Fault, match="FORK"):
        memory.remember(second.chain, second.desk.entries)


def test_two_orders_are_not_signed_at_the_same_time(monkeypatch):
    at = table.dealt()
    lay(at)
    monkeypatch.setattr(memory, "PATIENCE", 0.0)
    with memory.undisturbed(str(STATE / at.chain.invitation.id.hex())):
        answer = pbem("order", "game.toml", "place 1", "--as", f"{at.asked()}.key")
    assert answer.code == 75
    assert answer.out == b""


# Odd files and days


def test_nobody_is_called_late_on_a_day_to_come():
    at = table.dealt()
    lay(at)
    answer = pbem("late", "game.toml", at.asked(), "--date", "2999-01-01", "--as", "mod.key")
    assert answer.code == 2
    assert "expected a day that has come" in answer.err


def test_pipe_in_the_place_of_a_game_keeps_nobody_waiting():
    lay(table.dealt())
    os.mkfifo("pipe.toml")
    answer = pbem("late", "pipe.toml", "anna", "--date", DAY, "--as", "mod.key")
    assert answer.code == 4
    assert "pipe.toml: expected a file, found a pipe" in answer.err


def test_modes_that_let_a_file_run_as_somebody_are_not_kept():
    at = table.dealt()
    lay(at)
    Path("game.toml").chmod(0o6664)
    assert pbem("late", "game.toml", at.asked(), "--date", DAY, "--as", "mod.key").code == 0
    assert Path("game.toml").stat().st_mode & 0o7777 == 0o664


def test_boxes_of_a_game_without_entries_are_a_fault_for_whoever_reads():
    file = table.file_of(table.Table(9, ["anna", "ben"]).data())
    author = Author("x", b"z" * 32)
    file = file._replace(
        moderator=public_key(author.key), sealed=[Sealed("mod", "store", 0, bytes(304))]
    )
    write("bad.toml", table.outside(file, author))
    answer = pbem("audit", "bad.toml", "--as", key("x", author.seed))
    assert answer.code == 1
    assert "internal error" not in answer.err


def test_receipt_beside_a_game_from_standard_input():
    at = table.dealt().split()
    lay(at)
    write("order", at.order(at.asked(), "place 1"))
    assert pbem("adjudicate", "game.toml", "order", "--receipt", "r", "--as", "mod.key").code == 0
    answer = pbem("audit", "-", "--receipt", "r", stdin=Path("game.toml").read_bytes())
    assert "r: the order is entry" in answer.text
    assert answer.code == 0


def test_receipt_of_another_game_hides_nothing_of_the_audit():
    lay(table.dealt())
    other = table.finished().split()
    document, head = other.documents[-1], other.chain.head
    write("r", receipts.write(document, head, receipts.TAKEN, DAY, other.moderator.key))
    answer = pbem("audit", "game.toml", "--receipt", "r")
    assert answer.code == 3
    assert "sound so far" in answer.text
    assert "r: the receipt is for another game" in answer.err


@pytest.mark.parametrize(
    "command",
    [
        ("adjudicate", "game.toml", "order", "--receipt", "game.toml", "--as", "mod.key"),
        ("adjudicate", "game.toml", "order", "-o", "order", "--as", "mod.key"),
        ("order", "game.toml", "place 1", "-o", "./game.toml"),
        ("report", "game.toml", "-o", "game.toml"),
    ],
)
def test_what_a_command_reads_is_not_written_over(command):
    at = table.dealt().split()
    lay(at)
    before = write("order", at.order(at.asked(), "place 1")), Path("game.toml").read_bytes()
    signs = () if "--as" in command else ("--as", f"{at.asked()}.key")
    answer = pbem(*command, "--force", *signs)
    assert answer.code == 3
    assert "is read here, and would be lost" in answer.err
    assert ("order", Path("game.toml").read_bytes()) == before


def test_words_of_an_order_are_no_file_that_is_read():
    at = table.midgame().split()
    lay(at)
    while at.chain.pending()[0].question != "action":
        at.play(1)
    write("game.toml", at.data())
    write("pass", b"something")
    name = f"{at.asked()}.key"
    assert pbem("order", "game.toml", "pass", "-o", "pass", "--force", "--as", name).code == 0


def test_choices_are_told_to_everybody_after_the_reveal():
    at = table.carnival_over()
    write("game.toml", at.data())
    told = json.loads(pbem("log", "game.toml", "--json").out)
    orders = [one["order"] for one in told if one["kind"] == entry.ORDER]
    assert "a sealed choice" not in orders
    assert [one for one in orders if one.startswith(("keep ", "hold "))] == [
        at.choices[table.document_id("order", stored.region)]
        for stored in at.desk.entries
        if stored.region is not None and b"\nbox = " in stored.region
    ]
