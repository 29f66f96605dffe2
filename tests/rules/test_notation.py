"""Orders as text: one form is written, many are read, and what is wrong is named by its kind."""

from __future__ import annotations

import contextlib
import random

import pytest

from pbem import rules
from pbem.rules import Ambiguous, Illegal, Unreadable, position
from pbem.rules.orders import Burial, Bury, Kill
from tests.rules import random_game, scenario
from tests.rules.scenario import Shuffler, evening, has, layout, morning, new, night

NIGHT = night(
    seats=3,
    inn={1: "baron", 2: "monk", 3: "baron", 4: "landscaper"},
    service={1: "ben"},
    bistro=5,
    anna=has(
        cash=25,
        checks=2,
        hand="monk concierge newsboy novice peasant peasant distiller viscount",
        corpses="count count marquis",
        annexes="shopkeeper butcher archbishop priest brewer monk monk",
    ),
    ben=has(annexes="representative representative"),
)
QUESTIONS = {
    "night": NIGHT,
    "evening": evening(entrance="duke monk baron"),
    "gravedigger": morning(
        anna=has(cash=25, checks=2, corpses="baron monk duke"), inn={1: "major"}
    ),
    "wages": morning(anna=has(cash=1, hand="monk peasant peasant brigadier-chief")),
    "circus": night(
        seats=3,
        trailers={"juggler": "anna", "clown": "ben", "con-artist": "ben"},
        inn={1: "baron", 2: "monk", 3: "concierge", "juggler": "surgeon", 4: "baron"},
        service={1: "ben"},
        bistro=3,
        anna=has(
            hand="novice peasant peasant peasant sericulturist",
            corpses="bearded-lady count count dwarf",
            objects="bible gold-teeth hammer liquor quicklime well wheelbarrow wolf-trap",
            annexes="barn:viscount butcher archbishop",
        ),
        ben=has(annexes="barn:viscount abbot"),
    ),
    "welcome": evening(trailers={"juggler": "ben"}, entrance="duke monk baron"),
    "objects": evening(
        inn={1: "duke", 2: "monk", 3: "baron", 4: "surgeon", 5: "novice", "juggler": "dwarf"},
        trailers={"juggler": "anna"},
        anna=has(corpses="marquis", objects="cake coffee letter poison rug"),
    ),
    "taking": evening(
        inn={1: "duke", 2: "monk", 3: "baron", 4: "surgeon", 5: "novice"},
        rulings={"rug": "take"},
        anna=has(objects="rug"),
        ben=has(corpses="marquis"),
    ),
    "snow": morning(anna=has(corpses="baron duke", objects="snow-pile")),
    "tomb": morning(
        inn={3: "major"}, anna=has(corpses="baron", objects="tomb"), ben=has(corpses="duke")
    ),
    "end": morning(anna=has(objects="confessional"), ben=has(annexes="barn:monk")),
    "two leaders": morning(
        seats=3,
        anna=has(objects="confessional"),
        ben=has(annexes="barn:monk"),
        cleo=has(annexes="barn:monk"),
    ),
    "draft": new("anna ben", modules=["objects"]),
    "study": night(agenda=[["ask", ["study", "anna"]]], anna=has(cash=10, annexes="notary")),
    "wealth": night(
        variants=["unlimited-wealth"], bistro=1, anna=has(cash=25, checks=2, objects="rug")
    ),
}
QUESTIONS["tomb"].order("anna", "hold")

