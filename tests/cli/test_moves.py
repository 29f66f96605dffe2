"""The legal orders of a game with objects, which only the own key tells."""

from __future__ import annotations

import json

import pytest

from pbem import bot
from pbem.rules.setup import known_objects
from tests.cli.runner import in_home, pbem


def stop(*_):
    raise KeyboardInterrupt


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A game of two that has come to its draft, and the keys."""
    folder = tmp_path_factory.mktemp("draft")
    with pytest.MonkeyPatch.context() as patch:
        in_home(folder, patch)
        patch.setattr(bot, "choose", stop)
        pbem("demo", str(folder / "demo"), "--players", "2", "--module", "objects")
    return folder / "demo"


def listed(folder, *more):
    answer = pbem("moves", f"{folder}/game.toml", "--all", "--json", *more)
    assert answer.code == 0
    return json.loads(answer.out)


def test_own_key_lists_the_own_pack(folder):
    packs = [listed(folder, "--as", f"{folder}/keys/{name}.toml") for name in ("anna", "ben")]
    kept = [order.removeprefix("keep ") for pack in packs for order in pack]
    assert [len(pack) for pack in packs] == [4, 4]
    assert len(set(kept)) == 8
    assert set(kept) <= set(known_objects())


def test_other_packs_are_not_listed(folder):
    key = f"{folder}/keys/anna.toml"
    assert listed(folder, "--player", "ben", "--as", key) == []
    text = pbem("moves", f"{folder}/game.toml", "--player", "ben", "--as", key).text
    assert text.startswith("What ben can choose from is known to ben alone.\n")


def test_moderator_sees_all_packs(folder):
    key = f"{folder}/keys/mod.toml"
    assert len(listed(folder, "--player", "ben", "--as", key)) == 4
