"""What mail does to a document on its way: it arrives as the same order, or it is refused.

Each damage is done to the plain text and to the armored one. Nothing is ever repaired by guessing:
there is no third outcome in which another order comes in.
"""

from __future__ import annotations

import quopri
import re
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.cli.moderate import _read
from pbem.crypto.signatures import document_id, verify
from pbem.errors import PbemError
from pbem.formats import flat, keyfile
from pbem.formats.armor import armor

SAME, REFUSED = "same", "refused"
EXAMPLES = Path(__file__).parent.parent.parent / "examples" / "game"
EXAMPLE = EXAMPLES / "documents" / "005-ben-order.toml"
ORDER = EXAMPLE.read_bytes()
REGION, SIGNATURE = flat.split(ORDER)
KEY = keyfile.loads((EXAMPLES / "test-keys" / "ben.toml").read_bytes()).public
FOOTER = b"_______________\ninn mailing list\n"
INTRODUCTION = b"Hello Max,\n\nhere is my order.\n\n"


def mailed(text, encoding):
    """The text as a mail program saves it that was sent it in a transfer encoding."""
    mail = EmailMessage()
    mail.set_content(text.decode("ascii"), cte=encoding)
    arrived = message_from_bytes(mail.as_bytes(), policy=policy.default)
    return arrived.get_payload(decode=True)


def each_line(change):
    return lambda text: b"".join(change(line) + b"\n" for line in text.split(b"\n")[:-1])


def wrapped(width, *, words):
    """Lines broken at that width, between words alone or anywhere."""
    pattern = b"(.{1,%d})(?: |$)" if words else b"(.{%d})(?=.)"

    def wrap(line):
        return re.sub(pattern % width, rb"\1\n", line).removesuffix(b"\n")

    return each_line(wrap)


def flowed(line):
    """A line as `format=flowed` sends it."""
    return b" " + line if line.startswith((b" ", b">", b"From ")) else line


def replaced(old, new):
    def replace(text):
        return text.replace(old, new)

    return replace


