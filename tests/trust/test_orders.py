"""What outsiders, relays and players may try with documents, and what the desk answers."""

from __future__ import annotations

import random

import pytest

from pbem import desk, player
from pbem.chain import Ahead, open_game
from pbem.crypto import commitments, keys
from pbem.crypto.signatures import document_id, public_key, sign
from pbem.errors import PbemError, Refused, Unreadable
from pbem.formats import armor, flat
from pbem.formats.text import encode64
from pbem.rules import RulesError
from tests.trust import table
from tests.trust.mutants import HARMLESS
from tests.trust.verdicts import refused

STRANGER = bytes(range(32))


def fresh(game=table.midgame):
    """A desk of its own for a game that others look at as well."""
    return game().split()


# Who may speak


def test_order_by_a_stranger_is_refused():
    at = fresh()
    refused(at, at.order(at.asked(), seed=STRANGER), "not signed by the key of a player")


def test_order_by_a_stranger_under_the_own_fingerprint_is_refused():
    at = fresh()
    order = at.order(at.asked(), seed=STRANGER, key=table.print_of(STRANGER))
    refused(at, order, "not signed by the key of a player")


def test_order_by_the_moderator_is_refused():
    at = fresh()
    refused(at, at.order(at.asked(), seed=at.moderator.seed), "not signed by the key of a player")


def test_order_of_another_signed_anew_is_refused():
    at = fresh()
    asked = at.asked()
    [other] = set(at.seeds) - {asked}
    refused(at, at.order(asked, seed=at.seeds[other]), "not signed by the key of a player")


def test_order_under_another_name_by_the_own_key_is_refused():
    at = fresh()
    asked = at.asked()
    [other] = set(at.seeds) - {asked}
    order = at.order(asked, seed=at.seeds[asked], player=other)
    refused(at, order, "not signed by the key of a player")


def test_order_under_a_name_nobody_has_is_refused():
    at = fresh()
    refused(at, at.order(at.asked(), player="zoe"), "player: the signature is another player's")


def test_order_with_the_fingerprint_of_another_key_is_refused():
    at = fresh()
    asked = at.asked()
    order = at.order(asked, key=table.print_of(STRANGER))
    refused(at, order, "key: the signature is another key's")


def test_order_with_a_random_signature_is_refused():
    at = fresh()
    region, _ = flat.split(at.order(at.asked()))
    refused(at, flat.join(region, random.Random(1).randbytes(64)), "not signed by the key")


def test_order_without_a_signature_is_refused():
    at = fresh()
    refused(at, flat.split(at.order(at.asked()))[0], "not signed")


KINDS = ["order", "consent", "registration", "invitation", "head", "game", "entry"]


@pytest.mark.parametrize("kind", KINDS[1:])
def test_signature_of_another_kind_over_the_same_bytes_is_no_order(kind):
    at = fresh()
    asked = at.asked()
    region, _ = flat.split(at.order(asked))
    signature = sign(keys.identity_key(at.seeds[asked]), kind, region)
    refused(at, flat.join(region, signature), "not signed by the key")


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "consent"])
def test_signature_of_another_kind_over_the_same_bytes_is_no_consent(kind):
    at = table.accepting().split()
    region, _ = flat.split(at.consent("anna"))
    signature = sign(keys.identity_key(at.seeds["anna"]), kind, region)
    refused(at, flat.join(region, signature), "not signed by the key")


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "registration"])
def test_signature_of_another_kind_over_the_same_bytes_is_no_registration(kind):
    at = table.invited().split()
    region, _ = flat.split(at.registration("ben"))
    signature = sign(keys.identity_key(at.seeds["ben"]), kind, region)
    refused(at, flat.join(region, signature), "the signature of the registration is not")


def test_order_counts_whose_key_signed_it():
    at = table.four()
    authors = {
        flat.read(kind, flat.split(document)[0]).text("player")
        for document in at.documents
        for kind in [flat.kind_of(flat.split(document)[0])]
        if kind == "order"
    }
    assert authors == set(at.seeds)
    for stored in at.desk.entries:
        if stored.region is not None and b'kind = "order"' in stored.text:
            content = flat.read("order", stored.region)
            seat = at.chain.seats[content.text("player")]
            assert content.text("key") == seat.fingerprint
            assert encode64(document_id("order", stored.region)).encode() in stored.text


