"""What a game may be played with: seats, length, variants, rulings, corrections."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pbem.rules.errors import Unreadable

#: The version of the rules; a game names it, and one of another version is refused.
RULES = "1"

SHORT, LONG = "short", "long"
LENGTHS = (SHORT, LONG)

UNLIMITED_WEALTH = "unlimited-wealth"
FIRST_COME = "first-come"
VARIANTS = (FIRST_COME, UNLIMITED_WEALTH)

CARNIES, EVENTS, NOTABLES, OBJECTS = "carnies", "events", "notables", "objects"
MODULES = (CARNIES, EVENTS, NOTABLES, OBJECTS)

#: Each unclear rule with its readings, the default first; `docs/rulings.md` tells them.
RULINGS: Mapping[str, tuple[str, ...]] = {
    "reshuffle": ("when-needed", "at-once"),  # R13
    "carnie-affinity": ("all", "eight", "none"),
    "booth": ("bribe", "lodge"),  # R35
    "high-season": ("double", "plus-two"),  # R77, R80
    "pickpockets": ("half", "two"),  # R80
    "cirrhosis": ("event-check", "after-wages"),  # R86
    "cake": ("own", "any"),  # R88
    "coffee": ("shield", "poison-only"),  # R47
    "rug": ("give", "take"),  # R89
    "poison": ("corpse", "gone"),  # R90
    "quicklime": ("full-annex", "free-burial", "one-fewer"),  # R58
    "tomb": ("money", "no-money"),  # R72
    "well": ("money", "no-money"),  # R46
}

MAX_PLAYERS = 4
CORRECTABLE = ("rank", "outer", "money", "affinity")

#: Words of the notation, which no player may be called.
WORDS = frozenset(
    "always and at bribe build bury cash check checks decline dismiss evening exchange for from"
    " hold keep kill losing more no on pass pay place play room rooms round swap the to under until"
    " using white with".split()
)


class Options(NamedTuple):
    """The public terms of a game; rulings and corrections only where they change something."""

    players: tuple[str, ...]
    length: str = LONG
    variants: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()
    rulings: tuple[tuple[str, str], ...] = ()
    corrections: tuple[tuple[str, int | str], ...] = ()
    first: str | None = None

    @property
    def solitaire(self) -> bool:
        """True for one player. (Rulebook, Solitaire Game)"""
        return len(self.players) == 1

    @property
    def unlimited(self) -> bool:
        """True if money has no limit and laundering does not exist. (Ruling R08)"""
        return UNLIMITED_WEALTH in self.variants

    @property
    def first_come(self) -> bool:
        """True if travelers take the rooms in their order. (Ruling R07)"""
        return FIRST_COME in self.variants

    def ruling(self, name: str) -> str:
        """The reading of an unclear rule that this game is played with."""
        return next((v for n, v in self.rulings if n == name), RULINGS[name][0])


def make_options(
    players: Iterable[str],
    *,
    length: str = LONG,
    variants: Iterable[str] = (),
    modules: Iterable[str] = (),
    rulings: Mapping[str, str] | None = None,
    corrections: Mapping[str, int | str] | None = None,
    first: str | None = None,
    reserved: Iterable[str] = (),
) -> Options:
    """Check the terms and put them in their one form: sorted, without repetitions and defaults.

    *reserved* are the names of cards. Raises Unreadable with what was found and expected.
    """
    seats = tuple(players)
    taken = WORDS | set(reserved)
    if not 1 <= len(seats) <= MAX_PLAYERS:
        raise Unreadable(f"a game has 1 to {MAX_PLAYERS} players, found {len(seats)}")
    for name in seats:
        _check_name(name, taken)
        if seats.count(name) > 1:
            raise Unreadable(f"two players are called {name}")
    if first is not None and first not in seats:
        raise Unreadable(f"the first player {first} is none of the players {', '.join(seats)}")
    chosen = {_one_of("module", word, MODULES) for word in modules}
    if EVENTS in chosen and CARNIES not in chosen:
        raise Unreadable("the module events needs the module carnies")
    if chosen and len(seats) == 1:
        raise Unreadable("solitaire is played without modules")  # R09
    return Options(
        players=seats,
        length=_one_of("length", length, LENGTHS),
        variants=tuple(sorted({_one_of("variant", word, VARIANTS) for word in variants})),
        modules=tuple(sorted(chosen)),
        rulings=_rulings(rulings or {}),
        corrections=tuple(sorted((corrections or {}).items())),
        first=first,
    )


def _check_name(name: str, taken: frozenset[str]) -> None:
    letters = "abcdefghijklmnopqrstuvwxyz"
    if (
        not 1 <= len(name) <= 24
        or name[0] not in letters
        or any(char not in letters + "0123456789-" for char in name)
    ):
        raise Unreadable(
            f"{name!a} cannot be a player's name: expected a letter, then up to 23 of a-z, 0-9, -"
        )
    if name in taken:
        raise Unreadable(f"{name} cannot be a player's name: it is a card or a word of the orders")


def _one_of(what: str, word: str, known: tuple[str, ...]) -> str:
    if word not in known:
        expected = " or ".join(known) or "none in this version"
        raise Unreadable(f"unknown {what} {word!a}: expected {expected}")
    return word


def _rulings(rulings: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    for name, value in rulings.items():
        _one_of("ruling", name, tuple(RULINGS))
        _one_of(f"value of the ruling {name}:", value, RULINGS[name])
    return tuple(sorted((n, v) for n, v in rulings.items() if v != RULINGS[n][0]))
