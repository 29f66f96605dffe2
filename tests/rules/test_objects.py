"""Every object, tested under its own name. (The Carnies, Module 3; numbers from its rulebook)"""

from __future__ import annotations

import pytest

from pbem import rules
from pbem.rules import Unreadable
from tests.rules.scenario import FULL, PRICES, has, morning, new, night, rule, window

# Played after travelers were welcomed.


def test_cake_brings_2f_for_each_rank_when_its_guest_leaves():
    # The surgeon's top rank is 1: 2F besides the rent of his room and the duke's.
    table = window(keys={5: "anna"}, anna=has(cash=5, objects="cake"))
    table.order("anna", "play cake on 5")
    table.pass_night()
    assert table.said("gain")[:2] == ["gain anna 2 0 rent", "gain anna 2 0 cake"]


def test_cake_goes_with_a_guest_who_is_killed():
    table = window(keys={5: "anna"}, anna=has(objects="cake"), ben=has(hand="peasant"))
    table.order("anna", "play cake on 5")
    table.order("anna", "pass")
    table.order("ben", "kill 5 with peasant")
    table.pass_night()
    assert table.said("gain") == ["gain anna 1 0 rent", "gain ben 1 0 rent"]


def test_cake_is_for_an_own_room():
    table = window(anna=has(objects="cake"))
    assert table.refused("anna", "play cake on 2") == "room 2 is not yours"


def test_cake_may_stand_in_an_own_trailer():
    table = window(
        trailers={"juggler": "anna"},
        inn=FULL | {"juggler": "prince"},
        anna=has(cash=0, objects="cake"),
    )
    table.order("anna", "play cake on juggler")
    table.pass_night()
    assert "gain anna 6 0 cake" in table.said()


@rule("R73")
def test_letter_calls_the_gravedigger_for_everybody():
    # No police; Anna 1, Ben 2: 10F and 20F. (R73)
    table = window(
        anna=has(cash=25, checks=0, corpses="novice", objects="letter"),
        ben=has(cash=25, checks=0, corpses="abbot viscount"),
    )
    table.order("anna", "play letter")
    table.pass_night()
    assert table.said("gravedigger") == [
        "gravedigger anna novice 10 0",
        "gravedigger ben abbot+viscount 20 0",
    ]


def test_letter_is_written_in_the_evening_only():
    table = morning(anna=has(corpses="duke", objects="letter"))
    assert "in the window evening" in table.refused("anna", "play letter")


def test_letter_lasts_a_round():
    table = morning(letter=True, anna=has(cash=9, checks=0, corpses="duke"))
    assert (table.game.letter, table.anna.corpses) == (False, [])


@rule("bug 21")
def test_rug_carries_a_corpse_to_another_player():
    table = window(anna=has(corpses="prince", objects="rug"))
    table.order("anna", "play rug prince to ben")
    assert (table.anna.corpses, table.ben.corpses, table.ben.snowed) == ([], ["prince"], [])


def test_rug_makes_the_receiver_pay():
    table = window(
        inn=FULL | {5: "major"},
        anna=has(cash=25, checks=0, corpses="prince", objects="rug"),
        ben=has(cash=25, checks=0),
    )
    table.order("anna", "play rug prince to ben")
    table.pass_night()
    assert table.said("gravedigger") == ["gravedigger ben prince 10 0"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("play rug prince to anna", "say which other player"),
        ("play rug novice to ben", "anna has no unburied novice"),
    ],
)
def test_rug_is_for_an_own_corpse_and_another_player(text, why):
    table = window(anna=has(corpses="prince", objects="rug"), ben=has(corpses="novice"))
    assert table.refused("anna", text) == why


def test_coffee_brings_1f_for_each_rank_at_once():
    table = window(anna=has(cash=5, objects="coffee"))
    table.order("anna", "play coffee on surgeon")
    assert table.anna.cash == 6
    table = window(anna=has(cash=5, objects="coffee"))
    table.order("anna", "play coffee on duke")
    assert table.anna.cash == 8


