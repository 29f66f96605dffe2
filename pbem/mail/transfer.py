"""Transfer encodings and charsets undone, as declared if that can be, and else as it is."""

from __future__ import annotations

import binascii
import codecs
import re

BASE64 = "base64"
QUOTED = "quotedprintable"

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # begins as the next one does
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

# Python also knows codecs that are slow or that run the text through an escape.
_CHARSETS = ("iso8859", "iso2022", "cp", "koi8", "mac", "gb", "big5", "shift_jis", "euc_", "utf")

_ENCODED_WORD = re.compile(r"=\?([!->@-~]{1,64})\?([bq])\?([!->@-~]*)\?=", re.IGNORECASE)


def encoding_name(declared: str) -> str:
    """The name of a transfer encoding, whatever was written for it."""
    return re.sub("[^a-z0-9]", "", declared.lower())


def decode_transfer(raw: bytes, encoding: str) -> bytes:
    """*raw* without its transfer encoding; one that is not known is none."""
    if encoding == BASE64:
        # Lists and gateways append texts of their own: each run up to its padding is for itself.
        runs: list[bytes] = re.findall(rb"[A-Za-z0-9+/]+", re.sub(rb"[^A-Za-z0-9+/=]", b"", raw))
        return b"".join(map(_base64, runs))
    if encoding == QUOTED:
        return binascii.a2b_qp(re.sub(rb"=[ \t]+\n", b"=\n", raw))
    return raw


def _base64(run: bytes) -> bytes:
    whole = run[:-1] if len(run) % 4 == 1 else run
    return binascii.a2b_base64(whole + b"=" * (-len(whole) % 4))


def decode_charset(raw: bytes, declared: str | None) -> str:
    """*raw* as text. The label counts only for what is no UTF-8: most wrong labels hide that."""
    for mark, charset in _BOMS:
        if raw.startswith(mark):
            return raw[len(mark) :].decode(charset, "replace")
    if raw[:200].count(0) * 3 > len(raw[:200]):
        return raw.decode("utf-16-le" if raw[1:2] == b"\0" else "utf-16-be", "replace")
    label = _charset(declared)
    for charset in ("utf-7",) if label == "utf-7" else ("utf-8", label, "cp1252"):
        try:
            return raw.decode(charset)
        except UnicodeDecodeError:
            continue
    return raw.decode("latin-1")


def _charset(declared: str | None) -> str:
    """The charset of that label; for none, a false one and Latin-1 the one that is meant."""
    try:
        name = codecs.lookup((declared or "").strip()[:40]).name
    except (LookupError, ValueError):
        return "cp1252"
    # What is labelled Latin-1 has the quotes of Windows in it, as browsers know.
    return name if name.startswith(_CHARSETS) and name != "iso8859-1" else "cp1252"


def decode_words(field: str) -> str:
    """A header field, its bytes as Latin-1, as people read it: encoded words are decoded."""
    text = decode_charset(field.encode("latin-1"), None)
    return _ENCODED_WORD.sub(_word, re.sub(r"(\?=)\s+(=\?)", r"\1\2", text))


def _word(match: re.Match[str]) -> str:
    charset, encoding, text = match.groups()
    raw = text.encode("ascii")
    if encoding in "bB":
        data = decode_transfer(raw, BASE64)
    else:
        data = decode_transfer(raw.replace(b"_", b" "), QUOTED)
    return decode_charset(data, charset.partition("*")[0])
