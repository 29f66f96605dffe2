"""The commands of the desk: init, status, remind; and what is wrong with settings and keys."""

import datetime as dt
import errno
import json
import os
import tomllib
from pathlib import Path

import pytest

from pbem import store
from pbem.cli import screen
from pbem.errors import Refused, Unreadable
from pbem.post import batches, settings
from tests import schemas
from tests.cli.runner import pbem
from tests.formats.test_mailfile import EDITORS
from tests.post.world import attached, mail, text
from tests.trust import table

GOOD = 'format = "pbem-desk-1"\naddress = "inn@example.org"\n'


# init


@pytest.fixture
def made(home):
    """What is said when a desk is made."""
    return pbem("desk", "init", "desk", "--address", "inn@example.org")


def test_new_desk_has_settings_and_an_empty_address_book(made):
    assert made.code == 0
    assert made.err == "pbem: wrote desk/desk.toml\npbem: wrote desk/addresses.toml\n"
    assert settings.loads(Path("desk/desk.toml").read_bytes()).address == "inn@example.org"
    assert settings.addresses(Path("desk/addresses.toml").read_bytes()) == {}


def test_new_desk_is_for_its_owner_only(made):
    for path in ("desk", "desk/desk.toml", "desk/addresses.toml"):
        assert Path(path).stat().st_mode & 0o077 == 0


def test_desk_that_is_made_again_gets_what_is_missing_and_keeps_the_rest(made):
    Path("desk/addresses.toml").write_text('[inn]\nanna = "anna@example.org"\n')
    Path("desk/drop").rmdir()
    assert pbem("desk", "init", "desk").err == ""
    assert Path("desk/drop").is_dir()
    assert "anna" in Path("desk/addresses.toml").read_text()


def test_desk_without_an_address_does_not_run(home):
    pbem("desk", "init", "desk")
    answer = pbem("desk", "run", "desk", "--once")
    assert answer.code == 4
    assert 'desk/desk.toml: address: expected an address such as inn@example.org, found ""' in (
        answer.err
    )


@pytest.mark.parametrize(
    ("option", "value", "expected"),
    [
        ("--address", "inn", "expected one such as anna@example.org"),
        ("--address", 'inn@example.org"\n[drop]', "expected one such as anna@example.org"),
        ("--name", 'The "Inn"', "expected a name without quotes"),
        ("--name", 'Inn"\n[drop]\nfolder = "/srv', "expected a name without quotes"),
        ("--name", "", "expected a name without quotes"),
    ],
)
def test_bad_sender_is_refused_before_anything_is_made(home, option, value, expected):
    answer = pbem("desk", "init", "desk", option, value)
    assert answer.code == 2
    assert expected in answer.err
    assert not Path("desk").exists()


# Settings

