"""Random legal games, what must be true at every step of them, and records that replay."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

from pbem import rules
from pbem.rules import UNKNOWN, position
from pbem.rules.options import RULINGS
from pbem.rules.orders import Keep, Play, Stand, Swap
from pbem.rules.setup import known_events, known_objects
from pbem.rules.state import Game
from tests.rules.scenario import NAMES, Knowing, Shuffler, has, layout

LENGTHS = ("short", "long")
VARIANTS = ([], ["first-come"], ["unlimited-wealth"], ["first-come", "unlimited-wealth"])
#: Every combination of modules but none.
MODULES = [
    carnies + notables + objects
    for carnies, notables, objects in product(
        ([], ["carnies"], ["carnies", "events"]), ([], ["notables"]), ([], ["objects"])
    )
][1:]
#: Every way to set up a base game but the names, the doors and the corrections.
TERMS = [
    {
        "players": list(NAMES[:players]),
        "length": length,
        "variants": variants,
        "rulings": {"reshuffle": reshuffle},
    }
    for players, length, variants, reshuffle in product(
        (1, 2, 3, 4), LENGTHS, VARIANTS, RULINGS["reshuffle"]
    )
]
#: Every way to set up a game of the expansion but those, and the rulings.
EXPANDED = [
    {"players": list(NAMES[:players]), "length": length, "variants": variants, "modules": modules}
    for players, length, variants, modules in product((2, 3, 4), LENGTHS, VARIANTS, MODULES)
]
#: Longer lists of legal orders are not walked through.
LONGEST_LIST = 300
MOST_ORDERS = 5_000


def terms(number):
    """The terms of a game by number; each fourth is a base game.

    The factors share none with the counts, so all terms come up soon.
    """
    if number % 4 == 0:
        return TERMS[number // 4 * 27 % len(TERMS)] | {"modules": []}
    chance = random.Random(f"rulings {number}")
    rulings = {name: chance.choice(readings) for name, readings in RULINGS.items()}
    chosen = number - number // 4 - 1
    return EXPANDED[chosen * 85 % len(EXPANDED)] | {"rulings": rulings}


def is_rich(number):
    """True for the games that begin in the middle."""
    return number % 3 == 2


def start(number):
    """A new game; each third one begins in the middle, with annexes and hands of all kinds."""
    setup = dict(terms(number))
    if is_rich(number):
        return position.read(rich_position(number, setup))
    game = rules.new_game(rules.options(setup.pop("players"), **setup))
    rules.settle(game, Shuffler(number))
    return game


def rich_position(number, setup):
    """An evening at which every card is somewhere, many of them in front of the players."""
    chance = random.Random(f"rich {number}")
    names = setup["players"]
    known = rules.known_cards()
    travelers = [
        card.name
        for card in known.values()
        for _ in range(card.copies)
        if card.name not in ("barn", "peasant")
        and (setup["modules"] or card.family not in ("carnie", "notable"))
    ]
    chance.shuffle(travelers)
    objects = sorted(known_objects()) if setup["modules"] else []
    chance.shuffle(objects)
    peasants = 8
    areas, trailers = {}, {}
    for name in names:
        buildable = [card for card in travelers if known[card].annex is not None]
        annexes = buildable[: chance.randrange(7)]
        for card in annexes:
            travelers.remove(card)
        beside = [card for card in annexes if known[card].annex.trailer]
        trailers |= dict.fromkeys(beside, name)
        hand = [travelers.pop() for _ in range(chance.randrange(7))]
        corpses = [travelers.pop() for _ in range(chance.randrange(3) if setup["modules"] else 0)]
        taken = chance.randrange(min(peasants, 2) + 1)
        peasants -= taken
        areas[name] = has(
            cash=chance.randrange(41),
            checks=chance.randrange(5),
            hand=" ".join(hand + ["peasant"] * taken),
            corpses=" ".join(corpses),
            objects=" ".join(objects.pop() for _ in range(chance.randrange(4)) if objects),
            annexes=" ".join(card for card in annexes if card not in beside),
        )
    stack = {1: 12, 2: 15, 3: 18, 4: 24}[len(names)]
    return layout(
        "evening",
        seats=len(names),
        season=chance.randrange(1, 3),
        host=chance.choice(names),
        length=setup["length"],
        variants=setup["variants"],
        modules=setup["modules"],
        rulings=setup["rulings"],
        trailers=trailers,
        entrance=" ".join(travelers[:stack]),
        box=" ".join(travelers[stack : stack + 9]),
        exit=" ".join(travelers[stack + 9 :]),
        events=" ".join(chance.sample(sorted(known_events()), k=5)),
        event_discards="",
        bistro=peasants,
        **areas,
    )


class Played:
    """A game so far: enough to play it again."""

    def __init__(self, number):
        self.number = number
        self.orders = []
        self.events = []

    def dump(self):
        """The record as text, one order a line."""
        return "\n".join([str(self.number), *(f"{name}: {text}" for name, text in self.orders)])


def replay(dump):
    """The game of a dump, played again to where it stopped."""
    head, *lines = dump.splitlines()
    dealer = Shuffler(int(head))
    game = start(int(head))
    for line in lines:
        name, _, text = line.partition(": ")
        seat = game.options.players.index(name)
        rules.play(game, seat, rules.read(game, seat, text), dealer)
    return game


def play(number):
    """Play a random game to its end, checking everything; an error tells how to repeat it."""
    played = Played(number)
    try:
        return _play(played)
    except Exception as error:
        raise AssertionError(f"random game {number}: {error!r}\n{played.dump()}") from error


def _play(played):
    chance = random.Random(played.number)
    dealer = Shuffler(played.number)
    game = start(played.number)
    played.events.append(list(game.events))
    whole = everything(game)
    while game.phase != "over":
        invariants(game, whole)
        assert len(played.orders) < MOST_ORDERS, "the game does not end"
        seat, order = decide(game, chance)
        text = rules.write(game, seat, order)
        before = snapshot(game)
        later = rules.after(game, seat, order)
        assert snapshot(game) == before, "`after` changed the game it was given"
        game = later
        rules.settle(game, dealer)
        played.orders.append((NAMES[seat], text))
        played.events.append(list(game.events))
    invariants(game, whole)
    sane_result(game)
    replays(played, game)
    replays_unseen(played)
    return played, game


def decide(game, chance):
    """Who orders what: an answer to a question, or now and then what may be ordered at any time."""
    if chance.random() < 0.03:
        seat = chance.randrange(len(game.players))
        order = chance.choice([*any_time(game, chance)])
        if rules.problem(game, seat, order) is None:
            text = rules.write(game, seat, order)
            assert rules.read(game, seat, text) == order, text
            return seat, order
    asked = chance.choice(rules.pending(game))
    return asked.seat, choose(game, asked.seat, chance)


def any_time(game, chance):
    yield Swap(chance.choice(["cash", "checks"]), chance.randrange(1, 4))
    yield Stand("round")
    yield Stand("until", game.number + chance.randrange(4))
    yield Stand("always")
    yield Stand("no more")
    yield Stand("no more")


def snapshot(game):
    """All of a game but the cards, which are never changed, in a form that shares nothing."""
    return repr([getattr(game, name) for name in Game.__slots__ if name not in CARDS])


CARDS = ("cards", "event_cards", "objects")


def everything(game):
    """What must never be lost nor come twice: guests, events, and the objects at the start."""
    guests = guests_in_play(game)
    assert all(count <= game.cards[name].copies for name, count in guests.items())
    return guests, events_in_play(game), objects_in_play(game)


def guests_in_play(game):
    found = Counter(game.entrance + game.exit + game.box)
    found["peasant"] += game.bistro
    for place in game.places:
        if place.guest is not None:
            found[place.guest] += 1
        if place.is_trailer:
            found[place.name] += 1
    for player in game.players:
        found.update(player.hand)
        found.update(player.corpses)
        for annex in player.annexes:
            found.update(annex.buried)
            if annex.card != "barn":
                found[annex.card] += 1
    return +found


def events_in_play(game):
    revealed = [] if game.revealed is None else [game.revealed]
    return Counter(game.event_deck + game.event_discards + revealed)


def objects_in_play(game):
    found = Counter(card for player in game.players for card in player.objects)
    for item in game.agenda:
        for asked in item[1:] if item[0] == "ask" else ():
            found.update(asked[2:] if asked[0] == "draft" else ())
        for pack in item[1:] if item[0] == "pass-packs" else ():
            found.update(pack[1:])
    return found


def invariants(game, whole):
    guests, events, objects = whole
    assert guests_in_play(game) == guests, "a card is lost or twice there"
    assert events_in_play(game) == events, "an event is lost or twice there"
    held = objects_in_play(game)
    assert held <= objects, "an object has come back"
    assert max(held.values(), default=0) <= 1, "an object is twice there"
    assert game.copy() == game
    assert 0 <= game.face_up <= min(2, len(game.entrance))
    limed = 0
    for seat, player in enumerate(game.players):
        assert player.cash >= 0
        assert player.cash <= 40 or game.options.unlimited
        assert player.checks >= 0
        assert player.hand == sorted(player.hand)
        assert player.objects == sorted(player.objects)
        assert len(player.exposed()) + len(player.snowed) == len(player.corpses)
        assert player.annexes[0].card == "barn"
        for annex in player.annexes:
            card = game.cards[annex.card]
            limed += sum(game.cards[corpse].places for corpse in annex.buried) > card.outer
            assert card.annex is not None
            assert bool(annex.buried) or not card.annex.trailer, "a trailer without a corpse"
        tokens = sum((place.key == seat) + (place.service == seat) for place in game.places)
        assert tokens <= 8
    assert limed <= (game.options.ruling("quicklime") == "full-annex")
    rooms = [place for place in game.places if not place.is_trailer]
    assert len(rooms) == {1: 4, 2: 5, 3: 6, 4: 8}[len(game.players)]
    for thing in ("coffee", "cake"):
        assert sum(getattr(place, thing) is not None for place in game.places) <= 1
    if game.phase == "over":
        assert rules.pending(game) == []
        assert game.agenda == []
        return
    assert rules.result(game) is None
    asked = rules.pending(game)
    assert asked, "the game goes on, but nobody is asked"
    assert len({one.seat for one in asked}) == len(asked)


def choose(game, seat, chance):
    """A random order; on the way, all that is listed is checked."""
    groups = list(rules.groups(game, seat))
    assert groups, "somebody is asked who can do nothing"
    total = sum(group.orders for group in groups)
    if total <= LONGEST_LIST:
        orders = list(rules.legal_orders(game, seat))
        assert len(set(orders)) == len(orders) == total, "the groups count wrong"
    else:
        orders = [group.example for group in groups]
    for order in orders:
        assert rules.problem(game, seat, order) is None, order
        text = rules.write(game, seat, order)
        assert rules.read(game, seat, text) == order, text
    kinds = sorted({type(order).__name__ for order in orders})
    kind = chance.choices(kinds, [weight(game, seat, kind) for kind in kinds])[0]
    orders = [order for order in orders if type(order).__name__ == kind]
    helped = [order for order in orders if getattr(order, "using", ())]
    if helped and chance.random() < 0.3:
        orders = helped
    if kind == "Bury":
        # Sharing makes everybody poor, and the poor have no hands to build with.
        orders.sort(key=lambda order: sum(grave.owner != seat for grave in order.burials))
        return orders[min(chance.randrange(len(orders)), chance.randrange(len(orders)))]
    return chance.choice(orders)


def weight(game, seat, kind):
    """How inclined a player is; one who kills at random has neither annexes nor accomplices."""
    player = game.players[seat]
    match kind:
        case "Bury":
            return 30
        case "Build":
            return 6
        case "Kill":
            graves = sum(max(0, game.room_left(annex)) for annex in player.annexes)
            likely = 4 if graves > len(player.corpses) else 0.2
            # Alone, one unburied corpse ends the game.
            return likely / 8 if game.options.solitaire else likely
        case "Bribe":
            return 3 if len(player.hand) <= player.cash else 0.5
        case "Pass":
            return 1
    return 1


def sane_result(game):
    result = rules.result(game)
    assert result.loot == tuple(player.cash + 10 * player.checks for player in game.players)
    if len(game.players) > 1:
        assert not result.lost
        assert all(not player.corpses for player in game.players)
        assert result.winners
        assert {result.loot[seat] for seat in result.winners} == {max(result.loot)}
    assert game.season == 2 or result.lost


def replays(played, game):
    """The recorded orders with a dealer of their own give the same game."""
    again = replay(played.dump())
    assert again == game
    assert again.events == played.events[-1]


class Unseen(Knowing):
    """A dealer who knows no more than what the record tells."""

    def __init__(self, record):
        told = [event for events in record for event in events]
        self.cards = {event[1:4]: event[4] for event in told if event[0] in ("face-up", "reveal")}
        self.prices = {event[1]: event[2] for event in told if event[0] == "price"}
        #: What the order now replayed has led to.
        self.now = record[0]

    def shuffle(self, _deck, _serial, cards):
        return [UNKNOWN] * len(cards)

    def card(self, deck, serial, position):
        return self.cards[deck, serial, position]

    def price(self, player):
        return self.prices[NAMES.index(player)]

    def stands(self, player, happened):
        return self.now[happened : happened + 1] == [("standing", NAMES.index(player))]


def unseen_start(played, game, dealer):
    """The beginning as the public knows it; the first player is no secret."""
    if is_rich(played.number):
        public = game.copy()
        public.box = [UNKNOWN] * len(game.box)
        hidden = len(game.entrance) - game.face_up
        public.entrance[game.face_up :] = [UNKNOWN] * hidden
        public.event_deck = [UNKNOWN] * len(game.event_deck)
        for player in public.players:
            player.objects = [UNKNOWN] * len(player.objects)
        return public
    setup = dict(terms(played.number))
    names = setup.pop("players")
    public = rules.new_game(rules.options(names, first=names[game.host], **setup))
    rules.settle(public, dealer)
    public.events.insert(0, ("shuffle", "seats", 0, len(names)))
    return public


def sealed(order):
    """The order as those know it to whom it is secret."""
    match order:
        case Keep():
            return Keep(UNKNOWN)
        case Stand():
            return Stand(UNKNOWN)
    return order


def replays_unseen(played):
    """Who knows the public record alone follows the whole game, and a player the own orders too."""
    known = Shuffler(played.number)
    unseen = Unseen(played.events)
    game = start(played.number)
    public = unseen_start(played, game, unseen)
    assert public.events == played.events[0]
    for count, ((name, text), events) in enumerate(
        zip(played.orders, played.events[1:], strict=True)
    ):
        seat = NAMES.index(name)
        order = rules.read(game, seat, text)
        if sealed(order) is order:
            assert rules.read(public, seat, text) == order
        assert rules.problem(public, seat, sealed(order)) is None
        if count % 20 == 0 or isinstance(order, Play):
            knows_what_is_legal(public, game, seat)
        rules.play(game, seat, order, known)
        unseen.now = events
        rules.play(public, seat, sealed(order), unseen)
        assert public.events == events
        assert asked(public) == asked(game)
        assert rules.public(public) == rules.public(game)
        assert rules.own(public, seat)["hand"] == rules.own(game, seat)["hand"]
    assert rules.result(public) == rules.result(game)


def asked(game):
    """The open questions, without the cards of a pack."""
    return [
        (one.seat, one.question, len(one.about) if one.question == "draft" else one.about)
        for one in rules.pending(game)
    ]


def knows_what_is_legal(public, game, seat):
    """With the own secrets a player knows every legal order."""
    mine = public.copy()
    rules.learn(mine, seat, rules.own(game, seat))
    assert rules.own(mine, seat) == rules.own(game, seat)
    assert list(rules.groups(mine, seat)) == list(rules.groups(game, seat))


def shaken(game, chance, *seats):
    """The same game with all that is hidden from everybody, or from these seats, in another order.

    Hidden are stacks, box, packs, others' objects and standing orders.
    """
    other = game.copy()
    hidden = other.entrance[other.face_up :]
    culled = [card for card in other.box if card != "peasant"]
    unseen = hidden + culled
    chance.shuffle(unseen)
    other.entrance[other.face_up :] = unseen[: len(hidden)]
    other.box = unseen[len(hidden) :] + ["peasant"] * other.box.count("peasant")
    chance.shuffle(other.event_deck)
    shake_objects(other, chance, *seats)
    return other


def shake_objects(game, chance, *seats):
    """Change what others hold, choose from, and order to stand, in place."""
    others = [seat for seat in range(len(game.players)) if seat not in seats]
    mine = {card for seat in seats for card in game.players[seat].objects}
    for item in game.agenda:
        for question in item[1:] if item[0] == "ask" else ():
            mine |= set(question[2:]) if question[0] == "draft" and question[1] in seats else set()
    pool = [card for card in game.objects if card not in mine]
    chance.shuffle(pool)
    for seat in others:
        player = game.players[seat]
        player.objects = sorted(pool.pop() for _ in player.objects)
        player.standing = chance.choice([None, ("always", 0), ("until", game.number + 1)])
    game.agenda = [_with_other_packs(item, others, pool) for item in game.agenda]


def _with_other_packs(item, others, pool):
    if item[0] == "ask":
        return (
            "ask",
            *[
                ("draft", one[1], *sorted(pool.pop() for _ in one[2:]))
                if one[0] == "draft" and one[1] in others
                else one
                for one in item[1:]
            ],
        )
    if item[0] == "pass-packs":
        return ("pass-packs", *[(pack[0], *[pool.pop() for _ in pack[1:]]) for pack in item[1:]])
    return item
