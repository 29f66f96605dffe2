"""Every carnie, tested under its own name. (The Carnies, Module 1; numbers from its rulebook)"""

from __future__ import annotations

import pytest

from pbem.rules import known_cards
from tests.rules.scenario import evening, has, morning, night, played_for, rule

# The four trailers. They are one card under four names but for the icon.


def test_fire_eater_stands_beside_the_board_as_a_trailer():
    table = night(anna=has(hand="fire-eater peasant peasant"))
    table.order("anna", "build fire-eater with 2 peasants")
    assert (table.built(), table.key("fire-eater")) == ([], "anna")


def test_fire_eater_is_killed_for_nothing_and_buried_for_two():
    # Rank 0 in the inn, 2 outside.
    table = night(seats=1, inn={1: "fire-eater"}, anna=has(cash=0, hand="peasant peasant"))
    table.order("anna", "kill 1")
    assert "needs 2" in table.refused("anna", "bury fire-eater under barn with peasant")
    table.order("anna", "bury fire-eater under barn with 2 peasants")
    assert table.said("gain") == ["gain anna 14 0 burial"]


def test_juggler_takes_travelers_in_his_trailer():
    table = evening(trailers={"juggler": "ben"}, entrance="duke monk baron")
    table.order("anna", "place juggler")
    assert table.guest("juggler") == "duke"


def test_juggler_is_towed_home_by_the_first_corpse():
    table = night(trailers={"juggler": "anna"}, anna=has(corpses="baron"))
    table.order("anna", "bury baron under juggler")
    assert (table.built(), table.buried(annex="juggler")) == (["juggler"], ["baron"])
    assert table.game.place("juggler") is None


def test_con_artist_takes_two_corpses():
    # The number of bodies is the bottom rank, 2.
    table = night(
        seats=1, trailers={"con-artist": "anna"}, anna=has(corpses="baron novice peasant"), bistro=1
    )
    table.order("anna", "bury baron under con-artist")
    table.order("anna", "bury novice under con-artist")
    assert table.buried(annex="con-artist") == ["baron", "novice"]
    table = night(anna=has(corpses="peasant", annexes="con-artist:baron+novice"))
    assert "no room" in table.refused("anna", "bury peasant under con-artist")


def test_clown_brings_1f_when_his_traveler_leaves():
    table = morning(trailers={"clown": "anna"}, inn={"clown": "duke"}, anna=has(cash=5))
    assert table.anna.cash == 6


def test_clown_brings_nothing_while_nobody_stays():
    assert morning(trailers={"clown": "anna"}, anna=has(cash=5)).anna.cash == 5


TRAILERS = ["fire-eater", "juggler", "con-artist", "clown"]


@pytest.mark.parametrize("card", TRAILERS)
def test_trailer_costs_the_bottom_rank(card):
    table = night(anna=has(hand=f"{card} peasant peasant"))
    assert "build needs 2" in table.refused("anna", f"build {card} with peasant")


@pytest.mark.parametrize("card", TRAILERS)
def test_trailer_needs_a_key_token(card):
    # Five keys and three services: all eight tokens are on the board. (Ruling R38)
    table = night(
        keys=dict.fromkeys(range(1, 6), "anna") | {6: "ben"},
        service={1: "anna", 2: "anna", 3: "anna"},
        anna=has(hand=f"{card} peasant peasant"),
    )
    assert "no key token" in table.refused("anna", f"build {card} with 2 peasants")


@pytest.mark.parametrize("card", TRAILERS)
def test_trailer_gives_its_key_token_back(card):
    # Seven tokens are on the board, the eighth is on the trailer until the baron lies there.
    table = night(
        seats=1,
        keys=dict.fromkeys(range(1, 6), "anna"),
        service={1: "anna", 2: "anna"},
        trailers={card: "anna"},
        anna=has(corpses="baron", hand="concierge monk monk"),
    )
    table.order("anna", f"bury baron under {card}")
    table.order("anna", "build concierge with 2 monks at 3")
    assert table.service(3) == "anna"


@pytest.mark.parametrize("card", TRAILERS)
def test_trailer_with_a_traveler_takes_no_corpse(card):
    table = night(trailers={card: "anna"}, inn={card: "duke"}, anna=has(corpses="baron"))
    assert f"stays in the trailer {card}" in table.refused("anna", f"bury baron under {card}")


# Carnies with other annexes.


def test_barker_brings_3f_for_each_carnie_his_owner_bribes():
    table = night(inn={1: "juggler"}, anna=has(cash=5, annexes="barker"))
    table.order("anna", "bribe 1")
    assert table.anna.cash == 8


def test_barker_brings_nothing_for_other_guests():
    table = night(inn={1: "baron"}, anna=has(cash=5, annexes="barker"))
    table.order("anna", "bribe 1")
    assert table.anna.cash == 5


def test_barker_brings_nothing_for_the_bribes_of_others():
    table = night(inn={1: "juggler"}, ben=has(cash=5, annexes="barker"))
    table.order("anna", "bribe 1")
    assert table.ben.cash == 5


