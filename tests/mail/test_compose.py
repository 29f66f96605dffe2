"""Mails that pbem writes: well formed, the same every time, and never taken for a player's."""

import datetime as dt
import email

import pytest

from pbem.errors import Refused
from pbem.mail import envelope_of, extract
from pbem.mail.compose import ANSWERED, UNASKED, Letter, Sender, compose, recipient, senders

SENDER = Sender("inn@example.org", "The Inn")
NOON = dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC)
LETTER = Letter(
    to="anna@example.org",
    subject="The Inn: inn",
    text="Taken.\nFrom here on it is your turn.\n",
    message_id="<1.answer@example.org>",
    thread=["<game@example.org>"],
    answers="<order@example.org>",
    automatic=ANSWERED,
    files=[("inn.toml", b'format = "pbem-game-1"\n')],
)


def written(**changes):
    return email.message_from_bytes(compose(LETTER._replace(**changes), SENDER, NOON))


def test_header_says_all_that_others_have_to_know():
    message = written()
    assert dict(message.items()) == {
        "Content-Type": 'multipart/mixed; boundary="=_1answerexampleorg"',
        "MIME-Version": "1.0",
        "From": "The Inn <inn@example.org>",
        "To": "anna@example.org",
        "Subject": "The Inn: inn",
        "Date": "Mon, 30 Nov 2026 12:00:00 +0000",
        "Message-ID": "<1.answer@example.org>",
        "In-Reply-To": "<order@example.org>",
        "References": "<game@example.org> <order@example.org>",
        "Auto-Submitted": "auto-replied",
        "X-Auto-Response-Suppress": "All",
        "X-Pbem": "desk",
    }
    assert message.defects == []


def test_text_and_file_are_read_back_as_they_were():
    text, file = written().get_payload()
    assert text.get_payload(decode=True) == LETTER.text.encode()
    assert file.get_filename() == "inn.toml"
    assert file.get_payload(decode=True) == LETTER.files[0][1]


def test_html_stands_beside_the_text_and_is_read_back_as_it_was():
    page = "<p>Taken. " + "\u00e4" * 2000 + "</p>"
    message = written(html=page)
    text, file = message.get_payload()
    assert text.get_content_type() == "multipart/alternative"
    plain, rich = text.get_payload()
    assert plain.get_payload(decode=True) == LETTER.text.encode()
    assert rich.get_payload(decode=True).decode() == page
    assert file.get_filename() == "inn.toml"
    assert max(map(len, message.as_bytes().split(b"\n"))) < 998


def test_mail_without_file_is_plain_text():
    message = written(files=())
    assert message.get_content_type() == "text/plain"
    assert message.get_payload() == LETTER.text


def test_same_letter_gives_the_same_bytes():
    assert compose(LETTER, SENDER, NOON) == compose(LETTER, SENDER, NOON)


def test_what_comes_unasked_says_so():
    message = written(automatic=UNASKED, answers=None, thread=())
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["In-Reply-To"] is None
    assert message["References"] is None


def test_long_thread_keeps_its_first_mail_and_the_newest():
    thread = [f"<{number}@example.org>" for number in range(100)]
    found = written(thread=thread)["References"].split()
    assert found == [thread[0], *thread[81:], "<order@example.org>"]


def test_text_that_is_not_ascii_becomes_so():
    text = written(text="caf\u00e9\n", files=()).get_payload()
    assert text == "caf\\xe9\n"


def test_own_mail_is_never_taken_nor_answered():
    mail = compose(LETTER, SENDER, NOON)
    assert not envelope_of(mail).may_be_answered
    with pytest.raises(Refused, match="circle"):
        extract(mail)


def test_recipient_is_read_from_the_header_alone():
    assert recipient(compose(LETTER, SENDER, NOON)) == "anna@example.org"
    assert recipient(b"Subject: x\n\nTo: anna@example.org\n") is None
    assert recipient(b"To:\nX-To: anna@example.org\n\n") is None


def test_longest_address_stands_in_one_line_with_its_field():
    longest = f"{'a' * 64}@{'.'.join(['b' * 61] * 3)}.eu"
    mail = compose(LETTER._replace(to=longest), Sender(longest, "The Inn"), NOON)
    assert f"\nTo: {longest}\n".encode() in mail
    assert f"\nFrom: The Inn <{longest}>\n".encode() in mail
    assert recipient(mail) == longest


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_recipient_is_also_read_from_a_folded_field(end):
    assert recipient(b"To: \n anna@example.org\n\n".replace(b"\n", end)) == "anna@example.org"


@pytest.mark.parametrize(
    ("shown", "found"),
    [
        (None, []),
        ("nobody", []),
        ("anna@example.org", ["anna@example.org"]),
        ("Anna B. <Anna@Example.ORG>", ["anna@example.org"]),
        ('"anna@example.org" <anna@example.org>', ["anna@example.org"]),
        ("anna@example.org <mallory@evil.example>", ["anna@example.org", "mallory@evil.example"]),
        ("anna+inn@example.org", ["anna+inn@example.org"]),
    ],
)
def test_every_address_in_a_field_from_is_found(shown, found):
    assert senders(shown) == found
