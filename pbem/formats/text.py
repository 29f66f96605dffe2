"""The small texts that stand in every kind of document: base64, names, fingerprints, addresses.

Patterns name their characters one by one; the classes of `re` would let other scripts in.
"""

from __future__ import annotations

import binascii
import re

NAME = "[a-z][a-z0-9-]{0,23}"
FINGERPRINT = "[02-9ac-hj-np-z]{4}(?:-[02-9ac-hj-np-z]{4}){7}"
# As mail systems take them everywhere, without quotes; none looks like an option of a program.
_ADDRESS = (
    r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~][A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{0,63}"
    r"@[A-Za-z0-9][A-Za-z0-9-]{0,62}(?:\.[A-Za-z0-9][A-Za-z0-9-]{0,62}){0,10}"
)
_ADDRESS_SIZE = 254

_SHOWN = 40


def is_name(text: str) -> bool:
    """Whether *text* has the shape of a player's name; reserved words are looked at elsewhere."""
    return re.fullmatch(NAME, text) is not None


def is_fingerprint(text: str) -> bool:
    """Whether *text* has the shape of a fingerprint."""
    return re.fullmatch(FINGERPRINT, text) is not None


def is_address(text: str) -> bool:
    """Whether *text* has the shape of an address for mail, and nothing beside it."""
    return len(text) <= _ADDRESS_SIZE and re.fullmatch(_ADDRESS, text) is not None


def encode64(data: bytes) -> str:
    """*data* in base64."""
    return binascii.b2a_base64(data, newline=False).decode("ascii")


def decode64(text: str, size: int | None = None) -> bytes:
    """The bytes of *text*, of which there must be *size*; ``ValueError`` says what was expected.

    One value has one spelling: what does not encode to the same *text* again is not base64.
    """
    try:
        data = binascii.a2b_base64(text)
    except (binascii.Error, ValueError):
        data = b""
    if encode64(data) != text:
        raise ValueError(f"expected base64, found {shown(text)}")
    if size is not None and len(data) != size:
        raise ValueError(f"expected base64 of {size} bytes, found {len(data)} bytes")
    return data


def shown(found: str | bytes) -> str:
    """*found* in quotes, fit for a message: printable ASCII only and at most 40 characters."""
    text = found.decode("latin-1") if isinstance(found, bytes) else found
    cut = text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."
    return '"' + "".join(char if " " <= char <= "~" else "?" for char in cut) + '"'
