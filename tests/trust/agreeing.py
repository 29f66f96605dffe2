"""What people sign when keys, seats, the moderator or a position change; by code of the tests."""

from __future__ import annotations

import functools

from pbem import desk, proposals
from pbem.chain import open_game
from pbem.crypto import keys
from pbem.crypto.signatures import document_id, public_key, sign
from pbem.formats import entry, flat
from pbem.formats.text import encode64
from tests.trust import table

WHY = "the wrong file was sent"


def seed(number):
    """The seed of a key that nobody has used yet."""
    return bytes([number]) * 32


def head(at, number=None):
    """The lines that name an entry of a game, the newest if none is named."""
    number = at.chain.head.number if number is None else number
    return {
        "game": encode64(at.chain.id),
        "head_index": number,
        "head_hash": encode64(at.chain.hashes[number]),
    }


def rotation(at, name, new, *, prover=None, **changes):
    """The document by which a player goes on with the key of the seed *new*."""
    fields = {
        **head(at),
        "player": name,
        "key": table.print_of(at.seeds[name]),
        "new_key": encode64(public_key(keys.identity_key(new))),
        "seal_key": encode64(keys.seal_public(keys.game_seal_key(new, at.chain.invitation.id))),
    } | changes
    region = flat.write("rotate", fields | {"proof": encode64(bytes(64))})
    proved = b"".join(line + b"\n" for line in region.split(b"\n")[:-2])
    proof = sign(keys.identity_key(prover or new), "rotate-proof", proved)
    return table.signed("rotate", fields | {"proof": encode64(proof)}, at.seeds[name])


def rotate(at, name, new):
    """Let a player go on with another key."""
    at.hand_in(rotation(at, name, new))
    at.seeds[name] = new
    return at


def lines(at, kind, *what):
    """The lines of a proposal of a kind, but game and head."""
    if kind == entry.REPLACE:
        return proposals.replacing(at.chain, *what)
    return {"entry": what[0], "why": WHY} if kind == entry.CORRECT else {}


def agreement(at, name, proposed, *, by=None, **changes):
    """The document by which a player agrees to what was proposed."""
    region, _ = flat.split(proposed)
    kind = flat.kind_of(region)
    content = flat.read(kind, region)
    fields = {
        "game": content["game"],
        "player": name,
        "key": table.print_of(at.seeds[name]),
        "head_index": content["head_index"],
        "head_hash": content["head_hash"],
        "proposal": encode64(document_id(kind, region)),
    }
    return table.signed("agree", fields | changes, by or at.seeds[name])


def propose(at, kind, *what):
    """What the moderator proposes, as a document."""
    return proposals.propose(at.desk, kind, lines(at, kind, *what)).data


def decide(at, kind, *what, agreed=None):
    """Propose something, let those *agreed* say yes, all if none are named, and enter it."""
    proposed = propose(at, kind, *what)
    names = at.seeds if agreed is None else agreed
    said = [agreement(at, name, proposed) for name in names]
    return proposals.decide(at.desk, kind, lines(at, kind, *what), said)


def correct(at, number):
    """Go back to the position after an entry; the desk has to keep it."""
    at.desk = desk.Desk(at.data(), at.moderator, keep=[number])
    decide(at, entry.CORRECT, number)
    return at


def offer(at, name, new, **changes):
    """The document by which the seed *new* offers to moderate."""
    fields = {
        "game": encode64(at.chain.id),
        "moderator": name,
        "key": encode64(public_key(keys.identity_key(new))),
        "seal_key": encode64(keys.seal_public(keys.store_key(new, at.chain.invitation.id))),
    }
    return table.signed("offer", fields | changes, new)


def handover(at, name, new):
    """Hand a game over; the next moderator has it from here on."""
    proposals.handover(at.desk, offer(at, name, new))
    data = at.data()
    at.moderator = desk.Author(name, new)
    at.desk = desk.Desk(data, at.moderator)
    return at


def readers(at):
    """The seeds of all who may audit a game: nobody, each player, the moderator."""
    return [None, *at.seeds.values(), at.moderator.seed]


def game_of(at, reader=None):
    """The game as a reader finds it in the file."""
    return open_game(at.data(), reader).chain.game


@functools.cache
def changed():
    """A game with every kind of entry; nobody may play on with it, but with a split.

    It was corrected into the draft, to before a shuffle, and to a position that was undone.
    """
    at = table.Table(43, ["anna", "ben", "carla"], modules=table.ALL).join().accept().play(5)
    drafting = at.chain.head.number
    rotate(at, "anna", seed(201)).play(25)
    correct(at, drafting).play(20)
    at.desk.late(at.asked(), "2026-11-30")
    decide(at, entry.REPLACE, "ben", at.registration("ben", seed(202)), agreed=["anna", "carla"])
    at.seeds["ben"] = seed(202)
    handover(at, "nina", seed(203)).play(3)
    while ("season", 2) not in [event[:2] for events in at.chain.events for event in events]:
        at.play(1)
    before = at.chain.head.number - 1
    correct(at.play(5), before).play(4)
    correct(at, before + 3).play(4)
    handover(rotate(at, "anna", seed(204)), "olga", seed(205)).play(2)
    decide(at, entry.ABANDON)
    return at


def documents(at):
    """The documents in the entries of a game and those in them; agreements by the keys of now."""
    for stored in [one for one in at.desk.entries if one.region is not None]:
        yield flat.join(stored.region, stored.signature)
        content = flat.read(flat.kind_of(stored.region), stored.region)
        for key in {"registration", "offer"} & content.keys():
            yield content.raw(key)
        for name, _ in stored.agreements:
            yield agreement(at, name, flat.join(stored.region, stored.signature))
