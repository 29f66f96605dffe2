"""Keys: making and showing them, and finding the one that a command works with."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import click

from pbem import store
from pbem.cli import home, output
from pbem.crypto import vault
from pbem.crypto.keys import identity_key
from pbem.crypto.signatures import fingerprint, public_key
from pbem.errors import Refused
from pbem.formats import keyfile

_PASSPHRASE_LIMIT = 1024  # bytes
_PASSPHRASE = f"{__name__}.passphrase"
_KEY = f"{__name__}.key"

_Command = TypeVar("_Command", bound=Callable[..., Any])


class Key(NamedTuple):
    """An unlocked key: whose it is, and the seed from which all its secrets follow."""

    name: str
    public: bytes
    seed: bytes


class _Source(NamedTuple):
    """Where the passphrase comes from; all none is the environment, or else the person."""

    file: str | None = None
    descriptor: int | None = None
    nowhere: bool = False


def _keep(field: str) -> Callable[[click.Context, click.Parameter, Any], None]:
    """Note an option of the passphrase with the command it was given to."""

    def note(context: click.Context, parameter: click.Parameter, value: Any) -> None:  # noqa: ANN401 -- click's signature
        if value is None or value is False:
            return
        source = context.meta.get(_PASSPHRASE, _Source())
        if source != _Source():
            raise click.BadParameter("give the passphrase in one way only", context, parameter)
        context.meta[_PASSPHRASE] = source._replace(**{field: value})

    return note


_file_option = click.option(
    "--passphrase-file",
    metavar="FILE",
    type=output.file_name,
    expose_value=False,
    callback=_keep("file"),
    help="Read the passphrase from FILE.",
)
_descriptor_option = click.option(
    "--passphrase-fd",
    metavar="N",
    type=click.IntRange(min=0),
    expose_value=False,
    callback=_keep("descriptor"),
    help="Read the passphrase from the open file descriptor N.",
)
_nowhere_option = click.option(
    "--no-passphrase",
    is_flag=True,
    expose_value=False,
    callback=_keep("nowhere"),
    help="Leave the key unprotected.",
)


def key_options(command: _Command) -> _Command:
    """Add `--as` and the options of the passphrase, for `load_key` and `find_key` to read."""
    option = click.option(
        "--as",
        metavar="FILE",
        type=output.file_name,
        expose_value=False,
        callback=lambda context, _, value: context.meta.update({_KEY: value}),
        help="Use the key in FILE; else the one that PBEM_KEY names, or your own.",
    )
    return option(_file_option(_descriptor_option(command)))


def load_key() -> Key:
    """Return the user's key, unlocked; refuse if there is none."""
    return _unlocked(_present("name one with --as"))


def other_key(path: str, passphrase_file: str | None) -> Key:
    """Return a second key, which has a passphrase of its own."""
    file = _read(path)
    source = _Source(file=passphrase_file) if passphrase_file else _Source()
    question = f"Passphrase of {path}"
    passphrase = None if file.cost is None else _passphrase(question, source, new=False)
    return _opened(path, file, passphrase)


def named_key() -> Key | None:
    """Return the key that `--as` names, unlocked: for commands that tell what is public."""
    named = click.get_current_context().meta.get(_KEY)
    return None if named is None else _unlocked(named)


def find_key() -> Key | None:
    """Return the user's key, unlocked, or ``None`` if there is none: readers need no key.

    A key that nobody named and that cannot be unlocked for want of a person to ask is left locked.
    """
    path, named = _where()
    if named:
        return _unlocked(path)
    if not store.exists(path):
        return None
    if _read(path).cost is not None and _source() == _Source() and not store.has_terminal():
        output.warn(
            f"{path} needs its passphrase and was left locked; name it in PBEM_PASSPHRASE_FILE"
        )
        return None
    return _unlocked(path)


@click.group()
def key() -> None:
    """Make a key, or show its fingerprint.

    A key is made once and serves for all games. Others know it by its fingerprint: tell it to them.
    """


