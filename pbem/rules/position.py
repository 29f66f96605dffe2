"""A position: a state with nothing hidden, as plain tables of words and numbers, read and written.

The keys are a contract that other people's files depend on. What stands in a position is checked
for sense, not for having come about by play: it need not hold every card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from pbem.rules import setup, views
from pbem.rules.effects import TOKENS, tokens_left
from pbem.rules.errors import Unreadable
from pbem.rules.model import BARN, PEASANT, Catalogue
from pbem.rules.moves import MAX_CASH
from pbem.rules.options import Options
from pbem.rules.phases import advance, evening
from pbem.rules.position_agenda import check, read_item, write_item
from pbem.rules.state import ASK, EVENTS, GUESTS, OBJECTS, Built, Game, Item, Place, Player
from pbem.rules.tables import Table, shown

FORMAT = "pbem-position-1"
PHASES = ("draft", "evening", "night", "morning", "over")
_MOST = 999_999
_DOORS = 8


def read(data: Mapping[str, Any]) -> Game:
    """The game of a position, up to the next question. Raises Unreadable, naming the key."""
    top = Table(data, "")
    if (found := top.take("format")) != FORMAT:
        raise Unreadable(f"format: expected {FORMAT!a}, found {shown(found)}")
    areas = top.tables("players")
    names = [_name(area) for area in areas]
    terms = _options(Table(top.take("options", {}), "options"), names)
    catalogue = setup.catalogue(terms)
    guests = [name for name in catalogue.guests if name != BARN]
    travelers = [name for name in guests if name != PEASANT]
    places = _rooms(top.tables("rooms"), names, travelers)
    places += _trailers(top.tables("trailers"), names, travelers, catalogue)
    players = [_player(area, guests, list(catalogue.objects), terms) for area in areas]
    game = Game(terms, catalogue, places, players)
    _read_piles(game, Table(top.take("piles", {}), "piles"), guests, travelers)
    _read_round(game, Table(top.take("round"), "round"), names)
    agenda = [read_item(table, game) for table in reversed(top.tables("agenda"))]
    top.end()
    _check_copies(game)
    _check_burials(game)
    _check_tokens(game)
    game.stacks = {GUESTS: len(game.entrance), EVENTS: len(game.event_deck)}
    # A position counts shuffles anew, but the first one, of the whole deck, is behind it.
    game.serials = {GUESTS: game.season, EVENTS: 1}
    if any(item[0] == "pass-packs" for item in agenda):
        game.serials[OBJECTS] = 1
    game.agenda = agenda or _agenda(game)
    check(game)
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


def _name(area: Table) -> str:
    name = area.take("name")
    if not isinstance(name, str):
        raise Unreadable(f"{area.where}.name: expected a name, found {shown(name)}")
    return name


def _options(table: Table, names: list[str]) -> Options:
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


def _strings(table: Table, key: str) -> list[str]:
    value = table.take(key, [])
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise Unreadable(f"{table.where}.{key}: expected a list of words, found {shown(value)}")
    return value


def _mapping(table: Table, key: str, *kinds: type) -> dict[str, Any]:
    value = table.take(key, {})
    if not isinstance(value, dict) or not all(type(item) in kinds for item in value.values()):
        raise Unreadable(f"{table.where}.{key}: expected a table of values, found {shown(value)}")
    return value


def _rooms(tables: list[Table], names: list[str], travelers: list[str]) -> list[Place]:
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
    tables: list[Table], names: list[str], travelers: list[str], catalogue: Catalogue
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


def _read_treats(place: Place, table: Table, names: list[str]) -> None:
    """Coffee and cake, by who played them."""
    coffee, cake = table.optional("coffee", names), table.optional("cake", names)
    place.coffee = None if coffee is None else names.index(coffee)
    place.cake = None if cake is None else names.index(cake)
    if place.guest is None and cake is not None:
        raise Unreadable(f"{table.where}.cake: nobody is there to have it")


def _player(area: Table, game_cards: list[str], objects: list[str], terms: Options) -> Player:
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
    for table in area.tables("annexes") or [Table({"card": BARN}, "annexes")]:
        card = table.word("card", [BARN, *game_cards])
        if (card == BARN) != (not player.annexes):
            raise Unreadable(
                f"{area.where}.{table.where}: every player has one barn, the first annex"
            )
        player.annexes.append(Built(card, table.words("buried", game_cards)))
        table.end()
    area.end()
    return player


def _read_piles(game: Game, piles: Table, guests: list[str], travelers: list[str]) -> None:
    game.entrance = piles.words("entrance", travelers)
    game.exit = piles.words("exit", travelers)
    game.bistro = piles.number("bistro", 0, game.cards[PEASANT].copies, default=0)
    game.box = piles.words("box", guests)
    events = list(game.event_cards)
    game.event_deck = piles.words("events", events)
    game.event_discards = piles.words("event_discards", events)
    game.revealed = piles.optional("revealed", events)
    piles.end()


def _read_round(game: Game, table: Table, names: list[str]) -> None:
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
            where = f"players: the {annex.card} of {name}"
            if annex.buried and not outer:
                raise Unreadable(f"{where} takes no corpse, found {len(annex.buried)}")
            if places - largest > outer:
                raise Unreadable(
                    f"{where}: expected corpses for {outer} places, found corpses for {places}"
                )
            if limed > 1:
                raise Unreadable(
                    f"{where} is the second annex with a corpse in quicklime; there is one card"
                )


def _check_tokens(game: Game) -> None:
    for seat, name in enumerate(game.options.players):
        left = tokens_left(game, seat)
        if left < 0:
            raise Unreadable(f"rooms: {name} has {TOKENS} tokens, found {TOKENS - left}")


def _agenda(game: Game) -> list[Item]:
    """What is to come in a phase, the next item last."""
    match game.phase:
        case "draft":
            items: list[Item] = [("draft",), ("round",)]
        case "evening":
            items = [*evening(game), ("night",), ("morning",)]
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


def write(game: Game) -> dict[str, Any]:
    """The position of a game of which everything is known.

    `read` gives a game that goes on in the same way, but for chance and standing holds, which are
    no part of a position.
    """
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
        data["agenda"] = [{"item": write_item(item, names)} for item in reversed(game.agenda)]
    return data


def _begins_alike(data: Mapping[str, Any], game: Game) -> bool:
    """True if the phase alone leads to where the game stands, and nothing happens on the way."""
    if game.phase == "draft":
        return False
    again = read(data)
    return bool(not again.events and again.agenda == game.agenda)
