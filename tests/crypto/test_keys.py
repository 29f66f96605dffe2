"""All keys follow from the seed, each in its own way; useless sealing keys do not come in."""

import hashlib
import hmac

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PublicKey

from pbem.crypto import keys
from pbem.errors import Refused

SEED = bytes(range(32))
INVITE = b"\x11" * 32
P = 2**255 - 19


def derived(key, *parts):
    """Expand once more: one block, so one HMAC."""
    info = b""
    for part in parts:
        info += len(part).to_bytes(4, "big") + part
    return hmac.new(key, info + b"\x01", hashlib.sha256).digest()


@pytest.mark.parametrize(
    ("found", "parts"),
    [
        (keys.identity_key(SEED), (b"pbem/v1/identity",)),
        (keys.game_seal_key(SEED, INVITE), (b"pbem/v1/game-seal", INVITE)),
        (keys.game_nonce(SEED, INVITE, "anna"), (b"pbem/v1/game-nonce", INVITE, b"anna")),
        (keys.game_secret(SEED, b"s" * 16), (b"pbem/v1/game-secret", b"s" * 16)),
        (keys.order_seal_key(SEED), (b"pbem/v1/order-seal",)),
        (keys.store_key(SEED, INVITE), (b"pbem/v1/mod-store", INVITE)),
    ],
    ids=["identity", "game-seal", "game-nonce", "game-secret", "order-seal", "mod-store"],
)
def test_derivation_is_the_documented_one(found, parts):
    assert found == derived(SEED, *parts)


def test_public_sealing_key_of_rfc_7748():
    # Section 6.1, Alice
    private = "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a"
    assert keys.seal_public(bytes.fromhex(private)).hex() == (
        "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a"
    )


def test_good_sealing_key_passes():
    keys.check_seal_key(keys.seal_public(SEED))


@pytest.mark.parametrize(
    "number",
    [
        0,
        1,
        P - 1,
        325606250916557431795983626356110631294008115727848805560023387167927233504,
        39382357235489614581723060781553021112529911719440698176882885853963445705823,
    ],
    ids=["0", "1", "-1", "order 8, first", "order 8, second"],
)
def test_sealing_key_of_small_order_is_refused(number):
    with pytest.raises(Refused, match="small order"):
        keys.check_seal_key(number.to_bytes(32, "little"))


@pytest.mark.parametrize("number", [P, P + 1, P + 9, 2**255 - 1], ids=["p", "p+1", "p+9", "top"])
def test_sealing_key_above_the_field_is_refused(number):
    with pytest.raises(Refused, match="canonical"):
        keys.check_seal_key(number.to_bytes(32, "little"))


def test_sealing_key_with_the_top_bit_is_refused():
    key = bytearray(keys.seal_public(SEED))
    key[31] |= 0x80
    X25519PublicKey.from_public_bytes(bytes(key))  # the library has no objection
    with pytest.raises(Refused, match="canonical"):
        keys.check_seal_key(bytes(key))


@pytest.mark.parametrize("size", [0, 31, 33])
def test_sealing_key_of_another_size_is_refused(size):
    with pytest.raises(Refused, match=f"32 bytes, found {size}"):
        keys.check_seal_key(bytes(size))
