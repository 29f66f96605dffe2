"""A hundred thousand damaged documents, each given to a command that reads its kind.

Every one ends as the same document or with a refusal in words: no traceback, no hang, no file that
was changed, nothing taken that its author has not signed. A mutant follows from its kind and its
number, which a failure names: `mutant(kind, number)` makes it again.
"""

from __future__ import annotations

import contextlib
import functools
import os
import random
import signal
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from pbem import pins, player, proof, receipts
from pbem.chain import open_game
from pbem.crypto import keys, vault
from pbem.crypto.signatures import public_key
from pbem.errors import PbemError
from pbem.formats import armor, entry, flat, keyfile
from pbem.formats import game as gamefile
from tests import vectors
from tests.cli.runner import pbem
from tests.trust import agreeing, table
from tests.trust.folder import branches, lay
from tests.trust.mutants import damaged, signed_anew

pytestmark = pytest.mark.usefixtures("home", "known_keys")

MUTANTS = 100_000
PARTS = 4
#: In the suite, of each kind.
SAMPLE = 12
#: No command may take so many seconds: a guard against hangs, no measure.
PATIENCE = 20
DONE, FAULT, REFUSED, UNREADABLE = 0, 1, 3, 4
DATE = "2026-11-30"
MUTANT = "mutant"
STRANGER = bytes(range(32))
POSITIONS = Path(__file__).parent.parent / "testkit" / "position"
EVIDENCE = POSITIONS.parent / "evidence"


class Door(NamedTuple):
    """Where documents of one kind come in."""

    #: The game that lies there.
    at: table.Table
    document: bytes
    #: Documents of the same kind, of this game and of others.
    others: Sequence[bytes]
    #: One of them is run; each takes the file at `place`.
    commands: Sequence[Sequence[str]]
    #: Whether a mutant is no other than the document or one of the others.
    genuine: Callable[[bytes], bool]
    #: The kind as which it is signed, by whose key, and whether who has the key may write anything.
    kind: str = ""
    author: bytes = b""
    free: bool = True
    place: str = MUTANT
    #: What is handed in beside it.
    another: bytes = b"another\n"
    #: How the command ends with the document as it is, or with another one of an author.
    taken: Sequence[int] = (DONE,)


# Documents that players send


def handed_in(at, document, others, author):
    """The door of the moderator's command."""
    in_chain = {region_of(one) for one in at.documents}
    known = {parts_of(one) for one in (document, *others)}

    def genuine(mutant):
        return parts_of(mutant) in known or (region_of(mutant) or b"") in in_chain

    return Door(
        at,
        document,
        others,
        [("adjudicate", "game.toml", MUTANT, "--as", "mod.key")],
        genuine,
        kind="" if armor.is_armored(document) else flat.kind_of(region_of(document)),
        author=author,
    )


def parts_of(data):
    """Region and signature of a document, be it armored; None if it has none."""
    try:
        return flat.split(armor.dearmor(data) if armor.is_armored(data) else data)
    except PbemError:
        return None


def region_of(data):
    parts = parts_of(data)
    return None if parts is None else parts[0]


def registration():
    at, author = table.invited(), table.invited().seeds["ben"]
    document = player.join(open_game(at.data()), author, "ben").data
    return handed_in(at, document, [*at.documents, *table.four().documents[:4]], author)


def consent():
    at = table.accepting()
    others = [*at.documents, *table.four().documents[:8]]
    return handed_in(at, at.consent("anna"), others, at.seeds["anna"])


def order():
    at = table.dealt().split()
    name = at.asked()
    others = [*at.documents, *table.midgame().documents]
    return handed_in(at, at.order(name), others, at.seeds[name])


def later_order():
    at = table.dealt().split().play(6)
    name = at.asked()
    return handed_in(at, at.order(name), [*at.documents, *table.four().documents], at.seeds[name])


def sealed_order():
    at = table.drafting().split()
    name = at.asked()
    return handed_in(at, at.order(name), table.carnival().documents[6:20], at.seeds[name])


def standing_hold():
    at = table.drafted().split()
    name = next(one for one in at.seeds if at.split().file(one, "hold always"))
    document = at.order(name, "hold always")
    return handed_in(at, document, [*at.documents, at.order(at.asked())], at.seeds[name])


def armored():
    at = table.dealt().split()
    texts = [armor.armor(one, "an order").encode() for one in table.midgame().documents]
    text = armor.armor(at.order(at.asked()), "an order").encode()
    return handed_in(at, b"> Please answer.\n\n" + text, texts, b"")


def late():
    """The word that somebody is late comes from the moderator and in no other way."""
    at = table.dealt().split()
    at.desk.late(at.asked(), DATE)
    stored = at.desk.entries[-1]
    document = flat.join(stored.region, stored.signature)
    door = handed_in(table.dealt(), document, at.documents, at.moderator.seed)
    return door._replace(taken=[REFUSED])


