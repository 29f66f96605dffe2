"""A game of two with objects, through the commands that people use: draft, windows, holds."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.runner import pbem

PLAYERS = ("anna", "ben")


def run(*arguments, code=0, reader=None):
    answer = pbem(*arguments, *(["--as", f"{reader}.key"] if reader else []))
    assert answer.code == code, answer.err
    return answer


def hand_in(*documents, code=0):
    return run("adjudicate", "game.toml", *documents, reader="mara", code=code).text


def order(name, words, *more):
    """Sign and hand in; what the signing said."""
    said = run("order", "game.toml", words, "-o", "doc.toml", "--force", *more, reader=name).err
    hand_in("doc.toml")
    return said


def shown(reader=None):
    return json.loads(run("show", "game.toml", "--json", reader=reader).text)


def choices(name):
    return json.loads(run("moves", "game.toml", "--all", "--json", reader=name).text)


def asked():
    return [(one["player"], one["question"]) for one in shown()["pending"]]


@pytest.fixture(autouse=True)
def _dealt(home):
    for name in ("mara", *PLAYERS):
        run("key", "new", name, "--no-passphrase", "-o", f"{name}.key")
    seats = [word for name in PLAYERS for word in ("--player", name)]
    terms = ["--short", "--first", "anna", "--module", "objects", "--module", "carnies"]
    run("new", "game.toml", *seats, *terms, reader="mara")
    for command in ("join", "accept"):
        for name in PLAYERS:
            run(command, "game.toml", "-o", f"{name}.toml", "--force", reader=name)
        hand_in("anna.toml", "ben.toml")


def drafted():
    """Let both keep the first object of each pack; what each has kept."""
    kept = {name: [] for name in PLAYERS}
    while shown()["stage"] == "playing" and asked()[0][1] == "draft":
        name = asked()[0][0]
        words = choices(name)[0]
        kept[name].append(words.removeprefix("keep "))
        order(name, words)
    return {name: sorted(objects) for name, objects in kept.items()}


def window(name):
    """Play on, holding back, until a player is asked in a window; who was asked before."""
    before = []
    while (name, "objects") not in asked():
        other, question = asked()[0]
        before.append((other, question))
        order(other, "hold" if question == "objects" else choices(other)[-1])
    return before


def test_draft_is_answered_in_any_order_and_kept_objects_are_the_own_view():
    assert asked() == [("anna", "draft"), ("ben", "draft")]
    packs = {name: shown(name)["own"]["pack"] for name in PLAYERS}
    assert [len(pack) for pack in packs.values()] == [4, 4]
    assert choices("ben") == [f"keep {card}" for card in packs["ben"]]
    said = order("ben", f"keep {packs['ben'][2]}")
    assert f"ben orders: keep {packs['ben'][2]}" in said
    assert asked() == [("anna", "draft")]
    assert choices("ben") == []
    assert shown("ben")["own"]["objects"] == [packs["ben"][2]]
    order("anna", f"keep {packs['anna'][0]}")
    assert shown("anna")["own"]["pack"] == sorted(set(packs["ben"]) - {packs["ben"][2]})
    assert "objects" not in shown()["board"]["players"][0]
    assert shown()["board"]["players"][0]["object_count"] == 1


def test_picks_handed_in_together_count_each():
    for name in PLAYERS:
        words = choices(name)[-1]
        run("order", "game.toml", words, "-o", f"{name}.toml", "--force", reader=name)
    hand_in("ben.toml", "anna.toml")
    assert [count["object_count"] for count in shown()["board"]["players"]] == [1, 1]


def test_other_pick_is_signed_with_replace_and_the_highest_revision_counts():
    first, second = choices("ben")[:2]
    run("order", "game.toml", first, "-o", "one.toml", reader="ben")
    refused = run("order", "game.toml", second, "-o", "two.toml", reader="ben", code=3)
    assert f"you have signed '{first}' already" in refused.err
    run("order", "game.toml", second, "-o", "two.toml", "--replace", reader="ben")
    hand_in("one.toml", "two.toml", code=3)
    assert shown("ben")["own"]["objects"] == [second.removeprefix("keep ")]
    assert "your sealed choices: 1" in run("audit", "game.toml", reader="ben").text


def test_earlier_pick_that_was_taken_is_checked_though_another_was_signed_since():
    first, second = choices("ben")[:2]
    run("order", "game.toml", first, "-o", "one.toml", reader="ben")
    run("order", "game.toml", second, "-o", "two.toml", "--replace", reader="ben")
    hand_in("one.toml")
    assert "your sealed choices: 1" in run("audit", "game.toml", reader="ben").text


def test_after_the_draft_each_pays_and_sees_the_own_objects():
    kept = drafted()
    board = shown()["board"]["players"]
    for player in board:
        assert player["object_count"] == 3
        assert 1 <= player["cash"] <= 10
        assert shown(player["name"])["own"]["objects"] == kept[player["name"]]
    text = run("show", "game.toml", reader="anna").text
    for card in kept["anna"]:
        assert card in text
    other = run("show", "game.toml", reader="ben").text
    assert not [card for card in kept["anna"] if re.search(rf"^  {card}\b", other, re.MULTILINE)]


def test_moves_of_a_window_are_those_of_the_own_objects():
    kept = drafted()
    window("anna")
    found = choices("anna")
    assert found[-1] == "hold"
    assert {words.split()[1] for words in found[:-1]} <= set(kept["anna"])
    unknown = json.loads(
        run("moves", "game.toml", "--player", "anna", "--all", "--json", reader="ben").text
    )
    assert unknown == ["hold"]


def test_hold_for_the_round_answers_the_window_and_the_later_ones():
    drafted()
    window("anna")
    said = order("anna", "hold for round")
    assert "anna orders: hold for round" in said
    assert ("anna", "objects") not in asked()
    assert "anna plays no object, by a standing hold" in run("log", "game.toml").text
    number = shown()["board"]["round"]["number"]
    before = []
    while shown()["stage"] == "playing" and shown()["board"]["round"]["number"] == number:
        other, question = asked()[0]
        before.append((other, question))
        order(other, "hold" if question == "objects" else choices(other)[-1])
    assert ("anna", "objects") not in before
    assert ("anna", "action") in before
    for reader in (None, *PLAYERS):
        assert "sound so far" in run("audit", "game.toml", reader=reader).text


def test_hold_is_cancelled_and_the_windows_come_again():
    drafted()
    order("anna", "hold always")
    assert ("anna", "objects") not in window("ben")
    order("ben", "hold")
    order("anna", "hold no more")
    assert "standing" not in shown("anna")["own"]
    window("anna")


def test_answer_and_hold_are_signed_on_the_same_file():
    drafted()
    name = asked()[0][0]
    run("order", "game.toml", "hold always", "-o", "hold.toml", reader=name)
    run("order", "game.toml", choices(name)[0], "-o", "answer.toml", reader=name)
    assert "seq = 5" in Path("answer.toml").read_text(encoding="ascii")
    hand_in("answer.toml", "hold.toml")
    assert shown(name)["own"]["standing"] == ["always", 0]


def test_own_choices_are_checked_also_after_other_keys():
    """Those of two dead keys are counted, those of another player on this machine are not."""
    drafted()
    order("ben", "hold always")
    for new, old in (("anna-2", "anna"), ("anna-3", "anna-2")):
        run("key", "new", new, "--no-passphrase", "-o", f"{new}.key")
        run("rotate", "game.toml", "--new", f"{new}.key", "-o", f"{new}.doc", reader=old)
        hand_in(f"{new}.doc")
        # Another key can be given when something new was asked.
        name, _ = asked()[0]
        key = new if name == "anna" else name
        order(key, choices(key)[0])
    order("anna-3", "hold always")
    full = run("audit", "game.toml", reader="anna-3").text
    assert "your sealed choices: 4, each applied as signed" in full
    assert (
        "your sealed choices: 4, each applied as signed"
        in run("audit", "game.toml", reader="ben").text
    )


def test_audit_of_a_player_without_the_state_folder_says_less_but_holds():
    drafted()
    full = run("audit", "game.toml", reader="anna").text
    assert "your sealed choices: 3, each applied as signed" in full
    Path(".local/state/pbem").rename("elsewhere")
    assert "sealed choices: " not in run("audit", "game.toml", reader="anna").text
