"""Legal orders in groups."""

import pytest

from pbem.render import moves
from pbem.render.moves import Choice, choices, overview
from pbem.render.paint import plain
from pbem.rules import UNKNOWN, Stand, Swap, apply, legal_orders, pending, problem, read
from tests.positions import POSITIONS, game_of


def ready(order):
    return f'pbem order GAME.toml "{order}"'


@pytest.mark.parametrize("name", POSITIONS)
def test_groups_count_every_legal_order_once(name):
    game = game_of(name)
    for asked in pending(game):
        counted = sum(choice.orders for choice in choices(game, asked.seat))
        assert counted == sum(1 for _ in legal_orders(game, asked.seat))


@pytest.mark.parametrize("name", POSITIONS)
def test_every_example_is_legal(name):
    game = game_of(name)
    for asked in pending(game):
        for choice in choices(game, asked.seat):
            order = read(game, asked.seat, choice.example)
            assert problem(game, asked.seat, order) is None


def test_night_is_grouped_by_whom_and_what():
    # Anna holds a novice and a peasant: rank 3 is out of reach, rank 1 takes either of the two.
    assert choices(game_of("burial-shared"), 0) == [
        Choice("bribe", "brigadier in room 3", 1, 1, 2, "bribe 3 with novice"),
        Choice("bribe", "cultivator in room 5", 0, 0, 1, "bribe 5"),
        Choice("bribe", "peasants in the bistro", 0, 0, 2, "bribe 1 peasant"),
        Choice("build", "novice (altar)", 0, 0, 1, "build novice"),
        Choice("kill", "brigadier in room 3", 1, 1, 2, "kill 3 with novice"),
        Choice("kill", "cultivator in room 5", 0, 0, 1, "kill 5"),
        Choice("kill", "peasants in the bistro", 0, 0, 1, "kill peasant"),
        Choice("bury", "viscount", 1, 1, 2, "bury viscount under ben abbot with novice"),
        Choice("pass", "without laundering", 0, 0, 1, "pass"),
        Choice("pass", "to checks", 0, 0, 1, "pass to checks 1"),
        Choice("pass", "to cash", 0, 0, 1, "pass to cash 1"),
    ]


def test_several_corpses_at_once_are_one_group():
    groups = {(one.verb, one.about): one for one in choices(game_of("crypt"), 0)}
    assert groups["bury", "several at once"].low == 0  # monk and peasant, saved by the cellar
    assert groups["bury", "several at once"].high == 3
    assert groups["bury", "monk"].low == 0
    assert groups["bury", "monk"].high == 1


def test_places_are_listed_one_by_one():
    assert [one.example for one in choices(game_of("reshuffle"), 1)] == [
        f"place {number}" for number in range(1, 6)
    ]


def test_nothing_is_listed_for_a_player_who_is_not_asked():
    assert choices(game_of("burial-shared"), 1) == []


@pytest.mark.parametrize(
    ("most", "about"), [(2, "peasants in the bistro"), (1, "cultivator in room 5")]
)
def test_too_many_groups_are_counted_in_part_but_passing_is_told(monkeypatch, most, about):
    # The groups of the rules are: brigadier, cultivator, 1 peasant, 2 peasants, ...
    monkeypatch.setattr(moves, "MOST_GROUPS", most)
    found = choices(game_of("burial-shared"), 0)
    assert [one.about for one in found if one.more] == [about]
    assert [one.verb for one in found[most + 1 :]] == ["pass", "pass", "pass"]
    assert "anna may give at least " in plain(overview(game_of("burial-shared"), 0, ready))


def test_json_tells_of_more_only_if_there_is():
    choice = Choice("kill", "baron in room 3", 0, 0, 1, "kill 3")
    facts = {
        "verb": "kill",
        "about": "baron in room 3",
        "low": 0,
        "high": 0,
        "orders": 1,
        "example": "kill 3",
    }
    assert choice.as_json() == facts
    assert choice._replace(more=True).as_json() == facts | {"more": True}


