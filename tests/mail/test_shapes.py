"""Mails in every shape that programs give them: the document is taken, or refused with a reason."""

from __future__ import annotations

import re

import pytest

from pbem.errors import PbemError, Refused, Unreadable
from pbem.formats import armor
from pbem.mail import envelope_of, extract
from pbem.mail.envelope import Sort
from tests.mail.shapes import (
    HEAD,
    alternative,
    as_html,
    attached,
    divs,
    flowed,
    mail,
    multipart,
    part,
    plain,
    quoted,
    uuencoded,
    with_attachment,
    word,
    wrapped,
)
from tests.trust import table

AT = table.midgame()
ORDER = AT.order(AT.asked())
OTHER = AT.documents[-1]
FLAT = ORDER.decode()
TEXT = armor.armor(ORDER, "my order")
BLOCK = TEXT.partition("\n\n")[2]
OLD = armor.armor(OTHER, "an older one").partition("\n\n")[2]
JOINED = " ".join(BLOCK.split())
GAME = AT.data()

WROTE = "On Mon, 30 Nov 2026 at 17:00, Mara <mara@inn.example> wrote:"
SENT = "From: Mara\nSent: Monday, 30 November 2026 17:00\nTo: Anna\nSubject: your turn\n"
FORWARDED = multipart(
    "mixed", plain("see below\n"), b"Content-Type: message/rfc822\n\n" + mail(plain(TEXT))
)


def lines_of(text: str, *, first: bool) -> str:
    lines = text.split("\n")
    return "\n".join(lines[:6] if first else lines[6:])


def report(kind: str, status: str) -> bytes:
    return mail(
        multipart(
            f"report; report-type={kind}",
            plain("I could not deliver it.\n"),
            part(
                f"message/{status}", "Final-Recipient: rfc822; mara@inn.example\nAction: failed\n"
            ),
            b"Content-Type: message/rfc822\n\n" + mail(plain(TEXT)),
        )
    )


def headed(*fields: str) -> bytes:
    return mail(plain(TEXT), *fields)


