"""Lines of spans, each a text with a style: as plain text, or in the colours of a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

#: A text and its style, in the words of rich; "" is no style.
Span = tuple[str, str]
Line = list[Span]

#: What every terminal has, and every mail.
WIDTH = 80


class Paragraph(Line):
    """Words that are broken into lines where they are shown, at the width that there is."""

    def __init__(self, words: Iterable[Span], first: str, indent: int) -> None:
        """Let *first* lead the first line, and later lines be indented."""
        super().__init__(words)
        self.first = first
        self.indent = indent

    def lines(self, width: int) -> Iterator[Line]:
        """The words joined by blanks, in lines of at most that width."""
        line: Line = [(self.first.ljust(self.indent), "")]
        used = len(line[0][0])
        for text, style in self:
            fresh = len(line) == 1
            if not fresh and used + 1 + len(text) > width:
                yield line
                line, used, fresh = [(" " * self.indent, "")], self.indent, True
            line += [(text, style)] if fresh else [(" ", ""), (text, style)]
            used += len(text) + (not fresh)
        yield line


def fitted(lines: Iterable[Line], width: int) -> Iterator[Line]:
    """The lines with their paragraphs broken."""
    for line in lines:
        if isinstance(line, Paragraph):
            yield from line.lines(width)
        else:
            yield line


def plain(lines: Iterable[Line], width: int = WIDTH) -> str:
    """The lines without their styles, no blanks at their ends."""
    shown = fitted(lines, width)
    return "\n".join("".join(text for text, _ in line).rstrip() for line in shown)


def coloured(lines: Iterable[Line], width: int = WIDTH) -> str:
    """The lines for a terminal that knows colours."""
    from rich.console import Console
    from rich.text import Text

    console = Console(force_terminal=True, color_system="standard", width=10_000, highlight=False)
    with console.capture() as capture:
        for line in fitted(lines, width):
            console.print(Text.assemble(*line, end=""))
    return capture.get().rstrip("\n")


def listed(spans: Iterable[Span]) -> list[Span]:
    """Spans with a comma behind each but the last."""
    parts = list(spans)
    return [(f"{text},", style) for text, style in parts[:-1]] + parts[-1:]


def wrapped(words: Iterable[Span], first: str, indent: int) -> list[Line]:
    """A paragraph, as a part of what is shown."""
    return [Paragraph(words, first, indent)]
