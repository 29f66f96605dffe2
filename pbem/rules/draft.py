"""The draft of objects: three rounds, keep one and pass the rest on, all at once and in secret.

The packs stand on the agenda: the question of a player holds the pack to choose from, and what is
left of each pack waits to be passed to the left. (The Carnies, Module 3; rulings R05, R06)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.rules import moves
from pbem.rules.orders import Keep
from pbem.rules.setup import known_objects
from pbem.rules.state import ASK, OBJECTS, UNKNOWN, Game, Item

#: How many objects a pack has, and how many of them nobody keeps.
PACK = 4
LEFT = 1
#: Cash at the start, before the objects are paid. (Ruling R05)
_PURSE = 10


def begin(game: Game) -> None:
    """Deal the packs."""
    moves.begin_draft(game)
    game.then(("shuffle", OBJECTS))


def deal(game: Game, deck: list[str]) -> None:
    """Give each player a pack; the others go to the box unseen. (Ruling R06)"""
    moves.note_shuffle(game, OBJECTS, len(deck))
    packs = [deck[PACK * seat : PACK * (seat + 1)] for seat in range(len(game.players))]
    _ask(game, packs)


def _ask(game: Game, packs: list[list[str]]) -> None:
    questions = [("draft", seat, *sorted(pack)) for seat, pack in enumerate(packs)]
    game.then((ASK, *questions), ("pass-packs",))


def problem(_game: Game, _seat: int, order: Keep, *pack: str) -> str | None:
    """Why a player cannot keep this object, or None."""
    if order.card not in pack and UNKNOWN not in pack:
        return f"no {order.card} in your pack: {', '.join(pack)}"
    return None


def candidates(_game: Game, _seat: int, *pack: str) -> Iterator[Keep]:
    """Every object of the pack, as far as this reader knows."""
    return (Keep(card) for card in dict.fromkeys(pack) if card != UNKNOWN)


def resolve(game: Game, seat: int, order: Keep, *pack: str) -> None:
    """Keep an object and lay the rest of the pack ready to be passed."""
    rest = list(pack)
    rest.remove(order.card if order.card in rest else UNKNOWN)
    moves.keep_object(game, seat, order.card)
    _lay_ready(game, (seat, *rest))


def _lay_ready(game: Game, pack: Item) -> None:
    """Add a pack to the step that passes them, which lies below the open questions."""
    depth = max(n for n, item in enumerate(game.agenda) if item[0] == "pass-packs")
    game.agenda[depth] = (*game.agenda[depth], pack)


def pass_packs(game: Game, *packs: Item) -> None:
    """Pass what is left to the left, or pay for what was kept."""
    rest = {seat: list(cards) for seat, *cards in packs}
    if len(next(iter(rest.values()))) > LEFT:
        count = len(game.players)
        _ask(game, [rest[(seat - 1) % count] for seat in range(count)])
    else:
        game.then(*[("pay-objects", seat) for seat in range(len(game.players))])


def pay(game: Game, seat: int) -> None:
    """A player pays for the objects kept, which makes their total public. (Ruling R05)"""
    objects = game.players[seat].objects
    if UNKNOWN in objects:
        game.then(("price", seat))
    else:
        moves.pay_objects(game, seat, cash_after(objects))


def cash_after(objects: Iterable[str]) -> int:
    """The cash that is left of the purse when these objects are paid. (Ruling R05)"""
    known = known_objects()
    return _PURSE - sum(known[card].price for card in objects)


def purses() -> range:
    """The cash that a player can have left, whatever was kept."""
    dearest = sorted(known_objects(), key=lambda name: -known_objects()[name].price)
    kept = PACK - LEFT
    return range(cash_after(dearest[:kept]), cash_after(dearest[-kept:]) + 1)


def default(game: Game, pack: Item) -> str:
    """What is kept if no choice can be read: the cheapest, then by name. (Decision S5)"""
    return str(min(pack, key=lambda card: (game.objects[card].price, card)))
