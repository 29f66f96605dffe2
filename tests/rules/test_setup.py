"""Terms of a game and its first state. (Rulebook, Setup)"""

from __future__ import annotations

import pytest

from pbem import rules
from pbem.rules import Unreadable
from tests.rules.scenario import Scripted, has, new, night


@pytest.mark.parametrize(
    ("names", "rooms", "white"),
    [("anna", 4, 3), ("anna ben", 5, 3), ("anna ben cleo", 6, 3), ("anna ben cleo dora", 8, 4)],
)
def test_more_players_open_more_rooms(names, rooms, white):
    places = new(names).game.places
    assert (len(places), [place.key for place in places].count(None)) == (rooms, white)


def test_everybody_starts_with_5f_a_check_two_peasants_and_a_barn():
    player = new("anna ben").ben
    assert (player.cash, player.checks, player.hand) == (5, 1, ["peasant", "peasant"])
    assert [annex.card for annex in player.annexes] == ["barn"]


def test_the_deck_is_all_70_travelers():
    table = new("anna ben")
    assert len(table.dealer.asked[-1][2]) == 70
    assert table.dealer.asked[-1][2] == tuple(sorted(table.dealer.asked[-1][2]))


@pytest.mark.parametrize(
    ("modules", "cards"),
    [
        (["carnies"], 84),
        (["notables"], 70),
        (["carnies", "notables"], 84),
        (["objects"], 70),
    ],
)
def test_carnies_are_added_and_notables_take_the_place_of_nobles(modules, cards):
    # Fourteen carnies are added, fourteen notables take the place of the nobles.
    deck = new("anna ben", modules=modules).dealer
    assert len(next(pile for name, _, pile in deck.asked if name == "guests")) == cards


def test_the_decks_of_all_modules_are_shuffled_one_by_one():
    table = new("anna ben", modules=["carnies", "events", "notables", "objects"])
    assert table.said("shuffle") == [
        "shuffle seats 0 2",
        "shuffle guests 0 84",
        "shuffle events 0 8",
        "shuffle objects 0 16",
    ]


def test_the_decks_hold_each_event_and_object_once():
    table = new("anna ben", modules=["carnies", "events", "objects"])
    piles = {name: pile for name, _, pile in table.dealer.asked}
    for deck, count in (("events", 8), ("objects", 16)):
        assert len(set(piles[deck])) == len(piles[deck]) == count


def test_removed_carnies_and_notables_are_in_the_box():
    table = new("anna ben", length="short", modules=["carnies", "notables"])
    assert (len(table.game.entrance), len(table.game.box)) == (84 - 35, 35 + 4)


def test_without_objects_the_disk_begins_on_5f():
    assert new("anna ben", modules=["carnies", "notables"]).wealth() == (5, 1)


def test_the_draft_comes_before_the_first_evening():
    table = new("anna ben", modules=["objects"])
    assert (table.game.phase, table.game.number) == ("draft", 0)
    assert table.asked() == {"anna": "draft", "ben": "draft"}


def test_modules_come_in_one_form():
    one = rules.options(["anna", "ben"], modules=["objects", "events", "carnies", "carnies"])
    assert one.modules == ("carnies", "events", "objects")


@pytest.mark.parametrize("name", ["juggler", "banker", "fiasco", "poison", "letter", "exchange"])
def test_a_word_of_the_expansion_is_no_name(name):
    with pytest.raises(Unreadable, match="a card or a word of the orders"):
        rules.options(["anna", name])


@pytest.mark.parametrize(
    ("pack", "kept"),
    [
        (("poison", "tomb", "rug", "cake"), "cake"),
        (("poison", "tomb", "rug"), "rug"),
        (("well", "quicklime"), "quicklime"),
        (("liquor", "hammer", "bible"), "hammer"),
    ],
)
def test_a_choice_that_cannot_be_read_keeps_the_cheapest(pack, kept):
    # Of equal prices the first by name. (Decision S5)
    assert rules.draft_default(night().game, pack) == kept


def test_the_top_of_the_shuffled_deck_is_placed_first():
    table = new("anna ben", dealer=Scripted("anna", "duke marquis"))
    table.order("anna", "place 2")
    assert table.guest(2) == "duke"


def test_removed_cards_are_in_the_box():
    table = new("anna ben", length="short")
    assert len(table.game.box) == 35 + 4


def test_the_shuffles_are_told_by_number():
    table = new("anna ben")
    assert table.said("shuffle") == ["shuffle seats 0 2", "shuffle guests 0 70"]


def test_the_first_evening_begins():
    table = new("anna ben", first="ben")
    assert (table.game.number, table.game.season, table.asked()) == (1, 1, {"ben": "place"})


@pytest.mark.parametrize("name", ["", "Anna", "1st", "an na", "ann_a", "-a", "a" * 25, "anné"])
def test_a_bad_name_is_refused(name):
    with pytest.raises(Unreadable, match="cannot be a player's name"):
        rules.options([name])


