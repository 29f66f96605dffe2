"""Two games that look alike to a reader, in which all that is hidden lies otherwise."""

from __future__ import annotations

import random
from itertools import pairwise

from pbem.chain import STANDING
from pbem.chain.sources import Secret
from pbem.crypto.signatures import document_id
from pbem.errors import Refused
from pbem.formats import flat
from pbem.rules.setup import known_objects
from tests.rules import random_game
from tests.trust import table

#: What files no standing hold that anybody will miss: the two look alike.
_LAST_HOLDS = ("hold always", "hold no more")

#: Games that are looked at: of all modules, and where each module is alone.
TERMS = [
    {"number": 21, "count": 30, "names": ["anna", "ben"]},
    {"number": 22, "count": 40, "names": ["anna", "ben", "carla", "dan"], "modules": table.ALL},
    {"number": 23, "count": 60, "names": ["anna", "ben", "carla"], "modules": ["objects"]},
    {"number": 24, "count": 50, "names": ["anna", "ben"], "modules": ["carnies", "events"]},
    {"number": 25, "count": 5, "names": ["anna", "ben", "carla"], "modules": table.ALL},
]


def drawn(number):
    """A game of any terms, by number, and how far it is played."""
    chance = random.Random(f"world {number}")
    terms = dict(random_game.terms(number))
    return {
        "number": number,
        "count": chance.randrange(1, 120),
        "names": terms.pop("players"),
    } | terms


class Permuted(Secret):
    """The same public cards, everything that never came up in another order.

    *shown* are the places of the decks that came up, *other* is the object that lies where one
    lay in the first game.
    """

    def __init__(self, at, shown, other):
        super().__init__(at.chain.id, at.prk)
        self.shown = shown
        self.other = other

    def shuffle(self, deck, serial, cards):
        if deck == "objects" or deck.startswith("kept-"):
            back = {new: old for old, new in self.other.items()}
            first = super().shuffle(deck, serial, sorted(back[card] for card in cards))
            order = [self.other[card] for card in first]
        else:
            order = list(super().shuffle(deck, serial, cards))
            shown = self.shown if deck in {"guests", "events"} else {(deck, serial, 0)}
            hidden = [place for place in range(len(order)) if (deck, serial, place) not in shown]
            taken = [order[place] for place in [*hidden[1:], *hidden[:1]]]
            for place, card in zip(hidden, taken, strict=True):
                order[place] = card
        self._decks[deck, serial] = order
        return order


def decks(at):
    """The order of every deck of a game, as the moderator computes it."""
    return at.chain.source._decks


def shown_places(chain):
    """The places of the decks that came up in a game."""
    return {
        event[1:4]
        for events in chain.events
        for event in events
        if event[0] in {"face-up", "reveal"}
    }


def other_objects(at, reader):
    """For each object one that could as well lie in its place, to the public or to a *reader*."""
    known = {event[2] for events in at.chain.events for event in events if event[0] == "object"}
    if reader is not None:
        known |= at.packs[reader]
    hidden = [card for card in known_objects().values() if card.name not in known]
    other = {name: name for name in known_objects()}
    for price in {card.price for card in hidden}:
        names = [card.name for card in hidden if card.price == price]
        other |= dict(pairwise([*names, names[0]]))
    return other


class Noting(table.Table):
    """A game of which is written down which objects each player saw in the draft."""

    def __init__(self, *args, **terms):
        super().__init__(*args, **terms)
        self.packs = {name: set() for name in self.seeds}

    def hand_in(self, document):
        told = super().hand_in(document)
        game = self.chain.game
        for item in game.agenda if game is not None else ():
            for asked in item[1:] if item[0] == "ask" else ():
                if asked[0] == "draft":
                    self.packs[self.chain.players[asked[1]]] |= {*asked[2:]}
        return told


def permuted(number, count, *, names=("anna", "ben"), reader=None, **terms):
    """A game of *count* orders, and the same with another order of all that was not seen.

    What the player *reader* has seen stays where it is. A game that would end is played half as
    far, for its secret would be revealed.
    """
    one = Noting(number, [*names], **terms).join().accept().play(count)
    if one.chain.revealed:
        return permuted(number, count // 2, names=names, reader=reader, **terms)
    two = table.Table(number, [*names], **terms).join()
    for name in names[:-1]:
        two.accept(name)
    other = other_objects(one, reader)
    two.chain.source = Permuted(two, shown_places(one.chain), other)
    two.accept(names[-1])
    for document in one.documents[2 * len(names) :]:
        # The orders name the other history; the same words are signed anew.
        region = flat.split(document)[0]
        content = dict(flat.read("order", region))
        words = content.get("order") or one.choices[document_id("order", region)]
        if words.startswith("keep "):
            words = f"keep {other[words.removeprefix('keep ')]}"
        two.hand_in(two.order(content["player"], words))
    for name in names if "objects" in terms.get("modules", ()) else ():
        if name != reader and may_file(one, name):
            for at, words in zip((one, two), _LAST_HOLDS, strict=True):
                at.hand_in(at.order(name, words))
    return one, two


def may_file(at, name):
    """True if a player may file a standing hold now, and it answers no question."""
    if any(one.question == "objects" for one in at.chain.pending()):
        return False
    try:
        at.chain.check_any_time(at.chain.seats[name], STANDING)
    except Refused:
        return False
    return True
