"""What people sign: read in one spelling only, split without trust, with helpful refusals."""

import contextlib
import itertools
import quopri

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.crypto.signatures import Verifier, document_id, fingerprint, public_key, sign
from pbem.errors import PbemError, Refused, Unreadable
from pbem.formats import flat
from pbem.formats.text import encode64

SEED = bytes(range(32))
PUBLIC = public_key(SEED)
HASH = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="  # the bytes 0 to 31
ORDER = {
    "game": HASH,
    "player": "anna",
    "key": fingerprint(PUBLIC),
    "seq": 7,
    "revision": 0,
    "phase": "r3",
    "head_index": 41,
    "head_hash": HASH,
    "order": "kill 3 with newsboy",
}
REGION = (
    'format = "pbem-order-1"\n'
    f'game = "{HASH}"\n'
    'player = "anna"\n'
    f'key = "{fingerprint(PUBLIC)}"\n'
    "seq = 7\n"
    "revision = 0\n"
    'phase = "r3"\n'
    "head_index = 41\n"
    f'head_hash = "{HASH}"\n'
    'order = "kill 3 with newsboy"\n'
).encode()
DOCUMENT = flat.join(REGION, sign(SEED, "order", REGION))


def accepted_id(data):
    """Do what every command does: split, verify, read; give the order's id."""
    region, sig = flat.split(data)
    if not Verifier(PUBLIC).verify("order", region, sig):
        raise Refused("signature")
    flat.read("order", region)
    return document_id("order", region)


def refused(data):
    with pytest.raises(Refused) as caught:
        flat.split(data)
    return caught.value


def unread(region, kind="order"):
    with pytest.raises(Unreadable) as caught:
        flat.read(kind, region)
    return caught.value.message


# Writing and reading


def test_writer_has_one_form():
    assert flat.write("order", ORDER) == REGION


def test_document_is_region_blank_line_and_trailer():
    head, _, tail = DOCUMENT.partition(b"\n\n")
    assert head + b"\n" == REGION
    assert tail.startswith(b'[signature]\nsig = "')
    assert tail.endswith(b'=="\n')
    assert len(tail) == len('[signature]\nsig = ""\n') + 88


def test_read_gives_typed_values():
    document = flat.read("order", REGION)
    assert document.kind == "order"
    assert dict(document) == {"format": "pbem-order-1", **ORDER}
    assert document.number("seq") == 7
    assert document.text("order") == "kill 3 with newsboy"
    assert document.raw("game") == bytes(range(32))
    assert "box" not in document


def test_lists_are_one_text():
    document = flat.Document("invitation", {"players": "anna ben", "variants": ""})
    assert document.words("players") == ["anna", "ben"]
    assert document.words("variants") == []


def test_split_gives_region_and_signature():
    assert flat.split(DOCUMENT) == (REGION, sign(SEED, "order", REGION))


@given(
    seq=st.integers(1, 999_999_999),
    index=st.integers(0, 999_999_999),
    words=st.text(
        st.characters(min_codepoint=32, max_codepoint=126, exclude_characters="\"'\\"), min_size=1
    ),
)
def test_what_is_written_reads_as_it_was(seq, index, words):
    values = {**ORDER, "seq": seq, "head_index": index, "order": words}
    document = flat.read("order", flat.write("order", values))
    assert dict(document) == {"format": "pbem-order-1", **values}


@pytest.mark.parametrize("words", ['say "hi"', "a\nseq = 8", "\u00e9", "back\\slash", "it's", ""])
def test_text_that_would_not_read_is_not_written(words):
    with pytest.raises((Unreadable, ValueError)):
        flat.write("order", {**ORDER, "order": words})


@pytest.mark.parametrize("change", [{"box": "AAAA"}, {"colour": "red"}])
def test_keys_too_many_are_an_error_of_the_caller(change):
    with pytest.raises(ValueError, match="order"):
        flat.write("order", {**ORDER, **change})


def test_missing_key_is_an_error_of_the_caller():
    with pytest.raises(ValueError, match="exactly one of phase"):
        flat.write("order", {key: value for key, value in ORDER.items() if key != "phase"})


def test_document_of_more_than_4_kib_is_not_joined():
    with pytest.raises(Refused, match="4096"):
        flat.join(flat.write("order", {**ORDER, "order": "x" * 4000}), bytes(64))


