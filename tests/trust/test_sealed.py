"""Sealed orders: what they tell, what they mean when they cannot be read, and that they count."""

from __future__ import annotations

import base64
import json
import re

import pytest

from pbem import audit, boxes, player, rules
from pbem.chain import canonical, open_game, sealed
from pbem.formats import armor, entry, flat
from tests.cli.runner import pbem
from tests.rules.scenario import PRICES
from tests.trust import table
from tests.trust.folder import lay
from tests.trust.verdicts import fault


def holding(number=60):
    """A table of two where each has three objects, on the first evening; nothing filed yet."""
    at = table.Table(number, ["anna", "ben"], modules=["objects"]).join().accept()
    while at.chain.game.phase == "draft":
        at.hand_in(at.order(at.asked()))
    return at


def seat_of(at, name):
    return at.chain.players.index(name)


def own(at, name):
    """What a player really holds and has filed."""
    return at.chain.game.players[seat_of(at, name)]


def pack(at, name):
    """The pack a player chooses from."""
    [asked] = [one for one in rules.pending(at.chain.game) if one.seat == seat_of(at, name)]
    assert asked.question == "draft"
    return list(asked.about)


def boxed(at, name, box, **changes):
    """An order of a player with this very box."""
    return table.signed("order", at.fields(name) | changes | {"box": box}, at.seeds[name])


def containing(at, name, text, **changes):
    """An order of a player with a good box around any text."""
    fields = at.fields(name) | changes
    return table.signed("order", fields | {"box": at.box(text, fields)}, at.seeds[name])


def readers(at):
    """Everybody who may read: nobody's key, each player with and without memory, the moderator."""
    yield None, None
    yield at.moderator.seed, None
    for name, seed in at.seeds.items():
        yield seed, None
        yield seed, at.recall(name)


def sound(at):
    """All readers find the game sound."""
    data = at.data()
    for seed, recall in readers(at):
        assert audit.audit(data, seed, recall).verdict == audit.SO_FAR


# A box that cannot be read


def cheapest(objects):
    return min(objects, key=lambda name: (PRICES[name], name))


GARBAGE = [
    "",
    "?",
    "keep",
    "keep ?",
    "keep stables",
    "keep poison cake",
    "hold",
    "hold always",
    "place 1",
    "pass",
    "\x00" * 252,
    "keep \u00b2",
    "hold until evening \u00b2",
    "9" * 252,
    "bribe " + "peasant " * 30,
    "\ud7ff",
]


@pytest.mark.parametrize("text", GARBAGE)
def test_draft_box_with_something_else_keeps_the_cheapest_then_the_first_by_name(text):
    at = table.drafting().split()
    expected = cheapest(pack(at, "ben"))
    at.hand_in(containing(at, "ben", text))
    assert own(at, "ben").objects == [expected]
    sound(at)


def test_draft_box_with_an_object_of_another_pack_keeps_the_cheapest():
    at = table.drafting().split()
    mine, others = pack(at, "ben"), pack(at, "anna")
    at.hand_in(containing(at, "ben", f"keep {others[0]}"))
    assert own(at, "ben").objects == [cheapest(mine)]


@pytest.mark.parametrize("box", [bytes(304), b"\xff" * 304, bytes(range(256)) + bytes(48)])
def test_draft_box_that_does_not_open_keeps_the_cheapest(box):
    at = table.drafting().split()
    expected = cheapest(pack(at, "ben"))
    at.hand_in(boxed(at, "ben", base64.b64encode(box).decode()))
    assert own(at, "ben").objects == [expected]
    sound(at)


@pytest.mark.parametrize(
    "text", [*GARBAGE[:7], *GARBAGE[8:], "swap to cash 1", "hold until evening 1"]
)
def test_standing_box_with_something_else_cancels(text):
    at = holding()
    at.hand_in(at.order("ben", "hold always"))
    at.hand_in(at.order(at.asked()))
    assert own(at, "ben").standing == ("always", 0)
    at.hand_in(containing(at, "ben", text, phase="any"))
    assert own(at, "ben").standing is None
    sound(at)


def test_standing_box_that_does_not_open_cancels():
    at = holding()
    at.hand_in(at.order("ben", "hold always"))
    at.hand_in(at.order(at.asked()))
    at.hand_in(boxed(at, "ben", base64.b64encode(bytes(304)).decode(), phase="any"))
    assert own(at, "ben").standing is None
    sound(at)


