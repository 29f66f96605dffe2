"""The text of an entry: one frozen writer, and a reader of lines."""

from __future__ import annotations

import pytest

from pbem.errors import Unreadable
from pbem.formats import entry
from pbem.formats.text import encode64


def raw(number):
    return bytes([number]) * 32


def b64(number):
    return encode64(raw(number))


FULL = entry.Entry(
    number=7,
    previous=raw(1),
    kind="order",
    document=raw(2),
    events=["round 2 anna", "face-up guests 0 3 duke"],
    openings=[entry.Opening("guests", 0, 3, "duke", raw(3))],
    leaves=[("guests", 1, [raw(4), raw(5)])],
    state=raw(6),
    views=[("anna", raw(7)), ("ben", raw(8))],
)
FULL_TEXT = f"""index = 7
previous = "{b64(1)}"
kind = "order"
document = "{b64(2)}"
event = "round 2 anna"
event = "face-up guests 0 3 duke"
open = "guests 0 3 duke {b64(3)}"
leaf = "guests 1 0 {b64(4)}"
leaf = "guests 1 1 {b64(5)}"
state = "{b64(6)}"
view = "anna {b64(7)}"
view = "ben {b64(8)}"
"""


def test_entry_is_written_line_by_line_in_its_order():
    assert entry.write(FULL).decode() == FULL_TEXT


def test_genesis_names_the_registrations():
    genesis = entry.Entry(0, raw(1), "genesis", registrations=(raw(2), raw(3)))
    assert entry.write(genesis).decode() == (
        f'index = 0\nprevious = "{b64(1)}"\nkind = "genesis"\n'
        f'registration = "{b64(2)}"\nregistration = "{b64(3)}"\n'
    )


def test_reveal_ends_with_the_secret():
    reveal = entry.Entry(9, raw(1), "reveal", secret=raw(2))
    text = entry.write(reveal)
    assert text.decode().endswith(f'kind = "reveal"\nsecret = "{b64(2)}"\n')
    assert entry.secret_of(text) == raw(2)


def test_correction_tells_who_agreed_and_what_was_seen_before_the_commitments():
    correction = entry.Entry(
        number=9,
        previous=raw(1),
        kind="correct",
        document=raw(2),
        agreed=["anna", "ben"],
        seen=["duke", "duke"],
        state=raw(6),
    )
    text = entry.write(correction).decode()
    assert text == (
        f'index = 9\nprevious = "{b64(1)}"\nkind = "correct"\ndocument = "{b64(2)}"\n'
        f'agreed = "anna"\nagreed = "ben"\nseen = "duke"\nseen = "duke"\nstate = "{b64(6)}"\n'
    )
    values = entry.read(text.encode())
    assert (values["agreed"], values["seen"]) == (["anna", "ben"], ["duke", "duke"])


def test_values_are_read_by_key_in_their_order():
    values = entry.read(FULL_TEXT.encode())
    assert values["event"] == ["round 2 anna", "face-up guests 0 3 duke"]
    assert values["index"] == ["7"]
    assert values["view"] == [f"anna {b64(7)}", f"ben {b64(8)}"]
    assert values["secret"] == []


@pytest.mark.parametrize(
    "line",
    ["", "x = 1", 'index = "7', "index = 07", "index  = 7", "index = 7 ", 'kind = "a" "b"', "# x"],
)
def test_other_lines_are_unreadable(line):
    with pytest.raises(Unreadable, match="line 2: expected a line of an entry"):
        entry.read(f"index = 7\n{line}\n".encode())


def test_kind_is_that_of_the_third_line():
    assert entry.kind_of(FULL_TEXT.encode()) == "order"
    assert entry.kind_of(b'kind = "order"\n') == ""
    assert entry.kind_of(FULL_TEXT.replace("\nprevious", "\n\nprevious").encode()) == ""


