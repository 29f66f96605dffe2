"""The board as a reader sees it."""

from pathlib import Path

import pytest

from pbem.formats import position
from pbem.render.annexes import EFFECTS
from pbem.render.board import QUESTIONS, board, questions
from pbem.render.own import hand
from pbem.render.paint import coloured, plain
from pbem.rules import known_cards, own, public
from pbem.rules.decisions import QUESTIONS as ASKED

POSITIONS = sorted((Path(__file__).parents[2] / "examples" / "positions").glob("*.toml"))


def game_of(name):
    path = next(path for path in POSITIONS if path.stem == name)
    return position.loads(path.read_bytes())


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


@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.stem)
def test_board_is_ascii_and_80_columns_wide(path):
    game = position.loads(path.read_bytes())
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


# The hand


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
