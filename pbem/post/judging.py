"""Documents of one game judged together, and whose each of them is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pbem import desk
from pbem.chain import Chain, changes
from pbem.desk import Verdict
from pbem.errors import PbemError
from pbem.formats import flat
from pbem.post.opening import Usable


class Judged(NamedTuple):
    """What became of a message."""

    message: Usable
    verdict: Verdict
    #: Whose key has signed it; None if no player's has.
    player: str | None
    #: Whether the game has changed by it.
    fresh: bool

    @property
    def is_agreement(self) -> bool:
        """Whether it is a player's word that is kept for the moderator."""
        return self.message.kind == changes.AGREE and self.verdict.error is None

    @property
    def is_old(self) -> bool:
        """Whether the same message was answered before, and what the answer said still holds."""
        return self.message.again and self.verdict.error is None and not self.fresh


def judge(work: desk.Desk, messages: Sequence[Usable]) -> list[Judged]:
    """Let the desk take documents, all together so that of an order the last revision counts."""
    chain = work.chain
    before = [_author(chain, message) for message in messages]
    taken = iter(work.take([m.document for m in messages if m.kind != changes.AGREE]))
    judged = []
    for message, author in zip(messages, before, strict=True):
        verdict = _agreement(chain, message) if message.kind == changes.AGREE else next(taken)
        fresh = verdict.error is None and not verdict.known and message.kind != changes.AGREE
        judged.append(Judged(message, verdict, author or _author(chain, message), fresh))
    return judged


def _author(chain: Chain, message: Usable) -> str | None:
    """The player whose key has signed a document, if it is a player of the game at present."""
    if message.kind == desk.REGISTRATION:
        return _registered(chain, message)
    try:
        return chain.author(message.kind, message.region, message.signature).name
    except PbemError:
        return None


def _registered(chain: Chain, message: Usable) -> str | None:
    """The player of a registration, if it is by the key that has the seat."""
    content = flat.read(message.kind, message.region)
    taken = chain.seats.get(content.text("player"))
    if taken is None or taken.key.public != content.raw("key"):
        return None
    signed = taken.key.verify(desk.REGISTRATION, message.region, message.signature)
    return taken.name if signed else None


def _agreement(chain: Chain, message: Usable) -> Verdict:
    """What becomes of a player's word for a proposal: it is kept, for the moderator decides."""
    try:
        taken = chain.author(message.kind, message.region, message.signature)
        content = flat.read(message.kind, message.region)
        chain.check_author(taken, content)
    except PbemError as problem:
        return Verdict(problem.message, problem)
    return Verdict(
        f"{taken.name} agrees; it is kept for {chain.moderator.name}, who makes the entry when"
        " enough have agreed"
    )
