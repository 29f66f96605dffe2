"""What was seen of a game is remembered, and everything that does not go on from it is told.

The histories are made by a moderator who is dishonest or whose key is in other hands: all
signatures are right.
"""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

import pytest

from pbem import pins, store
from pbem.cli import home, memory
from pbem.crypto.keys import identity_key
from pbem.crypto.signatures import Verifier, public_key
from pbem.errors import Refused
from tests.cli.runner import pbem
from tests.trust import ed25519, table
from tests.trust.folder import (
    STATE,
    adjudicate,
    branches,
    forget,
    lay,
    state_of,
    with_state,
    write,
)
from tests.trust.table import lying
from tests.trust.test_moderator import OtherDeck, OtherLeaf, WrongState, WrongView

pytestmark = pytest.mark.usefixtures("own_desk")

READERS = ["show", "log", "moves", "audit", "head"]


def seen(at, name="game.toml"):
    """Let a game have been seen, and lie there with the keys of its people."""
    lay(at)
    assert pbem("show", write(name, at.data())).code == 0


def pin_of(at):
    return state_of(at) / "pin"


def encoded(data):
    return base64.b64encode(data).decode()


# What is kept


def expected_pin(at):
    """The text of a pin, written once more."""
    text = 'format = "pbem-pin-1"\n'
    text += f'invitation = "{encoded(at.chain.invitation.id)}"\n'
    text += f'moderator = "{encoded(at.chain.moderator.key.public)}"\n'
    for one, stored in zip(at.chain.hashes, at.desk.entries, strict=True):
        text += f'head = "{encoded(one)} {encoded(stored.head)}"\n'
    parts = (b"pbem/v1/pin", text.encode())
    labelled = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    return f'{text}check = "{encoded(hashlib.sha256(labelled).digest())}"\n'.encode()


@pytest.mark.parametrize("game", ["invited", "accepting", "midgame", "finished"])
def test_key_and_heads_are_kept_by_invitation(game):
    at = getattr(table, game)()
    seen(at)
    assert pin_of(at).read_bytes() == expected_pin(at)


@pytest.mark.parametrize("command", READERS)
def test_moderator_is_not_known_the_first_time_only(command):
    lay(table.midgame())
    told = f"pbem: moderator {table.midgame().chain.moderator.fingerprint}, not known here\n"
    assert told in pbem(command, "game.toml").err
    assert "not known here" not in pbem(command, "game.toml").err


def test_moderator_knows_the_own_key():
    lay(table.midgame())
    assert pbem("show", "game.toml", "--as", "mod.key").err == ""


def test_newer_file_is_remembered():
    at = table.midgame().split()
    seen(at)
    seen(at.play(2))
    assert pin_of(at).read_bytes() == expected_pin(at)


def test_signature_that_was_verified_is_kept_though_a_newer_file_has_another():
    at = table.midgame().split()
    seen(at)
    before = pins.loads(pin_of(at).read_bytes())
    at.play(2)
    bad = table.resign(at.data(), at.moderator, entries=unsigned(3, "head"), rechain=False)
    assert pbem("show", write("game.toml", bad)).code == 0
    after = pins.loads(pin_of(at).read_bytes())
    assert after.heads[: len(before.heads)] == before.heads
    assert len(after.heads) == len(before.heads) + 2


def unsigned(index, field):
    """A change of entries: a head or a document (its `signature`) has a signature that is none."""

    def change(entries):
        return [
            stored._replace(**{field: bytes(64)}) if number == index else stored
            for number, stored in enumerate(entries)
        ]

    return change


def test_run_that_saw_less_does_not_shorten_what_another_has_kept_meanwhile():
    old = table.midgame()
    new = old.split().play(2)
    memory.remember(new.chain, new.desk.entries)
    memory.remember(old.chain, old.desk.entries)
    kept = memory.recall(old.chain.invitation.id)
    assert kept == pins.pin_of(new.chain, new.desk.entries)


