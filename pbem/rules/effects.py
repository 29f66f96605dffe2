"""What a player's annexes add up to."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.rules.model import Annex, Verb
from pbem.rules.state import Game

#: How many peasants one bribe takes. (Rulebook, Bribe a Guest)
PEASANTS_AT_ONCE = 2
#: Key and room service tokens of a player. (Rulebook, Contents; ruling R38)
TOKENS = 8


def effects(game: Game, seat: int) -> Iterator[Annex]:
    """What the annexes of a player do, in the order built."""
    for built in game.players[seat].annexes:
        effect = game.cards[built.card].annex
        if effect is not None:
            yield effect


def may_take_many(game: Game, seat: int, verb: Verb) -> bool:
    """True if one action of the player may take any number of targets. (R32, R45, R51)"""
    return any(effect.many is verb for effect in effects(game, seat))


def peasant_limit(game: Game, seat: int, verb: Verb) -> int:
    """How many peasants one action takes: one killed, two bribed, four with a Brewery. (R31)"""
    if verb is Verb.KILL:
        return 1
    return max((PEASANTS_AT_ONCE, *(effect.peasants for effect in effects(game, seat))))


def unpaid(game: Game, seat: int) -> int:
    """How many accomplices need no wages. (Ruling R83)"""
    return sum(effect.unpaid for effect in effects(game, seat))


def income(game: Game, seat: int) -> int:
    """Francs the annexes bring each time travelers leave."""
    return sum(effect.income for effect in effects(game, seat))


def tokens_left(game: Game, seat: int) -> int:
    """Key and room service tokens that are not on the board. (Ruling R38)"""
    used = sum((place.key == seat) + (place.service == seat) for place in game.places)
    return TOKENS - used
