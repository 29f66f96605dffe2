"""What a player signs: the registration, the consent, the orders.

Pure: the seed of the key file and what was remembered are parameters.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pbem import boxes, rules
from pbem.chain import (
    ACCEPTING,
    ANY_TIME,
    INVITED,
    PLAYING,
    SEALED,
    STANDING,
    SWAP,
    Chain,
    Invitation,
    Opened,
    Seat,
    changes,
    phase,
    sealed_info,
)
from pbem.crypto import commitments, keys
from pbem.crypto.labels import digest, label
from pbem.crypto.sealing import ORDER_SIZE, seal
from pbem.crypto.signatures import fingerprint, public_key, sign
from pbem.errors import Refused
from pbem.formats import entry, flat
from pbem.formats.text import encode64


class Written(NamedTuple):
    """A signed document and what it says in the writer's form, which may be secret."""

    data: bytes
    words: str

    @property
    def sealed(self) -> bool:
        """True if the words are secret."""
        return b"\nbox = " in self.data

    @property
    def public_words(self) -> str:
        """What may stand beside the document: a sealed choice is not told."""
        return SEALED if self.sealed else self.words

    def remembered(self) -> bytes:
        """What the player's state folder keeps of it."""
        return self.words.encode("ascii") + b"\n" + self.data


def recalled(memory: bytes | None) -> Written | None:
    """What was remembered."""
    if memory is None:
        return None
    words, _, data = memory.partition(b"\n")
    return Written(data, words.decode("ascii", "replace"))


def join(opened: Opened, seed: bytes, seat: str, door: int = 0) -> Written:
    """The registration for a seat; *door* 1 to 8 is a wish for an own room, 0 none.

    While players are invited, the same wish gives the same document again. While they play, it is
    for who would take a seat over. Raises Refused at another stage and for a seat that is not free
    for this key.
    """
    chain = opened.chain
    if chain.stage not in (INVITED, PLAYING):
        raise Refused(f"the game is {chain.stage}: registrations are over")
    if seat not in chain.players:
        raise Refused(f"{seat} is not invited", f"invited: {', '.join(chain.players)}")
    region = _registration(chain.invitation, seed, seat, door)
    data = flat.join(region, sign(keys.identity_key(seed), "registration", region))
    if chain.stage == PLAYING:
        changes.check_free(chain, public_key(keys.identity_key(seed)))
        return Written(data, f"{seat} is taken over")
    taken = chain.seats.get(seat)
    if taken is None or taken.key.public != public_key(keys.identity_key(seed)):
        chain.join(data)
    elif taken.document.region != region:
        wish = f"with the wish for door {taken.door}" if taken.door else "without a wish for a door"
        raise Refused(
            f"{seat} has joined already with this key, {wish}",
            f"the moderator can free the seat with --reseat {seat}",
        )
    return Written(data, f"{seat} joins")


def _registration(invitation: Invitation, seed: bytes, seat: str, door: int) -> bytes:
    nonce = keys.game_nonce(seed, invitation.id, seat)
    return flat.write(
        "registration",
        {
            "invitation": encode64(invitation.id),
            "player": seat,
            "key": encode64(public_key(keys.identity_key(seed))),
            "seal_key": encode64(keys.seal_public(keys.game_seal_key(seed, invitation.id))),
            "nonce_commit": encode64(commitments.nonce_commit(invitation.id, seat, nonce)),
            "door": door,
        },
    )


def own_seat(opened: Opened, seed: bytes) -> Seat:
    """The seat of this key. Raises Refused if it holds none."""
    public = public_key(keys.identity_key(seed))
    taken = opened.chain.seat_of(public)
    if taken is None:
        seats = ", ".join(f"{s.name} {s.fingerprint}" for s in opened.chain.seats.values())
        raise Refused(
            f"your key {fingerprint(public)} holds no seat of this game, which is"
            f" {opened.chain.stage}",
            f"seats: {seats}" if seats else "nobody has joined yet",
        )
    return taken


def accept(opened: Opened, seed: bytes) -> Written:
    """The consent to a genesis that holds this player's own key, name and commitment.

    Raises Refused at another stage, or if the genesis or the box is not right.
    """
    chain = opened.chain
    if chain.stage == INVITED:
        waiting = ", ".join(one.player for one in chain.pending())
        raise Refused(f"the game is {INVITED}: still to join: {waiting}")
    taken = own_seat(opened, seed)
    if chain.stage != ACCEPTING:
        raise Refused(f"the game is {chain.stage}: all have accepted")
    expected = _registration(chain.invitation, seed, taken.name, taken.door)
    if taken.document.region != expected:
        raise Refused("the genesis does not hold the registration that your key makes")
    probe = boxes.probe(opened.file, chain, taken.name, seed)
    region = flat.write(
        entry.CONSENT,
        {
            "invitation": encode64(chain.invitation.id),
            "game": encode64(chain.id),
            "player": taken.name,
            "key": taken.fingerprint,
            "head_index": 0,
            "head_hash": encode64(chain.id),
            "nonce": encode64(keys.game_nonce(seed, chain.invitation.id, taken.name)),
            "probe": encode64(commitments.probe_hash(probe)),
        },
    )
    signature = sign(keys.identity_key(seed), entry.CONSENT, region)
    return Written(flat.join(region, signature), f"{taken.name} accepts")