# What was signed


def test_order_with_any_byte_changed_is_refused_or_is_the_same_order():
    at = fresh()
    order = at.order(at.asked())
    region = flat.split(order)[0]
    at.desk.changed = False
    for place in range(len(order)):
        for changed in {0x20, order[place] ^ 0x01, order[place] ^ 0x80} - {order[place]}:
            bad = order[:place] + bytes([changed]) + order[place + 1 :]
            try:
                found, signature = flat.split(bad)
            except PbemError:
                continue
            if found == region and signature == flat.split(order)[1]:
                assert flat.tidy(bad) == order
                continue
            [verdict] = at.desk.take([bad])
            assert verdict.error is not None
    assert not at.desk.changed


@pytest.mark.parametrize("damage", HARMLESS)
def test_harmless_damage_leaves_the_same_order(damage):
    at, other = fresh(), fresh()
    order = at.order(at.asked())
    at.hand_in(order)
    other.hand_in(HARMLESS[damage](order))
    assert other.chain.head == at.chain.head
    assert other.desk.entries == at.desk.entries


@pytest.mark.parametrize(
    "more", [b"x = 1\n", b"# note\n", b'\n[signature]\nsig = "AAAA"\n', b"\n\nx\n", b"-- \nanna\n"]
)
def test_order_with_text_after_it_is_refused(more):
    at = fresh()
    refused(at, at.order(at.asked()) + more)


def test_two_orders_in_one_text_are_refused():
    at = fresh()
    order = at.order(at.asked())
    refused(at, order + order, "two documents")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('order = "', "order = '''"),
        ("\nseq", "\n# a remark\nseq"),
        ("\nseq", "\n\nseq"),
        ('order = "', 'order = "\\u0061'),
        ("seq = ", "seq =  "),
        ("seq = ", "seq = 0"),
        ("seq = ", "seq = +"),
        ('order = "', 'order = "\x1b[2J'),
        ('order = "', 'order = "\u202e'),
        ('order = "', 'order = "\u00a0'),
        ('order = "', 'order = "\x0c'),
        ('order = "', 'order = "\x00'),
        ("\nseq", '\nalg = "none"\nseq'),
        ("\nseq", '\nkdf = "none"\nseq'),
        ("pbem-order-1", "pbem-order-2"),
        ("pbem-order-1", "pbem-game-1"),
        ("seq = ", "seq = true\nx = "),
    ],
)
def test_order_in_another_spelling_is_refused_though_it_is_signed(old, new):
    at = fresh()
    asked = at.asked()
    region = flat.split(at.order(asked))[0].replace(old.encode(), new.encode(), 1)
    signature = sign(keys.identity_key(at.seeds[asked]), "order", region)
    document = region + b'\n[signature]\nsig = "%b"\n' % encode64(signature).encode()
    before = at.data()
    refused(at, document, error=(Refused, Unreadable))
    [verdict] = at.desk.take([document])
    assert verdict.message.isprintable()
    assert table.file_of(before)._replace(sealed=()) == table.file_of(at.data())._replace(sealed=())


# Where and when it was signed for


def test_order_of_another_game_of_the_same_people_is_refused():
    at = fresh()
    other = table.Table(2, ["anna", "ben"], first="anna")
    assert other.seeds == at.seeds
    other.join().accept().play(25)
    refused(at, other.order(other.asked()), "game: the game is another one")


def test_order_given_again_is_told_where_it_stands():
    at = fresh()
    order = at.order(at.asked())
    at.hand_in(order)
    at.desk.changed = False
    assert at.hand_in(order) == f"already entry {at.chain.head.number}"
    assert not at.desk.changed


def test_every_document_of_a_game_given_again_changes_nothing():
    at = fresh()
    at.desk.changed = False
    verdicts = at.desk.take(at.documents)
    assert all(verdict.error is None for verdict in verdicts)
    assert all(verdict.message.startswith("already ") for verdict in verdicts)
    assert not at.desk.changed


def test_order_with_an_old_seq_is_refused():
    at = fresh()
    asked = at.asked()
    seq = at.chain.seats[asked].seq
    refused(at, at.order(asked, seq=seq), "seq: ", f"is order {seq} of {asked} already")


