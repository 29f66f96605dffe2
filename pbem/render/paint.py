"""Lines of spans, each a text with a style: as plain text, or in the colours of a terminal."""

from __future__ import annotations

from collections.abc import Iterable

#: A text and its style, in the words of rich; "" is no style.
Span = tuple[str, str]
Line = list[Span]

WIDTH = 80


def plain(lines: Iterable[Line]) -> str:
    """The lines without their styles, no blanks at their ends."""
    return "\n".join("".join(text for text, _ in line).rstrip() for line in lines)


def coloured(lines: Iterable[Line]) -> str:
    """The lines for a terminal that knows colours."""
    from rich.console import Console
    from rich.text import Text

    console = Console(force_terminal=True, color_system="standard", width=10_000, highlight=False)
    with console.capture() as capture:
        for line in lines:
            console.print(Text.assemble(*line, end=""))
    return capture.get().rstrip("\n")


def listed(spans: Iterable[Span]) -> list[Span]:
    """Spans with a comma behind each but the last."""
    parts = list(spans)
    return [(f"{text},", style) for text, style in parts[:-1]] + parts[-1:]


def wrapped(words: Iterable[Span], first: str, indent: int) -> list[Line]:
    """Spans joined by blanks in lines of at most WIDTH; *first* leads, later lines are indented."""
    lines: list[Line] = [[(first.ljust(indent), "")]]
    used = len(lines[0][0][0])
    fresh = True
    for text, style in words:
        if not fresh and used + 1 + len(text) > WIDTH:
            lines.append([(" " * indent, "")])
            used = indent
            fresh = True
        if not fresh:
            lines[-1].append((" ", ""))
            used += 1
        lines[-1].append((text, style))
        used += len(text)
        fresh = False
    return lines
