"""Whole games played in this process, and a moderator who may lie.

Everything follows from a number, so that a failure can be repeated. What players sign is put
together here, not by the program, so that a test can sign anything.
"""

from __future__ import annotations

import copy
import functools
import random
from itertools import islice
from pathlib import Path

from pbem import boxes, desk, rules
from pbem.chain import STANDING, Chain, phase, sealed_info
from pbem.chain.sources import Secret
from pbem.crypto import commitments, dealing, keys
from pbem.crypto.sealing import ORDER_SIZE
from pbem.crypto.signatures import document_id, fingerprint, public_key, sign
from pbem.errors import Refused
from pbem.formats import entry, flat, keyfile
from pbem.formats import game as gamefile
from pbem.formats.text import encode64
from tests import vectors

DESK = b"d" * 16
STAGES = ("invited", "accepting", "playing", "over")
#: Lists of legal orders are not walked through further.
LONGEST_LIST = 200
#: How often somebody files a standing hold instead, and which.
FILED = 0.1
HOLDS = ("hold for round", "hold until evening {}", "hold always", "hold no more")
ALL = ("carnies", "events", "notables", "objects")


class Table:
    """A game under way: the keys of all who sit at it, and the desk."""

    def __init__(self, number, names, *, moderator=None, **terms):
        self.chance = random.Random(f"table {number} {' '.join(names)}")
        self.boxing = random.Random(f"boxes {number}")
        self.seeds = {name: self.chance.randbytes(32) for name in names}
        seed = self.chance.randbytes(32)
        self.moderator = moderator or desk.Author("mod", seed)
        self.salt = self.chance.randbytes(16)
        terms = {"length": "short"} | terms
        data = desk.invite(self.moderator, rules.options(names, **terms), salt=self.salt)
        self.desk = desk.Desk(data, self.moderator)
        self.documents = []
        #: What players remember of their sealed orders: the words by document.
        self.choices = {}

    @property
    def chain(self) -> Chain:
        return self.desk.chain

    def data(self):
        """The game file as it is now."""
        return self.desk.write(DESK)

    def hand_in(self, document):
        """Let the desk take a document that is right."""
        [verdict] = self.desk.take([document])
        if verdict.error is not None:
            raise verdict.error
        self.documents.append(document)
        return verdict.message

    def join(self, *names):
        for name in names or self.seeds:
            self.hand_in(self.registration(name))
        return self

    def accept(self, *names):
        for name in names or self.seeds:
            self.hand_in(self.consent(name))
        return self

    def registration(self, name, seed=None, **changes):
        """The signed registration of a player, or of the key of *seed*, with *changes*."""
        own, invite = seed or self.seeds[name], self.chain.invitation.id
        nonce = keys.game_nonce(own, invite, name)
        fields = {
            "invitation": encode64(invite),
            "player": name,
            "key": encode64(public_key(keys.identity_key(own))),
            "seal_key": encode64(keys.seal_public(keys.game_seal_key(own, invite))),
            "nonce_commit": encode64(commitments.nonce_commit(invite, name, nonce)),
            "door": 0,
        }
        return signed("registration", fields | changes, own)

    def consent(self, name, **changes):
        """The signed consent of a player, with *changes* of its fields."""
        chain, seed = self.chain, self.seeds[name]
        probe = commitments.probe(self.secret, chain.id, name)
        fields = {
            "invitation": encode64(chain.invitation.id),
            "game": encode64(chain.id),
            "player": name,
            "key": print_of(seed),
            "head_index": 0,
            "head_hash": encode64(chain.id),
            "nonce": encode64(keys.game_nonce(seed, chain.invitation.id, name)),
            "probe": encode64(commitments.probe_hash(probe)),
        }
        return signed("consent", fields | changes, seed)

    @property
    def secret(self):
        return keys.game_secret(self.moderator.seed, self.salt)

    @property
    def prk(self):
        """The joint seed of all chance."""
        invite = self.chain.invitation.id
        nonces = {name: keys.game_nonce(seed, invite, name) for name, seed in self.seeds.items()}
        return dealing.joint_seed(self.chain.id, self.secret, nonces)

    def asked(self):
        """The first player who is asked."""
        return self.chain.pending()[0].player

    def words(self, name):
        """A random legal order of a player."""
        game, seat = self.chain.game, self.chain.players.index(name)
        orders = list(islice(rules.legal_orders(game, seat), LONGEST_LIST))
        return rules.write(game, seat, self.chance.choice(orders))

    def order(self, name, words=None, *, seed=None, **changes):
        """The signed order of a player, with *changes* of its fields and perhaps another key.

        Choices that are secret are sealed.
        """
        own, fields = self.seeds[name], self.fields(name)
        if "box" in changes:
            return signed("order", fields | changes, seed or own)
        words = words or self.words(name)
        if words.startswith(("hold ", "swap ")):
            fields["phase"] = "any"
        fields |= changes
        if not words.startswith(("hold ", "keep ")):
            return signed("order", {**fields, "order": words}, seed or own)
        document = signed("order", {**fields, "box": self.box(words, fields)}, seed or own)
        self.choices[document_id("order", flat.split(document)[0])] = words
        return document

    def fields(self, name):
        """The lines of a player's next order, but what it says."""
        return {
            "game": encode64(self.chain.id),
            "player": name,
            "key": print_of(self.seeds[name]),
            "seq": self.chain.seats[name].seq + 1,
            "revision": 0,
            "phase": self.phase(name),
            "head_index": self.chain.head.number,
            "head_hash": encode64(self.chain.head.hash),
        }

    def box(self, words, fields):
        """Words sealed for the moderator, in the place that the other *fields* name."""
        recipient = self.chain.invitation.document.content.raw("order_seal")
        ephemeral = self.boxing.randbytes(32)
        info = sealed_info(fields)
        return encode64(vectors.seal(words.encode(), ORDER_SIZE, recipient, info, ephemeral))

    def recall(self, name):
        """What a player's own folder remembers of sealed orders."""
        own = print_of(self.seeds[name])

        def recall(invite, document):
            assert invite == self.chain.invitation.id
            words = self.choices.get(document)
            return words if words is not None and self.author(document) == own else None

        return recall

    def author(self, document):
        """The fingerprint under which an order in the chain was signed."""
        stored = self.desk.entries[self.chain.documents[document]]
        return flat.read("order", stored.region).text("key")

    def phase(self, name):
        """The question of a player as an order repeats it; an action's if nothing is asked."""
        game, seat = self.chain.game, self.chain.players.index(name)
        asked = [one for one in rules.pending(game) if one.seat == seat]
        return phase(game, asked[0] if asked else rules.Asked(seat, "action"))

    def play(self, count=10_000):
        """Random legal orders, until the game is over or *count* were given.

        In a game with objects some players file standing holds.
        """
        objects = "objects" in self.chain.invitation.options.modules
        while count and self.chain.stage == "playing":
            name = self.chance.choice(self.chain.pending()).player
            if objects and self.chance.random() < FILED:
                self.file(self.chance.choice(list(self.seeds)), self.chance.choice(HOLDS))
            else:
                self.hand_in(self.order(name))
            count -= 1
        return self

    def file(self, name, words):
        """Let a player file a standing hold, if one is taken now; True if it is."""
        try:
            self.chain.check_any_time(self.chain.seats[name], STANDING)
        except Refused:
            return False
        self.hand_in(self.order(name, words.format(self.chain.game.number + 2)))
        return True

    def split(self):
        """This very game once more, to go another way."""
        return copy.deepcopy(self)

    def __deepcopy__(self, memo):
        """A table opened from the file, so that nothing is shared."""
        other = object.__new__(Table)
        other.__dict__ = self.__dict__ | {
            "desk": desk.Desk(self.data(), self.moderator),
            "documents": self.documents[:],
            "seeds": self.seeds.copy(),
            "choices": self.choices.copy(),
            "chance": copy.deepcopy(self.chance, memo),
            "boxing": copy.deepcopy(self.boxing, memo),
        }
        return other


