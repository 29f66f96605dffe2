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
    """The burial of an order that the quicklime makes possible, by its number. (Ruling R58)"""
    name = using.aimed(game, order.using, Use.LIME, order.numbered())
    return None if name is None else order.numbered().index(name)


def takes_no_action(game: Game, order: Order) -> bool:
    """True for a burial by a quicklime that is read so. (Ruling R58, `free-burial`)"""
    return isinstance(order, Bury) and using.has(game, order.using, Use.FREE)


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
        rank = game.cards[place.name].outer if place.is_trailer else 0
        if place.key is not None and place.guest is None and rank:
            found[Spot(place.key, place.name, 1)] = rank
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
    hand, reach = tuple(player.hand), support.reach(player.hand)
    free, limes = using.does(objects, Use.FREE), using.does(objects, Use.LIME)
    most = len(player.corpses) if support.many and not free else 1
    room = _spots(game)
    for corpses in crews.choices(tuple(sorted(player.corpses)), 1, most):
        ranks = 0 if free else sum([game.cards[corpse].outer for corpse in corpses])
        if ranks > reach:
            continue
        if limes:
            for order in _limed_orders(game, seat, corpses, room, objects):
                yield Bury, order.burials, ranks, hand, order.using
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


def _limed_orders(
    game: Game,
    seat: int,
    corpses: Sequence[str],
    room: dict[Spot, int],
    objects: Sequence[ObjectCard],
) -> Iterator[Bury]:
    """Every way to lay the corpses so that one of them lies where the others left no place."""
    for limed in dict.fromkeys(corpses):
        others = list(corpses)
        others.remove(limed)
        for laid in _layings(game, seat, others, room) if others else [[]]:
            for burial in _too_tight(game, seat, limed, laid, room):
                burials = [*laid, burial]
                for way in _aims(objects, burials):
                    order = Bury(burials, using=way)
                    number = _limed(game, order)
                    if number is not None and order.burials[number] == burial:
                        yield order


def _too_tight(
    game: Game, seat: int, corpse: str, laid: Sequence[Burial], room: dict[Spot, int]
) -> Iterator[Burial]:
    """The burials of a corpse where it finds no place once the others are *laid*. (R58, R102)"""
    card = game.cards[corpse]
    for spot, left in room.items():
        taken = sum(game.cards[one.corpse].places for one in laid if Spot(*one[1:]) == spot)
        if left - taken < card.places and not (card.abroad and spot.owner == seat):
            yield Burial(corpse, *spot)


def perform(game: Game, seat: int, order: Bury) -> None:
    """Lay each corpse under its annex and pay out its pockets, shared with another owner.

    Of an odd amount the one who buries gets the franc more. (Rulings R48, R49)
    """
    limed = _limed(game, order)
    teeth = using.aimed(game, order.using, Use.TEETH, order.numbered())
    named = list(zip(order.burials, order.numbered(), strict=True))
    if limed is not None:
        # In quicklime lies who finds no place after the others.
        named.append(named.pop(limed))
    for burial, name in named:
        moves.bury(game, seat, burial)
        corpse = game.cards[burial.corpse]
        shared = corpse.money // 2 if burial.owner != seat else 0
        moves.gain(game, seat, corpse.money - shared, "burial")
        moves.gain(game, burial.owner, shared, "burial")
        if name == teeth:
            moves.gain(game, seat, 2 * corpse.outer, "teeth")  # R57: never shared
