"""The rulings that concern the expansion; a test is named after its number in docs/rulings.md.

A ruling that a test of a card shows is marked there: `@rule("R73")`.
"""

from __future__ import annotations

import pytest

from pbem import rules
from pbem.rules import Unreadable
from tests.rules.scenario import (
    FULL,
    NO_TOKEN,
    PRICES,
    Scripted,
    evening,
    has,
    last_morning,
    live,
    morning,
    new,
    night,
    rule,
    window,
)


def ruled(name, value):
    return {"rulings": {name: value}}


# A. Setup and variants


@pytest.mark.parametrize(
    ("modules", "size"),
    [("", 45), ("carnies", 59), ("notables", 45), ("carnies notables", 59), ("objects", 45)],
)
def test_r04_the_same_number_is_removed_from_the_larger_deck(modules, size):
    # 2p, long.
    assert len(new("anna ben", modules=modules.split()).game.entrance) == size


@pytest.mark.parametrize(
    ("kept", "cash"),
    [
        ("poison tomb cake", 5),
        ("poison well quicklime", 1),
        ("cake letter rug", 10),
        ("coffee hammer bible", 6),
    ],
)
def test_r05_the_game_begins_with_10f_less_the_price(kept, cash):
    first, second, third = kept.split()
    others = [card for card in OBJECTS if card not in (first, second, third)]
    # Anna keeps of her own pack, then of Ben's, then of her own again.
    deck = [first, third, *others[:2], second, *others[2:5]]
    table = drafted(deck)
    for choice in (first, others[2], second, others[0], third, others[3]):
        name = next(iter(table.asked()))
        table.order(name, f"keep {choice}")
    assert sorted(table.anna.objects) == sorted(kept.split())
    assert table.wealth() == (cash, 1)


OBJECTS = sorted(PRICES)


def drafted(deck):
    """A game that begins with its draft; the objects lie as named."""
    return new("anna ben", modules=["objects"], dealer=Scripted("anna", "", " ".join(deck)))


def test_r05_no_object_may_be_refused():
    table = new("anna ben", modules=["objects"], dealer=Scripted("anna", "", " ".join(OBJECTS)))
    assert table.asked() == {"anna": "draft", "ben": "draft"}
    assert table.refused("anna", "hold") == (
        "the question is another one: keep an object of your pack"
    )
    assert table.legal("anna") == {f"keep {card}" for card in OBJECTS[:4]}


def test_r06_packs_are_passed_to_the_left():
    table = new(
        "anna ben cleo", modules=["objects"], dealer=Scripted("anna", "", " ".join(OBJECTS))
    )
    table.order("anna", "keep bible")
    table.order("ben", "keep gold-teeth")
    table.order("cleo", "keep poison")
    # Ben, who sits to Anna's left, has what she left.
    assert table.legal("ben") == {"keep cake", "keep coffee", "keep confessional"}
    assert table.legal("cleo") == {"keep hammer", "keep letter", "keep liquor"}
    assert table.legal("anna") == {"keep quicklime", "keep rug", "keep snow-pile"}


def test_r06_six_objects_in_hands_and_ten_in_the_box():
    table = new("anna ben", modules=["objects"])
    while "draft" in table.asked().values():
        name = next(iter(table.asked()))
        table.order(name, min(table.legal(name)))
    hands = [*table.anna.objects, *table.ben.objects]
    assert (len(hands), len(set(hands))) == (6, 6)
    # The others are listed nowhere, nor is one that was played.
    assert rules.public(table.game)["piles"]["box_count"] == 25 + 4


def test_r06_choices_are_made_at_once_and_in_any_order():
    table = new("anna ben", modules=["objects"])
    table.order("ben", min(table.legal("ben")))
    assert table.asked() == {"anna": "draft"}
    assert table.said() == ["keep ben"]


def test_r07_trailers_come_after_the_rooms_in_the_order_built():
    table = evening(
        variants=["first-come"],
        trailers={"juggler": "ben", "clown": "anna"},
        inn={1: "duke", 2: "monk", 3: "baron", 5: "count"},
        entrance="abbot novice newsboy major",
    )
    assert [table.guest(place) for place in (4, "juggler", "clown")] == [
        "abbot",
        "novice",
        "newsboy",
    ]


def test_r07_events_happen_one_by_one():
    table = evening(
        variants=["first-come"],
        modules=["carnies", "events"],
        inn={1: "duke", 2: "monk", 3: "baron"},
        entrance="dwarf twins major",
        events="fiasco",
        service={5: "ben"},
        anna=has(hand="monk"),
    )
    assert [text for text in table.said() if not text.startswith("face-up")] == [
        "place 4 dwarf",
        "reveal events 0 0 fiasco",
        "place 5 twins",
        "gain ben 2 0 room-service",
    ]


WEALTH = {"variants": ["unlimited-wealth"]}


def test_r08_a_safe_catches_nothing_without_a_limit():
    table = night(**WEALTH, anna=has(cash=38, corpses="baron"), ben=has(annexes="banker"))
    table.order("anna", "bury baron under barn")
    assert (table.anna.cash, table.ben.cash) == (46, 5)


def test_r08_a_swap_is_taken_out_of_turn():
    table = night(**WEALTH, bistro=1, ben=has(cash=25, checks=1))
    table.order("ben", "swap to checks 2")
    assert (table.wealth("ben"), table.asked()) == ((5, 3), {"anna": "action"})
    table.order("ben", "swap to cash 3")
    assert table.wealth("ben") == (35, 0)


def test_r08_a_swap_has_no_limit_but_the_own_wealth():
    table = night(**WEALTH, bistro=1, anna=has(cash=55, checks=9))
    assert table.refused("anna", "swap to checks 6") == "6 checks cost 60F, cash is 55F"
    assert table.refused("anna", "swap to cash 10") == "10 checks to cash, 9 held"
    table.order("anna", "swap to cash 9")
    assert table.wealth() == (145, 0)


def test_r08_a_swap_is_refused_where_money_has_a_limit():
    table = night(bistro=1)
    assert "unlimited wealth" in table.refused("anna", "swap to cash 1")


def test_r08_nobody_swaps_when_nobody_is_asked():
    table = last_morning(**WEALTH)
    assert table.refused("anna", "swap to cash 1") == "nobody is asked anything"


def test_r08_extortion_breaks_as_few_checks_as_needed():
    # 3 accomplices at 2F, 1F in cash: one check.
    table = live("extortion", **WEALTH, anna=has(cash=1, checks=3, hand="monk monk monk"))
    assert table.wealth() == (5, 2)


@pytest.mark.parametrize("modules", [["notables"], ["carnies", "events"], ["objects"]])
def test_r09_solitaire_refuses_modules(modules):
    with pytest.raises(Unreadable, match="solitaire is played without modules"):
        new("anna", modules=modules)


# B. Evening


def test_r16_travelers_in_trailers_are_counted():
    table = evening(
        seats=3,
        season=2,
        trailers={"juggler": "anna"},
        inn={1: "monk", "juggler": "duke"},
        entrance="baron",
    )
    table.order("anna", "place 2")
    assert (table.game.final, table.asked()) == (True, {"anna": "action"})


def test_r16_travelers_of_trailers_go_to_the_exit_stack_too():
    table = evening(
        seats=3, season=2, trailers={"juggler": "anna"}, inn={"juggler": "duke"}, entrance="baron"
    )
    table.order("anna", "place 2")
    assert (table.game.phase, sorted(table.game.exit)) == ("over", ["baron", "duke"])


