"""The round as steps that run by themselves, in the rulebook's order.

A step is a function named in STEPS; the agenda holds its name and what it is about. The item
`ask` holds the questions that are open; what is in CHANCE is answered from outside.
"""

from __future__ import annotations

from collections.abc import Callable

from pbem.rules import actions, draft, gravedigger, moves, scoring, wages, windows
from pbem.rules.effects import effects, income, live_event, morning_gift
from pbem.rules.model import Family, Window
from pbem.rules.state import ASK, EVENTS, GUESTS, OBJECTS, SEATS, UNKNOWN, Game, Item, Place

CHANCE = frozenset({"shuffle", "card", "price", "stands"})


def evening(game: Game) -> list[Item]:
    """The steps of an evening: objects are played when all travelers are welcomed. (W3)"""
    return [("welcome",), ("head-count",), *_windows(game, Window.EVENING)]


def _windows(game: Game, window: Window) -> list[Item]:
    """The step in which objects are played; a game in which nobody holds any has none."""
    held = any(player.objects for player in game.players)
    return [("windows", window.value)] if held else []


def play_round(game: Game) -> None:
    """Evening, night and morning. (Rulebook, Playing the Game)"""
    moves.begin_round(game)
    game.then(*evening(game), ("night",), ("morning",))


def seat_players(game: Game) -> None:
    """Give the first player card to the player named, else let chance. (Ruling R01)"""
    first = game.options.first
    if first is None:
        game.then(("shuffle", SEATS))
    else:
        moves.name_first_player(game, game.options.players.index(first))


def deal(game: Game) -> None:
    """Make the decks, draft the objects, and play. (Rulebook, Setup; The Carnies, Setup)"""
    modules = game.options.modules
    events = [("shuffle", EVENTS)] if EVENTS in modules else []
    objects = [("draft",)] if OBJECTS in modules else []
    game.then(("shuffle", GUESTS), ("turn-up", 1), *events, *objects, ("round",))


# Phase 1: Welcome Travelers (evening)


def welcome(game: Game, *planned: str) -> None:
    """Place travelers until each open place has one. (Rulebook, Welcome Travelers)

    *planned* are the places that the first player has named for the next ones, unseen.
    """
    free = game.free_places()
    if not free:
        return
    if not game.entrance:
        if game.season == 1:
            game.then(("reshuffle",), ("welcome", *planned))
        elif not game.final:
            moves.announce_final_round(game)
        return
    if not _seen(game, 2):
        game.then(("card", GUESTS), ("welcome", *planned))
        return
    place: Place | None
    if len(free) == 1 or game.options.first_come:
        place = free[0]
    elif planned:
        place = game.place(planned[0])
    else:
        game.then((ASK, ("place", game.host)))
        return
    assert place is not None
    moves.place_guest(game, place)
    game.then(("welcome", *planned[1:]))
    assert place.guest is not None
    guest = game.cards[place.guest]
    if place.service is not None:
        # The token's owner gains the traveler's rank at once. (R18)
        moves.gain(game, place.service, guest.rank, "room-service")
    carnie = guest.family is Family.CARNIE
    if carnie:
        _pay_booths(game)
    _look_at_stack(game)
    if carnie and EVENTS in game.options.modules and game.revealed is None:
        game.then(("reveal",))


def _pay_booths(game: Game) -> None:
    """A carnie has taken a place. (Ruling R35, `booth = lodge`)"""
    for seat in game.seats_from_host():
        francs = sum(effect.per_carnie_lodged for effect in effects(game, seat))
        moves.gain(game, seat, francs, "booth")


def reveal(game: Game) -> None:
    """The first carnie of an evening reveals the next event. (Ruling R75)"""
    if not game.event_deck:
        if game.event_discards:
            game.then(("shuffle", EVENTS), ("reveal",))
    elif game.event_deck[0] == UNKNOWN:
        game.then(("card", EVENTS))
    else:
        moves.reveal_event(game, game.event_deck[0])


def _look_at_stack(game: Game) -> None:
    """The second time the stack is empty the round is the final one. (Rulings R13, R15)"""
    if game.entrance:
        return
    if game.season == 2:
        moves.announce_final_round(game)
    elif game.options.ruling("reshuffle") == "at-once":
        game.then(("reshuffle",))


def reshuffle(game: Game) -> None:
    """Make the exit stack the entrance stack of season two. (Rulings R13, R14, R17)"""
    moves.begin_season(game, 2)
    if game.exit:
        game.then(("shuffle", GUESTS), ("turn-up", 1))
    else:
        moves.announce_final_round(game)


def turn_up(game: Game, count: int) -> None:
    """See that the top *count* travelers of the entrance stack lie face up."""
    if not _seen(game, count):
        game.then(("card", GUESTS), ("turn-up", count))


def _seen(game: Game, count: int) -> bool:
    """Turn travelers face up until *count* are seen; False if the next is unknown. (Ruling R12)"""
    while game.face_up < count and game.face_up < len(game.entrance):
        card = game.entrance[game.face_up]
        if card == UNKNOWN:
            return False
        moves.turn_up(game, card)
    return True


def head_count(game: Game) -> None:
    """End the game if there are fewer travelers than players. (Ruling R16)"""
    staying = sum(1 for _ in game.travelers())
    if game.final and staying < len(game.players):
        moves.end_for_lack_of_travelers(game, staying)
        game.then(*END)


def open_windows(game: Game, window: str) -> None:
    """Let all who hold objects play them, in turn order."""
    windows.open_window(game, Window(window))


# Phase 2: Player Actions (night)


def night(game: Game) -> None:
    """Everybody takes a first action in turn order, then everybody a second. (Ruling R30)"""
    seats = game.seats_from_host()
    game.then(*[("turn", seat, lap) for lap in (1, 2) for seat in seats])