def test_order_with_a_seq_left_out_is_set_aside():
    at = fresh()
    asked = at.asked()
    seq = at.chain.seats[asked].seq
    refused(at, at.order(asked, seq=seq + 2), "set aside", error=Ahead)


def test_order_for_an_earlier_round_is_refused():
    at = fresh()
    asked = at.asked()
    refused(at, at.order(asked, phase="round-1-place"), "phase: the order answers another question")


def test_order_of_who_is_not_asked_is_refused():
    at = fresh()
    [other] = set(at.seeds) - {one.player for one in at.chain.pending()}
    words = at.words(at.asked())
    refused(at, at.order(other, words), f"{other} is not asked; asked now: ")


def test_order_with_a_head_before_the_question_is_refused():
    at = fresh()
    asked = at.asked()
    opened = at.chain.seats[asked].opened
    old = at.chain.hashes[opened - 1]
    order = at.order(asked, head_index=opened - 1, head_hash=encode64(old))
    refused(at, order, "head_index: ", "before the question was asked")


def test_order_with_any_head_since_the_question_is_taken():
    at = fresh(table.parallel)
    first, second = (one.player for one in at.chain.pending())
    late = at.order(second)
    at.hand_in(at.order(first))
    assert at.hand_in(late).startswith("entry ")


def test_order_with_the_head_of_another_history_is_refused():
    at = fresh()
    head = at.chain.head
    order = at.order(at.asked(), head_index=head.number, head_hash=encode64(bytes(32)))
    refused(at, order, "head_hash: entry ", "is another one")


def test_order_made_on_one_branch_is_refused_on_the_other():
    one, other = fresh(), fresh()
    one.chance, other.chance = random.Random(1), random.Random(2)
    while one.chain.head == other.chain.head:
        one.play(1)
        other.play(1)
    one.play(3)
    other.play(3)
    while one.chain.stage == "playing" and one.asked() not in {
        asked.player for asked in other.chain.pending()
    }:
        one.play(1)
    with pytest.raises((Refused, RulesError)):
        other.hand_in(one.order(one.asked()))


def test_order_for_an_entry_to_come_is_refused():
    at = fresh()
    number = at.chain.head.number + 1
    refused(at, at.order(at.asked(), head_index=number), f"written for entry {number}")


def test_order_that_the_rules_forbid_is_refused():
    at = fresh()
    refused(at, at.order(at.asked(), "place 99 at once"), error=RulesError)


def test_sealed_order_where_words_are_asked_is_refused():
    at = fresh()
    refused(at, at.order(at.asked(), box=encode64(bytes(304))), "box: ")


def test_box_of_another_under_the_own_signature_is_never_the_others_choice():
    at = fresh()
    asked = at.asked()
    [other] = set(at.seeds) - {asked}
    box = flat.read("order", flat.split(at.order(other, box=encode64(bytes(304))))[0])["box"]
    refused(at, at.order(asked, box=box), "box: ")


def test_out_of_turn_documents_never_become_entries():
    at = fresh()
    asked = at.asked()
    [other] = set(at.seeds) - {one.player for one in at.chain.pending()}
    words = at.words(asked)
    size = len(at.data())
    flood = [at.order(other, words, revision=number) for number in range(300)]
    flood += [at.order(other, words, seq=number + 90) for number in range(300)]
    verdicts = at.desk.take(flood)
    assert all(verdict.error is not None for verdict in verdicts)
    assert len(at.data()) == size
    at.play(2)


@pytest.mark.soak
def test_ten_thousand_out_of_turn_documents_never_become_entries():
    at = fresh()
    asked = at.asked()
    [other] = set(at.seeds) - {one.player for one in at.chain.pending()}
    words = at.words(asked)
    size = len(at.data())
    flood = [at.order(other, words, revision=number) for number in range(10_000)]
    assert all(verdict.error is not None for verdict in at.desk.take(flood))
    assert len(at.data()) == size
    at.play(2)


# Seats


def test_registration_for_a_taken_seat_is_refused_with_both_fingerprints():
    at = table.invited().split()
    document = at.registration("anna", seed=STRANGER)
    refused(at, document, table.print_of(at.seeds["anna"]), table.print_of(STRANGER))


