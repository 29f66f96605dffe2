"""What can happen: each kind of event with its fields. Only `moves` records them.

An event is a tuple, its kind first. Fields called player, owner or host hold seats; `cards`,
`kept` and `winners` hold tuples; all others hold a word or a number. Everything here is public.
"""

from __future__ import annotations

from collections.abc import Sequence

Event = tuple[object, ...]

#: kind -> names of the fields
EVENTS: dict[str, tuple[str, ...]] = {
    # evening
    "round": ("number", "host"),
    "shuffle": ("deck", "serial", "count"),
    "season": ("number",),
    "face-up": ("deck", "serial", "position", "card"),
    "place": ("place", "card"),
    "final": (),
    "too-few": ("count",),
    "reveal": ("deck", "serial", "position", "card"),
    # objects
    "keep": ("player",),
    "price": ("player", "cash"),
    "hold": ("player",),
    "standing": ("player",),
    "stand": ("player",),
    "object": ("player", "card"),
    "letter": ("player",),
    "coffee": ("player", "place"),
    "cake": ("player", "place"),
    "poison": ("player", "place", "card"),
    "rug": ("player", "card", "owner"),
    "snow": ("player", "card"),
    "tomb": ("player", "owner", "card"),
    "take": ("player", "owner", "francs"),
    "well": ("player", "card"),
    # night
    "play": ("player", "verb", "cards", "kept"),
    "bribe": ("player", "place", "card"),
    "bribe-peasants": ("player", "count"),
    "build": ("player", "card"),
    "key": ("player", "place"),
    "service": ("player", "place"),
    "kill": ("player", "place", "card"),
    "kill-peasant": ("player",),
    "bury": ("player", "card", "owner", "annex", "copy"),
    "tow": ("owner", "card"),
    "pass": ("player",),
    "exchange": ("player",),
    "swap": ("player", "to", "checks"),
    "launder": ("player", "to", "checks", "lost"),
    # morning
    "police": ("place", "card"),
    "live": ("card",),
    "dead": ("card",),
    "cirrhosis": (),
    "lose-checks": ("player", "checks"),
    "lose-cash": ("player", "francs"),
    "fiasco": ("player", "cards"),
    "gravedigger": ("player", "cards", "francs", "checks"),
    "leave": ("cards",),
    "break": ("player", "checks"),
    "wages": ("player", "francs"),
    "dismiss": ("player", "cards"),
    "host": ("player",),
    # money
    "gain": ("player", "francs", "lost", "why"),
    # the end
    "lost": ("player",),
    "loot": ("player", "cash", "checks"),
    "win": ("winners",),
    "rank": ("player", "rank"),
}

SEATS = frozenset({"player", "owner", "host"})


def words(event: Event, names: Sequence[str]) -> str:
    """The event in one line of plain words, as the chain records it; seats become *names*.

    Lists are joined by `+`, an empty one is `-`. This form is frozen with the rules' version.
    """
    kind = str(event[0])
    parts = [kind]
    for field, value in zip(EVENTS[kind], event[1:], strict=True):
        if field in SEATS:
            parts.append(names[value])  # type: ignore[call-overload]
        elif isinstance(value, tuple):
            items = [names[v] if field == "winners" else v for v in value]
            parts.append("+".join(items) or "-")
        else:
            parts.append(str(value))
    return " ".join(parts)
