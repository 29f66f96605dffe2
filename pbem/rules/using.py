"""Objects used with an own action: which are right, which are possible. (The Carnies, Objects)

An object rides in the order of the action, so that one message settles one action.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, combinations, product

from pbem.rules import moves
from pbem.rules.model import ObjectCard, Use, Verb
from pbem.rules.orders import Using
from pbem.rules.state import UNKNOWN, Game

_NO_WAYS: tuple[tuple[Using, ...], ...] = ((),)
#: What an object does that is for one target of the order.
_AIMED = frozenset({Use.INTO_WELL, Use.TEETH, Use.LIME})


def used(
    game: Game, seat: int, verb: Verb, using: Sequence[Using], targets: Sequence[str]
) -> list[ObjectCard] | str:
    """The objects of an order whose *targets* are named so, or what is wrong with them."""
    if not using:
        return []
    found: list[ObjectCard] = []
    held = game.players[seat].objects[:]
    for name, on in using:
        card = game.objects.get(name)
        if card in found:
            return f"the {name} is used twice"
        if card is None or not (name in held or UNKNOWN in held):
            return f"no {name} among your objects"
        held.remove(name if name in held else UNKNOWN)
        if card.verb is not verb:
            return f"the {name} is not used to {verb}"
        if card.use not in _AIMED:
            if on is not None:
                return f"the {name} is for no target: no `on`"
        elif on is None and len(targets) > 1:
            return f"say on which: {', '.join(f'{name} on {target}' for target in targets)}"
        elif on is not None and (on not in targets or len(targets) == 1):
            return f"the {name} is on {on}, the order is about {', '.join(targets)}"
        found.append(card)
    return found


def aimed(game: Game, using: Iterable[Using], use: Use, targets: Sequence[str]) -> str | None:
    """The target of the order for which an object of that use is, if there is one."""
    for name, on in using:
        if game.objects[name].use is use:
            return targets[0] if on is None else on
    return None


def has(game: Game, using: Iterable[Using], use: Use) -> bool:
    """True if an object of that use is among those used."""
    return any(game.objects[name].use is use for name, _ in using if name in game.objects)


def does(objects: Sequence[ObjectCard], use: Use) -> bool:
    """True if one of the objects is of that use."""
    return bool(objects) and use in [card.use for card in objects]


def held_for(game: Game, seat: int, verb: Verb) -> Iterable[tuple[ObjectCard, ...]]:
    """Every choice among the objects a player could use, none first."""
    if not game.players[seat].objects:
        return ((),)
    held = [game.objects[name] for name in game.players[seat].objects if name in game.objects]
    fit = [card for card in held if card.verb is verb]
    return chain.from_iterable(combinations(fit, size) for size in range(len(fit) + 1))


def ways(cards: Sequence[ObjectCard], targets: Sequence[str]) -> Iterable[tuple[Using, ...]]:
    """Every way to aim the objects at the targets of an order."""
    if not cards:
        return _NO_WAYS
    aims = [
        [Using(card.name, target) for target in targets]
        if card.use in _AIMED and len(targets) > 1
        else [Using(card.name)]
        for card in cards
    ]
    return product(*aims)


def spend(game: Game, seat: int, using: Iterable[Using]) -> None:
    """Put the objects of an order into the box."""
    for name, _ in using:
        moves.spend(game, seat, name)
