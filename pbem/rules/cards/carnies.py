"""The Carnies, module 1: 14 guests, one of each, with split ranks.

Ranks and money are those of the printed cards; which of them have an icon is a ruling.
"""

from __future__ import annotations

from pbem.rules.cards.kit import no_token
from pbem.rules.model import Annex, Family, Guest, Verb

_TRAILER = Annex("trailer", trailer=True, unbuildable=no_token)


def _carnie(
    name: str, ranks: tuple[int, int], money: int, affinity: Verb, annex: Annex | None = None
) -> Guest:
    return Guest(name, Family.CARNIE, ranks[0], money, affinity, 1, annex, ranks[1])


CARNIES = (
    _carnie("fire-eater", (0, 2), 14, Verb.KILL, _TRAILER),
    _carnie("juggler", (0, 2), 14, Verb.BUILD, _TRAILER),
    _carnie("con-artist", (0, 2), 14, Verb.BRIBE, _TRAILER),
    _carnie("clown", (0, 2), 14, Verb.BURY, _TRAILER),
    _carnie("barker", (1, 3), 20, Verb.BRIBE, Annex("carnival-booth", per_carnie_bribed=3)),
    _carnie("bear-tamer", (3, 1), 20, Verb.KILL, Annex("bear-cage", saves=Verb.KILL)),
    _carnie("companion", (3, 1), 20, Verb.BRIBE, Annex("nook", keeps=Verb.BRIBE)),
    _carnie("knife-thrower", (1, 0), 10, Verb.KILL),
    _carnie("fortune-teller", (1, 0), 10, Verb.BURY),
    _carnie("strongman", (1, 0), 10, Verb.BUILD),
    _carnie("acrobat", (1, 0), 10, Verb.BUILD),
    # Laid sideways the dwarf takes no place; the bearded lady lies under others' annexes only; the
    # twins take a card of the box with them, which nobody sees. (Rulings R53 to R55)
    _carnie("dwarf", (2, 1), 16, Verb.BURY)._replace(places=0),
    _carnie("bearded-lady", (2, 1), 24, Verb.BRIBE)._replace(abroad=True),
    _carnie("twins", (2, 1), 24, Verb.BURY)._replace(places=2, bodies=2),
)


def with_icons(cards: tuple[Guest, ...], ruling: str) -> tuple[Guest, ...]:
    """The carnies as the ruling `carnie-affinity` has them."""
    if ruling == "all":
        return cards
    # The four trailers and the four cards without text would else be one card under many names.
    return tuple(
        card
        if ruling == "eight" and (card.rank, card.outer) in ((0, 2), (1, 0))
        else card._replace(affinity=None)
        for card in cards
    )


def with_booth(cards: tuple[Guest, ...], ruling: str) -> tuple[Guest, ...]:
    """The carnies as the ruling `booth` has them."""
    if ruling == "bribe":
        return cards
    return tuple(
        card._replace(annex=card.annex._replace(per_carnie_bribed=0, per_carnie_lodged=3))
        if card.annex is not None and card.annex.per_carnie_bribed
        else card
        for card in cards
    )
