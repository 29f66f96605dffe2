"""What is changed beside the game: keys, who sits or moderates, a mistake, an early end.

A function for each kind of document makes its entry and returns the text, as the methods of the
chain do for the others. What the moderator proposes takes the word of the players: theirs is a
document of the kind `agree`, of which the entry holds the name and the signature only, for the
rest of it follows from the proposal.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem import rules
from pbem.chain.chain import ACCEPTING, PLAYING, Chain
from pbem.chain.consents import consent
from pbem.chain.seats import Moderator, Seat, registered, self_signed
from pbem.crypto import keys
from pbem.crypto.signatures import Verifier, check_public_key, document_id, fingerprint
from pbem.errors import Refused
from pbem.formats import entry, flat
from pbem.formats.entry import Agreement
from pbem.formats.text import encode64

#: The document of a player who agrees, and of who would be the next moderator.
AGREE, OFFER = "agree", "offer"
#: What the proof that a player holds a new key is signed as.
PROOF = "rotate-proof"
#: What the players are asked about.
PROPOSALS = (entry.REPLACE, entry.CORRECT, entry.ABANDON)

_NEW_KEY = "new key"
#: The events by which a card is seen.
_SEEN = {"face-up": 4, "reveal": 4, "object": 2}


# Keys, seats and the moderator


def rotate(chain: Chain, region: bytes, signature: bytes) -> bytes:
    """Let a player go on with another key; the old one is dead from here on."""
    taken = chain.author(entry.ROTATE, region, signature)
    content = flat.read(entry.ROTATE, region)
    chain.check_author(taken, content)
    check_playing(chain)
    chain.check_head(content)
    chain.check_any_time(taken, _NEW_KEY)
    public, seal_key = content.raw("new_key"), content.raw("seal_key")
    check_free(chain, public)
    keys.check_seal_key(seal_key)
    if not chain.signed(Verifier(public), PROOF, proved(region), content.raw("proof")):
        raise Refused("proof: the new key did not sign that it takes over")
    _give(chain, taken, public, seal_key)
    taken.any_time[_NEW_KEY] = len(chain.hashes)
    return chain.enter(chain.next(entry.ROTATE, document_id(entry.ROTATE, region)), ())


def proved(region: bytes) -> bytes:
    """What of a player's change of key the new key signs: the lines before the proof."""
    return region[: region.rindex(b"proof = ")]


def replace(
    chain: Chain, region: bytes, signature: bytes, agreements: Sequence[Agreement]
) -> bytes:
    """Give a seat to another key, with the word of most of the other players."""
    content, agreed = _decided(chain, entry.REPLACE, region, signature, agreements)
    new = replacement(chain, content)
    _give(chain, chain.seats[new.name], new.key.public, new.seal_key)
    made = chain.next(entry.REPLACE, document_id(entry.REPLACE, region))
    return chain.enter(made._replace(agreed=agreed), ())


def replacement(chain: Chain, content: flat.Document) -> Seat:
    """Who would take a seat. Raises Refused if the key in it is another one by now."""
    name = content.text("player")
    taken = seat_of(chain, name)
    if content.text("key") != taken.fingerprint:
        raise Refused(f"key: the seat of {name} is held by {taken.fingerprint} now")
    new = registered(chain.invitation, content.raw("registration"))
    if new.name != name:
        raise Refused(f"the registration is for the seat of {new.name}, not of {name}")
    check_free(chain, new.key.public)
    return new


def seat_of(chain: Chain, name: str) -> Seat:
    """The seat of a player. Raises Refused if nobody is called so."""
    taken = chain.seats.get(name)
    if taken is None:
        raise Refused(f"nobody called {name} plays", f"seats: {', '.join(chain.players)}")
    return taken


def _give(chain: Chain, taken: Seat, public: bytes, seal_key: bytes) -> None:
    chain.former.add(taken.key.public)
    taken.take_key(public, seal_key)


def check_free(chain: Chain, public: bytes) -> None:
    """Refuse a key that is unsound, or had a part in this game before."""
    check_public_key(public)
    moderates = any(one.key.public == public for _, one in chain.moderators)
    if moderates and not chain.invitation.options.solitaire:
        raise Refused(f"the key {fingerprint(public)} is a moderator's, which holds no seat")
    if public in chain.former or chain.seat_of(public) is not None:
        raise Refused(f"the key {fingerprint(public)} holds, or held, a seat of this game")


def handover(chain: Chain, region: bytes, signature: bytes) -> bytes:
    """Let another moderator go on, who has offered to."""
    chain.check_moderator(entry.HANDOVER, region, signature)
    content = flat.read(entry.HANDOVER, region)
    chain.check_game(content)
    check_playing(chain)
    _check_newest(chain, content)
    offered = successor(chain, content.raw("offer"))
    chain.moderators.append((len(chain.hashes) + 1, offered))
    return chain.enter(chain.next(entry.HANDOVER, document_id(entry.HANDOVER, region)), ())


def successor(chain: Chain, offer: bytes) -> Moderator:
    """Who offers to moderate. Raises Refused for an offer that cannot be taken."""
    content = self_signed(OFFER, offer).content
    chain.check_game(content)
    public, seal_key = content.raw("key"), content.raw("seal_key")
    if any(one.key.public == public for _, one in chain.moderators):
        raise Refused(f"the key {fingerprint(public)} moderates, or has moderated, this game")
    check_free(chain, public)
    keys.check_seal_key(seal_key)
    return Moderator(content.text("moderator"), Verifier(public), seal_key)


# What all the players are asked about


