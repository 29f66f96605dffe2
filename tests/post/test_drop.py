"""How messages come in by a folder that people share."""

import datetime as dt
import errno
import os
from pathlib import Path

import pytest

from pbem.formats import armor
from pbem.post.folder import Folder
from pbem.post.intake import Drop, Looks
from tests.cli.runner import pbem
from tests.post.world import mail, text, to


def drop(world):
    return Drop(str(world.root / "drop"), Looks(Folder("desk"), "drop"), lambda: world.clock)


def pass_time(world, **period):
    world.clock += dt.timedelta(**period)


# When a file is whole


def test_file_that_was_just_written_waits_for_the_next_look(desk, at):
    path = desk.drop(at.order(at.asked()), age=1)
    road = drop(desk)
    assert list(road.waiting()) == []
    pass_time(desk, seconds=3)
    [one] = road.waiting()
    assert one.name == path.name
    # It grows: so it was not whole.
    desk.drop(one.data + b"more", age=0)
    assert list(road.waiting()) == []


def test_file_that_has_lain_there_is_taken_at_once(desk, at):
    desk.drop(at.order(at.asked()), age=4)
    desk.run()
    assert len(desk.chain().hashes) == 29
    assert desk.names("drop") == []


def test_file_of_a_clock_that_is_ahead_is_taken_at_the_next_look(desk, at):
    """As from cron: each run looks once."""
    desk.drop(at.order(at.asked()), age=-7200)
    desk.run()
    assert len(desk.chain().hashes) == 28
    pass_time(desk, minutes=1)
    desk.run()
    assert len(desk.chain().hashes) == 29
    assert desk.names("drop") == []


def test_file_that_goes_on_changing_is_not_taken_however_wrong_its_clock_is(desk, at):
    order = at.order(at.asked())
    for number in range(5):
        desk.drop(order + b"\n" * number, age=-7200)
        desk.run()
        pass_time(desk, minutes=1)
    assert len(desk.chain().hashes) == 28


def test_clock_that_went_back_keeps_no_file_waiting(desk, at):
    desk.drop(at.order(at.asked()), age=-7200)
    desk.run()
    pass_time(desk, days=-2)
    desk.run()
    pass_time(desk, minutes=1)
    desk.run()
    assert len(desk.chain().hashes) == 29


# What is no whole document yet


@pytest.mark.parametrize("data", [b"", b"\n"])
def test_empty_file_is_never_taken(desk, at, data):
    """As a shell makes it at once, while somebody still types the passphrase."""
    desk.drop(data)
    for _ in range(3):
        pass_time(desk, hours=1)
        assert desk.run().text == ""
    assert desk.names("drop") == ["order.toml"]
    desk.drop(at.order(at.asked()))
    desk.run()
    assert len(desk.chain().hashes) == 29


@pytest.mark.parametrize("form", [bytes, lambda order: armor.armor(order, "an order").encode()])
def test_copy_that_stalls_is_waited_for(desk, at, form):
    whole = form(at.order(at.asked()))
    desk.drop(whole[:200], age=60)
    assert desk.run().text == ""
    pass_time(desk, minutes=8)
    assert desk.run().text == ""
    assert desk.names("drop") == ["order.toml"]
    desk.drop(whole)
    desk.run()
    assert len(desk.chain().hashes) == 29


def test_half_a_document_is_given_up_after_ten_minutes(desk, at):
    desk.drop(at.order(at.asked())[:200], age=595)
    assert desk.run().text == ""
    pass_time(desk, seconds=6)
    assert desk.run().text == "1 refused\n"
    assert desk.names("drop") == []


# Answers


def answers(world):
    """The files that are there for the players, by name."""
    return {
        name: (world.root / "answers" / name).read_text("ascii") for name in world.names("answers")
    }