def two_games():
    """Two games of the same people, also of the same moderator."""
    one = table.Table(1, ["anna", "ben"]).join().accept()
    other = table.Table(1, ["anna", "ben"], first="ben").join().accept()
    assert one.chain.moderator.fingerprint == other.chain.moderator.fingerprint
    assert one.chain.invitation.id != other.chain.invitation.id
    return one, other


def test_two_games_with_one_key_and_one_folder_do_not_disturb_each_other():
    one, other = two_games()
    lay(one)
    lay(other)
    for _ in range(3):
        for at in (one, other):
            write("game.toml", at.play(1).data())
            for command in ("show", "audit"):
                answer = pbem(command, "game.toml", "--as", "anna.key")
                assert answer.code == 0
                assert "warning" not in answer.err
    assert pin_of(one).read_bytes() == expected_pin(one)
    assert pin_of(other).read_bytes() == expected_pin(other)


# Older files


@pytest.fixture
def older(own_desk):
    """An older file of a game that was seen further."""
    at = table.midgame().split()
    old, number = at.data(), at.chain.head.number
    at.play(2)
    seen(at)
    write("game.toml", old)
    return at, f"game.toml: older, it ends at entry {number}; you have seen entry {number + 2}"


@pytest.mark.parametrize("command", READERS)
def test_older_file_is_told_to_readers_who_go_on(older, command):
    at, words = older
    answer = pbem(command, "game.toml")
    assert answer.code == 0
    assert answer.err.startswith(f"pbem: warning: {words}\n")
    assert answer.out
    assert pin_of(at).read_bytes() == expected_pin(at)


def test_audit_says_how_a_file_stands_to_what_was_seen(older):
    assert '"seen": "older"' in pbem("audit", "game.toml", "--json").text
    forget()
    assert '"seen": "not before"' in pbem("audit", "game.toml", "--json").text
    assert '"seen": "same"' in pbem("audit", "game.toml", "--json").text
    write("game.toml", older[0].data())
    assert '"seen": "newer"' in pbem("audit", "game.toml", "--json").text


def test_no_order_is_signed_on_an_older_file(older):
    _, words = older
    for name in ("anna", "ben"):
        answer = pbem("order", "game.toml", "pass", "-o", "out", "--as", f"{name}.key")
        assert answer.code == 3
        assert answer.err == f"pbem: error: {words}\npbem: hint: use the newest file\n"
        assert not Path("out").exists()


def test_nobody_joins_on_an_older_file():
    at = table.invited().split()
    old = at.data()
    seen(at.join("ben"))
    write("game.toml", old)
    answer = pbem("join", "game.toml", "-o", "out", "--as", "ben.key")
    assert answer.code == 3
    assert "older, it has no entries yet; you have seen entry 0" in answer.err


def test_nobody_accepts_on_an_older_file():
    at = table.accepting().split()
    old = at.data()
    seen(at.accept("anna"))
    write("game.toml", old)
    answer = pbem("accept", "game.toml", "-o", "out", "--as", "anna.key")
    assert answer.code == 3
    assert "older, it ends at entry 1; you have seen entry 2" in answer.err


# Forks


def fork(more=0):
    """One history was seen, the other one lies there."""
    one, other = branches(more=more)
    seen(one.play(1))
    write("game.toml", other.data())
    return one, other


FORK = "FORK: the moderator has signed two histories; this entry is not the one you have seen"


@pytest.mark.parametrize("more", [0, 1, 3], ids=["shorter", "equal", "longer"])
@pytest.mark.parametrize("command", ["show", "log", "moves", "head"])
def test_fork_is_refused_by_readers(command, more):
    one, other = fork(more)
    index = table.midgame().chain.head.number + 1
    answer = pbem(command, "game.toml")
    assert answer.code == 3
    assert answer.out == b""
    assert f"game.toml: the game file is not sound: entry {index}, head: {FORK}" in answer.err
    assert "hint: show it to the other players; do not play on\n" in answer.err
    assert pin_of(one).read_bytes() == expected_pin(one)
    assert other.chain.invitation.id == one.chain.invitation.id


