"""What an entry shows and commits to, besides what happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pbem import rules
from pbem.chain.sources import kept_deck
from pbem.chain.terms import VIEW_LIMIT, canonical
from pbem.formats import entry

if TYPE_CHECKING:
    from pbem.chain.chain import Chain


def completed(chain: Chain, new: entry.Entry, events: Sequence[rules.Event]) -> entry.Entry:
    """An entry with what happened in it, the cards it opens and the commitments after it."""
    game, source = chain.game, chain.source
    assert game is not None
    assert source is not None
    leaves: list[entry.Leaves] = []
    openings = []
    for event in events:
        if event[0] in ("face-up", "reveal"):
            openings.append(source.opening(*event[1:]))  # type: ignore[arg-type]
        elif event[0] == "shuffle":
            deck, serial = str(event[1]), int(event[2])  # type: ignore[call-overload]
            leaves.append((deck, serial, source.leaves(deck, serial)))
            if deck == "seats":
                first = chain.players[game.host]
                openings.append(source.opening("seats", 0, 0, first))
        elif event[0] == "object":
            name = chain.players[int(event[1])]  # type: ignore[call-overload]
            openings.append(source.played(name, str(event[2])))
    leaves += objects(chain, events)
    return new._replace(
        events=[rules.words(event, chain.players) for event in events],
        openings=openings,
        leaves=leaves,
        state=source.state(new.number, canonical(_hidden(chain))),
        views=[(name, source.view(new.number, name, chain.view(name))) for name in chain.players],
    )


def objects(chain: Chain, events: Sequence[rules.Event]) -> list[entry.Leaves]:
    """Commit to the objects of those who have just paid for them."""
    game, source = chain.game, chain.source
    found: list[entry.Leaves] = []
    for event in events:
        if event[0] == "price" and game is not None and source is not None:
            seat = int(event[1])  # type: ignore[call-overload]
            name = chain.players[seat]
            hashes = source.kept(name, game.players[seat].objects)
            found.append((kept_deck(name), source.kept_serial(name), hashes))
    return found


def _hidden(chain: Chain) -> Mapping[str, Any]:
    """What the commitment to the hidden state covers."""
    assert chain.game is not None
    return rules.secrets(chain.game) | {"seqs": [taken.seq for taken in chain.seats.values()]}


def view(chain: Chain, name: str) -> bytes:
    """What a player alone is told, as it lies in the player's box.

    A hand too long to be listed is told by counts, which fits whatever it holds.
    """
    assert chain.game is not None
    told = rules.own(chain.game, chain.seats[name].number)
    listed = canonical(told)
    if len(listed) <= VIEW_LIMIT:
        return listed
    return canonical(told | {"hand": Counter(told["hand"])})
