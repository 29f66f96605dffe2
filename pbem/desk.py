"""The moderator's work: invite, take documents in, and write the next file.

Pure: files, keys, random bytes and the name of the desk are parameters.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from pbem import boxes, rules
from pbem.chain import (
    ANY_TIME,
    INVITED,
    OVER,
    SEALED,
    Ahead,
    Seat,
    Verified,
    cards_hash,
    changes,
    office,
    open_game,
    phase,
)
from pbem.chain.changes import AGREE
from pbem.crypto import commitments, keys
from pbem.crypto.signatures import document_id, fingerprint, public_key, sign
from pbem.errors import PbemError, Refused
from pbem.formats import entry, flat
from pbem.formats.game import GameFile, dumps, is_game, wrap
from pbem.formats.scan import SIZE_LIMIT
from pbem.formats.text import encode64

REGISTRATION = "registration"
KINDS = (REGISTRATION, entry.CONSENT, entry.ORDER, entry.ROTATE)
#: Up to this size entries are made of orders that nobody has asked for, so that players who fill
#: the file with them cannot keep the others from coming to an end.
_ROOMY = SIZE_LIMIT // 2
#: The bytes of an entry in the file besides its text and document.
_SIGNATURES = 250


class Author(NamedTuple):
    """The moderator: name and seed of the key file."""

    name: str
    seed: bytes

    @property
    def key(self) -> bytes:
        """The private key that signs."""
        return keys.identity_key(self.seed)


def invite(
    moderator: Author,
    terms: rules.Options,
    *,
    salt: bytes,
    bound: Mapping[str, str] | None = None,
    supersedes: str = "",
) -> bytes:
    """A game file with nothing but the signed invitation.

    *bound* names the fingerprints that seats are kept for, *supersedes* the id of an abandoned
    genesis; *salt* is 16 random bytes.
    """
    secret = keys.game_secret(moderator.seed, salt)
    region = flat.write(
        "invitation",
        {
            "moderator": moderator.name,
            "key": encode64(public_key(moderator.key)),
            "salt": encode64(salt),
            "seed_commit": encode64(commitments.seed_commit(salt, secret)),
            "order_seal": encode64(keys.seal_public(keys.order_seal_key(secret))),
            "rules": rules.RULES,
            "cards": encode64(cards_hash(terms)),
            "players": " ".join(terms.players),
            "fingerprints": " ".join(f"{n}={print_}" for n, print_ in (bound or {}).items()),
            "length": terms.length,
            "variants": " ".join(terms.variants),
            "modules": " ".join(terms.modules),
            "rulings": " ".join(f"{name}={value}" for name, value in terms.rulings),
            "corrections": " ".join(f"{what}={value}" for what, value in terms.corrections),
            "first": terms.first or "",
            "supersedes": supersedes,
        },
    )
    document = flat.join(region, sign(moderator.key, "invitation", region))
    return _signed(GameFile(public_key(moderator.key), document), moderator)


def _signed(file: GameFile, moderator: Author) -> bytes:
    region = dumps(file)
    return wrap(region, sign(moderator.key, "game", region))


class Verdict(NamedTuple):
    """What became of one document: `message` for people, `error` if it was not taken."""

    message: str
    error: PbemError | rules.RulesError | None = None
    #: Of an order that was taken now: as it was understood, in the writer's form.
    words: str = ""
    #: True if it was in the game already.
    known: bool = False


class Desk:
    """One game under the moderator's hands."""

    def __init__(
        self,
        data: bytes,
        moderator: Author,
        verified: Verified | None = None,
        keep: Collection[int] = (),
    ) -> None:
        """Open a game and verify it; the positions after the entries to *keep* can be gone back to.

        Raises Refused for somebody else's game.
        """
        self.file, self.chain = open_game(
            data, moderator.seed, verified=verified, keep=keep, brief=True
        )
        own = public_key(moderator.key)
        #: False for who has just handed the game over, and can do nothing but send it out.
        self.in_office = self.chain.moderator.key.public == own
        if own not in (self.chain.moderator.key.public, self.file.moderator):
            raise self._another(own)
        self._data = data
        self.moderator = moderator
        self.changed = False
        self.entries = list(self.file.entries)

    def _another(self, own: bytes) -> Refused:
        moderator = self.chain.moderator
        return Refused(
            f"the moderator of this game is {moderator.name}, {moderator.fingerprint}; your key is"
            f" {fingerprint(own)}",
            "name the moderator's key with --as",
        )

    def made_at(self) -> bytes | None:
        """The desk at which the file was made; None before the genesis and after a handover.

        Raises Fault if the moderator's own box does not open.
        """
        if not self.file.sealed:
            return None
        chain = self.chain
        return office.read(self.file, chain.invitation, chain.head, self.moderator.seed).desk

    def check_office(self) -> None:
        """Refuse to go on with a game that was handed over."""
        if not self.in_office:
            raise self._another(public_key(self.moderator.key))

    def take(self, documents: Sequence[bytes]) -> list[Verdict]:
        """Take documents in, each for itself; one verdict for each, in their order.

        Of several revisions of an order the highest counts, also if the rules refuse it: who
        replaced an order does not want the old one. What is refused is tried again after the
        others, so that the order in which mail came does not matter.
        """
        verdicts: dict[int, Verdict] = {}
        counted: dict[tuple[str, int], tuple[int, str]] = {}
        waiting, left = _by_revision(documents), len(documents) + 1
        while len(waiting) < left:
            left = len(waiting)
            for number in waiting:
                before = verdicts.get(number)
                verdict = self._judged_unless_replaced(documents[number], counted)
                # The first reason counts: later ones may come from what was taken meanwhile.
                if verdict.error is None or before is None or isinstance(before.error, Ahead):
                    verdicts[number] = verdict
            waiting = [number for number in waiting if verdicts[number].error is not None]
        return [verdicts[number] for number in range(len(documents))]

    def _judged_unless_replaced(
        self, document: bytes, counted: dict[tuple[str, int], tuple[int, str]]
    ) -> Verdict:
        """Judge a document, but no revision below the one *counted*: taken, or illegal."""
        order = _order_of(document)
        if order is None:
            return self._judged(document)
        place, revision = (order.text("player"), order.number("seq")), order.number("revision")
        higher, outcome = counted.get(place, (0, ""))
        if revision < higher:
            problem = Refused(f"revision {higher} has replaced it{outcome}")
            return Verdict(problem.message, problem)
        verdict = self._judged(document)
        if verdict.error is None and not verdict.known:
            counted[place] = (revision, "")
        # The rules are asked last: such an order is signed by its player, and for this question.
        elif isinstance(verdict.error, rules.RulesError):
            counted[place] = (revision, ", which is refused")
        return verdict

    def _judged(self, document: bytes) -> Verdict:
        try:
            return self._take(document)
        except Ahead as problem:
            return Verdict(f"set aside: {problem.message}", problem)
        except (PbemError, rules.RulesError) as problem:
            return Verdict(problem.message, problem)

    def _take(self, data: bytes) -> Verdict:
        self.check_office()
        if is_game(data):
            raise Refused("it is a game file, expected a document of a player")
        region, signature = flat.split(data)
        kind = flat.kind_of(region)
        if kind == AGREE:
            raise Refused(
                "an agreement is not for adjudication by itself",
                "hand it in with what it agrees to: `pbem replace`, `correct` or `abandon`",
            )
        if kind not in KINDS:
            raise Refused(f"a document of the kind {kind} is not for adjudication")
        if kind == REGISTRATION:
            return self._register(data, document_id(kind, region))
        known = self.chain.documents.get(document_id(kind, region))
        if known in self.chain.undone:
            undone = self.chain.undone[known]
            raise Refused(f"it is entry {known}, which the correction in entry {undone} has undone")
        if known is not None:
            return Verdict(f"already entry {known}", known=True)
        if self.chain.stage == INVITED:
            raise Refused(
                f"the game is {INVITED}: no {kind} is taken before all have joined",
                f"still to join: {', '.join(one.player for one in self.chain.pending())}",
            )
        if kind == entry.CONSENT:
            text = changes.MADE[kind](self.chain, region, signature)
            return Verdict(self.append(kind, text, region, signature))
        content = flat.read(kind, region)
        if content.get("phase", ANY_TIME) == ANY_TIME and self._size() > _ROOMY:
            raise Refused("the game has grown too long for orders that answer no question")
        if kind == entry.ROTATE:
            text = changes.rotate(self.chain, region, signature)
            return Verdict(self.append(kind, text, region, signature))
        taken, order = self.chain.read_order(region, signature)
        words = self._in_words(taken, order) if "order" in content else SEALED
        text = self.chain.carry_out(taken, order, kind, region)
        return Verdict(self.played(kind, text, region, signature), words=words)

    def _in_words(self, taken: Seat, order: rules.Order) -> str:
        """An order in the writer's form, if it can be given."""
        game, seat = self.chain.game, taken.number
        assert game is not None
        return rules.write(game, seat, order) if rules.problem(game, seat, order) is None else ""

    def played(
        self,
        kind: str,
        text: bytes,
        region: bytes,
        signature: bytes,
        agreements: Sequence[entry.Agreement] = (),
    ) -> str:
        """Append an entry of the game, and the reveal if it was the last one; what was done."""
        done = self.append(kind, text, region, signature, agreements)
        if self.chain.stage == OVER and self.chain.secret is not None:
            self.append(entry.REVEAL, self.chain.reveal(self.chain.secret))
        return done

    def late(self, name: str, date: str) -> str:
        """Give the default answer for a player who did not answer by *date*; what was done.

        Who was late until that day already cannot be late by it again: the question that is open
        now was asked later, or the command was given twice. Raises Refused if the player is not
        asked anything.
        """
        self.check_office()
        chain = self.chain
        before = self._late_until(name)
        if before is not None and before[1] >= date:
            return f"already entry {before[0]}: {name} was late until {before[1]}"
        taken = chain.seats.get(name)
        if chain.game is None:
            raise Refused(
                f"the game is {chain.stage}: nobody is late before the cards are dealt",
                "`pbem new --supersedes` begins anew without who does not answer",
            )
        asked = None if taken is None else rules.asked(chain.game, taken.number)
        if asked is None:
            others = ", ".join(map(str, chain.pending()))
            raise Refused(f"{name} cannot be late; asked now: {others or 'nobody'}")
        region = flat.write(
            entry.LATE,
            {
                "game": encode64(chain.id),
                "player": name,
                "seq": chain.seats[name].seq + 1,
                "phase": phase(chain.game, asked),
                "head_index": chain.head.number,
                "head_hash": encode64(chain.head.hash),
                "date": date,
            },
        )
        signature = sign(self.moderator.key, entry.LATE, region)
        return self.played(entry.LATE, chain.late(region, signature), region, signature)

    def _late_until(self, name: str) -> tuple[int, str] | None:
        """The entry of a player's last answer and its date, if it was the default and stands."""
        taken = self.chain.seats.get(name)
        stand = [a for a in taken.answers if a[1] not in self.chain.undone] if taken else []
        kind, number = stand[-1] if stand else ("", -1)
        if kind != entry.LATE:
            return None
        region = self.entries[number].region
        assert region is not None
        return number, flat.read(kind, region).text("date")

    def _size(self) -> int:
        """About how many bytes the entries take in the file."""
        return sum(len(one.text) + len(one.region or b"") + _SIGNATURES for one in self.entries)

    def _register(self, data: bytes, document: bytes) -> Verdict:
        for name, taken in self.chain.seats.items():
            if taken.document.id == document:
                where = "already entry 0" if self.chain.hashes else "already in the file"
                return Verdict(f"{where}: {name} has joined", known=True)
        name = self.chain.join(data).name
        self.changed = True
        if self.chain.complete:
            self.append(entry.GENESIS, self.chain.genesis())
            return Verdict(f"{name} has joined; all have, the genesis is entry 0")
        return Verdict(f"{name} has joined")

    def free(self, name: str) -> None:
        """Free a seat again before the genesis. Raises Refused."""
        self.check_office()
        if self.chain.stage != INVITED:
            raise Refused(f"the game is {self.chain.stage}: seats are fixed by the genesis")
        if self.chain.seats.pop(name, None) is None:
            raise Refused(f"nobody has the seat {name!a}")
        self.changed = True

    def append(
        self,
        kind: str,
        text: bytes,
        region: bytes | None = None,
        signature: bytes | None = None,
        agreements: Sequence[entry.Agreement] = (),
    ) -> str:
        """Sign the head that an entry makes and append the entry."""
        head = sign(self.moderator.key, "head", self.chain.head.statement())
        self.entries.append(entry.Stored(text, region, signature, head, agreements))
        self.changed = True
        return f"entry {self.chain.head.number}: {kind}"

    def write(self, desk: bytes) -> bytes:
        """The game file as it is now, with fresh boxes; *desk* names where it was made."""
        if not self.in_office:
            return self._data
        chain = self.chain
        file = GameFile(
            moderator=public_key(self.moderator.key),
            invitation=self.file.invitation,
            registrations=[taken.document.whole for taken in chain.seats.values()],
            entries=self.entries,
            board=None if chain.game is None else rules.public(chain.game),
            sealed=[]
            if chain.stage == INVITED
            else list(boxes.make(chain, self.moderator.seed, desk)),
        )
        return _signed(file, self.moderator)


def _by_revision(documents: Sequence[bytes]) -> list[int]:
    """The numbers of the documents, of the orders of one player and seq higher revisions first."""
    places: list[tuple[int, int]] = []
    first: dict[tuple[str, int], int] = {}
    for number, document in enumerate(documents):
        order = _order_of(document)
        if order is None:
            places.append((number, 0))
        else:
            place = first.setdefault((order.text("player"), order.number("seq")), number)
            places.append((place, -order.number("revision")))
    return sorted(range(len(documents)), key=places.__getitem__)


def _order_of(document: bytes) -> flat.Document | None:
    """The order in a document, whoever signed it; None if it is another kind."""
    try:
        return flat.read(entry.ORDER, flat.split(document)[0])
    except PbemError:
        return None
