"""The same message once more: what still holds is not answered twice, all else is tried again."""

import datetime as dt

from pbem import player
from pbem.chain import open_game
from pbem.post.folder import Folder, Spool
from tests.cli.runner import pbem
from tests.post.world import mail, text, to
from tests.trust import table


def joining(at, name):
    return player.join(open_game(at.data()), at.seeds[name], name).data


def test_message_that_several_programs_deliver_at_once_is_answered_once(desk, at):
    """None of them sees what the others have just written."""
    message = mail(at.order(at.asked()))
    for number, spool in enumerate([Spool(Folder("desk")) for _ in range(6)]):
        spool.take(message, desk.clock + dt.timedelta(milliseconds=number))
    assert len(desk.names("spool")) == 6
    assert desk.run().text == "1 judged, 1 told the news\n"
    assert len(desk.out()) == 2
    assert desk.names("spool") == []
    assert len(desk.names("done")) == 1


def test_delivery_that_comes_too_late_to_see_the_answer_is_not_answered(desk, at):
    late, message = Spool(Folder("desk")), mail(at.order(at.asked()))
    desk.put(message)
    desk.run()
    assert len(desk.out()) == 2
    late.take(message, desk.clock)
    assert desk.run().text == ""
    assert desk.out() == []
    assert desk.names("spool") == []
    assert desk.log()[-1]["event"] == "again"


def test_message_that_was_refused_is_taken_when_it_comes_again(world, at):
    """Its game was not at the desk yet."""
    tavern = table.Table(71, ["carla", "dan"], moderator=at.moderator)
    world.lay("tavern", tavern).told()
    message = mail(at.order(at.asked()))
    world.put(message)
    world.run()
    assert len(world.names("refused")) == 2
    world.lay("inn", at).told()
    world.put(message)
    assert world.run().text == "1 judged, 1 told the news\n"
    assert len(world.chain().hashes) == 29
    assert world.names("refused") == []


def test_order_that_was_not_taken_is_judged_again(desk, at):
    message = mail(at.order("anna", "pass"))
    ids = set()
    for _ in range(2):
        desk.put(message)
        assert desk.run().text == "1 judged\n"
        [letter] = to(desk.out(), "anna")
        assert text(letter).startswith("NOT taken: anna is not asked")
        ids.add(letter["Message-ID"])
        desk.clock += dt.timedelta(minutes=1)
    # Else programs would show only one of them.
    assert len(ids) == 2


def test_registration_is_taken_again_after_the_seat_was_freed(world):
    """A player who joins twice with one key makes the same bytes."""
    at = table.Table(1, ["anna", "ben"])
    world.lay("inn", at).told()
    message = joining(at, "anna")
    world.drop(message)
    world.run()
    answer = pbem("adjudicate", "desk/games/inn.toml", "--reseat", "anna", "--as", "mod.key")
    assert answer.code == 0, answer.err
    assert list(world.chain().seats) == []
    world.out()
    world.drop(message)
    world.run()
    assert list(world.chain().seats) == ["anna"]
    [letter] = to(world.out(), "anna")
    assert text(letter).startswith("Taken: anna has joined.\n")
