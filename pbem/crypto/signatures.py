"""Ed25519 signatures over a kind of document and its bytes, and the keys that make them.

The kind is always chosen by the caller, never by the document.
"""

from __future__ import annotations

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)

from pbem.crypto.labels import digest, label
from pbem.errors import Refused

KEY_SIZE = 32
SIGNATURE_SIZE = 64

_ALPHABET = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"

# The curve of RFC 8032: -x^2 + y^2 = 1 + d x^2 y^2 over the field of p elements; l is the order
# of its prime-order subgroup.
_P = 2**255 - 19
_L = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, _P) % _P
_ROOT_OF_MINUS_ONE = pow(2, (_P - 1) // 4, _P)

_Point = tuple[int, int, int, int]
_NEUTRAL: _Point = (0, 1, 1, 0)


def pae(content_type: str, body: bytes) -> bytes:
    """DSSE's pre-authentication encoding; a type that is not ASCII raises."""
    name = content_type.encode("ascii")
    return b"DSSEv1 %d %b %d %b" % (len(name), name, len(body), body)


def _message(kind: str, body: bytes) -> bytes:
    return pae(f"application/vnd.pbem.{kind}.v1+toml", body)


def document_id(kind: str, region: bytes) -> bytes:
    """The hash that names a document, whoever signed it and however often."""
    return digest(_message(kind, region))


def public_key(private_seed: bytes) -> bytes:
    """The public key of an Ed25519 *private_seed*."""
    return Ed25519PrivateKey.from_private_bytes(private_seed).public_key().public_bytes_raw()


def sign(private_seed: bytes, kind: str, body: bytes) -> bytes:
    """The signature of *body* as a document of this *kind*; the same every time."""
    return Ed25519PrivateKey.from_private_bytes(private_seed).sign(_message(kind, body))


class Verifier:
    """A public key, loaded once for many signatures."""

    __slots__ = ("_key", "public")

    def __init__(self, public: bytes) -> None:
        """Load *public*; it should have passed `check_public_key` when it came in."""
        _check_size(public)
        self.public = public
        self._key = Ed25519PublicKey.from_public_bytes(public)

    def verify(self, kind: str, body: bytes, sig: bytes) -> bool:
        """Whether *sig* is this key's signature of *body* as a document of this *kind*."""
        try:
            self._key.verify(sig, _message(kind, body))
        except InvalidSignature:
            return False
        return True


def verify(public: bytes, kind: str, body: bytes, sig: bytes) -> bool:
    """Whether *sig* is the signature by *public* of *body* as a document of this *kind*."""
    return Verifier(public).verify(kind, body, sig)


def fingerprint(public: bytes) -> str:
    """The name of a key for people: 160 bits as 8 groups of 4 characters."""
    return grouped(digest(label("fingerprint", public)))


def grouped(hashed: bytes) -> str:
    """The first 160 bits of a hash for people, as 8 groups of 4 characters."""
    bits = int.from_bytes(hashed[:20], "big")
    text = "".join(_ALPHABET[bits >> shift & 31] for shift in range(155, -1, -5))
    return "-".join(text[start : start + 4] for start in range(0, 32, 4))


def check_public_key(public: bytes) -> None:
    """Refuse an Ed25519 key with which signatures could be denied or shared.

    The library loads keys outside the prime-order subgroup. With some of those one signature fits
    every message, so a point must be encoded canonically and have exactly order l.
    """
    _check_size(public)
    point = _decode(public)
    if point is None:
        raise Refused("the public key is no point of the curve in its canonical form")
    if _is_neutral(point) or not _is_neutral(_times(_L, point)):
        raise Refused("the public key is weak: it lies outside the prime-order group")


def _check_size(public: bytes) -> None:
    if len(public) != KEY_SIZE:
        raise Refused(f"a public key has {KEY_SIZE} bytes, found {len(public)}")


def _decode(public: bytes) -> _Point | None:
    """Read the point of an encoding (RFC 8032, 5.1.3); ``None`` if there is none."""
    number = int.from_bytes(public, "little")
    sign_of_x, y = number >> 255, number & (2**255 - 1)
    if y >= _P:
        return None
    # x^2 = u / v; one power gives a root of it or of its negative.
    u, v = (y * y - 1) % _P, (_D * y * y + 1) % _P
    x = u * pow(v, 3, _P) * pow(u * pow(v, 7, _P), (_P - 5) // 8, _P) % _P
    if (v * x * x - u) % _P:
        x = x * _ROOT_OF_MINUS_ONE % _P
    if (v * x * x - u) % _P or (x == 0 and sign_of_x):
        return None
    if x & 1 != sign_of_x:
        x = _P - x
    return x, y, 1, x * y % _P


def _is_neutral(point: _Point) -> bool:
    x, y, z, _ = point
    return x == 0 and y == z


def _add(one: _Point, other: _Point) -> _Point:
    """Add two points in extended coordinates (RFC 8032, 5.1.4)."""
    x1, y1, z1, t1 = one
    x2, y2, z2, t2 = other
    a = (y1 - x1) * (y2 - x2)
    b = (y1 + x1) * (y2 + x2)
    c = 2 * t1 * t2 % _P * _D
    d = 2 * z1 * z2
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _double(point: _Point) -> _Point:
    x, y, z, _ = point
    a, b = x * x, y * y
    h = a + b
    e = h - (x + y) ** 2
    g = a - b
    f = (2 * z * z + g) % _P
    e, g, h = e % _P, g % _P, h % _P
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(factor: int, point: _Point) -> _Point:
    total = _NEUTRAL
    for bit in f"{factor:b}":
        total = _double(total)
        if bit == "1":
            total = _add(total, point)
    return total
