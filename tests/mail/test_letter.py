"""The mail of a player: its bytes, and that the order comes out of it whatever becomes of it."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email import message_from_bytes
from email.policy import default
from urllib.parse import unquote

import pytest

from pbem import mail
from pbem.mail.envelope import Sort
from pbem.mail.letter import Signed, link, message
from tests.mail import shapes
from tests.trust import table

AT = table.midgame()
ORDER = AT.order(AT.asked())
DATE = datetime(2026, 11, 30, 18, 0, 5, tzinfo=UTC)
LETTER = Signed("mara@inn.example", "The Bloody Inn: order 3 of anna", "anna orders: pass", ORDER)
WRITTEN = message(LETTER, "anna@example.org", "anna-order-3.toml", "pbem-12ab", DATE)
PARSED = message_from_bytes(WRITTEN, policy=default)
TEXT = PARSED.get_body().get_content()


def test_short_letter_byte_for_byte():
    letter = LETTER._replace(document=b"all of a document\n")
    assert message(letter, "anna@example.org", "anna-order-3.toml", "pbem-12ab", DATE) == (
        b'Content-Type: multipart/mixed; boundary="=_pbem12abexampleorg"\n'
        b"MIME-Version: 1.0\n"
        b"From: anna@example.org\n"
        b"To: mara@inn.example\n"
        b"Subject: The Bloody Inn: order 3 of anna\n"
        b"Date: Mon, 30 Nov 2026 18:00:05 +0000\n"
        b"Message-ID: <pbem-12ab@example.org>\n"
        b"\n"
        b"--=_pbem12abexampleorg\n"
        b'Content-Type: text/plain; charset="us-ascii"\n'
        b"MIME-Version: 1.0\n"
        b"Content-Transfer-Encoding: 7bit\n"
        b"\n"
        b"anna orders: pass\n"
        b"\n"
        b"The block below is the signed document. It is attached to the mail as well.\n"
        b"\n"
        b"-----BEGIN PBEM DOCUMENT-----\n"
        b"YWxsIG9mIGEgZG9jdW1lbnQK\n"
        b"-----END PBEM DOCUMENT-----\n"
        b"\n"
        b"--=_pbem12abexampleorg\n"
        b'Content-Type: application/toml; name="anna-order-3.toml"\n'
        b"MIME-Version: 1.0\n"
        b"Content-Transfer-Encoding: base64\n"
        b'Content-Disposition: attachment; filename="anna-order-3.toml"\n'
        b"\n"
        b"YWxsIG9mIGEgZG9jdW1lbnQK\n"
        b"\n"
        b"--=_pbem12abexampleorg--\n"
    )


def test_order_comes_out_of_its_mail():
    found = mail.extract(WRITTEN)
    assert found.document == ORDER
    assert found.mended == ()
    assert found.envelope.sort is Sort.PERSON
    assert found.envelope.may_be_answered


def test_lines_of_a_mail_are_short_and_of_ascii():
    assert WRITTEN.isascii()
    assert max(map(len, WRITTEN.split(b"\n"))) <= 78


def test_order_comes_out_of_the_body_of_a_link():
    match = re.fullmatch(
        r"mailto:mara@inn\.example\?subject=The%20Bloody%20Inn%3A%20order%203%20of%20anna&body=(.*)",
        link(LETTER),
    )
    body = unquote(match[1])
    assert body.startswith("anna orders: pass\r\n\r\nThe block below is the signed document. ")
    assert mail.extract(body.encode()).document == ORDER


def test_link_has_no_letter_that_a_program_could_take_for_its_own():
    assert re.fullmatch("mailto:[A-Za-z0-9%@._~?=&-]*", link(LETTER))
    odd = link(LETTER._replace(to="a+b&cc=c%d@inn.example"))
    assert odd.startswith("mailto:a%2Bb%26cc%3Dc%25d@inn.example?subject=")


DAMAGED = {
    "as it is": WRITTEN,
    "crlf": WRITTEN.replace(b"\n", b"\r\n"),
    "blanks at line ends": WRITTEN.replace(b"\n", b" \n"),
    "text alone": shapes.mail(shapes.plain(TEXT)),
    "text as base64": shapes.mail(shapes.plain(TEXT, "base64")),
    "text as quoted-printable": shapes.mail(shapes.plain(TEXT, "quoted-printable")),
    "text beside its HTML": shapes.mail(shapes.alternative(TEXT)),
    "HTML alone": shapes.mail(shapes.as_html(TEXT)),
    "HTML of Word": shapes.mail(
        shapes.part("text/html; charset=utf-8", shapes.word(TEXT), encoding="quoted-printable")
    ),
    "flowed": shapes.mail(
        shapes.part('text/plain; charset=utf-8; format="flowed"', shapes.flowed(TEXT))
    ),
    "wrapped": shapes.mail(shapes.plain(shapes.wrapped(TEXT, 40))),
    "text, signature and footer": shapes.mail(
        shapes.plain(f"{TEXT}-- \nAnna\n_____\ninn mailing list\n")
    ),
    "attachment alone": shapes.mail(shapes.attached(ORDER)),
    "text with another attachment": shapes.mail(
        shapes.multipart("mixed", shapes.plain(TEXT), shapes.attached(b"\x89PNG", "image/png"))
    ),
    "both in a mail of a list": shapes.mail(
        shapes.multipart("mixed", shapes.plain(TEXT), shapes.attached(ORDER)),
        "List-Id: <inn.example>",
    ),
    "text quoted, but the file is there": shapes.mail(
        shapes.multipart("mixed", shapes.plain(shapes.quoted(TEXT)), shapes.attached(ORDER))
    ),
}


@pytest.mark.parametrize("damaged", DAMAGED.values(), ids=DAMAGED)
def test_order_comes_out_of_a_mail_on_which_programs_worked(damaged):
    assert mail.extract(damaged).document == ORDER