BAD = {
    'format = "pbem-desk-2"\naddress = "inn@example.org"': 'expected format = "pbem-desk-1"',
    'address = "inn@example.org"': 'expected format = "pbem-desk-1"',
    'format = "pbem-desk-1"': "address: expected an address such as inn@example.org, found nothing",
    GOOD + "adress = 1": 'expected format address name imap smtp maildir drop, found "adress"',
    GOOD + 'name = "a <b>"': "name: expected a name without quotes",
    GOOD + "imap = 1": "imap: expected a table [imap]",
    GOOD + '[imap]\nuser = "inn"': "imap.host: expected the name of a host, found nothing",
    GOOD + '[smtp]\nhost = "a"\npassword = "x"': "smtp: expected host port user password_file"
    ' security, found "password"',
    GOOD + '[imap]\nhost = "a"\nuser = "b"\nport = "993"': "imap.port: expected a number",
    GOOD + '[imap]\nhost = "a"\nuser = "b"\nport = 70000': "imap.port: expected a number",
    GOOD + '[smtp]\nhost = "a"\nsecurity = "ssl"': "smtp.security: expected tls, starttls or none",
    GOOD + "[maildir]": "maildir.folder: expected the path of a folder, found nothing",
    GOOD + '[drop]\nfolder = "x"\nwait = 3': 'drop: expected folder, found "wait"',
    GOOD.replace("inn@", "inn@inn@"): "address: expected an address",
    GOOD.replace("inn@", "Inn <inn@"): "address: expected an address",
}
BOOKS = {
    "[inn]\nanna = 1": "inn.anna: expected an address such as anna@example.org",
    '[inn]\nanna = "anna"': "inn.anna: expected an address",
    '[inn]\nanna = "anna@example.org, ben@example.org"': "inn.anna: expected an address",
    '[inn]\nAnna = "anna@example.org"': 'inn: expected names of players, found "Anna"',
    'anna = "anna@example.org"': '"anna": expected a table named after a game',
    'format = "pbem-addresses-2"': 'expected format = "pbem-addresses-1"',
}
GOOD_SETTINGS = [
    GOOD,
    GOOD + 'name = "The Inn"\n[drop]\nfolder = "/srv/inn"\n[maildir]\nfolder = "Maildir"\n',
    GOOD + '[imap]\nhost = "imap.example.org"\nuser = "inn"\nport = 143\nsecurity = "starttls"\n',
    GOOD + '[smtp]\nhost = "127.0.0.1"\nport = 2525\nsecurity = "none"\n',
]
GOOD_BOOKS = [
    "",
    '[inn]\npat = "pat.o\'brien@example.org"\n',
    'format = "pbem-addresses-1"\n# people\n[inn]\nanna = "anna+inn@example.org"\n[a-b_2]\n',
]


def fits(kind, text):
    return schemas.fits(kind, tomllib.loads(text))


@pytest.mark.parametrize(("text", "problem"), BAD.items())
def test_bad_settings_are_refused_by_name(text, problem):
    with pytest.raises(Unreadable) as refused:
        settings.loads(text.encode())
    assert problem in refused.value.message
    assert not fits("desk", text)


def test_mailboxes_have_to_be_three():
    text = GOOD + '[imap]\nhost = "a"\nuser = "b"\ndone = "Out"\nrefused = "Out"\n'
    with pytest.raises(Unreadable, match="imap: folder, done and refused have to be three"):
        settings.loads(text.encode())


@pytest.mark.parametrize("text", GOOD_SETTINGS)
def test_good_settings_are_read(text):
    assert settings.loads(text.encode()).address == "inn@example.org"
    assert fits("desk", text)


@pytest.mark.parametrize(("text", "problem"), BOOKS.items())
def test_bad_address_books_are_refused_by_name(text, problem):
    with pytest.raises(Unreadable) as refused:
        settings.addresses(text.encode())
    assert problem in refused.value.message
    assert not fits("addresses", text)


@pytest.mark.parametrize("text", GOOD_BOOKS)
def test_good_address_books_are_read(text):
    settings.addresses(text.encode())
    assert fits("addresses", text)


@pytest.mark.parametrize("change", EDITORS, ids=EDITORS)
def test_files_are_read_as_any_editor_writes_them(change):
    edited = EDITORS[change]
    for good in GOOD_SETTINGS:
        assert settings.loads(edited(good)) == settings.loads(good.encode())
    for book in GOOD_BOOKS:
        assert settings.addresses(edited(book)) == settings.addresses(book.encode())


def test_mark_of_a_comment_counts_outside_of_texts_alone():
    book = '[inn]\nanna = "anna#1@example.org" # \u00fc "\nben = "ben@example.org"\n'
    assert settings.addresses(book.encode())["inn"] == {
        "anna": "anna#1@example.org",
        "ben": "ben@example.org",
    }


def test_ports_follow_from_the_security():
    text = GOOD + '[imap]\nhost = "a"\nuser = "b"\n[smtp]\nhost = "a"\n'
    found = settings.loads(text.encode())
    assert found.imap.port == 993
    assert found.imap.security == "tls"
    assert found.smtp.port == 465
    assert found.smtp.security == "tls"
    assert (found.imap.folder, found.imap.done, found.imap.refused) == ("INBOX", "Done", "Refused")


