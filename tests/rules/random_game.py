"""Random legal games, what must be true at every step of them, and records that replay."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

from pbem import rules
from pbem.rules import UNKNOWN, position
from pbem.rules.state import Game
from tests.rules.scenario import NAMES, Shuffler, has, layout

#: Every way to set up a game but the names, the doors and the corrections.
TERMS = [
    {
        "players": list(NAMES[:players]),
        "length": length,
        "variants": variants,
        "rulings": {"reshuffle": reshuffle},
    }
    for players, length, variants, reshuffle in product(
        (1, 2, 3, 4),
        ("short", "long"),
        ([], ["first-come"], ["unlimited-wealth"], ["first-come", "unlimited-wealth"]),
        ("when-needed", "at-once"),
    )
]
#: Longer lists of legal orders are not walked through.
LONGEST_LIST = 300
MOST_ORDERS = 5_000


def terms(number):
    """The terms of a game by number; 27 shares no factor with their count, so all come up soon."""
    return TERMS[number * 27 % len(TERMS)]


def start(number):
    """A new game; each third one begins in the middle, with annexes and hands of all kinds."""
    setup = dict(terms(number))
    if number % 3 == 2:
        return position.read(rich_position(number, setup))
    game = rules.new_game(rules.options(setup.pop("players"), **setup))
    rules.settle(game, Shuffler(number))
    return game


def rich_position(number, setup):
    """An evening at which every card is somewhere, many of them in front of the players."""
    chance = random.Random(f"rich {number}")
    travelers = [
        card.name
        for card in rules.known_cards().values()
        for _ in range(card.copies)
        if card.name not in ("barn", "peasant")
    ]
    chance.shuffle(travelers)
    names = setup["players"]
    peasants = 8
    areas = {}
    for name in names:
        buildable = [card for card in travelers if rules.known_cards()[card].annex is not None]
        annexes = buildable[: chance.randrange(7)]
        for card in annexes:
            travelers.remove(card)
        hand = [travelers.pop() for _ in range(chance.randrange(7))]
        taken = chance.randrange(min(peasants, 2) + 1)
        peasants -= taken
        areas[name] = has(
            cash=chance.randrange(41),
            checks=chance.randrange(5),
            hand=" ".join(hand + ["peasant"] * taken),
            annexes=" ".join(annexes),
        )
    stack = {1: 12, 2: 15, 3: 18, 4: 24}[len(names)]
    return layout(
        "evening",
        seats=len(names),
        season=chance.randrange(1, 3),
        host=chance.choice(names),
        length=setup["length"],
        variants=setup["variants"],
        rulings=setup["rulings"],
        entrance=" ".join(travelers[:stack]),
        box=" ".join(travelers[stack : stack + 9]),
        exit=" ".join(travelers[stack + 9 :]),
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
    cards = all_cards(game)
    assert sum(cards.values()) == 78
    while game.phase != "over":
        invariants(game, cards)
        assert len(played.orders) < MOST_ORDERS, "the game does not end"
        asked = chance.choice(rules.pending(game))
        order = choose(game, asked.seat, chance)
        text = rules.write(game, asked.seat, order)
        before = snapshot(game)
        later = rules.after(game, asked.seat, order)
        assert snapshot(game) == before, "`after` changed the game it was given"
        game = later
        rules.settle(game, dealer)
        played.orders.append((NAMES[asked.seat], text))
        played.events.append(list(game.events))
    invariants(game, cards)
    sane_result(game)
    replays(played, game)
    replays_unseen(played)
    return played, game


def snapshot(game):
    """All of a game but the cards, which are never changed, in a form that shares nothing."""
    return repr([getattr(game, name) for name in Game.__slots__ if name != "cards"])


def all_cards(game):
    return Counter({name: c.copies for name, c in game.cards.items() if name != "barn"})


def cards_in_play(game):
    found = Counter(game.entrance + game.exit + game.box)
    found["peasant"] += game.bistro
    found.update(place.guest for place in game.places if place.guest is not None)
    for player in game.players:
        found.update(player.hand)
        found.update(player.corpses)
        for annex in player.annexes:
            found.update(annex.buried)
            if annex.card != "barn":
                found[annex.card] += 1
    return found


def invariants(game, cards):
    assert cards_in_play(game) == cards, "a card is lost or twice there"
    assert game.copy() == game
    assert 0 <= game.face_up <= min(2, len(game.entrance))
    for seat, player in enumerate(game.players):
        assert player.cash >= 0
        assert player.cash <= 40 or game.options.unlimited
        assert player.checks >= 0
        assert player.hand == sorted(player.hand)
        assert player.annexes[0].card == "barn"
        for annex in player.annexes:
            assert len(annex.buried) <= game.cards[annex.card].rank
            assert annex.card == "barn" or annex.card not in ("peasant", "major", "brigadier")
        tokens = sum((place.key == seat) + (place.service == seat) for place in game.places)
        assert tokens <= 8
    players = len(game.players)
    assert len(game.places) == {1: 4, 2: 5, 3: 6, 4: 8}[players]
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
        assert len(orders) == total, "the groups count wrong"
    else:
        orders = [group.example for group in groups]
    for order in orders:
        assert rules.problem(game, seat, order) is None, order
        text = rules.write(game, seat, order)
        assert rules.read(game, seat, text) == order, text
    kinds = sorted({type(order).__name__ for order in orders})
    kind = chance.choices(kinds, [weight(game, seat, kind) for kind in kinds])[0]
    orders = [order for order in orders if type(order).__name__ == kind]
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


class Unseen:
    """A dealer who knows no more than what was turned face up."""

    def __init__(self, events):
        self.cards = {event[2:4]: event[4] for event in events if event[0] == "face-up"}

    def shuffle(self, _deck, _serial, cards):
        return [UNKNOWN] * len(cards)

    def card(self, _deck, serial, position):
        return self.cards[serial, position]


def unseen_start(played, game, dealer):
    """The beginning as the public knows it; the first player is no secret."""
    if played.number % 3 == 2:
        public = game.copy()
        public.box = [UNKNOWN] * len(game.box)
        hidden = len(game.entrance) - game.face_up
        public.entrance[game.face_up :] = [UNKNOWN] * hidden
        return public
    setup = dict(terms(played.number))
    names = setup.pop("players")
    public = rules.new_game(rules.options(names, first=names[game.host], **setup))
    rules.settle(public, dealer)
    public.events.insert(0, ("shuffle", "seats", 0, len(names)))
    return public


def replays_unseen(played):
    """Who knows the public record alone follows the whole game."""
    known = Shuffler(played.number)
    unseen = Unseen([event for events in played.events for event in events])
    game = start(played.number)
    public = unseen_start(played, game, unseen)
    assert public.events == played.events[0]
    for (name, text), events in zip(played.orders, played.events[1:], strict=True):
        seat = NAMES.index(name)
        order = rules.read(game, seat, text)
        assert rules.read(public, seat, text) == order
        assert rules.problem(public, seat, order) is None
        rules.play(game, seat, order, known)
        rules.play(public, seat, order, unseen)
        assert public.events == events
        assert rules.pending(public) == rules.pending(game)
        assert rules.public(public) == rules.public(game)
        assert rules.own(public, seat) == rules.own(game, seat)
    assert rules.result(public) == rules.result(game)


def shaken(game, chance):
    """The same game with all that is hidden from everybody in another order."""
    other = game.copy()
    hidden = other.entrance[other.face_up :]
    culled = [card for card in other.box if card != "peasant"]
    unseen = hidden + culled
    chance.shuffle(unseen)
    other.entrance[other.face_up :] = unseen[: len(hidden)]
    other.box = unseen[len(hidden) :] + ["peasant"] * other.box.count("peasant")
    return other