LINE_IN_HTML = "<br>".join(BLOCK.split("\n"))
TAKEN = {
    "1 alternative, plain wrapped": mail(alternative(wrapped(f"{'so long ' * 20}\n{TEXT}"))),
    "1 document in the text, wrapped at 78": mail(plain(wrapped(f"Hello,\n\n{FLAT}\nAnna\n"))),
    "1 document in the text, wrapped at 40": mail(plain(wrapped(FLAT, 40))),
    "1 block wrapped anew": mail(
        plain("\n".join([BLOCK[:29], *BLOCK[30:-29].split(), BLOCK[-29:]]))
    ),
    "2 mixed, with a picture": mail(
        multipart(
            "mixed", alternative(TEXT), attached(b"\x89PNG\r\n\x1a\n" + bytes(900), "image/png")
        )
    ),
    "2 text says nothing, order attached": mail(
        multipart("mixed", alternative("Here.\n"), attached(ORDER))
    ),
    "3 both base64, attribution in another script": mail(
        multipart(
            "alternative",
            plain(
                f"{TEXT}\n30 \u043d\u043e\u044f\u0431. Mara\n\u043d\u0430\u043f:\n{quoted(OLD)}",
                "base64",
            ),
            as_html(TEXT, "base64"),
        )
    ),
    "4 one quoted-printable text": mail(
        plain(f"{TEXT}\nSent from my iPhone\n\n> {WROTE}\n{quoted(OLD)}", "quoted-printable")
    ),
    "5 attribution itself quoted": mail(
        plain(f"{TEXT}\n> {WROTE}\n> \n{quoted(OLD)}", charset="us-ascii")
    ),
    "6 related, with an inline picture": mail(
        multipart(
            "alternative",
            plain(TEXT, "quoted-printable"),
            multipart("related", as_html(TEXT), attached(bytes(300), "image/jpeg"), boundary="rel"),
        )
    ),
    "7 two text parts around a file": mail(
        multipart("mixed", plain("Hello,\n"), attached(b"%PDF-1.4", "application/pdf"), plain(TEXT))
    ),
    "8 the same again, not quoted": mail(plain(f"{TEXT}\n{SENT}\n{BLOCK}")),
    "8 header block of an older mail": mail(plain(f"{TEXT}\n________\n{SENT}\nYour turn.\n")),
    "9 HTML of Word alone": mail(part("text/html; charset=utf-8", word(TEXT), encoding="base64")),
    "9 document in HTML of Word": mail(
        part("text/html; charset=utf-8", word(FLAT), encoding="quoted-printable")
    ),
    "9 HTML with breaks": mail(part("text/html", f"<p>Hello,<br>{LINE_IN_HTML}</p>")),
    "9 HTML with preformatted text": mail(part("text/html", f"<body><pre>{TEXT}</pre></body>")),
    "9 HTML whose style keeps lines": mail(
        part("text/html", f'<div style="white-space: pre-wrap">{TEXT}</div>')
    ),
    "9 HTML labelled as plain text": mail(plain(divs(TEXT))),
    "9 plain text labelled as HTML": mail(part("text/html", TEXT)),
    "11 Windows bytes labelled Latin-1": mail(
        plain(
            f"\u201cTake\u201d this\t\n{FLAT}".replace('"', "\u201d").encode("cp1252"),
            "quoted-printable",
            "iso-8859-1",
        )
    ),
    "11 blanks and tabs at line ends": mail(plain(TEXT.replace("\n", " \t\n"))),
    "12 original message without marks": mail(
        plain(f"{TEXT}\n----- Original Message -----\n{SENT}\nYour turn.\n")
    ),
    "13 flowed, below a quote": mail(
        part(
            "text/plain; charset=utf-8; format=flowed; delsp=yes",
            f"{quoted(OLD)}\n{flowed(TEXT, delete_space=True)}",
            encoding="quoted-printable",
        )
    ),
    "13 flowed document": mail(part("text/plain; format=flowed", flowed(f"Hi,\n{FLAT}", 40))),
    "13 document flowed with delsp": mail(
        part('text/plain; format="flowed"; DelSp="yes"', flowed(FLAT, 50, delete_space=True))
    ),
    "13 flowed, a blank added to each line": mail(
        part("text/plain; format=flowed", TEXT.replace("\n", " \n"))
    ),
    "14 base64 with a mark of byte order": mail(plain(f"\ufeff{TEXT}", "base64")),
    "14 UTF-16 with a mark": mail(with_attachment(FLAT.encode("utf-16"))),
    "14 UTF-16 without": mail(with_attachment(FLAT.encode("utf-16-le"), "text/plain")),
    "15 signed by PGP/MIME": mail(
        multipart(
            "signed; micalg=pgp-sha256; protocol=application/pgp-signature",
            plain(f"{TEXT}-- \nAnna\n"),
            part("application/pgp-signature", "-----BEGIN PGP SIGNATURE-----\n\niQ==\n=x\n"),
        )
    ),
    "16 signed by S/MIME": mail(
        multipart(
            "signed; protocol=application/pkcs7-signature",
            plain(TEXT),
            part("application/pkcs7-signature; name=smime.p7s", bytes(900), encoding="base64"),
        )
    ),
    "17 clearsigned": mail(
        plain(
            "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n"
            f"{TEXT.replace('-----', '- -----', 1).replace('-----END', '- -----END')}\n"
            "-----BEGIN PGP SIGNATURE-----\n\niQ==\n-----END PGP SIGNATURE-----\n"
        )
    ),
    "18 attached as text": mail(with_attachment(ORDER, "text/plain", 'filename="orders (1).txt"')),
    "18 attached as TOML": mail(with_attachment(ORDER, "application/toml")),
    "18 attached as a picture": mail(with_attachment(ORDER, "image/png", "filename=../../etc/x")),
    "18 armor attached": mail(with_attachment(TEXT)),
    "18 name of RFC 2231": mail(
        with_attachment(ORDER, "text/x-y", "filename*0*=utf-8''%C3%A4; filename*1*=b.txt")
    ),
    "18 name of RFC 2047": mail(with_attachment(ORDER, "text/x", 'filename="=?utf-8?q?=C3=A4?="')),
    "18 name in other bytes": mail(
        multipart("mixed", part("text/x", ORDER).replace(b"\n\n", b'; name="\xb0\xa1"\n\n', 1))
    ),
    "18 no name": mail(with_attachment(ORDER, "application/x-unknown", "")),
    "18 text and the same attached": mail(multipart("mixed", alternative(TEXT), attached(ORDER))),
    "18 order and the game attached": mail(
        multipart("mixed", plain(TEXT), attached(GAME, "text/plain", 'filename="game.toml"'))
    ),
    "19 the mail is one attachment": mail(attached(ORDER)),
    "19 the same, armored, no type that exists": mail(attached(TEXT, "nonsense")),
    "20 another mail beside the order": mail(
        multipart("mixed", plain(TEXT), b"Content-Type: message/rfc822\n\n" + mail(plain(OLD)))
    ),
    "21 list, footer in a part": mail(
        multipart("mixed", plain(TEXT), plain("____\ninn mailing list\n")),
        "List-Id: <inn.example>",
        "Precedence: list",
        subject="[inn] my order",
    ),
    "21 list, footer behind base64": mail(
        plain(TEXT, "base64") + b"_____\ninn mailing list -- inn@inn.example\n"
    ),
    "22 gateway with banner and disclaimer": mail(
        plain(f"[EXTERNAL] Beware.\n\n{TEXT}\n\nThis mail is confidential.\n", "base64")
    ),
    "22 banner in HTML": mail(part("text/html", f"<table><tr><td>EXTERNAL</table>{divs(TEXT)}")),
    "28 last boundary missing": mail(multipart("mixed", plain(TEXT), end=False)),
    "28 boundary never used": mail(
        multipart("mixed", plain(TEXT)).replace(b"\n--=_b", b"\n--other")
    ),
    "28 text before the first part": mail(
        multipart("mixed", plain("")).replace(b"\n\n", f"\n\n{TEXT}\n".encode(), 1)
    ),
    "28 two content types": mail(b"Content-Type: text/plain\n" + alternative(TEXT)),
    "28 no blank line after the header": mail(BLOCK),
    "28 lone carriage returns": mail(plain(TEXT)).replace(b"\n", b"\r"),
    "28 CRLF": mail(alternative(TEXT)).replace(b"\n", b"\r\n"),
    "28 NUL in the text around": mail(plain(f"a\0b\n{TEXT}")),
    "28 bytes in the header": mail(
        plain(TEXT), "X-Gr\u00fc\u00dfe: \u00e4", subject="\u00e4\u00f6"
    ),
    "28 encoding quoted printable": mail(
        plain(TEXT, "quoted-printable").replace(b"quoted-p", b"quoted p")
    ),
    **{
        f"28 encoding {name!r}": mail(
            part("text/plain", TEXT, f"Content-Transfer-Encoding: {name}")
        )
        for name in ("plain", "text/html", "", "8bit", "x-unknown", "base64", "quoted-printable")
    },
    "28 base64 without saying so": mail(
        plain(TEXT, "base64").replace(b"Content-Transfer-Encoding: base64\n", b"")
    ),
    "28 quoted-printable without saying so": mail(
        plain(TEXT, "quoted-printable").replace(b"Content-Transfer-Encoding", b"X-Lost")
    ),
    "28 HTML broken off": mail(part("text/html", f"<div><p>{LINE_IN_HTML}<!-- <b <<<")),
    **{
        f"charset {name!r}": mail(plain(f"Gr\u00fc\u00dfe\n{TEXT}", charset=name))
        for name in (
            "uft-8",
            "unknown-8bit",
            "1",
            '""',
            "cp-850",
            "iso-8859-8-i",
            "us-ascii",
            "idna",
            "rot13",
            "unicode_escape",
            "x" * 300,
        )
    },
    "charset utf-7": mail(plain(f"\u00e4\n{TEXT}".encode("utf-7"), charset="utf-7")),
    "charset iso-2022-jp": mail(
        plain(f"\u3042\n{TEXT}".encode("iso2022-jp"), charset="iso-2022-jp")
    ),
    "28 dashes made long": mail(plain(BLOCK.replace("-----", "\u2014\u2014-"))),
    "28 invisible characters": mail(plain(BLOCK.replace("\n", "\u200b\n\ufeff"))),
    **{
        f"28 U+{ord(mark):04X} at {where}": mail(plain(text.replace("\n", mark + "\n" + mark)))
        for mark in "\0\u061c\u180e\u200e\u202a\u202c\u202e\u2063\u2066\u2069\ufe0f"
        for where, text in (("the lines of a block", BLOCK), ("those of a document", FLAT))
    },
    **{
        f"28 U+{ord(end):04X} as the end of lines of {what}": mail(plain(text.replace("\n", end)))
        for end in "\v\f\u0085\u2028\u2029"
        for what, text in (("a block", BLOCK), ("a document", FLAT))
    },
    "28 NUL in the block": mail(plain(BLOCK[:90] + "\0" + BLOCK[90:])),
    "28 block joined with blanks": mail(plain(f"Here: {JOINED} Anna\n")),
    "28 block joined without blanks": mail(plain(BLOCK.replace("\n", "") + "\n")),
    "28 block joined in HTML": mail(part("text/html", f"<div>Here: {JOINED} Anna</div>")),
    "28 block joined, then wrapped anew": mail(plain(wrapped(f"Here:\n{JOINED}", 105))),
    "28 two joined blocks, the same": mail(plain(f"{JOINED} {JOINED}")),
    "28 one long dash for all": mail(plain(BLOCK.replace("-----", "\u2014"))),
    "28 block that only in the text has a mark before each line": mail(
        multipart("mixed", plain(quoted(TEXT, "* ")), attached(ORDER))
    ),
    "28 plain document labelled as quoted-printable": mail(
        part("text/plain", FLAT, "Content-Transfer-Encoding: quoted-printable")
    ),
    "game above the order": mail(plain(f"{GAME.decode()}\n{TEXT}")),
    "game with curly apostrophes above the order": mail(
        plain(f"{GAME.decode()}\n{FLAT}".replace("'''", "\u2019" * 3))
    ),
    "game above the order as it is": mail(
        plain(f"Answer to:\n\n{GAME.decode()}\n\n{FLAT}\nAnna\n")
    ),
    "game that was cut above the order": mail(plain(f"{GAME.decode()[:5000]}\n{TEXT}")),
    "game below the order": mail(plain(f"{TEXT}\n{GAME.decode()}\n")),
    "28 blanks before each line": mail(plain("".join(f"    {x}\n" for x in BLOCK.split("\n")))),
    "30 From with two addresses": mail(
        plain(TEXT), head=HEAD.replace("Anna <", "anna@example.org, a@game.example <")
    ),
    "30 no header that people need": mail(plain(TEXT), head="To: mara@inn.example\n"),
    "30 absurd date": mail(plain(TEXT), head=HEAD.replace("30 Nov 2026 17", "31 Feb 2117 25")),
    "30 two From, no name, brackets": headed("From: a@b@c", "From: name:; (comment)", "Sender: <"),
    "30 Message-ID in brackets": headed("Message-ID: <[1@x.example]>", "Reply-To: evil@e.example"),
    "mailbox with one mail": b"From anna@example.org Mon Nov 30 18:00:00 2026\n" + headed(),
    "blank lines above": b"\n\r\n" + headed(),
}