def test_registration_of_a_seated_key_for_another_seat_is_refused():
    at = table.invited().split()
    document = at.registration("ben", seed=at.seeds["anna"])
    refused(at, document, "has the seat of anna already", table.print_of(at.seeds["anna"]))


def test_registration_of_the_moderators_key_is_refused():
    at = table.invited().split()
    document = at.registration("ben", seed=at.moderator.seed)
    refused(at, document, "is the moderator's, which holds no seat")


def test_registration_of_a_name_not_invited_is_refused():
    at = table.invited().split()
    refused(at, at.registration("zoe", seed=STRANGER), "zoe is not invited")


def test_registration_for_another_invitation_is_refused():
    at = table.invited().split()
    document = at.registration("ben", invitation=encode64(bytes(32)))
    refused(at, document, "answers another invitation")


def test_registration_by_another_key_than_it_names_is_refused():
    at = table.invited().split()
    key = encode64(public_key(keys.identity_key(at.seeds["ben"])))
    document = at.registration("ben", seed=STRANGER, key=key)
    refused(at, document, "the signature of the registration is not by the key in it")


def test_registration_for_a_seat_kept_for_another_key_is_refused():
    at = table.Table(1, ["anna", "ben"])
    bound = {"ben": table.print_of(at.seeds["ben"])}
    data = desk.invite(at.moderator, at.chain.invitation.options, salt=at.salt, bound=bound)
    at.desk = desk.Desk(data, at.moderator)
    document = at.registration("ben", seed=STRANGER)
    refused(at, document, "is for the key", bound["ben"], table.print_of(STRANGER))
    assert at.hand_in(at.registration("ben")) == "ben has joined"


# The eight points of small order, canonical and not.
_P = 2**255 - 19
_Y8 = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD83D3D706A17C7
SMALL_ORDER = [
    (y | sign_bit << 255).to_bytes(32, "little")
    for y in (0, 1, _P - 1, _P, _P + 1, _Y8, _P - _Y8)
    for sign_bit in (0, 1)
]


#: A sound key plus the point of order 2: (x, y) becomes (-x, -y), another key of the same person.
MIXED_ORDER = bytes.fromhex("f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43")
WEAK = pytest.mark.parametrize("key", [*SMALL_ORDER, MIXED_ORDER], ids=bytes.hex)


@WEAK
def test_identity_key_of_small_or_mixed_order_gets_no_seat(key):
    at = table.invited().split()
    refused(at, at.registration("ben", key=encode64(key)), "the public key is")


@pytest.mark.parametrize(
    "key",
    [
        bytes(32),
        (1).to_bytes(32, "little"),
        (_P - 1).to_bytes(32, "little"),
        _P.to_bytes(32, "little"),
        (_P + 1).to_bytes(32, "little"),
        (9 | 1 << 255).to_bytes(32, "little"),
    ],
    ids=bytes.hex,
)
def test_sealing_key_that_nothing_can_be_sealed_to_gets_no_seat(key):
    at = table.invited().split()
    refused(at, at.registration("ben", seal_key=encode64(key)), "the sealing key is")


def test_consent_with_another_nonce_is_refused():
    at = table.accepting().split()
    document = at.consent("anna", nonce=encode64(bytes(32)))
    refused(at, document, "nonce: it is not the one that the registration committed to")


def test_consent_with_the_nonce_of_another_is_refused():
    at = table.accepting().split()
    theirs = keys.game_nonce(at.seeds["ben"], at.chain.invitation.id, "ben")
    refused(at, at.consent("anna", nonce=encode64(theirs)), "nonce: ")


def test_copied_nonce_commitment_cannot_be_opened():
    at = table.Table(1, ["anna", "ben"]).join("anna")
    invite = at.chain.invitation.id
    nonce = keys.game_nonce(at.seeds["anna"], invite, "anna")
    copied = encode64(commitments.nonce_commit(invite, "anna", nonce))
    at.hand_in(at.registration("ben", nonce_commit=copied))
    refused(at, at.consent("ben", nonce=encode64(nonce)), "nonce: ")


def test_consent_with_a_wrong_probe_is_refused():
    at = table.accepting().split()
    refused(at, at.consent("anna", probe=encode64(bytes(32))), "probe: ")