def test_game_of_nothing_but_boxes_that_do_not_open_comes_to_its_end():
    at = table.Table(61, ["anna", "ben", "carla"], modules=table.ALL).join().accept()
    box = base64.b64encode(bytes(304)).decode()
    while at.chain.game.phase == "draft":
        at.hand_in(boxed(at, at.asked(), box))
    packs = {name: own(at, name).objects for name in at.seeds}
    assert all(len(objects) == 3 for objects in packs.values())
    sound(at)
    at.play()
    assert audit.audit(at.data()).verdict == audit.PROVEN


# A box is good in one place only


def test_copied_choice_is_not_the_others_choice():
    at = table.drafting().split()
    mine, theirs = pack(at, "ben"), pack(at, "anna")
    dearest = max(theirs, key=lambda name: PRICES[name])
    document = flat.read("order", flat.split(at.order("anna", f"keep {dearest}"))[0])
    at.hand_in(boxed(at, "ben", document["box"]))
    assert own(at, "ben").objects == [cheapest(mine)]


def test_copied_box_files_no_standing_hold():
    at = holding()
    document = flat.read("order", flat.split(at.order("anna", "hold always"))[0])
    at.hand_in(boxed(at, "ben", document["box"], phase="any"))
    assert own(at, "ben").standing is None


@pytest.mark.parametrize("field", ["seq", "phase", "head"])
def test_own_box_of_another_place_does_not_open(field):
    at = holding()
    fields = at.fields("ben") | {"phase": "any"}
    other = {
        "seq": {"seq": fields["seq"] + 1},
        "phase": {"phase": at.phase("ben")},
        "head": {"head_hash": table.encode64(bytes(32))},
    }[field]
    at.hand_in(boxed(at, "ben", at.box("hold always", fields | other), phase="any"))
    assert own(at, "ben").standing is None


def test_box_is_different_every_time():
    at = table.drafting().split()
    words = at.words("anna")
    assert len({sealed_by_player(at, "anna", words) for _ in range(3)}) == 3


def sealed_by_player(at, name, words):
    """The order that the program makes for a player."""
    return player.order(open_game(at.data()), at.seeds[name], words).data


# A moderator who does otherwise


def misread(at, document, text, monkeypatch):
    """Let the moderator take a document as if its box held another text; the entry it makes."""
    with monkeypatch.context() as patch:
        patch.setattr(sealed, "text", lambda *_: text)
        at.hand_in(document)
    return at.chain.head.number


def test_other_pick_than_the_one_made_is_found_by_its_player_at_once(monkeypatch):
    at = table.drafting().split()
    one, other = pack(at, "ben")[:2]
    misread(at, at.order("ben", f"keep {one}"), f"keep {other}", monkeypatch)
    assert own(at, "ben").objects == [other]
    found = fault(at.data(), at.seeds["ben"], at.recall("ben"))
    assert found.field == "view"
    assert "what follows from the game" in found.message


def test_draft_default_though_the_box_opened_is_found_by_its_player_at_once(monkeypatch):
    at = table.drafting().split()
    words = f"keep {max(pack(at, 'ben'), key=lambda name: (PRICES[name], name))}"
    misread(at, at.order("ben", words), "", monkeypatch)
    assert fault(at.data(), at.seeds["ben"], at.recall("ben")).field == "view"


def test_other_pick_is_found_by_everybody_after_the_reveal_and_by_nobody_else_before(monkeypatch):
    at = table.drafting().split()
    one, other = pack(at, "ben")[:2]
    index = misread(at, at.order("ben", f"keep {one}"), f"keep {other}", monkeypatch)
    for name in ("anna", "carla"):
        audit.audit(at.data(), at.seeds[name], at.recall(name))
    audit.audit(at.data())
    at.play()
    found = fault(at.data())
    assert (found.entry, found.field) == (index, "state")


def test_pick_that_costs_otherwise_is_found_where_it_was_paid(monkeypatch):
    at = table.drafting().split()
    one, other = min(pack(at, "ben"), key=PRICES.get), max(pack(at, "ben"), key=PRICES.get)
    assert PRICES[one] != PRICES[other]
    misread(at, at.order("ben", f"keep {one}"), f"keep {other}", monkeypatch)
    while at.chain.game.phase == "draft":
        at.hand_in(at.order(at.asked()))
    found = fault(at.data(), at.seeds["ben"], at.recall("ben"))
    assert (found.entry, found.field) == (at.chain.head.number, "event")
    assert "price ben" in found.message


