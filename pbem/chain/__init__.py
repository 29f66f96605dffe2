"""The chain of a game: its entries, who signed what, and the game that follows from them."""

from pbem.chain.chain import (
    ACCEPTING,
    INVITED,
    OVER,
    PLAYING,
    Ahead,
    Asked,
    Chain,
    Head,
    canonical,
    phase,
)
from pbem.chain.replay import Opened, open_game
from pbem.chain.seats import Invitation, Seat, Signed, cards_hash

__all__ = [
    "ACCEPTING",
    "INVITED",
    "OVER",
    "PLAYING",
    "Ahead",
    "Asked",
    "Chain",
    "Head",
    "Invitation",
    "Opened",
    "Seat",
    "Signed",
    "canonical",
    "cards_hash",
    "open_game",
    "phase",
]
