"""Burying corpses and sharing what is in their pockets. (Rulebook, Bury a Corpse)"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from pbem.rules import crews, moves
from pbem.rules.demand import Demand, Plan
from pbem.rules.effects import may_take_many
from pbem.rules.model import Verb
from pbem.rules.orders import Burial, Bury
from pbem.rules.state import Game

#: An annex as a burial names it: owner, card, copy.
Spot = tuple[int, str, int]


def demand(game: Game, seat: int, order: Bury) -> Demand | str:
    """What burying takes: the sum of outside ranks, and room under each annex. (R50 to R52)"""
    if not order.burials:
        return "say which corpse to bury"
    if len(order.burials) > 1 and not may_take_many(game, seat, Verb.BURY):
        return f"one bury takes one corpse, {len(order.burials)} named"
    corpses = tuple(burial.corpse for burial in order.burials)
    lacking = crews.missing(corpses, game.players[seat].corpses)
    if lacking is not None:
        return (
            f"{corpses.count(lacking)} {lacking} to bury,"
            f" {game.players[seat].corpses.count(lacking)} unburied before you"
        )
    used: dict[Spot, int] = {}
    for burial in order.burials:
        spot = burial[1:]
        used[spot] = used.get(spot, 0) + 1
        annex = game.built(*spot)
        if annex is None:
            return f"there is no such annex: {_called(game, spot)}"
        if used[spot] > game.room_left(annex):
            return f"no room under {_called(game, spot)}"
    ranks = sum(game.cards[corpse].outer for corpse in corpses)
    return Demand(ranks, game.players[seat].hand)


def _called(game: Game, spot: Spot) -> str:
    owner, card, copy = spot
    number = f"#{copy}" if copy > 1 else ""
    return f"{game.options.players[owner]} {card}{number}"


def _spots(game: Game) -> list[tuple[Spot, int]]:
    """Every annex with room for a corpse, and for how many."""
    found = []
    for owner, player in enumerate(game.players):
        copies: dict[str, int] = {}
        for annex in player.annexes:
            copies[annex.card] = copy = copies.get(annex.card, 0) + 1
            room = game.room_left(annex)
            if room > 0:
                found.append(((owner, annex.card, copy), room))
    return found


def _layings(corpses: tuple[str, ...], spots: list[tuple[Spot, int]]) -> Iterator[list[Burial]]:
    """Every way to lay the corpses, which are sorted; equal ones go to ascending annexes."""
    room = [left for _, left in spots]

    def lay(number: int, first: int) -> Iterator[list[Burial]]:
        if number == len(corpses):
            yield []
            return
        for index in range(first, len(spots)):
            if room[index]:
                room[index] -= 1
                same = number + 1 < len(corpses) and corpses[number + 1] == corpses[number]
                for rest in lay(number + 1, index if same else 0):
                    yield [Burial(corpses[number], *spots[index][0]), *rest]
                room[index] += 1

    return lay(0, 0)


def plans(game: Game, seat: int) -> Iterator[Plan]:
    """What the player might bury and where, single corpses first."""
    player = game.players[seat]
    if not player.corpses:
        return
    spots = _spots(game)
    most = len(player.corpses) if may_take_many(game, seat, Verb.BURY) else 1
    for size in range(1, most + 1):
        for corpses in crews.subsets(player.corpses, size):
            ranks = sum(game.cards[corpse].outer for corpse in corpses)
            for burials in _layings(corpses, spots):
                yield Plan(partial(Bury, burials), ranks, player.hand)


def perform(game: Game, seat: int, order: Bury) -> None:
    """Lay each corpse under its annex and pay out its pockets, shared with another owner.

    Of an odd amount the one who buries gets the franc more. (Rulings R48, R49)
    """
    for burial in order.burials:
        moves.bury(game, seat, burial)
        money = game.cards[burial.corpse].money
        shared = money // 2 if burial.owner != seat else 0
        moves.gain(game, seat, money - shared, "burial")
        moves.gain(game, burial.owner, shared, "burial")
