"""Nobody sees what is hidden: whatever lies there, views and questions stay the same."""

from __future__ import annotations

import copy
import random

import pytest

from pbem import rules
from tests.rules import random_game
from tests.rules.random_game import asked, shake_objects, shaken
from tests.rules.scenario import Scripted, Shuffler, evening, has, layout, new, night


def seen(game, *seats):
    views = [rules.own(game, seat) for seat in seats]
    return copy.deepcopy((rules.public(game), views, asked(game)))


def packs(game, seat):
    return [one.about for one in rules.pending(game) if one[:2] == (seat, "draft")]


@pytest.mark.parametrize("number", range(16))
def test_views_do_not_depend_on_what_is_hidden(number):
    chance = random.Random(number)
    game = random_game.start(number)
    while game.phase != "over":
        assert seen(shaken(game, chance)) == seen(game)
        seat = chance.randrange(len(game.players))
        other = shaken(game, chance, seat)
        assert seen(other, seat) == seen(game, seat)
        assert packs(other, seat) == packs(game, seat)
        seat, order = random_game.decide(game, chance)
        rules.play(game, seat, order, Shuffler(number))


@pytest.mark.parametrize("number", range(2, 26, 3))
def test_problems_do_not_depend_on_what_is_hidden(number):
    chance = random.Random(number)
    game = random_game.start(number)
    while game.phase != "over":
        for one in rules.pending(game):
            other = shaken(game, chance, one.seat)
            assert list(rules.groups(game, one.seat)) == list(rules.groups(other, one.seat))
        seat, order = random_game.decide(game, chance)
        rules.play(game, seat, order, Shuffler(number))


@pytest.mark.parametrize("number", [*range(1, 24, 4), *range(2, 24, 4)])
def test_what_happens_does_not_depend_on_what_others_hold(number):
    # Not who is asked, either. With the last pick the prices become public.
    chance = random.Random(number)
    game = random_game.start(number)
    while game.phase != "over":
        seat, order = random_game.decide(game, chance)
        other = game.copy()
        shake_objects(other, chance, seat)
        for player, same in zip(other.players, game.players, strict=True):
            player.standing = same.standing
        drafting = game.phase == "draft"
        rules.play(game, seat, order, Shuffler(number))
        if drafting and game.phase != "draft":
            continue
        rules.play(other, seat, order, Shuffler(number))
        assert other.events == game.events
        # In the draft the next pack comes from a neighbor.
        seats = [] if drafting else [seat]
        assert seen(other, *seats) == seen(game, *seats)


def test_shaking_changes_the_secrets():
    terms = {"modules": ["carnies", "events", "notables", "objects"]}
    game = new("anna ben", dealer=Shuffler("x"), **terms).game
    for seats in ((), (0,)):
        other = shaken(game, random.Random(1), *seats)
        for word in ("entrance", "box", "events", "agenda"):
            assert rules.secrets(other)[word] != rules.secrets(game)[word]


def test_shaking_changes_what_others_hold_and_have_ordered():
    game = evening(
        inn=dict(enumerate(["duke", "monk", "baron", "count", "abbot"], start=1)),
        anna=has(objects="rug"),
        ben=has(objects="tomb poison"),
    ).game
    other = shaken(game, random.Random(2), 0)
    assert other.players[0].objects == ["rug"]
    assert other.players[1].objects != ["poison", "tomb"]


def test_objects_are_counted_in_public_and_named_to_their_owner():
    game = night(anna=has(objects="rug tomb"), ben=has(hand="baron")).game
    view = rules.public(game)
    assert [player.get("object_count") for player in view["players"]] == [2, None]
    assert "rug" not in str(view)
    assert rules.own(game, 0)["objects"] == ["rug", "tomb"]


def test_with_the_module_everybodys_objects_are_counted():
    game = night(modules=["objects"]).game
    assert [player["object_count"] for player in rules.public(game)["players"]] == [0, 0]


