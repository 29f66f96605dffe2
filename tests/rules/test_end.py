"""The end of the game and its score. (Rulebook, End of the Game)"""

from __future__ import annotations

import pytest

from tests.rules.scenario import evening, has, last_morning, night


def test_the_last_night_is_followed_by_the_end():
    table = night(season=2, final=True, entrance="", bistro=1)
    table.pass_night()
    assert table.game.phase == "over"


def test_the_result_is_unknown_while_the_game_goes_on():
    assert night(bistro=1).result() is None


def test_loot_is_cash_and_checks():
    table = last_morning(anna=has(cash=13, checks=4), ben=has(cash=20, checks=0))
    assert table.result().loot == (53, 20)


def test_the_richest_wins():
    table = last_morning(anna=has(cash=13, checks=4), ben=has(cash=40, checks=1))
    assert table.winners() == ["anna"]


def test_corpses_do_not_make_up_for_loot():
    table = last_morning(anna=has(cash=6), ben=has(cash=5, annexes="barn:monk"))
    assert table.winners() == ["anna"]


def test_the_last_gravedigger_costs_10f_for_each_corpse():
    table = last_morning(anna=has(cash=25, checks=0, corpses="baron monk"))
    assert (table.anna.cash, table.anna.corpses) == (5, [])


def test_the_last_gravedigger_takes_checks_when_cash_runs_out():
    table = last_morning(anna=has(cash=15, checks=3, corpses="baron monk"))
    assert table.wealth() == (5, 2)


def test_the_last_gravedigger_takes_all_there_is():
    table = last_morning(anna=has(cash=5, checks=1, corpses="baron monk duke"))
    assert (table.wealth(), table.anna.corpses) == ((0, 0), [])


def test_the_last_gravedigger_comes_before_the_bonuses():
    # 5F do not pay 10F; the 4F of the Grocery come later and stay.
    table = last_morning(
        anna=has(cash=5, checks=0, corpses="baron", annexes="grocer"), exit="newsboy"
    )
    assert table.anna.cash == 4


def test_the_last_gravedigger_asks_nothing():
    table = last_morning(anna=has(cash=40, checks=3, corpses="baron"))
    assert table.wealth() == (30, 3)


def test_without_enough_travelers_the_last_gravedigger_still_comes():
    table = evening(
        seats=3, season=2, entrance="count baron", anna=has(cash=15, checks=0, corpses="monk")
    )
    table.order("anna", "place 1 2")
    assert table.anna.cash == 5


def test_without_enough_travelers_unburied_corpses_lose_in_solitaire():
    # In the inn there is always one traveler or nobody; nobody comes here.
    table = evening(seats=1, season=1, entrance="", exit="", anna=has(corpses="monk"))
    table.go_on()
    assert table.result().lost


def test_bonuses_of_several_annexes_add_up():
    table = last_morning(
        anna=has(cash=0, checks=2, annexes="grocer prince bishop"), exit="newsboy monk novice"
    )
    # 4 + 3 x 2 + 4 x 2
    assert table.anna.cash == 18


def test_bonuses_are_for_the_owner_alone():
    table = last_morning(anna=has(cash=0, annexes="grocer"), ben=has(cash=0), exit="newsboy")
    assert (table.anna.cash, table.ben.cash) == (4, 0)


@pytest.mark.parametrize(
    ("buried", "winners"),
    [
        (("barn", "barn"), ["anna", "ben"]),
        (("barn:monk", "barn"), ["anna"]),
        (("barn:duke", "abbot:monk+baron"), ["ben"]),
        (("barn:duke abbot:novice", "abbot:monk+baron"), ["anna", "ben"]),
    ],
)
def test_a_tie_is_broken_by_the_corpses_under_all_annexes(buried, winners):
    anna = has(cash=9, checks=2, annexes=buried[0])
    ben = has(cash=19, checks=1, annexes=buried[1])
    assert last_morning(anna=anna, ben=ben).winners() == winners


def test_the_log_tells_loot_and_winners():
    table = last_morning(anna=has(cash=13, checks=4), ben=has(cash=20, checks=0))
    assert table.said("loot", "win") == ["loot anna 13 4", "loot ben 20 0", "win anna"]


def test_the_log_tells_a_shared_win():
    table = last_morning()
    assert table.said("win") == ["win anna+ben"]


def test_the_log_tells_a_solitaire_rank():
    table = last_morning(seats=1, anna=has(cash=0, checks=15), inn={2: "duke"})
    assert table.said("rank") == ["rank anna evil"]


def test_the_log_tells_a_loss():
    table = last_morning(seats=1, anna=has(cash=3, checks=1, corpses="monk"), inn={2: "duke"})
    assert table.said("lost", "loot", "win") == ["lost anna", "loot anna 3 1"]
