"""The only functions that change a game; each records what it did."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.rules.model import PEASANT, Verb
from pbem.rules.orders import Burial
from pbem.rules.state import GUESTS, SEATS, Built, Game, Place

MAX_CASH = 40
CHECK = 10


def gain(game: Game, seat: int, francs: int, why: str) -> None:
    """Advance a player's disk; what does not fit on the track is lost. (Rulebook, Bury; R08)"""
    if francs <= 0:
        return
    player = game.players[seat]
    held = francs if game.options.unlimited else min(francs, MAX_CASH - player.cash)
    player.cash += held
    game.events.append(("gain", seat, held, francs - held, why))


def launder(game: Game, seat: int, to: str, checks: int) -> None:
    """Exchange cash for checks or checks for cash; cash above 40F is lost. (Rulings R60, R61)"""
    player = game.players[seat]
    francs = checks * CHECK
    if to == "checks":
        player.cash -= francs
        player.checks += checks
        lost = 0
    else:
        held = min(francs, MAX_CASH - player.cash)
        player.cash += held
        player.checks -= checks
        lost = francs - held
    game.events.append(("launder", seat, to, checks, lost))


def pay_gravedigger(game: Game, seat: int, francs: int, checks: int) -> None:
    """Pay for all unburied corpses of a player, which go to the box. (Rulebook, Police)"""
    player = game.players[seat]
    player.cash -= francs
    player.checks -= checks
    game.events.append(("gravedigger", seat, tuple(player.corpses), francs, checks))
    game.box += player.corpses
    player.corpses = []


def break_checks(game: Game, seat: int, checks: int) -> None:
    """Turn checks into cash for the wages under Unlimited Wealth. (Ruling R08)"""
    player = game.players[seat]
    player.checks -= checks
    player.cash += checks * CHECK
    game.events.append(("break", seat, checks))


def pay_wages(game: Game, seat: int, francs: int) -> None:
    """Pay the accomplices in cash."""
    game.players[seat].cash -= francs
    game.events.append(("wages", seat, francs))


def _discard(game: Game, cards: Iterable[str]) -> None:
    """Peasants go to the bistro, all others to the exit stack. (Rulebook, Bribe)"""
    for card in cards:
        if card == PEASANT:
            game.bistro += 1
        else:
            game.exit.append(card)


def _take(game: Game, seat: int, card: str) -> None:
    hand = game.players[seat].hand
    hand.append(card)
    hand.sort()


def play_crew(game: Game, seat: int, verb: Verb, crew: Sequence[str], kept: Sequence[str]) -> None:
    """Play accomplices for an action; *kept* come back to the hand. (Rulebook, Phase 2)"""
    hand = game.players[seat].hand
    gone = list(crew)
    for card in kept:
        gone.remove(card)
    for card in gone:
        hand.remove(card)
    _discard(game, gone)
    game.events.append(("play", seat, verb.value, tuple(crew), tuple(kept)))


def _vacate(place: Place) -> str:
    guest = place.guest
    if guest is None:
        raise ValueError(f"place {place.name} is empty")
    place.guest = None
    return guest


def bribe(game: Game, seat: int, place: Place) -> None:
    """Take a traveler into the hand."""
    card = _vacate(place)
    _take(game, seat, card)
    game.events.append(("bribe", seat, place.name, card))


def bribe_peasants(game: Game, seat: int, count: int) -> None:
    """Take peasants from the bistro into the hand."""
    game.bistro -= count
    for _ in range(count):
        _take(game, seat, PEASANT)
    game.events.append(("bribe-peasants", seat, count))


def build(game: Game, seat: int, card: str) -> None:
    """Lay an accomplice out as an annex."""
    player = game.players[seat]
    player.hand.remove(card)
    player.annexes.append(Built(card))
    game.events.append(("build", seat, card))


def take_key(game: Game, seat: int, place: Place) -> None:
    """Replace a white key by an own one. (Rulebook, Monk)"""
    place.key = seat
    game.events.append(("key", seat, place.name))


def put_service(game: Game, seat: int, place: Place) -> None:
    """Lay a room service token beside a key. (Rulebook, Concierge)"""
    place.service = seat
    game.events.append(("service", seat, place.name))


def kill(game: Game, seat: int, place: Place) -> None:
    """Make a traveler an unburied corpse of the player."""
    card = _vacate(place)
    game.players[seat].corpses.append(card)
    game.events.append(("kill", seat, place.name, card))


def kill_peasant(game: Game, seat: int) -> None:
    """Make a peasant of the bistro an unburied corpse. (Ruling R44)"""
    game.bistro -= 1
    game.players[seat].corpses.append(PEASANT)
    game.events.append(("kill-peasant", seat))


def bury(game: Game, seat: int, burial: Burial) -> None:
    """Lay an own corpse under an annex; the money is another matter."""
    corpse, owner, card, copy = burial
    annex = game.built(owner, card, copy)
    if annex is None:
        raise ValueError(f"no annex {card}#{copy}")
    game.players[seat].corpses.remove(corpse)
    annex.buried.append(corpse)
    game.events.append(("bury", seat, corpse, owner, card, copy))


