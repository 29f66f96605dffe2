"""What is told of a game in few words: where it is, who is asked, what happened."""

from __future__ import annotations

from typing import Any

from pbem.chain import OVER, Chain
from pbem.formats.text import encode64
from pbem.render import lines


def summary(chain: Chain) -> dict[str, Any]:
    """Where a game is: stage, open questions, head."""
    head = None
    if chain.hashes:
        head = {"index": chain.head.number, "hash": encode64(chain.head.hash)}
    return {
        "stage": chain.stage,
        "pending": [{"player": one.player, "question": one.question} for one in chain.pending()],
        "head": head,
    }


def waiting(chain: Chain) -> str:
    """Who is asked what, in a line."""
    if chain.stage == OVER:
        return "the game is over" + (": all have agreed to end it" if chain.abandoned else "")
    asked = ", ".join(f"{one.player} ({one.question})" for one in chain.pending())
    return f"{chain.stage}; asked now: {asked}"


def story(chain: Chain, first: int) -> list[str]:
    """What happened in the entries from *first* on, in sentences."""
    return [
        sentence
        for events in chain.events[first:]
        for sentence in lines.sentences(events, chain.players)
    ]
