"""The chain of a game: its entries, who signed what, and the game that follows from them."""

from pbem.chain.chain import (
    ACCEPTING,
    INVITED,
    OVER,
    PLAYING,
    Chain,
)
from pbem.chain.replay import Opened, Verified, Watch, open_game
from pbem.chain.sealed import WORDS as SEALED
from pbem.chain.sealed import Recall
from pbem.chain.sealed import info as sealed_info
from pbem.chain.sealed import text as sealed_text
from pbem.chain.seats import Invitation, Moderator, Seat, Signed, cards_hash
from pbem.chain.terms import ANY_TIME, STANDING, SWAP, Ahead, Asked, Head, canonical, phase

__all__ = [
    "ACCEPTING",
    "ANY_TIME",
    "INVITED",
    "OVER",
    "PLAYING",
    "SEALED",
    "STANDING",
    "SWAP",
    "Ahead",
    "Asked",
    "Chain",
    "Head",
    "Invitation",
    "Moderator",
    "Opened",
    "Recall",
    "Seat",
    "Signed",
    "Verified",
    "Watch",
    "canonical",
    "cards_hash",
    "open_game",
    "phase",
    "sealed_info",
    "sealed_text",
]
