"""The Notables, module 2: 14 guests in the place of the nobles, with split ranks and no icon."""

from __future__ import annotations

from pbem.rules.cards.kit import (
    gain_per_occupied,
    if_others_are_many,
    if_others_have_corpses,
    own_rooms,
    white_rooms,
)
from pbem.rules.model import Annex, Family, Guest


def _notable(name: str, ranks: tuple[int, int], money: int, copies: int, annex: Annex) -> Guest:
    return Guest(name, Family.NOTABLE, ranks[0], money, None, copies, annex, ranks[1])


NOTABLES = (
    _notable(
        "sericulturist", (0, 1), 10, 4, Annex("silk-farm", built=gain_per_occupied(own_rooms))
    ),
    _notable("winemaker", (2, 0), 14, 4, Annex("wine-cask", built=gain_per_occupied(white_rooms))),
    _notable("surgeon", (1, 2), 16, 3, Annex("laboratory", income=if_others_have_corpses(3))),
    _notable("banker", (1, 3), 20, 1, Annex("safe", catches=True)),
    _notable("notary", (3, 1), 20, 1, Annex("study", exchanges=True)),
    _notable(
        "pharmacist", (1, 3), 20, 1, Annex("pharmacy", before_wages=if_others_are_many(2, hand=3))
    ),
)