#: Every kind of order in the writer's form.
WRITTEN = """
night: bribe 2 with peasant
night: bribe 1 2 with newsboy
night: bribe 1 peasant
night: bribe 2 peasants
night: bribe 4 peasants
night: build distiller with peasant viscount
night: build monk with peasant at 5
night: build concierge with peasant peasant at 6
night: kill 1
night: kill 1 2 3 with peasant
night: kill peasant
night: bury count under barn with novice peasant
night: bury count under archbishop with novice peasant losing peasant
night: bury count under ben barn with novice peasant
night: bury count under ben representative#2 with novice peasant
night: bury count under archbishop, count under archbishop with novice peasant peasant viscount
night: pass
night: pass to checks 2
night: pass to cash 1
evening: place 3
evening: place 3 1 5
gravedigger: pay 1 check
gravedigger: pay 2 checks
wages: dismiss monk peasant peasant
wages: dismiss brigadier-chief monk peasant
draft: keep cake
welcome: place juggler
welcome: place 3 1 juggler
objects: play letter
objects: play coffee on 3
objects: play coffee on juggler
objects: play cake on juggler
objects: play poison on 2
objects: play rug marquis to ben
objects: hold
taking: play rug marquis from ben
snow: play snow-pile on baron
snow: hold
tomb: play tomb on ben duke
tomb: play tomb on anna baron
end: play confessional
end: hold
two leaders: play confessional from cleo
circus: bribe juggler with peasant
circus: bribe juggler with peasant using liquor
circus: bribe 2 peasants using liquor
circus: build sericulturist with peasant using hammer
circus: build sericulturist with peasant losing peasant using hammer
circus: build 3 with peasant peasant at 6 using wheelbarrow
circus: build 3 with peasant peasant losing peasant at 6 using hammer wheelbarrow
circus: build juggler with peasant peasant using wheelbarrow
circus: kill 1 using well
circus: kill 2 with peasant using wolf-trap
circus: kill 1 2 juggler with novice peasant using well on juggler
circus: kill 1 4 using well on 4 wolf-trap
circus: bury count under archbishop with peasant peasant using bible
circus: bury count under archbishop with peasant peasant using gold-teeth
circus: bury dwarf under barn with novice using bible
circus: bury bearded-lady under ben barn with peasant using quicklime
circus: bury dwarf under barn with novice
circus: bury count under ben clown with peasant peasant
study: exchange
study: decline
wealth: swap to checks 2
wealth: swap to cash 1
wealth: hold for round
wealth: hold until evening 5
wealth: hold always
wealth: hold no more
"""


def lines(text):
    return [tuple(line.split(": ", 1)) for line in text.strip().splitlines()]


def read(where, text):
    table = QUESTIONS[where]
    return rules.read(table.game, table.seat("anna"), text)


@pytest.mark.parametrize(("where", "text"), lines(WRITTEN))
def test_the_writers_form_is_read_and_written_alike(where, text):
    assert rules.write(QUESTIONS[where].game, 0, read(where, text)) == text


@pytest.mark.parametrize(("where", "text"), lines(WRITTEN))
def test_each_order_of_the_table_is_legal_there(where, text):
    assert rules.problem(QUESTIONS[where].game, 0, read(where, text)) is None


