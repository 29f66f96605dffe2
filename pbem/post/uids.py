"""Which mails of a folder were taken but not moved yet, in a small file.

After the line with the format stands what the UIDs belong to: the folder, as a number, and its
UIDVALIDITY. Then a line for each mail: `done UID` or `refused UID` for where it belongs, and
`copied UID` if it is there already and only has to go here.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from zlib import crc32

from pbem import store
from pbem.errors import Refused

_FORMAT = "pbem-uids-1"
_LIMIT = 1024 * 1024
DONE, REFUSED, COPIED = "done", "refused", "copied"
_LINE = f"(?:{DONE}|{REFUSED}|{COPIED}) [0-9]{{1,10}}\n"
_FILE = f"{_FORMAT}\n([0-9a-f]{{8}}) ([0-9]{{1,10}})\n((?:{_LINE})*)"


class Uids:
    """The memory for one folder, which is *where*; what is taken is on the disk at once."""

    def __init__(self, path: str, where: str) -> None:
        """Read the file *path*; one about another folder counts as none.

        Raises Refused if the file is damaged.
        """
        self._path = path
        self._where = f"{crc32(where.encode('utf-8')):08x}"
        self._validity = 0
        self._taken: dict[int, str] = {}
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
            self._taken = {int(uid): word for word, uid in rows}

    @property
    def taken(self) -> dict[int, str]:
        """The mails that were taken and not moved yet, and what the file says of each."""
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

    def take(self, uid: int, word: str) -> None:
        """Remember that a mail was taken, or how far it was moved since then."""
        self._taken[uid] = word
        self._write()

    def keep(self, uids: Collection[int]) -> None:
        """Forget the mails that do not lie in the folder any more, where *uids* do."""
        self._taken = {uid: word for uid, word in self._taken.items() if uid in uids}

    def forget(self, uid: int) -> None:
        """Forget a mail that was moved.

        The file may remember it longer, which does no harm: its UID does not come again.
        """
        del self._taken[uid]

    def _write(self) -> None:
        rows = [f"{word} {uid}" for uid, word in self._taken.items()]
        text = "\n".join([_FORMAT, f"{self._where} {self._validity}", *rows, ""])
        store.write_durably(self._path, text.encode("ascii"), replace=True, private=True)
