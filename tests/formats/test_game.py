"""The game file: what is read, what is written, and a kit of one fault a file."""

from __future__ import annotations

import copy
import tomllib
from pathlib import Path

import pytest

from pbem.crypto.signatures import verify
from pbem.errors import PbemError, Refused, Unreadable
from pbem.formats import flat
from pbem.formats import game as gamefile
from tests.schemas import SCHEMAS, validator
from tests.trust import table

ROOT = Path(__file__).parent.parent.parent
KIT = ROOT / "tests" / "testkit" / "game"
INDEX = tomllib.loads((KIT / "index.toml").read_text("ascii"))
ERRORS = {"refused": Refused, "unreadable": Unreadable}
VALIDATOR = validator("game")

GAMES = [table.invited, table.accepting, table.dealt, table.midgame, table.finished, table.four]


def read(data):
    return gamefile.loads(gamefile.unwrap(data).region)


def schema_accepts(data):
    try:
        parsed = tomllib.loads(flat.tidy(data).decode("ascii"))
    except ValueError:
        return False
    return VALIDATOR.is_valid(parsed)


# The kit


@pytest.mark.parametrize("name", INDEX)
def test_reader_takes_the_good_and_names_the_fault_of_the_bad(name):
    data = (KIT / f"{name}.toml").read_bytes()
    if INDEX[name]["expect"] == "good":
        read(data)
        return
    with pytest.raises(PbemError) as caught:
        read(data)
    assert type(caught.value) is ERRORS[INDEX[name]["expect"]]
    assert all(" " <= char <= "~" for char in caught.value.message)
    assert len(caught.value.message) < 250


@pytest.mark.parametrize("name", INDEX)
def test_schema_agrees(name):
    row = INDEX[name]
    expected = row.get("schema", "passes" if row["expect"] == "good" else "refuses")
    accepts = schema_accepts((KIT / f"{name}.toml").read_bytes())
    assert ("passes" if accepts else "refuses") == expected


@pytest.mark.parametrize("name", INDEX)
def test_fault_is_not_the_signature(name):
    try:
        envelope = gamefile.unwrap((KIT / f"{name}.toml").read_bytes())
    except PbemError:
        return
    if name != "moderator-short":
        assert verify(envelope.moderator, "game", envelope.region, envelope.signature)


def test_every_file_of_the_kit_is_in_its_index():
    assert {path.stem for path in KIT.iterdir()} - {"index"} == set(INDEX)


def test_fault_in_a_table_is_named_by_its_key():
    for name, place in {
        "cash-true": "board.players[0].cash",
        "room-nine": "board.rooms[1].number",
        "final-number": "board.round.final",
        "annex-buried-missing": "board.players[0].annexes[0]",
        "sealed-entry-true": "sealed[0].entry",
        "sealed-box-empty": "sealed[1].box",
        "entry-without-head": "entries[0]",
        "registration-number": "registrations[0]",
    }.items():
        with pytest.raises(Unreadable) as caught:
            read((KIT / f"{name}.toml").read_bytes())
        assert caught.value.message.startswith(f"{place}: ")


# Reader and schema against each other, with any value in any place


def places(value, path=()):
    """The paths to all values of a tree."""
    if path:
        yield path
    if isinstance(value, dict):
        for key, one in value.items():
            yield from places(one, (*path, key))
    elif isinstance(value, list):
        for number, one in enumerate(value):
            yield from places(one, (*path, number))


def parent_of(tree, path):
    for key in path[:-1]:
        tree = tree[key]
    return tree


OTHERS = [0, 1, 3, -1, 10**6, True, 1.5, "", "x", "Anna", "a b", [], ["x"], [1], {}, {"x": 1}, [{}]]


@pytest.mark.parametrize(
    "name", ["good", "good-agreed", "good-carnies", "good-night", "good-terms"]
)
def test_reader_and_schema_agree_on_any_value_in_any_place(name, monkeypatch):
    good = tomllib.loads((KIT / f"{name}.toml").read_text("ascii"))
    checked = 0
    for path in places(good):
        if path[0] in {"format", "moderator", "signature"}:
            continue  # the envelope's
        for other in [*OTHERS, None]:
            tree = copy.deepcopy(good)
            parent = parent_of(tree, path)
            if other is None:
                del parent[path[-1]]
            else:
                parent[path[-1]] = other
            assert loads(tree, monkeypatch) == VALIDATOR.is_valid(tree), (path, other)
            checked += 1
    assert checked > 500


