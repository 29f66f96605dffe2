"""Travelers are welcomed. (Rulebook, Phase 1)"""

from __future__ import annotations

from tests.rules.scenario import Scripted, evening, has, new

FIVE = "duke monk baron count abbot newsboy"


def test_the_first_player_places_the_travelers():
    assert evening(host="ben", entrance=FIVE).asked() == {"ben": "place"}


def test_a_traveler_goes_to_any_open_room():
    table = evening(entrance=FIVE)
    table.order("anna", "place 4")
    assert [table.guest(room) for room in range(1, 6)] == [None, None, None, "duke", None]


def test_one_order_may_place_several():
    table = evening(entrance=FIVE)
    table.order("anna", "place 4 1 2")
    assert [table.guest(room) for room in range(1, 6)] == ["monk", "baron", None, "duke", None]
    assert table.asked() == {"anna": "place"}


def test_the_last_free_room_is_taken_without_a_question():
    table = evening(entrance=FIVE)
    table.order("anna", "place 4 1 2 5")
    assert table.guest(3) == "abbot"
    assert table.asked() == {"anna": "action"}


def test_an_occupied_room_is_refused():
    table = evening(entrance=FIVE, inn={1: "major"})
    assert table.refused("anna", "place 1") == "room 1 is occupied"


def test_an_occupied_room_is_refused_for_a_later_traveler_too():
    table = evening(entrance=FIVE, inn={1: "major"})
    assert table.refused("anna", "place 2 1") == "room 1 is occupied"


def test_a_closed_room_is_refused():
    assert evening(entrance=FIVE).refused("anna", "place 6") == "there is no open room 6"


def test_a_room_named_twice_is_refused():
    assert evening(entrance=FIVE).refused("anna", "place 2 2") == "room 2 is named twice"


def test_each_card_is_told_as_it_is_turned_up():
    table = new("anna ben", dealer=Scripted("anna", FIVE))
    table.order("anna", "place 1")
    assert table.said() == ["place 1 duke", "face-up guests 0 2 baron"]


def test_the_next_card_lies_face_up_through_the_night():
    table = new("anna ben", dealer=Scripted("anna", FIVE))
    table.order("anna", "place 1 2 3 4")
    assert table.game.face_up == 1
    assert table.game.entrance[0] == "newsboy"


def test_the_night_begins_with_the_first_player():
    table = evening(host="ben", entrance=FIVE)
    table.order("ben", "place 1 2 3 4")
    assert (table.asked(), table.game.lap, table.game.phase) == ({"ben": "action"}, 1, "night")


def test_the_last_card_of_season_two_is_announced():
    table = evening(season=2, entrance="duke monk baron count abbot")
    table.order("anna", "place 1 2 3 4")
    assert table.said("final") == ["final"]


def test_the_last_card_of_season_one_is_not():
    table = evening(season=1, entrance="duke monk baron count abbot", exit="major")
    table.order("anna", "place 1 2 3 4")
    assert table.said("final") == []


def test_season_two_is_dealt_from_the_exit_stack():
    table = evening(entrance="", exit="duke monk baron count abbot newsboy major")
    table.dealer = Scripted("count newsboy")
    table.go_on()
    assert table.said()[:2] == ["season 2", "shuffle guests 1 7"]
    table.order("anna", "place 1 2")
    assert (table.guest(1), table.guest(2)) == ("count", "newsboy")


def test_season_two_may_bring_a_full_final_round():
    table = evening(entrance="", exit="duke monk baron count abbot")
    table.go_on()
    table.order("anna", "place 1 2 3 4")
    assert (table.game.final, table.game.season) == (True, 2)


def test_season_two_may_be_one_short_welcome():
    # Four travelers for five rooms: the stack runs out a second time, the round is played.
    table = evening(entrance="", exit="duke monk baron count")
    table.go_on()
    table.order("anna", "place 1 2 3 4")
    assert (table.game.final, table.asked()) == (True, {"anna": "action"})


def test_travelers_still_there_keep_their_rooms():
    table = evening(entrance=FIVE, inn={2: "major"})
    table.order("anna", "place 1 3 4")
    assert table.guest(2) == "major"


def test_service_is_paid_for_the_last_room_too():
    table = evening(entrance=FIVE, service={5: "ben"}, ben=has(cash=0))
    table.order("anna", "place 1 2 3 4")
    assert table.ben.cash == 2  # the abbot


def test_service_is_capped_at_40f():
    table = evening(entrance=FIVE, service={1: "ben"}, ben=has(cash=39))
    table.order("anna", "place 1")
    assert (table.ben.cash, table.said("gain")) == (40, ["gain ben 1 2 room-service"])


def test_service_for_the_last_card_is_paid_before_the_final_round_is_announced():
    # Chains of the base game hold the events in this order.
    table = evening(season=2, entrance="duke count", service={2: "ben"}, ben=has(cash=5))
    table.order("anna", "place 1 2")
    assert table.said("gain", "final") == ["gain ben 2 0 room-service", "final"]
