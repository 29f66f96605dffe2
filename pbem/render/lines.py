"""Each event as an English sentence, in the words of the orders and without a full stop."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.render.words import cards, human, joined, number
from pbem.rules import Event, known_cards

_ORDINALS = {2: "second", 3: "third", 4: "fourth"}
_REASONS = {
    "annex": "for building an annex",
    "bonus": "from annexes at the end of the game",
    "burial": "for a burial",
    "income": "from annexes",
    "rent": "in rent",
    "room-service": "for room service",
}


def sentences(events: Iterable[Event], names: Sequence[str]) -> list[str]:
    """What happened, a sentence for each event; *names* are the players in seat order."""
    return [sentence(event, names) for event in events]


def sentence(event: Event, names: Sequence[str]) -> str:
    """What happened. Raises ValueError for an event there is no sentence for."""
    for tell in (_evening, _night, _morning, _end):
        text = tell(event, names)
        if text is not None:
            return text
    raise ValueError(f"no sentence for {event!r}")


def _evening(event: Event, names: Sequence[str]) -> str | None:
    match event:
        case ("round", int(count), int(host)):
            return f"round {count} begins; {names[host]} welcomes the travelers"
        case ("shuffle", "seats", *_):
            return "the first player is drawn by lot"
        case ("shuffle", _, 0, int(count)):
            return f"the {count} travelers are shuffled"
        case ("shuffle", _, _, int(count)):
            return f"the exit stack is shuffled; its {number(count, 'card')} enter again"
        case ("season", int(count)):
            return f"season {count} begins"
        case ("face-up", _, _, _, str(card)):
            return f"the {card} is seen at the entrance"
        case ("place", str(place), str(card)):
            return f"the {card} takes room {place}"
        case ("final",):
            return "the entrance stack has run out for the last time; this is the final round"
        case ("too-few", int(count)):
            staying = f"only {number(count, 'traveler')}" if count else "no traveler"
            verb = "is" if count < 2 else "are"
            return f"{staying} {verb} in the inn, fewer than there are players; the game ends"
    return None


def _night(event: Event, names: Sequence[str]) -> str | None:
    match event:
        case ("play", int(player), str(verb), tuple(played), tuple(kept)):
            return f"{names[player]} plays {cards(played)} to {verb}{_returning(played, kept)}"
        case ("bribe", int(player), str(place), str(card)):
            return f"{names[player]} bribes the {card} in room {place}"
        case ("bribe-peasants", int(player), int(count)):
            return f"{names[player]} bribes {_peasants(count)} in the bistro"
        case ("build", int(player), str(card)):
            return f"{names[player]} builds the {card}{_annex(card)}"
        case ("key", int(player), str(place)):
            return f"{names[player]} takes over room {place}, which had a white key"
        case ("service", int(player), str(place)):
            return f"{names[player]} offers room service at room {place}"
        case ("kill", int(player), str(place), str(card)):
            return f"{names[player]} kills the {card} in room {place}"
        case ("kill-peasant", int(player)):
            return f"{names[player]} kills a peasant in the bistro"
        case ("bury", int(player), str(card), int(owner), str(annex), int(copy)):
            spot = f"{_ORDINALS[copy]} {annex}" if copy > 1 else annex
            whose = "the" if owner == player else f"{names[owner]}'s"
            return f"{names[player]} buries the {card} under {whose} {spot}"
        case ("pass", int(player)):
            return f"{names[player]} passes"
        case ("launder", int(player), "checks", int(checks), _):
            return f"{names[player]} buys {number(checks, 'check')} for {checks * 10}F"
        case ("launder", int(player), "cash", int(checks), int(lost)):
            return f"{names[player]} cashes {number(checks, 'check')}{_lost(lost)}"
    return None


def _morning(event: Event, names: Sequence[str]) -> str | None:
    match event:
        case ("police", str(place), str(card)):
            return f"the police investigate; the {card} is in room {place}"
        case ("gravedigger", int(player), tuple(corpses), int(francs), int(checks)):
            price = _price(francs, checks)
            return f"{names[player]} pays the gravedigger {price} for {cards(corpses)}"
        case ("leave", ()):
            return "nobody is left to leave the inn"
        case ("leave", tuple(leaving)):
            verb = "leaves" if len(leaving) == 1 else "leave"
            return f"{cards(leaving)} {verb} the inn"
        case ("break", int(player), int(checks)):
            return f"{names[player]} changes {number(checks, 'check')} into cash for the wages"
        case ("wages", int(player), int(francs)):
            return f"{names[player]} pays {francs}F in wages"
        case ("dismiss", int(player), tuple(leaving)):
            verb = "leaves" if len(leaving) == 1 else "leave"
            return f"{names[player]} cannot pay {cards(leaving)}, who {verb}"
        case ("host", int(player)):
            return f"{names[player]} is the next first player"
        case ("gain", int(player), 0, int(lost), str(why)):
            return f"{names[player]} gains nothing {_REASONS[why]}{_lost(lost)}"
        case ("gain", int(player), int(francs), int(lost), str(why)):
            return f"{names[player]} gains {francs}F {_REASONS[why]}{_lost(lost)}"
    return None


def _end(event: Event, names: Sequence[str]) -> str | None:
    match event:
        case ("lost", int(player)):
            return f"{names[player]} is caught with an unburied corpse; the game is lost"
        case ("loot", int(player), int(cash), int(checks)):
            total = cash + 10 * checks
            return f"{names[player]} has {cash}F and {number(checks, 'check')}, {total}F in all"
        case ("win", (int(winner),)):
            return f"{names[winner]} wins"
        case ("win", tuple(winners)):
            return f"{joined([names[seat] for seat in winners])} share the victory"
        case ("rank", int(player), str(rank)):
            article = "an" if rank[0] in "aeiou" else "a"
            return f"{names[player]} is {article} {rank} innkeeper"
    return None


def _peasants(count: int) -> str:
    return "a peasant" if count == 1 else f"{count} peasants"


def _returning(played: tuple[str, ...], kept: tuple[str, ...]) -> str:
    if not kept:
        return ""
    if len(kept) == len(played):
        return "; nobody is lost" if len(kept) > 1 else ", who returns"
    return f"; {cards(kept)} {'returns' if len(kept) == 1 else 'return'}"


def _annex(card: str) -> str:
    annex = known_cards()[card].annex
    return f" ({human(annex.name)})" if annex is not None else ""


def _price(francs: int, checks: int) -> str:
    parts = [f"{francs}F"] if francs else []
    if checks:
        parts.append(number(checks, "check"))
    return joined(parts) or "nothing"


def _lost(lost: int) -> str:
    if not lost:
        return ""
    if lost == 1:
        return "; 1F does not fit on the track and is lost"
    return f"; {lost}F do not fit on the track and are lost"