def test_coffee_protects_its_guest_until_the_morning():
    table = window(anna=has(objects="coffee"), ben=has(hand="peasant"), bistro=1)
    table.order("anna", "play coffee on 5")
    table.order("anna", "pass")
    for text in ("kill 5 with peasant", "bribe 5 with peasant"):
        assert table.refused("ben", text) == "the surgeon in room 5 is drinking coffee"
    table.pass_night()
    assert [place.coffee for place in table.game.places] == [None] * 5


def test_coffee_keeps_poison_away():
    table = window(anna=has(objects="coffee"), ben=has(objects="poison"))
    table.order("anna", "play coffee on 1")
    assert table.refused("ben", "play poison on 1") == "the duke is drinking coffee"


def test_poison_makes_a_corpse_without_accomplices_and_action():
    table = window(anna=has(cash=5, hand="monk", objects="poison"))
    table.order("anna", "play poison on 1")
    assert (table.guest(1), table.anna.corpses) == (None, ["duke"])
    assert (table.anna.cash, table.anna.hand, table.asked()) == (5, ["monk"], {"anna": "action"})


@rule("bug 17")
def test_poison_takes_a_traveler_of_a_trailer():
    table = window(
        trailers={"juggler": "ben"}, inn=FULL | {"juggler": "prince"}, anna=has(objects="poison")
    )
    table.order("anna", "play poison on juggler")
    assert (table.guest("juggler"), table.anna.corpses) == (None, ["prince"])


@rule("R90")
def test_poison_leaves_its_place_empty():
    table = window(entrance="abbot abbot", anna=has(objects="poison"))
    table.order("anna", "play poison on 1")
    assert (len(table.game.entrance), table.guest(1)) == (2, None)


# Used with an own action.


def test_gold_teeth_bring_2f_for_each_outside_rank():
    # The surgeon: 16F + 4F = 20F.
    table = night(anna=has(cash=0, hand="monk monk", corpses="surgeon", objects="gold-teeth"))
    table.order("anna", "bury surgeon under barn with 2 monks using gold-teeth")
    assert (table.anna.cash, table.anna.objects) == (20, [])


@rule("R57", "bug 23")
def test_gold_teeth_are_not_shared():
    # 16F under Ben's barn: Anna 8F + 4F, Ben 8F. (R57)
    table = night(
        anna=has(cash=0, hand="monk monk", corpses="surgeon", objects="gold-teeth"), ben=has(cash=0)
    )
    table.order("anna", "bury surgeon under ben barn with 2 monks using gold-teeth")
    assert (table.anna.cash, table.ben.cash) == (12, 8)


def test_gold_teeth_are_of_one_corpse():
    table = night(
        anna=has(
            cash=0,
            hand="novice novice",
            corpses="baron viscount",
            objects="gold-teeth",
            annexes="archbishop",
        )
    )
    table.order(
        "anna",
        "bury baron under archbishop, viscount under archbishop with novice"
        " using gold-teeth on viscount",
    )
    assert table.anna.cash == 8 + 12 + 2


def test_hammer_lets_the_accomplices_of_a_build_return():
    # "The peasant and the newsboy that you played to build the distillery."
    table = night(anna=has(hand="distiller newsboy peasant", objects="hammer"))
    table.order("anna", "build distiller with newsboy peasant using hammer")
    assert (table.anna.hand, table.anna.objects) == (["newsboy", "peasant"], [])


def test_hammer_gives_no_discount():
    table = night(anna=has(hand="distiller newsboy", objects="hammer"))
    assert "needs 2" in table.refused("anna", "build distiller with newsboy using hammer")


def test_liquor_lets_the_accomplices_of_a_bribe_return():
    # "The peasant and the monk that you played to bribe the distiller."
    table = night(inn={1: "distiller"}, anna=has(hand="monk peasant", objects="liquor"))
    table.order("anna", "bribe 1 with monk peasant using liquor")
    assert table.anna.hand == ["distiller", "monk", "peasant"]


def test_bible_lets_the_accomplices_of_a_bury_return():
    # "The peasant and the newsboy that you played to bury the distiller."
    table = night(anna=has(hand="newsboy peasant", corpses="distiller", objects="bible"))
    table.order("anna", "bury distiller under barn with newsboy peasant using bible")
    assert table.anna.hand == ["newsboy", "peasant"]


