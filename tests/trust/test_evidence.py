"""Evidence that is handed around: it convicts the key that has signed twice and nobody else."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem import pins, proof
from pbem.chain import Head
from pbem.crypto.keys import identity_key
from pbem.crypto.signatures import public_key, sign
from pbem.errors import Refused
from tests.cli.runner import pbem
from tests.trust import table
from tests.trust.folder import branches, lay, state_of, write

pytestmark = pytest.mark.usefixtures("own_desk")

STRANGER = bytes(range(32))


def of(one, other, index=None):
    """The evidence against the moderator of two histories."""
    sides = [pins.pin_of(at.chain, at.desk.entries) for at in (one, other)]
    if index is None:
        _, index = pins.relation(sides[0].hashes, sides[1].hashes)
    return proof.write(index, sides[0].moderator, *sides)


def by_stranger(one):
    """Evidence that somebody makes with an own key about a game of others."""
    invite, key = one.chain.invitation.id, identity_key(STRANGER)
    heads = [Head(invite, one.chain.id, 3, bytes([number]) * 32) for number in (1, 2)]
    sides = [proof.Side(h.game, h.hash, sign(key, "head", h.statement())) for h in heads]
    return proof.Evidence(public_key(key), invite, 3, *sides)


def written(evidence):
    """The text of evidence."""
    one, other = (
        pins.Pin(
            evidence.invite,
            evidence.moderator,
            (
                pins.Signed(side.game, b""),
                *[pins.Signed(b"", b"")] * (evidence.number - 1),
                pins.Signed(side.hash, side.signature),
            ),
        )
        for side in (evidence.one, evidence.other)
    )
    return proof.write(evidence.number, evidence.moderator, one, other)


def test_what_was_written_is_read():
    one, other = branches()
    found = proof.loads(of(one, other))
    number = table.end_of(one)
    assert found.moderator == one.chain.moderator.key.public
    assert (found.invite, found.number) == (one.chain.invitation.id, number)
    assert (found.one.hash, found.other.hash) == (one.chain.hashes[-1], other.chain.hashes[-1])
    assert found.one.game == found.other.game == one.chain.id
    assert written(found) == of(one, other)


def test_two_histories_are_proved():
    proof.loads(of(*branches())).verify()


def test_common_part_of_two_histories_proves_nothing():
    found = proof.loads(of(*branches(), index=3))
    with pytest.raises(Refused, match="the same hash: that is one history"):
        found.verify()


def test_key_with_which_any_signature_fits_is_refused():
    weak = bytes([1]) + bytes(31)
    found = proof.loads(of(*branches()))
    any_word = weak + bytes(32)
    sides = [side._replace(signature=any_word) for side in (found.one, found.other)]
    with pytest.raises(Refused, match="moderator: the public key is weak"):
        found._replace(moderator=weak, one=sides[0], other=sides[1]).verify()


def test_moderator_is_not_convicted_by_somebody_else():
    one, _ = branches()
    lay(one)
    assert pbem("show", "game.toml").code == 0
    answer = pbem("audit", write("evidence.toml", written(by_stranger(one))))
    assert answer.code == 3
    assert "of this game is signed by another key: nothing is proved" in answer.err


def test_word_of_a_key_that_is_not_known_is_told_as_such():
    one, _ = branches()
    answer = pbem("audit", write("evidence.toml", written(by_stranger(one))))
    assert answer.code == 1
    assert "not known here" in answer.err


def test_moderator_knows_the_own_key():
    one, other = branches()
    lay(one)
    answer = pbem("audit", write("evidence.toml", of(one, other)), "--as", "mod.key")
    assert answer.code == 1
    assert "not known here" not in answer.err


def test_evidence_that_was_kept_is_evidence():
    one, other = branches()
    lay(one)
    pbem("show", "game.toml")
    write("game.toml", other.data())
    assert pbem("audit", "game.toml").code == 1
    (path,) = state_of(one).glob("evidence-*")
    answer = pbem("audit", str(path))
    assert answer.code == 1
    assert one.chain.moderator.fingerprint in answer.text


def test_evidence_is_no_game():
    write("evidence.toml", of(*branches()))
    for command in (("show", "evidence.toml"), ("compare", "evidence.toml", "evidence.toml")):
        answer = pbem(*command)
        assert answer.code == 4
        assert "no game file: it begins" in answer.err
    assert Path("evidence.toml").exists()
