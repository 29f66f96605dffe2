"""A player that plays sensibly, for the demonstration and for tests.

Pure and without chance: the same board and hand give the same order. It looks at what its seat may
know and nothing else. Each action is tried alone, without what others or chance do next, and the
position it leaves is valued in francs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from pbem import rules
from pbem.rules import CHECK, Game, Group, Order
from pbem.rules.model import Annex, EventCard, Family, Guest, Verb
from pbem.rules.orders import Bribe, Build, Bury, Dismiss, Keep, Kill, Pay, Place, Stand
from pbem.rules.state import Place as Room
from pbem.rules.state import Player

#: How many different targets are looked at; a Shop and a full inn offer some hundreds.
_TARGETS = 1000

# What things are worth in francs. The numbers were found by letting bots with other numbers play.

#: A place for a corpse under an own annex, and how many of them are of use.
_PLACE, _PLACES = 6.6, 6
#: An accomplice; more of them than these are worth less and less.
_ACCOMPLICE, _CREW, _FADE = 2.5, 7, 0.3
#: An accomplice who comes back to the hand, by the action.
_RETURNS = {Verb.KILL: 1.5, Verb.BURY: 3.2, Verb.BRIBE: 1.5, Verb.BUILD: 1.6, None: 0.0}
#: The part of the money of a corpse: one that the hand can bury at once, and another.
_READY, _WAITING = 0.47, 0.25
#: Cash beyond this may run over the 40F, and this part of it counts as lost.
_PURSE, _SPILL = 21, 0.58
#: An annex in one of the rounds to come: saves an accomplice, takes many, keeps all, has a door.
_SAVES, _MANY, _KEEPS, _DOOR = 0.5, 0.4, 1.0, 1.0
#: How far the cards that will lie in the exit stack can be counted on; all checks, with a bonus.
_LEAVERS, _CHECKS = 0.8, 15.0
#: The part of its profit that an annex is worth while it is a card in the hand.
_PLAN = 0.25
#: Francs gained by building, where that is a fixed amount or can be guessed.
_AT_ONCE = {
    "baron": 4,
    "viscount": 6,
    "count": 9,
    "marquis": 18,
    "sericulturist": 3,
    "winemaker": 6,
}
#: Francs of an annex in one of the rounds to come, where the card decides.
_EACH = {
    "gardener": 2.0,
    "surgeon": 1.5,
    "pharmacist": 1.2,
    "banker": 0.7,
    "notary": 0.3,
    "barker": 0.8,
}
#: The rent of a trailer, which others like to fill with guests who do not stay.
_TRAILER = 0.6
#: What an object is good for, at the right moment.
_OBJECTS = {
    "poison": 7.0,
    "well": 8.0,
    "wheelbarrow": 7.0,
    "tomb": 8.0,
    "quicklime": 5.5,
    "rug": 3.0,
    "confessional": 5.5,
    "bible": 4.0,
    "wolf-trap": 4.0,
    "hammer": 3.5,
    "snow-pile": 2.5,
    "liquor": 3.0,
    "cake": 2.0,
    "gold-teeth": 3.5,
    "coffee": 2.4,
    "letter": 1.0,
}
#: How far a guest with cake can be counted on to stay, and what a letter does to others a corpse.
_STAYS, _DENOUNCED = 0.4, 2.0


def choose(game: Game, seat: int) -> Order:
    """The order of a player who is asked; always a legal one. Raises ValueError if not asked."""
    for asked in rules.pending(game):
        if asked.seat == seat:
            return _ANSWERS[asked.question](game, seat)
    raise ValueError(f"seat {seat} is not asked")


def rounds_left(game: Game) -> int:
    """How many rounds come after this one, as far as anybody can tell."""
    if game.final:
        return 0
    nightly = len(game.places)
    if game.season == 1:
        return (len(game.entrance) + _second_season(game)) // nightly
    full, rest = divmod(len(game.entrance), nightly)
    return full + (rest >= len(game.players))


def _second_season(game: Game) -> int:
    """How many travelers come again: about a quarter stays with the players."""
    return (len(game.entrance) + len(game.exit) + len(game.places)) * 3 // 4


# The draft and the windows


def _keep(game: Game, seat: int) -> Order:
    """The object that is worth most above its price."""

    def worth(order: Order) -> float:
        assert isinstance(order, Keep)
        return _OBJECTS.get(order.card, 0.0) - game.objects[order.card].price

    return max(rules.legal_orders(game, seat), key=worth)


def _best(game: Game, seat: int) -> Order:
    """The answer that leaves the best position, if in doubt the last one, which does nothing."""
    orders = [*rules.legal_orders(game, seat)]
    return max(reversed(orders), key=lambda order: _outlook(game, seat, order))


def _window(game: Game, seat: int) -> Order:
    """The best play; who has nothing left for any window saves the mail of being asked again."""
    known = [game.objects[card] for card in game.players[seat].objects]
    if all(card.window is None for card in known):
        return Stand("always")
    return _best(game, seat)


# The evening


def _place(game: Game, seat: int) -> Order:
    """All rooms of the evening in one order, as saves mail; only the first guest is known."""
    rank = game.cards[game.entrance[0]].rank
    # Who is cheap is soon bribed or killed, and then pays no rent.
    rent = 1 if rank > 1 else -1

    def mine(owner: int | None) -> int:
        return 0 if owner is None else 1 if owner == seat else -1

    def liking(room: Room) -> int:
        return rent * mine(room.key) + rank * mine(room.service)

    rooms = sorted(game.free_places(), key=liking, reverse=True)
    return Place(room.name for room in rooms)


# The night


def _act(game: Game, seat: int) -> Order:
    """The action that leaves the best position."""
    return max(_orders(game, seat), key=lambda order: _outlook(game, seat, order))


def _orders(game: Game, seat: int) -> Iterator[Order]:
    """The legal actions, each with the accomplices that are missed least."""
    for group in islice(rules.groups(game, seat), _TARGETS):
        order = _crewed(game, seat, group)
        if rules.problem(game, seat, order) is None:
            yield order


def _crewed(game: Game, seat: int, group: Group) -> Order:
    """The order of a group with as few accomplices as possible, and the best ones."""
    order = group.example
    hand = game.players[seat].hand[:]

    def crew(verb: Verb) -> list[str]:
        """First those who come back, then the least useful."""
        back = {card: game.cards[card].affinity is verb for card in hand}
        return sorted(hand, key=lambda card: (not back[card], _use(game, card)))[: group.low]

    match order:
        case Kill():
            return Kill(order.targets, crew(Verb.KILL), (), order.using)
        case Bribe():
            return Bribe(order.targets, crew(Verb.BRIBE), (), order.using)
        case Build():
            if rules.card_built(game, order) == order.card:
                hand.remove(order.card)
            return Build(order.card, crew(Verb.BUILD), (), order.using, order.at)
        case Bury():
            return Bury(order.burials, crew(Verb.BURY), (), order.using)
    return order


def _outlook(game: Game, seat: int, order: Order) -> float:
    """The value of the position that an order leaves."""
    later = game.copy()
    # Without the rest of the agenda nothing follows but what the order does by itself.
    del later.agenda[:-1]
    rules.apply(later, seat, order)
    return _value(later, seat)


def _value(game: Game, seat: int) -> float:
    """What a player can hope for, in francs; at night with an action just done."""
    player = game.players[seat]
    rounds = rounds_left(game)
    tonight = 2 if game.phase == "evening" else 1 if game.lap == 1 else 0
    actions = tonight + 2 * rounds
    trailers = [place for place in game.places if place.is_trailer and place.key == seat]
    places = min(_room(game, seat), _PLACES, actions / 3)
    return (
        _money(game, player, actions)
        + sum(_profit(game, game.cards[annex.card], rounds) for annex in player.annexes)
        + _TRAILER * rounds * len(trailers)
        + _PLACE * places
        + _corpses(game, seat, tonight, actions)
        + _hand(game, player, actions)
        + _objects(game, seat, actions)
    )


def _event(game: Game) -> EventCard | None:
    """This round's event, if it can still act and seems to."""
    if game.revealed is None:
        return None
    carnies = any(guest.family is Family.CARNIE for guest in game.travelers())
    return game.event_cards[game.revealed] if carnies else None


