"""A game as people may see it: everybody, one player, and nobody but the moderator.

The public view has the words of a position, with counts where a position has secrets. It is the one
function that shows a game; what it leaves out is secret.
"""

from __future__ import annotations

from typing import Any

from pbem.rules import moves, windows
from pbem.rules.state import ASK, EVENTS, OBJECTS, Game, Place, Player, Standing

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
        "rooms": [place(game, one) for one in game.places if not one.is_trailer],
        "players": [],
    }
    view["piles"] |= events(game, counted=True)
    if trailers := [place(game, one) for one in game.places if one.is_trailer]:
        view["trailers"] = trailers
    for name, player in zip(game.options.players, game.players, strict=True):
        seen = {"name": name, "cash": player.cash, "checks": player.checks}
        seen |= {"hand_count": len(player.hand), **corpses(player)}
        if OBJECTS in game.options.modules or player.objects:
            seen["object_count"] = len(player.objects)
        view["players"].append(seen | annexes(player))
    return view


def events(game: Game, *, counted: bool) -> View:
    """The piles of events, where there are any."""
    piles: View = {}
    if game.event_deck and counted:
        piles["events_count"] = len(game.event_deck)
    elif game.event_deck:
        piles["events"] = game.event_deck
    if game.event_discards:
        piles["event_discards"] = game.event_discards
    if game.revealed is not None:
        piles["revealed"] = game.revealed
    return piles


def own(game: Game, seat: int) -> View:
    """What a player sees besides."""
    player = game.players[seat]
    view: View = {"hand": player.hand}
    if player.objects:
        view["objects"] = player.objects
    if player.standing is not None and windows.in_force(game, seat):
        view["standing"] = list(player.standing)
    for item in game.agenda:
        for asked in item[1:] if item[0] == ASK else ():
            if asked[:2] == ("draft", seat):
                view["pack"] = list(asked[2:])
    return view


def learn(game: Game, seat: int, seen: object) -> None:
    """Let a player's game hold what *seen*, the own view, tells beyond the public record.

    What does not fit is left; then `own` differs from *seen*.
    """
    if isinstance(seen, dict):
        objects, pack = (_objects(game, seen.get(key)) for key in ("objects", "pack"))
        moves.learn(game, seat, objects, pack, _hold(seen.get("standing")))


def _objects(game: Game, told: object) -> list[str]:
    """Different objects, as told; none if it is something else."""
    if not isinstance(told, list) or not all(isinstance(card, str) for card in told):
        return []
    return told if set(told) <= game.objects.keys() and len(set(told)) == len(told) else []


def _hold(told: object) -> Standing | None:
    """A standing hold, as told; none if it is something else."""
    if not isinstance(told, list) or len(told) != 2:
        return None
    how, number = told
    return (how, number) if how in windows.HOLDS and type(number) is int else None


def secrets(game: Game) -> View:
    """What the public view leaves out, and what is to come; unordered piles are sorted."""
    view: View = {
        "agenda": game.agenda,
        "box": sorted(game.box),
        "entrance": game.entrance,
        "hands": [player.hand for player in game.players],
        "serials": game.serials,
    }
    if game.spent:
        view["spent"] = game.spent
    if EVENTS in game.options.modules:
        view["events"] = game.event_deck
    if OBJECTS in game.options.modules:
        view["objects"] = [player.objects for player in game.players]
        view["standing"] = [player.standing for player in game.players]
    return view


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
    view["final"] = game.final
    return view | {"letter": True} if game.letter else view


def place(game: Game, shown: Place) -> View:
    """A room or a trailer, without what it has not."""
    names = game.options.players
    view: View
    if shown.is_trailer:
        assert shown.key is not None
        view = {"card": shown.name, "owner": names[shown.key]}
    else:
        key = "white" if shown.key is None else names[shown.key]
        view = {"number": int(shown.name), "key": key}
    if shown.service is not None:
        view["service"] = names[shown.service]
    if shown.guest is not None:
        view["guest"] = shown.guest
    for thing, seat in (("coffee", shown.coffee), ("cake", shown.cake)):
        if seat is not None:
            view[thing] = names[seat]
    return view


def corpses(player: Player) -> View:
    """The unburied corpses of a player, and which of them are covered."""
    view: View = {"corpses": player.corpses}
    if player.snowed:
        view["snowed"] = player.snowed
    return view


def annexes(player: Player) -> View:
    """The annexes of a player with what lies under them, in the order built."""
    return {"annexes": [{"card": a.card, "buried": a.buried} for a in player.annexes]}
