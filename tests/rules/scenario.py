"""Positions in a few words, orders as text, and dealers: the words in which the rules are tested.

A test reads as a position, an order, and what came of it:

    table = night(anna=has(hand="monk peasant"), inn={1: "duke"})
    table.order("anna", "build monk with peasant at 3")
    assert table.key(3) == "anna"
"""

from __future__ import annotations

import random
import re
from collections import Counter

from pbem import rules
from pbem.rules import position

NAMES = ("anna", "ben", "cleo", "dora")
#: Rooms with white keys besides the players' own, which are 1, 2, … in seat order.
WHITE = {1: (2, 3, 4), 2: (3, 4, 5), 3: (4, 5, 6), 4: (5, 6, 7, 8)}
#: An inn in which nobody more is welcomed: the evening goes on to its objects.
FULL = {1: "duke", 2: "monk", 3: "baron", 4: "count", 5: "surgeon"}
#: Five keys and three services: all eight tokens of Anna's are on the board.
NO_TOKEN = {
    "keys": {2: "anna", 3: "anna", 4: "anna", 5: "anna", 6: "white"},
    "service": {1: "anna", 2: "anna", 3: "anna"},
}
#: What each object costs, in francs.
PRICES = {
    name: francs
    for francs, names in enumerate(
        [
            "cake gold-teeth letter rug",
            "coffee hammer liquor snow-pile",
            "bible confessional tomb wolf-trap",
            "poison quicklime well wheelbarrow",
        ]
    )
    for name in names.split()
}


def rule(*numbers):
    """Mark a test as one of these rulings and known bugs: `@rule("R58", "bug 54")`."""

    def mark(test):
        test.numbers = numbers
        return test

    return mark


def shown(*modules):
    """The rulings and bugs that the tests of these modules show, by their names or their marks."""
    found = set()
    for module in modules:
        for name, test in vars(module).items():
            if name.startswith("test_"):
                found.update(getattr(test, "numbers", ()))
                found.update(f"R{number}" for number in re.findall(r"^test_r(\d+)_", name))
                found.update(f"bug {number}" for number in re.findall(r"^test_bug_(\d+)_", name))
    return found


def has(*, cash=5, checks=1, hand="", corpses="", snowed="", objects="", annexes=""):
    """What a player has; `annexes="barn:count mechanic abbot:baron+monk"` tells what lies under."""
    built = annexes.split()
    if not built or built[0].partition(":")[0] != "barn":
        built.insert(0, "barn")
    return {
        "cash": cash,
        "checks": checks,
        "hand": hand.split(),
        "corpses": corpses.split(),
        **({"snowed": snowed.split()} if snowed else {}),
        **({"objects": objects.split()} if objects else {}),
        "annexes": [
            {"card": card, "buried": [corpse for corpse in buried.split("+") if corpse]}
            for card, _, buried in (annex.partition(":") for annex in built)
        ],
    }


def layout(
    phase,
    *,
    seats=2,
    inn=None,
    keys=None,
    service=None,
    trailers=None,
    coffee=None,
    cake=None,
    entrance="major major",
    exit="",  # noqa: A002  # the name of the pile
    bistro=0,
    box="",
    events="",
    event_discards="",
    revealed=None,
    letter=False,
    modules=(),
    number=3,
    season=1,
    host="anna",
    turn=None,
    lap=1,
    final=False,
    length="long",
    variants=(),
    rulings=None,
    corrections=None,
    agenda=None,
    **areas,
):
    """The tables of a position. Two travelers in the entrance stack let the morning come to an end.

    `inn`, `keys` and `service` say by room who stays there, whose key and whose token it has,
    `trailers` by card who owns it; the guest of a trailer stands in `inn` under its card. `coffee`
    and `cake` say by place who served it.
    """
    names = NAMES[:seats]
    owners = dict(enumerate(names, start=1)) | dict.fromkeys(WHITE[seats], "white") | (keys or {})
    things = {"service": service, "guest": inn, "coffee": coffee, "cake": cake}

    def furnished(place):
        return {thing: where[place] for thing, where in things.items() if place in (where or {})}

    rooms = [{"number": room, "key": owners[room]} | furnished(room) for room in sorted(owners)]
    beside = [
        {"card": card, "owner": owner} | furnished(card) for card, owner in (trailers or {}).items()
    ]
    options = {"length": length, "variants": list(variants), "modules": list(modules)}
    if rulings:
        options["rulings"] = rulings
    if corrections:
        options["corrections"] = corrections
    round_ = {"number": number, "season": season, "phase": phase, "host": host, "final": final}
    if phase == "night":
        round_ |= {"lap": lap, "turn": turn or host}
    if letter:
        round_["letter"] = True
    data = {
        "format": position.FORMAT,
        "options": options,
        "round": round_,
        "piles": {
            "entrance": entrance.split(),
            "exit": exit.split(),
            "bistro": bistro,
            "box": box.split(),
            **({"events": events.split()} if events else {}),
            **({"event_discards": event_discards.split()} if event_discards else {}),
            **({"revealed": revealed} if revealed else {}),
        },
        "rooms": rooms,
        **({"trailers": beside} if beside else {}),
        "players": [{"name": name} | (areas.pop(name, None) or has()) for name in names],
    }
    assert not areas, f"no such player: {areas}"
    if agenda is not None:
        data["agenda"] = [{"item": item} for item in agenda]
    return data


def evening(**words):
    return Table(position.read(layout("evening", **words)))


def window(**words):
    """An evening at which all travelers are welcomed."""
    return evening(**({"inn": FULL} | words))


