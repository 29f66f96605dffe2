"""A dishonest moderator, who holds the real key: each lie is found by the reader who can find it.

Who can find it is a matter of what a reader knows: everybody knows the log, a player also the own
box, and after the reveal everybody knows all.
"""

from __future__ import annotations

import datetime as dt
import random

import pytest

from pbem import audit, boxes, player, rules
from pbem.chain import open_game
from pbem.crypto import commitments, dealing, keys
from pbem.crypto.signatures import document_id, public_key, sign
from pbem.errors import Fault, PbemError, Refused
from pbem.formats import entry, flat
from pbem.formats import game as gamefile
from pbem.formats.text import encode64
from tests.trust import table
from tests.trust.table import Liar, edited, first_entry_with, line_of, lying, resign
from tests.trust.test_orders import SMALL_ORDER, WEAK
from tests.trust.verdicts import fault


def finds(data, entry_number, field, seed=None):
    found = fault(data, seed)
    assert (found.entry, found.field) == (entry_number, field), found
    return found


def sound(data, seed=None):
    assert audit.audit(data, seed).verdict == audit.SO_FAR


# Before play


def test_secret_other_than_the_one_committed_to_is_found_in_the_reveal():
    at = table.finished()
    last = table.end_of(at)
    old = line_of(at, last, "secret")
    data = resign(
        at.data(), at.moderator, entries=edited(last, old, f'secret = "{encode64(bytes(32))}"')
    )
    assert "not the one that the invitation committed to" in finds(data, last, "secret").message


def test_secret_that_cannot_be_read_is_no_reveal():
    at = table.finished()
    last = table.end_of(at)
    data = resign(
        at.data(), at.moderator, entries=edited(last, line_of(at, last, "secret"), 'secret = "x"')
    )
    finds(data, last, "kind")


def test_key_for_sealed_orders_that_does_not_follow_from_the_secret_is_found():
    at = table.finished()
    content = dict(at.chain.invitation.document.content)
    region = flat.write(
        "invitation", {k: v for k, v in content.items() if k != "format"} | {"order_seal": other()}
    )
    signature = sign(at.moderator.key, "invitation", region)
    invitation = flat.join(region, signature)
    # All that follows would have to be made for this invitation; its secret is looked at first.
    data = resign(at.data(), at.moderator, invitation=invitation)
    found = finds(data, table.end_of(at), "secret")
    assert "sealed orders" in found.message


def other():
    return encode64(keys.seal_public(b"y" * 32))


def test_terms_changed_after_the_registrations_are_found():
    at = table.midgame()
    content = dict(at.chain.invitation.document.content)
    del content["format"]
    region = flat.write("invitation", content | {"length": "long"})
    invitation = flat.join(region, sign(at.moderator.key, "invitation", region))
    data = resign(at.data(), at.moderator, invitation=invitation)
    assert "another invitation" in finds(data, None, "registrations[0]").message


def test_file_signed_by_another_key_than_the_invitation_is_found():
    at = table.midgame()
    stranger = at.moderator._replace(seed=bytes(32))
    file = table.file_of(at.data())._replace(moderator=public_key(stranger.key))
    finds(table.outside(file, stranger), None, "moderator")


def test_registration_put_in_the_place_of_another_is_found():
    at = table.midgame()
    theirs = table.Table(9, ["anna", "ben"])
    theirs.desk = type(at.desk)(table.Table(2, ["anna", "ben"]).data(), at.moderator)
    foreign = theirs.join().chain.seats["ben"].document.whole
    data = resign(at.data(), at.moderator, registrations=lambda r: [r[0], foreign])
    assert finds(data, 0, "registration")


@pytest.mark.parametrize("change", [lambda r: r[:1], lambda r: [*r, r[0]], ()])
def test_registration_dropped_or_doubled_is_found(change):
    at = table.midgame()
    found = fault(resign(at.data(), at.moderator, registrations=change))
    assert found.field in {"registration", "registrations[2]"}


@WEAK
def test_registration_under_a_weak_key_is_found(key):
    """With some of those keys one signature fits every text, so that it may well verify."""
    at = table.Table(1, ["anna", "ben"])
    fields = dict(flat.read("registration", flat.split(at.registration("ben"))[0]))
    del fields["format"]
    region = flat.write("registration", fields | {"key": encode64(key)})
    weak = flat.join(region, SMALL_ORDER[2] + bytes(32))
    data = resign(at.data(), at.moderator, registrations=[weak])
    assert "the public key is" in finds(data, None, "registrations[0]").message


