"""Ed25519 (RFC 8032) once more, for checking signatures, and for making many valid ones.

A nonce of the caller's gives one document any number of signatures.
"""

from __future__ import annotations

import hashlib

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
BASE_Y = 4 * pow(5, P - 2, P) % P


def _x_of(y):
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    return x if x % 2 == 0 else P - x


BASE = (_x_of(BASE_Y), BASE_Y)


def _add(one, other):
    """Two points in affine coordinates, by the formula of the twisted curve."""
    (x1, y1), (x2, y2) = one, other
    product = D * x1 * x2 * y1 * y2
    return (
        (x1 * y2 + x2 * y1) * pow(1 + product, P - 2, P) % P,
        (y1 * y2 + x1 * x2) * pow(1 - product, P - 2, P) % P,
    )


def _times(factor, point):
    total = (0, 1)
    while factor:
        if factor & 1:
            total = _add(total, point)
        point = _add(point, point)
        factor >>= 1
    return total


def _encoded(point):
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


def _number(*parts):
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little") % ORDER


def sign(private_seed, message, nonce):
    """A valid signature with this *nonce*, a number; RFC 8032 derives it from the message."""
    secret = bytearray(hashlib.sha512(private_seed).digest()[:32])
    secret[0] &= 248
    secret[31] = secret[31] & 63 | 64
    scalar = int.from_bytes(secret, "little")
    public = _encoded(_times(scalar, BASE))
    commitment = _encoded(_times(nonce, BASE))
    response = (nonce + _number(commitment, public, message) * scalar) % ORDER
    return commitment + response.to_bytes(32, "little")


def verify(public, message, signature):
    """Whether a *signature* is right; keys are taken to be sound."""
    response = int.from_bytes(signature[32:], "little")
    factor = _number(signature[:32], public, message)
    left = _times(response, BASE)
    right = _add(_decoded(signature[:32]), _times(factor, _decoded(public)))
    return response < ORDER and left == right


def _decoded(encoded):
    number = int.from_bytes(encoded, "little")
    y = number & (1 << 255) - 1
    x = _x_of(y)
    return (x if x % 2 == number >> 255 else P - x), y