def test_wolf_trap_lets_the_accomplices_of_a_kill_return():
    # "The peasant and the newsboy that you played to kill the distiller."
    table = night(inn={1: "distiller"}, anna=has(hand="newsboy peasant", objects="wolf-trap"))
    table.order("anna", "kill 1 with newsboy peasant using wolf-trap")
    assert (table.anna.hand, table.anna.corpses) == (["newsboy", "peasant"], ["distiller"])


@pytest.mark.parametrize(
    ("card", "text", "words"),
    [
        ("hammer", "build viscount with {}", {"hand": "viscount peasant"}),
        ("liquor", "bribe 1 with {}", {"hand": "peasant"}),
        ("bible", "bury viscount under barn with {}", {"hand": "peasant", "corpses": "viscount"}),
        ("wolf-trap", "kill 1 with {}", {"hand": "peasant"}),
    ],
)
def test_accomplices_that_may_return_need_not(card, text, words):
    # "You are not required to discard": for each card. (R28)
    inn = {} if "1" not in text else {1: "monk"}
    table = night(inn=inn, anna=has(**words, objects=card))
    table.order("anna", text.format("peasant") + f" losing peasant using {card}")
    assert table.game.bistro == 1


@rule("R58")
def test_quicklime_buries_where_there_is_no_room():
    # Full barn, Count, 2 cards: +18F. (R58)
    table = night(
        anna=has(
            cash=0, hand="monk monk", corpses="count", objects="quicklime", annexes="barn:baron"
        )
    )
    table.order("anna", "bury count under barn with 2 monks using quicklime")
    assert (table.anna.cash, table.buried()) == (18, ["baron", "count"])


@rule("R58")
def test_quicklime_buries_the_bearded_lady_under_another_full_annex():
    table = night(
        anna=has(cash=0, hand="monk", corpses="bearded-lady", objects="quicklime"),
        ben=has(cash=0, annexes="barn:baron"),
    )
    table.order("anna", "bury bearded-lady under ben barn with monk using quicklime")
    assert (table.anna.cash, table.ben.cash) == (12, 12)


def test_quicklime_does_not_bring_the_bearded_lady_home():
    table = night(
        anna=has(hand="monk", corpses="bearded-lady", objects="quicklime", annexes="barn:baron")
    )
    why = table.refused("anna", "bury bearded-lady under barn with monk using quicklime")
    assert "another player's annex" in why


def test_quicklime_saves_no_accomplices():
    table = night(anna=has(hand="monk", corpses="count", objects="quicklime", annexes="barn:baron"))
    assert "needs 2" in table.refused("anna", "bury count under barn with monk using quicklime")


def test_well_sends_the_corpse_to_the_box_for_its_money():
    table = night(inn={1: "count"}, anna=has(cash=0, hand="peasant peasant", objects="well"))
    table.order("anna", "kill 1 with 2 peasants using well")
    assert (table.anna.corpses, table.game.box, table.anna.cash) == ([], ["count"], 18)


@rule("R46")
def test_well_is_for_no_peasant():
    table = night(bistro=1, anna=has(objects="well"))
    assert "never for a peasant" in table.refused("anna", "kill peasant using well")
    assert table.anna.objects == ["well"]


def test_well_takes_one_of_several_victims():
    table = night(
        inn={1: "baron", 3: "novice"}, anna=has(cash=0, objects="well", annexes="butcher")
    )
    table.order("anna", "kill 1 3 using well on 3")
    assert (table.anna.corpses, table.game.box, table.anna.cash) == (["baron"], ["novice"], 8)


def test_wheelbarrow_builds_a_traveler_of_the_inn():
    # The example of the rulebook: room service, without bribing the concierge first.
    table = night(
        trailers={"juggler": "ben"},
        inn={"juggler": "concierge"},
        anna=has(hand="peasant peasant", objects="wheelbarrow"),
    )
    table.order("anna", "build juggler with 2 peasants at 3 using wheelbarrow")
    assert (table.built(), table.service(3), table.guest("juggler")) == (
        ["concierge"],
        "anna",
        None,
    )


