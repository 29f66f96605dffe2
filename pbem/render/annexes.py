"""What annexes, objects and events do, in a few words for people who do not hold the card.

Where a ruling decides, the words are those of the reading that the game is played with.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem.rules.model import Guest
from pbem.rules.options import RULINGS

#: The rulings of a game that differ from the default, as views have them.
Rulings = Mapping[str, str]

_TRAILER = "a place beside the inn with a key of yours, until a corpse lies under it"

#: By the card that the annex is built from.
EFFECTS = {
    "barn": "a grave, nothing more",
    "cultivator": "at once 1F for each artisan annex of yours",
    "mechanic": "to build takes one accomplice fewer",
    "distiller": "one accomplice goes without wages",
    "gardener": "2F each morning",
    "landscaper": "at once 4F; at the end 4F for each artisan in the exit stack",
    "butcher": "one action may kill any number of travelers",
    "newsboy": "at once 1F for each merchant annex of yours",
    "representative": "to bribe takes one accomplice fewer",
    "concierge": "a traveler who takes the room you choose brings you his rank in francs",
    "grocer": "at once 4F; at the end 4F for each merchant in the exit stack",
    "shopkeeper": "one action may bribe any number of travelers",
    "brewer": "one action may bribe up to 4 peasants",
    "novice": "at once 1F for each religious annex of yours",
    "monk": "at once a white key of your choice becomes yours",
    "abbot": "to bury takes one accomplice fewer",
    "priest": "accomplices who help to bury come back",
    "archbishop": "one action may bury any number of corpses",
    "bishop": "at once 4F; at the end 4F for each religious guest in the exit stack",
    "baron": "at once 4F",
    "viscount": "at once 6F",
    "count": "at once 9F",
    "duke": "at once 4F; at the end 4F for each noble in the exit stack",
    "prince": "at the end 3F for each check",
    "marquis": "at once 18F",
    "fire-eater": _TRAILER,
    "juggler": _TRAILER,
    "con-artist": _TRAILER,
    "clown": _TRAILER,
    "barker": "3F for each carnie you bribe",
    "bear-tamer": "to kill takes one accomplice fewer",
    "companion": "accomplices who help to bribe come back",
    "sericulturist": "at once 3F for each room of yours in which somebody stays",
    "winemaker": "at once 3F for each room with a white key in which somebody stays",
    "surgeon": "3F each morning if another player has an unburied corpse",
    "banker": "what another player cannot gain above 40F is yours",
    "notary": "when another player buys checks you may buy one for 10F",
    "pharmacist": "2F each morning if another player has 3 accomplices or more",
}

_BOOTH_LODGE = "3F for each carnie who takes a place"

#: By object, with a ruling by its readings.
_OBJECTS: Mapping[str, str | Mapping[str, str]] = {
    "cake": {
        "own": "in the evening, on a guest of a place of yours: if he stays until the morning,"
        " 2F for each of his ranks in the inn",
        "any": "in the evening, on any guest: if he stays until the morning, 2F for each of his"
        " ranks in the inn",
    },
    "gold-teeth": "with a burial: 2F more for each outside rank of the corpse, not shared",
    "letter": "in the evening: all pay the gravedigger in the morning, police or not",
    "rug": {
        "give": "in the evening: an unburied corpse of yours goes to another player",
        "take": "in the evening: an unburied corpse of another player comes to you",
    },
    "coffee": {
        "shield": "in the evening, on any guest: at once 1F for each of his ranks in the inn;"
        " until the morning no bribe, kill, poison or wheelbarrow reaches him",
        "poison-only": "in the evening, on any guest: at once 1F for each of his ranks in the"
        " inn; until the morning no poison or wheelbarrow reaches him",
    },
    "hammer": "with a build: the accomplices come back",
    "liquor": "with a bribe: the accomplices come back",
    "snow-pile": "before the police: nobody sees one of your corpses this morning",
    "bible": "with a burial: the accomplices come back",
    "confessional": "at the end of a round, if you have fewer corpses under your annexes than"
    " somebody else: 6F from who has most",
    "tomb": {
        "money": "when the gravedigger is called: lays a corpse into the box, anybody's; the"
        " money in its pockets is yours",
        "no-money": "when the gravedigger is called: lays a corpse into the box, anybody's",
    },
    "wolf-trap": "with a kill: the accomplices come back",
    "poison": {
        "corpse": "in the evening: a guest without coffee dies; the corpse is yours",
        "gone": "in the evening: a guest without coffee is gone, and no corpse is left",
    },
    "quicklime": {
        "full-annex": "with a burial: the corpse goes where there is no place left",
        "free-burial": "a burial that takes no action and no accomplices",
        "one-fewer": "with a burial: one accomplice fewer",
    },
    "well": {
        "money": "with a kill: the traveler goes to the box, the money in his pockets to you",
        "no-money": "with a kill: the traveler goes to the box",
    },
    "wheelbarrow": "with a build: builds a guest of the inn, who need not be bribed",
}

#: By event, likewise.
_EVENTS: Mapping[str, str | Mapping[str, str]] = {
    "blackmail": "all pay the gravedigger, police or not",
    "broken-safe": "when the travelers have left, all lose half their checks, rounded up",
    "cirrhosis": {
        "event-check": "a peasant in the bistro dies before the police come",
        "after-wages": "a peasant in the bistro dies after the wages",
    },
    "extortion": "the wages are 2F for each accomplice",
    "fiasco": "all lose their accomplices before the wages",
    "high-season": {
        "double": "the rent is 2F for each place",
        "plus-two": "the rent is 3F for each place",
    },
    "pickpockets": {
        "half": "when the travelers have left, all lose half their cash, rounded up",
        "two": "when the travelers have left, all lose 2F",
    },
    "red-herring": "the police do not investigate",
}


def annex_effect(card: Guest) -> str:
    """What the annex of a card does; nothing for a card that can be none."""
    if card.annex is not None and card.annex.per_carnie_lodged:
        return _BOOTH_LODGE
    return EFFECTS.get(card.name, "")


def object_effect(name: str, rulings: Rulings) -> str:
    """What an object does; nothing for one that is not known."""
    return _read(_OBJECTS.get(name, ""), name, rulings)


def event_effect(name: str, rulings: Rulings) -> str:
    """What an event does; nothing for one that is not known."""
    return _read(_EVENTS.get(name, ""), name, rulings)


def _read(words: str | Mapping[str, str], name: str, rulings: Rulings) -> str:
    """The words of the reading; a ruling about a card has the card's name."""
    if isinstance(words, str):
        return words
    return words[rulings.get(name, RULINGS[name][0])]
