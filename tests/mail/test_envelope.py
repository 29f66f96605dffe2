"""What a desk is told of a mail besides its text."""

from __future__ import annotations

import pytest

from pbem.mail import envelope_of
from pbem.mail.envelope import Sort
from tests.mail.shapes import HEAD, mail, plain


def told(*fields, subject="hello", head=HEAD):
    return envelope_of(mail(plain("text\n"), *fields, head=head, subject=subject))


def test_what_is_no_mail_has_no_envelope():
    assert envelope_of(b'format = "pbem-order-1"\n') is None


def test_envelope_tells_sender_subject_and_thread():
    envelope = told("In-Reply-To: <b@x>", "References: <a@x>\n <b@x> nonsense <c d@x>")
    assert envelope.sort is Sort.PERSON
    assert envelope.may_be_answered
    assert envelope.message_id == "<1234.5678@mail.example.org>"
    assert envelope.references == ("<a@x>", "<b@x>")
    assert envelope.subject == "hello"
    assert envelope.sender == "Anna <anna@example.org>"
    assert envelope.return_path == "<anna@example.org>"


def test_what_no_header_field_says_is_none():
    envelope = told(head="To: mara@inn.example\n", subject="")
    assert (envelope.message_id, envelope.sender, envelope.return_path) == (None, None, None)
    assert envelope.references == ()


@pytest.mark.parametrize(
    ("field", "shown"),
    [
        ("=?utf-8?q?f=C3=BCr_dich?=", "f\u00fcr dich"),
        ("=?UTF-8?B?ZsO8cg==?=\n =?utf-8?b?IGRpY2g=?=", "f\u00fcr dich"),
        ("=?iso-8859-1?q?f=FCr?= dich", "f\u00fcr dich"),
        ("=?unknown?q?f=C3=BCr?= dich", "f\u00fcr dich"),
        ("=?utf-8*de?q?f=C3=BCr?= dich", "f\u00fcr dich"),
        ("f\u00fcr dich", "f\u00fcr dich"),
        ("=?utf-8?b?!?= =?utf-8?x?a?=", "=?utf-8?x?a?="),
        ("=?utf-8?q?a=0D=0ABcc:_b=1B[2J?=", "a Bcc: b?[2J"),
        ("=?utf-8?q?a=E2=80=AEb?=", "a?b"),
        ("a" * 300, "a" * 200),
    ],
)
def test_subject_is_shown_on_one_printable_line(field, shown):
    assert told(subject=field).subject == shown


@pytest.mark.parametrize(
    ("fields", "sort"),
    [
        (["Auto-Submitted: no"], Sort.PERSON),
        (["Auto-Submitted: NO; comment"], Sort.PERSON),
        (["Auto-Submitted: auto-notified"], Sort.AUTOMATIC),
        (["Auto-Submitted: nobody knows"], Sort.AUTOMATIC),
        (["Precedence: junk"], Sort.AUTOMATIC),
        (["Precedence: bulk", "List-Id: <a.b>"], Sort.LIST),
        (["Precedence: first-class"], Sort.PERSON),
        (["List-Unsubscribe: <mailto:a@b>"], Sort.LIST),
        (["X-Pbem: desk", "List-Id: <a.b>"], Sort.LOOP),
        (["X-Pbem: desk", "X-Failed-Recipients: a@b"], Sort.BOUNCE),
        (["Received: by x"] * 29, Sort.PERSON),
    ],
)
def test_header_fields_tell_people_from_programs(fields, sort):
    assert told(*fields).sort is sort


def test_null_sender_is_a_bounce():
    assert told(head="Return-Path: < >\nFrom: a@b\n").sort is Sort.BOUNCE
    assert told(head="From: Mail System <MAILER-DAEMON@x.example>\n").sort is Sort.BOUNCE


@pytest.mark.parametrize("wish", ["All", "DR, OOF, AutoReply"])
def test_mail_that_wants_no_answer_gets_none(wish):
    envelope = told(f"X-Auto-Response-Suppress: {wish}")
    assert envelope.sort is Sort.PERSON
    assert not envelope.may_be_answered
