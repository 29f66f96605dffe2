"""Every order that can be written in a small position, legal or not, without asking the rules.

Nothing here uses the engine's proposals: targets, accomplices and graves are all combined with all.
"""

from __future__ import annotations

from itertools import chain, combinations, combinations_with_replacement, product

from pbem import rules
from pbem.rules.orders import Bribe, Build, Burial, Bury, Dismiss, Kill, Pass, Pay, Place

#: A card that no position of these tests holds.
FOREIGN = "prince"
DOORS = tuple("12345678")


def bags(cards, least=0, most=None):
    """The different choices of cards, equal ones interchangeable."""
    most = len(cards) if most is None else most
    picked = chain.from_iterable(combinations(sorted(cards), n) for n in range(least, most + 1))
    return sorted(set(picked))


def crews(hand):
    """Accomplices with what of them is lost; also one more than there is."""
    for crew in bags([*hand, FOREIGN]):
        for losing in bags(crew):
            yield crew, losing


def targets(game):
    names = [place.name for place in game.places] + [FOREIGN]
    peasants = [("peasant",) * count for count in range(7)]
    for rooms, extra in product(bags(names), peasants):
        yield rooms + extra
    yield (names[0], names[0])


def graves(game):
    for owner, player in enumerate(game.players):
        for card in {annex.card for annex in player.annexes} | {FOREIGN}:
            for copy in range(4):
                yield owner, card, copy


def burials(game, seat, most):
    corpses = sorted({*(c for player in game.players for c in player.corpses), FOREIGN})
    single = [Burial(corpse, *grave) for corpse in corpses for grave in graves(game)]
    for count in range(most + 1):
        yield from combinations_with_replacement(single, count)


def actions(game, seat, *, most_burials=1):
    player = game.players[seat]
    pairs = list(crews(player.hand))
    for named in targets(game):
        for crew, losing in pairs:
            yield Bribe(named, crew, losing)
            yield Kill(named, crew, losing)
    for card in sorted({*player.hand, "peasant", "major", FOREIGN}):
        for door in (None, *DOORS):
            for crew, losing in pairs:
                yield Build(card, crew, losing, door)
    for laid in burials(game, seat, most_burials):
        for crew, losing in pairs:
            yield Bury(laid, crew, losing)
    yield Pass()
    for way, checks in product(("checks", "cash"), range(-1, 7)):
        yield Pass(way, checks)


def answers(game, asked, *, most_burials=1):
    """All that can be written in answer to a question; of placings only single ones."""
    match asked.question:
        case "action":
            return actions(game, asked.seat, most_burials=most_burials)
        case "place":
            return (Place((door,)) for door in DOORS)
        case "gravedigger":
            return (Pay(checks) for checks in range(-1, 9))
        case "wages":
            hand = game.players[asked.seat].hand
            return (Dismiss(cards) for cards in bags([*hand, FOREIGN]))
    raise ValueError(asked)


def legal(game, asked, **limits):
    """The orders among them to which the rules have no objection."""
    found = set()
    for order in answers(game, asked, **limits):
        if rules.problem(game, asked.seat, order) is None:
            found.add(order)
    return found
