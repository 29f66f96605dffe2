"""Guests between inn, hands, annexes and graves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.rules.model import PEASANT, Verb
from pbem.rules.orders import Burial
from pbem.rules.state import Built, Game, Place, Player


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


def _vacate(place: Place) -> str:
    """Take the guest away; the cake goes with him, the coffee in the morning. (Ruling R88)"""
    guest = place.guest
    if guest is None:
        raise ValueError(f"place {place.name} is empty")
    place.guest = place.cake = None
    return guest


def _lift(player: Player, corpse: str) -> None:
    """Take a corpse away from a player; a covered one only if no other of its kind is there."""
    player.corpses.remove(corpse)
    if player.snowed.count(corpse) > player.corpses.count(corpse):
        player.snowed.remove(corpse)


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
    game.players[seat].hand.remove(card)
    _lay_out(game, seat, card)


def build_from_inn(game: Game, seat: int, place: Place) -> str:
    """Make an annex of a traveler in the inn; the card. (Ruling R43)"""
    card = _vacate(place)
    _lay_out(game, seat, card)
    return card


def _lay_out(game: Game, seat: int, card: str) -> None:
    annex = game.cards[card].annex
    if annex is not None and annex.trailer:
        # A trailer stands beside the board until a corpse lies under it. (Ruling R39)
        game.places.append(Place(card, seat))
    else:
        game.players[seat].annexes.append(Built(card))
    game.events.append(("build", seat, card))


def take_key(game: Game, seat: int, place: Place) -> None:
    """Replace a white key by an own one. (Rulebook, Monk)"""
    place.key = seat
    game.events.append(("key", seat, place.name))


def put_service(game: Game, seat: int, place: Place) -> None:
    """Lay a room service token beside a key. (Rulebook, Concierge)"""
    place.service = seat
    game.events.append(("service", seat, place.name))


def kill(game: Game, seat: int, place: Place) -> str:
    """Make a traveler an unburied corpse of the player; the card."""
    card = _vacate(place)
    game.players[seat].corpses.append(card)
    game.events.append(("kill", seat, place.name, card))
    return card


def kill_peasant(game: Game, seat: int) -> None:
    """Make a peasant of the bistro an unburied corpse. (Ruling R44)"""
    game.bistro -= 1
    game.players[seat].corpses.append(PEASANT)
    game.events.append(("kill-peasant", seat))


def sink(game: Game, seat: int, corpse: str) -> None:
    """Return a corpse that was just made to the box, by way of the well. (Ruling R46)"""
    _lift(game.players[seat], corpse)
    game.box.append(corpse)
    game.events.append(("well", seat, corpse))


def poison(game: Game, seat: int, place: Place, *, corpse: bool) -> None:
    """Kill a traveler with poison; the corpse is the player's, or gone. (Ruling R90)"""
    card = _vacate(place)
    (game.players[seat].corpses if corpse else game.box).append(card)
    game.events.append(("poison", seat, place.name, card))


def bury(game: Game, seat: int, burial: Burial) -> None:
    """Lay an own corpse under an annex; the money is another matter."""
    corpse, owner, card, copy = burial
    annex = game.built(owner, card, copy) or _tow(game, owner, card)
    _lift(game.players[seat], corpse)
    annex.buried.append(corpse)
    game.events.append(("bury", seat, corpse, owner, card, copy))


def _tow(game: Game, owner: int, card: str) -> Built:
    """Move a trailer to its owner's area; its key token comes back. (Rulings R56, R109)"""
    place = game.trailer(owner, card)
    if place is None:
        raise ValueError(f"no annex {card}")
    game.places.remove(place)
    annex = Built(card)
    game.players[owner].annexes.append(annex)
    game.events.append(("tow", owner, card))
    return annex


def pass_corpse(game: Game, giver: int, corpse: str, receiver: int) -> None:
    """Roll a corpse in the rug and carry it to another player. (Ruling R89)"""
    _lift(game.players[giver], corpse)
    game.players[receiver].corpses.append(corpse)
    game.events.append(("rug", giver, corpse, receiver))


def cover(game: Game, seat: int, corpse: str) -> None:
    """Cover an own corpse with the snow pile. (Ruling R71)"""
    game.players[seat].snowed.append(corpse)
    game.events.append(("snow", seat, corpse))


def entomb(game: Game, seat: int, owner: int, corpse: str) -> None:
    """Take a corpse into the tomb; both go to the box. (Ruling R72)"""
    _lift(game.players[owner], corpse)
    game.box.append(corpse)
    game.events.append(("tomb", seat, owner, corpse))


def dismiss(game: Game, seat: int, cards: Sequence[str]) -> None:
    """Let unpaid accomplices go. (Rulebook, Pay Wages)"""
    for card in cards:
        game.players[seat].hand.remove(card)
    _discard(game, cards)
    game.events.append(("dismiss", seat, tuple(cards)))


def lose_hand(game: Game, seat: int) -> None:
    """Let all accomplices of a player go unpaid. (Ruling R81)"""
    player = game.players[seat]
    if player.hand:
        game.events.append(("fiasco", seat, tuple(player.hand)))
        _discard(game, player.hand)
        player.hand = []


def lose_peasant(game: Game) -> None:
    """A peasant of the bistro goes to the box. (Ruling R86)"""
    game.bistro -= 1
    game.box.append(PEASANT)
    game.events.append(("cirrhosis",))


def place_guest(game: Game, place: Place) -> None:
    """Place the traveler on top of the entrance stack."""
    card = game.entrance.pop(0)
    game.face_up -= 1
    place.guest = card
    game.events.append(("place", place.name, card))


def empty_inn(game: Game) -> None:
    """Send all travelers to the exit stack, lowest place first. (Rulebook, Travelers Leave)"""
    leaving = [_vacate(place) for place in game.places if place.guest is not None]
    for place in game.places:
        place.coffee = None
    game.exit += leaving
    game.events.append(("leave", tuple(leaving)))
