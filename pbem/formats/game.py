"""The game file: everything about one game in one signed text.

What was signed elsewhere stands in it verbatim, in literal strings that our own lines open and
close, so that no TOML writer ever touches signed bytes.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pbem.errors import Refused, Unreadable
from pbem.formats import entry, flat, tables
from pbem.formats.board import check_board
from pbem.formats.scan import SIZE_LIMIT, load_toml
from pbem.formats.text import decode64, encode64, is_name, shown

FORMAT = "pbem-game-1"
VIEW, STORE = "view", "store"
#: Bytes of a box: the padded text, an encapsulated key and a tag.
_SIZES = {VIEW: 1024 + 48, STORE: 256 + 48}

_HEAD = re.compile(rb'format = "(pbem-[a-z]+-[0-9]+)"\nmoderator = "([A-Za-z0-9+/]{43}=)"\n(?s:.*)')
_TRAILER = re.compile(rb'\n\[signature\]\nsig = "([A-Za-z0-9+/]{86}==)"\n\Z')


class Sealed(NamedTuple):
    """A box for one reader, made with one entry."""

    to: str
    purpose: str
    entry: int
    box: bytes


class GameFile(NamedTuple):
    """The parts of a game file; documents and entries are verbatim bytes."""

    moderator: bytes
    invitation: bytes
    registrations: Sequence[bytes] = ()
    entries: Sequence[entry.Stored] = ()
    board: Mapping[str, Any] | None = None
    sealed: Sequence[Sealed] = ()


class Envelope(NamedTuple):
    """A game file whose signature can be verified before anything in it is parsed."""

    region: bytes
    signature: bytes
    moderator: bytes


def is_game(data: bytes) -> bool:
    """True if the text says that it is a game file."""
    return flat.tidy(data[:200]).startswith(b'format = "pbem-game-')


def unwrap(data: bytes) -> Envelope:
    """Cut a game file into what is signed, the signature, and the key that it names.

    Raises Refused for a damaged file and Unreadable for something else.
    """
    if len(data) > SIZE_LIMIT:
        raise Unreadable(f"a game file has at most {SIZE_LIMIT} bytes, found {len(data)}")
    text = flat.tidy(data)
    trailer = _TRAILER.search(text)
    if trailer is None:
        if is_game(data):
            raise Refused("the game file is cut: its signature is missing at the end")
        raise Unreadable(f"no game file: it begins {shown(text[:60])}")
    region = text[: trailer.start()]
    head = _HEAD.fullmatch(region)
    if head is None:
        raise Unreadable(f"no game file: it begins {shown(text[:60])}")
    if head[1].decode() != FORMAT:
        raise Refused(f'line 1: expected format = "{FORMAT}", found {shown(head[1])}')
    try:
        return Envelope(region, decode64(trailer[1].decode(), 64), decode64(head[2].decode(), 32))
    except ValueError as problem:
        raise Refused(f"the game file is damaged: {problem}") from None


def wrap(region: bytes, signature: bytes) -> bytes:
    """The whole file."""
    return region + b'\n[signature]\nsig = "%b"\n' % encode64(signature).encode()


def loads(region: bytes) -> GameFile:
    """The parts of a region whose signature was verified. Raises Unreadable, naming the key."""
    data = load_toml(region)
    _closed(data, "", "format moderator invitation registrations entries board sealed")
    return GameFile(
        moderator=decode64(data["moderator"]),
        invitation=_verbatim(data, "invitation", ""),
        registrations=[
            _verbatim(one, "text", f"registrations[{number}]")
            for number, one in enumerate(_tables(data, "registrations"))
        ],
        entries=[_entry(one, number) for number, one in enumerate(_tables(data, "entries"))],
        board=_board(data.get("board")),
        sealed=[_sealed(one, f"sealed[{n}]") for n, one in enumerate(_tables(data, "sealed"))],
    )


def _closed(table: object, where: str, keys: str) -> None:
    if not isinstance(table, dict):
        raise Unreadable(f"{where}: expected a table")
    for key in table:
        if key not in keys.split():
            raise Unreadable(f"{where + ': ' if where else ''}unknown key {shown(key)}")


def _tables(data: dict[str, Any], key: str) -> list[Any]:
    tables = data.get(key, [])
    if not isinstance(tables, list):
        raise Unreadable(f"{key}: expected [[{key}]]")
    return tables


def _verbatim(table: object, key: str, where: str) -> bytes:
    if where:
        _closed(table, where, key)
    text = table.get(key) if isinstance(table, dict) else None
    if not isinstance(text, str):
        raise Unreadable(f"{where or key}: expected a literal string {key}")
    return text.encode("ascii")


def _entry(table: object, number: int) -> entry.Stored:
    where = f"entries[{number}]"
    blocks = _verbatim(table, "text", where)
    try:
        return entry.load(blocks)
    except Unreadable as problem:
        raise Unreadable(f"{where}: {problem.message}") from None


def _board(board: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    if board is not None:
        check_board(board, "board")
    return board


def _sealed(table: object, where: str) -> Sealed:
    _closed(table, where, "to purpose entry box")
    assert isinstance(table, dict)
    to, purpose, number, box = (table.get(key) for key in ("to", "purpose", "entry", "box"))
    if not isinstance(to, str) or not is_name(to):
        raise Unreadable(f"{where}.to: expected a player's name")
    if not isinstance(purpose, str) or purpose not in _SIZES:
        raise Unreadable(f'{where}.purpose: expected "view" or "store"')
    if type(number) is not int or number < 0:
        raise Unreadable(f"{where}.entry: expected the number of an entry")
    try:
        return Sealed(to, purpose, number, decode64(str(box), _SIZES[purpose]))
    except ValueError as problem:
        raise Unreadable(f"{where}.box: {problem}") from None


def dumps(game: GameFile) -> bytes:
    """The region of a game file."""
    parts = [
        b'format = "%b"\nmoderator = "%b"\n' % (FORMAT.encode(), encode64(game.moderator).encode()),
        _literal("invitation", game.invitation),
    ]
    parts += [b"\n[[registrations]]\n" + _literal("text", one) for one in game.registrations]
    parts += [b"\n[[entries]]\n" + _literal("text", entry.dump(one)) for one in game.entries]
    if game.board is not None:
        parts.append(b"\n" + tables.dumps({"board": game.board}).encode("ascii"))
    for one in game.sealed:
        parts.append(
            f'\n[[sealed]]\nto = "{one.to}"\npurpose = "{one.purpose}"\nentry = {one.entry}\n'
            f'box = "{encode64(one.box)}"\n'.encode("ascii")
        )
    return b"".join(parts)


def _literal(key: str, text: bytes) -> bytes:
    return b"%b = '''\n%b'''\n" % (key.encode(), text)
