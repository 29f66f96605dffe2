"""Receipts: the moderator's signed word of what became of an order, and what contradicts it.

A receipt is the player's, never part of a game. Shown beside the game it proves that an order was
there which the chain does without.
"""

from __future__ import annotations

from pbem import rules
from pbem.chain import ANY_TIME, SEALED, Head, Opened, open_game
from pbem.crypto.signatures import document_id, sign
from pbem.errors import Fault, PbemError, Refused
from pbem.formats import entry, flat
from pbem.formats.text import encode64

TAKEN, REFUSED, WAITING = "taken", "refused", "waiting"
#: The longest order whose receipt, with the words and the whole order, is within a document's size.
LONGEST_ORDER = 1536


def check_order(document: bytes) -> None:
    """Raise Refused for a document of which no receipt can be given."""
    region, _ = flat.split(document)
    if flat.kind_of(region) != entry.ORDER:
        raise Refused("receipts are for orders")
    if len(document) > LONGEST_ORDER:
        raise Refused(f"receipts are for orders of at most {LONGEST_ORDER} bytes")
    flat.read(entry.ORDER, region)


def write(document: bytes, head: Head, outcome: str, date: str, private: bytes) -> bytes:
    """The receipt for an order; *private* is the moderator's key, *date* the day it was read.

    Raises Refused for a document of another kind.
    """
    check_order(document)
    region, _ = flat.split(document)
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
            "signed": encode64(document),
        },
    )
    return flat.join(written, sign(private, "receipt", written))


def check(data: bytes, receipt: bytes) -> str:
    """Compare a receipt with a game; what it shows, in words.

    Raises Fault where the two contradict each other, Refused for a receipt of another game, or
    of a moderator who was not in office.
    """
    region, signature = flat.split(receipt)
    opened = open_game(data)
    chain = opened.chain
    content = flat.read("receipt", region)
    if not chain.hashes or content.text("game") != encode64(chain.id):
        raise Refused("the receipt is for another game")
    number = content.number("head_index")
    if number >= len(chain.hashes):
        raise Refused(f"the receipt is newer than this file: it was written at entry {number}")
    # A former moderator can still sign, and knows the newest head.
    moderator = chain.moderator_of(number + 1)
    if not moderator.key.verify("receipt", region, signature):
        raise Refused(
            f"the receipt is not signed by {moderator.name}, who moderated after entry {number}"
        )
    if content.raw("head_hash") != chain.hashes[number]:
        raise Fault("the receipt was written on another history", entry=number, field="head_hash")
    at = chain.documents.get(content.raw("document"))
    if at is not None:
        return f"the order is entry {at}"
    return _without(data, opened, content)


def _without(data: bytes, opened: Opened, content: flat.Document) -> str:
    """What it means that the order of a receipt is not in the chain.

    Only an order that could have been taken shows anything: else whoever sends a bad one would
    have proof against an honest moderator.
    """
    player, outcome = content.text("player"), content.text("outcome")
    number = content.number("head_index")
    if outcome == TAKEN:
        raise Fault("the order was taken, and is not in the chain", field="outcome")
    # Who had the order had the entry that it names, whatever head the receipt says.
    named = flat.read(entry.ORDER, flat.split(content.raw("signed"))[0]).number("head_index")
    since = max(number, named)
    if since < len(opened.chain.hashes) and _was_good(data, content, since):
        what = "was refused, and was legal" if outcome == REFUSED else "was set aside, and was due"
        raise Fault(f"the order {what}", entry=since, field="outcome")
    answer = _answer(opened, player, content.number("seq"))
    # What was refused with reason has no answer in its stead, and what came late has none either.
    waited = outcome == WAITING and answer is not None and answer[0] > number
    if waited and answer is not None and _was_good(data, content, answer[0] - 1):
        index, kind, other = answer
        if kind == entry.LATE and content.text("date") <= other.text("date"):
            raise Fault(
                f"{player} is called late on {other.text('date')}; the order was there on"
                f" {content.text('date')}",
                entry=index,
                field="date",
            )
        if kind == entry.ORDER and other.number("revision") < content.number("revision"):
            raise Fault("a lower revision was used", entry=index, field="revision")
    return f"the order was {outcome}; nothing in the game contradicts that"


def _answer(opened: Opened, player: str, seq: int) -> tuple[int, str, flat.Document] | None:
    """The entry that stands for an order of a player: number, kind and document."""
    taken = opened.chain.seats.get(player)
    if taken is None or not 0 < seq <= taken.seq:
        return None
    kind, index = taken.answers[seq - 1]
    region = opened.file.entries[index].region
    assert region is not None
    return index, kind, flat.read(kind, region)


def _was_good(data: bytes, content: flat.Document, index: int) -> bool:
    """Whether the chain had to take the order of a receipt after the entry *index*.

    Not where the reader does not know if the player holds the object played. Orders that answer
    no question need not be taken: the desk may refuse to let a game grow by them.
    """
    try:
        region, signature = flat.split(content.raw("signed"))
        if document_id(entry.ORDER, region) != content.raw("document"):
            return False
        chain = open_game(data, until=index).chain
        taken, order = chain.read_order(region, signature)
    except (PbemError, rules.RulesError):
        return False
    assert chain.game is not None
    if rules.problem(chain.game, taken.number, order) is not None:
        return False
    held = chain.game.players[taken.number].objects
    plays = isinstance(order, rules.Play) or bool(getattr(order, "using", ()))
    return content.text("phase") != ANY_TIME and not (plays and rules.UNKNOWN in held)
