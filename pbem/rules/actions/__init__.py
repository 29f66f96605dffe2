"""The actions of a night. (Rulebook, Phase 2: Player Actions)

Four of them play accomplices and share one way of being checked, proposed and carried out; passing
is the fifth. Each action module says what an order demands, proposes plans, and performs. `problem`
is the rule; plans may be too many, never too few.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from pbem.rules import crews, moves
from pbem.rules.actions import annexes, burials, guests, laundering
from pbem.rules.demand import Demand, Plan
from pbem.rules.model import Verb
from pbem.rules.orders import Bribe, Build, Bury, Kill, Order, Pass
from pbem.rules.state import Game


class Action(NamedTuple):
    """One action for which accomplices are played."""

    verb: Verb
    #: What the order takes to be carried out, or what is wrong with it.
    demand: Callable[[Game, int, Any], Demand | str]
    plans: Callable[[Game, int], Iterator[Plan]]
    perform: Callable[[Game, int, Any], None]


ACTIONS: dict[type[Order], Action] = {
    Bribe: Action(Verb.BRIBE, guests.bribe_demand, guests.bribe_plans, guests.bribe),
    Build: Action(Verb.BUILD, annexes.demand, annexes.plans, annexes.perform),
    Kill: Action(Verb.KILL, guests.kill_demand, guests.kill_plans, guests.kill),
    Bury: Action(Verb.BURY, burials.demand, burials.plans, burials.perform),
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
    action = ACTIONS.get(type(order))
    if action is None:
        return "an action is asked: bribe, build, kill, bury or pass"
    demand = action.demand(game, seat, order)
    if isinstance(demand, str):
        return demand
    return crews.problem(game, seat, action.verb, demand, order)  # type: ignore[arg-type]


def candidates(game: Game, seat: int) -> Iterator[Order]:
    """Every order that may be legal as an action, passing last."""
    for action in ACTIONS.values():
        for plan in action.plans(game, seat):
            for crew, losing in crews.choices(game, seat, action.verb, plan.ranks, plan.hand):
                yield plan.make(crew, losing)
    yield from laundering.candidates(game, seat)


def groups(game: Game, seat: int) -> Iterator[Group]:
    """The legal actions by target, counted without being listed; passing is not among them."""
    for action in ACTIONS.values():
        for plan in action.plans(game, seat):
            choice = next(crews.choices(game, seat, action.verb, plan.ranks, plan.hand), None)
            if choice is not None:
                low, high = crews.span(game, seat, action.verb, plan.ranks)
                count = crews.count(game, seat, action.verb, plan.ranks, plan.hand)
                yield Group(plan.make(*choice), low, high, count)


def only_pass(game: Game, seat: int) -> bool:
    """True if nothing is to be decided: no action but passing, nothing to launder. (A0, R103)"""
    return next(groups(game, seat), None) is None and not laundering.possible(game, seat)


def perform(game: Game, seat: int, order: Order) -> None:
    """Carry out a legal action: payment first, then the result. (Ruling R20)"""
    if isinstance(order, Pass):
        laundering.perform(game, seat, order)
        return
    action = ACTIONS[type(order)]
    crew = order.crew  # type: ignore[attr-defined]
    if crew:
        kept = crews.returning(game, seat, action.verb, order)  # type: ignore[arg-type]
        moves.play_crew(game, seat, action.verb, crew, kept)
    action.perform(game, seat, order)