@pytest.mark.parametrize(
    "text",
    [
        f'kind = "order"\nsecret = "{b64(2)}"\n',
        f'kind = "reveal"\nstate = "x"\nsecret = "{b64(2)}"\n',
        f'kind = "reveal"\nsecret = "{b64(2)}"\n\n',
        'kind = "reveal"\nsecret = "AAAA"\n',
        f'kind = "reveal"\nsecret = "{b64(2)[:-2]}J="\n',
    ],
)
def test_secret_is_read_from_a_reveal_alone(text):
    assert entry.secret_of(f'index = 1\nprevious = "x"\n{text}'.encode()) is None


BARE = entry.Stored(b"index = 0\n", None, None, b"h" * 64)
SIGNED = entry.Stored(b"index = 0\n", b'format = "x"\nseq = 1\n', b"s" * 64, b"h" * 64)
AGREED = SIGNED._replace(
    agreements=(entry.Agreement("anna", b"a" * 64), entry.Agreement("ben", b"b" * 64))
)
HEAD = f'head = "{encode64(b"h" * 64)}"\n'
SIG = f'sig = "{encode64(b"s" * 64)}"\n'
ANNA = f'agree = "anna {encode64(b"a" * 64)}"\n'
BEN = f'agree = "ben {encode64(b"b" * 64)}"\n'


def test_entry_without_a_document_is_stored_in_two_blocks():
    assert entry.dump(BARE).decode() == f"index = 0\n\n{HEAD}"


def test_entry_with_a_document_is_stored_in_three_blocks():
    expected = f'index = 0\n\nformat = "x"\nseq = 1\n\n{SIG}{HEAD}'
    assert entry.dump(SIGNED).decode() == expected


def test_agreements_are_stored_between_the_signatures_of_author_and_moderator():
    expected = f'index = 0\n\nformat = "x"\nseq = 1\n\n{SIG}{ANNA}{BEN}{HEAD}'
    assert entry.dump(AGREED).decode() == expected


@pytest.mark.parametrize("stored", [BARE, SIGNED, AGREED])
def test_stored_entry_reads_back(stored):
    assert entry.load(entry.dump(stored)) == stored


@pytest.mark.parametrize(
    "blocks",
    [
        "",
        "index = 0\n",
        HEAD,
        f"index = 0\n{HEAD}",
        f"index = 0\n\n{SIG}{HEAD}",
        f"index = 0\n\nx = 1\n\n{HEAD}",
        f"index = 0\n\nx = 1\n\n{HEAD}{SIG}",
        f"index = 0\n\nx = 1\n\ny = 1\n\n{SIG}{HEAD}",
        f"index = 0\n\n{HEAD}\n",
        f"index = 0\n\n{HEAD}x = 1\n",
        f"index = 0\n\n{ANNA}{HEAD}",
        f"index = 0\n\nx = 1\n\n{ANNA}{SIG}{HEAD}",
        f"index = 0\n\nx = 1\n\n{SIG}{HEAD}{ANNA}",
        f"index = 0\n\nx = 1\n\n{SIG}{ANNA}",
        f"index = 0\n\nx = 1\n\n{SIG}{SIG}{HEAD}",
        f"index = 0\n\nx = 1\n\n{SIG}{ANNA.replace('anna ', '')}{HEAD}",
        f"index = 0\n\nx = 1\n\n{SIG}{ANNA.replace('anna', '')}{HEAD}",
        f"index = 0\n\nx = 1\n\n{SIG}{ANNA.replace('anna', 'Anna')}{HEAD}",
        f"index = 0\n\nx = 1\n\n{SIG}{ANNA.replace('anna ', 'anna  ')}{HEAD}",
        f"index = 0\n\n{HEAD.replace('A==', 'B==')}".replace("aA==", "aB=="),
    ],
)
def test_other_blocks_are_unreadable(blocks):
    with pytest.raises(Unreadable):
        entry.load(blocks.encode())