def correct(
    chain: Chain, region: bytes, signature: bytes, agreements: Sequence[Agreement]
) -> bytes:
    """Go back to an earlier position, with the word of all players.

    The position alone goes back: numbers of orders and shuffles go on, and the question is opened
    anew. The caller has let the chain keep that position.
    """
    content, agreed = _decided(chain, entry.CORRECT, region, signature, agreements)
    number = content.number("entry")
    assert chain.game is not None
    assert chain.source is not None
    seen, now, kept = seen_since(chain, number), len(chain.hashes), chain.kept[number]
    chain.game = rules.go_back(chain.game, kept.game)
    chain.source.go_back(kept.mark)
    gone_back = [index for index in range(number + 1, now) if index not in chain.lasting]
    since = {index: chain.undone.get(index, now) for index in gone_back}
    chain.undone = dict(kept.undone) | since
    for taken in chain.seats.values():
        taken.opened = None
    made = chain.next(entry.CORRECT, document_id(entry.CORRECT, region))
    return chain.enter(made._replace(agreed=agreed, seen=seen), ())


def _check_correction(chain: Chain, content: flat.Document) -> None:
    """Refuse to go back to where nothing was dealt yet, or to the newest entry."""
    first, last = len(chain.seats), len(chain.hashes) - 2
    if not first <= content.number("entry") <= last:
        raise Refused(
            f"entry: expected one from {first}, which deals, to {last},"
            f" found {content.number('entry')}"
        )


def seen_since(chain: Chain, number: int) -> list[str]:
    """The cards that were turned up or played after an entry, in their order."""
    return [
        str(event[_SEEN[str(event[0])]])
        for events in chain.events[number + 1 :]
        for event in events
        if event[0] in _SEEN
    ]


def abandon(
    chain: Chain, region: bytes, signature: bytes, agreements: Sequence[Agreement]
) -> bytes:
    """End the game where it stands, with the word of all players."""
    _, agreed = _decided(chain, entry.ABANDON, region, signature, agreements)
    assert chain.game is not None
    rules.break_off(chain.game)
    chain.abandoned = True
    made = chain.next(entry.ABANDON, document_id(entry.ABANDON, region))
    return chain.enter(made._replace(agreed=agreed), ())


def check_playing(chain: Chain) -> None:
    """Refuse what can be done only while a game is played."""
    if chain.stage != PLAYING:
        hint = "`pbem new --supersedes` begins anew if somebody does not accept"
        raise Refused(
            f"the game is {chain.stage}: that can be done while it is played",
            hint if chain.stage == ACCEPTING else None,
        )


def _check_newest(chain: Chain, content: flat.Document) -> None:
    chain.check_head(content)
    if content.number("head_index") != chain.head.number:
        raise Refused(
            f"head_index: it was written for entry {content.number('head_index')}, and the game"
            f" has gone on to {chain.head.number}",
            "propose it anew",
        )


# Proposals and the players' word


def check_proposal(chain: Chain, kind: str, region: bytes, signature: bytes) -> flat.Document:
    """A proposal of the moderator that the players could decide now. Raises Refused."""
    chain.check_moderator(kind, region, signature)
    content = flat.read(kind, region)
    check_playing(chain)
    chain.check_game(content)
    chain.check_head(content)
    if kind == entry.REPLACE:
        replacement(chain, content)
    else:
        # What was entered after the players were asked they have not agreed to end or to undo.
        _check_newest(chain, content)
    if kind == entry.CORRECT:
        _check_correction(chain, content)
    return content


def voters(chain: Chain, content: flat.Document) -> tuple[list[str], int]:
    """Who is asked about a proposal, and how many of them have to agree.

    Whose seat is at stake is not asked; of the others more than half are enough.
    """
    if content.kind == entry.REPLACE:
        others = [name for name in chain.players if name != content.text("player")]
        return others, len(others) // 2 + 1 if others else 0
    return list(chain.players), len(chain.players)


def agreement(content: flat.Document, region: bytes, taken: Seat) -> bytes:
    """The region of the document by which a player agrees to a proposal."""
    return flat.write(
        AGREE,
        {
            "game": content.text("game"),
            "player": taken.name,
            "key": taken.fingerprint,
            "head_index": content.number("head_index"),
            "head_hash": content.text("head_hash"),
            "proposal": encode64(document_id(content.kind, region)),
        },
    )


def _decided(
    chain: Chain,
    kind: str,
    region: bytes,
    signature: bytes,
    agreements: Sequence[Agreement],
) -> tuple[flat.Document, list[str]]:
    """A proposal to which enough have agreed, and who has. Raises Refused."""
    content = check_proposal(chain, kind, region, signature)
    asked, least = voters(chain, content)
    agreed = [one.player for one in agreements]
    # In seat order and each once: so nobody counts twice, and the entry has one form.
    if agreed != [name for name in asked if name in agreed]:
        raise Refused(f"agreed: expected some of {', '.join(asked)}, each once, in that order")
    for name, given in agreements:
        taken = chain.seats[name]
        if not chain.signed(taken.key, AGREE, agreement(content, region, taken), given):
            raise Refused(f"agreed: the word of {name} is not signed by the key of that seat")
    if len(agreed) < least:
        missing = ", ".join(name for name in asked if name not in agreed)
        raise Refused(f"agreed: {len(agreed)} of the {least} who are needed; not yet: {missing}")
    return content, agreed


#: How the entry of each kind of document is made: by its author's word alone, and by the players'.
MADE = {
    entry.CONSENT: consent,
    entry.ORDER: Chain.order,
    entry.LATE: Chain.late,
    entry.ROTATE: rotate,
    entry.HANDOVER: handover,
}
DECIDED = {entry.REPLACE: replace, entry.CORRECT: correct, entry.ABANDON: abandon}
