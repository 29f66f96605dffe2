"""The pieces of a board that is drawn, each by itself, so that a page can show what has changed.

A piece is the name of a macro in `templates/cells.html.jinja` with plain arguments. What is not
in the public position, or in the own view of somebody whose hand may be seen, cannot get here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from pbem.render.annexes import annex_effect, event_effect, object_effect
from pbem.render.board import QUESTIONS
from pbem.render.facts import MANY, burial, free_places, moment, ranks
from pbem.render.own import standing
from pbem.render.words import human
from pbem.rules import CHECK, MAX_CASH, UNKNOWN
from pbem.rules.model import Cards, Family
from pbem.rules.setup import known_objects
from pbem.steps import Step, Story, View

Piece = tuple[str, tuple[Any, ...]]


class Owner(NamedTuple):
    """A player as the key tokens show him; the seat decides the colour."""

    name: str
    seat: int


class Figure(NamedTuple):
    """A card as it is drawn."""

    id: str
    name: str
    family: str
    rank: str
    split: bool
    money: int
    icon: str
    annex: str
    effect: str
    special: str


class Area(NamedTuple):
    """The names of the cells of a player's area."""

    owner: Owner
    head: str
    wealth: str
    hand: str
    objects: str
    corpses: str
    annexes: tuple[str, ...]


class Layout(NamedTuple):
    """The names of all cells that a game has from its beginning to its end."""

    rooms: tuple[str, ...]
    trailers: tuple[str, ...]
    areas: tuple[Area, ...]
    stacks: tuple[str, ...] = ("entrance", "exit", "bistro", "events")
    now: tuple[str, ...] = ("round", "asked")

    def names(self) -> list[str]:
        """All of them, in the order in which the page has them."""
        names = [*self.now, *self.rooms, *self.trailers, *self.stacks]
        for area in self.areas:
            names += [area.head, area.wealth, area.hand, area.objects, area.corpses, *area.annexes]
        return names


def layout(story: Story) -> Layout:
    """The cells of a game: a place for each room, trailer and annex that it ever has."""
    rooms: dict[str, None] = {}
    trailers: dict[str, None] = {}
    most: Counter[str] = Counter()
    for position in (step.position for step in story.steps):
        if position is not None:
            rooms |= dict.fromkeys(_room_cell(room) for room in position["rooms"])
            trailers |= dict.fromkeys(_trailer_cell(t) for t in position.get("trailers", ()))
            for player in position["players"]:
                most[player["name"]] = max(most[player["name"]], len(player["annexes"]))
    areas = [_area(Owner(name, seat), most[name]) for seat, name in enumerate(story.players)]
    return Layout(tuple(rooms), tuple(trailers), tuple(areas))


def _area(owner: Owner, annexes: int) -> Area:
    seat = owner.seat
    return Area(
        owner,
        f"head-{seat}",
        f"wealth-{seat}",
        f"hand-{seat}",
        f"objects-{seat}",
        f"corpses-{seat}",
        tuple(f"annex-{seat}-{place}" for place in range(annexes)),
    )


def _room_cell(room: View) -> str:
    return f"room-{room['number']}"


def _trailer_cell(trailer: View) -> str:
    return f"trailer-{trailer['card']}"


