"""Messages opened: the document in each, and the game that it is for. Nothing is verified yet."""

from __future__ import annotations

from typing import NamedTuple

from pbem import mail
from pbem.errors import PbemError, Refused
from pbem.formats import flat
from pbem.formats.game import is_game
from pbem.mail.envelope import Envelope
from pbem.post.faults import Unexpected, contained
from pbem.post.folder import Spooled


class Usable(NamedTuple):
    """A message with a document."""

    spooled: Spooled
    envelope: Envelope | None
    document: bytes
    region: bytes
    signature: bytes
    kind: str
    #: The id of the game or of the invitation that the document names, in hexadecimal.
    game: str
    #: What was mended in the document.
    mended: tuple[str, ...]
    #: Whether the same message was answered before.
    again: bool = False


class Useless(NamedTuple):
    """A message without anything that the desk can use, and why."""

    spooled: Spooled
    envelope: Envelope | None
    problem: PbemError


def opened(spooled: Spooled, data: bytes) -> Usable | Useless:
    """The document in a message, or why there is none."""
    try:
        found = mail.extract(data)
        if is_game(found.document):
            raise Refused(
                "it holds a game file, expected a document of a player",
                "make an order with `pbem order`, and send that",
            )
        region, signature = flat.split(found.document)
        kind = flat.kind_of(region)
        if kind not in flat.KINDS:
            raise Refused(f"a document of the kind {kind} is not for the desk")
        content = flat.read(kind, region)
        named = next((key for key in ("game", "invitation") if key in content), None)
        if named is None:
            raise Refused(f"a document of the kind {kind} is not for the desk")
    except PbemError as problem:
        return Useless(spooled, _envelope(data), problem)
    return Usable(
        spooled,
        found.envelope,
        found.document,
        region,
        signature,
        kind,
        content.raw(named).hex(),
        found.mended,
    )


def is_usable(data: bytes) -> bool:
    """Whether there is a document in a message."""
    try:
        with contained():
            return isinstance(opened(Spooled(""), data), Usable)
    except Unexpected:
        return False  # it is set aside when it is worked on


def _envelope(data: bytes) -> Envelope | None:
    try:
        return mail.envelope_of(data)
    except PbemError:
        return None
