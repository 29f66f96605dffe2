"""The rules of the game, pure: no files, clock, randomness or cryptography.

The contract:

- `options`, `new_game`: terms and the state before the first shuffle
- `settle`: let a dealer answer for chance
- `pending`, `asked`: who is asked what
- `problem`, `legal_orders`, `groups`: is this order all right, what would be
- `apply`, `after`, `play`: carry an order out; the events tell what happened
- `default`: the answer of a player who is late
- `read`, `write`: an order as text; `card_built`: what a building order builds
- `public`, `own`, `secrets`: the game as one reader sees it
- `go_back`, `break_off`: what the players agree on outside the rules
- `result`, `reckoning`: who won, and how the loot came about

The rest of the program uses this and the plain data of `model`, `orders`, `options`, `setup`,
`state`, `position` and `errors`; all other modules are the rules' own.

What docstrings cite as a ruling (R13) or a decision (W3) is told in `docs/rulings.md`.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from pbem.rules import actions, anytime
from pbem.rules.actions import Group
from pbem.rules.actions.annexes import card_of as card_built
from pbem.rules.chance import Dealer, settle
from pbem.rules.decisions import QUESTIONS
from pbem.rules.defaults import DEFAULTS
from pbem.rules.draft import cash_after, purses
from pbem.rules.draft import default as draft_default
from pbem.rules.errors import Ambiguous, Illegal, RulesError, Unreadable
from pbem.rules.events import EVENTS, Event, words
from pbem.rules.moves import CHECK, MAX_CASH, break_off, go_back
from pbem.rules.notation import read, write
from pbem.rules.options import RULES, Options
from pbem.rules.orders import AnyTime, Keep, Order, Play, Stand, Swap
from pbem.rules.phases import advance
from pbem.rules.scoring import Line, Result, reckoning, result
from pbem.rules.setup import card_list, known_cards, new_game, options
from pbem.rules.state import ASK, UNKNOWN, Game, Item
from pbem.rules.views import learn, own, public, secrets

__all__ = [
    "CHECK",
    "EVENTS",
    "MAX_CASH",
    "RULES",
    "UNKNOWN",
    "Ambiguous",
    "AnyTime",
    "Asked",
    "Dealer",
    "Event",
    "Game",
    "Group",
    "Illegal",
    "Keep",
    "Line",
    "Options",
    "Order",
    "Play",
    "Result",
    "RulesError",
    "Stand",
    "Swap",
    "Unreadable",
    "after",
    "apply",
    "asked",
    "break_off",
    "card_built",
    "card_list",
    "cash_after",
    "default",
    "draft_default",
    "go_back",
    "groups",
    "known_cards",
    "learn",
    "legal_orders",
    "new_game",
    "options",
    "own",
    "pending",
    "play",
    "problem",
    "public",
    "purses",
    "read",
    "reckoning",
    "result",
    "secrets",
    "settle",
    "words",
    "write",
]


class Asked(NamedTuple):
    """A question that is open, and what it is about."""

    seat: int
    question: str
    about: tuple[Any, ...] = ()


def pending(game: Game) -> list[Asked]:
    """Who is asked what now; several only if the questions do not depend on each other."""
    if not game.agenda or game.agenda[-1][0] != ASK:
        return []
    return [Asked(asked[1], asked[0], asked[2:]) for asked in game.agenda[-1][1:]]


def asked(game: Game, seat: int) -> Asked | None:
    """What a player is asked now, or None."""
    found = _question(game, seat)
    return None if found is None else Asked(found[1], found[0], found[2:])


def _question(game: Game, seat: int) -> Item | None:
    if game.agenda and game.agenda[-1][0] == ASK:
        for asked in game.agenda[-1][1:]:
            if asked[1] == seat:
                return asked  # type: ignore[no-any-return]
    return None


def problem(game: Game, seat: int, order: Order) -> str | None:
    """Why a player cannot give this order now, in words for the player, or None."""
    if isinstance(order, AnyTime):
        return anytime.problem(game, seat, order) if pending(game) else "nobody is asked anything"
    asked = _question(game, seat)
    if asked is None:
        return _not_asked(game, seat)
    question = QUESTIONS[asked[0]]
    if not isinstance(order, question.answers):
        return f"the question is another one: {question.wanted}"
    return question.problem(game, seat, order, *asked[2:])


def _not_asked(game: Game, seat: int) -> str:
    names = game.options.players
    if game.phase == "over":
        return "the game is over"
    others = ", ".join(f"{names[asked.seat]} ({asked.question})" for asked in pending(game))
    return f"{names[seat]} is not asked; asked now: {others or 'nobody'}"


def legal_orders(game: Game, seat: int) -> Iterator[Order]:
    """What the open question of a player would accept, lazily; nothing if none is open."""
    asked = _question(game, seat)
    return iter(()) if asked is None else QUESTIONS[asked[0]].candidates(game, seat, *asked[2:])


def groups(game: Game, seat: int) -> Iterator[Group]:
    """The legal orders of a player, grouped: those that differ only in the accomplices as one."""
    asked = _question(game, seat)
    if asked is None:
        return
    if asked[0] == "action":
        yield from actions.groups(game, seat)
        alike = actions.laundering.candidates(game, seat)
    else:
        alike = legal_orders(game, seat)  # type: ignore[assignment]
    for order in alike:
        yield Group(order, 0, 0, 1)


def apply(game: Game, seat: int, order: Order) -> list[Event]:
    """Carry out an order and what follows, until somebody or chance is asked. Raises Illegal."""
    why = problem(game, seat, order)
    if why is not None:
        raise Illegal(why)
    game.events = []
    if isinstance(order, AnyTime):
        anytime.resolve(game, seat, order)
        advance(game)
        return game.events
    asked = _question(game, seat)
    assert asked is not None
    together = game.agenda.pop()
    if len(together) > 2:
        game.then(tuple(other for other in together if other is not asked))
    QUESTIONS[asked[0]].resolve(game, seat, order, *asked[2:])
    advance(game)
    return game.events


def default(game: Game, seat: int) -> Order | None:
    """The answer of a player who is late with the open question; None if none is open."""
    asked = _question(game, seat)
    return None if asked is None else DEFAULTS[asked[0]](game, seat, *asked[2:])


def after(game: Game, seat: int, order: Order) -> Game:
    """The game after an order; the one given stays as it is. Raises Illegal."""
    later = game.copy()
    apply(later, seat, order)
    return later


def play(game: Game, seat: int, order: Order, dealer: Dealer) -> list[Event]:
    """Carry out an order and let *dealer* answer for chance. Raises Illegal."""
    apply(game, seat, order)
    settle(game, dealer)
    return game.events