def invitation():
    """An invitation is in its game and is no document of a player."""
    at = table.invited()
    document = at.chain.invitation.document.whole
    door = handed_in(at, document, at.documents, at.moderator.seed)
    return door._replace(taken=[REFUSED])


def receipt():
    at = table.dealt().split().play(4)
    private = keys.identity_key(at.moderator.seed)
    given = [
        receipts.write(document, at.chain.head, outcome, DATE, private)
        for document in at.documents[-4:]
        for outcome in (receipts.TAKEN, receipts.REFUSED, receipts.WAITING)
    ]
    door = handed_in(at, given[0], given[1:], at.moderator.seed)
    commands = [("audit", "game.toml", "--receipt", MUTANT)]
    known = {parts_of(one) for one in given}
    return door._replace(
        commands=commands, genuine=lambda m: parts_of(m) in known, taken=[DONE, FAULT]
    )


# Documents of changes


def rotation():
    at, seeds = table.dealt(), table.dealt().seeds
    others = [agreeing.rotation(at, "ben", agreeing.seed(2)), *at.documents]
    return handed_in(at, agreeing.rotation(at, "anna", agreeing.seed(1)), others, seeds["anna"])


def changed_by(command, document, others, author, another=b"another\n"):
    """The door of a command by which players or moderators agree to a change."""
    known = {parts_of(one) for one in (document, *others)}
    return Door(
        table.midgame(),
        document,
        others,
        [command],
        lambda mutant: parts_of(mutant) in known,
        kind=flat.kind_of(region_of(document)),
        author=author,
        another=another,
    )


def proposal():
    at = table.midgame()
    document = agreeing.propose(at, entry.CORRECT, 5)
    others = [agreeing.propose(at, entry.CORRECT, 9), agreeing.propose(at, entry.ABANDON)]
    command = ("agree", "game.toml", MUTANT, "--as", "anna.key")
    return changed_by(command, document, others, at.moderator.seed)


def agreement():
    at = table.midgame()
    proposed = agreeing.propose(at, entry.ABANDON)
    document, another = (agreeing.agreement(at, name, proposed) for name in ("anna", "ben"))
    elsewhere = agreeing.propose(at, entry.CORRECT, 5)
    others = [agreeing.agreement(at, name, elsewhere) for name in ("anna", "ben")]
    command = ("abandon", "game.toml", MUTANT, "another", "--as", "mod.key")
    return changed_by(command, document, others, at.seeds["anna"], another)


def offer():
    at = table.midgame()
    document = agreeing.offer(at, "nina", agreeing.seed(3))
    others = [agreeing.offer(at, "olga", agreeing.seed(4))]
    command = ("handover", "game.toml", MUTANT, "--as", "mod.key")
    return changed_by(command, document, others, agreeing.seed(3))


# Game files

READERS = (
    *(("show", MUTANT), ("log", MUTANT), ("moves", MUTANT), ("head", MUTANT), ("audit", MUTANT)),
    *(("compare", MUTANT, "good.toml"), ("show", MUTANT, "--as", "anna.key")),
    *(("audit", MUTANT, "--full"), ("audit", MUTANT, "--as", "anna.key")),
)
SIGNERS = (
    ("order", MUTANT, "place 1", "--as", "anna.key"),
    ("accept", MUTANT, "--as", "anna.key"),
    ("join", MUTANT, "--as", "ben.key"),
    ("adjudicate", MUTANT, "another", "--as", "mod.key"),
    ("late", MUTANT, "anna", "--date", DATE, "--as", "mod.key"),
)


def game(at):
    """The doors of all commands with a game; not even the moderator may write another history."""
    data = at.data()
    liar = table.lying(9, table.Liar, count=3)
    others = [one.data() for one in (table.invited(), table.accepting(), table.midgame(), liar)]
    known = [as_read(one) for one in (data, *others)]
    return Door(
        at,
        data,
        others,
        [*READERS, *READERS, *SIGNERS],
        lambda mutant: as_read(mutant) in known,
        kind="game",
        author=at.moderator.seed,
        free=at.chain.stage == "invited",  # registrations may come and go
        taken=[DONE, FAULT, REFUSED, UNREADABLE],  # not every command fits every stage
    )


def as_read(data):
    """What a reader without a key sees of a game file, but for signatures that were seen before."""
    try:
        file = gamefile.loads(gamefile.unwrap(data).region)
    except PbemError:
        return object()
    boxes = [one[:3] for one in file.sealed]
    return file._replace(entries=[one[:2] for one in file.entries], sealed=boxes)


