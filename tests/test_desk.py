"""The moderator's work: several documents in a run, revisions, orders ahead, freed seats."""

from __future__ import annotations

import random

import pytest

from pbem import audit, desk, rules
from pbem.chain import Ahead, office, open_game
from pbem.crypto import keys
from pbem.crypto.labels import digest
from pbem.crypto.sealing import STORE_SIZE, open_box
from pbem.crypto.signatures import Verifier, pae, public_key, verify
from pbem.errors import Fault, Refused, Unreadable
from pbem.formats import entry, flat
from pbem.formats import game as gamefile
from tests.trust import ed25519, table

PAE_TYPE = "application/vnd.pbem.order.v1+toml"


def fresh(game=table.midgame):
    return game().split()


def in_turn(at, count):
    """The next orders of a game, made one after the other and not handed in here."""
    ahead = at.split()
    for _ in range(count):
        ahead.play(1)
    return ahead.documents[len(at.documents) :], ahead


def messages(verdicts):
    return [verdict.message for verdict in verdicts]


# The invitation


def test_invitation_is_a_signed_game_file_of_its_own():
    at = table.Table(1, ["anna", "ben"])
    file = table.file_of(at.data())
    assert (file.registrations, file.entries, file.board, file.sealed) == ([], [], None, [])
    region, signature = flat.split(file.invitation)
    assert verify(public_key(at.moderator.key), "invitation", region, signature)


def test_invitation_holds_the_terms():
    terms = rules.options(
        ["anna", "ben"],
        length="long",
        variants=["unlimited-wealth"],
        rulings={"reshuffle": "at-once"},
        corrections={"duke.rank": 2},
        first="ben",
    )
    moderator = desk.Author("mod", bytes(32))
    data = desk.invite(moderator, terms, salt=b"s" * 16)
    assert open_game(data).chain.invitation.options == terms


def test_invitation_commits_to_a_secret_that_follows_from_key_and_salt():
    moderator = desk.Author("mod", bytes(32))
    terms = rules.options(["anna"])
    one, two = (
        flat.read("invitation", flat.split(table.file_of(data).invitation)[0])
        for data in (desk.invite(moderator, terms, salt=salt) for salt in (b"a" * 16, b"b" * 16))
    )
    assert one["seed_commit"] != two["seed_commit"]
    assert one["order_seal"] != two["order_seal"]


def test_invitation_may_name_a_genesis_that_it_replaces():
    at = table.accepting()
    old = table.encode64(at.chain.id)
    data = desk.invite(at.moderator, rules.options(["anna"]), salt=b"a" * 16, supersedes=old)
    invitation = open_game(data).chain.invitation
    assert invitation.document.content.text("supersedes") == old


def test_corrections_and_rulings_play_and_audit():
    at = table.Table(
        5, ["anna", "ben"], rulings={"reshuffle": "at-once"}, corrections={"duke.rank": 2}
    )
    at.join().accept().play(12)
    assert audit.audit(at.data()).verdict == audit.SO_FAR
    board = table.file_of(at.data()).board
    assert board["options"]["corrections"] == {"duke.rank": 2}
    assert board["options"]["rulings"] == {"reshuffle": "at-once"}


# Opening


def test_desk_refuses_the_game_of_another_moderator():
    at = table.midgame()
    with pytest.raises(Refused, match="the moderator of this game is"):
        desk.Desk(at.data(), desk.Author("ben", at.seeds["ben"]))


def test_desk_refuses_a_game_that_is_not_sound():
    at = table.midgame()
    data = table.resign(at.data(), at.moderator, sealed=())
    with pytest.raises(Fault):
        desk.Desk(data, at.moderator)


# Documents in one run


def test_several_orders_are_taken_one_after_the_other():
    at = fresh()
    documents, ahead = in_turn(at, 4)
    verdicts = at.desk.take(documents)
    last = at.chain.head.number
    assert messages(verdicts) == [f"entry {last - 3 + number}: order" for number in range(4)]
    assert at.chain.head == ahead.chain.head


