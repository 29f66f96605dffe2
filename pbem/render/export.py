"""A whole game for other programs, in the form of schemas/export.schema.json."""

from __future__ import annotations

from typing import Any

from pbem.render.headings import heading
from pbem.render.lines import sentence
from pbem.rules import EVENTS, Event
from pbem.steps import Step, Story

FORMAT = "pbem-export-1"
_SEATS = frozenset({"player", "owner", "host"})


def exported(story: Story) -> dict[str, Any]:
    """All of a game whose secret is revealed, as values of JSON."""
    last = story.steps[-1].position
    assert last is not None
    return {
        "format": FORMAT,
        "game": story.game,
        "head": {"index": story.steps[-1].number, "hash": story.head},
        "moderator": story.moderator,
        "players": list(story.players),
        "terms": last["options"],
        "keys": dict(story.audit.keys),
        "entries": [_entry(step, story) for step in story.steps],
        "result": _result(story),
        "reckoning": {
            name: [
                {"what": line.what, "about": list(line.about), "francs": line.francs}
                for line in lines
            ]
            for name, lines in zip(story.players, story.reckoning, strict=False)
        },
    }


def _entry(step: Step, story: Story) -> dict[str, Any]:
    position = step.position
    return {
        **step.said,
        "heading": heading(step.said),
        "events": [_event(event, story) for event in step.events],
        "asked": [{"player": name, "question": question} for name, question in step.asked],
        # The terms are the same all the time.
        "position": position and {key: position[key] for key in position if key != "options"},
        "changed": list(step.changed),
        "hands": dict(step.own),
    }


def _event(event: Event, story: Story) -> dict[str, Any]:
    """An event with its fields by name, players by theirs, and its sentence."""
    kind = str(event[0])
    told: dict[str, Any] = {"kind": kind, "sentence": sentence(event, story.players)}
    for field, value in zip(EVENTS[kind], event[1:], strict=True):
        if field in _SEATS:
            assert isinstance(value, int)
            told[field] = story.players[value]
        elif isinstance(value, tuple):
            told[field] = [story.players[one] for one in value] if field == "winners" else [*value]
        else:
            told[field] = value
    return told


def _result(story: Story) -> dict[str, Any] | None:
    """How the game ended; nothing for one that was broken off."""
    ended = story.result
    if ended is None:
        return None
    return {
        "winners": [story.players[seat] for seat in ended.winners],
        "loot": dict(zip(story.players, ended.loot, strict=True)),
        "rank": ended.rank,
        "lost": ended.lost,
    }
