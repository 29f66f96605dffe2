"""Accounts at mail servers: what the settings mean, and where the password may come from."""

from __future__ import annotations

from base64 import b64encode

import pytest

from pbem.errors import Refused, Unreadable
from pbem.formats import servers
from pbem.post.account import Account, account, exposed, said

HOST = {"host": "mail.example.org", "user": "mara"}


def make(settings, folder="/nowhere", read=servers.imap, **environment):
    """The account of the table that *settings* are."""
    server = read(servers.Table({read.__name__: settings}))
    return account(server, str(folder), environment)


def test_tls_is_what_nobody_has_to_ask_for():
    found = make(HOST, PBEM_IMAP_PASSWORD="sesame")
    assert found == Account("mail.example.org", 993, "mara", "sesame", "tls")


def test_port_follows_from_the_security_unless_it_is_set():
    secret = {"PBEM_IMAP_PASSWORD": "sesame"}
    assert make({**HOST, "security": "starttls"}, **secret).port == 143
    assert make({**HOST, "security": "starttls", "port": 5}, **secret).port == 5


def test_each_service_has_a_password_of_its_own():
    both = {"PBEM_IMAP_PASSWORD": "sesame", "PBEM_SMTP_PASSWORD": "poppy"}
    assert make(HOST, read=servers.smtp, **both).password == "poppy"


@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_password_file_lies_beside_the_settings(tmp_path, end):
    (tmp_path / "password").write_bytes(f"sesa me{end}".encode())
    settings = {**HOST, "password_file": "password"}
    assert make(settings, tmp_path).password == "sesa me"
    settings["password_file"] = str(tmp_path / "password")
    assert make(settings, PBEM_IMAP_PASSWORD="other").password == "sesa me"


@pytest.mark.parametrize("content", [b"", b"\n", b"one\ntwo\n", "s\u00e9same".encode()])
def test_password_file_holds_one_line(tmp_path, content):
    (tmp_path / "password").write_bytes(content)
    with pytest.raises(Refused, match="password: expected a password of printable ASCII in one"):
        make({**HOST, "password_file": "password"}, tmp_path)


def test_password_file_has_to_be_there(tmp_path):
    with pytest.raises(Unreadable, match="secret: cannot be read: no such file or folder"):
        make({**HOST, "password_file": "secret"}, tmp_path)


def test_user_without_a_password_is_refused():
    with pytest.raises(Refused) as error:
        make(HOST)
    assert error.value.message == "[imap]: there is no password"
    assert error.value.hint == (
        "name a file with it as password_file, or put it into PBEM_IMAP_PASSWORD"
    )


def test_server_that_wants_no_login_needs_no_password():
    server = {"host": "mail.example.org", "security": "none"}
    assert make(server, read=servers.smtp).password == ""


def test_password_never_travels_for_all_to_read():
    with pytest.raises(Refused) as error:
        make({**HOST, "security": "none"}, PBEM_IMAP_PASSWORD="sesame")
    assert error.value.message == (
        "[imap]: the password would travel to mail.example.org for all to read"
    )


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.8.8.8", "::1"])
def test_password_may_stay_on_this_machine_as_it_is(host):
    settings = {"host": host, "user": "mara", "security": "none"}
    assert make(settings, PBEM_IMAP_PASSWORD="sesame").port == 143


@pytest.mark.parametrize("host", ["127.example.org", "localhost.example.org", "10.0.0.1", "::2"])
def test_other_machines_only_look_like_this_one(host):
    with pytest.raises(Refused, match="would travel"):
        make({"host": host, "user": "mara", "security": "none"}, PBEM_IMAP_PASSWORD="sesame")


def test_password_is_in_no_picture_of_an_account():
    shown = repr(make(HOST, PBEM_IMAP_PASSWORD="sesame"))
    assert shown == "Account(mara@mail.example.org:993, tls)"


# What a server repeats of the login


@pytest.mark.parametrize(
    ("password", "repeated"),
    [
        ("sesame", "sesame"),
        ("sesame", "SESAME"),
        ('ses"ame', '"ses\\"ame"'),
        (r"ses\ame", r'"ses\\\\ame"'),
        ("ses  ame", "ses  ame"),
        ("\\", r'"\\"'),
        ("sesame", b64encode(b"\0mara\0sesame").decode()),
        ("sesame", b64encode(b"\0mara\0sesame").decode()[:14]),
        ("sesame-open", b64encode(b"sesame-open").decode()),
        ("sesame-open", b64encode(b"sesame-open").decode()[:12]),
    ],
)
def test_password_that_comes_back_is_not_told(password, repeated):
    at = Account("mail.example.org", 993, "mara", password, "tls")
    told = said(at, f"unknown command: {repeated}")
    assert told.replace('"', "") == "unknown command: (password)"


def test_other_words_of_a_server_are_told():
    at = Account("mail.example.org", 993, "mara", "sesame", "tls")
    assert said(at, b"535 5.7.8  no such\r\nuser \xe4\x1b[2J") == "535 5.7.8 no such user ??[2J"
    assert said(at._replace(user="", password=""), "no AUTH here") == "no AUTH here"


# Who can read the file


@pytest.mark.parametrize(
    ("mode", "others"), [(0o600, False), (0o400, False), (0o640, True), (0o604, True)]
)
def test_password_that_others_can_read_is_told(tmp_path, mode, others):
    path = tmp_path / "password"
    path.touch()
    path.chmod(mode)
    server = servers.Smtp("mail.example.org", 465, "mara", "password", "tls")
    told = f"{path}: others can read this password; `chmod 600` makes it yours alone"
    assert exposed(server, str(tmp_path)) == (told if others else None)
    assert exposed(server._replace(password_file=str(path)), "/") == (told if others else None)
    assert exposed(server._replace(password_file=None), str(tmp_path)) is None
