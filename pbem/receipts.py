"""Receipts: the moderator's signed word of what became of an order, and what contradicts it.

A receipt is the player's, never part of a game. Shown beside the game it proves that an order was
there which the chain does without.
"""

from __future__ import annotations

from pbem import rules
from pbem.chain import SEALED, Chain, Head, Opened, open_game, phase
from pbem.crypto.signatures import document_id, sign
from pbem.errors import Fault, Refused
from pbem.formats import entry, flat
from pbem.formats.text import encode64

TAKEN, REFUSED, WAITING = "taken", "refused", "waiting"


def write(document: bytes, head: Head, outcome: str, date: str, private: bytes) -> bytes:
    """The receipt for an order; *private* is the moderator's key, *date* the day it was read.

    Raises Refused for a document of another kind.
    """
    region, _ = flat.split(document)
    if flat.kind_of(region) != entry.ORDER:
        raise Refused("receipts are for orders")
    order = flat.read(entry.ORDER, region)
    written = flat.write(
        "receipt",
        {
            "game": order.text("game"),
            "document": encode64(document_id(entry.ORDER, region)),
            "player": order.text("player"),
            "seq": order.number("seq"),
            "revision": order.number("revision"),
            "phase": order.text("phase"),
            "head_index": head.number,
            "head_hash": encode64(head.hash),
            "outcome": outcome,
            "order": order.text("order") if "order" in order else SEALED,
            "date": date,
        },
    )
    return flat.join(written, sign(private, "receipt", written))


def check(data: bytes, receipt: bytes) -> str:
    """Compare a receipt with a game; what it shows, in words.

    Raises Fault where the two contradict each other, Refused for a receipt of another game or
    moderator.
    """
    region, signature = flat.split(receipt)
    opened = open_game(data)
    chain = opened.chain
    if not chain.invitation.moderator.verify("receipt", region, signature):
        raise Refused("the receipt is not signed by the moderator of this game")
    content = flat.read("receipt", region)
    if not chain.hashes or content.text("game") != encode64(chain.id):
        raise Refused("the receipt is for another game")
    number = content.number("head_index")
    if number >= len(chain.hashes):
        raise Refused(f"the receipt is newer than this file: it was written at entry {number}")
    if content.raw("head_hash") != chain.hashes[number]:
        raise Fault("the receipt was written on another history", entry=number, field="head_hash")
    at = chain.documents.get(content.raw("document"))
    if at is not None:
        return f"the order is entry {at}"
    return _without(data, opened, content)


def _without(data: bytes, opened: Opened, content: flat.Document) -> str:
    """What it means that the order of a receipt is not in the chain."""
    answer = _answer(opened, content.text("player"), content.number("seq"))
    if answer is None:
        if content.text("outcome") == TAKEN:
            raise Fault("the order was taken, and is not in the chain", field="outcome")
    else:
        index, kind, other = answer
        if kind == entry.LATE and content.text("date") <= other.text("date"):
            raise Fault(
                f"{content.text('player')} is called late on {other.text('date')}; the order was"
                f" there on {content.text('date')}",
                entry=index,
                field="date",
            )
        if kind == entry.ORDER and other.number("revision") < content.number("revision"):
            raise Fault("a lower revision was used", entry=index, field="revision")
    if content.text("outcome") == REFUSED and _was_legal(data, content):
        number = content.number("head_index")
        raise Fault("the order was refused, and was legal", entry=number, field="outcome")
    return f"the order was {content.text('outcome')}; nothing in the game contradicts that"


def _answer(opened: Opened, player: str, seq: int) -> tuple[int, str, flat.Document] | None:
    """The entry that stands for an order of a player: number, kind and document."""
    for index, stored in enumerate(opened.file.entries):
        kind = entry.kind_of(stored.text)
        if stored.region is not None and kind in (entry.ORDER, entry.LATE):
            content = flat.read(kind, stored.region)
            if content.text("player") == player and content.number("seq") == seq:
                return index, kind, content
    return None


def _was_legal(data: bytes, content: flat.Document) -> bool:
    """Whether the rules would have taken an order at the entry that the receipt names."""
    if content.text("order") == SEALED:
        return False
    chain = open_game(data, until=content.number("head_index")).chain
    return _legal(chain, content)


def _legal(chain: Chain, content: flat.Document) -> bool:
    """Whether it answered the question that was open then, as the rules allow."""
    taken = chain.seats.get(content.text("player"))
    if chain.game is None or taken is None or content.number("seq") != taken.seq + 1:
        return False
    seat = list(chain.players).index(taken.name)
    asked = [one for one in rules.pending(chain.game) if one.seat == seat]
    if not asked or phase(chain.game, asked[0]) != content.text("phase"):
        return False
    try:
        order = rules.read(chain.game, seat, content.text("order"))
    except rules.RulesError:
        return False
    return rules.problem(chain.game, seat, order) is None
