"""The writer of orders, which has one form."""

from __future__ import annotations

from pbem.rules.model import PEASANT, Aim
from pbem.rules.orders import (
    Bribe,
    Build,
    Burial,
    Bury,
    Crewed,
    Dismiss,
    Hold,
    Keep,
    Kill,
    Order,
    Pass,
    Pay,
    Place,
    Play,
    Stand,
    Study,
    Swap,
)
from pbem.rules.state import Game
from pbem.rules.windows import ROUND, UNTIL


def write(game: Game, seat: int, order: Order) -> str:
    """The order in the writer's form, as the log records it."""
    match order:
        case Place():
            return " ".join(("place", *order.places))
        case Bribe():
            return f"bribe {_targets(order)}{_crew(order)}{_using(order)}"
        case Kill():
            return f"kill {' '.join(order.targets)}{_crew(order)}{_using(order)}"
        case Build():
            door = f" at {order.at}" if order.at else ""
            return f"build {order.card}{_crew(order)}{door}{_using(order)}"
        case Bury():
            burials = ", ".join(_burial(game, seat, burial) for burial in order.burials)
            return f"bury {burials}{_crew(order)}{_using(order)}"
        case Pass():
            return f"pass to {order.to} {order.checks}" if order.to else "pass"
        case Pay():
            return f"pay {order.checks} check{'' if order.checks == 1 else 's'}"
        case Dismiss():
            return " ".join(("dismiss", *order.cards))
        case Keep():
            return f"keep {order.card}"
        case Play():
            return _play(game, order)
        case Hold():
            return "hold"
        case Stand():
            return _stand(order)
        case Study():
            return "exchange" if order.exchange else "decline"
        case Swap():
            return f"swap to {order.to} {order.checks}"
    raise TypeError(f"no notation for {order!r}")


def _targets(order: Bribe) -> str:
    peasants = order.targets.count(PEASANT)
    if not peasants:
        return " ".join(order.targets)
    return f"{peasants} peasant{'s' if peasants > 1 else ''}"


def _crew(order: Crewed) -> str:
    text = " with " + " ".join(order.crew) if order.crew else ""
    return text + (" losing " + " ".join(order.losing) if order.losing else "")


def _using(order: Crewed) -> str:
    objects = [f"{name} on {on}" if on else name for name, on in order.using]
    return " using " + " ".join(objects) if objects else ""


def _play(game: Game, order: Play) -> str:
    """An object with what it is for; a rug goes `to` a player, or comes `from` one."""
    text = f"play {order.card}"
    player = "" if order.player is None else game.options.players[order.player]
    match game.objects[order.card].aim:
        case Aim.PLACE:
            return f"{text} on {order.place}"
        case Aim.OWN_CORPSE:
            return f"{text} on {order.corpse}"
        case Aim.CORPSE:
            return f"{text} on {player} {order.corpse}"
        case Aim.HANDOVER:
            return f"{text} {order.corpse} {passing_word(game)} {player}"
        case Aim.PLAYER if player:
            return f"{text} from {player}"
    return text


def passing_word(game: Game) -> str:
    """Whether a rug goes to a player or comes from one, by the ruling `rug`. (Ruling R89)"""
    return "to" if game.options.ruling("rug") == "give" else "from"


def _stand(order: Stand) -> str:
    if order.how == ROUND:
        return "hold for round"
    return f"hold until evening {order.number}" if order.how == UNTIL else f"hold {order.how}"


def _burial(game: Game, seat: int, burial: Burial) -> str:
    owner = "" if burial.owner == seat else game.options.players[burial.owner] + " "
    copy = f"#{burial.copy}" if burial.copy > 1 else ""
    return f"{burial.corpse} under {owner}{burial.annex}{copy}"