FORGIVEN = """
night: KILL 1 -> kill 1
night:   kill   1   -> kill 1
night: kill the landscaper with 3 peasants -> kill 4 with peasant peasant peasant
night: kill room 1 -> kill 1
night: kill rooms 1 and 3 -> kill 1 3
night: bribe monk with peasant -> bribe 2 with peasant
night: bribe monks with peasants -> bribe 2 with peasant
night: bribe 2,1 with newsboy -> bribe 1 2 with newsboy
night: bribe peasant -> bribe 1 peasant
night: bribe peasant peasant -> bribe 2 peasants
night: bribe 1 peasants -> bribe 1 peasant
night: kill 1 peasant -> kill peasant
night: build distiller with viscount, peasant -> build distiller with peasant viscount
night: build concierge at 6 with 2 peasants -> build concierge with peasant peasant at 6
night: build the concierge with 2 peasants at room 6 -> build concierge with peasant peasant at 6
night: bury the count under the barn with monk -> bury count under barn with monk
night: bury count under barn and marquis under barn -> bury count under barn, marquis under barn
night: bury count under anna barn -> bury count under barn
night: bury count under monk#1 -> bury count under monk
night: pass to check 1 -> pass to checks 1
evening: place room 3, 1 -> place 3 1
gravedigger: pay 1 checks -> pay 1 check
gravedigger: pay 2 check -> pay 2 checks
wages: dismiss 2 peasants and monk -> dismiss monk peasant peasant
wages: dismiss peasant monk peasant -> dismiss monk peasant peasant
draft: keep the cake -> keep cake
welcome: place room 3, the juggler and 1 -> place 3 juggler 1
objects: play the letter -> play letter
objects: play coffee 3 -> play coffee on 3
objects: play the coffee on room 3 -> play coffee on 3
objects: play coffee on the surgeon -> play coffee on 4
objects: play cake on the juggler -> play cake on juggler
objects: play cake on dwarf -> play cake on juggler
objects: play poison on duke -> play poison on 1
objects: play rug on the marquis to ben -> play rug marquis to ben
snow: play snow-pile baron -> play snow-pile on baron
snow: HOLD for the round -> hold for round
tomb: play tomb ben duke -> play tomb on ben duke
end: play confessional from ben -> play confessional
circus: bribe the surgeon with peasant -> bribe juggler with peasant
circus: build concierge with 2 peasants at 6 using wheelbarrow -> build 3 with peasant peasant at 6 using wheelbarrow
circus: build 3 using wheelbarrow and hammer at 6 with 2 peasants -> build 3 with peasant peasant at 6 using hammer wheelbarrow
circus: kill 1 using the well -> kill 1 using well
circus: kill 1 using well on 1 -> kill 1 using well
circus: kill 2 with peasant using well on monk -> kill 2 with peasant using well
circus: kill 1, 2 with peasant using wolf-trap, well on the monk -> kill 1 2 with peasant using well on 2 wolf-trap
circus: bury count under the archbishop with 2 peasants using gold-teeth on count -> bury count under archbishop with peasant peasant using gold-teeth
circus: bury count under archbishop and count under ben abbot with novice and 3 peasants using gold-teeth on count#1 -> bury count under archbishop, count under ben abbot with novice peasant peasant peasant using gold-teeth on count
circus: bury count under archbishop, count under archbishop with novice, 3 peasants using gold-teeth on count#2 -> bury count under archbishop, count under archbishop with novice peasant peasant peasant using gold-teeth on count
circus: bury count under ben abbot, count under archbishop with novice, 3 peasants using gold-teeth on count#2 -> bury count under archbishop, count under ben abbot with novice peasant peasant peasant using gold-teeth on count
wealth: swap to check 1 -> swap to checks 1
"""  # noqa: E501 -- each pair stands in a line


@pytest.mark.parametrize(("where", "pair"), lines(FORGIVEN))
def test_the_reader_forgives(where, pair):
    typed, _, written = pair.partition("->")
    game = QUESTIONS[where].game
    assert rules.write(game, 0, read(where, typed)) == written.strip()