def game_under(key):
    """An invitation under a weak key, with a signature that fits every text if it is neutral."""
    content = dict(table.invited().chain.invitation.document.content)
    del content["format"]
    region = flat.write("invitation", content | {"key": encode64(key)})
    everything = SMALL_ORDER[2] + bytes(32)
    file = gamefile.GameFile(key, flat.join(region, everything))
    return gamefile.wrap(gamefile.dumps(file), everything)


@WEAK
def test_game_of_a_moderator_under_a_weak_key_is_found(key):
    with pytest.raises((Fault, Refused), match=r"the public key is|changed after it was signed"):
        audit.audit(game_under(key))


def test_signature_that_fits_every_text_does_not_open_a_game():
    assert "the public key is weak" in finds(game_under(SMALL_ORDER[2]), None, "invitation").message


@pytest.mark.parametrize("key", [bytes(32), (1).to_bytes(32, "little"), b"\xff" * 32])
def test_invitation_with_a_weak_key_for_sealed_orders_is_refused(key):
    at = table.invited()
    content = dict(at.chain.invitation.document.content)
    del content["format"]
    region = flat.write("invitation", content | {"order_seal": encode64(key)})
    invitation = flat.join(region, sign(at.moderator.key, "invitation", region))
    with pytest.raises(Refused, match="the sealing key is"):
        audit.audit(resign(at.data(), at.moderator, invitation=invitation, registrations=()))


def test_one_key_in_two_seats_is_found():
    at = table.Table(1, ["anna", "ben"])
    seats = [at.registration(name, seed=at.seeds["anna"]) for name in ("anna", "ben")]
    data = resign(at.data(), at.moderator, registrations=seats)
    assert "has the seat of anna already" in finds(data, None, "registrations[1]").message


def test_moderators_key_in_a_seat_is_found():
    at = table.Table(1, ["anna", "ben"])
    seats = [at.registration("anna"), at.registration("ben", seed=at.moderator.seed)]
    data = resign(at.data(), at.moderator, registrations=seats)
    assert "is the moderator's" in finds(data, None, "registrations[1]").message


def test_registrations_in_another_order_are_found():
    at = table.midgame()
    data = resign(at.data(), at.moderator, registrations=lambda r: [r[1], r[0]])
    finds(data, None, "registrations")


@pytest.mark.parametrize("spelling", [b"%b\n", b"\n%b"])
def test_documents_in_another_spelling_are_found(spelling):
    at = table.midgame()
    data = resign(at.data(), at.moderator, registrations=lambda r: [r[0], spelling % r[1]])
    finds(data, None, "registrations")
    data = resign(at.data(), at.moderator, invitation=lambda i: spelling % i)
    finds(data, None, "invitation")


# The log


def rewritten(at, index, old, new):
    """The game with one entry written anew; it and all that follow are hashed and signed anew."""
    return resign(at.data(), at.moderator, entries=edited(index, old, new))


@pytest.mark.parametrize("index", range(20))
def test_entry_dropped_is_found(index):
    at = table.midgame()
    found = fault(resign(at.data(), at.moderator, entries=lambda e: [*e[:index], *e[index + 1 :]]))
    assert found.entry is not None
    assert index <= found.entry <= index + 1


@pytest.mark.parametrize("index", range(20))
def test_entry_doubled_is_found(index):
    at = table.midgame()
    found = fault(resign(at.data(), at.moderator, entries=lambda e: [*e[: index + 1], *e[index:]]))
    assert found.entry == index + 1


@pytest.mark.parametrize("index", range(20))
def test_entries_swapped_are_found(index):
    at = table.midgame()

    def swap(entries):
        return [*entries[:index], entries[index + 1], entries[index], *entries[index + 2 :]]

    found = fault(resign(at.data(), at.moderator, entries=swap))
    assert found.entry is not None
    assert index <= found.entry <= index + 1


def other_value(line):
    """A line of an entry whose value has another character in its middle."""
    key, _, value = line.partition(" = ")
    place = len(value) // 2
    return f"{key} = {value[:place]}{'7' if value[place] != '7' else '8'}{value[place + 1 :]}"


@pytest.mark.parametrize("index", range(20))
def test_entry_edited_is_found(index):
    """One line of each key; the entry and all that follow are hashed and signed anew."""
    at = table.midgame()
    keys = set(entry.KEYS) - {"index", "previous"}  # the chain is made anew
    for key in keys | ({"previous"} if index == 0 else set()):
        if not entry.read(at.desk.entries[index].text)[key]:
            continue
        line = line_of(at, index, key)
        data = rewritten(at, index, line, other_value(line))
        # Who has no secret notices these only by the next order, which names another head.
        reader = at.moderator.seed if key in {"state", "view"} else None
        # The leaf of a card that was opened at once is wrong for its opening.
        finds(data, index, "open" if key == "leaf" else key, reader)


