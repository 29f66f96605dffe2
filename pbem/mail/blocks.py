"""Documents in the text of a mail: armored blocks, and documents that stand there as they are.

A block has its own beginning and end, so that nothing has to be guessed about what stands around
it. Inside it what mail programs do to characters is undone and told. Whether a document is whole,
its signature shows later.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from pbem.errors import PbemError, Refused
from pbem.formats import armor, flat
from pbem.formats.text import decode64, shown

ASK = "ask for the document as an attachment, or for the mail as it was sent"

_LINE_END = re.compile("[\n\v\f\u0085\u2028\u2029]")
# Signed text has a dash before its dashes; and what was five dashes may be fewer. Possessive and
# from the first dash alone, so that it never looks back.
_FENCE = re.compile("(?<!-)(?:- )?-++ ?(BEGIN|END) PBEM DOCUMENT ?-++")
_FIRST_ROW = re.compile(" *[A-Za-z0-9+/]{20}")
_LAST_ROWS = re.compile("(?:[A-Za-z0-9+/]{20,} )*(?:[A-Za-z0-9+/=]{4})+")
_REMAINS = re.compile("[A-Za-z0-9+/]{40}")
_START = re.compile(r'format = "pbem-([a-z-]{1,24})-[0-9]{1,4}"')
_TRAILER = "[signature]"
_WHOLE_LINE = re.compile(r'[a-z][a-z0-9_]* = (?:"[^"]*"|[0-9]+)')
_QUOTED = re.compile(r"(?:[ \t\u00a0]*\w{0,4}[>|]){1,50}[ \t\u00a0]?")

_INVISIBLE = "\0\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
# What mail programs make of ASCII; no document has any of it.
_MENDS = (
    (re.compile(f"[{_INVISIBLE}]"), "", "invisible characters"),
    (re.compile("[\t\u00a0\u2000-\u200a\u202f\u3000]"), " ", "blanks of other kinds"),
    (re.compile("[\u201c-\u201f\u00ab\u00bb]"), '"', "curly quotes"),
    (re.compile("[\u2010-\u2015\u2212]"), "-", "long dashes"),
)
_WRAPPED = "wrapped lines"

# More lines than any document has, however wrapped.
_LONGEST = 200


@dataclass(slots=True)
class Traces:
    """What was found in one or several texts."""

    #: Document, and what was mended in any of its copies.
    documents: dict[bytes, set[str]] = field(default_factory=dict)
    #: Game files, which people answer to: they count only if there is nothing else.
    games: dict[bytes, set[str]] = field(default_factory=dict)
    #: Documents of which the whole is quoted.
    quoted: set[bytes] = field(default_factory=set)
    #: Whether anything of a document is quoted.
    is_quoted: bool = False
    damage: PbemError | None = None
    #: Whether something was a block once, of which no line stands as it should.
    has_remains: bool = False

    @property
    def intact(self) -> bool:
        """Whether there is a document or a game, and nothing that is damaged."""
        return bool(self.documents or self.games) and self.damage is None

    @property
    def any(self) -> bool:
        """Whether there is any sign of a document."""
        found = self.documents or self.games or self.is_quoted or self.damage
        return bool(found or self.has_remains)

    def add(self, other: Traces) -> None:
        """Add what was found elsewhere."""
        for mine, others in ((self.documents, other.documents), (self.games, other.games)):
            for document, mended in others.items():
                mine.setdefault(document, set()).update(mended)
        self.quoted |= other.quoted
        self.is_quoted = self.is_quoted or other.is_quoted
        self.damage = self.damage or other.damage
        self.has_remains = self.has_remains or other.has_remains


def may_hold(text: str) -> bool:
    """Whether it is worth the time to look for a document in *text*, be it HTML or not."""
    return "PBEM" in text or "pbem" in text


def find(text: str) -> Traces:
    """The documents in *text*, of which quoted lines begin with a `>`."""
    traces = Traces()
    if not may_hold(text):
        return traces
    lines = _LINE_END.split(text)
    _scan(lines, traces)
    quoted = Traces()
    _scan((_QUOTED.sub("", line, count=1) for line in lines if _QUOTED.match(line)), quoted)
    traces.is_quoted = quoted.any
    traces.quoted = set(quoted.documents)
    if not traces.any and "PBEM DOCUMENT" in text:
        traces.has_remains = _REMAINS.search(text) is not None
    return traces


def _scan(source: Iterable[str], traces: Traces) -> None:
    """Add to *traces* what stands in lines that are not quoted."""
    lines: list[str] = []
    mended: list[frozenset[str]] = []
    for whole in source:
        line, words = _mend(whole)
        pieces = _parted(line)
        lines += pieces
        mended += [words] * len(pieces)
    at = 0
    while at < len(lines):
        if fence := _FENCE.fullmatch(lines[at]):
            end = _next_fence(lines, at + 1) if fence[1] == "BEGIN" else None
            if fence[1] == "END":
                _damaged(traces, "a block ends in the mail, but none had begun")
            elif end is None or "BEGIN" in lines[end]:
                _damaged(traces, "the block in the mail was cut off: it has no end")
            else:
                _armored(lines[at + 1 : end], mended[at + 1 : end], traces)
                at = end
        elif start := _START.fullmatch(lines[at]):
            if start[1] == "game":
                last = _end_of_game(lines, at + 1)
                game = "\n".join([*lines[at : last + 1], ""]).encode("utf-8", "replace")
                traces.games[flat.tidy(game)] = set()
                at = last + 1
                continue
            end = _signature(lines, at + 1)
            if end is None and start[1] not in flat.KINDS:
                _damaged(traces, f"a file of the kind {start[1]} is in the mail, not a document")
            elif end is None:
                _damaged(traces, "the document in the mail was cut off before its signature")
            else:
                _plain(lines[at : end + 1], mended[at : end + 1], traces)
                at = end
        at += 1


def _parted(line: str) -> list[str]:
    """The pieces of a line, if a block was joined into it: its marks stand alone again."""
    if "PBEM DOCUMENT" not in line:
        return [line]
    pieces: list[str] = []
    at = since = 0
    for mark in _FENCE.finditer(line):
        if mark[1] == "BEGIN":
            joined = _FIRST_ROW.match(line, mark.end()) is not None
        else:
            before = line[since : mark.start()].strip(" ")
            joined = bool(pieces) or _LAST_ROWS.fullmatch(before) is not None
        since = mark.end()
        if joined:
            pieces += [line[at : mark.start()].strip(" "), mark[0]]
            at = since
    return [*pieces, line[at:].strip(" ")]


def _next_fence(lines: list[str], at: int) -> int | None:
    """The next line that is a fence."""
    return next((here for here in range(at, len(lines)) if _FENCE.fullmatch(lines[here])), None)


def _signature(lines: list[str], at: int) -> int | None:
    """The last line of the document that goes on in that line."""
    signed = False
    for here, line in enumerate(lines[at : at + _LONGEST], at):
        if _START.fullmatch(line) or _FENCE.fullmatch(line):
            return None
        signed = signed or line == _TRAILER
        if signed and re.search('[^ ]"$', line):
            return here
    return None


def _end_of_game(lines: list[str], at: int) -> int:
    """The last line of the game file that goes on in that line; a cut one ends before a block."""
    inside = signed = False
    for here in range(at, len(lines)):
        line = lines[here]
        if _FENCE.fullmatch(line):
            return here - 1
        before = line.rstrip("'\u2018\u2019")
        if len(line) - len(before) == 3:
            inside = before != ""
        signed = signed or (line == _TRAILER and not inside)
        if signed and line.endswith('"'):
            return here
    return len(lines) - 1


def _armored(lines: list[str], mended: list[frozenset[str]], traces: Traces) -> None:
    """Add the document in the *lines* of a block, in which that was *mended*."""
    rows = [line.replace(" ", "") for line in lines]
    for row in rows:
        if not re.fullmatch("[A-Za-z0-9+/]*={0,2}", row):
            _damaged(traces, f"the block in the mail is damaged at {shown(row)}")
            return
    try:
        document = decode64("".join(rows))
    except ValueError:
        _damaged(traces, "the block in the mail is damaged: characters are missing or changed")
        return
    if not document:
        _damaged(traces, "the block in the mail is empty")
        return
    changes: set[str] = set().union(*mended)
    if rows != armor.armor(document, "").split("\n")[3:-2]:
        changes.add(_WRAPPED)
    traces.documents.setdefault(flat.tidy(document), set()).update(changes)


def _plain(lines: list[str], mended: list[frozenset[str]], traces: Traces) -> None:
    """Add the document that stands in these *lines*, its wrapped ones joined."""
    full = [line for line in lines if line]
    kept: list[str] = []
    for line in full:
        if kept and kept[-1] != _TRAILER and not _WHOLE_LINE.fullmatch(kept[-1]):
            kept[-1] += f" {line}"
        else:
            kept.append(line)
    changes: set[str] = set().union(*mended)
    if len(kept) < len(full):
        changes.add(_WRAPPED)
    # A signature has no blanks, wherever its line was broken.
    kept[-1] = re.sub('(?<=^sig = ")[^"]*', lambda sig: sig[0].replace(" ", ""), kept[-1])
    text = "\n".join(kept).replace(f"\n{_TRAILER}\n", f"\n\n{_TRAILER}\n")
    traces.documents.setdefault(f"{text}\n".encode("utf-8", "replace"), set()).update(changes)


def _mend(line: str) -> tuple[str, frozenset[str]]:
    """A line as it was, and what was undone in it, in words."""
    mended = set()
    if not (line.isascii() and line.isprintable()):
        for pattern, meant, words in _MENDS:
            line, count = pattern.subn(meant, line)
            if count:
                mended.add(words)
    return line.strip(" "), frozenset(mended)


def _damaged(traces: Traces, problem: str) -> None:
    traces.damage = traces.damage or Refused(problem, ASK)
