"""The cards of docs/adding-a-card.md: each is added to its table, and its own test is run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem import rules
from pbem.rules import moves, setup
from pbem.rules.model import Annex, EventCard, Family, Guest, ObjectCard, Verb
from tests.rules.scenario import Scripted, evening, has, morning, new, night

TEXT = (Path(__file__).parents[2] / "docs" / "adding-a-card.md").read_text()
BLOCKS = re.findall(r"^```python\n(.+?)^```$", TEXT, re.MULTILINE | re.DOTALL)
#: What the blocks may name.
WORDS = {
    "Annex": Annex,
    "EventCard": EventCard,
    "Family": Family,
    "Guest": Guest,
    "ObjectCard": ObjectCard,
    "Verb": Verb,
    "has": has,
    "moves": moves,
    "morning": morning,
    "night": night,
}


def defined():
    """All that the page defines, by name."""
    found = dict(WORDS)
    for block in BLOCKS:
        exec(compile(block, "adding-a-card.md", "exec"), found)  # noqa: S102 -- our own page
    return {name: thing for name, thing in found.items() if name not in WORDS}


PAGE = defined()
TESTS = sorted(name for name in PAGE if name.startswith("test_"))


@pytest.fixture
def _added(monkeypatch):
    """The three tables, each with one row more."""
    caches = (setup.known_cards, setup.known_objects)
    for cache in caches:
        cache.cache_clear()
    events, objects = setup.events, setup.objects
    monkeypatch.setattr(setup, "CARNIE_CARDS", (*setup.CARNIE_CARDS, PAGE["LAMPLIGHTER"]))
    monkeypatch.setattr(setup, "objects", lambda terms: (*objects(terms), PAGE["ROPE"]))
    monkeypatch.setattr(setup, "events", lambda terms: (*events(terms), PAGE["RAINY_DAYS"]))
    yield
    for cache in caches:
        cache.cache_clear()


@pytest.mark.usefixtures("_added")
@pytest.mark.parametrize("name", TESTS)
def test_the_test_of_the_page_passes(name):
    PAGE[name]()


def test_the_page_tests_each_card_it_adds():
    assert [name.split("_")[1] for name in TESTS] == ["lamplighter", "rainy", "rope"]


def test_the_cards_are_there_on_that_page_alone():
    assert "lamplighter" not in rules.known_cards()
    assert "rope" not in night().game.objects
    assert "rainy-days" not in night().game.event_cards


@pytest.mark.usefixtures("_added")
def test_a_guest_that_is_added_is_shuffled_and_placed():
    modules = ["carnies", "events"]
    dealer = Scripted("anna", "lamplighter duke", "rainy-days")
    table = new("anna ben", modules=modules, dealer=dealer)
    assert len(dealer.asked[1][2]) == 85
    table.order("anna", "place 1")
    assert (table.guest(1), table.game.revealed) == ("lamplighter", "rainy-days")


@pytest.mark.usefixtures("_added")
def test_an_object_that_is_added_is_dealt():
    table = new("anna ben", modules=["objects"], dealer=Scripted("anna", "", "rope"))
    assert "keep rope" in table.legal("anna")


@pytest.mark.usefixtures("_added")
def test_its_orders_are_listed_and_its_name_is_a_word():
    table = night(inn={1: "lamplighter"}, anna=has(hand="peasant", objects="rope"))
    assert "kill 1 with peasant using rope" in table.legal("anna")
    table.order("anna", "kill the lamplighter with peasant using the rope")
    with pytest.raises(rules.Unreadable, match="a card or a word of the orders"):
        rules.options(["anna", "lamplighter"])


@pytest.mark.usefixtures("_added")
def test_a_card_that_is_added_may_be_corrected():
    table = evening(
        corrections={"lamplighter.rank": 3},
        service={1: "ben"},
        entrance="lamplighter duke monk",
        ben=has(cash=5),
    )
    table.order("anna", "place 1")
    assert table.ben.cash == 8
