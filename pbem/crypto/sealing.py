"""Boxes that one recipient can open, in one place only.

HPKE (RFC 9180) with X25519, HKDF-SHA256 and ChaCha20-Poly1305. The library takes a missing
context for an empty one; here it must be given.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.crypto.labels import digest, label, u32
from pbem.errors import Refused

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.hpke import Suite

# Sizes of padded texts: what a box holds never shows in its length.
VIEW_SIZE = 1024
STORE_SIZE = 256
ORDER_SIZE = 256

BOX_OVERHEAD = 48  # the encapsulated key and the tag

_LENGTH_SIZE = 4


def pad(text: bytes, size: int) -> bytes:
    """*text* behind its length and followed by zeros, *size* bytes; ``ValueError`` if too long."""
    free = size - _LENGTH_SIZE - len(text)
    if free < 0:
        raise ValueError(f"{len(text)} bytes do not fit into a box of {size}")
    return u32(len(text)) + text + bytes(free)


def unpad(padded: bytes) -> bytes:
    """The text in *padded*; ``ValueError`` if `pad` would not have made it so."""
    length = int.from_bytes(padded[:_LENGTH_SIZE], "big")
    text = padded[_LENGTH_SIZE : _LENGTH_SIZE + length]
    if len(padded) < _LENGTH_SIZE or pad(text, len(padded)) != padded:
        raise ValueError("the padding is not what it should be")
    return text


def box_info(
    *,
    game: bytes,
    purpose: str,
    to: str,
    recipient: bytes,
    moderator: bytes,
    entry: int,
    entry_hash: bytes,
) -> bytes:
    """The context of a box in a game file.

    *recipient* is the sealing key, *moderator* the identity key of who seals.
    """
    return digest(label("seal", game, purpose, to, recipient, moderator, u32(entry), entry_hash))


def order_box_info(
    *, game: bytes, player: str, fingerprint: str, seq: int, phase: str, head_hash: bytes
) -> bytes:
    """The context of a sealed order: nobody else can use the box, and at no other time."""
    return digest(label("seal-order", game, player, fingerprint, u32(seq), phase, head_hash))


def seal(text: bytes, size: int, recipient: bytes, info: bytes) -> bytes:
    """Box *text*, padded to *size*, for the sealing key *recipient*; different every time."""
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PublicKey

    key = X25519PublicKey.from_public_bytes(recipient)
    return _suite().encrypt(pad(text, size), key, info=info)


def open_box(box: bytes, size: int, secret: bytes, info: bytes) -> bytes:
    """The text of a *box* of *size*; every way to fail is refused in the same words."""
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

    key = X25519PrivateKey.from_private_bytes(secret)
    try:
        padded = _suite().decrypt(box, key, info=info)
        if len(padded) == size:
            return unpad(padded)
    except (InvalidTag, ValueError):
        pass
    raise Refused("the sealed box does not open: it was made for another key or place, or changed")


def _suite() -> Suite:
    from cryptography.hazmat.primitives.hpke import AEAD, KDF, KEM, Suite

    return Suite(KEM.X25519, KDF.HKDF_SHA256, AEAD.CHACHA20_POLY1305)