def test_r18_the_rank_in_a_room_is_the_top_rank():
    # Bear tamer 3/1: +3F; fire eater 0/2: nothing. The token is Ben's, the room Anna's.
    table = evening(service={1: "ben"}, entrance="bear-tamer fire-eater duke", ben=has(cash=5))
    table.order("anna", "place 1")
    assert table.ben.cash == 8
    table = evening(service={1: "ben"}, entrance="fire-eater bear-tamer duke", ben=has(cash=5))
    table.order("anna", "place 1")
    assert table.ben.cash == 5


def test_r18_poison_does_not_take_back_what_service_brought():
    table = evening(
        inn={2: "monk", 3: "baron", 4: "count", 5: "surgeon"},
        service={1: "ben"},
        entrance="duke major",
        anna=has(objects="poison"),
        ben=has(cash=5),
    )
    table.order("anna", "play poison on 1")
    assert table.ben.cash == 8


# C. Paying for actions


def test_r24_a_bear_cage_counts_once_for_all_victims():
    table = night(
        inn={1: "monk", 2: "viscount"}, anna=has(hand="peasant", annexes="bear-tamer butcher")
    )
    assert "needs 1 to 2" in table.refused("anna", "kill 1 2")
    table.order("anna", "kill 1 2 with peasant")
    assert sorted(table.anna.corpses) == ["monk", "viscount"]


def test_r28_a_nook_may_lose_a_card():
    table = night(inn={1: "count"}, anna=has(hand="baron peasant", annexes="companion"))
    table.order("anna", "bribe 1 with baron peasant losing baron")
    assert (table.anna.hand, table.game.exit) == (["count", "peasant"], ["baron"])


def test_r28_the_full_number_must_be_in_hand():
    table = night(
        inn={1: "count"}, anna=has(hand="peasant", objects="wolf-trap", annexes="companion")
    )
    assert "needs 2" in table.refused("anna", "kill 1 with peasant using wolf-trap")
    assert "needs 2" in table.refused("anna", "bribe 1 with peasant")


# D. Bribe


def test_r34_a_nook_applies_to_a_whole_bribe_with_a_shop():
    table = night(
        inn={1: "count", 3: "monk"},
        anna=has(hand="baron peasant peasant", annexes="companion shopkeeper"),
    )
    table.order("anna", "bribe 1 3 with baron peasant peasant")
    assert table.anna.hand == ["baron", "count", "monk", "peasant", "peasant"]


def test_r34_rank_3_needs_three_who_come_back():
    table = night(inn={1: "duke"}, anna=has(hand="peasant peasant peasant", annexes="companion"))
    table.order("anna", "bribe 1 with 3 peasants")
    assert (table.anna.hand, table.game.bistro) == (["duke", *["peasant"] * 3], 0)


def test_r35_a_booth_pays_for_each_carnie_bribed():
    # Two carnies with a Shop: +6F; Ben bribes one: +0F.
    table = night(
        trailers={"juggler": "ben"},
        inn={1: "clown", "juggler": "con-artist", 3: "fire-eater"},
        anna=has(cash=5, annexes="barker shopkeeper"),
    )
    table.order("anna", "bribe 1 juggler")
    assert table.anna.cash == 11
    table.order("ben", "bribe 3")
    assert table.anna.cash == 11


def test_r35_lodge_pays_whenever_a_carnie_takes_a_place():
    table = evening(
        **ruled("booth", "lodge"),
        trailers={"juggler": "ben"},
        entrance="dwarf monk twins duke",
        anna=has(cash=5, annexes="barker"),
    )
    table.order("anna", "place juggler 1 2")
    assert table.anna.cash == 11
    assert "gain anna 3 0 booth" in table.said()


def test_r35_lodge_pays_nothing_for_a_bribe():
    table = night(**ruled("booth", "lodge"), inn={1: "clown"}, anna=has(cash=5, annexes="barker"))
    table.order("anna", "bribe 1")
    assert table.anna.cash == 5


# The icons of the carnies are a ruling without a number.

ICONS = {
    "fire-eater": "kill",
    "juggler": "build",
    "con-artist": "bribe",
    "clown": "bury",
    "knife-thrower": "kill",
    "fortune-teller": "bury",
    "strongman": "build",
    "acrobat": "build",
    "barker": "bribe",
    "bear-tamer": "kill",
    "companion": "bribe",
    "dwarf": "bury",
    "bearded-lady": "bribe",
    "twins": "bury",
}
#: The four trailers and the four cards without text.
EIGHT = list(ICONS)[:8]


@pytest.mark.parametrize(
    ("ruling", "with_icon"), [("all", list(ICONS)), ("eight", EIGHT), ("none", [])]
)
def test_carnie_affinity_says_which_carnies_have_an_icon(ruling, with_icon):
    cards = night(**ruled("carnie-affinity", ruling)).game.cards
    found = {name: cards[name].affinity for name in ICONS if cards[name].affinity is not None}
    assert found == {name: ICONS[name] for name in with_icon}


@pytest.mark.parametrize(("ruling", "hand"), [("all", ["barker"]), ("eight", []), ("none", [])])
def test_carnie_affinity_decides_who_returns(ruling, hand):
    table = night(**ruled("carnie-affinity", ruling), inn={1: "monk"}, anna=has(hand="barker"))
    table.order("anna", "bribe 1 with barker")
    assert table.anna.hand == [*hand, "monk"]


# E. Build


@rule("bug 29")
def test_r38_without_a_token_no_trailer_is_built():
    table = night(**NO_TOKEN, anna=has(hand="juggler peasant peasant"))
    assert "no key token" in table.refused("anna", "build juggler with 2 peasants")
    assert not any(text.startswith("build") for text in table.legal("anna"))


def test_r37_a_trailer_gets_no_room_service():
    table = night(
        trailers={"juggler": "anna"},
        service=dict.fromkeys(range(1, 6), "ben"),
        anna=has(hand="concierge monk monk"),
    )
    assert "juggler is no door" in table.refused("anna", "build concierge with 2 monks at juggler")


def test_r38_a_trailer_uses_up_a_token():
    keys = {2: "anna", 3: "anna", 4: "anna", 5: "anna", 6: "anna", 7: "white"}
    table = night(
        keys=keys,
        service={1: "anna"},
        trailers={"clown": "anna"},
        anna=has(hand="monk peasant"),
    )
    table.order("anna", "build monk with peasant")
    assert table.key(7) == "white"


def test_r39_a_corpse_may_lie_under_a_new_trailer_the_same_night():
    table = night(anna=has(hand="juggler peasant peasant", corpses="baron"), bistro=1)
    table.order("anna", "build juggler with 2 peasants")
    table.order("ben", "pass")
    table.order("anna", "bury baron under juggler")
    assert table.buried(annex="juggler") == ["baron"]


def test_r39_a_new_trailer_is_filled_from_the_next_evening_on():
    table = night(
        anna=has(hand="juggler peasant peasant"), entrance="duke monk baron count abbot novice"
    )
    table.order("anna", "build juggler with 2 peasants")
    assert table.guest("juggler") is None
    table.pass_night()
    table.order("ben", "place juggler 1 2 3 4")
    assert (table.guest("juggler"), table.guest(5)) == ("duke", "novice")


def test_r39_a_trailer_must_be_filled():
    inn = {1: "duke", 2: "monk", 3: "baron", 4: "count", 5: "abbot"}
    table = evening(trailers={"juggler": "ben"}, inn=inn, entrance="novice major")
    assert table.guest("juggler") == "novice"


