"""Position files: reader and schema on one fault a file, and what is written reads again.

The first line of a file in the kit says what the reader makes of it. The schema agrees, unless the
line says why it cannot.
"""

import copy
import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.errors import Unreadable
from pbem.formats import flat, position
from pbem.rules import known_cards, settle
from pbem.rules import position as rules_position
from pbem.rules.errors import Unreadable as NoPosition
from pbem.rules.options import RULINGS, WORDS
from pbem.rules.setup import known_events, known_objects
from pbem.table import SEED, dealer
from tests.schemas import SCHEMAS, validator

ROOT = Path(__file__).parent.parent.parent
KIT = sorted((ROOT / "tests" / "testkit" / "position").glob("*.toml"))
EXAMPLES = sorted((ROOT / "examples" / "positions").glob("*.toml"))
SCHEMA = SCHEMAS["position"]
VALIDATOR = validator("position")
GOOD = next(path for path in KIT if path.stem == "good")

FIRST = re.compile("# expect: (good|unreadable)(; the schema passes it: .+)?")


def expected(path):
    """What the reader makes of a file, and whether the schema passes it."""
    first = FIRST.fullmatch(path.read_bytes().decode("utf-8").splitlines()[0])
    return first[1], first[1] == "good" or first[2] is not None


def name_of(path):
    return path.stem


@pytest.mark.parametrize("path", KIT, ids=name_of)
def test_reader_takes_the_good_and_names_the_fault_of_the_bad(path):
    data = path.read_bytes()
    if expected(path)[0] == "good":
        position.loads(data)
        return
    with pytest.raises(Unreadable) as caught:
        position.loads(data)
    told = caught.value.message + (caught.value.hint or "")
    assert all(" " <= char <= "~" for char in told)
    assert len(caught.value.message) < 250


@pytest.mark.parametrize("path", KIT, ids=name_of)
def test_schema_agrees(path):
    try:
        tables = tomllib.loads(flat.tidy(path.read_bytes()).decode("utf-8"))
        passes = VALIDATOR.is_valid(tables)
    except tomllib.TOMLDecodeError:
        passes = False
    assert passes is expected(path)[1]


def test_schema_is_closed():
    def closed(schema):
        if isinstance(schema, dict):
            if schema.get("type") == "object":
                assert schema["additionalProperties"] is False
            for inner in schema.values():
                closed(inner)
        elif isinstance(schema, list):
            for inner in schema:
                closed(inner)

    closed(SCHEMA)


def test_schema_knows_the_cards_and_the_words_that_are_no_names():
    cards = known_cards()
    defs = SCHEMA["$defs"]
    assert set(defs["card"]["enum"]) == set(cards) - {"barn"}
    assert set(defs["traveler"]["enum"]) == set(cards) - {"barn", "peasant"}
    others = set(known_objects()) | set(known_events())
    assert set(defs["name"]["not"]["enum"]) == set(cards) | others | WORDS
    assert set(defs["object"]["enum"]) == set(known_objects())
    assert set(defs["event"]["enum"]) == set(known_events())


def test_schema_knows_the_rulings_with_their_readings():
    readings = SCHEMA["properties"]["options"]["properties"]["rulings"]["properties"]
    assert {name: tuple(known["enum"]) for name, known in readings.items()} == RULINGS


@pytest.mark.parametrize("path", EXAMPLES, ids=name_of)
def test_example_fits_the_schema(path):
    VALIDATOR.validate(tomllib.loads(path.read_text("ascii")))


@pytest.mark.parametrize(
    "path", [*EXAMPLES, *(path for path in KIT if expected(path)[0] == "good")], ids=name_of
)
def test_what_is_written_reads_again(path):
    game = position.loads(path.read_bytes())
    settle(game, dealer(SEED))
    text = position.dumps(game)
    again = position.loads(text.encode("ascii"))
    game.box.sort()  # nobody knows its order
    assert again == game
    assert position.dumps(again) == text
    VALIDATOR.validate(tomllib.loads(text))


def test_writer_keeps_the_order_of_the_keys_and_lists_in_one_line():
    game = position.loads(GOOD.read_bytes())
    game.options = game.options._replace(corrections=(("duke.money", 30),))
    assert position.dumps(game).startswith(
        """\
format = "pbem-position-1"

[options]
length = "short"
variants = []
modules = []

[options.corrections]
"duke.money" = 30

[round]
number = 3
season = 1
phase = "night"
host = "anna"
lap = 1
turn = "ben"
final = false

[piles]
entrance = ["duke", "newsboy"]
exit = ["monk", "monk"]
bistro = 2
box = ["peasant", "prince"]

[[rooms]]
number = 1
key = "anna"
guest = "baron"

[[rooms]]
number = 2
key = "white"
service = "ben"

[[players]]
name = "anna"
cash = 5
checks = 1
hand = ["abbot", "peasant"]
corpses = ["count"]

[[players.annexes]]
card = "barn"
buried = ["baron"]

[[players]]
name = "ben"
"""
    )


@pytest.mark.parametrize(
    "text",
    [
        'format = "pbem-position-1"\n',
        '# a remark\n\n   \nformat="pbem-position-1"\n',
        '\ufeff# a remark\r\nformat = "pbem-position-1"\r\n',
        'format = "pbem-position-2"\n',
    ],
)
def test_position_is_known_by_its_first_line(text):
    assert position.is_position(text.encode())


@pytest.mark.parametrize(
    "text", ["", "# format", 'format = "pbem-game-1"\n', 'x = 1\nformat = "pbem-position-1"\n']
)
def test_anything_else_is_no_position(text):
    assert not position.is_position(text.encode())


# Positions with any value anywhere.

BASES = [
    tomllib.loads(GOOD.with_stem(stem).read_text("ascii"))
    for stem in ("good-agenda", "good-agenda-window", "good-carnies", "good-draft")
]
JUNK = st.one_of(
    st.sampled_from(["", "anna", "ben", "duke", "barn", "white", "night", "over", "ask", "turn"]),
    st.sampled_from(["draft", "juggler", "poison", "extortion", "end", "pass-packs"]),
    st.integers(-1, 9),
    st.sampled_from(
        [False, 1.5, 10**6, [], {}, [[]], [{}], ["peasant"], ["ask", ["place", "ben"]]]
    ),
    st.sampled_from([["draft"], ["deal"], ["reveal"], ["pass-packs"], ["windows", "end"]]),
    st.sampled_from([["poison"], ["juggler"], ["fiasco"]]),
)


def paths(value, path=()):
    """The way to every value inside tables and lists."""
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in inner:
        yield (*path, key)
        if isinstance(item, dict | list):
            yield from paths(item, (*path, key))


PATHS = [(base, path) for base in BASES for path in paths(base)]


@given(st.data())
@settings(max_examples=600, suppress_health_check=[HealthCheck.too_slow])
def test_reader_refuses_what_the_schema_refuses_and_never_breaks(data):
    base, (*way, last) = data.draw(st.sampled_from(PATHS))
    tables = copy.deepcopy(base)
    table = tables
    for key in way:
        table = table[key]
    if data.draw(st.booleans()):
        table[last] = data.draw(JUNK)
    else:
        del table[last]
    try:
        game = rules_position.read(tables)
        settle(game, dealer(SEED))
    except NoPosition:
        return
    assert VALIDATOR.is_valid(tables)
