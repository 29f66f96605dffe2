"""Every question a player can be asked: what makes an answer wrong, proposals, what it does.

Open questions stand in an `ask` item of the agenda, each as its name, the seat and what it is
about; they are put there only when there is something to decide. An answer takes effect as it
arrives.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from pbem.rules import actions, crews, draft, gravedigger, moves, windows
from pbem.rules.orders import Dismiss, Hold, Keep, Order, Pass, Pay, Place, Play, Study
from pbem.rules.state import Game, called


class Question(NamedTuple):
    """A kind of question; the functions take game, seat, the order, and what it is about."""

    problem: Callable[..., str | None]
    candidates: Callable[..., Iterator[Order]]
    resolve: Callable[..., None]
    #: The orders that answer it, and how to say so.
    answers: tuple[type[Order], ...]
    wanted: str


def _place_problem(game: Game, _seat: int, order: Place) -> str | None:
    if not order.places:
        return "say where to place the traveler"
    coming = _travelers_coming(game)
    for number, name in enumerate(order.places):
        place = game.place(name)
        if place is None:
            return f"there is no open {called(name)}"
        if order.places.count(name) > 1:
            return f"{called(name)} is named twice"
        # Places named beyond those that travelers will take are void, but have to exist. (R106)
        if place.guest is not None and number < coming:
            return f"{called(name)} is occupied"
    return None


def _travelers_coming(game: Game) -> int:
    """How many travelers this evening still brings."""
    stacked = len(game.entrance) + (len(game.exit) if game.season == 1 else 0)
    return min(len(game.free_places()), stacked)


def _place_candidates(game: Game, _seat: int) -> Iterator[Order]:
    return (Place((place.name,)) for place in game.free_places())


def _place(game: Game, _seat: int, order: Place) -> None:
    game.then(("welcome", *order.places))


def _pay_problem(game: Game, seat: int, order: Pay) -> str | None:
    mixes = gravedigger.mixes(game, seat)
    if order.checks not in mixes:
        return f"the gravedigger takes {mixes[0]} to {mixes[-1]} checks from you"
    return None


def _pay_candidates(game: Game, seat: int) -> Iterator[Order]:
    return (Pay(checks) for checks in gravedigger.mixes(game, seat))


def _pay(game: Game, seat: int, order: Pay) -> None:
    gravedigger.settle(game, seat, order.checks)


def _dismiss_problem(game: Game, seat: int, order: Dismiss, due: int) -> str | None:
    if len(order.cards) != due:
        return f"{due} of your accomplices must leave, {len(order.cards)} named"
    hand = game.players[seat].hand
    lacking = crews.missing(order.cards, hand)
    if lacking is not None:
        return f"{order.cards.count(lacking)} {lacking} named, {hand.count(lacking)} in hand"
    return None


def _dismiss_candidates(game: Game, seat: int, due: int) -> Iterator[Order]:
    hand = tuple(game.players[seat].hand)
    return (Dismiss(cards) for cards in crews.choices(hand, due, due))


def _dismiss(game: Game, seat: int, order: Dismiss, _due: int) -> None:
    moves.dismiss(game, seat, order.cards)


def _study_problem(_game: Game, _seat: int, _order: Study) -> str | None:
    return None


def _study_candidates(_game: Game, _seat: int) -> Iterator[Order]:
    return iter((Study(exchange=True), Study(exchange=False)))


def _study(game: Game, seat: int, order: Study) -> None:
    if order.exchange:
        moves.exchange(game, seat)


QUESTIONS: dict[str, Question] = {
    "draft": Question(
        draft.problem, draft.candidates, draft.resolve, (Keep,), "keep an object of your pack"
    ),
    "place": Question(_place_problem, _place_candidates, _place, (Place,), "place the traveler"),
    "objects": Question(
        windows.problem, windows.candidates, windows.resolve, (Play, Hold), "play an object or hold"
    ),
    "action": Question(
        actions.problem,
        actions.candidates,
        actions.perform,
        (*actions.ACTIONS, Pass),
        "bribe, build, kill, bury or pass",
    ),
    "study": Question(
        _study_problem, _study_candidates, _study, (Study,), "exchange 10F for a check or decline"
    ),
    "gravedigger": Question(_pay_problem, _pay_candidates, _pay, (Pay,), "pay the gravedigger"),
    "wages": Question(
        _dismiss_problem, _dismiss_candidates, _dismiss, (Dismiss,), "dismiss unpaid accomplices"
    ),
}
