"""Mail comes by IMAP: what lies in one folder is offered, and then moved to Done or Refused.

The server is never asked which mails are new: whatever lies in the folder waits. A mail that was
taken but not moved yet, since the connection was lost or the run was killed, is remembered in a
small file by its UID, which means something only together with the UIDVALIDITY of the folder.
"""

from __future__ import annotations

import contextlib
import re
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from ssl import SSLContext
from typing import Any

from imapclient import IMAPClient, SocketTimeout
from imapclient.exceptions import IMAPClientAbortError, IMAPClientError, LoginError

from pbem.errors import PbemError, Refused, Unavailable
from pbem.formats.servers import STARTTLS, TLS, Imap
from pbem.mail import limits
from pbem.post.account import (
    CONNECT_TIMEOUT,
    READ_TIMEOUT,
    Account,
    account,
    context,
    lost,
    no_login,
    printable,
    said,
)
from pbem.post.roads import SIZE_LIMIT, Source, Waiting
from pbem.post.uids import COPIED, DONE, REFUSED, Uids

#: What a mail within the limits has at most, since IMAP ends each line with two bytes.
_LIMIT = SIZE_LIMIT + limits.LINES
#: Mails whose sizes are asked for at once.
_CHUNK = 500

_WHOLE = f"BODY.PEEK[]<0.{_LIMIT + 1}>"
_HEAD = f"BODY.PEEK[HEADER]<0.{limits.HEAD}>"

# What the library makes of an answer that is not IMAP.
_NONSENSE = (ValueError, LookupError)


def source(server: Imap, folder: str, environment: Mapping[str, str]) -> Source:
    """The source of a *server* of the settings, which remembers in *folder*.

    It connects when it is first asked. Raises what `account` does, and Refused for a damaged
    memory.
    """
    at = account(server, folder, environment)
    return _Imap(at, server.folder, server.done, server.refused, f"{folder}/imap.uids")


