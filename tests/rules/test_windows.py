"""Who is asked when about objects, and standing holds. (Decisions W3, M2, M3, M7, X2)"""

from __future__ import annotations

import pytest

from pbem import rules
from tests.rules.scenario import FULL, evening, has, last_morning, morning, new, night, window


def open_window(table):
    """Who is asked in which window."""
    names = table.game.options.players
    return [(names[one.seat], *one.about) for one in rules.pending(table.game)]


# Order, and public conditions alone.


def test_all_who_hold_objects_are_asked_in_turn_order():
    table = evening(
        seats=3,
        host="ben",
        inn=FULL | {6: "abbot"},
        anna=has(objects="rug"),
        ben=has(objects="tomb"),
        cleo=has(objects="hammer"),
    )
    asked = []
    while table.game.phase == "evening":
        asked += table.asked()
        table.order(asked[-1], "hold")
    assert asked == ["ben", "cleo", "anna"]


def test_who_holds_nothing_is_not_asked():
    table = window(ben=has(objects="rug"))
    assert table.asked() == {"ben": "objects"}


def test_without_objects_the_evening_ends_by_itself():
    assert window(bistro=1).asked() == {"anna": "action"}


def test_travelers_are_welcomed_before_objects_are_played():
    table = evening(
        inn={1: "duke", 2: "monk"}, entrance="baron count abbot major", anna=has(objects="rug")
    )
    assert table.asked() == {"anna": "place"}
    table.order("anna", "place 3 4")
    assert table.asked() == {"anna": "objects"}


def test_too_few_travelers_end_the_game_before_objects_are_played():
    table = evening(seats=3, season=2, entrance="count baron", anna=has(objects="rug"))
    table.order("anna", "place 1 2")
    assert (table.game.phase, table.anna.objects) == ("over", ["rug"])


@pytest.mark.parametrize("held", ["rug", "snow-pile", "tomb", "wolf-trap"])
def test_which_object_is_held_changes_nothing_about_who_is_asked(held):
    table = window(
        inn=FULL | {5: "major"}, anna=has(cash=30, checks=0, corpses="novice", objects=held)
    )
    asked = []
    while table.game.number == 3:
        asked.append((table.asked(), *rules.pending(table.game)[0].about))
        name, question = next(iter(table.asked().items()))
        table.order(name, "hold" if question == "objects" else "pass")
    anna = {"anna": "objects"}
    # Ben has a check that he could cash.
    assert asked == [
        (anna, "evening"),
        ({"anna": "action"},),
        ({"ben": "action"},),
        ({"anna": "action"},),
        ({"ben": "action"},),
        (anna, "cover"),
        (anna, "gravedigger"),
        (anna, "end"),
    ]


def test_who_holds_an_object_is_asked_for_an_action_that_can_only_be_a_pass():
    table = night(anna=has(cash=0, checks=0, objects="rug"), ben=has(cash=0, checks=0))
    assert table.asked() == {"anna": "action"}
    assert table.legal("anna") == {"pass"}


def test_the_gravediggers_window_needs_somebody_who_must_pay():
    words = {"inn": {3: "major"}, "anna": has(objects="rug")}
    assert open_window(morning(**words)) == [("anna", "end")]
    assert open_window(morning(**words, ben=has(corpses="duke"))) == [("anna", "gravedigger")]


def test_the_gravediggers_window_needs_a_call():
    table = morning(anna=has(objects="rug"), ben=has(corpses="duke"))
    assert open_window(table) == [("anna", "end")]


def test_the_round_ends_with_a_window_in_the_last_round_too():
    assert open_window(last_morning(anna=has(objects="rug"))) == [("anna", "end")]


def test_the_window_at_the_end_comes_after_the_wages():
    table = morning(anna=has(cash=1, hand="monk baron", objects="confessional"))
    assert table.asked() == {"anna": "wages"}
    table.order("anna", "dismiss monk")
    assert open_window(table) == [("anna", "end")]


# The example of the rulebook: poison and coffee on the same bishop.


def test_the_earlier_player_in_turn_order_takes_effect_first():
    table = window(
        inn=FULL | {1: "bishop"}, anna=has(objects="poison"), ben=has(cash=5, objects="coffee")
    )
    table.order("anna", "play poison on bishop")
    assert table.refused("ben", "play coffee on 1") == "nobody is in room 1"
    table.order("ben", "play coffee on monk")
    assert (table.anna.corpses, table.ben.cash) == (["bishop"], 6)


def test_the_later_player_may_keep_the_card():
    table = window(inn=FULL | {1: "bishop"}, anna=has(objects="poison"), ben=has(objects="coffee"))
    table.order("anna", "play poison on bishop")
    table.order("ben", "hold")
    assert table.ben.objects == ["coffee"]


# Standing holds.

#: The travelers of the next evening, and one more.
NEXT = "abbot novice newsboy viscount prince marquis"
STANDING = {"anna": has(objects="rug"), "ben": has(objects="tomb"), "bistro": 1}


def test_hold_for_round_answers_the_open_window():
    table = window(**STANDING)
    table.order("anna", "hold for round")
    assert table.said() == ["stand anna", "standing anna"]
    assert table.asked() == {"ben": "objects"}


