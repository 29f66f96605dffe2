"""The settings of a desk, `desk.toml`, and its address book, `addresses.toml`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from pbem.errors import Unreadable
from pbem.formats.scan import load_toml
from pbem.formats.text import NAME, shown

FORMAT = "pbem-desk-1"
ADDRESSES = "pbem-addresses-1"

#: What a game is called: its file without ".toml".
GAME = "[A-Za-z0-9][A-Za-z0-9_-]{0,63}"
#: Plain addresses only, so that nobody can read one in two ways.
ADDRESS = "[A-Za-z0-9!#$%&*+/=?^_{|}~.-]{1,64}@[A-Za-z0-9][A-Za-z0-9.-]{0,189}"

TLS, STARTTLS, NO_TLS = "tls", "starttls", "none"
_SECURITY = f"{TLS}|{STARTTLS}|{NO_TLS}"
_TEXT = "[ -~]{1,200}"
_HOST = r"[A-Za-z0-9:\[\]._-]{1,200}"
_IMAP_PORTS = {TLS: 993, STARTTLS: 143, NO_TLS: 143}
_SMTP_PORTS = {TLS: 465, STARTTLS: 587, NO_TLS: 25}


class Imap(NamedTuple):
    """A mailbox to read. Paths are as they were written, relative ones below the desk's folder."""

    host: str
    port: int
    user: str
    password_file: str | None
    #: "tls", "starttls" or "none".
    security: str
    folder: str
    done: str
    refused: str


class Smtp(NamedTuple):
    """A server that sends mails. Without a user there is no login."""

    host: str
    port: int
    user: str | None
    password_file: str | None
    #: "tls", "starttls" or "none".
    security: str


class Settings(NamedTuple):
    """What `desk.toml` says."""

    #: Where mails of the desk come from.
    address: str
    #: The name beside it.
    name: str
    imap: Imap | None = None
    smtp: Smtp | None = None
    #: Another Maildir to read than the desk's own.
    maildir: str | None = None
    #: Another folder for files than the desk's own.
    drop: str | None = None

    @property
    def domain(self) -> str:
        """The part of the address that names of mails end with."""
        return self.address.rpartition("@")[2].lower()


#: The address of each player, by game and name.
Book = Mapping[str, Mapping[str, str]]


def loads(data: bytes) -> Settings:
    """The settings in a text. Raises Unreadable, naming the key."""
    top = _Table(load_toml(data, comments=True), "format address name imap smtp maildir drop")
    _check_format(top.values.get("format"), FORMAT)
    imap, smtp = top.below("imap", Imap._fields), top.below("smtp", Smtp._fields)
    return Settings(
        address=top.text("address", ADDRESS, "an address such as inn@example.org"),
        name=top.text("name", "[ !#-;=?-~]{1,80}", "a name without quotes", "pbem"),
        imap=None if imap is None else _imap(imap),
        smtp=None if smtp is None else _smtp(smtp),
        maildir=_folder(top.below("maildir", ["folder"])),
        drop=_folder(top.below("drop", ["folder"])),
    )


def addresses(data: bytes) -> Book:
    """The address book in a text: a table for each game. Raises Unreadable, naming the key."""
    book = load_toml(data, comments=True)
    _check_format(book.pop("format", ADDRESSES), ADDRESSES)
    for game, players in book.items():
        if not re.fullmatch(GAME, game) or not isinstance(players, dict):
            raise Unreadable(f"{shown(game)}: expected a table named after a game")
        for name in players:
            if not re.fullmatch(NAME, name):
                raise Unreadable(f"{game}: expected names of players, found {shown(name)}")
            _Table(players, where=game).text(name, ADDRESS, "an address such as anna@example.org")
    return book


class _Table:
    """A table of settings, whose *keys* are checked at once if they are given."""

    def __init__(
        self, values: Mapping[str, Any], keys: str | Iterable[str] | None = None, where: str = ""
    ) -> None:
        self.values = values
        self._place = f"{where}." if where else ""
        known = keys.split() if isinstance(keys, str) else keys
        for key in values if known is not None else ():
            if key not in list(known or ()):
                raise Unreadable(f"{where + ': ' if where else ''}unknown key {shown(key)}")

    def below(self, key: str, keys: Iterable[str]) -> _Table | None:
        """The table of that name, if it is there."""
        found = self.values.get(key)
        if found is None:
            return None
        if not isinstance(found, dict):
            raise Unreadable(f"{key}: expected a table [{key}]")
        return _Table(found, keys, key)

    def text(self, key: str, pattern: str, what: str, default: str | None = None) -> str:
        found = self.values.get(key, default)
        if not isinstance(found, str) or not re.fullmatch(pattern, found):
            was = "nothing" if found is None else shown(str(found))
            raise Unreadable(f"{self._place}{key}: expected {what}, found {was}")
        return found

    def optional(self, key: str, what: str) -> str | None:
        return self.text(key, _TEXT, what) if key in self.values else None

    def port(self, default: int) -> int:
        found = self.values.get("port", default)
        if type(found) is not int or not 0 < found < 65536:
            raise Unreadable(f"{self._place}port: expected a number up to 65535, found {found!a}")
        return found


def _imap(table: _Table) -> Imap:
    security = table.text("security", _SECURITY, "tls, starttls or none", TLS)
    return Imap(
        host=table.text("host", _HOST, "the name of a host"),
        port=table.port(_IMAP_PORTS[security]),
        user=table.text("user", _TEXT, "the name of a user"),
        password_file=table.optional("password_file", "the path of a file"),
        security=security,
        folder=table.text("folder", _TEXT, "the name of a mailbox", "INBOX"),
        done=table.text("done", _TEXT, "the name of a mailbox", "Done"),
        refused=table.text("refused", _TEXT, "the name of a mailbox", "Refused"),
    )


def _smtp(table: _Table) -> Smtp:
    security = table.text("security", _SECURITY, "tls, starttls or none", TLS)
    return Smtp(
        host=table.text("host", _HOST, "the name of a host"),
        port=table.port(_SMTP_PORTS[security]),
        user=table.optional("user", "the name of a user"),
        password_file=table.optional("password_file", "the path of a file"),
        security=security,
    )


def _folder(table: _Table | None) -> str | None:
    return None if table is None else table.text("folder", _TEXT, "the path of a folder")


def _check_format(found: object, expected: str) -> None:
    if found != expected:
        raise Unreadable(f'expected format = "{expected}", found {shown(str(found))}')
