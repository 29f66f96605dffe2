"""The board as a reader sees it."""

import pytest

from pbem.render.annexes import EFFECTS, annex_effect, event_effect, object_effect
from pbem.render.board import QUESTIONS, board, questions
from pbem.render.own import hand
from pbem.render.paint import coloured, plain
from pbem.rules import known_cards, own, public
from pbem.rules import options as rules_options
from pbem.rules.decisions import QUESTIONS as ASKED
from pbem.rules.options import RULINGS
from pbem.rules.setup import catalogue, known_events, known_objects
from tests.positions import POSITIONS, game_of


def drawn(game, **views):
    return plain(board(public(game), game.cards, **views)).splitlines()


def test_board_tells_all_that_is_public():
    assert drawn(game_of("burial-shared")) == [
        "Round 5, season 1, night: second action of anna                            short",
        "=" * 80,
        "+-[1] anna -------+ +-[2] ben --------+ +-[3] white ------+",
        "| free            | | grocer          | | brigadier       |",
        "|                 | | rank 3 26F bribe| | rank 1 12F kill |",
        "+-----------------+ +-----------------+ +-----------------+",
        "+-[4] white ------+ +-[5] white ------+",
        "| free            | | cultivator      |",
        "|                 | | rank 0  8F build|",
        "+-----------------+ +-----------------+",
        "Entrance   4 cards: duke (rank 3, 26F) on top",
        "Exit       3 cards: 1 artisan, 2 religious",
        "Bistro     3 peasants",
        "",
        "anna",
        "  cash     11F [#####...............] and 1 check, 21F in all",
        "  hand     2 cards",
        "  annexes  barn: count, full",
        "  corpses  viscount (rank 1, 12F)",
        "",
        "ben  first player",
        "  cash     38F [###################.] and 2 checks, 58F in all",
        "  hand     1 card",
        "  annexes  barn: baron, full",
        "           abbot (cellar): 2 places free",
    ]


def test_room_service_stands_at_its_room():
    assert "+- service anna --+ +-----------------+ +-----------------+" in drawn(
        game_of("evening")
    )


def test_drawn_traveler_and_the_next_one_are_seen_in_the_evening():
    assert "Entrance   7 cards: duke (rank 3, 26F), newsboy (rank 0, 8F) on top" in drawn(
        game_of("evening")
    )


def test_second_copy_of_an_annex_has_its_number():
    game = game_of("burial-shared")
    game.players[1].annexes.append(game.players[1].annexes[1].copy())
    assert drawn(game)[-1] == "           abbot#2 (cellar): 2 places free"


def test_annex_of_rank_0_has_no_place():
    game = game_of("burial-shared")
    game.players[1].annexes[1].card = "newsboy"
    assert drawn(game)[-1] == "           newsboy (kiosk): no place for a corpse"


def test_open_hands_are_shown():
    game = game_of("police")
    lines = drawn(game, own={"ben": own(game, 1)})
    assert "  hand     3 cards: abbot, newsboy, peasant" in lines
    assert "  hand     1 card" in lines


def test_money_without_limit_has_no_track():
    assert "  cash     38F and 1 check, 48F in all" in drawn(game_of("unlimited-wealth"))


def test_terms_that_do_not_fit_beside_the_round_stand_below_it():
    assert drawn(game_of("unlimited-wealth"))[:2] == [
        "Round 6, season 1, night: second action of anna",
        "short, first come, unlimited wealth".rjust(80),
    ]


def test_final_round_and_changed_rules_are_told():
    game = game_of("last-round")
    changed = (("duke.money", 30),)
    game.options = game.options._replace(rulings=(("reshuffle", "at-once"),), corrections=changed)
    lines = drawn(game)
    assert lines[0].endswith("final round, long")
    assert lines[2] == "Changed    reshuffle = at-once, duke.money = 30"


@pytest.mark.parametrize("name", POSITIONS)
def test_board_is_ascii_and_80_columns_wide(name):
    game = game_of(name)
    everybody = {name: own(game, seat) for seat, name in enumerate(game.options.players)}
    for line in drawn(game, own=everybody):
        assert line.isascii()
        assert len(line) <= 80


def test_longest_names_and_fullest_table_fit():
    game = game_of("evening")
    names = tuple(letter * 24 for letter in "abc")
    game.options = game.options._replace(players=names)
    game.players[0].corpses = ["brigadier-chief"] * 3 + ["representative"] * 4
    game.players[0].annexes[1].card = "representative"
    game.players[0].hand = sorted(name for name in known_cards() if name != "barn")
    views = {names[0]: own(game, 0)}
    lines = drawn(game, own=views) + plain(hand(names[0], views[names[0]], game.cards)).splitlines()
    assert max(len(line) for line in lines) == 80


def test_rooms_stand_in_rows_of_four_at_most():
    game = game_of("evening")
    for number in (7, 8):
        game.places.append(game.places[-1].copy())
        game.places[-1].name = str(number)
    lines = drawn(game)
    assert [line.count("[") for line in lines if line.startswith("+-[")] == [4, 4]