@pytest.mark.parametrize("index", range(28))
def test_entry_with_its_head_signed_for_another_place_is_found(index):
    at = table.midgame()

    def move(entries):
        changed = entries[index]._replace(head=entries[index - 1].head)
        return [*entries[:index], changed, *entries[index + 1 :]]

    finds(resign(at.data(), at.moderator, entries=move, rechain=False), index, "head")


def test_chain_that_begins_later_is_found():
    at = table.midgame()
    found = fault(resign(at.data(), at.moderator, entries=lambda e: e[3:]))
    assert (found.entry, found.field) == (0, "kind")


def test_chain_cut_at_its_end_is_another_game_that_may_be_incomplete():
    at = table.Table(2, ["anna", "ben"]).join().accept().play(5)
    report = audit.audit(at.data())
    assert any("later entries may exist" in line for line in report.unverified)


def test_chain_cut_at_its_end_with_the_old_board_and_boxes_is_found():
    at = table.midgame()
    assert fault(resign(at.data(), at.moderator, entries=lambda e: e[:-1])).field[:5] == "board"


def test_chain_without_entries_has_no_board_and_no_boxes():
    at = table.midgame()
    found = fault(resign(at.data(), at.moderator, entries=[]))
    assert found.field == "board"


def test_order_of_another_key_in_an_entry_is_found():
    at = table.midgame()
    last = table.end_of(at)
    stored = at.desk.entries[last]
    mine = sign(at.moderator.key, "order", stored.region)
    data = resign(
        at.data(), at.moderator, entries=lambda e: [*e[:last], e[last]._replace(signature=mine)]
    )
    assert "not signed by the key of a player" in finds(data, last, "document").message


def test_two_orders_of_one_seq_are_found():
    at = table.Table(2, ["anna", "ben"]).join().accept().play(5)
    words = at.words(at.asked())
    one = at.order(at.asked(), words)
    two = at.order(at.asked(), words, revision=1)
    at.hand_in(one)
    index = table.end_of(at) + 1
    region, signature = flat.split(two)
    text = entry.write(
        entry.Entry(index, at.chain.head.hash, "order", document_id("order", region))
    )
    again = entry.Stored(text, region, signature, bytes(64))
    data = resign(at.data(), at.moderator, entries=lambda e: [*e, again])
    assert f"entry {index - 1} is order" in finds(data, index, "document").message


MISPLACED = {
    "another question": {"phase": "round-1-place"},
    "a number left out": {"seq": 99},
    "another game": {"game": "A" * 43 + "="},
    "another key": {"key": "qqqq-" * 7 + "qqqq"},
    "another history": {"head_hash": "A" * 43 + "="},
    "an entry to come": {"head_index": 99},
    "before the question": {"head_index": 0},
}


@pytest.mark.parametrize("why", MISPLACED)
def test_order_that_was_signed_for_something_else_is_found(why):
    """A moderator may have signed orders of all kinds at hand; each fits one place."""
    at = table.midgame().split()
    changes = dict(MISPLACED[why])
    if why == "before the question":
        changes["head_hash"] = encode64(at.chain.id)
    region, signature = flat.split(at.order(at.asked(), **changes))
    index = table.end_of(at) + 1
    text = entry.write(
        entry.Entry(index, at.chain.head.hash, "order", document_id("order", region))
    )
    put_in = entry.Stored(text, region, signature, bytes(64))
    data = resign(at.data(), at.moderator, entries=lambda e: [*e, put_in])
    for seed in (None, *at.seeds.values(), at.moderator.seed):
        finds(data, index, "document", seed)


def test_order_replaced_by_a_later_revision_is_found():
    """The id of the order is hashed, so the later orders name another history."""
    at = table.Table(2, ["anna", "ben"]).join().accept().play(5)
    words = at.words(at.asked())
    name = at.asked()
    revised = at.order(name, words, revision=1)
    at.hand_in(at.order(name, words))
    index = table.end_of(at)
    at.play(3)
    region, signature = flat.split(revised)

    def put(entries):
        old = f'document = "{encode64(document_id("order", entries[index].region))}"'
        new = f'document = "{encode64(document_id("order", region))}"'
        [*_, changed] = edited(index, old, new)(entries[: index + 1])
        changed = changed._replace(region=region, signature=signature)
        return [*entries[:index], changed, *entries[index + 1 :]]

    found = finds(resign(at.data(), at.moderator, entries=put), index + 1, "document")
    assert "two histories" in str(found.hint) or "head_hash" in found.message


