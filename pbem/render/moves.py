"""The legal orders of a player in groups that a person can read, each with one to copy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice, takewhile
from typing import Any, NamedTuple

from pbem.render.paint import Line
from pbem.render.words import human, number
from pbem.rules import Game, Group, Order, groups, pending, problem, write
from pbem.rules.model import PEASANT
from pbem.rules.orders import Bribe, Build, Bury, Dismiss, Kill, Pass, Pay, Place

#: Groups of the rules looked at before it is told that there are more. Several corpses under many
#: annexes make millions.
MOST_GROUPS = 5000
#: What is said of orders with several targets at once.
SEVERAL = "several at once"

_NOUNS = {"bribe": "guest", "build": "card", "kill": "guest", "bury": "corpse", "place": "room"}


class Choice(NamedTuple):
    """Orders that mean about the same: the verb, about whom, accomplices needed, how many orders.

    `example` is one of them in the writer's form; `more` is true if there are more than counted.
    """

    verb: str
    about: str
    low: int
    high: int
    orders: int
    example: str
    more: bool = False

    def as_json(self) -> dict[str, Any]:
        """The choice for programs; `more` only where it is true."""
        facts = self._asdict()
        if not facts.pop("more"):
            return facts
        return facts | {"more": True}


def choices(game: Game, seat: int) -> list[Choice]:
    """What a player may order, alike orders as one; nothing if nothing is asked of the player."""
    found: dict[tuple[str, str], Choice] = {}
    stream = _groups(game, seat)
    for group in islice(stream, MOST_GROUPS):
        _add(found, game, seat, group)
    uncounted = next(stream, None)
    if uncounted is not None:
        name = _add(found, game, seat, uncounted)
        found[name] = found[name]._replace(more=True)
    for group in _passes(game, seat):
        _add(found, game, seat, group)
    return list(found.values())


def _add(
    found: dict[tuple[str, str], Choice], game: Game, seat: int, group: Group
) -> tuple[str, str]:
    """Count a group to the choice of its name, which is returned."""
    order, low, high, orders = group
    name = _named(game, order)
    old = found.get(name)
    if old is None:
        found[name] = Choice(*name, low, high, orders, write(game, seat, order))
    else:
        found[name] = old._replace(
            low=min(low, old.low), high=max(high, old.high), orders=old.orders + orders
        )
    return name


def _groups(game: Game, seat: int) -> Iterator[Group]:
    """The groups of the rules up to the ways to pass, which come last."""
    return takewhile(lambda group: not isinstance(group.example, Pass), groups(game, seat))


def _passes(game: Game, seat: int) -> Iterator[Group]:
    """The legal ways to pass, looked for here because the groups before them may be too many."""
    if problem(game, seat, Pass()) is not None:
        return
    yield Group(Pass(), 0, 0, 1)
    for to in ("checks", "cash"):
        ways = 0
        while problem(game, seat, Pass(to, ways + 1)) is None:
            ways += 1
        if ways:
            yield Group(Pass(to, 1), 0, 0, ways)


def _named(game: Game, order: Order) -> tuple[str, str]:
    """The verb of an order and what it is about; orders with the same two are shown as one."""
    match order:
        case Bribe():
            return ("kill" if isinstance(order, Kill) else "bribe"), _target(game, order.targets)
        case Build():
            effect = game.cards[order.card].annex
            return "build", f"{order.card} ({human(effect.name)})" if effect else order.card
        case Bury():
            corpses = [burial.corpse for burial in order.burials]
            return "bury", corpses[0] if len(corpses) == 1 else SEVERAL
        case Pass():
            return "pass", f"to {order.to}" if order.to else "without laundering"
        case Place():
            return "place", f"in room {order.places[0]}"
        case Pay():
            return "pay", number(order.checks, "check")
        case Dismiss():
            return "dismiss", number(len(order.cards), "accomplice")
    raise TypeError(f"no group for {order!r}")


def _target(game: Game, targets: tuple[str, ...]) -> str:
    if PEASANT in targets:
        return "peasants in the bistro"
    if len(targets) > 1:
        return SEVERAL
    place = game.place(targets[0])
    return f"{place.guest} in room {place.name}" if place else targets[0]


def overview(game: Game, seat: int, ready: Callable[[str], str]) -> list[Line]:
    """The choices of a player in lines; *ready* makes of an order the command that gives it."""
    name = game.options.players[seat]
    found = choices(game, seat)
    if not found:
        asked = ", ".join(
            f"{game.options.players[other.seat]} ({other.question})" for other in pending(game)
        )
        return [[(f"Nothing is asked of {name}; asked now: {asked or 'nobody'}.", "")]]
    total = sum(choice.orders for choice in found)
    least = "at least " if any(choice.more for choice in found) else ""
    lines: list[Line] = [
        [(name, "bold"), (f" may give {least}{number(total, 'order')}; --all lists them.", "")]
    ]
    for verb in dict.fromkeys(choice.verb for choice in found):
        alike = [choice for choice in found if choice.verb == verb]
        lines += [[], [(verb, "bold"), (_how_many(verb, alike), "")]]
        for choice in alike:
            lines += [
                [(f"  {choice.about}: {_needed(choice)}{_ways(choice)}", "")],
                [(f"      {ready(choice.example)}", "cyan")],
            ]
    return lines


def _how_many(verb: str, alike: list[Choice]) -> str:
    single = sum(choice.about != SEVERAL for choice in alike)
    return f": {number(single, _NOUNS[verb])}" if verb in _NOUNS else ""


_CREWED = frozenset({"bribe", "build", "kill", "bury"})


def _needed(choice: Choice) -> str:
    if choice.verb not in _CREWED:
        return ""
    if choice.high == 0:
        return "no accomplice, "
    if choice.low == choice.high:
        return f"{number(choice.high, 'accomplice')}, "
    return f"{choice.low} to {choice.high} accomplices, "


def _ways(choice: Choice) -> str:
    return f"{'at least ' if choice.more else ''}{number(choice.orders, 'way')}"
