"""The shape of `[board]` in a game file: which tables, which keys, which types.

Whether it is the right board is decided by replay; here only that it is one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from pbem.errors import Unreadable
from pbem.formats.text import NAME, shown

Check = Callable[[object, str], None]

_MOST = 999_999


def _number(low: int, high: int = _MOST) -> Check:
    def check(value: object, where: str) -> None:
        if type(value) is not int or not low <= value <= high:
            raise Unreadable(f"{where}: expected a number from {low} to {high}")

    return check


def _text(pattern: str, what: str) -> Check:
    def check(value: object, where: str) -> None:
        if not isinstance(value, str) or not re.fullmatch(pattern, value):
            raise Unreadable(f"{where}: expected {what}")

    return check


def _flag(value: object, where: str) -> None:
    if not isinstance(value, bool):
        raise Unreadable(f"{where}: expected true or false")


def _list(item: Check) -> Check:
    def check(value: object, where: str) -> None:
        if not isinstance(value, list):
            raise Unreadable(f"{where}: expected a list")
        for number, one in enumerate(value):
            item(one, f"{where}[{number}]")

    return check


def _table(needed: Mapping[str, Check], optional: Mapping[str, Check] | None = None) -> Check:
    known = {**needed, **(optional or {})}

    def check(value: object, where: str) -> None:
        if not isinstance(value, dict):
            raise Unreadable(f"{where}: expected a table")
        for key in value:
            if key not in known:
                raise Unreadable(f"{where}: unknown key {shown(key)}")
        for key in needed:
            if key not in value:
                raise Unreadable(f"{where}: {key} is missing")
        for key, one in value.items():
            known[key](one, f"{where}.{key}")

    return check


def _values(key_pattern: str, what: str, item: Check) -> Check:
    """A table whose keys are not known beforehand."""

    def check(value: object, where: str) -> None:
        if not isinstance(value, dict):
            raise Unreadable(f"{where}: expected a table")
        for key, one in value.items():
            if not re.fullmatch(key_pattern, key):
                raise Unreadable(f"{where}: expected {what} as key, found {shown(key)}")
            item(one, f"{where}.{key}")

    return check


def _word_or_number(value: object, where: str) -> None:
    (_WORD if isinstance(value, str) else _COUNT)(value, where)


_COUNT = _number(0)
_WORD = _text("[a-z][a-z0-9-]{0,31}", "a word")
_WORDS = _list(_WORD)
_NAME = _text(NAME, "a player's name")

#: Objects on a traveler, by who played them.
_TREATS = {"coffee": _NAME, "cake": _NAME}

#: Raises Unreadable, naming the key, for a board that is none.
check_board = _table(
    {
        "options": _table(
            {"length": _text("long|short", "long or short"), "variants": _WORDS, "modules": _WORDS},
            {
                "rulings": _values("[a-z][a-z0-9-]{0,31}", "the name of a ruling", _WORD),
                "corrections": _values(
                    r"[a-z][a-z0-9-]{0,31}\.[a-z]{1,16}", "card.field", _word_or_number
                ),
            },
        ),
        "round": _table(
            {
                "number": _COUNT,
                "season": _number(1, 2),
                "phase": _text("draft|evening|night|morning|over", "a phase of the round"),
                "host": _NAME,
                "final": _flag,
            },
            {"lap": _number(1, 2), "turn": _NAME, "letter": _flag},
        ),
        "piles": _table(
            {
                "entrance": _WORDS,
                "entrance_count": _COUNT,
                "exit": _WORDS,
                "bistro": _COUNT,
                "box_count": _COUNT,
            },
            {"events_count": _COUNT, "event_discards": _WORDS, "revealed": _WORD},
        ),
        "rooms": _list(
            _table(
                {"number": _number(1, 8), "key": _NAME},
                {"service": _NAME, "guest": _WORD, **_TREATS},
            )
        ),
        "players": _list(
            _table(
                {
                    "name": _NAME,
                    "cash": _COUNT,
                    "checks": _COUNT,
                    "hand_count": _COUNT,
                    "corpses": _WORDS,
                    "annexes": _list(_table({"card": _WORD, "buried": _WORDS})),
                },
                {"snowed": _WORDS, "object_count": _COUNT},
            )
        ),
    },
    {"trailers": _list(_table({"card": _WORD, "owner": _NAME}, {"guest": _WORD, **_TREATS}))},
)
