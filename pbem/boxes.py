"""What is sealed to whom in a game file, and how its readers open and check it.

Until the deal a player's box holds a probe of the sealing key; from then on the player's view with
the salt of its commitment. The moderator's box holds the secret and the name of the desk.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem import rules
from pbem.chain import Chain, canonical
from pbem.chain.sources import Secret
from pbem.crypto import commitments, keys
from pbem.crypto.sealing import STORE_SIZE, VIEW_SIZE, box_info, open_box, pad, seal
from pbem.errors import Fault, Refused
from pbem.formats import entry as entries
from pbem.formats.game import STORE, VIEW, GameFile, Sealed
from pbem.formats.text import decode64, encode64

_SALT = 32


def make(chain: Chain, seed: bytes, desk: bytes) -> Iterator[Sealed]:
    """The boxes of the newest head, sealed anew; *seed* is the moderator's."""
    assert chain.secret is not None
    index = chain.head.number
    for name, taken in chain.seats.items():
        if isinstance(chain.source, Secret):
            text = commitments.view_salt(chain.source.prk, _viewed(chain), name) + chain.view(name)
        else:
            text = commitments.probe(chain.secret, chain.id, name)
        box = seal(text, VIEW_SIZE, taken.seal_key, _info(chain, VIEW, name, taken.seal_key))
        yield Sealed(name, VIEW, index, box)
    own = keys.seal_public(keys.store_key(seed, chain.invitation.id))
    moderator = chain.invitation.moderator_name
    kept = canonical({"desk": encode64(desk), "secret": encode64(chain.secret)})
    yield Sealed(
        moderator, STORE, index, seal(kept, STORE_SIZE, own, _info(chain, STORE, moderator, own))
    )


def _viewed(chain: Chain) -> int:
    """The entry whose commitment a view answers: the reveal makes none."""
    return chain.head.number - chain.revealed


def _info(chain: Chain, purpose: str, to: str, recipient: bytes) -> bytes:
    head = chain.head
    return box_info(
        game=head.game,
        purpose=purpose,
        to=to,
        recipient=recipient,
        moderator=chain.invitation.moderator.public,
        entry=head.number,
        entry_hash=head.hash,
    )


def _open(file: GameFile, chain: Chain, name: str, seed: bytes) -> bytes:
    secret = keys.game_seal_key(seed, chain.invitation.id)
    number = list(chain.players).index(name)
    info = _info(chain, VIEW, name, chain.seats[name].seal_key)
    try:
        return open_box(file.sealed[number].box, VIEW_SIZE, secret, info)
    except Refused as problem:
        raise Fault(problem.message, field=f"sealed[{number}]") from None


def desk_of(file: GameFile, chain: Chain, seed: bytes) -> bytes | None:
    """The desk at which a game file was made, by the moderator's own box; None before the genesis.

    Raises Fault if the box does not open.
    """
    import json

    if not file.sealed:
        return None
    secret = keys.store_key(seed, chain.invitation.id)
    moderator = chain.invitation.moderator_name
    info = _info(chain, STORE, moderator, keys.seal_public(secret))
    try:
        told = json.loads(open_box(file.sealed[-1].box, STORE_SIZE, secret, info))
        return decode64(told["desk"])
    except (Refused, ValueError, TypeError, KeyError):
        field = f"sealed[{len(file.sealed) - 1}]"
        raise Fault("the moderator's own box does not hold what it should", field=field) from None


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
    rules.learn(chain.game, list(chain.players).index(name), told)


def _check_objects(chain: Chain, name: str) -> None:
    """See that a player's objects cost what was published, and that nobody else has played one."""
    assert chain.game is not None
    seat = list(chain.players).index(name)
    kept = list(chain.game.players[seat].objects)
    for events in chain.events:
        kept += [str(event[2]) for event in events if event[:2] == ("object", seat)]
    for index, events in enumerate(chain.events):
        for event in events:
            if event[0] == "object" and event[1] != seat and event[2] in kept:
                raise Fault(f"the {event[2]} is among your objects", entry=index, field="event")
            if event[:2] == ("price", seat) and event[2] != rules.cash_after(kept):
                cost = f"your objects leave {rules.cash_after(kept)}F, found {event[2]}F"
                raise Fault(cost, entry=index, field="event")