QUOTED, FORWARD = "quoted with", "another mail attached"
DIFFER, CUT, DAMAGED = "documents that differ", "cut off", "damaged"
REFUSED = {
    "1 only quoted": (mail(plain(f"Thanks!\n\n{WROTE}\n{quoted(TEXT)}")), QUOTED),
    "1 only quoted, twice": (mail(plain(f"Ok\n{quoted(quoted(TEXT))}")), QUOTED),
    "1 only quoted, in HTML not marked": (mail(alternative(quoted(TEXT), rich=TEXT)), QUOTED),
    "1 only quoted, in HTML": (
        mail(part("text/html", f"Thanks<blockquote>{divs(TEXT)}</blockquote>")),
        QUOTED,
    ),
    "1 document quoted": (mail(plain(quoted(FLAT))), QUOTED),
    "5 quoted with bars": (mail(plain(quoted(TEXT, "| "))), QUOTED),
    "5 quoted with letters": (mail(plain(quoted(TEXT, "MO> "))), QUOTED),
    "7 one block in two parts": (
        mail(multipart("mixed", *[plain(lines_of(TEXT, first=x)) for x in (True, False)])),
        CUT,
    ),
    "8 an older one below, not quoted": (mail(plain(f"{TEXT}\n{SENT}\n{OLD}")), DIFFER),
    "8 two attachments": (mail(multipart("mixed", attached(ORDER), attached(OTHER))), DIFFER),
    "8 HTML says something else": (mail(alternative(TEXT, rich=OLD)), DIFFER),
    "10 winmail.dat": (
        mail(
            multipart(
                "mixed",
                plain(" \n"),
                attached(b"\x78\x9f\x3e\x22\1\0" + ORDER, "application/ms-tnef"),
            )
        ),
        "winmail.dat",
    ),
    "12 an older one below a row of dashes": (
        mail(plain(f"{TEXT}\n----- Original Message -----\n{SENT}\n{OLD}")),
        DIFFER,
    ),
    "16 opaque S/MIME": (
        mail(part("application/pkcs7-mime; smime-type=signed-data", ORDER, encoding="base64")),
        "encrypted",
    ),
    "16 encrypted by PGP/MIME": (
        mail(
            multipart(
                "encrypted",
                part("application/pgp-encrypted", "Version: 1\n"),
                part("application/octet-stream", "-----BEGIN PGP MESSAGE-----\n\nhQ==\n"),
            )
        ),
        "encrypted",
    ),
    "16 encrypted inline": (mail(plain("Hi\n-----BEGIN PGP MESSAGE-----\n\nhQ==\n")), "encrypted"),
    "20 forwarded as attachment": (mail(FORWARDED), FORWARD),
    "20 forwarded as a file": (mail(with_attachment(mail(plain(TEXT)), "text/plain")), FORWARD),
    "20 forwarded and nothing else": (
        mail(b"Content-Type: message/rfc822\n\n" + mail(plain(TEXT))),
        FORWARD,
    ),
    "22 gateway changed the block": (
        mail(plain(BLOCK.replace("\nZ", "\nhttps://safe.example/?u=", 1))),
        DAMAGED,
    ),
    **{
        f"23 {field}": (headed(field), "automatic answer")
        for field in (
            "Auto-Submitted: auto-replied (vacation)",
            "Auto-Submitted: auto-generated",
            "X-Autoreply: yes",
            "Precedence: bulk",
            "Precedence: auto_reply",
        )
    },
    "24 bounce": (report("delivery-status", "delivery-status"), "report of a mail system"),
    "24 null sender": (
        mail(plain(TEXT), head=HEAD.replace("<anna@example.org>", "<>", 1)),
        "report of a mail system",
    ),
    "24 old bounce": (headed("X-Failed-Recipients: mara@inn.example"), "report of a mail system"),
    "25 read receipt": (report("disposition-notification", "disposition-notification"), "report"),
    "26 word of thanks": (mail(plain("Thanks\n")), "no pbem document"),
    "26 reaction": (
        mail(
            multipart(
                "alternative",
                plain("\U0001f44d\n"),
                part("text/vnd.google.email-reaction+json", '{"emoji":"\U0001f44d"}'),
            )
        ),
        "no pbem document",
    ),
    "26 no text": (mail("\n"), "no pbem document"),
    "26 words that name the block": (
        mail(plain("I see -----BEGIN PBEM DOCUMENT----- and pbem-order-1 there\n")),
        "no pbem document",
    ),
    "28 cut": (mail(plain(TEXT[:300])), CUT),
    "28 cut at its head": (mail(plain(TEXT[100:])), "none had begun"),
    "28 document cut": (mail(plain(FLAT[:200])), CUT),
    "18 key file attached": (
        mail(with_attachment(table.key_file("anna", bytes(32)))),
        "a file of the kind key",
    ),
    "28 joined block without its end": (mail(plain(JOINED[:300])), CUT),
    "28 joined block, a character missing": (mail(plain(JOINED[:90] + JOINED[91:])), DAMAGED),
    **{
        f"28 block with {name}": (mail(plain(text)), "the block in the mail is damaged: its first")
        for name, text in (
            ("bullets", quoted(TEXT, "* ")),
            ("long names before the lines", quoted(TEXT, "annab> ")),
            ("numbered lines", "".join(f"{n}: {x}\n" for n, x in enumerate(TEXT.split("\n")))),
            ("bold marks", re.sub("(-----.*-----)", r"**\1**", TEXT)),
        )
    },
    "28 characters missing": (mail(plain(BLOCK[:90] + BLOCK[91:])), DAMAGED),
    "28 block begins again": (mail(plain(f"{BLOCK[:95]}\n{BLOCK}")), CUT),
    "28 a whole one and a cut one": (mail(plain(f"{BLOCK}\n{OLD[:200]}")), CUT),
    "28 empty block": (mail(plain(f"{BLOCK[:29]}\n{BLOCK[-29:]}")), "empty"),
    "29 piece": (mail("Content-Type: message/partial; number=1; total=2\n\n" + TEXT), "one piece"),
    "29 uuencode": (mail(plain(uuencoded(ORDER))), "uuencode"),
    "29 yEnc": (mail(plain(b"=ybegin line=128 size=9 name=a\nabc\n=yend\n")), "yEnc"),
    "29 archive": (mail(with_attachment(b"PK\x03\x04" + ORDER)), "archive"),
    "29 digest": (mail(multipart("digest", b"\n" + mail(plain(TEXT)))), FORWARD),
    "mailbox with two mails": (
        b"".join(b"From a@b Mon Nov 30 18:00:00 2026\n%b\n\n" % headed() for _ in range(2)),
        "several mails",
    ),
    "own mail": (headed("X-Pbem: desk"), "gone in a circle"),
    "too many stations": (headed(*["Received: by a.example"] * 31), "gone in a circle"),
}


