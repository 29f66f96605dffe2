"""The only package that touches a disk.

Bounded reads, durable writes, the lock on a game, and the folder where pbem remembers what
it signed. Environments and random bytes are parameters.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import re
import stat
import sys
import time
from typing import TYPE_CHECKING, NoReturn

from pbem.errors import Locked, Refused, Unreadable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

STDIN = "-"
DESK_ID_SIZE = 16

_MEMORY_LIMIT = 3 << 20  # of what is remembered a whole game file is the longest
_LOCK_PAUSE = 0.02  # seconds between two tries for a lock
_CHUNK = 1 << 16

# What the common failures mean to a person; the rest speak in the words of the system.
_REASONS = {
    errno.EACCES: "not allowed",
    errno.EPERM: "not allowed",
    errno.EDQUOT: "no space left, the quota is used up",
    errno.EISDIR: "is a folder, expected a file",
    errno.ENOENT: "no such file or folder",
    errno.ENOSPC: "no space left on the disk",
    errno.ENOTDIR: "part of the path is a file, expected folders",
    errno.EROFS: "the disk is read-only",
}
# A file system that has no hard links, or no way to fsync a folder, says so with one of these.
_UNSUPPORTED = {errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EINVAL}
_NO_LOCKS = {errno.EBADF, errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL}


def read_document(path: str, limit: int) -> bytes:
    """Return the bytes of the file *path*, or of standard input for ``-``.

    More than *limit* bytes are refused without reading on.
    """
    if path == STDIN:
        return _read_standard_input(limit)
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError as error:
        raise Unreadable(f"{path}: cannot be read: {reason(error)}") from error
    try:
        return _read_bounded(descriptor, path, limit)
    finally:
        os.close(descriptor)


def read_descriptor(descriptor: int, limit: int) -> bytes:
    """Return the bytes waiting behind an open file *descriptor*, as a shell hands them over."""
    return _read_bounded(descriptor, f"file descriptor {descriptor}", limit)


def exists(path: str) -> bool:
    """Tell whether there is something at *path*, be it readable or not."""
    return os.path.lexists(path)


def is_same(path: str, other: str) -> bool:
    """Tell whether two paths lead to the same file."""
    try:
        return os.path.samefile(path, other)
    except OSError:
        return False


def is_empty_folder(path: str) -> bool:
    """Tell whether *path* is a folder in which there is nothing."""
    try:
        with os.scandir(path) as found:
            return next(found, None) is None
    except OSError:
        return False


def has_terminal() -> bool:
    """Tell whether there is a person to ask for a passphrase."""
    try:
        os.close(os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY | os.O_CLOEXEC))
    except OSError:
        return False
    return True


def write_durably(path: str, data: bytes, *, replace: bool, private: bool = False) -> None:
    """Write *data* to *path* so that at any moment the old or the new file is there, whole.

    Without *replace* an existing file is left alone and the write refused. A link is followed
    to its target. A replaced file keeps its mode; a *private* one is for its owner only.
    """
    target = os.path.realpath(path)
    try:
        old = _stat(path)
        if old is not None and _is_stream(old):
            _write_to_stream(path, data)
            return
        _check_target(path, old, replace=replace)
        written = _write_beside(target, data, old, private=private)
        try:
            _put_in_place(written, target, replace=replace)
        finally:
            with contextlib.suppress(OSError):  # it is gone if it was renamed
                os.unlink(written)
    except FileExistsError as error:
        raise _already_there(path) from error
    except OSError as error:
        raise _unwritten(path, error) from error
    try:
        sync_folder(os.path.dirname(target))
    except OSError as error:
        raise Refused(
            f"{path}: written, but it may not survive a power cut: {reason(error)}"
        ) from error


def check_target(path: str, *, replace: bool) -> None:
    """Refuse a *path* of which it is known already that `write_durably` would refuse it."""
    folder = folder_of(path)
    try:
        old = _stat(path)
        if old is not None and _is_stream(old):
            return
        _check_target(path, old, replace=replace)
        os.stat(folder)
    except OSError as error:
        raise _unwritten(path, error) from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise _unwritten(path, PermissionError(errno.EACCES, ""))


def check_file(path: str) -> None:
    """Refuse a *path* that names a pipe: to read it can take for ever."""
    with contextlib.suppress(OSError):  # whoever reads it tells why it cannot be
        if stat.S_ISFIFO(os.stat(path).st_mode):
            raise Unreadable(f"{path}: expected a file, found a pipe")


def _unwritten(path: str, error: OSError) -> Refused:
    return Refused(f"{path}: cannot be written: {reason(error)}; nothing was changed")


def folder_of(path: str) -> str:
    """Return the folder in which *path*, or the target of that link, really lies."""
    return os.path.dirname(os.path.realpath(path))


def address(path: str) -> str:
    """Return the address of a file as a browser takes it."""
    from urllib.parse import quote

    return f"file://{quote(os.path.realpath(path))}"


@contextlib.contextmanager
def locked(folder: str, wait_seconds: float) -> Iterator[None]:
    """Hold the lock on *folder*; raise `Locked` if another process keeps it for too long.

    The lock is on the folder itself, so it leaves nothing behind and outlives no process.
    """
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise Unreadable(f"{folder}: {reason(error)}") from error
    except OSError as error:
        raise Refused(f"{folder}: cannot be locked: {reason(error)}") from error
    try:
        _wait_for_lock(descriptor, folder, time.monotonic() + wait_seconds)
        yield
    finally:
        os.close(descriptor)


def state_folder(environment: Mapping[str, str]) -> str:
    """Return the folder for what pbem remembers from one command to the next."""
    return _base_folder(environment, "XDG_STATE_HOME", ".local", "state")


def key_path(environment: Mapping[str, str]) -> str:
    """Return where the user's own key lies when no other is named."""
    return os.path.join(config_folder(environment), "key.toml")


