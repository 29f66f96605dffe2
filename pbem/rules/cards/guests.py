"""The base game: 70 travelers, the peasants and the barn.

Rank decides the money: 8, 12, 18 or 26F; each family has 14 cards. (Rulebook, Contents and Annex
Effects)
"""

from __future__ import annotations

from pbem.rules.cards.kit import (
    always,
    gain_at_once,
    gain_per_annex,
    put_service,
    score_per_check,
    score_per_exit,
    take_key,
    unserved_doors,
    white_doors,
)
from pbem.rules.model import BARN, PEASANT, Annex, Family, Guest, Verb

_MONEY = (8, 12, 18, 26)
_AFFINITY = {
    Family.ARTISAN: Verb.BUILD,
    Family.MERCHANT: Verb.BRIBE,
    Family.POLICE: Verb.KILL,
    Family.RELIGIOUS: Verb.BURY,
    Family.NOBLE: None,
}


def _traveler(name: str, family: Family, rank: int, copies: int, annex: Annex | None) -> Guest:
    return Guest(name, family, rank, _MONEY[rank], _AFFINITY[family], copies, annex, rank)


def _exit_annex(name: str, family: Family) -> Annex:
    return Annex(name, built=gain_at_once(4), score=score_per_exit(family))


_ARTISANS = (
    ("cultivator", 0, 4, Annex("vegetable-garden", built=gain_per_annex(Family.ARTISAN))),
    ("mechanic", 1, 4, Annex("workshop", saves=Verb.BUILD)),
    ("distiller", 2, 3, Annex("distillery", unpaid=1)),
    ("gardener", 3, 1, Annex("gardens", income=always(2))),
    ("landscaper", 3, 1, _exit_annex("park", Family.ARTISAN)),
    ("butcher", 3, 1, Annex("butcher-shop", many=Verb.KILL)),
)
_MERCHANTS = (
    ("newsboy", 0, 4, Annex("kiosk", built=gain_per_annex(Family.MERCHANT))),
    ("representative", 1, 4, Annex("parlor", saves=Verb.BRIBE)),
    ("concierge", 2, 3, Annex("room-service", built=put_service, doors=unserved_doors)),
    ("grocer", 3, 1, _exit_annex("grocery", Family.MERCHANT)),
    ("shopkeeper", 3, 1, Annex("shop", many=Verb.BRIBE)),
    ("brewer", 3, 1, Annex("brewery", peasants=4)),
)
_RELIGIOUS = (
    ("novice", 0, 4, Annex("altar", built=gain_per_annex(Family.RELIGIOUS))),
    ("monk", 1, 4, Annex("bedroom", built=take_key, doors=white_doors)),
    ("abbot", 2, 3, Annex("cellar", saves=Verb.BURY)),
    ("priest", 3, 1, Annex("chapel", keeps=Verb.BURY)),
    ("archbishop", 3, 1, Annex("crypt", many=Verb.BURY)),
    ("bishop", 3, 1, _exit_annex("bishopric", Family.RELIGIOUS)),
)
_NOBLES = (
    ("baron", 0, 4, Annex("grand-chandelier", built=gain_at_once(4))),
    ("viscount", 1, 4, Annex("king-size-bed", built=gain_at_once(6))),
    ("count", 2, 3, Annex("dining-room", built=gain_at_once(9))),
    ("duke", 3, 1, _exit_annex("stables", Family.NOBLE)),
    ("prince", 3, 1, Annex("greenhouse", score=score_per_check, scores_last=True)),
    ("marquis", 3, 1, Annex("pavilion", built=gain_at_once(18))),
)
_POLICE = (
    ("peacekeeper", 0, 4, None),
    ("brigadier", 1, 4, None),
    ("brigadier-chief", 2, 3, None),
    ("major", 3, 3, None),
)

TRAVELERS = tuple(
    _traveler(name, family, rank, copies, annex)
    for family, rows in (
        (Family.ARTISAN, _ARTISANS),
        (Family.MERCHANT, _MERCHANTS),
        (Family.RELIGIOUS, _RELIGIOUS),
        (Family.NOBLE, _NOBLES),
        (Family.POLICE, _POLICE),
    )
    for name, rank, copies, annex in rows
)
PEASANTS = Guest(PEASANT, Family.PEASANT, 0, 4, None, 8, None, 0)
#: The player aid: an annex of no family, in front of everybody from the start.
BARN_CARD = Guest(BARN, None, 1, 0, None, 4, Annex("barn"), 1)
