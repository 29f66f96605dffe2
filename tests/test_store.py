"""Files that are whole or not there, locks that end, and what is remembered."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import stat
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from pbem import store
from pbem.errors import Locked, Refused, Unreadable

INVITE = "0" * 64
OLD = b"old\n"
NEW = b"new and longer\n" * 10_000  # more than one write


@pytest.fixture
def game(tmp_path):
    path = tmp_path / "game.toml"
    path.write_bytes(OLD)
    return path


def names(folder):
    return sorted(os.listdir(folder))


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


# Reading


def test_file_of_the_limit_is_read(game):
    assert store.read_document(str(game), len(OLD)) == OLD


def test_file_beyond_the_limit_is_refused(game):
    with pytest.raises(Unreadable, match=r"game\.toml: expected at most 3 bytes, found more"):
        store.read_document(str(game), len(OLD) - 1)


def test_endless_input_is_refused_without_reading_on():
    with pytest.raises(Unreadable, match="at most 1000 bytes"):
        store.read_document("/dev/zero", 1000)


def test_pipe_is_read_to_its_end():
    ours, theirs = os.pipe()
    os.write(theirs, b"a document")
    os.close(theirs)
    assert store.read_document(f"/dev/fd/{ours}", 100) == b"a document"
    os.close(ours)


def test_descriptor_is_read_to_its_end():
    ours, theirs = os.pipe()
    os.write(theirs, b"secret")
    os.close(theirs)
    assert store.read_descriptor(ours, 100) == b"secret"
    os.close(ours)


def test_closed_descriptor_is_unreadable():
    with pytest.raises(Unreadable, match="file descriptor 999: cannot be read"):
        store.read_descriptor(999, 100)


def test_missing_file_is_unreadable(tmp_path):
    with pytest.raises(Unreadable, match=r"none\.toml: cannot be read: no such file"):
        store.read_document(str(tmp_path / "none.toml"), 100)


@pytest.mark.parametrize("limit", [10, 100_000])
def test_folder_is_no_document(tmp_path, limit):
    with pytest.raises(Unreadable, match="is a folder, expected a file"):
        store.read_document(str(tmp_path), limit)


def test_forbidden_file_is_unreadable(game, monkeypatch):
    monkeypatch.setattr(os, "open", failing(errno.EACCES))
    with pytest.raises(Unreadable, match=r"game\.toml: cannot be read: not allowed"):
        store.read_document(str(game), 100)


# Writing


def test_new_file_is_written(tmp_path):
    store.write_durably(str(tmp_path / "a.toml"), NEW, replace=False)
    assert (tmp_path / "a.toml").read_bytes() == NEW
    assert names(tmp_path) == ["a.toml"]


def test_existing_file_is_left_alone(game):
    with pytest.raises(Refused, match="already exists") as refusal:
        store.write_durably(str(game), NEW, replace=False)
    assert "--force" in refusal.value.hint
    assert game.read_bytes() == OLD
    assert names(game.parent) == ["game.toml"]


def test_file_made_meanwhile_is_left_alone(tmp_path, monkeypatch):
    path = tmp_path / "game.toml"
    link = os.link

    def somebody_is_faster(source, target):
        path.write_bytes(OLD)
        link(source, target)

    monkeypatch.setattr(os, "link", somebody_is_faster)
    with pytest.raises(Refused, match="already exists"):
        store.write_durably(str(path), NEW, replace=False)
    assert path.read_bytes() == OLD
    assert names(tmp_path) == ["game.toml"]


def test_file_is_written_where_there_are_no_hard_links(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "link", failing(errno.EPERM))
    store.write_durably(str(tmp_path / "a.toml"), NEW, replace=False)
    assert (tmp_path / "a.toml").read_bytes() == NEW
    assert names(tmp_path) == ["a.toml"]


def test_file_made_meanwhile_is_left_alone_where_there_are_no_hard_links(tmp_path, monkeypatch):
    path = tmp_path / "game.toml"

    def somebody_is_faster(source, target):
        path.write_bytes(OLD)
        raise OSError(errno.EPERM, "no links")

    monkeypatch.setattr(os, "link", somebody_is_faster)
    with pytest.raises(Refused, match="already exists"):
        store.write_durably(str(path), NEW, replace=False)
    assert path.read_bytes() == OLD
    assert names(tmp_path) == ["game.toml"]


def test_replaced_file_keeps_its_mode(game):
    game.chmod(0o664)
    store.write_durably(str(game), NEW, replace=True)
    assert mode(game) == 0o664


def test_new_file_follows_the_umask(tmp_path):
    old = os.umask(0o027)
    try:
        store.write_durably(str(tmp_path / "a.toml"), NEW, replace=False)
    finally:
        os.umask(old)
    assert mode(tmp_path / "a.toml") == 0o640


@pytest.mark.parametrize("replace", [False, True])
def test_new_private_file_is_for_the_owner_only(tmp_path, replace):
    store.write_durably(str(tmp_path / "key.toml"), NEW, replace=replace, private=True)
    assert mode(tmp_path / "key.toml") == 0o600


def test_replaced_private_file_is_for_the_owner_only(game):
    game.chmod(0o644)
    store.write_durably(str(game), NEW, replace=True, private=True)
    assert mode(game) == 0o600


def test_link_stays_and_its_target_is_replaced(game, tmp_path):
    (tmp_path / "there").mkdir()
    link = tmp_path / "there" / "link.toml"
    link.symlink_to("../game.toml")
    store.write_durably(str(link), NEW, replace=True)
    assert link.is_symlink()
    assert game.read_bytes() == NEW
    assert names(tmp_path / "there") == ["link.toml"]


def test_link_that_leads_in_circles_is_refused(tmp_path):
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(Refused, match="nothing was changed"):
        store.write_durably(str(tmp_path / "a"), NEW, replace=True)
    assert (tmp_path / "a").is_symlink()


def test_folder_is_not_replaced(tmp_path):
    (tmp_path / "game.toml").mkdir()
    with pytest.raises(Refused, match="is a folder, expected a file"):
        store.write_durably(str(tmp_path / "game.toml"), NEW, replace=True)


def test_pipe_is_written_to_and_not_replaced():
    ours, theirs = os.pipe()
    store.write_durably(f"/dev/fd/{theirs}", OLD, replace=False)
    assert os.read(ours, 100) == OLD
    os.close(ours)
    os.close(theirs)


def test_name_of_a_folder_makes_no_file(tmp_path):
    with pytest.raises(Refused, match="is a folder, expected a file"):
        store.write_durably(f"{tmp_path}/new/", NEW, replace=False)
    assert names(tmp_path) == []


def test_missing_folder_is_refused(tmp_path):
    with pytest.raises(Refused, match=r"no such file or folder; nothing was changed"):
        store.write_durably(str(tmp_path / "none" / "a.toml"), NEW, replace=False)


def failing(number):
    """Return a stand-in for a function of the system that always fails."""

    def fail(*_, **__):
        raise OSError(number, os.strerror(number))

    return fail


class FailingAt:
    """Functions of the system that together fail at the n-th call, and only then."""

    NAMES = ("open", "write", "fsync", "fchown", "fchmod", "replace", "link", "close")

    def __init__(self, monkeypatch, n, error):
        self.calls = 0
        self.n = n
        self.error = error
        self.failed = ""
        for name in self.NAMES:
            monkeypatch.setattr(os, name, self.watch(name, getattr(os, name)))

    def watch(self, name, real):
        def call(*arguments, **options):
            self.calls += 1
            if self.calls == self.n:
                self.failed = name
                if name == "close":  # a close that fails has closed
                    real(*arguments, **options)
                raise self.error
            return real(*arguments, **options)

        return call


FAULTS = [
    OSError(errno.ENOSPC, "No space left on device"),
    OSError(errno.EROFS, "Read-only file system"),
    OSError(errno.EIO, "Input/output error"),
    KeyboardInterrupt(),
]


@pytest.mark.parametrize("error", FAULTS, ids=repr)
@pytest.mark.parametrize("replace", [False, True])
def test_failure_at_any_call_leaves_the_old_or_the_new_file_and_no_litter(
    tmp_path, monkeypatch, replace, error
):
    seen = set()
    for n in range(1, 100):
        folder = tmp_path / str(n)
        folder.mkdir()
        path = folder / "game.toml"
        if replace:
            path.write_bytes(OLD)
        with monkeypatch.context() as patch:
            system = FailingAt(patch, n, error)
            with contextlib.suppress(Refused, KeyboardInterrupt):
                store.write_durably(str(path), NEW, replace=replace)
            if not system.failed:
                break
        seen.add(system.failed)
        assert names(folder) in ([], ["game.toml"]), f"litter after {system.failed}"
        if replace or path.exists():
            assert path.read_bytes() in ((OLD, NEW) if replace else (NEW,))
    assert {"open", "write", "fsync", "close", "replace" if replace else "link"} <= seen


def test_full_disk_is_told_in_words(game, monkeypatch):
    monkeypatch.setattr(os, "write", failing(errno.ENOSPC))
    expected = r"game\.toml: cannot be written: no space left on the disk; nothing was changed"
    with pytest.raises(Refused, match=expected):
        store.write_durably(str(game), NEW, replace=True)


def test_short_writes_are_continued(tmp_path, monkeypatch):
    write = os.write
    monkeypatch.setattr(os, "write", lambda file, data: write(file, data[:1000]))
    store.write_durably(str(tmp_path / "a.toml"), NEW, replace=False)
    assert (tmp_path / "a.toml").read_bytes() == NEW


def test_failure_after_the_rename_says_that_the_file_is_written(game, monkeypatch):
    monkeypatch.setattr(store, "sync_folder", failing(errno.EIO))
    with pytest.raises(Refused, match="written, but it may not survive a power cut"):
        store.write_durably(str(game), NEW, replace=True)
    assert game.read_bytes() == NEW


KILLED = """
    import os, signal, sys
    from pbem import store

    calls = 0
    def deadly(real):
        def call(*arguments, **options):
            global calls
            calls += 1
            if calls == int(sys.argv[2]):
                os.kill(os.getpid(), signal.SIGKILL)
            if real is write:
                return real(arguments[0], arguments[1][:50_000])
            return real(*arguments, **options)
        return call

    write = os.write
    for name in ("open", "write", "fsync", "replace", "close"):
        setattr(os, name, deadly(getattr(os, name)))
    store.write_durably(sys.argv[1], b"new and longer\\n" * 10_000, replace=True)
