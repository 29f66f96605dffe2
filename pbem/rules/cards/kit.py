"""Effects that several cards share. Each maker returns what a column of a row needs."""

from __future__ import annotations

from collections.abc import Callable

from pbem.rules import moves
from pbem.rules.effects import tokens_left
from pbem.rules.model import Family
from pbem.rules.state import Game, Place

Effect = Callable[[Game, int, Place | None], None]
Score = Callable[[Game, int], int]


def gain_at_once(francs: int) -> Effect:
    """Gain a fixed amount."""

    def effect(game: Game, seat: int, _door: Place | None) -> None:
        moves.gain(game, seat, francs, "annex")

    return effect


def gain_per_annex(family: Family) -> Effect:
    """Gain 1F for each own annex of the family, the new one included. (Ruling R41)"""

    def effect(game: Game, seat: int, _door: Place | None) -> None:
        annexes = game.players[seat].annexes
        count = sum(game.cards[annex.card].family is family for annex in annexes)
        moves.gain(game, seat, count, "annex")

    return effect


def take_key(game: Game, seat: int, door: Place | None) -> None:
    """Replace a white key by an own one, if there is one. (Ruling R36)"""
    if door is not None:
        moves.take_key(game, seat, door)


def white_doors(game: Game, seat: int) -> list[Place]:
    """The doors with a white key, while the player has a key token. (Rulings R36, R38)"""
    if not tokens_left(game, seat):
        return []
    return white_rooms(game, seat)


def white_rooms(game: Game, _seat: int) -> list[Place]:
    """The rooms with a white key."""
    return [place for place in game.places if place.key is None]


def own_rooms(game: Game, seat: int) -> list[Place]:
    """The rooms of a player, without trailers."""
    return [place for place in game.places if place.key == seat and not place.is_trailer]


def no_token(game: Game, seat: int) -> str | None:
    """A trailer needs a key token. (Ruling R38)"""
    return None if tokens_left(game, seat) else "no key token is left for a trailer"


def gain_per_occupied(rooms: Callable[[Game, int], list[Place]]) -> Effect:
    """Gain 3F for each of these rooms where somebody stays. (Ruling R42)"""

    def effect(game: Game, seat: int, _door: Place | None) -> None:
        count = sum(place.guest is not None for place in rooms(game, seat))
        moves.gain(game, seat, 3 * count, "annex")

    return effect


def always(francs: int) -> Score:
    """The same francs each time."""
    return lambda _game, _seat: francs


def if_others_have_corpses(francs: int) -> Score:
    """Francs if another player has an unburied corpse that is not covered. (Ruling R78)"""

    def income(game: Game, seat: int) -> int:
        others = [p for number, p in enumerate(game.players) if number != seat]
        return francs if any(player.exposed() for player in others) else 0

    return income


def if_others_are_many(francs: int, *, hand: int) -> Score:
    """Francs if another player has so many accomplices or more. (Ruling R85)"""

    def income(game: Game, seat: int) -> int:
        others = [p for number, p in enumerate(game.players) if number != seat]
        return francs if any(len(player.hand) >= hand for player in others) else 0

    return income


def put_service(game: Game, seat: int, door: Place | None) -> None:
    """Lay a room service token beside a key, if there is room for one. (Ruling R37)"""
    if door is not None:
        moves.put_service(game, seat, door)


def unserved_doors(game: Game, seat: int) -> list[Place]:
    """The keyed doors without room service, while the player has a token. (Rulings R19, R37)"""
    if not tokens_left(game, seat):
        return []
    return [place for place in game.places if place.service is None and not place.is_trailer]


def score_per_exit(family: Family) -> Score:
    """4F at the end for each card of the family in the exit stack. (Ruling R96)"""

    def score(game: Game, _seat: int) -> int:
        return 4 * sum(game.cards[card].family is family for card in game.exit)

    return score


def score_per_check(game: Game, seat: int) -> int:
    """3F at the end for each check; all wealth counts where it could be changed. (R63, R08)"""
    player = game.players[seat]
    checks = player.checks
    if game.options.unlimited:
        checks += player.cash // moves.CHECK
    return 3 * checks
