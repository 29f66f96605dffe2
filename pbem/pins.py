"""What a reader remembers of a game: the moderator's key, and every head that was verified.

Pins are kept by invitation, so that two geneses of one invitation are one game with two histories.
A pin that cannot be read is an alarm, never "no pin".
"""

import enum
import re
from collections.abc import Sequence
from typing import NamedTuple

from pbem.chain import Chain, Head
from pbem.crypto.labels import digest, label
from pbem.crypto.signatures import Verifier, check_public_key, fingerprint, grouped
from pbem.errors import Refused, Unreadable
from pbem.formats import entry, flat
from pbem.formats.text import decode64, encode64, shown

FORMAT = 'format = "pbem-pin-1"'


class Signed(NamedTuple):
    """The hash of an entry, and the moderator's signature of the head that it makes."""

    hash: bytes
    signature: bytes


class Pin(NamedTuple):
    """What was seen of a game: heads by the index of their entry, and who moderates after them."""

    invite: bytes
    moderator: bytes
    heads: tuple[Signed, ...] = ()

    @property
    def hashes(self) -> list[bytes]:
        """The hashes of the entries."""
        return [head.hash for head in self.heads]


class Relation(enum.StrEnum):
    """How a history stands to another one."""

    SAME = "same"
    NEWER = "newer"
    OLDER = "older"
    FORK = "fork"


def pin_of(chain: Chain, entries: Sequence[entry.Stored]) -> Pin:
    """What there is to remember of a game that was verified."""
    heads = zip(chain.hashes, entries, strict=True)
    return Pin(
        chain.invitation.id,
        chain.moderator.key.public,
        tuple(Signed(one, stored.head) for one, stored in heads),
    )


def longer(pin: Pin, seen: Pin) -> Pin:
    """A *pin* with what else was *seen* of the same history.

    What the pin has stays as it is: of a known entry the signature was not verified again.
    """
    return seen._replace(heads=pin.heads + seen.heads[len(pin.heads) :])


def dumps(pin: Pin) -> bytes:
    """The text of a pin; the last line shows whether it is whole."""
    lines = [
        FORMAT,
        f'invitation = "{encode64(pin.invite)}"',
        f'moderator = "{encode64(pin.moderator)}"',
    ]
    lines += [f'head = "{encode64(one)} {encode64(sig)}"' for one, sig in pin.heads]
    text = "".join(f"{line}\n" for line in lines)
    return f'{text}check = "{_check(text)}"\n'.encode("ascii")


def _check(text: str) -> str:
    return encode64(digest(label("pin", text)))


def loads(data: bytes) -> Pin:
    """The pin in a text. Raises ValueError for anything that `dumps` did not write."""
    text, _, check = data.decode("ascii").rpartition("\ncheck = ")
    text += "\n"
    # Before anything is made of the lines: there may be millions of them.
    if not text.startswith(f"{FORMAT}\n") or check != f'"{_check(text)}"\n':
        raise ValueError("it is not whole")
    _, *lines = text.split("\n")[:-1]
    if len(lines) < 2:
        raise ValueError("it names no game")
    invite, moderator, *heads = lines
    return Pin(
        decode64(_value("invitation", invite), 32),
        decode64(_value("moderator", moderator), 32),
        tuple(_signed(line) for line in heads),
    )


def _signed(line: str) -> Signed:
    one, _, signature = _value("head", line).partition(" ")
    return Signed(decode64(one, 32), decode64(signature, 64))


def _value(key: str, line: str) -> str:
    start, end = f'{key} = "', '"'
    if not line.startswith(start) or not line.endswith(end):
        raise ValueError(f'expected {key} = "text", found {shown(line)}')
    return line[len(start) : -1]


def relation(found: Sequence[bytes], known: Sequence[bytes]) -> tuple[Relation, int]:
    """How the hashes *found* stand to those *known*, and the first index at which they differ."""
    for index, (one, other) in enumerate(zip(found, known, strict=False)):
        if one != other:
            return Relation.FORK, index
    shorter = min(len(found), len(known))
    if len(found) == len(known):
        return Relation.SAME, shorter
    return (Relation.NEWER if len(found) > len(known) else Relation.OLDER), shorter


def signs(pin: Pin, number: int, key: bytes) -> bool:
    """Whether a key signs the entry of that number, as far as the pin knows."""
    if number >= len(pin.heads):
        return key == pin.moderator
    one, signature = pin.heads[number]
    head = Head(pin.invite, pin.heads[0].hash, number, one)
    return Verifier(key).verify("head", head.statement(), signature)


def short(head: Head) -> str:
    """A head for comparing over another channel: the index and 160 bits."""
    return f"{head.number} {grouped(digest(label('head', head.statement())))}"


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


def evidence(index: int, moderator: bytes, one: Pin, other: Pin) -> bytes:
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


def loads_evidence(data: bytes) -> Evidence:
    """The evidence in a text, cleaned up as documents are; `Evidence.verify` tells its worth.

    Raises Unreadable, and Refused for what another version has written.
    """
    lines = _evidence_lines(data)
    index, raw = 0, {}
    for number, (key, line) in enumerate(zip(_KEYS, lines, strict=False), 2):
        try:
            if key == "index":
                index = _index(line)
            else:
                raw[key] = decode64(_value(key, line), 64 if key.endswith("_sig") else 32)
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


def _evidence_lines(data: bytes) -> list[str]:
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
