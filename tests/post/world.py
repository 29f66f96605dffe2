"""A desk in the present folder, its games, and the people who write to it."""

from __future__ import annotations

import datetime as dt
import email
import hashlib
import json
import os
from email.message import Message
from pathlib import Path

from pbem.chain import open_game
from pbem.cli import desk as commands
from pbem.formats import armor
from tests.cli.runner import in_home, pbem
from tests.trust import table

DESK = "desk@inn.example"
MODERATOR = "mod.key"


class World:
    """A desk with games of tables; `clock` is its time."""

    def __init__(self, folder, monkeypatch):
        in_home(folder, monkeypatch)
        table.keep_desk(folder / ".local" / "state")
        self.clock = dt.datetime(2026, 11, 30, 12, 0, tzinfo=dt.UTC)
        monkeypatch.setattr(commands, "now", lambda: self.clock)
        # No test here pulls the plug, and disks take their time.
        monkeypatch.setattr(os, "fsync", lambda _: None)
        self.root = Path("desk")
        self.book = {}
        self.sent = 0
        assert pbem("desk", "init", "desk", "--address", DESK, "--name", "The Inn").code == 0

    def lay(self, game, at, data=None, *, without=()):
        """Put the game of a table onto the desk, and the keys of its people beside it."""
        self.path(game).write_bytes(data or at.data())
        for name, seed in [*at.seeds.items(), ("mod", at.moderator.seed)]:
            key = Path(f"{name}.key")
            key.write_bytes(table.key_file(name, seed))
            key.chmod(0o600)
        self.book[game] = {
            name: f"{name}@players.example" for name in at.seeds if name not in without
        }
        self.write_book()
        return self

    def write_book(self):
        lines = ['format = "pbem-addresses-1"']
        for game, players in self.book.items():
            lines += ["", f"[{game}]", *(f'{name} = "{to}"' for name, to in players.items())]
        (self.root / "addresses.toml").write_text("\n".join([*lines, ""]), "ascii")

    def set(self, *lines):
        """Add lines to the settings."""
        path = self.root / "desk.toml"
        path.write_text("\n".join([path.read_text("ascii"), *lines, ""]), "ascii")

    def told(self):
        """Let the players have got what there is, and forget those mails."""
        assert self.run().code == 0
        self.out()
        return self

    def path(self, game):
        return self.root / "games" / f"{game}.toml"

    def chain(self, game="inn"):
        return open_game(self.path(game).read_bytes()).chain

    def run(self, *options):
        return pbem("desk", "run", "desk", "--as", MODERATOR, "--once", *options)

    def put(self, data, name=None):
        """Put a message into the desk's own Maildir."""
        self.sent += 1
        path = self.root / "in" / "new" / (name or f"{self.sent:06d}.mail")
        path.write_bytes(data)
        os.utime(path, (self.sent, self.sent))
        return data

    def drop(self, data, name="order.toml", age=60):
        """Put a file into the shared folder, written *age* seconds ago."""
        path = self.root / "drop" / name
        path.write_bytes(data)
        at = self.clock.timestamp() - age
        os.utime(path, (at, at))
        return path

    def out(self):
        """The mails that go out, which are taken away."""
        found = []
        for path in sorted((self.root / "out" / "new").iterdir()):
            found.append(email.message_from_bytes(path.read_bytes()))
            path.rename(self.root / "out" / "cur" / f"{path.name}:2,S")
        return found

    def names(self, folder):
        """What lies in a folder of the desk."""
        return sorted(path.name for path in (self.root / folder).iterdir())

    def log(self):
        """The lines of the journal."""
        lines = (self.root / "log" / "desk.jsonl").read_text("ascii").splitlines()
        return [json.loads(line) for line in lines]


def mail(document, sender="anna@players.example", **fields):
    """A plain mail with a document in its text; fields are header lines, `_` for `-`."""
    text = document if isinstance(document, str) else armor.armor(document, "an order")
    number = hashlib.sha256(text.encode()).hexdigest()[:16]
    head = {
        "From": sender,
        "To": DESK,
        "Subject": "my order",
        "Message-ID": f"<{number}@players.example>",
    } | {name.replace("_", "-"): value for name, value in fields.items()}
    lines = [f"{name}: {value}" for name, value in head.items() if value is not None]
    return "\n".join([*lines, "", text]).encode()


def text(message: Message) -> str:
    """The text of a mail."""
    part = next(part for part in message.walk() if part.get_content_type() == "text/plain")
    return part.get_payload(decode=True).decode("ascii")


def html(message: Message) -> str:
    """The same text in HTML; nothing if there is none."""
    found = [part for part in message.walk() if part.get_content_type() == "text/html"]
    return found[0].get_payload(decode=True).decode("utf-8") if found else ""


def attached(message: Message) -> dict[str, bytes]:
    """The files in a mail."""
    if not message.is_multipart():
        return {}
    return {
        part.get_filename(): part.get_payload(decode=True)
        for part in message.walk()
        if part.get_filename()
    }


def to(mails, name):
    """The mails to a player."""
    return [one for one in mails if one["To"] == f"{name}@players.example"]
