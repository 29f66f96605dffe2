"""What is asked of chance, and what its answers do. The engine has no generator and no seed.

A reader who does not know the deck answers a shuffle with unknown cards, and is then asked for
each card as it is turned face up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from pbem.rules import moves
from pbem.rules.phases import CHANCE, advance
from pbem.rules.setup import deck, stack_size
from pbem.rules.state import GUESTS, SEATS, Game


class Dealer(Protocol):
    """Who answers for chance."""

    def shuffle(self, deck: str, serial: int, cards: Sequence[str]) -> Sequence[str]:
        """The sorted *cards* in their new order, the top first; unknown ones as UNKNOWN."""

    def card(self, deck: str, serial: int, position: int) -> str:
        """The card at a position of a shuffle that was answered with unknown cards."""


def settle(game: Game, dealer: Dealer) -> None:
    """Let *dealer* answer until a player is asked or the game is over."""
    advance(game)
    while game.agenda and game.agenda[-1][0] in CHANCE:
        name, *about = game.agenda.pop()
        if name == "shuffle":
            _shuffle(game, dealer, *about)
        else:
            position = game.stack - len(game.entrance) + game.face_up
            moves.turn_up(game, dealer.card(GUESTS, game.serials[GUESTS] - 1, position))
        advance(game)


def _shuffle(game: Game, dealer: Dealer, name: str) -> None:
    serial = game.serials.get(name, 0)
    if name == SEATS:
        moves.seat_first_player(game, dealer.shuffle(name, serial, sorted(game.options.players)))
    elif serial == 0 and not game.number:
        moves.stack_deck(game, dealer.shuffle(name, serial, deck()), stack_size(game))
    else:
        moves.restack_exit(game, dealer.shuffle(name, serial, sorted(game.exit)))
