"""What is shown in whole random games: nothing is missing, nothing is too wide, all is counted."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from pbem import rules
from pbem.render.board import board, questions
from pbem.render.lines import sentences
from pbem.render.moves import choices, overview
from pbem.render.own import hand
from pbem.render.paint import WIDTH, plain
from tests.rules.random_game import start
from tests.rules.scenario import Shuffler

GAMES = 12
#: Longer lists of legal orders are not counted.
LONGEST = 2000


def show(game):
    """Everything that a person who sees all hands can be shown."""
    names = game.options.players
    asked = [(names[one.seat], one.question) for one in rules.pending(game)]
    views = {name: rules.own(game, seat) for seat, name in enumerate(names)}
    lines = board(rules.public(game), game.cards, own=views)
    lines += questions(asked, over=game.phase == "over")
    for name, view in views.items():
        lines += hand(name, view, game.cards, dict(game.options.rulings))
    return plain(lines).splitlines()


def check_choices(game, seat):
    """The groups hold each legal order once, and each has an example that is legal."""
    orders = list(islice(rules.legal_orders(game, seat), LONGEST + 1))
    if len(orders) > LONGEST:
        return
    found = choices(game, seat)
    assert sum(choice.orders for choice in found) == len(orders)
    for choice in found:
        order = rules.read(game, seat, choice.example)
        assert rules.problem(game, seat, order) is None
    assert plain(overview(game, seat, "pbem order game.toml {}".format)).isascii()


@pytest.mark.parametrize("number", range(GAMES))
def test_a_random_game_can_be_shown(number):
    game, dealer, chance = start(number), Shuffler(number), random.Random(number)
    names = game.options.players
    told = sentences(game.events, names)
    while asked := rules.pending(game):
        lines = show(game)
        assert max(len(line) for line in lines) <= WIDTH
        assert all(line.isascii() for line in lines)
        seat = chance.choice(asked).seat
        check_choices(game, seat)
        order = chance.choice(list(islice(rules.legal_orders(game, seat), LONGEST)))
        told += sentences(rules.play(game, seat, order, dealer), names)
    assert all(told)
    assert show(game)
