"""The seed at rest: boxed under a passphrase, by Argon2id and ChaCha20-Poly1305.

Each box has a fresh salt and so a key of its own, which is why its nonce may be zero.
"""

from __future__ import annotations

from typing import Protocol

from pbem.crypto.keys import identity_key
from pbem.crypto.signatures import public_key
from pbem.errors import Refused

SEED_SIZE = 32
SALT_SIZE = 16

# What one guess of a passphrase costs: memory in KiB, passes, lanes.
Cost = tuple[int, int, int]
COST: Cost = (65536, 3, 4)
_LEAST: Cost = (8192, 1, 1)
_MOST: Cost = (262144, 8, 8)
_COST_NAMES = ("memory", "passes", "lanes")

_NONCE = bytes(12)


class Boxed(Protocol):
    """What `unlock` needs of a key file."""

    @property
    def public(self) -> bytes:
        """The identity key that the seed must give."""

    @property
    def cost(self) -> Cost | None:
        """What the passphrase costs; ``None`` if there is none and the box is the bare seed."""

    @property
    def salt(self) -> bytes:
        """The salt of the passphrase."""

    @property
    def box(self) -> bytes:
        """The seed, boxed."""

    @property
    def aad(self) -> bytes:
        """All bytes of the key file before the box."""


def lock(seed: bytes, passphrase: bytes | None, salt: bytes, aad: bytes) -> bytes:
    """Box *seed* at the usual cost, bound to *aad*; without a passphrase it stays as it is.

    *salt* must never be used twice.
    """
    if len(seed) != SEED_SIZE:
        raise ValueError(f"a seed has {SEED_SIZE} bytes, found {len(seed)}")
    if passphrase is None:
        return seed
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    return ChaCha20Poly1305(_derive(passphrase, salt, COST)).encrypt(_NONCE, seed, aad)


def unlock(file: Boxed, passphrase: bytes | None) -> bytes:
    """The seed in a key *file*; refuses before any work a cost out of bounds."""
    if file.cost is None:
        seed = file.box
        problem = "the secret of the key file does not belong to its public key"
    else:
        seed = _open(file, file.cost, passphrase)
        problem = "wrong passphrase, or the key file was changed"
    if len(seed) != SEED_SIZE or public_key(identity_key(seed)) != file.public:
        raise Refused(problem)
    return seed


def _open(file: Boxed, cost: Cost, passphrase: bytes | None) -> bytes:
    """Open a boxed seed; empty if the box does not open."""
    for name, found, least, most in zip(_COST_NAMES, cost, _LEAST, _MOST, strict=True):
        if not least <= found <= most:
            raise Refused(f"key file, {name}: expected {least} to {most}, found {found}")
    if passphrase is None:
        raise Refused("the key is locked: it needs its passphrase")
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    try:
        return ChaCha20Poly1305(_derive(passphrase, file.salt, cost)).decrypt(
            _NONCE, file.box, file.aad
        )
    except InvalidTag:
        return b""


def _derive(passphrase: bytes, salt: bytes, cost: Cost) -> bytes:
    """Make the key of a box from the *passphrase*."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

    memory, passes, lanes = cost
    try:
        return Argon2id(
            salt=salt, length=32, iterations=passes, lanes=lanes, memory_cost=memory
        ).derive(passphrase)
    except UnsupportedAlgorithm:
        raise Refused(
            "this system's OpenSSL has no Argon2id, so the passphrase cannot be used",
            "install the `cryptography` wheel of the package index, which brings its own OpenSSL",
        ) from None