def test_good_documents_are_taken_and_bad_ones_refused():
    at = fresh()
    documents, ahead = in_turn(at, 2)
    bad = [b"", b"hello", documents[0][:-20], at.order(at.asked(), seed=bytes(32), revision=9)]
    verdicts = at.desk.take([bad[0], documents[0], bad[1], bad[2], documents[1], bad[3]])
    assert [verdict.error is None for verdict in verdicts] == [
        False,
        True,
        False,
        False,
        True,
        False,
    ]
    assert at.chain.head == ahead.chain.head


def test_verdicts_stand_in_the_order_of_the_documents():
    at = fresh()
    documents, _ = in_turn(at, 2)
    verdicts = at.desk.take([b"hello", *documents])
    assert isinstance(verdicts[0].error, Unreadable)
    assert [verdict.error for verdict in verdicts[1:]] == [None, None]


def test_order_in_which_documents_came_does_not_matter():
    at = fresh()
    documents, ahead = in_turn(at, 5)
    verdicts = at.desk.take(list(reversed(documents)))
    assert [verdict.error for verdict in verdicts] == [None] * 5
    assert at.chain.head == ahead.chain.head


def test_forged_order_does_not_move_the_true_one():
    at = fresh()
    documents, ahead = in_turn(at, 4)
    region, _ = flat.split(documents[-1])
    content = dict(flat.read("order", region))
    del content["format"]
    forged = table.signed("order", content | {"revision": 9}, bytes(32))
    verdicts = at.desk.take([forged, *documents])
    assert [verdict.error is None for verdict in verdicts] == [False, True, True, True, True]
    assert at.chain.head == ahead.chain.head


def test_replaced_order_does_not_come_back_if_the_rules_refuse_the_new_one():
    at = fresh(with_choices)
    seq = at.chain.seats[at.asked()].seq + 1
    [good] = revisions(at, 0)
    verdicts = at.desk.take([good, at.order(at.asked(), "place 99", revision=1, seq=seq)])
    assert "revision 1 has replaced it" in verdicts[0].message
    assert "there is no open room 99" in verdicts[1].message
    assert not at.desk.changed


def orders_of_one(at):
    """Two orders of one player, the second of which comes after the first."""
    ahead = at.split()
    while True:
        name = ahead.asked()
        seq = ahead.chain.seats[name].seq + 1
        one = ahead.order(name)
        before = ahead.documents[:]
        ahead.hand_in(one)
        if {asked.player for asked in ahead.chain.pending()} == {name}:
            two = ahead.order(name)
            assert flat.read("order", flat.split(two)[0])["seq"] == seq + 1
            return before[len(at.documents) :], one, two, ahead


def test_order_ahead_of_its_seq_waits_for_the_one_missing_in_the_same_run():
    at = fresh()
    before, one, two, ahead = orders_of_one(at)
    at.desk.take(before)
    verdicts = at.desk.take([two, one])
    assert [verdict.error for verdict in verdicts] == [None, None]
    ahead.hand_in(two)
    assert at.chain.head == ahead.chain.head


def test_order_ahead_of_its_seq_is_set_aside_while_one_is_missing():
    at = fresh()
    before, one, two, _ = orders_of_one(at)
    at.desk.take(before)
    at.desk.changed = False
    [verdict] = at.desk.take([two])
    assert isinstance(verdict.error, Ahead)
    assert verdict.message.startswith("set aside: seq: ")
    assert not at.desk.changed
    assert [verdict.error for verdict in at.desk.take([one, two])] == [None, None]


def revisions(at, *numbers):
    """Orders of one question, each another revision and, if possible, in other words."""
    name = at.asked()
    game, seat = at.chain.game, at.chain.players.index(name)
    words = [rules.write(game, seat, order) for order in rules.legal_orders(game, seat)]
    assert len(words) >= len(numbers)
    return [
        at.order(name, word, revision=number) for word, number in zip(words, numbers, strict=False)
    ]


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_highest_revision_of_a_run_wins(order):
    at = fresh(with_choices)
    documents = dict(zip((0, 1, 2), revisions(at, 0, 1, 2), strict=True))
    verdicts = at.desk.take([documents[number] for number in order])
    region = at.desk.entries[-1].region
    assert flat.read("order", region)["revision"] == 2
    assert [verdict.error is None for verdict in verdicts] == [number == 2 for number in order]


