"""Two files, or a file and what somebody reads out: one history or two."""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
from pathlib import Path

import pytest

from pbem import pins
from tests.cli.runner import pbem
from tests.trust import table
from tests.trust.folder import STATE, branches, state_of, write

pytestmark = pytest.mark.usefixtures("home")

ALPHABET = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"


def compared(one, other, *options):
    """Compare two games that were never seen before."""
    shutil.rmtree(STATE, ignore_errors=True)
    write("a.toml", one)
    write("b.toml", other)
    return pbem("compare", "a.toml", "b.toml", *options)


def further():
    """A game, and the same one further on."""
    at = table.midgame().split()
    return at.data(), at.play(3).data(), len(at.chain.hashes)


# Verdicts


def test_same_history_is_the_same_whatever_is_sealed_anew():
    at = table.midgame()
    one, other = at.data(), at.data()
    assert one != other
    answer = compared(one, other)
    assert answer.code == 0
    assert answer.text == f"the same: {len(at.chain.hashes)} entries\n"
    assert json.loads(compared(one, other, "--json").text) == {
        "files": ["a.toml", "b.toml"],
        "verdict": "same",
        "entries": len(at.chain.hashes),
    }


def test_older_file_is_named():
    old, new, length = further()
    answer = compared(old, new)
    assert answer.code == 0
    assert answer.text == (f"a.toml is older: it has {length - 3} entries, all of them in b.toml\n")
    assert json.loads(compared(old, new, "--json").text) == {
        "files": ["a.toml", "b.toml"],
        "verdict": "older",
        "entries": length - 3,
        "older": "a.toml",
    }


def test_newer_file_is_named():
    old, new, length = further()
    answer = compared(new, old)
    assert answer.code == 0
    assert answer.text.startswith("b.toml is older: ")
    told = json.loads(compared(new, old, "--json").text)
    assert (told["verdict"], told["older"], told["entries"]) == ("newer", "b.toml", length - 3)


@pytest.mark.parametrize("more", [0, 3])
def test_fork_is_told_with_both_signatures(more):
    one, other = branches(more=more)
    number = one.chain.head.number
    answer = compared(one.data(), other.data())
    assert answer.code == 1
    sides = [
        (base64.b64encode(at.chain.hashes[number]), base64.b64encode(at.desk.entries[number].head))
        for at in (one, other)
    ]
    (a_hash, a_sig), (b_hash, b_sig) = [(one.decode(), sig.decode()) for one, sig in sides]
    assert answer.text == (
        f"FORK: entry {number} is not the same, and the moderator has signed both\n"
        f"  a.toml: hash {a_hash} signed {a_sig}\n"
        f"  b.toml: hash {b_hash} signed {b_sig}\n"
    )
    answer = compared(one.data(), other.data(), "--json")
    assert answer.code == 1
    assert json.loads(answer.text) == {
        "files": ["a.toml", "b.toml"],
        "verdict": "fork",
        "entries": number,
        "evidence": [{"hash": a_hash, "signature": a_sig}, {"hash": b_hash, "signature": b_sig}],
    }


def test_fork_that_is_compared_leaves_evidence():
    one, other = branches()
    compared(one.data(), other.data())
    assert len(list(state_of(one).glob("evidence-*"))) == 1


def test_two_geneses_are_a_fork():
    one = table.invited().split()
    other = one.split()
    other.seeds = other.seeds | {"ben": bytes(32)}
    answer = compared(one.join("ben").data(), other.join("ben").data())
    assert answer.code == 1
    assert answer.text.startswith("FORK: entry 0 is not the same")


def test_different_games_are_told():
    one, other = table.midgame().data(), table.finished().data()
    answer = compared(one, other)
    assert answer.code == 1
    assert answer.text == "different games: they do not come from one invitation\n"
    answer = compared(one, other, "--json")
    assert answer.code == 1
    assert json.loads(answer.text)["verdict"] == "different games"


def test_invitation_is_an_older_state_of_its_game():
    at = table.invited().split()
    one = at.data()
    answer = compared(one, at.join("ben").data())
    assert answer.code == 0
    assert answer.text == "a.toml is older: it has 0 entries, all of them in b.toml\n"