def game_with_late_word():
    at = table.dealt().split()
    at.desk.late(at.asked(), DATE)
    return game(at.play(2))


def game_with_changes():
    return game(agreeing.changed())


# What is a person's own


def key():
    return key_door(table.key_file("anna", table.dealt().seeds["anna"]))


def locked_key():
    """A key behind a passphrase, at the least cost that is read."""
    seed, salt, cost = table.dealt().seeds["anna"], bytes(16), (8192, 1, 1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vault, "COST", cost)
        public = public_key(keys.identity_key(seed))
        return key_door(
            keyfile.create(
                "anna", public, cost, salt, lambda aad: vault.lock(seed, b"barn", salt, aad)
            ).encode()
        )


def key_door(document):
    """The door of a key file: whose public key does not belong to its secret is refused."""
    at = table.dealt()
    others = [table.key_file(name, seed) for name, seed in at.seeds.items()]
    boxes = {keyfile.loads(one).box for one in (document, *others)}

    def genuine(mutant):
        try:
            return keyfile.loads(mutant).box in boxes
        except PbemError:
            return False

    command = ("show", "game.toml", "--as", MUTANT, "--passphrase-file", "passphrase")
    return Door(at, document, others, [command], genuine)


def position():
    """Positions are signed by nobody: what can be read is one."""
    others = [path.read_bytes() for path in sorted(POSITIONS.glob("good-*.toml"))]
    commands = [("try", MUTANT, "pass"), ("try", MUTANT, "--json"), ("moves", MUTANT)]
    taken = [DONE, REFUSED]
    document = (POSITIONS / "good.toml").read_bytes()
    return Door(table.dealt(), document, others, commands, lambda _: True, taken=taken)


def remembered(at, name):
    return f"./.local/state/pbem/{at.chain.invitation.id.hex()}/{name}"


def pin():
    at = table.midgame()
    document = pin_of(at)
    others = [pin_of(one) for one in (table.dealt(), table.accepting(), table.finished())]
    commands = [
        ("show", "game.toml"),
        ("audit", "game.toml"),
        ("order", "game.toml", "pass", "--as", "anna.key"),
        ("adjudicate", "game.toml", "another", "--as", "mod.key"),
    ]
    taken = [DONE, REFUSED, UNREADABLE]
    place = remembered(at, "pin")
    return Door(at, document, others, commands, document.__eq__, place=place, taken=taken)


def pin_of(at):
    return pins.dumps(pins.pin_of(at.chain, at.desk.entries))


def evidence():
    one, other = branches()
    index = one.chain.head.number
    sides = [pins.pin_of(at.chain, at.desk.entries) for at in (one, other)]
    document = proof.write(index, sides[0].moderator, *sides)
    third, fourth = (pins.pin_of(at.chain, at.desk.entries) for at in branches(other))
    others = [
        proof.write(index + 1, third.moderator, third, fourth),
        (EVIDENCE / "good.toml").read_bytes(),
    ]
    known = [proof.loads(one) for one in (document, *others)]

    def genuine(mutant):
        try:
            return proof.loads(mutant) in known
        except PbemError:
            return False

    return Door(table.midgame(), document, others, [("audit", MUTANT)], genuine, taken=[FAULT])


HEADER = b'format = "pbem-signed-1"\n'


def record():
    """The guard's record, beside a game of which a backup was restored."""
    at = table.midgame().split()
    further = at.split().play(1)
    newer, another = further.data(), further.documents[-1]
    others = [HEADER + one.data() for one in (table.dealt(), table.accepting(), table.finished())]

    def genuine(mutant):
        return mutant.startswith(HEADER) and flat.tidy(mutant.removeprefix(HEADER)) == newer

    commands = [("adjudicate", "game.toml", "another", "--as", "mod.key")]
    place = remembered(at, "signed")
    return Door(at, HEADER + newer, others, commands, genuine, place=place, another=another)