@key.command()
@click.argument("name")
@output.output_option("Write to FILE, not to your own key file.")
@_file_option
@_descriptor_option
@_nowhere_option
@output.force_option
@output.json_option
def new(name: str, target: str | None, *, force: bool, as_json: bool) -> None:
    """Make the key of the person NAME, who may hold a seat or run games.

    The file is all there is of the key: keep a copy of it, and its passphrase, in a safe place.
    The passphrase is asked for, unless an option says where it is.
    """
    from pbem.rules.setup import options

    options([name])  # refuses what no player may be called
    path = target or home.key_path()
    if path != output.STDOUT and store.exists(path) and not force:
        raise Refused(
            f"{path}: already exists", "use --force to replace it; the old key is lost then"
        )
    seed = home.random_bytes(vault.SEED_SIZE)
    public = public_key(identity_key(seed))
    passphrase = _new_passphrase()
    salt = home.random_bytes(vault.SALT_SIZE)
    text = keyfile.create(
        name,
        public,
        None if passphrase is None else vault.COST,
        salt,
        lambda aad: vault.lock(seed, passphrase, salt, aad),
    )
    if target is None:
        store.make_folder_of(path)
    output.emit(text.encode(), path, force=force, private=True)
    if passphrase is None:
        output.warn("this key has NO PASSPHRASE: whoever can read the file can play as its owner")
    if path != output.STDOUT:
        output.say(f"wrote {path}")
        with output.after_writing(path):
            _print_key(name, public, as_json=as_json)


@key.command()
@click.argument("file", metavar="[FILE]", required=False, type=output.file_name)
@output.json_option
def show(file: str | None, *, as_json: bool) -> None:
    """Print the name and the fingerprint of a key.

    It is the key in FILE; else the one that PBEM_KEY names, or your own.
    """
    found = _read(file or _present("name its FILE"))
    _print_key(found.name, found.public, as_json=as_json)


def _print_key(name: str, public: bytes, *, as_json: bool) -> None:
    if as_json:
        output.print_json({"name": name, "fingerprint": fingerprint(public)})
    else:
        output.print_text(f"name         {name}\nfingerprint  {fingerprint(public)}")


def _where() -> tuple[str, bool]:
    """Return the path of the user's key, and whether somebody named it."""
    named = click.get_current_context().meta.get(_KEY) or home.variable("PBEM_KEY")
    return named or home.key_path(), named is not None


def _present(otherwise: str) -> str:
    """Return the path of the user's key; refuse if nobody named one and none is in its place."""
    path, named = _where()
    if not named and not store.exists(path):
        raise Refused(
            f"no key found at {path}", f"make one with `pbem key new NAME`, or {otherwise}"
        )
    return path


def _read(path: str) -> keyfile.KeyFile:
    data = store.read_document(path, keyfile.SIZE_LIMIT)
    with output.naming(path):
        return keyfile.loads(data)


def _unlocked(path: str) -> Key:
    file = _read(path)
    question = f"Passphrase of {path}"
    passphrase = None if file.cost is None else _passphrase(question, _source(), new=False)
    return _opened(path, file, passphrase)


def _opened(path: str, file: keyfile.KeyFile, passphrase: bytes | None) -> Key:
    with output.naming(path):
        seed = vault.unlock(file, passphrase)
    return Key(file.name, file.public, seed)


def _source() -> _Source:
    source = click.get_current_context().meta.get(_PASSPHRASE)
    return source or _Source(file=home.variable("PBEM_PASSPHRASE_FILE"))


def _new_passphrase() -> bytes | None:
    if _source().nowhere:
        return None
    passphrase = _passphrase("Passphrase of the new key", _source(), new=True)
    if not passphrase:
        raise Refused("the passphrase is empty", "--no-passphrase leaves the key unprotected")
    return passphrase


def _passphrase(question: str, source: _Source, *, new: bool) -> bytes:
    """Return the passphrase from where it was said to be, or ask for it."""
    file, descriptor, _ = source
    if file is not None:
        return _line(store.read_document(file, _PASSPHRASE_LIMIT), file)
    if descriptor is not None:
        data = store.read_descriptor(descriptor, _PASSPHRASE_LIMIT)
        return _line(data, f"file descriptor {descriptor}")
    if not store.has_terminal():
        raise Refused(
            "a passphrase is needed, and there is no terminal to ask for it",
            "give it with --passphrase-file or --passphrase-fd, or name a file in"
            " PBEM_PASSPHRASE_FILE",
        )
    answer: str = click.prompt(
        question, hide_input=True, confirmation_prompt=new, err=True, prompt_suffix=": "
    )
    return answer.encode()


def _line(data: bytes, where: str) -> bytes:
    """Return the one line of *data* without its end, as an editor or a shell leaves it there."""
    line = data.removesuffix(b"\n").removesuffix(b"\r")
    if b"\n" in line:
        raise Refused(f"{where}: expected a passphrase in one line, found more lines")
    return line