#: kind of error: bad texts. Read at night unless another question is named.
BAD = {
    Unreadable: [
        "night: ",
        "night:  ,  ",
        "night: dance",
        "night: kill",
        "night: bribe with peasant",
        "night: kill dragon",
        "night: kill 1 pass",
        "night: kill 1 withh peasant",
        "night: kill 1 with",
        "night: kill 1 with 3",
        "night: kill 1 with peasant with monk",
        "night: kill 1 with 100 peasants",
        "night: bribe 100 peasants",
        "night: kill 1 at 4",
        "night: kill 1; pass",
        "night: kill 1.",
        "night: kill -1",
        "night: kill #1",
        "night: kill 1\tpass",
        "night: kill 1\npass",
        "night: kíll 1",
        "night: build",
        "night: build distiller monk",
        "night: build distiller with a peasant",
        "night: build 1",
        "night: build concierge at",
        "night: bury",
        "night: bury count",
        "night: bury count barn",
        "night: bury count under",
        "night: bury count under ben",
        "night: bury count under dora barn",
        "night: bury count#2 under barn",
        "night: bury count under barn at 3",
        "night: pass to",
        "night: pass 2",
        "night: pass to gold 1",
        "night: pass to checks",
        "night: pass to checks many",
        "night: pass to checks 1 2",
        "night: " + "kill " * 101,
        "evening: place",
        "evening: place here",
        "gravedigger: pay",
        "gravedigger: pay check",
        "gravedigger: pay 1",
        "gravedigger: pay 1 franc",
        "wages: dismiss",
        "wages: dismiss everybody",
        "wages: dismiss 100 peasants",
        "draft: keep",
        "draft: keep monk",
        "draft: keep rug tomb",
        "objects: play",
        "objects: play rope",
        "objects: play coffee",
        "objects: play coffee on",
        "objects: play coffee on 3 to ben",
        "objects: play coffee on dragon",
        "objects: play coffee on 3 4",
        "objects: play letter to ben",
        "objects: play letter on 3",
        "objects: play rug",
        "objects: play rug marquis",
        "objects: play rug marquis to",
        "objects: play rug marquis to dora",
        "objects: play rug marquis from ben",
        "objects: play rug marquis ben",
        "objects: hold on",
        "objects: hold for",
        "objects: hold for ever",
        "objects: hold until 5",
        "objects: hold until evening",
        "objects: hold until evening tomorrow",
        "objects: hold no",
        "objects: hold always always",
        "taking: play rug marquis to ben",
        "snow: play snow-pile",
        "snow: play snow-pile on 3",
        "snow: play snow-pile on anna baron",
        "tomb: play tomb on duke",
        "tomb: play tomb on ben",
        "tomb: play tomb ben duke to anna",
        "end: play confessional on ben",
        "end: play confessional from",
        "end: play confessional ben",
        "circus: kill 1 using",
        "circus: kill 1 using rope",
        "circus: kill 1 using well on",
        "circus: kill 1 using well using wolf-trap",
        "circus: kill 1 well",
        "circus: kill 1 using on 1",
        "circus: bury count under archbishop with 2 peasants using gold-teeth on count#2",
        "circus: bury count under archbishop with 2 peasants using gold-teeth on dwarf",
        "circus: build using wheelbarrow",
        "study: exchange 1",
        "study: decline it",
        "wealth: swap",
        "wealth: swap to gold 1",
        "wealth: swap to cash",
        "wealth: swap 1",
    ],
    Ambiguous: [
        "night: kill baron",
        "night: bribe the baron and monk",
        "night: kill barons",
        "night: build concierge with 2 peasants",
        "night: build monk with peasant",
        "circus: kill baron using well",
        "circus: build 3 with 2 peasants using wheelbarrow",
    ],
    Illegal: [
        "night: kill duke",
        "night: bribe abbot with peasant",
        "night: kill 5",
        "night: kill 8",
        "night: kill 1 1",
        "night: kill 2 peasants",
        "night: bribe 5 peasants",
        "night: bribe 1, 1 peasant",
        "night: bribe 2",
        "night: bribe 2 with monk monk",
        "night: bribe 1 with peasant",
        "night: build duke",
        "night: build peasant",
        "night: build concierge with 2 peasants at 1",
        "night: build viscount with peasant at 4",
        "night: bury baron under barn",
        "night: bury count under barn#2 with novice peasant",
        "night: bury count under duke with novice peasant",
        "night: bury count under monk#0 with novice peasant",
        "night: bury count under archbishop with novice peasant losing novice",
        "night: pass to checks 3",
        "night: pass to checks 0",
        "night: pass to cash 3",
        "night: place 3",
        "night: pay 1 check",
        "night: dismiss peasant",
        "evening: place 6",
        "evening: place peasant",
        "evening: place 1 1",
        "evening: pass",
        "gravedigger: pay 0 checks",
        "gravedigger: pay 3 checks",
        "gravedigger: pass",
        "wages: dismiss peasant",
        "wages: dismiss 3 peasants",
        "wages: dismiss 2 peasants duke",
        "wages: pass",
        "draft: keep rug",
        "draft: pass",
        "welcome: place clown",
        "objects: play coffee on 8",
        "objects: play coffee on prince",
        "objects: play cake on 2",
        "objects: play rug marquis to anna",
        "objects: play rug monk to ben",
        "objects: play tomb on ben marquis",
        "objects: play confessional",
        "objects: play hammer",
        "objects: pass",
        "taking: play rug monk from ben",
        "snow: play snow-pile on monk",
        "tomb: play tomb on ben baron",
        "tomb: play tomb on anna duke",
        "two leaders: play confessional",
        "two leaders: play confessional from anna",
        "circus: kill 1 using well well",
        "circus: kill 1 using well on 2",
        "circus: kill 1 using hammer",
        "circus: kill 1 using rug",
        "circus: kill 1 4 using well",
        "circus: kill 1 4 using well on 2",
        "circus: kill 1 using wolf-trap on 1 wolf-trap",
        "circus: kill peasant using well",
        "circus: build 1 at 2 using wheelbarrow",
        "circus: build 5 using wheelbarrow",
        "circus: build juggler with peasant using wheelbarrow",
        "circus: bury count under juggler with 2 peasants",
        "circus: bury count under clown with 2 peasants",
        "circus: bury bearded-lady under ben barn with peasant",
        "circus: bury bearded-lady under barn with peasant using quicklime",
        "circus: bury count under archbishop with 2 peasants using quicklime",
        "circus: hold",
        "circus: play letter",
        "circus: exchange",
        "circus: swap to cash 1",
        "study: pass",
        "night: hold always",
        "wealth: swap to cash 3",
        "wealth: swap to checks 3",
        "wealth: swap to checks 0",
        "wealth: hold until evening 3",
    ],
}


