"""A game as people may see it: everybody, one player, and nobody but the moderator.

The public view has the words of a position, with counts where a position has secrets. It is the one
function that shows a game; what it leaves out is secret.
"""

from __future__ import annotations

from typing import Any

from pbem.rules.state import Game, Place, Player

View = dict[str, Any]


def public(game: Game) -> View:
    """What everybody may see."""
    view: View = {
        "options": options(game),
        "round": round_(game),
        "piles": {
            "entrance": game.entrance[: game.face_up],
            "entrance_count": len(game.entrance),
            "exit": game.exit,
            "bistro": game.bistro,
            "box_count": len(game.box),
        },
        "rooms": [room(game, place) for place in game.places],
        "players": [],
    }
    for name, player in zip(game.options.players, game.players, strict=True):
        seen = {"name": name, "cash": player.cash, "checks": player.checks}
        view["players"].append(
            seen | {"hand_count": len(player.hand), "corpses": player.corpses, **annexes(player)}
        )
    return view


def own(game: Game, seat: int) -> View:
    """What a player sees besides."""
    return {"hand": game.players[seat].hand}


def secrets(game: Game) -> View:
    """What the public view leaves out, and what is to come; unordered piles are sorted."""
    return {
        "agenda": game.agenda,
        "box": sorted(game.box),
        "entrance": game.entrance,
        "hands": [player.hand for player in game.players],
        "serials": game.serials,
    }


def options(game: Game) -> View:
    """The terms of the game; rulings and corrections only where they differ from the default."""
    terms = game.options
    view: View = {
        "length": terms.length,
        "variants": list(terms.variants),
        "modules": list(terms.modules),
    }
    if terms.rulings:
        view["rulings"] = dict(terms.rulings)
    if terms.corrections:
        view["corrections"] = dict(terms.corrections)
    return view


def round_(game: Game) -> View:
    """Where in the game we are."""
    names = game.options.players
    view: View = {
        "number": game.number,
        "season": game.season,
        "phase": game.phase,
        "host": names[game.host],
    }
    if game.phase == "night" and game.turn is not None:
        view |= {"lap": game.lap, "turn": names[game.turn]}
    return view | {"final": game.final}


def room(game: Game, place: Place) -> View:
    """A room, without what it has not."""
    names = game.options.players
    view: View = {
        "number": int(place.name),
        "key": "white" if place.key is None else names[place.key],
    }
    if place.service is not None:
        view["service"] = names[place.service]
    if place.guest is not None:
        view["guest"] = place.guest
    return view


def annexes(player: Player) -> View:
    """The annexes of a player with what lies under them, in the order built."""
    return {"annexes": [{"card": a.card, "buried": a.buried} for a in player.annexes]}