def test_who_has_put_a_file_there_finds_the_answer_and_gets_a_mail_besides(desk, at):
    desk.drop(at.order("ben", "place 2"), "good.toml", age=90)
    desk.drop(at.order("anna", "pass"), "early.toml", age=60)
    desk.run()
    found = answers(desk)
    assert sorted(name[:-12] for name in found) == ["inn.anna.", "inn.ben."]
    [to_anna, to_ben] = [found[name] for name in sorted(found)]
    assert to_anna.startswith("NOT taken: anna is not asked")
    assert to_ben.startswith("Taken: entry 28: order.\n")
    assert [text(letter).split("\n")[0] for letter in to(desk.out(), "ben")] == [
        "Taken: entry 28: order."
    ]


def test_who_has_no_address_finds_the_answer_all_the_same(desk, at):
    (desk.root / "addresses.toml").write_text("")
    desk.drop(at.order("ben", "place 2"))
    desk.run()
    assert desk.out() == []
    [found] = answers(desk).values()
    assert found.startswith("Taken: entry 28: order.\n")


def test_same_file_again_is_answered_there_again_and_by_no_second_mail(desk, at):
    order = at.order("ben", "place 2")
    desk.drop(order)
    desk.run()
    assert len(desk.out()) == 2
    desk.drop(order)
    desk.run()
    assert desk.out() == []
    [found] = answers(desk).values()
    assert found.startswith("Taken: already entry 28.\n")


def test_file_of_no_use_is_answered_by_its_name_with_the_reason(desk, at):
    desk.drop(b"place 2 3\n", "my order.txt", age=700)
    desk.drop(
        at.order("ben", "place 2", seed=bytes(32)), "\N{LATIN SMALL LETTER A WITH DIAERESIS}.toml"
    )
    assert desk.run().text == "2 refused\n"
    found = answers(desk)
    assert sorted(found) == ["_.toml.txt", "my_order.txt.txt"]
    reason = " ".join(found["my_order.txt.txt"].split())
    assert reason.startswith(
        "The file my_order.txt changed nothing: not a pbem document: it has no beginning: line 1:"
        ' expected format = "pbem-KIND-1", found "place 2 3".'
    )
    assert "pbem order GAME.toml" in reason
    assert "not signed by the key of a player" in " ".join(found["_.toml.txt"].split())
    assert desk.out() == []


def test_message_of_no_use_leaves_no_file(desk):
    desk.put(mail("Hello?\n"))
    desk.run()
    assert desk.names("answers") == []


@pytest.mark.parametrize(
    ("folder", "file"), [(0o700, 0o600), (0o750, 0o640), (0o755, 0o644), (0o1777, 0o644)]
)
def test_answers_are_for_those_who_may_read_their_folder(desk, at, folder, file):
    (desk.root / "answers").chmod(folder)
    desk.drop(at.order("ben", "place 2"))
    desk.run()
    [path] = (desk.root / "answers").iterdir()
    assert path.stat().st_mode & 0o7777 == file
    # Nothing else is opened.
    [done] = (desk.root / "done").iterdir()
    assert done.stat().st_mode & 0o7777 == 0o600


def test_folders_keep_the_modes_that_they_were_given(desk):
    for name in ("drop", "answers", "games"):
        (desk.root / name).chmod(0o775)
    assert pbem("desk", "init", "desk").code == 0
    desk.run()
    for name in ("drop", "answers", "games"):
        assert (desk.root / name).stat().st_mode & 0o7777 == 0o775


# What cannot be put away


def stuck(monkeypatch, *names):
    """Let some files be nobody's to remove or to move."""

    def unless_stuck(honest):
        def act(path, *rest, **more):
            if Path(path).name in names:
                raise PermissionError(errno.EACCES, "permission denied")
            return honest(path, *rest, **more)

        return act

    for name in ("unlink", "rename"):
        monkeypatch.setattr(os, name, unless_stuck(getattr(os, name)))


