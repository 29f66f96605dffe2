"""Receipts, and the moderator whom they contradict."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem import receipts
from pbem.crypto.keys import identity_key
from pbem.crypto.signatures import sign
from pbem.errors import Fault, Refused
from pbem.formats import flat
from tests.cli.runner import pbem
from tests.trust import agreeing, table
from tests.trust.folder import adjudicate, lay, write

EARLY, LATER = "2024-11-29", "2024-11-30"


def receipt(at, document, outcome, date=EARLY):
    """The moderator's receipt at the present moment of a game."""
    return receipts.write(document, at.chain.head, outcome, date, identity_key(at.moderator.seed))


@pytest.fixture
def at():
    return table.dealt().split()


def test_receipt_of_an_order_that_was_taken_names_its_entry(at):
    document = at.order(at.asked())
    at.hand_in(document)
    shown = receipts.check(at.data(), receipt(at, document, receipts.TAKEN))
    assert shown == f"the order is entry {at.chain.head.number}"


def test_order_that_was_taken_and_left_out_is_a_contradiction(at):
    document = at.order(at.asked())
    given = receipt(at, document, receipts.TAKEN)
    with pytest.raises(Fault, match="taken, and is not in the chain"):
        receipts.check(at.data(), given)


def waiting(**changes):
    """A game in which an answer was set aside, since the swap signed before it came later."""
    at = table.Table(8, ["anna", "ben"], variants=["unlimited-wealth"]).join().accept()
    name = at.asked()
    swap = at.order(name, "swap to cash 1")
    given = receipt(at, at.order(name, "place 1", seq=2, **changes), receipts.WAITING)
    at.hand_in(swap)
    return at, name, given


def test_player_who_is_called_late_but_was_there_is_a_contradiction():
    at, name, given = waiting()
    at.desk.late(name, LATER)
    with pytest.raises(Fault, match=f"called late on {LATER}; the order was there on {EARLY}"):
        receipts.check(at.data(), given)


def test_order_that_came_after_the_day_is_no_contradiction(at):
    name = at.asked()
    document = at.order(name)
    at.desk.late(name, EARLY)
    given = receipt(at, document, receipts.REFUSED, LATER)
    assert "nothing in the game contradicts" in receipts.check(at.data(), given)


def test_lower_revision_that_was_used_is_a_contradiction():
    at, name, given = waiting(revision=1)
    at.hand_in(at.order(name, "place 2"))
    with pytest.raises(Fault, match="a lower revision was used"):
        receipts.check(at.data(), given)


def test_refusal_of_a_legal_order_is_a_contradiction(at):
    given = receipt(at, at.order(at.asked(), "place 1"), receipts.REFUSED)
    with pytest.raises(Fault, match="refused, and was legal"):
        receipts.check(at.data(), given)


@pytest.mark.parametrize(
    "changes", [{"words": "place 9"}, {"words": "pass"}, {"words": "place 1", "seq": 2}]
)
def test_refusal_of_an_order_that_was_not_legal_is_no_contradiction(at, changes):
    given = receipt(at, at.order(at.asked(), **changes), receipts.REFUSED)
    assert "nothing in the game contradicts" in receipts.check(at.data(), given)


def test_due_order_that_was_set_aside_is_a_contradiction(at):
    given = receipt(at, at.order(at.asked(), "place 1"), receipts.WAITING, LATER)
    with pytest.raises(Fault, match="set aside, and was due"):
        receipts.check(at.data(), given)
    # Nor does it help to call the player late with an earlier day.
    at.desk.late(at.asked(), EARLY)
    with pytest.raises(Fault, match="set aside, and was due"):
        receipts.check(at.data(), given)


@pytest.mark.parametrize("outcome", [receipts.REFUSED, receipts.WAITING])
def test_receipt_with_an_older_head_than_its_order_is_a_contradiction_too(at, outcome):
    before = at.chain.head
    at.hand_in(at.order(at.asked(), "place 1"))
    document = at.order(at.asked(), "place 2")
    given = receipts.write(document, before, outcome, EARLY, identity_key(at.moderator.seed))
    with pytest.raises(Fault, match=r"and was (legal|due)"):
        receipts.check(at.data(), given)


