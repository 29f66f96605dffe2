"""A player that plays sensibly, for the demonstration and for tests.

Pure and without chance: the same board and hand give the same order. It looks at what its seat may
know and nothing else. Each action is tried alone, without what others or chance do next, and the
position it leaves is valued in francs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from pbem import rules
from pbem.rules import Game, Group, Order
from pbem.rules.model import Annex, Family, Guest, Verb
from pbem.rules.orders import Bribe, Build, Bury, Dismiss, Kill, Pay, Place
from pbem.rules.state import Place as Room
from pbem.rules.state import Player

#: How many different targets are looked at; a Shop and a full inn offer some hundreds.
_TARGETS = 1000
#: Francs of a check, and of an unburied corpse when the police or the end come.
_CHECK = 10

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
#: Francs gained by building, where that is a fixed amount.
_AT_ONCE = {"baron": 4, "viscount": 6, "count": 9, "marquis": 18}


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
            return Kill(order.targets, crew(Verb.KILL))
        case Bribe():
            return Bribe(order.targets, crew(Verb.BRIBE))
        case Build():
            hand.remove(order.card)
            return Build(order.card, crew(Verb.BUILD), (), order.at)
        case Bury():
            return Bury(order.burials, crew(Verb.BURY))
    return order


def _outlook(game: Game, seat: int, order: Order) -> float:
    """The value of the position that an order leaves."""
    later = game.copy()
    # Without the rest of the agenda nothing follows but what the order does by itself.
    del later.agenda[:-1]
    rules.apply(later, seat, order)
    return _value(later, seat)


def _value(game: Game, seat: int) -> float:
    """What a player can hope for, in francs, with an action of the night just done."""
    player = game.players[seat]
    rounds = rounds_left(game)
    tonight = 1 if game.lap == 1 else 0
    actions = tonight + 2 * rounds
    places = min(_room(game, player), _PLACES, actions / 3)
    return (
        _money(game, player, actions)
        + sum(_profit(game, game.cards[annex.card], rounds) for annex in player.annexes)
        + _PLACE * places
        + _corpses(game, seat, tonight, actions)
        + _hand(game, player, actions)
    )


def _money(game: Game, player: Player, actions: int) -> float:
    over = 0 if game.options.unlimited or not actions else max(0, player.cash - _PURSE)
    return player.cash + _CHECK * player.checks - _SPILL * over


def _effects(game: Game, player: Player) -> list[Annex]:
    annexes = [game.cards[built.card].annex for built in player.annexes]
    return [annex for annex in annexes if annex is not None]


def _profit(game: Game, guest: Guest, rounds: int) -> float:
    """What a guest brings as an annex until the end, besides the places."""
    annex = guest.annex
    if annex is None:
        return 0.0
    each = annex.income + annex.unpaid + _SAVES * (annex.saves is not None)
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


def _room(game: Game, player: Player) -> int:
    return sum(game.room_left(annex) for annex in player.annexes)


def _corpses(game: Game, seat: int, tonight: int, actions: int) -> float:
    """What the unburied corpses promise, less what the police or the end will take."""
    player = game.players[seat]
    effects = _effects(game, player)
    own = _room(game, player)
    others = sum(_room(game, other) for other in game.players if other is not player)
    saved = sum(effect.saves is Verb.BURY for effect in effects)
    at_once = len(player.corpses) if any(effect.many is Verb.BURY for effect in effects) else 1
    police = any(guest.family is Family.POLICE for guest in game.travelers())
    # With police about only tonight counts, else the next night too, when they may be there.
    in_time = at_once * (tonight if police else min(actions, tonight + 2))
    # In solitaire a corpse that is left costs the game.
    fine = 100 if game.options.solitaire else _CHECK
    strict = police or game.options.solitaire
    crew = len(player.hand)
    total = 0.0
    for guest in sorted((game.cards[card] for card in player.corpses), key=lambda g: -g.money):
        share = 1.0 if own > 0 else 0.5 if others > 0 else 0.0
        needed = max(0, guest.outer - saved)
        ready = needed <= crew and share > 0
        if in_time <= 0 or (strict and not ready):
            total -= fine
            continue
        in_time -= 1
        own, others = (own - 1, others) if own > 0 else (0, others - 1)
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
    due = max(0, len(uses) - sum(annex.unpaid for annex in _effects(game, player)))
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
    due = len(player.corpses)
    wages = len(player.hand)
    return next((m for m in mixes if player.cash - _CHECK * (due - m.checks) >= wages), mixes[-1])


def _dismiss(game: Game, seat: int) -> Order:
    """Let the least useful go."""
    proposed = next(rules.legal_orders(game, seat))
    assert isinstance(proposed, Dismiss)
    hand = sorted(game.players[seat].hand, key=lambda card: _use(game, card))
    return Dismiss(hand[: len(proposed.cards)])


_ANSWERS: dict[str, Callable[[Game, int], Order]] = {
    "place": _place,
    "action": _act,
    "gravedigger": _pay,
    "wages": _dismiss,
}