def test_board_does_not_depend_on_what_it_cannot_see():
    game = game_of("burial-shared")
    other = game.copy()
    other.players[0].hand = ["monk", "major"]
    other.entrance[1:] = reversed(other.entrance[1:])
    assert drawn(game) == drawn(other)


# The expansion


def row(lines, label):
    """What stands behind a label, with the lines that follow without one."""
    start = next(number for number, line in enumerate(lines) if line.startswith(f"{label:<11}"))
    end = start + 1
    while lines[end].startswith(" " * 11):
        end += 1
    return " ".join(line[11:] for line in lines[start:end])


def test_board_of_the_carnies():
    assert drawn(game_of("carnies"))[2:] == [
        "Modules    carnies, events",
        "+-[1] anna -------+ +-[2] ben --------+ +-[3] white ------+",
        "| knife-thrower   | | grocer          | | free            |",
        "| 1/0 10F kill    | | rank 3 26F bribe| |                 |",
        "+-----------------+ +-----------------+ +-----------------+",
        "+-[4] white ------+ +-[5] white ------+",
        "| cultivator      | | free            |",
        "| rank 0  8F build| |                 |",
        "+-----------------+ +-----------------+",
        "Trailers   juggler of anna: novice (rank 0, 8F, bury)",
        "           clown of ben: free",
        "Ranks      1/2: 1 in the inn to bribe and kill, 2 outside to build and bury",
        "Entrance   3 cards: duke (rank 3, 26F) on top",
        "Exit       1 card: 1 noble",
        "Bistro     1 peasant",
        "Events     2 cards; discarded: cirrhosis",
        "Event      high season if a carnie is there in the morning: the rent is 2F for",
        "           each place",
        "",
        "anna",
        "  cash     8F [####................] and 1 check, 18F in all",
        "  hand     2 cards",
        "  annexes  barn: baron, full",
        "  corpses  dwarf (rank 2/1, 16F, takes no place),",
        "           twins (rank 2/1, 24F, takes 2 places),",
        "           bearded-lady (rank 2/1, 24F, only under others' annexes)",
        "",
        "ben  first player",
        "  cash     20F [##########..........] and 2 checks, 40F in all",
        "  hand     empty",
        "  annexes  barn: count, full",
        "           abbot (cellar): 2 places free",
    ]


def test_coffee_and_cake_stand_in_their_rooms():
    game = game_of("windows")
    game.places[1].coffee = 0
    game.places[1].cake = 1
    assert drawn(game)[3:9] == [
        "+-[1] anna -------+ +-[2] ben --------+ +-[3] white ------+",
        "| duke            | | count           | | major           |",
        "| rank 3 26F      | | rank 2 18F      | | rank 3 26F kill |",
        "|                 | | coffee          | |                 |",
        "|                 | | cake of ben     | |                 |",
        "+-----------------+ +-----------------+ +-----------------+",
    ]


def test_coffee_and_cake_stand_at_their_trailer():
    game = game_of("carnies")
    game.places[-2].coffee = 1
    game.places[-2].cake = 0
    assert row(drawn(game), "Trailers") == (
        "juggler of anna: novice (rank 0, 8F, bury), coffee, cake of anna clown of ben: free"
    )


def test_event_of_the_morning_is_live():
    assert row(drawn(game_of("gravedigger")), "Event") == (
        "red herring: the police do not investigate"
    )


def test_pile_of_events_that_has_run_out_is_told():
    game = game_of("carnies")
    game.event_deck = []
    assert row(drawn(game), "Events") == "no card; discarded: cirrhosis"


def test_game_without_events_has_no_pile_of_them():
    assert not [line for line in drawn(game_of("windows")) if line.startswith("Event")]


def test_letter_is_told():
    assert row(drawn(game_of("gravedigger")), "Letter") == (
        "all pay the gravedigger in the morning, police or not"
    )


def test_snow_lies_on_one_of_two_equal_corpses():
    game = game_of("gravedigger")
    game.players[0].corpses = ["monk", "monk"]
    game.players[0].snowed = ["monk"]
    assert row(drawn(game), "  corpses") == ("monk (rank 1, 12F, under snow), monk (rank 1, 12F)")


def test_objects_are_counted_for_others_and_named_for_their_player():
    game = game_of("windows")
    lines = drawn(game, own={"anna": own(game, 0)})
    assert [line for line in lines if line.startswith("  objects")] == [
        "  objects  letter, poison",
        "  objects  3 objects",
    ]


def test_no_object_is_told_where_there_could_be_one():
    game = game_of("windows")
    game.players[0].objects = []
    lines = drawn(game, own={"anna": own(game, 0)})
    assert "  objects  none" in lines


def test_pack_and_standing_hold_are_for_their_player():
    game = game_of("draft")
    game.players[0].standing = ("until", 5)
    lines = drawn(game, own={"anna": own(game, 0)})
    assert [line for line in lines if line.startswith(("  pack", "  windows"))] == [
        "  pack     bible, coffee, letter, poison",
        "  windows  holds until evening 5",
    ]
    assert drawn(game)[0].startswith("The draft of the objects ")


