"""The schemas themselves."""

from __future__ import annotations

import pytest
from jsonschema import Draft202012Validator

from tests.schemas import SCHEMAS


@pytest.mark.parametrize("kind", SCHEMAS)
def test_schema_is_a_schema(kind):
    Draft202012Validator.check_schema(SCHEMAS[kind])