@pytest.mark.parametrize("shape", TAKEN)
def test_document_is_taken(shape):
    found = extract(TAKEN[shape])
    assert found.document == ORDER
    assert found.envelope is not None


@pytest.mark.parametrize("shape", REFUSED)
def test_mail_is_refused_with_the_reason(shape):
    data, told = REFUSED[shape]
    with pytest.raises(PbemError) as caught:
        extract(data)
    assert told in caught.value.message
    assert caught.value.hint
    assert isinstance(caught.value, Unreadable if told == "no pbem document" else Refused)


@pytest.mark.parametrize("shape", [*TAKEN, *REFUSED])
def test_only_mails_of_persons_may_be_answered(shape):
    data = TAKEN[shape] if shape in TAKEN else REFUSED[shape][0]
    if shape == "mailbox with two mails":
        return
    automatic = shape[:2] in {"23", "24", "25"} or shape in {"own mail", "too many stations"}
    answered = not automatic and "21 list, footer in" not in shape
    assert envelope_of(data).may_be_answered == answered


def test_documents_that_differ_are_described():
    with pytest.raises(Refused) as caught:
        extract(REFUSED["8 two attachments"][0])
    for document in (ORDER, OTHER):
        assert f"signed {document.decode().rpartition('sig = ')[2][1:9]}" in caught.value.message


