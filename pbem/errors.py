"""What can go wrong outside the rules, and the exit code of each kind."""

from __future__ import annotations

import enum


class Exit(enum.IntEnum):
    """Every exit code that pbem gives on purpose, but those of `desk deliver` to mail systems."""

    DONE = 0
    FAULT = 1
    USAGE = 2
    REFUSED = 3
    UNREADABLE = 4
    INTERNAL = 70
    LOCKED = 75
    INTERRUPTED = 130
    #: What a shell reports for a program that wrote to a closed pipe.
    BROKEN_PIPE = 141


class PbemError(Exception):
    """A failure to be told to a person: a message, and a hint when it helps."""

    exit: Exit = Exit.REFUSED

    def __init__(self, message: str, hint: str | None = None) -> None:
        """Take the *message*, lower case and without a full stop, and a *hint*."""
        super().__init__(message)
        self.message = message
        self.hint = hint


class Refused(PbemError):
    """Understood, but not allowed now; or foreign, damaged, unsigned."""

    exit = Exit.REFUSED


class Undeliverable(Refused):
    """A mail that will never come to its address, whoever tries again and when."""


class Unreadable(PbemError):
    """Not understood."""

    exit = Exit.UNREADABLE


class Locked(PbemError):
    """Somebody else works on the same game; trying again later may do."""

    exit = Exit.LOCKED


class Unavailable(PbemError):
    """Somebody else does not answer now, such as a server; trying again later may do."""

    exit = Exit.LOCKED


class Deferred(Unavailable):
    """A mail that its address cannot get now, though others may get theirs."""


class Fault(PbemError):
    """An audit or a comparison found something wrong."""

    exit = Exit.FAULT

    def __init__(
        self,
        message: str,
        hint: str | None = None,
        *,
        entry: int | None = None,
        field: str = "",
    ) -> None:
        """Take also the *entry* (``None``: outside the chain) and the *field* at fault."""
        super().__init__(message, hint)
        self.entry = entry
        self.field = field
