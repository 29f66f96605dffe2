"""Public test vectors: edge cases of Ed25519, HPKE and DSSE, from `vectors.toml`.

They hold the program and the library below it to one verdict, so that another backend is noticed.
"""

import tomllib
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from pbem.crypto import signatures
from pbem.crypto.keys import seal_public
from pbem.crypto.sealing import open_box, pad
from pbem.crypto.signatures import Verifier, check_public_key, pae
from pbem.errors import Refused
from tests.crypto import hpke
from tests.trust import ed25519

VECTORS = tomllib.loads(Path(__file__).with_name("vectors.toml").read_text("ascii"))
HPKE = {name: bytes.fromhex(value) for name, value in VECTORS["hpke"].items()}
ROWS = [pytest.param(row, id=row["name"]) for row in VECTORS["ed25519"]]
SOUND = [row for row in VECTORS["ed25519"] if row["holds"] and row["sound"]]


@pytest.fixture(autouse=True)
def _bare_messages(monkeypatch):
    """Verify the messages of the vectors as they are, without a kind."""
    monkeypatch.setattr(signatures, "_message", lambda _, body: body)


def holds(key, message, signature):
    return Verifier(key).verify("order", message, signature)


def parts(row):
    return [bytes.fromhex(row[name]) for name in ("key", "message", "signature")]


def is_sound(key):
    try:
        check_public_key(key)
    except Refused:
        return False
    return True


# Ed25519


@pytest.mark.parametrize("row", ROWS)
def test_signature_holds_or_not_as_published(row):
    assert holds(*parts(row)) == row["holds"]


@pytest.mark.parametrize("row", ROWS)
def test_key_is_sound_or_not_as_published(row):
    assert is_sound(bytes.fromhex(row["key"])) == row["sound"]


def test_no_edge_case_passes_both_checks():
    """What passes both are the ordinary signatures alone."""
    assert [row["name"][:10] for row in SOUND] == ["wycheproof"] * 3
    assert len(ROWS) == 30


@pytest.mark.parametrize("row", SOUND, ids=lambda row: row["name"])
def test_ordinary_signature_is_right_by_a_second_implementation(row):
    assert ed25519.verify(*parts(row))


@pytest.mark.parametrize("row", SOUND, ids=lambda row: row["name"])
def test_no_multiple_of_the_order_can_be_added_to_a_signature(row):
    key, message, signature = parts(row)
    s = int.from_bytes(signature[32:], "little")
    more = [s + factor * ed25519.ORDER for factor in range(1, 15)]
    assert more[-1] < 2**256
    for other in [*more, s | 1 << 253, s | 1 << 254, s | 1 << 255]:
        assert not holds(key, message, signature[:32] + other.to_bytes(32, "little"))


@pytest.mark.parametrize("r", [0, 1, ed25519.ORDER, ed25519.P])
@pytest.mark.parametrize("s", [0, 1, ed25519.ORDER - 1, ed25519.ORDER, ed25519.P])
def test_signature_of_special_numbers_does_not_hold(r, s):
    key, _, _ = parts(SOUND[0])
    assert not holds(key, b"?", r.to_bytes(32, "little") + s.to_bytes(32, "little"))


@pytest.mark.parametrize("row", SOUND, ids=lambda row: row["name"])
def test_signature_that_is_cut_or_longer_does_not_hold(row):
    key, message, signature = parts(row)
    for other in (b"", signature[:32], signature[:63], signature[1:], signature + b"\0"):
        assert not holds(key, message, other)


@pytest.mark.parametrize("row", SOUND, ids=lambda row: row["name"])
def test_signature_with_any_bit_changed_does_not_hold(row):
    key, message, signature = parts(row)
    for bit in range(512):
        number = int.from_bytes(signature, "little") ^ 1 << bit
        assert not holds(key, message, number.to_bytes(64, "little"))


# HPKE


def test_second_implementation_comes_to_the_published_keys():
    found = hpke.schedule(HPKE["enc"], HPKE["recipient_secret"], HPKE["info"])
    assert found == (HPKE["shared_secret"], HPKE["key"], HPKE["base_nonce"])
    opened = ChaCha20Poly1305(found.key).decrypt(found.nonce, HPKE["box"], HPKE["aad"])
    assert opened == HPKE["text"] == b"Beauty is truth, truth beauty"


def test_program_opens_what_is_sealed_with_the_published_keys():
    assert seal_public(HPKE["recipient_secret"]) == HPKE["recipient"]
    sealed = ChaCha20Poly1305(HPKE["key"]).encrypt(HPKE["base_nonce"], pad(HPKE["text"], 64), b"")
    opened = open_box(HPKE["enc"] + sealed, 64, HPKE["recipient_secret"], HPKE["info"])
    assert opened == HPKE["text"]


@pytest.mark.parametrize("name", ["enc", "recipient_secret", "info"])
def test_program_opens_nothing_if_one_of_the_published_values_is_another(name):
    sealed = ChaCha20Poly1305(HPKE["key"]).encrypt(HPKE["base_nonce"], pad(HPKE["text"], 64), b"")
    changed = HPKE | {name: bytes([*HPKE[name][:-2], HPKE[name][-2] ^ 1, HPKE[name][-1]])}
    with pytest.raises(Refused, match="does not open"):
        open_box(changed["enc"] + sealed, 64, changed["recipient_secret"], changed["info"])


# DSSE


def test_encoding_is_the_published_one():
    row = VECTORS["dsse"]
    assert pae(row["type"], row["body"].encode()).hex() == row["pae"]