#: damage: what is done, and how the plain and the armored text arrive
DAMAGE = {
    "7bit": (lambda text: mailed(text, "7bit"), SAME, SAME),
    "quoted-printable, decoded": (lambda text: mailed(text, "quoted-printable"), SAME, SAME),
    "base64, decoded": (lambda text: mailed(text, "base64"), SAME, SAME),
    "CRLF": (replaced(b"\n", b"\r\n"), SAME, SAME),
    "byte order mark": (lambda text: b"\xef\xbb\xbf" + text, SAME, SAME),
    "byte order mark and CRLF": (
        lambda text: b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n"),
        SAME,
        SAME,
    ),
    "blanks at line ends": (replaced(b"\n", b"  \t\n"), SAME, SAME),
    "last line end lost": (lambda text: text[:-1], SAME, SAME),
    "blank lines around": (lambda text: b"\n\n" + text + b"\n\n", SAME, SAME),
    "format=flowed": (each_line(flowed), SAME, SAME),
    # Lines of a document may be long: only the armored text is made for narrow mail.
    "wrapped between words at 72": (wrapped(72, words=True), REFUSED, SAME),
    "wrapped between words at 60": (wrapped(60, words=True), REFUSED, SAME),
    "broken at 72": (wrapped(72, words=False), REFUSED, SAME),
    "broken at 60": (wrapped(60, words=False), REFUSED, REFUSED),
    "text before": (lambda text: INTRODUCTION + text, REFUSED, SAME),
    "footer of a list": (lambda text: text + FOOTER, REFUSED, SAME),
    "quoted": (each_line(lambda line: b"> " + line), REFUSED, REFUSED),
    "quoted twice": (each_line(lambda line: b">> " + line), REFUSED, REFUSED),
    "indented": (each_line(lambda line: b"    " + line), REFUSED, SAME),
    "lone carriage returns": (replaced(b"\n", b"\r"), REFUSED, REFUSED),
    # Around the lines of a block blanks do not count, whatever kind they are of.
    "CR CR LF": (replaced(b"\n", b"\r\r\n"), REFUSED, SAME),
    "UTF-16": (lambda text: text.decode().encode("utf-16"), REFUSED, REFUSED),
    "no-break spaces": (replaced(b" ", "\u00a0".encode()), REFUSED, REFUSED),
    # This block ends without padding, so there is nothing in it that would be encoded.
    "quoted-printable, not decoded": (quopri.encodestring, REFUSED, SAME),
    "blank lines doubled": (replaced(b"\n\n", b"\n\n\n"), REFUSED, SAME),
    "every line followed by a blank one": (replaced(b"\n", b"\n\n"), REFUSED, REFUSED),
    "lines joined": (replaced(b"\n", b" "), REFUSED, REFUSED),
    "cut in the middle": (lambda text: text[: len(text) // 2], REFUSED, REFUSED),
    "cut in the signature": (lambda text: text[:-40], REFUSED, REFUSED),
    "NUL": (lambda text: text[:300] + b"\0" + text[300:], REFUSED, REFUSED),
    "form feed": (lambda text: text[:300] + b"\f" + text[300:], REFUSED, REFUSED),
}

#: What is done to the document; in an armored text it is done before it is armored.
EDITS = {
    "curly quotes": replaced(b'"', "\u201c".encode()),
    "a value edited": replaced(b"place", b"pass "),
    "a comment": replaced(b"\nseq", b"\n# mine\nseq"),
    "a comment behind a value": replaced(b"\nseq = 1", b"\nseq = 1 # mine"),
    "a signature with other pad bits": lambda text: re.sub(
        rb"([A-Za-z0-9+/])==", lambda match: bytes([match[1][0] ^ 1]) + b"==", text
    ),
    "a key after the trailer": lambda text: text + b"x = 1\n",
    "a second trailer": lambda text: text + b"\n" + text.partition(b"\n\n")[2],
    "upper case": bytes.upper,
    "an address made a link": replaced(b"ben", b"<ben@example.org>"),
}


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def outcome(text):
    """What the moderator's command makes of a text: the id of an order that ben has signed."""
    Path("mail").write_bytes(text)
    data = _read("mail")
    try:
        region, signature = (b"", b"") if isinstance(data, PbemError) else flat.split(data)
    except PbemError as problem:
        data = problem
    if isinstance(data, PbemError):
        assert data.message.isprintable()
        return REFUSED
    if not verify(KEY, "order", region, signature):
        return REFUSED
    assert document_id("order", region) == document_id("order", REGION)
    assert signature == SIGNATURE
    return SAME


def armored(document):
    return armor(document, "place 4").encode("ascii")


@pytest.mark.parametrize("text", [ORDER, armored(ORDER)], ids=["plain", "armored"])
def test_text_that_was_not_damaged_arrives(text):
    assert outcome(text) == SAME


@pytest.mark.parametrize("damage", DAMAGE)
def test_plain_text_arrives_or_is_refused(damage):
    change, plain, _ = DAMAGE[damage]
    assert outcome(change(ORDER)) == plain


@pytest.mark.parametrize("damage", DAMAGE)
def test_armored_text_arrives_or_is_refused(damage):
    change, _, expected = DAMAGE[damage]
    assert outcome(change(armored(ORDER))) == expected


@pytest.mark.parametrize("edit", EDITS)
def test_document_that_was_edited_is_refused(edit):
    changed = EDITS[edit](ORDER)
    assert changed != ORDER
    assert outcome(changed) == REFUSED
    assert outcome(armored(changed)) == REFUSED


def test_two_documents_in_one_mail_are_refused():
    other = EXAMPLE.with_name("006-ben-order.toml").read_bytes()
    for one, two in ((ORDER, other), (armored(ORDER), armored(other))):
        assert outcome(one + b"\n" + two) == outcome(two + b"\n" + one) == REFUSED


def test_decoy_that_is_not_armored_or_is_quoted_does_not_count_beside_a_block():
    """People write about orders in their mails; the one block is the order."""
    other = EXAMPLE.with_name("006-ben-order.toml").read_bytes()
    assert outcome(b"not this one:\n" + other + armored(ORDER)) == SAME
    assert outcome(each_line(lambda line: b"> " + line)(armored(other)) + armored(ORDER)) == SAME
