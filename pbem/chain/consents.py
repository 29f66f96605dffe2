"""From the genesis to the deal: each player accepts, and shows a share of the seed."""

from __future__ import annotations

from pbem import rules
from pbem.chain.chain import Chain
from pbem.chain.seats import nonce_shown
from pbem.chain.sources import Published, Secret, Source
from pbem.chain.terms import expect
from pbem.crypto import commitments, dealing
from pbem.crypto.signatures import document_id
from pbem.errors import Refused
from pbem.formats import entry, flat
from pbem.formats.text import encode64


def consent(chain: Chain, region: bytes, signature: bytes) -> bytes:
    """Make the entry of a consent, with the deal if it is the last; its text."""
    taken = chain.author(entry.CONSENT, region, signature)
    content = flat.read(entry.CONSENT, region)
    chain.check_author(taken, content)
    if chain.game is not None or taken.nonce is not None:
        raise Refused(f"{taken.name} has accepted already")
    expect("invitation", content.text("invitation"), encode64(chain.invitation.id))
    expect("head_hash", content.text("head_hash"), encode64(chain.id))
    nonce = content.raw("nonce")
    if not nonce_shown(chain.invitation, taken, nonce):
        raise Refused("nonce: it is not the one that the registration committed to")
    if chain.secret is not None:
        probe = commitments.probe(chain.secret, chain.id, taken.name)
        expect("probe", content.text("probe"), encode64(commitments.probe_hash(probe)))
    taken.nonce = nonce
    document = document_id(entry.CONSENT, region)
    if any(other.nonce is None for other in chain.seats.values()):
        return chain.enter(chain.next(entry.CONSENT, document), ())
    return _deal(chain, document)


def _deal(chain: Chain, document: bytes) -> bytes:
    if chain.source is None:
        chain.source = _source(chain)
    doors = [taken.door for taken in chain.seats.values()]
    chain.game = rules.new_game(chain.invitation.options, doors)
    rules.settle(chain.game, chain.source)
    return chain.enter(chain.next(entry.CONSENT, document), chain.game.events)


def _source(chain: Chain) -> Source:
    if chain.secret is None:
        return Published(chain.id)
    nonces = {name: taken.nonce or b"" for name, taken in chain.seats.items()}
    return Secret(chain.id, dealing.joint_seed(chain.id, chain.secret, nonces))
