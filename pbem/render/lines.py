"""Each event as an English sentence, in the words of the orders and without a full stop."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.render.words import cards, human, joined, located, number
from pbem.rules import CHECK, Event, known_cards

_ORDINALS = {2: "second", 3: "third", 4: "fourth"}
_REASONS = {
    "annex": "for building an annex",
    "bonus": "from annexes at the end of the game",
    "booth": "from the carnival booth",
    "burial": "for a burial",
    "cake": "for the cake",
    "coffee": "for the coffee",
    "confessional": "from the confessional",
    "income": "from annexes",
    "pharmacy": "from the pharmacy",
    "rent": "in rent",
    "room-service": "for room service",
    "safe": "for the safe",
    "teeth": "for gold teeth",
    "tomb": "out of the tomb",
    "well": "out of the well",
}


def sentences(events: Iterable[Event], names: Sequence[str]) -> list[str]:
    """What happened, a sentence for each event; *names* are the players in seat order."""
    return [sentence(event, names) for event in events]


def sentence(event: Event, names: Sequence[str]) -> str:
    """What happened. Raises ValueError for an event there is no sentence for."""
    for tell in (_evening, _draft, _window, _night, _morning, _carnie_event, _end):
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
        case ("shuffle", "objects", _, int(count)):
            return f"the {count} objects are shuffled and dealt in packs"
        case ("shuffle", "events", 0, int(count)):
            return f"the {count} events are shuffled"
        case ("shuffle", "events", _, int(count)):
            return f"no event is left; {_discarded(count)} shuffled"
        case ("shuffle", _, 0, int(count)):
            return f"the {count} travelers are shuffled"
        case ("shuffle", _, _, int(count)):
            return f"the exit stack is shuffled; its {number(count, 'card')} enter again"
        case ("season", int(count)):
            return f"season {count} begins"
        case ("face-up", _, _, _, str(card)):
            return f"the {card} is seen at the entrance"
        case ("place", str(place), str(card)):
            return f"the {card} takes {located(place)}"
        case ("reveal", _, _, _, str(card)):
            return f"the first carnie of the evening brings an event: {human(card)}"
        case ("final",):
            return "the entrance stack has run out for the last time; this is the final round"
        case ("too-few", int(count)):
            staying = f"only {number(count, 'traveler')}" if count else "no traveler"
            verb = "is" if count < 2 else "are"
            return f"{staying} {verb} in the inn, fewer than there are players; the game ends"
    return None


def _draft(event: Event, names: Sequence[str]) -> str | None:
    match event:
        case ("keep", int(player)):
            return f"{names[player]} keeps an object and passes the others on"
        case ("price", int(player), int(cash)):
            return f"{names[player]} pays for the objects and begins with {cash}F"
    return None


def _window(event: Event, names: Sequence[str]) -> str | None:
    match event:
        case ("hold", int(player)):
            return f"{names[player]} plays no object"
        case ("standing", int(player)):
            return f"{names[player]} plays no object, by a standing hold"
        case ("stand", int(player)):
            return f"{names[player]} gives or takes back a standing hold"
        case ("object", int(player), str(card)):
            return f"{names[player]} uses the {human(card)}"
        case ("letter", int(player)):
            return f"{names[player]} denounces everybody: all corpses will cost money"
        case ("coffee", int(player), str(place)):
            return f"{names[player]} serves coffee in {located(place)}"
        case ("cake", int(player), str(place)):
            return f"{names[player]} serves cake in {located(place)}"
        case ("poison", int(player), str(place), str(card)):
            return f"{names[player]} poisons the {card} in {located(place)}"
        case ("rug", int(giver), str(card), int(receiver)):
            return f"the {card}, rolled in the rug, goes from {names[giver]} to {names[receiver]}"
        case ("snow", int(player), str(card)):
            return f"{names[player]} covers the {card} with snow"
        case ("tomb", int(player), int(owner), str(card)):
            whose = "the" if owner == player else f"{names[owner]}'s"
            return f"{names[player]} lays {whose} {card} into the tomb"
        case ("take", int(player), int(owner), int(francs)):
            price = f"{francs}F" if francs else "nothing"
            return f"{names[player]} hears the confession of {names[owner]}, who pays {price}"
    return None


def _night(event: Event, names: Sequence[str]) -> str | None:
    match event:
        case ("play", int(player), str(verb), tuple(played), tuple(kept)):
            return f"{names[player]} plays {cards(played)} to {verb}{_returning(played, kept)}"
        case ("bribe", int(player), str(place), str(card)):
            return f"{names[player]} bribes the {card} in {located(place)}"
        case ("bribe-peasants", int(player), int(count)):
            return f"{names[player]} bribes {_peasants(count)} in the bistro"
        case ("build", int(player), str(card)):
            return f"{names[player]} builds the {card}{_annex(card)}"
        case ("key", int(player), str(place)):
            return f"{names[player]} takes over room {place}, which had a white key"
        case ("service", int(player), str(place)):
            return f"{names[player]} offers room service at room {place}"
        case ("kill", int(player), str(place), str(card)):
            return f"{names[player]} kills the {card} in {located(place)}"
        case ("kill-peasant", int(player)):
            return f"{names[player]} kills a peasant in the bistro"
        case ("bury", int(player), str(card), int(owner), str(annex), int(copy)):
            spot = f"{_ORDINALS[copy]} {annex}" if copy > 1 else annex
            whose = "the" if owner == player else f"{names[owner]}'s"
            return f"{names[player]} buries the {card} under {whose} {spot}"
        case ("well", int(player), str(card)):
            return f"{names[player]} drops the {card} into the well"
        case ("tow", int(owner), str(card)):
            return f"{located(card)} takes no more guests; the key comes back to {names[owner]}"
        case ("pass", int(player)):
            return f"{names[player]} passes"
        case ("launder", int(player), "checks", int(checks), _):
            return f"{names[player]} buys {number(checks, 'check')} for {checks * CHECK}F"
        case ("launder", int(player), "cash", int(checks), int(lost)):
            return f"{names[player]} cashes {number(checks, 'check')}{_lost(lost)}"
        case ("exchange", int(player)):
            return f"{names[player]} buys a check for 10F in the study"
        case ("swap", int(player), "checks", int(checks)):
            return f"{names[player]} swaps {checks * CHECK}F for {number(checks, 'check')}"
        case ("swap", int(player), "cash", int(checks)):
            return f"{names[player]} swaps {number(checks, 'check')} for {checks * CHECK}F"
    return None


def _morning(event: Event, names: Sequence[str]) -> str | None:
    match event:
        case ("police", str(place), str(card)):
            return f"the police investigate; the {card} is in {located(place)}"
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


def _carnie_event(event: Event, names: Sequence[str]) -> str | None:
    match event:
        case ("live", str(card)):
            return f"a carnie is still there: {human(card)} takes place"
        case ("dead", str(card)):
            return f"no carnie is there any more: {human(card)} does not take place"
        case ("cirrhosis",):
            return "a peasant in the bistro dies"
        case ("lose-checks", int(player), int(checks)):
            return f"{names[player]} loses {number(checks, 'check')}"
        case ("lose-cash", int(player), int(francs)):
            return f"{names[player]} loses {francs}F"
        case ("fiasco", int(player), tuple(leaving)):
            verb = "leaves" if len(leaving) == 1 else "leave"
            return f"{cards(leaving)} {verb} {names[player]}"
    return None


def _end(event: Event, names: Sequence[str]) -> str | None:
    match event:
        case ("lost", int(player)):
            return f"{names[player]} is caught with an unburied corpse; the game is lost"
        case ("loot", int(player), int(cash), int(checks)):
            total = cash + CHECK * checks
            return f"{names[player]} has {cash}F and {number(checks, 'check')}, {total}F in all"
        case ("win", (int(winner),)):
            return f"{names[winner]} wins"
        case ("win", tuple(winners)):
            return f"{joined([names[seat] for seat in winners])} share the victory"
        case ("rank", int(player), str(rank)):
            article = "an" if rank[0] in "aeiou" else "a"
            return f"{names[player]} is {article} {rank} innkeeper"
    return None


def _discarded(count: int) -> str:
    return "the discarded one is" if count == 1 else f"the {count} discarded ones are"


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
