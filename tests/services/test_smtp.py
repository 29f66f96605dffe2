"""Mail leaves by SMTP to a real Postfix."""

from __future__ import annotations

import pytest

from pbem.errors import Refused, Unavailable
from pbem.formats.servers import Smtp
from pbem.post import smtp
from tests.services.servers import LATER, PASSWORD, address, eventually, mails

pytestmark = pytest.mark.services

LETTER = b"From: Mara <mara@inn.example>\nTo: anna@inn.example\nSubject: hello\n\n.\nFrom me\n"


@pytest.fixture
def sender(servers, tmp_path):
    (tmp_path / "password").write_text(f"{PASSWORD}\n")

    def make(**changed):
        at = Smtp("localhost", servers.smtps, "mara", "password", "tls")
        return smtp.sender(at._replace(**changed), str(tmp_path), {})

    return make


def arrived(servers, name, count):
    eventually(lambda: len(mails(servers, name)) == count, servers.log)
    return mails(servers, name)


@pytest.mark.parametrize("security", ["tls", "starttls", "none"])
def test_mail_arrives_as_it_was_written(servers, sender, security):
    port = servers.smtps if security == "tls" else servers.smtp
    sender(security=security, port=port).send("1", LETTER, address("anna"))
    [mail] = arrived(servers, "anna", 1)
    head, _, body = mail.partition(b"\n\n")
    assert b"Return-Path: <mara@inn.example>\n" in head
    assert body == b".\nFrom me\n"


def test_mails_go_through_one_connection(servers, sender):
    road = sender()
    before = servers.log().count(": connect from ")
    for name, to in (("1", "anna"), ("2", "ben"), ("3", "anna")):
        road.send(name, LETTER, address(to))
    arrived(servers, "anna", 2)
    arrived(servers, "ben", 1)
    assert servers.log().count(": connect from ") == before + 1


def test_line_end_alone_does_not_begin_another_mail(servers, sender):
    smuggled = LETTER + b"\n.\r\nMAIL FROM:<ben@inn.example>\r\nRCPT TO:<ben@inn.example>\r\n"
    sender().send("1", smuggled, address("anna"))
    [mail] = arrived(servers, "anna", 1)
    assert mail.endswith(b"\nMAIL FROM:<ben@inn.example>\nRCPT TO:<ben@inn.example>\n")
    assert mails(servers, "ben") == []


def test_letters_beyond_ascii_arrive(servers, sender):
    letter = LETTER + "Grüße\n".encode()
    sender().send("1", letter, address("anna"))
    [mail] = arrived(servers, "anna", 1)
    assert "Grüße".encode() in mail


def test_address_that_does_not_exist_is_refused_and_the_next_mail_goes(servers, sender):
    road = sender()
    with pytest.raises(Refused) as error:
        road.send("1", LETTER, address("nobody"))
    assert error.value.message.startswith(
        "nobody@inn.example: localhost refuses the mail: 550 5.1.1 <nobody@inn.example>: "
    )
    road.send("2", LETTER, address("anna"))
    arrived(servers, "anna", 1)


def test_server_that_wants_a_mail_later_may_take_it_later(sender):
    with pytest.raises(Unavailable, match=r"localhost does not take the mail now: 450 4.7.1 "):
        sender().send("1", LETTER, LATER)


def test_text_that_is_no_address_never_reaches_the_server(sender):
    with pytest.raises(Refused, match="expected an address in To, found"):
        sender(port=1).send("1", LETTER, "anna@inn.example>\r\nDATA")


def test_wrong_password_is_told(servers, sender, tmp_path):
    (tmp_path / "password").write_text("over-the-barn\n")
    road = sender()
    with pytest.raises(Refused) as error:
        road.send("1", LETTER, address("anna"))
    assert error.value.message.startswith("localhost: the login of mara is refused: 535 5.7.8 ")


def test_certificate_that_nobody_trusts_is_told(sender, servers, monkeypatch):
    monkeypatch.delenv("SSL_CERT_FILE")
    for changed in ({}, {"security": "starttls", "port": servers.smtp}):
        with pytest.raises(Refused, match="certificate of the server is not trusted: self-signed"):
            sender(**changed).send("1", LETTER, address("anna"))


def test_server_that_is_not_there_may_be_there_later(sender):
    with pytest.raises(Unavailable, match=r"^localhost: no connection on port 1: "):
        sender(port=1).send("1", LETTER, address("anna"))


def test_connection_that_the_server_ended_is_made_anew(servers, sender):
    road = sender()
    road.send("1", LETTER, address("anna"))
    road._connection.sock.shutdown(2)
    road.send("2", LETTER, address("anna"))
    arrived(servers, "anna", 2)
