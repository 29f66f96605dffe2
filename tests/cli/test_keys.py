"""Which key a command works with, and how it is unlocked."""

from __future__ import annotations

import os

import click
import pytest

from pbem import store
from pbem.cli import home, keys, main
from pbem.crypto import vault
from pbem.crypto.keys import identity_key
from pbem.crypto.signatures import public_key
from pbem.errors import Exit
from pbem.formats import keyfile
from tests.cli.runner import pbem

SEED = bytes(range(32))
PUBLIC = public_key(identity_key(SEED))
SALT = b"s" * 16


@pytest.fixture(autouse=True)
def folder(home, monkeypatch):
    monkeypatch.setattr(store, "has_terminal", lambda: False)
    return home


@pytest.fixture(autouse=True)
def _cheap(monkeypatch):
    """Let a guess of a passphrase cost the least that is accepted."""
    monkeypatch.setattr(vault, "COST", (8192, 1, 1))


@pytest.fixture(autouse=True)
def _commands(monkeypatch):
    """Make `pbem load` and `pbem find`, which print whose key they got."""

    @click.command()
    @keys.key_options
    def load():
        click.echo(keys.load_key().name)

    @click.command()
    @keys.key_options
    def find():
        found = keys.find_key()
        click.echo("nobody" if found is None else found.name)

    commands = {"load": load, "find": find}
    monkeypatch.setattr(main._Commands, "get_command", lambda _, __, name: commands[name])


def make(path, name, passphrase=None):
    path.parent.mkdir(parents=True, exist_ok=True)
    cost = None if passphrase is None else vault.COST
    text = keyfile.create(
        name, PUBLIC, cost, SALT, lambda aad: vault.lock(SEED, passphrase, SALT, aad)
    )
    path.write_text(text)
    return str(path)


@pytest.fixture
def own(folder):
    return make(folder / ".config" / "pbem" / "key.toml", "anna")


@pytest.fixture
def locked(folder):
    return make(folder / "locked.toml", "lena", b"open up")


@pytest.mark.parametrize("command", ["load", "find"])
def test_key_of_the_user_is_taken(own, command):
    assert pbem(command).text == "anna\n"


@pytest.mark.parametrize("command", ["load", "find"])
def test_key_in_the_environment_goes_before_it(own, folder, monkeypatch, command):
    monkeypatch.setenv("PBEM_KEY", make(folder / "b.toml", "ben"))
    assert pbem(command).text == "ben\n"


@pytest.mark.parametrize("command", ["load", "find"])
def test_key_named_on_the_line_goes_before_both(own, folder, monkeypatch, command):
    monkeypatch.setenv("PBEM_KEY", make(folder / "b.toml", "ben"))
    assert pbem(command, "--as", make(folder / "c.toml", "carl")).text == "carl\n"


def test_signer_without_a_key_is_refused(folder):
    answer = pbem("load")
    assert answer.code == Exit.REFUSED
    assert answer.err.startswith(f"pbem: error: no key found at {folder}/.config/pbem/key.toml\n")


def test_reader_needs_no_key():
    assert pbem("find") == (0, b"nobody\n", "")


@pytest.mark.parametrize("command", ["load", "find"])
def test_key_that_was_named_must_be_there(own, command):
    assert pbem(command, "--as", "none.toml").code == Exit.UNREADABLE


def test_loaded_key_has_its_seed(own, monkeypatch):
    with click.Context(keys.key):
        assert keys.load_key() == ("anna", PUBLIC, SEED)


def test_passphrase_comes_from_a_file(locked, folder):
    (folder / "p").write_bytes(b"open up\r\n")
    assert pbem("load", "--as", locked, "--passphrase-file", "p").text == "lena\n"


def test_passphrase_comes_from_a_descriptor(locked):
    ours, theirs = os.pipe()
    os.write(theirs, b"open up")
    os.close(theirs)
    assert pbem("load", "--as", locked, "--passphrase-fd", str(ours)).text == "lena\n"
    os.close(ours)


def test_passphrase_comes_from_the_environment(locked, folder, monkeypatch):
    (folder / "p").write_bytes(b"open up\n")
    monkeypatch.setenv("PBEM_PASSPHRASE_FILE", "p")
    assert pbem("load", "--as", locked).text == "lena\n"


def test_passphrase_is_asked_for_at_a_terminal(locked, monkeypatch):
    monkeypatch.setattr(store, "has_terminal", lambda: True)
    monkeypatch.setattr(click, "prompt", lambda *_, **__: "open up")
    assert pbem("load", "--as", locked).text == "lena\n"


def test_new_passphrase_is_asked_for_twice(monkeypatch):
    asked = []
    monkeypatch.setattr(store, "has_terminal", lambda: True)
    monkeypatch.setattr(click, "prompt", lambda *_, **options: asked.append(options) or "open up")
    with click.Context(keys.key):
        assert keys._new_passphrase() == b"open up"
    assert [options["confirmation_prompt"] for options in asked] == [True]
    assert asked[0]["hide_input"]


def test_without_a_terminal_the_ways_to_give_a_passphrase_are_named(locked):
    answer = pbem("load", "--as", locked)
    assert answer.code == Exit.REFUSED
    assert "--passphrase-file or --passphrase-fd" in answer.err


def test_wrong_passphrase_is_refused(locked, folder):
    (folder / "p").write_bytes(b"open\n")
    answer = pbem("load", "--as", locked, "--passphrase-file", "p")
    assert answer.code == Exit.REFUSED
    assert answer.err == f"pbem: error: {locked}: wrong passphrase, or the key file was changed\n"


def test_reader_whose_key_stays_locked_sees_what_all_see(folder):
    path = make(folder / ".config" / "pbem" / "key.toml", "anna", b"open up")
    answer = pbem("find")
    assert (answer.code, answer.text) == (0, "nobody\n")
    assert answer.err.startswith(f"pbem: warning: {path} needs its passphrase")


def test_reader_who_names_a_locked_key_must_unlock_it(locked):
    assert pbem("find", "--as", locked).code == Exit.REFUSED


def test_key_without_a_passphrase_asks_for_none(own, folder):
    (folder / "p").write_bytes(b"whatever\n")
    assert pbem("load", "--passphrase-file", "p").text == "anna\n"


def test_random_bytes_are_as_many_as_asked_for_and_never_the_same():
    first, second = home.random_bytes(32), home.random_bytes(32)
    assert len(first) == len(second) == 32
    assert first != second
