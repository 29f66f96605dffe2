"""The legal orders of a player in groups that a person can read, each with one to copy."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice, takewhile
from typing import Any, NamedTuple

from pbem.render.annexes import object_effect
from pbem.render.paint import Line, wrapped
from pbem.render.words import human, joined, located, number
from pbem.rules import (
    UNKNOWN,
    Game,
    Group,
    Order,
    Stand,
    Swap,
    card_built,
    groups,
    pending,
    problem,
    write,
)
from pbem.rules.model import PEASANT, Use
from pbem.rules.orders import (
    Bribe,
    Build,
    Bury,
    Crewed,
    Dismiss,
    Hold,
    Keep,
    Kill,
    Pass,
    Pay,
    Place,
    Play,
    Study,
)

#: Groups of the rules looked at before it is told that there are more. Several corpses under many
#: annexes make millions.
MOST_GROUPS = 5000
#: What is said of orders with several targets at once.
SEVERAL = "several at once"

_NOUNS = {
    "bribe": "guest",
    "build": "card",
    "bury": "corpse",
    "keep": "object",
    "kill": "guest",
    "place": "room",
    "play": "object",
}


class Choice(NamedTuple):
    """Orders that mean about the same: the verb, about whom, accomplices needed, how many orders.

    `example` is one of them in the writer's form; `more` is true if there are more than counted.
    `objects` are those the orders use, `targets` whom an object can be played on.
    """

    verb: str
    about: str
    low: int
    high: int
    orders: int
    example: str
    more: bool = False
    objects: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The choice for programs; `more`, `objects` and `targets` only where there are any."""
        facts = self._asdict()
        for name in ("more", "objects", "targets"):
            if not facts[name]:
                del facts[name]
        return facts


class _Name(NamedTuple):
    """What alike orders have in common."""

    verb: str
    about: str
    objects: tuple[str, ...] = ()


def choices(game: Game, seat: int) -> list[Choice]:
    """What a player may order, alike orders as one; nothing if nothing is asked of the player."""
    found: dict[_Name, Choice] = {}
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


def _add(found: dict[_Name, Choice], game: Game, seat: int, group: Group) -> _Name:
    """Count a group to the choice of its name, which is returned."""
    order, low, high, orders = group
    name = _named(game, order)
    targets = _targets(game, order)
    old = found.get(name)
    if old is None:
        example = write(game, seat, order)
        found[name] = Choice(
            name.verb,
            name.about,
            low,
            high,
            orders,
            example,
            objects=name.objects,
            targets=targets,
        )
    else:
        found[name] = old._replace(
            low=min(low, old.low),
            high=max(high, old.high),
            orders=old.orders + orders,
            targets=old.targets + targets,
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


def _named(game: Game, order: Order) -> _Name:
    """The verb of an order and what it is about; orders with the same are shown as one."""
    if isinstance(order, Crewed):
        return _action(game, order)
    match order:
        case Pass():
            return _Name("pass", f"to {order.to}" if order.to else "without laundering")
        case Place():
            return _Name("place", f"in {located(order.places[0])}")
        case Pay():
            return _Name("pay", number(order.checks, "check"))
        case Dismiss():
            return _Name("dismiss", number(len(order.cards), "accomplice"))
        case Keep():
            price = game.objects[order.card].price
            return _Name("keep", f"{human(order.card)} ({price}F)", (order.card,))
        case Play():
            return _Name("play", human(order.card), (order.card,))
        case Hold():
            return _Name("hold", "no object")
        case Study(exchange=True):
            return _Name("exchange", "10F for a check")
        case Study():
            return _Name("decline", "nothing is exchanged")
    raise TypeError(f"no group for {order!r}")


#: What an object does to an action that makes new targets of it.
_OPENING = frozenset({Use.FROM_INN, Use.LIME})


def _action(game: Game, order: Crewed) -> _Name:
    """An action by its target. With objects it is one for all targets that there are anyway."""
    verb, about = _target(game, order)
    objects = tuple(name for name, _ in order.using)
    if not objects:
        return _Name(verb, about)
    helped = _with(objects)
    if len(objects) == 1 and game.objects[objects[0]].use in _OPENING:
        return _Name(verb, f"{about}, {helped}", objects)
    return _Name(verb, helped, objects)


_WITH = "with the "


def _with(objects: Sequence[str]) -> str:
    return _WITH + joined([human(name) for name in objects], "and the")


def _target(game: Game, order: Crewed) -> tuple[str, str]:
    """The verb of an action and whom or what it is about."""
    match order:
        case Bribe():
            return "bribe", _guests(game, order.targets)
        case Kill():
            return "kill", _guests(game, order.targets)
        case Build():
            card = card_built(game, order) or order.card
            effect = game.cards[card].annex
            return "build", f"{card} ({human(effect.name)})" if effect else card
        case Bury():
            corpses = [burial.corpse for burial in order.burials]
            return "bury", corpses[0] if len(corpses) == 1 else SEVERAL
    raise TypeError(f"no target of {order!r}")


def _guests(game: Game, targets: tuple[str, ...]) -> str:
    if PEASANT in targets:
        return "peasants in the bistro"
    return SEVERAL if len(targets) > 1 else _guest(game, targets[0])


def _guest(game: Game, name: str) -> str:
    place = game.place(name)
    return f"{place.guest} in {located(name)}" if place else name


def _targets(game: Game, order: Order) -> tuple[str, ...]:
    """Whom an object of a window is played on."""
    if not isinstance(order, Play):
        return ()
    names = game.options.players
    player = "" if order.player is None else names[order.player]
    if order.place is not None:
        return (_guest(game, order.place),)
    if order.corpse is None:
        return (player,) if player else ()
    if order.card == "rug":
        word = "to" if game.options.ruling("rug") == "give" else "from"
        return (f"{order.corpse} {word} {player}",)
    return (f"{player}'s {order.corpse}" if player else order.corpse,)


def overview(game: Game, seat: int, ready: Callable[[str], str]) -> list[Line]:
    """The choices of a player in lines; *ready* makes of an order the command that gives it."""
    name = game.options.players[seat]
    found = choices(game, seat)
    if not found:
        return [[(_nothing(game, seat), "")], *_any_time(game, seat, ready)]
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
                *_explained(game, choice),
                [(f"      {ready(choice.example)}", "cyan")],
            ]
    if UNKNOWN in game.players[seat].objects:
        lines += [[], [(f"Which objects {name} holds is known to {name} alone.", "")]]
    return lines + _any_time(game, seat, ready)


