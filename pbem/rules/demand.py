"""What the actions hand to the common part: demands and plans."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.rules.orders import Crewed, Using

Cards = tuple[str, ...]
#: What an order takes: the sum of ranks, and the cards that can be played for it.
Demand = tuple[int, Cards]
#: Makes an order: of a target, a crew, what of it is lost by choice, and objects.
Make = Callable[[Any, Cards, Cards, tuple[Using, ...]], Crewed]
#: An order that lacks only the accomplices: how it is made, its target, what it takes, its objects.
Plan = tuple[Make, Any, int, Cards, tuple[Using, ...]]