@pytest.mark.parametrize("card", ["fire-eater", "juggler", "con-artist", "clown"])
def test_r40_trailers_can_be_built(card):
    table = night(anna=has(hand=f"{card} monk monk"))
    assert f"build {card} with monk monk" in table.legal("anna")


@pytest.mark.parametrize(("card", "crew"), [("barker", 3), ("bear-tamer", 1), ("companion", 1)])
def test_r40_three_other_carnies_can_be_built(card, crew):
    table = night(anna=has(hand=f"{card} monk monk monk"))
    assert f"build {card} with {' '.join(['monk'] * crew)}" in table.legal("anna")


@pytest.mark.parametrize("card", "knife-thrower fortune-teller strongman acrobat".split())
def test_r40_carnies_without_text_cannot_be_built(card):
    table = night(anna=has(hand=f"{card} monk monk"))
    assert "cannot become an annex" in table.refused("anna", f"build {card}")


@pytest.mark.parametrize("card", ["dwarf", "bearded-lady", "twins"])
def test_r40_carnies_with_a_burial_of_their_own_cannot_be_built(card):
    table = night(anna=has(hand=f"{card} monk monk"))
    assert "cannot become an annex" in table.refused("anna", f"build {card} with monk")


def test_r41_carnies_and_notables_are_of_no_color():
    table = night(
        anna=has(cash=5, hand="newsboy", annexes="barker surgeon banker juggler representative")
    )
    table.order("anna", "build newsboy")
    assert table.anna.cash == 7


def test_r42_a_silk_farm_counts_no_trailer():
    table = night(
        keys={3: "anna"},
        trailers={"juggler": "anna"},
        inn={1: "duke", 3: "monk", "juggler": "baron"},
        anna=has(cash=0, hand="sericulturist peasant"),
    )
    table.order("anna", "build sericulturist with peasant")
    assert table.anna.cash == 6


def test_r42_a_wine_cask_counts_white_rooms():
    table = night(
        inn={1: "duke", 2: "monk", 4: "baron", 5: "count"}, anna=has(cash=0, hand="winemaker")
    )
    table.order("anna", "build winemaker")
    assert table.anna.cash == 6


def test_r43_a_wheelbarrow_empties_the_trailer():
    table = night(
        trailers={"clown": "ben"},
        inn={"clown": "concierge"},
        anna=has(hand="peasant peasant", objects="wheelbarrow"),
    )
    table.order("anna", "build clown with 2 peasants at 1 using wheelbarrow")
    assert (table.built(), table.guest("clown")) == (["concierge"], None)


def test_r43_workshops_apply_to_a_wheelbarrow():
    table = night(
        inn={3: "barker"},
        anna=has(hand="peasant peasant", objects="wheelbarrow", annexes="mechanic"),
    )
    table.order("anna", "build 3 with 2 peasants using wheelbarrow")
    assert table.built() == ["mechanic", "barker"]


def test_r43_a_trailer_is_built_from_the_inn():
    table = night(inn={3: "juggler"}, anna=has(hand="peasant peasant", objects="wheelbarrow"))
    table.order("anna", "build juggler with 2 peasants using wheelbarrow")
    assert (table.guest(3), table.key("juggler")) == (None, "anna")


# F. Kill


def test_r45_a_butcher_with_a_bear_cage_saves_one_of_the_sum():
    # Ranks 2 + 1: 2 cards.
    table = night(
        inn={1: "count", 3: "monk"},
        anna=has(hand="peasant peasant", annexes="butcher bear-tamer"),
    )
    table.order("anna", "kill 1 3 with 2 peasants")
    assert sorted(table.anna.corpses) == ["count", "monk"]


def test_r46_a_well_gives_the_money_to_the_killer_alone():
    table = night(
        inn={1: "count"}, anna=has(cash=0, hand="monk monk", objects="well"), ben=has(cash=0)
    )
    table.order("anna", "kill 1 with 2 monks using well")
    assert (table.anna.corpses, table.game.box) == ([], ["count"])
    assert (table.anna.cash, table.ben.cash) == (18, 0)


def test_r46_a_well_may_give_no_money():
    table = night(
        **ruled("well", "no-money"),
        inn={1: "count"},
        anna=has(cash=0, hand="monk monk", objects="well"),
    )
    table.order("anna", "kill 1 with 2 monks using well")
    assert (table.game.box, table.anna.cash) == (["count"], 0)


@pytest.mark.parametrize("text", ["kill 5 with monk", "bribe 5 with monk"])
def test_r47_coffee_is_a_shield(text):
    table = night(inn=FULL, coffee={5: "ben"}, anna=has(hand="monk"))
    assert "is drinking coffee" in table.refused("anna", text)


@pytest.mark.parametrize("text", ["kill 5 with monk", "bribe 5 with monk"])
def test_r47_coffee_may_keep_off_poison_only(text):
    words = ruled("coffee", "poison-only") | {"inn": FULL, "coffee": {5: "ben"}}
    table = night(**words, anna=has(hand="monk"))
    table.order("anna", text)
    assert table.guest(5) is None


def test_r47_poison_only_still_keeps_off_poison_and_wheelbarrow():
    words = ruled("coffee", "poison-only") | {"inn": FULL, "coffee": {5: "ben"}}
    table = night(**words, anna=has(hand="monk monk", objects="wheelbarrow"))
    assert table.refused("anna", "build 5 with 2 monks using wheelbarrow")
    table = window(**words, anna=has(objects="poison"))
    assert table.refused("anna", "play poison on 5") == "the surgeon is drinking coffee"


def test_r47_coffee_is_cleared_in_the_morning_though_its_guest_is_gone():
    words = ruled("coffee", "poison-only") | {"inn": FULL, "coffee": {5: "ben"}}
    table = night(**words, anna=has(hand="monk"))
    table.order("anna", "bribe 5 with monk")
    assert table.game.place("5").coffee == 1
    table.pass_night()
    assert table.game.place("5").coffee is None


# G. Bury


@pytest.mark.parametrize(("annex", "room"), [("surgeon", 2), ("bear-tamer", 1), ("barker", 3)])
def test_r50_the_bottom_rank_is_the_number_of_places(annex, room):
    game = night(anna=has(annexes=annex)).game
    assert game.room_left(game.built(0, annex)) == room


def test_r51_a_crypt_buries_several_under_one_empty_trailer():
    table = night(
        trailers={"juggler": "ben"},
        anna=has(corpses="baron novice", annexes="archbishop"),
        ben=has(cash=0),
    )
    table.order("anna", "bury baron under ben juggler, novice under ben juggler")
    assert table.buried("ben", "juggler") == ["baron", "novice"]
    assert table.said("tow") == ["tow ben juggler"]
    assert table.ben.cash == 8


def test_r53_the_dwarf_goes_under_anothers_full_annex_and_is_shared():
    table = night(
        anna=has(cash=0, hand="monk", corpses="dwarf"), ben=has(cash=0, annexes="barn:baron")
    )
    table.order("anna", "bury dwarf under ben barn with monk")
    assert (table.anna.cash, table.ben.cash) == (8, 8)


def test_r53_the_dwarf_needs_an_empty_trailer_and_closes_it():
    words = {"trailers": {"juggler": "anna"}, "anna": has(hand="monk", corpses="dwarf")}
    table = night(inn={"juggler": "duke"}, **words)
    assert table.refused("anna", "bury dwarf under juggler with monk")
    table = night(**words)
    table.order("anna", "bury dwarf under juggler with monk")
    assert (table.game.place("juggler"), table.built()) == (None, ["juggler"])