def config_folder(environment: Mapping[str, str]) -> str:
    """Return the folder for the user's key and settings."""
    return _base_folder(environment, "XDG_CONFIG_HOME", ".config")


def make_folder_of(path: str) -> None:
    """Make the folder for *path*, and those above it, for the owner only, unless it is there."""
    make_folder(os.path.dirname(os.path.abspath(path)))


def make_folder(folder: str) -> None:
    """Make a folder, and those above it, for the owner only, unless it is there."""
    try:
        _make_private_folder(os.path.abspath(folder))
    except OSError as error:
        raise Refused(f"{folder}: cannot be made: {reason(error)}") from error


class State:
    """What one user's pbem remembers, in small private files, a folder for each invitation."""

    __slots__ = ("folder",)

    def __init__(self, environment: Mapping[str, str]) -> None:
        """Look in the folder that *environment* names; nothing is made until it is needed."""
        self.folder = state_folder(environment)

    def remember(self, invite_hex: str, name: str, data: bytes) -> None:
        """Keep *data* durably under *name*; what stood there before is replaced."""
        path = self.path(invite_hex, name)
        make_folder_of(path)
        write_durably(path, data, replace=True, private=True)

    def recall(self, invite_hex: str, name: str) -> bytes | None:
        """Return what is kept under *name*, or ``None``."""
        return _read_memory(self.path(invite_hex, name))

    def desk_id(self, random_bytes: Callable[[int], bytes]) -> bytes:
        """Return the 16 bytes that tell this desk from others, made on the first call."""
        path = os.path.join(self.folder, "desk-id")
        found = _read_memory(path)
        if found is None:
            make_folder_of(path)
            # Of two first calls at the same time one writes, and both read what it wrote.
            with contextlib.suppress(_AlreadyThere):
                write_durably(path, random_bytes(DESK_ID_SIZE), replace=False, private=True)
            found = _read_memory(path)
        if found is None or len(found) != DESK_ID_SIZE:
            raise Refused(
                f"{path}: expected {DESK_ID_SIZE} bytes, found {len(found or b'')}",
                "remove the file to begin anew as another desk",
            )
        return found

    def path(self, invite_hex: str, name: str) -> str:
        """Return where *name* is kept."""
        if not re.fullmatch("[0-9a-f]{64}", invite_hex):
            raise ValueError(f"an invitation id is 64 hexadecimal digits, not {invite_hex!r}")
        if not re.fullmatch("[a-z0-9][a-z0-9.-]*", name):
            raise ValueError(f"not a name of something remembered: {name!r}")
        return os.path.join(self.folder, invite_hex, name)


class _AlreadyThere(Refused):
    """The file to be made exists."""


def _already_there(path: str) -> _AlreadyThere:
    return _AlreadyThere(f"{path}: already exists", "use --force to replace it")


def reason(error: OSError) -> str:
    """What the system answered, in words."""
    if error.errno in _REASONS:
        return _REASONS[error.errno]
    return (error.strerror or str(error)).lower()


def _read_standard_input(limit: int) -> bytes:
    if sys.stdin is None:
        raise Unreadable("standard input: is closed, expected a document")
    try:
        data = sys.stdin.buffer.read(limit + 1)
    except OSError as error:
        raise Unreadable(f"standard input: cannot be read: {reason(error)}") from error
    if len(data) > limit:
        _too_long("standard input", limit)
    return data


def _read_bounded(descriptor: int, where: str, limit: int) -> bytes:
    """Read to the end, but never past *limit*."""
    chunks: list[bytes] = []
    left = limit + 1
    try:
        found = os.fstat(descriptor)
        if found.st_size > limit and not stat.S_ISDIR(found.st_mode):  # to read a folder fails
            _too_long(where, limit)
        while left and (chunk := os.read(descriptor, min(left, _CHUNK))):
            chunks.append(chunk)
            left -= len(chunk)
    except OSError as error:
        raise Unreadable(f"{where}: cannot be read: {reason(error)}") from error
    if not left:
        _too_long(where, limit)
    return b"".join(chunks)


