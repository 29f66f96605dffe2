"""The agenda of a position, item by item: what is still to come where a game stops midway."""

from __future__ import annotations

from typing import Any

from pbem.rules import draft, gravedigger
from pbem.rules.errors import Unreadable
from pbem.rules.model import Window
from pbem.rules.moves import CHECK
from pbem.rules.phases import STEPS
from pbem.rules.state import ASK, Game, Item
from pbem.rules.tables import Table, shown, word_of

#: Every question, and those that several players can be asked at once.
QUESTIONS = ("draft", "place", "objects", "action", "study", "gravedigger", "wages")
_AT_ONCE = frozenset({"draft", "gravedigger", "wages"})
_WINDOWS = [window.value for window in Window]


def read_item(table: Table, game: Game) -> Item:
    """An item from its table. Raises Unreadable, naming what is wrong with it."""
    value = table.take("item")
    table.end()
    where = f"{table.where}.item"
    if not isinstance(value, list) or not value or not isinstance(value[0], str):
        raise Unreadable(f"{where}: expected a list that begins with a step, found {shown(value)}")
    name, *about = value
    if name == ASK and about:
        questions = [_asked(question, game, where) for question in about]
        seats = [asked[1] for asked in questions]
        for seat in seats:
            if seats.count(seat) > 1:
                raise Unreadable(f"{where}: {game.options.players[seat]} is asked twice")
        if len(questions) > 1 and any(asked[0] not in _AT_ONCE for asked in questions):
            raise Unreadable(f"{where}: these are not asked at once: {shown(about)}")
        return (ASK, *questions)
    if name == "turn" and len(about) == 2 and type(about[1]) is int and about[1] in (1, 2):
        return ("turn", _seat(about[0], game, where), about[1])
    if name == "windows" and len(about) == 1:
        return (name, word_of(about[0], _WINDOWS, where))
    if name == "window" and len(about) == 2:
        window = word_of(about[0], _WINDOWS, where)
        return (name, window, _seat(about[1], game, where))
    if name == "pass-packs":
        return (name, *[_pack(pack, game, where) for pack in about])
    if name in STEPS and not about and name not in _WITH_ARGUMENTS:
        return (name,)
    raise Unreadable(f"{where}: no such step: {shown(value)}")


#: Steps that are not written alone.
_WITH_ARGUMENTS = frozenset({"turn", "turn-up", "windows", "window", "pass-packs", "pay-objects"})


def _pack(pack: object, game: Game, where: str) -> Item:
    """A pack of the draft: whose, and what is in it."""
    if not isinstance(pack, list) or not pack:
        raise Unreadable(f"{where}: expected a player and objects, found {shown(pack)}")
    objects = [word_of(card, game.objects, where) for card in pack[1:]]
    return (_seat(pack[0], game, where), *objects)


def _asked(question: object, game: Game, where: str) -> Item:
    if not isinstance(question, list) or len(question) < 2 or question[0] not in QUESTIONS:
        raise Unreadable(f"{where}: expected a question and a player, found {shown(question)}")
    name, player, *about = question
    seat = _seat(player, game, where)
    if name == "wages":
        hand = len(game.players[seat].hand)
        if len(about) != 1 or type(about[0]) is not int or not 1 <= about[0] <= hand:
            raise Unreadable(f"{where}: expected how many of {hand} leave, found {shown(about)}")
    elif name == "draft":
        about = [word_of(card, game.objects, where) for card in about]
    elif name == "objects" and len(about) == 1:
        about = [word_of(about[0], _WINDOWS, where)]
    elif about or name == "objects":
        raise Unreadable(f"{where}: expected nothing after the player, found {shown(about)}")
    if name == "gravedigger" and len(gravedigger.mixes(game, seat)) < 2:
        raise Unreadable(f"{where}: {shown(player)} cannot choose how to pay the gravedigger")
    if name == "place" and not game.free_places():
        raise Unreadable(f"{where}: there is no free place for a traveler")
    if name == "study" and game.players[seat].cash < CHECK:
        raise Unreadable(f"{where}: {shown(player)} cannot buy a check")
    return (name, seat, *about)


def _seat(name: object, game: Game, where: str) -> int:
    return game.options.players.index(word_of(name, game.options.players, where))


def check(game: Game) -> None:
    """See that a draft can go on: packs of one size for all, no object in two places.

    Raises Unreadable.
    """
    if ("draft",) in game.agenda and any(player.objects for player in game.players):
        raise Unreadable("players: nobody holds objects before the draft")
    passing = [depth for depth, item in enumerate(game.agenda) if item[0] == "pass-packs"]
    asking = [
        depth
        for depth, item in enumerate(game.agenda)
        if item[0] == ASK and any(asked[0] == "draft" for asked in item[1:])
    ]
    if not passing and not asking:
        return
    # The questions are open, and what is left of the packs waits right below them.
    top = len(game.agenda) - 1
    if asking != [top] or passing != [top - 1] or not _packs_fit(game):
        raise Unreadable("agenda: expected the packs of a draft, one for each player")


def _packs_fit(game: Game) -> bool:
    """True if each player has a pack, to choose from or to pass on, and they hold all different."""
    asked, passed = game.agenda[-1][1:], game.agenda[-2][1:]
    if any(question[0] != "draft" for question in asked):
        return False
    packs = [question[1:] for question in asked]
    sizes = {len(pack) - 1 for pack in packs} | {len(pack) for pack in passed}
    objects = [card for _, *pack in [*packs, *passed] for card in pack]
    objects += [card for player in game.players for card in player.objects]
    return (
        sorted(pack[0] for pack in [*packs, *passed]) == list(range(len(game.players)))
        and len(sizes) == 1
        and draft.LEFT < max(sizes) <= draft.PACK
        and len(objects) == len(set(objects))
    )


def write_item(item: Item, names: tuple[str, ...]) -> list[Any]:
    """An item as `read_item` reads it."""
    name, *about = item
    if name == ASK:
        return [name, *[[asked[0], names[asked[1]], *asked[2:]] for asked in about]]
    if name == "turn":
        return [name, names[about[0]], about[1]]
    if name == "window":
        return [name, about[0], names[about[1]]]
    if name == "pass-packs":
        return [name, *[[names[pack[0]], *pack[1:]] for pack in about]]
    return [name, *about]