def test_r53_a_crypt_lays_the_dwarf_beside_two_under_a_cellar():
    table = night(
        anna=has(cash=0, hand="monk", corpses="dwarf baron novice", annexes="archbishop:duke abbot")
    )
    table.order("anna", "bury baron under abbot, novice under abbot, dwarf under abbot with monk")
    assert table.anna.cash == 8 + 8 + 16


@rule("bug 05")
@pytest.mark.parametrize("annex", ["barn", "monk"])
def test_r54_the_twins_need_two_places(annex):
    table = night(anna=has(hand="monk", corpses="twins", annexes="monk"))
    assert "no room" in table.refused("anna", f"bury twins under {annex} with monk")


def test_r54_two_single_places_do_not_do():
    table = night(
        anna=has(hand="monk", corpses="twins", annexes="abbot:baron archbishop:baron+monk")
    )
    assert not any("twins" in text for text in table.legal("anna"))


def test_r54_the_twins_bring_24f_once():
    table = night(anna=has(cash=0, hand="monk", corpses="twins", annexes="abbot"), box="duke")
    table.order("anna", "bury twins under abbot with monk")
    assert (table.anna.cash, table.game.box) == (24, ["duke"])


def test_r54_a_crypt_needs_two_places_for_them():
    table = night(
        anna=has(hand="monk monk", corpses="twins baron", annexes="archbishop abbot"),
    )
    why = table.refused("anna", "bury twins under abbot, baron under abbot with monk")
    assert "no room" in why
    table.order("anna", "bury twins under abbot, baron under archbishop with monk")
    assert table.buried(annex="abbot") == ["twins"]


def test_r55_the_bearded_lady_needs_room_elsewhere():
    table = night(anna=has(hand="monk", corpses="bearded-lady"), ben=has(annexes="barn:baron"))
    assert "no room" in table.refused("anna", "bury bearded-lady under ben barn with monk")


@rule("bug 19")
def test_r55_a_crypt_does_not_bring_her_home():
    table = night(anna=has(hand="monk", corpses="bearded-lady", annexes="archbishop"))
    assert table.refused("anna", "bury bearded-lady under archbishop with monk")
    assert {text for text in table.legal("anna") if text.startswith("bury")} == {
        "bury bearded-lady under ben barn with monk"
    }


def test_r55_another_players_trailer_is_an_annex_for_her():
    table = night(
        anna=has(cash=0, hand="monk", corpses="bearded-lady"),
        trailers={"juggler": "ben"},
        ben=has(cash=0, annexes="barn:baron"),
    )
    table.order("anna", "bury bearded-lady under ben juggler with monk")
    assert (table.anna.cash, table.ben.cash) == (12, 12)


def test_r56_a_trailer_with_a_guest_takes_no_corpse():
    table = night(trailers={"juggler": "ben"}, inn={"juggler": "duke"}, anna=has(corpses="baron"))
    assert "stays in the trailer" in table.refused("anna", "bury baron under ben juggler")


def test_r56_the_trailer_moves_to_its_owner_and_takes_a_second_corpse():
    table = night(
        trailers={"juggler": "ben"},
        anna=has(cash=0, corpses="baron"),
        ben=has(cash=0, corpses="novice viscount", hand="monk"),
    )
    table.order("anna", "bury baron under ben juggler")
    assert table.built("ben") == ["juggler"]
    table.order("ben", "bury viscount under juggler with monk")
    assert table.buried("ben", "juggler") == ["baron", "viscount"]
    assert (table.anna.cash, table.ben.cash) == (4, 4 + 12)


def test_r56_a_trailer_with_a_corpse_takes_no_travelers_and_pays_no_rent():
    table = morning(anna=has(cash=5, annexes="juggler:baron"))
    assert table.anna.cash == 5
    assert table.game.place("juggler") is None


@rule("bug 14")
def test_r57_teeth_of_rank_0_bring_nothing_and_are_gone():
    table = night(anna=has(cash=0, corpses="baron", objects="gold-teeth"))
    table.order("anna", "bury baron under barn using gold-teeth")
    assert (table.anna.cash, table.anna.objects) == (8, [])


def test_r57_teeth_are_capped():
    table = night(anna=has(cash=23, hand="monk monk", corpses="surgeon", objects="gold-teeth"))
    table.order("anna", "bury surgeon under barn with 2 monks using gold-teeth")
    assert table.said("gain") == ["gain anna 16 0 burial", "gain anna 1 3 teeth"]


LIME = {"objects": "quicklime", "annexes": "barn:baron"}


def test_r58_quicklime_lays_no_corpse_under_rank_0():
    table = night(
        anna=has(corpses="baron", objects="quicklime", annexes="barn:novice newsboy"),
    )
    assert "rank 0" in table.refused("anna", "bury baron under newsboy using quicklime")


def test_r58_a_corpse_in_quicklime_is_counted():
    table = last_morning(
        anna=has(cash=40, annexes="barn:baron+monk"), ben=has(cash=40, annexes="abbot:duke")
    )
    assert table.winners() == ["anna"]


def test_r58_free_burial_takes_no_action_and_no_accomplices():
    table = night(
        **ruled("quicklime", "free-burial"),
        anna=has(cash=0, corpses="count", objects="quicklime"),
        bistro=1,
    )
    table.order("anna", "bury count under barn using quicklime")
    assert (table.anna.cash, table.asked(), table.game.lap) == (18, {"anna": "action"}, 1)


def test_r58_free_burial_needs_room():
    table = night(**ruled("quicklime", "free-burial"), anna=has(corpses="count", **LIME))
    assert "no room" in table.refused("anna", "bury count under barn using quicklime")


def test_r58_free_burial_is_of_one_corpse():
    table = night(
        **ruled("quicklime", "free-burial"),
        anna=has(corpses="baron novice", objects="quicklime", annexes="archbishop"),
    )
    text = "bury baron under archbishop, novice under archbishop using quicklime"
    assert "of one corpse" in table.refused("anna", text)


def test_r58_free_burial_may_leave_nothing_to_do_but_pass():
    table = night(
        **ruled("quicklime", "free-burial"),
        anna=has(cash=0, checks=0, corpses="baron", objects="quicklime"),
        ben=has(cash=10),
    )
    table.order("anna", "bury baron under barn using quicklime")
    assert table.said("bury", "pass") == ["bury anna baron anna barn 1", "pass anna"]
    assert table.asked() == {"ben": "action"}


def test_r58_one_fewer_saves_an_accomplice():
    words = ruled("quicklime", "one-fewer")
    table = night(**words, anna=has(cash=0, hand="monk", corpses="count", objects="quicklime"))
    table.order("anna", "bury count under barn with monk using quicklime")
    assert table.anna.cash == 18
    table = night(**words, anna=has(hand="monk", corpses="count", **LIME))
    assert "no room" in table.refused("anna", "bury count under barn with monk using quicklime")


def test_r58_one_fewer_is_for_the_action_and_not_for_a_corpse():
    anna = has(corpses="baron viscount", annexes="archbishop", objects="quicklime")
    table = night(**ruled("quicklime", "one-fewer"), anna=anna)
    # The ranks are 0 and 1, and the quicklime saves the one accomplice.
    both = "bury baron under archbishop, viscount under archbishop"
    assert f"{both} using quicklime" in table.legal("anna")
    why = "the quicklime is for no target: no `on`"
    assert table.refused("anna", f"{both} using quicklime on baron") == why


