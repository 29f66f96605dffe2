"""Orders that come before another one of the same player wait for it."""

from tests.post.world import mail, text, to
from tests.trust import table

MOST = 10


def early(at, name, *, by):
    """An order of a player that has to wait until others are there."""
    return at.order(name, "pass", seq=at.chain.seats[name].seq + 1 + by)


def test_order_that_comes_before_another_one_waits_for_it(world):
    at = table.carnival().split()
    world.lay("inn", at).told()
    name = at.asked()
    hold = at.order(name, "hold always")
    seq = at.chain.seats[name].seq + 2
    answer = at.order(name, seq=seq)
    world.put(mail(answer))
    world.run()
    assert "Not taken yet, set aside:" in text(world.out()[0])
    assert len(world.names("ahead")) == 1
    world.put(mail(hold))
    world.run()
    # Everybody gets one mail with both entries.
    assert len(world.out()) == 3
    assert world.names("ahead") == []
    assert world.chain().seats[name].seq == seq


def test_player_who_fills_all_places_takes_none_from_another_one(desk, at):
    for number in range(MOST + 2):
        desk.put(mail(early(at, "anna", by=1 + number)))
    desk.run()
    assert len(desk.names("ahead")) == MOST
    desk.out()
    desk.put(mail(early(at, "ben", by=1)))
    desk.run()
    assert len(desk.names("ahead")) == MOST + 1
    [letter] = to(desk.out(), "ben")
    assert "It is looked at again when that one has come." in " ".join(text(letter).split())


def test_order_that_is_not_kept_is_said_to_be_refused(desk, at):
    for number in range(MOST + 1):
        desk.put(mail(early(at, "anna", by=1 + number)))
    desk.run()
    *kept, last = [" ".join(text(letter).split()) for letter in to(desk.out(), "anna")]
    assert all("looked at again" in letter for letter in kept)
    assert "looked at again" not in last
    assert last.startswith("NOT taken: seq: order ")
    assert "and 10 others wait already" in last
    assert "send it again when that one is there" in last


def test_order_that_waits_takes_one_place_however_often_it_comes(desk, at):
    order = early(at, "anna", by=1)
    for number in range(MOST + 5):
        desk.put(mail(order, Message_ID=f"<{number}@players.example>"))
        desk.run()
    assert len(desk.names("ahead")) == 1


def test_order_that_was_not_kept_can_be_sent_again_as_it_is(world):
    at = table.carnival().split()
    world.lay("inn", at).told()
    name = at.asked()
    hold, seq = at.order(name, "hold always"), at.chain.seats[name].seq
    for number in range(MOST):
        world.put(mail(at.order(name, "hold no more", seq=seq + 3 + number)))
    late = mail(at.order(name, seq=seq + 2))
    world.put(late)
    world.run()
    assert len(world.names("ahead")) == MOST
    world.out()
    world.put(mail(hold))
    world.put(late)
    world.run()
    assert world.chain().seats[name].seq >= seq + 2
