"""Servers of IMAP that are not as they should be."""

from __future__ import annotations

import contextlib
import gc
import ssl
from collections.abc import Iterator

import pytest
from imapclient import IMAPClient

from pbem.errors import PbemError, Refused, Unavailable
from pbem.formats.servers import Imap
from pbem.post import imap
from pbem.post.roads import Waiting
from tests.post.scripted import server

GREETING = b"* OK [CAPABILITY IMAP4rev1 MOVE] ready\r\n"
LETTER = b"Subject: 1\r\n\r\n1\r\n"

ANSWERS = {
    "CAPABILITY": b"* CAPABILITY IMAP4rev1 MOVE\r\n",
    "LOGIN": b"",
    "LIST": b'* LIST () "/" x\r\n',
    "SELECT": b"* 1 EXISTS\r\n* OK [UIDVALIDITY 7] UIDs\r\n",
    "UID SEARCH": b"* SEARCH 4\r\n",
    "RFC822.SIZE": b"* 1 FETCH (UID 4 RFC822.SIZE 17)\r\n",
    "BODY.PEEK": b"* 1 FETCH (UID 4 BODY[]<0> {17}\r\n%b)\r\n" % LETTER,
    "UID MOVE": b"",
}


def script(asked, **changed):
    """Answers to the commands, which are noted; those that are *changed* for others.

    A text is an answer that says no, None hangs up; of an iterator each answer is the next one.
    """
    answers = {**ANSWERS, **{name.replace("_", " "): what for name, what in changed.items()}}

    def answer(line):
        tag, _, command = line.decode("latin-1").partition(" ")
        asked.append(command.rstrip())
        name = next((name for name in reversed(answers) if name in command), "")
        found = answers.get(name, b"")
        if isinstance(found, Iterator):
            found = next(found)
        if found is None:
            return None
        if isinstance(found, str):
            return f"{tag} {found}\r\n".encode()
        return found + f"{tag} OK done\r\n".encode()

    return answer


@pytest.fixture
def reach(tmp_path):
    """A source at a server whose answers are *changed*, and what it asks the server."""
    with contextlib.ExitStack() as stack:

        def make(greeting=GREETING, security="none", **changed):
            asked = []
            port = stack.enter_context(server(greeting, script(asked, **changed)))
            at = Imap("127.0.0.1", port, "mara", None, security, "INBOX", "Done", "Refused")
            return imap.source(at, str(tmp_path), {"PBEM_IMAP_PASSWORD": "sesame"}), asked

        yield make


@pytest.fixture
def waiting(reach):
    """What waits at such a server."""
    return lambda **server: list(reach(**server)[0].waiting())


def test_mail_of_a_good_server_has_a_name_by_its_number(waiting):
    [one] = waiting()
    assert one == Waiting(one.name, b"Subject: 1\n\n1\n")
    assert one.name.endswith("-7-4")


def test_answers_that_come_twice_are_one_mail(waiting):
    twice = {name: ANSWERS[name] * 2 for name in ("RFC822.SIZE", "BODY.PEEK")}
    [one] = waiting(UID_SEARCH=b"* SEARCH 4 4\r\n", **twice)
    assert one.data == b"Subject: 1\n\n1\n"


def test_mail_that_is_gone_meanwhile_is_no_mail(waiting):
    assert waiting(**{"BODY.PEEK": b""}) == []


def test_answer_about_another_mail_is_no_answer(waiting):
    assert waiting(**{"BODY.PEEK": ANSWERS["BODY.PEEK"].replace(b"UID 4", b"UID 5")}) == []


def test_mail_that_the_server_refuses_to_give_is_left(waiting):
    assert waiting(**{"BODY.PEEK": "NO it is damaged"}) == []


def test_mail_at_which_the_server_hangs_up_is_left(waiting):
    assert waiting(**{"BODY.PEEK": None}) == []


def test_mail_that_is_larger_than_the_server_says_is_bounded(reach):
    road, asked = reach()
    list(road.waiting())
    assert [line for line in asked if "BODY.PEEK" in line] == [
        "UID FETCH 4 (BODY.PEEK[]<0.1098577>)"
    ]


def test_server_that_hangs_up_is_unavailable(waiting):
    for command in ("LOGIN", "SELECT", "UID_SEARCH", "RFC822.SIZE"):
        with pytest.raises(Unavailable, match=r"^127\.0\.0\.1: no connection on port "):
            waiting(**{command: None})


def test_server_that_has_no_time_is_unavailable(waiting):
    with pytest.raises(Unavailable, match="no login at the moment: "):
        waiting(LOGIN="NO [UNAVAILABLE] come back later")


def test_words_of_a_server_cannot_play_with_the_terminal(waiting):
    with pytest.raises(Refused) as error:
        waiting(LOGIN="NO \x07go away")
    assert error.value.message == "127.0.0.1: the login of mara is refused: \\x07go away"


