"""Damage to documents, by accident and on purpose; all of it follows from a source of chance."""

from __future__ import annotations

import re

from pbem.crypto.keys import identity_key
from pbem.crypto.signatures import sign
from pbem.formats.text import encode64

#: What stands where something else is expected.
ODD_VALUES = (
    *("0", "-1", "1", "2", "8", "999999999", "9999999999", "9" * 5000, "0x10", "1_0", "01", "1.5"),
    *("true", "nan", "1e999", "2026-11-30", "[]", "[[]]", "[1, 2]", "{}", "{a = 1}", "'''", '"'),
    *('""', '"anna"', '"ben"', '"mod"', '"white"', '"pass"', '"hold always"', '"swap to cash 1"'),
    *('"place 1"', '"place 99"', '"kill 1 2 3 with peasant"', '"bury duke under ben barn"'),
    *(f'"{"x " * 500}"', f'"{"A" * 43}="', f'"{"A" * 86}=="', f'"{"A" * 8000}"', '"\\u0000"'),
    *(
        '"round-1-place"',
        '"round-1-action-1"',
        '"any"',
        '"long"',
        '"objects"',
        '"a=b"',
        '"\x1b[2J"',
    ),
)
#: What mail does to a text and a reader undoes.
HARMLESS = {
    "CRLF": lambda text: text.replace(b"\n", b"\r\n"),
    "byte order mark": lambda text: b"\xef\xbb\xbf" + text,
    "blanks at line ends": lambda text: text.replace(b"\n", b" \t \n"),
    "blank lines around": lambda text: b"\n\n" + text + b"\n\n\n",
    "last line end lost": lambda text: text[:-1],
}
#: Lines that are worth more to whoever can put them into another document.
PRIZES = ("sig", "box", "head", "state", "view", "nonce", "document", "previous", "check")

_VALUE = re.compile(rb"^([a-z_]+) = (.*)$", re.MULTILINE)


# Each takes the document, others of its kind, and chance; each gives the damaged one.


def bit_changed(data, others, chance):
    place = chance.randrange(len(data))
    return data[:place] + bytes([data[place] ^ 1 << chance.randrange(8)]) + data[place + 1 :]


def byte_changed(data, others, chance):
    place = chance.randrange(len(data))
    return data[:place] + chance.choice((b"A", b"0", b"=", b'"', b" ", b"\n")) + data[place + 1 :]


def inserted(data, others, chance):
    place = chance.randrange(len(data))
    more = chance.choice((chance.randbytes(chance.randint(1, 40)), b"\n", b" ", b"0", b"'''", b">"))
    return data[:place] + more + data[place:]


def deleted(data, others, chance):
    place = chance.randrange(len(data))
    return data[:place] + data[place + chance.choice((1, 2, 10, 100)) :]


def cut(data, others, chance):
    place = chance.randrange(len(data))
    return data[:place] if chance.random() < 0.7 else data[place:]


def repeated(data, others, chance):
    place = chance.randrange(len(data))
    part = data[place : place + chance.choice((1, 8, 100, 1000))]
    return data[:place] + part * chance.choice((1, 2, 30)) + data[place:]


def mailed(data, others, chance):
    """What mail does to a text; some of it is undone by the reader."""
    return chance.choice(
        (
            lambda: data.replace(b"\n", b"\r\n"),
            lambda: b"\xef\xbb\xbf" + data,
            lambda: data.replace(b"\n", b" \t\n"),
            lambda: b"\n\n" + data + b"\n\n",
            lambda: data[:-1],
            lambda: data.replace(b"\n", b"\r"),
            lambda: data.replace(b"\n", b"\n> "),
            lambda: data.replace(b"=", b"=3D"),
            lambda: data.replace(b"\n", b"\n\n"),
            lambda: data.decode("latin-1").encode("utf-16"),
            lambda: data.replace(b'"', b"\x93"),
        )
    )()


def lines_changed(data, others, chance):
    """Lines, or blocks between blank lines, that are dropped, doubled, or in another order."""
    end = chance.choice((b"\n", b"\n\n"))
    parts = data.split(end)
    one, other = chance.randrange(len(parts)), chance.randrange(len(parts))
    how = chance.randrange(4)
    if how == 0:
        del parts[one]
    elif how == 1:
        parts.insert(other, parts[one])
    elif how == 2:
        parts[one], parts[other] = parts[other], parts[one]
    else:
        donor = chance.choice(others).split(end)
        parts[one] = chance.choice(donor)
    return end.join(parts)


def value_changed(data, others, chance):
    """The value of a key is another one, an odd one, or next to what it was."""
    found = list(_VALUE.finditer(data))
    if not found:
        return byte_changed(data, others, chance)
    match = chance.choice(found)
    value = match[2]
    if value.isdigit() and len(value) < 10 and chance.random() < 0.5:
        value = b"%d" % (int(value) + chance.choice((-1, 1, 10)))
    else:
        value = chance.choice(ODD_VALUES).encode()
    return data[: match.start(2)] + value + data[match.end(2) :]


def value_borrowed(data, others, chance):
    """The value of a key is that of another document, or of another place in this one."""
    donor = chance.choice((*others, data))
    found = _values(data)
    keys = sorted(found.keys() & _values(donor).keys())
    if not keys:
        return value_changed(data, others, chance)
    prizes = [key for key in keys if key.decode() in PRIZES]
    key = chance.choice(prizes if prizes and chance.random() < 0.6 else keys)
    start, end = chance.choice(found[key])
    first, last = chance.choice(_values(donor)[key])
    return data[:start] + donor[first:last] + data[end:]


def _values(data):
    """Where the values of each key stand."""
    found = {}
    for match in _VALUE.finditer(data):
        found.setdefault(match[1], []).append(match.span(2))
    return found


def exchanged(data, others, chance):
    """Another document in its place, or behind it."""
    other = chance.choice(others)
    return chance.choice((other, data + other, data + data, data + b"\n" + other))


DAMAGES = (
    *(bit_changed, byte_changed, inserted, deleted, cut, repeated, mailed),
    *(lines_changed, lines_changed, value_changed, value_changed, value_borrowed, value_borrowed),
)


def damaged(data, others, chance):
    """A document with some damage."""
    if chance.random() < 0.02:
        return exchanged(data, others, chance)
    for _ in range(chance.choice((1, 1, 1, 1, 2, 2, 3, 5))):
        data = chance.choice(DAMAGES)(data or b"\n", others, chance)
    return data


def signed_anew(data, kind, seed):
    """The document with a signature, by the key of *seed*, that fits all that stands before it."""
    region, trailer, _ = data.partition(b"\n[signature]\n")
    if not trailer:
        return data
    signature = encode64(sign(identity_key(seed), kind, region))
    return region + trailer + f'sig = "{signature}"\n'.encode()