def _money(game: Game, player: Player, actions: int) -> float:
    over = 0 if game.options.unlimited or not actions else max(0, player.cash - _PURSE)
    event = _event(game)
    name = "" if event is None else event.name
    lost = {"pickpockets": player.cash / 2, "broken-safe": CHECK * player.checks / 2}
    return player.cash + CHECK * player.checks - _SPILL * over - lost.get(name, 0.0)


def _objects(game: Game, seat: int, actions: int) -> float:
    """What the objects in the hand promise, and those that lie about."""
    held = sum(_OBJECTS.get(card, 0.0) for card in game.players[seat].objects)
    cakes = sum(
        2 * _STAYS * game.cards[place.guest].rank
        for place in game.places
        if place.cake == seat and place.guest is not None
    )
    others = sum(len(p.exposed()) for number, p in enumerate(game.players) if number != seat)
    return held * min(1.0, (actions + 1) / 8) + cakes + _DENOUNCED * others * game.letter


def _effects(game: Game, player: Player) -> list[Annex]:
    annexes = [game.cards[built.card].annex for built in player.annexes]
    return [annex for annex in annexes if annex is not None]


def _profit(game: Game, guest: Guest, rounds: int) -> float:
    """What a guest brings as an annex until the end, besides the places."""
    annex = guest.annex
    if annex is None:
        return 0.0
    each = _EACH.get(guest.name, 0.0) + annex.unpaid + _SAVES * (annex.saves is not None)
    each += _MANY * (annex.many is not None) + _KEEPS * (annex.keeps is not None)
    each += _DOOR * (annex.doors is not None)
    if annex.scores_last:
        return each * rounds + _CHECKS
    end = 4 * _LEAVERS * _leaving(game, guest.family) if annex.score is not None else 0.0
    return each * rounds + end


