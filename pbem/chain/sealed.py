"""Sealed orders: the picks of the draft and standing holds, which are others' secrets.

A box that does not open, or opens to what is not legal, has a fixed meaning, so that nobody can
stop a game with it: the default of the draft, no standing hold.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem import rules
from pbem.crypto import keys
from pbem.crypto.sealing import ORDER_SIZE, open_box, order_box_info
from pbem.errors import Refused
from pbem.formats.text import decode64

#: How the log calls an order whose words are secret.
WORDS = "a sealed choice"

#: The words of a sealed order that the reader has signed: by invitation and id of the document.
Recall = Callable[[bytes, bytes], str | None]


def info(content: Mapping[str, Any]) -> bytes:
    """The context of a sealed order, from the lines beside the box."""
    return order_box_info(
        game=decode64(content["game"]),
        player=content["player"],
        fingerprint=content["key"],
        seq=content["seq"],
        phase=content["phase"],
        head_hash=decode64(content["head_hash"]),
    )


def text(content: Mapping[str, Any], secret: bytes) -> str:
    """What a box holds, for who knows the secret of the game; nothing if it does not open."""
    key = keys.order_seal_key(secret)
    try:
        held = open_box(decode64(content["box"]), ORDER_SIZE, key, info(content))
    except Refused:
        return ""
    return held.decode("ascii", "replace")


def standing(game: rules.Game, seat: int, words: str | None) -> rules.Stand:
    """The standing hold that *words* file or cancel; an unknown one if they are unknown."""
    given = rules.Stand(rules.UNKNOWN) if words is None else _read(game, seat, words)
    return given if isinstance(given, rules.Stand) else rules.Stand("no more")


def pick(game: rules.Game, seat: int, asked: rules.Asked, words: str | None) -> rules.Keep:
    """The object that *words* keep; an unknown one if they, or the pack, are unknown."""
    given = None if words is None else _read(game, seat, words)
    if isinstance(given, rules.Keep):
        return given
    if words is None or rules.UNKNOWN in asked.about:
        return rules.Keep(rules.UNKNOWN)
    return rules.Keep(rules.draft_default(game, asked.about))


def _read(game: rules.Game, seat: int, words: str) -> rules.Order | None:
    """The legal order that *words* are, or None."""
    try:
        order = rules.read(game, seat, words)
    except rules.RulesError:
        return None
    return order if rules.problem(game, seat, order) is None else None
