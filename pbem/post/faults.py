"""Faults of ours, which stop no more than what they come from."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pbem.errors import PbemError, Refused


class Unexpected(Exception):
    """A fault of ours. If it comes from messages, nothing was written yet."""

    def in_words(self) -> Refused:
        """The fault for people. What the error itself says may be secret, and is not told."""
        return Refused(f"a fault of pbem: {type(self.__cause__).__name__}")


@contextmanager
def contained() -> Iterator[None]:
    """Let an error that nobody foresaw stop no more than what it comes from."""
    try:
        yield
    except (PbemError, Unexpected):
        raise
    except Exception as problem:
        raise Unexpected from problem