@pytest.mark.parametrize(
    ("kind", "where", "text"), [(kind, *row.split(": ", 1)) for kind in BAD for row in BAD[kind]]
)
def test_a_bad_order_is_wrong_in_its_own_way(kind, where, text):
    before = QUESTIONS[where].game
    game = before.copy()
    with pytest.raises(rules.RulesError) as caught:
        rules.apply(game, 0, rules.read(game, 0, text))
    assert type(caught.value) is kind
    assert game == before
    assert caught.value.message[0].islower() or caught.value.message[0] in "`0123456789"
    assert not caught.value.message.endswith(".")


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("kill baron", {"kill 1", "kill 3"}),
        (
            "build monk with peasant",
            {"build monk with peasant at 5", "build monk with peasant at 6"}
            | {"build monk with peasant at 4"},
        ),
    ],
)
def test_the_readings_of_an_ambiguous_order_are_listed(text, readings):
    with pytest.raises(Ambiguous) as caught:
        read("night", text)
    assert set(caught.value.readings) == readings
    assert all(reading in caught.value.hint for reading in readings)


def test_of_two_equal_guests_the_place_must_be_named():
    with pytest.raises(Ambiguous) as caught:
        read("circus", "kill baron using well")
    assert all(" 1" in text or " 4" in text for text in caught.value.readings)


#: Words of which orders are made, and some of which none is.
WORDS = (
    "place bribe build kill bury pass pay dismiss keep play hold exchange decline swap with losing"
    " at using on under to from for until evening round always no more checks cash peasant peasants"
    " 1 2 3 0 99 juggler clown count count#2 count#0 archbishop barn barn#2 ben anna cleo baron"
    " monk well hammer rug tomb letter coffee cake confessional quicklime wheelbarrow , the dragon"
).split()


@pytest.mark.parametrize("seed", range(20))
def test_no_text_is_a_failure(seed):
    chance = random.Random(seed)
    for _ in range(300):
        where, written = chance.choice(lines(WRITTEN))
        table, words = QUESTIONS[where], written.split()
        for _ in range(chance.randrange(1, 4)):
            spot = chance.randrange(len(words) + 1)
            words[spot : spot + chance.randrange(2)] = chance.choices(WORDS, k=chance.randrange(3))
        text = " ".join(words)
        with contextlib.suppress(rules.RulesError):
            order = rules.read(table.game, 0, text)
            if rules.problem(table.game, 0, order) is None:
                assert rules.read(table.game, 0, rules.write(table.game, 0, order)) == order


def test_a_build_with_one_legal_door_needs_no_door():
    table = night(anna=has(hand="monk peasant"), keys={3: "ben", 4: "anna"})
    table.order("anna", "build monk with peasant")
    assert table.key(5) == "anna"


