"""Positions: what is written is read back the same, faults are named, and a stop goes on."""

from __future__ import annotations

import copy
import random

import pytest

from pbem import rules
from pbem.rules import Unreadable, position
from tests.rules import random_game
from tests.rules.scenario import Shuffler, Table, evening, has, layout, morning, new, night


def full():
    """A position that has something under every key but the agenda."""
    return layout(
        "night",
        modules=["carnies", "events", "notables", "objects"],
        trailers={"juggler": "ben", "clown": "anna"},
        coffee={3: "anna"},
        cake={"juggler": "ben"},
        events="fiasco extortion",
        event_discards="blackmail",
        revealed="cirrhosis",
        letter=True,
        number=8,
        season=2,
        turn="ben",
        lap=2,
        host="ben",
        length="short",
        variants=["first-come", "unlimited-wealth"],
        rulings={"reshuffle": "at-once", "rug": "take"},
        corrections={"juggler.outer": 3, "monk.money": 14},
        entrance="duke newsboy",
        exit="mechanic",
        bistro=3,
        box="prince",
        inn={3: "landscaper", "juggler": "surgeon"},
        service={3: "ben"},
        anna=has(
            hand="peasant peasant",
            corpses="baron twins",
            snowed="twins",
            objects="poison rug",
            annexes="barn:count abbot:dwarf",
        ),
        ben=has(cash=55, hand="abbot"),
    )


def test_a_position_is_written_as_it_was_read():
    data = full()
    assert position.write(position.read(data)) == data


def test_reading_leaves_the_tables_alone():
    data = full()
    before = copy.deepcopy(data)
    position.read(data)
    assert data == before


@pytest.mark.parametrize("phase", ["evening", "night", "morning"])
def test_writing_is_stable(phase):
    once = position.write(position.read(layout(phase, inn={1: "duke"}, anna=has(hand="monk"))))
    assert position.write(position.read(once)) == once


def test_a_game_that_is_over_stays_over():
    data = layout("over", anna=has(cash=7, checks=2))
    game = position.read(data)
    assert rules.result(game).loot == (27, 15)
    assert position.write(game) == data


def test_only_the_necessary_need_be_said():
    game = position.read(
        {
            "format": "pbem-position-1",
            "round": {"number": 1, "season": 1, "phase": "night", "host": "anna"}
            | {"lap": 1, "turn": "anna"},
            "rooms": [{"number": 1, "key": "anna"}],
            "players": [{"name": "anna", "cash": 5, "checks": 1}],
        }
    )
    assert [annex.card for annex in game.players[0].annexes] == ["barn"]
    assert (game.options.length, game.bistro) == ("long", 0)


def test_rooms_may_stand_in_any_order():
    data = full()
    data["rooms"].reverse()
    assert position.read(data) == position.read(full())


def test_the_evening_with_places_free_asks_the_host():
    assert evening(host="ben", inn={1: "duke"}).asked() == {"ben": "place"}


def test_the_evening_with_no_place_free_goes_on_to_the_night():
    inn = {1: "duke", 2: "monk", 3: "baron", 4: "count", 5: "abbot"}
    assert evening(inn=inn).asked() == {"anna": "action"}


def test_the_night_begins_at_the_turn_named():
    table = night(seats=3, host="cleo", turn="anna", lap=2, bistro=4)
    turns = []
    while table.game.phase == "night":
        turns += table.asked()
        table.order(turns[-1], "pass")
    assert turns == ["anna", "ben"]


def test_the_morning_begins_with_its_first_step():
    table = morning(inn={1: "major"}, anna=has(cash=10, checks=0, corpses="baron"))
    assert table.said("police") == ["police 1 major"]


# What is printed when the game stops in the middle of something, and read again.


def again(table):
    return Table(position.read(position.write(table.game)), table.dealer)


TWO_GRAVES = {
    "inn": {1: "major", 2: "duke"},
    "anna": has(cash=25, checks=2, corpses="baron", hand="monk"),
    "ben": has(cash=25, checks=2, corpses="monk baron"),
}


def test_two_gravediggers_are_still_asked():
    table = again(morning(**TWO_GRAVES))
    assert table.asked() == {"anna": "gravedigger", "ben": "gravedigger"}


