"""The five actions of the night, by the rulebook's text and examples. (Rulebook, Phase 2)"""

from __future__ import annotations

import pytest

from pbem import rules
from tests.rules.scenario import evening, has, night

# The examples of the rulebook.


def test_example_of_a_bribe():
    # The peasant returns to the bistro, the novice goes, the newsboy comes back.
    table = night(inn={2: "landscaper"}, anna=has(hand="peasant novice newsboy"))
    table.order("anna", "bribe 2 with peasant novice newsboy")
    assert table.anna.hand == ["landscaper", "newsboy"]
    assert (table.game.exit, table.game.bistro) == (["novice"], 1)


def test_example_of_a_build():
    table = night(anna=has(hand="distiller viscount mechanic"))
    table.order("anna", "build distiller with viscount mechanic")
    assert (table.built(), table.anna.hand) == (["distiller"], ["mechanic"])
    assert table.game.exit == ["viscount"]


def test_example_of_a_kill():
    table = night(inn={1: "baron"}, turn="ben")
    table.order("ben", "kill 1")
    assert table.ben.corpses == ["baron"]
    assert table.guest(1) is None


def test_example_of_a_bury():
    # Rank 2 under an own annex of rank 3: the peasant to the bistro, the grocer goes, 18F.
    table = night(anna=has(cash=5, hand="peasant grocer", corpses="abbot", annexes="gardener"))
    table.order("anna", "bury abbot under gardener with peasant grocer")
    assert (table.anna.cash, table.game.bistro, table.game.exit) == (23, 1, ["grocer"])


def test_example_of_laundering():
    # 20F for two checks.
    table = night(anna=has(cash=20, checks=1))
    table.order("anna", "pass to checks 2")
    assert table.wealth() == (0, 3)


# Bribe


@pytest.mark.parametrize("room", [1, 2, 3])
def test_a_traveler_is_bribed_in_anybodys_room(room):
    table = night(inn={room: "baron"})
    table.order("anna", f"bribe {room}")
    assert (table.anna.hand, table.guest(room)) == (["baron"], None)


def test_an_empty_room_has_nobody_to_bribe():
    assert table_refuses("bribe 1") == "nobody is in room 1"


def test_a_closed_room_has_nobody_to_bribe():
    assert table_refuses("bribe 7") == "there is no open room 7"


def test_one_bribe_takes_one_traveler():
    why = table_refuses("bribe 1 2", inn={1: "baron", 2: "baron"})
    assert why == "one bribe takes one traveler, 2 named"


def test_no_more_peasants_than_the_bistro_has():
    assert table_refuses("bribe 2 peasants", bistro=1) == "peasants in the bistro: 1, named: 2"


def test_a_kill_icon_does_not_return_from_a_bribe():
    table = night(inn={1: "monk"}, anna=has(hand="brigadier"))
    table.order("anna", "bribe 1 with brigadier")
    assert table.game.exit == ["brigadier"]


# Build


def test_only_cards_of_the_hand_are_built():
    assert table_refuses("build baron", inn={1: "baron"}) == "no baron in hand"


def test_copies_of_an_annex_may_stand_side_by_side():
    table = night(anna=has(cash=5, hand="baron", annexes="baron baron"))
    table.order("anna", "build baron")
    assert table.built() == ["baron"] * 3


def test_annexes_stand_in_the_order_built():
    table = night(seats=1, anna=has(hand="novice baron"), bistro=1)
    table.order("anna", "build novice")
    table.order("anna", "build baron")
    assert table.built() == ["novice", "baron"]


# Kill


def test_any_number_of_corpses_may_lie_unburied():
    table = night(inn={1: "baron"}, anna=has(corpses="duke abbot monk monk monk"))
    table.order("anna", "kill 1")
    assert len(table.anna.corpses) == 6


def test_one_kill_takes_one_traveler():
    why = table_refuses("kill 1 2", inn={1: "baron", 2: "baron"})
    assert why == "one kill takes one traveler, 2 named"


def test_no_peasant_is_killed_where_there_is_none():
    assert table_refuses("kill peasant") == "peasants in the bistro: 0, named: 1"


def test_a_killed_peasant_leaves_the_bistro():
    table = night(bistro=3)
    table.order("anna", "kill peasant")
    assert table.game.bistro == 2


# Bury


def test_one_bury_takes_one_corpse():
    table = night(anna=has(corpses="baron monk", hand="monk", annexes="duke"))
    why = table.refused("anna", "bury baron under duke, monk under duke with monk")
    assert why == "one bury takes one corpse, 2 named"


