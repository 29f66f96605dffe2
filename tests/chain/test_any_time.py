"""Orders that answer no question: swaps, and standing holds, which are sealed."""

from __future__ import annotations

import functools

import pytest

from pbem import audit, desk, player, rules
from pbem.chain import Ahead, open_game
from pbem.errors import PbemError, Refused
from tests.trust import table
from tests.trust.verdicts import refused

SWAPS = {"cash": "swap to cash 1", "checks": "swap to checks 1"}


@functools.cache
def wealthy():
    """A game of three under Unlimited Wealth, with objects; the host is asked to place."""
    at = table.Table(51, ["anna", "ben", "carla"], variants=["unlimited-wealth"], modules=table.ALL)
    at.join().accept()
    while at.chain.game.phase == "draft":
        at.hand_in(at.order(at.asked()))
    return at


def fresh():
    return wealthy().split()


def others(at):
    """The players who are not asked."""
    asked = {one.player for one in at.chain.pending()}
    return [name for name in at.seeds if name not in asked]


def swap(at, name):
    """What the player can swap: everybody begins with a check."""
    player_ = at.chain.game.players[at.chain.players.index(name)]
    return SWAPS["cash" if player_.checks else "checks"]


# Between a question and its answer


@pytest.mark.parametrize("kind", ["swap", "standing"])
def test_answer_is_valid_though_another_player_gave_an_order_meanwhile(kind):
    at = fresh()
    asked, other = at.asked(), others(at)[0]
    answer = at.order(asked)
    at.hand_in(at.order(other, swap(at, other) if kind == "swap" else "hold always"))
    at.hand_in(answer)


@pytest.mark.parametrize("kind", ["swap", "standing"])
def test_answer_is_valid_though_the_player_gave_an_order_meanwhile(kind):
    at = fresh()
    asked, head = at.asked(), at.chain.head
    at.hand_in(at.order(asked, swap(at, asked) if kind == "swap" else "hold always"))
    place = {"head_index": head.number, "head_hash": table.encode64(head.hash)}
    at.hand_in(at.order(asked, **place))


def test_order_given_meanwhile_takes_a_number_of_its_own():
    at = fresh()
    asked = at.asked()
    seq = at.chain.seats[asked].seq
    answer = at.order(asked)
    at.hand_in(at.order(asked, swap(at, asked)))
    number = at.chain.head.number
    refused(at, answer, f"seq: entry {number} is order {seq + 1} of {asked} already")
    at.hand_in(at.order(asked, seq=seq + 2))


def test_order_ahead_of_its_number_is_set_aside():
    at = fresh()
    name = others(at)[0]
    ahead = at.order(name, "hold always", seq=at.chain.seats[name].seq + 2)
    refused(at, ahead, "comes after", error=Ahead)


def test_question_stays_open_since_the_entry_that_asked_it():
    at = fresh()
    asked = at.asked()
    opened = at.chain.seats[asked].opened
    at.hand_in(at.order(asked, swap(at, asked)))
    at.hand_in(at.order(others(at)[0], "hold always"))
    assert at.chain.seats[asked].opened == opened < at.chain.head.number


# The head an order is written for


@pytest.mark.parametrize("words", ["swap", "hold always"])
@pytest.mark.parametrize("older", [0, 1, 5])
def test_order_is_written_for_a_head_not_older_than_the_oldest_question(words, older):
    at = fresh()
    name = others(at)[0]
    at.hand_in(at.order(at.asked()))
    opened = min(seat.opened for seat in at.chain.seats.values() if seat.opened is not None)
    at.hand_in(at.order(at.asked(), swap(at, at.asked())))
    index = opened - older
    place = {"head_index": index, "head_hash": table.encode64(at.chain.hashes[index])}
    document = at.order(name, swap(at, name) if words == "swap" else words, **place)
    if older:
        refused(at, document, f"written for entry {index}, before the question was asked in entry")
    else:
        at.hand_in(document)


def test_oldest_of_several_questions_counts():
    at = table.drafting().split()
    dealt = at.chain.head
    at.hand_in(at.order("anna"))
    at.hand_in(at.order("ben"))
    place = {"head_index": dealt.number, "head_hash": table.encode64(dealt.hash)}
    at.hand_in(at.order("anna", "hold always", **place))
    before = {"head_index": 2, "head_hash": table.encode64(at.chain.hashes[2])}
    refused(
        at, at.order("ben", "hold always", **before), "before the question was asked in entry 3"
    )


