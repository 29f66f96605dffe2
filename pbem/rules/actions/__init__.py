"""The actions of a night. (Rulebook, Phase 2: Player Actions)

Four of them play accomplices and share one way of being checked, proposed and carried out; passing
is the fifth. Each action module says what an order demands, proposes plans, and performs. `problem`
is the rule; plans lack only the accomplices, and with enough of them every plan is legal.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from pbem.rules import crews, moves, using
from pbem.rules.actions import annexes, burials, guests, laundering
from pbem.rules.demand import Demand, Plan
from pbem.rules.model import PEASANT, ObjectCard, Use, Verb
from pbem.rules.orders import Bribe, Build, Bury, Crewed, Kill, Order, Pass
from pbem.rules.state import Game


class Action(NamedTuple):
    """One action for which accomplices are played."""

    verb: Verb
    #: The targets of an order as `using … on` names them.
    targets: Callable[[Any], Sequence[str]]
    #: What the order takes to be carried out, or what is wrong with it.
    demand: Callable[[Game, int, Any], Demand | str]
    #: Proposals with these objects, for no more ranks than hand and annexes reach.
    plans: Callable[[Game, int, Sequence[ObjectCard], crews.Support], Iterator[Plan]]
    perform: Callable[[Game, int, Any], None]


ACTIONS: dict[type[Order], Action] = {
    Bribe: Action(
        Verb.BRIBE, guests.targets, guests.bribe_demand, guests.bribe_plans, guests.bribe
    ),
    Build: Action(Verb.BUILD, annexes.targets, annexes.demand, annexes.plans, annexes.perform),
    Kill: Action(Verb.KILL, guests.targets, guests.kill_demand, guests.kill_plans, guests.kill),
    Bury: Action(Verb.BURY, Bury.numbered, burials.demand, burials.plans, burials.perform),
}


class Group(NamedTuple):
    """Orders that differ in nothing but the accomplices played.

    `low` and `high` are the fewest and the most accomplices, `orders` is the number of legal
    orders, `example` is one of them.
    """

    example: Order
    low: int
    high: int
    orders: int


def problem(game: Game, seat: int, order: Order) -> str | None:
    """Why this order cannot be the player's action, or None."""
    if isinstance(order, Pass):
        return laundering.problem(game, seat, order)
    assert isinstance(order, Crewed)
    action = ACTIONS[type(order)]
    objects = using.used(game, seat, action.verb, order.using, action.targets(order))
    if isinstance(objects, str):
        return objects
    demand = action.demand(game, seat, order)
    if isinstance(demand, str):
        return demand
    support = _with(crews.supports(game, seat)[action.verb], objects)
    return crews.problem(game, support, demand, order)


def _with(support: crews.Support, objects: Sequence[ObjectCard]) -> crews.Support:
    """What annexes do for an action, and objects. (R58 for the quicklime that saves one)"""
    if not objects:
        return support
    if any(card.keeps for card in objects):
        support = support._replace(keeps=True)
    if using.does(objects, Use.FEWER):
        support = support._replace(saved=support.saved + 1)
    return support


def _plans(game: Game, seat: int) -> Iterator[tuple[crews.Support, Plan]]:
    """The plans for which the player holds enough cards, with what supports them."""
    supports = crews.supports(game, seat)
    for action in ACTIONS.values():
        for objects in using.held_for(game, seat, action.verb):
            support = _with(supports[action.verb], objects)
            for plan in action.plans(game, seat, objects, support):
                yield support, plan


def candidates(game: Game, seat: int) -> Iterator[Order]:
    """Every legal action and no other, passing last."""
    for support, (kind, target, ranks, hand, objects) in _plans(game, seat):
        for crew in crews.choices(hand, ranks - support.saved, ranks):
            yield kind(target, crew, (), objects)
            if support.keeps:
                for losing in crews.losses(game, support.verb, crew):
                    yield kind(target, crew, losing, objects)
    yield from laundering.candidates(game, seat)


def groups(game: Game, seat: int) -> Iterator[Group]:
    """The legal actions by target, counted without being listed; passing is not among them."""
    for support, (kind, target, ranks, hand, objects) in _plans(game, seat):
        low, high = support.span(ranks)
        crew = next(iter(crews.choices(hand, low, high)))
        orders = crews.count(game, support, ranks, hand)
        yield Group(kind(target, crew, (), objects), low, high, orders)


def only_pass(game: Game, seat: int) -> bool:
    """True if nothing is to be decided: no action but passing, nothing to launder, no object.

    Who holds an object is always asked, so that the question tells nothing; a peasant, of rank 0 as
    printed, can always be bribed. (A0, R103)
    """
    return (
        not (game.bistro and not game.cards[PEASANT].rank)
        and not game.players[seat].objects
        and not laundering.possible(game, seat)
        and next(_plans(game, seat), None) is None
    )


def perform(game: Game, seat: int, order: Order) -> None:
    """Carry out a legal action: payment first, then the result. (Ruling R20)"""
    if isinstance(order, Pass):
        laundering.perform(game, seat, order)
        return
    assert isinstance(order, Crewed)
    action = ACTIONS[type(order)]
    objects = [game.objects[card] for card, _ in order.using]
    using.spend(game, seat, order.using)
    if order.crew:
        support = _with(crews.supports(game, seat)[action.verb], objects)
        moves.play_crew(game, seat, action.verb, order.crew, crews.returning(game, support, order))
    action.perform(game, seat, order)
    if burials.takes_no_action(game, order):
        game.then(("turn", seat, game.lap))
