"""What the table agrees on outside the rules: to go back, and to break off."""

from __future__ import annotations

from pbem.rules.state import Game


def go_back(game: Game, earlier: Game) -> Game:
    """The *earlier* position, to be played on after *game*: no shuffle comes a second time."""
    again = earlier.copy()
    decks = game.serials.keys() | game.spent.keys()
    again.spent = {
        deck: max(game.serials.get(deck, 0), game.spent.get(deck, 0)) for deck in sorted(decks)
    }
    again.events = []
    return again


def break_off(game: Game) -> None:
    """Ask nobody anything any more; the position stays as it is."""
    game.agenda.clear()
    game.events = []