def test_head_of_another_history_is_refused():
    at = fresh()
    document = at.order(others(at)[0], "hold always", head_hash=table.encode64(bytes(32)))
    refused(at, document, "is another one in the game the order was written for")


# How many there may be


@pytest.mark.parametrize(("words", "kind"), [("swap", "swap"), ("hold always", "standing order")])
def test_second_one_waits_for_the_next_question(words, kind):
    at = fresh()
    name = others(at)[0]

    def again():
        return at.order(name, swap(at, name) if words == "swap" else words)

    at.hand_in(again())
    refused(at, again(), f"{name} has given a {kind} since the last question was asked")
    at.hand_in(at.order(at.asked()))
    at.hand_in(again())


def test_one_of_each_kind_is_taken():
    at = fresh()
    name = others(at)[0]
    at.hand_in(at.order(name, swap(at, name)))
    at.hand_in(at.order(name, "hold always"))


def test_players_do_not_take_each_others_turn():
    at = fresh()
    for name in at.seeds:
        at.hand_in(at.order(name, "hold for round"))
        at.hand_in(at.order(name, swap(at, name)))


def flooded(at, count):
    """How many entries come of *count* orders that nobody asked anna for."""
    before = at.chain.head.number
    for number in range(count):
        words = swap(at, "anna") if number % 2 else "hold always"
        at.desk.take([at.order("anna", words, revision=number)])
    return at.chain.head.number - before


@pytest.mark.parametrize("count", [300, pytest.param(10_000, marks=pytest.mark.soak)])
def test_flood_of_orders_makes_two_entries_a_question_and_the_others_play_on(count):
    at = fresh()
    assert flooded(at, count) == 2
    size = len(at.data())
    at.hand_in(at.order(at.asked()))
    assert flooded(at, 10) == 2
    assert len(at.data()) - size < 12_000
    assert audit.audit(at.data()).verdict == audit.SO_FAR


def test_file_that_has_grown_long_takes_answers_only(monkeypatch):
    at = fresh()
    name = others(at)[0]
    monkeypatch.setattr(desk, "_ROOMY", at.desk._size() - 1)
    words = "the game has grown too long for orders that answer no question"
    refused(at, at.order(name, swap(at, name)), words)
    refused(at, at.order(name, "hold always"), words)
    at.hand_in(at.order(at.asked()))


def test_size_of_the_entries_is_about_what_they_take_in_the_file():
    at = table.carnival()
    taken = sum(len(table.entry.dump(stored)) for stored in at.desk.entries)
    assert taken <= at.desk._size() < 1.1 * taken


# What is no order of this kind


def test_answer_to_a_question_is_not_given_at_any_time():
    at = fresh()
    refused(at, at.order(at.asked(), phase="any"), "phase: `any` is for orders that answer no")


def test_swap_answers_no_question():
    at = fresh()
    asked = at.asked()
    document = at.order(asked, swap(at, asked), phase=at.phase(asked))
    refused(at, document, "phase: `any` is for orders that answer no")


@pytest.mark.parametrize("words", ["hold always", "hold no more", "keep poison"])
def test_secret_choice_in_clear_is_refused(words):
    at = table.drafting().split() if words.startswith("keep") else fresh()
    name = at.asked()
    phase = at.phase(name) if words.startswith("keep") else "any"
    fields = at.fields(name) | {"phase": phase, "order": words}
    document = table.signed("order", fields, at.seeds[name])
    refused(at, document, "order: this choice is secret, it has to be sealed")


def test_box_does_not_answer_an_open_question_of_play():
    at = fresh()
    asked = at.asked()
    fields = at.fields(asked)
    document = table.signed("order", fields | {"box": at.box("place 1", fields)}, at.seeds[asked])
    refused(at, document, "box: this question is not answered by a sealed order")


def test_box_of_a_player_who_is_not_asked_answers_nothing():
    at = fresh()
    name = others(at)[0]
    fields = at.fields(name)
    document = table.signed(
        "order", fields | {"box": at.box("keep poison", fields)}, at.seeds[name]
    )
    refused(at, document, f"{name} is not asked")


