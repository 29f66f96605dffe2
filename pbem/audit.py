"""What can be verified of a game, by whoever holds the file, and what cannot be yet, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from pbem import boxes
from pbem.chain import (
    ACCEPTING,
    INVITED,
    OVER,
    Chain,
    Opened,
    Recall,
    Verified,
    Watch,
    open_game,
)
from pbem.chain.sources import Secret
from pbem.crypto.keys import identity_key
from pbem.crypto.signatures import fingerprint, public_key
from pbem.errors import Fault
from pbem.formats import entry
from pbem.rules.options import OBJECTS

PROVEN, SO_FAR, UNPROVEN = "proven", "sound so far", "unproven"


#: What is told of the entries that are no order.
_BESIDE = (
    ({entry.LATE}, "late answers: {}, given by the moderator, each the default of the rules"),
    ({entry.ROTATE, entry.REPLACE, entry.HANDOVER}, "keys changed: {}, as those concerned signed"),
    ({entry.CORRECT}, "corrections: {}, each agreed to by all players; nothing was cut off"),
    ({entry.ABANDON}, "ended before its end, as all players have agreed"),
)


class Report(NamedTuple):
    """The outcome of an audit that found no fault."""

    opened: Opened
    #: PROVEN after the reveal, SO_FAR before the end, UNPROVEN for an ended game without reveal.
    verdict: str
    verified: list[str]
    #: What was not verified, each with the reason.
    unverified: list[str]


def audit(
    data: bytes,
    seed: bytes | None = None,
    recall: Recall | None = None,
    verified_before: Verified | None = None,
    watch: Watch | None = None,
) -> Report:
    """Verify all of a game that this reader can; *seed* is the reader's key, if there is one.

    *recall* gives the words of sealed orders that the reader has signed.
    The signatures of entries *verified_before* are not verified again. *watch* is shown the chain
    after each entry.
    Raises Fault with entry and field at the first thing that is wrong, Refused and Unreadable for
    what is damaged or no game at all.
    """
    opened = open_game(data, seed, recall, verified_before, watch=watch)
    chain = opened.chain
    own = None if seed is None else chain.seat_of(public_key(identity_key(seed)))
    verified = list(_always(chain, opened))
    unverified = list(_never(chain))
    if isinstance(chain.source, Secret):
        verified += _by_secret(chain, revealed=chain.revealed)
    elif chain.game is not None:
        unverified = [*_until_reveal(chain), *unverified]
    if own is not None and seed is not None and chain.stage != INVITED:
        if chain.stage == ACCEPTING:
            boxes.probe(opened.file, chain, own.name, seed)
            verified.append(f"the box for {own.name} opens with your key")
        else:
            boxes.check_view(opened.file, chain, own.name, seed)
            verified.append(f"the box for {own.name} holds what was committed to and follows")
            if not isinstance(chain.source, Secret):
                unknown = _sealed(opened, own.name) - chain.choices
                if chain.choices:
                    verified.append(f"your sealed choices: {chain.choices}, each applied as signed")
                if unknown:
                    line = f"{unknown} of your sealed choices, whose words are not remembered here"
                    unverified.insert(0, line)
    return Report(opened, _verdict(chain), verified, unverified)


def _sealed(opened: Opened, name: str) -> int:
    """How many sealed orders a player has given."""
    regions = [stored.region for stored in opened.file.entries if stored.region is not None]
    player = b'\nplayer = "%b"\n' % name.encode("ascii")
    return sum(player in region and b"\nbox = " in region for region in regions)


def _verdict(chain: Chain) -> str:
    if chain.revealed:
        return PROVEN
    return UNPROVEN if chain.stage == OVER else SO_FAR


def _always(chain: Chain, opened: Opened) -> Iterator[str]:
    """What everybody can verify at any time."""
    yield "the file is as the moderator signed it, terms and cards are those of the invitation"
    yield f"registrations: {len(chain.seats)}, each signed by its own sound key"
    if not chain.hashes:
        return
    orders = sum(1 for stored in opened.file.entries if stored.region is not None)
    yield f"entries: {len(chain.hashes)}, one chain, each head signed by the moderator"
    yield f"documents: {orders}, each signed by its author for this game, place and question"
    kinds = Counter(entry.kind_of(stored.text) for stored in opened.file.entries)
    for counted, what in _BESIDE:
        count = sum(kinds[kind] for kind in counted)
        if count:
            yield what.format(count)
    if chain.game is None:
        return
    openings = _openings(chain)
    yield "rules: every order was legal, and what it led to was played again"
    yield f"cards shown: {openings}, each as it was committed to"
    yield "the board is what the orders lead to"


def _openings(chain: Chain) -> int:
    """How many cards were shown that had been committed to."""
    shown = ("face-up", "reveal", "object")
    return sum(event[0] in shown for events in chain.events for event in events)


def _by_secret(chain: Chain, *, revealed: bool) -> Iterator[str]:
    """What can be verified by whoever knows the secret."""
    shuffles = [e for events in chain.events for e in events if e[0] == "shuffle"]
    if revealed:
        yield "the revealed secret is the one committed to before anybody joined"
    yield f"shuffles: {len(shuffles)}, each as it follows from what all had committed to"
    yield "every commitment to hands and hidden cards, made anew from the secret"
    if chain.choices:
        yield f"sealed choices: {chain.choices}, each opened and applied"


def _until_reveal(chain: Chain) -> Iterator[str]:
    yield "the order of the deck, until the moderator reveals the secret at the end"
    yield "the commitments to hidden cards and to the players' boxes, until then"
    if OBJECTS in chain.invitation.options.modules:
        yield "the sealed choices of others: objects kept and standing holds, until then"


def _never(chain: Chain) -> Iterator[str]:
    """What no file can show."""
    if chain.stage == OVER and not chain.revealed:
        yield "the game has ended, but its secret was not revealed"
    if chain.seat_of(chain.invitation.moderator.key.public) is not None:
        yield "the deck: the moderator holds the seat, so nobody else had a part in the shuffle"
    elif chain.game is not None:
        yield "that one player at least was independent of the moderator: then none chose the deck"
    if not chain.revealed:
        yield "that this file is the newest: later entries may exist"
    yield "that it is the only history: compare heads with the others"
    yield "who holds the keys, and that no order was withheld or secret told"


def keys_of(chain: Chain) -> Iterator[tuple[str, str]]:
    """For which keys the verdict stands: the moderators' first, then by seat."""
    *former, (_, moderator) = chain.moderators
    for (_, one), (since, _) in zip(former, chain.moderators[1:], strict=True):
        yield f"moderator {one.name} until entry {since - 1}", one.fingerprint
    yield f"moderator {moderator.name}", moderator.fingerprint
    for name, taken in chain.seats.items():
        yield name, fingerprint(taken.key.public)


def check_proven(report: Report) -> None:
    """Raise Fault for an ended game whose secret was withheld."""
    if report.verdict == UNPROVEN:
        openings = _openings(report.opened.chain)
        raise Fault(
            f"unproven: the game is over without a reveal; {openings} openings were verified",
            entry=report.opened.chain.head.number,
            field="kind",
        )