def test_an_annex_built_tonight_takes_a_corpse_tonight():
    table = night(seats=1, anna=has(hand="viscount peasant", corpses="baron"))
    table.order("anna", "build viscount with peasant")
    table.order("anna", "bury baron under viscount")
    assert table.buried(annex="viscount") == ["baron"]


def test_the_second_copy_of_an_annex_is_named_by_number():
    table = night(anna=has(corpses="baron", annexes="monk monk"))
    table.order("anna", "bury baron under monk#2")
    assert (table.buried(annex="monk"), table.buried(annex="monk", copy=2)) == ([], ["baron"])


def test_another_players_annex_is_named_with_its_owner():
    table = night(anna=has(cash=5, corpses="baron"), ben=has(cash=5, annexes="monk"))
    table.order("anna", "bury baron under ben monk")
    assert table.buried("ben", "monk") == ["baron"]
    assert (table.anna.cash, table.ben.cash) == (9, 9)


def test_an_annex_that_was_not_built_takes_no_corpse():
    table = night(anna=has(corpses="baron"))
    assert table.refused("anna", "bury baron under ben duke") == "there is no such annex: ben duke"


def test_money_above_40f_is_lost():
    table = night(anna=has(cash=38, corpses="baron"))
    table.order("anna", "bury baron under barn")
    assert table.anna.cash == 40
    assert "gain anna 2 6 burial" in table.said()


# Pass


def test_passing_changes_nothing():
    table = night(anna=has(cash=17, checks=2, hand="monk"))
    table.order("anna", "pass")
    assert (table.wealth(), table.anna.hand) == ((17, 2), ["monk"])
    assert table.said() == ["pass anna"]


def test_no_more_checks_are_bought_than_cash_pays():
    why = night(anna=has(cash=19)).refused("anna", "pass to checks 2")
    assert why == "2 checks cost 20F, cash is 19F"


def test_no_more_checks_are_cashed_than_there_are():
    assert table_refuses("pass to cash 2") == "2 checks to cash, 1 held"


def test_who_can_only_pass_is_not_asked():
    # No guest, no card, no corpse, and nothing to launder. (A0)
    table = night(anna=has(cash=9, checks=0), ben=has(hand="baron"))
    assert table.asked() == {"ben": "action"}


def test_who_could_launder_is_asked():
    assert night(anna=has(cash=10, checks=0)).asked() == {"anna": "action"}


# Questions


def test_only_the_player_whose_turn_it_is_may_act():
    table = night(bistro=1)
    assert table.refused("ben", "pass") == "ben is not asked; asked now: anna (action)"


def test_another_question_is_another_matter():
    why = evening().refused("anna", "pass")
    assert why == "the question is another one: place the traveler"


def test_nothing_is_asked_when_the_game_is_over():
    table = evening(season=2, entrance="monk", inn={}, seats=3)
    table.order("anna", "place 1")
    assert table.refused("anna", "pass") == "the game is over"


def test_groups_tell_the_number_of_accomplices():
    # Rank 2 with one Parlor: one or two of three different cards.
    table = night(inn={1: "count"}, anna=has(hand="monk baron abbot", annexes="representative"))
    found = next(rules.groups(table.game, 0))
    assert (found.low, found.high, found.orders) == (1, 2, 3 + 3)


def table_refuses(text, **words):
    return night(**words).refused("anna", text)


def test_nobody_is_buried_under_a_trailer_whose_outside_rank_is_corrected_to_0():
    table = night(
        corrections={"juggler.outer": 0},
        trailers={"juggler": "anna"},
        anna=has(hand="peasant", corpses="monk", annexes="barn:duke"),
        ben=has(annexes="barn:prince"),
    )
    assert not [text for text in table.legal("anna") if text.startswith("bury")]
    why = table.refused("anna", "bury monk under juggler")
    assert why == "no corpse goes under an annex of rank 0: anna juggler"


def test_a_peasant_of_corrected_rank_takes_accomplices():
    table = night(corrections={"peasant.rank": 1}, bistro=3, anna=has(hand="monk"))
    assert table.refused("anna", "kill peasant") == "kill needs 1 accomplice, 0 given"
    assert table.refused("anna", "bribe 2 peasants") == "bribe needs 2 accomplices, 0 given"
    assert {"kill peasant with monk", "bribe 1 peasant with monk"} <= table.legal("anna")
    assert "bribe 2 peasants with monk" not in table.legal("anna")


def test_a_trailer_is_called_so():
    table = night(trailers={"juggler": "ben"}, anna=has(hand="monk"))
    assert table.refused("anna", "kill juggler with monk") == "nobody is in trailer juggler"
