"""HPKE (RFC 9180) once more, step by step: base mode, X25519, HKDF-SHA256, ChaCha20-Poly1305."""

from __future__ import annotations

import hashlib
import hmac
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

_KEM = b"KEM\x00\x20"
_SUITE = b"HPKE\x00\x20\x00\x01\x00\x03"


class Schedule(NamedTuple):
    """What both sides of a box come to."""

    shared: bytes
    key: bytes
    nonce: bytes


def schedule(enc, secret, info):
    """The keys of a box that begins with *enc*, for who has the *secret* (4.1 and 5.1)."""
    private = X25519PrivateKey.from_private_bytes(secret)
    exchanged = private.exchange(X25519PublicKey.from_public_bytes(enc))
    both = enc + private.public_key().public_bytes_raw()
    shared = _expand(
        _KEM, _extract(_KEM, b"", b"eae_prk", exchanged), b"shared_secret", both, size=32
    )
    context = (
        b"\x00"
        + _extract(_SUITE, b"", b"psk_id_hash", b"")
        + _extract(_SUITE, b"", b"info_hash", info)
    )
    prk = _extract(_SUITE, shared, b"secret", b"")
    return Schedule(
        shared,
        _expand(_SUITE, prk, b"key", context, size=32),
        _expand(_SUITE, prk, b"base_nonce", context, size=12),
    )


def open_box(box, secret, info):
    """The text of a box, its padding included."""
    found = schedule(box[:32], secret, info)
    return ChaCha20Poly1305(found.key).decrypt(found.nonce, box[32:], b"")


def _extract(suite, salt, name, ikm):
    return hmac.new(salt, b"HPKE-v1" + suite + name + ikm, hashlib.sha256).digest()


def _expand(suite, prk, name, info, *, size):
    data = size.to_bytes(2, "big") + b"HPKE-v1" + suite + name + info + b"\x01"
    return hmac.new(prk, data, hashlib.sha256).digest()[:size]