# Clean-up


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data.replace(b"\n", b"\r\n"),
        lambda data: b"\xef\xbb\xbf" + data,
        lambda data: b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n"),
        lambda data: data.replace(b"\n", b"  \t\n"),
        lambda data: data.replace(b"\n", b" \r\n"),
        lambda data: data[:-1],
        lambda data: b"\n \n\n" + data + b"\n\t\n",
        lambda data: data + b"\r\n",
    ],
    ids=["crlf", "bom", "bom-crlf", "blanks", "blank-crlf", "no-end", "around", "crlf-after"],
)
def test_harmless_damage_gives_the_same_id(damage):
    assert accepted_id(damage(DOCUMENT)) == document_id("order", REGION)


def test_tidy_leaves_a_tidy_text_alone():
    assert flat.tidy(DOCUMENT) == DOCUMENT


def test_tidy_does_nothing_else():
    text = b" a\tb \r c\n\n\n\xa0\n\xef\xbb\xbfd\n"
    assert flat.tidy(text) == b" a\tb \r c\n\n\n\xa0\n\xef\xbb\xbfd\n"


@pytest.mark.parametrize("blank", [b"", b"\n", b" \n\t", b"\xef\xbb\xbf", b"\r\n\r\n"])
def test_tidy_of_nothing_is_nothing(blank):
    assert flat.tidy(blank) == b""


def test_second_byte_order_mark_is_damage():
    assert "line 1" in refused(b"\xef\xbb\xbf\xef\xbb\xbf" + DOCUMENT).message


# Damage


def test_every_flip_of_a_bit_is_refused_or_harmless():
    right = document_id("order", REGION)
    harmless = set()
    for place, bit in itertools.product(range(len(DOCUMENT)), range(8)):
        data = bytearray(DOCUMENT)
        data[place] ^= 1 << bit
        try:
            assert accepted_id(bytes(data)) == right
            harmless.add(place)
        except Refused:
            pass
    # Only the last line end may become something else that is a blank or nothing.
    assert harmless <= {len(DOCUMENT) - 1}


def test_every_byte_left_out_is_refused_or_harmless():
    right = document_id("order", REGION)
    for place in range(len(DOCUMENT)):
        with contextlib.suppress(Refused):
            assert accepted_id(DOCUMENT[:place] + DOCUMENT[place + 1 :]) == right


def test_every_cut_is_refused():
    for place in range(30, len(DOCUMENT) - 1):
        with pytest.raises(Refused):
            accepted_id(DOCUMENT[:place])


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (lambda data: b"> " + data.replace(b"\n", b"\n> "), "quoted"),
        (lambda data: data.replace(b"kill 3", b"kill\xc2\xa03"), "line 10: found a no-break space"),
        (lambda data: data.replace(b"kill 3", b"kill\xa03"), "line 10: found a no-break space"),
        (
            lambda data: data.replace(b'"anna"', b"\xe2\x80\x9canna\xe2\x80\x9d"),
            "line 3: found a curly quote",
        ),
        (lambda data: data.replace(b'"anna"', b"\x93anna\x94"), "line 3: found a curly quote"),
        (quopri.encodestring, "quoted-printable"),
        (lambda data: data.decode().encode("utf-16"), "UTF-16"),
        (lambda data: data.decode().encode("utf-16-be"), "UTF-16"),
        (lambda data: data.replace(b"\n", b"\r"), "line 1: found a lone carriage return"),
        (lambda data: data.replace(b"kill 3", b"kill\t3"), "line 10: found a tab"),
        (lambda data: data.replace(b"kill", b"\x1b[2J"), "line 10: found the byte 0x1b"),
        (lambda data: data.partition(b"\n[")[0], "not signed"),
        (lambda data: data[:-40], 'line 13: expected sig = "88 characters"'),
        (lambda data: data + b"\n" + data, "two documents"),
        (lambda data: b"Hello,\n\n" + data, "text stands before the document"),
        (lambda data: data + b"-- \nAnna\n", "nothing after the signature"),
        (lambda data: data.replace(b"\n\n", b"\n\n\n"), "line 11: the one blank line"),
        (lambda data: data.replace(b"\nseq", b"\n\nseq"), "line 5: the one blank line"),
    ],
)
def test_damage_is_named(damage, told):
    assert told in refused(damage(DOCUMENT)).message


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"> " + data.replace(b"\n", b"\n> "),
        lambda data: data.replace(b"kill 3", b"kill\xc2\xa03"),
        quopri.encodestring,
    ],
)
def test_hint_says_what_to_ask_for(damage):
    assert "ask for the file" in refused(damage(DOCUMENT)).hint