def test_invitations_without_entries_are_not_called_equal_games():
    at = table.invited()
    bare = table.Table(1, ["anna", "ben"]).data()
    answer = compared(bare, at.data())
    assert answer.code == 0
    assert answer.text.startswith("the same invitation; neither has entries")


@pytest.mark.parametrize("name", ["a.toml", "b.toml"])
def test_damaged_file_is_not_compared(name):
    compared(table.midgame().data(), table.midgame().data())
    data = Path(name).read_bytes()
    write(name, data.replace(b"cash = ", b"cash = 1", 1))
    answer = pbem("compare", "a.toml", "b.toml")
    assert answer.code == 3
    assert f"{name}: the game file was changed after it was signed" in answer.err
    assert answer.out == b""


def test_file_that_lies_is_not_compared():
    at = table.midgame()
    bad = table.resign(at.data(), at.moderator, entries=lambda entries: entries[:-1])
    answer = compared(at.data(), bad)
    assert answer.code == 3
    assert "b.toml: the game file is not sound: " in answer.err


def test_name_of_a_file_does_not_play_with_the_terminal():
    old, new, _ = further()
    write("\x1b[2J\n.toml", old)
    answer = pbem("compare", "\x1b[2J\n.toml", write("new.toml", new))
    assert answer.code == 0
    assert answer.text.startswith("\\x1b[2J\\n.toml is older: ")


# Heads


def short(head):
    """The short form of a head, worked out once more."""
    words = (head.invite, head.game, head.number, head.hash)
    lines = [word if isinstance(word, int) else base64.b64encode(word).decode() for word in words]
    statement = "".join(f"{line}\n" for line in lines).encode()
    parts = (b"pbem/v1/head", statement)
    labelled = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    bits = "".join(f"{byte:08b}" for byte in hashlib.sha256(labelled).digest()[:20])
    letters = [ALPHABET[int(bits[at : at + 5], 2)] for at in range(0, 160, 5)]
    groups = ["".join(letters[at : at + 4]) for at in range(0, 32, 4)]
    return f"{head.number} {'-'.join(groups)}"


@pytest.mark.parametrize("game", ["accepting", "midgame", "finished"])
def test_head_is_printed_in_its_short_form(game):
    at = getattr(table, game)()
    assert pbem("head", write("game.toml", at.data())).text == f"{short(at.chain.head)}\n"


def test_heads_of_one_history_are_equal_whatever_is_sealed_anew():
    at = table.midgame()
    heads = [pbem("head", write("game.toml", at.data())).text for _ in range(2)]
    assert heads[0] == heads[1]


def test_head_tells_who_acted_last_and_who_is_asked():
    """A player who is kept on an old file sees nothing else that is new."""
    at = table.dealt().split()
    name = at.asked()
    at.hand_in(at.order(name))
    told = pbem("head", write("game.toml", at.data())).err
    asked = ", ".join(f"{one.player} ({one.question})" for one in at.chain.pending())
    assert f"the last entry is order by {name}; playing; asked now: {asked}; see what" in told


def test_heads_of_two_histories_differ_with_the_same_number():
    one, other = branches()
    first, second = pins.short(one.chain.head), pins.short(other.chain.head)
    assert first.split()[0] == second.split()[0]
    assert first.split()[1] != second.split()[1]


@pytest.mark.parametrize("field", ["invite", "game", "hash"])
def test_short_form_covers_the_whole_head(field):
    head = table.midgame().chain.head
    other = head._replace(**{field: bytes(32)})
    assert pins.short(head) != pins.short(other)


def test_head_is_told_to_programs_as_json():
    head = table.midgame().chain.head
    answer = pbem("head", write("game.toml", table.midgame().data()), "--json")
    assert json.loads(answer.text) == {
        "index": head.number,
        "hash": base64.b64encode(head.hash).decode(),
        "short": short(head),
    }


def test_game_without_entries_has_no_head():
    answer = pbem("head", write("game.toml", table.invited().data()))
    assert answer.code == 3
    assert "the game is invited: it has no entries yet" in answer.err
