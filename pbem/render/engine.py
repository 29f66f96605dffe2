"""The engine of the templates: imported late, for only pages and pictures need it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jinja2 import Environment


@cache
def templates() -> Environment:
    """The templates; what they are given is escaped, and what is missing is an error."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader("pbem.render"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def source(environment: Environment, name: str) -> str:
    """The text of a file among the templates, as it is."""
    assert environment.loader is not None
    return environment.loader.get_source(environment, name)[0]
