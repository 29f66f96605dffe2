"""How messages come in by Maildirs and on standard input, and how mails leave."""

import errno
import os
import sys
from pathlib import Path

import pytest

from pbem.errors import Deferred, Unavailable, Undeliverable
from pbem.post import building
from pbem.post.folder import Folder
from tests.cli.runner import pbem
from tests.post.world import DESK, mail

# Maildir


@pytest.mark.parametrize("part", ["new", "cur"])
def test_message_in_the_own_maildir_is_taken_and_removed(desk, at, part):
    (desk.root / "in" / part / "1.mail:2,S").write_bytes(mail(at.order(at.asked())))
    desk.run()
    assert len(desk.chain().hashes) == 29
    assert desk.names(f"in/{part}") == []
    assert len(desk.names("done")) == 1


def test_message_that_is_still_written_is_left_alone(desk, at):
    (desk.root / "in" / "tmp" / "1.mail").write_bytes(mail(at.order(at.asked())))
    (desk.root / "in" / "new" / ".hidden").write_bytes(mail(at.order(at.asked())))
    desk.run()
    assert len(desk.chain().hashes) == 28


def test_message_in_another_maildir_is_moved_to_done_or_refused(desk, at):
    desk.set("[maildir]", 'folder = "../Maildir"')
    for part in ("tmp", "new", "cur"):
        Path("Maildir", part).mkdir(parents=True)
    Path("Maildir/new/1").write_bytes(mail(at.order(at.asked())))
    Path("Maildir/cur/2:2,").write_bytes(mail("Hello?\n"))
    desk.run()
    assert os.listdir("Maildir/.Done/cur") == ["1:2,S"]
    assert os.listdir("Maildir/.Refused/cur") == ["2:2,S"]
    assert os.listdir("Maildir/new") == os.listdir("Maildir/cur") == []
    assert len(desk.out()) == 3


# Standard input


def deliver(data, folder="desk"):
    return pbem("desk", "deliver", folder, stdin=data)


def test_message_on_standard_input_is_taken_in_durably(desk, at):
    message = mail(at.order(at.asked()))
    assert deliver(message).code == 0
    [name] = desk.names("spool")
    assert (desk.root / "spool" / name).read_bytes() == message
    desk.run()
    assert len(desk.chain().hashes) == 29
    assert len(desk.out()) == 2
    # A mail system that did not hear of it tries again.
    assert deliver(message).code == 0
    assert desk.run().text == ""
    assert desk.names("spool") == desk.out() == []


def test_messages_are_worked_off_in_the_order_in_which_they_came(desk, at):
    for number in range(5):
        deliver(mail(f"Message {number}\n"))
    sizes = [(desk.root / "spool" / name).read_bytes()[-2:-1] for name in desk.names("spool")]
    assert sizes == [b"0", b"1", b"2", b"3", b"4"]


def test_message_is_taken_in_while_the_desk_runs(desk, at):
    from pbem import store

    with store.locked("desk", 0):
        assert deliver(mail(at.order(at.asked()))).code == 0


@pytest.mark.parametrize("data", [b"", b"\n\n", b"x" * (1024 * 1024 + 1)])
def test_what_is_no_message_is_sent_back(desk, data):
    assert deliver(data).code == 65