def test_overview_has_a_command_to_copy_for_each_group():
    text = plain(overview(game_of("burial-shared"), 0, ready))
    assert text.startswith(
        """\
anna may give 15 orders; --all lists them.

bribe: 3 guests
  brigadier in room 3: 1 accomplice, 2 ways
      pbem order GAME.toml "bribe 3 with novice"
  cultivator in room 5: no accomplice, 1 way
      pbem order GAME.toml "bribe 5"
"""
    )
    assert '  to cash: 1 way\n      pbem order GAME.toml "pass to cash 1"' in text


def test_overview_tells_how_many_accomplices_may_help():
    text = plain(overview(game_of("crypt"), 0, ready))
    assert "  monk: 0 to 1 accomplices, " in text


def test_overview_tells_who_is_asked_instead():
    text = plain(overview(game_of("burial-shared"), 1, ready))
    assert text == "Nothing is asked of ben; asked now: anna (action)."


# The expansion


def about(name, seat, verb):
    return [one for one in choices(game_of(name), seat) if one.verb == verb]


def shown(game, seat):
    return plain(overview(game, seat, ready))


def test_pack_is_listed_with_prices():
    assert [(one.verb, one.about, one.example) for one in choices(game_of("draft"), 1)] == [
        ("keep", "cake (0F)", "keep cake"),
        ("keep", "rug (0F)", "keep rug"),
        ("keep", "tomb (2F)", "keep tomb"),
        ("keep", "well (3F)", "keep well"),
    ]
    assert (
        "  tomb (2F): 1 way\n"
        "      when the gravedigger is called: lays a corpse into the box, anybody's; the\n"
        "      money in its pockets is yours\n"
        '      pbem order GAME.toml "keep tomb"'
    ) in shown(game_of("draft"), 1)


def test_plays_are_grouped_by_object_with_their_targets():
    letter, poison, hold = choices(game_of("windows"), 0)
    assert letter == Choice("play", "letter", 0, 0, 1, "play letter", objects=("letter",))
    assert poison == Choice(
        "play",
        "poison",
        0,
        0,
        5,
        "play poison on 1",
        objects=("poison",),
        targets=(
            "duke in room 1",
            "count in room 2",
            "major in room 3",
            "baron in room 4",
            "monk in room 5",
        ),
    )
    assert hold == Choice("hold", "no object", 0, 0, 1, "hold")


def test_targets_are_told_in_words():
    assert (
        "play: 2 objects\n"
        "  letter: 1 way\n"
        "      in the evening: all pay the gravedigger in the morning, police or not\n"
        '      pbem order GAME.toml "play letter"\n'
        "  poison: 5 ways\n"
        "      in the evening: a guest without coffee dies; the corpse is yours\n"
        "      for duke in room 1, count in room 2, major in room 3, baron in room 4 or\n"
        "      monk in room 5\n"
    ) in shown(game_of("windows"), 0)


def test_corpses_are_targets_too():
    game = game_of("windows")
    apply(game, 0, read(game, 0, "hold"))
    targets = {one.about: one.targets for one in choices(game, 1) if one.verb == "play"}
    assert targets["rug"] == ("newsboy to anna",)
    assert targets["cake"] == ("count in room 2",)


def test_rug_that_takes_names_whose_corpse():
    game = game_of("windows")
    game.options = game.options._replace(rulings=(("rug", "take"),))
    apply(game, 0, read(game, 0, "hold"))
    targets = {one.about: one.targets for one in choices(game, 1) if one.verb == "play"}
    assert targets["rug"] == ("viscount from anna",)


def test_tomb_names_whose_corpse():
    game = game_of("gravedigger")
    for text in ("hold", "hold", "hold"):
        apply(game, pending(game)[0].seat, read(game, pending(game)[0].seat, text))
    (tomb,) = (one for one in choices(game, 1) if one.verb == "play")
    assert tomb.targets == ("anna's count", "anna's monk", "ben's duke")


def test_confessional_names_the_leaders_to_choose_from():
    game = game_of("gravedigger")
    game.agenda = [("ask", ("objects", 0, "end"))]
    (one,) = (one for one in choices(game, 0) if one.verb == "play")
    assert (one.about, one.targets, one.example) == ("confessional", (), "play confessional")