@pytest.mark.parametrize(
    ("words", "why"), [("swap to cash 1", "a swap is for games with unlimited")]
)
def test_swap_needs_its_variant(words, why):
    at = table.midgame().split()
    refused(at, at.order("anna", words), why, error=rules.Illegal)


def test_standing_hold_needs_objects():
    at = table.midgame().split()
    refused(at, at.order("anna", "hold always"), "for games with objects", error=rules.Illegal)


def test_nothing_is_taken_when_the_game_is_over():
    at = table.carnival_over().split()
    refused(at, at.order("anna", "hold always"), "the game is over")


# What the player's own tool does


def signed(at, name, words, *before, replace=False):
    return player.order(open_game(at.data()), at.seeds[name], words, before, replace=replace)


def test_tool_signs_for_any_time_and_seals_holds():
    at = fresh()
    name = others(at)[0]
    for words in (swap(at, name), "hold for round"):
        written = signed(at, name, words)
        content = table.flat.read("order", table.flat.split(written.data)[0])
        assert content["phase"] == "any"
        assert ("box" in content) is written.sealed is (words == "hold for round")
        at.hand_in(written.data)


def test_tool_does_not_sign_a_second_one_before_the_next_question():
    at = fresh()
    name = others(at)[0]
    at.hand_in(signed(at, name, "hold for round").data)
    with pytest.raises(Refused, match="has given a standing order since"):
        signed(at, name, "hold always")


def test_same_words_give_the_same_document_while_it_would_be_taken():
    at = fresh()
    name = others(at)[0]
    first = signed(at, name, "hold always")
    at.hand_in(at.order(at.asked(), swap(at, at.asked())))
    assert signed(at, name, "hold always", first) == first


def test_same_words_are_signed_anew_when_the_old_document_would_be_refused():
    at = fresh()
    name = others(at)[0]
    first = signed(at, name, "hold always")
    while others(at) == [] or name not in others(at) or at.chain.pending()[0].question == "place":
        at.hand_in(at.order(at.asked()))
    with pytest.raises(PbemError):
        at.split().hand_in(first.data)
    second = signed(at, name, "hold always", first)
    assert second != first
    at.hand_in(second.data)


def seq_of(written):
    content = table.flat.read("order", table.flat.split(written.data)[0])
    return content["seq"], content["revision"]


def test_answer_is_signed_beside_an_order_that_was_not_taken_yet():
    at = fresh()
    asked = at.asked()
    seq = at.chain.seats[asked].seq
    hold = signed(at, asked, "hold for round")
    swapped = signed(at, asked, swap(at, asked), hold)
    answer = signed(at, asked, at.words(asked), hold, swapped)
    assert [seq_of(each) for each in (hold, swapped, answer)] == [
        (seq + 1, 0),
        (seq + 2, 0),
        (seq + 3, 0),
    ]
    verdicts = at.desk.take([answer.data, swapped.data, hold.data])
    assert [verdict.error for verdict in verdicts] == [None] * 3


def test_each_of_several_signed_orders_is_found_again():
    at = fresh()
    asked = at.asked()
    hold = signed(at, asked, "hold for round")
    answer = signed(at, asked, at.words(asked), hold)
    assert signed(at, asked, "hold for round", hold, answer) == hold
    assert signed(at, asked, answer.words, hold, answer) == answer
    with pytest.raises(Refused, match="you have signed 'hold for round' already"):
        signed(at, asked, "hold always", hold, answer)
    assert seq_of(signed(at, asked, "hold always", hold, answer, replace=True)) == (
        seq_of(hold)[0],
        1,
    )


def test_number_of_an_order_that_can_no_longer_be_taken_is_used_again():
    at = fresh()
    name = others(at)[0]
    lost = signed(at, name, "hold always")
    while ("objects" not in [one.question for one in at.chain.pending()]) or at.asked() != name:
        hold = at.chain.pending()[0].question == "objects"
        at.hand_in(at.order(at.asked(), "hold" if hold else None))
    answer = signed(at, name, "hold", lost)
    assert seq_of(answer) == (seq_of(lost)[0], 1)
    at.hand_in(answer.data)
