"""Burying corpses and sharing what is in their pockets. (Rulebook, Bury a Corpse)"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pbem.rules import crews, moves, using
from pbem.rules.crews import Support
from pbem.rules.demand import Demand, Plan
from pbem.rules.model import ObjectCard, Use, Verb
from pbem.rules.orders import Burial, Bury, Order, Using
from pbem.rules.state import Game


class Spot(NamedTuple):
    """An annex as a burial names it."""

    owner: int
    card: str
    copy: int


def _limed(game: Game, order: Bury) -> int | None:
    """The burial of an order that the quicklime makes possible, by its reading. (Ruling R58)"""
    if game.options.ruling("quicklime") != "full-annex":
        return None
    name = using.aimed(game, order.using, Use.LIME, order.numbered())
    return None if name is None else order.numbered().index(name)


def takes_no_action(game: Game, order: Order) -> bool:
    """True for a burial by a quicklime that is read so. (Ruling R58, `free-burial`)"""
    return (
        isinstance(order, Bury)
        and game.options.ruling("quicklime") == "free-burial"
        and using.has(game, order.using, Use.LIME)
    )


def demand(game: Game, seat: int, order: Bury) -> Demand | str:
    """What burying takes: the sum of outside ranks, and room under each annex. (R50 to R58)"""
    if not order.burials:
        return "say which corpse to bury"
    if len(order.burials) > 1 and not crews.supports(game, seat)[Verb.BURY].many:
        return f"one bury takes one corpse, {len(order.burials)} named"
    corpses = tuple(burial.corpse for burial in order.burials)
    lacking = crews.missing(corpses, game.players[seat].corpses)
    if lacking is not None:
        return (
            f"{corpses.count(lacking)} {lacking} to bury,"
            f" {game.players[seat].corpses.count(lacking)} unburied before you"
        )
    why = _spots_problem(game, seat, order.burials, _limed(game, order))
    if why is not None:
        return why
    hand = tuple(game.players[seat].hand)
    if takes_no_action(game, order):
        if len(order.burials) > 1:
            return "a burial by quicklime alone is of one corpse"
        return 0, hand
    return sum(game.cards[c].outer for c in corpses), hand


def _spots_problem(
    game: Game, seat: int, burials: Sequence[Burial], limed: int | None
) -> str | None:
    """Why the corpses do not all find room; *limed* is the burial that needs none."""
    left: dict[Spot, int] = {}
    for number, burial in enumerate(burials):
        spot = Spot(*burial[1:])
        corpse = game.cards[burial.corpse]
        room = _room(game, spot)
        if room is None:
            return f"there is no such annex: {_called(game, spot)}"
        if isinstance(room, str):
            return room
        if corpse.abroad and spot.owner == seat:
            return f"the {corpse.name} can only be buried under another player's annex"
        if game.cards[spot.card].outer < 1:
            return f"no corpse goes under an annex of rank 0: {_called(game, spot)}"
        left.setdefault(spot, room)
        if number != limed:
            left[spot] -= corpse.places
            if left[spot] < 0:
                return f"no room under {_called(game, spot)}"
    if limed is not None:
        burial = burials[limed]
        if game.cards[burial.corpse].places <= left[Spot(*burial[1:])]:
            return f"the {burial.corpse} finds room without quicklime"  # R102
    return None


def _room(game: Game, spot: Spot) -> int | str | None:
    """The places left under an annex or an empty trailer; a reason, or None for no annex. (R56)"""
    annex = game.built(*spot)
    if annex is not None:
        return game.room_left(annex)
    place = game.trailer(spot.owner, spot.card) if spot.copy == 1 else None
    if place is None:
        return None
    if place.guest is not None:
        return f"the {place.guest} stays in the trailer {spot.card}"
    return game.cards[spot.card].outer


def _called(game: Game, spot: Spot) -> str:
    number = f"#{spot.copy}" if spot.copy > 1 else ""
    return f"{game.options.players[spot.owner]} {spot.card}{number}"


def _spots(game: Game) -> dict[Spot, int]:
    """Every annex and empty trailer under which a corpse may lie at all, with the places left."""
    found: dict[Spot, int] = {}
    for owner, player in enumerate(game.players):
        copies: dict[str, int] = {}
        for annex in player.annexes:
            copies[annex.card] = copies.get(annex.card, 0) + 1
            if game.cards[annex.card].outer:
                found[Spot(owner, annex.card, copies[annex.card])] = game.room_left(annex)
    for place in game.places:
        if place.key is not None and place.guest is None and place.is_trailer:
            found[Spot(place.key, place.name, 1)] = game.cards[place.name].outer
    return found


def _layings(
    game: Game, seat: int, corpses: Sequence[str], room: dict[Spot, int], first: int = 0
) -> Iterator[list[Burial]]:
    """Every way to lay the corpses where there is *room*, from the spot number *first* on.

    They are sorted, and equal ones lie in the order of the spots.
    """
    corpse, *others = corpses
    card = game.cards[corpse]
    for number, (spot, left) in enumerate(room.items()):
        if number < first or left < card.places or (card.abroad and spot.owner == seat):
            continue
        laid = Burial(corpse, *spot)
        if not others:
            yield [laid]
            continue
        room[spot] = left - card.places
        for rest in _layings(game, seat, others, room, number if others[0] == corpse else 0):
            yield [laid, *rest]
        room[spot] = left


def plans(game: Game, seat: int, objects: Sequence[ObjectCard], support: Support) -> Iterator[Plan]:
    """What the player might bury and where, single corpses first."""
    player = game.players[seat]
    if not player.corpses:
        return
    most = len(player.corpses) if support.many else 1
    reach = support.reach(player.hand)
    if using.does(objects, Use.LIME):
        yield from _limed_plans(game, seat, objects, most, reach)
        return
    hand = tuple(player.hand)
    room = _spots(game)
    for corpses in crews.choices(tuple(sorted(player.corpses)), 1, most):
        ranks = sum([game.cards[corpse].outer for corpse in corpses])
        if ranks > reach:
            continue
        for burials in _layings(game, seat, corpses, room):
            for way in _aims(objects, burials):
                yield Bury, burials, ranks, hand, way


def _aims(objects: Sequence[ObjectCard], burials: Sequence[Burial]) -> Iterable[tuple[Using, ...]]:
    """Every way to aim the objects at burials that differ."""
    if not objects:
        return ((),)
    names = Bury(burials).numbered()
    return dict.fromkeys(Bury(burials, using=way).using for way in using.ways(objects, names))


def _limed_plans(
    game: Game, seat: int, objects: Sequence[ObjectCard], most: int, reach: int
) -> Iterator[Plan]:
    """Burials with quicklime: proposed freely, kept if they are right. It is one card."""
    hand = tuple(game.players[seat].hand)
    seen: set[Bury] = set()
    for corpses in crews.choices(tuple(sorted(game.players[seat].corpses)), 1, most):
        for burials in _anywhere(corpses, list(_spots(game))):
            for way in _aims(objects, burials):
                order = Bury(burials, using=way)
                wanted = demand(game, seat, order)
                if isinstance(wanted, str) or wanted[0] > reach or order in seen:
                    continue
                seen.add(order)
                yield Bury, order.burials, wanted[0], hand, way


def _anywhere(corpses: Sequence[str], spots: Sequence[Spot]) -> Iterator[list[Burial]]:
    if not corpses:
        yield []
        return
    for spot in spots:
        for rest in _anywhere(corpses[1:], spots):
            yield [Burial(corpses[0], *spot), *rest]


def perform(game: Game, seat: int, order: Bury) -> None:
    """Lay each corpse under its annex and pay out its pockets, shared with another owner.

    Of an odd amount the one who buries gets the franc more. (Rulings R48, R49)
    """
    limed = _limed(game, order)
    teeth = using.aimed(game, order.using, Use.TEETH, order.numbered())
    numbered = list(enumerate(zip(order.burials, order.numbered(), strict=True)))
    # In quicklime lies who finds no place after the others.
    for _, (burial, name) in sorted(numbered, key=lambda one: one[0] == limed):
        moves.bury(game, seat, burial)
        corpse = game.cards[burial.corpse]
        shared = corpse.money // 2 if burial.owner != seat else 0
        moves.gain(game, seat, corpse.money - shared, "burial")
        moves.gain(game, burial.owner, shared, "burial")
        if name == teeth:
            moves.gain(game, seat, 2 * corpse.outer, "teeth")  # R57: never shared