def _leaving(game: Game, family: Family | None) -> float:
    """How many cards of one of the five families will lie in the exit stack, about."""
    if game.season == 1:
        return _second_season(game) / 5
    coming = len(game.entrance) + sum(1 for _ in game.travelers())
    return coming / 5 + sum(game.cards[card].family is family for card in game.exit)


def _room(game: Game, seat: int) -> int:
    """Places under the own annexes, and under trailers where nobody stays."""
    trailers = sum(
        game.cards[place.name].outer
        for place in game.places
        if place.is_trailer and place.key == seat and place.guest is None
    )
    return sum(game.room_left(annex) for annex in game.players[seat].annexes) + trailers


def _gravedigger_comes(game: Game) -> bool:
    """True if corpses seem to cost money in the morning that comes."""
    event = _event(game)
    if game.letter or (event is not None and event.calls_gravedigger):
        return True
    if event is not None and event.stops_police:
        return False
    return any(guest.family is Family.POLICE for guest in game.travelers())


def _corpses(game: Game, seat: int, tonight: int, actions: int) -> float:
    """What the unburied corpses promise, less what the gravedigger will take."""
    player = game.players[seat]
    effects = _effects(game, player)
    own = _room(game, seat)
    others = sum(_room(game, other) for other in range(len(game.players)) if other != seat)
    saved = sum(effect.saves is Verb.BURY for effect in effects)
    at_once = len(player.corpses) if any(effect.many is Verb.BURY for effect in effects) else 1
    police = _gravedigger_comes(game)
    snowed = player.snowed[:]
    # With police about only tonight counts, else the next night too, when they may be there.
    in_time = at_once * (tonight if police else min(actions, tonight + 2))
    # In solitaire a corpse that is left costs the game.
    fine = 100 if game.options.solitaire else CHECK
    strict = police or game.options.solitaire
    crew = len(player.hand)
    total = 0.0
    for guest in sorted((game.cards[card] for card in player.corpses), key=lambda g: -g.money):
        at_home = own >= guest.places and not guest.abroad
        share = 1.0 if at_home else 0.5 if others >= guest.places else 0.0
        needed = max(0, guest.outer - saved)
        ready = needed <= crew and share > 0
        if guest.name in snowed:
            snowed.remove(guest.name)
            total += guest.money * share * _WAITING if actions else -fine
            continue
        if in_time <= 0 or (strict and not ready):
            total -= fine
            continue
        in_time -= 1
        own, others = (own - guest.places, others) if at_home else (own, others - guest.places)
        crew -= needed if ready else 0
        total += guest.money * share * (_READY if ready else _WAITING)
        total -= 0 if share else fine / 2
    return total


def _hand(game: Game, player: Player, actions: int) -> float:
    """What the accomplices are good for, less their wages; who cannot be paid leaves."""
    uses = sorted((_use(game, card) for card in player.hand), reverse=True)
    worth = sum(
        use if number < _CREW else use * _FADE ** (number - _CREW + 1)
        for number, use in enumerate(uses)
    )
    event = _event(game)
    if event is not None and event.name == "fiasco":
        # What is not played tonight is lost.
        return worth * min(1.0, actions / 6) / 3
    paid = max(0, len(uses) - sum(annex.unpaid for annex in _effects(game, player)))
    due = paid * ((event.wage if event is not None else 0) or 1)
    unpaid = max(0, due - player.cash)
    return worth * min(1.0, actions / 6) - due - 2 * unpaid


def _use(game: Game, card: str) -> float:
    """What a card is worth in the hand: to be played, and to be built."""
    guest = game.cards[card]
    use = _ACCOMPLICE + _RETURNS[guest.affinity]
    if guest.annex is None:
        return use
    profit = _profit(game, guest, rounds_left(game)) + _AT_ONCE.get(card, 0)
    profit += _PLACE * guest.outer - _ACCOMPLICE * (guest.outer + 1)
    return use + _PLAN * max(0.0, profit)


# The morning


def _pay(game: Game, seat: int) -> Order:
    """Cash first, which is what can run over; but wages are due in cash and are kept back."""
    player = game.players[seat]
    mixes = [order for order in rules.legal_orders(game, seat) if isinstance(order, Pay)]
    due = len(player.exposed())
    event = _event(game)
    wages = len(player.hand) * ((event.wage if event is not None else 0) or 1)
    return next((m for m in mixes if player.cash - CHECK * (due - m.checks) >= wages), mixes[-1])


def _dismiss(game: Game, seat: int) -> Order:
    """Let the least useful go."""
    proposed = next(rules.legal_orders(game, seat))
    assert isinstance(proposed, Dismiss)
    hand = sorted(game.players[seat].hand, key=lambda card: _use(game, card))
    return Dismiss(hand[: len(proposed.cards)])


_ANSWERS: dict[str, Callable[[Game, int], Order]] = {
    "draft": _keep,
    "place": _place,
    "objects": _window,
    "action": _act,
    "study": _best,
    "gravedigger": _pay,
    "wages": _dismiss,
}