def test_fork_is_a_fault_for_the_audit():
    one, _ = fork()
    answer = pbem("audit", "game.toml")
    assert answer.code == 1
    index = table.midgame().chain.head.number + 1
    assert answer.text.startswith(f"game.toml: fault: entry {index}, head: {FORK}")
    assert pin_of(one).read_bytes() == expected_pin(one)


def test_nothing_is_signed_on_a_fork():
    _, other = fork()
    for name in other.seeds:
        words = other.words(name) if name == other.asked() else "pass"
        answer = pbem("order", "game.toml", words, "-o", "out", "--as", f"{name}.key")
        assert answer.code == 3
        assert FORK in answer.err
        assert not Path("out").exists()


def test_moderator_signs_nothing_on_a_fork_of_what_was_seen():
    _, other = fork()
    before = Path("game.toml").read_bytes()
    answer = adjudicate(write("order", other.order(other.asked())))
    assert answer.code == 3
    assert "you have signed another entry" in answer.err
    assert Path("game.toml").read_bytes() == before


def test_fork_is_told_by_the_comparison():
    one, _ = fork()
    answer = pbem("compare", write("mine.toml", one.data()), "game.toml")
    assert answer.code == 1
    assert "FORK" in answer.err
    assert answer.text.startswith("FORK: entry ")


def test_two_geneses_of_one_invitation_are_a_fork():
    one, other = two_geneses()
    seen(one)
    write("game.toml", other.data())
    answer = pbem("accept", "game.toml", "-o", "out", "--as", "anna.key")
    assert answer.code == 3
    assert "entry 0, head: FORK" in answer.err
    assert pbem("audit", "game.toml").code == 1


def two_geneses():
    """The seat of ben was taken by two keys, and both are in a genesis."""
    one = table.invited().split()
    other = one.split()
    other.seeds = other.seeds | {"ben": bytes(32)}
    return one.join("ben"), other.join("ben")


def test_file_of_another_invitation_is_no_fork():
    seen(table.midgame())
    assert pbem("show", write("game.toml", table.finished().data())).code == 0


def read_evidence(at):
    (path,) = state_of(at).glob("evidence-*")
    lines = [re.fullmatch('([a-z_]+) = "?([^"]*)"?', one) for one in path.read_text().splitlines()]
    return dict(line.groups() for line in lines)


def statement(found, side):
    """What the moderator has signed, put together by hand."""
    game, one = found[f"{side}_game"], found[f"{side}_hash"]
    return f"{found['invitation']}\n{game}\n{found['index']}\n{one}\n".encode()


def check_evidence(at):
    """Verify the evidence without the program: two statements at one place, both signed."""
    found = read_evidence(at)
    assert found.pop("format") == "pbem-evidence-1"
    public = base64.b64decode(found["moderator"])
    assert public == at.chain.moderator.key.public
    assert base64.b64decode(found["invitation"]) == at.chain.invitation.id
    assert found["one_hash"] != found["other_hash"]
    for side in ("one", "other"):
        body = statement(found, side)
        kind = b"application/vnd.pbem.head.v1+toml"
        message = b"DSSEv1 %d %b %d %b" % (len(kind), kind, len(body), body)
        signature = base64.b64decode(found[f"{side}_sig"])
        assert ed25519.verify(public, message, signature)
        assert not ed25519.verify(public, message + b" ", signature)
    return found


@pytest.mark.parametrize("more", [0, 3])
def test_evidence_of_a_fork_verifies(more):
    one, other = fork(more)
    pbem("audit", "game.toml")
    found = check_evidence(one)
    index = table.midgame().chain.head.number + 1
    assert found["index"] == str(index)
    assert found["one_hash"] == encoded(one.chain.hashes[index])
    assert found["other_hash"] == encoded(other.chain.hashes[index])


