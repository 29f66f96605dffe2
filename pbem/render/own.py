"""What a player alone sees: hand, objects, the pack of the draft, the standing hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.render.annexes import annex_effect, object_effect
from pbem.render.facts import ranks, style
from pbem.render.paint import Line, wrapped
from pbem.render.words import human
from pbem.rules.model import Cards
from pbem.rules.setup import known_objects

View = Mapping[str, Any]


def hand(
    name: str, own: View, cards: Cards, rulings: Mapping[str, str] | None = None
) -> list[Line]:
    """What a player holds, card by card, with what each is good for.

    *rulings* are those that differ from the default.
    """
    lines = _accomplices(name, own["hand"], cards)
    if "pack" in own:
        lines += _objects(f"The pack of {name}, one to keep", own["pack"], rulings or {})
    if "objects" in own:
        lines += _objects(f"The objects of {name}", own["objects"], rulings or {})
    if "standing" in own:
        lines.append(
            [(f"{name} {standing(own['standing'])}", "bold"), (", by a standing hold.", "")]
        )
    return lines


def _accomplices(name: str, cards_held: Sequence[str], cards: Cards) -> list[Line]:
    if not cards_held:
        return [[(f"The hand of {name} is empty.", "bold")]]
    lines: list[Line] = [[(f"The hand of {name}", "bold")]]
    for kind in sorted(set(cards_held), key=cards_held.index):
        card = cards[kind]
        count = cards_held.count(kind)
        copies = f"{count} x " if count > 1 else ""
        lines.append(
            [
                (f"  {copies + kind:<20}", style(card)),
                (f"rank {ranks(card)} {card.money:>3}F  ", ""),
                (f"comes back from a {_DEED[card.affinity]}" if card.affinity else "", ""),
            ]
        )
        if card.annex is not None:
            lines += _explained(f"builds {human(card.annex.name)}: {annex_effect(card)}")
    return lines


_DEED = {"bribe": "bribe", "build": "building", "kill": "kill", "bury": "burial"}


def _objects(title: str, objects: Sequence[str], rulings: Mapping[str, str]) -> list[Line]:
    """Objects one by one, with their prices and what they do."""
    lines: list[Line] = [[(title, "bold")]]
    for name in objects:
        known = known_objects().get(name)
        price = f"{known.price}F" if known is not None else ""
        lines.append([(f"  {name:<20}{price}", "")])
        lines += _explained(object_effect(name, rulings))
    return lines


def _explained(what: str) -> list[Line]:
    return wrapped([(word, "dim") for word in what.split()], "", 6) if what else []


def standing(hold: Sequence[Any]) -> str:
    """A standing hold, from its word and number: `holds until evening 5`."""
    how, count = hold
    return {
        "round": f"holds in round {count}",
        "until": f"holds until evening {count}",
        "always": "holds always",
    }.get(how, "holds")
