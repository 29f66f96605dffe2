"""What the actions hand to the common part: demands and plans."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pbem.rules.orders import Order, Using

Make = Callable[[tuple[str, ...], tuple[str, ...], tuple[Using, ...]], Order]


class Demand(NamedTuple):
    """What an order takes: the sum of ranks, and the cards that can be played for it."""

    ranks: int
    hand: list[str]


class Plan(NamedTuple):
    """A proposal that lacks only the accomplices: *make* completes it to an order.

    `using` are the objects of the order, aimed.
    """

    make: Make
    ranks: int
    hand: list[str]
    using: tuple[Using, ...] = ()
