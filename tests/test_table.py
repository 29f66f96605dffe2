"""Orders tried on positions; the examples that people learn from do what they say."""

import re
import shlex
from pathlib import Path

import pytest

from pbem import table
from pbem.formats import position
from pbem.render.lines import sentences
from pbem.rules import notation, pending, read, write
from pbem.rules.errors import Unreadable
from pbem.rules.position import write as write_position
from tests.positions import POSITIONS, game_of, text_of

COMMAND = re.compile("#     (pbem try .+)")


def commands_of(name):
    """The commands that the comments of an example propose, without their first two words."""
    return [
        shlex.split(match[1])[2:]
        for line in text_of(name).splitlines()
        if (match := COMMAND.fullmatch(line))
    ]


def played(name, *orders, seed=table.SEED):
    return table.play(game_of(name), orders, table.dealer(seed))


def told(outcome):
    return sentences(outcome.events, outcome.game.options.players)


def money(outcome):
    return [(player.cash, player.checks) for player in outcome.game.players]


@pytest.mark.parametrize("name", POSITIONS)
def test_every_command_in_an_example_works(name):
    commands = commands_of(name)
    assert commands
    for file, *orders in commands:
        assert file == f"{name}.toml"
        given = orders[2:] if orders[0] == "--seed" else orders
        assert played(name, *given).refused is None


# evening.toml


def test_three_travelers_go_where_they_were_sent_and_the_last_where_there_is_room():
    outcome = played("evening", "carl: place 4 2 5", "carl: place 1 3")
    guests = {place.name: place.guest for place in outcome.game.places}
    assert guests == {
        "4": "duke",
        "2": "newsboy",
        "5": "count",
        "1": "monk",
        "3": "baron",
        "6": "mechanic",
    }
    assert table.asked(outcome.game) == [("carl", "action")]


def test_room_service_pays_the_rank():
    # 7F and a duke of rank 3
    assert money(played("evening", "carl: place 4"))[0] == (10, 1)


# burial-shared.toml


def test_pockets_are_shared_and_what_does_not_fit_is_lost():
    outcome = played("burial-shared", "anna: bury viscount under ben abbot with novice")
    assert told(outcome)[:4] == [
        "anna plays the novice to bury, who returns",
        "anna buries the viscount under ben's abbot",
        "anna gains 6F for a burial",
        "ben gains 2F for a burial; 4F do not fit on the track and are lost",
    ]
    # Ben is at 40F: his rent is lost, and he pays the newsboy. Anna pays two.
    assert money(outcome) == [(15, 1), (39, 2)]


# crypt.toml


def test_crypt_cellar_and_chapel_work_together():
    outcome = played(
        "crypt",
        "anna: bury count under archbishop, monk under archbishop, peasant under abbot"
        " with newsboy mechanic",
    )
    # 5F and 18 + 12 + 4 in the pockets
    assert money(outcome)[0] == (39, 6)
    assert outcome.game.players[0].hand == ["mechanic", "newsboy"]


def test_accomplice_may_be_lost_on_purpose():
    outcome = played("crypt", "anna: bury monk under abbot with mechanic losing mechanic")
    assert outcome.game.players[0].hand == ["newsboy"]
    assert outcome.game.exit[-1] == "mechanic"


# police.toml


def test_morning_of_the_police():
    outcome = played("police", "ben: pass", "anna: pay 1 check", "ben: dismiss peasant")
    assert told(outcome) == [
        "ben passes",
        "the police investigate; the major is in room 1",
        "anna pays the gravedigger 10F and 1 check for the baron and the viscount",
        "anna gains 1F in rent",
        "ben gains 1F in rent",
        "the major, the novice and the monk leave the inn",
        "anna pays 1F in wages",
        "ben pays 2F in wages",
        "ben cannot pay the peasant, who leaves",
        "ben is the next first player",
        "round 8 begins; ben welcomes the travelers",
        "the count is seen at the entrance",
    ]
    assert money(outcome) == [(15, 1), (0, 3)]