def test_evidence_of_two_geneses_verifies():
    one, other = two_geneses()
    seen(one)
    pbem("audit", write("game.toml", other.data()))
    found = check_evidence(one)
    assert found["index"] == "0"
    assert found["other_game"] == found["other_hash"] == encoded(other.chain.hashes[0])


def test_evidence_verifies_though_a_file_between_had_other_signatures():
    one, other = branches()
    base = table.midgame()
    seen(base)
    last = base.chain.head.number
    bad = table.resign(one.data(), one.moderator, entries=unsigned(last, "head"), rechain=False)
    assert pbem("show", write("game.toml", bad)).code == 0
    assert pbem("show", write("game.toml", other.data())).code == 3
    check_evidence(one)


def test_every_fork_leaves_its_own_evidence():
    one, other = branches()
    third = table.midgame().split()
    while third.chain.head in (table.midgame().chain.head, one.chain.head, other.chain.head):
        third = table.midgame().split()
        third.chance.seed(other.chance.random())
        third.play(1)
    seen(one)
    for at in (other, third, other):
        assert pbem("show", write("game.toml", at.data())).code == 3
    assert len(list(state_of(one).glob("evidence-*"))) == 2


def test_fork_is_told_though_the_evidence_cannot_be_kept(monkeypatch):
    fork()

    def remember(*_):
        raise Refused("no space left on the disk")

    monkeypatch.setattr(store.State, "remember", remember)
    answer = pbem("audit", "game.toml")
    assert answer.code == 1
    assert f"{FORK}; the evidence is not kept: no space left on the disk" in answer.text


# Damaged pins


def last_line_cut(data):
    return data[: data.rstrip().rfind(b"\n") + 1]


def head_dropped(data):
    lines = data.split(b"\n")
    return b"\n".join(lines[:-3] + lines[-2:])


def head_edited(data):
    """A head of other letters, all else as it was."""
    at = data.index(b'head = "') + 8
    return data[:at] + data[at : at + 40][::-1] + data[at + 40 :]


