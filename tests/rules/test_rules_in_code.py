"""The table from rulebook to code names what exists, and every ruling it names has a test."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

from tests.rules.test_every_ruling import BASE_TESTS, EXPANSION_TESTS

TEXT = (Path(__file__).parents[2] / "docs" / "rules-in-code.md").read_text()
ROWS = [line for line in TEXT.splitlines() if line.startswith("| ")]
NAMED = sorted({name for row in ROWS for name in re.findall(r"`([\w.]+)`", row)})

#: The headings of the rulebooks that say something about play.
SECTIONS = (
    "Important game concepts",
    "Setup",
    "Phase 1: Welcome Travelers (evening)",
    "Phase 2: Player Actions (night)",
    "1. Bribe a Guest",
    "2. Build an Annex",
    "3. Kill a Guest",
    "4. Bury a Corpse",
    "5. Pass (and Launder Money)",
    "Phase 3: End of Round (morning)",
    "a. Police Investigation",
    "b. Travelers Leave",
    "c. Pay Wages",
    "End of the Game",
    "Alternate Scenarios (variants)",
    "Annex Effects",
    "The Carnies: General Concepts",
    "Module 1: The Carnies",
    "Setup (Module 1)",
    "Asymmetrical Ranks",
    "Trailers",
    "Special Burials",
    "Playing Using Event Cards",
    "Module 2: The Notables",
    "Module 3: Aunt Ginette's Tips & Tricks",
    "Setup (Module 3)",
    "Playing the Game",
    "Clarifications",
    "End of the Season and End of the Game",
    "Carnies",
    "Events",
    "Notables",
    "Objects",
)


def found(name):
    """What a dotted name below the rules means."""
    parts = name.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            thing = importlib.import_module(".".join(["pbem.rules", *parts[:cut]]))
        except ModuleNotFoundError:
            continue
        for part in parts[cut:]:
            thing = getattr(thing, part)
        return thing
    raise LookupError(name)


@pytest.mark.parametrize("name", NAMED)
def test_what_the_table_names_exists(name):
    assert found(name) is not None


def test_the_sections_are_those_of_the_rulebook():
    assert tuple(re.findall(r"^#{2,3} (.+)$", TEXT, re.MULTILINE)) == SECTIONS


def test_every_row_names_code():
    for row in ROWS:
        if not row.startswith("| rulebook"):
            assert "`" in row.rsplit("|", 2)[1], row


def test_every_ruling_named_has_a_test():
    named = {number for row in ROWS for number in re.findall(r"R\d+", row)}
    assert named
    assert named - BASE_TESTS - EXPANSION_TESTS == set()