def _nothing(game: Game, seat: int) -> str:
    """Why there is nothing to list for a player."""
    names = game.options.players
    asked = pending(game)
    if any(one.seat == seat for one in asked):
        return f"What {names[seat]} can choose from is known to {names[seat]} alone."
    others = ", ".join(f"{names[one.seat]} ({one.question})" for one in asked)
    return f"Nothing is asked of {names[seat]}; asked now: {others or 'nobody'}."


def _explained(game: Game, choice: Choice) -> list[Line]:
    """What the objects of a choice do, and whom one can be played on."""
    rulings = dict(game.options.rulings)
    lines: list[Line] = []
    for name in choice.objects:
        effect = object_effect(name, rulings)
        named = f"{human(name)}: {effect}" if len(choice.objects) > 1 else effect
        lines += wrapped([(word, "dim") for word in named.split()], "", 6)
    if choice.targets:
        words = f"for {joined(choice.targets, 'or')}".split()
        lines += wrapped([(word, "") for word in words], "", 6)
    return lines


def _any_time(game: Game, seat: int, ready: Callable[[str], str]) -> list[Line]:
    """What a player may order although it is no answer: to swap, to hold in windows to come."""
    offers: list[tuple[str, Sequence[Order]]] = [
        (f"swap to {to}", [Swap(to, 1)])
        for to in ("checks", "cash")
        if problem(game, seat, Swap(to, 1)) is None
    ]
    player = game.players[seat]
    if player.objects and problem(game, seat, Stand("always")) is None:
        holds = [Stand("round"), Stand("until", game.number + 1), Stand("always")]
        offers.append(("play no object in this round, until an evening, or always", holds))
    if player.standing is not None and problem(game, seat, Stand("no more")) is None:
        offers.append(("be asked again whether to play an object", [Stand("no more")]))
    if not offers:
        return []
    lines: list[Line] = [[], [("at any time", "bold")]]
    for what, orders in offers:
        lines.append([(f"  {what}", "")])
        lines += [[(f"      {ready(write(game, seat, order))}", "cyan")] for order in orders]
    return lines


def _how_many(verb: str, alike: list[Choice]) -> str:
    """How many targets a verb has; several at once and those of an object are told beside them."""
    single = sum(choice.about != SEVERAL and _WITH not in choice.about for choice in alike)
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