def print_of(seed):
    return fingerprint(public_key(keys.identity_key(seed)))


def key_file(name, seed):
    """The bytes of a key file without a passphrase."""
    public = public_key(keys.identity_key(seed))
    return keyfile.create(name, public, None, b"", lambda _: seed).encode()


def keep_desk(state):
    """Let the state folder *state* be the desk at which the games of this file are made."""
    folder = Path(state, "pbem")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "desk-id").write_bytes(DESK)


def signed(kind, fields, seed):
    """A document of a *kind* by the key of *seed*."""
    region = flat.write(kind, fields)
    return flat.join(region, sign(keys.identity_key(seed), kind, region))


# Games that many tests look at. They are shared: nobody may play on with them, but with a split.


@functools.cache
def invited():
    """Of two players one has joined."""
    return Table(1, ["anna", "ben"]).join("anna")


@functools.cache
def accepting():
    """Of two players one has accepted."""
    return Table(1, ["anna", "ben"]).join().accept("ben")


@functools.cache
def dealt():
    """Nobody has given an order yet."""
    return Table(1, ["anna", "ben"]).join().accept()


@functools.cache
def midgame():
    """Some rounds of a game of two."""
    return Table(2, ["anna", "ben"]).join().accept().play(25)


@functools.cache
def finished():
    """A short game of two, to its score and the reveal."""
    return Table(3, ["anna", "ben"]).join().accept().play()


@functools.cache
def four():
    """A game of four, to its score."""
    return Table(4, ["anna", "ben", "carla", "dan"]).join().accept().play()