# reshuffle.toml


def test_exit_stack_comes_back_in_the_middle_of_an_evening():
    outcome = played("reshuffle", "ben: place 1 2", "ben: place 3 4")
    game = outcome.game
    assert game.season == 2
    assert game.exit == []
    again = [place.guest for place in game.places[2:]] + game.entrance
    assert sorted(again) == ["baron", "count", "mechanic", "monk"]


def test_chance_follows_from_the_seed():
    first = {tuple(played("reshuffle", "place 1 2", seed="a").game.entrance) for _ in range(3)}
    others = {tuple(played("reshuffle", "place 1 2", seed=s).game.entrance) for s in "abcdefgh"}
    assert len(first) == 1
    assert len(others) > 1


# last-round.toml


def test_end_of_the_game_is_counted_and_the_tie_is_broken_by_corpses():
    outcome = played("last-round", "ben: pass")
    assert table.result(outcome.game) == {
        "winners": ["ben"],
        "loot": {"anna": 60, "ben": 60},
        "lost": False,
    }
    assert told(outcome)[-3:] == [
        "anna has 40F and 2 checks, 60F in all",
        "ben has 10F and 5 checks, 60F in all",
        "ben wins",
    ]


# solitaire.toml


def test_solitaire_has_a_rank():
    # 20F + 18F burial + 1F rent - 2F wages = 37F, and 12 checks
    outcome = played("solitaire", "bury count under concierge with abbot novice")
    assert table.result(outcome.game) == {
        "winners": ["anna"],
        "loot": {"anna": 157},
        "rank": "evil",
        "lost": False,
    }


def test_solitaire_is_lost_when_the_police_find_a_corpse():
    outcome = played("solitaire", "pass")
    assert table.result(outcome.game) == {"winners": [], "loot": {"anna": 140}, "lost": True}


# unlimited-wealth.toml


def test_variants_work_together():
    outcome = played("unlimited-wealth", "anna: bury count under abbot with monk")
    # 38F + 18F - 1F for the monk
    assert money(outcome)[0] == (55, 1)
    guests = {place.name: place.guest for place in outcome.game.places}
    assert guests == {"1": "duke", "2": "newsboy", "3": "baron", "5": "mechanic", "6": "grocer"}


# carnies.toml


def test_bearded_lady_lies_under_the_trailer_of_another_player():
    outcome = played("carnies", "anna: bury bearded-lady under ben clown with fortune-teller")
    assert told(outcome)[:10] == [
        "anna plays the fortune-teller to bury, who returns",
        "the clown's trailer takes no more guests; the key comes back to ben",
        "anna buries the bearded-lady under ben's clown",
        "anna gains 12F for a burial",
        "ben gains 12F for a burial",
        "a carnie is still there: high season takes place",
        "ben gains 2F in rent",
        "anna gains 4F in rent",
        "the knife-thrower, the grocer, the cultivator and the novice leave the inn",
        "anna pays 2F in wages",
    ]
    # 8 + 12 + 4 - 2, and 20 + 12 + 2
    assert money(outcome) == [(22, 1), (34, 2)]


def test_dwarf_finds_place_under_a_full_barn():
    outcome = played("carnies", "anna: bury dwarf under barn with peasant")
    # 8 + 16 + 4 for two places, less 1 for the fortune-teller
    assert money(outcome)[0] == (27, 1)


def test_twins_need_two_places():
    assert played("carnies", "anna: bury twins under barn with peasant").refused is not None
    outcome = played("carnies", "anna: bury twins under ben abbot with fortune-teller")
    assert money(outcome) == [(22, 1), (34, 2)]


# draft.toml


