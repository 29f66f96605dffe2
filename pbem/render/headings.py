"""What an entry of each kind is, in the words of the log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_HEADINGS = {
    "genesis": "all have joined; keys and terms are fixed",
    "consent": "{player} accepts",
    "order": "{player}: {order}",
    "late": "{player} did not answer by {date}; the default is taken",
    "rotate": "{player} goes on with another key",
    "replace": "the seat of {player} goes to another key; agreed: {agreed}",
    "handover": "{moderator} moderates from here on",
    "correct": "back to the position after entry {back_to}: {why}; agreed: {agreed}; cards seen"
    " since: {seen}",
    "abandon": "the game ends here, undecided; agreed: {agreed}",
    "reveal": "the moderator reveals the secret of the game",
}


def heading(said: Mapping[str, Any]) -> str:
    """An entry in one line, from its kind and what its document says."""
    return _HEADINGS[said["kind"]].format(**said)


def titled(said: Mapping[str, Any]) -> str:
    """The same line, with what has undone the entry."""
    return f"{heading(said)} ({undone(said)})" if "undone" in said else heading(said)


def undone(said: Mapping[str, Any]) -> str:
    """What has undone an entry; nothing if it stands."""
    return f"undone by entry {said['undone']}" if "undone" in said else ""
