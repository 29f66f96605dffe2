"""Mail comes by IMAP from a real Dovecot."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from pbem import mail
from pbem.errors import Exit, Refused
from pbem.post import imap
from pbem.post.roads import SIZE_LIMIT
from tests.services.servers import PASSWORD, mailbox, mails

pytestmark = pytest.mark.services


def letter(number: int) -> bytes:
    return f"From: anna@inn.example\nSubject: {number}\n\nLetter {number}\n".encode()


def lay(servers, *letters, folder="INBOX"):
    with mailbox(servers, "mara") as client:
        if not client.folder_exists(folder):
            client.create_folder(folder)
        for one in letters:
            client.append(folder, one.replace(b"\n", b"\r\n"))


def make_anew(servers, folder):
    with mailbox(servers, "mara") as client:
        client.delete_folder(folder)
        client.create_folder(folder)


@pytest.fixture
def source(settings, tmp_path):
    """Make the source as a new run does."""

    def make(**changed):
        server = settings._replace(**changed)
        return imap.source(server, str(tmp_path), {"PBEM_IMAP_PASSWORD": PASSWORD})

    return make


@pytest.mark.parametrize("security", ["tls", "starttls", "none"])
def test_mails_come_oldest_first_and_stay_unread(servers, source, security):
    lay(servers, letter(1), letter(2))
    port = servers.imaps if security == "tls" else servers.imap
    found = list(source(security=security, port=port).waiting())
    assert [one.data for one in found] == [letter(1), letter(2)]
    assert len({one.name for one in found}) == 2
    with mailbox(servers, "mara") as client:
        client.select_folder("INBOX", readonly=True)
        assert len(client.search(["UNSEEN"])) == 2


def test_what_was_taken_moves_to_done_or_refused(servers, source):
    lay(servers, letter(1), letter(2), letter(3))
    road = source()
    for one in road.waiting():
        if one.data != letter(2):
            road.taken(one.name, refused=one.data == letter(3))
    assert mails(servers, "mara", "Done") == [letter(1)]
    assert mails(servers, "mara", "Refused") == [letter(3)]
    assert mails(servers, "mara") == [letter(2)]
    assert [one.data for one in road.waiting()] == [letter(2)]


def test_folders_have_the_names_of_the_settings(servers, source):
    lay(servers, letter(1), folder="Tavern.Orders")
    road = source(folder="Tavern.Orders", done="Tavern.Fertig & gut", refused="Tavern.Nein")
    [one] = road.waiting()
    road.taken(one.name, refused=False)
    assert mails(servers, "mara", "Tavern.Fertig & gut") == [letter(1)]
    assert mails(servers, "mara", "Tavern.Nein") == []


def test_run_killed_before_it_took_a_mail_gets_the_same_again(servers, settings, source, tmp_path):
    lay(servers, letter(1), letter(2))
    program = (
        "import os, signal, sys\nfrom pbem.post import imap\n"
        "from pbem.formats.servers import Imap\n"
        f"for one in imap.source({settings!r}, {str(tmp_path)!r}, os.environ).waiting():\n"
        "    sys.stdout.buffer.write(one.name.encode() + b' ' + one.data); sys.stdout.flush()\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    killed = subprocess.run(
        [sys.executable, "-c", program],
        check=False,
        capture_output=True,
        env={**os.environ, "PBEM_IMAP_PASSWORD": PASSWORD},
    )
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    first, second = source().waiting()
    assert killed.stdout == first.name.encode() + b" " + first.data
    assert (first.data, second.data) == (letter(1), letter(2))


def test_mail_that_was_taken_but_not_moved_is_moved_by_the_next_run(servers, source):
    lay(servers, letter(1), letter(2))
    road = source()
    first, second = road.waiting()
    later = source()
    later.taken(first.name, refused=False)  # it has no connection
    assert mails(servers, "mara") == [letter(1), letter(2)]
    assert list(source().waiting()) == [second]
    assert mails(servers, "mara", "Done") == [letter(1)]


def test_mail_that_cannot_be_moved_is_not_offered_again(servers, source, monkeypatch):
    lay(servers, letter(1))
    road = source()
    [one] = road.waiting()
    with mailbox(servers, "mara") as client:
        client.delete_folder("Done")
    road.taken(one.name, refused=False)
    assert mails(servers, "mara") == [letter(1)]
    monkeypatch.setattr(imap.IMAPClient, "create_folder", lambda *_: None)
    monkeypatch.setattr(imap.IMAPClient, "subscribe_folder", lambda *_: None)
    with pytest.raises(Refused, match="was taken but stays in INBOX: move failed: ") as error:
        next(source().waiting())
    assert error.value.message.startswith("localhost: mail ")
    assert mails(servers, "mara") == [letter(1)]


def test_folder_made_anew_begins_anew_and_loses_nothing(servers, source):
    lay(servers, letter(1), folder="Orders")
    road = source(folder="Orders")
    [old] = road.waiting()
    make_anew(servers, "Orders")
    lay(servers, letter(2), folder="Orders")
    road.taken(old.name, refused=False)
    [new] = source(folder="Orders").waiting()
    assert new.data == letter(2)
    assert new.name.rpartition("-")[2] == old.name.rpartition("-")[2] == "1"
    assert new.name != old.name


def test_name_from_before_the_folder_was_made_anew_moves_nothing(servers, source):
    lay(servers, letter(1), folder="Orders")
    [old] = source(folder="Orders").waiting()
    make_anew(servers, "Orders")
    lay(servers, letter(2), folder="Orders")
    road = source(folder="Orders")
    [new] = road.waiting()
    road.taken(old.name, refused=False)
    assert list(road.waiting()) == [new]


def test_server_without_move_copies_and_removes(servers, source, monkeypatch):
    lay(servers, letter(1), letter(2))
    known = imap.IMAPClient.has_capability
    monkeypatch.setattr(
        imap.IMAPClient, "has_capability", lambda self, what: what != "MOVE" and known(self, what)
    )
    road = source()
    first, _ = road.waiting()
    road.taken(first.name, refused=True)
    assert mails(servers, "mara", "Refused") == [letter(1)]
    assert mails(servers, "mara") == [letter(2)]


def test_server_with_neither_move_nor_uidplus_hides_what_was_taken(servers, source, monkeypatch):
    lay(servers, letter(1), letter(2))
    monkeypatch.setattr(imap.IMAPClient, "has_capability", lambda *_: False)
    road = source()
    first, second = road.waiting()
    road.taken(first.name, refused=False)
    assert mails(servers, "mara", "Done") == [letter(1)]
    assert mails(servers, "mara") == [letter(1), letter(2)]
    assert list(source().waiting()) == [second]


def test_mail_beyond_the_limits_is_never_fetched(servers, source, monkeypatch):
    huge = letter(1) + b"\n" * SIZE_LIMIT
    lay(servers, huge, letter(2))
    asked = []
    fetch = imap.IMAPClient.fetch
    monkeypatch.setattr(
        imap.IMAPClient,
        "fetch",
        lambda self, uids, what: asked.append(what[0][:10]) or fetch(self, uids, what),
    )
    stub, other = source().waiting()
    assert asked == ["RFC822.SIZ", "BODY.PEEK[", "BODY.PEEK["]
    assert stub.data.startswith(b"From: anna@inn.example\nSubject: 1\n\n ")
    assert b"Letter" not in stub.data
    assert len(stub.data) == SIZE_LIMIT + 1
    with pytest.raises(Refused, match="the mail is refused unread: expected at most 1048576 bytes"):
        mail.extract(stub.data)
    assert other.data == letter(2)


def test_mail_that_the_server_cannot_read_keeps_nobody_waiting(servers, source):
    lay(servers, letter(1), letter(2))
    road = source()
    names = [one.name for one in road.waiting()]
    # The server remembers mails in files; one without rights is one that it cannot read.
    files = [path for path in servers.folder.glob("mail/mara/*/*") if path.is_file()]
    [file] = [path for path in files if path.read_bytes() == letter(1)]
    file.chmod(0)
    try:
        assert [(one.name, one.data) for one in source().waiting()] == [(names[1], letter(2))]
    finally:
        file.chmod(0o600)
    assert [one.name for one in source().waiting()] == names


def test_damaged_memory_is_an_error(source, tmp_path):
    (tmp_path / "imap.uids").write_text("pbem-uids-1\nsomething else\n")
    with pytest.raises(Refused) as error:
        source()
    assert error.value.message == (
        f"{tmp_path}/imap.uids: what was remembered of the mailbox is damaged"
    )


def test_wrong_password_is_told(settings, tmp_path):
    road = imap.source(settings, str(tmp_path), {"PBEM_IMAP_PASSWORD": "over-the-barn"})
    with pytest.raises(Refused) as error:
        next(road.waiting())
    assert error.value.message == (
        "localhost: the login of mara is refused: [AUTHENTICATIONFAILED] Authentication failed."
    )
    assert "over-the-barn" not in repr(vars(road))


def test_folder_that_does_not_exist_is_told(source):
    with pytest.raises(Refused, match=r"^localhost: there is no folder Tavern$"):
        next(source(folder="Tavern").waiting())


def test_certificate_that_nobody_trusts_is_told(source, monkeypatch):
    monkeypatch.delenv("SSL_CERT_FILE")
    with pytest.raises(Refused) as error:
        next(source().waiting())
    assert error.value.message == (
        "localhost: the certificate of the server is not trusted: self-signed certificate"
    )


def test_certificate_for_another_name_is_told(source):
    with pytest.raises(Refused, match="not trusted: IP address mismatch"):
        next(source(host="127.0.0.1").waiting())


def test_server_that_is_not_there_may_be_there_later(source, servers):
    with pytest.raises(Exception, match=r"^localhost: no connection on port 1: ") as error:
        next(source(port=1).waiting())
    assert error.value.exit == Exit.LOCKED


def test_tls_on_a_port_without_it_is_told(source, servers):
    with pytest.raises(Exception, match=r"^localhost: no TLS on port ") as error:
        next(source(port=servers.imap).waiting())
    assert error.value.exit == Exit.LOCKED