class _Imap:
    """A folder at a server; the connection lasts from one `waiting` to the next."""

    def __init__(self, at: Account, inbox: str, done: str, refused: str, memory: str) -> None:
        self._at = at
        self._inbox = inbox
        self._targets = {DONE: done, REFUSED: refused}
        self._uids = Uids(memory, f"{at.user}@{at.host}:{at.port}/{inbox}")
        self._client: Any = None  # an IMAPClient, which has no types
        self._close: Callable[[], object] | None = None
        self._unmoved: PbemError | None = None

    @cached_property
    def _tls(self) -> SSLContext:
        return context()

    def waiting(self) -> Iterator[Waiting]:
        """The mails in the folder, oldest first, with line ends as files here have them.

        Of one beyond the limits only the header is fetched, and offered with blanks up to beyond
        the limits, so that it is refused like one from elsewhere. A mail that the server cannot
        give stays where it is. Raises Refused and Unavailable if the server does not let us in, has
        no such folder, or is gone; and Refused in the end if a mail could not be moved.
        """
        self._unmoved = None
        with self._errors():
            self._connect()
            found = set(self._client.search(["UNDELETED"]))
            new = sorted(found - self._uids.taken.keys())
            self._uids.keep(found)
            self._move(self._uids.taken)
        for uid, size in self._sizes(new):
            data = self._fetch(uid, size)
            if data is not None:
                yield Waiting(self._uids.name(uid), data)
        if self._unmoved is not None:
            raise self._unmoved

    def taken(self, name: str, *, refused: bool) -> None:
        """Remember that a mail was taken, and move it now or, if that fails, at the next look.

        What hinders that is told at the end of `waiting`, so that it stops no other mail.
        """
        uid = int(name.rpartition("-")[2])
        if name != self._uids.name(uid):
            # The folder was made anew since then: what lies there now has other names.
            return
        self._uids.take(uid, REFUSED if refused else DONE)
        if self._client is not None:
            with contextlib.suppress(PbemError), self._errors():
                self._select()
                self._move(self._uids.taken.keys() & {uid})

    def _move(self, uids: Iterable[int]) -> None:
        """Move mails to where they belong; what cannot be moved now stays remembered."""
        for uid in uids:
            try:
                self._move_one(uid, self._uids.taken[uid])
            except IMAPClientAbortError:
                raise
            except IMAPClientError as error:
                self._unmoved = Refused(
                    f"{self._at.host}: mail {uid} was taken but stays in"
                    f" {printable(self._inbox)}: {_said(self._at, error)}",
                    "it is not taken again; it can be moved by hand",
                )
            else:
                self._uids.forget(uid)

    def _sizes(self, uids: list[int]) -> Iterator[tuple[int, int]]:
        """The size of each mail, as the server tells it, in the same order."""
        for start in range(0, len(uids), _CHUNK):
            with self._errors():
                found = self._client.fetch(uids[start : start + _CHUNK], ["RFC822.SIZE"])
            for uid in sorted(found):
                yield uid, found[uid].get(b"RFC822.SIZE", 0)

    def _fetch(self, uid: int, size: int) -> bytes | None:
        """The mail, or what is offered in its place; None if there is nothing to be had."""
        parts: dict[bytes, Any] = {}
        with self._errors():
            try:
                answer = self._client.fetch([uid], [_HEAD if size > _LIMIT else _WHOLE])
                parts = answer.get(uid, {})
            except (IMAPClientAbortError, OSError):
                # Some servers hang up at a mail that they cannot read.
                self._connect()
            except (IMAPClientError, *_NONSENSE):
                return None
        found = (data for key, data in parts.items() if key.startswith(b"BODY["))
        data: bytes | None = next(found, None)
        if data is None:
            return None
        data = data.replace(b"\r\n", b"\n")
        if size > _LIMIT:
            data = data.rstrip() + b"\n\n" + b" " * SIZE_LIMIT
        return data[: SIZE_LIMIT + 1]

    def _move_one(self, uid: int, word: str) -> None:
        """Move a mail, of which that *word* is remembered; what was copied is not copied again."""
        client = self._client
        if word != COPIED:
            if client.has_capability("MOVE"):
                client.move([uid], self._targets[word])
                return
            client.copy([uid], self._targets[word])
            self._uids.take(uid, COPIED)
        client.delete_messages([uid], silent=True)
        if client.has_capability("UIDPLUS"):
            client.uid_expunge([uid])
        if client.search(["UID", uid, "UNDELETED"]):
            raise IMAPClientError("the server does not mark it as deleted")

    def _connect(self) -> None:
        """Connect anew, and see to the folders."""
        if self._close is not None:
            self._close()
            self._client = None
        self._client = _opened(self._at, self._tls)
        self._close = weakref.finalize(self, _shut, self._client)
        for target in self._targets.values():
            if not self._client.folder_exists(target):
                self._client.create_folder(target)
                self._client.subscribe_folder(target)
        if not self._client.folder_exists(self._inbox):
            raise Refused(
                f"{self._at.host}: there is no folder {printable(self._inbox)}",
                "look at folder in [imap]",
            )
        self._select()

    def _select(self) -> None:
        """Open the folder, also when it is open: somebody may have made it anew."""
        selected = self._client.select_folder(self._inbox)
        self._uids.begin(int(selected[b"UIDVALIDITY"]))

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        """Turn what goes wrong at the server into errors for people."""
        try:
            yield
        except (IMAPClientAbortError, OSError) as error:
            raise lost(self._at, error) from None
        except IMAPClientError as error:
            words = _said(self._at, error)
            raise Refused(f"{self._at.host}: the server refuses: {words}") from None
        except _NONSENSE as error:
            words = _said(self._at, error)
            raise Unavailable(
                f"{self._at.host}: the server does not answer in IMAP: {words}"
            ) from None


def _opened(at: Account, tls: SSLContext) -> Any:  # noqa: ANN401 -- IMAPClient has no types
    """A client whom the server has let in."""
    timeout = SocketTimeout(connect=CONNECT_TIMEOUT, read=READ_TIMEOUT)
    client = IMAPClient(at.host, at.port, ssl=at.security == TLS, ssl_context=tls, timeout=timeout)
    with contextlib.ExitStack() as undo:
        undo.callback(_shut, client)
        if at.security == STARTTLS:
            client.starttls(tls)
        try:
            client.login(at.user, at.password)
        except LoginError as error:
            if isinstance(error.__context__, IMAPClientAbortError):
                raise error.__context__ from None
            words = _said(at, error)
            if "[UNAVAILABLE]" in words:
                raise Unavailable(f"{at.host}: no login at the moment: {words}") from None
            raise no_login(at, words) from None
        undo.pop_all()
    return client


def _said(at: Account, error: Exception) -> str:
    """The words of the server, of which Python's own library makes a picture of bytes."""
    return said(at, re.sub("^b'(.*)'$", r"\1", str(error)))


def _shut(client: Any) -> None:  # noqa: ANN401 -- IMAPClient has no types
    with contextlib.suppress(OSError):
        client.shutdown()