def night(**words):
    return Table(position.read(layout("night", **words)))


def played_for(verb, card):
    """A night after an action for which the only accomplice needed was this card."""
    text, hand = {
        "build": ("build viscount with {}", "viscount {}"),
        "bribe": ("bribe 1 with {}", "{}"),
        "kill": ("kill 1 with {}", "{}"),
        "bury": ("bury viscount under barn with {}", "{}"),
    }[verb]
    table = night(
        anna=has(hand=hand.format(card), corpses="viscount" if verb == "bury" else ""),
        inn={1: "viscount"} if verb in ("bribe", "kill") else {},
    )
    table.order("anna", text.format(card))
    return table


def morning(**words):
    """A position that begins with the morning, which has run as far as it does by itself."""
    return Table(position.read(layout("morning", **words)))


def live(event, **words):
    """A morning of an event that is live, for a dwarf stays in a white room."""
    return morning(**({"revealed": event, "inn": {5: "dwarf"}} | words))


def last_morning(**words):
    """The morning of the final round."""
    return morning(**({"season": 2, "final": True, "entrance": ""} | words))


def new(names="anna ben", *, doors=(), dealer=None, **terms):
    """A new game, dealt."""
    table = Table(rules.new_game(rules.options(names.split(), **terms), doors), dealer)
    rules.settle(table.game, table.dealer)
    table.events = list(table.game.events)
    return table


class Knowing:
    """A dealer to whom no card is unknown, nor what the players hold."""

    def card(self, *_):
        raise AssertionError("every card is known")

    def price(self, *_):
        raise AssertionError("every object is known")

    def stands(self, *_):
        raise AssertionError("every standing order is known")


class Scripted(Knowing):
    """A dealer who lays the cards named on top and the others below in the order of their names."""

    def __init__(self, *tops):
        self.tops = [top.split() for top in tops]
        self.asked = []

    def shuffle(self, deck, serial, cards):
        self.asked.append((deck, serial, tuple(cards)))
        top = self.tops.pop(0) if self.tops else []
        below = Counter(cards)
        below.subtract(top)
        assert min(below.values(), default=0) >= 0, f"not in the deck: {top}"
        return [*top, *below.elements()]


class Shuffler(Knowing):
    """A dealer whose every answer follows from a seed, the deck and the serial."""

    def __init__(self, seed):
        self.seed = seed

    def shuffle(self, deck, serial, cards):
        cards = list(cards)
        random.Random(f"{self.seed}/{deck}/{serial}").shuffle(cards)
        return cards


class Table:
    """A game with the words to play it and to look at it."""

    def __init__(self, game, dealer=None):
        self.game = game
        self.dealer = dealer or Scripted()
        self.events = list(game.events)

    def order(self, name, text):
        """Carry out an order; its events become the latest."""
        seat = self.seat(name)
        order = rules.read(self.game, seat, text)
        self.events = list(rules.play(self.game, seat, order, self.dealer))

    def refused(self, name, text):
        """Why an order is not allowed; it must leave everything as it was."""
        before = self.game.copy()
        seat = self.seat(name)
        why = rules.problem(self.game, seat, rules.read(self.game, seat, text))
        assert self.game == before
        return why

    def go_on(self):
        """Let chance answer."""
        rules.settle(self.game, self.dealer)
        self.events = list(self.game.events)

    def hold(self):
        """Everybody holds until something else is asked; all events are the latest."""
        events = []
        while self.asked() and set(self.asked().values()) == {"objects"}:
            self.order(next(iter(self.asked())), "hold")
            events += self.events
        self.events = events

    def pass_night(self):
        """Everybody passes until something else is asked; all events are the latest."""
        events = []
        while self.asked() and set(self.asked().values()) == {"action"}:
            self.order(next(iter(self.asked())), "pass")
            events += self.events
        self.events = events

    def asked(self):
        """Who is asked what."""
        return {self.game.options.players[a.seat]: a.question for a in rules.pending(self.game)}

    def legal(self, name):
        """The legal orders of a player as text."""
        seat = self.seat(name)
        orders = rules.legal_orders(self.game, seat)
        return {rules.write(self.game, seat, order) for order in orders}

    def seat(self, name):
        return self.game.options.players.index(name)

    @property
    def anna(self):
        return self.game.players[0]

    @property
    def ben(self):
        return self.game.players[1]

    @property
    def cleo(self):
        return self.game.players[2]

    def wealth(self, name="anna"):
        """Cash and checks."""
        player = self.game.players[self.seat(name)]
        return player.cash, player.checks

    def buried(self, name="anna", annex="barn", copy=1):
        return self.game.built(self.seat(name), annex, copy).buried

    def built(self, name="anna"):
        """The cards of the annexes but the barn."""
        return [annex.card for annex in self.game.players[self.seat(name)].annexes[1:]]

    def guest(self, room):
        return self.game.place(str(room)).guest

    def key(self, room):
        owner = self.game.place(str(room)).key
        return "white" if owner is None else self.game.options.players[owner]

    def service(self, room):
        owner = self.game.place(str(room)).service
        return None if owner is None else self.game.options.players[owner]

    def said(self, *kinds):
        """The latest events as the log words them, all or those of these kinds."""
        names = self.game.options.players
        return [
            rules.words(event, names) for event in self.events if not kinds or event[0] in kinds
        ]

    def result(self):
        return rules.result(self.game)

    def winners(self):
        return [self.game.options.players[seat] for seat in rules.result(self.game).winners]
