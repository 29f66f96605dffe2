"""The armored block: a document in base64 between two lines, for the text of a mail.

The block protects nothing by itself; the signature inside does.
"""

from __future__ import annotations

import re

from pbem.errors import Refused, Unreadable
from pbem.formats.text import decode64, encode64, shown

BEGIN = "-----BEGIN PBEM DOCUMENT-----"
END = "-----END PBEM DOCUMENT-----"
SIZE_LIMIT = 4 * 1024 * 1024

_WIDTH = 64
_ASK = "ask for the mail as it was sent, or for the file"

_BEGIN_LINE = BEGIN.encode("ascii")
_END_LINE = END.encode("ascii")


def is_armored(data: bytes) -> bool:
    """Whether a block begins or ends in *data*, quoted or not."""
    pattern = rb"^[> \t\r]*-----(?:BEGIN|END) PBEM DOCUMENT-----[ \t\r]*$"
    return re.search(pattern, data, re.MULTILINE) is not None


def armor(document: bytes, words: str) -> str:
    """*document* as a block, below the *words* that tell people what it is; nothing follows it."""
    if is_armored(words.encode("utf-8")):
        raise ValueError("the words above a block look like a block")
    text = encode64(document)
    lines = [text[start : start + _WIDTH] for start in range(0, len(text), _WIDTH)]
    return "\n".join([words, "", BEGIN, *lines, END, ""])


def dearmor(text: bytes) -> bytes:
    """The document of the one block in *text*, whatever stands around it.

    A block quoted with ``>`` does not count, the same block twice counts once.
    """
    if len(text) > SIZE_LIMIT:
        raise Unreadable(f"a text has at most {SIZE_LIMIT} bytes, found {len(text)}")
    found: list[bytes] = []
    began = 0
    quoted = False
    body: list[bytes] = []
    for number, raw in enumerate(text.split(b"\n"), 1):
        line = raw.strip(b" \t\r")
        if line == _BEGIN_LINE:
            if began:
                raise Refused(
                    f"line {number}: a block begins inside the one that began in line {began}", _ASK
                )
            began, body = number, []
        elif line == _END_LINE:
            if not began:
                raise Refused(f"line {number}: a block ends here, but none had begun", _ASK)
            found.append(_decoded(body, began))
            began = 0
        elif began:
            body.append(line)
        elif line.lstrip(b"> \t\r") in {_BEGIN_LINE, _END_LINE}:
            quoted = True
    if began:
        raise Refused(f"line {began}: the block that begins here was cut off, it has no end", _ASK)
    if not found and quoted:
        raise Refused(
            'the only block is quoted with ">": an answer to a document, not the document',
            "hand in the mail in which the document came first",
        )
    if not found:
        raise Unreadable(f'no pbem document: expected a line "{BEGIN}"')
    if len(set(found)) > 1:
        raise Refused("two blocks that differ stand in one text", "hand them in one by one")
    return found[0]


def _decoded(body: list[bytes], began: int) -> bytes:
    """Decode the lines of a block: all full but the last, which is not empty."""
    for number, line in enumerate(body, began + 1):
        last = number == began + len(body)
        size = len(line)
        if not re.fullmatch(rb"[A-Za-z0-9+/]+={0,2}", line) or size > _WIDTH:
            why = ""
            if line.startswith(b">"):
                why = ', quoted with ">"'
            elif line.endswith(b"=3D"):
                why = ", in quoted-printable which nobody decoded"
            raise Refused(
                f"line {number}: expected {_WIDTH} characters of base64{why}, found {shown(line)}",
                _ASK,
            )
        if size < _WIDTH and not last:
            raise Refused(f"line {number}: expected {_WIDTH} characters, found {size}", _ASK)
    try:
        document = decode64(b"".join(body).decode("ascii"))
    except ValueError as problem:
        raise Refused(
            f"the block that begins in line {began} is damaged: {problem}", _ASK
        ) from None
    if not document:
        raise Refused(f"the block that begins in line {began} is empty", _ASK)
    return document