def test_wheelbarrow_uses_the_bottom_rank():
    table = night(inn={1: "surgeon"}, anna=has(hand="peasant peasant", objects="wheelbarrow"))
    assert "needs 2" in table.refused("anna", "build 1 with peasant using wheelbarrow")


def test_wheelbarrow_leaves_a_guest_with_coffee():
    table = night(
        inn={1: "baron"}, coffee={1: "ben"}, anna=has(hand="peasant", objects="wheelbarrow")
    )
    assert "is drinking coffee" in table.refused("anna", "build 1 using wheelbarrow")


def test_wheelbarrow_builds_nobody_without_an_annex():
    table = night(inn={1: "dwarf"}, anna=has(hand="peasant", objects="wheelbarrow"))
    assert "cannot become an annex" in table.refused("anna", "build 1 using wheelbarrow")


def test_wheelbarrow_and_hammer_go_together():
    table = night(
        inn={1: "count"}, anna=has(cash=5, hand="peasant peasant", objects="hammer wheelbarrow")
    )
    table.order("anna", "build 1 with 2 peasants using hammer wheelbarrow")
    assert (table.anna.cash, table.anna.hand, table.anna.objects) == (14, ["peasant"] * 2, [])


# Played in the morning.


def test_snow_pile_covers_a_corpse_from_the_police():
    # 2 corpses, one covered, police: pays 10F, the covered one stays. (R71)
    table = morning(
        inn={3: "major"}, anna=has(cash=25, checks=0, corpses="baron duke", objects="snow-pile")
    )
    table.order("anna", "play snow-pile on duke")
    assert (table.anna.cash, table.anna.corpses, table.anna.snowed) == (15, ["duke"], [])


def test_snow_pile_covers_from_the_laboratory():
    table = morning(
        anna=has(cash=5, annexes="surgeon"), ben=has(corpses="duke", objects="snow-pile")
    )
    table.order("ben", "play snow-pile on duke")
    assert table.anna.cash == 5


def test_snow_pile_is_for_an_own_corpse():
    table = morning(anna=has(corpses="duke", objects="snow-pile"), ben=has(corpses="baron"))
    assert "no unburied baron" in table.refused("anna", "play snow-pile on baron")


def test_tomb_takes_a_corpse_of_anybody_who_must_pay():
    # Ben has Duke and Baron, Anna tombs the Duke: Ben pays 10F. (R72)
    table = morning(
        inn={3: "major"},
        anna=has(cash=5, objects="tomb"),
        ben=has(cash=25, checks=0, corpses="duke baron"),
    )
    table.order("anna", "play tomb on ben duke")
    assert (table.anna.cash, table.ben.cash) == (31, 15)
    assert sorted(table.game.box) == ["baron", "duke"]


def test_tomb_takes_an_own_corpse():
    table = morning(inn={3: "major"}, anna=has(cash=5, checks=0, corpses="baron", objects="tomb"))
    table.order("anna", "hold")  # in the window of the snow pile
    table.order("anna", "play tomb on anna baron")
    assert (table.anna.cash, table.said("gravedigger")) == (13, [])


def test_tomb_is_not_asked_for_without_a_gravedigger():
    table = morning(anna=has(objects="tomb"), ben=has(corpses="duke"))
    # What is open is the end of the round.
    assert rules.pending(table.game)[0].about == ("end",)


@rule("bug 15")
def test_confessional_takes_6f_from_the_player_with_most_corpses():
    table = morning(anna=has(cash=5, objects="confessional"), ben=has(cash=9, annexes="barn:baron"))
    table.order("anna", "play confessional")
    assert (table.anna.cash, table.ben.cash) == (11, 3)


@rule("R87")
def test_confessional_takes_all_from_who_has_less():
    # Ben 4 corpses, 5F, Anna 2: Ben 0F, Anna +5F. (R87)
    table = morning(
        anna=has(cash=5, objects="confessional", annexes="abbot:baron+baron"),
        ben=has(cash=5, annexes="barn:monk duke:monk+monk+monk"),
    )
    table.order("anna", "play confessional")
    assert (table.anna.cash, table.ben.cash) == (10, 0)


