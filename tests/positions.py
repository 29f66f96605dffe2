"""The positions in examples/positions, by name."""

from __future__ import annotations

from pathlib import Path

from pbem.formats import position

FOLDER = Path(__file__).parent.parent / "examples" / "positions"
POSITIONS = sorted(path.stem for path in FOLDER.glob("*.toml"))


def text_of(name):
    return (FOLDER / f"{name}.toml").read_text("ascii")


def game_of(name):
    return position.loads(text_of(name).encode("ascii"))