def test_hold_for_round_holds_in_all_windows_of_the_round():
    table = window(entrance=NEXT, anna=has(objects="rug", corpses="novice"))
    table.order("anna", "hold for round")
    table.pass_night()
    # Cover and end of round 3 pass; in round 4 she is asked again.
    assert table.said("standing") == ["standing anna", "standing anna"]
    assert (table.game.number, table.asked()) == (4, {"ben": "place"})
    table.order("ben", "place 1 2 3 4")
    assert table.asked() == {"anna": "objects"}


def test_hold_until_an_evening_ends_before_its_window():
    table = window(entrance=NEXT, anna=has(objects="rug"), number=4)
    table.order("anna", "hold until evening 5")
    table.pass_night()
    assert table.said("standing") == ["standing anna"]
    table.order("ben", "place 1 2 3 4")
    assert (table.game.number, table.asked()) == (5, {"anna": "objects"})


def test_hold_always_ends_with_the_game():
    table = window(anna=has(objects="rug"), season=2, final=True, entrance="")
    table.order("anna", "hold always")
    table.pass_night()
    assert table.game.phase == "over"


def test_hold_no_more_cancels():
    table = night(anna=has(objects="rug"), lap=2, turn="ben", ben=has(cash=10))
    table.order("anna", "hold always")
    table.order("anna", "hold no more")
    table.order("ben", "pass")
    assert table.asked() == {"anna": "objects"}


def test_hold_no_more_leaves_an_open_window_open():
    table = window(**STANDING)
    table.order("anna", "hold no more")
    assert table.asked() == {"anna": "objects"}


def test_a_new_standing_hold_takes_the_place_of_the_old():
    table = night(entrance=NEXT, anna=has(objects="rug"), lap=2, turn="ben")
    table.order("anna", "hold always")
    table.order("anna", "hold until evening 4")
    table.order("ben", "pass")
    table.order("ben", "place 1 2 3 4")
    assert (table.game.number, table.asked()) == (4, {"anna": "objects"})


def test_a_standing_hold_may_be_filed_out_of_turn():
    table = window(**STANDING)
    table.order("ben", "hold for round")
    assert table.asked() == {"anna": "objects"}
    table.order("anna", "hold")
    assert table.said() == ["hold anna", "standing ben"]
    assert table.asked() == {"anna": "action"}


def test_a_standing_hold_is_for_windows_only():
    table = night(anna=has(objects="wolf-trap"), bistro=1)
    table.order("anna", "hold always")
    assert table.asked() == {"anna": "action"}


def test_who_holds_by_a_standing_order_may_be_asked_to_choose_otherwise():
    # A standing hold is no vow: cancelled, the next window asks again.
    table = window(anna=has(objects="rug coffee"))
    table.order("anna", "hold for round")
    table.order("anna", "hold no more")
    table.pass_night()
    assert open_window(table) == [("anna", "end")]


@pytest.mark.parametrize("number", [2, 3])
def test_an_evening_that_is_past_is_refused(number):
    table = night(anna=has(objects="rug"), number=3)
    why = table.refused("anna", f"hold until evening {number}")
    assert why == f"expected an evening from 4 to 999, found {number}"


def test_standing_holds_are_for_games_with_objects():
    table = night(bistro=1)
    assert "games with objects" in table.refused("anna", "hold always")


def test_a_standing_hold_may_be_filed_by_who_holds_nothing():
    # Objects are public by their number only, and the module is in play.
    table = night(bistro=1, modules=["objects"])
    table.order("anna", "hold always")
    assert table.said() == ["stand anna"]


def test_a_standing_hold_may_be_filed_in_the_draft():
    table = new("anna ben", modules=["objects"])
    table.order("anna", "hold until evening 3")
    assert table.asked() == {"anna": "draft", "ben": "draft"}
    assert table.anna.standing == ("until", 3)


def test_standing_holds_are_part_of_the_state():
    table = night(modules=["objects"], anna=has(objects="rug"), bistro=1)
    other = table.game.copy()
    table.order("anna", "hold always")
    assert table.game != other
    assert rules.secrets(table.game) != rules.secrets(other)


def test_no_standing_hold_when_the_game_is_over():
    table = last_morning(modules=["objects"])
    assert table.refused("anna", "hold always") == "nobody is asked anything"


# Swaps beside an open question.


def test_a_swap_leaves_the_question_open():
    table = window(
        variants=["unlimited-wealth"], **STANDING | {"ben": has(cash=25, objects="tomb")}
    )
    table.order("ben", "swap to checks 2")
    assert table.asked() == {"anna": "objects"}
    table.order("anna", "swap to cash 1")
    assert (table.wealth("anna"), table.asked()) == ((15, 0), {"anna": "objects"})


def test_nothing_is_swapped_before_the_objects_are_paid():
    # The disk is put on 10F less the price when the draft is over.
    table = new("anna ben", modules=["objects"], variants=["unlimited-wealth"])
    why = table.refused("anna", "swap to cash 1")
    assert why == "nothing is swapped before the objects are paid"


def test_a_swap_before_pickpockets_is_legal():
    # "At any time": 12F and 1 check become 2F and 2 checks, of which half of 2F is lost.
    table = morning(
        variants=["unlimited-wealth"],
        revealed="pickpockets",
        inn={5: "dwarf"},
        anna=has(cash=12, objects="cake", corpses="duke"),
    )
    table.order("anna", "swap to checks 1")
    table.order("anna", "hold")
    assert table.wealth() == (1, 2)