class Board:
    """Draws the positions of one game."""

    def __init__(self, players: Sequence[str], cards: Cards) -> None:
        self.seats = {name: Owner(name, seat) for seat, name in enumerate(players)}
        self.cards = cards

    def cells(self, step: Step) -> dict[str, Piece]:
        """What stands in each cell after an entry; a cell that is not named is empty."""
        view = step.position
        if view is None:
            return {"round": ("before", ()), "asked": self._asked(step.asked, over=False)}
        rulings = view["options"].get("rulings", {})
        found: dict[str, Piece] = {
            "round": ("round", self._round(view)),
            "asked": self._asked(step.asked, over=view["round"]["phase"] == "over"),
            "entrance": ("entrance", self._entrance(view["piles"])),
            "exit": ("exit", (len(view["piles"]["exit"]), self._families(view["piles"]["exit"]))),
            "bistro": ("bistro", (view["piles"]["bistro"],)),
        }
        found |= _events(view)
        found |= {_room_cell(room): ("room", self._room(room)) for room in view["rooms"]}
        for trailer in view.get("trailers", ()):
            found[_trailer_cell(trailer)] = ("trailer", self._trailer(trailer))
        for player in view["players"]:
            found |= self._player(view, player, step.own.get(player["name"]), rulings)
        return found

    def figure(self, card: str) -> Figure:
        """A card as it is drawn."""
        known = self.cards[card]
        return Figure(
            card,
            human(card),
            str(known.family or "none"),
            ranks(known),
            known.rank != known.outer,
            known.money,
            str(known.affinity or ""),
            human(known.annex.name) if known.annex else "",
            annex_effect(known),
            ", ".join(burial(known)),
        )

    def _round(self, view: View) -> tuple[Any, ...]:
        now = view["round"]
        return (*moment(view), now["final"] and now["phase"] != "over")

    def _asked(self, asked: Iterable[tuple[str, str]], *, over: bool) -> Piece:
        return (
            "asked",
            (over, tuple((self.seats[name], QUESTIONS.get(q, q)) for name, q in asked)),
        )

    def _entrance(self, piles: View) -> tuple[Any, ...]:
        seen = [self.figure(card) for card in piles["entrance"] if card != UNKNOWN]
        return (piles["entrance_count"], tuple(seen))

    def _families(self, pile: Sequence[str]) -> tuple[tuple[str, str, int], ...]:
        found = Counter(self.cards[card].family for card in pile if card != UNKNOWN)
        return tuple(
            (str(family), MANY.get(family, str(family)) if found[family] > 1 else str(family), n)
            for family in Family
            if (n := found[family])
        )

    def _place(self, place: View) -> tuple[Any, ...]:
        """Who stays in a place, and what was served there."""
        guest = self.figure(place["guest"]) if "guest" in place else None
        served = [(thing, place[thing]) for thing in ("coffee", "cake") if thing in place]
        return (guest, tuple(served))

    def _room(self, room: View) -> tuple[Any, ...]:
        key, service = self.seats.get(room["key"]), self.seats.get(room.get("service", ""))
        return (room["number"], key, service, *self._place(room))

    def _trailer(self, trailer: View) -> tuple[Any, ...]:
        owner = self.seats[trailer["owner"]]
        return (human(trailer["card"]), owner, *self._place(trailer))

    def _player(
        self, view: View, player: View, own: View | None, rulings: Mapping[str, str]
    ) -> dict[str, Piece]:
        owner = self.seats[player["name"]]
        seat = owner.seat
        unlimited = "unlimited-wealth" in view["options"]["variants"]
        top = 0 if unlimited else MAX_CASH
        cash, checks = player["cash"], player["checks"]
        cells: dict[str, Piece] = {
            f"head-{seat}": ("head", (owner, view["round"]["host"] == owner.name)),
            f"wealth-{seat}": ("wealth", (cash, checks, cash + CHECK * checks, top)),
            f"hand-{seat}": ("hand", (player["hand_count"], self._hand(own))),
            f"corpses-{seat}": ("corpses", (self._corpses(player), at_risk(player))),
        }
        if "object_count" in player:
            count = player["object_count"]
            cells[f"objects-{seat}"] = ("objects", (count, *_objects(own or {}, rulings)))
        for place, annex in enumerate(player["annexes"]):
            cells[f"annex-{seat}-{place}"] = ("annex", self._annex(annex))
        return cells

    def _hand(self, own: View | None) -> tuple[tuple[Figure, int], ...]:
        held = Counter[str](own["hand"] if own else ())
        return tuple((self.figure(card), count) for card, count in held.items())

    def _corpses(self, player: View) -> tuple[tuple[Figure, bool], ...]:
        """The unburied corpses, and whether snow covers them."""
        snowed = Counter[str](player.get("snowed", ()))
        found = []
        for corpse in player["corpses"]:
            found.append((self.figure(corpse), snowed[corpse] > 0))
            snowed[corpse] -= 1
        return tuple(found)

    def _annex(self, annex: View) -> tuple[Any, ...]:
        card, buried = annex["card"], annex["buried"]
        under = tuple(self.figure(corpse) for corpse in buried)
        return (self.figure(card), under, free_places(card, buried, self.cards))


def at_risk(player: View) -> int:
    """What the gravedigger would take for a player's corpses, but for those under snow; francs."""
    return CHECK * (len(player["corpses"]) - len(player.get("snowed", ())))


def _events(view: View) -> dict[str, Piece]:
    """The pile of events, this round's one, and a letter of denunciation."""
    piles, now = view["piles"], view["round"]
    if "events" not in view["options"]["modules"] and not now.get("letter"):
        return {}
    revealed = piles.get("revealed")
    told = None
    if revealed is not None:
        effect = event_effect(revealed, view["options"].get("rulings", {}))
        told = (human(revealed), effect, now["phase"] != "morning")
    gone = tuple(human(name) for name in piles.get("event_discards", ()))
    return {"events": ("events", (piles.get("events_count", 0), gone, told, "letter" in now))}


def _objects(own: View, rulings: Mapping[str, str]) -> tuple[Any, ...]:
    """The objects that are known, the pack of the draft, and the standing hold."""
    hold = standing(own["standing"]) if "standing" in own else ""
    known = [_object(name, rulings) for name in own.get("objects", ()) if name != UNKNOWN]
    pack = [_object(name, rulings) for name in own.get("pack", ()) if name != UNKNOWN]
    return (tuple(known), tuple(pack), hold)


def _object(name: str, rulings: Mapping[str, str]) -> tuple[str, int, str]:
    return (human(name), known_objects()[name].price, object_effect(name, rulings))
