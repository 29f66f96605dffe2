"""The board of a game in 80 columns or more, from what the rules show to a reader and nothing else.

Input is the public view (`rules.public`), the card facts, and the own view (`rules.own`) of those
whose hands the reader may see; so a secret cannot get here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.render.annexes import event_effect
from pbem.render.facts import (
    burial,
    facts,
    families,
    free_places,
    held,
    is_split,
    moment,
    ranks,
    style,
)
from pbem.render.own import standing
from pbem.render.paint import WIDTH, Line, Span, listed, wrapped
from pbem.render.words import human, number
from pbem.rules import CHECK, MAX_CASH, UNKNOWN
from pbem.rules.model import Cards

View = Mapping[str, Any]

_INDENT = 11
_BOX = 19  # the width of a room, its walls included

#: What the question asks of a player, in words.
QUESTIONS = {
    "draft": "which object to keep",
    "place": "to place the traveler",
    "objects": "for an object to play, or to hold",
    "action": "for an action",
    "study": "whether to buy a check for 10F",
    "gravedigger": "how to pay the gravedigger",
    "wages": "which accomplices leave unpaid",
}


def board(
    view: View,
    cards: Cards,
    *,
    own: Mapping[str, View] | None = None,
    width: int = WIDTH,
) -> list[Line]:
    """The board in lines: round, inn, stacks, players; *own* views by name show what those hold."""
    lines: list[Line] = [*_title(view, width), *_inn(view, cards, width), *_stacks(view, cards)]
    for player in view["players"]:
        seen = (own or {}).get(player["name"], {})
        lines += [[], *_player(view, player, cards, seen)]
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


def _title(view: View, width: int) -> list[Line]:
    """Where in the game we are, the terms at the right, and what was changed in the rules."""
    now, terms = view["round"], view["options"]
    when = ", ".join(filter(None, moment(view)))
    last = ["final round"] if now["final"] and now["phase"] != "over" else []
    played = ", ".join([*last, terms["length"], *[human(word) for word in terms["variants"]]])
    title: list[Line] = [[(when, "bold"), (played.rjust(width - len(when)), "dim")]]
    if len(when) + len(played) >= width:
        title = [[(when, "bold")], [(played.rjust(width), "dim")]]
    changed = {**terms.get("rulings", {}), **terms.get("corrections", {})}
    words = [(f"{key} = {value}", "") for key, value in changed.items()]
    return [
        *title,
        [("=" * width, "dim")],
        *_row("Modules", listed((module, "") for module in terms["modules"])),
        *_row("Changed", listed(words)),
    ]


def _row(label: str, words: Sequence[Span]) -> list[Line]:
    """A label and what there is to say, if there is anything."""
    return wrapped(words, label, _INDENT) if words else []


def _inn(view: View, cards: Cards, width: int) -> list[Line]:
    """The rooms as boxes, as many side by side as there is space for, then the trailers."""
    rooms = view["rooms"]
    rows = -(-len(rooms) // max(1, (width + 1) // (_BOX + 1)))
    across = -(-len(rooms) // rows)
    lines: list[Line] = []
    for start in range(0, len(rooms), across):
        beside = rooms[start : start + across]
        treats = max(len(_treats(room)) for room in beside)
        boxes = [_room(room, cards, treats=treats) for room in beside]
        for parts in zip(*boxes, strict=True):
            line: Line = []
            for part in parts:
                line += [*part, (" ", "")]
            lines.append(line[:-1])
    label = "Trailers"
    for trailer in view.get("trailers", ()):
        lines += wrapped(_trailer(trailer, cards), label, _INDENT)
        label = ""
    return lines + (_row("Ranks", [(_SPLIT, "dim")]) if _any_split(view, cards) else [])


_SPLIT = "1/2: 1 in the inn to bribe and kill, 2 outside to build and bury"


def _any_split(view: View, cards: Cards) -> bool:
    """True if the board shows a card with two ranks."""
    seen = [
        place["guest"] for place in [*view["rooms"], *view.get("trailers", ())] if "guest" in place
    ]
    seen += view["piles"]["entrance"]
    seen += [corpse for player in view["players"] for corpse in player["corpses"]]
    return any(is_split(cards[card]) for card in seen if card != UNKNOWN)


def _treats(place: View) -> list[str]:
    """Coffee and cake of a place; the coffee has paid, the cake has an owner."""
    cake = [f"cake of {place['cake']}"] if "cake" in place else []
    return [*(["coffee"] if "coffee" in place else []), *cake]


def _room(room: View, cards: Cards, *, treats: int) -> list[Line]:
    """A room: number and key above, the guest inside, room service below.

    *treats* is the number of lines for coffee and cake.
    """
    key = room["key"]
    inner = _BOX - 2
    above = _cut(f"-[{room['number']}] {key} ", inner)
    below = _cut(f"- service {room['service']} ", inner) if "service" in room else ""
    guest = room.get("guest")
    if guest is None:
        inside, colour = ["free", ""], "dim"
    else:
        card = cards[guest]
        icon = f" {card.affinity}" if card.affinity else ""
        # A card with two ranks leaves no space for the word.
        rank = ranks(card) if is_split(card) else f"rank {card.rank}"
        inside, colour = [guest, f"{rank} {card.money:>2}F{icon}"], style(card)
    served = [_cut(treat, inner - 1) for treat in _treats(room)]
    inside += served + [""] * (treats - len(served))
    return [
        [
            ("+", "dim"),
            (above.ljust(inner, "-"), "dim" if key == "white" else "bold"),
            ("+", "dim"),
        ],
        *[[("|", "dim"), (f" {text}".ljust(inner), colour), ("|", "dim")] for text in inside],
        [("+", "dim"), (below.ljust(inner, "-"), "dim"), ("+", "dim")],
    ]


def _trailer(trailer: View, cards: Cards) -> list[Span]:
    """A trailer beside the inn: whose, and who stays there."""
    owner = (f"{trailer['card']} of {trailer['owner']}:", "bold")
    if "guest" not in trailer:
        return [owner, *listed((text, "dim") for text in ["free", *_treats(trailer)])]
    card = cards[trailer["guest"]]
    icon = [str(card.affinity)] if card.affinity else []
    spans = [(facts(card, *icon), style(card)), *[(text, "") for text in _treats(trailer)]]
    return [owner, *listed(spans)]


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 3]}.. "


def _stacks(view: View, cards: Cards) -> list[Line]:
    piles = view["piles"]
    peasants = number(piles["bistro"], "peasant") if piles["bistro"] else "no peasant"
    return [
        *wrapped(_entrance(piles, cards), "Entrance", _INDENT),
        *wrapped(families(piles["exit"], cards), "Exit", _INDENT),
        *wrapped([(peasants, "yellow" if piles["bistro"] else "")], "Bistro", _INDENT),
        *_row("Events", _events(view)),
        *_row("Event", _event(view)),
        *_row("Letter", _LETTER if view["round"].get("letter") else []),
    ]


def _words(text: str, colour: str = "") -> list[Span]:
    return [(word, colour) for word in text.split()]


_LETTER = _words("all pay the gravedigger in the morning, police or not")


def _entrance(piles: View, cards: Cards) -> list[Span]:
    count = piles["entrance_count"]
    if not count:
        return [("empty", "")]
    seen = [cards[card] for card in piles["entrance"] if card != UNKNOWN]
    if not seen:
        return [(number(count, "card"), "")]
    words = listed((facts(card), style(card)) for card in seen)
    behind = [("on top", "")] if len(seen) < count else []
    return [(f"{number(count, 'card')}:", ""), *words, *behind]


def _events(view: View) -> list[Span]:
    """The pile of events and what was discarded, in games that have any."""
    piles = view["piles"]
    count, gone = piles.get("events_count", 0), piles.get("event_discards", [])
    if not count and not gone and "events" not in view["options"]["modules"]:
        return []
    pile = number(count, "card") if count else "no card"
    if not gone:
        return [(pile, "")]
    return [(f"{pile};", ""), ("discarded:", ""), *listed((human(name), "") for name in gone)]


def _event(view: View) -> list[Span]:
    """The event of this round and what it will do."""
    revealed = view["piles"].get("revealed")
    if revealed is None:
        return []
    if_any = "" if view["round"]["phase"] == "morning" else " if a carnie is there in the morning:"
    effect = event_effect(revealed, view["options"].get("rulings", {}))
    return _words(f"{human(revealed)}{if_any or ':'} {effect}")


def _player(view: View, player: View, cards: Cards, own: View) -> list[Line]:
    name = player["name"]
    host = "  first player" if view["round"]["host"] == name else ""
    lines: list[Line] = [
        [(name, "bold"), (host, "")],
        _wealth(player, unlimited="unlimited-wealth" in view["options"]["variants"]),
        *wrapped(_hand(player["hand_count"], own.get("hand"), cards), "  hand", _INDENT),
        *_own_objects(player, own),
    ]
    first = "  annexes"
    for label, annex in _labelled(player["annexes"]):
        lines += wrapped(_annex(label, annex, cards), first, _INDENT)
        first = ""
    return lines + _row("  corpses", _corpses(player, cards))


def _own_objects(player: View, own: View) -> list[Line]:
    """How many objects a player holds, or which; the pack and the standing hold."""
    lines: list[Line] = []
    if "object_count" in player:
        count = player["object_count"]
        words = [(number(count, "object") if count else "none", "")]
        if own.get("objects"):
            words = listed((name, "") for name in own["objects"])
        lines += wrapped(words, "  objects", _INDENT)
    lines += _row("  pack", listed((name, "") for name in own.get("pack", ())))
    if "standing" in own:
        lines += _row("  windows", [(standing(own["standing"]), "")])
    return lines


def _corpses(player: View, cards: Cards) -> list[Span]:
    """The unburied corpses, those under the snow pile marked."""
    snowed = list(player.get("snowed", ()))
    words: list[Span] = []
    for corpse in player["corpses"]:
        card = cards[corpse]
        more = burial(card)
        if corpse in snowed:
            snowed.remove(corpse)
            more.append("under snow")
        words.append((facts(card, *more), style(card)))
    return listed(words)


def _wealth(player: View, *, unlimited: bool) -> Line:
    cash, checks = player["cash"], player["checks"]
    full = cash // 2
    track = "" if unlimited else f" [{'#' * full}{'.' * (MAX_CASH // 2 - full)}]"
    money = f"{cash}F{track} and {number(checks, 'check')}, {cash + CHECK * checks}F in all"
    return [("  cash".ljust(_INDENT), ""), (money, "")]


def _hand(count: int, shown: Sequence[str] | None, cards: Cards) -> list[Span]:
    if not count:
        return [("empty", "")]
    if not shown:
        return [(number(count, "card"), "")]
    return [(f"{number(count, 'card')}:", ""), *held(shown, cards)]


def _labelled(annexes: Sequence[View]) -> Iterator[tuple[str, View]]:
    """The annexes as orders name them: later copies of a card have a number."""
    copies: dict[str, int] = {}
    for annex in annexes:
        card = annex["card"]
        copies[card] = copies.get(card, 0) + 1
        yield (f"{card}#{copies[card]}" if copies[card] > 1 else card), annex


def _annex(label: str, annex: View, cards: Cards) -> list[Span]:
    card = cards[annex["card"]]
    built = f" ({human(card.annex.name)})" if card.annex and card.annex.name != card.name else ""
    under = held(annex["buried"], cards)
    if under:
        text, colour = under[-1]
        under[-1] = (f"{text},", colour)
    return [(f"{label}{built}:", style(card)), *under, (_places(annex, cards), "")]


def _places(annex: View, cards: Cards) -> str:
    """How many places are free; a corpse that found none lies in quicklime."""
    if not cards[annex["card"]].outer:
        return "no place for a corpse"
    free = free_places(annex["card"], annex["buried"], cards)
    return f"{number(free, 'place')} free" if free else "full"