@functools.cache
def parallel():
    """A game in which two players are asked at the same time."""
    for number in range(101, 140):
        table = Table(number, ["anna", "ben", "carla", "dan"]).join().accept()
        while table.chain.stage == "playing":
            if len(table.chain.pending()) == 2:
                return table
            table.play(1)
    raise AssertionError("no two questions at once")


@functools.cache
def drafting():
    """A game of three with all modules, in which the objects are being chosen."""
    return Table(41, ["anna", "ben", "carla"], modules=ALL).join().accept()


@functools.cache
def drafted():
    """The same, with the objects chosen and nothing else done."""
    at = drafting().split()
    while at.chain.game.phase == "draft":
        at.hand_in(at.order(at.asked()))
    return at


@functools.cache
def carnival():
    """Some rounds of the same."""
    return drafted().split().play(60)


@functools.cache
def carnival_over():
    """The same, to its score and the reveal."""
    return carnival().split().play()


@functools.cache
def withheld():
    """A game that is over, but its secret was not revealed."""
    return keep_secret(Table(3, ["anna", "ben"]).join().accept())


def keep_secret(table):
    """Play a game to its end by a moderator who does not reveal."""
    secret, table.chain.secret = table.chain.secret, None
    table.play()
    table.chain.secret = secret
    return table


@functools.cache
def at_stage(stage):
    """A game at a stage; each of its own table."""
    return dict(zip(STAGES, (invited, accepting, midgame, finished), strict=True))[stage]()


# A moderator who lies


def file_of(data):
    """A game file taken apart."""
    return gamefile.loads(gamefile.unwrap(data).region)


def shape(data):
    """What anybody sees of the boxes of a file without opening any."""
    return [(box.to, box.purpose, len(box.box)) for box in file_of(data).sealed]


def outside(file, moderator):
    """Sign the outside of a game file; nothing is checked."""
    return outside_of(gamefile.dumps(file), moderator)


def outside_of(region, moderator):
    return gamefile.wrap(region, sign(moderator.key, "game", region))


def resign(data, moderator, *, rechain=True, **changes):
    """The game file with some parts changed; heads and outside are signed by the real key.

    *changes* are parts of a `GameFile` or functions of them. With *rechain* each entry names the
    one before it, as it is now.
    """
    file = file_of(data)
    for key, change in changes.items():
        value = change(getattr(file, key)) if callable(change) else change
        file = file._replace(**{key: value})
    if rechain and file.entries:
        file = file._replace(entries=rechained(file, moderator))
    return outside(file, moderator)


def rechained(file, moderator):
    """The entries, each naming the one before it, with heads signed anew."""
    invite = document_id("invitation", flat.split(file.invitation)[0])
    entries, hashes = [], []
    for number, stored in enumerate(file.entries):
        lines = stored.text.split(b"\n")
        lines[0] = b"index = %d" % number
        if hashes:
            lines[1] = b'previous = "%b"' % encode64(hashes[-1]).encode()
        text = b"\n".join(lines)
        hashes.append(document_id("entry", text))
        statement = "".join(
            f"{word}\n"
            for word in (encode64(invite), encode64(hashes[0]), number, encode64(hashes[-1]))
        ).encode()
        entries.append(stored._replace(text=text, head=sign(moderator.key, "head", statement)))
    return entries


def edited(index, old, new):
    """A change of entries: in the text of one *old* becomes *new*, once."""

    def change(entries):
        text = entries[index].text
        made = new if isinstance(new, bytes) else new.encode()
        search = old if isinstance(old, bytes) else old.encode()
        assert search in text
        changed = entries[index]._replace(text=text.replace(search, made, 1))
        return [*entries[:index], changed, *entries[index + 1 :]]

    return change


class Liar(Secret):
    """A source of chance by a moderator who cheats; each lie overrides one of its answers."""

    def __init__(self, table):
        super().__init__(table.chain.id, table.prk)


def lying(number, source, *, count, names=("anna", "ben"), **terms):
    """A game dealt by a liar: everything outside is consistent, heads and file are signed."""
    table = Table(number, list(names), **terms).join()
    last = names[-1]
    table.accept(*names[:-1])
    table.chain.source = source(table)
    table.accept(last)
    return table.play(count)


def sealed_anew(file, table, chain):
    """The boxes of a head that a liar has made."""
    return file._replace(sealed=list(boxes.make(chain, table.moderator.seed, DESK)))


def end_of(table):
    """The number of the last entry."""
    return table.chain.head.number


def line_of(table, index, key):
    """The first line of a *key* in an entry's text."""
    text = table.desk.entries[index].text.decode()
    return next(line for line in text.split("\n") if line.startswith(f"{key} = "))


def first_entry_with(table, key, start=0):
    """The number of the first entry that has a line of that *key*."""
    for index, stored in enumerate(table.desk.entries[start:], start):
        if entry.read(stored.text)[key]:
            return index
    raise AssertionError(f"no entry with {key}")