def test_run_names_the_file_with_the_fault(desk):
    (desk.root / "addresses.toml").write_text("[inn]\nanna = 1\n")
    answer = desk.run()
    assert answer.code == 4
    assert "desk/addresses.toml: inn.anna: expected an address" in answer.err


def test_folder_that_is_no_desk_is_refused(home):
    for command in (("run", "x", "--once"), ("status", "x"), ("remind", "x", "--after", "3d")):
        answer = pbem("desk", *command)
        assert answer.code == 3
        assert "x: is no desk" in answer.err


# Running


def test_wrong_key_changes_nothing_and_messages_wait(desk, at):
    desk.put(mail(at.order(at.asked())))
    answer = pbem("desk", "run", "desk", "--once", "--as", "anna.key")
    assert answer.code == 3
    assert "the moderator of this game is mod" in answer.err
    assert len(desk.names("spool")) == 1
    assert desk.out() == []
    assert desk.run().code == 0
    assert len(desk.chain().hashes) == 29


def test_desk_at_which_another_run_is_at_work_is_left_alone(desk, monkeypatch):
    from pbem.cli import desk as commands

    monkeypatch.setattr(commands, "PATIENCE", 0)
    with store.locked("desk", 0):
        assert desk.run().code == 75
        assert pbem("desk", "remind", "desk", "--after", "3d").code == 75


def test_game_that_somebody_works_on_is_tried_again(desk, at, monkeypatch):
    from pbem.cli import working

    monkeypatch.setattr(working, "PATIENCE", 0)
    desk.put(mail(at.order(at.asked())))
    with store.locked("desk/games", 0):
        assert desk.run().code == 75
    assert len(desk.names("spool")) == 1
    assert desk.run().code == 0
    assert desk.names("spool") == []


@pytest.mark.parametrize("room", [0, 1, 2, 5, 8, 12, 20, 30])
def test_full_disk_loses_nothing(desk, at, monkeypatch, room):
    """After some writes there is no room any more; then there is."""
    message = mail(at.order(at.asked()))
    desk.put(message)
    desk.put(mail("Hello?\n"))
    honest, left = os.write, [room]

    def write(descriptor, data):
        left[0] -= 1
        if left[0] < 0:
            raise OSError(errno.ENOSPC, "no space left on device")
        return honest(descriptor, data)

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", write)
        answer = desk.run()
    assert answer.code == 3 or left[0] >= 0, answer
    assert desk.run().code == 0
    assert len(desk.chain().hashes) == 29
    mails = desk.out()
    assert len(mails) == len({one["Message-ID"] for one in mails}) == 3
    assert desk.names("spool") == desk.names("pending") == desk.names("ready") == []


def test_journal_is_put_aside_when_it_grows(desk, at):
    path = desk.root / "log" / "desk.jsonl"
    path.write_text("x" * (1024 * 1024) + "\n")
    desk.put(mail("Hello?\n"))
    desk.run()
    assert desk.names("log") == ["desk.jsonl", "desk.jsonl.1"]
    assert desk.log()[-1]["event"] == "refused"


# status


def test_status_tells_whose_turn_it_is_and_what_waits(desk, at):
    desk.put(mail(at.order("anna", "pass")))
    desk.put(mail("Hello?\n", "somebody@elsewhere.example"))
    desk.run()
    (desk.root / "spool" / f"{1:020}-{'0' * 64}").write_bytes(b"x")
    lines = pbem("desk", "status", "desk").text.splitlines()
    assert lines[0].split() == ["game", "stage", "asked", "since", "last"]
    assert lines[1].startswith("inn   playing  ben (place)  2026-11-30T12:00  anna: anna is not ")
    assert lines[2] == "1 waiting, 1 to send, 0 undelivered, 1 refused"
    assert lines[3].endswith(": no pbem document in the mail")
    found = json.loads(pbem("desk", "status", "desk", "--json").text)
    since = "2026-11-30T12:00:00+00:00"
    assert found["games"][0]["asked"] == [{"player": "ben", "question": "place", "since": since}]
    assert found["games"][0]["since"] == since
    assert (found["waiting"], found["to_send"], found["refused"]) == (1, 1, 1)
    [refused] = found["last_refused"]
    assert refused["reason"] == "no pbem document in the mail"