def test_event_edited_is_found_by_everybody():
    at = table.midgame()
    index = first_entry_with(at, "event", 5)
    old = line_of(at, index, "event")
    for seed in (None, *at.seeds.values(), at.moderator.seed):
        finds(rewritten(at, index, old, 'event = "pass ben"'), index, "event", seed)


def test_event_left_out_is_found():
    at = table.midgame()
    index = first_entry_with(at, "event", 5)
    data = rewritten(at, index, line_of(at, index, "event") + "\n", "")
    assert fault(data).entry == index


SPELLINGS = [
    ('kind = "', 'kind =  "'),
    ("index = ", "index  = "),
    ("\nkind", "\n\nkind"),
    ("index = ", "index = 0"),
    ('kind = "order"', "kind = 'order'"),
    ("index", "# index\nindex"),
]


@pytest.mark.parametrize(("old", "new"), SPELLINGS)
def test_entry_in_another_spelling_is_found(old, new):
    at = table.midgame()
    last = table.end_of(at)
    entries = edited(last, old, new)(table.file_of(at.data()).entries)
    text = entries[last].text
    statement = at.chain.head._replace(hash=document_id("entry", text)).statement()
    entries[last] = entries[last]._replace(head=sign(at.moderator.key, "head", statement))
    data = resign(at.data(), at.moderator, entries=entries, rechain=False)
    for seed in (None, at.moderator.seed):
        with pytest.raises(PbemError) as caught:
            audit.audit(data, seed)
        told = str(caught.value) + str(getattr(caught.value, "entry", ""))
        assert str(last) in told


@pytest.mark.parametrize("keys", [("event", "open"), ("state", "view")])
def test_entry_with_its_keys_in_another_order_is_found(keys):
    at = table.dealt()
    last = table.end_of(at)
    one, two = (line_of(at, last, key) for key in keys)
    text = table.file_of(at.data()).entries[last].text.decode()
    between = text[text.index(one) : text.index(two) + len(two)]
    swapped = between.replace(one, "#").replace(two, one).replace("#", two)
    for seed in (None, at.moderator.seed):
        assert fault(rewritten(at, last, between, swapped), seed).entry == last


def test_entry_after_the_reveal_is_found():
    at = table.finished()
    last = table.end_of(at)
    data = resign(at.data(), at.moderator, entries=lambda e: [*e, e[last - 1]])
    for seed in (None, at.moderator.seed):
        found = fault(data, seed)
        assert found.field == "kind"
        assert found.entry in {last, last + 1}


def test_second_reveal_is_found():
    at = table.finished()
    last = table.end_of(at)
    data = resign(at.data(), at.moderator, entries=lambda e: [*e, e[last]])
    assert "nothing can follow the reveal" in finds(data, last + 1, "kind").message


def test_reveal_before_the_end_is_found():
    at = table.midgame()
    index = table.end_of(at) + 1
    text = entry.write(entry.Entry(index, at.chain.head.hash, "reveal", secret=at.secret))
    early = entry.Stored(text, None, None, bytes(64))
    data = resign(at.data(), at.moderator, entries=lambda e: [*e, early])
    for seed in (None, at.moderator.seed):
        assert "after the end" in finds(data, index, "kind", seed).message


def test_end_without_the_reveal_is_not_proven():
    report = audit.audit(table.withheld().data())
    assert report.verdict == audit.UNPROVEN
    with pytest.raises(Fault, match="unproven"):
        audit.check_proven(report)


def test_nonce_other_than_the_one_committed_to_is_found():
    at = table.dealt()
    region, signature = flat.split(at.consent("ben", nonce=encode64(bytes(32))))
    # The desk would refuse it; the liar puts it in.
    file = table.file_of(at.data())
    index = 2 if b'"ben"' in (file.entries[2].region or b"") else 1
    old = encode64(document_id("consent", file.entries[index].region)).encode()
    new = encode64(document_id("consent", region)).encode()
    entries = list(edited(index, old, new)(file.entries))
    entries[index] = entries[index]._replace(region=region, signature=signature)
    found = finds(resign(at.data(), at.moderator, entries=entries), index, "document")
    assert found.message.startswith("nonce: ")