def test_order_by_a_key_that_comes_into_force_later_is_no_proof(at):
    name, new = at.asked(), agreeing.seed(211)
    rotation = agreeing.rotation(at, name, new)
    early = at.order(name, "place 1", seed=new, key=table.print_of(new))
    given = [receipt(at, early, outcome) for outcome in (receipts.REFUSED, receipts.WAITING)]
    at.hand_in(rotation)
    at.seeds[name] = new
    assert "nothing in the game contradicts" in receipts.check(at.data(), given[0])
    at.desk.late(name, LATER)
    assert "nothing in the game contradicts" in receipts.check(at.data(), given[0])
    # Who says that it waited has to take it once it can be taken.
    with pytest.raises(Fault, match="called late"):
        receipts.check(at.data(), given[1])


@pytest.mark.parametrize("outcome", [receipts.TAKEN, receipts.REFUSED, receipts.WAITING])
def test_former_moderator_gives_no_receipts(at, outcome):
    old = at.moderator
    agreeing.handover(at, "nina", agreeing.seed(203))
    document = at.order(at.asked(), "place 1")
    given = receipts.write(document, at.chain.head, outcome, EARLY, old.key)
    at.desk.late(at.asked(), LATER)
    with pytest.raises(Refused, match="not signed by nina, who moderated after entry"):
        receipts.check(at.data(), given)


def test_receipt_by_somebody_else_is_refused(at):
    document = at.order(at.asked())
    head, key = at.chain.head, identity_key(at.seeds["anna"])
    given = receipts.write(document, head, receipts.TAKEN, EARLY, key)
    with pytest.raises(Refused, match="not signed by mod, who moderated after entry"):
        receipts.check(at.data(), given)


def test_receipt_of_another_game_is_refused(at):
    given = receipt(at, table.midgame().documents[-1], receipts.TAKEN)
    with pytest.raises(Refused, match="for another game"):
        receipts.check(at.data(), given)


def test_receipt_on_another_history_is_a_contradiction(at):
    one, other = at.split(), at.split()
    document = one.order(one.asked(), "place 1")
    one.hand_in(document)
    other.hand_in(other.order(other.asked(), "place 2"))
    with pytest.raises(Fault, match="another history"):
        receipts.check(other.data(), receipt(one, document, receipts.TAKEN))


def test_words_of_a_sealed_order_are_not_in_its_receipt():
    at = table.drafting().split()
    document = at.order(at.asked())
    region, _ = flat.split(receipt(at, document, receipts.WAITING))
    assert flat.read("receipt", region)["order"] == "a sealed choice"


# At the command line


def test_adjudicate_writes_a_receipt_that_the_audit_reads(own_desk, at):
    lay(at)
    document = write("order.toml", at.order(at.asked(), "place 1"))
    assert adjudicate(document, "--receipt", "receipt.toml").code == 0
    answer = pbem("audit", "game.toml", "--receipt", "receipt.toml")
    assert answer.code == 0
    assert "receipt.toml: the order is entry" in answer.text


def test_receipt_is_given_for_what_is_refused_as_well(own_desk, at):
    lay(at)
    document = write("order.toml", at.order(at.asked(), "place 9"))
    assert adjudicate(document, "--receipt", "receipt.toml").code == 3
    region, _ = flat.split(Path("receipt.toml").read_bytes())
    assert flat.read("receipt", region)["outcome"] == "refused"


def test_contradiction_exits_with_a_fault(own_desk, at):
    name = at.asked()
    write("receipt.toml", receipt(at, at.order(name), receipts.WAITING))
    at.desk.late(name, LATER)
    lay(at)
    answer = pbem("audit", "game.toml", "--receipt", "receipt.toml")
    assert answer.code == 1
    assert "the order was set aside, and was due" in answer.text


def test_late_is_a_command_of_the_moderator(own_desk, at):
    lay(at)
    name = at.asked()
    answer = pbem("late", "game.toml", name, "--date", LATER, "--as", "mod.key")
    assert answer.code == 0
    assert f"{name} did not answer by {LATER}" in pbem("log", "game.toml").text
    assert pbem("late", "game.toml", name, "--date", LATER, "--as", "anna.key").code == 3
    assert pbem("late", "game.toml", name, "--date", "friday", "--as", "mod.key").code == 2


# Who sends a bad order has no proof against an honest moderator


