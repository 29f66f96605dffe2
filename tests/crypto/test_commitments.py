"""Each commitment is the documented hash of what it fixes."""

import hashlib
import hmac

import pytest

from pbem.crypto import commitments

GAME = b"\x05" * 32
INVITE = b"\x06" * 32
NONCE = b"\x07" * 32
PRK = b"\x08" * 32
SALT = b"\x09" * 32
SEVEN = b"\0\0\0\x07"


def joined(kind, *parts):
    parts = (b"pbem/v1/" + kind, *parts)
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def hashed(*parts):
    return hashlib.sha256(joined(*parts)).digest()


def derived(key, *parts):
    return hmac.new(key, joined(*parts) + b"\x01", hashlib.sha256).digest()


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (commitments.seed_commit(b"s" * 16, PRK), hashed(b"seed-commit", b"s" * 16, PRK)),
        (
            commitments.nonce_commit(INVITE, "anna", NONCE),
            hashed(b"nonce-commit", INVITE, b"anna", NONCE),
        ),
        (commitments.probe(PRK, GAME, "anna"), derived(PRK, b"probe", GAME, b"anna")),
        (commitments.probe_hash(NONCE), hashed(b"probe-hash", NONCE)),
        (commitments.state_salt(PRK, 7), derived(PRK, b"state-salt", SEVEN)),
        (commitments.state(GAME, 7, SALT, b"{}"), hashed(b"state", GAME, SEVEN, SALT, b"{}")),
        (commitments.view_salt(PRK, 7, "anna"), derived(PRK, b"view-salt", SEVEN, b"anna")),
        (
            commitments.view(GAME, 7, "anna", SALT, bytes(1024)),
            hashed(b"view", GAME, SEVEN, b"anna", SALT, bytes(1024)),
        ),
    ],
    ids=["seed", "nonce", "probe", "probe-hash", "state-salt", "state", "view-salt", "view"],
)
def test_commitment_is_the_documented_one(found, expected):
    assert found == expected


def test_nonce_commitment_is_worthless_under_another_name():
    mine = commitments.nonce_commit(INVITE, "anna", NONCE)
    assert mine != commitments.nonce_commit(INVITE, "ben", NONCE)


def test_equal_states_have_different_commitments_at_every_entry():
    found = {
        commitments.state(GAME, index, commitments.state_salt(PRK, index), b"{}")
        for index in range(5)
    }
    assert len(found) == 5
