"""A signed document as a mail that a player could have written.

It does not bear the field of mails that programs write: those are never answered.
"""

from __future__ import annotations

from datetime import datetime
from email.message import EmailMessage
from email.policy import default
from email.utils import format_datetime
from typing import NamedTuple
from urllib.parse import quote

from pbem.formats import armor

_ABOVE = "The block below is the signed document. It is attached to the mail as well."
_ABOVE_ALONE = "The block below is the signed document. Please leave it as it is."


class Letter(NamedTuple):
    """What is mailed, and to whom."""

    to: str
    subject: str
    #: The document in words, for people.
    words: str
    document: bytes


def message(letter: Letter, sender: str, name: str, identity: str, date: datetime) -> bytes:
    """The mail from the address *sender*, with the document in its text and as the file *name*.

    The *identity* makes its Message-ID; the same one for the same document, so that it is one mail
    however often it is sent.
    """
    mail = EmailMessage(default)
    mail["From"] = sender
    mail["To"] = letter.to
    mail["Subject"] = letter.subject
    mail["Date"] = format_datetime(date)
    mail["Message-ID"] = f"<{identity}@{sender.rpartition('@')[2]}>"
    mail.set_content(_text(letter, _ABOVE), cte="7bit")
    mail.add_attachment(letter.document, maintype="application", subtype="toml", filename=name)
    mail.set_boundary(f"=_{identity}")
    return mail.as_bytes()


def link(letter: Letter) -> str:
    """The ``mailto:`` URL that lets the user's own mail program write it; nothing is attached."""
    body = _text(letter, _ABOVE_ALONE).replace("\n", "\r\n")
    to, subject = quote(letter.to, safe="@"), quote(letter.subject, safe="")
    return f"mailto:{to}?subject={subject}&body={quote(body, safe='')}"


def _text(letter: Letter, above: str) -> str:
    return armor.armor(letter.document, f"{letter.words}\n\n{above}")
