"""Two people play a game to its end by mail, a desk and real servers and programs between them.

Nobody hands a file to anybody: the players have what came by mail, and the desk what they mailed.
"""

from __future__ import annotations

import itertools
import json
import os
from hashlib import sha256

import pytest

from pbem import rules
from pbem.bot import choose
from pbem.chain import open_game
from pbem.cli import home
from pbem.formats import keyfile
from tests.cli.runner import in_home, pbem
from tests.mail.shapes import divs
from tests.services.clients import UMLAUT, mutt, mutt_saves, s_nail
from tests.services.servers import PASSWORD, address, count, eventually, mailbox, mails

pytestmark = [
    pytest.mark.services,
]

PLAYERS = ("anna", "ben")
MODERATOR = "mara"
DESK = f"""\
format = "pbem-desk-1"
address = "{address(MODERATOR)}"

[imap]
host = "localhost"
port = {{imaps}}
user = "{MODERATOR}"
password_file = "password"

[smtp]
host = "localhost"
port = {{smtps}}
user = "{MODERATOR}"
password_file = "password"
security = "tls"
"""
MAIL = """\
format = "pbem-mail-1"
address = "{address}"
[smtp]
host = "localhost"
port = {smtp}
user = "{name}"
password_file = "{password}"
security = "starttls"
"""
BOOK = "".join(f'{name} = "{address(name)}"\n' for name in PLAYERS)


class World:
    """Three people at home; what they have of the game came by mail."""

    def __init__(self, servers, folder, patch):
        self.servers, self.folder, self.patch = servers, folder, patch
        #: How many mails each player has got.
        self.got = dict.fromkeys(PLAYERS, 0)
        for name in (MODERATOR, *PLAYERS):
            (folder / name).mkdir()
            self.run(name, "key", "new", name, "--no-passphrase")
        (folder / "password").write_text(f"{PASSWORD}\n")
        for name in PLAYERS:
            settings = MAIL.format(
                name=name,
                address=address(name),
                smtp=servers.smtp,
                password=folder / "password",
            )
            (folder / name / ".config/pbem/mail.toml").write_text(settings)
        self.lay_desk()

    def lay_desk(self):
        """What a moderator does once."""
        self.run(MODERATOR, "desk", "init", "inn", "--address", address(MODERATOR))
        desk = self.folder / MODERATOR / "inn"
        (desk / "password").write_text(f"{PASSWORD}\n")
        (desk / "desk.toml").write_text(
            DESK.format(imaps=self.servers.imaps, smtps=self.servers.smtps)
        )
        (desk / "addresses.toml").write_text(f'format = "pbem-addresses-1"\n[inn]\n{BOOK}')
        seats = [word for name in PLAYERS for word in ("--player", name)]
        self.run(MODERATOR, "new", "inn/games/inn.toml", *seats, "--short")

    def run(self, name, *arguments):
        """Let somebody run a command at home; what it printed."""
        in_home(self.folder / name, self.patch)
        answer = pbem(*arguments)
        assert answer.code == 0, f"{name}: pbem {' '.join(arguments)}\n{answer.text}{answer.err}"
        return answer.text

    def work(self, news=1):
        """Let the desk work once what has come; each player gets as many mails as there is news."""
        self.run(MODERATOR, "desk", "run", "inn", "--once")
        for name in PLAYERS:
            self.got[name] += news
            self.expect(name, self.got[name])

    def expect(self, name, number):
        """Wait until somebody has so many mails."""
        eventually(lambda: count(self.servers, name) >= number, self.servers.log)

    def save(self, name):
        """Let a player save the game out of the newest mail."""
        file = self.folder / name / "inn.toml"
        file.unlink(missing_ok=True)
        mutt_saves(self.servers, name, file)

    def show(self, name):
        return json.loads(self.run(name, "show", "inn.toml", "--json"))

    def choice(self, name):
        """What the player does, by what they may know."""
        folder = self.folder / name
        seed = keyfile.loads((folder / ".config/pbem/key.toml").read_bytes()).box
        chain = open_game((folder / "inn.toml").read_bytes(), seed).chain
        seat = chain.players.index(name)
        return rules.write(chain.game, seat, choose(chain.game, seat))


