"""The settings of a player's mail, `mail.toml`: the own address, and the server that sends."""

from __future__ import annotations

from typing import NamedTuple

from pbem.formats import servers

FORMAT = "pbem-mail-1"
SIZE_LIMIT = 16 * 1024


class MailFile(NamedTuple):
    """Settings that were read; what they leave out is None."""

    address: str | None
    smtp: servers.Smtp | None


def loads(data: bytes) -> MailFile:
    """The settings in *data*. Raises Unreadable, naming the key."""
    top = servers.Table(servers.load(data))
    top.format(FORMAT)
    top.close(("format", *MailFile._fields))
    address = top.address("address", "anna@example.org") if "address" in top.values else None
    return MailFile(address, servers.smtp(top))
