"""One value has one spelling, and messages hold no byte that could hurt."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.crypto.signatures import fingerprint
from pbem.formats.text import decode64, encode64, is_fingerprint, is_name, shown


@given(st.binary(max_size=100))
def test_base64_is_the_usual_one(data):
    assert encode64(data) == base64.b64encode(data).decode()
    assert decode64(encode64(data), len(data)) == data


@pytest.mark.parametrize(
    "text",
    [
        "AAB=",  # says the same as AAA=
        "AAA",
        "AAA==",
        "AAAA=",
        "AA=A",
        "A AA=",
        " AAA=",
        "AAA=\n",
        "AAA-",
        "AAA_",
        "AAA\u0391",
        "\u0661AAA",
        "=",
        "AAA=AAA=",
    ],
)
def test_any_other_spelling_is_refused(text):
    with pytest.raises(ValueError, match="expected base64, found"):
        decode64(text)


def test_size_is_part_of_what_is_expected():
    with pytest.raises(ValueError, match="expected base64 of 32 bytes, found 2 bytes"):
        decode64("AAA=", 32)


@pytest.mark.parametrize("name", ["a", "anna", "a-b", "r2d2", "a" * 24])
def test_name_is_of_small_letters_digits_and_hyphens(name):
    assert is_name(name)


@pytest.mark.parametrize(
    "name",
    ["", "Anna", "1anna", "-rf", "a" * 25, "a b", "a/b", "../x", "anna\n", "ann\u0430", "a\u0661"],
)
def test_other_text_is_no_name(name):
    assert not is_name(name)


def test_fingerprint_of_a_key_is_one():
    assert is_fingerprint(fingerprint(bytes(32)))


@pytest.mark.parametrize(
    "text", ["", "qqqq", "qqqq-" * 7, "qqqq-" * 8 + "qqqq", "qqqb-" + "qqqq-" * 6 + "qqqq"]
)
def test_other_text_is_no_fingerprint(text):
    assert not is_fingerprint(text)


def test_fingerprint_has_no_letter_outside_its_alphabet():
    alphabet = set("qpzry9x8gf2tvdw0s3jn54khce6mua7l")
    for number in range(128):
        char = chr(number)
        assert is_fingerprint(char + "qqq-" + "qqqq-" * 6 + "qqqq") == (char in alphabet)


def test_shown_text_has_no_byte_that_could_hurt():
    assert shown("a\x1b[2J\u202e\xa0b\n") == '"a?[2J??b?"'
    assert shown(b"\x00\xffok") == '"??ok"'


def test_shown_text_is_cut():
    assert shown("x" * 41) == '"' + "x" * 37 + '..."'
    assert shown("x" * 40) == '"' + "x" * 40 + '"'