def test_the_second_gravedigger_is_still_asked():
    table = morning(**TWO_GRAVES)
    table.order("ben", "pay 1 check")
    assert again(table).asked() == {"anna": "gravedigger"}


def test_the_morning_goes_on_from_the_gravedigger():
    table = morning(**TWO_GRAVES)
    table.order("ben", "pay 1 check")
    table = again(table)
    table.order("anna", "pay 0 checks")
    # 25F - 10F + 1F rent - 1F wages; then the next evening.
    assert table.wealth("anna") == (15, 2)
    assert table.wealth("ben") == (16, 1)
    assert table.asked() == {"ben": "place"}


TWO_SHORT = {
    "anna": has(cash=1, hand="monk peasant"),
    "ben": has(cash=1, hand="monk baron duke"),
}


def test_two_players_short_of_wages_are_still_asked():
    table = again(morning(**TWO_SHORT))
    assert table.asked() == {"anna": "wages", "ben": "wages"}
    assert "2 of your accomplices must leave" in table.refused("ben", "dismiss monk")


def test_the_morning_goes_on_from_the_wages():
    table = again(morning(**TWO_SHORT))
    table.order("ben", "dismiss monk duke")
    table = again(table)
    table.order("anna", "dismiss monk")
    assert (table.anna.hand, table.ben.hand) == (["peasant"], ["baron"])
    assert (table.game.number, table.asked()) == (4, {"ben": "place"})


def test_turns_still_to_come_may_stand_in_any_order():
    # What comes of a night by itself is not written; this is.
    agenda = [["turn", "ben", 2], ["turn", "anna", 2], ["morning"]]
    table = night(lap=2, turn="ben", bistro=1, agenda=agenda)
    assert table.asked() == {"ben": "action"}
    table = again(table)
    assert table.game.agenda[0] == ("morning",)
    table.order("ben", "pass")
    assert again(table).asked() == {"anna": "action"}


def told(events):
    """Events without the places in the stack, which a position counts anew."""
    counted = ("face-up", "reveal")
    return [event[:2] + event[4:] if event[0] in counted else event for event in events]


@pytest.mark.parametrize("number", range(30))
def test_a_random_game_goes_on_from_any_of_its_positions(number):
    chance = random.Random(number)
    game = random_game.start(number)
    for _ in range(60):
        seat, order = random_game.decide(game, chance)
        data = position.write(game)
        other = position.read(data)
        assert position.write(other) == data
        assert rules.pending(other) == rules.pending(game)
        assert rules.public(other) == rules.public(game)
        # Standing holds are no part of a position.
        for player, same in zip(other.players, game.players, strict=True):
            player.standing = same.standing
        happened = rules.play(game, seat, order, Shuffler(number))
        rules.apply(other, seat, order)
        known = told(other.events)
        assert known == told(happened)[: len(known)]
        if game.phase == "over":
            return


# Stops that only the expansion has.


def stop(table, name, *orders):
    """The table after some orders, written and read."""
    for text in orders:
        table.order(name, text)
    return again(table)


WINDOW = {
    "inn": {1: "duke", 2: "monk", 3: "baron", 4: "count", 5: "surgeon"},
    "anna": has(corpses="prince", objects="coffee letter poison"),
    "ben": has(objects="rug"),
}


def test_a_window_is_open_again():
    table = stop(evening(**WINDOW), "anna", "play poison on 1")
    assert (table.asked(), table.guest(1)) == ({"anna": "objects"}, None)
    table.order("anna", "hold")
    assert table.asked() == {"ben": "objects"}


def test_a_window_goes_on_with_the_next_player():
    table = stop(evening(**WINDOW), "anna", "hold")
    assert table.asked() == {"ben": "objects"}
    table.order("ben", "hold")
    assert table.asked() == {"anna": "action"}


def test_poison_in_the_final_round_does_not_end_the_game_that_is_read_again():
    words = {"seats": 3, "season": 2, "final": True, "entrance": "", "ben": has(objects="rug")}
    table = evening(
        inn={1: "duke", 2: "monk", 3: "baron"}, anna=has(objects="poison cake"), **words
    )
    table = stop(table, "anna", "play poison on 1")
    assert (table.game.phase, table.asked()) == ("evening", {"anna": "objects"})


def test_the_letter_is_read_again():
    table = stop(evening(**WINDOW), "anna", "play letter")
    assert table.game.letter