def test_file_that_cannot_be_removed_keeps_no_other_back_and_is_taken_once(desk, at, monkeypatch):
    desk.drop(b"Hello?\n", "a.txt", age=9000)
    desk.drop(at.order("anna", "pass"), "b.toml", age=8000)
    desk.drop(at.order(at.asked()), "c.toml", age=7000)
    stuck(monkeypatch, "a.txt", "b.toml")
    answer = desk.run()
    assert answer.code == 3
    assert answer.text == "2 judged, 1 refused\n"
    for name in ("a.txt", "b.toml"):
        assert f"desk/drop/{name}: cannot be removed: not allowed" in answer.err
    assert len(desk.chain().hashes) == 29
    assert desk.names("drop") == ["a.txt", "b.toml"]
    for _ in range(2):
        assert desk.run() == (0, b"", "")


def test_file_that_could_not_be_removed_is_taken_when_another_one_has_its_name(
    desk, at, monkeypatch
):
    desk.drop(b"Hello?\n", age=9000)
    with monkeypatch.context() as patch:
        stuck(patch, "order.toml")
        desk.run()
    desk.drop(at.order(at.asked()))
    desk.run()
    assert len(desk.chain().hashes) == 29
    assert desk.names("drop") == []


def test_message_in_a_maildir_that_may_only_be_read_is_taken_once(desk, at, monkeypatch):
    for part in ("tmp", "new", "cur"):
        Path("Maildir", part).mkdir(parents=True)
    desk.set("[maildir]", 'folder = "../Maildir"')
    Path("Maildir/new/1").write_bytes(mail("Hello?\n", "stranger@elsewhere.example"))
    Path("Maildir/new/2").write_bytes(mail(at.order(at.asked())))
    stuck(monkeypatch, "1", "2")
    answer = desk.run()
    assert answer.code == 3
    assert answer.text == "1 judged, 1 refused, 1 told the news\n"
    assert desk.run() == (0, b"", "")
    # Somebody reads one of them.
    Path("Maildir/new/2").replace("Maildir/cur/2:2,S")
    assert desk.run() == (0, b"", "")


def test_memory_of_what_was_seen_that_is_damaged_is_made_anew(desk, at):
    for damaged in ("{", '{"order.toml": 1}', '{"order.toml": [1]}'):
        (desk.root / "state" / "seen-drop.json").write_text(damaged)
        assert desk.run().code == 0
    desk.drop(at.order(at.asked()))
    desk.run()
    assert len(desk.chain().hashes) == 29


@pytest.mark.parametrize(
    "name",
    [
        ".order.toml",
        "~order.toml",
        "order.toml~",
        ".syncthing.order.toml.tmp",
        "~syncthing~order.toml.tmp",
        "order.toml.tmp",
        "order.part",
        "order.toml.crdownload",
    ],
)
def test_name_of_an_unfinished_file_is_left_alone(desk, at, name):
    desk.drop(at.order(at.asked()), name)
    desk.run()
    assert desk.names("drop") == [name]
    assert len(desk.chain().hashes) == 28


def test_both_files_of_a_conflict_are_taken(desk, at):
    desk.drop(at.order("ben", "place 2"), "order.toml", age=90)
    desk.drop(at.order("ben", "place 3"), "order.sync-conflict-20261130-120000-ABC.toml", age=60)
    desk.run()
    assert len(desk.names("done")) == 2
    assert desk.names("drop") == []


def test_file_that_is_replaced_while_it_is_taken_stays(desk, at):
    path = desk.drop(at.order("ben", "place 2"))
    road = drop(desk)
    [one] = road.waiting()
    path.write_bytes(at.order("ben", "place 3"))
    road.taken(one.name, refused=False)
    assert desk.names("drop") == [one.name]


def test_what_is_no_ordinary_file_is_left_alone(desk, at):
    drop = desk.root / "drop"
    os.mkfifo(drop / "pipe")
    (drop / "link").symlink_to(Path("mod.key").resolve())
    (drop / "folder").mkdir()
    desk.run()
    assert desk.names("drop") == ["folder", "link", "pipe"]
    assert desk.names("refused") == []


def test_another_folder_can_be_shared(desk, at):
    Path("shared").mkdir()
    desk.set("[drop]", f'folder = "{Path.cwd()}/shared"')
    desk.drop(at.order(at.asked())).rename("shared/order")
    desk.run()
    assert len(desk.chain().hashes) == 29