def until_window(at, name):
    """Play until a player is asked in a window, or passes one by a standing hold."""
    while at.chain.stage == "playing":
        events = at.chain.events[-1]
        if ("standing", seat_of(at, name)) in events:
            return at.chain.head.number
        if any(one == (name, "objects") for one in at.chain.pending()):
            return None
        asked = at.asked()
        question = at.chain.pending()[0].question
        at.hand_in(at.order(asked, "hold" if question == "objects" else None))
    raise AssertionError("no window")


def test_window_skipped_on_a_cancelled_hold_is_found_by_its_player_at_once(monkeypatch):
    at = holding()
    at.hand_in(at.order("ben", "hold always"))
    at.hand_in(at.order(at.asked()))
    misread(at, at.order("ben", "hold no more"), "hold always", monkeypatch)
    index = until_window(at, "ben")
    assert index is not None
    audit.audit(at.data())
    audit.audit(at.data(), at.seeds["anna"], at.recall("anna"))
    found = fault(at.data(), at.seeds["ben"], at.recall("ben"))
    assert (found.entry, found.field) == (index, "event")
    assert "standing ben" in found.message
    at.play()
    assert fault(at.data()).entry < index


def test_window_skipped_where_nothing_was_filed_is_found_by_everybody():
    at = holding()
    own(at, "ben").standing = ("always", 0)
    index = until_window(at, "ben")
    for seed in (None, *at.seeds.values()):
        found = fault(at.data(), seed)
        assert (found.entry, found.field) == (index, "event")


def test_window_skipped_after_the_hold_has_ended_is_found_by_its_player_at_once():
    at = holding()
    at.hand_in(at.order("ben", "hold for round"))
    while at.chain.game.number == 1:
        at.play(1)
    own(at, "ben").standing = ("round", 2)
    index = until_window(at, "ben")
    assert index is not None
    audit.audit(at.data())
    assert fault(at.data(), at.seeds["ben"], at.recall("ben")).entry == index


def test_hold_that_is_not_heeded_is_found_by_its_player_at_once(monkeypatch):
    at = holding()
    misread(at, at.order("ben", "hold always"), "hold no more", monkeypatch)
    assert until_window(at, "ben") is None
    audit.audit(at.data())
    assert fault(at.data(), at.seeds["ben"], at.recall("ben"))


def test_hold_in_the_box_other_than_the_one_filed_is_found_by_its_player(monkeypatch):
    at = holding()
    misread(at, at.order("ben", "hold until evening 3"), "hold until evening 4", monkeypatch)
    found = fault(at.data(), at.seeds["ben"], at.recall("ben"))
    assert found.field == "view"


def test_choice_is_checked_though_another_revision_was_signed_since():
    at = table.drafting().split()
    one, other = pack(at, "ben")[:2]
    first, second = at.order("ben", f"keep {one}"), at.order("ben", f"keep {other}", revision=1)
    assert first != second
    at.hand_in(first)
    report = audit.audit(at.data(), at.seeds["ben"], at.recall("ben"))
    assert "your sealed choices: 1, each applied as signed" in report.verified


def test_audit_counts_the_choices_it_could_check():
    at = table.carnival()
    filed = [
        flat.read("order", stored.region)
        for stored in at.desk.entries
        if stored.region is not None and b"\nbox = " in stored.region
    ]
    for name in at.seeds:
        count = sum(content["player"] == name for content in filed)
        assert count >= 3
        report = audit.audit(at.data(), at.seeds[name], at.recall(name))
        assert f"your sealed choices: {count}, each applied as signed" in report.verified
        silent = audit.audit(at.data(), at.seeds[name])
        assert not any("sealed choices" in line for line in silent.verified)
    report = audit.audit(table.carnival_over().data())
    assert any(line.startswith("sealed choices: ") for line in report.verified)


def test_audit_says_that_the_choices_of_others_are_not_verified_yet():
    words = "the sealed choices of others: objects kept and standing holds, until then"
    assert words in audit.audit(table.carnival().data()).unverified
    assert words not in audit.audit(table.midgame().data()).unverified
    assert words not in audit.audit(table.carnival_over().data()).unverified


# What the box tells a player is believed only where it fits


