"""Plain tables of words and numbers, read key by key; each fault is told with where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pbem.rules.errors import Unreadable

#: So many words are told as the ones expected.
_FEW = 8


class Table:
    """A table of the file, read key by key; what nobody asked for is refused by name."""

    def __init__(self, value: object, where: str) -> None:
        if not isinstance(value, Mapping):
            raise Unreadable(f"{where}: expected a table, found {shown(value)}")
        self.left = dict(value)
        self.where = where

    def take(self, key: str, default: object = None) -> Any:  # noqa: ANN401  # TOML holds anything
        """The value of a key, whatever it is."""
        return self.left.pop(key, default)

    def number(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """A number of a range, needed unless there is a default."""
        value = self.take(key, default)
        if value is None:
            raise Unreadable(f"{self.where}: {key} is missing")
        if type(value) is not int or not low <= value <= high:
            raise Unreadable(
                f"{self.where}.{key}: expected a number from {low} to {high}, found {shown(value)}"
            )
        return value

    def word(self, key: str, known: Iterable[str], default: str | None = None) -> str:
        """One of the known words, needed unless there is a default."""
        value = self.take(key, default)
        if value is None:
            raise Unreadable(f"{self.where}: {key} is missing")
        return word_of(value, known, f"{self.where}.{key}")

    def optional(self, key: str, known: Iterable[str]) -> str | None:
        """One of the known words, or None if the key is left out."""
        return self.word(key, known) if key in self.left else None

    def flag(self, key: str) -> bool:
        """True or false; false if the key is left out."""
        value = self.take(key, default=False)
        if not isinstance(value, bool):
            raise Unreadable(f"{self.where}.{key}: expected true or false, found {shown(value)}")
        return value

    def words(self, key: str, known: Iterable[str]) -> list[str]:
        """A list of known words; empty if the key is left out."""
        value = self.take(key, [])
        if not isinstance(value, list):
            raise Unreadable(f"{self.where}.{key}: expected a list, found {shown(value)}")
        known = tuple(known)
        return [word_of(item, known, f"{self.where}.{key}") for item in value]

    def tables(self, key: str) -> list[Table]:
        """A list of tables; empty if the key is left out."""
        value = self.take(key, [])
        if not isinstance(value, list):
            raise Unreadable(f"{self.where}{key}: expected [[{key}]], found {shown(value)}")
        return [Table(item, f"{key}[{number}]") for number, item in enumerate(value)]

    def end(self) -> None:
        """Refuse what is left."""
        for key in self.left:
            raise Unreadable(f"{self.where or 'position'}: unknown key {shown(key)}")


def shown(value: object) -> str:
    """What was found, in plain letters and not too long."""
    return ascii(value)[:60]


def word_of(value: object, known: Iterable[str], where: str) -> str:
    """A value that has to be one of the known words. Raises Unreadable with those expected."""
    known = tuple(known)
    if not isinstance(value, str) or value not in known:
        expected = ", ".join(known) if len(known) <= _FEW else "the name of a card"
        raise Unreadable(f"{where}: expected {expected or 'nothing'}, found {shown(value)}")
    return value
