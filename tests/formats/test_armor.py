"""The armored block: exactly one counts, whatever stands around it."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.errors import PbemError, Refused, Unreadable
from pbem.formats.armor import armor, dearmor, is_armored

BEGIN = "-----BEGIN PBEM DOCUMENT-----"
END = "-----END PBEM DOCUMENT-----"
DOCUMENT = b"".join(b"line %d of a document\n" % number for number in range(20))
BLOCK = armor(DOCUMENT, "kill 3").partition("\n\n")[2]
OTHER = armor(b"another document\n", "pass").partition("\n\n")[2]


def quoted(text):
    return "".join(f"> {line}\n" for line in text.splitlines())


def refused(text):
    with pytest.raises(Refused) as caught:
        dearmor(text.encode())
    return caught.value.message


def test_words_stand_above_and_nothing_follows():
    lines = armor(b"abc", "kill 3 with newsboy").split("\n")
    assert lines == ["kill 3 with newsboy", "", BEGIN, "YWJj", END, ""]


@pytest.mark.parametrize("size", range(1, 201))
def test_lines_are_64_wide_and_come_back(size):
    text = armor(bytes(range(size)), "words")
    body = text.split("\n")[3:-2]
    assert "".join(body) == base64.b64encode(bytes(range(size))).decode()
    assert all(len(line) == 64 for line in body[:-1])
    assert 0 < len(body[-1]) <= 64
    assert dearmor(text.encode()) == bytes(range(size))


def test_words_may_not_look_like_a_block():
    with pytest.raises(ValueError, match="look like a block"):
        armor(b"abc", f"x\n{BEGIN}")


@pytest.mark.parametrize(
    "text",
    [
        BLOCK,
        BLOCK.replace("\n", "\r\n"),
        BLOCK.replace("\n", " \t\n"),
        "".join(f" \t{line}\n" for line in BLOCK.splitlines()),
        BLOCK.removesuffix("\n"),
        f"Hello Max,\n\nthis is mine:\n{BLOCK}-- \nAnna\n",
        f"Gr\u00fc\u00dfe \u201cMax\u201d\n{BLOCK}_______\nlist footer\n",
        BLOCK + BLOCK,
        f"{BLOCK}\nOn Monday Max wrote:\n{quoted(BLOCK)}",
        f"{BLOCK}\nOn Monday Max wrote:\n{quoted(OTHER)}",
        quoted(OTHER) + BLOCK,
        quoted(OTHER[:50]) + BLOCK,
    ],
    ids=[
        "plain",
        "crlf",
        "blanks",
        "indented",
        "no-end",
        "text-around",
        "other-scripts-around",
        "twice",
        "and-quoted",
        "other-quoted-below",
        "other-quoted-above",
        "cut-quoted-above",
    ],
)
def test_one_block_is_found(text):
    assert dearmor(text.encode()) == DOCUMENT


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (BLOCK + OTHER, "two blocks that differ"),
        (quoted(BLOCK), "the only block is quoted"),
        (f" >{BEGIN}", "the only block is quoted"),
        (f"> {END}", "the only block is quoted"),
        (f"{END}\n{BEGIN}\n", "line 1: a block ends here, but none had begun"),
        (BLOCK + END + "\n", "a block ends here, but none had begun"),
        (BLOCK.replace(END + "\n", ""), "line 1: the block that begins here was cut off"),
        (BLOCK[:100], "line 1: the block that begins here was cut off"),
        (f"{BEGIN}\n{BLOCK}", "line 2: a block begins inside the one that began in line 1"),
        (f"{BEGIN}\n{END}\n", "is empty"),
        (BLOCK.replace(BEGIN, BEGIN + "\n"), "line 2: expected 64 characters of base64"),
        (BLOCK.replace(END, "\n" + END), "expected 64 characters of base64"),
        (
            BLOCK.replace("\n", "\n> ").replace("> -", "-"),
            "line 2: expected 64 characters of base64, quoted",
        ),
        (f"{BEGIN}\n{'A' * 65}\n{END}\n", "line 2: expected 64 characters of base64"),
        (f"{BEGIN}\n{'A' * 60}\n{'A' * 4}\n{END}\n", "line 2: expected 64 characters, found 60"),
        (f"{BEGIN}\nAAB=\n{END}\n", "is damaged: expected base64"),
        (f"{BEGIN}\nAAA\n{END}\n", "is damaged: expected base64"),
        (f"{BEGIN}\nAA-_\n{END}\n", "line 2: expected 64 characters of base64"),
        (f"{BEGIN}\nAA A\n{END}\n", "line 2: expected 64 characters of base64"),
        (f"{BEGIN}\nAAA=3D\n{END}\n", "quoted-printable"),
        (f"{BEGIN}\nAAA\u0410\n{END}\n", "line 2: expected 64 characters of base64"),
        (f"{BEGIN}\n{'A' * 62}==\nAAAA\n{END}\n", "is damaged"),
    ],
)
def test_other_texts_are_refused_with_the_reason(text, told):
    assert told in refused(text)


@pytest.mark.parametrize("text", [b"", b"Dear Max,\nI kill the baron.\n", b"\xff\xfe\0\0"])
def test_text_without_a_block_is_unreadable(text):
    with pytest.raises(Unreadable, match="expected a line"):
        dearmor(text)


def test_endless_text_is_unreadable():
    with pytest.raises(Unreadable, match="at most"):
        dearmor(b"x" * (4 * 1024 * 1024 + 1))


@pytest.mark.parametrize("text", [BLOCK, quoted(BLOCK), END + "\n", "x\n" + BEGIN])
def test_armored_texts_are_known_by_their_lines(text):
    assert is_armored(text.encode())


@pytest.mark.parametrize(
    "text", ["", 'format = "pbem-order-1"\n', f"see {BEGIN}", f"{BEGIN} there", f"  {END}-"]
)
def test_other_texts_are_not_armored(text):
    assert not is_armored(text.encode())


@given(
    st.text(f"> \t\r\n-{BEGIN}", max_size=9), st.sampled_from([BEGIN, END]), st.text("> \t\r\nA-")
)
def test_what_is_armored_has_a_block_or_a_reason(before, mark, after):
    text = (before + mark + after).encode()
    told = ""
    try:
        dearmor(text)
    except PbemError as error:
        told = error.message
    assert is_armored(text) == (not told.startswith("no pbem document"))


@given(st.binary(max_size=200), st.integers(0, 700))
def test_any_bytes_are_read_or_refused_in_printable_words(data, place):
    text = BLOCK.encode()[:place] + data + BLOCK.encode()[place:]
    told = ""
    try:
        dearmor(text)
    except PbemError as error:
        told = error.message
    assert all(" " <= char <= "~" for char in told)