@pytest.mark.parametrize("name", ["white", "monk", "barn", "peasant", "kill", "with", "under"])
def test_a_word_of_the_orders_is_no_name(name):
    with pytest.raises(Unreadable, match="a card or a word of the orders"):
        rules.options(["anna", name])


@pytest.mark.parametrize("name", ["a", "anna-2", "a" * 24, "x1"])
def test_a_good_name_is_taken(name):
    assert rules.options([name]).players == (name,)


@pytest.mark.parametrize("count", [0, 5])
def test_a_game_has_1_to_4_players(count):
    with pytest.raises(Unreadable, match=f"1 to 4 players, found {count}"):
        rules.options(["anna", "ben", "cleo", "dora", "ewan"][:count])


@pytest.mark.parametrize(
    ("terms", "message"),
    [
        ({"length": "endless"}, "unknown length 'endless': expected short or long"),
        ({"variants": ["rain"]}, "unknown variant 'rain'"),
        ({"modules": ["circus"]}, "unknown module 'circus': expected carnies or events"),
        ({"modules": ["events"]}, "the module events needs the module carnies"),
        ({"rulings": {"rug": "throw"}}, "give or take"),
        ({"rulings": {"rain": "wet"}}, "unknown ruling 'rain'"),
        ({"rulings": {"reshuffle": "never"}}, "when-needed or at-once"),
        ({"first": "cleo"}, "first player cleo is none of the players anna, ben"),
        ({"corrections": {"elf.rank": 1}}, "no card 'elf'"),
        ({"corrections": {"barn.rank": 2}}, "no card 'barn'"),
        ({"corrections": {"monk": 2}}, "expected one of rank, outer, money, affinity"),
        ({"corrections": {"monk.copies": 2}}, "expected one of rank, outer, money, affinity"),
        ({"corrections": {"monk.rank": "two"}}, "monk.rank is 'two': expected a number"),
        ({"corrections": {"monk.money": 100}}, "from 0 to 99"),
        ({"corrections": {"monk.affinity": "sing"}}, "monk.affinity is 'sing'"),
    ],
)
def test_bad_terms_are_refused(terms, message):
    with pytest.raises(Unreadable, match=message):
        rules.options(["anna", "ben"], **terms)


def test_two_players_of_a_name_are_refused():
    with pytest.raises(Unreadable, match="two players are called anna"):
        rules.options(["anna", "anna"])


def test_terms_have_one_form():
    one = rules.options(["anna"], variants=["unlimited-wealth", "first-come", "first-come"])
    other = rules.options(
        ["anna"],
        variants=["first-come", "unlimited-wealth"],
        rulings={"reshuffle": "when-needed"},
    )
    assert one == other


def test_a_corrected_rank_counts():
    table = night(corrections={"monk.rank": 0}, inn={1: "monk"})
    table.order("anna", "kill 1")
    assert table.anna.corpses == ["monk"]


def test_a_corrected_rank_is_the_outer_rank_too():
    table = night(corrections={"monk.rank": 2}, anna=has(hand="monk abbot"))
    assert "needs 2" in table.refused("anna", "build monk with abbot at 3")


def test_a_corrected_outer_rank_leaves_the_rank_alone():
    table = night(corrections={"monk.outer": 0}, inn={1: "monk"}, anna=has(corpses="monk"))
    assert "needs 1" in table.refused("anna", "kill 1")
    table.order("anna", "bury monk under barn")
    assert table.buried() == ["monk"]


@pytest.mark.parametrize(
    ("corrections", "ranks"),
    [
        ({"dwarf.rank": 3}, (3, 1)),
        ({"dwarf.outer": 3}, (2, 3)),
        ({"dwarf.rank": 3, "dwarf.outer": 2}, (3, 2)),
        ({"monk.rank": 3, "monk.outer": 2}, (3, 2)),
        ({"monk.rank": 3}, (3, 3)),
    ],
)
def test_both_ranks_are_corrected_each_for_itself(corrections, ranks):
    cards = night(corrections=corrections).game.cards
    card = cards[next(iter(corrections)).partition(".")[0]]
    assert (card.rank, card.outer) == ranks


def test_a_corrected_split_rank_counts():
    table = night(corrections={"juggler.outer": 1}, anna=has(hand="juggler peasant"))
    table.order("anna", "build juggler with peasant")
    assert table.key("juggler") == "anna"


def test_a_correction_goes_with_a_ruling():
    cards = night(
        rulings={"carnie-affinity": "none"}, corrections={"dwarf.affinity": "kill"}
    ).game.cards
    assert (cards["dwarf"].affinity, cards["twins"].affinity) == ("kill", None)


def test_a_corrected_affinity_counts():
    table = night(
        corrections={"monk.affinity": "kill", "major.affinity": "none"},
        anna=has(hand="monk"),
        inn={1: "viscount"},
    )
    table.order("anna", "kill 1 with monk")
    assert table.anna.hand == ["monk"]


def test_corrections_leave_other_games_alone():
    new("anna", corrections={"monk.money": 50})
    assert rules.known_cards()["monk"].money == 12