def _too_long(where: str, limit: int) -> NoReturn:
    raise Unreadable(f"{where}: expected at most {limit} bytes, found more")


def _stat(path: str) -> os.stat_result | None:
    try:
        return os.stat(path)
    except FileNotFoundError:
        return None


def _is_stream(found: os.stat_result) -> bool:
    """Tell a pipe or a device such as /dev/stdout, which can be written to but not replaced."""
    return stat.S_ISFIFO(found.st_mode) or stat.S_ISCHR(found.st_mode)


def _check_target(path: str, old: os.stat_result | None, *, replace: bool) -> None:
    """Refuse what is already known to fail, before anything is written."""
    if path.endswith("/") or (old is not None and stat.S_ISDIR(old.st_mode)):
        raise Refused(f"{path}: {_REASONS[errno.EISDIR]}")
    if old is None:
        return
    if not stat.S_ISREG(old.st_mode):
        raise Refused(f"{path}: expected an ordinary file, found something else")
    if not replace:
        raise _already_there(path)


def _write_to_stream(path: str, data: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_NOCTTY | os.O_CLOEXEC)
    try:
        _write_all(descriptor, data)
    finally:
        os.close(descriptor)


def _write_all(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def _write_beside(target: str, data: bytes, old: os.stat_result | None, *, private: bool) -> str:
    """Write *data* to a new file in the folder of *target*, on the disk itself; return its path."""
    beside = os.path.join(os.path.dirname(target), f".pbem-{os.urandom(8).hex()}.tmp")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
    descriptor = os.open(beside, flags, 0o600 if private else 0o666)
    try:
        try:
            if old is not None:
                _take_over(descriptor, old, private=private)
            _write_all(descriptor, data)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(beside)
        raise
    return beside


def _take_over(descriptor: int, old: os.stat_result, *, private: bool) -> None:
    """Give the new file the owner, where we may, and the mode of the *old* one."""
    with contextlib.suppress(PermissionError):
        os.fchown(descriptor, old.st_uid, old.st_gid)
    os.fchmod(descriptor, 0o600 if private else old.st_mode & 0o777)


def _put_in_place(written: str, target: str, *, replace: bool) -> None:
    """Give the finished file its name; without *replace* only if nobody else took it meanwhile."""
    if replace:
        os.replace(written, target)
        return
    try:
        os.link(written, target)
    except OSError as error:
        if error.errno not in _UNSUPPORTED:
            raise
        # No hard links here: claim the name with an empty file, then put ours in its place.
        os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC))
        os.replace(written, target)


def sync_folder(folder: str) -> None:
    """Make sure that what was named in a folder stays so after a power cut. Raises OSError."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _UNSUPPORTED:
            raise
    finally:
        os.close(descriptor)


def _wait_for_lock(descriptor: int, folder: str, deadline: float) -> None:
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= deadline:
                raise Locked(
                    f"{folder}: another pbem is at work here", "try again in a moment"
                ) from None
            time.sleep(_LOCK_PAUSE)
        except OSError as error:
            raise Refused(
                f"{folder}: cannot be locked: {reason(error)}",
                "keep the game on a local disk" if error.errno in _NO_LOCKS else None,
            ) from error
        else:
            return


def _base_folder(environment: Mapping[str, str], variable: str, *below_home: str) -> str:
    """Apply the XDG rule: an empty or relative value counts as none."""
    base = environment.get(variable, "")
    if not os.path.isabs(base):
        base = os.path.join(_home(environment), *below_home)
    return os.path.join(base, "pbem")


def _home(environment: Mapping[str, str]) -> str:
    home = environment.get("HOME", "")
    if os.path.isabs(home):
        return home
    import pwd

    try:
        return pwd.getpwuid(os.getuid()).pw_dir
    except KeyError:
        raise Refused("no home folder found", "set HOME") from None


def _make_private_folder(folder: str) -> None:
    if os.path.isdir(folder):
        return
    above = os.path.dirname(folder)
    _make_private_folder(above)
    with contextlib.suppress(FileExistsError):
        os.mkdir(folder, 0o700)
        sync_folder(above)
    if not os.path.isdir(folder):
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), folder)


def _read_memory(path: str) -> bytes | None:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise Refused(
            f"{path}: cannot be read: {reason(error)}",
            "name a state folder of your own with XDG_STATE_HOME",
        ) from error
    try:
        return _read_bounded(descriptor, path, _MEMORY_LIMIT)
    finally:
        os.close(descriptor)
