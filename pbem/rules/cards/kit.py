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
    return [place for place in game.places if place.key is None]


def put_service(game: Game, seat: int, door: Place | None) -> None:
    """Lay a room service token beside a key, if there is room for one. (Ruling R37)"""
    if door is not None:
        moves.put_service(game, seat, door)


def unserved_doors(game: Game, seat: int) -> list[Place]:
    """The keyed doors without room service, while the player has a token. (Rulings R19, R37)"""
    if not tokens_left(game, seat):
        return []
    return [place for place in game.places if place.service is None]


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