def test_barker_costs_three_to_build_and_one_to_kill():
    table = night(inn={1: "barker"}, anna=has(hand="peasant"))
    table.order("anna", "kill 1 with peasant")
    table = night(anna=has(hand="barker monk monk novice"))
    table.order("anna", "build barker with 2 monks novice")
    assert table.built() == ["barker"]


def test_bear_tamer_saves_one_accomplice_when_killing():
    # "You can kill a rank-2 guest by playing only 1 card."
    table = night(inn={1: "count"}, anna=has(hand="peasant", annexes="bear-tamer"))
    table.order("anna", "kill 1 with peasant")
    assert table.anna.corpses == ["count"]


def test_bear_tamer_may_go_unused():
    table = night(inn={1: "count"}, anna=has(hand="peasant peasant", annexes="bear-tamer"))
    table.order("anna", "kill 1 with 2 peasants")
    assert table.game.bistro == 2


def test_bear_tamer_saves_nothing_when_bribing():
    table = night(inn={1: "count"}, anna=has(hand="peasant", annexes="bear-tamer"))
    assert "bribe needs 2" in table.refused("anna", "bribe 1 with peasant")


def test_bear_tamer_is_hard_to_take_and_easy_to_bury():
    table = night(inn={1: "bear-tamer"}, anna=has(hand="peasant"))
    assert "needs 3" in table.refused("anna", "bribe 1 with peasant")
    table = night(anna=has(cash=0, hand="peasant", corpses="bear-tamer"))
    table.order("anna", "bury bear-tamer under barn with peasant")
    assert table.anna.cash == 20


def test_companion_lets_the_accomplices_of_a_bribe_return():
    # "You can take back the peasant that you played to bribe a rank-1 guest."
    table = night(inn={1: "monk"}, anna=has(hand="peasant", annexes="companion"))
    table.order("anna", "bribe 1 with peasant")
    assert (table.anna.hand, table.game.bistro) == (["monk", "peasant"], 0)


def test_companion_gives_no_discount():
    table = night(inn={1: "duke"}, anna=has(hand="peasant peasant", annexes="companion"))
    assert "needs 3" in table.refused("anna", "bribe 1 with 2 peasants")


def test_companion_keeps_nobody_for_a_kill():
    table = night(inn={1: "monk"}, anna=has(hand="peasant", annexes="companion"))
    table.order("anna", "kill 1 with peasant")
    assert table.anna.hand == []


# Carnies without text. They are built by nobody, and buried for nothing.


def test_knife_thrower_cannot_be_an_annex():
    table = night(anna=has(hand="knife-thrower"))
    assert "cannot become an annex" in table.refused("anna", "build knife-thrower")


def test_fortune_teller_cannot_be_an_annex():
    table = night(anna=has(hand="fortune-teller"))
    assert "cannot become an annex" in table.refused("anna", "build fortune-teller")


def test_strongman_cannot_be_an_annex():
    table = night(anna=has(hand="strongman"))
    assert "cannot become an annex" in table.refused("anna", "build strongman")


def test_acrobat_cannot_be_an_annex():
    table = night(anna=has(hand="acrobat"))
    assert "cannot become an annex" in table.refused("anna", "build acrobat")


@pytest.mark.parametrize("card", ["knife-thrower", "fortune-teller", "strongman", "acrobat"])
def test_carnie_without_text_is_killed_for_one_and_buried_for_nothing(card):
    table = night(seats=1, inn={1: card}, anna=has(cash=0, hand="peasant"))
    table.order("anna", "kill 1 with peasant")
    table.order("anna", f"bury {card} under barn")
    assert table.said("gain") == ["gain anna 10 0 burial"]


# Special burials.


def test_dwarf_takes_no_room():
    # "You can still bury 2 corpses under that rank-2 annex."
    table = night(anna=has(hand="peasant", corpses="dwarf", annexes="abbot"))
    table.order("anna", "bury dwarf under abbot with peasant")
    assert table.game.room_left(table.game.built(0, "abbot")) == 2


@rule("R53", "bug 17")
def test_dwarf_goes_under_a_full_annex():
    table = night(anna=has(cash=0, hand="peasant", corpses="dwarf", annexes="barn:baron"))
    table.order("anna", "bury dwarf under barn with peasant")
    assert (table.buried(), table.anna.cash) == (["baron", "dwarf"], 16)


@rule("R53")
def test_dwarf_goes_under_no_annex_of_rank_0():
    table = night(anna=has(hand="peasant", corpses="dwarf", annexes="newsboy"))
    assert "rank 0" in table.refused("anna", "bury dwarf under newsboy with peasant")


def test_dwarf_closes_a_trailer():
    table = night(
        anna=has(hand="peasant", corpses="dwarf"), trailers={"juggler": "ben"}, ben=has(cash=0)
    )
    table.order("anna", "bury dwarf under ben juggler with peasant")
    assert table.buried("ben", "juggler") == ["dwarf"]
    assert table.ben.cash == 8


