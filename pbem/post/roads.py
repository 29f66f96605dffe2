"""How messages come to the desk and leave it.

A road that needs more than the standard library's files has a module of its own, which is imported
only if the settings ask for it:

- `pbem.post.imap.source(settings, folder, environment)` gives a `Source`;
- `pbem.post.smtp.sender(settings, folder, environment)` gives a `Sender`.

*settings* is what the table of that name says; *folder* is the path of the desk's folder;
*environment* is where a password may be named.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol

#: A longer message is not read: no mail that `pbem.mail` takes is.
SIZE_LIMIT = 1024 * 1024


class Waiting(NamedTuple):
    """A message at a source."""

    #: What the source calls it.
    name: str
    #: Its bytes. Of a message beyond the limit no more than the limit and one byte.
    data: bytes
    #: What the file is called that a person has put into a folder, who looks for an answer there.
    file: str = ""


class Source(Protocol):
    """Where messages wait."""

    def waiting(self) -> Iterator[Waiting]:
        """The messages that wait, the oldest first.

        One bad message stops nothing: it is given as it is, or left. Raises PbemError if the source
        as a whole cannot be read.
        """

    def taken(self, name: str, *, refused: bool) -> None:
        """Never offer a message again: the desk has it durably.

        *refused*: nothing in it can be used. Raises PbemError; then it may be offered once more.
        """


class Sender(Protocol):
    """What sends finished mails."""

    def send(self, name: str, data: bytes, to: str) -> None:
        """Send a mail to one address; *name* is its file's.

        Raises Undeliverable if it will never come to that address; Deferred if it may later, and
        other mails may go; another PbemError if the server as a whole does not work.
        """