def with_choices():
    """A game in which the one who is asked can answer in at least three ways."""
    at = table.Table(2, ["anna", "ben"]).join().accept()
    while True:
        seat = at.chain.players.index(at.asked())
        if len(list(rules.legal_orders(at.chain.game, seat))) >= 3:
            return at
        at.play(1)


def test_revision_does_not_come_before_the_orders_of_others_that_it_follows():
    at = fresh()
    ahead = at.split()
    first = ahead.asked()
    while ahead.asked() == first:
        ahead.play(1)
    documents = [
        *ahead.documents[len(at.documents) :],
        ahead.order(ahead.asked(), revision=1),
    ]
    assert [verdict.error for verdict in at.desk.take(documents)] == [None] * len(documents)


def test_revision_after_its_entry_is_refused():
    at = fresh(with_choices)
    old, new = revisions(at, 0, 1)
    at.hand_in(old)
    at.desk.changed = False
    [verdict] = at.desk.take([new])
    assert isinstance(verdict.error, Refused)
    assert f"entry {at.chain.head.number} is order {at.chain.seats['anna'].seq}" in verdict.message
    assert not at.desk.changed


def test_same_document_twice_in_a_run_is_taken_once():
    at = fresh()
    [document], _ = in_turn(at, 1)
    number = at.chain.head.number + 1
    assert messages(at.desk.take([document, document])) == [
        f"entry {number}: order",
        f"already entry {number}",
    ]


def test_nothing_is_written_for_a_document_already_in_the_chain():
    at = fresh()
    assert not at.desk.changed
    assert messages(at.desk.take([at.documents[-1]])) == [f"already entry {at.chain.head.number}"]
    assert not at.desk.changed


def test_registration_given_again_is_told_where_it_stands():
    at = table.invited().split()
    assert at.hand_in(at.documents[0]) == "already in the file: anna has joined"
    at = table.accepting().split()
    assert at.hand_in(at.documents[0]) == "already entry 0: anna has joined"
    assert not at.desk.changed


def test_last_registration_makes_the_genesis_and_last_consent_the_deal():
    at = table.invited().split()
    message = at.join("ben").desk.take([at.documents[-1]])[0].message
    assert message == "already entry 0: ben has joined"
    assert at.chain.stage == "accepting"
    at.accept()
    assert at.chain.stage == "playing"
    assert at.chain.head.number == 2


def test_end_of_the_game_is_followed_by_the_reveal():
    at = table.finished()
    kinds = [entry.kind_of(stored.text) for stored in at.desk.entries]
    assert kinds[-2:] == ["order", "reveal"]
    assert entry.secret_of(at.desk.entries[-1].text) == at.secret


# One order, many signatures


def signed_otherwise(document, seed, nonce):
    region, signature = flat.split(document)
    other = ed25519.sign(keys.identity_key(seed), pae(PAE_TYPE, region), nonce)
    assert other != signature
    return flat.join(region, other)


def test_order_with_another_valid_signature_gives_the_same_entry():
    one, two = fresh(), fresh()
    name = one.asked()
    order = one.order(name)
    other = signed_otherwise(order, one.seeds[name], 123456789)
    one.hand_in(order)
    two.hand_in(other)
    assert one.chain.hashes == two.chain.hashes
    assert one.desk.entries[-1].text == two.desk.entries[-1].text
    assert one.desk.entries[-1].head == two.desk.entries[-1].head
    assert audit.audit(two.data()).verdict == audit.SO_FAR


def test_order_with_another_valid_signature_is_already_there():
    at = fresh()
    name = at.asked()
    order = at.order(name)
    at.hand_in(order)
    at.desk.changed = False
    other = signed_otherwise(order, at.seeds[name], 987654321)
    assert at.hand_in(other) == f"already entry {at.chain.head.number}"
    assert not at.desk.changed