@pytest.mark.parametrize("data", [b"", b"hello\n", b"\x89PNG\r\n\x1a\n\0\0", b"x" * 100_000])
def test_what_never_was_a_document_is_unreadable(data):
    with pytest.raises(Unreadable):
        flat.split(data)


@given(st.binary(max_size=300))
def test_any_bytes_are_split_or_refused_in_printable_words(data):
    for text in (data, REGION[:200] + data + DOCUMENT[200:], DOCUMENT + data):
        told = ""
        try:
            flat.split(text)
        except PbemError as error:
            told = error.message
        assert all(" " <= char <= "~" for char in told)


@given(st.binary(max_size=60), st.integers(0, 400))
def test_any_region_is_read_back_or_refused_in_printable_words(data, place):
    region = REGION[:place] + data + REGION[place:]
    told = ""
    try:
        assert flat.write("order", flat.read("order", region)) == region
    except PbemError as error:
        told = error.message
    assert all(" " <= char <= "~" for char in told)


# Reading


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (b"seq = 7\n", b"", "order, line 5: seq is missing, found revision"),
        (b"seq = 7\n", b"seq = 7\nseq = 8\n", "order, line 6: seq stands twice"),
        (b"seq = 7\n", b'hat = "red"\n', "order, line 5: hat is no key of this kind"),
        (b"seq = 7\nrevision = 0\n", b"revision = 0\nseq = 7\n", "line 5: seq is out of order"),
        (b'order = "kill 3 with newsboy"\n', b"", "order, line 10: order or box is missing"),
        (b"seq = 7\n", b"# seven\n", 'line 5: expected key = "text" or key = number, found "# s'),
        (
            b"seq = 7\n",
            b"seq = 0\n",
            'line 5: seq: expected a number from 1 to 999999999, found "0"',
        ),
        (b'"anna"', b'"Anna"', "order, line 3: player: expected a name"),
        (
            b'"r3"',
            b"3",
            'order, line 7: phase: expected a text in quotes that is not "", found "3"',
        ),
    ],
)
def test_fault_is_named_with_its_line(old, new, told):
    assert told in unread(REGION.replace(old, new))


def test_second_alternative_is_named():
    box = encode64(bytes(304)).encode()
    message = unread(REGION + b'box = "%b"\n' % box)
    assert message == "order, line 11: only one of order or box may stand here, found box as well"


def test_document_of_another_kind_is_foreign():
    with pytest.raises(Refused, match="expected format pbem-consent-1, found pbem-order-1"):
        flat.read("consent", REGION)


def test_document_of_another_version_is_refused():
    with pytest.raises(Refused, match="expected pbem-order-1, found number 2"):
        flat.read("order", REGION.replace(b"order-1", b"order-2"))


def test_kind_is_in_the_first_line():
    assert flat.kind_of(REGION) == "order"


@pytest.mark.parametrize("region", [b"", b"\n", b'format = "pbem-wish-1"\n', b"format = 1\n"])
def test_other_first_lines_name_no_kind(region):
    with pytest.raises(Unreadable, match="line 1: expected format"):
        flat.kind_of(region)


def test_every_kind_writes_within_the_limit():
    players = [f"{letter * 24}" for letter in "abcdefgh"]
    values = {
        "moderator": "m" * 24,
        "key": HASH,
        "salt": "AAAAAAAAAAAAAAAAAAAAAA==",
        "seed_commit": HASH,
        "order_seal": HASH,
        "rules": "1",
        "cards": HASH,
        "players": " ".join(players),
        "fingerprints": " ".join(f"{name}={fingerprint(PUBLIC)}" for name in players),
        "length": "long",
        "variants": "unlimited-wealth first-come",
        "modules": "carnies events notables objects",
        "rulings": " ".join(f"ruling-{number}=some-value" for number in range(13)),
        "corrections": " ".join(f"card-{number}.affinity=2" for number in range(30)),
        "first": "a" * 24,
        "supersedes": HASH,
    }
    assert flat.join(flat.write("invitation", values), bytes(64))
