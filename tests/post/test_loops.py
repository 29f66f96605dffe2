"""No storms of mail: programs are not answered, and nobody is answered without end."""

import datetime as dt
import email

import pytest

from tests.post.world import DESK, mail, text


def test_correspondent_that_answers_everything_gets_one_reply(desk):
    """Its program sets no field that says so, and each of its mails is another one."""
    desk.put(mail("Hello?\n"))
    replies = 0
    for number in range(100):
        desk.run()
        mails = desk.out()
        replies += len(mails)
        desk.put(mail(f"I am away.\n> {number}\n", Message_ID=f"<{number}@players.example>"))
        for letter in mails:
            quoted = "".join(f"> {line}\n" for line in text(letter).splitlines())
            desk.put(mail(f"I am away.\n\n{quoted}", In_Reply_To=letter["Message-ID"]))
        desk.clock += dt.timedelta(minutes=5)
    assert replies == 1


def test_correspondent_that_sends_everything_back_gets_one_reply(desk):
    desk.put(mail("Hello?\n"))
    replies = 0
    for _ in range(20):
        desk.run()
        for letter in desk.out():
            replies += 1
            desk.put(bytes(letter))
            back = email.message_from_bytes(bytes(letter))
            for name in ("X-Pbem", "Auto-Submitted", "From", "To"):
                del back[name]
            back["From"], back["To"] = letter["To"], DESK
            desk.put(bytes(back))
    assert replies == 1


@pytest.mark.parametrize(("answers", "written"), [(1, False), (20, True)])
def test_same_bytes_for_ever_get_no_more_answers_than_others(desk, at, answers, written):
    message = mail(at.order("anna", "pass") if written else "Hello?\n")
    for _ in range(30):
        desk.put(message)
        desk.run()
        desk.clock += dt.timedelta(minutes=1)
    assert len(desk.out()) == answers


def test_day_later_there_is_an_answer_again(desk):
    desk.put(mail("Hello?\n"))
    desk.run()
    desk.clock += dt.timedelta(hours=23)
    desk.put(mail("Hello again?\n"))
    desk.run()
    assert len(desk.out()) == 1
    desk.clock += dt.timedelta(hours=2)
    desk.put(mail("Is anybody there?\n"))
    desk.run()
    assert len(desk.out()) == 1


def test_who_is_in_no_address_book_gets_no_answer(desk):
    desk.put(mail("Buy now!\n", "sales@shop.example"))
    desk.put(mail("Hello?\n", "anna@players.example <sales@shop.example>"))
    desk.put(mail("Hello?\n", "anna@players.example, ben@players.example"))
    desk.put(mail("Hello?\n", sender=None))
    desk.run()
    assert desk.out() == []
    assert len(desk.names("refused")) == 8


def test_player_who_repeats_an_order_for_ever_gets_twenty_answers_a_day(desk, at):
    order = at.order("anna", "pass")
    for number in range(30):
        desk.put(mail(order, Message_ID=f"<{number}@players.example>"))
    desk.run()
    assert len(desk.out()) == 20
    desk.put(mail(order, Message_ID="<once-more@players.example>"))
    desk.run()
    assert desk.out() == []
    desk.clock += dt.timedelta(hours=25)
    desk.put(mail(order, Message_ID="<tomorrow@players.example>"))
    desk.run()
    assert len(desk.out()) == 1


ROBOTS = {
    "bounce": {"sender": "MAILER-DAEMON@players.example"},
    "empty return path": {"Return_Path": "<>"},
    "report": {"Content_Type": "multipart/report; report-type=delivery-status; boundary=x"},
    "receipt": {"Content_Type": "multipart/report; report-type=disposition-notification"},
    "vacation": {"Auto_Submitted": "auto-replied"},
    "generated": {"Auto_Submitted": "auto-generated"},
    "old responder": {"X_Autoreply": "yes"},
    "bulk": {"Precedence": "bulk"},
    "list": {"List_Id": "<inn.lists.example>"},
    "list by precedence": {"Precedence": "list"},
    "suppressed": {"X_Auto_Response_Suppress": "All"},
    "own": {"X_Pbem": "desk"},
}


@pytest.mark.parametrize("fields", ROBOTS.values(), ids=ROBOTS)
def test_robot_is_not_answered(desk, fields):
    desk.put(mail("I am out of the office.\n", **fields))
    desk.run()
    assert desk.out() == []
    assert desk.names("spool") == []


def test_order_in_a_vacation_note_is_not_taken(desk, at):
    desk.put(mail(at.order(at.asked()), Auto_Submitted="auto-replied"))
    desk.run()
    assert desk.out() == []
    assert len(desk.chain().hashes) == 28
