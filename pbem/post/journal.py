"""The journal of a desk: what it did, a JSON object in each line. No secret gets there."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from pbem.errors import PbemError
from pbem.post.folder import Folder
from pbem.store import folders

_LIMIT = 1024 * 1024
_KEPT = 5
_LONGEST = 500


class Journal:
    """Writes down what happens, and keeps what went wrong for who runs the desk."""

    def __init__(self, folder: Folder, clock: Callable[[], datetime]) -> None:
        self._path = folder.path("log", "desk.jsonl")
        self._clock = clock
        #: What went wrong with a game or a road, in words; messages that were refused are not.
        self.problems: list[PbemError] = []
        #: How often what has happened; of mails to players those that were made.
        self.counts: Counter[str] = Counter()

    def note(self, event: str, **about: object) -> None:
        """Write one line; a journal that cannot be written stops nothing."""
        self.add([{"event": event, **about}])

    def add(self, noted: Sequence[dict[str, Any]]) -> None:
        """Write several lines."""
        import json

        self.counts.update(one["event"] for one in noted if one.get("mailed", True))
        now = self._clock().isoformat(timespec="seconds")
        lines = [
            json.dumps({"time": now, **{key: _short(value) for key, value in one.items()}})
            for one in noted
        ]
        with contextlib.suppress(PbemError):
            folders.append(self._path, lines, limit=_LIMIT, kept=_KEPT)

    def fail(self, problem: PbemError, **about: object) -> None:
        """Write down what went wrong with a game or a road, and keep it."""
        self.problems.append(problem)
        self.note("failed", reason=problem.message, **about)


def _short(value: object) -> object:
    return value[:_LONGEST] if isinstance(value, str) else value
