"""Which mails of a folder were taken but not moved yet, in a small file.

After the line with the format stands what the UIDs belong to: the folder, as a number, and its
UIDVALIDITY. Then a line for each mail, `done UID` or `refused UID`.
"""

from __future__ import annotations

import re
from zlib import crc32

from pbem import store
from pbem.errors import Refused

_FORMAT = "pbem-uids-1"
_LIMIT = 1024 * 1024
_REFUSED = "refused"
_FILE = f"{_FORMAT}\n([0-9a-f]{{8}}) ([0-9]{{1,10}})\n((?:(?:done|{_REFUSED}) [0-9]{{1,10}}\n)*)"


class Uids:
    """The memory for one folder, which is *where*; what is taken is on the disk at once."""

    def __init__(self, path: str, where: str) -> None:
        """Read the file *path*; one about another folder counts as none.

        Raises Refused if the file is damaged.
        """
        self._path = path
        self._where = f"{crc32(where.encode('utf-8')):08x}"
        self._validity = 0
        self._taken: dict[int, bool] = {}
        if store.exists(path):
            self._read(store.read_document(path, _LIMIT).decode("utf-8", "replace"))

    def _read(self, text: str) -> None:
        match = re.fullmatch(_FILE, text)
        if match is None:
            raise Refused(
                f"{self._path}: what was remembered of the mailbox is damaged",
                "remove the file; orders that come again are not taken twice",
            )
        if match[1] == self._where:
            self._validity = int(match[2])
            rows = (line.split(" ") for line in match[3].splitlines())
            self._taken = {int(uid): word == _REFUSED for word, uid in rows}

    @property
    def taken(self) -> dict[int, bool]:
        """The mails that were taken and not moved yet, and whether they were refused."""
        return dict(self._taken)

    def name(self, uid: int) -> str:
        """The name of a mail, which no other one has: not in another folder, nor later on."""
        return f"imap-{self._where}-{self._validity}-{uid}"

    def begin(self, validity: int) -> None:
        """Go on with the folder as it is now; with another UIDVALIDITY it is another folder."""
        if validity != self._validity:
            self._validity = validity
            self._taken = {}
            self._write()

    def take(self, uid: int, *, refused: bool) -> None:
        """Remember that a mail was taken."""
        self._taken[uid] = refused
        self._write()

    def forget(self, uid: int) -> None:
        """Forget a mail that was moved.

        The file may remember it longer, which does no harm: its UID does not come again.
        """
        del self._taken[uid]

    def _write(self) -> None:
        rows = [f"{_REFUSED if refused else 'done'} {uid}" for uid, refused in self._taken.items()]
        text = "\n".join([_FORMAT, f"{self._where} {self._validity}", *rows, ""])
        store.write_durably(self._path, text.encode("ascii"), replace=True, private=True)
