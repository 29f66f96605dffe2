"""Servers of SMTP that are not as they should be."""

from __future__ import annotations

import base64
import contextlib
import gc
import smtplib
import ssl

import pytest

from pbem.errors import Deferred, Exit, Refused, Unavailable, Undeliverable
from pbem.formats.servers import Smtp
from pbem.post import smtp
from tests.post.scripted import server

GREETING = b"220 ready\r\n"
LETTER = b"From: The Inn <inn@example.org>\nTo: anna@example.org\nSubject: 1\n\n1\n"
TO = "anna@example.org"

ANSWERS = {
    "EHLO": b"250-localhost\r\n250-AUTH PLAIN\r\n250 8BITMIME\r\n",
    "AUTH": b"235 welcome\r\n",
    "MAIL": b"250 fine\r\n",
    "RCPT": b"250 fine\r\n",
    "DATA": b"354 go on\r\n",
    ".": b"250 taken\r\n",
    "NOOP": b"250 still here\r\n",
    "RSET": b"250 fine\r\n",
}


def _last(lines, wanted):
    """Where the last such line is; the beginning if there is none."""
    return max((at for at, line in enumerate(lines) if line == wanted), default=0)


@pytest.fixture
def reach(tmp_path):
    """A sender, and what the server is told whose answers are *changed*; None hangs up."""
    with contextlib.ExitStack() as stack:

        def make(greeting=GREETING, security="none", user="inn", **changed):
            told = []
            answers = ANSWERS | changed

            def answer(line):
                told.append(line.decode("latin-1").rstrip())
                word = told[-1].partition(" ")[0].upper()
                writing = told[-1] != "." and "data" in told[_last(told, ".") :]
                return b"" if writing and word != "DATA" else answers.get(word, b"500 what?\r\n")

            port = stack.enter_context(server(greeting, answer))
            at = Smtp("127.0.0.1", port, user, None, security)
            return smtp.sender(at, str(tmp_path), {"PBEM_SMTP_PASSWORD": "sesame"}), told

        yield make


@pytest.fixture
def send(reach):
    """Send a mail, to such a server; what it was told."""

    def run(times=1, **server):
        road, told = reach(**server)
        for _ in range(times):
            road.send("1", LETTER, TO)
        return told

    return run


def test_mail_goes_to_a_good_server_with_its_envelope(send):
    told = send()
    assert [line for line in told if not line.startswith("AUTH")] == [
        "ehlo [127.0.0.1]",
        "mail FROM:<inn@example.org>",
        "rcpt TO:<anna@example.org>",
        "data",
        *LETTER.decode().splitlines(),
        ".",
    ]


def test_server_that_wants_no_login_gets_none(send):
    assert not any(line.startswith("AUTH") for line in send(user=""))


def test_second_mail_needs_no_second_login(send):
    told = send(times=2)
    assert sum(line.startswith("AUTH") for line in told) == 1
    assert told.count(".") == 2


@pytest.mark.parametrize("command", ["MAIL", "RCPT", "DATA", "."])
def test_no_for_ever_is_told_with_the_words_of_the_server(send, command):
    with pytest.raises(Undeliverable) as error:
        send(**{command: b"554-no\r\n554 5.7.1 spam \x1b[2J\xff\r\n"})
    assert error.value.message == (
        "anna@example.org: 127.0.0.1 refuses the mail: 554 no 5.7.1 spam ?[2J?"
    )


@pytest.mark.parametrize("command", ["MAIL", "RCPT", "DATA", "."])
@pytest.mark.parametrize(("code", "others_may_go"), [(421, False), (450, True), (452, True)])
def test_not_now_may_be_later(send, command, code, others_may_go):
    with pytest.raises(Unavailable, match=r"127.0.0.1 does not take the mail now: 4") as error:
        send(**{command: b"%d 4.3.2 later\r\n" % code})
    assert error.value.exit == Exit.LOCKED
    assert isinstance(error.value, Deferred) == others_may_go


@pytest.mark.parametrize("command", ["MAIL", "RCPT"])
def test_server_that_wants_a_login_refuses_no_mail_for_ever(send, command):
    with pytest.raises(Refused, match=r"^127\.0\.0\.1: the server wants a login: 530 ") as error:
        send(user=None, **{command: b"530 5.7.0 who are you?\r\n"})
    assert not isinstance(error.value, Undeliverable)


def test_server_that_greets_nobody_refuses_no_mail_for_ever(send):
    with pytest.raises(Unavailable, match="lets nobody in now: 554 no"):
        send(user=None, EHLO=b"554 no\r\n", HELO=b"554 no\r\n")


def test_mail_without_an_address_is_named(reach):
    road, told = reach()
    with pytest.raises(Undeliverable, match=r'^7\.mail: expected an address in To, found ""$'):
        road.send("7.mail", b"Subject: 1\n\n", "")
    assert told == []


@pytest.mark.parametrize("command", ["EHLO", "AUTH", "MAIL", "DATA", "."])
def test_server_that_hangs_up_is_unavailable(send, command):
    with pytest.raises(Unavailable, match=r"^127\.0\.0\.1: no connection on port "):
        send(**{command: None})


def test_server_that_lets_nobody_in_now_is_unavailable(send):
    with pytest.raises(Unavailable, match="lets nobody in now: 421 too busy"):
        send(greeting=b"421 too busy\r\n")
    with pytest.raises(Unavailable, match="the login of inn is refused: 454 "):
        send(AUTH=b"454 4.7.0 the passwords are away\r\n")


def test_server_that_does_not_speak_smtp_is_unavailable(send):
    with pytest.raises(Unavailable):
        send(greeting=b"* OK IMAP4rev1\r\n")


def test_server_without_starttls_gets_no_password(send):
    with pytest.raises(Refused) as error:
        send(security="starttls")
    assert error.value.message == "127.0.0.1: STARTTLS extension not supported by server."


def test_server_without_login_is_told(send):
    with pytest.raises(Refused, match=r"127.0.0.1: SMTP AUTH extension not supported by server"):
        send(EHLO=b"250 localhost\r\n")


def test_connection_that_was_lost_is_not_kept(reach):
    road, told = reach(NOOP=None)
    for _ in range(5):
        road.send("1", LETTER, TO)
    assert told.count(".") == 5
    gc.collect()
    assert sum(isinstance(one, smtplib.SMTP) for one in gc.get_objects()) == 1


def test_certificates_are_read_once(reach, monkeypatch):
    read = []
    make = ssl.create_default_context
    monkeypatch.setattr(ssl, "create_default_context", lambda: read.append(1) or make())
    road, _ = reach(security="tls")
    for _ in range(2):
        with pytest.raises(Unavailable, match="no TLS on port"):
            road.send("1", LETTER, TO)
    assert read == [1]


def test_server_that_repeats_the_login_is_told_without_it(send):
    plain = base64.b64encode(b"\0inn\0sesame")
    with pytest.raises(Refused) as error:
        send(AUTH=b"535 5.7.8 rejected: AUTH PLAIN %b\r\n" % plain)
    assert error.value.message == (
        "127.0.0.1: the login of inn is refused: 535 5.7.8 rejected: AUTH PLAIN (password)"
    )
