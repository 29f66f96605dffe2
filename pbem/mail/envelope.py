"""What stands around the text of a mail: for showing it, and for deciding about an answer.

All of it can be forged, so nothing here says whose a document is.
"""

from __future__ import annotations

import enum
import re
from typing import TYPE_CHECKING, NamedTuple

from pbem.errors import Refused

if TYPE_CHECKING:
    from email.message import Message

#: The header field of every mail that pbem writes; such a mail is never answered.
OWN_FIELD = "X-Pbem"

_SHOWN = 200
_READ = 1000
_REFERENCES = 50
_HOPS = 30

_REPORTS = ("multipart/report", "message/delivery-status", "message/disposition-notification")
_AUTOMATIC_FIELDS = ("X-Autoreply", "X-Autorespond", "X-Autoresponder", "X-Auto-Reply")
_LIST_FIELDS = ("List-Id", "List-Post", "List-Unsubscribe")

_ID = re.compile(r"<[!-;=?-~]{1,250}>")


class Sort(enum.Enum):
    """Where a mail comes from, as far as its header tells."""

    PERSON = "person"
    LIST = "list"
    AUTOMATIC = "automatic"
    BOUNCE = "bounce"
    LOOP = "loop"


class Envelope(NamedTuple):
    """The header of a mail in short; texts are decoded, cut, printable and on one line."""

    sort: Sort
    message_id: str | None
    #: The mails that this one answers, the oldest first.
    references: tuple[str, ...]
    subject: str | None
    #: As From tells it, and only to be shown: anybody can write anything there.
    sender: str | None
    #: Where the mail system returns the mail to; "<>" for nowhere.
    return_path: str | None
    #: Whether the mail asks programs not to answer.
    wants_no_answer: bool

    @property
    def may_be_answered(self) -> bool:
        """Whether a program may answer without starting a storm of mails."""
        return self.sort is Sort.PERSON and not self.wants_no_answer


def read(message: Message) -> Envelope:
    """The envelope of a mail."""
    identities = _ids(message, "Message-ID")
    references = dict.fromkeys(_ids(message, "References") + _ids(message, "In-Reply-To"))
    return Envelope(
        sort=_sort(message),
        message_id=identities[0] if identities else None,
        references=tuple(references)[-_REFERENCES:],
        subject=_shown(message, "Subject"),
        sender=_shown(message, "From"),
        return_path=_shown(message, "Return-Path"),
        wants_no_answer=_field(message, "X-Auto-Response-Suppress").lower() not in {"", "none"},
    )


def check_sort(envelope: Envelope) -> None:
    """Refuse a mail that no player wrote."""
    if envelope.sort is Sort.BOUNCE:
        raise Refused(
            "the mail is a report of a mail system, such as that another mail was not delivered",
            "hand in the mail of the player itself",
        )
    if envelope.sort is Sort.AUTOMATIC:
        raise Refused(
            "the mail is an automatic answer, which no player wrote",
            "hand in the mail of the player itself",
        )
    if envelope.sort is Sort.LOOP:
        raise Refused(
            "the mail has gone in a circle: pbem wrote it itself, or it came through too many"
            " systems",
            "look for a rule that forwards mails back",
        )


def _sort(message: Message) -> Sort:
    precedence = _field(message, "Precedence").lower()
    returned = _field(message, "Return-Path").replace(" ", "") == "<>"
    automatic = _field(message, "Auto-Submitted").lower() or "no"
    if message.get_content_type() in _REPORTS or message.get("X-Failed-Recipients"):
        return Sort.BOUNCE
    if message.get(OWN_FIELD) or len(message.get_all("Received", [])) > _HOPS:
        return Sort.LOOP
    if (
        not re.match(r"no\b", automatic)
        or any(message.get(name) for name in _AUTOMATIC_FIELDS)
        or precedence == "auto_reply"
    ):
        return Sort.AUTOMATIC
    if returned or "mailer-daemon@" in _field(message, "From").lower():
        return Sort.BOUNCE
    if precedence == "list" or any(message.get(name) for name in _LIST_FIELDS):
        return Sort.LIST
    return Sort.AUTOMATIC if precedence in {"bulk", "junk"} else Sort.PERSON


def _field(message: Message, name: str) -> str:
    """The first field *name*, raw, or nothing."""
    return str(message.get(name, "")).strip()[:_READ]


def _ids(message: Message, name: str) -> list[str]:
    return _ID.findall(" ".join(str(value) for value in message.get_all(name, [])))


def _shown(message: Message, name: str) -> str | None:
    """The fields *name* as people read them."""
    from pbem.mail.transfer import decode_words

    values = [str(value) for value in message.get_all(name, [])]
    if not values:
        return None
    text = " ".join(decode_words(", ".join(values)[:_READ]).split())
    return "".join(char if char.isprintable() else "?" for char in text)[:_SHOWN]
