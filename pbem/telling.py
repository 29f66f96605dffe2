"""What is told of a game in few words: where it is, who is asked, what happened."""

from __future__ import annotations

import re
from typing import Any

from pbem.chain import OVER, SEALED, Chain, changes, sealed_text
from pbem.formats import entry, flat
from pbem.formats.text import encode64
from pbem.render import headings, lines


def summary(chain: Chain) -> dict[str, Any]:
    """Where a game is: stage, open questions, head."""
    head = None
    if chain.hashes:
        head = {"index": chain.head.number, "hash": encode64(chain.head.hash)}
    return {
        "stage": chain.stage,
        "pending": [one._asdict() for one in chain.pending()],
        "head": head,
    }


def terms(chain: Chain) -> dict[str, Any]:
    """What all agree to: how the game is played, and for which keys seats are kept."""
    agreed = chain.invitation.options
    return {
        "length": agreed.length,
        "variants": list(agreed.variants),
        "modules": list(agreed.modules),
        "rulings": dict(agreed.rulings),
        "corrections": dict(agreed.corrections),
        "first": agreed.first,
        "fingerprints": dict(chain.invitation.bound),
    }


def waiting(chain: Chain) -> str:
    """Who is asked what, in a line."""
    if chain.stage == OVER:
        return "the game is over" + (": all have agreed to end it" if chain.abandoned else "")
    asked = ", ".join(map(str, chain.pending()))
    return f"{chain.stage}; asked now: {asked}"


def story(chain: Chain, first: int) -> list[str]:
    """What happened in the entries from *first* on, in sentences."""
    return [
        sentence
        for events in chain.events[first:]
        for sentence in lines.sentences(events, chain.players)
    ]


def told(chain: Chain, stored: entry.Stored, index: int) -> dict[str, Any]:
    """An entry: who did what, and what came of it."""
    events = lines.sentences(chain.events[index], chain.players)
    return said(chain, stored, index) | {"events": events}


def said(chain: Chain, stored: entry.Stored, index: int) -> dict[str, Any]:
    """An entry in words: its kind, what its document says, who has agreed, what has undone it."""
    kind = entry.kind_of(stored.text)
    about: dict[str, Any] = {"entry": index, "kind": kind}
    if stored.region is not None:
        about |= _documented(chain, kind, flat.read(kind, stored.region))
    if kind in changes.PROPOSALS:
        about["agreed"] = ", ".join(one.player for one in stored.agreements) or "nobody else"
    if kind == entry.CORRECT:
        seen = entry.read(stored.text)["seen"]
        about["seen"] = ", ".join(seen) or "none"
    if index in chain.undone:
        about["undone"] = chain.undone[index]
    return about


def _documented(chain: Chain, kind: str, content: flat.Document) -> dict[str, Any]:
    """What the log repeats of the document of an entry."""
    about: dict[str, Any] = {
        key: content[key] for key in ("player", "date", "why") if key in content
    }
    if kind == entry.ORDER:
        about["order"] = content.text("order") if "order" in content else _choice(chain, content)
    if kind == entry.CORRECT:
        about["back_to"] = content.number("entry")
    if kind == entry.HANDOVER:
        offered = flat.read(changes.OFFER, flat.split(content.raw("offer"))[0])
        about["moderator"] = offered.text("moderator")
    return about


def _choice(chain: Chain, content: flat.Document) -> str:
    """The words of a sealed order, once the secret is revealed and if its box holds any."""
    words = "" if chain.secret is None or not chain.revealed else sealed_text(content, chain.secret)
    return words if re.fullmatch("[a-z][a-z0-9 -]*", words) else SEALED


def logged(about: dict[str, Any]) -> list[str]:
    """What was `told` of an entry, in the lines of the log."""
    heading = f"{about['entry']:>4}  {headings.titled(about)}"
    return [heading, *(f"      {sentence}" for sentence in about["events"])]
