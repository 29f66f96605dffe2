"""The board of a game, 80 columns wide, from what the rules show to a reader and nothing else.

Input is the public view (`rules.public`), the card facts, and the own view (`rules.own`) of those
whose hands the reader may see; so a secret cannot get here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.render.annexes import EFFECTS
from pbem.render.paint import WIDTH, Line, Span, listed, wrapped
from pbem.render.words import counted, human, number
from pbem.rules import UNKNOWN
from pbem.rules.model import Cards, Family, Guest

View = Mapping[str, Any]

_COLOURS = {
    Family.ARTISAN: "red",
    Family.MERCHANT: "bright_blue",
    Family.POLICE: "white",
    Family.RELIGIOUS: "magenta",
    Family.NOBLE: "green",
    Family.PEASANT: "yellow",
}
_MANY = {Family.ARTISAN: "artisans", Family.MERCHANT: "merchants", Family.NOBLE: "nobles"}
_MAX_CASH = 40
_INDENT = 11
_BOX = 19  # the width of a room, its walls included
_LAPS = {1: "first", 2: "second"}

#: What the question asks of a player, in words.
QUESTIONS = {
    "place": "to place the traveler",
    "action": "for an action",
    "gravedigger": "how to pay the gravedigger",
    "wages": "which accomplices leave unpaid",
}


def board(
    view: View,
    cards: Cards,
    *,
    own: Mapping[str, View] | None = None,
) -> list[Line]:
    """The board in lines: round, inn, stacks, players; *own* views by name show those hands."""
    hands = {name: seen["hand"] for name, seen in (own or {}).items()}
    lines: list[Line] = [*_title(view), *_inn(view, cards), *_stacks(view, cards)]
    for player in view["players"]:
        lines += [[], *_player(view, player, cards, hands.get(player["name"]))]
    return lines


def questions(asked: Sequence[tuple[str, str]], *, over: bool) -> list[Line]:
    """Who is asked what, from players and questions; *over*: nobody any more."""
    if over:
        return [[("The game is over.", "bold")]]
    if not asked:
        return [[("Nobody is asked.", "bold")]]
    return [
        [(name, "bold"), (f" is asked {QUESTIONS.get(question, question)}.", "")]
        for name, question in asked
    ]


def hand(name: str, own: View, cards: Cards) -> list[Line]:
    """The own hand of a player, card by card, with what each is good for."""
    held = own["hand"]
    if not held:
        return [[(f"The hand of {name} is empty.", "bold")]]
    lines: list[Line] = [[(f"The hand of {name}", "bold")]]
    for kind in sorted(set(held), key=held.index):
        card = cards[kind]
        count = held.count(kind)
        copies = f"{count} x " if count > 1 else ""
        lines.append(
            [
                (f"  {copies + kind:<20}", _style(card)),
                (f"rank {card.outer} {card.money:>3}F  ", ""),
                (f"comes back from a {_DEED[card.affinity]}" if card.affinity else "", ""),
            ]
        )
        if card.annex is not None:
            what = f"builds {human(card.annex.name)}: {EFFECTS.get(kind, 'no effect')}"
            lines += wrapped([(word, "dim") for word in what.split()], "", 6)
    return lines


_DEED = {"bribe": "bribe", "build": "building", "kill": "kill", "bury": "burial"}


def _style(card: Guest) -> str:
    return _COLOURS.get(card.family, "") if card.family else ""


def _title(view: View) -> list[Line]:
    """Where in the game we are, the terms at the right, and what was changed in the rules."""
    now, terms = view["round"], view["options"]
    over = now["phase"] == "over"
    when = f"Round {now['number']}, season {now['season']}, {now['phase']}"
    if over:
        when = f"The game is over after {number(now['number'], 'round')}"
    elif "turn" in now:
        when += f": {_LAPS[now['lap']]} action of {now['turn']}"
    last = ["final round"] if now["final"] and not over else []
    played = ", ".join([*last, terms["length"], *[human(word) for word in terms["variants"]]])
    title: list[Line] = [[(when, "bold"), (played.rjust(WIDTH - len(when)), "dim")]]
    if len(when) + len(played) >= WIDTH:
        title = [[(when, "bold")], [(played.rjust(WIDTH), "dim")]]
    changed = {**terms.get("rulings", {}), **terms.get("corrections", {})}
    words = [(f"{key} = {value}", "") for key, value in changed.items()]
    rules = wrapped(listed(words), "Changed", _INDENT) if words else []
    return [*title, [("=" * WIDTH, "dim")], *rules]


def _inn(view: View, cards: Cards) -> list[Line]:
    """The rooms as boxes, at most four side by side."""
    rooms = view["rooms"]
    rows = -(-len(rooms) // 4)
    across = -(-len(rooms) // rows)
    lines: list[Line] = []
    for start in range(0, len(rooms), across):
        boxes = [_room(room, cards) for room in rooms[start : start + across]]
        for parts in zip(*boxes, strict=True):
            line: Line = []
            for part in parts:
                line += [*part, (" ", "")]
            lines.append(line[:-1])
    return lines


def _room(room: View, cards: Cards) -> list[Line]:
    """A room: number and key above, the guest inside, room service below."""
    key = room["key"]
    inner = _BOX - 2
    above = _cut(f"-[{room['number']}] {key} ", inner)
    below = _cut(f"- service {room['service']} ", inner) if "service" in room else ""
    guest = room.get("guest")
    if guest is None:
        name, facts, style = "free", "", "dim"
    else:
        card = cards[guest]
        icon = f" {card.affinity}" if card.affinity else ""
        name, facts, style = guest, f"rank {card.rank} {card.money:>2}F{icon}", _style(card)
    return [
        [
            ("+", "dim"),
            (above.ljust(inner, "-"), "dim" if key == "white" else "bold"),
            ("+", "dim"),
        ],
        [("|", "dim"), (f" {name}".ljust(inner), style), ("|", "dim")],
        [("|", "dim"), (f" {facts}".ljust(inner), style), ("|", "dim")],
        [("+", "dim"), (below.ljust(inner, "-"), "dim"), ("+", "dim")],
    ]


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 3]}.. "


def _stacks(view: View, cards: Cards) -> list[Line]:
    piles = view["piles"]
    peasants = number(piles["bistro"], "peasant") if piles["bistro"] else "no peasant"
    return [
        *wrapped(_entrance(piles, cards), "Entrance", _INDENT),
        *wrapped(_families(piles["exit"], cards), "Exit", _INDENT),
        *wrapped([(peasants, "yellow" if piles["bistro"] else "")], "Bistro", _INDENT),
    ]


def _entrance(piles: View, cards: Cards) -> list[Span]:
    count = piles["entrance_count"]
    if not count:
        return [("empty", "")]
    seen = [cards[card] for card in piles["entrance"] if card != UNKNOWN]
    if not seen:
        return [(number(count, "card"), "")]
    facts = listed((_facts(card, card.rank), _style(card)) for card in seen)
    behind = [("on top", "")] if len(seen) < count else []
    return [(f"{number(count, 'card')}:", ""), *facts, *behind]


def _facts(card: Guest, rank: int) -> str:
    return f"{card.name} (rank {rank}, {card.money}F)"


def _families(pile: Sequence[str], cards: Cards) -> list[Span]:
    """How many of each family lie in a pile."""
    if not pile:
        return [("empty", "")]
    found = [cards[card].family for card in pile if card != UNKNOWN]
    words: list[Span] = []
    for family, colour in _COLOURS.items():
        count = found.count(family)
        if count:
            words.append((f"{count} {_MANY.get(family, family) if count > 1 else family}", colour))
    return [(f"{number(len(pile), 'card')}{':' if words else ''}", ""), *listed(words)]


def _player(view: View, player: View, cards: Cards, held: Sequence[str] | None) -> list[Line]:
    name = player["name"]
    host = "  first player" if view["round"]["host"] == name else ""
    lines: list[Line] = [
        [(name, "bold"), (host, "")],
        _wealth(player, unlimited="unlimited-wealth" in view["options"]["variants"]),
        *wrapped(_hand(player["hand_count"], held, cards), "  hand", _INDENT),
    ]
    first = "  annexes"
    for label, annex in _labelled(player["annexes"]):
        lines += wrapped(_annex(label, annex, cards), first, _INDENT)
        first = ""
    if player["corpses"]:
        corpses = [cards[corpse] for corpse in player["corpses"]]
        words = listed((_facts(card, card.outer), _style(card)) for card in corpses)
        lines += wrapped(words, "  corpses", _INDENT)
    return lines


def _wealth(player: View, *, unlimited: bool) -> Line:
    cash, checks = player["cash"], player["checks"]
    full = cash // 2
    track = "" if unlimited else f" [{'#' * full}{'.' * (_MAX_CASH // 2 - full)}]"
    money = f"{cash}F{track} and {number(checks, 'check')}, {cash + 10 * checks}F in all"
    return [("  cash".ljust(_INDENT), ""), (money, "")]


def _hand(count: int, held: Sequence[str] | None, cards: Cards) -> list[Span]:
    if not count:
        return [("empty", "")]
    if not held:
        return [(number(count, "card"), "")]
    kinds = dict.fromkeys(held)
    words = listed((_several(held.count(kind), kind), _style(cards[kind])) for kind in kinds)
    return [(f"{number(count, 'card')}:", ""), *words]


def _several(count: int, kind: str) -> str:
    return kind if count == 1 else counted(count, kind)


def _labelled(annexes: Sequence[View]) -> Iterator[tuple[str, View]]:
    """The annexes as orders name them: later copies of a card have a number."""
    copies: dict[str, int] = {}
    for annex in annexes:
        card = annex["card"]
        copies[card] = copies.get(card, 0) + 1
        yield (f"{card}#{copies[card]}" if copies[card] > 1 else card), annex


def _annex(label: str, annex: View, cards: Cards) -> list[Span]:
    card = cards[annex["card"]]
    buried = annex["buried"]
    built = f" ({human(card.annex.name)})" if card.annex and card.annex.name != card.name else ""
    kinds = dict.fromkeys(buried)
    under = [(_several(buried.count(kind), kind), _style(cards[kind])) for kind in kinds]
    free = card.outer - len(buried)
    if not card.outer:
        places = "no place for a corpse"
    else:
        places = f"{number(free, 'place')} free" if free > 0 else "full"
    return [(f"{label}{built}:", _style(card)), *listed([*under, (places, "")])]