def test_server_that_speaks_something_else_is_unavailable(waiting):
    with pytest.raises(Unavailable):
        waiting(greeting=b"SSH-2.0-OpenSSH_9\r\n")


NONSENSE = b"* SEARCH 4\r\n* SEARCH x (\r\n* 1 FETCH (UID (\r\n* LIST x\r\n"


@pytest.mark.parametrize("command", ["UID_SEARCH", "RFC822.SIZE", "SELECT", "LIST"])
def test_answer_that_is_no_imap_is_an_error_for_people(waiting, command):
    with pytest.raises(PbemError, match=r"^127\.0\.0\.1: "):
        waiting(**{command: NONSENSE})


def test_mail_in_an_answer_that_is_no_imap_is_left(waiting):
    assert waiting(**{"BODY.PEEK": NONSENSE}) == []


def test_each_look_leaves_nothing_of_the_one_before(reach):
    road, _ = reach()
    for _ in range(5):
        assert len(list(road.waiting())) == 1
    gc.collect()
    assert sum(isinstance(one, IMAPClient) for one in gc.get_objects()) == 1


def test_certificates_are_read_once(reach, monkeypatch):
    read = []
    make = ssl.create_default_context
    monkeypatch.setattr(ssl, "create_default_context", lambda: read.append(1) or make())
    road, _ = reach(security="tls")
    for _ in range(2):
        with pytest.raises(Unavailable, match="no TLS on port"):
            list(road.waiting())
    assert read == [1]


def test_server_that_repeats_the_login_is_told_without_it(waiting):
    with pytest.raises(Refused) as error:
        waiting(LOGIN='NO rejected: LOGIN mara "sesame"')
    assert error.value.message == (
        '127.0.0.1: the login of mara is refused: rejected: LOGIN mara "(password)"'
    )


# What was taken is moved


def look(road):
    """Look as a run does: what waits, and what is told in the end."""
    found, told = [], ""
    try:
        for one in road.waiting():
            found.append(int(one.name.rpartition("-")[2]))
            road.taken(one.name, refused=False)
    except PbemError as error:
        told = error.message
    return found, told


def count(asked, command):
    return sum(command in line for line in asked)


PLAIN = {
    "greeting": b"* OK [CAPABILITY IMAP4rev1] ready\r\n",
    "CAPABILITY": b"* CAPABILITY IMAP4rev1\r\n",
}


@pytest.mark.parametrize(
    ("store", "why"),
    [
        ("NO [NOPERM] not yours", "store failed: [NOPERM] not yours"),
        (b"", "the server does not mark it as deleted"),
    ],
)
def test_mail_that_cannot_be_marked_is_copied_once_and_told_at_each_look(reach, store, why):
    road, asked = reach(**PLAIN, UID_STORE=store)
    told = f"127.0.0.1: mail 4 was taken but stays in INBOX: {why}"
    assert [look(road) for _ in range(3)] == [([4], told), ([], told), ([], told)]
    assert count(asked, 'UID COPY 4 "Done"') == 1
    assert count(asked, "UID STORE 4") == 3


def test_next_run_does_not_copy_again(reach, tmp_path):
    road, asked = reach(**PLAIN, UID_STORE="NO not yours")
    look(road)
    road._close()
    later = imap._Imap(road._at, "INBOX", "Done", "Refused", f"{tmp_path}/imap.uids")
    assert look(later)[0] == []
    assert count(asked, "UID COPY") == 1


def test_mail_that_could_be_marked_at_last_is_told_no_more(reach):
    searches = [b"* SEARCH 4\r\n"] * 3 + [b"* SEARCH\r\n"] * 2
    road, asked = reach(**PLAIN, UID_STORE=iter(["NO no", "NO no", b""]), UID_SEARCH=iter(searches))
    assert [bool(told) for _, told in (look(road), look(road), look(road))] == [True, True, False]
    assert look(road) == ([], "")
    assert count(asked, "UID COPY") == 1


def test_mail_that_cannot_be_moved_stops_no_other(reach):
    sizes = b"* 1 FETCH (UID 4 RFC822.SIZE 17)\r\n* 2 FETCH (UID 5 RFC822.SIZE 17)\r\n"
    second = ANSWERS["BODY.PEEK"].replace(b"UID 4", b"UID 5")
    changed = {"RFC822.SIZE": sizes, "FETCH 5 (BODY.PEEK": second, "UID MOVE": "NO no room"}
    road, _ = reach(UID_SEARCH=b"* SEARCH 4 5\r\n", **changed)
    told = "127.0.0.1: mail 5 was taken but stays in INBOX: move failed: no room"
    assert look(road) == ([4, 5], told)


def test_mail_that_somebody_else_has_removed_is_forgotten(reach):
    searches = iter([b"* SEARCH 4\r\n", b"* SEARCH\r\n"])
    road, asked = reach(UID_MOVE="NO no such mail", UID_SEARCH=searches)
    assert look(road)[0] == [4]
    assert look(road) == ([], "")
    assert count(asked, "UID MOVE") == 1
