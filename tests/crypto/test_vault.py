"""The seed at rest: only the passphrase and the unchanged file give it back."""

import base64
from typing import NamedTuple

import pytest
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.kdf import argon2

from pbem.crypto import vault
from pbem.crypto.keys import identity_key
from pbem.crypto.signatures import public_key
from pbem.errors import Refused

SEED = bytes(range(100, 132))
PUBLIC = public_key(identity_key(SEED))
SALT = b"0123456789abcdef"
AAD = b"all that stands before the box"
CHEAP = (8192, 1, 1)


class File(NamedTuple):
    public: bytes = PUBLIC
    cost: tuple[int, int, int] | None = CHEAP
    salt: bytes = SALT
    box: bytes = b""
    aad: bytes = AAD


@pytest.fixture(scope="module")
def locked():
    """A file with a passphrase, made at the least cost that is read."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vault, "COST", CHEAP)
        return File(box=vault.lock(SEED, b"secret", SALT, AAD))


@pytest.fixture
def no_work(monkeypatch):
    """Fail the test as soon as a passphrase is worked on."""

    def work(*args):
        raise AssertionError("the cost was not looked at first")

    monkeypatch.setattr(vault, "_derive", work)


def refusal(file, passphrase=b"secret"):
    with pytest.raises(Refused) as caught:
        vault.unlock(file, passphrase)
    return caught.value.message


def test_usual_cost_is_the_second_choice_of_rfc_9106():
    assert vault.COST == (64 * 1024, 3, 4)


def test_passphrase_gives_the_seed_back_at_the_usual_cost():
    box = vault.lock(SEED, b"secret", SALT, AAD)
    assert vault.unlock(File(box=box, cost=vault.COST), b"secret") == SEED


def test_box_is_bound_to_the_seed_and_has_a_tag(locked):
    assert len(locked.box) == 48
    assert SEED not in locked.box


def test_seed_without_passphrase_is_bare():
    box = vault.lock(SEED, None, SALT, AAD)
    assert box == SEED
    assert vault.unlock(File(box=box, cost=None), None) == SEED


@pytest.mark.parametrize(
    "change",
    [
        {"public": public_key(bytes(32))},
        {"cost": (8193, 1, 1)},
        {"cost": (8192, 2, 1)},
        {"cost": (8192, 1, 2)},
        {"salt": b"0123456789abcdeg"},
        {"aad": AAD + b" "},
    ],
    ids=["public", "memory", "passes", "lanes", "salt", "aad"],
)
def test_any_edit_reads_like_a_wrong_passphrase(locked, change):
    assert refusal(locked._replace(**change)) == refusal(locked, b"another")


@pytest.mark.parametrize("place", [0, 20, 47])
def test_changed_box_reads_like_a_wrong_passphrase(locked, place):
    box = bytearray(locked.box)
    box[place] ^= 1
    assert refusal(locked._replace(box=bytes(box))) == refusal(locked, b"another")


@pytest.mark.parametrize(
    ("cost", "message"),
    [
        ((2**31, 3, 4), "key file, memory: expected 8192 to 262144, found 2147483648"),
        ((8191, 3, 4), "key file, memory: expected 8192 to 262144, found 8191"),
        ((65536, 9, 4), "key file, passes: expected 1 to 8, found 9"),
        ((65536, 0, 4), "key file, passes: expected 1 to 8, found 0"),
        ((65536, 3, 9), "key file, lanes: expected 1 to 8, found 9"),
        ((65536, 3, 0), "key file, lanes: expected 1 to 8, found 0"),
    ],
)
@pytest.mark.usefixtures("no_work")
def test_cost_out_of_bounds_is_refused_before_any_work(locked, cost, message):
    assert refusal(locked._replace(cost=cost)) == message


@pytest.mark.usefixtures("no_work")
def test_missing_passphrase_is_refused_before_any_work(locked):
    assert refusal(locked, None) == "the key is locked: it needs its passphrase"


def test_bare_seed_of_another_key_is_refused():
    file = File(box=bytes(32), cost=None)
    assert "does not belong" in refusal(file, None)


def test_seed_of_another_size_raises():
    with pytest.raises(ValueError, match="32 bytes, found 31"):
        vault.lock(bytes(31), None, SALT, AAD)


def test_system_without_argon2id_is_told_so(locked, monkeypatch):
    def missing(**kwargs):
        raise UnsupportedAlgorithm("no Argon2id")

    monkeypatch.setattr(argon2, "Argon2id", missing)
    with pytest.raises(Refused, match="has no Argon2id") as caught:
        vault.unlock(locked, b"secret")
    assert "install the `cryptography` wheel" in caught.value.hint


def test_seed_is_nowhere_in_the_box(locked):
    for spelling in (SEED, SEED.hex().encode(), base64.b64encode(SEED)):
        assert spelling not in locked.box
