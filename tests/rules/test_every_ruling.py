"""Every ruling, each reading of it, and every known bug of docs/rulings.md has a test."""

from __future__ import annotations

import re
from pathlib import Path

from pbem.rules.options import RULINGS
from tests.rules import (
    test_carnie_events,
    test_carnies,
    test_guests,
    test_known_bugs,
    test_notables,
    test_objects,
    test_rulings,
)
from tests.rules import test_rulings_carnies as expansion
from tests.rules.scenario import shown

BASE_TESTS = shown(test_rulings, test_guests)
EXPANSION_TESTS = shown(expansion, test_carnies, test_notables, test_objects, test_carnie_events)
BUG_TESTS = BASE_TESTS | EXPANSION_TESTS | shown(test_known_bugs)

#: The rulings that need no card of the expansion.
BASE = (
    "01 02 03 04 07 08 09 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33"
    " 36 37 38 41 44 46 48 49 50 51 52 59 60 61 62 63 65 66 67 68 69 76 77 83 84 92 93 94 95 96 97"
    " 98 99 100 101 103 106 107 108 110"
).split()
#: The rulings that need a card of the expansion, or say something about one.
CARNIES = (
    "04 05 06 07 08 09 16 18 23 24 28 34 35 38 39 40 41 42 43 45 46 47 50 51 53 54 55 56 57 58 64"
    " 66 67 70 71 72 73 74 75 77 78 79 80 81 82 85 86 87 88 89 90 91 94 97 98 102 103 104 105 106"
    " 108 109 110"
).split()
LIST = (Path(__file__).parents[2] / "docs" / "rulings.md").read_text(encoding="utf-8")
BUGS = re.findall(r"^\| (\d\d) \| ", LIST, re.MULTILINE)
#: A test of each reading of each ruling that is fixed in the invitation.
READINGS = {
    "reshuffle": {
        "when-needed": test_rulings.test_r13_the_survivors_come_back_in_season_two,
        "at-once": test_rulings.test_r13_at_once_shuffles_as_the_last_card_is_drawn,
    },
    "carnie-affinity": dict.fromkeys(
        ("all", "eight", "none"),
        expansion.test_carnie_affinity_says_which_carnies_have_an_icon,
    ),
    "booth": {
        "bribe": expansion.test_r35_a_booth_pays_for_each_carnie_bribed,
        "lodge": expansion.test_r35_lodge_pays_whenever_a_carnie_takes_a_place,
    },
    "high-season": {
        "double": expansion.test_r77_high_season_doubles,
        "plus-two": expansion.test_r77_high_season_may_add_two,
    },
    "pickpockets": {
        "half": expansion.test_r80_pickpockets_take_half_rounded_up,
        "two": expansion.test_r80_pickpockets_may_take_two,
    },
    "cirrhosis": {
        "event-check": expansion.test_r86_a_peasant_who_leaves_unpaid_stays_in_the_bistro,
        "after-wages": expansion.test_r86_after_the_wages_he_may_die,
    },
    "cake": {
        "own": expansion.test_r88_a_white_room_is_not_ones_own,
        "any": expansion.test_r88_a_cake_may_be_for_any_place,
    },
    "coffee": {
        "shield": expansion.test_r47_coffee_is_a_shield,
        "poison-only": expansion.test_r47_coffee_may_keep_off_poison_only,
    },
    "rug": {
        "give": expansion.test_r89_a_rug_gives_a_corpse_away,
        "take": expansion.test_r89_a_rug_may_take_a_corpse,
    },
    "poison": {
        "corpse": expansion.test_r90_the_corpse_is_the_players_who_played_it,
        "gone": expansion.test_r90_poison_may_leave_no_corpse,
    },
    "quicklime": {
        "full-annex": test_objects.test_quicklime_buries_where_there_is_no_room,
        "free-burial": expansion.test_r58_free_burial_takes_no_action_and_no_accomplices,
        "one-fewer": expansion.test_r58_one_fewer_saves_an_accomplice,
    },
    "tomb": {
        "money": expansion.test_r72_the_tomb_spares_its_owner_the_payment_and_takes_the_money,
        "no-money": expansion.test_r72_the_tomb_may_bring_no_money,
    },
    "well": {
        "money": expansion.test_r46_a_well_gives_the_money_to_the_killer_alone,
        "no-money": expansion.test_r46_a_well_may_give_no_money,
    },
}


def test_every_ruling_of_the_base_game_has_a_test():
    assert {f"R{number}" for number in BASE} - BASE_TESTS == set()


def test_every_ruling_of_the_expansion_has_a_test():
    assert {f"R{number}" for number in CARNIES} - EXPANSION_TESTS == set()


def test_every_bug_has_a_test_and_none_is_listed_twice():
    assert [f"{number:02}" for number in range(1, len(BUGS) + 1)] == BUGS
    assert {f"bug {number}" for number in BUGS} - BUG_TESTS == set()


def test_every_number_is_that_of_a_ruling_or_bug():
    rulings = {f"R{number}" for number in BASE + CARNIES}
    assert BUG_TESTS - rulings - {f"bug {number}" for number in BUGS} == set()


def test_every_reading_of_every_ruling_has_a_test():
    assert {name: tuple(tests) for name, tests in READINGS.items()} == dict(RULINGS)
