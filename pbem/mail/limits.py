"""What a mail may have of everything, counted on its bytes before a parser sees them.

`email` takes minutes for some mails of a megabyte, and fails on deep ones.
"""

from __future__ import annotations

import re

from pbem.errors import Refused

SIZE = 1024 * 1024
LINES = 50_000
HEAD = 128 * 1024
FIELD = 4096
PARTS = 50
DEPTH = 10

# More than any mail within the other limits has; only so that counting parts comes soon enough.
_DASHED_LINES = 2000
_CONTAINERS = 25

_HINT = "send the document alone, in the text of a new mail or as its one attachment"

_CONTENT_FIELD = re.compile(
    rb"^content-[a-z-]{1,64}[ \t]*:[^\n]*(?:\n[ \t][^\n]*)*", re.IGNORECASE | re.MULTILINE
)
_CONTAINER = re.compile(rb"[^:]*:\s*(?:multipart|message)/", re.IGNORECASE)


def check(data: bytes) -> None:
    """Refuse a mail that would cost too much to read; its lines end with a line feed alone."""
    if len(data) > SIZE:
        raise too_much(f"{SIZE} bytes", f"found {len(data)}")
    _check_head(data.partition(b"\n\n")[0])
    if (lines := data.count(b"\n")) > LINES:
        raise too_much(f"{LINES} lines", f"found {lines}")
    containers = 0
    for field in _CONTENT_FIELD.finditer(data):
        if len(field[0]) > FIELD:
            raise too_much(f"{FIELD} bytes in a header field", f"found {len(field[0])}")
        containers += _CONTAINER.match(field[0]) is not None
    if containers > _CONTAINERS or data.count(b"\n--") > _DASHED_LINES:
        raise too_much(f"{PARTS} parts", "found more")


def too_much(limit: str, found: str) -> Refused:
    """The error for a mail beyond a *limit*."""
    return Refused(f"the mail is refused unread: expected at most {limit}, {found}", _HINT)


def _check_head(head: bytes) -> None:
    longest = max(map(len, head.split(b"\n")))
    if longest > FIELD:
        raise too_much(f"{FIELD} bytes in a header line", f"found {longest}")
    if len(head) > HEAD:
        raise too_much(f"{HEAD} bytes of header", f"found {len(head)}")
