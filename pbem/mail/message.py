"""The one document of a raw mail, chosen from all that its parts hold."""

from __future__ import annotations

import re
from collections.abc import Iterable
from email import message_from_string
from email.message import Message
from email.policy import compat32

from pbem.errors import PbemError, Refused, Unreadable
from pbem.formats import flat
from pbem.formats.text import encode64
from pbem.mail import blocks, envelope, limits
from pbem.mail.blocks import Traces
from pbem.mail.envelope import Envelope
from pbem.mail.parts import FORWARDED, Leaf, Obstacle, walk

# A mailbox parts its mails so; what begins like it inside a mail is no header.
_MAILBOX = re.compile(rb">?From (?s:.*?)\n\nFrom [^\n]*\n[!-9;-~]+:")

_AGAIN = "hand in the mail in which the document came first"


def envelope_of(data: bytes) -> Envelope:
    """The envelope of a mail; Refused if the mail is beyond the limits."""
    return envelope.read(_parsed(data))


def document_of(data: bytes) -> tuple[bytes, Envelope, tuple[str, ...]]:
    """The one document of a mail, the envelope, and what was mended in the document.

    Raises what `pbem.mail.extract` does.
    """
    message = _parsed(data)
    about = envelope.read(message)
    envelope.check_sort(about)
    plain, rich = Traces(), Traces()
    obstacles: list[Obstacle] = []
    for leaf in walk(message):
        obstacle = leaf if isinstance(leaf, Obstacle) else leaf.obstacle()
        if obstacle is not None:
            obstacles.append(obstacle)
        if isinstance(leaf, Leaf) and obstacle is not FORWARDED:
            (rich if leaf.is_html else plain).add(_best(leaf.readings()))
    document, mended = _chosen(_joined(plain, rich), obstacles)
    return document, about, tuple(sorted(mended))


def _parsed(data: bytes) -> Message:
    text = data.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    text = text.lstrip(b" \t\n")
    limits.check(text)
    if _MAILBOX.match(text):
        raise Refused("several mails stand in one file", "hand them in one by one")
    # Other policies fail on headers that exist, and take minutes for others. As Latin-1 all bytes
    # come through; of others `email` would guess what they are.
    return message_from_string(text.decode("latin-1"), policy=compat32)


def _best(readings: Iterable[str]) -> Traces:
    """What is found in the first of the *readings* in which all is well, else in the first."""
    best = Traces()
    for text in readings:
        found = blocks.find(text)
        # A quote is no fault of a reading, and another one might not see the marks.
        if found.intact and all(map(_is_sound, found.documents)):
            return found
        if found.is_quoted and not found.documents and found.damage is None:
            return found
        if not best.any:
            best = found
    return best


def _joined(plain: Traces, rich: Traces) -> Traces:
    """All that was found; HTML mostly repeats the plain text, but marks fewer quotes."""
    for document in plain.quoted:
        rich.documents.pop(document, None)
    if plain.documents:
        rich.damage = None
    joined = Traces()
    joined.add(plain)
    joined.add(rich)
    return joined


def _chosen(found: Traces, obstacles: list[Obstacle]) -> tuple[bytes, set[str]]:
    """The one document in what was *found*; else the reason why there is none, or not one."""
    if found.damage is not None:
        raise found.damage
    candidates = found.documents or found.games
    if len(candidates) > 1:
        named = " and ".join(sorted(_described(document) for document in candidates))
        raise Refused(
            f"{len(candidates)} documents that differ stand in the mail: {named}",
            "send one mail for each, without the text of older mails",
        )
    for document, mended in candidates.items():
        return document, mended
    if found.is_quoted:
        raise Refused(
            'the only document in the mail is quoted with ">": an answer to it, not itself', _AGAIN
        )
    if found.has_remains:
        raise Refused(
            "the block in the mail is damaged: its first and its last line are not as they were",
            blocks.ASK,
        )
    if obstacles:
        raise Refused(*obstacles[0])
    raise Unreadable(
        "no pbem document in the mail",
        "send the text that `--armor` makes, or the document as an attachment",
    )


def _is_sound(data: bytes) -> bool:
    """Whether a document reads as one; a wrong transfer encoding may spoil single characters."""
    try:
        region, _ = flat.split(data)
        flat.read(flat.kind_of(region), region)
    except PbemError:
        return False
    return True


def _described(data: bytes) -> str:
    """A document in a few words, so that people know which one is meant."""
    try:
        region, signature = flat.split(data)
        kind = flat.kind_of(region)
        document = flat.read(kind, region)
    except PbemError:
        return "a damaged one"
    words = [f"{key} {document[key]}" for key in ("player", "seq", "revision") if key in document]
    return " ".join([kind, *words, "signed", encode64(signature)[:8]])
