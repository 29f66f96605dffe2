"""What is answered from outside: chance, and to its readers what a secret has led to.

The engine has no generator and no seed. A reader who does not know a deck answers its shuffle with
unknown cards, and is then asked for each card as it is turned face up, for what unknown objects
cost in all, and for whether an unknown standing order passes a window.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from pbem.rules import draft, moves, windows
from pbem.rules.phases import CHANCE, advance
from pbem.rules.setup import decks, stack_size
from pbem.rules.state import EVENTS, GUESTS, OBJECTS, SEATS, Game


class Dealer(Protocol):
    """Who answers for chance."""

    def shuffle(self, deck: str, serial: int, cards: Sequence[str]) -> Sequence[str]:
        """The sorted *cards* in their new order, the top first; unknown ones as UNKNOWN."""

    def card(self, deck: str, serial: int, position: int) -> str:
        """The card at a position of a shuffle that was answered with unknown cards."""

    def price(self, player: str) -> int:
        """The cash that the unknown objects of a player leave."""

    def stands(self, player: str, happened: int) -> bool:
        """Whether an unknown standing order passes a window, after so many events."""


def settle(game: Game, dealer: Dealer) -> None:
    """Let *dealer* answer until a player is asked or the game is over."""
    advance(game)
    while game.agenda and game.agenda[-1][0] in CHANCE:
        name, about, *more = game.agenda.pop()
        if name == "shuffle":
            _shuffle(game, dealer, about)
        elif name == "stands":
            stands = dealer.stands(game.options.players[more[0]], len(game.events))
            windows.answer(game, about, more[0], stands=stands)
        elif name == "price":
            moves.pay_objects(game, about, dealer.price(game.options.players[about]))
        else:
            serial = game.serials[about] - 1
            card = dealer.card(about, serial, moves.next_position(game, about))
            (moves.turn_up if about == GUESTS else moves.reveal_event)(game, card)
        advance(game)


def _shuffle(game: Game, dealer: Dealer, deck: str) -> None:
    # Seats and objects are shuffled once; a position may begin with it in any round.
    first = deck in (SEATS, OBJECTS) or (deck not in game.serials and not game.number)
    pile = decks(game.options)[deck] if first else _discards(game, deck)
    order = dealer.shuffle(deck, moves.next_serial(game, deck), pile)
    if deck == SEATS:
        moves.seat_first_player(game, order)
    elif deck == EVENTS:
        moves.stack_events(game, order)
    elif deck == OBJECTS:
        draft.deal(game, list(order))
    elif first:
        moves.stack_deck(game, order, stack_size(game.options))
    else:
        moves.restack_exit(game, order)


def _discards(game: Game, deck: str) -> list[str]:
    return sorted(game.event_discards if deck == EVENTS else game.exit)
