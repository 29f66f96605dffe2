"""What every road of mail looks like to the desk, be it a folder or a server."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol

#: A longer message is not read: no mail that `pbem.mail` takes is.
SIZE_LIMIT = 1024 * 1024


class Waiting(NamedTuple):
    """One message at a source."""

    #: What the source calls it, always the same.
    name: str
    #: Its bytes. Of a message beyond the limit no more than the limit and one byte.
    data: bytes


class Source(Protocol):
    """Where messages wait to be taken in."""

    def waiting(self) -> Iterator[Waiting]:
        """The messages that wait, oldest first; never raises for one bad message."""

    def taken(self, name: str, *, refused: bool) -> None:
        """Never offer a message again; called after what became of it was written durably."""


class Sender(Protocol):
    """What brings messages to people."""

    def send(self, name: str, data: bytes, to: str) -> None:
        """Bring the message *data*, called *name*, to the address *to*.

        Raises PbemError if that cannot be done; the next run tries again.
        """
