"""What is sealed to whom in a game file, and how its readers open and check it.

Until the deal a player's box holds a probe of the sealing key; from then on the player's view with
the salt of its commitment. What the moderator's box holds is told in `chain.office`.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem import rules
from pbem.chain import Chain, office
from pbem.chain.sources import Secret
from pbem.crypto import commitments, keys
from pbem.crypto.sealing import VIEW_SIZE, box_info, open_box, pad, seal
from pbem.errors import Fault, Refused
from pbem.formats import entry as entries
from pbem.formats.game import VIEW, GameFile, Sealed
from pbem.formats.text import encode64

_SALT = 32


def make(chain: Chain, seed: bytes, desk: bytes) -> Iterator[Sealed]:
    """The boxes of the newest head, sealed anew by the moderator whose *seed* it is.

    One who has handed the game over seals the secret to the next one, who has no desk yet.
    """
    assert chain.secret is not None
    index = chain.head.number
    for name, taken in chain.seats.items():
        if isinstance(chain.source, Secret):
            text = commitments.view_salt(chain.source.prk, _viewed(chain), name)
            text += chain.view(name)
        else:
            text = commitments.probe(chain.secret, chain.id, name)
        box = seal(text, VIEW_SIZE, taken.seal_key, _info(chain, name, taken.seal_key))
        yield Sealed(name, VIEW, index, box)
    own, moderator = keys.seal_public(keys.store_key(seed, chain.invitation.id)), chain.moderator
    recipient = moderator.seal_key or own
    kept = office.Kept(chain.secret, desk if recipient == own else None)
    yield office.write(chain.invitation, chain.head, moderator.name, recipient, kept)


def _viewed(chain: Chain) -> int:
    """The entry whose commitment a view answers: the reveal makes none."""
    return chain.head.number - chain.revealed


def _info(chain: Chain, to: str, recipient: bytes) -> bytes:
    head = chain.head
    return box_info(
        game=head.game,
        purpose=VIEW,
        to=to,
        recipient=recipient,
        moderator=chain.invitation.moderator.key.public,
        entry=head.number,
        entry_hash=head.hash,
    )


def _open(file: GameFile, chain: Chain, name: str, seed: bytes) -> bytes:
    secret = keys.game_seal_key(seed, chain.invitation.id)
    number = chain.seats[name].number
    info = _info(chain, name, chain.seats[name].seal_key)
    try:
        return open_box(file.sealed[number].box, VIEW_SIZE, secret, info)
    except Refused as problem:
        raise Fault(problem.message, field=f"sealed[{number}]") from None


def probe(file: GameFile, chain: Chain, name: str, seed: bytes) -> bytes:
    """The probe that was sealed to a player. Raises Fault if it does not open."""
    return _open(file, chain, name, seed)


def check_view(file: GameFile, chain: Chain, name: str, seed: bytes) -> None:
    """See that a player's box holds what was committed to and what follows from the game.

    Raises Fault if it does not open or holds something else.
    """
    text = _open(file, chain, name, seed)
    salt, seen = text[:_SALT], text[_SALT:]
    index = _viewed(chain)
    published = entries.read(file.entries[index].text)["view"]
    made = commitments.view(chain.id, index, name, salt, pad(seen, VIEW_SIZE))
    if f"{name} {encode64(made)}" not in published:
        raise Fault("your box does not hold what was committed to", entry=index, field="view")
    _learn(chain, name, seen)
    if seen != chain.view(name):
        raise Fault("your box does not hold what follows from the game", entry=index, field="view")
    _check_objects(chain, name)


def _learn(chain: Chain, name: str, seen: bytes) -> None:
    """Let the player's own game hold what only the box tells: objects, pack, standing order."""
    import json

    assert chain.game is not None
    try:
        told = json.loads(seen)
    except (ValueError, RecursionError):
        return
    rules.learn(chain.game, chain.seats[name].number, told)


def _check_objects(chain: Chain, name: str) -> None:
    """See that a player's objects cost what was published, and that nobody else has played one."""
    assert chain.game is not None
    seat = chain.seats[name].number
    kept = list(chain.game.players[seat].objects)
    for _, events in chain.in_force():
        kept += [str(event[2]) for event in events if event[:2] == ("object", seat)]
    for index, events in chain.in_force():
        for event in events:
            if event[0] == "object" and event[1] != seat and event[2] in kept:
                raise Fault(f"the {event[2]} is among your objects", entry=index, field="event")
            if event[:2] == ("price", seat) and event[2] != rules.cash_after(kept):
                cost = f"your objects leave {rules.cash_after(kept)}F, found {event[2]}F"
                raise Fault(cost, entry=index, field="event")