def turn(game: Game, seat: int, lap: int) -> None:
    """Ask for an action, if there is any choice."""
    moves.begin_turn(game, seat, lap)
    if actions.only_pass(game, seat):
        moves.pass_turn(game, seat)
    else:
        game.then((ASK, ("action", seat)))


# Phase 3: End of Round (morning)


def morning(game: Game) -> None:
    """The steps of the morning, then the next round or the end. (Ruling R66)"""
    moves.begin_morning(game)
    checks: list[Item] = [] if game.revealed is None else [("event-check",)]
    game.then(
        *checks,
        *_windows(game, Window.COVER),
        ("police",),
        ("leave",),
        ("wages",),
        *_windows(game, Window.END),
        ("round-end",),
    )


def event_check(game: Game) -> None:
    """An event is live while a carnie stays; else it is put away. (Ruling R75)"""
    live = any(guest.family is Family.CARNIE for guest in game.travelers())
    moves.find_event(game, live=live)
    if live:
        _let_event(game, live_event(game).at_once)


def _let_event(game: Game, does: Callable[[Game], None] | None) -> None:
    if does is not None:
        does(game)


def police(game: Game) -> None:
    """Police in the inn, a letter or Blackmail: corpses cost 10F each. (R67, R70, R73, R74)"""
    event = live_event(game)
    called = game.letter or event.calls_gravedigger
    for place in game.places:
        if place.guest is not None and game.cards[place.guest].family is Family.POLICE:
            if not event.stops_police:
                moves.investigate(game, place)
                called = True
            break
    if called:
        game.then(*_windows(game, Window.GRAVEDIGGER), ("gravedigger",))


def call_gravedigger(game: Game) -> None:
    """All with an unburied corpse that is not covered pay for it. (Ruling R70)"""
    seats = [seat for seat in game.seats_from_host() if game.players[seat].exposed()]
    if seats and game.options.solitaire:
        _lose(game)
        return
    questions = gravedigger.call(game, seats)
    if questions:
        game.then((ASK, *questions))


def _lose(game: Game) -> None:
    """Solitaire is lost with an unburied corpse. (Ruling R11)"""
    moves.end_game(game)
    moves.lose(game, 0)


def leave(game: Game) -> None:
    """Pay rents, cakes and incomes, then empty the inn; then events. (Rulings R76, R77, R88)"""
    event = live_event(game)
    staying = [(place, game.cards[place.guest]) for place in game.places if place.guest is not None]
    for seat in game.seats_from_host():
        rented = sum(place.key == seat for place, _ in staying)
        moves.gain(game, seat, rented * (event.rent or 1), "rent")
        for place, guest in staying:
            if place.cake == seat:
                moves.gain(game, seat, 2 * guest.rank, "cake")
        moves.gain(game, seat, income(game, seat), "income")
    moves.empty_inn(game)
    _let_event(game, event.after_leaving)


def pay_wages(game: Game) -> None:
    """Pay the accomplices, and ask those who can choose whom they lose."""
    event = live_event(game)
    if event.dismisses:
        for seat in game.seats_from_host():
            moves.lose_hand(game, seat)
    for seat in game.seats_from_host():
        moves.gain(game, seat, morning_gift(game, seat), "pharmacy")
    if event.after_wages is not None:
        game.then(("after-wages",))
    questions = wages.pay(game, game.seats_from_host())
    if questions:
        game.then((ASK, *questions))


def after_wages(game: Game) -> None:
    """Let the event act that comes after the wages. (Ruling R86, `cirrhosis = after-wages`)"""
    _let_event(game, live_event(game).after_wages)


def round_end(game: Game) -> None:
    """Put event and snow away, pass the first player card on, or end. (R71, R92, R93, R110)"""
    moves.put_away(game)
    if game.final:
        game.then(*END)
    else:
        moves.pass_first_player(game)
        game.then(("round",))


# End of the Game

END = (("last-gravedigger",), ("bonuses",), ("result",))


def last_gravedigger(game: Game) -> None:
    """All unburied corpses are paid for, cash first. (Ruling R94)"""
    for seat in game.seats_from_host():
        if game.players[seat].corpses:
            if game.options.solitaire:
                _lose(game)
                return
            gravedigger.settle_cash_first(game, seat)


def bonuses(game: Game) -> None:
    """Gain what annexes bring at the end of the game. (Ruling R95)"""
    for last in (False, True):
        for seat in game.seats_from_host():
            moves.gain(game, seat, scoring.bonus(game, seat, last=last), "bonus")


def result(game: Game) -> None:
    """Count the loot."""
    moves.end_game(game)
    scoring.announce(game)


STEPS: dict[str, Callable[..., None]] = {
    "seats": seat_players,
    "deal": deal,
    "draft": draft.begin,
    "pass-packs": draft.pass_packs,
    "pay-objects": draft.pay,
    "reveal": reveal,
    "windows": open_windows,
    "window": windows.step,
    "round": play_round,
    "welcome": welcome,
    "reshuffle": reshuffle,
    "turn-up": turn_up,
    "head-count": head_count,
    "night": night,
    "turn": turn,
    "morning": morning,
    "event-check": event_check,
    "police": police,
    "gravedigger": call_gravedigger,
    "leave": leave,
    "wages": pay_wages,
    "after-wages": after_wages,
    "round-end": round_end,
    "last-gravedigger": last_gravedigger,
    "bonuses": bonuses,
    "result": result,
}


def advance(game: Game) -> None:
    """Run steps until somebody or chance is asked, or nothing is left."""
    agenda = game.agenda
    while agenda:
        step = STEPS.get(agenda[-1][0])
        if step is None:  # a question, or chance
            return
        step(game, *agenda.pop()[1:])