# The board and the boxes


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ("cash = ", "cash = 1", "board.players[0].cash"),
        ("bistro = ", "bistro = 1", "board.piles.bistro"),
        ('phase = "evening"', 'phase = "night"', "board.round.phase"),
        ("final = false", "final = true", "board.round.final"),
        ('length = "short"', 'length = "long"', "board.options.length"),
        ('name = "anna"', 'name = "zoe"', "board.players[0].name"),
        ("box_count = ", "box_count = 1", "board.piles.box_count"),
        ('key = "white"', 'key = "anna"', "board.rooms[2].key"),
    ],
)
def test_board_edited_is_found(old, new, field):
    at = table.dealt()
    region = gamefile.unwrap(at.data()).region
    start = region.index(b"[board]")
    assert old.encode() in region[start:]
    changed = region[:start] + region[start:].replace(old.encode(), new.encode(), 1)
    data = table.outside_of(changed, at.moderator)
    for seed in (None, *at.seeds.values(), at.moderator.seed):
        finds(data, None, field, seed)


def test_board_left_out_is_found():
    at = table.midgame()
    assert fault(resign(at.data(), at.moderator, board=None)).field.startswith("board")


def test_board_before_the_deal_is_found():
    at = table.accepting()
    board = table.file_of(table.dealt().data()).board
    assert fault(resign(at.data(), at.moderator, board=board)).field.startswith("board")


@pytest.mark.parametrize(
    "change",
    [
        lambda boxes: boxes[:-1],
        lambda boxes: boxes[1:],
        lambda boxes: [boxes[1], boxes[0], *boxes[2:]],
        lambda boxes: [*boxes, boxes[0]],
        lambda boxes: [boxes[0]._replace(to="ben"), *boxes[1:]],
        lambda boxes: [boxes[0]._replace(entry=boxes[0].entry - 1), *boxes[1:]],
        (),
    ],
)
def test_boxes_other_than_one_for_each_are_found(change):
    at = table.midgame()
    finds(resign(at.data(), at.moderator, sealed=change), None, "sealed")


def test_boxes_before_the_genesis_are_found():
    at = table.invited()
    sealed = table.file_of(table.accepting().data()).sealed
    finds(resign(at.data(), at.moderator, sealed=sealed), None, "sealed")


def exchanged(boxes):
    """The boxes of the two players, each under the other's name."""
    one, two, *rest = boxes
    return [one._replace(box=two.box), two._replace(box=one.box), *rest]


@pytest.mark.parametrize("game", [table.accepting, table.midgame, table.finished])
def test_boxes_exchanged_do_not_open(game):
    at = game()
    data = resign(at.data(), at.moderator, sealed=exchanged, rechain=False)
    if at.chain.stage != "over":
        sound(data)
    for number, name in enumerate(at.seeds):
        finds(data, None, f"sealed[{number}]", at.seeds[name])


def test_box_of_an_earlier_entry_does_not_open():
    at = table.Table(2, ["anna", "ben"]).join().accept().play(5)
    old = table.file_of(at.data()).sealed
    at.play(1)
    number = table.end_of(at)
    data = resign(
        at.data(), at.moderator, sealed=[box._replace(entry=number) for box in old], rechain=False
    )
    sound(data)
    finds(data, None, "sealed[0]", at.seeds["anna"])


def test_box_of_another_game_does_not_open():
    at, twin = (
        table.Table(2, ["anna", "ben"], first=first).join().accept() for first in (None, "ben")
    )
    assert at.seeds == twin.seeds
    sealed = table.file_of(twin.data()).sealed
    assert twin.chain.head.number == at.chain.head.number
    data = resign(at.data(), at.moderator, sealed=sealed, rechain=False)
    finds(data, None, "sealed[1]", at.seeds["ben"])


# Lies of an engine, with everything outside consistent


class OtherCard(Liar):
    """Commits to the right deck, deals another: a card that comes up later is changed."""

    def shuffle(self, deck, serial, cards):
        order = super().shuffle(deck, serial, cards)
        if deck != "guests" or serial:
            return order
        spot = next(place for place in range(3, 9) if order[place] != order[20])
        return [*order[:spot], order[20], *order[spot + 1 : 20], order[spot], *order[21:]]


def test_card_swapped_after_the_shuffle_is_found_by_everybody_when_it_comes_up():
    at = lying(11, OtherCard, count=25)
    found = fault(at.data())
    assert found.field == "open"
    assert "is not what was committed to" in found.message
    assert line_of(at, found.entry, "open")
    assert found.entry > 2


def test_game_is_sound_until_the_swapped_card_comes_up():
    at = lying(11, OtherCard, count=0)
    sound(at.data())


