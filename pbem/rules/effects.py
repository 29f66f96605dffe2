"""What a player's annexes add up to, and what this round's event changes."""

from __future__ import annotations

from collections.abc import Callable

from pbem.rules.model import Annex, EventCard
from pbem.rules.state import Game

#: How many peasants one bribe takes. (Rulebook, Bribe a Guest)
PEASANTS_AT_ONCE = 2
#: Key and room service tokens of a player. (Rulebook, Contents; ruling R38)
TOKENS = 8


_NO_EVENT = EventCard("")


def live_event(game: Game) -> EventCard:
    """This round's event while it is live, else one that does nothing."""
    return _NO_EVENT if game.revealed is None else game.event_cards[game.revealed]


def effects(game: Game, seat: int) -> list[Annex]:
    """What the annexes of a player do, in the order built."""
    return [
        annex
        for built in game.players[seat].annexes
        if (annex := game.cards[built.card].annex) is not None
    ]


def unpaid(game: Game, seat: int) -> int:
    """How many accomplices need no wages. (Ruling R83)"""
    return sum(effect.unpaid for effect in effects(game, seat))


def income(game: Game, seat: int) -> int:
    """Francs the annexes bring each time travelers leave."""
    return sum(effect.income(game, seat) for effect in effects(game, seat) if effect.income)


def morning_gift(game: Game, seat: int) -> int:
    """Francs the annexes bring before the wages. (Ruling R85)"""
    return sum(e.before_wages(game, seat) for e in effects(game, seat) if e.before_wages)


def owner_of(game: Game, wanted: Callable[[Annex], bool], *, but: int) -> int | None:
    """The seat of the annex that fits, if it is another player's than *but*."""
    for seat in game.seats_from_host():
        if seat != but and any(wanted(effect) for effect in effects(game, seat)):
            return seat
    return None


def bodies(game: Game, seat: int) -> int:
    """How many corpses lie under a player's annexes, whoever buried them. (Rulings R87, R97)"""
    return sum(
        game.cards[corpse].bodies for annex in game.players[seat].annexes for corpse in annex.buried
    )


def leaders(game: Game, seat: int) -> list[int]:
    """Who has most corpses under own annexes, if that is more than the player has. (R87)"""
    buried = [bodies(game, other) for other in range(len(game.players))]
    most = max(buried)
    return [other for other, count in enumerate(buried) if count == most > buried[seat]]


def tokens_left(game: Game, seat: int) -> int:
    """Key and room service tokens that are not on the board. (Ruling R38)"""
    used = sum((place.key == seat) + (place.service == seat) for place in game.places)
    return TOKENS - used
