"""Mails made to cost time, to crash, or to slip something in."""

from __future__ import annotations

import contextlib
import itertools
import signal
import time

import pytest

from pbem.errors import PbemError, Refused, Unreadable
from pbem.formats import flat, scan, servers
from pbem.mail import envelope_of, extract, limits
from tests.mail import shapes
from tests.mail.shapes import HEAD, mail, multipart, part, plain
from tests.mail.test_shapes import TEXT

#: Each takes a fraction of a second; without the limits most took minutes.
PATIENCE = 20

MEGABYTE = limits.SIZE - 2000


@pytest.fixture(autouse=True)
def _guard():
    """End a test that would never come to an end."""

    def stop(number, frame):
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(PATIENCE)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def filled(unit: str | bytes, size: int = MEGABYTE) -> bytes:
    piece = shapes.raw(unit)
    return (piece * (size // len(piece) + 1))[:size]


def nested(depth: int, *, inner: bytes = b"") -> bytes:
    content = inner or plain(TEXT)
    for number in range(depth):
        content = multipart("mixed", content, boundary=f"b{number}b")
    return mail(content)


def folded(name: str, value: str, count: int) -> str:
    return f"{name}: " + ",\n ".join(value for _ in range(count))


BEYOND = {
    "size": (mail(plain(filled("x", 2 * limits.SIZE))), "bytes"),
    "lines": (mail(plain(b"\n" * 100_000)), "lines"),
    "header line": (mail(plain(TEXT), "X-Long: " + "x" * 200_000), "header line"),
    "header line, unfolded From": (mail(plain(TEXT), "From: " + "a@b, " * 100_000), "header line"),
    "From with many addresses": (
        mail(plain(TEXT), folded("From", "a@b.example", 50_000)),
        "header",
    ),
    "many header fields": (mail(plain(TEXT), *["A: b"] * 40_000), "header"),
    "field of a part": (
        mail(multipart("mixed", part("text/plain" + '; a="' * 40_000, TEXT))),
        "header",
    ),
    "folded field of a part": (
        mail(multipart("mixed", part("text/plain" + ';\n a="b"' * 4000, TEXT))),
        "header",
    ),
    "no end of the header": (HEAD.encode() + filled("A: b\n", 500_000), "header"),
    "thousands of parts": (mail(multipart("mixed", *[plain("")] * 10_000)), "parts"),
    "51 parts": (mail(multipart("mixed", *[plain("")] * 50)), "parts"),
    "11 deep": (nested(11), "inside each other"),
    "900 deep": (nested(900), "parts"),
    "3000 deep": (nested(3000), "parts"),
    "messages inside each other": (
        mail(b"Content-Type: message/rfc822\n\n" * 3000 + plain(TEXT)),
        "parts",
    ),
}
# Within the limits, and no document in it.
COSTLY = {
    **{
        f"HTML of {unit!r}": mail(part("text/html", b"pbem-" + filled(unit)))
        for unit in (
            "<",
            "<a ",
            "<!--",
            "<![",
            "</a ",
            "<?",
            "&#",
            "<div>",
            "<pre>",
            "<blockquote>",
            "&",
            "<blockquote>a<br>",
            "<script>",
            "<a a='",
            "-->",
            "&#x",
            "> ",
        )
    },
    **{
        f"text of {unit!r}": mail(plain(b"pbem- PBEM\n" + filled(unit)))
        for unit in (
            "-",
            " ",
            "\t",
            "> ",
            "> >",
            "a",
            "|",
            'format = "pbem-order-1"\n[signature]\nsig = \n',
            "-----BEGIN PBEM DOCUMENT-----\n",
            "-----END PBEM DOCUMENT-----\n",
            "\0",
            "\u00a0",
            "- -----BEGIN PBEM DOCUMENT-----",
            "A" * 30 + "\n",
            "=\n" * 30 + "a" * 60,
            "\u200b",
            "begin 644",
            "=20",
            "\r",
            "a b " * 20 + " \n",
        )
    },
    **{
        f"long lines of {name}": mail(
            plain(b"%b\n%b" % (first, b"\n".join([filled(unit, 5000)] * 190)))
        )
        for name, first, unit in (
            ("a document", b'format = "pbem-order-1"', 'a = "'),
            ("a signature", b'format = "pbem-order-1"\n[signature]', 'sig = "A'),
            ("a block", b"-----BEGIN PBEM DOCUMENT-----", "AAAA"),
        )
    },
    "flowed for ever": mail(
        part("text/plain; format=flowed", b"pbem-\n" + filled("aaaa bbbb  \n" * 3 + "c" * 60))
    ),
    "digits": mail(part("text/html", f"pbem-&#{'9' * 5000};&#x{'f' * 5000};")),
    "encoded words": mail(plain(""), subject=" ".join(["=?utf-8?q?a?="] * 250)),
    "encoded words, folded": mail(plain(""), subject="\n ".join(["=?utf-8?q?a?="] * 6000)),
    "parentheses": mail(plain(""), "Cc: " + "(" * 3000),
    "parentheses in From": mail(plain(""), head="From: " + "(" * 3000 + "\n"),
    "references": mail(plain(""), "References: " + "\n ".join(["<a@b>"] * 9000)),
    "boundaries": mail(multipart("mixed", *[plain("x")] * 40) + filled("--=_c\n", 5000)),
    "10 deep with text": nested(8, inner=plain(b"pbem-" + filled("x\n", 90_000))),
    "all base64": mail(
        part("x/y", b"pbem-" + filled("A" * 76 + "\n"), encoding="base64")[:MEGABYTE]
    ),
    "padding": mail(part("x/y", filled("A="), "Content-Transfer-Encoding: base64")),
    "picture": mail(part("image/png", bytes(range(256)) * 3000, encoding="base64")),
    "punycode": mail(plain(b"pbem-\xff" + filled("a-", 100_000), charset="punycode")),
}

# A beginning that makes a reader expect something, and a run in which it never comes.
BEGINNINGS = (
    "",
    "<",
    "</a",
    "<a ",
    "<!--",
    "<!",
    "&#",
    "=?utf-8?q?",
    "- ---",
    "> ",
    "begin 644 ",
    "From a\n\n",
    "content-type: ",
    'a = "',
    'format = "pbem-game-1"\n',
    'format = "pbem-order-1"\n[signature]\nsig = "A',
    "-----BEGIN PBEM DOCUMENT-----\n",
    "-----BEGIN PBEM DOCUMENT-----",
)
RUNS = (
    *("a", "A", "0", "-", " ", ":", ".", "<", ">", "=", '"', "\t", "\n", "\u00a0", "\u2028"),
    *("<a", "aaaa>", "<br>", "<!-->", "<pre>", "> > ", "&a", "a@", "= ", "=\n", "a\n ", "a b \n"),
    "pbem-",
    "\n\nFrom a\n",
    "content-a: \n",
    '[signature]\nsig = "A"\n',
    'format = "pbem-order-1"\n[signature]\nsig = "A"\n',
    'format = "pbem-game-1"\n',
    "-----BEGIN PBEM DOCUMENT-----\n",
    "-----BEGIN PBEM DOCUMENT-----\nAAAA\n-----END PBEM DOCUMENT-----\n",
    f"-----BEGIN PBEM DOCUMENT-----{'A' * 24}-----END PBEM DOCUMENT-----",
    " -----END PBEM DOCUMENT-----",
)
READERS = {
    "plain text": lambda data: extract(mail(plain(b"pbem- PBEM\n" + data))),
    "flowed text": lambda data: extract(
        mail(part("text/plain; format=flowed", b"pbem- PBEM\n" + data))
    ),
    "HTML": lambda data: extract(mail(part("text/html", b"pbem- PBEM\n" + data))),
    "quoted-printable": lambda data: extract(
        mail(part("x/y", data, "Content-Transfer-Encoding: quoted-printable"))
    ),
    "header": lambda data: envelope_of(HEAD.encode() + b"Subject: %b\n\n" % data),
    "no mail": extract,
    "document": flat.split,
    "TOML": lambda data: scan.check_shape(data, comments=True, long_lists=True),
    "settings": servers.load,
}

SMALL, LARGE = 1000, 8000
#: Eight times the size takes eight times as long, give or take; sixty-four if it is quadratic.
STEEP = 24
#: So few seconds for the large text are no effort, even if they were to grow with the square.
QUICK = 0.0005


@pytest.mark.parametrize("case", BEYOND)
def test_mail_beyond_a_limit_is_refused_unread(case):
    data, told = BEYOND[case]
    for read in (extract, envelope_of):
        if read is extract or case not in {"51 parts", "11 deep"}:
            with pytest.raises(Refused, match="the mail is refused unread") as caught:
                read(data)
            assert told in caught.value.message


@pytest.mark.parametrize("case", COSTLY)
def test_costly_mail_without_a_document_is_answered(case):
    with pytest.raises((Refused, Unreadable)):
        extract(COSTLY[case])


@pytest.mark.parametrize(
    "data", [filled(" ") + HEAD.encode(), filled("A: b\n") + b"From: a", filled("a:\n "), b"From "]
)
def test_what_begins_as_no_mail_is_not_searched(data):
    assert extract(data) == (data, None, ())


def test_nothing_follows_from_names_of_files():
    data = mail(multipart("mixed", shapes.attached(shapes.raw(TEXT), name="filename=/etc/passwd")))
    assert b"passwd" not in extract(data).document


def effort(reader: str, begin: str, run: str, size: int) -> float:
    """The processor's time for a text of that size, in seconds."""
    data = begin.encode() + filled(run, size)
    before = time.thread_time()
    with contextlib.suppress(PbemError):
        READERS[reader](data)
    return time.thread_time() - before


def is_steep(reader: str, begin: str, run: str) -> bool:
    """Whether a longer text takes far longer than its size tells, however often one looks."""
    return all(
        (large := effort(reader, begin, run, LARGE)) > QUICK
        and large > STEEP * effort(reader, begin, run, SMALL)
        for _ in range(5)
    )


@pytest.mark.parametrize("reader", READERS)
def test_effort_grows_with_the_size_and_no_faster(reader):
    pairs = itertools.product(BEGINNINGS, RUNS)
    assert [pair for pair in pairs if is_steep(reader, *pair)] == []