def test_r58_full_annexes_are_listed_without_trying_every_place_for_every_corpse():
    """Six corpses of rank 0 and no place left: each alone under each of the six annexes."""
    anna = has(
        corpses="baron cultivator newsboy novice peacekeeper peasant",
        objects="quicklime",
        annexes="barn:duke archbishop:count+count+count abbot:monk+monk mechanic:brigadier"
        " viscount:brigadier",
    )
    table = night(anna=anna, ben=has(annexes="barn:prince"))
    found = [text for text in table.legal("anna") if text.startswith("bury")]
    assert len(found) == 6 * 6


# H. Pass, checks


def test_r64_below_10f_nobody_is_asked():
    table = night(anna=has(cash=25), ben=has(cash=9, annexes="notary"))
    table.order("anna", "pass to checks 2")
    assert table.asked() == {"ben": "action"}


def test_r64_one_check_for_each_launder_action():
    table = night(anna=has(cash=25), ben=has(cash=35, checks=0, annexes="notary"))
    table.order("anna", "pass to checks 2")
    table.order("ben", "exchange")
    assert (table.wealth("ben"), table.asked()) == ((25, 1), {"ben": "action"})


def test_r64_the_exchange_of_a_study_is_no_trigger_for_itself():
    table = night(anna=has(cash=25), ben=has(cash=35, annexes="notary"))
    table.order("anna", "pass to checks 1")
    table.order("ben", "exchange")
    table.order("ben", "pass to checks 1")
    assert table.asked() == {"anna": "action"}


def test_r64_the_night_goes_on_where_it_was():
    table = night(lap=2, turn="ben", anna=has(cash=10, annexes="notary"), ben=has(cash=25))
    table.order("ben", "pass to checks 1")
    assert table.asked() == {"anna": "study"}
    table.order("anna", "exchange")
    assert table.game.number == 4


# I. Morning


def test_r66_the_morning_with_all_pieces():
    table = live(
        "extortion",
        inn={1: "surgeon", 3: "major", 5: "dwarf"},
        cake={1: "anna"},
        coffee={3: "ben"},
        anna=has(
            cash=15,
            checks=0,
            hand="monk",
            corpses="baron duke",
            objects="confessional snow-pile",
            annexes="gardener surgeon pharmacist",
        ),
        ben=has(
            cash=18,
            checks=0,
            hand="peasant peasant monk",
            corpses="novice count viscount",
            objects="tomb",
            annexes="barn:prince",
        ),
    )
    said = table.said()
    orders = [
        ("anna", "play snow-pile on duke"),
        ("anna", "hold"),
        ("ben", "hold"),
        ("anna", "hold"),
        ("ben", "play tomb on ben viscount"),
        ("anna", "play confessional"),
    ]
    for name, text in orders:
        table.order(name, text)
        said += table.said()
    assert said[: said.index("host ben")] == [
        "live extortion",
        "object anna snow-pile",
        "snow anna duke",
        "hold anna",
        "hold ben",
        "police 3 major",
        "hold anna",
        "object ben tomb",
        "tomb ben ben viscount",
        "gain ben 12 0 tomb",
        "gravedigger anna baron 10 0",
        "gravedigger ben novice+count 20 0",
        "gain anna 1 0 rent",
        "gain anna 2 0 cake",
        # Gardens 2F; no laboratory: Ben's corpses are gone.
        "gain anna 2 0 income",
        "leave surgeon+major+dwarf",
        "gain anna 2 0 pharmacy",
        "wages anna 2",
        "wages ben 6",
        "object anna confessional",
        "take anna ben 4",
        "gain anna 4 0 confessional",
    ]
    assert said[said.index("host ben") + 1].startswith("round 4")
    assert (table.game.revealed, table.anna.snowed, table.anna.corpses) == (None, [], ["duke"])


def test_r67_police_in_a_trailer_investigate_for_all():
    table = morning(
        trailers={"juggler": "ben"},
        inn={"juggler": "brigadier"},
        anna=has(cash=25, checks=0, corpses="baron"),
        ben=has(cash=25, checks=0, corpses="duke"),
    )
    assert table.said("police") == ["police juggler brigadier"]
    assert (table.anna.corpses, table.ben.corpses) == ([], [])


def test_r70_police_and_letter_charge_once():
    table = morning(letter=True, inn={3: "major"}, anna=has(cash=25, checks=0, corpses="baron"))
    assert table.anna.cash == 15


def test_r70_blackmail_letter_and_police_charge_once():
    table = live(
        "blackmail",
        letter=True,
        inn={3: "major", 5: "dwarf"},
        anna=has(cash=25, checks=0, corpses="baron"),
    )
    assert table.anna.cash == 15


SNOW = {"objects": "snow-pile", "corpses": "baron duke"}


@pytest.mark.parametrize(
    "words",
    [
        {"inn": {3: "major"}},
        {"letter": True},
        {"revealed": "blackmail", "inn": {5: "dwarf"}},
    ],
    ids=["police", "letter", "blackmail"],
)
def test_r71_snow_covers_from_every_call(words):
    table = morning(**words, anna=has(cash=25, checks=0, **SNOW))
    table.order("anna", "play snow-pile on duke")
    assert (table.anna.cash, table.anna.corpses) == (15, ["duke"])


def test_r71_of_two_equal_corpses_one_is_covered():
    table = morning(
        inn={3: "major"},
        anna=has(cash=25, checks=0, corpses="baron baron", objects="snow-pile"),
    )
    table.order("anna", "play snow-pile on baron")
    assert (table.anna.cash, table.anna.corpses) == (15, ["baron"])


COVERED = {"inn": FULL, "anna": has(cash=25, checks=0, corpses="novice", snowed="novice")}


def test_r71_who_buries_a_covered_corpse_shovels_the_snow_away():
    table = night(**COVERED | {"inn": {3: "major"}})
    table.order("anna", "bury novice under barn")
    assert table.anna.snowed == []
    table.pass_night()
    assert table.said("gravedigger") == []


def test_r71_snow_does_not_go_with_the_rug():
    words = has(corpses="novice", snowed="novice", objects="rug")
    table = window(**COVERED | {"inn": FULL | {5: "major"}, "anna": words})
    table.order("anna", "play rug novice to ben")
    assert (table.anna.snowed, table.ben.snowed) == ([], [])


def test_r71_of_two_equal_corpses_the_covered_one_is_buried_last():
    table = night(anna=has(corpses="novice novice", snowed="novice"))
    table.order("anna", "bury novice under barn")
    assert (table.anna.corpses, table.anna.snowed) == (["novice"], ["novice"])


def test_r71_snow_does_not_help_at_the_last_gravedigger():
    table = last_morning(inn={3: "major"}, anna=has(cash=25, checks=0, **SNOW))
    table.order("anna", "play snow-pile on duke")
    assert table.said("gravedigger") == [
        "gravedigger anna baron 10 0",
        "gravedigger anna duke 10 0",
    ]


def test_r71_the_snow_is_gone_in_the_next_round():
    table = morning(inn={3: "major"}, anna=has(cash=25, checks=0, **SNOW))
    table.order("anna", "play snow-pile on duke")
    assert table.anna.snowed == []


TOMB = {
    "inn": {3: "major"},
    "anna": has(cash=0, checks=0, objects="tomb"),
    "ben": has(cash=25, checks=0, corpses="duke baron"),
}


