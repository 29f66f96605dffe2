"""`pbem adjudicate` with raw mails: from files and from standard input, beside other documents."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pbem.formats import armor
from tests.cli.runner import pbem
from tests.mail.shapes import alternative, attached, mail, multipart, plain, quoted
from tests.trust import table
from tests.trust.folder import adjudicate, head, lay, write


@pytest.fixture
def text(at):
    return armor.armor(at.order(at.asked()), "my order")


def test_mail_in_a_file_is_taken(at, text):
    answer = adjudicate(write("mail.eml", mail(alternative(text))))
    assert answer.code == 0
    assert answer.text.startswith(f"mail.eml: entry {head().number}: order\n")
    assert head().number == at.chain.head.number + 1


def test_mail_from_standard_input_is_taken(at, text):
    answer = pbem("adjudicate", "game.toml", "-", "--as", "mod.key", stdin=mail(plain(text)))
    assert answer.code == 0
    assert answer.text.startswith(f"-: entry {head().number}: order\n")


def test_registrations_and_consents_come_by_mail_too(own_desk):
    at = table.accepting().split()
    lay(at)
    [player] = [seat.player for seat in at.chain.pending()]
    answer = adjudicate(write("mail.eml", mail(multipart("mixed", attached(at.consent(player))))))
    assert answer.code == 0
    assert "consent" in answer.text


def test_same_order_in_another_mail_is_already_there(at, text):
    assert adjudicate(write("one.eml", mail(plain(text)))).code == 0
    before = Path("game.toml").read_bytes()
    again = mail(alternative(text, "base64"), "List-Id: <inn.example>", subject="Fwd: my order")
    answer = adjudicate(write("two.eml", again))
    assert answer.code == 0
    assert answer.text.startswith(f"two.eml: already entry {head().number}\n")
    assert Path("game.toml").read_bytes() == before


def test_refused_mail_has_a_reason_and_a_hint_and_changes_nothing(at, text):
    before = Path("game.toml").read_bytes()
    answer = adjudicate(write("mail.eml", mail(plain(f"Thanks\n{quoted(text)}"))))
    assert answer.code == 3
    assert answer.err.startswith("pbem: error: mail.eml: the only document in the mail is quoted")
    assert "pbem: hint: hand in the mail in which the document came first" in answer.err
    assert Path("game.toml").read_bytes() == before


def test_mail_without_a_document_is_unreadable_and_stops_no_other(at, text):
    files = [write("thanks.eml", mail(plain("Thanks\n"))), write("mail.eml", mail(plain(text)))]
    answer = adjudicate(*files)
    assert answer.code == 4
    assert "pbem: error: thanks.eml: no pbem document in the mail" in answer.err
    assert head().number == at.chain.head.number + 1


def test_from_does_not_tell_whose_an_order_is(at, text):
    other = mail(plain(text), "From: Mara <mara@inn.example>", head="")
    assert adjudicate(write("mail.eml", other)).code == 0


def test_forged_order_in_a_mail_is_refused_for_its_signature(at):
    forged = armor.armor(at.order(at.asked(), seed=bytes(32)), "my order")
    assert adjudicate(write("mail.eml", mail(plain(forged)))).code == 3


def test_game_file_by_mail_is_no_document_of_a_player(at):
    answer = adjudicate(write("mail.eml", mail(multipart("mixed", attached(at.data())))))
    assert answer.code == 3
    assert "it is a game file, expected a document of a player" in answer.err


def test_what_is_no_mail_costs_no_import_of_the_parsers(at, text):
    program = (
        "import sys; from pbem.cli import documents; documents.read_document(sys.argv[1]);"
        "print(*sys.modules)"
    )
    for name, data in (("text.txt", text.encode()), ("flat.toml", at.order(at.asked()))):
        command = [sys.executable, "-c", program, write(name, data)]
        loaded = subprocess.run(command, capture_output=True, check=True).stdout.decode().split()
        assert "pbem.mail" in loaded
        assert not {"email.parser", "html", "pbem.mail.message", "pbem.mail.envelope"} & set(loaded)