@pytest.mark.parametrize(
    "change",
    [
        {"objects": ["poison"]},
        {"objects": ["poison", "poison", "cake"]},
        {"objects": ["poison", "duke", "cake"]},
        {"objects": "abc"},
        {"objects": {"poison": 1, "cake": 1, "rug": 1}},
        {"objects": [["poison"], "cake", "rug"]},
        {"objects": [1, 2, 3]},
        {"objects": None},
        {"pack": ["poison"]},
        {"standing": ["always", 0]},
        {"standing": {}},
        {"hand": []},
        {"more": 1},
    ],
)
def test_view_that_does_not_fit_is_a_fault(monkeypatch, change):
    at = holding()
    lie(at, monkeypatch, lambda told: told | change)


@pytest.mark.parametrize(
    "standing",
    [
        ["for ever", 1],
        ["round"],
        ["round", "1"],
        ["round", 1.0],
        ["round", True],
        [1, 1],
        "round",
        {},
        3,
    ],
)
def test_standing_hold_of_another_shape_is_a_fault(monkeypatch, standing):
    at = holding()
    at.hand_in(at.order("ben", "hold always"))
    lie(at, monkeypatch, lambda told: told | {"standing": standing})


@pytest.mark.parametrize("change", [{"pack": []}, {"pack": ["poison"] * 4}, {"pack": ["cake"]}, {}])
def test_pack_of_another_shape_is_a_fault(monkeypatch, change):
    at = table.drafting().split()
    lie(at, monkeypatch, lambda told: {"hand": told["hand"]} | change)


@pytest.mark.parametrize("text", [b"", b"{", b"[]", b"null", b"[" * 900, b"1", b"\xff"])
def test_view_that_is_no_view_is_a_fault(monkeypatch, text):
    at = holding()
    lie(at, monkeypatch, lambda _: text)


def lie(at, monkeypatch, change):
    """Tell ben something else, with all commitments made for it; ben's audit finds it."""
    view = type(at.chain).view

    def told(chain, name):
        true = view(chain, name)
        if name != "ben" or chain is not at.chain:
            return true
        made = change(json.loads(true))
        return made if isinstance(made, bytes) else canonical(made)

    monkeypatch.setattr(type(at.chain), "view", told)
    at.hand_in(at.order(at.asked()))
    data = at.data()
    monkeypatch.undo()
    audit.audit(data)
    audit.audit(data, at.seeds["anna"])
    found = fault(data, at.seeds["ben"])
    assert found.field == "view"


def test_pack_of_the_box_must_have_the_size_that_everybody_knows(monkeypatch):
    at = table.drafting().split()
    lie(at, monkeypatch, lambda told: told | {"pack": told["pack"][:2]})


def test_objects_in_the_box_must_cost_what_was_published():
    at = holding()
    cost = sum(PRICES[name] for name in own(at, "ben").objects)
    spare = [name for name in PRICES if name not in own(at, "ben").objects]
    other = next(
        [*own(at, "ben").objects[:2], name]
        for name in spare
        if sum(PRICES[one] for one in own(at, "ben").objects[:2]) + PRICES[name] != cost
    )
    own(at, "ben").objects = sorted(other)
    at.hand_in(at.order(at.asked()))
    audit.audit(at.data())
    found = fault(at.data(), at.seeds["ben"])
    assert found.field == "event"
    assert "your objects leave" in found.message


# The words of a sealed order are nowhere


def decoded(data):
    """The bytes of a file, and everything in it that is base64."""
    yield data
    for text in re.findall(rb"[A-Za-z0-9+/]{16,}={0,2}", data):
        if len(text) % 4 == 0:
            yield base64.b64decode(text)


def test_words_of_sealed_orders_are_not_in_the_file():
    at = table.carnival()
    words = {words.encode() for words in at.choices.values()}
    assert len(words) > 5
    for part in decoded(at.data()):
        assert not [one for one in words if one in part]
        assert b"keep " not in part.replace(b"keep anna", b"").replace(b"keep ben", b"").replace(
            b"keep carla", b""
        )


def test_objects_that_were_not_played_are_not_in_the_file():
    at = table.carnival()
    played = {event[2] for events in at.chain.events for event in events if event[0] == "object"}
    hidden = [name for name in PRICES if name not in played]
    assert len(hidden) > 8
    for part in decoded(at.data()):
        assert not [name for name in hidden if name.encode() in part]


