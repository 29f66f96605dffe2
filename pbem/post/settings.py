"""The settings of a desk, `desk.toml`, and its address book, `addresses.toml`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from pbem.errors import Unreadable
from pbem.formats import servers
from pbem.formats.text import NAME, shown

FORMAT = "pbem-desk-1"
ADDRESSES = "pbem-addresses-1"

#: What a game is called: its file without ".toml".
GAME = "[A-Za-z0-9][A-Za-z0-9_-]{0,63}"
_SENDER = "[ !#-;=?-~]{1,80}"


class Settings(NamedTuple):
    """What `desk.toml` says."""

    #: Where mails of the desk come from.
    address: str
    #: The name beside it.
    name: str
    imap: servers.Imap | None = None
    smtp: servers.Smtp | None = None
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


def is_sender(text: str) -> bool:
    """Whether *text* can stand beside the address of a desk, in the field From of every mail."""
    return re.fullmatch(_SENDER, text) is not None


def loads(data: bytes) -> Settings:
    """The settings in a text. Raises Unreadable, naming the key."""
    top = servers.Table(servers.load(data))
    top.format(FORMAT)
    top.close(("format", *Settings._fields))
    return Settings(
        address=top.address("address", "inn@example.org"),
        name=top.text("name", "a name without quotes", _SENDER, "pbem"),
        imap=servers.imap(top),
        smtp=servers.smtp(top),
        maildir=_folder(top, "maildir"),
        drop=_folder(top, "drop"),
    )


def _folder(top: servers.Table, name: str) -> str | None:
    table = top.below(name, ["folder"])
    return None if table is None else table.text("folder", "the path of a folder")


def addresses(data: bytes) -> Book:
    """The address book in a text: a table for each game. Raises Unreadable, naming the key."""
    book = servers.load(data)
    servers.Table({"format": ADDRESSES, **book}).format(ADDRESSES)
    book.pop("format", None)
    for game, players in book.items():
        if not re.fullmatch(GAME, game) or not isinstance(players, dict):
            raise Unreadable(f"{shown(game)}: expected a table named after a game")
        table = servers.Table(players, game)
        for name in players:
            if not re.fullmatch(NAME, name):
                raise Unreadable(f"{game}: expected names of players, found {shown(name)}")
            table.address(name, "anna@example.org")
    return book