def order(
    opened: Opened, seed: bytes, text: str, signed: Sequence[Written] = (), *, replace: bool = False
) -> Written:
    """The signed order that *text* means, checked against the board.

    *signed* are the orders that were signed before and are not in the game yet, by their seq: for
    one question the same words give the same document, other words need *replace* and get the next
    revision. An order for something else gets the next seq. Raises Refused, and the rules' own
    errors.
    """
    chain = opened.chain
    taken = own_seat(opened, seed)
    game = chain.game
    if game is None:
        raise Refused(f"the game is {chain.stage}: no orders yet")
    boxes.check_view(opened.file, chain, taken.name, seed)
    seat = taken.number
    given = rules.read(game, seat, text)
    why = rules.problem(game, seat, given)
    if why is not None:
        raise rules.Illegal(why)
    if isinstance(given, rules.AnyTime):
        chain.check_any_time(taken, STANDING if isinstance(given, rules.Stand) else SWAP)
    words = rules.write(game, seat, given)
    asked, secret = _phase(game, seat, given), isinstance(given, rules.Keep | rules.Stand)
    seq, revision = taken.seq + 1, 0
    for previous in signed:
        old = flat.read(entry.ORDER, flat.split(previous.data)[0])
        holds = _holds(chain, taken, old)
        if (old.text("phase"), previous.sealed) != (asked, secret) and holds:
            # It was signed for something else, and may well be taken: the new one comes after it.
            seq += 1
            continue
        same = previous.words == words
        if same and holds:
            return previous
        if not same and not replace and not _is_late(chain, taken, old):
            raise Refused(
                f"for this question you have signed {previous.words!a} already",
                "sign other words with --replace; the highest revision counts",
            )
        revision = old.number("revision") + 1
        break
    head = chain.head
    values: dict[str, str | int] = {
        "game": encode64(head.game),
        "player": taken.name,
        "key": taken.fingerprint,
        "seq": seq,
        "revision": revision,
        "phase": asked,
        "head_index": head.number,
        "head_hash": encode64(head.hash),
    }
    if secret:
        recipient = chain.invitation.document.content.raw("order_seal")
        box = seal(words.encode("ascii"), ORDER_SIZE, recipient, sealed_info(values))
        values["box"] = encode64(box)
    else:
        values["order"] = words
    region = flat.write(entry.ORDER, values)
    signature = sign(keys.identity_key(seed), entry.ORDER, region)
    return Written(flat.join(region, signature), words)


def _phase(game: rules.Game, seat: int, given: rules.Order) -> str:
    if isinstance(given, rules.AnyTime):
        return ANY_TIME
    asked = rules.asked(game, seat)
    assert asked is not None
    return phase(game, asked)


def _holds(chain: Chain, taken: Seat, old: flat.Document) -> bool:
    """True if an order that was signed before still belongs to this chain and question."""
    since = chain.since(taken, old.text("phase"))
    return _is_here(chain, old) and since <= old.number("head_index")


def _is_late(chain: Chain, taken: Seat, old: flat.Document) -> bool:
    """True if an order that was signed before for this chain cannot be taken any more."""
    return _is_here(chain, old) and not _holds(chain, taken, old)


def _is_here(chain: Chain, old: flat.Document) -> bool:
    """True if an order was signed for a head of this chain."""
    index = old.number("head_index")
    return (
        index < len(chain.hashes)
        and chain.hashes[index] == old.raw("head_hash")
        and old.text("game") == encode64(chain.id)
    )


def memory_of(fingerprint: str, seq: int) -> str:
    """The name under which a player's order of that number is remembered."""
    return f"{fingerprint}.order-{seq}"


def memory_of_choice(fingerprint: str, document: bytes) -> str:
    """The name under which the words of a sealed order are remembered, by the document's id.

    Each revision is remembered, for any of them may get into the chain.
    """
    return f"{fingerprint}.choice-{document.hex()}"


def choice_memory(words: str, document: bytes) -> bytes:
    """What is remembered of a sealed order: the words, and whether they are whole."""
    check = digest(label("choice", document, words))
    return f"{words}\n{encode64(check)}\n".encode("ascii")


def recalled_choice(memory: bytes, document: bytes) -> str:
    """The words of a sealed order. Raises ValueError if they are not as `choice_memory` wrote."""
    words = memory.decode("ascii").partition("\n")[0]
    if memory != choice_memory(words, document):
        raise ValueError("it is damaged")
    return words


def memory_of_key(fingerprint: str) -> str:
    """The name under which the key that went on as this one is remembered, by fingerprint."""
    return f"{fingerprint}.rotates"
