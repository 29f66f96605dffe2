"""The shape of a TOML file, looked at before `tomllib` sees a byte of it.

A hostile file of some megabytes can keep `tomllib` busy for seconds and fill the memory. What
passes here cannot: lines, nesting, dots and commas are bounded. The scan takes linear time.

Documents that were signed elsewhere stand inside as verbatim blocks: a line `key = '''` opens
one, or inside a list a line `'''`; a line `'''`, in a list `''',`, closes it. Of what is in
a block only the bytes and the length of lines matter.
"""

from __future__ import annotations

import re
from typing import Any

from pbem.errors import Unreadable
from pbem.formats.text import shown

SIZE_LIMIT = 2 * 1024 * 1024
LINE_LIMIT = 8 * 1024
LINES_LIMIT = 5000
DOTS_LIMIT = 2
COMMAS_LIMIT = 64
LONG_COMMAS_LIMIT = 1024
ALL_COMMAS_LIMIT = 65536
DEPTH_LIMIT = 8
DIGITS_LIMIT = 18

_PRINTABLE = bytes(range(0x20, 0x7F)) + b"\n"
_FENCE = "'''"
_CLOSING = frozenset({_FENCE, f"{_FENCE},"})
_OPENING = re.compile("[a-z][a-z0-9_]{0,31} = '''")
# Bare text and whole strings, then perhaps a comment. Possessive, so that it never looks back.
_LINE = re.compile(r"""((?:[^"'#]++|"[^"]*+")*+)(#.*)?""")
_STRING = re.compile('"[^"]*"')
_LONG_NUMBER = re.compile(f"(?<![0-9A-Za-z_-])[0-9][0-9A-Za-z_]{{{DIGITS_LIMIT},}}")


def check_shape(data: bytes, *, comments: bool, long_lists: bool) -> None:
    """Refuse as `Unreadable` what is larger or odder than any document of ours.

    People's own files may hold *comments*, and lists longer than 65 items in a line (*long_lists*).
    """
    if len(data) > SIZE_LIMIT:
        raise Unreadable(f"a file has at most {SIZE_LIMIT} bytes, found {len(data)}")
    rest = data.translate(None, _PRINTABLE)
    if rest:
        place = data.count(b"\n", 0, data.index(rest[:1])) + 1
        raise Unreadable(
            f"line {place}: found the byte 0x{rest[0]:02x}, expected printable ASCII alone"
        )
    commas_limit = LONG_COMMAS_LIMIT if long_lists else COMMAS_LIMIT
    opened = outside = depth = all_commas = 0
    for number, line in enumerate(data.decode("ascii").split("\n"), 1):
        if len(line) > LINE_LIMIT:
            raise Unreadable(f"line {number}: at most {LINE_LIMIT} characters, found {len(line)}")
        if opened:
            if line in _CLOSING:
                opened = 0
            elif _FENCE in line:
                raise Unreadable(f"line {number}: found {_FENCE} inside a verbatim text")
            continue
        outside += 1
        if outside > LINES_LIMIT:
            raise Unreadable(f"line {number}: at most {LINES_LIMIT} lines outside verbatim texts")
        if _OPENING.fullmatch(line) or (depth and line == _FENCE):
            opened = number
            continue
        bare = _bare(line, number, comments=comments)
        depth = _depth(bare, number, depth)
        commas = bare.count(",")
        all_commas += commas
        if commas > commas_limit or all_commas > ALL_COMMAS_LIMIT:
            raise Unreadable(
                f"line {number}: at most {commas_limit} commas in a line"
                f" and {ALL_COMMAS_LIMIT} in a file"
            )
        if bare.count(".") > DOTS_LIMIT:
            raise Unreadable(f"line {number}: at most {DOTS_LIMIT} dots in a line")
        if _LONG_NUMBER.search(bare):
            raise Unreadable(f"line {number}: a number has at most {DIGITS_LIMIT} digits")
    if opened:
        raise Unreadable(f"line {opened}: the verbatim text that begins here has no end")


def load_toml(data: bytes, *, comments: bool = False, long_lists: bool = False) -> dict[str, Any]:
    """The tables of a TOML file whose shape passes `check_shape`."""
    check_shape(data, comments=comments, long_lists=long_lists)
    import tomllib

    try:
        return tomllib.loads(data.decode("ascii"))
    except (ValueError, RecursionError) as problem:
        raise Unreadable(f"no TOML: {_shortened(str(problem))}") from None


def _bare(line: str, number: int, *, comments: bool) -> str:
    """Cut comment and the contents of strings out of *line*; what we never write is refused."""
    match = _LINE.fullmatch(line)
    if not match:
        wrong = "a quote without its second one, or an apostrophe"
        raise Unreadable(f"line {number}: found {wrong}, in {shown(line)}")
    code, comment = match.groups()
    if comment and not comments:
        raise Unreadable(f"line {number}: comments have no place here, found {shown(comment)}")
    for wrong in ("{", "\\", '"""'):
        if wrong in code:
            raise Unreadable(f"line {number}: found {wrong} in {shown(line)}")
    return _STRING.sub('""', code)


def _depth(bare: str, number: int, depth: int) -> int:
    """Follow the brackets of a line without strings."""
    if "[" not in bare and "]" not in bare:
        return depth
    for char in bare:
        if char == "[":
            depth += 1
            if depth > DEPTH_LIMIT:
                raise Unreadable(f"line {number}: lists nest at most {DEPTH_LIMIT} deep")
        elif char == "]":
            depth -= 1
    return max(depth, 0)


def _shortened(message: str) -> str:
    """Shorten a message of `tomllib`: it may quote a long key before it says where."""
    text = message[:1].lower() + message[1:]
    return text if len(text) <= 120 else f"{text[:60]}...{text[-50:]}"
