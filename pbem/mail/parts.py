"""The parts of a mail, walked by content: which hold text, and which cannot be read for a document.

Names and types of attachments are labels that programs choose; they decide about nothing here but
what must not be looked into.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import Message
from typing import NamedTuple

from pbem.mail import limits, shapes
from pbem.mail.blocks import may_hold
from pbem.mail.sniff import is_mail
from pbem.mail.transfer import BASE64, QUOTED, decode_charset, decode_transfer, encoding_name

_PLAIN = "send the document in a mail of plain text, or as an attachment"
_AGAIN = "hand in the mail in which the document came first"


class Obstacle(NamedTuple):
    """Why no document can be read in a part, and what to do."""

    message: str
    hint: str


FORWARDED = Obstacle(
    "the mail has another mail attached, in which no document is looked for", _AGAIN
)
PIECE = Obstacle("the mail is one piece of a larger one", "send the document in one mail")
ENCRYPTED = Obstacle("the mail is encrypted, or signed in a way that hides its text", _PLAIN)

# Where an attachment begins so, no document can be read in it.
_OPAQUE = (
    (
        re.compile(rb"x\x9f\x3e\x22"),
        Obstacle(
            "the mail is in the format of Outlook that hides all in winmail.dat",
            "set the format of the mail to plain text or HTML in Outlook, and send it again",
        ),
    ),
    (
        re.compile(rb"PK\x03\x04|\x1f\x8b|Rar!|7z\xbc\xaf"),
        Obstacle("the attachment is an archive", "attach the document itself"),
    ),
    (
        re.compile(rb"(?s:.{0,4000}?^)(?:begin [0-7]{3,4} |=ybegin )", re.MULTILINE),
        Obstacle("the attachment is in uuencode or yEnc, which mails do not use any more", _PLAIN),
    ),
    (re.compile(rb"(?s:.{0,4000}?^)-----BEGIN PGP MESSAGE-----", re.MULTILINE), ENCRYPTED),
)

_HIDING = re.compile("application/(?:x-)?pkcs7-mime|multipart/encrypted")


class Leaf(NamedTuple):
    """A part that may hold text, as it was transferred."""

    raw: bytes
    encoding: str
    charset: str | None
    is_html: bool
    flowed: bool
    delete_space: bool
    #: Whether it is shown as a file, not as text of the mail.
    attached: bool

    def decoded(self) -> bytes:
        """The bytes of the part, decoded as declared."""
        return decode_transfer(self.raw, self.encoding)

    def readings(self) -> Iterator[str]:
        """What the part may mean, the likeliest first."""
        for encoding in dict.fromkeys((self.encoding, "", *_likely(self.raw))):
            yield from self._texts(decode_transfer(self.raw, encoding))

    def _texts(self, data: bytes) -> Iterator[str]:
        text = decode_charset(data, self.charset).replace("\r\n", "\n").replace("\r", "\n")
        if not may_hold(text):
            return
        if self.is_html or shapes.looks_like_html(text):
            yield shapes.from_html(text)
            yield shapes.from_html(text, keep_lines=True)
            return
        if self.flowed:
            yield shapes.unflowed(text, delete_space=self.delete_space)
        yield text

    def obstacle(self) -> Obstacle | None:
        """Why no document can be read in this part, as far as its first bytes tell."""
        data = self.decoded()
        if self.attached and is_mail(data):
            return FORWARDED
        return next((problem for pattern, problem in _OPAQUE if pattern.match(data)), None)


def walk(message: Message) -> Iterator[Leaf | Obstacle]:
    """The parts of a mail that may hold text; for those that are not looked into the reason.

    Refused if there are too many, or too deep.
    """
    waiting: list[tuple[Message, int]] = [(message, 0)]
    count = 0
    while waiting:
        part, depth = waiting.pop()
        count += 1
        if count > limits.PARTS:
            raise limits.too_much(f"{limits.PARTS} parts", "found more")
        if depth > limits.DEPTH:
            raise limits.too_much(f"{limits.DEPTH} parts inside each other", "found more")
        kind = part.get_content_type()
        payload = part.get_payload()
        if kind == "message/partial":
            yield PIECE
        elif kind.startswith("message/"):
            yield FORWARDED
        elif _HIDING.fullmatch(kind):
            yield ENCRYPTED
        elif isinstance(payload, list):
            inside = [inner for inner in payload if isinstance(inner, Message)]
            waiting += [(inner, depth + 1) for inner in reversed(inside)]
            # What stands before or after the parts is seen by nobody, unless a program lost a mark.
            yield from (_outside(text) for text in (part.preamble, part.epilogue) if text)
        elif isinstance(payload, str):
            yield _leaf(part, payload, kind)


def _leaf(part: Message, payload: str, kind: str) -> Leaf:
    label = str(part.get("Content-Type", ""))
    charset = re.search(r"charset\*?\s*=\s*[\"']?([^\s\"';]+)", label, re.IGNORECASE)
    disposition = str(part.get("Content-Disposition", ""))
    return Leaf(
        raw=_raw(payload),
        encoding=encoding_name(str(part.get("Content-Transfer-Encoding", ""))),
        charset=charset[1] if charset else None,
        is_html=kind == "text/html",
        flowed=re.search(r"format\s*=\s*\"?flowed", label, re.IGNORECASE) is not None,
        delete_space=re.search(r"delsp\s*=\s*\"?yes", label, re.IGNORECASE) is not None,
        attached=not kind.startswith("text/") or disposition.lower().startswith("attachment"),
    )


def _outside(text: str) -> Leaf:
    return Leaf(
        raw=_raw(text),
        encoding="",
        charset=None,
        is_html=False,
        flowed=False,
        delete_space=False,
        attached=False,
    )


def _raw(text: str) -> bytes:
    """The bytes that were parsed as this text."""
    return text.encode("latin-1")


def _likely(raw: bytes) -> Iterator[str]:
    """The transfer encodings that bytes seem to be in, with no label or a wrong one."""
    if re.search(rb"=(?:3D|20|\n)", raw):
        yield QUOTED
    if re.fullmatch(rb"\s*(?:[A-Za-z0-9+/]{20,}\s+)*[A-Za-z0-9+/]+={0,2}\s*", raw):
        yield BASE64
