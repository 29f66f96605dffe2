"""What a reader remembers of a game: the moderator's key, and every head that was verified.

Pins are kept by invitation, so that two geneses of one invitation are one game with two histories.
A pin that cannot be read is an alarm, never "no pin".
"""

import enum
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from pbem.chain import Chain, Head
from pbem.crypto.labels import digest, label
from pbem.crypto.signatures import Verifier, grouped
from pbem.formats import entry
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


# A command looks at the pin of its game several times.
@lru_cache(maxsize=4)
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
        decode64(value("invitation", invite), 32),
        decode64(value("moderator", moderator), 32),
        tuple(_signed(line) for line in heads),
    )


def _signed(line: str) -> Signed:
    one, _, signature = value("head", line).partition(" ")
    return Signed(decode64(one, 32), decode64(signature, 64))


def value(key: str, line: str) -> str:
    """The text of a line with that key. Raises ValueError."""
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
