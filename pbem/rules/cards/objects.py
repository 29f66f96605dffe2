"""Aunt Ginette's objects, module 3: 16 cards, one of each, four at each price.

An object played in a window has its rule, its proposals and its effect; one used with an own action
says what it does to that action, and the action does it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pbem.rules import moves
from pbem.rules.effects import leaders
from pbem.rules.model import Aim, ObjectCard, Use, Verb, Window
from pbem.rules.options import Options
from pbem.rules.orders import Play
from pbem.rules.state import Game, Place, called

#: What a confessional takes at the most, in francs. (Ruling R87)
_PENANCE = 6


# Coffee, cake and poison are for the traveler of a place.


def _place_of(game: Game, order: Play) -> Place | str:
    if order.place is None:
        return f"say for whom the {order.card} is"
    place = game.place(order.place)
    if place is None:
        return f"there is no open {called(order.place)}"
    if place.guest is None:
        return f"nobody is in {called(order.place)}"
    return place


def _anybody(game: Game, _seat: int, order: Play) -> str | None:
    place = _place_of(game, order)
    return place if isinstance(place, str) else None


def _without_coffee(game: Game, _seat: int, order: Play) -> str | None:
    """Coffee keeps poison away. (Ruling R90)"""
    place = _place_of(game, order)
    if isinstance(place, str):
        return place
    return f"the {place.guest} is drinking coffee" if place.coffee is not None else None


def _own_place(game: Game, seat: int, order: Play) -> str | None:
    """The cake is for an own room or trailer, by the ruling `cake`. (Ruling R88)"""
    place = _place_of(game, order)
    if isinstance(place, str):
        return place
    if place.key != seat and game.options.ruling("cake") == "own":
        return f"{called(place.name)} is not yours"
    return None


def _each_place(card: str) -> Callable[[Game, int], Iterator[Play]]:
    return lambda game, _seat: (Play(card, place=place.name) for place in game.places)


def _coffee(game: Game, seat: int, order: Play) -> None:
    """1F for each inn rank at once. (Ruling R47)"""
    place = _place_of(game, order)
    assert isinstance(place, Place)
    assert place.guest is not None
    moves.serve_coffee(game, seat, place)
    moves.gain(game, seat, game.cards[place.guest].rank, "coffee")


def _cake(game: Game, seat: int, order: Play) -> None:
    place = _place_of(game, order)
    assert isinstance(place, Place)
    moves.serve_cake(game, seat, place)


def _poison(game: Game, seat: int, order: Play) -> None:
    """A corpse without accomplices and action; or he is just gone, by the ruling `poison`."""
    place = _place_of(game, order)
    assert isinstance(place, Place)
    moves.poison(game, seat, place, corpse=game.options.ruling("poison") == "corpse")


# Rug, snow pile and tomb are for corpses.


def _rug_problem(game: Game, seat: int, order: Play) -> str | None:
    """A corpse changes hands: given, or by the ruling `rug` taken. (Ruling R89)"""
    if order.player is None or order.player == seat:
        return "say which other player"
    giver = seat if game.options.ruling("rug") == "give" else order.player
    if order.corpse not in game.players[giver].corpses:
        return f"{game.options.players[giver]} has no unburied {order.corpse}"
    return None


def _rug_plays(game: Game, seat: int) -> Iterator[Play]:
    give = game.options.ruling("rug") == "give"
    for other in range(len(game.players)):
        if other != seat:
            for corpse in dict.fromkeys(game.players[seat if give else other].corpses):
                yield Play("rug", corpse=corpse, player=other)


def _rug(game: Game, seat: int, order: Play) -> None:
    assert order.player is not None
    assert order.corpse is not None
    give = game.options.ruling("rug") == "give"
    giver, receiver = (seat, order.player) if give else (order.player, seat)
    moves.pass_corpse(game, giver, order.corpse, receiver)


def _snow_problem(game: Game, seat: int, order: Play) -> str | None:
    if order.corpse not in game.players[seat].exposed():
        return f"you have no unburied {order.corpse} to cover"
    return None


def _snow_plays(game: Game, seat: int) -> Iterator[Play]:
    return (Play("snow-pile", corpse=c) for c in dict.fromkeys(game.players[seat].exposed()))


def _snow(game: Game, seat: int, order: Play) -> None:
    assert order.corpse is not None
    moves.cover(game, seat, order.corpse)


def _tomb_problem(game: Game, _seat: int, order: Play) -> str | None:
    """A corpse for which the gravedigger is called, anybody's. (Ruling R72)"""
    if order.player is None:
        return "say whose corpse"
    if order.corpse not in game.players[order.player].exposed():
        return f"{game.options.players[order.player]} pays for no {order.corpse}"
    return None


