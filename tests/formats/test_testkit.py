"""One file, one fault: reader and schema see the same documents the same way.

Each folder of the kit has an index: what the reader makes of a file, and why the schema may
not see what is wrong with it.
"""

import json
import tomllib
from pathlib import Path

import jsonschema
import pytest

from pbem.crypto.keys import identity_key
from pbem.crypto.signatures import public_key, verify
from pbem.errors import PbemError, Refused, Unreadable
from pbem.formats import flat, keyfile

ROOT = Path(__file__).parent.parent.parent
KIT = ROOT / "tests" / "testkit"
SIGNER = public_key(identity_key(bytes(range(32))))
ERRORS = {"refused": Refused, "unreadable": Unreadable}


def read_flat(kind, data):
    region, _ = flat.split(data)
    return flat.read(kind, region)


def read_key(kind, data):
    return keyfile.loads(data)


READERS = {kind: read_flat for kind in flat.KINDS if (KIT / kind).is_dir()} | {"key": read_key}


def index_of(kind):
    return tomllib.loads((KIT / kind / "index.toml").read_text("ascii"))


FILES = [
    pytest.param(kind, f"{name}.toml", row, id=f"{kind}-{name}")
    for kind in READERS
    for name, row in index_of(kind).items()
]
FLAT_FILES = [param for param in FILES if param.values[0] != "key"]


def schema_accepts(kind, data):
    try:
        parsed = tomllib.loads(flat.tidy(data).decode("ascii"))
    except ValueError:
        return False
    schema = json.loads((ROOT / "schemas" / f"{kind}.schema.json").read_text("ascii"))
    return jsonschema.Draft202012Validator(schema).is_valid(parsed)


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
def test_schema_is_a_closed_schema(kind):
    schema = json.loads((ROOT / "schemas" / f"{kind}.schema.json").read_text("ascii"))
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["additionalProperties"] is False


@pytest.mark.parametrize("kind", [kind for kind in READERS if kind != "key"])
def test_schema_and_reader_know_the_same_fields(kind):
    schema = json.loads((ROOT / "schemas" / f"{kind}.schema.json").read_text("ascii"))
    fields = [key for slot in flat.KINDS[kind] for key in slot]
    assert list(schema["properties"]) == ["format", *fields, "signature"]