def text(world, name, *command):
    """The armored text of what a player signs."""
    return world.run(name, *command, "--armor")


def as_file(world, name, *command):
    """The file of what a player signs."""
    file = world.folder / name / "my order.toml"
    world.run(name, *command, "-o", os.fspath(file), "--force")
    return file


def ordered(world, name, words):
    return text(world, name, "order", "inn.toml", words)


#: The ways in which players mail an order.
WAYS = {
    "mutt, plain": lambda w, name, words: mutt(w.servers, name, ordered(w, name, words)),
    "mutt, attachment": lambda w, name, words: mutt(
        w.servers, name, UMLAUT, files=[as_file(w, name, "order", "inn.toml", words)]
    ),
    "mutt, HTML": lambda w, name, words: mutt(
        w.servers, name, divs(ordered(w, name, words)), html=True
    ),
    "s-nail, base64": lambda w, name, words: s_nail(
        w.servers,
        name,
        UMLAUT + ordered(w, name, words),
        settings=["mime-encoding=base64"],
    ),
    "s-nail, quoted-printable": lambda w, name, words: s_nail(
        w.servers,
        name,
        UMLAUT + ordered(w, name, words),
        settings=["mime-encoding=quoted-printable"],
    ),
    "s-nail, attachment": lambda w, name, words: s_nail(
        w.servers, name, UMLAUT, files=[as_file(w, name, "order", "inn.toml", words)]
    ),
    "pbem mail --send": lambda w, name, words: w.run(
        name, "mail", "inn.toml", words, "--send", "--to", address(MODERATOR)
    ),
}


@pytest.fixture
def world(servers, tmp_path, monkeypatch):
    numbers = itertools.count()
    monkeypatch.setattr(
        home, "random_bytes", lambda size: sha256(b"post %d" % next(numbers)).digest()[:size]
    )
    return World(servers, tmp_path, monkeypatch)


# One test, for the game takes a while.
def test_game_comes_to_its_end_by_mail(world):
    world.work()
    for name in PLAYERS:
        world.save(name)
        mutt(world.servers, name, text(world, name, "join", "inn.toml"))
    world.expect(MODERATOR, 2)
    world.work()
    for name in PLAYERS:
        world.save(name)
        s_nail(world.servers, name, UMLAUT, files=[as_file(world, name, "accept", "inn.toml")])
    world.expect(MODERATOR, 2)
    world.work()

    world.save("anna")
    for way in itertools.cycle(WAYS):
        asked = world.show("anna")["pending"]
        if not asked:
            break
        name = asked[0]["player"]
        world.save(name)
        WAYS[way](world, name, world.choice(name))
        world.expect(MODERATOR, 1)
        world.work()
        world.save("anna")

    world.save("ben")
    told = [world.show(name) for name in PLAYERS]
    assert [one["stage"] for one in told] == ["over", "over"]
    assert told[0]["result"] == told[1]["result"]
    for name in PLAYERS:
        [report] = json.loads(world.run(name, "audit", "inn.toml", "--json"))
        assert report["verdict"] == "proven"
    # Each got one mail for each time that there was news, be it the answer or the news.
    assert {name: count(world.servers, name) for name in PLAYERS} == world.got
    orders = len(mails(world.servers, MODERATOR, "Done")) - 2 * len(PLAYERS)
    assert orders > 2 * len(WAYS)
    assert mails(world.servers, MODERATOR) == []
    assert mails(world.servers, MODERATOR, "Refused") == []
    with mailbox(world.servers, MODERATOR) as client:
        assert {folder for *_, folder in client.list_folders()} == {"INBOX", "Done", "Refused"}
