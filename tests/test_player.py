"""What a player signs, and what the player's tool refuses to sign."""

from __future__ import annotations

import pytest

from pbem import audit, desk, player, rules
from pbem.chain import open_game
from pbem.crypto import commitments, keys
from pbem.crypto.signatures import public_key, verify
from pbem.errors import Fault, Refused
from pbem.formats import flat
from pbem.rules import Illegal, RulesError
from pbem.rules import Unreadable as NoOrder
from tests.trust import table

STRANGER = bytes(range(32))


def content(document):
    region, _ = flat.split(document)
    return flat.read(flat.kind_of(region), region)


def opened(at):
    return open_game(at.data())


# Registration


def test_registration_holds_the_keys_that_follow_from_the_seed():
    at = table.Table(1, ["anna", "ben"])
    seed = at.seeds["ben"]
    written = content(player.join(opened(at), seed, "ben", 5).data)
    invite = at.chain.invitation.id
    assert dict(written) == {
        "format": "pbem-registration-1",
        "invitation": table.encode64(invite),
        "player": "ben",
        "key": table.encode64(public_key(keys.identity_key(seed))),
        "seal_key": table.encode64(keys.seal_public(keys.game_seal_key(seed, invite))),
        "nonce_commit": table.encode64(
            commitments.nonce_commit(invite, "ben", keys.game_nonce(seed, invite, "ben"))
        ),
        "door": 5,
    }


def test_registration_is_the_same_every_time():
    at = table.Table(1, ["anna", "ben"])
    one, two = (player.join(opened(at), at.seeds["ben"], "ben").data for _ in range(2))
    assert one == two


def test_registration_is_signed_by_the_key_in_it():
    at = table.Table(1, ["anna", "ben"])
    data = player.join(opened(at), at.seeds["ben"], "ben").data
    region, signature = flat.split(data)
    assert verify(content(data).raw("key"), "registration", region, signature)


def test_own_registration_is_signed_again_in_the_same_words_alone():
    at = table.invited()
    assert player.join(opened(at), at.seeds["anna"], "anna").data == at.documents[0]
    with pytest.raises(Refused, match="anna has joined already with this key"):
        player.join(opened(at), at.seeds["anna"], "anna", 5)


def test_seat_of_another_is_not_asked_for():
    at = table.invited()
    with pytest.raises(Refused, match="the seat of anna is taken by"):
        player.join(opened(at), at.seeds["ben"], "anna")


def test_second_seat_is_not_asked_for():
    at = table.invited()
    with pytest.raises(Refused, match="has the seat of anna already"):
        player.join(opened(at), at.seeds["anna"], "ben")


def test_seat_nobody_offers_is_not_asked_for():
    at = table.invited()
    with pytest.raises(Refused, match="zoe is not invited") as caught:
        player.join(opened(at), STRANGER, "zoe")
    assert caught.value.hint == "invited: anna, ben"


def test_wish_for_a_door_is_met():
    at = table.Table(1, ["anna", "ben"])
    at.hand_in(player.join(opened(at), at.seeds["anna"], "anna", 7).data)
    at.join("ben").accept()
    rooms = {room["number"]: room["key"] for room in table.file_of(at.data()).board["rooms"]}
    assert rooms[7] == "anna"
    assert rooms[1] == "ben"


# Consent


def test_consent_shows_the_nonce_and_answers_the_probe():
    at = table.accepting()
    written = player.accept(opened(at), at.seeds["anna"]).data
    assert written == at.consent("anna")


@pytest.mark.parametrize("seed", [STRANGER, "moderator"])
def test_consent_is_not_signed_without_a_seat(seed):
    at = table.accepting()
    with pytest.raises(Refused, match="holds no seat of this game"):
        player.accept(opened(at), at.moderator.seed if seed == "moderator" else seed)


def test_consent_is_not_signed_for_a_box_that_does_not_open():
    at = table.accepting()

    def exchange(boxes):
        one, two, *rest = boxes
        return [one._replace(box=two.box), two._replace(box=one.box), *rest]

    data = table.resign(at.data(), at.moderator, sealed=exchange, rechain=False)
    with pytest.raises(Fault, match="does not open"):
        player.accept(open_game(data), at.seeds["anna"])


def test_consent_is_not_signed_for_a_foreign_registration_under_the_own_name():
    at = table.Table(1, ["anna", "ben"]).join("anna")
    own = at.seeds["ben"]
    at.seeds["ben"] = STRANGER
    at.join("ben")
    with pytest.raises(Refused) as caught:
        player.accept(opened(at), own)
    assert table.print_of(own) in caught.value.message
    assert f"ben {table.print_of(STRANGER)}" in caught.value.hint


# Orders


def sign(at, words, *before, replace=False):
    name = at.asked()
    return player.order(opened(at), at.seeds[name], words, before, replace=replace)


