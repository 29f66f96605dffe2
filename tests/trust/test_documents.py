"""Every kind of signed document, with everything in it that a relay or a signer may try.

The documents are the good ones of the testkit; what is changed is signed again, so that nothing
but the reading stands in the way.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.crypto.keys import identity_key
from pbem.crypto.signatures import document_id, sign
from pbem.errors import Refused, Unreadable
from pbem.formats import flat
from tests.trust import table

ROOT = Path(__file__).parent.parent.parent
KIT = ROOT / "tests" / "testkit"
EXAMPLES = sorted((ROOT / "examples" / "game" / "documents").iterdir())
SIGNER = identity_key(bytes(range(32)))

#: Documents as our writer leaves them, by kind and file.
SAMPLES = {
    f"{kind}-{path.stem}": (kind, path.read_bytes())
    for kind in flat.KINDS
    for path in sorted((KIT / kind).glob("good*.toml"))
    if flat.tidy(path.read_bytes()) == path.read_bytes()
}
ALL = pytest.mark.parametrize(("kind", "document"), SAMPLES.values(), ids=SAMPLES)


def test_every_kind_has_a_sample():
    assert {kind for kind, _ in SAMPLES.values()} == set(flat.KINDS)


def signed(kind, lines):
    """A document of these lines, whatever they are, by a key that may sign them."""
    region = "".join(f"{line}\n" for line in lines).encode("latin-1")
    return region + b'\n[signature]\nsig = "%b"\n' % table.encode64(
        sign(SIGNER, kind, region)
    ).encode("ascii")


def lines_of(document):
    return flat.split(document)[0].decode("ascii").splitlines()


def read(kind, document):
    return flat.read(kind, flat.split(document)[0])


def refused(kind, document):
    """The document is refused, in words that cannot hurt a terminal."""
    with pytest.raises((Refused, Unreadable)) as caught:
        read(kind, document)
    told = caught.value.message + (caught.value.hint or "")
    assert all(" " <= char <= "~" for char in told)
    return caught.value.message


@ALL
def test_sample_is_read(kind, document):
    lines = lines_of(document)
    assert signed(kind, lines) == document
    assert len(read(kind, document)) == len(lines)


# Bytes. A carriage return before a line end and blanks at a line end are cleaned away, nothing else

FOREIGN = [*range(0x0A), *range(0x0B, 0x20), *range(0x7F, 0x100)]


@ALL
def test_foreign_byte_inside_any_line_is_refused(kind, document):
    lines = document.split(b"\n")[:-1]
    for number, line in enumerate(lines):
        place = max(len(line) // 2, 1)
        if not line:
            continue
        for byte in FOREIGN:
            bad = line[:place] + bytes([byte]) + line[place:]
            with pytest.raises((Refused, Unreadable)) as caught:
                flat.split(b"\n".join([*lines[:number], bad, *lines[number + 1 :], b""]))
            assert all(" " <= char <= "~" for char in caught.value.message)


@pytest.mark.parametrize("letter", ["\x1b[2J", "\u202e", "\u00a0", "\u0430", "\ufeff", "\u2028"])
@ALL
def test_letter_of_another_script_in_any_field_is_refused(kind, document, letter):
    before, after = document.decode("ascii").split("\n", 1)
    for match in re.finditer('(?<== ").', after):
        bad = f"{before}\n{after[: match.start()]}{letter}{after[match.start() :]}"
        refused(kind, bad.encode())


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_copy_with_other_line_ends_has_the_same_id(path):
    document = path.read_bytes()
    region, signature = flat.split(document)
    kind = flat.kind_of(region)
    for copy in (document.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + document + b"\r\n"):
        found, same = flat.split(copy)
        assert document_id(kind, found) == document_id(kind, region)
        assert same == signature


# Lengths. No line is ever cut, and none is read in two parts


def order_of(length):
    """The lines of an order, with words that make its last line so long."""
    lines = lines_of(SAMPLES["order-good-words"][1])
    words = "x" * (length - len('order = ""'))
    return [*lines[:-1], f'order = "{words}"'], words


@pytest.mark.parametrize("length", [73, 1023, 1024, 1025, 3000])
def test_long_line_is_read_whole(length):
    lines, words = order_of(length)
    assert read("order", signed("order", lines))["order"] == words


@pytest.mark.parametrize("length", [4096, 4097, 65536])
def test_line_too_long_for_a_document_is_refused(length):
    lines, _ = order_of(length)
    assert "at most 4096 bytes" in refused("order", signed("order", lines))


@pytest.mark.parametrize("length", [73, 88, 1023, 1024, 65536])
@ALL
def test_longer_signature_is_refused(kind, document, length):
    line = document.split(b"\n")[-2]
    good = line[7:-1]
    refused(kind, document.replace(good, good + b"A" * length))
    refused(kind, document.replace(good, (good * (length // 88 + 1))[:length] + good))


# Lines


@ALL
def test_line_left_out_doubled_or_moved_is_refused(kind, document):
    lines = lines_of(document)
    for number, line in enumerate(lines):
        rest = lines[:number] + lines[number + 1 :]
        refused(kind, signed(kind, rest))
        refused(kind, signed(kind, [*lines[: number + 1], line, *lines[number + 1 :]]))
        refused(kind, signed(kind, [*lines, line]))
        for place in range(len(lines)):
            if place != number:
                refused(kind, signed(kind, [*rest[:place], line, *rest[place:]]))


UNKNOWN = ['alg = "none"', 'kid = "anna"', 'type = "order"', "test = 1", 'note = "x"', "[more]"]


@pytest.mark.parametrize("line", [*UNKNOWN, "# a remark", "", " ", "x", "x = 1.0", "x.y = 1"])
@ALL
def test_line_of_another_kind_anywhere_is_refused(kind, document, line):
    lines = lines_of(document)
    # Blank lines around a document are harmless, and one stands before the signature.
    blank = not line.strip()
    for number in range(1, len(lines)) if blank else range(len(lines) + 1):
        refused(kind, signed(kind, [*lines[:number], line, *lines[number:]]))


@ALL
def test_second_blank_line_before_the_signature_is_refused(kind, document):
    assert "the one blank line" in refused(kind, document.replace(b"\n\n", b"\n\n\n"))


@ALL
def test_another_format_is_refused(kind, document):
    first, *rest = lines_of(document)
    message = refused(kind, signed(kind, [first.replace("-1", "-2"), *rest]))
    assert f"expected pbem-{kind}-1, found number 2" in message
    for other in set(flat.KINDS) - {kind}:
        message = refused(kind, signed(kind, [f'format = "pbem-{other}-1"', *rest]))
        assert f"expected format pbem-{kind}-1, found pbem-{other}-1" in message


# Values: one spelling each


def test_numbers_have_one_spelling():
    for kind, document in SAMPLES.values():
        lines = lines_of(document)
        for number, line in enumerate(lines):
            key, _, value = line.partition(" = ")
            if not value.isdigit():
                continue
            others = ["true", "false", f"0{value}", f"+{value}", f"-{value}", f"{value}.0", "0x1"]
            others += [f"{value}e0", "1_0", "inf", f'"{value}"', "[1]", "2026-11-30", "07:32", ""]
            others += [f"{value} ", f" {value}", f"{value} # one", "9" * 10, "9" * 5000]
            for other in others:
                bad = [*lines[:number], f"{key} = {other}", *lines[number + 1 :]]
                if other != f"{value} ":  # a blank at a line end is what mail leaves
                    refused(kind, signed(kind, bad))


def other_spellings(text):
    """What lenient readers take for the same base64."""
    yield from (f"{text[:9]} {text[9:]}", f" {text}", f"{text}=", f"{text}==", text.rstrip("="))
    yield from (text[:8] + letter + text[9:] for letter in "-_,")
    yield text[:-4] + text[-4:].replace("=", "A", 1)
    if text.endswith("="):
        digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        last = text.rstrip("=")[-1]
        other = digits[digits.index(last) ^ 1]
        yield other.join(text.rsplit(last, 1))


def test_other_spellings_of_a_text_say_the_same():
    """The pad bits are what a reader may overlook; `AAA=` is two zero bytes."""
    assert "AAB=" in other_spellings("AAA=")


#: What holds a whole document.
WHOLE = {"registration", "offer", "signed"}


@ALL
def test_base64_has_one_spelling(kind, document):
    fields = re.findall(r'^([a-z_]+) = "([A-Za-z0-9+/]{20,}=*)"$', document.decode(), re.MULTILINE)
    assert fields
    for key, text in fields:
        # What needs no padding has fewer other spellings, and a whole document may have any length.
        longer = {text[:-4] + text[-4:].replace("=", "A", 1)} if key in WHOLE else set()
        for other in {*other_spellings(text)} - {text, *longer}:
            old, new = f'{key} = "{text}"', f'{key} = "{other}"'
            if key == "sig":
                refused(kind, document.replace(old.encode(), new.encode()))
            else:
                lines = lines_of(document)
                refused(kind, signed(kind, [new if line == old else line for line in lines]))


@pytest.mark.parametrize(
    "name", ["../x", "/etc/passwd", "-rf", "a/b", "a\\b", "", "a" * 200, "Anna", "a b", "a.b", "~"]
)
@ALL
def test_name_that_is_a_path_or_an_option_is_refused(kind, document, name):
    lines = lines_of(document)
    for number, line in enumerate(lines):
        if re.match("(?:player|players|moderator) = ", line):
            key = line.partition(" ")[0]
            if key == "players" and name == "a b":
                continue  # two names
            bad = [*lines[:number], f'{key} = "{name}"', *lines[number + 1 :]]
            refused(kind, signed(kind, bad))