def test_draft_goes_round_three_times_and_is_paid():
    outcome = played(
        "draft",
        "anna: keep poison",
        "ben: keep cake",
        "ben: keep coffee",
        "anna: keep tomb",
        "anna: keep letter",
        "ben: keep well",
    )
    # 10F less 3 + 2 + 0, and less 0 + 1 + 3
    assert money(outcome) == [(5, 1), (6, 1)]
    assert [player.objects for player in outcome.game.players] == [
        ["letter", "poison", "tomb"],
        ["cake", "coffee", "well"],
    ]
    assert table.asked(outcome.game) == [("anna", "place")]


def test_pack_goes_to_the_left():
    outcome = played("draft", "anna: keep poison", "ben: keep cake")
    assert [asked.about for asked in pending(outcome.game)] == [
        ("rug", "tomb", "well"),
        ("bible", "coffee", "letter"),
    ]


def test_position_in_the_draft_goes_on_from_there():
    outcome = played("draft", "ben: keep cake")
    again = position.loads(position.dumps(outcome.game).encode())
    assert table.asked(again) == [("anna", "draft")]
    then = table.play(again, ["keep poison", "anna: keep tomb"], table.dealer(table.SEED))
    assert then.refused is None


def test_draft_without_an_agenda_is_dealt():
    text = text_of("draft").partition("[[agenda]]")[0]
    games = [
        table.play(position.loads(text.encode()), (), table.dealer(seed)).game for seed in "aab"
    ]
    packs = [[asked.about for asked in pending(game)] for game in games]
    assert [len(pack) for pack in packs[0]] == [4, 4]
    assert packs[0] == packs[1] != packs[2]


def test_objects_are_dealt_whatever_the_round():
    text = text_of("draft").partition("[[agenda]]")[0] + '[[agenda]]\nitem = ["draft"]\n'
    text = text.replace("number = 0", "number = 3").replace('"draft"\nhost', '"evening"\nhost')
    text = text.replace("[piles]\n", '[piles]\nexit = ["duke", "count"]\n', 1)
    text = text.replace('"duke", "newsboy"', '"newsboy"', 1)
    game = table.play(position.loads(text.encode()), (), table.dealer(table.SEED)).game
    assert {card for asked in pending(game) for card in asked.about} <= set(game.objects)


# windows.toml


def test_who_plays_is_asked_again_until_he_holds():
    outcome = played(
        "windows",
        "anna: play poison on 3",
        "anna: hold",
        "ben: play coffee on 2",
        "ben: play cake on 2",
        "ben: hold",
    )
    assert told(outcome) == [
        "anna uses the poison",
        "anna poisons the major in room 3",
        "anna plays no object",
        "ben uses the coffee",
        "ben serves coffee in room 2",
        "ben gains 2F for the coffee",
        "ben uses the cake",
        "ben serves cake in room 2",
        "ben plays no object",
    ]
    assert table.asked(outcome.game) == [("anna", "action")]
    assert played("windows", "hold", "play coffee on 2", "hold", "kill 2").refused is not None


def test_hold_for_the_round_answers_the_open_window_and_the_others_of_the_round():
    outcome = played("windows", "anna: hold for round", "ben: hold", *["pass"] * 4)
    # Anna has a corpse and the letter: before the police she would be asked.
    told_of_anna = [sentence for sentence in told(outcome) if sentence.startswith("anna plays no")]
    assert told_of_anna == ["anna plays no object, by a standing hold"] * 2
    assert table.asked(outcome.game) == [("ben", "objects")]


def test_hold_until_an_evening_ends_before_its_window():
    passes = ["pass"] * 4
    outcome = played("windows", "anna: hold always", "ben: hold until evening 5", *passes)
    windows = [sentence for sentence in told(outcome) if "ben plays no object" in sentence]
    assert set(windows) == {"ben plays no object, by a standing hold"}
    assert outcome.game.number == 5
    assert table.asked(outcome.game) == [("ben", "place")]
    then = table.play(outcome.game, ["place 1 2 3 4 5"], table.dealer(table.SEED))
    assert table.asked(then.game) == [("ben", "objects")]


