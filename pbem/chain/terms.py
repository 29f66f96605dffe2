"""The words of a chain: heads, phases, and data in its one form."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple

from pbem import rules
from pbem.chain.sources import Mark
from pbem.crypto.sealing import VIEW_SIZE
from pbem.errors import Refused
from pbem.formats.text import encode64


class Head(NamedTuple):
    """What a chain has come to."""

    invite: bytes
    game: bytes
    number: int
    hash: bytes

    def statement(self) -> bytes:
        """What the moderator signs."""
        return (
            f"{encode64(self.invite)}\n{encode64(self.game)}\n{self.number}\n{encode64(self.hash)}\n"
        ).encode("ascii")


class Asked(NamedTuple):
    """A player and what that player is asked."""

    player: str
    question: str

    def __str__(self) -> str:
        """In a line of a message."""
        return f"{self.player} ({self.question})"


class Kept(NamedTuple):
    """A position that the players may go back to."""

    game: rules.Game
    mark: Mark
    undone: Mapping[int, int]


def canonical(data: object) -> bytes:
    """Plain data as JSON in one form: sorted keys, no blanks."""
    return _encoder()(data).encode("ascii")


@cache
def _encoder() -> Callable[[object], str]:
    import json

    return json.JSONEncoder(sort_keys=True, separators=(",", ":"), check_circular=False).encode


#: The phase of orders that answer no question.
ANY_TIME = "any"
#: What a player may give once for each question that is opened, though nobody asks for it.
SWAP, STANDING = "swap", "standing order"
#: The longest view that fits into a box, beside its length and its salt.
VIEW_LIMIT = VIEW_SIZE - 4 - 32


def phase(game: rules.Game, asked: rules.Asked) -> str:
    """The question in the words that an order repeats."""
    detail: object = ""
    if asked.question == "action":
        detail = game.lap
    elif asked.question == "objects":
        detail = asked.about[0]
    elif asked.question == "draft":
        detail = len(asked.about)
    return f"round-{game.number}-{asked.question}" + (f"-{detail}" if detail else "")


class Ahead(Refused):
    """An order that another one of the same player has to precede: set aside, not refused."""


def expect(field: str, found: str, expected: str, meaning: str | None = None) -> None:
    """Refuse a document of which a *field* is not as *expected*, and say what that means."""
    if found != expected:
        what = f"{meaning}: " if meaning else ""
        raise Refused(f"{field}: {what}expected {expected}, found {found}")
