"""Folders of messages: what lies in them, what is moved between them, and a journal.

A move is one step for the system: whatever happens, a file is at one place or at the other.
"""

from __future__ import annotations

import contextlib
import os
import stat
import time
from collections.abc import Iterable
from typing import NamedTuple

from pbem.errors import Refused, Unreadable
from pbem.store import reason, sync_folder

_FILE = os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
_CHUNK = 1 << 16


class Found(NamedTuple):
    """A file in a folder."""

    name: str
    size: int
    #: When it was changed, in nanoseconds since 1970.
    changed: int


def files(folder: str) -> list[Found]:
    """The ordinary files in a folder, by name; none if there is no such folder."""
    found = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                with contextlib.suppress(FileNotFoundError):
                    about = entry.stat(follow_symlinks=False)
                    if stat.S_ISREG(about.st_mode):
                        found.append(Found(entry.name, about.st_size, about.st_mtime_ns))
    except FileNotFoundError:
        return []
    except OSError as error:
        raise Unreadable(f"{folder}: cannot be read: {reason(error)}") from error
    return sorted(found)


def look(path: str) -> Found | None:
    """What there is to see of one file, or of the target of a link; None if it is not there."""
    try:
        about = os.stat(path)
    except OSError:
        return None
    return Found(os.path.basename(path), about.st_size, about.st_mtime_ns)


def is_shared(path: str) -> bool:
    """Whether others than the owner of a file can read it."""
    try:
        return bool(os.stat(path).st_mode & (stat.S_IRGRP | stat.S_IROTH))
    except OSError:
        return False


def folders(folder: str) -> list[str]:
    """The names of the folders in a folder; none if there is no such folder."""
    try:
        with os.scandir(folder) as entries:
            return sorted(entry.name for entry in entries if entry.is_dir(follow_symlinks=False))
    except FileNotFoundError:
        return []
    except OSError as error:
        raise Unreadable(f"{folder}: cannot be read: {reason(error)}") from error


def links(folder: str) -> list[str]:
    """The names of the links in a folder; none if there is no such folder."""
    try:
        with os.scandir(folder) as entries:
            return sorted(entry.name for entry in entries if entry.is_symlink())
    except FileNotFoundError:
        return []
    except OSError as error:
        raise Unreadable(f"{folder}: cannot be read: {reason(error)}") from error


def read_part(path: str, limit: int) -> bytes | None:
    """The bytes of an ordinary file, of a longer one the first ``limit + 1``.

    None for what is not there any more, is no ordinary file, or cannot be read.
    """
    try:
        descriptor = os.open(path, _FILE)
    except OSError:
        return None
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return None
        parts, left = [], limit + 1
        while left and (part := os.read(descriptor, min(left, _CHUNK))):
            parts.append(part)
            left -= len(part)
        return b"".join(parts)
    except OSError:
        return None
    finally:
        os.close(descriptor)


def write_new(path: str, data: bytes) -> None:
    """Write a file that is not there yet to the disk itself; its folder is not synchronized.

    For folders that get their name when all that is in them is written.
    """
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
    try:
        descriptor = os.open(path, flags, 0o600)
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(descriptor, rest) :]
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise Refused(f"{path}: cannot be written: {reason(error)}") from error


def move(path: str, target: str) -> bool:
    """Give a file or folder another place; False if it is not there, as after the same move.

    A file that has that place already is replaced. The folders are not synchronized.
    """
    try:
        os.rename(path, target)
    except FileNotFoundError:
        if os.path.isdir(os.path.dirname(target)):
            return False
        raise Refused(f"{target}: cannot be made: no such folder") from None
    except OSError as error:
        raise Refused(f"{path}: cannot be moved to {target}: {reason(error)}") from error
    return True


def share(path: str, folder: str) -> None:
    """Let those read a file who may read a *folder*, as far as the system knows of such things."""
    with contextlib.suppress(OSError):
        about = os.stat(folder)
        os.chmod(path, 0o600 | about.st_mode & 0o044)
        os.chown(path, -1, about.st_gid)


def sync(*folders_: str) -> None:
    """Make sure that what was written or moved in folders stays so after a power cut."""
    for folder in folders_:
        try:
            sync_folder(folder)
        except OSError as error:
            raise Refused(f"{folder}: cannot be synchronized: {reason(error)}") from error


def remove(path: str) -> None:
    """Remove a file, if it is there."""
    try:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path)
    except OSError as error:
        raise Refused(f"{path}: cannot be removed: {reason(error)}") from error


def remove_folder(folder: str, last: str) -> None:
    """Remove a folder with the files in it and in its folders; the file *last* goes last of all."""
    try:
        for below in folders(folder):
            remove_folder(os.path.join(folder, below), last)
        for found in sorted(files(folder), key=lambda found: found.name == last):
            remove(os.path.join(folder, found.name))
        with contextlib.suppress(FileNotFoundError):
            os.rmdir(folder)
    except OSError as error:
        raise Refused(f"{folder}: cannot be removed: {reason(error)}") from error


def sweep(folder: str, before: float, beginning: str = ".pbem-") -> None:
    """Remove the files that were last changed before that time, in seconds since 1970.

    Their names have that *beginning*: with none other given they are what writes that were killed
    have left.
    """
    for found in files(folder):
        if found.name.startswith(beginning) and found.changed < before * 1e9:
            remove(f"{folder}/{found.name}")


def append(path: str, lines: Iterable[str], *, limit: int, kept: int) -> None:
    """Add lines to a journal; one longer than *limit* bytes is put aside, *kept* of those stay."""
    data = "".join(f"{line}\n" for line in lines).encode("ascii")
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC
    try:
        about = look(path)
        if about is not None and about.size + len(data) > limit:
            for number in range(kept - 1, 0, -1):
                move(f"{path}.{number}", f"{path}.{number + 1}")
            move(path, f"{path}.1")
        descriptor = os.open(path, flags, 0o600)
        try:
            os.write(descriptor, data)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise Refused(f"{path}: cannot be written: {reason(error)}") from error


def pause(seconds: float) -> None:
    """Wait."""
    time.sleep(seconds)
