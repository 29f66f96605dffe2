"""How every input of a hash or of a key derivation is put together.

Parts are joined with their lengths, so that no two lists of parts give the same bytes.
"""

from __future__ import annotations

from functools import cache

# The standard library has these too, but loads a second OpenSSL for them.
from cryptography.hazmat.primitives.hashes import SHA256, Hash
from cryptography.hazmat.primitives.hmac import HMAC

_PREFIX = "pbem/v1/"
_HASH = SHA256()
_HASH_SIZE = 32


def u32(number: int) -> bytes:
    """*number* as 4 bytes, big-endian; ``OverflowError`` outside 0 to 2**32-1."""
    return number.to_bytes(4, "big")


def u64(number: int) -> bytes:
    """*number* as 8 bytes, big-endian; ``OverflowError`` outside 0 to 2**64-1."""
    return number.to_bytes(8, "big")


def lp(part: bytes) -> bytes:
    """*part* behind its length."""
    return len(part).to_bytes(4, "big") + part


def label(kind: str, *parts: str | bytes) -> bytes:
    """The bytes of a hash or derivation of this *kind*; text that is not ASCII raises."""
    found = [_beginning(kind)]
    for part in parts:
        data = part.encode("ascii") if isinstance(part, str) else part
        found += (len(data).to_bytes(4, "big"), data)
    return b"".join(found)


@cache
def _beginning(kind: str) -> bytes:
    return lp((_PREFIX + kind).encode("ascii"))


def digest(data: bytes) -> bytes:
    """SHA-256."""
    return Hash.hash(_HASH, data)


def mac(key: bytes, data: bytes) -> bytes:
    """HMAC with SHA-256."""
    code = HMAC(key, _HASH)
    code.update(data)
    return code.finalize()


def extract(salt: bytes, ikm: bytes) -> bytes:
    """HKDF-Extract with SHA-256 (RFC 5869)."""
    return mac(salt, ikm)


def expand(key: bytes, info: bytes, size: int = _HASH_SIZE) -> bytes:
    """HKDF-Expand with SHA-256 (RFC 5869): *size* bytes, at most 8160."""
    if size > 255 * _HASH_SIZE:
        raise ValueError(f"at most 8160 bytes can be derived at once, asked for {size}")
    if size == _HASH_SIZE:
        return mac(key, info + b"\x01")
    block = output = b""
    counter = 1
    while len(output) < size:
        block = mac(key, block + info + bytes((counter,)))
        output += block
        counter += 1
    return output[:size]