def test_confessional_needs_fewer_corpses_than_another():
    table = morning(
        anna=has(objects="confessional", annexes="barn:monk"), ben=has(annexes="barn:baron")
    )
    assert "nobody has more" in table.refused("anna", "play confessional")


def test_confessional_counts_the_dwarf_once_and_the_twins_twice():
    # Dwarf and twins are three, against two.
    table = morning(
        anna=has(cash=5, objects="confessional", annexes="abbot:baron+monk"),
        ben=has(cash=9, annexes="abbot:twins+dwarf"),
    )
    table.order("anna", "play confessional")
    assert table.anna.cash == 11
    table = morning(
        anna=has(cash=5, objects="confessional", annexes="abbot:baron+monk"),
        ben=has(cash=9, annexes="abbot:twins"),
    )
    assert "nobody has more" in table.refused("anna", "play confessional")


# What is printed on them, and the draft.


def test_objects_cost_0_to_3f():
    objects = new("anna ben").game.objects
    assert {name: objects[name].price for name in objects} == PRICES


WITH_ACTIONS = {
    "gold-teeth": "bury",
    "hammer": "build",
    "liquor": "bribe",
    "bible": "bury",
    "wolf-trap": "kill",
    "quicklime": "bury",
    "well": "kill",
    "wheelbarrow": "build",
}


@pytest.mark.parametrize("card", WITH_ACTIONS)
def test_object_of_an_action_is_not_played_in_a_window(card):
    table = window(anna=has(objects=card))
    assert f"with your own {WITH_ACTIONS[card]}" in table.refused("anna", f"play {card}")


@pytest.mark.parametrize(
    ("card", "verb"),
    [
        (card, verb)
        for card in WITH_ACTIONS
        for verb in ("bribe", "build", "kill", "bury")
        if verb != WITH_ACTIONS[card]
    ],
)
def test_object_of_an_action_goes_with_that_action_only(card, verb):
    table = night(inn={1: "baron"}, anna=has(hand="baron", corpses="baron", objects=card))
    text = {"build": "build baron", "bury": "bury baron under barn"}.get(verb, f"{verb} 1")
    assert f"is not used to {verb}" in table.refused("anna", f"{text} using {card}")


#: A right order for each, but for the object itself.
ORDERS = {
    "cake": "play cake on 1",
    "gold-teeth": "bury novice under barn using gold-teeth",
    "letter": "play letter",
    "rug": "play rug novice to ben",
    "coffee": "play coffee on 1",
    "hammer": "build baron using hammer",
    "liquor": "bribe 3 using liquor",
    "snow-pile": "play snow-pile on novice",
    "bible": "bury novice under barn using bible",
    "confessional": "play confessional",
    "tomb": "play tomb on anna novice",
    "wolf-trap": "kill 3 using wolf-trap",
    "poison": "play poison on 1",
    "quicklime": "bury novice under barn using quicklime",
    "well": "kill 3 using well",
    "wheelbarrow": "build 3 using wheelbarrow",
}


@pytest.mark.parametrize("card", ORDERS)
def test_an_object_that_is_not_held_cannot_be_used(card):
    held = "letter" if card != "letter" else "cake"
    words = {"anna": has(hand="baron", corpses="novice", objects=held), "inn": FULL}
    table = night(**words) if card in WITH_ACTIONS else window(**words)
    assert table.refused("anna", ORDERS[card]) == f"no {card} among your objects"


def test_no_more_objects_are_used_than_are_held():
    # For a reader who does not know which they are.
    table = night(inn={1: "count"}, anna=has(hand="monk monk", objects="hammer wheelbarrow"))
    table.anna.objects = ["?"]
    text = "build 1 with 2 monks using"
    assert table.refused("anna", f"{text} wheelbarrow") is None
    assert table.refused("anna", f"{text} hammer wheelbarrow") == (
        "no wheelbarrow among your objects"
    )


def test_an_object_unknown_to_the_game_is_no_word():
    with pytest.raises(Unreadable, match="there is no object 'rope'"):
        rules.read(window(anna=has(objects="rug")).game, 0, "play rope")
