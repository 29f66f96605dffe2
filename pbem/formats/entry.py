"""The entries of a game's chain as text. The writer is frozen: the audit compares its bytes.

An entry stands in the game file in blocks parted by a blank line: the hashed text, the player's
document without its signature if there is one, and the signatures: its author's, those of the
players who agree to it, the moderator's.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from pbem.errors import Unreadable
from pbem.formats.text import decode64, encode64, is_name, shown

GENESIS, CONSENT, ORDER, LATE, REVEAL = "genesis", "consent", "order", "late", "reveal"
ROTATE, REPLACE, HANDOVER = "rotate", "replace", "handover"
CORRECT, ABANDON = "correct", "abandon"
#: Bytes of a signature.
_SIGNATURE = 64
#: Kinds of entries that carry a document of a player, or of the moderator.
SIGNED = frozenset({CONSENT, ORDER, LATE, ROTATE, REPLACE, HANDOVER, CORRECT, ABANDON})
#: Those that no correction undoes: keys, seats and the moderator stay as they are.
LASTING = frozenset({ROTATE, REPLACE, HANDOVER})

_LINE = re.compile(r'([a-z]+) = (?:"([^"]*)"|(0|[1-9][0-9]{0,8}))')
#: The keys of the lines in the order in which they stand.
KEYS = (
    *("index", "previous", "kind", "document", "registration", "agreed", "seen"),
    *("event", "open", "leaf", "state", "view", "secret"),
)


class Opening(NamedTuple):
    """A card that becomes public, with the salt that shows it was committed to."""

    deck: str
    serial: int
    position: int
    card: str
    salt: bytes


#: Commitments to shuffled cards: deck, serial, and one hash for each position.
Leaves = tuple[str, int, Sequence[bytes]]


class Entry(NamedTuple):
    """What an entry says; hashes and salts are raw bytes."""

    number: int
    previous: bytes
    kind: str
    #: The id of the player's document.
    document: bytes | None = None
    #: In the genesis: the ids of the registrations in seat order.
    registrations: tuple[bytes, ...] = ()
    #: The players who have agreed to the document, in seat order.
    agreed: Sequence[str] = ()
    #: In a correction: the cards that were seen since the position it goes back to.
    seen: Sequence[str] = ()
    events: Sequence[str] = ()
    openings: Sequence[Opening] = ()
    leaves: Sequence[Leaves] = ()
    state: bytes | None = None
    views: Sequence[tuple[str, bytes]] = ()
    #: In the last entry: what all that was secret follows from.
    secret: bytes | None = None


def write(entry: Entry) -> bytes:
    """The hashed text."""
    lines = [
        f"index = {entry.number}",
        f'previous = "{encode64(entry.previous)}"',
        f'kind = "{entry.kind}"',
    ]
    if entry.document is not None:
        lines.append(f'document = "{encode64(entry.document)}"')
    lines += [f'registration = "{encode64(one)}"' for one in entry.registrations]
    lines += [f'agreed = "{player}"' for player in entry.agreed]
    lines += [f'seen = "{card}"' for card in entry.seen]
    lines += [f'event = "{event}"' for event in entry.events]
    lines += [
        f'open = "{deck} {serial} {position} {card} {encode64(salt)}"'
        for deck, serial, position, card, salt in entry.openings
    ]
    lines += [
        f'leaf = "{deck} {serial} {position} {encode64(leaf)}"'
        for deck, serial, leaves in entry.leaves
        for position, leaf in enumerate(leaves)
    ]
    if entry.state is not None:
        lines.append(f'state = "{encode64(entry.state)}"')
    lines += [f'view = "{player} {encode64(view)}"' for player, view in entry.views]
    if entry.secret is not None:
        lines.append(f'secret = "{encode64(entry.secret)}"')
    return "".join(f"{line}\n" for line in lines).encode("ascii")


def read(text: bytes) -> dict[str, list[str]]:
    """The values of a hashed text by key, each key's in their order; nothing else is checked.

    Raises Unreadable.
    """
    values: dict[str, list[str]] = {key: [] for key in KEYS}
    for number, line in enumerate(text.decode("ascii").split("\n")[:-1], 1):
        match = _LINE.fullmatch(line)
        if match is None or match[1] not in values:
            raise Unreadable(f"line {number}: expected a line of an entry, found {shown(line)}")
        values[match[1]].append(match[2] if match[3] is None else match[3])
    return values


def kind_of(text: bytes) -> str:
    """The kind of an entry; nothing if the text is none."""
    lines = text.split(b"\n", 3)
    return _quoted("kind", lines[2]) if len(lines) == 4 else ""


def secret_of(text: bytes) -> bytes | None:
    """The secret that an entry reveals, if it does."""
    lines = text.split(b"\n")
    if kind_of(text) != REVEAL or len(lines) != 5:
        return None
    try:
        return decode64(_quoted("secret", lines[3]), 32)
    except ValueError:
        return None


def _quoted(key: str, line: bytes) -> str:
    """The text of a line with that key; nothing of another line."""
    begin = f'{key} = "'.encode("ascii")
    if not line.startswith(begin) or not line.endswith(b'"'):
        return ""
    return line[len(begin) : -1].decode("ascii", "replace")


class Agreement(NamedTuple):
    """That a player agrees to the document of an entry: the signature of `agree` for it."""

    player: str
    signature: bytes


class Stored(NamedTuple):
    """An entry as it lies in the file: text, the document, the signatures."""

    text: bytes
    region: bytes | None
    signature: bytes | None
    #: The moderator's signature of the head that this entry makes.
    head: bytes
    agreements: Sequence[Agreement] = ()


def dump(stored: Stored) -> bytes:
    """The blocks of an entry."""
    blocks = [stored.text]
    trailer = b'head = "%b"\n' % encode64(stored.head).encode()
    if stored.region is not None and stored.signature is not None:
        blocks.append(stored.region)
        lines = [f'sig = "{encode64(stored.signature)}"\n']
        lines += [f'agree = "{who} {encode64(sig)}"\n' for who, sig in stored.agreements]
        trailer = "".join(lines).encode() + trailer
    return b"\n".join([*blocks, trailer])


def load(blocks: bytes) -> Stored:
    """An entry from its blocks. Raises Unreadable."""
    *parts, trailer = blocks.split(b"\n\n")
    lines = trailer.split(b"\n")
    least = len(parts) + 1
    if len(parts) not in (1, 2) or len(lines) < least or lines[-1]:
        raise Unreadable("expected text, document and signatures parted by blank lines")
    if len(parts) == 1 and len(lines) > least:
        raise Unreadable("signatures: expected one line, for there is no document")
    try:
        head = decode64(_quoted("head", lines[-2]), _SIGNATURE)
        signature = decode64(_quoted("sig", lines[0]), _SIGNATURE) if len(parts) == 2 else None
        agreements = tuple([_agreement(line) for line in lines[1:-2]])
    except ValueError as problem:
        raise Unreadable(f"signature: {problem}") from None
    region = None if signature is None else parts[1] + b"\n"
    return Stored(parts[0] + b"\n", region, signature, head, agreements)


def _agreement(line: bytes) -> Agreement:
    player, _, signature = _quoted("agree", line).partition(" ")
    if not is_name(player):
        raise ValueError(f"expected a name and a signature, found {shown(line)}")
    return Agreement(player, decode64(signature, _SIGNATURE))