def test_standing_hold_can_be_taken_back_while_another_is_asked():
    outcome = played("windows", "anna: hold always", "anna: hold no more")
    assert outcome.refused is None
    assert table.asked(outcome.game) == [("ben", "objects")]
    assert outcome.game.players[0].standing is None


def test_standing_hold_is_not_in_the_position():
    outcome = played("windows", "ben: hold always")
    assert "always" not in position.dumps(outcome.game)


def test_position_in_a_window_goes_on_from_there():
    outcome = played("windows", "anna: play poison on 3")
    data = write_position(outcome.game)
    assert data["agenda"][0] == {"item": ["ask", ["objects", "anna", "evening"]]}
    again = position.loads(position.dumps(outcome.game).encode())
    then = table.play(again, ["play letter", "ben: hold"], table.dealer(table.SEED))
    # Anna has played both, and is not asked again.
    assert then.refused is None
    assert write_position(then.game)["round"]["letter"] is True


# using.toml


def test_objects_ride_in_the_order_of_an_action():
    outcome = played("using", "ben: kill 2 with newsboy peasant using well wolf-trap")
    assert told(outcome) == [
        "ben uses the well",
        "ben uses the wolf trap",
        "ben plays the newsboy and the peasant to kill; nobody is lost",
        "ben kills the count in room 2",
        "ben drops the count into the well",
        "ben gains 18F out of the well",
    ]
    assert money(outcome)[1] == (24, 1)
    assert outcome.game.box == ["count"]


def test_wheelbarrow_builds_a_guest_of_the_inn():
    outcome = played(
        "using", "ben: pass", "anna: build 3 with mechanic viscount at 1 using hammer wheelbarrow"
    )
    anna = outcome.game.players[0]
    assert [annex.card for annex in anna.annexes] == ["barn", "concierge"]
    assert anna.hand == ["mechanic", "viscount"]
    assert (outcome.game.place("3").guest, outcome.game.place("1").service) == (None, 0)


def test_quicklime_and_gold_teeth_go_together():
    outcome = played(
        "using", "ben: pass", "anna: bury monk under barn with mechanic using gold-teeth quicklime"
    )
    # 9F, 12F in the pockets and 2F for rank 1
    assert money(outcome)[0] == (23, 2)


# gravedigger.toml


def test_morning_with_every_step():
    outcome = played(
        "gravedigger",
        "anna: play snow-pile on count",
        "anna: hold",
        "ben: hold",
        "anna: hold",
        "ben: play tomb on ben duke",
        "anna: pay 1 check",
        "anna: play confessional",
    )
    # 25 + 1 - 1 + 6 and a check; 9 + 26 + 1 - 6
    assert money(outcome) == [(31, 0), (30, 2)]
    assert outcome.game.players[0].corpses == ["count"]
    assert outcome.game.players[0].snowed == []
    assert sorted(outcome.game.box) == ["duke", "monk"]


def test_covered_corpse_is_not_paid_for():
    outcome = played("gravedigger", "anna: play snow-pile on count", *["hold"] * 4)
    # Anna pays for the monk alone, 10F or a check; Ben's 9F are too few, and a check goes.
    assert table.asked(outcome.game) == [("anna", "gravedigger")]
    assert money(outcome)[1] == (9, 1)
    assert outcome.game.players[0].corpses == ["count", "monk"]
    assert write_position(outcome.game)["players"][0]["snowed"] == ["count"]


# notables.toml


def test_study_buys_a_check_when_another_player_does():
    outcome = played("notables", "ben: pass to checks 2", "anna: exchange")
    # 14 - 10 + 1 rent + 3 laboratory; 30 - 20 - 2 wages
    assert money(outcome) == [(8, 1), (8, 3)]


def test_safe_catches_what_another_player_cannot_gain():
    outcome = played("notables", "ben: bury count under barn with novice peasant")
    # Ben holds 40F and loses 8F of 18F to Anna; then 1F rent, and 1F for the novice.
    assert money(outcome) == [(23, 0), (39, 1)]


