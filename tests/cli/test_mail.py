"""`pbem mail`: the order that `pbem order` signs, as a mail, as a link, or on its way."""

from __future__ import annotations

from email import message_from_bytes
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import unquote

import pytest

from pbem import mail
from pbem.errors import Unavailable
from pbem.formats.servers import Smtp
from pbem.post import smtp
from tests.cli.runner import pbem
from tests.trust import table
from tests.trust.folder import lay, state_of

CONFIG = Path(".config/pbem")
TO = ("--to", "mara@inn.example")
BOTH = (*TO, "--from", "anna@example.org")


@pytest.fixture
def words(at):
    return at.words(at.asked())


@pytest.fixture
def run(at):
    def run(command, *arguments):
        return pbem(command, "game.toml", *arguments, "--as", f"{at.asked()}.key")

    return run


@pytest.fixture
def sent(monkeypatch):
    """What was sent, and by which settings."""
    sent = []

    class Road:
        def __init__(self, *settings):
            self.settings = settings

        def send(self, name, data, to):
            sent.append((*self.settings, name, data, to))

    monkeypatch.setattr(smtp, "sender", Road)
    return sent


def configure(text):
    CONFIG.mkdir(parents=True, exist_ok=True)
    (CONFIG / "mail.toml").write_text(f'format = "pbem-mail-1"\n{text}')


def test_mail_holds_the_order_that_the_other_command_signs(at, run, words):
    answer = run("mail", words, *BOTH)
    assert answer.code == 0
    assert answer.err.splitlines()[-1] == f"pbem: {at.asked()} orders: {words}"
    order = run("order", words).out
    assert mail.extract(answer.out).document == order
    written = message_from_bytes(answer.out)
    assert (written["From"], written["To"]) == ("anna@example.org", "mara@inn.example")
    assert f"{at.asked()} orders: {words}\n" in answer.text


def test_mail_goes_into_a_file(at, run, words):
    answer = run("mail", words, *BOTH, "-o", "mail.eml")
    assert answer.code == 0
    assert answer.out == b""
    assert answer.err.endswith("pbem: wrote mail.eml; send it to mara@inn.example\n")
    assert b"\nFrom: anna@example.org\n" in Path("mail.eml").read_bytes()
    assert run("mail", words, "-o", "mail.eml").code == 3
    assert run("mail", words, "-o", "mail.eml", "--force").code == 0


def test_moderator_takes_the_mail(at, run, words):
    run("mail", words, *BOTH, "-o", "mail.eml")
    answer = pbem("adjudicate", "game.toml", "mail.eml", "--as", "mod.key")
    assert answer.code == 0
    assert answer.text.startswith("mail.eml: entry ")


def test_other_words_need_replace_as_with_the_other_command(at, run, words):
    run("order", words)
    other = next(line for line in iter(lambda: at.words(at.asked()), None) if line != words)
    answer = run("mail", other, *BOTH)
    assert answer.code == 3
    assert f"you have signed '{words}' already" in answer.err
    assert run("mail", other, *BOTH, "--replace").code == 0


def test_addresses_are_remembered_for_the_game(at, run, words):
    run("mail", words, *BOTH)
    written = message_from_bytes(run("mail", words).out)
    assert (written["From"], written["To"]) == ("anna@example.org", "mara@inn.example")
    changed = message_from_bytes(run("mail", words, "--to", "mara@example.org").out)
    assert changed["To"] == "mara@example.org"
    assert message_from_bytes(run("mail", words).out)["To"] == "mara@example.org"


def test_damaged_memory_of_an_address_is_none(at, run, words):
    run("mail", words, *BOTH)
    for file in state_of(at).glob("*.address"):
        file.write_bytes(b"mara@inn.example\nBcc: ben@example.org")
    answer = run("mail", words)
    assert answer.code == 3
    assert "the moderator's address is not known here" in answer.err


@pytest.mark.parametrize(("given", "missing"), [((), "the moderator's"), (TO, "your own")])
def test_address_that_is_not_known_is_asked_for_before_anything_is_signed(
    at, run, words, given, missing
):
    answer = run("mail", words, *given)
    assert answer.code == 3
    assert f"pbem: error: {missing} address is not known here\npbem: hint: name it" in answer.err
    assert not list(state_of(at).glob("*.order-*"))


@pytest.mark.parametrize("address", ["mara", "mara@", "a@b\nBcc: c@d", "<a@b>", "-a@b", "a@b,c@d"])
def test_text_that_is_no_address_is_a_wrong_use(run, words, address):
    assert run("mail", words, f"--to={address}").code == 2


