"""Orders that real programs have mailed are taken out of the mailbox as they were signed."""

from __future__ import annotations

import pytest

from pbem import mail
from pbem.formats import armor
from pbem.post import imap
from tests.mail.shapes import divs
from tests.services.clients import UMLAUT, mutt, mutt_saves, s_nail, s_nail_reads
from tests.services.servers import PASSWORD, address, eventually, mails
from tests.trust import table

pytestmark = pytest.mark.services

AT = table.midgame()
ORDER = AT.order(AT.asked())
TEXT = armor.armor(ORDER, "my order")


@pytest.fixture
def taken(servers, settings, tmp_path):
    """Wait for one mail; what the mail holds, and its bytes."""

    def take():
        eventually(lambda: bool(mails(servers, "mara")), servers.log)
        road = imap.source(settings, str(tmp_path), {"PBEM_IMAP_PASSWORD": PASSWORD})
        [one] = road.waiting()
        return mail.extract(one.data).document, one.data

    return take


SHAPES = {
    "mutt, plain": (mutt, TEXT, {}, b"\n-----BEGIN PBEM DOCUMENT-----\n"),
    "mutt, 8bit": (mutt, UMLAUT + TEXT, {}, b"Content-Transfer-Encoding: 8bit\n"),
    "mutt, quoted-printable": (
        mutt,
        UMLAUT + TEXT,
        {"settings": ["unset allow_8bit"]},
        b"Content-Transfer-Encoding: quoted-printable\n",
    ),
    "mutt, flowed": (mutt, TEXT, {"settings": ["set text_flowed"]}, b"format=flowed"),
    "mutt, HTML": (mutt, divs(TEXT), {"html": True}, b"Content-Type: text/html"),
    "s-nail, plain": (s_nail, TEXT, {}, b"\n-----BEGIN PBEM DOCUMENT-----\n"),
    "s-nail, base64": (
        s_nail,
        UMLAUT + TEXT,
        {"settings": ["mime-encoding=base64"]},
        b"Content-Transfer-Encoding: base64\n",
    ),
    "s-nail, quoted-printable": (
        s_nail,
        UMLAUT + TEXT,
        {"settings": ["mime-encoding=quoted-printable"]},
        b"Content-Transfer-Encoding: quoted-printable\n",
    ),
    "s-nail, HTML": (s_nail, divs(TEXT), {"html": True}, b"Content-Type: text/html"),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_order_in_the_text_arrives(servers, taken, shape):
    client, text, how, trait = SHAPES[shape]
    client(servers, "anna", text, **how)
    document, raw = taken()
    assert document == ORDER
    assert trait in raw


@pytest.mark.parametrize("client", [mutt, s_nail])
def test_order_as_an_attachment_arrives(servers, taken, tmp_path, client):
    (tmp_path / "my order.toml").write_bytes(ORDER)
    client(servers, "anna", UMLAUT, files=[tmp_path / "my order.toml"])
    document, raw = taken()
    assert document == ORDER
    assert b"multipart/mixed" in raw


@pytest.mark.parametrize("client", [mutt, s_nail])
def test_order_in_the_text_and_as_an_attachment_is_one(servers, taken, tmp_path, client):
    (tmp_path / "order.toml").write_bytes(ORDER)
    client(servers, "anna", UMLAUT + TEXT, files=[tmp_path / "order.toml"])
    assert taken()[0] == ORDER


def test_programs_read_what_comes_back(servers, tmp_path):
    game = AT.data()
    (tmp_path / "game.toml").write_bytes(game)
    s_nail(servers, "mara", "The game as it is now is attached.\n", to="anna")
    eventually(lambda: len(mails(servers, "anna")) == 1, servers.log)
    s_nail(servers, "mara", UMLAUT, to="anna", files=[tmp_path / "game.toml"])
    eventually(lambda: len(mails(servers, "anna")) == 2, servers.log)
    first = s_nail_reads(servers, "anna", 1)
    assert f"From: {address('mara')}\n" in first
    assert "\nThe game as it is now is attached.\n" in first
    mutt_saves(servers, "anna", tmp_path / "saved.toml")
    assert (tmp_path / "saved.toml").read_bytes() == game
