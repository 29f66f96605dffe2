"""The key file: a person's name, the public key and the secret, boxed or bare.

What boxes and unboxes the secret (`pbem.crypto.vault`) comes in from outside. All bytes before
the box are bound to it, so a key file has one spelling and is refused in any other.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from pbem.errors import Refused, Unreadable
from pbem.formats.flat import tidy
from pbem.formats.scan import load_toml
from pbem.formats.text import decode64, encode64, is_name, shown

FORMAT = "pbem-key-1"
SIZE_LIMIT = 4096

# Memory in KiB, passes and lanes of Argon2id.
Cost = tuple[int, int, int]

_PUBLIC_SIZE = 32
_SALT_SIZE = 16
_SEED_SIZE = 32
_BOX_SIZE = 48

_KEYS = ("format", "name", "public", "secret")
_BARE = ("kdf", "box")
_BOXED = ("kdf", "salt", "memory", "passes", "lanes", "box")


class KeyFile(NamedTuple):
    """A key file that was read; without a *cost* its *box* is the bare seed and *salt* is empty."""

    name: str
    public: bytes
    cost: Cost | None
    salt: bytes
    box: bytes
    aad: bytes

    @property
    def kdf(self) -> str:
        """How the passphrase becomes the key of the box: ``argon2id`` or ``none``."""
        return "none" if self.cost is None else "argon2id"


def create(
    name: str, public: bytes, cost: Cost | None, salt: bytes, lock: Callable[[bytes], bytes]
) -> str:
    """A new key file; *lock* boxes the seed, bound to the bytes before the box.

    Without a *cost* the *salt* is left out, and *lock* has to give the bare seed.
    """
    if not is_name(name):
        raise Refused(
            f"expected a name of a-z, 0-9 and -, a letter first, found {shown(name)}",
            "names have at most 24 characters",
        )
    aad = _head(name, public, cost, salt)
    return dumps(KeyFile(name, public, cost, salt, lock(aad), aad))


def dumps(key: KeyFile) -> str:
    """The text of a key file."""
    return f'{key.aad.decode("ascii")}box = "{encode64(key.box)}"\n'


def is_key(data: bytes) -> bool:
    """True if the text says that it is a key file."""
    return data.lstrip().startswith(b'format = "pbem-key-')


def loads(data: bytes) -> KeyFile:
    """The key file in *data*; its limits are those of form, the cost is the vault's to judge."""
    data = tidy(data)
    if len(data) > SIZE_LIMIT:
        raise Unreadable(f"a key file has at most {SIZE_LIMIT} bytes, found {len(data)}")
    top = load_toml(data)
    if top.get("format") != FORMAT:
        raise Unreadable(
            f'no key file: expected format = "{FORMAT}", found {shown(str(top.get("format", "")))}'
        )
    _closed("key file", top, _KEYS)
    secret = top["secret"]
    if not isinstance(secret, dict):
        raise Unreadable("key file: secret: expected a table")
    kdf = secret.get("kdf")
    if not isinstance(kdf, str) or kdf not in {"argon2id", "none"}:
        raise Unreadable(f"key file: kdf: expected argon2id or none, found {shown(str(kdf))}")
    _closed("key file, [secret]", secret, _BARE if kdf == "none" else _BOXED)
    name = top["name"]
    if not isinstance(name, str) or not is_name(name):
        raise Unreadable(f"key file: name: expected a name, found {shown(str(name))}")
    public = _decoded(top, "public", _PUBLIC_SIZE)
    cost, salt = None, b""
    if kdf == "argon2id":
        salt = _decoded(secret, "salt", _SALT_SIZE)
        cost = _number(secret, "memory"), _number(secret, "passes"), _number(secret, "lanes")
    box = _decoded(secret, "box", _SEED_SIZE if cost is None else _BOX_SIZE)
    key = KeyFile(name, public, cost, salt, box, _head(name, public, cost, salt))
    if dumps(key).encode("ascii") != data:
        raise Refused(
            "the key file is not as pbem wrote it: other blanks, another order of keys or numbers",
            "take it from a backup",
        )
    return key


def _head(name: str, public: bytes, cost: Cost | None, salt: bytes) -> bytes:
    """Write all lines before the box."""
    lines = [
        f'format = "{FORMAT}"',
        f'name = "{name}"',
        f'public = "{encode64(public)}"',
        "",
        "[secret]",
    ]
    if cost is None:
        lines.append('kdf = "none"')
    else:
        memory, passes, lanes = cost
        lines += ['kdf = "argon2id"', f'salt = "{encode64(salt)}"']
        lines += [f"memory = {memory}", f"passes = {passes}", f"lanes = {lanes}"]
    return "".join(f"{line}\n" for line in lines).encode("ascii")


def _closed(where: str, table: dict[str, Any], keys: tuple[str, ...]) -> None:
    """Refuse missing and unknown keys by name."""
    missing = [key for key in keys if key not in table]
    if missing:
        raise Unreadable(f"{where}: {missing[0]} is missing")
    unknown = [key for key in table if key not in keys]
    if unknown:
        raise Unreadable(f"{where}: expected {' '.join(keys)}, found {shown(unknown[0])}")


def _decoded(table: dict[str, Any], key: str, size: int) -> bytes:
    value = table[key]
    try:
        return decode64(value if isinstance(value, str) else str(value), size)
    except ValueError as problem:
        raise Unreadable(f"key file: {key}: {problem}") from None


def _number(table: dict[str, Any], key: str) -> int:
    value = table[key]
    if type(value) is not int or not 1 <= value < 2**32:
        raise Unreadable(f"key file: {key}: expected a number above 0, found {shown(str(value))}")
    return value
