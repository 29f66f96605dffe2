"""A player who does not answer: the moderator's signed word, and the default answer."""

from __future__ import annotations

import datetime as dt

import pytest

from pbem import audit, rules
from pbem.chain import open_game
from pbem.crypto.keys import identity_key
from pbem.crypto.signatures import sign
from pbem.errors import Fault, Refused
from pbem.formats import entry, flat
from tests.trust import table

DATE = "2026-11-30"


def stored(at, number=-1):
    return at.desk.entries[number]


def test_default_of_an_action_is_to_pass():
    at = table.midgame().split()
    while at.chain.pending()[0].question != "action":
        at.play(1)
    name = at.asked()
    seq = at.chain.seats[name].seq
    at.desk.late(name, DATE)
    assert ("pass", list(at.chain.players).index(name)) in at.chain.events[-1]
    assert at.chain.seats[name].seq == seq + 1


def test_entry_holds_the_word_of_the_moderator():
    at = table.dealt().split()
    name = at.asked()
    at.desk.late(name, DATE)
    content = flat.read(entry.LATE, stored(at).region)
    assert (content.text("player"), content.text("date")) == (name, DATE)
    assert at.chain.moderator.key.verify(entry.LATE, stored(at).region, stored(at).signature)


def test_everybody_replays_a_late_answer_and_the_audit_tells_of_it():
    at = table.dealt().split()
    at.desk.late(at.asked(), DATE)
    report = audit.audit(at.data())
    assert rules.public(report.opened.chain.game) == rules.public(at.chain.game)
    assert any(line.startswith("late answers: 1") for line in report.verified)


def test_game_that_ends_by_a_late_answer_is_revealed_and_proven():
    at = table.Table(3, ["anna", "ben"]).join().accept()
    day = dt.date(2026, 1, 1)
    while at.chain.stage == "playing":
        day += dt.timedelta(days=1)
        at.desk.late(at.asked(), day.isoformat())
    assert audit.audit(at.data()).verdict == audit.PROVEN


def test_late_draft_keeps_the_cheapest_object_for_every_reader():
    at = table.drafting().split()
    name = at.asked()
    seat = list(at.chain.players).index(name)
    pack = next(one.about for one in rules.pending(at.chain.game) if one.seat == seat)
    cheapest = min(pack, key=lambda card: (at.chain.game.objects[card].price, card))
    at.desk.late(name, DATE)
    assert at.chain.game.players[seat].objects == [cheapest]
    assert open_game(at.data()).chain.game.players[seat].objects == [rules.UNKNOWN]


def test_nobody_is_late_twice_by_one_day():
    """Given twice, the word would answer the next question, which has just been asked."""
    at = table.dealt().split()
    name = at.asked()
    at.desk.late(name, DATE)
    number = at.chain.head.number
    assert at.asked() == name
    for day in (DATE, "2026-11-29"):
        assert at.desk.late(name, day) == f"already entry {number}: {name} was late until {DATE}"
    assert at.chain.head.number == number
    at.desk.late(name, "2026-12-01")
    assert at.chain.head.number == number + 1


def test_order_that_comes_after_the_late_answer_is_refused():
    at = table.dealt().split()
    name = at.asked()
    order = at.order(name)
    at.desk.late(name, DATE)
    [verdict] = at.desk.take([order])
    number = at.chain.head.number
    assert verdict.message == f"seq: {name} was late, and entry {number} is the default answer"


@pytest.mark.parametrize("name", ["nobody", "ben"])
def test_nobody_is_late_who_is_not_asked(name):
    at = table.dealt().split()
    if at.asked() == name:
        name = "anna"
    with pytest.raises(Refused, match="cannot be late; asked now: "):
        at.desk.late(name, DATE)


@pytest.mark.parametrize("stage", ["invited", "accepting"])
def test_nobody_is_late_before_play(stage):
    with pytest.raises(Refused, match="nobody is late before the cards are dealt"):
        table.at_stage(stage).split().desk.late("anna", DATE)


def forged(at, seed, **changes):
    """The moderator's word with *changes*, signed by the key of *seed*."""
    region, _ = flat.split(at.order(at.asked()))
    order = flat.read("order", region)
    fields = {key: order[key] for key in ("game", "player", "seq", "phase", "head_index")}
    fields |= {"head_hash": order["head_hash"], "date": DATE} | changes
    region = flat.write(entry.LATE, fields)
    return region, sign(identity_key(seed), entry.LATE, region)


def test_word_of_a_player_is_refused():
    at = table.dealt().split()
    with pytest.raises(Refused, match="not signed by the moderator"):
        at.chain.late(*forged(at, at.seeds["anna"]))


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"phase": "any"}, "is asked that"),
        ({"phase": "round-9-place"}, "another question"),
        ({"player": "carla"}, "nobody called carla"),
        ({"seq": 2}, "comes after"),
        ({"game": "A" * 43 + "="}, "another one"),
    ],
)
def test_word_about_something_else_is_refused(changes, reason):
    at = table.dealt().split()
    with pytest.raises(Refused, match=reason):
        at.chain.late(*forged(at, at.moderator.seed, **changes))


def test_word_handed_in_as_a_document_is_refused():
    at = table.dealt().split()
    [verdict] = at.desk.take([flat.join(*forged(at, at.moderator.seed))])
    assert "not for adjudication" in verdict.message


def test_late_entry_without_the_moderators_signature_is_a_fault():
    at = table.dealt().split()
    at.desk.late(at.asked(), DATE)
    at.desk.entries[-1] = stored(at)._replace(signature=bytes(64))
    with pytest.raises(Fault, match="not signed by the moderator") as caught:
        open_game(at.data())
    assert caught.value.entry == len(at.chain.hashes) - 1