def test_r72_the_tomb_spares_its_owner_the_payment_and_takes_the_money():
    table = morning(**TOMB)
    table.order("anna", "play tomb on ben duke")
    assert (table.anna.cash, table.ben.cash) == (26, 15)


def test_r72_the_tomb_may_bring_no_money():
    table = morning(**TOMB, **ruled("tomb", "no-money"))
    table.order("anna", "play tomb on ben duke")
    assert (table.anna.cash, table.ben.cash) == (0, 15)


def test_r72_the_tomb_takes_no_corpse_under_the_snow():
    words = TOMB | {"ben": has(cash=25, checks=0, corpses="duke baron", snowed="duke")}
    table = morning(**words)
    assert table.refused("anna", "play tomb on ben duke") == "ben pays for no duke"


def test_r72_the_tomb_is_not_for_the_last_gravedigger():
    table = last_morning(anna=has(objects="tomb"), ben=has(cash=25, corpses="duke"))
    assert table.refused("anna", "play tomb on ben duke")
    table.order("anna", "hold")
    assert "gravedigger ben duke 20 0" not in table.said()
    assert table.said("tomb") == []


HERRING = {"inn": {3: "major", 5: "dwarf"}, "anna": has(cash=25, checks=0, corpses="baron")}


def test_r74_with_a_letter_all_pay():
    table = live("red-herring", letter=True, **HERRING)
    assert (table.anna.cash, table.anna.corpses) == (15, [])


def test_r75_without_a_carnie_the_event_is_discarded():
    table = night(revealed="fiasco", inn={1: "clown"}, anna=has(hand="monk"))
    table.order("anna", "bribe 1")
    table.pass_night()
    assert table.anna.hand == ["clown", "monk"]
    assert table.game.event_discards == ["fiasco"]
    assert "dead fiasco" in table.said()


def test_r75_a_carnie_in_a_trailer_keeps_it_live():
    table = morning(
        revealed="fiasco",
        trailers={"juggler": "ben"},
        inn={"juggler": "clown"},
        anna=has(hand="monk"),
    )
    assert table.anna.hand == []


def test_r75_the_next_round_needs_a_new_carnie():
    table = live(
        "extortion",
        modules=["carnies", "events"],
        events="fiasco",
        entrance="duke monk baron count abbot major",
        bistro=1,
    )
    table.order("ben", "place 1 2 3 4")
    assert (table.game.revealed, table.game.event_deck) == (None, ["fiasco"])


PLACES = {
    "keys": {3: "anna"},
    "trailers": {"juggler": "anna"},
    "inn": {1: "dwarf", 3: "monk", 4: "abbot", "juggler": "baron"},
}


def test_r77_two_rooms_and_a_trailer():
    assert morning(**PLACES, anna=has(cash=5)).anna.cash == 8


def test_r77_high_season_doubles():
    assert live("high-season", **PLACES, anna=has(cash=5)).anna.cash == 11


def test_r77_high_season_may_add_two():
    # 3F a place: 9F.
    table = live("high-season", **PLACES, **ruled("high-season", "plus-two"), anna=has(cash=5))
    assert table.anna.cash == 14


def test_r78_two_laboratories_and_two_corpses():
    table = morning(anna=has(cash=5, annexes="surgeon surgeon"), ben=has(corpses="duke baron"))
    assert table.anna.cash == 11


@rule("bug 04")
def test_r78_a_covered_corpse_does_not_count():
    table = morning(anna=has(cash=5, annexes="surgeon"), ben=has(corpses="duke", snowed="duke"))
    assert table.anna.cash == 5


@pytest.mark.parametrize(("cash", "left"), [(11, 5), (0, 0), (40, 20), (1, 0)])
def test_r80_pickpockets_take_half_rounded_up(cash, left):
    table = live("pickpockets", anna=has(cash=cash, checks=4))
    assert table.wealth() == (left, 4)


@pytest.mark.parametrize(("cash", "left"), [(11, 9), (1, 0), (0, 0)])
def test_r80_pickpockets_may_take_two(cash, left):
    table = live("pickpockets", **ruled("pickpockets", "two"), anna=has(cash=cash, checks=4))
    assert table.wealth() == (left, 4)


def test_r81_a_fiasco_takes_the_whole_hand():
    # 2 peasants and the Count, 0F: bistro +2, exit +1; the Pharmacy pays nothing.
    table = live(
        "fiasco",
        inn={4: "dwarf"},
        anna=has(cash=0, hand="peasant peasant count", objects="cake"),
        ben=has(cash=0, annexes="pharmacist"),
    )
    table.order("anna", "hold")
    assert (table.game.bistro, sorted(table.game.exit)) == (2, ["count", "dwarf"])
    assert (table.anna.hand, table.anna.objects, table.ben.cash) == ([], ["cake"], 0)
    assert table.said("wages") == []


def test_r82_a_leftover_franc_stays_with_the_player():
    table = live("extortion", anna=has(cash=3, hand="monk baron"))
    assert table.legal("anna") == {"dismiss monk", "dismiss baron"}
    table.order("anna", "dismiss monk")
    assert (table.anna.cash, table.anna.hand) == (1, ["baron"])


def test_r85_several_players_with_three_bring_2f():
    table = morning(
        seats=3,
        anna=has(cash=5, annexes="pharmacist"),
        ben=has(cash=9, hand="monk monk peasant"),
        cleo=has(cash=9, hand="monk monk peasant peasant"),
    )
    assert table.anna.cash == 7


def test_r85_hands_are_counted_before_the_wages():
    # Two of Ben's three leave unpaid afterwards.
    table = morning(
        anna=has(cash=5, annexes="pharmacist"), ben=has(cash=1, checks=0, hand="monk monk monk")
    )
    assert (table.anna.cash, table.ben.hand) == (7, ["monk"])


UNPAID = {"bistro": 0, "anna": has(cash=0, checks=0, hand="peasant")}


def test_r86_a_peasant_who_leaves_unpaid_stays_in_the_bistro():
    table = live("cirrhosis", **UNPAID)
    assert (table.game.bistro, table.game.box) == (1, [])


def test_r86_after_the_wages_he_may_die():
    table = live("cirrhosis", **UNPAID, **ruled("cirrhosis", "after-wages"))
    assert (table.game.bistro, table.game.box) == (0, ["peasant"])


def test_r86_the_wages_asked_about_come_first():
    table = live(
        "cirrhosis",
        **ruled("cirrhosis", "after-wages"),
        anna=has(cash=1, checks=0, hand="peasant monk"),
    )
    assert table.asked() == {"anna": "wages"}
    table.order("anna", "dismiss peasant")
    assert table.said("dismiss", "cirrhosis") == ["dismiss anna peasant", "cirrhosis"]


CONFESSION = {"anna": has(cash=5, objects="confessional", annexes="abbot:baron+baron")}


def test_r87_of_tied_leaders_one_is_named():
    table = morning(
        seats=3,
        **CONFESSION,
        ben=has(cash=9, annexes="duke:monk+monk+novice"),
        cleo=has(cash=9, annexes="marquis:novice+novice+monk"),
    )
    assert table.refused("anna", "play confessional") == "say from whom: ben, cleo"
    assert table.legal("anna") == {
        "play confessional from ben",
        "play confessional from cleo",
        "hold",
    }
    table.order("anna", "play confessional from cleo")
    assert (table.anna.cash, table.ben.cash, table.cleo.cash) == (11, 9, 3)


