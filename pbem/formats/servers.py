"""Tables of settings, and those that name the servers of mails: the same for desks and players."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from pbem.errors import Unreadable
from pbem.formats.flat import tidy
from pbem.formats.scan import load_toml
from pbem.formats.text import is_address, shown

TLS, STARTTLS, NO_TLS = "tls", "starttls", "none"
_SECURITY = f"{TLS}|{STARTTLS}|{NO_TLS}"
_HOST = r"[A-Za-z0-9:\[\]._-]{1,200}"
_TEXT = "[ -~]{1,200}"
_IMAP_PORTS = {TLS: 993, STARTTLS: 143, NO_TLS: 143}
_SMTP_PORTS = {TLS: 465, STARTTLS: 587, NO_TLS: 25}

# A line up to its comment. Possessive, so that it never looks back.
_COMMENTED = re.compile(rb"""^((?:[^"'#\n]++|"[^"\n]*+")*+)#.*""", re.MULTILINE)


class Imap(NamedTuple):
    """A mailbox to read. A relative path begins at the folder of the settings."""

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


def load(data: bytes) -> dict[str, Any]:
    """The tables of settings as any editor of any system writes them. Raises Unreadable.

    Comments may be in any script; tabs count as blanks.
    """
    text = tidy(data).replace(b"\t", b" ")
    return load_toml(_COMMENTED.sub(rb"\1", text))


class Table:
    """A table of settings; what is wrong with it raises Unreadable, which names the key."""

    def __init__(self, values: Mapping[str, Any], where: str = "") -> None:
        self.values = values
        self._where = where

    def close(self, keys: Iterable[str]) -> None:
        """Refuse all other keys than these."""
        known = list(keys)
        for key in self.values:
            if key not in known:
                where = f"{self._where}: " if self._where else ""
                raise Unreadable(f"{where}expected {' '.join(known)}, found {shown(key)}")

    def format(self, expected: str) -> None:
        """Refuse another format."""
        found = self.values.get("format")
        if found != expected:
            was = "nothing" if found is None else shown(str(found))
            raise Unreadable(f'expected format = "{expected}", found {was}')

    def below(self, key: str, keys: Iterable[str]) -> Table | None:
        """The table of that name with no other *keys*, if it is there."""
        found = self.values.get(key)
        if found is None:
            return None
        if not isinstance(found, dict):
            raise Unreadable(f"{key}: expected a table [{key}]")
        table = Table(found, key)
        table.close(keys)
        return table

    def text(self, key: str, what: str, pattern: str = _TEXT, default: str | None = None) -> str:
        """The text of a key, which has to match the *pattern*; *what* it is, in words."""
        found = self.values.get(key, default)
        if not isinstance(found, str) or not re.fullmatch(pattern, found):
            raise self._wrong(key, what)
        return found

    def optional(self, key: str, what: str) -> str | None:
        """The text of a key that may be left out."""
        return self.text(key, what) if key in self.values else None

    def address(self, key: str, example: str) -> str:
        """The address of a key."""
        found = self.values.get(key)
        if not isinstance(found, str) or not is_address(found):
            raise self._wrong(key, f"an address such as {example}")
        return found

    def port(self, default: int) -> int:
        """The number of a port."""
        found = self.values.get("port", default)
        if type(found) is not int or not 0 < found < 65536:
            raise self._wrong("port", "a number from 1 to 65535")
        return found

    def _wrong(self, key: str, expected: str) -> Unreadable:
        found = self.values.get(key)
        was = "nothing" if found is None else shown(str(found))
        place = f"{self._where}.{key}" if self._where else key
        return Unreadable(f"{place}: expected {expected}, found {was}")


def imap(settings: Table) -> Imap | None:
    """The mailbox of the table ``[imap]`` in *settings*, if there is one. Raises Unreadable."""
    table = settings.below("imap", Imap._fields)
    if table is None:
        return None
    security = _security(table)
    names = {
        key: table.text(key, "the name of a mailbox", default=default)
        for key, default in (("folder", "INBOX"), ("done", "Done"), ("refused", "Refused"))
    }
    if len(set(names.values())) < len(names):
        raise Unreadable("imap: folder, done and refused have to be three mailboxes")
    return Imap(
        host=table.text("host", "the name of a host", _HOST),
        port=table.port(_IMAP_PORTS[security]),
        user=table.text("user", "the name of a user"),
        password_file=table.optional("password_file", "the path of a file"),
        security=security,
        **names,
    )


def smtp(settings: Table) -> Smtp | None:
    """The server of the table ``[smtp]`` in *settings*, if there is one. Raises Unreadable."""
    table = settings.below("smtp", Smtp._fields)
    if table is None:
        return None
    security = _security(table)
    return Smtp(
        host=table.text("host", "the name of a host", _HOST),
        port=table.port(_SMTP_PORTS[security]),
        user=table.optional("user", "the name of a user"),
        password_file=table.optional("password_file", "the path of a file"),
        security=security,
    )


def _security(table: Table) -> str:
    return table.text("security", "tls, starttls or none", _SECURITY, TLS)
