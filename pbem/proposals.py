"""What is changed beside the game by the word of those concerned, as documents and at the desk.

That is keys, seats, the moderator, a mistake, an early end. The moderator proposes, players agree,
and the moderator enters what enough have agreed to. A proposal follows from what it says and from
the head that it was made for, so that it need not be kept: the agreements name that head. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pbem.chain import Chain, Opened, Seat, changes
from pbem.chain.changes import AGREE, OFFER, PROOF, PROPOSALS
from pbem.crypto import keys
from pbem.crypto.signatures import document_id, public_key, sign
from pbem.desk import Desk
from pbem.errors import Refused
from pbem.formats import entry, flat
from pbem.formats.entry import Agreement
from pbem.formats.text import encode64


class Proposal(NamedTuple):
    """A signed proposal, who is asked about it, and how many of them have to agree."""

    data: bytes
    asked: Sequence[str]
    least: int


# Of players


def rotate(opened: Opened, taken: Seat, seed: bytes, new_seed: bytes) -> bytes:
    """The document by which the player of a seat goes on with the key of *new_seed*."""
    chain = opened.chain
    changes.check_playing(chain)
    new = keys.identity_key(new_seed)
    changes.check_free(chain, public_key(new))
    values: dict[str, flat.Value] = {
        **_head(chain),
        "player": taken.name,
        "key": taken.fingerprint,
        "new_key": encode64(public_key(new)),
        "seal_key": encode64(keys.seal_public(keys.game_seal_key(new_seed, chain.invitation.id))),
    }
    unproved = flat.write(entry.ROTATE, values | {"proof": encode64(bytes(64))})
    proved = changes.proved(unproved)
    proof = sign(new, PROOF, proved)
    region = flat.write(entry.ROTATE, values | {"proof": encode64(proof)})
    return flat.join(region, sign(keys.identity_key(seed), entry.ROTATE, region))


def read(opened: Opened, data: bytes) -> tuple[flat.Document, bytes]:
    """A proposal that the players could decide now, and its region. Raises Refused."""
    region, signature = flat.split(data)
    kind = flat.kind_of(region)
    if kind not in PROPOSALS:
        raise Refused(f"a document of the kind {kind} is no proposal")
    return changes.check_proposal(opened.chain, kind, region, signature), region


def agree(opened: Opened, taken: Seat, seed: bytes, data: bytes) -> bytes:
    """The document by which the player of a seat agrees to a proposal."""
    content, proposed = read(opened, data)
    asked, _ = changes.voters(opened.chain, content)
    if taken.name not in asked:
        raise Refused(f"{taken.name} is not asked about this; asked are {', '.join(asked)}")
    region = changes.agreement(content, proposed, taken)
    return flat.join(region, sign(keys.identity_key(seed), AGREE, region))


# Of moderators


def offer(opened: Opened, name: str, seed: bytes) -> bytes:
    """The document by which somebody offers to moderate a game from now on."""
    chain = opened.chain
    changes.check_playing(chain)
    key = keys.identity_key(seed)
    values = {
        "game": encode64(chain.id),
        "moderator": name,
        "key": encode64(public_key(key)),
        "seal_key": encode64(keys.seal_public(keys.store_key(seed, chain.invitation.id))),
    }
    region = flat.write(OFFER, values)
    document = flat.join(region, sign(key, OFFER, region))
    changes.successor(chain, document)
    return document


def handover(desk: Desk, offered: bytes) -> str:
    """Hand a game over to who has offered to moderate it; what was done."""
    desk.check_office()
    chain = desk.chain
    changes.check_playing(chain)
    # As the reader of a file finds it: without what mail has done to it.
    document = flat.join(*flat.split(offered))
    region = flat.write(entry.HANDOVER, _head(chain) | {"offer": encode64(document)})
    signature = sign(desk.moderator.key, entry.HANDOVER, region)
    text = changes.handover(chain, region, signature)
    return desk.played(entry.HANDOVER, text, region, signature)


def propose(desk: Desk, kind: str, values: Mapping[str, flat.Value]) -> Proposal:
    """What the players are asked to agree to, beginning with the newest entry.

    *values* are the lines of the kind but game and head. Raises Refused for what cannot be done.
    """
    desk.check_office()
    changes.check_playing(desk.chain)
    return _proposal(desk, kind, values, desk.chain.head.number)


def _proposal(desk: Desk, kind: str, values: Mapping[str, flat.Value], number: int) -> Proposal:
    region = flat.write(kind, {**_head(desk.chain, number), **values})
    signature = sign(desk.moderator.key, kind, region)
    content = changes.check_proposal(desk.chain, kind, region, signature)
    return Proposal(flat.join(region, signature), *changes.voters(desk.chain, content))


def decide(
    desk: Desk, kind: str, values: Mapping[str, flat.Value], documents: Sequence[bytes]
) -> str:
    """Enter what the players have agreed to by these *documents*; what was done.

    Raises Refused if too few have agreed, or to something else.
    """
    desk.check_office()
    chain = desk.chain
    changes.check_playing(chain)
    given = [_agreement(chain, document) for document in documents]
    numbers = {content.number("head_index") for _, content, _ in given} or {chain.head.number}
    if len(numbers) > 1:
        raise Refused("the agreements are for different proposals")
    number = numbers.pop()
    if number >= len(chain.hashes):
        raise Refused(f"the agreements are for a proposal made at entry {number}, not here yet")
    region, signature = flat.split(_proposal(desk, kind, values, number).data)
    wanted = encode64(document_id(kind, region))
    found: dict[str, bytes] = {}
    for taken, content, signed in given:
        if content.text("proposal") != wanted:
            raise Refused(
                f"the agreement of {taken.name} is for another proposal",
                "hand in the very words that were proposed",
            )
        found[taken.name] = signed
    agreements = [Agreement(name, found[name]) for name in chain.players if name in found]
    text = changes.DECIDED[kind](chain, region, signature, agreements)
    return desk.played(kind, text, region, signature, agreements)


def _agreement(chain: Chain, document: bytes) -> tuple[Seat, flat.Document, bytes]:
    """Who agrees, by which document, and the signature. Raises Refused."""
    region, signature = flat.split(document)
    kind = flat.kind_of(region)
    if kind != AGREE:
        raise Refused(f"a document of the kind {kind} agrees to nothing")
    taken = chain.author(AGREE, region, signature)
    content = flat.read(AGREE, region)
    chain.check_author(taken, content)
    return taken, content, signature


def _head(chain: Chain, number: int | None = None) -> dict[str, flat.Value]:
    """The lines that bind a document to a game and an entry, the newest if none is named."""
    number = chain.head.number if number is None else number
    return {
        "game": encode64(chain.id),
        "head_index": number,
        "head_hash": encode64(chain.hashes[number]),
    }


def replacing(chain: Chain, name: str, registration: bytes) -> dict[str, flat.Value]:
    """The lines of a proposal to give a seat to whoever has made a registration."""
    taken = changes.seat_of(chain, name)
    document = flat.join(*flat.split(registration))
    return {"player": name, "key": taken.fingerprint, "registration": encode64(document)}