def test_no_desk_at_that_place_is_tried_again(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    answer = deliver(b"From: a@b.example\n\nx", "nowhere")
    assert answer.code == 75
    assert "nowhere: is no desk" in answer.err


def test_full_disk_is_tried_again(desk, at, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "no space left on device")

    monkeypatch.setattr(os, "write", full)
    answer = deliver(mail(at.order(at.asked())))
    assert answer.code == 75
    assert "no space left on the disk" in answer.err
    assert desk.names("spool") == []


def test_wrong_use_has_the_code_of_mail_systems():
    assert pbem("desk", "deliver").code == 64
    assert pbem("desk", "deliver", "desk", "more").code == 64
    assert pbem("desk", "deliver", "desk", "--no-such-option").code == 64


# Sending


class Post:
    """Sends mails, or does not."""

    def __init__(self, *bad, problem=Deferred):
        self.asked = []
        self.sent = []
        self.bad = bad
        self.problem = problem

    def send(self, _name, data, to):
        self.asked.append(to)
        if to in self.bad:
            raise self.problem(f"{to}: mailbox unavailable")
        self.sent.append((to, data))


def sent_by(world, at, monkeypatch, post):
    monkeypatch.setattr(building, "sender", lambda *_: post)
    world.put(mail(at.order(at.asked())))
    return world.run()


def test_mails_are_sent_once(desk, at, monkeypatch):
    post = Post()
    assert sent_by(desk, at, monkeypatch, post).code == 0
    desk.run()
    assert sorted(to for to, _ in post.sent) == ["anna@players.example", "ben@players.example"]
    assert desk.names("out/new") == []
    assert all(f"From: The Inn <{DESK}>\n".encode() in data for _, data in post.sent)


def test_reminders_are_sent_at_once(desk, at, monkeypatch):
    post = Post()
    monkeypatch.setattr(building, "sender", lambda *_: post)
    answer = pbem("desk", "remind", "desk", "--after", "0m")
    assert answer == (0, b"1 reminded\n", "")
    assert [to for to, _ in post.sent] == ["ben@players.example"]
    assert desk.names("out/new") == []


def test_mails_that_were_sent_are_kept_for_thirty_days(desk):
    now = desk.clock.timestamp()
    for days in (29, 31):
        path = desk.root / "out" / "cur" / f"{days}:2,S"
        path.write_bytes(b"To: anna@players.example\n\n")
        os.utime(path, (now - days * 86400, now - days * 86400))
    desk.run()
    left = desk.names("out/cur")
    assert "29:2,S" in left
    assert "31:2,S" not in left


def test_mail_that_was_not_sent_is_tried_again(desk, at, monkeypatch):
    post = Post("ben@players.example")
    answer = sent_by(desk, at, monkeypatch, post)
    assert answer.code == 75
    assert "ben@players.example: mailbox unavailable" in answer.err
    assert [to for to, _ in post.sent] == ["anna@players.example"]
    post.bad = ()
    assert desk.run().code == 0
    assert [to for to, _ in post.sent] == ["anna@players.example", "ben@players.example"]


def test_mails_to_dead_addresses_are_put_aside_and_stop_no_other(desk, at, monkeypatch):
    post = Post("anna@players.example", problem=Undeliverable)
    for number in range(4):
        (desk.root / f"out/new/0.{number}-dead").write_bytes(b"To: anna@players.example\n\n")
    answer = sent_by(desk, at, monkeypatch, post)
    assert answer.code == 3
    assert "anna@players.example: mailbox unavailable" in answer.err
    assert [to for to, _ in post.sent] == ["ben@players.example"]
    assert desk.names("out/new") == []
    assert len(desk.names("undelivered")) == 5
    assert "5 undelivered" in pbem("desk", "status", "desk").text
    assert desk.run().code == 0


def lie_first(desk, *receivers):
    """Let mails lie there that are older than all others."""
    for number, to in enumerate(receivers):
        (desk.root / f"out/new/0.{number}-old").write_bytes(f"To: {to}\n\n".encode())


def test_full_mailbox_stops_no_other_and_is_told_once(desk, at, monkeypatch):
    post = Post("anna@players.example")
    lie_first(desk, *["anna@players.example"] * 4)
    answer = sent_by(desk, at, monkeypatch, post)
    assert answer.code == 75
    assert answer.err.count("anna@players.example: mailbox unavailable") == 1
    assert [to for to, _ in post.sent] == ["ben@players.example"]
    assert len(desk.names("out/new")) == 5
    post.bad = ()
    assert desk.run().code == 0
    assert [to for to, _ in post.sent[1:]] == ["anna@players.example"] * 5


def test_server_that_fails_at_three_addresses_is_left_for_this_run(desk, at, monkeypatch):
    others = [f"{name}@players.example" for name in "cde"]
    post = Post(*others, "anna@players.example", "ben@players.example", problem=Unavailable)
    lie_first(desk, others[0], others[0], *others)
    answer = sent_by(desk, at, monkeypatch, post)
    assert answer.code == 75
    assert post.asked == others
    assert len(desk.names("out/new")) == 7


def test_mail_at_which_the_server_fails_stops_none_to_others(desk, at, monkeypatch):
    post = Post("dan@players.example", problem=Unavailable)
    lie_first(desk, *["dan@players.example"] * 4)
    sent_by(desk, at, monkeypatch, post)
    assert len(post.sent) == 2


def test_file_that_is_no_mail_is_put_aside_and_stops_no_other(desk, at, monkeypatch):
    post = Post("", problem=Undeliverable)
    (desk.root / "out/new/0.0").write_bytes(b"Subject: whose?\n\n")
    sent_by(desk, at, monkeypatch, post)
    assert len(post.sent) == 2
    assert desk.names("undelivered") == ["0.0"]


def test_road_that_is_not_installed_is_named(desk, monkeypatch):
    desk.set("[imap]", 'host = "mail.example.org"', 'user = "inn"')
    monkeypatch.setitem(sys.modules, "pbem.post.imap", None)
    answer = desk.run()
    assert answer.code == 3
    assert "knows no [imap]" in answer.err


def test_password_that_others_can_read_is_told_once_in_a_run(desk):
    path = desk.root / "secret"
    path.write_text("sesame\n")
    path.chmod(0o644)
    server = ['host = "127.0.0.1"', "port = 1", 'user = "inn"', 'password_file = "secret"']
    desk.set("[smtp]", *server, "[imap]", *server)
    answer = desk.run()
    told = "desk/secret: others can read this password; `chmod 600` makes it yours alone"
    assert answer.err.count(told) == 1
    assert [line["reason"] for line in desk.log() if line["event"] == "warned"] == [told]
    path.chmod(0o600)
    assert "others can read" not in desk.run().err


def test_folder_names_its_settings(desk):
    assert Folder("desk").settings().domain == "inn.example"


@pytest.mark.parametrize(
    ("lines", "where"),
    [
        (["[drop]", 'folder = "/nowhere/inn"'], "/nowhere/inn: expected a folder, found nothing"),
        (["[maildir]", 'folder = "Mail"'], "desk/Mail/new: expected a Maildir, found nothing"),
    ],
)
def test_way_in_that_is_not_there_is_told(desk, lines, where):
    """Else a share that is not mounted would look like players who do not answer."""
    desk.set(*lines)
    answer = desk.run()
    assert answer.code == 3
    assert where in answer.err
