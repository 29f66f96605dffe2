"""A signature counts for one kind of statement, wherever one is read; and random bytes for none.

Each reader is handed the right bytes with a signature by the right key, but for another kind.
"""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import pytest

from pbem import proposals, receipts
from pbem.chain import changes, open_game
from pbem.crypto import keys
from pbem.crypto.signatures import sign, verify
from pbem.errors import PbemError
from pbem.formats import entry, flat
from pbem.formats import game as gamefile
from tests.cli.runner import pbem
from tests.trust import agreeing, table
from tests.trust.folder import adjudicate, write
from tests.trust.test_late import DATE, forged

NEW = agreeing.seed(201)
#: All that is signed or hashed under a name of its own.
KINDS = [*flat.KINDS, changes.PROOF, "entry", "head", "game"]


def test_signature_of_one_kind_holds_for_no_other():
    seed, public = bytes(range(32)), table.public_key(bytes(range(32)))
    for one, other in itertools.product(KINDS, repeat=2):
        assert verify(public, other, b"text\n", sign(seed, one, b"text\n")) == (one == other)


# Who reads what: each function gives the signed bytes, the key that has to sign them, and what
# reads them with a signature


def an_order():
    at = table.midgame().split()
    name = at.asked()
    region, _ = flat.split(at.order(name))
    return region, at.seeds[name], lambda sig: hand_in(at, region, sig)


def a_consent():
    at = table.accepting().split()
    region, _ = flat.split(at.consent("anna"))
    return region, at.seeds["anna"], lambda sig: hand_in(at, region, sig)


def a_registration():
    at = table.invited().split()
    region, _ = flat.split(at.registration("ben"))
    return region, at.seeds["ben"], lambda sig: hand_in(at, region, sig)


def hand_in(at, region, signature):
    [verdict] = at.desk.take([flat.join(region, signature)])
    if verdict.error is not None:
        raise verdict.error


def a_late():
    at = table.dealt().split()
    region, _ = forged(at, at.moderator.seed)
    return region, at.moderator.seed, lambda sig: at.chain.late(region, sig)


def a_receipt():
    at = table.midgame().split()
    key = keys.identity_key(at.moderator.seed)
    late = at.order(at.asked(), seq=1)
    given = receipts.write(late, at.chain.head, receipts.REFUSED, DATE, key)
    region, _ = flat.split(given)
    return region, at.moderator.seed, lambda sig: receipts.check(at.data(), flat.join(region, sig))


def an_invitation():
    at = table.midgame()
    region, _ = flat.split(at.chain.invitation.document.whole)

    def read(sig):
        open_game(table.resign(at.data(), at.moderator, invitation=flat.join(region, sig)))

    return region, at.moderator.seed, read


def a_head():
    at = table.midgame()
    statement = at.chain.head.statement()

    def read(sig):
        def change(entries):
            return [*entries[:-1], entries[-1]._replace(head=sig)]

        open_game(table.resign(at.data(), at.moderator, entries=change, rechain=False))

    return statement, at.moderator.seed, read


def a_game():
    at = table.midgame()
    region = gamefile.unwrap(at.data()).region
    return region, at.moderator.seed, lambda sig: open_game(gamefile.wrap(region, sig))


def a_rotate():
    at = table.midgame().split()
    region, _ = flat.split(agreeing.rotation(at, "anna", NEW))
    return region, at.seeds["anna"], lambda sig: hand_in(at, region, sig)


def an_offer():
    at = table.midgame().split()
    region, _ = flat.split(agreeing.offer(at, "nina", NEW))
    return region, NEW, lambda sig: proposals.handover(at.desk, flat.join(region, sig))


def a_handover():
    at = table.midgame().split()
    offered = table.encode64(agreeing.offer(at, "nina", NEW))
    region = flat.write(entry.HANDOVER, agreeing.head(at) | {"offer": offered})
    return region, at.moderator.seed, lambda sig: changes.handover(at.chain, region, sig)


def a_proposal(kind, *what):
    def make():
        at = table.midgame().split()
        named = [one(at) if callable(one) else one for one in what]
        region, _ = flat.split(agreeing.propose(at, kind, *named))
        check = changes.check_proposal
        return region, at.moderator.seed, lambda sig: check(at.chain, kind, region, sig)

    return make


