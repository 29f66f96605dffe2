"""What happened in a game, entry by entry, as far as one reader may know it. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pbem import audit, rules, telling
from pbem.chain import Asked, Chain, Opened, Recall, Verified
from pbem.crypto.keys import identity_key
from pbem.crypto.signatures import public_key
from pbem.errors import Refused
from pbem.formats.text import encode64
from pbem.rules import Event, Game
from pbem.steps import Step, Story, Verdict, View, changes


class Told(NamedTuple):
    """A game opened and audited, and its story."""

    opened: Opened
    story: Story


class _Moment(NamedTuple):
    """The game after an entry, as this reader's chain had it."""

    game: Game | None
    asked: Sequence[Asked]


def tell(
    data: bytes,
    seed: bytes | None = None,
    recall: Recall | None = None,
    verified: Verified | None = None,
) -> Told:
    """Verify a game and tell it to a reader: with the *seed* of a player's key also the own hand.

    After the reveal all hands are told to everybody. Raises what an audit raises, and Refused for
    a game that has not been dealt.
    """
    moments: list[_Moment] = []
    report = audit.audit(data, seed, recall, verified, lambda chain: moments.append(_now(chain)))
    chain = report.opened.chain
    if chain.game is None:
        raise Refused(
            f"the game is {chain.stage}: there is nothing to look at before the cards are dealt"
        )
    # The own box was opened after the last entry, and has told more.
    moments[-1] = _now(chain)
    reader = None if seed is None else chain.seat_of(public_key(identity_key(seed)))
    own = None if reader is None else reader.name
    shown = list(chain.players) if chain.revealed else [] if own is None else [own]
    steps: list[Step] = []
    for index, moment in enumerate(moments):
        before = steps[-1].position if steps else None
        held = _held(chain, index, moment, shown)
        steps.append(_step(report.opened, index, moment, before, held))
    return Told(report.opened, _story(report, steps, None if chain.revealed else own))


def _now(chain: Chain) -> _Moment:
    return _Moment(None if chain.game is None else chain.game.copy(), chain.pending())


def _step(
    opened: Opened, index: int, moment: _Moment, before: View | None, own: Mapping[str, View]
) -> Step:
    position = None if moment.game is None else rules.public(moment.game)
    return Step(
        index,
        telling.said(opened.chain, opened.file.entries[index], index),
        opened.chain.events[index],
        position,
        changes(before, position),
        own,
        moment.asked,
    )


def _story(report: audit.Report, steps: list[Step], reader: str | None) -> Story:
    chain = report.opened.chain
    assert chain.game is not None
    result = None if chain.abandoned else rules.result(chain.game)
    happened = live_events(chain)
    seats = range(len(chain.players)) if result is not None else ()
    return Story(
        stage=chain.stage,
        game=encode64(chain.id),
        head=encode64(chain.head.hash),
        moderator=chain.moderator.name,
        players=chain.players,
        cards=chain.game.cards,
        steps=steps,
        result=result,
        reckoning=[rules.reckoning(chain.game, seat, happened) for seat in seats],
        audit=Verdict(
            report.verdict,
            report.verified,
            report.unverified,
            dict(audit.keys_of(report.opened.chain)),
        ),
        reader=reader,
    )


def live_events(chain: Chain) -> list[Event]:
    """All that happened and was not undone."""
    return [event for _, events in chain.in_force() for event in events]


def _held(
    chain: Chain, index: int, moment: _Moment, names: Sequence[str]
) -> dict[str, dict[str, Any]]:
    """What these players hold after an entry, as they knew it then."""
    game = moment.game
    if game is None:
        return {}
    for name in names:
        seat = chain.seats[name].number
        rules.learn(game, seat, {"objects": _objects(chain, seat, index)})
    return {name: rules.own(game, chain.seats[name].number) for name in names}


def _objects(chain: Chain, seat: int, index: int) -> list[str]:
    """The objects of a player after an entry: those kept in the draft but for those played."""
    assert chain.game is not None
    now = len(chain.events)
    kept = chain.game.players[seat].objects + _played(chain, seat, now)
    for card in _played(chain, seat, index):
        if card in kept:
            kept.remove(card)
    return sorted(kept)


def _played(chain: Chain, seat: int, index: int) -> list[str]:
    """The objects that a player has played up to an entry, but for what was undone by then."""
    return [
        str(event[2])
        for number, events in enumerate(chain.events[: index + 1])
        if chain.undone.get(number, index + 1) > index
        for event in events
        if event[:2] == ("object", seat)
    ]
