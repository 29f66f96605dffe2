"""A desk with many games touches those that somebody has written to."""

import os
from pathlib import Path

import pytest

from pbem import player
from pbem.chain import open_game
from tests.post.world import mail
from tests.trust import table

GAMES, WAITING = 1000, 100


@pytest.fixture
def games():
    """Games of two by one moderator: one that is dealt, and many that nobody has joined yet."""
    first = table.Table(1, ["anna", "ben"]).join().accept()
    return [
        first
        if number == 0
        else table.Table(number + 1000, ["anna", "ben"], moderator=first.moderator)
        for number in range(GAMES)
    ]


class Opened:
    """Counts which files are opened for reading."""

    def __init__(self, monkeypatch):
        self.names = []
        honest = os.open

        def count(path, flags, *rest, **more):
            if not flags & (os.O_WRONLY | os.O_RDWR | os.O_DIRECTORY):
                self.names.append(str(path))
            return honest(path, flags, *rest, **more)

        monkeypatch.setattr(os, "open", count)

    def games(self):
        return {Path(name).stem for name in self.names if "/games/" in name}


def test_run_over_a_thousand_games_opens_those_with_a_waiting_order(world, games, monkeypatch):
    data = [at.data() for at in games]
    for number in range(1, GAMES):
        # Of most games the invitation is there and nobody is told: nobody has an address.
        world.path(f"game{number}").write_bytes(data[number])
    world.lay("game0", games[0], data[0])
    world.book = {
        f"game{number}": {"anna": "anna@players.example", "ben": "ben@players.example"}
        for number in range(0, WAITING * 2, 2)
    }
    world.write_book()
    world.told()
    for number in range(0, WAITING * 2, 2):
        at = games[number]
        world.put(mail(at.order(at.asked()) if number == 0 else joining(at, "anna")))
    opened = Opened(monkeypatch)
    answer = world.run()
    assert answer.code == 0, answer.err
    assert answer.text.startswith(f"{WAITING} judged")
    assert opened.games() == {f"game{number}" for number in range(0, WAITING * 2, 2)}
    assert len([name for name in opened.names if "/games/" in name]) == WAITING
    assert len(opened.names) < 10 * WAITING
    # Another run, with nothing to do, opens no game at all.
    opened.names.clear()
    assert world.run().text == ""
    assert opened.games() == set()


def joining(at, name):
    return player.join(open_game(at.data()), at.seeds[name], name).data


def test_index_that_is_damaged_or_lost_is_made_anew(world):
    world.lay("inn", table.midgame().split()).told()
    index = world.root / "state" / "index.json"
    index.write_text("{")
    assert world.run().code == 0
    before = index.read_text()
    index.unlink()
    assert world.run().code == 0
    assert index.read_text() == before


def test_two_files_of_one_game_are_told(world):
    at = table.midgame().split()
    world.lay("inn", at).told()
    world.path("tavern").write_bytes(at.data())
    answer = world.run()
    assert answer.code == 3
    assert "tavern.toml: it is the same game as inn" in answer.err


def test_files_that_are_no_games_are_left_alone(world):
    at = table.midgame().split()
    world.lay("inn", at).told()
    (world.root / "games" / "notes.txt").write_text("buy wine")
    (world.root / "games" / ".inn.toml.swp").write_text("x")
    world.put(mail(at.order(at.asked())))
    assert world.run().code == 0


def test_game_that_came_in_the_meantime_is_found(world):
    at = table.midgame().split()
    world.lay("inn", at).told()
    tavern = table.Table(71, ["carla", "dan"], moderator=at.moderator).join().accept()
    world.lay("tavern", tavern)
    world.put(mail(tavern.order(tavern.asked())))
    world.run()
    assert len(world.chain("tavern").hashes) == len(tavern.chain.hashes) + 1


def test_order_for_a_game_that_cannot_be_read_waits(world):
    """It may be in that file: only a game that is surely not here is refused."""
    at = table.midgame().split()
    world.lay("inn", at)
    world.path("inn").write_bytes(b"format = \n")
    world.put(mail(at.order(at.asked())))
    assert world.run().code == 3
    assert len(world.names("spool")) == 1
    world.path("inn").write_bytes(at.data())
    world.run()
    assert world.names("spool") == []