def test_r87_only_leaders_come_into_question():
    table = morning(
        seats=3,
        **CONFESSION,
        ben=has(cash=9, annexes="duke:monk+monk+novice"),
        cleo=has(cash=9, annexes="barn:novice"),
    )
    assert "under annexes of ben" in table.refused("anna", "play confessional from cleo")


def test_r87_checks_are_not_taken():
    table = morning(**CONFESSION, ben=has(cash=2, checks=5, annexes="duke:monk+monk+novice"))
    table.order("anna", "play confessional")
    assert table.wealth("ben") == (0, 5)


def test_r87_corpses_buried_elsewhere_do_not_count():
    # Whose burial it was is nowhere to be seen: Ben's annex holds it, so Ben leads.
    table = night(
        lap=2,
        turn="anna",
        anna=has(cash=0, corpses="baron", objects="confessional"),
        ben=has(cash=9),
    )
    table.order("anna", "bury baron under ben barn")
    table.pass_night()
    table.order("anna", "play confessional")
    assert (table.anna.cash, table.ben.cash) == (4 + 6, 9 + 4 - 6)


def test_r88_a_cake_brings_2f_besides_the_rent():
    table = morning(keys={5: "anna"}, inn={5: "surgeon"}, cake={5: "anna"}, anna=has(cash=5))
    assert table.anna.cash == 8


@pytest.mark.parametrize("text", ["kill 5 with monk", "bribe 5 with monk"])
def test_r88_a_cake_goes_with_who_is_killed_or_bribed(text):
    table = night(keys={5: "anna"}, inn={5: "surgeon"}, cake={5: "anna"}, ben=has(hand="monk"))
    table.order("anna", "pass")
    table.order("ben", text)
    assert table.game.place("5").cake is None
    table.pass_night()
    assert table.said("gain") == []


def test_r88_a_cake_is_lost_by_poison():
    table = window(
        keys={5: "anna"}, anna=has(objects="cake"), ben=has(objects="poison"), host="anna"
    )
    table.order("anna", "play cake on 5")
    table.order("ben", "play poison on 5")
    assert table.game.place("5").cake is None


def test_r88_a_cake_may_be_for_any_place():
    table = window(**ruled("cake", "any"), anna=has(cash=5, objects="cake"), ben=has(cash=5))
    table.order("anna", "play cake on 2")
    table.pass_night()
    # Ben has the rent of his room, Anna the cake of the monk and the rent of hers.
    assert table.said("gain") == [
        "gain anna 1 0 rent",
        "gain anna 2 0 cake",
        "gain ben 1 0 rent",
    ]


def test_r88_a_white_room_is_not_ones_own():
    table = window(anna=has(objects="cake"))
    assert table.refused("anna", "play cake on 5") == "room 5 is not yours"


RUG = {"inn": FULL | {5: "major"}, "anna": has(cash=25, corpses="prince", objects="rug")}


def test_r89_a_rug_gives_a_corpse_away():
    table = window(**RUG, ben=has(cash=25, checks=0))
    table.order("anna", "play rug prince to ben")
    assert (table.anna.corpses, table.ben.corpses) == ([], ["prince"])
    table.pass_night()
    assert table.ben.cash == 25 - 10 + 1


def test_r89_a_rug_may_take_a_corpse():
    table = window(
        **ruled("rug", "take"), anna=has(objects="rug"), ben=has(corpses="prince marquis")
    )
    table.order("anna", "play rug prince from ben")
    assert (table.anna.corpses, table.ben.corpses) == (["prince"], ["marquis"])
    assert table.said("rug") == ["rug ben prince anna"]


def test_r89_a_rug_that_takes_takes_no_own_corpse():
    table = window(
        **ruled("rug", "take"), anna=has(corpses="prince", objects="rug"), ben=has(corpses="novice")
    )
    assert table.legal("anna") == {"play rug novice from ben", "hold"}


def test_r89_each_reading_has_its_own_word():
    table = window(**ruled("rug", "take"), anna=has(objects="rug"), ben=has(corpses="prince"))
    with pytest.raises(Unreadable, match="expected `from`"):
        table.order("anna", "play rug prince to ben")
    table = window(anna=has(corpses="prince", objects="rug"))
    with pytest.raises(Unreadable, match="expected `to`"):
        table.order("anna", "play rug prince from ben")


def test_r90_poison_does_not_end_the_game():
    table = evening(
        seats=3,
        season=2,
        entrance="count baron monk",
        anna=has(objects="poison"),
        bistro=1,
    )
    table.order("anna", "place 1 2 3")
    table.order("anna", "play poison on 1")
    assert (table.game.final, table.asked()) == (True, {"anna": "action"})


def test_r90_the_corpse_is_the_players_who_played_it():
    table = window(anna=has(objects="poison"))
    table.order("anna", "play poison on 1")
    assert (table.guest(1), table.anna.corpses, table.game.box) == (None, ["duke"], [])


def test_r90_poison_may_leave_no_corpse():
    table = window(**ruled("poison", "gone"), anna=has(objects="poison"))
    table.order("anna", "play poison on 1")
    assert (table.guest(1), table.anna.corpses, table.game.box) == (None, [], ["duke"])


SAFE = {"ben": has(cash=5, annexes="banker")}


def test_r91_both_shares_may_reach_the_safe():
    # Anna has 40F and buries 18F under Ben's barn: +9F for him as his share, +9F by his Safe.
    table = night(**SAFE, anna=has(cash=40, hand="monk monk", corpses="count"))
    table.order("anna", "bury count under ben barn with 2 monks")
    assert table.ben.cash == 5 + 9 + 9


@rule("bug 18")
@pytest.mark.parametrize(("owner", "other"), [("anna", "ben"), ("ben", "anna")])
def test_r91_rents_reach_the_safe(owner, other):
    table = morning(
        keys={1: other},
        inn={1: "duke"},
        **{owner: has(cash=5, annexes="banker"), other: has(cash=40)},
    )
    assert table.wealth(owner)[0] == 6


def test_r91_end_bonuses_reach_the_safe():
    table = last_morning(
        **SAFE, anna=has(cash=38, annexes="grocer"), exit="newsboy newsboy concierge"
    )
    # 12F, of which 2F fit.
    assert (table.anna.cash, table.ben.cash) == (40, 15)


def test_r91_cashing_checks_is_no_gain():
    table = night(**SAFE, anna=has(cash=35, checks=1))
    table.order("anna", "pass to cash 1")
    assert (table.anna.cash, table.ben.cash) == (40, 5)


def test_r91_an_owner_at_40f_catches_nothing():
    table = night(anna=has(cash=40, corpses="baron"), ben=has(cash=40, annexes="banker"))
    table.order("anna", "bury baron under barn")
    assert table.said("gain") == ["gain anna 0 8 burial"]


# J. End


def test_r94_a_covered_corpse_is_paid_for_at_the_end():
    table = last_morning(anna=has(cash=25, checks=0, corpses="duke", snowed="duke"))
    assert table.said("gravedigger") == ["gravedigger anna duke 10 0"]


def test_r97_twins_count_two_and_the_dwarf_one():
    table = last_morning(
        anna=has(cash=40, annexes="abbot:twins"), ben=has(cash=40, annexes="abbot:dwarf")
    )
    assert table.winners() == ["anna"]
    table = last_morning(
        anna=has(cash=40, annexes="abbot:dwarf"), ben=has(cash=40, annexes="abbot:baron")
    )
    assert table.winners() == ["anna", "ben"]


