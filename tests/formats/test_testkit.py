"""One file, one fault: reader and schema see the same documents the same way.

Each folder of the kit has an index: what the reader makes of a file, and why the schema may
not see what is wrong with it.
"""

import re
import tomllib
from pathlib import Path

import pytest

from pbem import pins, proof
from pbem.cli import guard
from pbem.crypto.keys import identity_key
from pbem.crypto.signatures import public_key, verify
from pbem.errors import PbemError, Refused, Unreadable
from pbem.formats import flat, keyfile
from pbem.formats import game as gamefile
from tests.schemas import SCHEMAS, fits

ROOT = Path(__file__).parent.parent.parent
KIT = ROOT / "tests" / "testkit"
SIGNER = public_key(identity_key(bytes(range(32))))
ERRORS = {"refused": Refused, "unreadable": Unreadable}


def read_flat(kind, data):
    region, _ = flat.split(data)
    return flat.read(kind, region)


def read_key(kind, data):
    return keyfile.loads(data)


def read_pin(kind, data):
    try:
        return pins.loads(data)
    except ValueError as problem:
        raise Refused(str(problem)) from None


def read_evidence(kind, data):
    found = proof.loads(data)
    found.verify()
    return found


def read_record(kind, data):
    return gamefile.loads(gamefile.unwrap(guard.game_in(data)).region)


READERS = {kind: read_flat for kind in flat.KINDS if (KIT / kind).is_dir()} | {
    "key": read_key,
    "pin": read_pin,
    "evidence": read_evidence,
    "signed": read_record,
}


# What a schema sees of a file that is not TOML.


def tables(data):
    return tomllib.loads(flat.tidy(data).decode("ascii"))


def lines_of_pin(data):
    """The lines as an object, the heads a list; of other keys that stand twice the last counts."""
    found = {"head": []}
    for line in data.decode("ascii").splitlines():
        match = re.fullmatch('([a-z]+) ?= ?(?:"([^"]*)"|([0-9]+))', line)
        if match is None:
            raise ValueError(f"no line of a pin: {line}")
        key, text, digits = match.groups()
        value = text if digits is None else int(digits)
        if key == "head":
            found["head"].append(value)
        else:
            found[key] = value
    return found


def parts_of_record(data):
    first, _, game = data.decode("ascii").strip().partition("\n")
    return {**tomllib.loads(first.strip()), "game": tables(game.encode("ascii"))}


VALUES = {"pin": lines_of_pin, "signed": parts_of_record}


def index_of(kind):
    return tomllib.loads((KIT / kind / "index.toml").read_text("ascii"))


FILES = [
    pytest.param(kind, f"{name}.toml", row, id=f"{kind}-{name}")
    for kind in READERS
    for name, row in index_of(kind).items()
]
FLAT_FILES = [param for param in FILES if param.values[0] in flat.KINDS]


def schema_accepts(kind, data):
    try:
        values = VALUES.get(kind, tables)(data)
    except ValueError:
        return False
    return fits(kind, values)


@pytest.mark.parametrize(("kind", "name", "row"), FILES)
def test_reader_takes_the_good_and_names_the_fault_of_the_bad(kind, name, row):
    data = (KIT / kind / name).read_bytes()
    if row["expect"] == "good":
        READERS[kind](kind, data)
        return
    with pytest.raises(PbemError) as caught:
        READERS[kind](kind, data)
    assert type(caught.value) is ERRORS[row["expect"]]
    told = caught.value.message + (caught.value.hint or "")
    assert all(" " <= char <= "~" for char in told)
    assert len(caught.value.message) < 250


@pytest.mark.parametrize(("kind", "name", "row"), FILES)
def test_schema_agrees(kind, name, row):
    expected = row.get("schema", "passes" if row["expect"] == "good" else "refuses")
    accepts = schema_accepts(kind, (KIT / kind / name).read_bytes())
    assert ("passes" if accepts else "refuses") == expected


@pytest.mark.parametrize(("kind", "name", "row"), FLAT_FILES)
def test_fault_is_not_the_signature(kind, name, row):
    try:
        region, sig = flat.split((KIT / kind / name).read_bytes())
    except PbemError:
        return
    signed_as = "consent" if name == "another-kind.toml" else kind
    assert verify(SIGNER, signed_as, region, sig)


@pytest.mark.parametrize(("kind", "name", "row"), FLAT_FILES)
def test_what_reads_prints_back_byte_for_byte(kind, name, row):
    if row["expect"] != "good":
        return
    region, sig = flat.split((KIT / kind / name).read_bytes())
    document = flat.read(kind, region)
    assert flat.write(kind, document) == region
    assert flat.split(flat.join(region, sig)) == (region, sig)


@pytest.mark.parametrize("kind", READERS)
def test_every_file_of_the_kit_is_in_its_index(kind):
    files = {path.stem for path in (KIT / kind).iterdir()} - {"index"}
    assert files == set(index_of(kind))


@pytest.mark.parametrize("kind", READERS)
def test_schema_is_closed(kind):
    assert SCHEMAS[kind]["additionalProperties"] is False


@pytest.mark.parametrize("kind", [kind for kind in READERS if kind in flat.KINDS])
def test_schema_and_reader_know_the_same_fields(kind):
    fields = [key for slot in flat.KINDS[kind] for key in slot]
    assert list(SCHEMAS[kind]["properties"]) == ["format", *fields, "signature"]


#: Settings are everybody's own, and have tests of their own; an export is written and never read.
APART = {"desk", "addresses", "mail", "export"}


def test_every_kind_with_a_schema_has_a_folder_in_the_kit_and_is_in_its_readme():
    kinds = SCHEMAS.keys() - APART
    assert kinds == {path.name for path in KIT.iterdir() if path.is_dir()}
    told = (KIT / "README.md").read_text("ascii")
    assert set(re.findall(r"^\| `([a-z]+)/` \|", told, re.MULTILINE)) == kinds


@pytest.mark.parametrize("name", ["good", "good-no-heads", "good-three-heads"])
def test_pin_prints_back_byte_for_byte(name):
    data = (KIT / "pin" / f"{name}.toml").read_bytes()
    assert pins.dumps(pins.loads(data)) == data