def test_a_pack_is_shown_to_its_player_alone():
    game = new("anna ben", modules=["objects"]).game
    assert rules.own(game, 0)["pack"] == ["bible", "cake", "coffee", "confessional"]
    assert rules.own(game, 1)["pack"] == ["gold-teeth", "hammer", "letter", "liquor"]
    assert "bible" not in str(rules.public(game))


def test_a_standing_hold_is_shown_to_its_player_alone():
    table = night(anna=has(objects="rug"))
    table.order("anna", "hold until evening 5")
    assert rules.own(table.game, 0)["standing"] == ["until", 5]
    assert "standing" not in rules.own(table.game, 1)
    assert "until" not in str(rules.public(table.game))


@pytest.mark.parametrize(
    "text", ["hold for round", "hold until evening 5", "hold always", "hold no more"]
)
def test_all_standing_orders_look_alike(text):
    table = night(anna=has(objects="rug"))
    before = copy.deepcopy(rules.public(table.game))
    table.order("anna", text)
    assert table.said() == ["stand anna"]
    assert rules.public(table.game) == before


def test_events_are_counted_but_not_named():
    piles = rules.public(night(events="fiasco extortion", event_discards="blackmail").game)["piles"]
    assert (piles["events_count"], piles["event_discards"]) == (2, ["blackmail"])
    assert "fiasco" not in str(piles)


def test_what_lies_on_the_board_is_public():
    view = rules.public(
        night(
            trailers={"juggler": "ben"},
            inn={1: "duke", "juggler": "baron"},
            coffee={1: "anna"},
            cake={"juggler": "ben"},
            letter=True,
            revealed="fiasco",
            anna=has(corpses="monk baron", snowed="monk"),
        ).game
    )
    assert view["rooms"][0] == {"number": 1, "key": "anna", "guest": "duke", "coffee": "anna"}
    assert view["trailers"] == [
        {"card": "juggler", "owner": "ben", "guest": "baron", "cake": "ben"}
    ]
    assert (view["round"]["letter"], view["piles"]["revealed"]) == (True, "fiasco")
    assert view["players"][0]["snowed"] == ["monk"]


def test_the_partner_of_the_twins_is_named_nowhere():
    one, other = (
        night(anna=has(hand="monk", corpses="twins", annexes="abbot"), box=box)
        for box in ("duke marquis", "prince count")
    )
    for table in (one, other):
        table.order("anna", "bury twins under abbot with monk")
    assert one.events == other.events
    assert rules.public(one.game) == rules.public(other.game)


def test_a_view_does_not_depend_on_the_hand_of_another():
    one = night(anna=has(hand="monk"), ben=has(hand="duke baron")).game
    other = night(anna=has(hand="monk"), ben=has(hand="count abbot")).game
    assert rules.public(one) == rules.public(other)
    assert rules.own(one, 0) == rules.own(other, 0)


def test_cards_face_up_are_part_of_the_view():
    one = evening(entrance="duke monk baron").game
    other = evening(entrance="monk duke baron").game
    assert rules.public(one) != rules.public(other)


def test_culled_cards_are_counted_but_not_named():
    game = new("anna ben", dealer=Scripted("anna")).game
    piles = rules.public(game)["piles"]
    assert (piles["box_count"], "box" in piles) == (29, False)  # 25 travelers and 4 peasants


def test_the_public_view_has_the_words_of_a_position_and_counts():
    game = night(anna=has(hand="monk"), service={1: "ben"}, inn={1: "duke"}).game
    view, data = rules.public(game), layout("night")
    assert set(view) == set(data) - {"format"}
    assert set(view["piles"]) == {"entrance", "entrance_count", "exit", "bistro", "box_count"}
    assert view["rooms"][0] == {"number": 1, "key": "anna", "service": "ben", "guest": "duke"}
    assert set(view["players"][0]) == {
        "name",
        "cash",
        "checks",
        "hand_count",
        "corpses",
        "annexes",
    }


def test_a_position_is_the_view_and_the_secrets_together():
    secrets = rules.secrets(night(anna=has(hand="monk"), box="duke baron").game)
    assert secrets["box"] == ["baron", "duke"]
    assert secrets["hands"] == [["monk"], []]
    assert secrets["entrance"] == ["major", "major"]
