"""Joined parts are told apart, and derivation is the published one."""

import hashlib
import hmac
import struct

import pytest
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand

from pbem.crypto.labels import digest, expand, extract, label, u32, u64


def second_label(kind, *parts):
    """Write a label once more, with struct."""
    out = b""
    for part in [f"pbem/v1/{kind}", *parts]:
        raw = part if isinstance(part, bytes) else bytes(map(ord, part))
        out += struct.pack(f">I{len(raw)}s", len(raw), raw)
    return out


def test_label_puts_a_length_before_every_part():
    assert label("x", "ab", b"\0") == (
        b"\x00\x00\x00\x09pbem/v1/x\x00\x00\x00\x02ab\x00\x00\x00\x01\x00"
    )


def test_label_agrees_with_a_second_writer():
    parts = ("guest", b"\xff" * 300, "", u32(7))
    assert label("card-salt", *parts) == second_label("card-salt", *parts)


def test_borders_of_parts_cannot_be_shifted():
    assert label("a", "bc") != label("ab", "c")
    assert label("a", "b", "c") != label("a", "bc")


def test_label_refuses_text_outside_ascii():
    with pytest.raises(UnicodeEncodeError):
        label("x", "\u0430nna")


def test_numbers_are_big_endian():
    assert u32(0x01020304) == b"\x01\x02\x03\x04"
    assert u64(1) == b"\0\0\0\0\0\0\0\1"


@pytest.mark.parametrize("number", [-1, 2**32])
def test_numbers_outside_32_bits_raise(number):
    with pytest.raises(OverflowError):
        u32(number)


def test_digest_is_sha256():
    # FIPS 180-2, appendix B.1
    assert digest(b"abc").hex() == (
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    )


def test_first_case_of_rfc_5869():
    prk = extract(bytes(range(13)), b"\x0b" * 22)
    assert prk.hex() == "077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5"
    assert expand(prk, bytes(range(0xF0, 0xFA)), 42).hex() == (
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
    )


@pytest.mark.parametrize("size", [1, 31, 32, 33, 64, 1000, 8160])
def test_expand_agrees_with_the_library(size):
    key, info = hashlib.sha256(b"key").digest(), b"some info"
    assert expand(key, info, size) == HKDFExpand(SHA256(), size, info).derive(key)


def test_expand_refuses_more_than_the_rfc_allows():
    with pytest.raises(ValueError, match="8160"):
        expand(bytes(32), b"", 8161)


def test_extract_is_hmac():
    assert extract(b"salt", b"ikm") == hmac.new(b"salt", b"ikm", hashlib.sha256).digest()