def test_consent_to_another_genesis_is_refused():
    at = table.accepting().split()
    refused(at, at.consent("anna", game=encode64(bytes(32))), "game: the game is another one")


def test_consent_to_another_invitation_is_refused():
    at = table.accepting().split()
    refused(at, at.consent("anna", invitation=encode64(bytes(32))), "invitation: ")


def test_consent_a_second_time_in_other_bytes_is_refused():
    at = table.accepting().split()
    region, _ = flat.split(at.consent("ben"))
    assert at.desk.take([flat.join(region, bytes(64))])[0].message == "already entry 1"
    at.hand_in(at.consent("anna"))
    refused(at, at.consent("ben", probe=encode64(bytes(32))), "ben has accepted already")


def test_a_new_invitation_gets_new_nonces():
    seed = bytes(32)
    one, other = (keys.game_nonce(seed, invite, "anna") for invite in (b"a" * 32, b"b" * 32))
    assert one != other


def test_two_seats_of_one_seed_have_nonces_of_their_own():
    one, other = (keys.game_nonce(bytes(32), b"a" * 32, name) for name in ("anna", "ben"))
    assert one != other


# Robustness


def mutations(chance, document):
    """A document with something cut, doubled, replaced or put in."""
    data = bytearray(document)
    for _ in range(chance.randrange(1, 4)):
        place = chance.randrange(len(data) + 1)
        end = min(len(data), place + chance.randrange(1, 40))
        match chance.randrange(5):
            case 0:
                del data[place:end]
            case 1:
                data[place:place] = data[place:end]
            case 2:
                data[place:end] = chance.randbytes(end - place)
            case 3:
                data[place:place] = chance.choice(
                    [b"\n", b'"', b"'''", b"[signature]\n", b"\x1b[31m", b"9" * 50, b"= ", b"\r"]
                )
            case 4:
                data[:] = data + bytes(chance.randrange(3)) + data[place:end]
    return bytes(data)


def hold_against_mutations(number, count):
    """Orders with anything done to them never bring the desk down, and never count as others."""
    chance = random.Random(f"mutations {number}")
    at = fresh()
    asked = at.asked()
    good = at.order(asked)
    region = flat.split(good)[0]
    documents = [good, at.registration("ben"), at.documents[2], armor.armor(good, "x").encode()]
    at.desk.changed = False
    for _ in range(count):
        bad = mutations(chance, chance.choice(documents))
        signed = chance.random() < 0.3
        if signed:
            # With a signature that holds, so that what is below is reached as well.
            cut = mutations(chance, region)
            signature = sign(keys.identity_key(at.seeds[asked]), "order", cut)
            bad = cut + b'\n[signature]\nsig = "%b"\n' % encode64(signature).encode()
        [verdict] = at.desk.take([bad])
        if verdict.error is None and not verdict.message.startswith("already"):
            # Other words with a signature that holds may well be an order.
            assert signed or flat.split(bad)[0] == region
            at = fresh()
            at.desk.changed = False
        else:
            assert not at.desk.changed
            assert verdict.message.isprintable()


def test_mutated_documents_are_refused_and_change_nothing():
    hold_against_mutations(0, 500)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(1, 21))
def test_many_mutated_documents_are_refused_and_change_nothing(number):
    hold_against_mutations(number, 5000)


def test_player_does_not_sign_the_genesis_with_a_foreign_key_under_the_own_name():
    at = table.Table(1, ["anna", "ben"]).join("anna")
    at.hand_in(at.registration("ben", seed=STRANGER))
    with pytest.raises(Refused, match="holds no seat of this game"):
        player.accept(open_game(at.data()), at.seeds["ben"])


@pytest.mark.parametrize("field", ["seal_key", "nonce_commit"])
def test_player_does_not_sign_the_genesis_with_another_commitment_of_the_own_key(field):
    at = table.Table(1, ["anna", "ben"]).join("anna")
    other = encode64(keys.seal_public(b"x" * 32))
    at.hand_in(at.registration("ben", **{field: other}))
    with pytest.raises(Refused, match="does not hold the registration that your key makes"):
        player.accept(open_game(at.data()), at.seeds["ben"])