def bad_orders(at):
    """Orders that had to be refused, each for another reason."""
    name = at.asked()
    other = next(one for one in at.seeds if one != name)
    yield at.order(name, "place 9", revision=1)
    yield at.order(name, "place 1", revision=1, seed=at.seeds[other])
    yield at.order(name, "place 1", revision=1, head_hash="A" * 43 + "=")
    yield at.order(name, "place 1", revision=1, phase="round-2-place")


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("outcome", [receipts.REFUSED, receipts.WAITING])
def test_bad_order_is_no_proof(at, number, outcome):
    document = list(bad_orders(at))[number]
    given = receipt(at, document, outcome)
    assert "nothing in the game contradicts" in receipts.check(at.data(), given)
    late, lower = at.split(), at.split()
    late.desk.late(at.asked(), LATER)
    assert "nothing in the game contradicts" in receipts.check(late.data(), given)
    lower.hand_in(lower.order(at.asked(), "place 2"))
    assert "nothing in the game contradicts" in receipts.check(lower.data(), given)


def test_order_that_is_not_the_one_named_is_no_proof(at):
    name = at.asked()
    key = identity_key(at.moderator.seed)
    region, _ = flat.split(receipt(at, at.order(name, "place 9"), receipts.REFUSED))
    other, _ = flat.split(receipt(at, at.order(name, "place 1"), receipts.REFUSED))
    values = dict(flat.read("receipt", region)) | {"signed": flat.read("receipt", other)["signed"]}
    del values["format"]
    mixed = flat.write("receipt", values)
    given = flat.join(mixed, sign(key, "receipt", mixed))
    assert "nothing in the game contradicts" in receipts.check(at.data(), given)


def test_taken_order_in_whose_stead_is_another_is_a_contradiction(at):
    name = at.asked()
    given = receipt(at, at.order(name, "place 1"), receipts.TAKEN)
    at.hand_in(at.order(name, "place 2", revision=1))
    with pytest.raises(Fault, match="taken, and is not in the chain"):
        receipts.check(at.data(), given)


def test_forged_order_is_no_proof_at_the_command_line(own_desk, at):
    lay(at)
    name = at.asked()
    other = next(one for one in at.seeds if one != name)
    document = write("order.toml", at.order(name, "place 1", seed=at.seeds[other]))
    assert adjudicate(document, "--receipt", "receipt.toml").code == 3
    assert pbem("audit", "game.toml", "--receipt", "receipt.toml").code == 0


def test_receipt_that_cannot_be_written_stops_before_anything_is_done(own_desk, at):
    lay(at)
    document = write("order.toml", at.order(at.asked(), "place 1"))
    write("receipt.toml", b"here already")
    before = Path("game.toml").read_bytes()
    answer = adjudicate(document, "--receipt", "receipt.toml")
    assert answer.code != 0
    assert "receipt.toml" in answer.err
    assert Path("game.toml").read_bytes() == before


def test_receipt_for_another_document_stops_before_anything_is_done(own_desk):
    at = table.Table(9, ["anna", "ben"]).join()
    lay(at)
    document = write("consent.toml", at.consent("anna"))
    before = Path("game.toml").read_bytes()
    answer = adjudicate(document, "--receipt", "receipt.toml")
    assert answer.code == 3
    assert "receipts are for orders" in answer.err
    assert Path("game.toml").read_bytes() == before
    assert not Path("receipt.toml").exists()


def test_who_has_handed_the_game_over_gives_no_receipt(own_desk, at):
    old = at.moderator
    agreeing.handover(at, "nina", agreeing.seed(203))
    lay(at)
    write("old.key", table.key_file("mod", old.seed))
    document = write("order.toml", at.order(at.asked(), "place 1"))
    answer = pbem("adjudicate", "game.toml", document, "--receipt", "r.toml", "--as", "old.key")
    assert answer.code == 3
    assert "the moderator of this game is nina" in answer.err
    assert not Path("r.toml").exists()


def test_longest_order_has_a_receipt_and_a_longer_one_none(at):
    name = at.asked()
    room = receipts.LONGEST_ORDER - len(at.order(name, "x"))
    longest = at.order(name, "x" * (room + 1))
    assert len(longest) == receipts.LONGEST_ORDER
    assert "nothing in the game contradicts" in receipts.check(
        at.data(), receipt(at, longest, receipts.REFUSED)
    )
    with pytest.raises(Refused, match="orders of at most 1536 bytes"):
        receipt(at, at.order(name, "x" * (room + 2)), receipts.REFUSED)
