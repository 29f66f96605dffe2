"""A box opens for one key in one place, and its size says nothing."""

import hashlib

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PublicKey
from hypothesis import given
from hypothesis import strategies as st

from pbem.crypto import sealing
from pbem.crypto.keys import seal_public
from pbem.errors import Refused
from tests.crypto import hpke

SECRET = bytes(range(32))
PUBLIC = seal_public(SECRET)
PLACE = {
    "game": b"\x01" * 32,
    "purpose": "view",
    "to": "anna",
    "recipient": PUBLIC,
    "moderator": b"\x02" * 32,
    "entry": 41,
    "entry_hash": b"\x03" * 32,
}
INFO = sealing.box_info(**PLACE)
ORDER_PLACE = {
    "game": b"\x01" * 32,
    "player": "anna",
    "fingerprint": "qqqq-" * 7 + "qqqq",
    "seq": 3,
    "phase": "r1",
    "head_hash": b"\x03" * 32,
}


def joined(*parts):
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def test_box_opens():
    box = sealing.seal(b"two peasants", 1024, PUBLIC, INFO)
    assert sealing.open_box(box, 1024, SECRET, INFO) == b"two peasants"


def test_box_is_hpke_as_a_second_reader_sees_it():
    box = sealing.seal(b"two peasants", 64, PUBLIC, INFO)
    assert hpke.open_box(box, SECRET, INFO) == b"\0\0\0\x0ctwo peasants" + bytes(48)


@pytest.mark.parametrize("size", [sealing.VIEW_SIZE, sealing.STORE_SIZE, sealing.ORDER_SIZE])
def test_boxes_of_one_size_have_one_length(size):
    lengths = {len(sealing.seal(bytes(n), size, PUBLIC, INFO)) for n in (0, 1, 100, size - 4)}
    assert lengths == {size + sealing.BOX_OVERHEAD}


def test_two_boxes_of_one_text_differ():
    assert sealing.seal(b"x", 256, PUBLIC, INFO) != sealing.seal(b"x", 256, PUBLIC, INFO)


def test_context_of_a_box_is_the_documented_hash():
    text = joined(
        b"pbem/v1/seal",
        b"\x01" * 32,
        b"view",
        b"anna",
        PUBLIC,
        b"\x02" * 32,
        b"\0\0\0\x29",
        b"\x03" * 32,
    )
    assert hashlib.sha256(text).digest() == INFO


def test_context_of_an_order_is_the_documented_hash():
    text = joined(
        b"pbem/v1/seal-order",
        b"\x01" * 32,
        b"anna",
        b"qqqq-" * 7 + b"qqqq",
        b"\0\0\0\x03",
        b"r1",
        b"\x03" * 32,
    )
    assert sealing.order_box_info(**ORDER_PLACE) == hashlib.sha256(text).digest()


@pytest.mark.parametrize(
    "moved",
    [
        {"game": b"\x09" * 32},
        {"purpose": "store"},
        {"to": "ben"},
        {"recipient": b"\x09" * 32},
        {"moderator": b"\x09" * 32},
        {"entry": 40},
        {"entry_hash": b"\x09" * 32},
    ],
    ids=lambda moved: next(iter(moved)),
)
def test_box_moved_elsewhere_does_not_open(moved):
    box = sealing.seal(b"x", 256, PUBLIC, INFO)
    with pytest.raises(Refused):
        sealing.open_box(box, 256, SECRET, sealing.box_info(**{**PLACE, **moved}))


@pytest.mark.parametrize(
    "moved",
    [
        {"game": b"\x09" * 32},
        {"player": "ben"},
        {"fingerprint": "pppp-" * 7 + "pppp"},
        {"seq": 4},
        {"phase": "r2"},
        {"head_hash": b"\x09" * 32},
    ],
    ids=lambda moved: next(iter(moved)),
)
def test_sealed_order_copied_elsewhere_does_not_open(moved):
    box = sealing.seal(b"keep poison", 256, PUBLIC, sealing.order_box_info(**ORDER_PLACE))
    info = sealing.order_box_info(**{**ORDER_PLACE, **moved})
    with pytest.raises(Refused):
        sealing.open_box(box, 256, SECRET, info)


def refusal(box, size=256, secret=SECRET, info=INFO):
    with pytest.raises(Refused) as caught:
        sealing.open_box(box, size, secret, info)
    return caught.value.message, caught.value.hint


def test_every_failure_reads_the_same():
    box = sealing.seal(b"x", 256, PUBLIC, INFO)
    suite = sealing._suite()
    key = X25519PublicKey.from_public_bytes(PUBLIC)
    badly_padded = suite.encrypt(b"\0\0\0\x01x" + bytes(250) + b"y", key, info=INFO)
    too_long_inside = suite.encrypt(b"\0\0\x01\0" + bytes(252), key, info=INFO)
    failures = {
        refusal(box, secret=bytes(32)),
        refusal(box, info=bytes(32)),
        refusal(box[:-1] + bytes([box[-1] ^ 1])),
        refusal(bytes(32) + box[32:]),
        refusal(box[:47]),
        refusal(b""),
        refusal(box, size=255),
        refusal(badly_padded),
        refusal(too_long_inside),
    }
    assert len(failures) == 1


@given(st.binary(max_size=60))
def test_padding_comes_off_again(text):
    padded = sealing.pad(text, 64)
    assert len(padded) == 64
    assert sealing.unpad(padded) == text


def test_text_too_long_for_its_box_raises():
    with pytest.raises(ValueError, match="61 bytes do not fit into a box of 64"):
        sealing.pad(bytes(61), 64)


@pytest.mark.parametrize(
    "padded",
    [b"", b"\0\0\0", b"\0\0\0\x01", b"\0\0\0\x01x\x01", b"\0\0\0\x05abcd", b"\xff\xff\xff\xffabcd"],
)
def test_wrong_padding_raises(padded):
    with pytest.raises(ValueError, match="padding"):
        sealing.unpad(padded)
