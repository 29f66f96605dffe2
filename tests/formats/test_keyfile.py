"""The key file: one spelling, and every edit of it is noticed before the key is used."""

import base64

import pytest

from pbem.crypto import vault
from pbem.crypto.keys import identity_key
from pbem.crypto.signatures import public_key
from pbem.errors import PbemError, Refused
from pbem.formats import keyfile

SEED = bytes(range(100, 132))
PUBLIC = public_key(identity_key(SEED))
SALT = b"0123456789abcdef"
CHEAP = (8192, 1, 1)


def make(passphrase, cost):
    return keyfile.create(
        "anna", PUBLIC, cost, SALT, lambda aad: vault.lock(SEED, passphrase, SALT, aad)
    )


@pytest.fixture(scope="module")
def boxed():
    """The text of a key file with a passphrase, made at the least cost that is read."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vault, "COST", CHEAP)
        return make(b"secret", CHEAP)


@pytest.fixture(scope="module")
def bare():
    return make(None, None)


def test_bare_key_is_written_without_cost(bare):
    assert bare == (
        'format = "pbem-key-1"\n'
        'name = "anna"\n'
        f'public = "{base64.b64encode(PUBLIC).decode()}"\n'
        "\n"
        "[secret]\n"
        'kdf = "none"\n'
        f'box = "{base64.b64encode(SEED).decode()}"\n'
    )


def test_boxed_key_is_written_with_salt_and_cost(boxed):
    lines = boxed.splitlines()
    assert lines[5:10] == [
        'kdf = "argon2id"',
        'salt = "MDEyMzQ1Njc4OWFiY2RlZg=="',
        "memory = 8192",
        "passes = 1",
        "lanes = 1",
    ]
    assert lines[10].startswith('box = "')
    assert len(lines[10]) == len('box = ""') + 64


def test_key_file_reads_and_prints_back(boxed, bare):
    for text in (boxed, bare):
        assert keyfile.dumps(keyfile.loads(text.encode())) == text


def test_fields_are_read(boxed):
    key = keyfile.loads(boxed.encode())
    assert (key.name, key.public, key.kdf, key.cost, key.salt) == (
        "anna",
        PUBLIC,
        "argon2id",
        CHEAP,
        SALT,
    )


def test_bare_key_says_so(bare):
    key = keyfile.loads(bare.encode())
    assert (key.kdf, key.cost) == ("none", None)


def test_everything_before_the_box_is_bound_to_it(boxed):
    key = keyfile.loads(boxed.encode())
    assert key.aad == boxed.encode().partition(b"box = ")[0]


def test_key_unlocks(boxed, bare):
    assert vault.unlock(keyfile.loads(boxed.encode()), b"secret") == SEED
    assert vault.unlock(keyfile.loads(bare.encode()), None) == SEED


def test_harmless_damage_still_unlocks(boxed):
    mailed = b"\xef\xbb\xbf" + boxed.replace("\n", " \r\n").encode()
    assert vault.unlock(keyfile.loads(mailed), b"secret") == SEED


def test_seed_is_nowhere_in_a_boxed_file(boxed):
    text = boxed.encode()
    assert SEED not in text
    assert SEED.hex() not in boxed
    assert base64.b64encode(SEED)[:40] not in text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('name = "anna"', 'name = "hanna"'),
        ("memory = 8192", "memory = 8193"),
        ("passes = 1", "passes = 2"),
        ("lanes = 1", "lanes = 2"),
        ("MDEy", "MDEz"),
        ('box = "', 'box = "AAAA'),
        ("pbem-key-1", "pbem-key-2"),
        ("[secret]", "[secret] # mine"),
        ("passes = 1\nlanes = 1", "lanes = 1\npasses = 1"),
    ],
)
def test_every_edit_is_refused(boxed, old, new):
    assert boxed.count(old) == 1
    with pytest.raises(PbemError):
        vault.unlock(keyfile.loads(boxed.replace(old, new).encode()), b"secret")


def test_another_public_key_is_refused(boxed, bare):
    other = base64.b64encode(public_key(bytes(32))).decode()
    for text, passphrase in ((boxed, b"secret"), (bare, None)):
        edited = text.replace(base64.b64encode(PUBLIC).decode(), other)
        with pytest.raises(Refused):
            vault.unlock(keyfile.loads(edited.encode()), passphrase)


def test_hostile_cost_is_refused_before_any_work(boxed, monkeypatch):
    def work(*args):
        raise AssertionError("the cost was not looked at first")

    monkeypatch.setattr(vault, "_derive", work)
    hostile = keyfile.loads(boxed.replace("memory = 8192", "memory = 2147483648").encode())
    with pytest.raises(Refused, match="memory: expected 8192 to 262144, found 2147483648"):
        vault.unlock(hostile, b"secret")


@pytest.mark.parametrize("name", ["", "Anna", "a b", "../x", "a" * 25, 'a"\nb'])
def test_no_key_is_made_for_a_bad_name(name):
    with pytest.raises(Refused, match="expected a name"):
        keyfile.create(name, PUBLIC, None, b"", lambda _: SEED)