def test_the_door_is_written_though_it_may_be_left_out():
    table = night(anna=has(hand="monk peasant"), keys={3: "ben", 4: "anna"})
    order = rules.read(table.game, 0, "build monk with peasant")
    assert rules.write(table.game, 0, order) == "build monk with peasant at 5"


def test_a_guest_is_named_in_place_of_his_room():
    table = night(anna=has(hand="peasant"), inn={2: "monk"})
    table.order("anna", "kill monk with peasant")
    assert table.anna.corpses == ["monk"]


def test_all_guests_of_a_kind_may_be_named_together():
    table = night(anna=has(annexes="butcher"), inn={2: "baron", 4: "baron"})
    table.order("anna", "kill baron baron")
    assert table.anna.corpses == ["baron", "baron"]


def test_an_order_has_at_most_1000_characters():
    assert rules.write(NIGHT.game, 0, read("night", "pass".ljust(1000))) == "pass"
    with pytest.raises(Unreadable, match="at most 1000 characters, found 1001"):
        read("night", "pass".ljust(1001))


def test_longest_order_can_be_read(monkeypatch):
    """All of a hand of twelve lost for four corpses under annexes of the longest names."""
    ben = "ferdinand-von-und-zu-abc"
    monkeypatch.setattr(scenario, "NAMES", ("anna", ben))
    cards = ["sericulturist"] * 4 + ["winemaker"] * 4 + ["brigadier-chief"] * 3 + ["surgeon"]
    corpses = ["landscaper", "marquis", "pharmacist", "shopkeeper"]
    game = position.read(
        layout(
            "night",
            anna=has(hand=" ".join(cards), corpses=" ".join(corpses), annexes="archbishop priest"),
            **{ben: has(annexes=" ".join(["representative"] * 4))},
        )
    )
    burials = [Burial(corpse, 1, "representative", n) for n, corpse in enumerate(corpses, 1)]
    order = Bury(burials, cards, cards)
    assert rules.problem(game, 0, order) is None
    written = rules.write(game, 0, order)
    assert len(written) > 500
    assert rules.read(game, 0, written) == order


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("kill baron baron", "baron: named 2 times, staying in the inn: 1"),
        ("kill baron 1", "baron: named 2 times, staying in the inn: 1"),
        ("kill monk monk monk", "monk: named 3 times, staying in the inn: 2"),
    ],
)
def test_a_guest_named_oftener_than_he_stays_is_illegal(words, why):
    table = night(inn={1: "baron", 2: "monk", 3: "monk"}, anna=has(annexes="butcher"))
    with pytest.raises(Illegal, match=why):
        rules.read(table.game, 0, words)


def test_a_guest_beside_his_equal_whose_room_is_named_is_the_other_one():
    table = night(inn={2: "monk", 3: "monk"}, anna=has(annexes="butcher"))
    assert rules.read(table.game, 0, "kill monk 3") == Kill(["2", "3"])


def test_a_word_is_no_plural_of_a_card_it_is_the_beginning_of():
    table = night(inn={1: "strongman"}, anna=has(hand="peasant"))
    assert rules.read(table.game, 0, "bribe strongmen with peasant").targets == ("1",)
    with pytest.raises(Unreadable, match="no card 'strong'"):
        rules.read(table.game, 0, "bribe strong with peasant")


def test_an_illegal_order_cannot_be_applied():
    with pytest.raises(Illegal, match="nobody is in room 5"):
        rules.apply(NIGHT.game.copy(), 0, read("night", "kill 5"))


def test_who_is_not_asked_is_told_who_is():
    why = rules.problem(NIGHT.game, 1, read("night", "pass"))
    assert why == "ben is not asked; asked now: anna (action)"


@pytest.mark.parametrize("number", range(2, 32, 3))
def test_written_orders_of_random_positions_are_read_as_they_were(number):
    game = random_game.start(number)
    for _ in range(12):
        seat = rules.pending(game)[0].seat
        for group in rules.groups(game, seat):
            text = rules.write(game, seat, group.example)
            assert rules.read(game, seat, text) == group.example
        rules.play(game, seat, group.example, Shuffler(number))
        if game.phase == "over":
            return