def test_r98_unused_objects_are_worth_nothing():
    table = last_morning(anna=has(cash=5, checks=1, objects="poison well tomb"))
    table.order("anna", "hold")
    assert table.result().loot[0] == 15


# K. Details


def test_r102_quicklime_is_not_for_a_free_place():
    table = night(anna=has(corpses="novice", objects="quicklime"))
    why = table.refused("anna", "bury novice under barn using quicklime")
    assert why == "the novice finds room without quicklime"


def test_r102_a_corpse_in_quicklime_takes_no_place():
    table = night(
        seats=1,
        anna=has(corpses="novice viscount", hand="monk", **LIME),
    )
    table.order("anna", "bury novice under barn using quicklime")
    assert "no room" in table.refused("anna", "bury viscount under barn with monk")


def test_r102_a_crypt_with_quicklime_fills_the_places_first():
    # One place under the barn: the viscount takes it, the novice lies in quicklime.
    table = night(
        anna=has(
            cash=0,
            hand="monk",
            corpses="novice viscount",
            objects="quicklime",
            annexes="archbishop",
        )
    )
    text = "bury novice under barn, viscount under barn with monk using quicklime on novice"
    table.order("anna", text)
    assert table.buried() == ["viscount", "novice"]


def test_r102_the_twins_lie_in_quicklime_where_one_place_is_left():
    table = night(anna=has(cash=0, hand="monk", corpses="twins", objects="quicklime"))
    table.order("anna", "bury twins under barn with monk using quicklime")
    assert (table.anna.cash, table.game.room_left(table.game.built(0, "barn"))) == (24, 1)


def test_r102_the_dwarf_needs_no_quicklime():
    table = night(anna=has(hand="monk", corpses="dwarf", **LIME))
    assert "without quicklime" in table.refused(
        "anna", "bury dwarf under barn with monk using quicklime"
    )


def test_r103_who_holds_an_object_is_asked_under_unlimited_wealth_too():
    table = night(**WEALTH, anna=has(cash=60, objects="rug"), ben=has(hand="baron"))
    assert table.asked() == {"anna": "action"}


def test_r104_a_player_is_asked_again_after_a_play():
    table = window(anna=has(objects="letter coffee"))
    table.order("anna", "play letter")
    assert table.asked() == {"anna": "objects"}


def test_r104_who_has_played_the_last_object_is_not():
    table = window(anna=has(objects="letter"), ben=has(objects="coffee"))
    table.order("anna", "play letter")
    assert table.asked() == {"ben": "objects"}


def test_r104_who_holds_is_not_asked_again_in_that_window():
    table = window(anna=has(objects="letter coffee"), ben=has(objects="poison"))
    table.order("anna", "hold")
    assert table.asked() == {"ben": "objects"}
    table.order("ben", "play poison on 1")
    assert table.asked() == {"anna": "action"}


def test_r104_a_covered_corpse_keeps_the_window_open():
    table = morning(anna=has(corpses="duke", objects="snow-pile cake"))
    table.order("anna", "play snow-pile on duke")
    assert rules.pending(table.game) == [(0, "objects", ("cover",))]


def test_r104_without_an_own_corpse_nobody_is_asked_about_snow():
    table = morning(anna=has(objects="snow-pile"), ben=has(corpses="duke"))
    assert rules.pending(table.game) == [(0, "objects", ("end",))]


def test_r104_with_nobody_liable_any_more_the_window_closes():
    table = morning(
        inn={3: "major"}, anna=has(objects="tomb cake"), ben=has(cash=25, corpses="duke")
    )
    table.order("anna", "play tomb on ben duke")
    assert rules.pending(table.game) == [(0, "objects", ("end",))]


def test_r104_a_corpse_under_snow_makes_nobody_liable():
    table = morning(
        inn={3: "major"}, anna=has(objects="tomb"), ben=has(corpses="duke", snowed="duke")
    )
    assert rules.pending(table.game) == [(0, "objects", ("end",))]


def test_r105_what_a_confessional_takes_above_40f_goes_to_a_safe():
    # Anna 38F takes 6F from Ben, who owns the Safe: Anna 40F, Ben -6F +4F.
    table = morning(
        anna=has(cash=38, objects="confessional"),
        ben=has(cash=20, annexes="barn:baron banker"),
    )
    table.order("anna", "play confessional")
    assert (table.anna.cash, table.ben.cash) == (40, 18)


def test_r106_liquor_on_peasants_is_spent():
    table = night(bistro=2, anna=has(objects="liquor"))
    table.order("anna", "bribe 2 peasants using liquor")
    assert (table.anna.hand, table.anna.objects) == (["peasant", "peasant"], [])


def test_r106_a_hammer_with_only_returning_cards_is_spent():
    table = night(anna=has(hand="viscount mechanic", objects="hammer"))
    table.order("anna", "build viscount with mechanic using hammer")
    assert (table.anna.hand, table.anna.objects) == (["mechanic"], [])


@pytest.mark.parametrize("on", ["", " on 1", " on count"])
def test_r106_on_with_one_target_is_accepted(on):
    table = night(inn={1: "count"}, anna=has(cash=0, hand="monk monk", objects="well"))
    table.order("anna", f"kill 1 with 2 monks using well{on}")
    assert table.anna.cash == 18


def test_r106_on_with_one_corpse_is_accepted():
    table = night(anna=has(cash=0, corpses="baron", objects="gold-teeth"))
    table.order("anna", "bury baron under barn using gold-teeth on baron")
    assert table.anna.objects == []


def test_r106_from_with_one_leader_is_accepted():
    table = morning(anna=has(cash=5, objects="confessional"), ben=has(annexes="barn:baron"))
    table.order("anna", "play confessional from ben")
    assert table.anna.cash == 10


def test_r106_on_another_than_the_target_is_refused():
    table = night(inn={1: "count", 3: "baron"}, anna=has(hand="monk monk", objects="well"))
    assert "is on 3" in table.refused("anna", "kill 1 with 2 monks using well on 3")


def test_r106_losing_needs_an_object_of_that_action():
    table = night(inn={1: "monk"}, anna=has(hand="peasant", objects="liquor"))
    assert "`losing`" in table.refused("anna", "bribe 1 with peasant losing peasant")


def test_r108_extortion_is_paid_before_the_dismissal_is_asked():
    table = live(
        "extortion", anna=has(cash=3, hand="duke peasant"), ben=has(cash=7, hand="monk monk")
    )
    assert table.asked() == {"anna": "wages"}
    assert (table.anna.cash, table.ben.cash) == (1, 3)


def test_r109_a_trailer_goes_to_the_end_of_its_owners_annexes():
    table = night(
        trailers={"juggler": "ben"},
        anna=has(corpses="baron"),
        ben=has(annexes="barn monk"),
    )
    table.order("anna", "bury baron under ben juggler")
    assert table.built("ben") == ["monk", "juggler"]


def test_r110_a_revealed_event_is_put_away_when_the_game_ends_early():
    table = evening(
        seats=3,
        season=2,
        modules=["carnies", "events"],
        entrance="dwarf baron",
        events="fiasco",
    )
    table.order("anna", "place 1 2")
    assert table.game.phase == "over"
    assert (table.game.revealed, table.game.event_discards) == (None, ["fiasco"])


def test_r110_no_letter_is_left():
    table = last_morning(letter=True)
    assert (table.game.letter, "letter" in rules.public(table.game)["round"]) == (False, False)
