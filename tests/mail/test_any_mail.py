"""Random mails: what is taken is the document that was sent, and everything else is refused."""

from __future__ import annotations

import contextlib

from hypothesis import given
from hypothesis import strategies as st

from pbem.crypto import keys
from pbem.crypto.signatures import document_id, public_key, verify
from pbem.errors import PbemError
from pbem.formats import flat
from pbem.mail import envelope_of, extract
from tests.mail import shapes
from tests.mail.shapes import HEAD, alternative, attached, mail, multipart, part, plain
from tests.mail.test_shapes import AT, FLAT, ORDER, OTHER, REFUSED, TAKEN, TEXT

KEY = public_key(keys.identity_key(AT.seeds[AT.asked()]))
ID = document_id("order", flat.split(ORDER)[0])
OLD_ID = document_id("order", flat.split(OTHER)[0])
#: A mail, and the documents that may come out of it: a second one shows up if the first is lost.
MAILS = [(data, {ID}) for data in TAKEN.values()] + [
    (data, {ID, OLD_ID}) for data, _ in REFUSED.values()
]

words = st.text(
    st.characters(exclude_categories=("Cs",), exclude_characters="\0\r\v\f\x1c\x1d\x1e\x85"),
    max_size=90,
)
bodies = st.sampled_from([TEXT, FLAT])
encodings = st.sampled_from(["", "8bit", "base64", "quoted-printable"])
junk = st.one_of(
    st.binary(max_size=60),
    st.sampled_from(
        [
            b"\n> ",
            b"\n--=_b\n",
            b"\n\n",
            b"=",
            b"<div>",
            b"-----END PBEM DOCUMENT-----\n",
            TEXT.encode(),
            b"\nContent-Type: text/html\n",
            b"\nContent-Transfer-Encoding: base64\n\n",
        ]
    ),
)


def signed_by_the_player(document: bytes) -> bytes | None:
    """The id of a document, if its player's signature fits."""
    with contextlib.suppress(PbemError):
        region, signature = flat.split(document)
        if verify(KEY, "order", region, signature):
            return document_id("order", region)
    return None


def around(before: str, text: str, after: str) -> str:
    return f"{before}\n{text}\n{after}"


@given(words, bodies, words, encodings, st.sampled_from(["\n", "\r\n"]))
def test_document_survives_any_text_around_it(before, body, after, encoding, end):
    text = around(before, body, after)
    for content in (
        plain(text, encoding),
        multipart("mixed", plain(before), attached(text)),
        alternative(text, encoding),
        part("text/html; charset=utf-8", shapes.divs(text), encoding=encoding),
        part("text/plain; format=flowed", shapes.flowed(text), encoding=encoding),
    ):
        data = mail(content).replace(b"\n", end.encode())
        assert signed_by_the_player(extract(data).document) == ID


@given(st.sampled_from(MAILS), st.integers(0), st.integers(0, 200), junk)
def test_damaged_mail_gives_the_document_or_none(mailed, place, size, new):
    data, sent = mailed
    at = place % len(data)
    with contextlib.suppress(PbemError):
        document = extract(data[:at] + new + data[at + size :]).document
        assert signed_by_the_player(document) in {None, *sent}


@given(st.one_of(st.binary(max_size=400), st.text(max_size=200).map(str.encode)), st.booleans())
def test_any_bytes_are_answered_in_printable_words(data, body):
    for mailed in (HEAD.encode() + (b"\n" if body else b"") + data, plain(data), data):
        for read in (extract, envelope_of):
            told = ""
            try:
                read(mailed)
            except PbemError as error:
                told = error.message
            assert all(" " <= char <= "~" for char in told)


@given(
    st.sampled_from(
        [
            "Content-Type",
            "Content-Transfer-Encoding",
            "Content-Disposition",
            "From",
            "Subject",
            "Message-ID",
            "References",
            "Return-Path",
            "Auto-Submitted",
            "Precedence",
            "List-Id",
        ]
    ),
    st.one_of(
        st.text(max_size=80),
        st.lists(
            st.sampled_from(
                [
                    "text/plain",
                    "multipart/mixed",
                    "message/rfc822",
                    "; charset=",
                    "; boundary=",
                    '"',
                    "utf-8''",
                    "*0*=",
                    "*1",
                    "=",
                    ";",
                    "=?utf-8?b?",
                    "?=",
                    "format=flowed",
                    "%FF",
                    "a",
                    "<",
                    ">",
                    "@",
                    "\u00e4",
                    "\n ",
                    "9" * 30,
                ]
            )
        ).map("".join),
    ),
)
def test_any_header_is_borne(name, value):
    data = f"{HEAD}{name}: {value}\n\n{TEXT}".encode("utf-8", "replace")
    with contextlib.suppress(PbemError):
        envelope = envelope_of(data)
        for text in (envelope.subject, envelope.sender, envelope.return_path):
            assert text is None or text.isprintable()
        assert signed_by_the_player(extract(data).document) == ID
