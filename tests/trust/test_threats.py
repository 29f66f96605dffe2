"""Every threat is answered by tests that exist, or `threats.toml` says why it cannot occur."""

from __future__ import annotations

import ast
import tomllib
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent.parent
TABLE = tomllib.loads(Path(__file__).with_name("threats.toml").read_text("utf-8"))
NUMBERS = {
    "threats": {*map(str, range(1, 49)), "25a"},
    "wanted": set(map(str, range(1, 21))),
    "pitfalls": {f"P{number}" for number in range(1, 32)},
}
ROWS = [f"{part} {number}" for part in TABLE for number in TABLE[part]]


def row_of(name):
    part, number = name.split()
    return TABLE[part][number]


@cache
def names_in(file):
    """The names of the tests of a file."""
    tree = ast.parse((TESTS / file).read_text("utf-8"))
    return {
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def test_every_number_is_in_the_table():
    assert {part: set(rows) for part, rows in TABLE.items()} == NUMBERS


@pytest.mark.parametrize("name", ROWS)
def test_row_is_answered(name):
    row = row_of(name)
    assert row.keys() <= {"what", "tests", "never"}
    assert row["what"]
    assert row.get("tests") or row.get("never")


@pytest.mark.parametrize("name", ROWS)
def test_tests_of_a_row_exist(name):
    tests = row_of(name).get("tests", [])
    assert len(set(tests)) == len(tests)
    for test in tests:
        file, colons, function = test.partition("::")
        assert (TESTS / file).is_file(), test
        assert function in names_in(file) if colons else file.startswith("cli/scripts/"), test