def test_own_address_comes_from_the_settings(run, words):
    configure('address = "anna@home.example"\n')
    assert message_from_bytes(run("mail", words, *TO).out)["From"] == "anna@home.example"
    configure('address = "anna@work.example"\n')
    assert message_from_bytes(run("mail", words).out)["From"] == "anna@work.example"


def test_bad_settings_are_told_by_their_file(run, words, tmp_path):
    configure('adress = "anna@home.example"\n')
    answer = run("mail", words, *TO)
    assert answer.code == 4
    assert f"{tmp_path}/.config/pbem/mail.toml: expected format address smtp, found" in answer.err


def test_link_needs_no_own_address(at, run, words):
    answer = run("mail", words, *TO, "--mailto")
    assert answer.code == 0
    assert answer.text.startswith("mailto:mara@inn.example?subject=The%20Bloody%20Inn")
    body = unquote(answer.text.strip().partition("&body=")[2])
    assert mail.extract(body.encode()).document == run("order", words).out


def test_mail_is_sent_by_the_server_of_the_settings(at, run, words, sent, tmp_path):
    configure('address = "anna@example.org"\n[smtp]\nhost = "mail.example.org"\n')
    answer = run("mail", words, *TO, "--send")
    assert answer.code == 0
    assert answer.out == b""
    assert answer.err.endswith("pbem: sent to mara@inn.example\n")
    [(server, folder, _, name, data, to)] = sent
    assert server == Smtp("mail.example.org", 465, None, None, "tls")
    assert folder == f"{tmp_path}/.config/pbem"
    assert (name.partition("-")[0], to) == (at.asked(), "mara@inn.example")
    assert mail.extract(data).document == run("order", words).out


def test_sent_again_it_is_the_same_mail(run, words, sent):
    configure('address = "anna@example.org"\n[smtp]\nhost = "mail.example.org"\n')
    run("mail", words, *TO, "--send")
    run("mail", words, "--send")
    first, second = (message_from_bytes(data) for *_, data, _ in sent)
    assert first["Message-ID"] == second["Message-ID"]


def test_order_is_kept_when_the_server_does_not_answer(at, run, words, monkeypatch):
    def fail(*_):
        raise Unavailable("mail.example.org: no connection on port 465: gone")

    monkeypatch.setattr(smtp, "sender", lambda *_: SimpleNamespace(send=fail))
    configure('address = "anna@example.org"\n[smtp]\nhost = "mail.example.org"\n')
    answer = run("mail", words, *TO, "--send")
    assert answer.code == 75
    assert "pbem: error: mail.example.org: no connection on port 465: gone" in answer.err
    assert "sent to" not in answer.err
    assert len(list(state_of(at).glob("*.order-*"))) == 1


def test_sending_needs_a_server(at, run, words, tmp_path):
    answer = run("mail", words, *BOTH, "--send")
    assert answer.code == 3
    where = f"{tmp_path}/.config/pbem/mail.toml"
    assert f"error: no server to send by: there is no [smtp] in {where}\n" in answer.err
    assert not list(state_of(at).glob("*.order-*"))


def test_password_is_looked_for_before_anything_is_signed(at, run, words):
    configure('address = "a@b"\n[smtp]\nhost = "mail.example.org"\nuser = "anna"\n')
    answer = run("mail", words, *TO, "--send")
    assert answer.code == 3
    assert "pbem: error: [smtp]: there is no password" in answer.err
    assert not list(state_of(at).glob("*.order-*"))


def test_password_that_others_can_read_is_told(run, words, sent, tmp_path):
    configure(
        'address = "a@b"\n[smtp]\nhost = "mail.example.org"\nuser = "anna"\n'
        'password_file = "secret"\n'
    )
    secret = tmp_path / ".config/pbem/secret"
    secret.write_text("sesame\n")
    secret.chmod(0o644)
    answer = run("mail", words, *TO, "--send")
    assert answer.code == 0
    assert f"pbem: warning: {secret}: others can read this password" in answer.err


@pytest.mark.parametrize("other", [("--mailto",), ("-o", "mail.eml")])
def test_sending_goes_with_no_other_way(run, words, other):
    assert run("mail", words, *BOTH, "--send", *other).code == 2


def test_sealed_choice_is_not_told_in_the_mail(home):
    at = table.drafting().split()
    lay(at)
    player = at.asked()
    words = at.words(player)
    answer = pbem("mail", "game.toml", words, *BOTH, "--as", f"{player}.key")
    assert answer.code == 0
    assert f"{player} orders: a sealed choice\n" in answer.text
    assert words not in answer.text
    assert f"pbem: {player} orders: {words}\n" in answer.err
    link = pbem("mail", "game.toml", words, "--mailto", "--as", f"{player}.key")
    assert words.replace(" ", "%20") not in link.text
    assert "orders%3A%20a%20sealed%20choice" in link.text
