"""Mails in the shapes that programs give them, all around one text with a document in it.

The numbers are those of shapes that people have met; what becomes of each is in `test_shapes`.
Built by hand, since a library would build only what is right.
"""

from __future__ import annotations

import base64
import binascii
import html
import quopri

HEAD = (
    "Return-Path: <anna@example.org>\n"
    "Received: from mail.example.org (mail.example.org [192.0.2.7])\n"
    "\tby inn.example with ESMTPS id 4Xk2; Mon, 30 Nov 2026 18:00:00 +0100\n"
    "From: Anna <anna@example.org>\n"
    "To: Mara <mara@inn.example>\n"
    "Date: Mon, 30 Nov 2026 17:59:58 +0100\n"
    "Message-ID: <1234.5678@mail.example.org>\n"
)
MIME = "MIME-Version: 1.0\n"


def raw(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode()


def mail(content: str | bytes, *fields: str, head: str = HEAD, subject: str = "my order") -> bytes:
    """A mail, of which *content* begins with its own content fields and a blank line."""
    extra = "".join(f"{field}\n" for field in fields)
    return f"{head}Subject: {subject}\n{extra}{MIME}".encode() + raw(content)


def part(kind: str, text: str | bytes, *fields: str, encoding: str = "") -> bytes:
    """A part with its header; it is encoded if it says so."""
    body = raw(text)
    if encoding == "base64":
        body = base64.encodebytes(body)
    elif encoding == "quoted-printable":
        body = quoted_printable(body)
    lines = [f"Content-Type: {kind}", *fields]
    if encoding:
        lines.append(f"Content-Transfer-Encoding: {encoding}")
    return "\n".join([*lines, "", ""]).encode() + body


def quoted_printable(body: bytes) -> bytes:
    return quopri.encodestring(body, quotetabs=False)


def multipart(kind: str, *parts: bytes, boundary: str = "=_b", end: bool = True) -> bytes:
    joined = b"".join(b"--%b\n%b\n" % (boundary.encode(), inner) for inner in parts)
    last = f"--{boundary}--\n" if end else ""
    return (
        f'Content-Type: multipart/{kind}; boundary="{boundary}"\n\n'.encode()
        + joined
        + (last.encode())
    )


def plain(text: str | bytes, encoding: str = "", charset: str = "utf-8") -> bytes:
    return part(f"text/plain; charset={charset}", text, encoding=encoding)


def as_html(text: str, encoding: str = "quoted-printable") -> bytes:
    return part("text/html; charset=utf-8", divs(text), encoding=encoding)


def divs(text: str) -> str:
    """A line, a division, as web mailers write."""
    lines = [f"<div>{html.escape(line) or '<br>'}</div>" for line in text.split("\n")]
    return f"<html><head><title>x</title></head><body>{''.join(lines)}</body></html>"


def word(text: str) -> str:
    """Paragraphs as Outlook makes them of what is typed."""
    curly = html.escape(text.replace('"', "\u201d").replace(" ", "\u00a0"), quote=False)
    rows = [
        f"<p class=MsoNormal><span\nlang=EN-US>{line or '&nbsp;'}<o:p></o:p></span></p>\n"
        for line in curly.split("\n")
    ]
    return (
        '<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!--\np.MsoNormal'
        "\n\t{margin:0cm;}\n--></style><!--[if gte mso 9]><xml>\n</xml><![endif]--></head>"
        f"<body lang=DE>\n<div class=WordSection1>\n{''.join(rows)}</div></body></html>\n"
    )


def alternative(text: str, encoding: str = "", rich: str | None = None) -> bytes:
    return multipart(
        "alternative",
        plain(text, encoding),
        as_html(text if rich is None else rich),
        boundary="alt",
    )


def attached(
    data: str | bytes, kind: str = "application/octet-stream", name: str = 'filename="a.toml"'
) -> bytes:
    return part(kind, data, f"Content-Disposition: attachment; {name}", encoding="base64")


def with_attachment(data: str | bytes, *labels: str) -> bytes:
    return multipart("mixed", plain("Here it is.\n"), attached(data, *labels))


def quoted(text: str, mark: str = "> ") -> str:
    return "".join(f"{mark}{line}\n" for line in text.splitlines())


def flowed(text: str, width: int = 60, *, delete_space: bool = False) -> str:
    """Paragraphs wrapped as format=flowed."""
    rows: list[str] = []
    for line in text.split("\n"):
        row = ""
        for item in line.split(" "):
            if row and len(row) + len(item) >= width:
                rows.append(row + " " * (1 + delete_space))
                row = item
            else:
                row = f"{row} {item}" if row else item
        rows.append(row)
    return "\n".join(f" {row}" if row.startswith((" ", ">", "From ")) else row for row in rows)


def uuencoded(data: bytes) -> str:
    rows = [binascii.b2a_uu(data[at : at + 45]).decode() for at in range(0, len(data), 45)]
    return f"begin 644 order.toml\n{''.join(rows)}`\nend\n"


def wrapped(text: str, width: int = 78) -> str:
    """Lines broken at blanks, as mailers break them."""
    rows: list[str] = []
    for line in text.split("\n"):
        rest = line
        while len(rest) > width and " " in rest[:width]:
            at = rest.rindex(" ", 0, width)
            rows.append(rest[:at])
            rest = rest[at + 1 :]
        rows.append(rest)
    return "\n".join(rows)
