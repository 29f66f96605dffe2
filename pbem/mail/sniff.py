"""Whether bytes look like a mail, told without parsing them."""

from __future__ import annotations

import re

#: Further down no header of a mail begins.
_HEAD = 64 * 1024

# A block of header fields, below an envelope line of a mailbox or not, in which one stands that
# mails have. Texts of people may begin with a word and a colon too.
_MAIL = (
    rb"(?:\xef\xbb\xbf)?\s*"
    rb"(?:>?From [^\r\n]*[\r\n]+)?"
    rb"(?:[!-9;-~]+[ \t]*:[^\r\n]*(?:\r\n?|\n)(?:[ \t][^\r\n]*(?:\r\n?|\n))*)*?"
    rb"(?:from|to|cc|date|subject|message-id|received|return-path|delivered-to|mime-version"
    rb"|content-type)[ \t]*:"
)


def is_mail(data: bytes) -> bool:
    """Whether *data* begins as a mail does."""
    first = data.lstrip(b"\xef\xbb\xbf \t\r\n")[:_HEAD].partition(b"\n")[0]
    # Most documents are none, and the expression takes a millisecond to compile.
    if b":" not in first and b"From " not in first:
        return False
    return re.match(_MAIL, data[:_HEAD], re.IGNORECASE) is not None
