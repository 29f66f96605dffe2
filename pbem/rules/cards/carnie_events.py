"""The event cards of module 1: eight, one of each."""

from __future__ import annotations

from pbem.rules import moves
from pbem.rules.model import EventCard
from pbem.rules.options import Options
from pbem.rules.state import Game


def _bury_a_peasant(game: Game) -> None:
    """A peasant of the bistro dies; nothing happens if it is empty. (Ruling R86)"""
    if game.bistro:
        moves.lose_peasant(game)


def _halve_checks(game: Game) -> None:
    """All lose half the value of their checks, rounded up to 10F. (Ruling R79)"""
    for seat in game.seats_from_host():
        moves.lose_checks(game, seat, -(-game.players[seat].checks // 2))


def _halve_cash(game: Game) -> None:
    """All lose half their cash, rounded up. (Ruling R80)"""
    for seat in game.seats_from_host():
        moves.lose_cash(game, seat, -(-game.players[seat].cash // 2))


def _take_two(game: Game) -> None:
    """All lose 2F, or what they have. (Ruling R80, `pickpockets = two`)"""
    for seat in game.seats_from_host():
        moves.lose_cash(game, seat, min(2, game.players[seat].cash))


def events(terms: Options) -> tuple[EventCard, ...]:
    """The eight cards, as the rulings of the game have them."""
    cirrhosis = {
        "event-check": EventCard("cirrhosis", at_once=_bury_a_peasant),
        "after-wages": EventCard("cirrhosis", after_wages=_bury_a_peasant),
    }
    high_season = {"double": 2, "plus-two": 3}
    pickpockets = {"half": _halve_cash, "two": _take_two}
    return (
        EventCard("blackmail", calls_gravedigger=True),
        EventCard("broken-safe", after_leaving=_halve_checks),
        cirrhosis[terms.ruling("cirrhosis")],
        EventCard("extortion", wage=2),
        EventCard("fiasco", dismisses=True),
        EventCard("high-season", rent=high_season[terms.ruling("high-season")]),
        EventCard("pickpockets", after_leaving=pickpockets[terms.ruling("pickpockets")]),
        EventCard("red-herring", stops_police=True),
    )
