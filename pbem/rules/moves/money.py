"""Cash and checks: what is gained, paid, exchanged, lost."""

from __future__ import annotations

from pbem.rules.effects import effects
from pbem.rules.state import Game

#: Francs on the track, and in a check. (Rulebook, Bury a Corpse)
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
    if held < francs and why != "safe":
        _catch(game, seat, francs - held)


def _catch(game: Game, seat: int, excess: int) -> None:
    """Let the owner of a Safe have what another player cannot gain. (Ruling R91)"""
    for other, player in enumerate(game.players):
        if (
            other != seat
            and any(effect.catches for effect in effects(game, other))
            and player.cash < MAX_CASH
        ):
            gain(game, other, excess, "safe")


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


def swap(game: Game, seat: int, to: str, checks: int) -> None:
    """Exchange cash and checks under Unlimited Wealth. (Decision X2)"""
    player = game.players[seat]
    sign = 1 if to == "checks" else -1
    player.cash -= sign * CHECK * checks
    player.checks += sign * checks
    game.events.append(("swap", seat, to, checks))


def exchange(game: Game, seat: int) -> None:
    """Exchange 10F of cash for a check with the Study. (Ruling R64)"""
    player = game.players[seat]
    player.cash -= CHECK
    player.checks += 1
    game.events.append(("exchange", seat))


def pay_gravedigger(game: Game, seat: int, francs: int, checks: int) -> None:
    """Pay for the uncovered corpses of a player, which go to the box. (Rulebook, Police)"""
    player = game.players[seat]
    player.cash -= francs
    player.checks -= checks
    corpses = player.exposed()
    game.events.append(("gravedigger", seat, tuple(corpses), francs, checks))
    game.box += corpses
    player.corpses = player.snowed[:]


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


def pay_objects(game: Game, seat: int, cash: int) -> None:
    """Begin with the cash that the objects leave. (Ruling R05)"""
    game.players[seat].cash = cash
    game.events.append(("price", seat, cash))


def lose_checks(game: Game, seat: int, checks: int) -> None:
    """Take checks from a player. (Ruling R79)"""
    if checks:
        game.players[seat].checks -= checks
        game.events.append(("lose-checks", seat, checks))


def lose_cash(game: Game, seat: int, francs: int) -> None:
    """Take cash from a player. (Ruling R80)"""
    if francs:
        game.players[seat].cash -= francs
        game.events.append(("lose-cash", seat, francs))


def take_cash(game: Game, seat: int, owner: int, francs: int) -> None:
    """Take cash from another player; what becomes of it is another matter. (Ruling R87)"""
    game.players[owner].cash -= francs
    game.events.append(("take", seat, owner, francs))