def test_places_are_those_that_corpses_take():
    # The surgeon's annex has two places: the dwarf takes none of them, the twins both.
    game = game_of("carnies")
    annex = game.players[1].annexes[1]
    annex.card = "surgeon"
    places = {}
    for buried in ("dwarf", "twins", "dwarf monk", "monk twins"):
        annex.buried = buried.split()
        places[buried] = drawn(game)[-1].rpartition(", ")[2]
    # Twins who find one place only lie in quicklime and take none.
    assert places == {
        "dwarf": "2 places free",
        "twins": "full",
        "dwarf monk": "1 place free",
        "monk twins": "1 place free",
    }


def test_widest_trailers_and_corpses_fit():
    game = game_of("carnies")
    names = tuple(letter * 24 for letter in "ab")
    game.options = game.options._replace(players=names)
    game.players[0].snowed = ["bearded-lady"]
    for place in game.places:
        place.guest = "bearded-lady"
        place.coffee = place.cake = 0
    assert max(len(line) for line in drawn(game)) == 80


# What cards do


def test_every_object_is_explained_in_each_reading():
    for name in known_objects():
        readings = RULINGS.get(name, ("",))
        texts = {object_effect(name, {name: reading}) for reading in readings}
        assert "" not in texts
        assert len(texts) == len(readings)
        assert object_effect(name, {}) == object_effect(name, {name: readings[0]})


def test_every_event_is_explained_in_each_reading():
    for name in known_events():
        readings = RULINGS.get(name, ("",))
        texts = {event_effect(name, {name: reading}) for reading in readings}
        assert "" not in texts
        assert len(texts) == len(readings)
        assert event_effect(name, {}) == event_effect(name, {name: readings[0]})


def test_what_is_not_known_has_no_effect():
    assert object_effect("?", {}) == event_effect("?", {}) == ""


def test_carnival_booth_is_explained_in_each_reading():
    lodge = catalogue(rules_options(["anna", "ben"], rulings={"booth": "lodge"})).guests
    assert annex_effect(known_cards()["barker"]) == "3F for each carnie you bribe"
    assert annex_effect(lodge["barker"]) == "3F for each carnie who takes a place"


# The hand


def test_hand_tells_of_two_ranks():
    game = game_of("carnies")
    game.players[0].hand = ["juggler"]
    assert plain(hand("anna", own(game, 0), game.cards)).splitlines() == [
        "The hand of anna",
        "  juggler             rank 0/2  14F  comes back from a building",
        "      builds trailer: a place beside the inn with a key of yours, until a corpse",
        "      lies under it",
    ]


def test_objects_and_the_pack_are_told_with_price_and_effect():
    game = game_of("draft")
    game.players[0].objects = ["rug"]
    game.players[0].standing = ("always", 0)
    lines = plain(hand("anna", own(game, 0), game.cards, {"rug": "take"})).splitlines()
    assert lines[2:5] == [
        "The pack of anna, one to keep",
        "  bible               2F",
        "      with a burial: the accomplices come back",
    ]
    assert lines[-4:] == [
        "The objects of anna",
        "  rug                 0F",
        "      in the evening: an unburied corpse of another player comes to you",
        "anna holds always, by a standing hold.",
    ]


def test_hand_tells_what_each_card_is_good_for():
    game = game_of("burial-shared")
    game.players[0].hand = ["newsboy", "newsboy", "peasant"]
    assert plain(hand("anna", own(game, 0), game.cards)).splitlines() == [
        "The hand of anna",
        "  2 x newsboy         rank 0   8F  comes back from a bribe",
        "      builds kiosk: at once 1F for each merchant annex of yours",
        "  peasant             rank 0   4F",
    ]


def test_empty_hand_is_told():
    assert plain(hand("anna", {"hand": []}, known_cards())) == "The hand of anna is empty."


def test_every_annex_is_explained():
    assert set(EFFECTS) == {card.name for card in known_cards().values() if card.annex}


# The questions


def test_questions_are_told_by_name():
    asked = [("anna", "gravedigger"), ("ben", "wages")]
    assert plain(questions(asked, over=False)).splitlines() == [
        "anna is asked how to pay the gravedigger.",
        "ben is asked which accomplices leave unpaid.",
    ]


def test_every_question_has_words():
    assert set(QUESTIONS) == set(ASKED)


def test_end_is_told():
    assert plain(questions([], over=True)) == "The game is over."


# Colours


def test_colours_are_for_terminals_and_change_no_letter():
    lines = [[("free ", "dim"), ("duke", "green")], [], [("[1] :smile:", "")]]
    text = coloured(lines)
    assert text == "\x1b[2mfree \x1b[0m\x1b[32mduke\x1b[0m\n\n[1] :smile:"
    assert plain(lines) == "free duke\n\n[1] :smile:"