def choices(at):
    seat = at.chain.players.index(at.asked())
    orders = rules.legal_orders(at.chain.game, seat)
    return [rules.write(at.chain.game, seat, order) for order in orders]


def with_choices(count=3):
    at = table.Table(2, ["anna", "ben"]).join().accept()
    while len(choices(at)) < count:
        at.play(1)
    return at


def test_order_names_question_head_and_author():
    at = table.midgame()
    name, words = at.asked(), choices(table.midgame())[0]
    assert sign(at, words).data == at.order(name, words)


def test_order_is_written_in_the_writers_form():
    at = with_choices()
    words = choices(at)[0]
    assert words.startswith("place ")
    written = sign(at, f"place the traveler in room {words.split()[1]}".replace("traveler in ", ""))
    assert written.words == words
    assert content(written.data)["order"] == words


def test_same_words_give_the_same_document():
    at = with_choices()
    first = sign(at, choices(at)[0])
    assert sign(at, choices(at)[0], first).data == first.data


def test_same_words_give_the_same_document_though_others_have_answered_since():
    at = table.parallel().split()
    first, second = (asked.player for asked in at.chain.pending())
    seat = at.chain.players.index(second)
    words = rules.write(at.chain.game, seat, next(iter(rules.legal_orders(at.chain.game, seat))))
    before = player.order(opened(at), at.seeds[second], words)
    at.hand_in(at.order(first))
    again = player.order(opened(at), at.seeds[second], words, [before])
    assert again == before


def test_other_words_are_not_signed_for_the_same_question():
    at = with_choices()
    first = sign(at, choices(at)[0])
    with pytest.raises(Refused, match=r"you have signed .* already") as caught:
        sign(at, choices(at)[1], first)
    assert "--replace" in caught.value.hint


def test_other_words_are_signed_as_the_next_revision():
    at = with_choices()
    first = sign(at, choices(at)[0])
    second = sign(at, choices(at)[1], first, replace=True)
    third = sign(at, choices(at)[2], second, replace=True)
    assert [content(each.data)["revision"] for each in (first, second, third)] == [0, 1, 2]
    assert content(third.data)["seq"] == content(first.data)["seq"]


def test_same_words_with_replace_give_the_same_document():
    at = with_choices()
    first = sign(at, choices(at)[0])
    assert sign(at, choices(at)[0], first, replace=True).data == first.data


def test_same_words_on_another_history_are_a_new_revision():
    at = with_choices()
    document = dict(content(sign(at, choices(at)[0]).data))
    del document["format"]
    elsewhere = table.signed(
        "order", document | {"head_hash": table.encode64(bytes(32))}, at.seeds[at.asked()]
    )
    before = player.Written(elsewhere, choices(at)[0])
    again = content(sign(at, choices(at)[0], before).data)
    assert (again["revision"], again["head_hash"]) == (1, table.encode64(at.chain.head.hash))


@pytest.mark.parametrize(
    ("words", "error"),
    [("place", RulesError), ("dance", NoOrder), ("place 9", RulesError), ("", NoOrder)],
)
def test_order_that_is_not_all_right_is_not_signed(words, error):
    with pytest.raises(error):
        sign(with_choices(), words)


def test_order_out_of_turn_is_not_signed():
    at = table.midgame()
    [other] = set(at.seeds) - {one.player for one in at.chain.pending()}
    with pytest.raises(Illegal, match=f"{other} is not asked; asked now: "):
        player.order(opened(at), at.seeds[other], choices(at)[0])


def test_order_is_not_signed_without_a_seat():
    at = table.midgame()
    with pytest.raises(Refused, match="holds no seat of this game"):
        player.order(opened(at), STRANGER, choices(at)[0])


def test_order_is_not_signed_on_a_false_view(monkeypatch):
    at = table.midgame().split()
    monkeypatch.setattr(at.chain, "view", lambda _: b"{}")
    with pytest.raises(Fault):
        sign(at, choices(at)[0])


def test_memory_is_kept_for_each_key_and_order():
    at = table.midgame()
    seats = at.chain.seats.values()
    names = {player.memory_of(seat.fingerprint, seat.seq + 1) for seat in seats}
    assert len(names) == 2
    seat = at.chain.seats["anna"]
    assert player.memory_of(seat.fingerprint, 7) == f"{seat.fingerprint}.order-7"


def test_what_a_player_signs_all_the_way_is_taken():
    at = table.Table(7, ["anna", "ben", "carla"])
    for name in at.seeds:
        at.hand_in(player.join(opened(at), at.seeds[name], name).data)
    for name in at.seeds:
        at.hand_in(player.accept(opened(at), at.seeds[name]).data)
    for _ in range(12):
        name = at.asked()
        words = at.words(name)
        at.hand_in(player.order(opened(at), at.seeds[name], words).data)
    for seed in at.seeds.values():
        assert audit.audit(at.data(), seed).verdict == audit.SO_FAR
    assert desk.Desk(at.data(), at.moderator).chain.head == at.chain.head