class WrongSalt(Liar):
    def opening(self, deck, serial, position, card):
        return super().opening(deck, serial, position, card)._replace(salt=bytes(32))


def test_opening_with_another_salt_is_found_by_everybody():
    finds(lying(11, WrongSalt, count=0).data(), 2, "open")


class OneTooMany(Liar):
    """A deck with more copies of a card than there are."""

    def shuffle(self, deck, serial, cards):
        order = super().shuffle(deck, serial, cards)
        if deck == "guests":
            self._decks[deck, serial] = order = [order[0]] * len(order)
        return order


def test_card_beyond_its_copies_is_found_by_everybody():
    at = lying(11, OneTooMany, count=20)
    found = fault(at.data())
    assert found.field == "open"
    assert "is left in that shuffle" in found.message


class NotInThePile(Liar):
    """At the second shuffle a card that was not in the exit stack."""

    def shuffle(self, deck, serial, cards):
        order = super().shuffle(deck, serial, cards)
        if deck == "guests" and serial == 1:
            foreign = next(card for card in rules.known_cards() if card not in cards)
            self._decks[deck, serial] = order = [foreign, *order[1:]]
        return order


def test_card_that_was_not_in_the_reshuffled_pile_is_found_by_everybody():
    at = lying(11, NotInThePile, count=0)
    while at.chain.game.season == 1:
        at.play(1)
    found = fault(at.data())
    assert found.field == "open"
    assert "is left in that shuffle" in found.message
    texts = [stored.text for stored in at.desk.entries]
    assert b"shuffle guests 1 " in texts[found.entry]


def test_opening_that_skips_a_position_is_found_by_everybody():
    at = table.dealt()
    text = table.file_of(at.data()).entries[2].text.decode()
    opening = next(one for one in text.split("\n") if one.startswith('open = "guests 0 1 '))
    data = rewritten(at, 2, opening, opening.replace("guests 0 1", "guests 0 2"))
    assert "position 1 of guests was not opened" in finds(data, 2, "open").message


def test_opening_that_repeats_a_position_is_found_by_everybody():
    at = table.dealt()
    line = line_of(at, 2, "open")
    assert "opened twice" in finds(rewritten(at, 2, line, f"{line}\n{line}"), 2, "open").message


def test_opening_of_a_card_that_did_not_come_up_is_found_by_everybody():
    at = table.dealt()
    line = line_of(at, 2, "leaf")
    salt = encode64(dealing.card_salt(at.prk, "guests", 0, 9))
    more = f'open = "guests 0 9 duke {salt}"'
    finds(rewritten(at, 2, line, f"{more}\n{line}"), 2, "open")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('leaf = "guests 0 5 ', 'leaf = "guests 0 6 ', "expected position 5, found 6"),
        ('leaf = "guests 0 5 ', 'leaf = "guests 0 05 ', "expected position 5, found 05"),
        ('leaf = "guests 0 5 ', 'leaf = "guests 0 5  ', "expected 4 words, found 5"),
        ('leaf = "guests 0 5 ', 'leaf = "guests 0 5 A', "expected base64"),
        ('leaf = "guests 0 0 ', 'leaf = "guests 00 0 ', None),
        ('leaf = "guests 0 0 ', 'leaf = "guests x 0 ', "expected a number"),
        ('leaf = "guests 0 0 ', 'leaf = "guests 1 0 ', "expected position 0, found 1"),
    ],
)
def test_leaf_in_the_wrong_place_is_found_by_everybody(old, new, message):
    at = table.dealt()
    found = finds(rewritten(at, 2, old, new), 2, "leaf")
    assert message is None or message in found.message


def test_leaf_left_out_is_found_by_everybody():
    at = table.dealt()
    text = table.file_of(at.data()).entries[2].text.decode()
    line = next(one for one in text.split("\n") if one.startswith('leaf = "guests 0 69 '))
    found = finds(rewritten(at, 2, line + "\n", ""), 2, "leaf")
    assert found.message == "expected 70 for guests, found 69"


def test_leaves_of_a_shuffle_that_was_not_made_are_found_by_everybody():
    at = table.midgame()
    last = table.end_of(at)
    more = f'leaf = "guests 1 0 {encode64(bytes(32))}"'
    state = line_of(at, last, "state")
    finds(rewritten(at, last, state, f"{more}\n{state}"), last, "leaf")