DOORS: dict[str, Callable[[], Door]] = {
    **{
        one.__name__: one
        for one in (
            *(invitation, registration, consent, order, later_order, sealed_order, standing_hold),
            *(armored, late, receipt, key, locked_key, position, pin, evidence, record),
            *(rotation, proposal, agreement, offer, game_with_late_word, game_with_changes),
        )
    },
    "game_invited": lambda: game(table.invited()),
    "game_accepting": lambda: game(table.accepting()),
    "game_playing": lambda: game(table.midgame()),
    "game_drafting": lambda: game(table.drafting()),
    "game_over": lambda: game(table.finished()),
}
SHARE = -(-MUTANTS // len(DOORS))


@functools.cache
def door_of(kind):
    """A door with boxes that are the same in every run, so that mutants are."""
    chance = random.Random(kind)

    def seal(*where):
        return vectors.seal(*where, ephemeral=chance.randbytes(32))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pbem.boxes.seal", seal)
        return DOORS[kind]()


# Mutants, and what becomes of them


def mutant(kind, number):
    """A mutant of a kind, and whether whoever signs such documents has signed this one."""
    door, chance = door_of(kind), random.Random(f"{kind} {number}")
    data = damaged(door.document, door.others, chance)
    how = chance.random()
    if not door.kind or how < 0.5:
        return data, False
    if how < 0.65:
        another = [seed for seed in door.at.seeds.values() if seed != door.author]
        return signed_anew(data, door.kind, chance.choice((STRANGER, *another))), False
    return signed_anew(data, door.kind, door.author), True


class HangError(BaseException):
    """A command has not come to its end."""


@contextlib.contextmanager
def no_hang():
    def stop(*_):
        raise HangError

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


class Room:
    """A folder with all that the commands of a door need, put in order after each of them."""

    def __init__(self, door):
        self.door = door
        lay(door.at)
        table.keep_desk(".local/state")
        for name, data in (
            ("good.toml", door.document),
            ("another", door.another),
            ("passphrase", b"barn\n"),
        ):
            Path(name).write_bytes(data)
        assert pbem("show", "game.toml").code == DONE
        record = HEADER + Path("game.toml").read_bytes()
        Path(remembered(door.at, "signed")).write_bytes(record)
        Path(door.place).write_bytes(door.document)
        self.files = files()

    def restore(self):
        """Undo what was changed; the names of the files that were."""
        now = files()
        changed = [
            path for path in now.keys() | self.files.keys() if now.get(path) != self.files.get(path)
        ]
        for path in changed:
            if path in self.files:
                Path(path).write_bytes(self.files[path])
            else:
                Path(path).unlink()
        return changed


def files():
    """Whatever lies in the present folder and below it."""
    return {
        f"{folder}/{name}": Path(folder, name).read_bytes()
        for folder, _, names in os.walk(".")
        for name in names
    }


def outcome(room, name, command, data, *, by_author=False):
    """Run a command with a document that failures call *name*; what became of it, in a word."""
    door = room.door
    Path(door.place).write_bytes(data)
    with no_hang():
        answer = pbem(*command)
    where = f"{name}: pbem {' '.join(command)}\n{answer.text}{answer.err}? {answer.code}"
    assert answer.code in {DONE, FAULT, REFUSED, UNREADABLE}, where
    assert "Traceback" not in answer.text + answer.err, where
    assert answer.err.replace("\n", "").isprintable(), where
    genuine = door.genuine(data)
    if data == door.document:
        assert answer.code in door.taken, where
    if answer.code in {DONE, FAULT}:
        assert genuine or (by_author and (door.free or answer.code == FAULT)), where
    if answer.code == DONE and command[:2] == ("adjudicate", "game.toml") and door.place == MUTANT:
        assert region_of(data) in taken_in(), where
    changed = set(room.restore()) - {kept(door)}
    seen = {"evidence", "pin"} if genuine else {"evidence"}
    if "that is written again first" in answer.err:
        # An older file of the same game, whatever comes of the rest.
        seen |= {"pin", "signed"}
    if answer.code != DONE:
        assert all(name_of(path) in seen for path in changed), f"{where}\n{changed}"
    if answer.code in {REFUSED, UNREADABLE}:
        return "refused"
    return "the same" if genuine else "its author's"


def name_of(path):
    """What a file of the state folder is, without the numbers in its name."""
    return path.rpartition("/")[2].partition("-")[0]


def kept(door):
    return door.place if door.place.startswith("./") else f"./{door.place}"


def taken_in():
    """The regions of all documents in the game."""
    file = open_game(Path("game.toml").read_bytes()).file
    return {region_of(one) for one in file.registrations} | {one.region for one in file.entries}


def run(kind, numbers):
    """Run a command for each of the mutants; how often each outcome was."""
    room = Room(door_of(kind))
    found = Counter()
    for number in numbers:
        command = random.Random(number).choice(room.door.commands)
        data, by_author = mutant(kind, number)
        found[outcome(room, f"{kind} {number}", command, data, by_author=by_author)] += 1
    return found


@pytest.mark.parametrize("kind", DOORS)
def test_damaged_document_is_refused_or_still_the_same(kind):
    assert run(kind, range(SAMPLE))["refused"] > 0 or kind == "position"


@pytest.mark.parametrize("kind", DOORS)
def test_document_that_is_not_damaged_is_taken(kind):
    room = Room(door_of(kind))
    for command in room.door.commands:
        outcome(room, kind, command, room.door.document)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("kind", DOORS)
def test_a_hundred_thousand_damaged_documents_do_no_harm(kind, part):
    run(kind, range(SAMPLE + part, SAMPLE + SHARE, PARTS))
