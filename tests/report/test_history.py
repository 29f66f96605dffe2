"""What a reader is told of a game: at each entry what the game was then, and no more."""

from __future__ import annotations

import copy
import itertools
import json
from pathlib import Path

import pytest

from pbem import history, rules
from pbem.chain import open_game
from pbem.errors import Fault, Refused
from pbem.formats import entry
from tests.test_released import FOLDER
from tests.trust import agreeing, table


class Witness:
    """A table at which somebody writes down what is public after each entry."""

    def __init__(self, at):
        self.seen = []
        self.hands = []
        open_game(at.data(), at.moderator.seed, watch=self.look)

    def look(self, chain):
        game = chain.game
        # Written as text, for the game goes on.
        self.seen.append(None if game is None else json.dumps(rules.public(game)))
        hands = [] if game is None else [player.hand[:] for player in game.players]
        self.hands.append(dict(zip(chain.players, hands, strict=False)))


def told(at, reader=None):
    seed = None if reader is None else at.seeds[reader]
    recall = None if reader is None else at.recall(reader)
    return history.tell(at.data(), seed, recall).story


GAMES = [
    pytest.param(number, terms, id=f"{number}")
    for number, terms in enumerate(
        [
            {"names": ["anna"]},
            {"names": ["anna", "ben"], "length": "long"},
            {"names": ["anna", "ben", "carla", "dan"]},
            {"names": ["anna", "ben", "carla"], "modules": table.ALL},
            {"names": ["anna", "ben"], "modules": table.ALL, "variants": ["unlimited-wealth"]},
            {"names": ["anna", "ben", "carla"], "variants": ["first-come"]},
        ]
    )
]


@pytest.mark.parametrize(("number", "terms"), GAMES)
def test_without_a_key_a_reader_is_told_the_public_view_at_every_step(number, terms):
    terms = dict(terms)
    at = table.Table(700 + number, terms.pop("names"), **terms).join().accept().play(45)
    if at.chain.revealed:
        at = table.Table(800 + number, at.chain.players, **terms).join().accept().play(9)
    steps = told(at).steps
    witness = Witness(at)
    assert [s.position and json.dumps(s.position) for s in steps] == witness.seen
    assert not any(step.own for step in steps)
    assert [step.number for step in steps] == list(range(len(at.chain.hashes)))


@pytest.mark.parametrize("name", ["anna", "ben"])
def test_with_a_key_a_player_is_told_the_own_hand_at_every_step(name):
    at = table.midgame()
    steps, witness = told(at, name).steps, Witness(at)
    for step, hands in zip(steps, witness.hands, strict=True):
        assert step.own == ({name: {"hand": hands[name]}} if hands else {})


def test_after_the_reveal_everybody_is_told_all_hands():
    at = table.finished()
    steps, witness = told(at).steps, Witness(at)
    for step, hands in zip(steps, witness.hands, strict=True):
        assert {name: own["hand"] for name, own in step.own.items()} == hands


def test_the_moderator_is_told_no_more_than_the_public():
    at = table.midgame()
    mine = history.tell(at.data(), at.moderator.seed).story
    assert mine.steps == told(at).steps
    assert mine.reader is None


def objects_held(at, name):
    """The objects of a player after each entry, as the moderator knows them."""
    held = []

    def look(chain):
        players = chain.game.players if chain.game is not None else None
        held.append(players and players[chain.players.index(name)].objects[:])

    open_game(at.data(), at.moderator.seed, watch=look)
    return held


@pytest.mark.parametrize("name", ["anna", "ben", "carla"])
def test_a_player_is_told_the_own_objects_at_every_step(name):
    at = table.carnival()
    steps = told(at, name).steps
    for step, held in zip(steps, objects_held(at, name), strict=True):
        if held:
            assert step.own[name]["objects"] == held


@pytest.mark.parametrize("name", ["anna", "ben", "carla"])
def test_on_another_machine_the_first_picks_of_the_draft_alone_are_unknown(name):
    at = table.carnival()
    steps = history.tell(at.data(), at.seeds[name]).story.steps
    for step, held in zip(steps, objects_held(at, name), strict=True):
        if held and step.position["round"]["phase"] == "draft" and len(held) < 3:
            assert step.own[name]["objects"] == [rules.UNKNOWN] * len(held)
        elif held:
            assert step.own[name]["objects"] == held


