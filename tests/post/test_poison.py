"""One bad message stops none of the others."""

import pytest

from pbem.post import judging, run
from tests.mail.test_shapes import REFUSED, TAKEN
from tests.post.world import mail, to
from tests.trust import table

POISON = {
    "unknown charset": b"From: anna@players.example\nSubject: x\n"
    b'Content-Type: text/plain; charset="no-such-charset"\n\nplay\n',
    "charset of nothing": b'From: a@b.example\nContent-Type: text/plain; charset=""\n\nplay\n',
    "bad id": b"From: a@b.example\nMessage-ID: <[x@microsoft.com]>\n\nplay\n",
    "many addresses": b"From: " + b"a@b.example, " * 300 + b"\n\nplay\n",
    "parentheses": b"From: " + b"(" * 3000 + b"\n\nplay\n",
    "encoded words": b"Subject: " + b"=?utf-8?q?x?= " * 250 + b"\n\nplay\n",
    "deep": b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(900)
    ),
    "long line": b"Subject: " + b"x" * 100_000 + b"\n\nplay\n",
    "zeros": bytes(10_000),
    "nothing": b"",
    "too long": b"From: a@b.example\n\n" + b"x" * (1 << 20),
    "binary": bytes(range(256)) * 40,
    "half a document": b'format = "pbem-order-1"\ngame = "',
    "game": b'format = "pbem-game-1"\n',
}


@pytest.mark.parametrize("data", POISON.values(), ids=POISON)
def test_bad_message_is_set_aside_and_the_order_behind_it_taken(desk, at, data):
    name = at.asked()
    desk.put(data)
    desk.put(mail(at.order(name)))
    answer = desk.run()
    assert answer.code == 0, answer.err
    assert len(desk.chain().hashes) == 29
    assert len(to(desk.out(), name)) >= 1
    assert desk.names("spool") == []
    assert len(desk.names("refused")) == 2  # the message and the reason


def test_message_that_cannot_be_opened_is_set_aside_with_the_reason(desk, at, monkeypatch):
    order = at.order(at.asked())
    honest = run.opened

    def failing(spooled, data):
        if b"poison" in data:
            raise RecursionError("maximum recursion depth exceeded")
        return honest(spooled, data)

    monkeypatch.setattr(run, "opened", failing)
    desk.drop(b"poison", "a.txt", age=700)
    desk.put(mail(order))
    assert desk.run().code == 0
    assert len(desk.chain().hashes) == 29
    assert "a fault of pbem" in (desk.root / "answers" / "a.txt.txt").read_text()
    [_, reason] = desk.names("refused")
    found = (desk.root / "refused" / reason).read_text()
    assert found == "set aside: a fault of pbem: RecursionError\n"
    assert "set aside" in [line["event"] for line in desk.log()]


def test_document_that_breaks_the_judging_is_tried_alone(desk, at, monkeypatch):
    poison = at.order("anna", "pass")
    honest = judging.judge
    seen = []

    def failing(work, messages):
        seen.append(len(messages))
        if any(one.document == poison for one in messages):
            raise KeyError("nobody has thought of this")
        return honest(work, messages)

    monkeypatch.setattr(run, "judge", failing)
    desk.put(mail(poison))
    desk.put(mail(at.order(at.asked())))
    desk.put(mail(at.order("anna", "pass", revision=1)))
    assert desk.run().code == 0
    assert seen == [3, 1, 1, 1]
    assert len(desk.chain().hashes) == 29
    assert len(desk.names("refused")) == 2
    assert len(desk.names("done")) == 2
    assert desk.names("pending") == []
    assert desk.names("ready") == []


def test_what_the_fault_says_is_not_told(desk, at, monkeypatch):
    """The text of an error may hold anything that the program was at work on."""

    def failing(work, messages):
        raise ValueError(at.moderator.seed.hex())

    monkeypatch.setattr(run, "judge", failing)
    desk.put(mail(at.order(at.asked())))
    answer = desk.run()
    everything = answer.text + answer.err + str(desk.log())
    everything += "".join(path.read_text() for path in (desk.root / "refused").glob("*.txt"))
    assert at.moderator.seed.hex() not in everything


def test_game_that_is_damaged_does_not_stop_the_others(world):
    inn = table.midgame().split()
    tavern = table.Table(71, ["carla", "dan"], moderator=inn.moderator).join().accept()
    world.lay("inn", inn).lay("tavern", tavern).told()
    broken = world.path("inn").read_bytes().replace(b"kind = ", b"kind =  ", 1)
    world.path("inn").write_bytes(broken)
    world.put(mail(inn.order(inn.asked())))
    world.put(mail(tavern.order(tavern.asked())))
    answer = world.run()
    assert answer.code == 3
    assert "inn.toml: the game file was changed after it was signed" in answer.err
    assert len(world.chain("tavern").hashes) == len(tavern.chain.hashes) + 1
    # The message to the damaged game waits.
    assert len(world.names("spool")) == 1
    world.path("inn").write_bytes(inn.data())
    assert world.run().code == 0
    assert world.names("spool") == []


def test_every_shape_of_mail_is_worked_off(desk, at):
    """Mails as programs make them, all around the same order of this game."""
    mails = {*TAKEN.values(), *(data for data, *_ in REFUSED.values())}
    for data in mails:
        desk.put(data)
    answer = desk.run()
    assert answer.code == 0, answer.err
    assert len(desk.chain().hashes) >= 29
    done, refused = len(desk.names("done")), len(desk.names("refused")) // 2
    assert done >= len(set(TAKEN.values()))
    assert done + refused == len(mails)