def status():
    answer = pbem("desk", "status", "desk")
    assert answer.code == 0, answer.err
    return answer.text


def test_status_names_who_has_no_address(world, at):
    world.lay("inn", at, without=("anna", "ben"))
    assert "no address of anna in inn\nno address of ben in inn\n" in status()
    world.lay("inn", at, without=("anna",)).told()
    assert "no address of anna in inn\n" in status()
    assert "ben in inn" not in status()


def test_status_tells_what_in_the_address_book_fits_no_game(world, at):
    world.lay("inn", at)
    world.book = {"innn": world.book["inn"]}
    world.write_book()
    assert world.run().text == ""
    assert status().splitlines()[1:] == [
        "inn   not told  -      -      -",
        "addresses.toml has no table [inn]: nobody gets mail about it",
        "addresses.toml has a table [innn], but no game here is called so",
        "0 waiting, 0 to send, 0 undelivered, 0 refused",
    ]
    world.book = {"inn": {"ana": "anna@players.example", "ben": "ben@players.example"}}
    world.write_book()
    assert status().splitlines()[2:4] == [
        "no address of anna in inn",
        "addresses.toml has an address of ana, who does not play in inn",
    ]


def test_status_asks_for_no_address_after_the_end(world):
    world.lay("inn", table.finished().split()).told()
    (world.root / "addresses.toml").write_text("")
    assert "addresses.toml" not in status()


def test_status_lists_the_last_refused_messages_and_counts_all(desk):
    for number in range(60):
        desk.clock += dt.timedelta(minutes=1)
        path = desk.root / "refused" / f"{number:064}"
        path.with_suffix(".eml").write_bytes(b"Hello?")
        path.with_suffix(".txt").write_text(f"reason {number}\n")
        os.utime(path.with_suffix(".eml"), (number, number))
    lines = status().splitlines()
    assert lines[2] == "0 waiting, 0 to send, 0 undelivered, 60 refused"
    assert lines[3] == "the last 5 that were refused:"
    assert [line.rpartition(": ")[2] for line in lines[4:]] == [
        f"reason {number}" for number in range(55, 60)
    ]


def test_status_is_broken_into_lines_on_a_terminal_alone(desk, at, monkeypatch):
    desk.put(mail(at.order("anna", "pass")))
    desk.run()
    whole = status()
    monkeypatch.setattr(screen, "is_terminal", lambda: True)
    broken = status()
    assert max(map(len, broken.splitlines())) <= 80 < max(map(len, whole.splitlines()))
    assert broken.split() == whole.split()


# Games that are left alone


@pytest.mark.parametrize("name", ["inn night", "inn.sync-conflict-20261130-120000-ABC", "-inn"])
def test_game_with_a_name_that_is_none_is_told(world, at, name):
    world.lay("tavern", at).told()
    world.path("tavern").rename(world.path(name))
    answer = world.run()
    assert answer.code == 3
    assert f"games/{name}.toml: expected a name of letters, digits, - and _" in answer.err
    assert f"{name}  left alone  " in status()


def test_order_for_a_game_that_is_left_alone_waits(world, at):
    world.lay("inn", at).told()
    world.path("inn").rename("elsewhere.toml")
    world.path("inn").symlink_to(Path("elsewhere.toml").resolve())
    world.put(mail(at.order(at.asked())))
    answer = world.run()
    assert answer.code == 3
    assert "games/inn.toml: is a link, expected the game itself" in answer.err
    assert "inn   left alone" in status()
    assert len(world.names("spool")) == 1
    world.path("inn").unlink()
    Path("elsewhere.toml").rename(world.path("inn"))
    assert world.run().text == "1 judged, 1 told the news\n"


def test_time_of_a_question_does_not_change_while_it_is_open(desk, at):
    desk.clock += dt.timedelta(days=1)
    desk.put(mail(at.order("anna", "pass")))
    desk.run()
    found = json.loads(pbem("desk", "status", "desk", "--json").text)
    assert found["games"][0]["since"] == "2026-11-30T12:00:00+00:00"


