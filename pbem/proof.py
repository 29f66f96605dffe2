"""Evidence: two heads of one moderator at one place in one game, which is proof of two histories.

It stands for itself: whoever has it can verify it, without the game.
"""

import re
from typing import NamedTuple

from pbem.chain import Head
from pbem.crypto.signatures import Verifier, check_public_key, fingerprint
from pbem.errors import Refused, Unreadable
from pbem.formats import flat
from pbem.formats.text import decode64, encode64, shown
from pbem.pins import Pin, value


class Side(NamedTuple):
    """One of two histories: what it has at the index in question, and the word for it."""

    game: bytes
    hash: bytes
    signature: bytes


class Evidence(NamedTuple):
    """Two heads of one invitation at one index, each with a signature."""

    moderator: bytes
    invite: bytes
    number: int
    one: Side
    other: Side

    def verify(self) -> None:
        """Raise Refused unless the key named has signed two histories."""
        if self.one.hash == self.other.hash:
            raise Refused("both sides have the same hash: that is one history")
        try:
            check_public_key(self.moderator)
        except Refused as problem:
            raise Refused(f"moderator: {problem.message}") from None
        key = Verifier(self.moderator)
        for name, side in (("one", self.one), ("other", self.other)):
            head = Head(self.invite, side.game, self.number, side.hash)
            if not key.verify("head", head.statement(), side.signature):
                raise Refused(
                    f"{name}_sig: the moderator {fingerprint(self.moderator)} did not sign this"
                    " head: nothing is proved",
                    "ask for the file again, or for both game files",
                )


_FORMAT = 'format = "pbem-evidence-1"'
_INDEX = re.compile("index = (0|[1-9][0-9]{0,8})")
#: The keys of evidence, one a line.
_KEYS = (
    *("moderator", "invitation", "index"),
    *("one_game", "one_hash", "one_sig", "other_game", "other_hash", "other_sig"),
)


def write(index: int, moderator: bytes, one: Pin, other: Pin) -> bytes:
    """Two heads at one index with different hashes, both signed: proof of two histories.

    *moderator* is the key of who signs the entry at that index.
    What is signed is the invitation's id, the game's, index and hash, each in a line.
    """
    lines = [
        _FORMAT,
        f'moderator = "{encode64(moderator)}"',
        f'invitation = "{encode64(one.invite)}"',
        f"index = {index}",
    ]
    for name, pin in (("one", one), ("other", other)):
        lines += [
            f'{name}_game = "{encode64(pin.heads[0].hash)}"',
            f'{name}_hash = "{encode64(pin.heads[index].hash)}"',
            f'{name}_sig = "{encode64(pin.heads[index].signature)}"',
        ]
    return "".join(f"{line}\n" for line in lines).encode("ascii")


def is_evidence(data: bytes) -> bool:
    """True if the text says that it is evidence."""
    return flat.tidy(data[:200]).startswith(b'format = "pbem-evidence-')


def loads(data: bytes) -> Evidence:
    """The evidence in a text, cleaned up as documents are; `Evidence.verify` tells its worth.

    Raises Unreadable, and Refused for what another version has written.
    """
    lines = _lines(data)
    index, raw = 0, {}
    for number, (key, line) in enumerate(zip(_KEYS, lines, strict=False), 2):
        try:
            if key == "index":
                index = _index(line)
            else:
                raw[key] = decode64(value(key, line), 64 if key.endswith("_sig") else 32)
        except ValueError as problem:
            raise Unreadable(f"evidence, line {number}: {key}: {problem}") from None
    if len(lines) < len(_KEYS):
        raise Unreadable(f"evidence, line {len(lines) + 2}: {_KEYS[len(lines)]} is missing")
    if len(lines) > len(_KEYS):
        found = shown(lines[len(_KEYS)])
        raise Unreadable(f"evidence, line {len(_KEYS) + 2}: expected nothing more, found {found}")
    one, other = (
        Side(raw[f"{name}_game"], raw[f"{name}_hash"], raw[f"{name}_sig"])
        for name in ("one", "other")
    )
    return Evidence(raw["moderator"], raw["invitation"], index, one, other)


def _lines(data: bytes) -> list[str]:
    """The lines of evidence after the first."""
    if len(data) > flat.SIZE_LIMIT:
        raise Unreadable(f"evidence has at most {flat.SIZE_LIMIT} bytes, found {len(data)}")
    first, *lines = flat.tidy(data).decode("latin-1").split("\n")
    if not is_evidence(data):
        raise Unreadable(f"no evidence: expected {_FORMAT}, found {shown(first)}")
    if first != _FORMAT:
        raise Refused(f"line 1: expected {_FORMAT}, found {shown(first)}")
    return lines[:-1]


def _index(line: str) -> int:
    match = _INDEX.fullmatch(line)
    if match is None:
        raise ValueError(f"expected index = number, found {shown(line)}")
    return int(match[1])