DAMAGE = {
    "empty": lambda _: b"",
    "cut": lambda data: data[: len(data) // 2],
    "its last line cut": last_line_cut,
    "its last line end cut": lambda data: data[:-1],
    "a head dropped": head_dropped,
    "a head edited": head_edited,
    "text after it": lambda data: data + b"\n",
    "twice": lambda data: data * 2,
    "line ends of Windows": lambda data: data.replace(b"\n", b"\r\n"),
    "another version": lambda data: data.replace(b"pbem-pin-1", b"pbem-pin-2"),
    "no text": lambda data: bytes(len(data)),
    "no ASCII": lambda data: data.replace(b"head", b"he\xe4d"),
    "of another game": lambda _: expected_pin(table.finished()),
}
COMMANDS = [
    ("show", "game.toml"),
    ("log", "game.toml"),
    ("moves", "game.toml"),
    ("head", "game.toml"),
    ("audit", "game.toml"),
    ("audit", "game.toml", "--full"),
    ("compare", "game.toml", "game.toml"),
    ("order", "game.toml", "pass", "--as", "anna.key"),
    ("adjudicate", "game.toml", "order", "--as", "mod.key"),
    ("adjudicate", "game.toml", "order", "--full", "--take-over", "--as", "mod.key"),
    ("new", "new.toml", "--player", "anna", "--supersedes", "game.toml", "--as", "mod.key"),
]


def check_alarm(at, command, *, content):
    answer = pbem(*command)
    assert answer.code == 3
    assert answer.out == b""
    assert f"{pin_of(at)}: what was remembered of this game is damaged: " in answer.err
    assert "compare heads with the others before you go on" in answer.err
    assert pin_of(at).read_bytes() == content


@pytest.mark.parametrize("damage", DAMAGE)
def test_damaged_pin_is_an_alarm(damage):
    at = table.midgame()
    seen(at)
    content = DAMAGE[damage](pin_of(at).read_bytes())
    pin_of(at).write_bytes(content)
    check_alarm(at, ("show", "game.toml"), content=content)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_damaged_pin_is_an_alarm_in_every_command(command):
    at = table.midgame().split()
    seen(at)
    write("order", at.order(at.asked()))
    content = last_line_cut(pin_of(at).read_bytes())
    pin_of(at).write_bytes(content)
    before = Path("game.toml").read_bytes()
    check_alarm(at, command, content=content)
    assert Path("game.toml").read_bytes() == before
    assert not Path("new.toml").exists()


def test_damaged_pin_is_an_alarm_for_who_joins_and_accepts():
    for game, command in (("invited", "join"), ("accepting", "accept")):
        forget()
        at = getattr(table, game)()
        seen(at)
        pin_of(at).write_bytes(b"")
        name = at.asked()
        check_alarm(at, (command, "game.toml", "--as", f"{name}.key"), content=b"")


def test_pin_of_another_game_of_the_same_people_is_an_alarm():
    one, other = two_games()
    seen(one)
    pin_of(one).write_bytes(expected_pin(other))
    check_alarm(one, ("show", "game.toml"), content=expected_pin(other))


def test_pin_of_another_moderator_is_an_alarm():
    at = table.midgame()
    seen(at)
    pin = pins.loads(pin_of(at).read_bytes())
    content = pins.dumps(pin._replace(moderator=bytes(32)))
    pin_of(at).write_bytes(content)
    check_alarm(at, ("show", "game.toml"), content=content)


def test_pin_that_is_a_folder_is_an_alarm():
    at = table.midgame()
    lay(at)
    pin_of(at).mkdir(parents=True)
    for command in ("show", "audit"):
        answer = pbem(command, "game.toml")
        assert answer.code in (3, 4)
        assert str(pin_of(at)) in answer.err


def test_any_byte_of_a_pin_that_is_changed_is_noticed():
    data = expected_pin(table.accepting())
    for index in range(len(data)):
        with pytest.raises(ValueError, match=r"."):
            pins.loads(data[:index] + bytes([data[index] ^ 1]) + data[index + 1 :])


# Where nothing can be remembered


@pytest.fixture
def read_only(own_desk, monkeypatch):
    """A state folder in which nothing can be written, whoever runs the tests."""

    def refuse(self, invite_hex, name, data):
        raise Refused(f"{self.path(invite_hex, name)}: cannot be written: the disk is read-only")

    monkeypatch.setattr(store.State, "remember", refuse)


@pytest.mark.usefixtures("read_only")
@pytest.mark.parametrize("command", READERS)
def test_reader_who_cannot_remember_is_warned(command):
    lay(table.midgame())
    for _ in range(2):
        answer = pbem(command, "game.toml")
        assert answer.code == 0
        assert "pbem: warning: what was seen of this game is not remembered: " in answer.err
        assert "not known here" in answer.err


@pytest.mark.usefixtures("read_only")
@pytest.mark.parametrize(
    ("game", "command"), [("invited", "join"), ("accepting", "accept"), ("midgame", "order")]
)
def test_nobody_signs_who_cannot_remember(game, command):
    at = getattr(table, game)()
    lay(at)
    name = at.asked()
    words = ["pass"] if command == "order" else []
    answer = pbem(command, "game.toml", *words, "-o", "out", "--as", f"{name}.key")
    assert answer.code == 3
    assert "the disk is read-only" in answer.err
    assert not Path("out").exists()


def test_state_folder_that_is_a_file_holds_no_pins():
    lay(table.midgame())
    answer = with_state(write("occupied", b""), "show", "game.toml")
    assert answer.code == 0
    assert "part of the path is a file" in answer.err


# What a pin spares, and what it does not


@pytest.fixture
def verified(monkeypatch):
    """How many signatures were verified."""
    counted = []
    verify = Verifier.verify

    def count(self, kind, body, sig):
        counted.append(kind)
        return verify(self, kind, body, sig)

    monkeypatch.setattr(Verifier, "verify", count)
    return counted


def signatures(verified, *command):
    verified.clear()
    assert pbem(*command).code == 0
    return sorted(kind for kind in verified if kind in ("head", "order", "consent"))


def all_signatures(at):
    orders = sum(stored.region is not None for stored in at.desk.entries) - 2
    return sorted(["head"] * len(at.desk.entries) + ["order"] * orders + ["consent"] * 2)


@pytest.mark.parametrize("command", ["show", "audit"])
def test_signatures_that_were_verified_are_not_verified_again(verified, command):
    at = table.midgame().split()
    lay(at)
    assert signatures(verified, command, "game.toml") == all_signatures(at)
    assert signatures(verified, command, "game.toml") == []
    write("game.toml", at.play(1).data())
    assert signatures(verified, command, "game.toml") == ["head", "order"]


def test_full_audit_verifies_all_again(verified):
    at = table.midgame()
    seen(at)
    assert signatures(verified, "audit", "--full", "game.toml") == all_signatures(at)


def test_adjudication_verifies_all_when_a_game_comes_to_a_desk_and_in_full(verified):
    """Who answers for a game from here on has seen every signature in it, not a reader's pin."""
    at = table.midgame().split()
    seen(at)

    def adjudicated(*more):
        order = at.order(at.asked())
        all_before = all_signatures(at)
        at.hand_in(order)
        command = ("adjudicate", "game.toml", write("order", order), *more, "--as", "mod.key")
        return signatures(verified, *command), all_before

    found, before = adjudicated()
    assert len(found) > len(before)
    found, _ = adjudicated()
    assert found == ["order"]
    found, before = adjudicated("--full")
    assert len(found) > len(before)


@pytest.mark.parametrize("field", ["signature", "head"])
def test_signature_exchanged_after_it_was_verified_is_found_by_a_full_audit(field):
    at = table.midgame()
    seen(at)
    bad = table.resign(at.data(), at.moderator, entries=unsigned(7, field), rechain=False)
    assert pbem("audit", write("game.toml", bad)).code == 0
    answer = pbem("audit", "--full", "game.toml")
    assert answer.code == 1
    assert "fault: entry 7, " in answer.text


def test_signature_exchanged_after_it_was_verified_is_found_by_a_full_adjudication():
    at = table.midgame().split()
    seen(at)
    bad = table.resign(at.data(), at.moderator, entries=unsigned(7, "signature"), rechain=False)
    write("game.toml", bad)
    answer = adjudicate(write("order", at.order(at.asked())), "--full")
    assert answer.code == 3
    assert "the game file is not sound: entry 7, " in answer.err


def old_event(entries):
    """The first event of an old entry says something else."""
    text = entries[6].text
    line = next(one for one in text.split(b"\n") if one.startswith(b"event = "))
    return table.edited(6, line, line[:-1] + b'x"')(entries)


def old_document(entries):
    """An old order has another revision; the text of its entry is as it was."""
    region = entries[6].region.replace(b"revision = 0", b"revision = 1")
    assert region != entries[6].region
    return [*entries[:6], entries[6]._replace(region=region), *entries[7:]]


#: Who reads which game: the secret is known to nobody, to the moderator, and to everybody.
PINNED = [("midgame", ()), ("midgame", ("--as", "mod.key")), ("finished", ())]


@pytest.mark.parametrize(("game", "key"), PINNED)
@pytest.mark.parametrize("change", [old_event, old_document])
@pytest.mark.parametrize("rechain", [True, False])
def test_old_entry_that_was_edited_is_found_under_a_pin(game, key, change, rechain):
    at = getattr(table, game)()
    seen(at)
    bad = table.resign(at.data(), at.moderator, entries=change, rechain=rechain)
    write("game.toml", bad)
    assert pbem("show", "game.toml", *key).code == 3
    answer = pbem("audit", "game.toml", *key)
    assert answer.code == 1
    assert "fault: entry 6, " in answer.text


def test_old_document_that_was_edited_is_found_by_the_desk_under_a_pin():
    at = table.midgame().split()
    seen(at)
    bad = table.resign(at.data(), at.moderator, entries=old_document, rechain=False)
    write("game.toml", bad)
    answer = adjudicate(write("order", at.order(at.asked())))
    assert answer.code == 3
    assert "the game file is not sound: entry 6, document: " in answer.err


@pytest.mark.parametrize(("game", "key"), PINNED)
@pytest.mark.parametrize("command", ["show", "audit"])
def test_registration_that_was_exchanged_is_found_under_a_pin(game, key, command):
    """A seat would be another's, with the same entries and heads as before."""
    at = getattr(table, game)()
    seen(at)
    foreign = other_registration(at)
    bad = table.resign(
        at.data(), at.moderator, registrations=lambda r: [r[0], foreign], rechain=False
    )
    answer = pbem(command, write("game.toml", bad), *key)
    assert answer.code == {"show": 3, "audit": 1}[command]
    assert "entry 0, registration: " in (answer.text + answer.err)


def other_registration(at):
    """The registration of another key for ben, committed to ben's very nonce."""
    taken = at.chain.seats["ben"].document.content
    fields = {key: value for key, value in taken.items() if key != "format"}
    stranger = bytes(range(32))
    fields["key"] = encoded(public_key(identity_key(stranger)))
    return table.signed("registration", fields, stranger)


@pytest.mark.parametrize("lie", [OtherDeck, OtherLeaf, WrongState, WrongView])
def test_commitments_that_were_seen_in_mid_game_are_made_anew_after_the_reveal(lie):
    """Who has seen them without the secret could not tell whether they were right."""
    at = lying(11, lie, count=10)
    seen(at)
    write("game.toml", at.play().data())
    assert at.chain.revealed
    answer = pbem("audit", "game.toml")
    assert answer.code == 1
    assert "fault: entry " in answer.text


def test_entry_dropped_is_found_under_a_pin():
    at = table.midgame()
    seen(at)
    bad = table.resign(at.data(), at.moderator, entries=lambda e: e[:6] + e[7:], rechain=False)
    write("game.toml", bad)
    assert pbem("audit", "game.toml").code == 1


def test_new_entries_are_verified_under_a_pin():
    at = table.midgame().split()
    seen(at)
    last = at.chain.head.number + 1
    at.play(1)
    bad = table.resign(at.data(), at.moderator, entries=unsigned(last, "signature"), rechain=False)
    assert pbem("show", write("game.toml", bad)).code == 3


def test_state_folder_is_for_its_owner_only():
    at = table.midgame()
    forget()
    seen(at)
    assert pin_of(at).stat().st_mode & 0o777 == 0o600
    assert STATE.stat().st_mode & 0o777 == 0o700
    assert home.state().path(at.chain.invitation.id.hex(), "pin") == str(pin_of(at).resolve())


@pytest.mark.parametrize(
    ("field", "words"),
    [
        ("signature", "document: the order is not signed by the key of a player"),
        ("head", "head: the moderator did not sign this entry"),
    ],
)
def test_other_entry_at_a_known_place_is_verified_whole(field, words):
    one, other = branches()
    seen(one)
    index = one.chain.head.number
    bad = table.resign(other.data(), one.moderator, entries=unsigned(index, field), rechain=False)
    answer = pbem("audit", write("game.toml", bad))
    assert answer.code == 1
    assert f"fault: entry {index}, {words}" in answer.text
    assert not list(state_of(one).glob("evidence-*"))
