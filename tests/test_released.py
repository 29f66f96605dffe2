"""Finished games of every version of the rules: each is proven by this version, or refused clearly.

An index holds of each game the last entry, its hash and what the players had in the end; both are
what they were when the game was made.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem import audit, rules
from pbem.errors import Refused
from pbem.formats.text import encode64

FOLDER = Path(__file__).parent / "released"
GAMES = [
    pytest.param(folder, *line.split(maxsplit=3), id=f"{folder.name}-{line.split()[0]}")
    for folder in sorted(FOLDER.iterdir())
    for line in (folder / "index").read_text("ascii").splitlines()
]


@pytest.mark.parametrize(
    ("folder", "name", "number", "hash_", "loot"),
    [pytest.param(*game.values, *[""] * (5 - len(game.values)), id=game.id) for game in GAMES],
)
def test_game_of_this_version_is_proven_and_ends_as_it_did(folder, name, number, hash_, loot):
    data = (folder / f"{name}.toml").read_bytes()
    if folder.name != f"rules-{rules.RULES}":
        with pytest.raises(Refused, match="use the version of pbem that the game was made with"):
            audit.audit(data)
        return
    report = audit.audit(data)
    chain = report.opened.chain
    assert report.verdict == audit.PROVEN
    assert (chain.head.number, encode64(chain.head.hash)) == (int(number), hash_)
    ended = rules.result(chain.game)
    assert ([] if ended is None else list(ended.loot)) == [int(francs) for francs in loot.split()]


def test_every_game_is_in_its_index():
    for folder in FOLDER.iterdir():
        names = {line.split()[0] for line in (folder / "index").read_text("ascii").splitlines()}
        assert {path.stem for path in folder.glob("*.toml")} == names
