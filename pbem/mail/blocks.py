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

_ASK = "ask for the document as an attachment, or for the mail as it was sent"

# Signed text has a dash before its dashes; and what was five dashes may be fewer.
_FENCE = re.compile("(?:- )?--+ ?(BEGIN|END) PBEM DOCUMENT ?--+")
_START = re.compile(r'format = "pbem-([a-z-]{1,24})-[0-9]{1,4}"')
_TRAILER = "[signature]"
_WHOLE_LINE = re.compile(r'[a-z][a-z0-9_]* = (?:"[^"]*"|[0-9]+)')
_QUOTED = re.compile(r"(?:[ \t\u00a0]*\w{0,4}[>|]){1,50}[ \t\u00a0]?")

# What mail programs make of ASCII; no document has any of it.
_MENDS = (
    (re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]"), "", "invisible characters"),
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

    @property
    def intact(self) -> bool:
        """Whether there is a document or a game, and nothing that is damaged."""
        return bool(self.documents or self.games) and self.damage is None

    @property
    def any(self) -> bool:
        """Whether there is any sign of a document."""
        return bool(self.documents or self.games or self.is_quoted or self.damage)

    def add(self, other: Traces) -> None:
        """Add what was found elsewhere."""
        for mine, others in ((self.documents, other.documents), (self.games, other.games)):
            for document, mended in others.items():
                mine.setdefault(document, set()).update(mended)
        self.quoted |= other.quoted
        self.is_quoted = self.is_quoted or other.is_quoted
        self.damage = self.damage or other.damage


def may_hold(text: str) -> bool:
    """Whether it is worth the time to look for a document in *text*, be it HTML or not."""
    return "PBEM" in text or "pbem" in text


def find(text: str) -> Traces:
    """The documents in *text*, of which quoted lines begin with a `>`."""
    traces = Traces()
    if not may_hold(text):
        return traces
    lines = text.split("\n")
    _scan(lines, traces)
    quoted = Traces()
    _scan((_QUOTED.sub("", line, count=1) for line in lines if _QUOTED.match(line)), quoted)
    traces.is_quoted = quoted.any
    traces.quoted = set(quoted.documents)
    return traces


def _scan(source: Iterable[str], traces: Traces) -> None:
    """Add to *traces* what stands in lines that are not quoted."""
    raw = list(source)
    lines = [_mend(line) for line in raw]
    at = 0
    while at < len(lines):
        if fence := _FENCE.fullmatch(lines[at]):
            end = _next_fence(lines, at + 1) if fence[1] == "BEGIN" else None
            if fence[1] == "END":
                _damaged(traces, "a block ends in the mail, but none had begun")
            elif end is None or "BEGIN" in lines[end]:
                _damaged(traces, "the block in the mail was cut off: it has no end")
            else:
                _armored(raw[at + 1 : end], lines[at + 1 : end], traces)
                at = end
        elif start := _START.fullmatch(lines[at]):
            if start[1] == "game":
                game = "\n".join([*lines[at:], ""]).encode("utf-8", "replace")
                traces.games[flat.tidy(game)] = set()
                return
            end = _signature(lines, at + 1)
            if end is None and start[1] not in flat.KINDS:
                _damaged(traces, f"a file of the kind {start[1]} is in the mail, not a document")
            elif end is None:
                _damaged(traces, "the document in the mail was cut off before its signature")
            else:
                _plain(raw[at : end + 1], lines[at : end + 1], traces)
                at = end
        at += 1


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


def _armored(raw: list[str], lines: list[str], traces: Traces) -> None:
    """Add the document in the *lines* of a block, which were *raw* before they were mended."""
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
    changes = _changes(raw)
    if rows != armor.armor(document, "").split("\n")[3:-2]:
        changes.add(_WRAPPED)
    traces.documents.setdefault(flat.tidy(document), set()).update(changes)


def _plain(raw: list[str], lines: list[str], traces: Traces) -> None:
    """Add the document that stands in these *lines*, its wrapped ones joined."""
    full = [line for line in lines if line]
    kept: list[str] = []
    for line in full:
        if kept and kept[-1] != _TRAILER and not _WHOLE_LINE.fullmatch(kept[-1]):
            kept[-1] += f" {line}"
        else:
            kept.append(line)
    changes = _changes(raw)
    if len(kept) < len(full):
        changes.add(_WRAPPED)
    # A signature has no blanks, wherever its line was broken.
    kept[-1] = re.sub('(?<=^sig = ")[^"]*', lambda sig: sig[0].replace(" ", ""), kept[-1])
    text = "\n".join(kept).replace(f"\n{_TRAILER}\n", f"\n\n{_TRAILER}\n")
    traces.documents.setdefault(f"{text}\n".encode("utf-8", "replace"), set()).update(changes)


def _mend(line: str) -> str:
    if not line.isascii() or "\t" in line:
        for pattern, meant, _ in _MENDS:
            line = pattern.sub(meant, line)
    return line.strip(" ")


def _changes(raw: list[str]) -> set[str]:
    """What is to be mended in these lines, in words."""
    text = "\n".join(raw)
    return {words for pattern, _, words in _MENDS if pattern.search(text)}


def _damaged(traces: Traces, problem: str) -> None:
    traces.damage = traces.damage or Refused(problem, _ASK)