def test_actions_with_objects_are_one_group_for_each_set():
    # Ben has two cards for the two guests of rank 2. With the wolf trap he may lose none, one or
    # both: 4 ways each, and the peasant of the bistro. The well is for travelers only.
    assert about("using", 1, "kill") == [
        Choice("kill", "count in room 2", 2, 2, 1, "kill 2 with newsboy peasant"),
        Choice("kill", "concierge in room 3", 2, 2, 1, "kill 3 with newsboy peasant"),
        Choice("kill", "peasants in the bistro", 0, 0, 1, "kill peasant"),
        Choice(
            "kill",
            "with the well",
            2,
            2,
            2,
            "kill 2 with newsboy peasant using well",
            objects=("well",),
        ),
        Choice(
            "kill",
            "with the wolf trap",
            0,
            2,
            9,
            "kill 2 with newsboy peasant using wolf-trap",
            objects=("wolf-trap",),
        ),
        Choice(
            "kill",
            "with the well and the wolf trap",
            2,
            2,
            8,
            "kill 2 with newsboy peasant using well wolf-trap",
            objects=("well", "wolf-trap"),
        ),
    ]
    assert "kill: 3 guests\n" in shown(game_of("using"), 1)


def test_objects_that_make_new_targets_are_listed_by_target():
    game = game_of("using")
    apply(game, 1, read(game, 1, "pass"))
    found = {(one.verb, one.about) for one in choices(game, 0) if one.objects}
    assert ("build", "concierge (room service), with the wheelbarrow") in found
    assert ("build", "count (dining room), with the wheelbarrow") in found
    assert ("build", "with the hammer and the wheelbarrow") in found
    assert ("bury", "monk, with the quicklime") in found
    assert ("bury", "with the gold teeth and the quicklime") in found


def test_trailers_are_places():
    examples = {one.about: one.example for one in about("carnies", 0, "kill")}
    assert examples["novice in the juggler's trailer"] == "kill juggler"


def test_study_is_a_choice_of_two():
    game = game_of("notables")
    apply(game, 1, read(game, 1, "pass to checks 2"))
    assert [(one.verb, one.about) for one in choices(game, 0)] == [
        ("exchange", "10F for a check"),
        ("decline", "nothing is exchanged"),
    ]


def test_json_tells_of_objects_and_targets_only_if_there_are_any():
    facts = choices(game_of("windows"), 0)[0].as_json()
    assert facts["objects"] == ("letter",)
    assert "targets" not in facts


# At any time


def test_standing_holds_are_offered_to_who_holds_objects():
    assert shown(game_of("windows"), 0).endswith(
        "at any time\n"
        "  play no object in this round, until an evening, or always\n"
        '      pbem order GAME.toml "hold for round"\n'
        '      pbem order GAME.toml "hold until evening 5"\n'
        '      pbem order GAME.toml "hold always"'
    )


def test_standing_hold_in_force_can_be_taken_back():
    game = game_of("windows")
    apply(game, 1, Stand("always"))
    assert shown(game, 1).endswith(
        '  be asked again whether to play an object\n      pbem order GAME.toml "hold no more"'
    )


def test_swaps_are_offered_also_to_who_is_not_asked():
    # Ben has 5F and two checks: nothing to buy a check with.
    game = game_of("unlimited-wealth")
    game.players[1].cash, game.players[1].checks = 5, 2
    assert problem(game, 1, Swap("checks", 1)) is not None
    assert shown(game, 1) == (
        "Nothing is asked of ben; asked now: anna (action).\n"
        "\n"
        "at any time\n"
        "  swap to cash\n"
        '      pbem order GAME.toml "swap to cash 1"'
    )


# What a reader does not know


def test_unknown_pack_is_no_choice():
    game = game_of("draft")
    game.agenda[-1] = ("ask", ("draft", 0, *[UNKNOWN] * 4), ("draft", 1, *[UNKNOWN] * 4))
    assert choices(game, 0) == []
    assert shown(game, 0).startswith("What anna can choose from is known to anna alone.")


def test_unknown_objects_are_told():
    game = game_of("windows")
    game.players[0].objects = [UNKNOWN] * 2
    assert [one.example for one in choices(game, 0)] == ["hold"]
    assert "Which objects anna holds is known to anna alone." in shown(game, 0)
