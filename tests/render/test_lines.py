"""Every event has its sentence."""

import pytest

from pbem.render.lines import sentence, sentences
from pbem.rules import EVENTS

NAMES = ("anna", "ben", "carl")

SENTENCES = [
    (("round", 8, 1), "round 8 begins; ben welcomes the travelers"),
    (("shuffle", "seats", 0, 3), "the first player is drawn by lot"),
    (("shuffle", "guests", 0, 70), "the 70 travelers are shuffled"),
    (("shuffle", "guests", 1, 20), "the exit stack is shuffled; its 20 cards enter again"),
    (("shuffle", "objects", 0, 16), "the 16 objects are shuffled and dealt in packs"),
    (("shuffle", "events", 0, 8), "the 8 events are shuffled"),
    (("shuffle", "events", 1, 8), "no event is left; the 8 discarded ones are shuffled"),
    (("shuffle", "events", 1, 1), "no event is left; the discarded one is shuffled"),
    (("keep", 1), "ben keeps an object and passes the others on"),
    (("price", 1, 5), "ben pays for the objects and begins with 5F"),
    (("season", 2), "season 2 begins"),
    (("face-up", "guests", 0, 3, "duke"), "the duke is seen at the entrance"),
    (("place", "3", "landscaper"), "the landscaper takes room 3"),
    (("place", "juggler", "baron"), "the baron takes the juggler's trailer"),
    (
        ("reveal", "events", 0, 2, "high-season"),
        "the first carnie of the evening brings an event: high season",
    ),
    (("hold", 0), "anna plays no object"),
    (("standing", 0), "anna plays no object, by a standing hold"),
    (("stand", 0), "anna gives or takes back a standing hold"),
    (("object", 0, "wolf-trap"), "anna uses the wolf trap"),
    (("letter", 2), "carl denounces everybody: all corpses will cost money"),
    (("coffee", 0, "3"), "anna serves coffee in room 3"),
    (("cake", 0, "clown"), "anna serves cake in the clown's trailer"),
    (("poison", 1, "3", "duke"), "ben poisons the duke in room 3"),
    (("rug", 0, "monk", 2), "the monk, rolled in the rug, goes from anna to carl"),
    (("snow", 0, "monk"), "anna covers the monk with snow"),
    (("tomb", 0, 0, "monk"), "anna lays the monk into the tomb"),
    (("tomb", 0, 1, "monk"), "anna lays ben's monk into the tomb"),
    (("take", 0, 1, 6), "anna hears the confession of ben, who pays 6F"),
    (("take", 0, 1, 0), "anna hears the confession of ben, who pays nothing"),
    (
        ("final",),
        "the entrance stack has run out for the last time; this is the final round",
    ),
    (
        ("too-few", 2),
        "only 2 travelers are in the inn, fewer than there are players; the game ends",
    ),
    (
        ("too-few", 1),
        "only 1 traveler is in the inn, fewer than there are players; the game ends",
    ),
    (
        ("too-few", 0),
        "no traveler is in the inn, fewer than there are players; the game ends",
    ),
    (("play", 0, "kill", ("newsboy",), ()), "anna plays the newsboy to kill"),
    (
        ("play", 0, "bribe", ("newsboy", "peasant", "peasant"), ("newsboy",)),
        "anna plays the newsboy and 2 peasants to bribe; the newsboy returns",
    ),
    (
        ("play", 0, "bury", ("abbot", "monk", "peasant"), ("abbot", "monk")),
        "anna plays the abbot, the monk and the peasant to bury; the abbot and the monk return",
    ),
    (
        ("play", 0, "build", ("mechanic",), ("mechanic",)),
        "anna plays the mechanic to build, who returns",
    ),
    (
        ("play", 0, "bury", ("abbot", "abbot"), ("abbot", "abbot")),
        "anna plays 2 abbots to bury; nobody is lost",
    ),
    (("bribe", 1, "2", "count"), "ben bribes the count in room 2"),
    (("bribe-peasants", 1, 1), "ben bribes a peasant in the bistro"),
    (("bribe-peasants", 1, 2), "ben bribes 2 peasants in the bistro"),
    (("build", 0, "cultivator"), "anna builds the cultivator (vegetable garden)"),
    (("key", 0, "4"), "anna takes over room 4, which had a white key"),
    (("service", 0, "4"), "anna offers room service at room 4"),
    (("kill", 0, "3", "baron"), "anna kills the baron in room 3"),
    (("kill-peasant", 0), "anna kills a peasant in the bistro"),
    (("bury", 0, "baron", 0, "barn", 1), "anna buries the baron under the barn"),
    (("bury", 0, "baron", 1, "barn", 1), "anna buries the baron under ben's barn"),
    (
        ("bury", 0, "baron", 1, "representative", 2),
        "anna buries the baron under ben's second representative",
    ),
    (("bribe", 1, "clown", "count"), "ben bribes the count in the clown's trailer"),
    (("kill", 1, "clown", "count"), "ben kills the count in the clown's trailer"),
    (("well", 1, "count"), "ben drops the count into the well"),
    (
        ("tow", 1, "clown"),
        "the clown's trailer takes no more guests; the key comes back to ben",
    ),
    (("pass", 2), "carl passes"),
    (("launder", 0, "checks", 2, 0), "anna buys 2 checks for 20F"),
    (("launder", 0, "cash", 1, 0), "anna cashes 1 check"),
    (
        ("launder", 0, "cash", 1, 5),
        "anna cashes 1 check; 5F do not fit on the track and are lost",
    ),
    (("exchange", 1), "ben buys a check for 10F in the study"),
    (("swap", 0, "checks", 2), "anna swaps 20F for 2 checks"),
    (("swap", 0, "cash", 1), "anna swaps 1 check for 10F"),
    (("live", "red-herring"), "a carnie is still there: red herring takes place"),
    (("dead", "fiasco"), "no carnie is there any more: fiasco does not take place"),
    (("cirrhosis",), "a peasant in the bistro dies"),
    (("lose-checks", 0, 1), "anna loses 1 check"),
    (("lose-checks", 0, 4), "anna loses 4 checks"),
    (("lose-cash", 1, 7), "ben loses 7F"),
    (("fiasco", 0, ("duke", "peasant", "peasant")), "the duke and 2 peasants leave anna"),
    (("fiasco", 0, ("peasant",)), "the peasant leaves anna"),
    (("police", "2", "major"), "the police investigate; the major is in room 2"),
    (
        ("police", "clown", "major"),
        "the police investigate; the major is in the clown's trailer",
    ),
    (
        ("gravedigger", 0, ("baron", "peasant"), 10, 1),
        "anna pays the gravedigger 10F and 1 check for the baron and the peasant",
    ),
    (("gravedigger", 0, ("count",), 10, 0), "anna pays the gravedigger 10F for the count"),
    (("gravedigger", 0, ("count",), 0, 1), "anna pays the gravedigger 1 check for the count"),
    (("gravedigger", 0, ("count",), 0, 0), "anna pays the gravedigger nothing for the count"),
    (("leave", ("baron", "monk", "monk")), "the baron and 2 monks leave the inn"),
    (("leave", ("duke",)), "the duke leaves the inn"),
    (("leave", ()), "nobody is left to leave the inn"),
    (("break", 0, 1), "anna changes 1 check into cash for the wages"),
    (("wages", 0, 3), "anna pays 3F in wages"),
    (("dismiss", 1, ("peasant",)), "ben cannot pay the peasant, who leaves"),
    (("dismiss", 1, ("count", "peasant")), "ben cannot pay the count and the peasant, who leave"),
    (("host", 1), "ben is the next first player"),
    (("gain", 0, 2, 0, "rent"), "anna gains 2F in rent"),
    (("gain", 0, 3, 0, "room-service"), "anna gains 3F for room service"),
    (("gain", 0, 4, 0, "annex"), "anna gains 4F for building an annex"),
    (("gain", 0, 2, 0, "income"), "anna gains 2F from annexes"),
    (
        ("gain", 1, 12, 6, "burial"),
        "ben gains 12F for a burial; 6F do not fit on the track and are lost",
    ),
    (
        ("gain", 1, 0, 1, "rent"),
        "ben gains nothing in rent; 1F does not fit on the track and is lost",
    ),
    (("gain", 1, 12, 0, "bonus"), "ben gains 12F from annexes at the end of the game"),
    (("gain", 0, 3, 0, "booth"), "anna gains 3F from the carnival booth"),
    (("gain", 0, 6, 0, "safe"), "anna gains 6F for the safe"),
    (("gain", 0, 2, 0, "pharmacy"), "anna gains 2F from the pharmacy"),
    (("gain", 0, 1, 0, "coffee"), "anna gains 1F for the coffee"),
    (("gain", 0, 4, 0, "cake"), "anna gains 4F for the cake"),
    (("gain", 0, 4, 0, "teeth"), "anna gains 4F for gold teeth"),
    (("gain", 0, 18, 0, "well"), "anna gains 18F out of the well"),
    (("gain", 0, 18, 0, "tomb"), "anna gains 18F out of the tomb"),
    (("gain", 0, 6, 0, "confessional"), "anna gains 6F from the confessional"),
    (("lost", 0), "anna is caught with an unburied corpse; the game is lost"),
    (("loot", 0, 35, 4), "anna has 35F and 4 checks, 75F in all"),
    (("win", (1,)), "ben wins"),
    (("win", (0, 2)), "anna and carl share the victory"),
    (("rank", 0, "evil"), "anna is an evil innkeeper"),
    (("rank", 0, "demonic"), "anna is a demonic innkeeper"),
]


@pytest.mark.parametrize(("event", "text"), SENTENCES, ids=lambda value: str(value)[:40])
def test_event_is_told(event, text):
    assert sentence(event, NAMES) == text


def test_every_kind_of_event_is_told():
    assert {event[0] for event, _ in SENTENCES} == set(EVENTS)
    for event, _ in SENTENCES:
        assert len(event) == 1 + len(EVENTS[event[0]])


def test_events_are_told_in_order():
    told = sentences([("pass", 0), ("pass", 1)], NAMES)
    assert told == ["anna passes", "ben passes"]


def test_unknown_event_has_no_sentence():
    with pytest.raises(ValueError, match="no sentence for"):
        sentence(("dance", 0), NAMES)