def an_agree():
    at = table.midgame().split()
    document = agreeing.agreement(at, "anna", agreeing.propose(at, entry.ABANDON))
    region, _ = flat.split(document)

    def read(sig):
        at.chain.author(changes.AGREE, region, sig)

    return region, at.seeds["anna"], read


READ = {
    "rotate": a_rotate,
    "offer": an_offer,
    "handover": a_handover,
    "replace": a_proposal(entry.REPLACE, "ben", lambda at: at.registration("ben", NEW)),
    "correct": a_proposal(entry.CORRECT, 3),
    "abandon": a_proposal(entry.ABANDON),
    "agree": an_agree,
    "order": an_order,
    "consent": a_consent,
    "registration": a_registration,
    "late": a_late,
    "receipt": a_receipt,
    "invitation": an_invitation,
    "head": a_head,
    "game": a_game,
}


def test_every_kind_that_is_signed_is_read_here():
    assert {*READ, changes.PROOF, "entry"} == set(KINDS)


@pytest.mark.parametrize("kind", READ)
def test_signature_of_the_kind_is_taken(kind):
    body, seed, read = READ[kind]()
    read(sign(keys.identity_key(seed), kind, body))


@pytest.mark.parametrize("kind", READ)
def test_signature_of_another_kind_over_the_same_bytes_is_refused(kind):
    body, seed, read = READ[kind]()
    for other in set(KINDS) - {kind}:
        with pytest.raises(PbemError, match=r"sign|changed after it was"):
            read(sign(keys.identity_key(seed), other, body))


@pytest.mark.parametrize("kind", READ)
def test_random_signature_is_refused(kind):
    chance = random.Random(kind)
    _, _, read = READ[kind]()
    for signature in (chance.randbytes(64), bytes(64)):
        with pytest.raises(PbemError, match=r"sign|changed after it was"):
            read(signature)


@pytest.mark.parametrize("kind", READ)
def test_signature_by_another_key_is_refused(kind):
    body, _, read = READ[kind]()
    with pytest.raises(PbemError, match=r"sign|changed after it was"):
        read(sign(keys.identity_key(b"\x07" * 32), kind, body))


# By every command: what says that it is signed is not for that reason taken for signed

SHOWING = ["show", "log", "moves", "head", "audit", "compare game.toml"]
SIGNING = ["join", "accept", "order pass", "adjudicate order", "late anna --date 2024-11-29"]


@pytest.fixture
def at(at):
    write("order", at.order(at.asked()))
    write("forged.toml", forged_file(at.data()))
    return at


def forged_file(data):
    return gamefile.wrap(gamefile.unwrap(data).region, random.Random(1).randbytes(64))


@pytest.mark.parametrize("command", [*SHOWING, *SIGNING])
def test_game_with_a_random_signature_is_refused_by_every_command(at, command):
    word, *more = command.split()
    key = "mod.key" if word in ("adjudicate", "late") else "anna.key"
    before = Path("forged.toml").read_bytes()
    answer = pbem(word, "forged.toml", *more, *(() if word == "compare" else ("--as", key)))
    assert answer.code == 3
    assert answer.out == b""
    assert "forged.toml: the game file was changed after it was signed" in answer.err
    assert Path("forged.toml").read_bytes() == before
    assert not list(Path(".local/state/pbem").rglob("pin"))


def test_successor_of_a_game_with_a_random_signature_is_not_made(at):
    answer = pbem(
        "new", "new.toml", "--player", "anna", "--supersedes", "forged.toml", "--as", "mod.key"
    )
    assert answer.code == 3
    assert not Path("new.toml").exists()


@pytest.mark.parametrize("kind", ["order", "consent", "registration", "late", "receipt"])
def test_document_with_a_random_signature_changes_no_file(at, kind):
    before = Path("game.toml").read_bytes()
    body, _, _ = READ[kind]()
    answer = adjudicate(write("forged", flat.join(body, random.Random(2).randbytes(64))))
    assert answer.code == 3
    assert Path("game.toml").read_bytes() == before


def test_entry_with_a_random_signature_of_its_document_is_a_fault(at):
    def change(entries):
        last = entries[-1]._replace(signature=random.Random(3).randbytes(64))
        return [*entries[:-1], last]

    assert entry.kind_of(at.desk.entries[-1].text) == "order"
    bad = table.resign(at.data(), at.moderator, entries=change, rechain=False)
    answer = pbem("audit", write("bad.toml", bad))
    assert answer.code == 1
    assert f"fault: entry {at.chain.head.number}, document: " in answer.text
