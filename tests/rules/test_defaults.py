"""What a late player is taken to answer: the last column of the decisions in docs/rulings.md."""

from __future__ import annotations

import random

import pytest

from pbem import rules
from tests.rules.scenario import evening, has, morning, night


def default(table, name="anna"):
    seat = table.game.options.players.index(name)
    return rules.write(table.game, seat, rules.default(table.game, seat))


def test_w1_the_lowest_free_room_is_taken():
    assert default(evening(inn={1: "duke"}, entrance="baron count major")) == "place 2"


def test_w1_trailers_come_after_the_rooms():
    rooms = {1: "duke", 2: "marquis", 3: "prince", 4: "major", 5: "butcher"}
    trailers = {"juggler": "ben", "clown": "anna"}
    assert default(evening(inn=rooms, trailers=trailers, entrance="baron count")) == "place juggler"


def test_w3_nothing_is_played():
    rooms = {1: "duke", 2: "marquis", 3: "prince", 4: "major", 5: "butcher"}
    assert default(evening(anna=has(objects="poison letter"), inn=rooms)) == "hold"


def test_a0_nothing_is_done_and_nothing_laundered():
    assert default(night(anna=has(cash=40, checks=3), inn={1: "baron"}, turn="anna")) == "pass"


@pytest.mark.parametrize(("cash", "answer"), [(19, "decline"), (20, "exchange")])
def test_a6_the_study_is_used_with_20_francs(cash, answer):
    table = night(
        anna=has(cash=10), ben=has(cash=cash, annexes="notary"), inn={1: "baron"}, turn="anna"
    )
    table.order("anna", "pass to checks 1")
    assert default(table, "ben") == answer


@pytest.mark.parametrize(
    ("cash", "hand", "answer"),
    [
        (13, "monk monk monk", "pay 0 checks"),  # 3F are left for three wages
        (12, "monk monk monk", "pay 1 check"),  # 2F would not be enough
        (12, "monk monk", "pay 0 checks"),
    ],
)
def test_m4_cash_is_paid_while_the_wages_are_covered(cash, hand, answer):
    anna = has(cash=cash, checks=2, hand=hand, corpses="baron")
    assert default(morning(anna=anna, inn={1: "major"})) == answer


def test_m4_accomplices_who_need_no_wages_are_not_counted():
    anna = has(cash=12, checks=2, hand="monk monk monk", corpses="baron", annexes="distiller")
    assert default(morning(anna=anna, inn={1: "major"})) == "pay 0 checks"


@pytest.mark.parametrize(
    ("event", "cash", "answer"),
    [
        ("extortion", 16, "pay 0 checks"),  # 6F are left for three wages of 2F
        ("extortion", 15, "pay 1 check"),
        ("fiasco", 10, "pay 0 checks"),  # nobody is left to be paid
    ],
)
def test_m4_wages_are_those_of_the_live_event(event, cash, answer):
    anna = has(cash=cash, checks=2, hand="monk monk monk", corpses="baron")
    assert default(morning(anna=anna, inn={1: "major", 2: "dwarf"}, revealed=event)) == answer


@pytest.mark.parametrize(
    ("cash", "answer"),
    [
        (4, "dismiss peasant"),
        (3, "dismiss baron peasant"),
        (2, "dismiss abbot baron peasant"),
        (1, "dismiss abbot baron count peasant"),
    ],
)
def test_m6_peasants_go_first_then_the_lowest_rank_then_by_name(cash, answer):
    anna = has(cash=cash, hand="duke count peasant baron abbot")
    assert default(morning(anna=anna)) == answer


def test_s5_the_cheapest_object_is_kept_then_by_name():
    game = rules.new_game(rules.options(["anna", "ben"], modules=["objects"], first="anna"))

    class Dealer:
        def shuffle(self, deck, _serial, cards):
            return ["poison", "rug", "cake", "tomb", *cards] if deck == "objects" else cards

    rules.settle(game, Dealer())
    assert rules.write(game, 0, rules.default(game, 0)) == "keep cake"


def test_nobody_is_asked_in_a_game_that_is_over():
    table = night(inn={1: "baron"}, turn="anna")
    assert rules.default(table.game, 1) is None


def test_defaults_are_legal_to_the_end_of_any_game():
    modules = ["carnies", "events", "notables", "objects"]
    for number in range(12):
        chance = random.Random(number)
        terms = rules.options(["anna", "ben", "cleo"], modules=modules)
        game = rules.new_game(terms)

        class Dealer:
            def shuffle(self, _deck, _serial, cards, chance=chance):
                return chance.sample(cards, len(cards))

        dealer = Dealer()
        rules.settle(game, dealer)
        while asked := rules.pending(game):
            seat = chance.choice(asked).seat
            order = rules.default(game, seat)
            if chance.random() < 0.6:
                order = next(iter(rules.legal_orders(game, seat)))
            assert rules.problem(game, seat, order) is None
            rules.play(game, seat, order, dealer)
