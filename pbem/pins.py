"""What a reader remembers of a game: the moderator's key, and every head that was verified.

Pins are kept by invitation, so that two geneses of one invitation are one game with two histories.
A pin that cannot be read is an alarm, never "no pin".
"""

import enum
from collections.abc import Sequence
from typing import NamedTuple

from pbem.chain import Chain, Head
from pbem.crypto.labels import digest, label
from pbem.crypto.signatures import grouped
from pbem.formats import entry
from pbem.formats.text import decode64, encode64

FORMAT = 'format = "pbem-pin-1"'


class Signed(NamedTuple):
    """The hash of an entry, and the moderator's signature of the head that it makes."""

    hash: bytes
    signature: bytes


class Pin(NamedTuple):
    """What was seen of a game: heads by the index of their entry."""

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
        chain.invitation.moderator.public,
        tuple(Signed(one, stored.head) for one, stored in heads),
    )


def longer(pin: Pin, seen: Pin) -> Pin:
    """A *pin* with what else was *seen* of the same history.

    What the pin has stays as it is: of a known entry the signature was not verified again.
    """
    return pin._replace(heads=pin.heads + seen.heads[len(pin.heads) :])


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
    lines = data.decode("ascii").split("\n")
    body = "".join(f"{line}\n" for line in lines[:-2])
    if lines[0] != FORMAT or lines[-2:] != [f'check = "{_check(body)}"', ""]:
        raise ValueError("it is not whole")
    heads = []
    for line in lines[3:-2]:
        one, _, signature = _value("head", line).partition(" ")
        heads.append(Signed(decode64(one, 32), decode64(signature, 64)))
    invite, moderator = _value("invitation", lines[1]), _value("moderator", lines[2])
    return Pin(decode64(invite, 32), decode64(moderator, 32), tuple(heads))


def _value(key: str, line: str) -> str:
    start, end = f'{key} = "', '"'
    if not line.startswith(start) or not line.endswith(end):
        raise ValueError(f"expected a line {key}")
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


def short(head: Head) -> str:
    """A head for comparing over another channel: the index and 160 bits."""
    return f"{head.number} {grouped(digest(label('head', head.statement())))}"


def evidence(index: int, one: Pin, other: Pin) -> bytes:
    """Two heads at one index with different hashes, both signed: proof of two histories.

    What is signed is the invitation's id, the game's, index and hash, each in a line.
    """
    lines = [
        'format = "pbem-evidence-1"',
        f'moderator = "{encode64(one.moderator)}"',
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
