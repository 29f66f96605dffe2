"""The documents that people sign: lines of `key = "text"` or `key = integer`, in a fixed order.

The signature covers the bytes as they lie there (the region), so that everything here either
takes bytes or gives them. What a kind holds is a row of `KINDS`. Nothing here verifies: `split`
gives what is to be verified, and only after that `read` is worth calling.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from pbem.errors import PbemError, Refused, Unreadable
from pbem.formats.text import FINGERPRINT, NAME, decode64, encode64, shown

SIZE_LIMIT = 4096
SIGNATURE_SIZE = 64

Value = str | int

# Printable ASCII without the quote, the apostrophe and the backslash; numbers fit into 32 bits.
_LINE = re.compile(r'([a-z][a-z0-9_]{0,31}) = (?:"([ !#-&(-\[\]-~]*)"|(0|[1-9][0-9]{0,8}))')
_FORMAT = re.compile(r'format = "pbem-([a-z-]{1,24})-([0-9]{1,4})"')

_TRAILER = "[signature]"
_LOST = "a mail program changed the text; ask for the file or the armored block"


# Types of values. Each check raises ValueError, saying what was expected.


def _text(value: Value) -> None:
    if not isinstance(value, str) or not value:
        raise ValueError('expected a text in quotes that is not ""')


def _matching(pattern: str, what: str) -> Callable[[Value], None]:
    def check(value: Value) -> None:
        if not isinstance(value, str) or not re.fullmatch(pattern, value):
            raise ValueError(f"expected {what}")

    return check


def _bytes(size: int, *, optional: bool = False) -> Callable[[Value], None]:
    def check(value: Value) -> None:
        # A number is too short to be base64 of any size that occurs.
        if value != "" or not optional:
            decode64(str(value), size)

    return check


def _base64(value: Value) -> None:
    _text(value)
    decode64(str(value))


def _number(least: int, most: int = 999_999_999) -> Callable[[Value], None]:
    def check(value: Value) -> None:
        if not isinstance(value, int) or not least <= value <= most:
            raise ValueError(f"expected a number from {least} to {most}")

    return check


def _items(pattern: str, what: str, *, least: int = 0) -> Callable[[Value], None]:
    """Check a list of items parted by single blanks; what stands before a `=` is there once."""

    def check(value: Value) -> None:
        items = value.split(" ") if isinstance(value, str) and value else []
        fit = all(re.fullmatch(pattern, item) for item in items)
        if isinstance(value, int) or len(items) < least or not fit:
            raise ValueError(f"expected {what}, parted by single blanks")
        if len({item.partition("=")[0] for item in items}) < len(items):
            raise ValueError(f"expected {what}, each once")

    return check


_WORD = "[a-z][a-z0-9-]{0,31}"

_NAME = _matching(NAME, "a name: a lower-case letter, then at most 23 of a-z, 0-9 and -")
_NAME_OR_NONE = _matching(f"(?:{NAME})?", 'a name or ""')
_NAMES = _items(NAME, "names", least=1)
_WORDS = _items(_WORD, "words")
_FINGERPRINT = _matching(FINGERPRINT, "a fingerprint: 8 groups of 4 characters")
_KEY = _bytes(32)
_HASH = _bytes(32)
_HASH_OR_NONE = _bytes(32, optional=True)
_DATE = _matching("[0-9]{4}-[01][0-9]-[0-3][0-9]", "a date such as 2026-11-30")
_COUNT = _number(1)
_INDEX = _number(0)

# Kind -> its fields in order, each with the check of its value; of several in one place exactly
# one is there. Every kind begins with its format.
KINDS: dict[str, tuple[dict[str, Callable[[Value], None]], ...]] = {
    "invitation": (
        {"moderator": _NAME},
        {"key": _KEY},
        {"salt": _bytes(16)},
        {"seed_commit": _HASH},
        {"order_seal": _KEY},
        {"rules": _matching("[0-9]{1,4}", "the number of the rules")},
        {"cards": _HASH},
        {"players": _NAMES},
        {"fingerprints": _items(f"{NAME}={FINGERPRINT}", "items such as name=fingerprint")},
        {"length": _matching("long|short", "long or short")},
        {"variants": _WORDS},
        {"modules": _WORDS},
        {"rulings": _items(f"{_WORD}={_WORD}", "items such as name=value")},
        {
            "corrections": _items(
                rf"{_WORD}\.[a-z]{{1,16}}=[a-z0-9-]{{1,32}}", "items such as card.field=value"
            )
        },
        {"first": _NAME_OR_NONE},
        {"supersedes": _HASH_OR_NONE},
    ),
    "registration": (
        {"invitation": _HASH},
        {"player": _NAME},
        {"key": _KEY},
        {"seal_key": _KEY},
        {"nonce_commit": _HASH},
        {"door": _number(0, 8)},
    ),
    "consent": (
        {"invitation": _HASH},
        {"game": _HASH},
        {"player": _NAME},
        {"key": _FINGERPRINT},
        {"head_index": _number(0, 0)},
        {"head_hash": _HASH},
        {"nonce": _bytes(32)},
        {"probe": _HASH},
    ),
    # The moderator's word to a player of what became of an order; never part of a game.
    "receipt": (
        {"game": _HASH},
        {"document": _HASH},
        {"player": _NAME},
        {"seq": _COUNT},
        {"revision": _INDEX},
        {"phase": _text},
        {"head_index": _INDEX},
        {"head_hash": _HASH},
        {"outcome": _matching("taken|refused|waiting", "taken, refused or waiting")},
        # The words of an order that is not sealed, so that anybody can judge a refusal.
        {"order": _text},
        {"date": _DATE},
        # The whole order, so that anybody can judge whether it had to be taken.
        {"signed": _base64},
    ),
    # The moderator's word that a player did not answer in time.
    "late": (
        {"game": _HASH},
        {"player": _NAME},
        {"seq": _COUNT},
        {"phase": _text},
        {"head_index": _INDEX},
        {"head_hash": _HASH},
        {"date": _DATE},
    ),
    # A player's new key, which signs the proof: the lines before it, of the kind rotate-proof.
    "rotate": (
        {"game": _HASH},
        {"player": _NAME},
        {"key": _FINGERPRINT},
        {"head_index": _INDEX},
        {"head_hash": _HASH},
        {"new_key": _KEY},
        {"seal_key": _KEY},
        {"proof": _bytes(64)},
    ),
    # What the moderator proposes: somebody else in a seat, by a whole registration.
    "replace": (
        {"game": _HASH},
        {"player": _NAME},
        {"key": _FINGERPRINT},
        {"head_index": _INDEX},
        {"head_hash": _HASH},
        {"registration": _base64},
    ),
    # To go back to the position after an entry.
    "correct": (
        {"game": _HASH},
        {"head_index": _INDEX},
        {"head_hash": _HASH},
        {"entry": _INDEX},
        {"why": _text},
    ),
    # To end the game before its end.
    "abandon": ({"game": _HASH}, {"head_index": _INDEX}, {"head_hash": _HASH}),
    # A player's word for such a proposal.
    "agree": (
        {"game": _HASH},
        {"player": _NAME},
        {"key": _FINGERPRINT},
        {"head_index": _INDEX},
        {"head_hash": _HASH},
        {"proposal": _HASH},
    ),
    # Who would be the next moderator, and the moderator's word for it with the whole offer.
    "offer": ({"game": _HASH}, {"moderator": _NAME}, {"key": _KEY}, {"seal_key": _KEY}),
    "handover": (
        {"game": _HASH},
        {"head_index": _INDEX},
        {"head_hash": _HASH},
        {"offer": _base64},
    ),
    "order": (
        {"game": _HASH},
        {"player": _NAME},
        {"key": _FINGERPRINT},
        {"seq": _COUNT},
        {"revision": _INDEX},
        {"phase": _text},
        {"head_index": _INDEX},
        {"head_hash": _HASH},
        # A sealed order: 256 bytes, boxed. All have one size, whatever they say.
        {"order": _text, "box": _bytes(304)},
    ),
}


class Document(Mapping[str, Value]):
    """A document that was read: its kind and its values, base64 still as text."""

    __slots__ = ("_values", "kind")

    def __init__(self, kind: str, values: dict[str, Value]) -> None:
        self.kind = kind
        self._values = values

    def __getitem__(self, key: str) -> Value:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"Document({self.kind!r}, {self._values!r})"

    def text(self, key: str) -> str:
        """The text of *key*."""
        value = self._values[key]
        assert isinstance(value, str)
        return value

    def number(self, key: str) -> int:
        """The number of *key*."""
        value = self._values[key]
        assert isinstance(value, int)
        return value

    def raw(self, key: str) -> bytes:
        """The bytes of *key*, which stands in base64."""
        return decode64(self.text(key))

    def words(self, key: str) -> list[str]:
        """The items of *key*, a list in one text."""
        return self.text(key).split()


def tidy(data: bytes) -> bytes:
    """*data* without what mail does harmlessly to a text, and with one line end at its end.

    That is one byte order mark, CRLF, blanks at line ends, blank lines before and after.
    """
    data = data.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n")
    if b" \n" in data or b"\t\n" in data or not data.endswith(b"\n"):
        data = b"\n".join([line.rstrip(b" \t") for line in data.split(b"\n")])
    data = data.strip(b"\n")
    return data + b"\n" if data else b""


def kind_of(region: bytes) -> str:
    """The kind that the first line names: for messages, and to choose among kinds expected."""
    line = region.partition(b"\n")[0].decode("latin-1")
    match = _FORMAT.fullmatch(line)
    if not match or match[1] not in KINDS:
        raise Unreadable(
            f'line 1: expected format = "pbem-KIND-1" of a signed document, found {shown(line)}'
        )
    if match[2] != "1":
        raise Refused(
            f"line 1: expected pbem-{match[1]}-1, found number {match[2]}",
            "the document was made by another version of pbem",
        )
    return match[1]


def read(kind: str, region: bytes) -> Document:
    """The document of this *kind* in *region*; `write` makes the same bytes of it again."""
    found = kind_of(region)
    if found != kind:
        raise Refused(f"line 1: expected format pbem-{kind}-1, found pbem-{found}-1")
    if not region.endswith(b"\n"):
        raise Unreadable(f"{kind}: the last line has no end")
    lines = region.decode("latin-1").split("\n")[:-1]
    slots = KINDS[kind]
    values: dict[str, Value] = {"format": f"pbem-{kind}-1"}
    for number, line in enumerate(lines[1:], 2):
        match = _LINE.fullmatch(line)
        if not match:
            raise Unreadable(
                f'{kind}, line {number}: expected key = "text" or key = number, found {shown(line)}'
            )
        key, text, digits = match.groups()
        if number - 2 >= len(slots) or key not in slots[number - 2]:
            raise Unreadable(f"{kind}, line {number}: {_misplaced(slots, number - 2, key, lines)}")
        value = text if digits is None else int(digits)
        try:
            slots[number - 2][key](value)
        except ValueError as problem:
            raise Unreadable(
                f"{kind}, line {number}: {key}: {_with_found(str(problem), value)}"
            ) from None
        values[key] = value
    if len(lines) <= len(slots):
        raise Unreadable(
            f"{kind}, line {len(lines) + 1}: {_named(slots[len(lines) - 1])} is missing"
        )
    return Document(kind, values)


def write(kind: str, values: Mapping[str, Value]) -> bytes:
    """The region of a document; its format need not be among the *values*.

    Values that would not read are `Unreadable`; keys that are missing or too many are an error
    of the caller, a ``ValueError``.
    """
    lines = [f'format = "pbem-{kind}-1"']
    for slot in KINDS[kind]:
        keys = [key for key in slot if key in values]
        if len(keys) != 1:
            raise ValueError(f"{kind}: exactly one of {_named(slot)} must be given")
        value = values[keys[0]]
        lines.append(f'{keys[0]} = "{value}"' if isinstance(value, str) else f"{keys[0]} = {value}")
    region = "".join(f"{line}\n" for line in lines).encode("ascii", "replace")
    if dict(read(kind, region)) != {"format": f"pbem-{kind}-1", **values}:
        raise ValueError(f"{kind}: keys of another kind, or a text outside ASCII")
    return region


def join(region: bytes, signature: bytes) -> bytes:
    """The whole document: *region* and its signature."""
    document = b'%b\n[signature]\nsig = "%b"\n' % (region, encode64(signature).encode("ascii"))
    if len(document) > SIZE_LIMIT:
        raise Refused(f"a signed document has at most {SIZE_LIMIT} bytes, this has {len(document)}")
    return document


def split(data: bytes) -> tuple[bytes, bytes]:
    """The region and the raw signature of a document, cleaned up but neither verified nor read."""
    # Room for what the clean-up takes away.
    text = tidy(data) if len(data) <= 4 * SIZE_LIMIT else data
    if not text:
        raise Unreadable("the document is empty")
    if len(text) > SIZE_LIMIT:
        raise _failed(data, f"a signed document has at most {SIZE_LIMIT} bytes, found {len(text)}")
    _check_bytes(text)
    lines = text.decode("ascii").split("\n")[:-1]
    end = _signature_line(text, lines)
    region = "".join(f"{line}\n" for line in lines[: end - 1]).encode("ascii")
    match = re.fullmatch(r'sig = "([A-Za-z0-9+/=]*)"', lines[end + 1])
    if not match:
        raise _failed(
            text, f'line {end + 2}: expected sig = "88 characters", found {shown(lines[end + 1])}'
        )
    try:
        return region, decode64(match[1], SIGNATURE_SIZE)
    except ValueError as problem:
        raise _failed(text, f"line {end + 2}: signature: {problem}") from None


def _signature_line(text: bytes, lines: list[str]) -> int:
    """Find the one `[signature]`, with a document before it and nothing after its line."""
    starts = [number for number, line in enumerate(lines) if line.startswith('format = "pbem-')]
    ends = [number for number, line in enumerate(lines) if line == _TRAILER]
    if len(starts) > 1 or len(ends) > 1:
        raise _failed(text, "two documents stand in one text", "hand them in one by one")
    if not starts or starts[0] > 0:
        problem = "text stands before the document" if starts else "it has no beginning"
        raise _failed(
            text, f'{problem}: line 1: expected format = "pbem-KIND-1", found {shown(lines[0])}'
        )
    if not ends or ends[0] + 1 == len(lines):
        raise _failed(text, "the document is not signed, or was cut off before its signature")
    end = ends[0]
    if "" in lines[: end - 1] or lines[end - 1] != "":
        line = lines.index("") + 1 if "" in lines[: end - 1] else end + 1
        raise _failed(text, f"line {line}: the one blank line stands before {_TRAILER}", _LOST)
    if end + 2 < len(lines):
        raise _failed(
            text,
            f"line {len(lines)}: expected nothing after the signature, found {shown(lines[-1])}",
        )
    return end


def _check_bytes(text: bytes) -> None:
    """Refuse what no writer of ours makes, naming the usual damages of mail."""
    if b"\0" in text or text[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise _failed(text, "the text is in UTF-16, expected ASCII", "save it as plain text")
    match = re.search(rb"[^ -~\n]", text)
    if match:
        line = text.count(b"\n", 0, match.start()) + 1
        raise _failed(text, f"line {line}: found {_foreign(text[match.start() :])}", _LOST)
    match = re.search(rb"^>", text, re.MULTILINE)
    if match:
        line = text.count(b"\n", 0, match.start()) + 1
        raise _failed(text, f'line {line}: the text is quoted with ">"', _LOST)
    if re.search(rb"^[a-z_]+ =3D ", text, re.MULTILINE):
        raise _failed(text, "the text is in quoted-printable, which nobody decoded", _LOST)


def _foreign(rest: bytes) -> str:
    """Name the byte at which *rest* begins."""
    if rest.startswith((b"\xc2\xa0", b"\xa0")):
        return "a no-break space"
    if rest.startswith((b"\xe2\x80\x98", b"\xe2\x80\x99", b"\xe2\x80\x9c", b"\xe2\x80\x9d")) or (
        rest[0] in b"\x91\x92\x93\x94"
    ):
        return "a curly quote"
    if rest.startswith((b"\t", b"\r")):
        return "a tab" if rest.startswith(b"\t") else "a lone carriage return"
    return f"the byte 0x{rest[0]:02x}, which is not printable ASCII"


def _failed(data: bytes, problem: str, hint: str | None = None) -> PbemError:
    """Make the error for *data*: damaged if it was a document once, else not readable at all."""
    plain = data.replace(b"\0", b"")
    if b'"pbem-' in plain or _TRAILER.encode("ascii") in plain:
        return Refused(f"damaged document: {problem}", hint)
    return Unreadable(f"not a pbem document: {problem}", hint)


def _misplaced(
    slots: tuple[dict[str, Callable[[Value], None]], ...], place: int, key: str, lines: list[str]
) -> str:
    """Say why *key* may not stand at *place*."""
    if key == "format" or any(line.startswith(f"{key} = ") for line in lines[: place + 1]):
        return f"{key} stands twice"
    home = next((number for number, slot in enumerate(slots) if key in slot), None)
    if home is None:
        return f"{key} is no key of this kind"
    if home < place:
        return f"only one of {_named(slots[home])} may stand here, found {key} as well"
    expected = slots[place]
    later = any(line.partition(" ")[0] in expected for line in lines[place + 2 :])
    why = "out of order" if later else "missing"
    return f"{_named(expected)} is {why}, found {key}"


def _named(slot: Mapping[str, object]) -> str:
    return " or ".join(slot)


def _with_found(problem: str, value: Value) -> str:
    """Add what was found, unless the *problem* tells it."""
    return problem if "found" in problem else f"{problem}, found {shown(str(value))}"