class OtherDeck(Liar):
    """Deals a deck that does not follow from the joint seed, and commits to it."""

    def shuffle(self, deck, serial, cards):
        order = super().shuffle(deck, serial, cards)
        if deck == "guests":
            self._decks[deck, serial] = order = [*order[:30], *reversed(order[30:])]
        return order


def test_deck_other_than_the_seed_gives_is_sound_until_the_reveal():
    at = lying(11, OtherDeck, count=10)
    for seed in (None, *at.seeds.values()):
        sound(at.data(), seed)


def test_deck_other_than_the_seed_gives_is_found_by_the_moderators_own_audit():
    at = lying(11, OtherDeck, count=10)
    finds(at.data(), 2, "leaf", at.moderator.seed)


def test_deck_other_than_the_seed_gives_is_found_by_everybody_after_the_reveal():
    at = lying(11, OtherDeck, count=1000)
    assert at.chain.revealed
    for seed in (None, *at.seeds.values(), at.moderator.seed):
        finds(at.data(), 2, "leaf", seed)


class OtherLeaf(Liar):
    """Commits to another card at a place that is never reached."""

    def leaves(self, deck, serial):
        leaves = list(super().leaves(deck, serial))
        return [*leaves[:-1], bytes(32)] if deck == "guests" and serial == 0 else leaves


def test_commitment_to_a_card_that_never_comes_up_is_found_by_everybody_after_the_reveal():
    at = lying(11, OtherLeaf, count=0)
    sound(at.data())
    finds(lying(11, OtherLeaf, count=1000).data(), 2, "leaf")


class OtherTop(Liar):
    """As the one above, but the first card is another one."""

    def shuffle(self, deck, serial, cards):
        order = super().shuffle(deck, serial, cards)
        if deck == "guests":
            spot = next(place for place, card in enumerate(order) if card != order[0])
            order[0], order[spot] = order[spot], order[0]
        return order


def test_first_card_other_than_the_seed_gives_is_found_by_everybody_after_the_reveal():
    at = lying(11, OtherTop, count=1000)
    finds(at.data(), 2, "event")


class WrongView(Liar):
    """A commitment to a view that is not in the box."""

    def view(self, index, player, seen):
        return super().view(index, player, seen if player == "anna" else b"{}")


def test_view_commitment_that_is_not_for_the_box_is_found_by_its_player():
    at = lying(11, WrongView, count=4)
    sound(at.data())
    sound(at.data(), at.seeds["anna"])
    found = finds(at.data(), table.end_of(at), "view", at.seeds["ben"])
    assert "committed to" in found.message


def test_view_commitment_that_is_not_for_the_box_is_found_by_everybody_after_the_reveal():
    at = lying(11, WrongView, count=1000)
    finds(at.data(), 2, "view")


def false_view(number, count, monkeypatch):
    """A game in which ben is told, and committed to, something that is not so."""
    at = table.Table(number, ["anna", "ben"]).join()
    chain = at.chain
    true_view = chain.view

    def view(name):
        return true_view(name) if name == "anna" else b'{"hand":["duke"]}'

    monkeypatch.setattr(chain, "view", view)
    return at.accept().play(count)


def test_false_view_with_its_commitment_is_found_by_its_player(monkeypatch):
    at = false_view(11, 4, monkeypatch)
    sound(at.data())
    sound(at.data(), at.seeds["anna"])
    found = finds(at.data(), table.end_of(at), "view", at.seeds["ben"])
    assert "follows from the game" in found.message


def test_false_view_with_its_commitment_is_found_by_everybody_after_the_reveal(monkeypatch):
    at = false_view(11, 1000, monkeypatch)
    finds(at.data(), 2, "view")


def test_false_box_without_its_commitment_is_found_by_its_player(monkeypatch):
    at = table.midgame().split()
    true_view = at.chain.view
    monkeypatch.setattr(at.chain, "view", lambda name: b"{}" if name == "anna" else true_view(name))
    data = at.data()
    sound(data)
    sound(data, at.seeds["ben"])
    finds(data, table.end_of(at), "view", at.seeds["anna"])


def test_probe_other_than_the_secret_gives_cannot_be_answered(monkeypatch):
    at = table.Table(1, ["anna", "ben"]).join()
    with monkeypatch.context() as patch:
        patch.setattr(boxes.commitments, "probe", lambda *_: b"x" * 32)
        data = at.data()
    answer = player.accept(open_game(data), at.seeds["anna"]).data
    [verdict] = at.desk.take([answer])
    assert isinstance(verdict.error, Refused)
    assert verdict.message.startswith("probe: ")


