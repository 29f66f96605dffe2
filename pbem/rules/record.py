"""Plain values with named fields: records of the state and of orders.

Dataclasses would do the same, at two milliseconds of every command's start.
"""

from __future__ import annotations


class Record:  # noqa: PLW1641 -- what can change has no hash
    """Equal to another one when kind and fields are; what never changes has a hash besides."""

    __slots__: tuple[str, ...] = ()

    def fields(self) -> tuple[object, ...]:
        """The values that count, in the order of the slots."""
        # A subclass may have the slots of its base and none of its own.
        kinds = type(self).__mro__
        names = [name for kind in kinds for name in kind.__dict__.get("__slots__", ())]
        return tuple([getattr(self, name) for name in names])

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.fields() == self.fields()

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self.fields()}"
