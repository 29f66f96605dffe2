"""Every order that can be written in a small position, legal or not, without asking the rules.

Nothing here uses the engine's proposals: targets, accomplices and graves are all combined with all.
"""

from __future__ import annotations

from itertools import chain, combinations, combinations_with_replacement, product

from pbem import rules
from pbem.rules.orders import (
    Bribe,
    Build,
    Burial,
    Bury,
    Dismiss,
    Hold,
    Keep,
    Kill,
    Pass,
    Pay,
    Place,
    Play,
    Study,
    Using,
)

#: A card that no position of these tests holds.
FOREIGN = "prince"
DOORS = tuple("12345678")
#: Objects that no position of these tests holds, one of a window and one of an action.
NOT_HELD = ("letter", "liquor")


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
    names = [place.name for place in game.places if place.guest is not None]
    names += [next((place.name for place in game.free_places()), "8"), FOREIGN]
    peasants = [("peasant",) * count for count in range(7)]
    for rooms, extra in product(bags(names), peasants):
        yield rooms + extra
    yield (names[0], names[0])


def usings(game, seat, names):
    """Objects aimed at anything; none but no object for who holds none."""
    held = game.players[seat].objects
    if not held:
        return [()]
    aimed = [Using(card, on) for card in held for on in (None, *dict.fromkeys(names))]
    wrong = [Using(held[0], "8"), *map(Using, NOT_HELD)]
    return [(), *((one,) for one in aimed + wrong), *combinations(aimed, 2)]


def graves(game):
    beside = {place.name for place in game.places if place.is_trailer}
    for owner, player in enumerate(game.players):
        for card in {annex.card for annex in player.annexes} | beside | {FOREIGN}:
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
        for using, (crew, losing) in product(usings(game, seat, named), pairs):
            yield Bribe(named, crew, losing, using)
            yield Kill(named, crew, losing, using)
    rooms = [place.name for place in game.places] if player.objects else []
    for card in sorted({*player.hand, *rooms, "peasant", "major", FOREIGN}):
        for door in (None, *DOORS):
            for using, (crew, losing) in product(usings(game, seat, ()), pairs):
                yield Build(card, crew, losing, using, door)
    for laid in burials(game, seat, most_burials):
        for using, (crew, losing) in product(usings(game, seat, Bury(laid).numbered()), pairs):
            yield Bury(laid, crew, losing, using)
    yield Pass()
    for way, checks in product(("checks", "cash"), range(-1, 7)):
        yield Pass(way, checks)


def plays(game, seat):
    yield Hold()
    corpses = sorted({*(c for player in game.players for c in player.corpses), FOREIGN})
    for card, place, corpse, player in product(
        (*game.players[seat].objects, *NOT_HELD),
        (None, *(place.name for place in game.places), "8"),
        (None, *corpses),
        (None, *range(len(game.players))),
    ):
        yield Play(card, place, corpse, player)


def answers(game, asked, *, most_burials=1):
    """All that can be written in answer to a question; of placings only single ones."""
    match asked.question:
        case "action":
            return actions(game, asked.seat, most_burials=most_burials)
        case "place":
            trailers = [place.name for place in game.places if place.is_trailer]
            return (Place((place,)) for place in (*DOORS, *trailers, FOREIGN))
        case "objects":
            return plays(game, asked.seat)
        case "draft":
            return map(Keep, game.objects)
        case "study":
            return iter((Study(exchange=True), Study(exchange=False)))
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