"""


def test_process_killed_at_any_call_leaves_the_old_or_the_new_file(game):
    contents = []
    for n in range(1, 100):
        game.write_bytes(OLD)
        program = [sys.executable, "-c", textwrap.dedent(KILLED), str(game), str(n)]
        ended = subprocess.run(program, check=False).returncode
        contents.append(game.read_bytes())
        if ended == 0:
            break
        assert ended == -signal.SIGKILL
    assert contents[0] == OLD
    assert contents[-1] == NEW
    assert set(contents) == {OLD, NEW}


# Locks


HOLDER = """
    import sys
    from pbem import store

    with store.locked(sys.argv[1], 0):
        print("held", flush=True)
        sys.stdin.read()
"""


@pytest.fixture
def holder(tmp_path):
    """Another process that holds the lock until it is told to end."""
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(HOLDER), str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdout.readline() == b"held\n"
        yield process
        process.kill()


def test_lock_held_by_another_process_is_waited_for_and_then_given_up(holder, tmp_path):
    with (
        pytest.raises(Locked, match="another pbem is at work here"),
        store.locked(str(tmp_path), 0.1),
    ):
        pass


def test_lock_ends_with_a_killed_process(holder, tmp_path):
    holder.kill()
    holder.wait()
    with store.locked(str(tmp_path), 0):
        pass


def test_lock_is_got_when_the_other_process_ends_in_time(holder, tmp_path):
    holder.stdin.close()
    with store.locked(str(tmp_path), 30):
        assert names(tmp_path) == []


def test_lock_ends_when_the_work_fails(tmp_path):
    with pytest.raises(ZeroDivisionError), store.locked(str(tmp_path), 0):
        raise ZeroDivisionError
    with store.locked(str(tmp_path), 0):
        pass


def test_missing_folder_cannot_be_locked(tmp_path):
    with (
        pytest.raises(Unreadable, match="none: no such file or folder"),
        store.locked(str(tmp_path / "none"), 0),
    ):
        pass


def test_file_is_no_folder_to_lock(game):
    with (
        pytest.raises(Unreadable, match="part of the path is a file"),
        store.locked(str(game), 0),
    ):
        pass


def test_disk_without_locks_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(store.fcntl, "flock", failing(errno.ENOLCK))
    with pytest.raises(Refused) as refusal, store.locked(str(tmp_path), 0):
        pass
    assert refusal.value.hint == "keep the game on a local disk"


def test_folder_of_a_link_is_that_of_its_target(game, tmp_path):
    (tmp_path / "there").mkdir()
    link = tmp_path / "there" / "link.toml"
    link.symlink_to(game)
    assert store.folder_of(str(link)) == str(tmp_path)


# Folders


def test_empty_folder_is_told_from_others(tmp_path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").write_bytes(b"")
    found = {
        name: store.is_empty_folder(str(tmp_path / name)) for name in (".", "empty", "file", "none")
    }
    assert found == {".": False, "empty": True, "file": False, "none": False}


def test_folders_of_a_relative_path_are_made(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    store.make_folder_of("one/two/file")
    assert (tmp_path / "one" / "two").is_dir()


def test_file_in_the_present_folder_needs_no_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    store.make_folder_of("file")
    assert names(tmp_path) == []


@pytest.mark.parametrize(
    ("environment", "folder"),
    [
        ({"HOME": "/home/anna"}, "/home/anna/.local/state/pbem"),
        ({"HOME": "/home/anna", "XDG_STATE_HOME": "/var/anna"}, "/var/anna/pbem"),
        ({"HOME": "/home/anna", "XDG_STATE_HOME": ""}, "/home/anna/.local/state/pbem"),
        ({"HOME": "/home/anna", "XDG_STATE_HOME": "here"}, "/home/anna/.local/state/pbem"),
    ],
)
def test_state_folder_is_below_xdg_state_home_or_the_home(environment, folder):
    assert store.state_folder(environment) == folder


@pytest.mark.parametrize(
    ("environment", "path"),
    [
        ({"HOME": "/home/anna"}, "/home/anna/.config/pbem/key.toml"),
        ({"HOME": "/home/anna", "XDG_CONFIG_HOME": "/etc/anna"}, "/etc/anna/pbem/key.toml"),
        ({"HOME": "/home/anna", "XDG_CONFIG_HOME": ""}, "/home/anna/.config/pbem/key.toml"),
    ],
)
def test_own_key_is_below_xdg_config_home_or_the_home(environment, path):
    assert store.key_path(environment) == path


def test_without_home_the_password_file_knows_it():
    import pwd

    home = pwd.getpwuid(os.getuid()).pw_dir
    assert store.key_path({}) == f"{home}/.config/pbem/key.toml"


# Memory


@pytest.fixture
def state(tmp_path):
    return store.State({"XDG_STATE_HOME": str(tmp_path / "state")})


def test_nothing_is_remembered_at_first(state):
    assert state.recall(INVITE, "order-1") is None


def test_what_is_remembered_is_recalled(state):
    state.remember(INVITE, "order-1", OLD)
    assert state.recall(INVITE, "order-1") == OLD


def test_what_is_remembered_again_replaces_the_old(state):
    state.remember(INVITE, "order-1", OLD)
    state.remember(INVITE, "order-1", NEW)
    assert state.recall(INVITE, "order-1") == NEW


def test_games_are_remembered_apart(state):
    state.remember(INVITE, "order-1", OLD)
    assert state.recall("1" * 64, "order-1") is None


def test_memory_is_private(state, tmp_path):
    state.remember(INVITE, "order-1", OLD)
    folder = tmp_path / "state" / "pbem" / INVITE
    assert mode(folder / "order-1") == 0o600
    assert [mode(folder), mode(folder.parent), mode(folder.parent.parent)] == [0o700] * 3


@pytest.mark.parametrize("name", ["", "../x", "a/b", ".hidden", "A"])
def test_name_that_leads_elsewhere_is_a_bug(state, name):
    with pytest.raises(ValueError, match="not a name"):
        state.remember(INVITE, name, OLD)


@pytest.mark.parametrize("invite", ["", "..", "0" * 63, "0" * 64 + "\n"])
def test_invitation_id_that_is_none_is_a_bug(state, invite):
    with pytest.raises(ValueError, match="64 hexadecimal digits"):
        state.recall(invite, "order-1")


def test_state_that_is_a_file_refuses_signers(tmp_path):
    (tmp_path / "pbem").write_bytes(b"")
    state = store.State({"XDG_STATE_HOME": str(tmp_path)})
    with pytest.raises(Refused, match="part of the path is a file"):
        state.remember(INVITE, "order-1", OLD)


def test_unwritable_state_refuses_signers(state, monkeypatch):
    monkeypatch.setattr(os, "mkdir", failing(errno.EACCES))
    with pytest.raises(Refused, match="cannot be made: not allowed"):
        state.remember(INVITE, "order-1", OLD)


def test_desk_id_is_made_once(state):
    first = state.desk_id(lambda size: b"a" * size)
    assert first == b"a" * 16
    assert state.desk_id(lambda size: b"b" * size) == first


def test_two_first_desks_agree(state, monkeypatch):
    link = os.link

    def somebody_is_faster(source, target):
        Path(target).write_bytes(b"c" * 16)
        link(source, target)

    monkeypatch.setattr(os, "link", somebody_is_faster)
    assert state.desk_id(lambda size: b"a" * size) == b"c" * 16


def test_damaged_desk_id_is_refused(state, tmp_path):
    (tmp_path / "state" / "pbem").mkdir(parents=True)
    (tmp_path / "state" / "pbem" / "desk-id").write_bytes(b"short")
    with pytest.raises(Refused, match="expected 16 bytes, found 5"):
        state.desk_id(lambda size: b"a" * size)
