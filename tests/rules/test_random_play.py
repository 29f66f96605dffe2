"""Random legal games of every kind, with invariants at every step. `make soak` plays many more."""

from __future__ import annotations

import os

import pytest

from pbem.rules.options import RULINGS
from tests.rules import random_game
from tests.rules.random_game import EXPANDED, TERMS, play, replay, terms

SAMPLE = 40
SOAK = int(os.environ.get("PBEM_SOAK", "1000"))
BATCH = 25


@pytest.mark.parametrize("number", range(SAMPLE))
def test_a_random_game_is_sound(number):
    play(number)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, SOAK, BATCH))
def test_many_random_games_are_sound(first):
    for number in range(first, min(first + BATCH, SOAK)):
        play(number)


def test_the_sample_has_every_number_of_players_length_variant_and_module():
    for word in ("players", "length", "variants", "modules"):
        chosen = {str(terms(number)[word]) for number in range(SAMPLE)}
        assert chosen == {str(setup.get(word, [])) for setup in TERMS + EXPANDED}


def test_the_sample_has_every_reading_of_every_ruling():
    chosen = {pair for number in range(SAMPLE) for pair in terms(number)["rulings"].items()}
    assert chosen == {(name, reading) for name in RULINGS for reading in RULINGS[name]}


def test_all_terms_come_up():
    words = ("players", "length", "variants", "modules")
    numbers = range(4 * len(TERMS + EXPANDED))
    expanded = {str([terms(number)[word] for word in words]) for number in numbers if number % 4}
    assert expanded == {str([setup[word] for word in words]) for setup in EXPANDED}
    base = {str(terms(number)) for number in numbers if number % 4 == 0}
    assert base == {str(setup | {"modules": []}) for setup in TERMS}


def test_a_dump_replays():
    played, game = play(1)
    assert replay(played.dump()) == game


def test_a_failure_tells_how_to_repeat_it(monkeypatch):
    def fails(game, whole):
        if game.number == 3:
            raise ValueError("found")

    monkeypatch.setattr(random_game, "invariants", fails)
    with pytest.raises(AssertionError, match="random game 2: ValueError") as caught:
        play(2)
    dump = str(caught.value).partition("\n")[2]
    assert replay(dump).number == 3