def test_signer_of_this_test_agrees_with_the_library_on_what_is_valid():
    seed, message = bytes(range(32)), b"message"
    signature = ed25519.sign(seed, message, 42)
    Verifier(public_key(seed))._key.verify(signature, message)


# Determinism


def test_two_runs_over_the_same_documents_give_the_same_entries():
    at = table.midgame()
    documents, _ = in_turn(at, 5)
    one, two = at.split(), at.split()
    one.desk.take(documents)
    for document in documents:
        two.desk.take([document])
        two = two.split()
    assert one.desk.entries == two.desk.entries
    files = [table.file_of(each.data()) for each in (one, two)]
    assert files[0]._replace(sealed=()) == files[1]._replace(sealed=())


def test_parallel_answers_come_in_any_order_and_both_are_taken():
    at = table.parallel()
    one, two = (at.order(asked.player) for asked in at.chain.pending())
    for documents in ([one, two], [two, one]):
        again = at.split()
        assert [verdict.error for verdict in again.desk.take(documents)] == [None, None]
        assert audit.audit(again.data()).verdict == audit.SO_FAR


# Writing


def test_file_that_was_written_opens_to_the_same_chain():
    at = table.midgame()
    chain = open_game(at.data(), at.moderator.seed).chain
    assert (chain.hashes, chain.game) == (at.chain.hashes, at.chain.game)


def test_moderators_box_holds_the_secret_and_the_desk():
    at = table.midgame()
    file = table.file_of(at.data())
    own = keys.store_key(at.moderator.seed, at.chain.invitation.id)
    info = office._info(at.chain.invitation, at.chain.head, "mod", keys.seal_public(own))
    kept = open_box(file.sealed[-1].box, STORE_SIZE, own, info)
    secret, name = table.encode64(at.secret), table.encode64(table.DESK)
    assert kept == f'{{"desk":"{name}","secret":"{secret}"}}'.encode()


def test_file_has_no_boxes_before_the_genesis_and_one_for_each_reader_after():
    for game, count in [(table.invited, 0), (table.accepting, 3), (table.four, 5)]:
        assert len(table.file_of(game().data()).sealed) == count


def test_head_is_signed_over_invitation_game_number_and_hash():
    at = table.midgame()
    stored = at.desk.entries[5]
    words = [at.chain.invitation.id, at.chain.hashes[0], 5, at.chain.hashes[5]]
    lines = [str(word) if isinstance(word, int) else table.encode64(word) for word in words]
    statement = "".join(f"{line}\n" for line in lines).encode()
    assert verify(public_key(at.moderator.key), "head", statement, stored.head)
    assert at.chain.hashes[5] == digest(pae("application/vnd.pbem.entry.v1+toml", stored.text))


# Seats freed


def test_seat_is_freed_and_taken_by_another_key():
    at = table.invited().split()
    at.desk.free("anna")
    assert at.desk.changed
    assert "anna" not in at.chain.seats
    at.seeds["anna"] = random.Random(5).randbytes(32)
    at.join("anna", "ben").accept().play(3)
    assert audit.audit(at.data(), at.seeds["anna"]).verdict == audit.SO_FAR


@pytest.mark.parametrize("name", ["ben", "zoe"])
def test_seat_nobody_has_is_not_freed(name):
    at = table.invited().split()
    with pytest.raises(Refused, match=f"nobody has the seat '{name}'"):
        at.desk.free(name)
    assert not at.desk.changed


def test_kinds_not_for_adjudication_are_refused():
    at = fresh()
    [verdict] = at.desk.take([at.chain.invitation.document.whole])
    assert verdict.message == "a document of the kind invitation is not for adjudication"


def test_solitaire_is_played_by_the_moderators_own_key():
    at = table.Table(6, ["anna"])
    at.seeds["anna"] = at.moderator.seed
    at.join().accept().play(6)
    report = audit.audit(at.data())
    assert any("the moderator holds the seat" in line for line in report.unverified)
    assert gamefile.is_game(at.data())