def played_and_undone():
    """A game of objects that goes back behind entries in which objects were played."""
    at = table.drafted().split()
    number = at.chain.head.number
    return agreeing.correct(at.play(60), number).play(12)


def test_objects_of_entries_that_were_undone_are_told_as_they_were():
    at = played_and_undone()
    assert any(e[0] == "object" for n in at.chain.undone for e in at.chain.events[n])
    for name in at.seeds:
        steps = told(at, name).steps
        for step, held in zip(steps, objects_held(at, name), strict=True):
            if held:
                assert step.own[name]["objects"] == held


def test_every_change_by_agreement_is_told():
    data = (FOLDER / "rules-1" / "changed.toml").read_bytes()
    story = history.tell(data).story
    kinds = [step.said["kind"] for step in story.steps]
    assert {"genesis", "consent", "order", "rotate", "correct", "replace", "late", "handover"} < {
        *kinds
    }
    back = kinds.index(entry.CORRECT)
    said = story.steps[back].said
    assert story.steps[back].position == story.steps[said["back_to"]].position
    undone = [step.number for step in story.steps if "undone" in step.said]
    assert undone == list(range(said["back_to"] + 1, back))
    assert all(story.steps[number].said["undone"] == back for number in undone)
    assert story.moderator == "nina"


def test_a_game_that_was_broken_off_has_no_result():
    story = history.tell((FOLDER / "rules-1" / "abandoned.toml").read_bytes()).story
    assert (story.stage, story.result, story.reckoning) == ("over", None, [])


def test_the_reckoning_adds_up_to_the_loot():
    story = told(table.four())
    assert [sum(line.francs for line in lines) for lines in story.reckoning] == [*story.result.loot]


def test_a_game_before_its_deal_is_refused():
    with pytest.raises(Refused, match="the game is accepting"):
        told(table.accepting())


def test_a_game_at_fault_is_told_to_nobody():
    at = table.midgame()
    data = table.resign(at.data(), at.moderator, rechain=False, board=lambda b: {**b, "rooms": []})
    with pytest.raises(Fault, match="the board is not what follows"):
        history.tell(data)


def test_an_entry_of_the_example_is_told_as_worked_out_by_hand():
    game = Path(__file__).parents[2] / "examples" / "game" / "game.toml"
    steps = history.tell(game.read_bytes()).story.steps
    # ben has killed the viscount of room 2, now anna kills the representative of room 3.
    assert dict(steps[5].said) == {
        "entry": 5,
        "kind": "order",
        "player": "anna",
        "order": "kill 3 with peasant",
    }
    anna = steps[5].position["players"][0]
    assert (anna["name"], anna["hand_count"], anna["corpses"]) == ("anna", 1, ["representative"])
    guests = [room.get("guest") for room in steps[5].position["rooms"]]
    assert guests == ["newsboy", None, None, "cultivator", "brigadier-chief"]
    # The peasant goes to the bistro, the corpse lies before anna, then it is ben's turn.
    assert steps[5].changed == [
        "round.lap",
        "round.turn",
        "piles.bistro",
        "rooms.3",
        "players.anna.hand_count",
        "players.anna.corpses",
    ]
    assert steps[5].own["anna"] == {"hand": ["peasant"]}
    assert steps[5].asked == [("ben", "action")]


def test_what_has_changed_is_all_that_differs():
    for before, after in itertools.pairwise(told(table.carnival()).steps):
        if before.position is None:
            continue
        old, new = (copy.deepcopy(step.position) for step in (before, after))
        assert (old == new) == (not after.changed)
        for path in after.changed:
            part, name, *key = path.split(".")
            for position in (old, new):
                blank(position, part, name, *key)
        for position in (old, new):
            position["rooms"] = [room for room in position["rooms"] if room]
            position["trailers"] = [one for one in position.get("trailers", ()) if one]
        assert old == new


def blank(position, part, name, key=None):
    """Take a part out of a position."""
    if key is not None:
        next(one for one in position[part] if one["name"] == name).pop(key, None)
    elif part in {"rooms", "trailers"}:
        for one in position.get(part, ()):
            if name in {one.get("card"), str(one.get("number"))}:
                one.clear()
    else:
        position[part].pop(name, None)
