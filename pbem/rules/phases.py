"""The round as steps that run by themselves, in the rulebook's order.

A step is a function named in STEPS; the agenda holds its name and what it is about. The item
`ask` holds the questions that are open; `shuffle` and `card` are chance, answered from outside.
"""

from __future__ import annotations

from collections.abc import Callable

from pbem.rules import actions, gravedigger, moves, scoring, wages
from pbem.rules.effects import income
from pbem.rules.model import Family
from pbem.rules.state import GUESTS, SEATS, UNKNOWN, Game

ASK = "ask"
CHANCE = frozenset({"shuffle", "card"})


def play_round(game: Game) -> None:
    """Evening, night and morning. (Rulebook, Playing the Game)"""
    moves.begin_round(game)
    game.then(("welcome",), ("head-count",), ("night",), ("morning",))


def seat_players(game: Game) -> None:
    """Give the first player card to the player named, else let chance. (Ruling R01)"""
    first = game.options.first
    if first is None:
        game.then(("shuffle", SEATS))
    else:
        moves.name_first_player(game, game.options.players.index(first))


def deal(game: Game) -> None:
    """Make the entrance stack and play. (Rulebook, Setup)"""
    game.then(("shuffle", GUESTS), ("turn-up", 1), ("round",))


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
    if game.face_up < min(2, len(game.entrance)):
        # The drawn traveler and the next one are seen by all. (R12)
        game.then(("turn-up", 2), ("welcome", *planned))
        return
    if len(free) == 1 or game.options.first_come:
        place = free[0]
    elif planned:
        place = next(room for room in free if room.name == planned[0])
    else:
        game.then((ASK, ("place", game.host)))
        return
    moves.place_guest(game, place)
    _pay_room_service(game, place.service, place.guest)
    game.then(("welcome", *planned[1:]))
    _look_at_stack(game)


def _pay_room_service(game: Game, owner: int | None, guest: str | None) -> None:
    """The token's owner gains the traveler's rank at once. (Ruling R18)"""
    if owner is not None and guest is not None:
        moves.gain(game, owner, game.cards[guest].rank, "room-service")


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
    """See that the top *count* travelers of the entrance stack lie face up. (Ruling R12)"""
    while game.face_up < min(count, len(game.entrance)):
        card = game.entrance[game.face_up]
        if card == UNKNOWN:
            game.then(("card",), ("turn-up", count))
            return
        moves.turn_up(game, card)


def head_count(game: Game) -> None:
    """End the game if there are fewer travelers than players. (Ruling R16)"""
    staying = sum(1 for _ in game.travelers())
    if game.final and staying < len(game.players):
        moves.end_for_lack_of_travelers(game, staying)
        game.then(*END)


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
    """The three steps of the morning, then the next round or the end. (Ruling R66)"""
    moves.begin_morning(game)
    game.then(("police",), ("leave",), ("wages",), ("round-end",))


def police(game: Game) -> None:
    """With police in the inn all unburied corpses cost 10F each. (Ruling R67)"""
    for place in game.places:
        if place.guest is not None and game.cards[place.guest].family is Family.POLICE:
            moves.investigate(game, place)
            _call_gravedigger(game)
            return


def _call_gravedigger(game: Game) -> None:
    seats = [seat for seat in game.seats_from_host() if game.players[seat].corpses]
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
    """Pay the rents, then empty the inn. (Rulings R76, R77)"""
    for seat in game.seats_from_host():
        rented = sum(place.key == seat and place.guest is not None for place in game.places)
        moves.gain(game, seat, rented, "rent")
        moves.gain(game, seat, income(game, seat), "income")
    moves.empty_inn(game)


def pay_wages(game: Game) -> None:
    """Pay the accomplices, and ask those who can choose whom they lose."""
    questions = wages.pay(game, game.seats_from_host())
    if questions:
        game.then((ASK, *questions))


def round_end(game: Game) -> None:
    """Pass the first player card on, or end the game. (Rulings R92, R93, R110)"""
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
    "round": play_round,
    "welcome": welcome,
    "reshuffle": reshuffle,
    "turn-up": turn_up,
    "head-count": head_count,
    "night": night,
    "turn": turn,
    "morning": morning,
    "police": police,
    "leave": leave,
    "wages": pay_wages,
    "round-end": round_end,
    "last-gravedigger": last_gravedigger,
    "bonuses": bonuses,
    "result": result,
}


def advance(game: Game) -> None:
    """Run steps until somebody or chance is asked, or nothing is left."""
    while game.agenda:
        name, *about = game.agenda[-1]
        if name == ASK or name in CHANCE:
            return
        game.agenda.pop()
        STEPS[name](game, *about)
