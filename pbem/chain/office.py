"""The moderator's own box in a game file: the secret of the game, and the desk that made the file.

Who takes a game over finds the secret in it; all others can derive it or do without.
"""

from __future__ import annotations

from typing import NamedTuple

from pbem.chain.seats import Invitation
from pbem.chain.terms import Head, canonical
from pbem.crypto import keys
from pbem.crypto.sealing import STORE_SIZE, box_info, open_box, seal
from pbem.errors import Fault, Refused
from pbem.formats.game import STORE, GameFile, Sealed
from pbem.formats.text import decode64, encode64


class Kept(NamedTuple):
    """What the moderator's box holds; no desk in a file that is for the next moderator."""

    secret: bytes
    desk: bytes | None


def write(invitation: Invitation, head: Head, to: str, recipient: bytes, kept: Kept) -> Sealed:
    """The box of the newest head, sealed anew to the key *recipient* of the moderator *to*."""
    told = {"secret": encode64(kept.secret)}
    if kept.desk is not None:
        told["desk"] = encode64(kept.desk)
    info = _info(invitation, head, to, recipient)
    return Sealed(to, STORE, head.number, seal(canonical(told), STORE_SIZE, recipient, info))


def read(file: GameFile, invitation: Invitation, head: Head, seed: bytes) -> Kept:
    """What the box holds for the moderator whose *seed* it is. Raises Fault if it does not open."""
    import json

    box = file.sealed[-1]
    key = keys.store_key(seed, invitation.id)
    info = _info(invitation, head, box.to, keys.seal_public(key))
    try:
        told = json.loads(open_box(box.box, STORE_SIZE, key, info))
        desk = told.get("desk")
        return Kept(decode64(told["secret"]), None if desk is None else decode64(desk))
    except (Refused, ValueError, TypeError, KeyError, AttributeError):
        field = f"sealed[{len(file.sealed) - 1}]"
        raise Fault("the moderator's own box does not hold what it should", field=field) from None


def _info(invitation: Invitation, head: Head, to: str, recipient: bytes) -> bytes:
    return box_info(
        game=head.game,
        purpose=STORE,
        to=to,
        recipient=recipient,
        moderator=invitation.moderator.key.public,
        entry=head.number,
        entry_hash=head.hash,
    )
