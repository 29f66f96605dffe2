"""A signature holds for one key, one kind and one text; weak keys do not come in."""

import hashlib

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pbem.crypto.signatures import (
    Verifier,
    check_public_key,
    document_id,
    fingerprint,
    pae,
    public_key,
    sign,
    verify,
)
from pbem.errors import Refused

SEED = bytes(range(32))
PUBLIC = public_key(SEED)
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493

# The points of order 1, 2, 4 and 8 in all encodings that libraries load.
SMALL_ORDER = {
    "neutral": "01" + "00" * 31,
    "neutral, sign set": "01" + "00" * 30 + "80",
    "neutral, y = p + 1": "ee" + "ff" * 30 + "7f",
    "neutral, y = p + 1, sign set": "ee" + "ff" * 31,
    "order 2": "ec" + "ff" * 30 + "7f",
    "order 2, sign set": "ec" + "ff" * 31,
    "order 4": "00" * 32,
    "order 4, sign set": "00" * 31 + "80",
    "order 4, y = p": "ed" + "ff" * 30 + "7f",
    "order 4, y = p, sign set": "ed" + "ff" * 31,
    "order 8, first": "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "order 8, first, sign set": "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    "order 8, second": "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "order 8, second, sign set": "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
}


def test_published_vector_of_the_encoding():
    assert pae("http://example.com/HelloWorld", b"hello world") == (
        b"DSSEv1 29 http://example.com/HelloWorld 11 hello world"
    )


def test_encoding_counts_bytes_of_the_body():
    assert pae("t", "\u00e9".encode()) == b"DSSEv1 1 t 2 \xc3\xa9"


def test_encoding_refuses_a_type_outside_ascii():
    with pytest.raises(UnicodeEncodeError):
        pae("\u00e9", b"")


def test_document_id_is_the_hash_of_what_is_signed():
    signed = b"DSSEv1 34 application/vnd.pbem.order.v1+toml 3 abc"
    assert document_id("order", b"abc") == hashlib.sha256(signed).digest()


@pytest.mark.parametrize(
    ("private", "public"),
    [  # RFC 8032, section 7.1, tests 1 and 2
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        ),
        (
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        ),
    ],
)
def test_public_keys_of_rfc_8032(private, public):
    assert public_key(bytes.fromhex(private)).hex() == public


def test_signature_is_plain_ed25519_over_the_encoding():
    body = b'format = "pbem-order-1"\n'
    message = b"DSSEv1 34 application/vnd.pbem.order.v1+toml 24 " + body
    assert sign(SEED, "order", body) == Ed25519PrivateKey.from_private_bytes(SEED).sign(message)


def test_signature_verifies():
    assert verify(PUBLIC, "order", b"text", sign(SEED, "order", b"text"))


def test_signing_twice_gives_the_same():
    assert sign(SEED, "order", b"text") == sign(SEED, "order", b"text")


@pytest.mark.parametrize("kind", ["consent", "registration", "invitation", "head", "game"])
def test_signature_of_one_kind_is_none_of_another(kind):
    assert not verify(PUBLIC, kind, b"text", sign(SEED, "order", b"text"))


def test_signature_of_another_text_or_key_does_not_verify():
    sig = sign(SEED, "order", b"text")
    assert not verify(PUBLIC, "order", b"texu", sig)
    assert not verify(public_key(bytes(32)), "order", b"text", sig)


def test_signature_with_l_added_does_not_verify():
    sig = sign(SEED, "order", b"text")
    more = (int.from_bytes(sig[32:], "little") + L).to_bytes(32, "little")
    assert not verify(PUBLIC, "order", b"text", sig[:32] + more)


@pytest.mark.parametrize("size", [0, 63, 65])
def test_signature_of_another_size_does_not_verify(size):
    assert not verify(PUBLIC, "order", b"text", bytes(size))


def test_one_verifier_serves_many_signatures():
    verifier = Verifier(PUBLIC)
    texts = [bytes([number]) for number in range(5)]
    assert all(verifier.verify("order", text, sign(SEED, "order", text)) for text in texts)
    assert verifier.public == PUBLIC


def test_good_keys_pass():
    for number in range(5):
        check_public_key(public_key(bytes([number] * 32)))


def test_there_are_14_encodings_of_small_order():
    assert len(set(SMALL_ORDER.values())) == 14


@pytest.mark.parametrize("encoding", SMALL_ORDER.values(), ids=SMALL_ORDER)
def test_key_of_small_order_is_refused(encoding):
    key = bytes.fromhex(encoding)
    Verifier(key)  # the library has no objection
    with pytest.raises(Refused, match="public key"):
        check_public_key(key)


def test_neutral_key_would_verify_every_text():
    key = bytes.fromhex(SMALL_ORDER["neutral"])
    assert all(verify(key, "order", text, key + bytes(32)) for text in (b"yes", b"no"))


def test_key_of_mixed_order_is_refused():
    # Adding the point of order 2, (0, -1), turns (x, y) into (-x, -y).
    number = int.from_bytes(PUBLIC, "little")
    sign_of_x, y = number >> 255, number & (2**255 - 1)
    mixed = ((1 - sign_of_x) << 255 | P - y).to_bytes(32, "little")
    Verifier(mixed)
    with pytest.raises(Refused, match="prime-order"):
        check_public_key(mixed)


def test_key_off_the_curve_is_refused():
    # 2 is no y: (4 - 1) / (4 d + 1) has no root.
    with pytest.raises(Refused, match="no point"):
        check_public_key((2).to_bytes(32, "little"))


def test_key_that_is_not_canonical_is_refused():
    # y = 3 is on the curve; p + 3 says the same in other bytes.
    check_on_curve = (3).to_bytes(32, "little")
    with pytest.raises(Refused, match="prime-order"):
        check_public_key(check_on_curve)
    with pytest.raises(Refused, match="no point"):
        check_public_key((P + 3).to_bytes(32, "little"))


@pytest.mark.parametrize("size", [0, 31, 33])
def test_key_of_another_size_is_refused(size):
    with pytest.raises(Refused, match=f"32 bytes, found {size}"):
        check_public_key(bytes(size))
    with pytest.raises(Refused, match=f"32 bytes, found {size}"):
        Verifier(bytes(size))


def test_fingerprint_is_160_bits_of_a_hash():
    joined = b"\0\0\0\x13pbem/v1/fingerprint\0\0\0\x20" + PUBLIC
    bits = "".join(f"{byte:08b}" for byte in hashlib.sha256(joined).digest()[:20])
    alphabet = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
    letters = [alphabet[int(bits[start : start + 5], 2)] for start in range(0, 160, 5)]
    groups = ["".join(letters[start : start + 4]) for start in range(0, 32, 4)]
    assert fingerprint(PUBLIC) == "-".join(groups)