class WrongState(Liar):
    def state(self, index, hidden):
        return super().state(index, b"x" if index == 6 else hidden)


def test_commitment_to_another_state_is_sound_until_the_reveal():
    sound(lying(11, WrongState, count=10).data())


def test_commitment_to_another_state_is_found_by_everybody_after_the_reveal():
    finds(lying(11, WrongState, count=1000).data(), 6, "state")


@pytest.mark.parametrize("key", ["state", "view"])
def test_commitment_left_out_or_doubled_is_found_by_everybody(key):
    at = table.midgame()
    last = table.end_of(at)
    line = line_of(at, last, key)
    finds(rewritten(at, last, line + "\n", ""), last, key)
    finds(rewritten(at, last, line, f"{line}\n{line}"), last, key)


def test_commitment_for_somebody_else_is_found_by_everybody():
    at = table.midgame()
    last = table.end_of(at)
    line = line_of(at, last, "view")
    more = f'view = "zoe {encode64(bytes(32))}"'
    assert fault(rewritten(at, last, line, f"{more}\n{line}")).entry == last


# What cannot be ground


def test_shuffle_follows_from_seed_deck_count_and_cards_alone():
    """Another order of the pile, other words of orders or other boxes change no shuffle."""
    at = table.finished()
    cards = sorted(["duke", "monk", "monk", "major"] * 4)
    straight = dealing.shuffle(at.prk, "guests", 1, cards)
    assert dealing.shuffle(at.prk, "guests", 1, list(reversed(cards))) == straight


def test_shuffle_does_not_depend_on_what_was_played():
    one, two = (table.Table(11, ["anna", "ben"]).join().accept() for _ in range(2))
    one.chance, two.chance = random.Random(1), random.Random(2)
    one.play(10)
    two.play(10)
    assert one.chain.head != two.chain.head
    assert one.chain.source._decks["guests", 0] == two.chain.source._decks["guests", 0]
    assert one.prk == two.prk == one.chain.source.prk


def test_shuffles_to_come_do_not_depend_on_bytes_that_somebody_can_vary():
    """Revisions, dates and the ephemeral keys of boxes change the history, and no shuffle of it."""
    plain = table.Table(11, ["anna", "ben"]).join().accept()
    varied = plain.split()
    number = 0
    while plain.chain.stage == "playing":
        name, number = plain.asked(), number + 1
        if number % 7 == 0:
            day = dt.date(2026, 1, 1) + dt.timedelta(days=number)
            plain.desk.late(name, day.isoformat())
            varied.desk.late(name, day.replace(year=2027).isoformat())
            continue
        words = plain.words(name)
        plain.hand_in(plain.order(name, words))
        varied.hand_in(varied.order(name, words, revision=number))
    assert plain.chain.head != varied.chain.head
    decks = plain.chain.source._decks
    assert decks == varied.chain.source._decks
    assert {serial for deck, serial in decks if deck == "guests"} == {0, 1}


def test_same_documents_give_the_same_entries():
    at = table.midgame()
    again = table.Table(2, ["anna", "ben"])
    for document in at.documents:
        again.hand_in(document)
    assert again.desk.entries == at.desk.entries
    assert again.chain.head == at.chain.head


def test_boxes_are_sealed_anew_though_nothing_has_changed():
    at = table.midgame()
    one, two = (table.file_of(at.data()).sealed for _ in range(2))
    assert all(first.box != second.box for first, second in zip(one, two, strict=True))


def test_commitments_to_equal_cards_differ():
    at = table.dealt()
    leaves = entry.read(at.desk.entries[2].text)["leaf"]
    hashes = {leaf.rpartition(" ")[2] for leaf in leaves}
    assert len(hashes) == len(leaves) == 72


def test_commitments_are_not_guessed_by_trying_all_cards():
    at = table.dealt()
    leaves = {leaf.rpartition(" ")[2] for leaf in entry.read(at.desk.entries[2].text)["leaf"]}
    for card in rules.known_cards():
        for place in range(70):
            for salt in (b"", bytes(32), at.chain.id):
                guess = dealing.leaf(at.chain.id, "guests", 0, place, salt=salt, card=card)
                assert encode64(guess) not in leaves


def test_commitments_to_equal_views_differ():
    at = table.dealt()
    views = [view.rpartition(" ")[2] for view in entry.read(at.desk.entries[2].text)["view"]]
    assert at.chain.view("anna") == at.chain.view("ben")
    assert len(set(views)) == 2
    salts = [commitments.view_salt(at.prk, 2, name) for name in at.seeds]
    assert salts[0] != salts[1]