def _tomb_plays(game: Game, _seat: int) -> Iterator[Play]:
    for other, player in enumerate(game.players):
        for corpse in dict.fromkeys(player.exposed()):
            yield Play("tomb", corpse=corpse, player=other)


def _tomb(game: Game, seat: int, order: Play) -> None:
    assert order.player is not None
    assert order.corpse is not None
    moves.entomb(game, seat, order.player, order.corpse)
    if game.options.ruling("tomb") == "money":
        moves.gain(game, seat, game.cards[order.corpse].money, "tomb")


# Letter and confessional.


def _always(_game: Game, _seat: int, _order: Play) -> str | None:
    return None


def _letter_plays(_game: Game, _seat: int) -> Iterator[Play]:
    yield Play("letter")


def _letter(game: Game, seat: int, _order: Play) -> None:
    moves.write_letter(game, seat)


def _confessional_problem(game: Game, seat: int, order: Play) -> str | None:
    ahead = leaders(game, seat)
    names = ", ".join(game.options.players[leader] for leader in ahead)
    if not ahead:
        return "nobody has more corpses under annexes than you"
    if order.player is None:
        return f"say from whom: {names}" if len(ahead) > 1 else None
    if ahead == [order.player]:
        return f"only {names} has the most corpses: no `from`"
    if order.player not in ahead:
        return f"the most corpses lie under annexes of {names}"
    return None


def _confessional_plays(game: Game, seat: int) -> Iterator[Play]:
    ahead = leaders(game, seat)
    if len(ahead) == 1:
        yield Play("confessional")
    else:
        for leader in ahead:
            yield Play("confessional", player=leader)


def _confessional(game: Game, seat: int, order: Play) -> None:
    leader = leaders(game, seat)[0] if order.player is None else order.player
    francs = min(_PENANCE, game.players[leader].cash)
    moves.take_cash(game, seat, leader, francs)
    moves.gain(game, seat, francs, "confessional")


def _used(
    name: str, price: int, verb: Verb, *, keeps: bool = False, use: Use | None = None
) -> ObjectCard:
    return ObjectCard(name, price, verb=verb, keeps=keeps, use=use)


#: What quicklime does, by its reading. (Ruling R58)
_QUICKLIME = {"full-annex": Use.LIME, "free-burial": Use.FREE, "one-fewer": Use.FEWER}


def objects(terms: Options) -> tuple[ObjectCard, ...]:
    """The sixteen cards, as the rulings of the game have them."""
    return (
        ObjectCard("cake", 0, Window.EVENING, Aim.PLACE, _own_place, _each_place("cake"), _cake),
        _used("gold-teeth", 0, Verb.BURY, use=Use.TEETH),
        ObjectCard("letter", 0, Window.EVENING, Aim.NOTHING, _always, _letter_plays, _letter),
        ObjectCard("rug", 0, Window.EVENING, Aim.HANDOVER, _rug_problem, _rug_plays, _rug),
        ObjectCard(
            "coffee", 1, Window.EVENING, Aim.PLACE, _anybody, _each_place("coffee"), _coffee
        ),
        _used("hammer", 1, Verb.BUILD, keeps=True),
        _used("liquor", 1, Verb.BRIBE, keeps=True),
        ObjectCard("snow-pile", 1, Window.COVER, Aim.OWN_CORPSE, _snow_problem, _snow_plays, _snow),
        _used("bible", 2, Verb.BURY, keeps=True),
        ObjectCard(
            "confessional",
            2,
            Window.END,
            Aim.PLAYER,
            _confessional_problem,
            _confessional_plays,
            _confessional,
        ),
        ObjectCard("tomb", 2, Window.GRAVEDIGGER, Aim.CORPSE, _tomb_problem, _tomb_plays, _tomb),
        _used("wolf-trap", 2, Verb.KILL, keeps=True),
        ObjectCard(
            "poison",
            3,
            Window.EVENING,
            Aim.PLACE,
            _without_coffee,
            _each_place("poison"),
            _poison,
        ),
        _used("quicklime", 3, Verb.BURY, use=_QUICKLIME[terms.ruling("quicklime")]),
        _used("well", 3, Verb.KILL, use=Use.INTO_WELL),
        _used("wheelbarrow", 3, Verb.BUILD, use=Use.FROM_INN),
    )
