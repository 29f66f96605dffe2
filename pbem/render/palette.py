"""The colours of what is drawn: the paper, the families of the guests, the players by seat."""

from __future__ import annotations

from collections.abc import Mapping

LIGHT = {
    "paper": "#f3ecdd",
    "card": "#fffaf0",
    "ink": "#2b2119",
    "dim": "#66584a",
    "line": "#d8cab1",
    "soft": "#ebe1cd",
    "accent": "#9b1c1f",
    "glow": "#c98a12",
    "glow-soft": "#fbeec8",
    "good": "#2f6b3a",
    "p0": "#a63d2a",
    "p1": "#1d6a86",
    "p2": "#566d1b",
    "p3": "#7d4592",
    "artisan": "#b3322b",
    "merchant": "#2b62b0",
    "police": "#5e6570",
    "religious": "#7b3fa0",
    "noble": "#2c7a46",
    "peasant": "#94720a",
    "carnie": "#ad5208",
    "notable": "#0b7780",
    "none": "#7c6a55",
}
DARK = {
    "paper": "#16130f",
    "card": "#221d17",
    "ink": "#efe5d3",
    "dim": "#ab9d88",
    "line": "#40372c",
    "soft": "#2b251d",
    "accent": "#ef7b6d",
    "glow": "#e9b44c",
    "glow-soft": "#41351a",
    "good": "#85c58f",
    "p0": "#ec8a6d",
    "p1": "#6cb9d6",
    "p2": "#b2c765",
    "p3": "#cb9be0",
    "artisan": "#f08379",
    "merchant": "#85b2f2",
    "police": "#b5bcc8",
    "religious": "#cb9cec",
    "noble": "#7dcb94",
    "peasant": "#e0bd4e",
    "carnie": "#f3a05b",
    "notable": "#5fc6cd",
    "none": "#b9a68d",
}
_FAMILIES = ("artisan merchant police religious noble peasant carnie notable none").split()


def css() -> str:
    """The colours as variables of a style sheet: light ones, and dark ones for who likes them."""
    owners = " ".join(f".p{seat} {{ --own: var(--p{seat}); }}" for seat in range(4))
    families = " ".join(f".f-{name} {{ --fam: var(--{name}); }}" for name in _FAMILIES)
    return (
        f":root {{ {_variables(LIGHT)} }}\n"
        f"@media (prefers-color-scheme: dark) {{ :root {{ {_variables(DARK)} }} }}\n"
        f"{owners}\n{families}\n"
    )


def _variables(colours: Mapping[str, str]) -> str:
    return " ".join(f"--{name}: {colour};" for name, colour in colours.items())


def tint(colour: str, part: float, ground: str = LIGHT["card"]) -> str:
    """A colour laid thinly over a ground, for programs that cannot mix."""
    mixed = [
        round(part * int(colour[at : at + 2], 16) + (1 - part) * int(ground[at : at + 2], 16))
        for at in (1, 3, 5)
    ]
    return "#" + "".join(f"{value:02x}" for value in mixed)
