"""A position: a state with nothing hidden, as plain tables of words and numbers, read and written.

The keys are a contract that other people's files depend on. What stands in a position is checked
for sense, not for having come about by play: it need not hold every card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from pbem.rules import gravedigger, setup, views
from pbem.rules.effects import TOKENS, tokens_left
from pbem.rules.errors import Unreadable
from pbem.rules.model import BARN, PEASANT, Catalogue, Window
from pbem.rules.moves import MAX_CASH
from pbem.rules.options import Options
from pbem.rules.phases import ASK, EVENING, STEPS, advance
from pbem.rules.state import EVENTS, GUESTS, Built, Game, Item, Place, Player

FORMAT = "pbem-position-1"
PHASES = ("draft", "evening", "night", "morning", "over")
QUESTIONS = ("draft", "place", "objects", "action", "study", "gravedigger", "wages")
_MOST = 999_999
_DOORS = 8


class _Table:
    """A table of the file, read key by key; what nobody asked for is refused by name."""

    def __init__(self, value: object, where: str) -> None:
        if not isinstance(value, Mapping):
            raise Unreadable(f"{where}: expected a table, found {_shown(value)}")
        self.left = dict(value)
        self.where = where

    def take(self, key: str, default: object = None) -> Any:  # noqa: ANN401  # TOML holds anything
        return self.left.pop(key, default)

    def number(self, key: str, low: int, high: int, default: int | None = None) -> int:
        value = self.take(key, default)
        if value is None:
            raise Unreadable(f"{self.where}: {key} is missing")
        if type(value) is not int or not low <= value <= high:
            raise Unreadable(
                f"{self.where}.{key}: expected a number from {low} to {high}, found {_shown(value)}"
            )
        return value

    def word(self, key: str, known: Iterable[str], default: str | None = None) -> str:
        value = self.take(key, default)
        if value is None:
            raise Unreadable(f"{self.where}: {key} is missing")
        return _word(value, known, f"{self.where}.{key}")

    def optional(self, key: str, known: Iterable[str]) -> str | None:
        return self.word(key, known) if key in self.left else None

    def flag(self, key: str) -> bool:
        value = self.take(key, default=False)
        if not isinstance(value, bool):
            raise Unreadable(f"{self.where}.{key}: expected true or false, found {_shown(value)}")
        return value

    def words(self, key: str, known: Iterable[str]) -> list[str]:
        value = self.take(key, [])
        if not isinstance(value, list):
            raise Unreadable(f"{self.where}.{key}: expected a list, found {_shown(value)}")
        known = tuple(known)
        return [_word(item, known, f"{self.where}.{key}") for item in value]

    def tables(self, key: str) -> list[_Table]:
        value = self.take(key, [])
        if not isinstance(value, list):
            raise Unreadable(f"{self.where}{key}: expected [[{key}]], found {_shown(value)}")
        return [_Table(item, f"{key}[{number}]") for number, item in enumerate(value)]

    def end(self) -> None:
        for key in self.left:
            raise Unreadable(f"{self.where or 'position'}: unknown key {_shown(key)}")


def _shown(value: object) -> str:
    return ascii(value)[:60]


def _word(value: object, known: Iterable[str], where: str) -> str:
    known = tuple(known)
    if not isinstance(value, str) or value not in known:
        expected = ", ".join(known) if len(known) <= _DOORS else "the name of a card"
        raise Unreadable(f"{where}: expected {expected or 'nothing'}, found {_shown(value)}")
    return value


def read(data: Mapping[str, Any]) -> Game:
    """The game of a position, up to the next question. Raises Unreadable, naming the key."""
    top = _Table(data, "")
    if (found := top.take("format")) != FORMAT:
        raise Unreadable(f"format: expected {FORMAT!a}, found {_shown(found)}")
    areas = top.tables("players")
    names = [_name(area) for area in areas]
    terms = _options(_Table(top.take("options", {}), "options"), names)
    catalogue = setup.catalogue(terms)
    guests = [name for name in catalogue.guests if name != BARN]
    travelers = [name for name in guests if name != PEASANT]
    places = _rooms(top.tables("rooms"), names, travelers)
    places += _trailers(top.tables("trailers"), names, travelers, catalogue)
    players = [_player(area, guests, list(catalogue.objects), terms) for area in areas]
    game = Game(terms, catalogue, places, players)
    _read_piles(game, _Table(top.take("piles", {}), "piles"), guests, travelers)
    _read_round(game, _Table(top.take("round"), "round"), names)
    agenda = [_item(table, game) for table in reversed(top.tables("agenda"))]
    top.end()
    _check_copies(game)
    _check_burials(game)
    _check_tokens(game)
    game.stacks = {GUESTS: len(game.entrance), EVENTS: len(game.event_deck)}
    # A position counts shuffles anew, but the first one, of the whole deck, is behind it.
    game.serials = {GUESTS: game.season, EVENTS: 1}
    game.agenda = agenda or _agenda(game)
    game.face_up = min(2 if _welcoming(game) else 1, len(game.entrance))
    if game.phase != "over":
        advance(game)
    return game


def _welcoming(game: Game) -> bool:
    """True while travelers are placed, when the drawn one and the next are seen. (R12)"""
    if not game.agenda or not game.free_places():
        return False
    step, *about = game.agenda[-1]
    return bool(step == "welcome" or (step == ASK and about[0][0] == "place"))


def _name(area: _Table) -> str:
    name = area.take("name")
    if not isinstance(name, str):
        raise Unreadable(f"{area.where}.name: expected a name, found {_shown(name)}")
    return name


def _options(table: _Table, names: list[str]) -> Options:
    terms = setup.options(
        names,
        length=table.take("length", "long"),
        variants=_strings(table, "variants"),
        modules=_strings(table, "modules"),
        rulings=_mapping(table, "rulings", str),
        corrections=_mapping(table, "corrections", str, int),
    )
    table.end()
    return terms


def _strings(table: _Table, key: str) -> list[str]:
    value = table.take(key, [])
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise Unreadable(f"{table.where}.{key}: expected a list of words, found {_shown(value)}")
    return value


def _mapping(table: _Table, key: str, *kinds: type) -> dict[str, Any]:
    value = table.take(key, {})
    if not isinstance(value, dict) or not all(type(item) in kinds for item in value.values()):
        raise Unreadable(f"{table.where}.{key}: expected a table of values, found {_shown(value)}")
    return value


def _rooms(tables: list[_Table], names: list[str], travelers: list[str]) -> list[Place]:
    owners = {name: seat for seat, name in enumerate(names)}
    rooms: dict[int, Place] = {}
    for table in tables:
        number = table.number("number", 1, _DOORS)
        if number in rooms:
            raise Unreadable(f"{table.where}: room {number} stands twice")
        key = table.word("key", ["white", *names])
        service = table.optional("service", names)
        rooms[number] = Place(
            name=str(number),
            key=owners.get(key),
            service=None if service is None else owners[service],
            guest=table.optional("guest", travelers),
        )
        _read_treats(rooms[number], table, names)
        table.end()
    if not rooms:
        raise Unreadable("rooms: expected at least one open room")
    return [rooms[number] for number in sorted(rooms)]


def _trailers(
    tables: list[_Table], names: list[str], travelers: list[str], catalogue: Catalogue
) -> list[Place]:
    known = [name for name, card in catalogue.guests.items() if card.annex and card.annex.trailer]
    trailers = []
    for table in tables:
        place = Place(
            table.word("card", known),
            names.index(table.word("owner", names)),
            guest=table.optional("guest", travelers),
        )
        _read_treats(place, table, names)
        table.end()
        trailers.append(place)
    return trailers


def _read_treats(place: Place, table: _Table, names: list[str]) -> None:
    """Coffee and cake, by who played them."""
    coffee, cake = table.optional("coffee", names), table.optional("cake", names)
    place.coffee = None if coffee is None else names.index(coffee)
    place.cake = None if cake is None else names.index(cake)
    if place.guest is None and cake is not None:
        raise Unreadable(f"{table.where}.cake: nobody is there to have it")


def _player(area: _Table, game_cards: list[str], objects: list[str], terms: Options) -> Player:
    player = Player(
        cash=area.number("cash", 0, _MOST if terms.unlimited else MAX_CASH),
        checks=area.number("checks", 0, _MOST),
        hand=sorted(area.words("hand", game_cards)),
        corpses=area.words("corpses", game_cards),
        annexes=[],
    )
    player.objects = sorted(area.words("objects", objects))
    player.snowed = area.words("snowed", game_cards)
    lacking = Counter(player.snowed) - Counter(player.corpses)
    if lacking:
        raise Unreadable(f"{area.where}.snowed: {next(iter(lacking))} is not among the corpses")
    for table in area.tables("annexes") or [_Table({"card": BARN}, "annexes")]:
        card = table.word("card", [BARN, *game_cards])
        if (card == BARN) != (not player.annexes):
            raise Unreadable(
                f"{area.where}.{table.where}: every player has one barn, the first annex"
            )
        player.annexes.append(Built(card, table.words("buried", game_cards)))
        table.end()
    area.end()
    return player


def _read_piles(game: Game, piles: _Table, guests: list[str], travelers: list[str]) -> None:
    game.entrance = piles.words("entrance", travelers)
    game.exit = piles.words("exit", travelers)
    game.bistro = piles.number("bistro", 0, game.cards[PEASANT].copies, default=0)
    game.box = piles.words("box", guests)
    events = list(game.event_cards)
    game.event_deck = piles.words("events", events)
    game.event_discards = piles.words("event_discards", events)
    game.revealed = piles.optional("revealed", events)
    piles.end()


def _read_round(game: Game, table: _Table, names: list[str]) -> None:
    game.phase = table.word("phase", PHASES)
    game.number = table.number("number", 0 if game.phase == "draft" else 1, _MOST)
    game.season = table.number("season", 1, 2)
    game.host = names.index(table.word("host", names))
    if game.phase == "night":
        game.lap = table.number("lap", 1, 2)
        game.turn = names.index(table.word("turn", names))
    game.final = table.flag("final")
    game.letter = table.flag("letter")
    table.end()


def _check_copies(game: Game) -> None:
    """A position may not hold more copies of a card than there are, nor overfull annexes."""
    found = Counter(game.entrance + game.exit + game.box)
    found[PEASANT] += game.bistro
    found.update(place.guest for place in game.places if place.guest is not None)
    found.update(place.name for place in game.places if place.is_trailer)
    for name, player in zip(game.options.players, game.players, strict=True):
        found.update(player.hand + player.corpses)
        for annex in player.annexes:
            found.update(annex.buried)
            if annex.card != BARN:
                found[annex.card] += 1
                if game.cards[annex.card].annex is None:
                    raise Unreadable(f"players: the {annex.card} of {name} cannot be an annex")
    for card, count in sorted(found.items()):
        if count > game.cards[card].copies:
            raise Unreadable(f"{card}: {game.cards[card].copies} in the game, found {count}")
    others = [*game.event_deck, *game.event_discards, *([game.revealed] if game.revealed else [])]
    others += [card for player in game.players for card in player.objects]
    for card in others:
        if others.count(card) > 1:
            raise Unreadable(f"{card}: 1 in the game, found {others.count(card)}")


def _check_burials(game: Game) -> None:
    """An annex holds what it has room for, but for the one corpse in quicklime. (Ruling R102)"""
    limed = 0
    for name, player in zip(game.options.players, game.players, strict=True):
        for annex in player.annexes:
            outer = game.cards[annex.card].outer
            places = sum(game.cards[corpse].places for corpse in annex.buried)
            limed += places > outer
            # One corpse less, and the others have room.
            largest = max((game.cards[corpse].places for corpse in annex.buried), default=0)
            if places - largest > outer or limed > 1 or (annex.buried and not outer):
                raise Unreadable(
                    f"players: the {annex.card} of {name} takes {outer} corpses,"
                    f" found {len(annex.buried)}"
                )


def _check_tokens(game: Game) -> None:
    for seat, name in enumerate(game.options.players):
        left = tokens_left(game, seat)
        if left < 0:
            raise Unreadable(f"rooms: {name} has {TOKENS} tokens, found {TOKENS - left}")


def _agenda(game: Game) -> list[Item]:
    """What is to come in a phase, the next item last."""
    match game.phase:
        case "evening":
            items: list[Item] = [*EVENING, ("night",), ("morning",)]
        case "night":
            turns: list[Item] = [
                ("turn", seat, lap) for lap in (1, 2) for seat in game.seats_from_host()
            ]
            items = [*turns[turns.index(("turn", game.turn, game.lap)) :], ("morning",)]
        case "morning":
            items = [("morning",)]
        case _:
            items = []
    return items[::-1]


# The agenda is written only where the game stops in the middle of something.


def _item(table: _Table, game: Game) -> Item:
    value = table.take("item")
    table.end()
    where = f"{table.where}.item"
    if not isinstance(value, list) or not value or not isinstance(value[0], str):
        raise Unreadable(f"{where}: expected a list that begins with a step, found {_shown(value)}")
    name, *about = value
    if name == ASK and about:
        questions = [_asked(question, game, where) for question in about]
        seats = [asked[1] for asked in questions]
        for seat in seats:
            if seats.count(seat) > 1:
                raise Unreadable(f"{where}: {game.options.players[seat]} is asked twice")
        return (ASK, *questions)
    if name == "turn" and len(about) == 2 and type(about[1]) is int and about[1] in (1, 2):
        return ("turn", _seat(about[0], game, where), about[1])
    if name == "windows" and len(about) == 1:
        return (name, _word(about[0], [window.value for window in Window], where))
    if name == "window" and len(about) == 2:
        window = _word(about[0], [window.value for window in Window], where)
        return (name, window, _seat(about[1], game, where))
    if name == "pass-packs":
        return (name, *[_pack(pack, game, where) for pack in about])
    if name in STEPS and not about and name not in _WITH_ARGUMENTS:
        return (name,)
    raise Unreadable(f"{where}: no such step: {_shown(value)}")


#: Steps that are not written alone.
_WITH_ARGUMENTS = frozenset({"turn", "turn-up", "windows", "window", "pass-packs", "pay-objects"})


def _pack(pack: object, game: Game, where: str) -> Item:
    """A pack of the draft: whose, and what is in it."""
    if not isinstance(pack, list) or not pack:
        raise Unreadable(f"{where}: expected a player and objects, found {_shown(pack)}")
    objects = [_word(card, game.objects, where) for card in pack[1:]]
    return (_seat(pack[0], game, where), *objects)


def _asked(question: object, game: Game, where: str) -> Item:
    if not isinstance(question, list) or len(question) < 2 or question[0] not in QUESTIONS:
        raise Unreadable(f"{where}: expected a question and a player, found {_shown(question)}")
    name, player, *about = question
    seat = _seat(player, game, where)
    if name == "wages":
        hand = len(game.players[seat].hand)
        if len(about) != 1 or type(about[0]) is not int or not 1 <= about[0] <= hand:
            raise Unreadable(f"{where}: expected how many of {hand} leave, found {_shown(about)}")
    elif name == "draft":
        about = [_word(card, game.objects, where) for card in about]
    elif name == "objects" and len(about) == 1:
        about = [_word(about[0], [window.value for window in Window], where)]
    elif about or name == "objects":
        raise Unreadable(f"{where}: expected nothing after the player, found {_shown(about)}")
    if name == "gravedigger" and len(gravedigger.mixes(game, seat)) < 2:
        raise Unreadable(f"{where}: {_shown(player)} cannot choose how to pay the gravedigger")
    return (name, seat, *about)


def _seat(name: object, game: Game, where: str) -> int:
    return game.options.players.index(_word(name, game.options.players, where))


def write(game: Game) -> dict[str, Any]:
    """The position of a game of which everything is known; `read` gives an equal one."""
    names = game.options.players
    data: dict[str, Any] = {
        "format": FORMAT,
        "options": views.options(game),
        "round": views.round_(game),
        "piles": {
            "entrance": game.entrance,
            "exit": game.exit,
            "bistro": game.bistro,
            "box": sorted(game.box),
        },
        "rooms": [views.place(game, place) for place in game.places if not place.is_trailer],
    }
    data["piles"] |= views.events(game, counted=False)
    if trailers := [views.place(game, place) for place in game.places if place.is_trailer]:
        data["trailers"] = trailers
    data["players"] = [
        {
            "name": name,
            "cash": player.cash,
            "checks": player.checks,
            "hand": player.hand,
            **views.corpses(player),
            **({"objects": player.objects} if player.objects else {}),
            **views.annexes(player),
        }
        for name, player in zip(names, game.players, strict=True)
    ]
    if game.agenda and not _begins_alike(data, game):
        data["agenda"] = [{"item": _written(item, names)} for item in reversed(game.agenda)]
    return data


def _begins_alike(data: Mapping[str, Any], game: Game) -> bool:
    """True if the phase alone leads to where the game stands, and nothing happens on the way."""
    again = read(data)
    return bool(not again.events and again.agenda == game.agenda)


def _written(item: Item, names: tuple[str, ...]) -> list[Any]:
    name, *about = item
    if name == ASK:
        return [name, *[[asked[0], names[asked[1]], *asked[2:]] for asked in about]]
    if name == "turn":
        return [name, names[about[0]], about[1]]
    if name == "window":
        return [name, about[0], names[about[1]]]
    if name == "pass-packs":
        return [name, *[[names[pack[0]], *pack[1:]] for pack in about]]
    return [name, *about]