def test_a_study_is_asked_again():
    table = night(anna=has(cash=25), ben=has(cash=10, annexes="notary"))
    table = stop(table, "anna", "pass to checks 1")
    assert table.asked() == {"ben": "study"}
    table.order("ben", "exchange")
    assert (table.wealth("ben"), table.asked()) == ((0, 2), {"ben": "action"})


def test_the_gravediggers_window_is_open_again():
    table = morning(
        inn={3: "major"}, anna=has(objects="tomb cake"), ben=has(cash=25, corpses="duke baron")
    )
    table = stop(table, "anna", "play tomb on ben duke")
    assert table.asked() == {"anna": "objects"}
    table.order("anna", "hold")
    assert table.asked() == {"ben": "gravedigger"}


def test_the_end_of_the_round_is_open_again():
    table = morning(anna=has(objects="confessional cake"), ben=has(cash=9, annexes="barn:monk"))
    table = stop(table, "anna", "play confessional")
    assert table.asked() == {"anna": "objects"}
    table.order("anna", "hold")
    assert table.game.number == 4


def test_a_live_event_is_read_again():
    table = morning(
        revealed="extortion", inn={3: "dwarf"}, anna=has(cash=5, objects="cake", hand="monk")
    )
    table = again(table)
    table.order("anna", "hold")
    assert table.anna.cash == 5 - 2


def test_a_draft_goes_on_where_it_was():
    table = new("anna ben cleo", modules=["objects"])
    table.order("cleo", min(table.legal("cleo")))
    kept = table.cleo.objects
    table = again(table)
    assert table.asked() == {"anna": "draft", "ben": "draft"}
    while "draft" in table.asked().values():
        name = next(iter(table.asked()))
        table.order(name, min(table.legal(name)))
        table = again(table)
    assert kept[0] in table.cleo.objects
    assert [len(player.objects) for player in table.game.players] == [3, 3, 3]
    assert (table.game.number, table.asked()) == (1, {"anna": "place"})


def test_a_draft_without_an_agenda_begins():
    data = layout("draft", number=0, modules=["objects"])
    table = Table(position.read(data))
    table.go_on()
    assert table.asked() == {"anna": "draft", "ben": "draft"}
    assert table.legal("ben") == {
        "keep gold-teeth",
        "keep hammer",
        "keep letter",
        "keep liquor",
    }


def test_a_free_burial_asks_the_same_player_again():
    table = night(
        rulings={"quicklime": "free-burial"},
        bistro=1,
        anna=has(corpses="baron", objects="quicklime"),
    )
    table = stop(table, "anna", "bury baron under barn using quicklime")
    assert (table.asked(), table.game.lap) == ({"anna": "action"}, 1)


# An annex overfull by quicklime. (Ruling R102)


@pytest.mark.parametrize(
    "annexes", ["barn:baron+monk", "barn:twins", "abbot:baron+twins", "abbot:twins+monk"]
)
def test_one_corpse_may_lie_in_quicklime(annexes):
    data = layout("night", anna=has(annexes=annexes))
    assert position.write(position.read(data)) == data


@pytest.mark.parametrize(
    ("annexes", "why"),
    [
        (
            "barn:baron+monk+monk",
            "barn of anna: expected corpses for 1 places, found corpses for 3",
        ),
        (
            "barn:baron+twins+monk",
            "barn of anna: expected corpses for 1 places, found corpses for 4",
        ),
        ("barn:baron+monk monk:baron+monk", "monk of anna is the second annex with a corpse in"),
        ("newsboy:baron", "newsboy of anna takes no corpse, found 1"),
        ("newsboy:dwarf", "newsboy of anna takes no corpse, found 1"),
    ],
)
def test_more_than_one_corpse_in_quicklime_is_refused(annexes, why):
    with pytest.raises(Unreadable, match=why):
        position.read(layout("night", anna=has(annexes=annexes)))


def test_the_dwarf_takes_no_place_in_a_position():
    data = layout("night", anna=has(annexes="barn:baron+dwarf monk:baron+monk"))
    assert position.write(position.read(data)) == data


def test_modules_do_not_say_which_cards_may_be_named():
    data = layout(
        "night",
        trailers={"juggler": "ben"},
        revealed="fiasco",
        anna=has(hand="twins surgeon", objects="rug"),
    )
    assert position.read(data).options.modules == ()


