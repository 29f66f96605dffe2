"""Makes the finished games that every later version has to prove: `python -m tests.make_released`.

They are made once for each version of the rules and never again, so an existing one is left alone.
"""

from __future__ import annotations

from pathlib import Path

from pbem import rules
from pbem.chain import open_game
from pbem.formats import entry
from pbem.formats.text import encode64
from tests.trust import agreeing, table

FOLDER = Path(__file__).parent / "released" / f"rules-{rules.RULES}"


def changed() -> table.Table:
    """A game in which keys, a seat, the moderator and a position change."""
    at = table.Table("released", ["anna", "ben", "carla"], modules=["objects"]).join().accept()
    agreeing.rotate(at.play(25), "anna", agreeing.seed(1))
    number = at.chain.head.number
    agreeing.correct(at.play(9), number)
    new = at.registration("ben", agreeing.seed(2))
    agreeing.decide(at.play(5), entry.REPLACE, "ben", new, agreed=["anna", "carla"])
    at.seeds["ben"] = agreeing.seed(2)
    at.desk.late(at.asked(), "2026-11-30")
    return agreeing.handover(at, "nina", agreeing.seed(3)).play()


def abandoned() -> table.Table:
    """A game that all have agreed to end."""
    at = table.Table("released", ["anna", "ben"]).join().accept().play(20)
    agreeing.decide(at, entry.ABANDON)
    return at


GAMES = {
    "base": lambda: table.Table("released", ["anna", "ben", "carla", "dan"]).join().accept().play(),
    "variants": lambda: (
        table.Table(
            "released",
            ["anna", "ben"],
            variants=["first-come", "unlimited-wealth"],
            rulings={"reshuffle": "at-once"},
        )
        .join()
        .accept()
        .play()
    ),
    "solitaire": lambda: table.Table("released", ["anna"]).join().accept().play(),
    "carnies": lambda: (
        table.Table("released", ["anna", "ben", "carla"], modules=table.ALL).join().accept().play()
    ),
    "changed": changed,
    "abandoned": abandoned,
}


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, make in GAMES.items():
        path = FOLDER / f"{name}.toml"
        if path.exists():
            continue
        data = make().data()
        path.write_bytes(data)
        chain = open_game(data).chain
        ended = None if chain.game is None else rules.result(chain.game)
        loot = "" if ended is None else " ".join(map(str, ended.loot))
        with (FOLDER / "index").open("a", encoding="ascii") as index:
            index.write(f"{name} {chain.head.number} {encode64(chain.head.hash)} {loot}\n")


if __name__ == "__main__":
    main()
