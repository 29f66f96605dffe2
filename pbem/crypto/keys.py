"""Every key of a person follows from one seed of 32 bytes, the only secret that is stored.

*invite* is the raw id of an invitation (`signatures.document_id`).
"""

from __future__ import annotations

from pbem.crypto.labels import expand, label
from pbem.errors import Refused

KEY_SIZE = 32

_P = 2**255 - 19  # the field of X25519


def identity_key(seed: bytes) -> bytes:
    """The Ed25519 private key with which a person signs everything."""
    return expand(seed, label("identity"))


def game_seal_key(seed: bytes, invite: bytes) -> bytes:
    """The X25519 private key that opens a player's boxes in one game."""
    return expand(seed, label("game-seal", invite))


def game_nonce(seed: bytes, invite: bytes, name: str) -> bytes:
    """The player's share of the joint seed of one game."""
    return expand(seed, label("game-nonce", invite, name))


def game_secret(seed: bytes, salt: bytes) -> bytes:
    """The moderator's share of the joint seed, found again by the *salt* of the invitation."""
    return expand(seed, label("game-secret", salt))


def order_seal_key(secret: bytes) -> bytes:
    """The X25519 private key that opens sealed orders; whoever knows the *secret* can make it."""
    return expand(secret, label("order-seal"))


def store_key(seed: bytes, invite: bytes) -> bytes:
    """The X25519 private key that opens the moderator's own box in one game."""
    return expand(seed, label("mod-store", invite))


def seal_public(secret: bytes) -> bytes:
    """The public half of an X25519 private key."""
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

    return X25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw()


def check_seal_key(public: bytes) -> None:
    """Refuse an X25519 key to which nothing could be sealed, or only boxes that never open."""
    from cryptography.hazmat.primitives.asymmetric.x25519 import (
        X25519PrivateKey,
        X25519PublicKey,
    )

    if len(public) != KEY_SIZE:
        raise Refused(f"a sealing key has {KEY_SIZE} bytes, found {len(public)}")
    # The top bit is ignored on loading but not by the derivation, so such a box would not open.
    if int.from_bytes(public, "little") >= _P:
        raise Refused("the sealing key is not in its canonical form")
    try:
        # Any private key meets the points of small order: its factor 8 makes them vanish.
        X25519PrivateKey.from_private_bytes(bytes(KEY_SIZE)).exchange(
            X25519PublicKey.from_public_bytes(public)
        )
    except ValueError:
        raise Refused("the sealing key is weak: it has a small order") from None