# remind


def remind(after="3d"):
    answer = pbem("desk", "remind", "desk", "--after", after)
    assert answer.code == 0, answer.err
    return answer.text


def test_player_who_lets_others_wait_is_reminded_once_in_that_time(desk, at):
    assert remind() == ""
    desk.clock += dt.timedelta(days=4)
    assert remind() == "1 reminded\n"
    [letter] = desk.out()
    assert letter["To"] == "ben@players.example"
    assert letter["Auto-Submitted"] == "auto-generated"
    assert "has been waiting 4 days for you" in text(letter)
    assert 'pbem order inn.toml "place ROOM"' in text(letter)
    assert attached(letter) == {"inn.toml": desk.path("inn").read_bytes()}
    assert remind() == ""
    desk.clock += dt.timedelta(days=3)
    assert remind() == "1 reminded\n"
    [other] = desk.out()
    assert other["Message-ID"] != letter["Message-ID"]


def test_who_has_answered_is_not_reminded(desk, at):
    desk.clock += dt.timedelta(days=4)
    desk.put(mail(at.order("ben")))
    desk.run()
    desk.out()
    assert remind("1d") == ""


@pytest.mark.parametrize("time", ["3", "d", "3w", "-3d", "3.5d", "99999d"])
def test_time_that_is_none_is_refused(desk, time):
    assert pbem("desk", "remind", "desk", "--after", time).code == 2


def test_desk_that_runs_on_looks_again_after_a_fault(desk, at, monkeypatch):
    from pbem.cli import desk as commands

    rounds = []

    def pause(seconds):
        rounds.append(seconds)
        if len(rounds) == 1:
            (desk.root / "addresses.toml").write_text("[inn]\nanna = 1\n")
        elif len(rounds) == 2:
            desk.write_book()
            desk.put(mail(at.order(at.asked())))
        elif len(rounds) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(commands, "pause", pause)
    answer = pbem("desk", "run", "desk", "--every", "7", "--as", "mod.key")
    assert answer.code == 130
    assert rounds == [7, 7, 7]
    assert answer.err.startswith("pbem: error: desk/addresses.toml: inn.anna: expected an address")
    assert answer.text == "1 judged, 1 told the news\n"


def test_batch_whose_game_cannot_be_opened_is_left_until_it_can(desk, at, monkeypatch):
    """Nobody knows if its answers are good, so its messages are not worked off again either."""
    desk.put(mail(at.order(at.asked())))

    def failing(*_):
        raise Refused("the machine stops here")

    with monkeypatch.context() as patch:
        patch.setattr(batches, "promote", failing)
        assert desk.run().code == 3
    written = desk.path("inn").read_bytes()
    assert desk.names("pending") != []
    desk.path("inn").write_bytes(written[:-100])
    desk.put(mail(at.order("anna", "pass")))
    for _ in range(2):
        assert desk.run().code == 3
        assert desk.out() == []
        assert len(desk.names("spool")) == 2
    desk.path("inn").write_bytes(written)
    assert desk.run().code == 0
    assert len(desk.out()) == 3
    assert desk.names("spool") == desk.names("pending") == []


def test_batch_that_is_damaged_stops_the_run(desk, at):
    (desk.root / "ready" / "x").mkdir()
    (desk.root / "ready" / "x" / "batch.json").write_text("{")
    desk.put(mail(at.order(at.asked())))
    answer = desk.run()
    assert answer.code == 3
    assert "ready/x/batch.json: is damaged" in answer.err
    assert len(desk.names("spool")) == 1


def test_leftovers_of_a_run_that_was_killed_are_removed(desk):
    (desk.root / "pending" / ".unfinished-x" / "mails").mkdir(parents=True)
    (desk.root / "ready" / "y" / "mails").mkdir(parents=True)
    old = desk.root / "spool" / ".pbem-0123.tmp"
    old.write_bytes(b"half a message")
    os.utime(old, (1, 1))
    assert desk.run().code == 0
    assert desk.names("pending") == desk.names("ready") == desk.names("spool") == []