# Faults. Each is a change to a good position, by the path of its key.

MISSING = object()

FAULTS = {
    "another format": ("format", "pbem-position-2", "format: expected 'pbem-position-1'"),
    "no format": ("format", MISSING, "format: expected"),
    "unknown key": ("weather", "rain", "position: unknown key 'weather'"),
    "unknown key of the options": ("options.colour", "red", "options: unknown key 'colour'"),
    "unknown key of the round": ("round.weather", True, "round: unknown key 'weather'"),
    "letter": ("round.letter", "yes", "round.letter: expected true or false"),
    "unknown key of the piles": ("piles.attic", [], "piles: unknown key 'attic'"),
    "unknown key of a room": ("rooms.0.tea", "anna", r"rooms\[0\]: unknown key 'tea'"),
    "unknown key of a trailer": ("trailers.0.key", "ben", r"trailers\[0\]: unknown key 'key'"),
    "service on a trailer": ("trailers.0.service", "ben", "unknown key 'service'"),
    "unknown key of a player": ("players.0.hat", 1, r"players\[0\]: unknown key 'hat'"),
    "unknown key of an annex": ("players.0.annexes.0.door", 1, r"annexes\[0\]: unknown key 'door'"),
    "options no table": ("options", 3, "options: expected a table"),
    "length": ("options.length", "medium", "unknown length 'medium': expected short or long"),
    "variant": ("options.variants", ["fast"], "unknown variant 'fast'"),
    "variants no list": ("options.variants", "fast", "options.variants: expected a list"),
    "module": ("options.modules", ["circus"], "unknown module 'circus'"),
    "events without carnies": ("options.modules", ["events"], "events needs the module carnies"),
    "modules no list": ("options.modules", "carnies", "options.modules: expected a list"),
    "ruling": ("options.rulings", {"rain": "wet"}, "unknown ruling 'rain'"),
    "value of a ruling": ("options.rulings", {"reshuffle": "never"}, "unknown value of the ruling"),
    "rulings no table": ("options.rulings", [], "options.rulings: expected a table"),
    "correction": ("options.corrections", {"monk.hat": 1}, "correction of monk.hat"),
    "correction of no card": ("options.corrections", {"elf.rank": 1}, "there is no card 'elf'"),
    "correction out of range": ("options.corrections", {"monk.rank": 10}, "from 0 to 9"),
    "no round": ("round", MISSING, "round: expected a table"),
    "no number": ("round.number", MISSING, "round: number is missing"),
    "number": ("round.number", 0, "round.number: expected a number from 1"),
    "number no number": ("round.number", "one", "round.number: expected a number"),
    "number a flag": ("round.number", True, "round.number: expected a number"),
    "season": ("round.season", 3, "round.season: expected a number from 1 to 2"),
    "phase": ("round.phase", "noon", "expected draft, evening, night, morning, over"),
    "host": ("round.host", "cleo", "round.host: expected anna, ben"),
    "lap": ("round.lap", 3, "round.lap: expected a number from 1 to 2"),
    "no lap at night": ("round.lap", MISSING, "round: lap is missing"),
    "turn": ("round.turn", "cleo", "round.turn: expected anna, ben"),
    "lap in the morning": ("round.phase", "morning", "round: unknown key 'lap'"),
    "final": ("round.final", 1, "round.final: expected true or false"),
    "peasant in the entrance stack": ("piles.entrance", ["peasant"], "piles.entrance"),
    "peasant in the exit stack": ("piles.exit", ["peasant"], "piles.exit"),
    "no card": ("piles.entrance", ["elf"], "piles.entrance: expected the name of a card"),
    "barn in the box": ("piles.box", ["barn"], "piles.box"),
    "pile no list": ("piles.exit", "monk", "piles.exit: expected a list"),
    "card a number": ("piles.exit", [3], "piles.exit: expected the name of a card"),
    "bistro": ("piles.bistro", 9, "piles.bistro: expected a number from 0 to 8"),
    "events": ("piles.events", ["monk"], "piles.events: expected blackmail"),
    "event discards": ("piles.event_discards", ["rug"], "piles.event_discards"),
    "revealed": ("piles.revealed", "dwarf", "piles.revealed"),
    "an event twice": ("piles.events", ["fiasco", "fiasco"], "fiasco: 1 in the game, found 2"),
    "an event in two piles": ("piles.events", ["cirrhosis"], "cirrhosis: 1 in the game, found 2"),
    "an object in an event pile": ("piles.events", ["rug"], "piles.events"),
    "coffee of nobody": ("rooms.0.coffee", "cleo", r"rooms\[0\].coffee: expected anna, ben"),
    "cake for nobody": ("rooms.0.cake", "anna", r"rooms\[0\].cake: nobody is there"),
    "an object twice": ("players.1.objects", ["rug"], "rug: 1 in the game, found 2"),
    "no object": ("players.1.objects", ["monk"], r"players\[1\].objects"),
    "objects no list": ("players.1.objects", "rug", r"players\[1\].objects: expected a list"),
    "snow on nobody": ("players.1.snowed", ["baron"], "snowed: baron is not among the corpses"),
    "trailer of no trailer": ("trailers.0.card", "barker", r"trailers\[0\].card"),
    "trailer of nobody": ("trailers.0.owner", "white", r"trailers\[0\].owner: expected anna, ben"),
    "trailer twice": ("trailers.1.card", "juggler", "juggler: 1 in the game, found 2"),
    "trailers no list": ("trailers", {}, "trailers: expected"),
    "peasant in a trailer": ("trailers.0.guest", "peasant", r"trailers\[0\].guest"),
    "carnie twice": ("players.1.hand", ["juggler"], "juggler: 1 in the game, found 2"),
    "annex of a dwarf": ("players.0.annexes.1.card", "knife-thrower", "cannot be an annex"),
    "no rooms": ("rooms", [], "rooms: expected at least one open room"),
    "rooms no list": ("rooms", {}, "rooms: expected"),
    "room no table": ("rooms.0", "1", r"rooms\[0\]: expected a table"),
    "room number": ("rooms.0.number", 9, r"rooms\[0\].number: expected a number from 1 to 8"),
    "room twice": ("rooms.1.number", 1, r"rooms\[1\]: room 1 stands twice"),
    "no key": ("rooms.0.key", MISSING, r"rooms\[0\]: key is missing"),
    "key": ("rooms.0.key", "cleo", r"rooms\[0\].key: expected white, anna, ben"),
    "white service": ("rooms.0.service", "white", r"rooms\[0\].service"),
    "peasant in a room": ("rooms.0.guest", "peasant", r"rooms\[0\].guest"),
    "no players": ("players", [], "1 to 4 players, found 0"),
    "player no table": ("players.0", "anna", r"players\[0\]: expected a table"),
    "no name": ("players.0.name", MISSING, r"players\[0\].name: expected a name"),
    "name of a card": ("players.0.name", "monk", "monk cannot be a player's name"),
    "two of a name": ("players.1.name", "anna", "two players are called anna"),
    "cash missing": ("players.0.cash", MISSING, r"players\[0\]: cash is missing"),
    "cash below 0": ("players.0.cash", -1, r"players\[0\].cash: expected a number from 0"),
    "checks below 0": ("players.0.checks", -1, r"players\[0\].checks"),
    "hand": ("players.0.hand", ["barn"], r"players\[0\].hand"),
    "corpses": ("players.0.corpses", ["elf"], r"players\[0\].corpses"),
    "no barn": ("players.0.annexes.0.card", "duke", "every player has one barn, the first"),
    "two barns": ("players.0.annexes.1.card", "barn", "every player has one barn, the first"),
    "annex": ("players.0.annexes.1.card", "elf", "card"),
    "annex of police": ("players.0.annexes.1.card", "major", "cannot be an annex"),
    "annex of a peasant": ("players.0.annexes.1.card", "peasant", "cannot be an annex"),
    "overfull": (
        "players.0.annexes.0.buried",
        ["count", "viscount", "monk"],
        "barn of anna: expected corpses for 1 places, found corpses for 3",
    ),
    "too many copies": ("piles.exit", ["duke"], "duke: 1 in the game, found 2"),
    "too many peasants": ("piles.bistro", 7, "peasant: 8 in the game, found 9"),
    "agenda no list": ("agenda", {}, "agenda: expected"),
    "no step": ("agenda", [{"item": ["dance"]}], r"agenda\[0\].item: no such step"),
    "no item": ("agenda", [{}], r"agenda\[0\].item: expected a list"),
    "empty item": ("agenda", [{"item": []}], r"agenda\[0\].item: expected a list"),
    "step with too much": ("agenda", [{"item": ["leave", 1]}], "no such step"),
    "chance": ("agenda", [{"item": ["shuffle", "guests"]}], "no such step"),
    "turn of nobody": ("agenda", [{"item": ["turn", "cleo", 1]}], r"agenda\[0\].item"),
    "turn without a lap": ("agenda", [{"item": ["turn", "anna"]}], "no such step"),
    "lap a flag": ("agenda", [{"item": ["turn", "anna", True]}], "no such step"),
    "third lap": ("agenda", [{"item": ["turn", "anna", 3]}], "no such step"),
    "closed room": ("agenda", [{"item": ["welcome", "8"]}], "no such step"),
    "question without": ("agenda", [{"item": ["ask"]}], r"agenda\[0\].item"),
    "question to nobody": ("agenda", [{"item": ["ask", ["action", "cleo"]]}], "anna, ben"),
    "no question": ("agenda", [{"item": ["ask", ["why", "anna"]]}], "expected a question"),
    "action about something": ("agenda", [{"item": ["ask", ["action", "anna", 1]]}], "nothing"),
    "wages of more than all": ("agenda", [{"item": ["ask", ["wages", "anna", 3]]}], "how many"),
    "wages of nobody": ("agenda", [{"item": ["ask", ["wages", "anna"]]}], "how many"),
    "room a number": ("agenda", [{"item": ["welcome", 1]}], "no such step"),
    "asked twice": (
        "agenda",
        [{"item": ["ask", ["action", "anna"], ["action", "anna"]]}],
        "anna is asked twice",
    ),
    "no window": ("agenda", [{"item": ["windows", "noon"]}], "expected evening, cover"),
    "window of nobody": ("agenda", [{"item": ["window", "end", "cleo"]}], "anna, ben"),
    "window without a player": ("agenda", [{"item": ["window", "end"]}], "no such step"),
    "objects of no window": ("agenda", [{"item": ["ask", ["objects", "anna"]]}], "nothing"),
    "objects of another": ("agenda", [{"item": ["ask", ["objects", "anna", "noon"]]}], "evening"),
    "draft of no object": ("agenda", [{"item": ["ask", ["draft", "anna", "monk"]]}], "item"),
    "draft without packs": (
        "agenda",
        [{"item": ["ask", ["draft", "anna", "tomb", "cake"]]}],
        "expected the packs of a draft",
    ),
    "pack of nobody": ("agenda", [{"item": ["pass-packs", ["cleo", "tomb"]]}], "anna, ben"),
    "pack of no objects": ("agenda", [{"item": ["pass-packs", ["anna", "monk"]]}], "item"),
    "prices": ("agenda", [{"item": ["pay-objects", "anna"]}], "no such step"),
    "gravedigger without a choice": (
        "agenda",
        [{"item": ["ask", ["gravedigger", "ben"]]}],
        "'ben' cannot choose",
    ),
}


def changed(path, value):
    data = full()
    *way, last = path.split(".")
    table = data
    for key in way:
        table = table[int(key) if isinstance(table, list) else key]
    if value is MISSING:
        del table[last]
    else:
        table[int(last) if isinstance(table, list) else last] = value
    return data


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_refused_by_name(fault):
    path, value, message = FAULTS[fault]
    with pytest.raises(Unreadable, match=message):
        position.read(changed(path, value))


def test_cash_above_40f_is_refused_without_unlimited_wealth():
    data = changed("options.variants", [])
    with pytest.raises(Unreadable, match=r"players\[1\].cash: expected a number from 0 to 40"):
        position.read(data)


def test_more_than_eight_tokens_of_a_player_are_refused():
    keys = dict.fromkeys(range(1, 9), "anna")
    with pytest.raises(Unreadable, match="anna has 8 tokens, found 9"):
        position.read(layout("night", keys=keys, service={1: "anna"}))


@pytest.mark.parametrize("value", [None, [], "", 3, {"format": 3}])
def test_what_is_no_position_is_refused(value):
    with pytest.raises(Unreadable):
        position.read(value)
