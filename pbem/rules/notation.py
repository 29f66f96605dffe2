"""Orders as one line of text: a forgiving reader and a writer with one form.

`read(write(order)) == order`. The reader skips "the", "room", "and" and commas, takes plurals and
capitals, and a guest's name for the place where only one such guest stays.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from pbem.rules.actions.annexes import doors
from pbem.rules.errors import Ambiguous, Illegal, Unreadable
from pbem.rules.model import PEASANT
from pbem.rules.orders import Bribe, Build, Burial, Bury, Dismiss, Kill, Order, Pass, Pay, Place
from pbem.rules.state import Game

#: Words that mean nothing.
_FILLERS = frozenset({"the", "room", "rooms", "and"})
_TAILS = ("with", "losing", "at")
_WORD = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*(?:#[0-9]+)?")
_SEPARATOR = re.compile(r"[ ,]+")
_LONGEST = 500


def read(game: Game, seat: int, text: str) -> Order:
    """The order a player wrote.

    Raises Unreadable if there is no reading, Ambiguous if there is more than one, Illegal for a
    guest who is not there.
    """
    return _Reader(game, seat, _split(text)).order()


def _split(text: str) -> list[str]:
    if len(text) > _LONGEST:
        raise Unreadable(f"an order has at most {_LONGEST} characters, found {len(text)}")
    words = [word for word in _SEPARATOR.split(text.strip().lower()) if word]
    for word in words:
        if not _WORD.fullmatch(word):
            raise Unreadable(f"no word of an order: {word[:40]!a}")
    return [word for word in words if word not in _FILLERS]


class _Reader:
    """Reads the words of one order from left to right."""

    def __init__(self, game: Game, seat: int, words: list[str]) -> None:
        self.game = game
        self.seat = seat
        self.words = words
        self.at = 0

    def order(self) -> Order:
        verb = self.next("an order")
        reader = _VERBS.get(verb)
        if reader is None:
            raise Unreadable(
                f"no order begins with {verb!a}", f"orders begin with {', '.join(sorted(_VERBS))}"
            )
        order = reader(self)
        if self.at < len(self.words):
            raise Unreadable(f"not understood: {' '.join(self.words[self.at :])!a}")
        return order

    def peek(self) -> str | None:
        return self.words[self.at] if self.at < len(self.words) else None

    def next(self, wanted: str) -> str:
        word = self.peek()
        if word is None:
            raise Unreadable(f"the order ends where {wanted} was expected")
        self.at += 1
        return word

    def expect(self, word: str) -> None:
        found = self.next(f"`{word}`")
        if found != word:
            raise Unreadable(f"expected `{word}`, found {found!a}")

    def more(self) -> bool:
        """True until the next tail or the end."""
        word = self.peek()
        return word is not None and word not in _TAILS

    def number(self, wanted: str) -> int:
        word = self.next(wanted)
        if not word.isdigit():
            raise Unreadable(f"expected {wanted}, found {word!a}")
        return int(word)

    def card(self, word: str) -> str:
        """The card a word means, also in the plural."""
        for name in (word, word.removesuffix("s"), word.removesuffix("men") + "man"):
            if name in self.game.cards:
                return name
        raise Unreadable(f"there is no card {word!a}")

    def cards(self) -> list[str]:
        """Cards up to the next tail; a number counts the card after it."""
        found: list[str] = []
        while self.more():
            word = self.next("a card")
            if word.isdigit():
                count = int(word)
                word = self.next("a card")
                if count > _MOST_CARDS:
                    raise Unreadable(f"nobody holds {count} cards")
                found += [self.card(word)] * count
            else:
                found.append(self.card(word))
        if not found:
            raise Unreadable("expected a card")
        return found

    def tails(self) -> tuple[list[str], list[str], str | None]:
        """The accomplices, those lost by choice, and the door."""
        crew: list[str] = []
        losing: list[str] = []
        door = None
        seen: set[str] = set()
        while (tail := self.peek()) in _TAILS:
            self.at += 1
            if tail in seen:
                raise Unreadable(f"`{tail}` stands twice")
            seen.add(str(tail))
            if tail == "with":
                crew = self.cards()
            elif tail == "losing":
                losing = self.cards()
            else:
                door = self.next("a room")
        return crew, losing, door

    def places(self) -> list[str]:
        """The places named by number, or by the guest who stays there."""
        found: list[str] = []
        guests: dict[str, int] = {}
        while self.more():
            word = self.next("a room")
            follower = self.peek()
            if word.isdigit() and follower in _PEASANTS:
                self.at += 1
                if int(word) > _MOST_CARDS:
                    raise Unreadable(f"there are not {word} peasants")
                found += [PEASANT] * int(word)
            elif word.isdigit() or self.game.place(word) is not None:
                found.append(word)
            else:
                card = self.card(word)
                if card == PEASANT:
                    found.append(card)
                else:
                    guests[card] = guests.get(card, 0) + 1
        for card, count in guests.items():
            found += self.staying(card, count)
        return found

    def staying(self, card: str, count: int) -> list[str]:
        """Where *count* guests of that card stay, if that is clear."""
        rooms = [place.name for place in self.game.places if place.guest == card]
        if not rooms:
            raise Illegal(f"no {card} stays in the inn")
        if count != len(rooms):
            verb = self.words[0]
            raise Ambiguous(
                f"{len(rooms)} of {card} in the inn", tuple(f"{verb} {room}" for room in rooms)
            )
        return rooms

    def annex(self) -> tuple[int, str, int]:
        """An annex with its owner and copy."""
        names = self.game.options.players
        owner = self.seat
        word = self.next("an annex")
        if word in names:
            owner = names.index(word)
            word = self.next("an annex")
        name, _, copy = word.partition("#")
        return owner, self.card(name), int(copy or 1)


_PEASANTS = (PEASANT, PEASANT + "s")
_MOST_CARDS = 99


def _read_place(reader: _Reader) -> Order:
    places = reader.places()
    if not places:
        raise Unreadable("expected a room")
    return Place(places)


def _read_targets(kind: type[Bribe]) -> Callable[[_Reader], Order]:
    def read_order(reader: _Reader) -> Order:
        places = reader.places()
        if not places:
            raise Unreadable("expected a room or `peasant`")
        crew, losing, door = reader.tails()
        _no_door(door)
        return kind(places, crew, losing)

    return read_order


def _read_build(reader: _Reader) -> Order:
    card = reader.card(reader.next("a card"))
    crew, losing, door = reader.tails()
    if door is None:
        names = [place.name for place in doors(reader.game, reader.seat, card)]
        orders = [Build(card, crew, losing, name) for name in names]
        if len(orders) > 1:
            readings = tuple(write(reader.game, reader.seat, order) for order in orders)
            raise Ambiguous(f"the {card} acts on one of {len(orders)} doors", readings)
        door = names[0] if names else None
    return Build(card, crew, losing, door)


def _read_bury(reader: _Reader) -> Order:
    burials = []
    while reader.more():
        corpse = reader.card(reader.next("a corpse"))
        reader.expect("under")
        burials.append(Burial(corpse, *reader.annex()))
    if not burials:
        raise Unreadable("expected a corpse")
    crew, losing, door = reader.tails()
    _no_door(door)
    return Bury(burials, crew, losing)


def _no_door(door: str | None) -> None:
    if door is not None:
        raise Unreadable("`at` belongs to `build`")


def _read_pass(reader: _Reader) -> Order:
    if reader.peek() is None:
        return Pass()
    reader.expect("to")
    kind = reader.next("`checks` or `cash`")
    if kind not in ("checks", "cash", "check"):
        raise Unreadable(f"expected `checks` or `cash`, found {kind!a}")
    return Pass("cash" if kind == "cash" else "checks", reader.number("a number of checks"))


def _read_pay(reader: _Reader) -> Order:
    checks = reader.number("a number of checks")
    if reader.next("`checks`") not in ("check", "checks"):
        raise Unreadable("expected `checks`")
    return Pay(checks)


def _read_dismiss(reader: _Reader) -> Order:
    return Dismiss(reader.cards())


_VERBS: dict[str, Callable[[_Reader], Order]] = {
    "place": _read_place,
    "bribe": _read_targets(Bribe),
    "build": _read_build,
    "kill": _read_targets(Kill),
    "bury": _read_bury,
    "pass": _read_pass,
    "pay": _read_pay,
    "dismiss": _read_dismiss,
}


def write(game: Game, seat: int, order: Order) -> str:
    """The order in the writer's form, as the log records it."""
    match order:
        case Place():
            return " ".join(("place", *order.places))
        case Bribe():
            verb = "kill" if isinstance(order, Kill) else "bribe"
            return f"{verb} {_targets(order)}{_crew(order)}"
        case Build():
            door = f" at {order.at}" if order.at else ""
            return f"build {order.card}{_crew(order)}{door}"
        case Bury():
            burials = ", ".join(_burial(game, seat, burial) for burial in order.burials)
            return f"bury {burials}{_crew(order)}"
        case Pass():
            return f"pass to {order.to} {order.checks}" if order.to else "pass"
        case Pay():
            return f"pay {order.checks} check{'' if order.checks == 1 else 's'}"
        case Dismiss():
            return " ".join(("dismiss", *order.cards))
    raise TypeError(f"no notation for {order!r}")


def _targets(order: Bribe) -> str:
    peasants = order.targets.count(PEASANT)
    if not peasants:
        return " ".join(order.targets)
    if isinstance(order, Kill):
        return " ".join(order.targets)
    return f"{peasants} peasant{'s' if peasants > 1 else ''}"


def _crew(order: Bribe | Build | Bury) -> str:
    text = " with " + " ".join(order.crew) if order.crew else ""
    return text + (" losing " + " ".join(order.losing) if order.losing else "")


def _burial(game: Game, seat: int, burial: Burial) -> str:
    owner = "" if burial.owner == seat else game.options.players[burial.owner] + " "
    copy = f"#{burial.copy}" if burial.copy > 1 else ""
    return f"{burial.corpse} under {owner}{burial.annex}{copy}"
