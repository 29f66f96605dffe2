"""Messages to documents: the one document in a raw mail, whatever programs made of it on its way.

`extract` takes what somebody handed in; `envelope_of` tells of a mail what is not its text. Whose
a document is, only its signature tells: nothing here trusts From, Date or Message-ID.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pbem.formats import armor
from pbem.mail.sniff import is_mail

if TYPE_CHECKING:
    from pbem.mail.envelope import Envelope


class Found(NamedTuple):
    """A document, and how it came."""

    document: bytes
    #: Of the mail that it came in; None if it was handed in as it is or as armored text.
    envelope: Envelope | None = None
    #: What was undone inside the document, in words.
    mended: tuple[str, ...] = ()


def extract(data: bytes) -> Found:
    """The one document in *data*: a raw mail, an armored text, or the document itself.

    The document is neither verified nor read. Of a mail all texts are looked at, attachments too;
    the same document several times is one. Refused, with the reason and a hint: what is quoted,
    forwarded, automatic, ambiguous, cut, damaged or beyond the limits. Unreadable: a mail without a
    document, and what `armor.dearmor` finds unreadable. What is no mail and not armored is given
    back as it is.
    """
    if is_mail(data):
        # Most documents are no mails, and `email` is slow to import.
        from pbem.mail import message

        return Found(*message.document_of(data))
    return Found(armor.dearmor(data) if armor.is_armored(data) else data)


def envelope_of(data: bytes) -> Envelope | None:
    """What stands around the text of a mail; None if *data* is no mail.

    For those who decide about an answer, also to a mail from which `extract` takes nothing.
    Refused if the mail is beyond the limits, or several in one file: such are better left without
    an answer.
    """
    if not is_mail(data):
        return None
    from pbem.mail import message

    return message.envelope_of(data)
