"""Objects: kept, played, held back, and what lies about of them."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.rules.state import ASK, UNKNOWN, Game, Place, Standing


def keep_object(game: Game, seat: int, card: str) -> None:
    """Keep an object of the pack; which one is the player's secret."""
    objects = game.players[seat].objects
    objects.append(card)
    objects.sort()
    game.events.append(("keep", seat))


def learn(
    game: Game, seat: int, objects: list[str], pack: list[str], hold: Standing | None
) -> None:
    """Put what only the player is told in the place of what was unknown."""
    player = game.players[seat]
    if _fit(player.objects, objects):
        player.objects = sorted(objects)
    if player.standing is not None and player.standing[0] == UNKNOWN:
        player.standing = hold
    if game.agenda and game.agenda[-1][0] == ASK:
        game.agenda[-1] = tuple(
            ("draft", seat, *sorted(pack))
            if asked[:2] == ("draft", seat) and _fit(asked[2:], pack)
            else asked
            for asked in game.agenda[-1]
        )


def _fit(known: Sequence[str], told: Sequence[str]) -> bool:
    """True if *told* can be what lies there, of which so much is *known*."""
    return len(told) == len(known) and set(known) - {UNKNOWN} <= set(told)


def spend(game: Game, seat: int, card: str) -> None:
    """Play an object, which goes to the box; one that was unknown is known now."""
    objects = game.players[seat].objects
    objects.remove(card if card in objects else UNKNOWN)
    game.events.append(("object", seat, card))


def hold(game: Game, seat: int, *, standing: bool) -> None:
    """Play nothing in a window."""
    game.events.append(("standing" if standing else "hold", seat))


def stand(game: Game, seat: int, standing: tuple[str, int] | None) -> None:
    """File a standing hold, or cancel it; both look alike."""
    game.players[seat].standing = standing
    game.events.append(("stand", seat))


def serve_coffee(game: Game, seat: int, place: Place) -> None:
    """Put the coffee on a traveler until the morning."""
    place.coffee = seat
    game.events.append(("coffee", seat, place.name))


def serve_cake(game: Game, seat: int, place: Place) -> None:
    """Put the cake on a traveler until he leaves."""
    place.cake = seat
    game.events.append(("cake", seat, place.name))


def write_letter(game: Game, seat: int) -> None:
    """Denounce everybody to the police. (Ruling R73)"""
    game.letter = True
    game.events.append(("letter", seat))
