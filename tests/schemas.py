"""The schemas of the project by kind, and whether something fits one."""

from __future__ import annotations

import json
from pathlib import Path

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

FILES = sorted((Path(__file__).parent.parent / "schemas").iterdir())
SCHEMAS = {
    path.name.removesuffix(".schema.json"): json.loads(path.read_text("ascii")) for path in FILES
}
_REGISTRY = Registry().with_resources(
    (f"{kind}.schema.json", Resource.from_contents(schema)) for kind, schema in SCHEMAS.items()
)


def validator(kind):
    """What checks against the schema of a kind, which may name others."""
    return Draft202012Validator(SCHEMAS[kind], registry=_REGISTRY)


def fits(kind, content):
    """Whether tables, as a TOML or JSON reader gives them, fit the schema of a kind."""
    return validator(kind).is_valid(content)
