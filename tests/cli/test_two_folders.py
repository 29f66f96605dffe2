"""Two people with two machines play a short game to its score, by the real commands.

Each has a folder with a key, a state folder and a copy of the game; the moderator has a third one.
Nothing goes from one to another but documents and the game file, as if by mail.
"""

from __future__ import annotations

import itertools
import json
import shutil
from collections import Counter
from hashlib import sha256

import pytest

from pbem import rules
from pbem.chain import open_game
from pbem.cli import home
from pbem.formats import keyfile
from tests.cli.runner import in_home, pbem

PLAYERS = ("anna", "ben")
MODERATOR = "mara"
CARDS = rules.known_cards()


class World:
    """Three folders, and who is at work."""

    def __init__(self, folder, patch):
        self.folder = folder
        self.patch = patch
        self.sent = 0
        for name in (MODERATOR, *PLAYERS):
            (folder / name).mkdir()
            self.run(name, "key", "new", name, "--no-passphrase")

    def run(self, name, *arguments):
        """Let somebody run a command at home; what it printed."""
        folder = self.folder / name
        in_home(folder, self.patch)
        self.patch.setenv("XDG_STATE_HOME", str(folder / "state"))
        answer = pbem(*arguments)
        assert answer.code == 0, f"{name}: pbem {' '.join(arguments)}\n{answer.err}"
        return answer.text

    def hand_out(self):
        """Mail the game file to the players."""
        for name in PLAYERS:
            shutil.copy(self.folder / MODERATOR / "game.toml", self.folder / name / "game.toml")

    def send(self, *commands):
        """Let players make documents, mail them to the moderator, and wait for the next file."""
        documents = []
        for name, *command in commands:
            self.sent += 1
            document = f"{name}-{self.sent}.toml"
            self.run(name, *command, "-o", document)
            shutil.copy(self.folder / name / document, self.folder / MODERATOR)
            documents.append(document)
        self.run(MODERATOR, "adjudicate", "game.toml", *documents)
        self.hand_out()

    def shown(self, name):
        return json.loads(self.run(name, "show", "game.toml", "--json"))

    def truth(self):
        """The game with all its secrets, as the moderator's key opens it."""
        folder = self.folder / MODERATOR
        seed = keyfile.loads((folder / ".config" / "pbem" / "key.toml").read_bytes()).box
        game = open_game((folder / "game.toml").read_bytes(), seed).chain.game
        assert game is not None
        return game


def choice(orders, step):
    """An order that depends on nothing but the list and the number of the step."""
    wanted = [order for order in orders if order.startswith("bury")] or orders
    return wanted[sha256(b"%d" % step).digest()[0] % len(wanted)]


def cards_in(told):
    """Every card that is named anywhere."""
    if isinstance(told, dict):
        return sum((cards_in(value) for value in told.values()), Counter())
    if isinstance(told, list):
        return sum((cards_in(value) for value in told), Counter())
    return Counter([told] if told in CARDS else [])


def cards_for(game, seat):
    """Every card that a seat may know: what lies open, and the own hand."""
    seen = Counter(game.entrance[: game.face_up] + game.exit + game.players[seat].hand)
    seen.update(place.guest for place in game.places if place.guest is not None)
    for player in game.players:
        seen.update(player.corpses)
        for annex in player.annexes:
            seen.update([annex.card, *annex.buried])
    return seen


def checked(world):
    """What somebody is asked; nobody is told a card that is hidden from them."""
    game = world.truth()
    for seat, name in enumerate(PLAYERS):
        told = world.shown(name)
        assert told["own"] == {"player": name, "hand": game.players[seat].hand}
        assert cards_in(told) == cards_for(game, seat)
    return told["pending"]


@pytest.fixture
def world(tmp_path, monkeypatch):
    """An invited game, and chance that is always the same."""
    numbers = itertools.count()
    monkeypatch.setattr(
        home, "random_bytes", lambda size: sha256(b"inn %d" % next(numbers)).digest()[:size]
    )
    world = World(tmp_path, monkeypatch)
    seats = [word for name in PLAYERS for word in ("--player", name)]
    world.run(MODERATOR, "new", "game.toml", *seats, "--short", "--first", "ben")
    world.hand_out()
    return world


# One test, for the game takes some seconds.
def test_game_comes_to_its_score_and_nobody_sees_what_is_hidden(world):
    world.send(*[(name, "join", "game.toml") for name in PLAYERS])
    world.send(*[(name, "accept", "game.toml") for name in PLAYERS])
    while asked := checked(world):
        name, question = asked[0]["player"], asked[0]["question"]
        orders = json.loads(world.run(name, "moves", "game.toml", "--all", "--json"))
        order = choice(orders, world.sent)
        if question == "place":
            order = " ".join(["place", *(order.split()[1] for order in orders)])
        world.send((name, "order", "game.toml", order))

    told = world.shown("ben")
    assert told["stage"] == "over"
    loot = told["result"]["loot"]
    assert set(loot) == set(PLAYERS)
    (winner,) = told["result"]["winners"]
    assert loot[winner] == max(loot.values())

    for name in (MODERATOR, *PLAYERS):
        (report,) = json.loads(world.run(name, "audit", "game.toml", "--json"))
        assert report["verdict"] == "proven"
        keys = list((world.folder / name).rglob("key.toml"))
        assert [path.parent for path in keys] == [world.folder / name / ".config" / "pbem"]

    lines = world.run("anna", "log", "game.toml").splitlines()[-5:]
    assert any(line.strip() == f"{winner} wins" for line in lines)
    for name in PLAYERS:
        assert any(f"{name} has " in line and f"{loot[name]}F in all" in line for line in lines)