def dismiss(game: Game, seat: int, cards: Sequence[str]) -> None:
    """Let unpaid accomplices go. (Rulebook, Pay Wages)"""
    for card in cards:
        game.players[seat].hand.remove(card)
    _discard(game, cards)
    game.events.append(("dismiss", seat, tuple(cards)))


def pass_turn(game: Game, seat: int) -> None:
    """Do nothing with an action."""
    game.events.append(("pass", seat))


def name_first_player(game: Game, seat: int) -> None:
    """Give the first player card to a seat that was agreed on."""
    game.host = seat


def seat_first_player(game: Game, order: Sequence[str]) -> None:
    """Give the first player card to the first name of the shuffled seats. (Ruling R01)"""
    game.host = game.options.players.index(order[0])
    _shuffled(game, SEATS, len(order))


def stack_deck(game: Game, deck: Sequence[str], size: int) -> None:
    """Make the entrance stack of the top *size* cards; the others go to the box unseen. (R04)"""
    game.entrance = list(deck[:size])
    game.box += deck[size:]
    game.stack = size
    game.face_up = 0
    _shuffled(game, GUESTS, len(deck))


def restack_exit(game: Game, deck: Sequence[str]) -> None:
    """Make the shuffled exit stack the entrance stack. (Rulebook, Welcome Travelers)"""
    game.exit = []
    game.entrance = list(deck)
    game.stack = len(deck)
    game.face_up = 0
    _shuffled(game, GUESTS, len(deck))


def _shuffled(game: Game, deck: str, count: int) -> None:
    serial = game.serials.get(deck, 0)
    game.serials[deck] = serial + 1
    game.events.append(("shuffle", deck, serial, count))


def turn_up(game: Game, card: str) -> None:
    """Turn the next face-down card of the entrance stack, which is *card*. (Ruling R12)"""
    position = game.stack - len(game.entrance) + game.face_up
    game.entrance[game.face_up] = card
    game.face_up += 1
    game.events.append(("face-up", GUESTS, game.serials.get(GUESTS, 1) - 1, position, card))


def place_guest(game: Game, place: Place) -> None:
    """Place the traveler on top of the entrance stack."""
    card = game.entrance.pop(0)
    game.face_up -= 1
    place.guest = card
    game.events.append(("place", place.name, card))


def empty_inn(game: Game) -> None:
    """Send all travelers to the exit stack, lowest place first. (Rulebook, Travelers Leave)"""
    leaving = [_vacate(place) for place in game.places if place.guest is not None]
    game.exit += leaving
    game.events.append(("leave", tuple(leaving)))


def begin_round(game: Game) -> None:
    """Begin the next evening."""
    game.number += 1
    game.phase = "evening"
    game.events.append(("round", game.number, game.host))


def begin_turn(game: Game, seat: int, lap: int) -> None:
    """Give a player the action of a lap of the night."""
    game.phase = "night"
    game.lap = lap
    game.turn = seat


def begin_morning(game: Game) -> None:
    """End the night."""
    game.phase = "morning"
    game.lap = game.turn = None


def begin_season(game: Game, number: int) -> None:
    """Begin a season."""
    game.season = number
    game.events.append(("season", number))


def announce_final_round(game: Game) -> None:
    """The stack has run out for the second time. (Ruling R15)"""
    game.final = True
    game.events.append(("final",))


def pass_first_player(game: Game) -> None:
    """Hand the first player card to the left. (Ruling R92)"""
    if game.options.solitaire:
        return
    game.host = (game.host + 1) % len(game.players)
    game.events.append(("host", game.host))


def end_game(game: Game) -> None:
    """Nothing more will be asked."""
    game.phase = "over"
    game.lap = game.turn = None
    game.agenda.clear()


def investigate(game: Game, place: Place) -> None:
    """The police ask about corpses. (Rulebook, Police Investigation)"""
    game.events.append(("police", place.name, place.guest))


def end_for_lack_of_travelers(game: Game, count: int) -> None:
    """End the game in the evening; the travelers leave. (Ruling R16)"""
    game.events.append(("too-few", count))
    empty_inn(game)
    game.agenda.clear()


def lose(game: Game, seat: int) -> None:
    """Solitaire is lost. (Ruling R11)"""
    game.events.append(("lost", seat))
    _count_loot(game)


def announce_result(game: Game, winners: Sequence[int], rank: str | None) -> None:
    """Record everybody's loot, who won, and the solitaire rank if there is one."""
    _count_loot(game)
    game.events.append(("win", tuple(winners)))
    if rank is not None:
        game.events.append(("rank", 0, rank))


def _count_loot(game: Game) -> None:
    for seat, player in enumerate(game.players):
        game.events.append(("loot", seat, player.cash, player.checks))
