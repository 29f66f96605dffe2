"""The forgiving reader of orders.

It skips "the", "room", "and" and commas, takes plurals and capitals, and a guest's name for the
place where only one such guest stays.
"""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from pbem.rules.actions.annexes import card_of, doors
from pbem.rules.crews import supports
from pbem.rules.effects import leaders
from pbem.rules.errors import Ambiguous, Illegal, Unreadable
from pbem.rules.model import PEASANT, Aim, Use, Verb
from pbem.rules.notation.writer import passing_word, write
from pbem.rules.orders import (
    Bribe,
    Build,
    Burial,
    Bury,
    Dismiss,
    Hold,
    Keep,
    Kill,
    Order,
    Pass,
    Pay,
    Place,
    Play,
    Stand,
    Study,
    Swap,
    Using,
)
from pbem.rules.state import Game
from pbem.rules.windows import ALWAYS, NO_MORE, ROUND, UNTIL

#: Words that mean nothing.
_FILLERS = frozenset({"the", "room", "rooms", "and"})
_TAILS = ("with", "losing", "at", "using")
_WORD = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*(?:#[0-9]+)?")
_LONGEST = 1000


def read(game: Game, seat: int, text: str) -> Order:
    """The order a player wrote.

    Raises Unreadable if there is no reading, Ambiguous if there is more than one, Illegal for a
    guest who is not there.
    """
    if len(text) > _LONGEST:
        raise Unreadable(f"an order has at most {_LONGEST} characters, found {len(text)}")
    words: list[str] = []
    commas: set[int] = set()
    for word in text.strip().lower().replace(",", " , ").split(" "):
        if word == ",":
            commas.add(len(words))
        elif word and word not in _FILLERS:
            if not _WORD.fullmatch(word):
                raise Unreadable(f"no word of an order: {word[:40]!a}")
            words.append(word)
    return _Reader(game, seat, words, commas).order()


class Tails(NamedTuple):
    """What stands behind the targets of an action."""

    crew: list[str]
    losing: list[str]
    door: str | None
    using: list[Using]


class _Reader:
    """Reads the words of one order from left to right."""

    def __init__(self, game: Game, seat: int, words: list[str], commas: set[int]) -> None:
        self.game = game
        self.seat = seat
        self.words = words
        #: The words before which a comma stands: it only keeps a number from being a count.
        self.commas = commas
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
        plain = word.removesuffix("s")
        if word.endswith("men"):
            plain = f"{word.removesuffix('men')}man"
        for name in (word, plain):
            if name in self.game.cards:
                return name
        raise Unreadable(f"there is no card {word!a}")

    def cards(self) -> list[str]:
        """Cards up to the next tail; a number counts the card after it."""
        found: list[str] = []
        while self.more():
            word = self.next("a card")
            if word.isdigit() and self.at not in self.commas:
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

    def tails(self) -> Tails:
        """The accomplices, those lost by choice, the door, the objects."""
        crew: list[str] = []
        losing: list[str] = []
        door = None
        using: list[Using] = []
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
            elif tail == "at":
                door = self.next("a room")
            else:
                using = self.objects()
        return Tails(crew, losing, door, using)

    def object(self, word: str) -> str:
        """The object a word means."""
        if word not in self.game.objects:
            raise Unreadable(f"there is no object {word!a}")
        return word

    def objects(self) -> list[Using]:
        """Objects, each with the target it is `on`, if one is named."""
        found: list[Using] = []
        while self.more():
            name = self.object(self.next("an object"))
            on = None
            if self.peek() == "on":
                self.at += 1
                on = self.next("a target").removesuffix("#1")
            found.append(Using(name, on))
        if not found:
            raise Unreadable("expected an object")
        return found

    def player(self) -> int:
        """The seat of a player named."""
        names = self.game.options.players
        word = self.next("a player")
        if word not in names:
            raise Unreadable(f"expected {' or '.join(names)}, found {word!a}")
        return names.index(word)

    def places(self) -> list[str]:
        """The places named by number, or by the guest who stays there."""
        found: list[str] = []
        guests: dict[str, list[int]] = {}
        while self.more():
            word = self.next("a room")
            follower = None if self.at in self.commas else self.peek()
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
                    self.how_many(word)
                    found.append(card)
                else:
                    guests.setdefault(card, []).append(self.at - 1)
        for card, where in guests.items():
            found += self.staying(card, where, found)
        return found

    def how_many(self, word: str) -> None:
        """See that `bribe peasants` can only mean one."""
        most = min(self.game.bistro, supports(self.game, self.seat)[Verb.BRIBE].peasants)
        if word != PEASANT and self.words[0] == Verb.BRIBE and most > 1:
            readings = tuple(self.instead(f"{count} {word}") for count in range(1, most + 1))
            raise Ambiguous(f"{self.game.bistro} peasants are in the bistro", readings)

    def instead(self, text: str, at: int | None = None) -> str:
        """The order with the word just read, or the one *at*, put otherwise."""
        words = self.words[:]
        words[self.at - 1 if at is None else at] = text
        return " ".join(words)

    def staying(self, card: str, where: Sequence[int], named: Sequence[str] = ()) -> list[str]:
        """Where the guests of that card stay who are named at these words, if that is clear.

        The places that the order has *named* already are not meant.
        """
        staying = [place.name for place in self.game.places if place.guest == card]
        rooms = [name for name in staying if name not in named]
        if not staying:
            raise Illegal(f"no {card} stays in the inn")
        if len(where) > len(rooms):
            times = len(where) + len(staying) - len(rooms)
            raise Illegal(f"{card}: named {times} times, staying in the inn: {len(staying)}")
        if len(where) < len(rooms):
            readings = tuple(self.instead(room, where[0]) for room in rooms)
            raise Ambiguous(f"more than one {card} stays in the inn", readings)
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


def _read_targets(kind: type[Bribe] | type[Kill]) -> Callable[[_Reader], Order]:
    def read_order(reader: _Reader) -> Order:
        places = reader.places()
        if not places:
            raise Unreadable("expected a room or `peasant`")
        tails = reader.tails()
        _no_door(tails.door)
        using = [Using(name, _plain(reader, on, places)) for name, on in tails.using]
        return kind(places, tails.crew, tails.losing, using)

    return read_order


def _plain(reader: _Reader, on: str | None, targets: Sequence[str]) -> str | None:
    """The target of an object as the writer has it: none where there is only one. (R106)"""
    if on is None:
        return None
    places = [p.name for p in reader.game.places if p.guest == on and p.name in targets]
    name = places[0] if len(places) == 1 else on
    return None if len(targets) == 1 and name == targets[0] else name


def _read_build(reader: _Reader) -> Order:
    word = reader.next("a card or a room")
    tails = reader.tails()
    from_inn = any(reader.game.objects[name].use is Use.FROM_INN for name, _ in tails.using)
    named = _source(reader, word) if from_inn else reader.card(word)
    order = Build(named, tails.crew, tails.losing, tails.using, tails.door)
    card = card_of(reader.game, order)
    if order.at is not None or card is None:
        return order
    names = [place.name for place in doors(reader.game, reader.seat, card)]
    orders = [Build(named, tails.crew, tails.losing, tails.using, name) for name in names]
    if len(orders) > 1:
        readings = tuple(write(reader.game, reader.seat, order) for order in orders)
        raise Ambiguous(f"the {card} acts on one of {len(orders)} doors", readings)
    return orders[0] if orders else order


def _source(reader: _Reader, word: str) -> str:
    """The place whose guest is built with the wheelbarrow."""
    if word.isdigit() or reader.game.place(word) is not None:
        return word
    return reader.staying(reader.card(word), [reader.at - 1])[0]


def _read_bury(reader: _Reader) -> Order:
    burials = []
    while reader.more():
        corpse = reader.card(reader.next("a corpse"))
        reader.expect("under")
        burials.append(Burial(corpse, *reader.annex()))
    if not burials:
        raise Unreadable("expected a corpse")
    tails = reader.tails()
    _no_door(tails.door)
    order = Bury(burials, tails.crew, tails.losing)
    using = [Using(name, _corpse(burials, order, on)) for name, on in tails.using]
    return Bury(burials, tails.crew, tails.losing, using)


def _corpse(typed: Sequence[Burial], order: Bury, on: str | None) -> str | None:
    """The corpse an object is on, renumbered from the typed order to the writer's."""
    if on is None:
        return None
    wanted = on.partition("#")[0]
    number = int(on.partition("#")[2] or 1)
    same = [burial for burial in typed if burial.corpse == wanted]
    if not 1 <= number <= len(same):
        raise Unreadable(f"no {on} is buried by this order")
    name = order.numbered()[order.burials.index(same[number - 1])]
    return None if len(order.burials) == 1 else name


def _no_door(door: str | None) -> None:
    if door is not None:
        raise Unreadable("`at` belongs to `build`")


def _read_pass(reader: _Reader) -> Order:
    return Pass() if reader.peek() is None else Pass(*_exchange(reader))


def _exchange(reader: _Reader) -> tuple[str, int]:
    """What is got, and how many checks that is, as in `to checks 2`."""
    reader.expect("to")
    kind = reader.next("`checks` or `cash`")
    if kind not in ("checks", "cash", "check"):
        raise Unreadable(f"expected `checks` or `cash`, found {kind!a}")
    return "cash" if kind == "cash" else "checks", reader.number("a number of checks")


def _read_pay(reader: _Reader) -> Order:
    checks = reader.number("a number of checks")
    if reader.next("`checks`") not in ("check", "checks"):
        raise Unreadable("expected `checks`")
    return Pay(checks)


def _read_dismiss(reader: _Reader) -> Order:
    return Dismiss(reader.cards())


def _read_keep(reader: _Reader) -> Order:
    return Keep(reader.object(reader.next("an object")))


def _read_hold(reader: _Reader) -> Order:
    """`hold`, or a standing hold."""
    if reader.peek() is None:
        return Hold()
    match reader.next("`for`, `until`, `always` or `no more`"):
        case "for":
            reader.expect("round")
            return Stand(ROUND)
        case "until":
            reader.expect("evening")
            return Stand(UNTIL, reader.number("the number of an evening"))
        case "always":
            return Stand(ALWAYS)
        case "no":
            reader.expect("more")
            return Stand(NO_MORE)
        case word:
            raise Unreadable(f"expected `for`, `until`, `always` or `no more`, found {word!a}")


def _read_play(reader: _Reader) -> Order:
    """An object with what it is for; `on` may be left out."""
    card = reader.object(reader.next("an object"))
    aim = reader.game.objects[card].aim
    place = corpse = player = None
    if aim is not Aim.PLAYER and aim is not Aim.NOTHING and reader.peek() == "on":
        reader.at += 1
    match aim:
        case Aim.PLACE:
            place = _source(reader, reader.next("a room"))
        case Aim.OWN_CORPSE:
            corpse = reader.card(reader.next("a corpse"))
        case Aim.CORPSE:
            player = reader.player()
            corpse = reader.card(reader.next("a corpse"))
        case Aim.HANDOVER:
            corpse = reader.card(reader.next("a corpse"))
            reader.expect(passing_word(reader.game))
            player = reader.player()
        case Aim.PLAYER if reader.peek() == "from":
            reader.at += 1
            player = reader.player()
            if leaders(reader.game, reader.seat) == [player]:
                player = None  # with one leader the name says nothing (R106)
    return Play(card, place, corpse, player)


def _read_study(reader: _Reader) -> Order:
    return Study(exchange=reader.words[0] == "exchange")


def _read_swap(reader: _Reader) -> Order:
    return Swap(*_exchange(reader))


_VERBS: dict[str, Callable[[_Reader], Order]] = {
    "place": _read_place,
    "bribe": _read_targets(Bribe),
    "build": _read_build,
    "kill": _read_targets(Kill),
    "bury": _read_bury,
    "pass": _read_pass,
    "pay": _read_pay,
    "dismiss": _read_dismiss,
    "keep": _read_keep,
    "play": _read_play,
    "hold": _read_hold,
    "exchange": _read_study,
    "decline": _read_study,
    "swap": _read_swap,
}