def loads(tree, monkeypatch):
    """Whether the reader takes a tree as tomllib might have given it."""
    tree = {key: value for key, value in tree.items() if key != "signature"}
    monkeypatch.setattr(gamefile, "load_toml", lambda _: tree)
    try:
        gamefile.loads(b"")
    except Unreadable:
        return False
    return True


# The schema


def tables_of(schema):
    """All places of a schema that describe a table."""
    if isinstance(schema, dict):
        if "properties" in schema and schema.get("type") == "object":
            yield schema
        for value in schema.values():
            yield from tables_of(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from tables_of(value)


def test_every_table_of_the_schema_is_closed():
    found = list(tables_of(SCHEMAS["game"]))
    assert len(found) > 10
    assert all(place["additionalProperties"] is False for place in found)


@pytest.mark.parametrize("game", GAMES)
def test_real_games_fit_the_schema(game):
    errors = VALIDATOR.iter_errors(tomllib.loads(game().data().decode("ascii")))
    assert [error.message for error in errors] == []


def test_real_games_of_all_terms_fit_the_schema():
    at = table.Table(
        5,
        ["anna", "ben"],
        variants=["unlimited-wealth", "first-come"],
        rulings={"reshuffle": "at-once"},
        corrections={"duke.rank": 2, "monk.affinity": "none"},
    )
    at.join().accept()
    while at.chain.stage == "playing":
        at.play(11)
        data = at.data()
        VALIDATOR.validate(tomllib.loads(data.decode("ascii")))
        read(data)


# Writing


@pytest.mark.parametrize("game", GAMES)
def test_what_is_written_reads_back_and_writes_the_same(game):
    data = game().data()
    region = gamefile.unwrap(data).region
    assert gamefile.dumps(gamefile.loads(region)) == region


@pytest.mark.parametrize("game", GAMES)
def test_documents_of_players_stand_verbatim(game):
    at = game()
    data = at.data()
    file = read(data)
    assert [at.chain.seats[name].document.whole for name in at.chain.seats] == file.registrations
    for document in [file.invitation, *file.registrations]:
        assert document in data
    for document in at.documents[len(file.registrations) :]:
        assert flat.split(document)[0] in data


def test_every_table_of_the_file_has_a_header_of_its_own():
    assert b"{" not in table.four().data()


def test_file_of_a_long_game_keeps_far_from_the_limits():
    data = table.four().data()
    assert len(data) < 300_000
    assert max(map(len, data.split(b"\n"))) < 2000


# The envelope


def test_envelope_is_what_lies_before_the_signature():
    data = table.invited().data()
    envelope = gamefile.unwrap(data)
    assert data.startswith(envelope.region)
    assert data[len(envelope.region) :].startswith(b'\n[signature]\nsig = "')
    assert gamefile.wrap(envelope.region, envelope.signature) == data


def test_envelope_is_opened_without_parsing(monkeypatch):
    monkeypatch.setattr(gamefile, "load_toml", None)
    gamefile.unwrap(table.invited().data())


@pytest.mark.parametrize(
    ("data", "says"),
    [(b'format = "pbem-game-1"\n', True), (b'\xef\xbb\xbfformat = "pbem-game-9"\r\n', True)]
    + [(text, False) for text in (b"", b'format = "pbem-order-1"\n', b"# pbem-game-1\n")],
)
def test_game_file_is_known_by_its_first_line(data, says):
    assert gamefile.is_game(data) is says


@pytest.mark.parametrize(
    "body",
    [
        b"a = {" + b"x = 1, " * 100_000 + b"}\n",
        b"[[t]]\n" * 600_000,
        b"x = " + b"9" * 1_500_000 + b"\n",
        b".".join([b"a"] * 700_000) + b" = 1\n",
        b"x = " + b"[" * 700_000 + b"\n",
    ],
    ids=["inline tables", "tables", "integer", "dotted keys", "depth"],
)
def test_hostile_file_is_refused_before_it_is_parsed(body, monkeypatch):
    def parsed(_):
        raise AssertionError("tomllib has seen it")

    monkeypatch.setattr(tomllib, "loads", parsed)
    at = table.invited()
    head = gamefile.unwrap(at.data()).region
    with pytest.raises(Unreadable):
        read(table.outside_of(head + body, at.moderator))


def test_file_beyond_the_limit_is_refused_at_once():
    with pytest.raises(Unreadable, match="a game file has at most 2097152 bytes"):
        gamefile.unwrap(b'format = "pbem-game-1"\n' + b"x" * (8 * 1024 * 1024))