@pytest.mark.parametrize("words", ["keep", "hold always", "hold no more"])
def test_words_of_sealed_orders_are_not_in_what_is_sent(words):
    at = table.drafting().split() if words == "keep" else holding()
    if words == "keep":
        words = at.words("ben")
    written = player.order(open_game(at.data()), at.seeds["ben"], words)
    assert written.words == words
    mail = armor.armor(written.data, written.public_words)
    assert mail.startswith("a sealed choice\n\n")
    for part in (*decoded(mail.encode()), *decoded(written.data)):
        assert words.encode() not in part
        assert words.split()[-1].encode() not in part


def test_desk_tells_no_words():
    at = table.drafting().split()
    words = at.words("ben")
    message = at.hand_in(at.order("ben", words))
    assert message == f"entry {at.chain.head.number}: order"


@pytest.mark.parametrize(
    "command", ["log", "log --json", "show", "show --json", "audit", "audit --json"]
)
@pytest.mark.parametrize("reader", [None, "anna", "ben"])
def test_commands_tell_the_words_of_others_to_nobody(home, command, reader):
    at = table.carnival()
    lay(at)
    key = [] if reader is None else ["--as", f"{reader}.key"]
    answer = pbem(*command.split(), "game.toml", *key)
    assert answer.code == 0, answer.err
    told = answer.text + answer.err
    words = set(at.choices.values())
    assert [one for one in words if one in told] == []
    played = {event[2] for events in at.chain.events for event in events if event[0] == "object"}
    held = own(at, reader).objects if reader is not None and "show" in command else []
    assert [name for name in PRICES if name in told and name not in {*played, *held}] == []
    if command == "log":
        assert "a sealed choice" in told


def test_reader_of_a_revealed_game_may_know_all():
    at = table.carnival_over()
    chain = open_game(at.data()).chain
    assert chain.choices == len(at.choices)
    assert chain.events == at.chain.events


# Shape


def test_all_sealed_orders_have_one_length():
    draft, evening = table.drafting(), holding()
    picks = [f"keep {card}" for card in pack(draft, "ben")]
    holds = ["hold for round", "hold until evening 3", "hold until evening 14", "hold always"]
    for at, orders in ((draft, picks), (evening, [*holds, "hold no more"])):
        assert len({len(sealed_by_player(at, "ben", words)) for words in orders}) == 1


@pytest.mark.parametrize("words", ["hold always", "hold until evening 9", "hold for round"])
def test_filing_and_cancelling_look_alike(words):
    one, two = holding(), holding()
    for at, said in ((one, words), (two, "hold no more")):
        at.hand_in(at.order("ben", said))
    texts = [entry.read(at.desk.entries[-1].text) for at in (one, two)]
    assert texts[0]["event"] == texts[1]["event"] == ["stand ben"]
    assert texts[0].keys() == texts[1].keys()
    assert rules.public(one.chain.game) == rules.public(two.chain.game)
    assert one.chain.pending() == two.chain.pending()


def test_pick_is_told_to_others_as_a_pick_alone():
    at = table.drafting().split()
    at.hand_in(at.order("ben"))
    values = entry.read(at.desk.entries[-1].text)
    assert values["event"] == ["keep ben"]
    assert values["open"] == values["leaf"] == []


def test_player_is_told_of_a_hold_while_it_is_in_force():
    at = holding()
    at.hand_in(at.order("ben", "hold for round"))
    assert rules.own(at.chain.game, seat_of(at, "ben"))["standing"] == ["round", 1]
    while at.chain.game.number == 1:
        sound(at)
        at.hand_in(at.order(at.asked()))
    assert own(at, "ben").standing == ("round", 1)
    assert "standing" not in rules.own(at.chain.game, seat_of(at, "ben"))
    sound(at)


def test_hold_for_the_round_is_none_in_the_draft():
    at = table.drafting().split()
    at.hand_in(at.order("ben", "hold for round"))
    assert own(at, "ben").standing is None
    sound(at)


def test_player_finds_the_own_choice_in_the_own_box():
    at = table.drafting().split()
    words = at.words("ben")
    at.hand_in(at.order("ben", words))
    opened = open_game(at.data())
    boxes.check_view(opened.file, opened.chain, "ben", at.seeds["ben"])
    seen = rules.own(opened.chain.game, seat_of(at, "ben"))
    assert seen["objects"] == [words.removeprefix("keep ")]
    assert "pack" not in seen
