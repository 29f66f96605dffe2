"""Texts of a mail as lines: HTML and flowed paragraphs undone, quotes marked with `>`."""

from __future__ import annotations

import html
import re

_BREAKS = frozenset(
    "address article aside blockquote body br center dd div dl dt fieldset footer form h1 h2 h3 h4"
    " h5 h6 header hr li main ol p pre section table tbody td tfoot th thead tr ul".split()
)
_UNSEEN = frozenset({"head", "script", "style", "title"})

# Possessive: a long word that no `>` ends would be tried at each of its letters.
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9:]*+)[^<>]*+>")
_DECLARATION = re.compile(r"<[!?][^<>]*+>")
# More digits than a character can have; `html` fails on thousands of them.
_LONG_NUMBER = re.compile(r"&#[xX]?[0-9A-Fa-f]{8,};?")
_SPACE = re.compile(r"[ \t\r\n\f]+")

_HTML = re.compile(
    r"\s*(?:<!--.{0,200}?-->\s*)?<(?:!doctype|html|head|body|div|p|pre|meta|span|table|font)\b",
    re.IGNORECASE | re.DOTALL,
)
_FENCE = re.compile(r"[-\u2010-\u2015]{2}")


def looks_like_html(text: str) -> bool:
    """Whether *text* begins as HTML does, whatever its label says."""
    return _HTML.match(text) is not None


def from_html(source: str, *, keep_lines: bool = False) -> str:
    """The text of some HTML, a line for each paragraph, a `>` before what is quoted.

    Line ends in the source are blanks unless they are to be kept, which some styles ask for.
    """
    # `html.parser` takes minutes for some input of a megabyte.
    writer = _Writer(keep_lines=keep_lines)
    at = 0
    source = _DECLARATION.sub("", _without_comments(source))
    for tag in _TAG.finditer(source):
        writer.text(source[at : tag.start()])
        writer.tag(tag[2].lower(), closes=bool(tag[1]))
        at = tag.end()
    writer.text(source[at:])
    writer.end_line()
    return "\n".join(writer.lines)


def _without_comments(source: str) -> str:
    kept = []
    at = 0
    while (start := source.find("<!--", at)) >= 0:
        kept.append(source[at:start])
        end = source.find("-->", start)
        if end < 0:
            return "".join(kept)
        at = end + 3
    return "".join([*kept, source[at:]])


class _Writer:
    """Lines written from tags and the texts between them."""

    def __init__(self, *, keep_lines: bool) -> None:
        self.lines: list[str] = []
        self._line: list[str] = []
        self._keep_lines = keep_lines
        self._unseen: str | None = None
        self._open = {"pre": 0, "blockquote": 0}

    def tag(self, name: str, *, closes: bool) -> None:
        if name in _UNSEEN and self._unseen in {None, name}:
            self._unseen = None if closes else name
        if self._unseen is not None:
            return
        if name in _BREAKS:
            self.end_line()
        if name in self._open:
            self._open[name] = max(0, self._open[name] + (-1 if closes else 1))

    def text(self, source: str) -> None:
        if self._unseen is not None or not source:
            return
        text = html.unescape(_LONG_NUMBER.sub("?", source))
        if not self._keep_lines and not self._open["pre"]:
            self._line.append(_SPACE.sub(" ", text))
            return
        first, *others = text.split("\n")
        self._line.append(first)
        for other in others:
            self.end_line()
            self._line.append(other)

    def end_line(self) -> None:
        if not self._line:
            return
        text = "".join(self._line).strip(" \t\r\n")
        self._line.clear()
        if text:
            self.lines.append(f"> {text}" if self._open["blockquote"] else text)


def unflowed(text: str, *, delete_space: bool) -> str:
    """*text* of format=flowed with its paragraphs joined. (RFC 3676)

    Fences and what stands below a signature's dashes are never joined: programs that add blanks
    at line ends would make one line of a block.
    """
    lines: list[str] = []
    paragraph: list[str] = []
    depth = 0
    for line in text.split("\n"):
        rest = line.lstrip(">")
        marks = len(line) - len(rest)
        rest = rest.removeprefix(" ")
        fixed = rest == "-- " or _FENCE.match(rest) is not None
        if paragraph and (fixed or marks != depth):
            lines.append(_quoted("".join(paragraph), depth))
            paragraph = []
        depth = marks
        flows = rest.endswith(" ") and not fixed
        paragraph.append(rest[:-1] if flows and delete_space else rest)
        if not flows:
            lines.append(_quoted("".join(paragraph), depth))
            paragraph = []
    if paragraph:
        lines.append(_quoted("".join(paragraph), depth))
    return "\n".join(lines)


def _quoted(text: str, depth: int) -> str:
    return f"> {text}" if depth else text
