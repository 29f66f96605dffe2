"""Every row of the card tables has a test of its own, named after it."""

from __future__ import annotations

import pytest

from pbem.rules import known_cards
from tests.rules import test_guests

CARDS = sorted(known_cards())


@pytest.mark.parametrize("card", CARDS)
def test_card_has_a_test(card):
    stem = f"test_{card.replace('-', '_')}_"
    assert any(name.startswith(stem) for name in vars(test_guests))


def test_every_traveler_stands_in_the_printed_table():
    assert set(test_guests.GUESTS) | {"barn"} == set(CARDS)


@pytest.mark.parametrize("card", CARDS)
def test_annex_of_its_own_does_something(card):
    annex = known_cards()[card].annex
    if annex is None or card == "barn":
        return
    does_nothing = type(annex)(annex.name)
    assert annex != does_nothing
