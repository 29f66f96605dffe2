"""Mails that pbem writes: text, HTML and files, a header that keeps threads and stops loops."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from email.mime.application import MIMEApplication
from email.mime.base import MIMEBase
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from email.policy import compat32
from email.utils import format_datetime, formataddr
from typing import NamedTuple

from pbem.mail.envelope import OWN_FIELD

#: Of the mails of a thread as many are named; the first one always is.
_REFERENCES = 20
# A line of the text may look like the border of a mailbox; nobody reads these mails from one. And
# a field is broken only where it has to be, since programs look for an address in its first line.
_POLICY = compat32.clone(mangle_from_=False, max_line_length=998)


class Sender(NamedTuple):
    """Who writes."""

    address: str
    name: str = ""


#: Why a program has written a mail, in the words of RFC 3834.
ANSWERED, UNASKED = "auto-replied", "auto-generated"


class Letter(NamedTuple):
    """A mail before it is written. All texts are ASCII, those of the header on one line."""

    to: str
    subject: str
    text: str
    message_id: str
    #: The same for programs that show HTML; nothing if there is no more to see.
    html: str = ""
    #: The mails of the thread, the oldest first.
    thread: Sequence[str] = ()
    #: The mail that this one answers.
    answers: str | None = None
    #: Names and contents of the files in it.
    files: Sequence[tuple[str, bytes]] = ()
    #: Why a program has written it; nothing for the mail of a person.
    automatic: str = ""


def compose(letter: Letter, sender: Sender, date: datetime) -> bytes:
    """The whole mail, with line feeds alone; the same letter gives the same bytes."""
    text = letter.text.encode("ascii", "backslashreplace").decode("ascii")
    body = MIMEText(text, "plain", "us-ascii")
    message: MIMEBase = body
    border = f"=_{re.sub('[^0-9A-Za-z]', '', letter.message_id)[:60]}"
    if letter.html:
        rich = MIMEText(letter.html, "html", "utf-8")
        message = MIMEMultipart("alternative", f"{border}.text", [body, rich])
    if letter.files:
        message = MIMEMultipart("mixed", border, [message, *map(_file, letter.files)])
    thread = list(dict.fromkeys([*letter.thread, *([letter.answers] if letter.answers else [])]))
    fields = {
        "From": formataddr((sender.name, sender.address)),
        "To": letter.to,
        "Subject": letter.subject,
        "Date": format_datetime(date),
        "Message-ID": letter.message_id,
        "In-Reply-To": letter.answers,
        "References": " ".join(thread[:1] + thread[1:][-_REFERENCES:]),
        "Auto-Submitted": letter.automatic,
        # Exchange sends no vacation notes to mails with this one.
        "X-Auto-Response-Suppress": "All" if letter.automatic else "",
        OWN_FIELD: "desk" if letter.automatic else "",
    }
    for name, value in fields.items():
        if value:
            message[name] = value
    return message.as_bytes(policy=_POLICY)


def _file(file: tuple[str, bytes]) -> MIMEApplication:
    name, data = file
    part = MIMEApplication(data, "toml", name=name)
    part["Content-Disposition"] = f'attachment; filename="{name}"'
    return part


def recipient(mail: bytes) -> str | None:
    """The address that a mail made here goes to; None for another mail."""
    header = mail.replace(b"\r\n", b"\n").partition(b"\n\n")[0]
    found = re.search(rb"^To:(?:[ \t]*\n)?[ \t]+([!-~]+)$", header, re.MULTILINE)
    return found[1].decode("ascii") if found else None


def senders(shown: str | None) -> list[str]:
    """The addresses in a field From as an envelope shows it, each once, in lower case.

    More than one may be a trick, so nobody should be answered then.
    """
    found = re.findall(r"[!#-';-?A-Z^-~*+./0-9=_-]+@[A-Za-z0-9.-]+", shown or "")
    return list(dict.fromkeys(one.strip("<>'").lower() for one in found))
