"""A desk with many games touches those that somebody has written to."""

import os
from pathlib import Path

import pytest

from pbem import player
from pbem.chain import open_game
from tests.post.world import mail
from tests.trust import table

GAMES, WAITING = 400, 40


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


def test_run_over_many_games_opens_those_with_a_waiting_order(world, games, monkeypatch):
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


# Several files of one game


@pytest.fixture
def at():
    return table.midgame().split()


def copy(world, name, of="inn"):
    data = world.path(of).read_bytes()
    world.path(name).write_bytes(data)
    return data


def plays_on(world, at, name):
    """Whether an order is taken into that file, and the players get mail."""
    world.put(mail(at.order(at.asked()), Subject=name))
    answer = world.run()
    return len(world.chain(name).hashes) == 29 and len(world.out()) == 2, answer


@pytest.mark.parametrize("name", ["inn-LAPTOP", "inn-backup", "a", "tavern"])
def test_copy_of_a_game_that_is_known_is_told_and_left_alone(world, at, name):
    world.lay("inn", at).told()
    before = copy(world, name)
    good, answer = plays_on(world, at, "inn")
    assert good
    assert answer.code == 3
    assert f"{name}.toml: it is the same game as inn" in answer.err
    assert world.path(name).read_bytes() == before
    # Nobody is told of the copy; when it is gone all is well.
    world.path(name).unlink()
    assert world.run() == (0, b"", "")


def test_game_that_was_told_is_known_without_the_index(world, at):
    world.lay("inn", at).told()
    copy(world, "a")
    (world.root / "state" / "index.json").unlink()
    good, _ = plays_on(world, at, "inn")
    assert good


def test_game_with_addresses_is_the_one_that_is_meant(world, at):
    world.lay("inn", at)
    copy(world, "a")
    assert world.run().text == "2 told the news\n"
    world.out()
    good, _ = plays_on(world, at, "inn")
    assert good


def test_of_two_files_of_which_nothing_tells_which_is_meant_none_is_touched(world, at):
    world.lay("inn", at)
    before = copy(world, "a")
    world.book["a"] = world.book["inn"]
    world.write_book()
    world.put(mail(at.order(at.asked())))
    for _ in range(2):
        answer = world.run()
        assert answer.code == 3
        for name in ("a", "inn"):
            assert f"{name}.toml: a and inn are the same game: leave the one" in answer.err
            assert world.path(name).read_bytes() == before
        assert world.out() == []
        assert len(world.names("spool")) == 1
    world.path("a").unlink()
    answer = world.run()
    assert answer.code == 0, answer.err
    assert len(world.chain().hashes) == 29


def test_copy_does_not_take_over_while_the_game_cannot_be_read(world, at):
    world.lay("inn", at).told()
    good = world.path("inn").read_bytes()
    copy(world, "a")
    world.path("inn").write_bytes(good[:-100])
    world.put(mail(at.order(at.asked())))
    for _ in range(2):
        assert world.run().code == 3
        assert world.path("a").read_bytes() == good
    world.path("inn").write_bytes(good)
    world.run()
    assert len(world.chain().hashes) == 29


def test_game_that_is_called_otherwise_now_goes_on(world, at):
    world.lay("inn", at).told()
    world.path("inn").rename(world.path("tavern"))
    world.book = {"tavern": world.book["inn"]}
    world.write_book()
    assert world.run().text == "2 told the news\n"
    world.out()
    good, answer = plays_on(world, at, "tavern")
    assert good
    assert answer.code == 0


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
