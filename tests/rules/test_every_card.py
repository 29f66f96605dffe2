"""Every row of the card tables has a test of its own, named after it."""

from __future__ import annotations

import re

import pytest

from pbem.rules import known_cards
from pbem.rules.cards.carnie_events import events
from pbem.rules.cards.carnies import CARNIES
from pbem.rules.cards.guests import BARN_CARD, PEASANTS, TRAVELERS
from pbem.rules.cards.notables import NOTABLES
from pbem.rules.cards.objects import objects
from pbem.rules.model import Annex, EventCard, ObjectCard
from pbem.rules.options import Options
from tests.rules import test_carnie_events, test_carnies, test_guests, test_notables, test_objects

EVENTS = events(Options(()))
OBJECTS = objects(Options(()))
#: Each table with the module that tests its rows, and how many rows it has.
TABLES = {
    "guests": ((*TRAVELERS, PEASANTS, BARN_CARD), test_guests, 30),
    "carnies": (CARNIES, test_carnies, 14),
    "notables": (NOTABLES, test_notables, 6),
    "events": (EVENTS, test_carnie_events, 8),
    "objects": (OBJECTS, test_objects, 16),
}
ROWS = [(table, card.name) for table, (cards, _, _) in TABLES.items() for card in cards]


@pytest.mark.parametrize(("table", "card"), ROWS)
def test_card_has_a_test(table, card):
    stem = f"test_{card.replace('-', '_')}_"
    assert any(name.startswith(stem) for name in vars(TABLES[table][1]))


@pytest.mark.parametrize("table", TABLES)
def test_the_table_has_as_many_rows_as_the_box(table):
    cards, _, count = TABLES[table]
    assert len(cards) == count


def test_no_two_cards_have_a_name():
    names = [card for _, card in ROWS]
    assert sorted(set(names)) == sorted(names)


def test_every_guest_is_known_by_its_name():
    guests = [card for table, card in ROWS if table in ("guests", "carnies", "notables")]
    assert sorted(guests) == sorted(known_cards())
    assert all(known_cards()[name].name == name for name in guests)


@pytest.mark.parametrize("card", [card for _, card in ROWS])
def test_a_name_is_a_word_of_the_notation(card):
    assert re.fullmatch("[a-z]+(-[a-z]+)*", card)


def test_every_guest_stands_in_a_printed_table():
    printed = {*test_guests.GUESTS, *test_carnies.PRINTED, *test_notables.PRINTED}
    assert printed | {"barn"} == set(known_cards())


@pytest.mark.parametrize("card", sorted(known_cards()))
def test_annex_of_its_own_does_something(card):
    annex = known_cards()[card].annex
    if annex is None or card == "barn":
        return
    assert annex != Annex(annex.name)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.name)
def test_event_does_something(event):
    assert event != EventCard(event.name)


@pytest.mark.parametrize("card", OBJECTS, ids=lambda card: card.name)
def test_object_is_played_in_a_window_or_used_with_an_action(card):
    assert (card.window is None) != (card.verb is None)
    assert (card.window is None) == (card.does is None)
    if card.verb is not None:
        assert card != ObjectCard(card.name, card.price, verb=card.verb)


def test_four_objects_have_each_price():
    assert sorted(card.price for card in OBJECTS) == [0] * 4 + [1] * 4 + [2] * 4 + [3] * 4
