"""What is remembered of a mailbox: mails that were taken and not moved yet."""

from __future__ import annotations

import pytest

from pbem.errors import Refused
from pbem.post.uids import COPIED, DONE, REFUSED, Uids

WHERE = "mara@mail.example.org:993/INBOX"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "imap.uids"


@pytest.fixture
def uids(path):
    """Read the file as a new run does."""
    return lambda where=WHERE: Uids(str(path), where)


def test_file_is_for_people_too(path, uids):
    memory = uids()
    memory.begin(7)
    memory.take(3, DONE)
    memory.take(12, REFUSED)
    assert path.read_text() == "pbem-uids-1\n0a47c44e 7\ndone 3\nrefused 12\n"
    assert path.stat().st_mode & 0o777 == 0o600


def test_next_run_knows_what_was_taken(uids):
    memory = uids()
    memory.begin(7)
    memory.take(3, DONE)
    memory.take(12, REFUSED)
    later = uids()
    assert later.taken == {3: DONE, 12: REFUSED}
    assert later.name(12) == memory.name(12) == "imap-0a47c44e-7-12"
    later.begin(7)
    assert later.taken == {3: DONE, 12: REFUSED}


def test_what_was_moved_is_forgotten(uids):
    memory = uids()
    memory.begin(7)
    memory.take(3, DONE)
    memory.forget(3)
    assert memory.taken == {}
    memory.take(4, DONE)
    assert uids().taken == {4: DONE}


def test_mail_that_was_copied_is_known_to_be(path, uids):
    memory = uids()
    memory.begin(7)
    memory.take(3, DONE)
    memory.take(3, COPIED)
    assert path.read_text() == "pbem-uids-1\n0a47c44e 7\ncopied 3\n"
    assert uids().taken == {3: COPIED}


def test_mail_that_is_not_there_any_more_is_forgotten(uids):
    memory = uids()
    memory.begin(7)
    memory.take(3, DONE)
    memory.take(4, REFUSED)
    memory.keep({2, 4})
    assert memory.taken == {4: REFUSED}


def test_folder_made_anew_has_other_mails(uids):
    memory = uids()
    memory.begin(7)
    memory.take(3, DONE)
    before = memory.name(3)
    memory.begin(8)
    assert memory.taken == {}
    assert memory.name(3) != before
    assert uids().name(3) == memory.name(3)


def test_another_folder_has_other_mails(uids):
    memory = uids()
    memory.begin(7)
    memory.take(3, DONE)
    other = uids("mara@mail.example.org:993/Orders")
    other.begin(7)
    assert other.taken == {}
    assert other.name(3) != memory.name(3)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "pbem-uids-2\n0a47c44e 7\n",
        "pbem-uids-1\n0a47c44e 7\ndone 3",
        "pbem-uids-1\n0a47c44e 7\ngone 3\n",
        "pbem-uids-1\n0a47c44e -7\n",
        "pbem-uids-1\n0a47c44e 7\ndone \u0663\n",
    ],
)
def test_damaged_file_is_an_error(path, uids, text):
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Refused) as error:
        uids()
    assert error.value.message == f"{path}: what was remembered of the mailbox is damaged"
    assert error.value.hint == "remove the file; orders that come again are not taken twice"
