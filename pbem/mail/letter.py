"""A signed document as a mail that a player could have written.

It does not bear the fields of mails that programs write: those are never answered.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple
from urllib.parse import quote

from pbem.formats import armor
from pbem.mail.compose import Letter, Sender, compose

_ABOVE = "The block below is the signed document. It is attached to the mail as well."
_ABOVE_ALONE = "The block below is the signed document. Please leave it as it is."


class Signed(NamedTuple):
    """What is mailed, and to whom."""

    to: str
    subject: str
    #: The document in words, for people.
    words: str
    document: bytes


def message(signed: Signed, sender: str, name: str, identity: str, date: datetime) -> bytes:
    """The mail from the address *sender*, with the document in its text and as the file *name*.

    The *identity* makes its Message-ID; the same one for the same document, so that it is one mail
    however often it is sent.
    """
    letter = Letter(
        signed.to,
        signed.subject,
        _text(signed, _ABOVE),
        f"<{identity}@{sender.rpartition('@')[2]}>",
        files=[(name, signed.document)],
    )
    return compose(letter, Sender(sender), date)


def link(signed: Signed) -> str:
    """The ``mailto:`` URL that lets the user's own mail program write it; nothing is attached."""
    body = _text(signed, _ABOVE_ALONE).replace("\n", "\r\n")
    to, subject = quote(signed.to, safe="@"), quote(signed.subject, safe="")
    return f"mailto:{to}?subject={subject}&body={quote(body, safe='')}"


def _text(signed: Signed, above: str) -> str:
    return armor.armor(signed.document, f"{signed.words}\n\n{above}")
