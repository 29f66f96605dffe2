"""A game rebuilt from its documents, entry by entry.

The orders are the truth: everything else in a game file follows from them and is compared. Desk,
player and auditor all make entries with the same functions; they differ in the source of what is
secret.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from pbem import rules
from pbem.chain import sealed
from pbem.chain.seats import Invitation, Seat, Signed, nonce_shown, seat
from pbem.chain.sources import Published, Secret, Source, kept_deck
from pbem.chain.terms import ANY_TIME, VIEW_LIMIT, Asked, Head, canonical, phase
from pbem.crypto import commitments, dealing
from pbem.crypto.signatures import document_id
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
    ) -> None:
        """Begin with an invitation; with the moderator's *secret* everything can be computed.

        Without it, sealed orders that *recall* knows are read all the same.
        """
        if secret is not None:
            invitation.check_secret(secret)
        self.invitation = invitation
        self.secret = secret
        self._recall = recall
        #: How many sealed orders this reader could read.
        self.choices = 0
        self.seats: dict[str, Seat] = {}
        self.hashes: list[bytes] = []
        #: Where each document of a player stands.
        self.documents: dict[bytes, int] = {}
        self.source: Source | None = None
        self.game: rules.Game | None = None
        self.revealed = False
        #: While an entry is made again that was verified before: its text.
        self.known: bytes | None = None
        #: Whether of such entries nothing but the documents is compared: by who has made them.
        self.brief = False
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
        return OVER if self.game.phase == "over" else PLAYING

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
    def players(self) -> Sequence[str]:
        """The names in seat order."""
        return self.invitation.options.players

    def pending(self) -> list[Asked]:
        """Who is asked what."""
        if self.stage == INVITED:
            return [Asked(name, "join") for name in self.players if name not in self.seats]
        if self.game is None:
            return [Asked(n, "accept") for n, taken in self.seats.items() if taken.nonce is None]
        return [Asked(self.players[one.seat], one.question) for one in rules.pending(self.game)]

    def seat_of(self, public: bytes) -> Seat | None:
        """The seat that a key holds."""
        return next((s for s in self.seats.values() if s.key.public == public), None)

    # Before the chain

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
        return self._enter(entry.Entry(0, self.invitation.id, entry.GENESIS, registrations=ids), ())

    def author(self, kind: str, region: bytes, signature: bytes) -> Seat:
        """The seat whose key verifies a document: the key decides, not what is written."""
        # The name in the text only says whose key to try first.
        named = [s for s in self.seats.values() if b'\nplayer = "%b"\n' % s.name.encode() in region]
        for taken in named or self.seats.values():
            if self.known is not None or taken.key.verify(kind, region, signature):
                return taken
        raise Refused(
            f"the {kind} is not signed by the key of a player of this game, or it was changed"
        )

    def _check_author(self, taken: Seat, content: flat.Document) -> None:
        _expect("game", content.text("game"), encode64(self.id), "the game is another one")
        _expect("player", content.text("player"), taken.name, "the signature is another player's")
        _expect("key", content.text("key"), taken.fingerprint, "the signature is another key's")

    def consent(self, region: bytes, signature: bytes) -> bytes:
        """Make the entry of a consent, with the deal if it is the last; its text."""
        taken = self.author(entry.CONSENT, region, signature)
        content = flat.read(entry.CONSENT, region)
        self._check_author(taken, content)
        if self.game is not None or taken.nonce is not None:
            raise Refused(f"{taken.name} has accepted already")
        _expect("invitation", content.text("invitation"), encode64(self.invitation.id))
        _expect("head_hash", content.text("head_hash"), encode64(self.id))
        nonce = content.raw("nonce")
        if not nonce_shown(self.invitation, taken, nonce):
            raise Refused("nonce: it is not the one that the registration committed to")
        if self.secret is not None:
            probe = commitments.probe(self.secret, self.id, taken.name)
            _expect("probe", content.text("probe"), encode64(commitments.probe_hash(probe)))
        taken.nonce = nonce
        document = document_id(entry.CONSENT, region)
        if any(other.nonce is None for other in self.seats.values()):
            return self._enter(self._next(entry.CONSENT, document), ())
        return self._deal(document)

    def _deal(self, document: bytes) -> bytes:
        if self.source is None:
            self.source = self._source()
        doors = [taken.door for taken in self.seats.values()]
        self.game = rules.new_game(self.invitation.options, doors)
        rules.settle(self.game, self.source)
        return self._enter(self._next(entry.CONSENT, document), self.game.events)

    def _source(self) -> Source:
        if self.secret is None:
            return Published(self.id)
        nonces = {name: taken.nonce or b"" for name, taken in self.seats.items()}
        return Secret(self.id, dealing.joint_seed(self.id, self.secret, nonces))

    def read_order(self, region: bytes, signature: bytes) -> tuple[Seat, rules.Order, str]:
        """Check an order against the chain and the rules; author, order, and its written form.

        Raises Refused for one that does not belong here now, and the rules' own errors.
        """
        taken = self.author(entry.ORDER, region, signature)
        content = flat.read(entry.ORDER, region)
        self._check_author(taken, content)
        if self.game is None:
            raise Refused(f"the game is {self.stage}: no orders yet")
        if self.game.phase == "over":
            raise Refused("the game is over")
        self._check_place(taken, content)
        number = self.players.index(taken.name)
        if "order" not in content:
            return taken, self._unsealed(taken, region, content), sealed.WORDS
        order = rules.read(self.game, number, content.text("order"))
        if isinstance(order, rules.Keep | rules.Stand):
            raise Refused("order: this choice is secret, it has to be sealed")
        if isinstance(order, rules.Swap) != (content.text("phase") == ANY_TIME):
            raise Refused("phase: `any` is for orders that answer no question, and for no others")
        why = rules.problem(self.game, number, order)
        if why is not None:
            raise rules.Illegal(why)
        return taken, order, rules.write(self.game, number, order)

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
        number = self.players.index(taken.name)
        if content.text("phase") == ANY_TIME:
            return sealed.standing(self.game, number, text)
        if asked is None or asked.question != "draft":
            raise Refused("box: this question is not answered by a sealed order")
        return sealed.pick(self.game, number, asked, text)

    def _asked(self, taken: Seat) -> rules.Asked | None:
        """The question that a player has open."""
        number = self.players.index(taken.name)
        open_questions = () if self.game is None else rules.pending(self.game)
        return next((one for one in open_questions if one.seat == number), None)

    def _check_place(self, taken: Seat, content: flat.Document) -> None:
        """Whether an order was written for the question that is open, on this chain."""
        seq = content.number("seq")
        if seq <= taken.seq:
            raise Refused(f"seq: order {seq} of {taken.name} has been given already")
        if seq > taken.seq + 1:
            raise Ahead(
                f"seq: order {seq} of {taken.name} comes after {taken.seq + 1}, not here yet"
            )
        opened = self._opened_at(taken, content)
        index = content.number("head_index")
        if index >= len(self.hashes):
            raise Refused(
                f"head_index: the order was written for entry {index}, this file ends at"
                f" {len(self.hashes) - 1}",
                "ask for the newest file, or look whether there are two histories",
            )
        if content.raw("head_hash") != self.hashes[index]:
            raise Refused(
                f"head_hash: entry {index} is another one in the game the order was written for",
                "two histories of this game are about: compare the files",
            )
        if index < opened:
            raise Refused(
                f"head_index: the order was written for entry {index}, before the question was"
                f" asked in entry {opened}"
            )

    def _opened_at(self, taken: Seat, content: flat.Document) -> int:
        """The entry that opened the question an order answers."""
        assert self.game is not None
        if content.text("phase") == ANY_TIME:
            self.check_any_time(taken, sealed="box" in content)
            return self.since(taken, ANY_TIME)
        asked = self._asked(taken)
        if asked is None or taken.opened is None:
            others = ", ".join(f"{one.player} ({one.question})" for one in self.pending())
            raise Refused(f"{taken.name} is not asked; asked now: {others}")
        wanted = phase(self.game, asked)
        _expect("phase", content.text("phase"), wanted, "the order answers another question")
        return taken.opened

    def since(self, taken: Seat, phase: str) -> int:
        """The oldest entry that an order of a phase can be written for.

        That is the one that opened the question; the oldest question open for what answers none.
        """
        return min(self._open()) if phase == ANY_TIME else taken.opened or 0

    def _open(self) -> list[int]:
        """The entries that opened the questions which are open."""
        return [seat.opened for seat in self.seats.values() if seat.opened is not None]

    def check_any_time(self, taken: Seat, *, sealed: bool) -> None:
        """Refuse a second swap, or *sealed* standing order, before the next question is opened.

        Else a player could fill the chain with them.
        """
        last = taken.any_time.get(sealed)
        if last is not None and max(self._open()) <= last:
            kind = "standing order" if sealed else "swap"
            raise Refused(
                f"{taken.name} has given a {kind} since the last question was asked",
                "the next one can be given when somebody is asked something new",
            )

    def order(self, region: bytes, signature: bytes) -> bytes:
        """Make the entry of an order, with all that follows from it; its text."""
        taken, order, _ = self.read_order(region, signature)
        return self._carry_out(taken, order, entry.ORDER, document_id(entry.ORDER, region))

    def _carry_out(self, taken: Seat, order: rules.Order, kind: str, document: bytes) -> bytes:
        """Play an order that was checked, and make its entry."""
        assert self.game is not None
        assert self.source is not None
        number = self.players.index(taken.name)
        before = self._asked(taken)
        events = rules.play(self.game, number, order, self.source)
        taken.seq += 1
        if isinstance(order, rules.Stand | rules.Swap):
            taken.any_time[isinstance(order, rules.Stand)] = len(self.hashes)
        if not isinstance(order, rules.Stand | rules.Swap) or self._asked(taken) != before:
            taken.opened = None
        return self._enter(self._next(kind, document), events)

    def late(self, region: bytes, signature: bytes) -> bytes:
        """Make the entry of the default answer of a late player; its text.

        Raises Refused for a document that is not the moderator's, or not about an open question.
        """
        verify = self.invitation.moderator.verify
        if self.known is None and not verify(entry.LATE, region, signature):
            raise Refused("the word that a player is late is not signed by the moderator")
        content = flat.read(entry.LATE, region)
        _expect("game", content.text("game"), encode64(self.id), "the game is another one")
        taken = self.seats.get(content.text("player"))
        if taken is None or content.text("phase") == ANY_TIME:
            raise Refused(f"nobody called {content.text('player')} is asked that in this game")
        self._check_place(taken, content)
        assert self.game is not None
        order = rules.default(self.game, self.players.index(taken.name))
        assert order is not None
        return self._carry_out(taken, order, entry.LATE, document_id(entry.LATE, region))

    def reveal(self, secret: bytes) -> bytes:
        """Make the last entry, which shows what everything follows from; its text."""
        self.invitation.check_secret(secret)
        if self.stage != OVER or self.revealed:
            raise Refused("the secret is revealed once, after the end")
        self.revealed = True
        return self._enter(self._next(entry.REVEAL, None)._replace(secret=secret), ())

    def _next(self, kind: str, document: bytes | None) -> entry.Entry:
        return entry.Entry(len(self.hashes), self.hashes[-1], kind, document)

    def _enter(self, new: entry.Entry, events: Sequence[rules.Event]) -> bytes:
        """Complete an entry by what happened and the commitments, and append it."""
        if self.known is not None and self.brief:
            # Its hash is the one verified before: from the same documents follows the same.
            self._commit_objects(events)
            said = entry.write(new)
            text = self.known if self.known.startswith(said) else said
        else:
            if self.game is not None and not self.revealed:
                new = self._committed(new, events)
            text = entry.write(new)
        self.hashes.append(document_id("entry", text))
        self.events.append(events)
        if new.document is not None:
            self.documents[new.document] = new.number
        if self.game is not None:
            self._note_questions(new.number)
        return text

    def _note_questions(self, number: int) -> None:
        """Remember for each player since which entry the open question is open."""
        asked = {one.player for one in self.pending()}
        for name, taken in self.seats.items():
            if name not in asked:
                taken.opened = None
            elif taken.opened is None:
                taken.opened = number

    def _commit_objects(self, events: Sequence[rules.Event]) -> list[tuple[str, Sequence[bytes]]]:
        """Commit to the objects of those who have just paid for them; by deck."""
        assert self.game is not None or not events
        found = []
        for event in events:
            if event[0] == "price" and self.game is not None and self.source is not None:
                seat = int(event[1])  # type: ignore[call-overload]
                name, objects = self.players[seat], self.game.players[seat].objects
                found.append((kept_deck(name), self.source.kept(name, objects)))
        return found

    def _committed(self, new: entry.Entry, events: Sequence[rules.Event]) -> entry.Entry:
        game, source = self.game, self.source
        assert game is not None
        assert source is not None
        leaves: list[tuple[str, int, Sequence[bytes]]] = []
        openings = []
        for event in events:
            if event[0] in ("face-up", "reveal"):
                openings.append(source.opening(*event[1:]))  # type: ignore[arg-type]
            elif event[0] == "shuffle":
                deck, serial = str(event[1]), int(event[2])  # type: ignore[call-overload]
                leaves.append((deck, serial, source.leaves(deck, serial)))
                if deck == "seats":
                    first = self.players[game.host]
                    openings.append(source.opening("seats", 0, 0, first))
            elif event[0] == "object":
                name = self.players[int(event[1])]  # type: ignore[call-overload]
                openings.append(source.played(name, str(event[2])))
        leaves += [(deck, 0, hashes) for deck, hashes in self._commit_objects(events)]
        return new._replace(
            events=[rules.words(event, self.players) for event in events],
            openings=openings,
            leaves=leaves,
            state=source.state(new.number, canonical(self._hidden())),
            views=[(name, source.view(new.number, name, self.view(name))) for name in self.players],
        )

    def _hidden(self) -> Mapping[str, Any]:
        """What the commitment to the hidden state covers."""
        assert self.game is not None
        return rules.secrets(self.game) | {"seqs": [taken.seq for taken in self.seats.values()]}

    def view(self, name: str) -> bytes:
        """What a player alone is told, as it lies in the player's box.

        A hand too long to be listed is told by counts, which fits whatever it holds.
        """
        assert self.game is not None
        told = rules.own(self.game, self.players.index(name))
        listed = canonical(told)
        if len(listed) <= VIEW_LIMIT:
            return listed
        return canonical(told | {"hand": Counter(told["hand"])})


class Ahead(Refused):
    """An order that another one of the same player has to precede: set aside, not refused."""


def _expect(field: str, found: str, expected: str, meaning: str | None = None) -> None:
    if found != expected:
        what = f"{meaning}: " if meaning else ""
        raise Refused(f"{field}: {what}expected {expected}, found {found}")


__all__ = ["ACCEPTING", "INVITED", "OVER", "PLAYING", "Ahead", "Asked", "Chain", "Head", "Signed"]