def test_bearded_lady_lies_under_another_players_annex():
    table = night(anna=has(cash=0, hand="peasant", corpses="bearded-lady"), ben=has(cash=0))
    table.order("anna", "bury bearded-lady under ben barn with peasant")
    assert (table.anna.cash, table.ben.cash) == (12, 12)


@rule("R55")
def test_bearded_lady_never_lies_under_an_own_annex():
    table = night(anna=has(hand="peasant", corpses="bearded-lady"))
    why = table.refused("anna", "bury bearded-lady under barn with peasant")
    assert "only be buried under another player's annex" in why


def test_bearded_lady_is_not_buried_while_others_have_no_room():
    table = night(
        anna=has(hand="peasant", corpses="bearded-lady"), ben=has(annexes="barn:baron newsboy")
    )
    assert not any(text.startswith("bury") for text in table.legal("anna"))


def test_bearded_lady_cannot_be_an_annex():
    table = night(anna=has(hand="bearded-lady peasant"))
    assert "cannot become an annex" in table.refused("anna", "build bearded-lady with peasant")


def test_twins_take_two_places_under_one_annex():
    table = night(anna=has(cash=0, hand="peasant", corpses="twins", annexes="abbot"))
    table.order("anna", "bury twins under abbot with peasant")
    assert table.game.room_left(table.game.built(0, "abbot")) == 0
    assert table.anna.cash == 24


def test_twins_never_fit_under_a_barn():
    table = night(anna=has(hand="peasant", corpses="twins"))
    assert "no room" in table.refused("anna", "bury twins under barn with peasant")


def test_twins_leave_their_partner_in_the_box():
    # Nobody may see which card lies with them, so none is taken out.
    table = night(
        anna=has(hand="peasant", corpses="twins", annexes="abbot"), box="duke marquis baron"
    )
    table.order("anna", "bury twins under abbot with peasant")
    assert table.game.box == ["duke", "marquis", "baron"]
    assert table.said("bury") == ["bury anna twins anna abbot 1"]


def test_twins_count_as_two_corpses_in_a_tie():
    table = morning(
        season=2,
        final=True,
        entrance="",
        anna=has(cash=40, annexes="abbot:twins"),
        ben=has(cash=40, annexes="abbot:baron"),
    )
    assert table.winners() == ["anna"]


# What is printed on them.

TABLE = """
fire-eater     0 2 14 kill
juggler        0 2 14 build
con-artist     0 2 14 bribe
clown          0 2 14 bury
barker         1 3 20 bribe
bear-tamer     3 1 20 kill
companion      3 1 20 bribe
knife-thrower  1 0 10 kill
fortune-teller 1 0 10 bury
strongman      1 0 10 build
acrobat        1 0 10 build
dwarf          2 1 16 bury
bearded-lady   2 1 24 bribe
twins          2 1 24 bury
"""
ROWS = [line.split() for line in TABLE.strip().splitlines()]
PRINTED = [row[0] for row in ROWS]
#: The annex of each that has one.
ANNEXES = dict.fromkeys(TRAILERS, "trailer") | {
    "barker": "carnival-booth",
    "bear-tamer": "bear-cage",
    "companion": "nook",
}


@pytest.mark.parametrize("row", ROWS, ids=PRINTED)
def test_card_is_printed_as(row):
    name, rank, outer, money, affinity = row
    card = known_cards()[name]
    found = (card.family, card.rank, card.outer, card.money, card.copies, card.affinity)
    assert found == ("carnie", int(rank), int(outer), int(money), 1, affinity)


@pytest.mark.parametrize("card", PRINTED)
def test_annex_is_named(card):
    annex = known_cards()[card].annex
    assert (annex.name if annex else None) == ANNEXES.get(card)


@pytest.mark.parametrize("row", ROWS, ids=PRINTED)
def test_top_rank_bribes(row):
    name, rank, *_ = row
    crew = " with " + " ".join(["peasant"] * int(rank)) if rank != "0" else ""
    table = night(inn={2: name}, anna=has(hand="peasant peasant peasant"))
    table.order("anna", f"bribe 2{crew}")
    assert name in table.anna.hand


@pytest.mark.parametrize("row", ROWS, ids=PRINTED)
def test_bottom_rank_buries(row):
    name, _, outer, money, _ = row
    tail = f" with {outer} peasants" if outer != "0" else ""
    words = {"hand": "peasant peasant peasant", "corpses": name}
    table = night(anna=has(cash=0, **words), ben=has(annexes="duke"))
    table.order("anna", f"bury {name} under ben duke{tail}")
    assert table.anna.cash == int(money) // 2


@pytest.mark.parametrize("row", ROWS, ids=PRINTED)
def test_icon_brings_the_card_back(row):
    name, *_, affinity = row
    table = played_for(affinity, name)
    assert name in table.anna.hand
    assert table.game.exit == []