def test_game_alone_is_given_back_whole():
    assert extract(mail(with_attachment(GAME, "text/plain"))).document == GAME
    assert extract(mail(plain(f"Look:\n\n{GAME.decode()}\nMara\n"))).document == GAME


def test_words_about_a_block_are_no_damage():
    words = (
        "Put all from -----BEGIN PBEM DOCUMENT----- to -----END PBEM DOCUMENT----- into a mail\n"
    )
    assert extract(mail(plain(words + TEXT))).document == ORDER
    assert extract(mail(plain(TEXT + words))).document == ORDER


@pytest.mark.parametrize(
    ("shape", "mended"),
    [
        ("2 mixed, with a picture", ()),
        ("1 document in the text, wrapped at 40", ("wrapped lines",)),
        ("9 document in HTML of Word", ("blanks of other kinds", "curly quotes")),
        ("28 invisible characters", ("invisible characters",)),
        ("28 U+2066 at the lines of a block", ("invisible characters",)),
        ("28 U+2028 as the end of lines of a block", ()),
        ("28 block joined with blanks", ("wrapped lines",)),
    ],
)
def test_what_was_mended_inside_the_document_is_told(shape, mended):
    assert extract(TAKEN[shape]).mended == mended


def test_mail_of_a_list_is_known_as_one():
    assert envelope_of(TAKEN["21 list, footer in a part"]).sort is Sort.LIST
