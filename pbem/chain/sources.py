"""Where chance and the commitments of an entry come from: the secret, or what was published.

One replay serves everybody. Who knows the joint seed computes what an entry must hold; who does not
takes it from the entry and checks what can be checked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from pbem import rules
from pbem.crypto import commitments, dealing
from pbem.crypto.sealing import VIEW_SIZE, pad
from pbem.errors import Fault
from pbem.formats.entry import Opening
from pbem.formats.text import decode64

_SEATS = "seats"


def kept_deck(player: str) -> str:
    """How the commitments to the objects of a player are called."""
    return f"kept-{player}"


class Source(Protocol):
    """What a replay asks for while it makes an entry."""

    def shuffle(self, deck: str, serial: int, cards: Sequence[str]) -> Sequence[str]:
        """The cards in their new order, unknown ones as such."""

    def card(self, deck: str, serial: int, position: int) -> str:
        """A card that is turned up and was unknown."""

    def leaves(self, deck: str, serial: int) -> Sequence[bytes]:
        """The commitments to a shuffle, top first."""

    def price(self, player: str) -> int:
        """The cash that unknown objects leave a player."""

    def stands(self, player: str, happened: int) -> bool:
        """Whether an unknown standing order passes a window."""

    def mark(self) -> Mark:
        """What is to be remembered of a position, should the players go back to it."""

    def go_back(self, mark: Mark) -> None:
        """Go on from the position of that mark; no shuffle comes a second time."""

    def opening(self, deck: str, serial: int, position: int, card: str) -> Opening:
        """The opening of a card that became public."""

    def kept(self, player: str, objects: Sequence[str]) -> Sequence[bytes]:
        """The commitments to the objects that a player has kept."""

    def kept_serial(self, player: str) -> int:
        """The number of the commitments to the objects of a player, which `kept` has counted."""

    def played(self, player: str, card: str) -> Opening:
        """The opening of an object that was played."""

    def state(self, index: int, hidden: bytes) -> bytes:
        """The commitment to the hidden state."""

    def view(self, index: int, player: str, seen: bytes) -> bytes:
        """The commitment to what a player sees."""


class Mark(NamedTuple):
    """What goes back with a position."""

    #: Of each player the number of the commitments to the objects held.
    kept: Mapping[str, int]
    #: Of each shuffle the cards that were not opened yet, to who does not know them.
    left: Mapping[tuple[str, int], Counter[str]] = {}
    #: The objects that were played.
    played: frozenset[str] = frozenset()


class Secret:
    """Computes everything from the joint seed."""

    def __init__(self, game: bytes, prk: bytes) -> None:
        self.game = game
        self.prk = prk
        self._decks: dict[tuple[str, int], list[str]] = {}
        self._kept: dict[str, int] = {}

    def mark(self) -> Mark:
        """The commitments to objects that are in force."""
        return Mark(dict(self._kept))

    def go_back(self, mark: Mark) -> None:
        """Take those in force again; the others stay used."""
        self._kept = dict(mark.kept)

    def shuffle(self, deck: str, serial: int, cards: Sequence[str]) -> Sequence[str]:
        """The cards in the order that follows from the joint seed."""
        self._decks[deck, serial] = order = dealing.shuffle(self.prk, deck, serial, cards)
        return order

    def card(self, deck: str, serial: int, position: int) -> str:
        """The card at a position, which nobody asks for: all are known."""
        return self._decks[deck, serial][position]

    def price(self, player: str) -> int:
        """Nobody asks: the objects are known."""
        raise NotImplementedError(player)

    def stands(self, player: str, happened: int) -> bool:
        """Nobody asks: the standing orders are known."""
        raise NotImplementedError(player, happened)

    def kept(self, player: str, objects: Sequence[str]) -> Sequence[bytes]:
        """Fresh commitments, in an order of their own: they tell nothing of the packs."""
        deck = kept_deck(player)
        serial = sum(used == deck for used, _ in self._decks)
        self._kept[player] = serial
        self.shuffle(deck, serial, objects)
        return self.leaves(deck, serial)

    def played(self, player: str, card: str) -> Opening:
        """The opening of a kept object."""
        deck, serial = kept_deck(player), self._kept[player]
        return self.opening(deck, serial, self._decks[deck, serial].index(card), card)

    def kept_serial(self, player: str) -> int:
        """The number of the commitments to the objects of a player."""
        return self._kept[player]

    def leaves(self, deck: str, serial: int) -> Sequence[bytes]:
        """The commitment to each card of a shuffle."""
        return [
            dealing.leaf(
                self.game,
                deck,
                serial,
                position,
                salt=dealing.card_salt(self.prk, deck, serial, position),
                card=card,
            )
            for position, card in enumerate(self._decks[deck, serial])
        ]

    def opening(self, deck: str, serial: int, position: int, card: str) -> Opening:
        """The opening with the salt that follows from the joint seed."""
        salt = dealing.card_salt(self.prk, deck, serial, position)
        return Opening(deck, serial, position, card, salt)

    def state(self, index: int, hidden: bytes) -> bytes:
        """The commitment to the hidden state."""
        return commitments.state(self.game, index, commitments.state_salt(self.prk, index), hidden)

    def view(self, index: int, player: str, seen: bytes) -> bytes:
        """The commitment to what a player sees, as it lies in the box."""
        salt = commitments.view_salt(self.prk, index, player)
        return commitments.view(self.game, index, player, salt, pad(seen, VIEW_SIZE))


class Published:
    """Takes what only the secret could give from the entry under audit.

    Raises Fault where what was published contradicts itself.
    """

    def __init__(self, game: bytes) -> None:
        self.game = game
        self._index = 0
        self._leaves: dict[tuple[str, int], list[bytes]] = {}
        #: Of each shuffle the cards that were not opened yet.
        self._left: dict[tuple[str, int], Counter[str]] = {}
        self._openings: dict[tuple[str, int, int], tuple[str, bytes]] = {}
        self._values: Mapping[str, Sequence[str]] = {}
        #: The objects that were played.
        self._played: set[str] = set()
        self._kept: dict[str, int] = {}
        #: How often the objects of a player were committed to, by deck.
        self._serials: dict[str, int] = {}

    def mark(self) -> Mark:
        """What was opened and played, and the commitments in force."""
        left = {shuffle: counter.copy() for shuffle, counter in self._left.items()}
        return Mark(dict(self._kept), left, frozenset(self._played))

    def go_back(self, mark: Mark) -> None:
        """Let what was opened since be opened again; what was committed to stays."""
        self._kept = dict(mark.kept)
        self._left |= {shuffle: counter.copy() for shuffle, counter in mark.left.items()}
        self._played = set(mark.played)

    def begin(self, index: int, values: Mapping[str, Sequence[str]]) -> None:
        """Turn to the next entry, of which *values* are the lines."""
        self._index = index
        self._values = values
        self._openings = {}
        for line in values["open"]:
            deck, serial, position, card, salt = self._split(line, 5, "open")
            key = (deck, self._number(serial, "open"), self._number(position, "open"))
            if key in self._openings:
                raise self._fault("open", f"position {position} of {deck} is opened twice")
            self._openings[key] = (card, self._bytes(salt, "open"))
        found: dict[tuple[str, int], list[bytes]] = {}
        for line in values["leaf"]:
            deck, serial, position, leaf = self._split(line, 4, "leaf")
            leaves = found.setdefault((deck, self._number(serial, "leaf")), [])
            if position != str(len(leaves)):
                raise self._fault("leaf", f"expected position {len(leaves)}, found {position}")
            leaves.append(self._bytes(leaf, "leaf"))
        for shuffle, leaves in found.items():
            if shuffle in self._leaves:
                raise self._fault("leaf", f"shuffle {shuffle[1]} of {shuffle[0]} is there twice")
            self._leaves[shuffle] = leaves

    def _split(self, line: str, count: int, field: str) -> list[str]:
        parts = line.split(" ")
        if len(parts) != count:
            raise self._fault(field, f"expected {count} words, found {len(parts)}")
        return parts

    def _number(self, text: str, field: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            raise self._fault(field, "expected a number")
        return int(text)

    def _bytes(self, text: str, field: str) -> bytes:
        try:
            return decode64(text, 32)
        except ValueError as problem:
            raise self._fault(field, str(problem)) from None

    def _fault(self, field: str, message: str) -> Fault:
        return Fault(message, entry=self._index, field=field)

    def shuffle(self, deck: str, serial: int, cards: Sequence[str]) -> Sequence[str]:
        """Unknown cards, but of the shuffled seats the first, which is public."""
        leaves = self._leaves.get((deck, serial), [])
        if len(leaves) != len(cards):
            raise self._fault("leaf", f"expected {len(cards)} for {deck}, found {len(leaves)}")
        self._left[deck, serial] = Counter(cards)
        unknown = [rules.UNKNOWN] * len(cards)
        if deck == _SEATS:
            unknown[0] = self.card(deck, serial, 0)
        return unknown

    def card(self, deck: str, serial: int, position: int) -> str:
        """The card as it was opened, checked against its commitment and the cards left."""
        opened = self._openings.get((deck, serial, position))
        if opened is None:
            raise self._fault("open", f"position {position} of {deck} was not opened")
        card, salt = opened
        leaf = dealing.leaf(self.game, deck, serial, position, salt=salt, card=card)
        if leaf != self._leaves[deck, serial][position]:
            raise self._fault("open", f"the {card} is not what was committed to at {position}")
        left = self._left[deck, serial]
        if not left[card]:
            raise self._fault("open", f"no {card} is left in that shuffle of {deck}")
        left[card] -= 1
        return card

    def price(self, player: str) -> int:
        """The cash as published, if objects can leave so much."""
        for line in self._values["event"]:
            words = line.split(" ")
            if words[:2] == ["price", player] and len(words) == 3:
                cash, possible = self._number(words[2], "event"), rules.purses()
                if cash not in possible:
                    raise self._fault(
                        "event",
                        f"the objects of {player} leave {possible[0]}F to {possible[-1]}F,"
                        f" found {cash}F",
                    )
                return cash
        raise self._fault("event", f"what the objects of {player} cost was not published")

    def stands(self, player: str, happened: int) -> bool:
        """Whether the next event is that a standing order passes the window."""
        return list(self._values["event"][happened : happened + 1]) == [f"standing {player}"]

    def kept(self, player: str, objects: Sequence[str]) -> Sequence[bytes]:
        """The commitments as published, one for each object."""
        deck = kept_deck(player)
        serial = self._serials.get(deck, 0)
        leaves = self._leaves.get((deck, serial), [])
        if len(leaves) != len(objects):
            raise self._fault("leaf", f"expected {len(objects)} for {player}, found {len(leaves)}")
        self._kept[player], self._serials[deck] = serial, serial + 1
        return leaves

    def kept_serial(self, player: str) -> int:
        """The number of the commitments to the objects of a player."""
        return self._kept[player]

    def played(self, player: str, card: str) -> Opening:
        """The opening as published, checked against the commitments and what was played before."""
        deck, number = kept_deck(player), self._kept[player]
        for (where, serial, position), (opened, salt) in self._openings.items():
            if where == deck and opened == card:
                leaf = dealing.leaf(self.game, deck, number, position, salt=salt, card=card)
                leaves = self._leaves[deck, number]
                if serial != number or position >= len(leaves) or leaves[position] != leaf:
                    raise self._fault("open", f"the {card} is not what {player} has kept")
                if card in self._played:
                    raise self._fault("open", f"the {card} was played before")
                self._played.add(card)
                return Opening(deck, number, position, card, salt)
        raise self._fault("open", f"the {card} that {player} plays was not opened")

    def leaves(self, deck: str, serial: int) -> Sequence[bytes]:
        """The commitments as published."""
        return self._leaves[deck, serial]

    def opening(self, deck: str, serial: int, position: int, card: str) -> Opening:
        """The opening as published and checked."""
        return Opening(deck, serial, position, card, self._openings[deck, serial, position][1])

    def state(self, index: int, hidden: bytes) -> bytes:  # noqa: ARG002 -- unknown to this reader
        """The commitment as published."""
        return self._one("state", self._values["state"])

    def view(self, index: int, player: str, seen: bytes) -> bytes:  # noqa: ARG002 -- likewise
        """The commitment as published."""
        found = [
            view[len(player) + 1 :]
            for view in self._values["view"]
            if view.startswith(player + " ")
        ]
        return self._one("view", found)

    def _one(self, field: str, found: Sequence[str]) -> bytes:
        if len(found) != 1:
            raise self._fault(field, f"expected one, found {len(found)}")
        return self._bytes(found[0], field)
