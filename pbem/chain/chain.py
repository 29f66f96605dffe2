"""A game rebuilt from its documents, entry by entry.

The orders are the truth: everything else in a game file follows from them and is compared. Desk,
player and auditor all make entries with the same functions; they differ in the source of what is
secret.
"""

from __future__ import annotations

import contextlib
from collections.abc import Container, Iterator, Sequence

from pbem import rules
from pbem.chain import commit, sealed
from pbem.chain.seats import Invitation, Moderator, Seat, seat
from pbem.chain.sources import Source
from pbem.chain.terms import (
    ANY_TIME,
    STANDING,
    SWAP,
    Ahead,
    Asked,
    Head,
    Kept,
    expect,
    phase,
)
from pbem.crypto.signatures import Verifier, document_id
from pbem.errors import Refused
from pbem.formats import entry, flat
from pbem.formats.text import encode64

INVITED, ACCEPTING, PLAYING, OVER = "invited", "accepting", "playing", "over"


class Chain:
    """The invitation, the seats taken, and the game as far as its entries go."""

    def __init__(
        self,
        invitation: Invitation,
        secret: bytes | None = None,
        recall: sealed.Recall | None = None,
        keep: Container[int] = (),
        *,
        brief: bool = False,
    ) -> None:
        """Begin with an invitation; with the moderator's *secret* everything can be computed.

        Without it, sealed orders that *recall* knows are read all the same. To the positions after
        the entries to *keep* the players can go back. A *brief* chain compares of entries that are
        known nothing but the documents.
        """
        if secret is not None:
            invitation.check_secret(secret)
        self.invitation = invitation
        self.secret = secret
        self._recall = recall
        #: How many sealed orders this reader could read.
        self.choices = 0
        #: Who moderates, each from an entry on.
        self.moderators: list[tuple[int, Moderator]] = [(0, invitation.moderator)]
        self.seats: dict[str, Seat] = {}
        #: The keys that have held a seat and hold it no more.
        self.former: set[bytes] = set()
        self.hashes: list[bytes] = []
        #: Where each document of a player stands.
        self.documents: dict[bytes, int] = {}
        self.source: Source | None = None
        self.game: rules.Game | None = None
        self.revealed = False
        #: True if the players have agreed to end the game before its end.
        self.abandoned = False
        self._keep = keep
        #: The positions kept, by the entry that led to each.
        self.kept: dict[int, Kept] = {}
        #: The entries that were undone, each with the correction that did it.
        self.undone: dict[int, int] = {}
        #: The entries that no correction undoes.
        self.lasting: set[int] = set()
        #: While an entry is made again that was verified before: its text.
        self._known: bytes | None = None
        self._brief = brief
        #: What happened, by entry.
        self.events: list[Sequence[rules.Event]] = []

    # What the chain has come to

    @property
    def stage(self) -> str:
        """One of invited, accepting, playing, over."""
        if not self.hashes:
            return INVITED
        if self.game is None:
            return ACCEPTING
        return OVER if self.abandoned or self.game.phase == "over" else PLAYING

    @property
    def id(self) -> bytes:
        """The game id: the hash of the genesis."""
        return self.hashes[0]

    @property
    def head(self) -> Head:
        """The newest entry."""
        index = len(self.hashes) - 1
        return Head(self.invitation.id, self.hashes[0], index, self.hashes[index])

    @property
    def moderator(self) -> Moderator:
        """Who moderates now, and signs the next entry."""
        return self.moderators[-1][1]

    def moderator_of(self, number: int) -> Moderator:
        """Who signs an entry of that number."""
        return next(one for since, one in reversed(self.moderators) if since <= number)

    @property
    def players(self) -> Sequence[str]:
        """The names in seat order."""
        return self.invitation.options.players

    def pending(self) -> list[Asked]:
        """Who is asked what."""
        if self.stage == INVITED:
            return [Asked(name, "join") for name in self.players if name not in self.seats]
        if self.abandoned:
            return []
        if self.game is None:
            return [Asked(n, "accept") for n, taken in self.seats.items() if taken.nonce is None]
        return [Asked(self.players[one.seat], one.question) for one in rules.pending(self.game)]

    def seat_of(self, public: bytes) -> Seat | None:
        """The seat that a key holds."""
        return next((s for s in self.seats.values() if s.key.public == public), None)

    def join(self, data: bytes) -> Seat:
        """Take a registration in. Raises Refused and Unreadable."""
        if self.hashes:
            raise Refused(f"the game is {self.stage}: all have joined")
        new = seat(self.invitation, self.seats, data)
        self.seats[new.name] = new
        return new

    @property
    def complete(self) -> bool:
        """True if every seat is taken."""
        return len(self.seats) == len(self.players)

    # Entries

    def genesis(self) -> bytes:
        """Make entry 0, which fixes keys, terms and commitments; its text."""
        self.seats = {name: self.seats[name] for name in self.players}
        ids = tuple(taken.document.id for taken in self.seats.values())
        return self.enter(entry.Entry(0, self.invitation.id, entry.GENESIS, registrations=ids), ())

    @contextlib.contextmanager
    def again(self, text: bytes | None) -> Iterator[None]:
        """Make an entry that was verified before, with this *text*; none for one that was not.

        No signature in it is verified a second time; the text has the hash that was verified.
        """
        self._known = text
        try:
            yield
        finally:
            self._known = None

    def signed(self, key: Verifier, kind: str, region: bytes, signature: bytes) -> bool:
        """True if a key has signed a document, or it was verified before that it has."""
        return self._known is not None or key.verify(kind, region, signature)

    def author(self, kind: str, region: bytes, signature: bytes) -> Seat:
        """The seat whose key verifies a document: the key decides, not what is written."""
        # The name in the text only says whose key to try first.
        named = [s for s in self.seats.values() if b'\nplayer = "%b"\n' % s.name.encode() in region]
        for taken in named or self.seats.values():
            if self.signed(taken.key, kind, region, signature):
                return taken
        raise Refused(
            f"the {kind} is not signed by the key of a player of this game, or it was changed"
        )

    def check_author(self, taken: Seat, content: flat.Document) -> None:
        """Refuse a document that names another game, player or key than the one that signed it."""
        self.check_game(content)
        expect("player", content.text("player"), taken.name, "the signature is another player's")
        expect("key", content.text("key"), taken.fingerprint, "the signature is another key's")

    def read_order(self, region: bytes, signature: bytes) -> tuple[Seat, rules.Order]:
        """Check an order against the chain; its author, and what it says. Nothing is changed.

        Raises Refused for one that does not belong here now, and the rules' errors for words that
        cannot be read. Whether it is legal is left to the rules.
        """
        taken = self.author(entry.ORDER, region, signature)
        content = flat.read(entry.ORDER, region)
        self.check_author(taken, content)
        if self.game is None:
            raise Refused(f"the game is {self.stage}: no orders yet")
        if self.stage == OVER:
            raise Refused("the game is over")
        self._check_place(taken, content)
        if "order" not in content:
            return taken, self._unsealed(taken, region, content)
        order = rules.read(self.game, taken.number, content.text("order"))
        if isinstance(order, rules.Keep | rules.Stand):
            raise Refused("order: this choice is secret, it has to be sealed")
        if isinstance(order, rules.Swap) != (content.text("phase") == ANY_TIME):
            raise Refused("phase: `any` is for orders that answer no question, and for no others")
        return taken, order

    def _unsealed(self, taken: Seat, region: bytes, content: flat.Document) -> rules.Order:
        """What a sealed order says, or a choice unknown to this reader."""
        assert self.game is not None
        asked = self._asked(taken)
        text: str | None = None
        if self.secret is not None:
            text = sealed.text(content, self.secret)
        elif self._recall is not None:
            text = self._recall(self.invitation.id, document_id(entry.ORDER, region))
        self.choices += text is not None
        if content.text("phase") == ANY_TIME:
            return sealed.standing(self.game, taken.number, text)
        if asked is None or asked.question != "draft":
            raise Refused("box: this question is not answered by a sealed order")
        return sealed.pick(self.game, taken.number, asked, text)

    def _asked(self, taken: Seat) -> rules.Asked | None:
        """The question that a player has open."""
        return None if self.game is None else rules.asked(self.game, taken.number)

    def _check_place(self, taken: Seat, content: flat.Document) -> None:
        """Whether an order was written for the question that is open, on this chain."""
        seq = content.number("seq")
        if seq <= taken.seq:
            raise Refused(_given(taken, seq))
        if seq > taken.seq + 1:
            raise Ahead(
                f"seq: order {seq} of {taken.name} comes after {taken.seq + 1}, not here yet"
            )
        opened = self._opened_at(taken, content)
        self.check_head(content)
        index = content.number("head_index")
        if index < opened:
            raise Refused(
                f"head_index: the order was written for entry {index}, before the question was"
                f" asked in entry {opened}"
            )

    def check_head(self, content: flat.Document) -> None:
        """Refuse a document that was not written for an entry of this chain."""
        what, index = content.kind, content.number("head_index")
        if index >= len(self.hashes):
            raise Refused(
                f"head_index: the {what} was written for entry {index}, this file ends at"
                f" {len(self.hashes) - 1}",
                "ask for the newest file, or look whether there are two histories",
            )
        if content.raw("head_hash") != self.hashes[index]:
            raise Refused(
                f"head_hash: entry {index} is another one in the game the {what} was written for",
                "two histories of this game are about: compare the files",
            )

    def _opened_at(self, taken: Seat, content: flat.Document) -> int:
        """The entry that opened the question an order answers."""
        assert self.game is not None
        if content.text("phase") == ANY_TIME:
            self.check_any_time(taken, STANDING if "box" in content else SWAP)
            return self.since(taken, ANY_TIME)
        asked = self._asked(taken)
        if asked is None or taken.opened is None:
            others = ", ".join(map(str, self.pending()))
            raise Refused(f"{taken.name} is not asked; asked now: {others}")
        wanted = phase(self.game, asked)
        expect("phase", content.text("phase"), wanted, "the order answers another question")
        return taken.opened

    def since(self, taken: Seat, phase: str) -> int:
        """The oldest entry that an order of a phase can be written for.

        That is the one that opened the question; the oldest question open for what answers none.
        """
        return min(self._open()) if phase == ANY_TIME else taken.opened or 0

    def _open(self) -> list[int]:
        """The entries that opened the questions which are open."""
        return [seat.opened for seat in self.seats.values() if seat.opened is not None]

    def check_any_time(self, taken: Seat, what: str) -> None:
        """Refuse a second swap, or whatever else nobody asks for, before a question is opened.

        Else a player could fill the chain with them.
        """
        last = taken.any_time.get(what)
        if last is not None and max(self._open()) <= last:
            raise Refused(
                f"{taken.name} has given a {what} since the last question was asked",
                "the next one can be given when somebody is asked something new",
            )

    def order(self, region: bytes, signature: bytes) -> bytes:
        """Make the entry of an order, with all that follows from it; its text."""
        taken, order = self.read_order(region, signature)
        return self.carry_out(taken, order, entry.ORDER, region)

    def carry_out(self, taken: Seat, order: rules.Order, kind: str, region: bytes) -> bytes:
        """Play an order that `read_order` has read, if it is legal, and make its entry; its text.

        Raises the rules' errors for one that is not legal.
        """
        assert self.game is not None
        assert self.source is not None
        before = self._asked(taken)
        events = rules.play(self.game, taken.number, order, self.source)
        taken.answers.append((kind, len(self.hashes)))
        if isinstance(order, rules.Stand | rules.Swap):
            what = STANDING if isinstance(order, rules.Stand) else SWAP
            taken.any_time[what] = len(self.hashes)
        if not isinstance(order, rules.Stand | rules.Swap) or self._asked(taken) != before:
            taken.opened = None
        return self.enter(self.next(kind, document_id(kind, region)), events)

    def check_moderator(self, kind: str, region: bytes, signature: bytes) -> None:
        """Refuse a document that who moderates now has not signed, be it by a former moderator."""
        if not self.signed(self.moderator.key, kind, region, signature):
            raise Refused(f"the {kind} is not signed by the moderator")

    def check_game(self, content: flat.Document) -> None:
        """Refuse a document that was written for another game."""
        expect("game", content.text("game"), encode64(self.id), "the game is another one")

    def late(self, region: bytes, signature: bytes) -> bytes:
        """Make the entry of the default answer of a late player; its text.

        Raises Refused for a document that is not the moderator's, or not about an open question.
        """
        self.check_moderator(entry.LATE, region, signature)
        content = flat.read(entry.LATE, region)
        self.check_game(content)
        taken = self.seats.get(content.text("player"))
        if taken is None or content.text("phase") == ANY_TIME:
            raise Refused(f"nobody called {content.text('player')} is asked that in this game")
        self._check_place(taken, content)
        assert self.game is not None
        order = rules.default(self.game, taken.number)
        assert order is not None
        return self.carry_out(taken, order, entry.LATE, region)

    def reveal(self, secret: bytes) -> bytes:
        """Make the last entry, which shows what everything follows from; its text."""
        self.invitation.check_secret(secret)
        if self.stage != OVER or self.revealed:
            raise Refused("the secret is revealed once, after the end")
        self.revealed = True
        return self.enter(self.next(entry.REVEAL, None)._replace(secret=secret), ())

    def next(self, kind: str, document: bytes | None) -> entry.Entry:
        """The next entry, still without what happened in it."""
        return entry.Entry(len(self.hashes), self.hashes[-1], kind, document)

    def enter(self, new: entry.Entry, events: Sequence[rules.Event]) -> bytes:
        """Complete an entry by what happened and the commitments, and append it."""
        if self._known is not None and self._brief:
            # Its hash is the one verified before: from the same documents follows the same.
            commit.objects(self, events)
            said = entry.write(new)
            text = self._known if self._known.startswith(said) else said
        else:
            if self.game is not None and not self.revealed:
                new = commit.completed(self, new, events)
            text = entry.write(new)
        self.hashes.append(document_id("entry", text))
        self.events.append(events)
        if new.document is not None:
            self.documents[new.document] = new.number
        if new.kind in entry.LASTING:
            self.lasting.add(new.number)
        if self.game is not None and self.source is not None:
            self._note_questions(new.number)
            if new.number in self._keep:
                kept = Kept(self.game.copy(), self.source.mark(), dict(self.undone))
                self.kept[new.number] = kept
        return text

    def _note_questions(self, number: int) -> None:
        """Remember for each player since which entry the open question is open."""
        asked = {one.player for one in self.pending()}
        for name, taken in self.seats.items():
            if name not in asked:
                taken.opened = None
            elif taken.opened is None:
                taken.opened = number

    def in_force(self) -> Iterator[tuple[int, Sequence[rules.Event]]]:
        """What happened and was not undone, by entry."""
        return ((n, events) for n, events in enumerate(self.events) if n not in self.undone)

    def view(self, name: str) -> bytes:
        """What a player alone is told, as it lies in the player's box."""
        return commit.view(self, name)


def _given(taken: Seat, seq: int) -> str:
    """What stands in the game for an order of that number already."""
    kind, number = taken.answers[seq - 1]
    if kind == entry.LATE:
        return f"seq: {taken.name} was late, and entry {number} is the default answer"
    return f"seq: entry {number} is order {seq} of {taken.name} already"
