"""What is remembered of a mailbox: mails that were taken and not moved yet."""

from __future__ import annotations

import pytest

from pbem.errors import Refused
from pbem.post.uids import Uids

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
    memory.take(3, refused=False)
    memory.take(12, refused=True)
    assert path.read_text() == "pbem-uids-1\n0a47c44e 7\ndone 3\nrefused 12\n"
    assert path.stat().st_mode & 0o777 == 0o600


def test_next_run_knows_what_was_taken(uids):
    memory = uids()
    memory.begin(7)
    memory.take(3, refused=False)
    memory.take(12, refused=True)
    later = uids()
    assert later.taken == {3: False, 12: True}
    assert later.name(12) == memory.name(12) == "imap-0a47c44e-7-12"
    later.begin(7)
    assert later.taken == {3: False, 12: True}


def test_what_was_moved_is_forgotten(uids):
    memory = uids()
    memory.begin(7)
    memory.take(3, refused=False)
    memory.forget(3)
    assert memory.taken == {}
    memory.take(4, refused=False)
    assert uids().taken == {4: False}


def test_folder_made_anew_has_other_mails(uids):
    memory = uids()
    memory.begin(7)
    memory.take(3, refused=False)
    before = memory.name(3)
    memory.begin(8)
    assert memory.taken == {}
    assert memory.name(3) != before
    assert uids().name(3) == memory.name(3)


def test_another_folder_has_other_mails(uids):
    memory = uids()
    memory.begin(7)
    memory.take(3, refused=False)
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