# What `try` cannot know


def test_unknown_things_are_never_guessed():
    dealer = table.dealer(table.SEED)
    for ask in (
        lambda: dealer.card("guests", 0, 3),
        lambda: dealer.price("anna"),
        lambda: dealer.stands("anna", 0),
    ):
        with pytest.raises(Unreadable):
            ask()


def test_game_that_goes_on_has_no_result():
    assert table.result(played("police").game) is None


# The page for players

PAGE = (Path(__file__).parents[1] / "docs" / "notation.md").read_text("ascii")
IN_THE_TABLE = [
    order
    for line in PAGE.split("## What the words mean")[0].splitlines()
    if line.startswith("| ") and line.count("|") == 4
    for order in re.findall("`([^`]+)`", line.split("|")[2])
]


def test_page_shows_every_kind_of_order():
    assert {order.split()[0] for order in IN_THE_TABLE} == set(notation.reader._VERBS)


@pytest.mark.parametrize("order", IN_THE_TABLE)
def test_order_on_the_page_is_as_pbem_writes_it(order):
    name = "carnies" if "juggler" in order else "police"
    game = game_of(name)
    assert write(game, 0, read(game, 0, order)) == order


@pytest.mark.parametrize(
    ("forgiven", "written"),
    [
        ("Kill the major", "kill 1"),
        ("bribe rooms 1, 2 and 3 with the grocer", "bribe 1 2 3 with grocer"),
    ],
)
def test_forms_that_the_page_forgives(forgiven, written):
    game = game_of("police")
    assert write(game, 0, read(game, 0, forgiven)) == written


# Names and refusals


def test_position_given_stays_as_it_is():
    game = game_of("crypt")
    before = game.copy()
    table.play(game, ["anna: pass"], table.dealer(table.SEED))
    assert game == before


def test_name_may_be_left_out_when_one_is_asked():
    assert played("police", "pass").refused is None


def test_name_may_have_capitals_and_blanks():
    assert played("police", " Ben :  pass").refused is None


def test_name_is_needed_when_several_are_asked():
    text = text_of("police").replace("cash = 1\n", "cash = 11\n")
    text = text.replace("corpses = []", 'corpses = ["count"]')
    game = position.loads(text.encode())
    outcome = table.play(game, ["ben: pass", "pay 1 check"], table.dealer(table.SEED))
    assert len(pending(outcome.game)) == 2
    refused = outcome.refused
    assert (refused.player, refused.order, refused.error.exit) == (None, "pay 1 check", 4)
    assert refused.error.message == "asked now: anna, ben"


@pytest.mark.parametrize(
    ("order", "player", "words", "code"),
    [
        ("zoe: pass", "zoe", "pass", 4),
        ("anna: pass", "anna", "pass", 3),  # it is Ben's turn
        ("ben: kill 3", "ben", "kill 3", 3),  # a monk needs an accomplice
        ("ben: kill 9 with abbot", "ben", "kill 9 with abbot", 3),
        ("ben: dance", "ben", "dance", 4),
        ("dance", "ben", "dance", 4),
        ("ben:", "ben", "", 4),
        ("", "ben", "", 4),
    ],
)
def test_order_is_refused_with_its_reason(order, player, words, code):
    refused = played("police", order).refused
    assert (refused.player, refused.order, refused.error.exit) == (player, words, code)
    assert refused.error.message


def test_first_refusal_stops_and_leaves_the_position_before_it():
    outcome = played("police", "ben: pass", "anna: pay 3 checks", "anna: pay 1 check")
    assert outcome.refused.order == "pay 3 checks"
    assert money(outcome)[0] == (25, 2)
    assert table.asked(outcome.game) == [("anna", "gravedigger")]


def test_order_after_the_end_is_refused():
    assert played("last-round", "ben: pass", "ben: pass").refused.error.message == (
        "the game is over"
    )
