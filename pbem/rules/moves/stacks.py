"""Decks and the first player card: what chance has decided."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.rules.state import EVENTS, GUESTS, SEATS, Game


def name_first_player(game: Game, seat: int) -> None:
    """Give the first player card to a seat that was agreed on."""
    game.host = seat


def seat_first_player(game: Game, order: Sequence[str]) -> None:
    """Give the first player card to the first name of the shuffled seats. (Ruling R01)"""
    game.host = game.options.players.index(order[0])
    _shuffled(game, SEATS, len(order))


def stack_deck(game: Game, deck: Sequence[str], size: int) -> None:
    """Make the entrance stack of the top *size* cards; the others go to the box unseen. (R04)"""
    game.entrance = list(deck[:size])
    game.box += deck[size:]
    game.stacks[GUESTS] = size
    game.face_up = 0
    _shuffled(game, GUESTS, len(deck))


def restack_exit(game: Game, deck: Sequence[str]) -> None:
    """Make the shuffled exit stack the entrance stack. (Rulebook, Welcome Travelers)"""
    game.exit = []
    game.entrance = list(deck)
    game.stacks[GUESTS] = len(deck)
    game.face_up = 0
    _shuffled(game, GUESTS, len(deck))


def stack_events(game: Game, deck: Sequence[str]) -> None:
    """Make the event deck. (The Carnies, Event Card Setup)"""
    game.event_deck = list(deck)
    game.event_discards = []
    game.stacks[EVENTS] = len(deck)
    _shuffled(game, EVENTS, len(deck))


def note_shuffle(game: Game, deck: str, count: int) -> None:
    """Count a shuffle whose cards are dealt out at once."""
    _shuffled(game, deck, count)


def next_serial(game: Game, deck: str) -> int:
    """The number of the next shuffle of a deck, from 0."""
    return max(game.serials.get(deck, 0), game.spent.get(deck, 0))


def _shuffled(game: Game, deck: str, count: int) -> None:
    serial = next_serial(game, deck)
    game.serials[deck] = serial + 1
    game.events.append(("shuffle", deck, serial, count))


def next_position(game: Game, deck: str) -> int:
    """The position in its shuffle of the next card of a deck that nobody has seen."""
    if deck == GUESTS:
        return game.stacks[GUESTS] - len(game.entrance) + game.face_up
    return game.stacks[deck] - len(game.event_deck)


def turn_up(game: Game, card: str) -> None:
    """Turn the next face-down card of the entrance stack, which is *card*. (Ruling R12)"""
    position = next_position(game, GUESTS)
    game.entrance[game.face_up] = card
    game.face_up += 1
    game.events.append(("face-up", GUESTS, game.serials.get(GUESTS, 1) - 1, position, card))


def reveal_event(game: Game, card: str) -> None:
    """Turn the top card of the event deck, which is *card*. (Ruling R75)"""
    position = next_position(game, EVENTS)
    game.event_deck.pop(0)
    game.revealed = card
    game.events.append(("reveal", EVENTS, game.serials[EVENTS] - 1, position, card))


def discard_event(game: Game) -> None:
    """Put this round's event away."""
    if game.revealed is not None:
        game.event_discards.append(game.revealed)
        game.revealed = None
