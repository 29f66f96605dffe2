"""Orders that came before another one of the same player; they are kept, and looked at again."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.chain import Ahead
from pbem.desk import Verdict
from pbem.errors import Refused
from pbem.post.batches import Batch
from pbem.post.folder import Folder, Spooled
from pbem.post.judging import Judged
from pbem.post.opening import Usable, opened

#: So many orders of one player may wait in a game.
_MOST = 10


def waiting(folder: Folder, game: str) -> dict[str, Usable]:
    """The orders of a game that wait, by the names of their files."""
    found = {}
    for name, document in folder.ahead(game).items():
        message = opened(Spooled(name), document)
        if isinstance(message, Usable):
            found[name] = message
    return found


def settle(
    batch: Batch, game: str, waited: dict[str, Judged], judged: Sequence[Judged]
) -> list[Judged]:
    """Let those orders that have *waited* go that need not wait any more, and keep new ones.

    What was *judged* is given back; an order that is not kept is refused.
    """
    kept: dict[bytes, str | None] = {}
    for name, one in waited.items():
        if isinstance(one.verdict.error, Ahead):
            kept[one.message.document] = one.player
        else:
            batch.drop_ahead(name)
            batch.note("waited", game=game, player=one.player, taken=one.verdict.error is None)
    return [_settled(batch, game, kept, one) for one in judged]


def _settled(batch: Batch, game: str, kept: dict[bytes, str | None], one: Judged) -> Judged:
    """Keep one order, beside those that are *kept*, if it has to wait."""
    problem, document = one.verdict.error, one.message.document
    if not isinstance(problem, Ahead) or document in kept:
        return one
    if list(kept.values()).count(one.player) >= _MOST:
        return one._replace(verdict=_not_kept(problem))
    kept[document] = one.player
    batch.set_ahead(game, one.message.spooled, document)
    return one


def _not_kept(problem: Ahead) -> Verdict:
    refused = Refused(
        f"{problem.message}, and {_MOST} others wait already",
        "send it again when that one is there",
    )
    return Verdict(refused.message, refused)
