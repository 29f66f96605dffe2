"""The demonstration plays a whole game in one folder and touches nothing else."""

from __future__ import annotations

import io
import json
import sys
from typing import NamedTuple

import pytest

from pbem import bot
from pbem.cli import demo, home
from pbem.cli.games import open_path
from pbem.errors import Exit
from tests.cli.runner import Answer, in_home, pbem


class Shown(NamedTuple):
    """What a demonstration printed and left behind."""

    answer: Answer
    folder: object
    home: object


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    """A short game of two, in a folder that was there and empty."""
    own = tmp_path_factory.mktemp("own")
    folder = tmp_path_factory.mktemp("demo")
    with pytest.MonkeyPatch.context() as patch:
        in_home(own, patch)
        patch.setenv("PBEM_KEY", "a key of the user that must not be looked for")
        answer = pbem("demo", str(folder), "--players", "2", "--short")
    return Shown(answer, folder, own)


def solitaire(folder, *more):
    return pbem("demo", str(folder), "--players", "1", "--short", *more)


def stop(*_):
    raise KeyboardInterrupt


def opened(game):
    """The chain of the game file *game*, as it is."""
    return open_path(game, None).chain


def head(folder):
    return json.loads(pbem("show", f"{folder}/game.toml", "--json").out)["head"]


def test_game_is_played_to_its_end(shown):
    assert shown.answer.code == 0
    state = json.loads(pbem("show", f"{shown.folder}/game.toml", "--json").out)
    assert state["stage"] == "over"


def test_nothing_of_the_user_is_touched(shown):
    assert list(shown.home.iterdir()) == []


def test_folder_holds_the_game_the_keys_the_documents_and_the_state(shown):
    assert {path.name for path in shown.folder.iterdir()} == {
        "game.toml",
        "keys",
        "documents",
        "state",
    }


def test_there_is_one_game_file(shown):
    games = [
        path
        for path in shown.folder.rglob("*")
        if path.is_file() and path.read_bytes().startswith(b'format = "pbem-game-1"')
    ]
    assert games == [shown.folder / "game.toml"]


def test_keys_are_those_of_the_moderator_and_the_players(shown):
    names = sorted(path.name for path in (shown.folder / "keys").iterdir())
    assert names == ["anna.toml", "ben.toml", "mod.toml"]


def test_documents_are_numbered_from_the_first_registration_on(shown):
    names = sorted(path.name for path in (shown.folder / "documents").iterdir())
    assert names[:4] == [
        "001-anna-join.toml",
        "002-ben-join.toml",
        "003-anna-accept.toml",
        "004-ben-accept.toml",
    ]
    assert [int(name[:3]) for name in names] == list(range(1, len(names) + 1))


def test_every_document_is_in_the_game(shown):
    # The two registrations make no entries, but the genesis and the reveal are entries besides.
    entries = head(shown.folder)["index"] + 1
    assert entries == len(list((shown.folder / "documents").iterdir()))


def test_game_passes_the_audit(shown):
    answer = pbem("audit", f"{shown.folder}/game.toml")
    assert answer.code == 0
    assert answer.text.endswith("game.toml: proven\n")


@pytest.mark.parametrize(
    "part", ["The game is over after", "game.toml: proven\n", "What to look at next", "documents\n"]
)
def test_end_verdict_and_next_commands_are_printed(shown, part):
    assert part in shown.answer.text


def test_log_ends_with_the_reveal(shown):
    last = pbem("log", f"{shown.folder}/game.toml").text.splitlines()[-1]
    assert last.split(maxsplit=1)[1] == "the moderator reveals the secret of the game"


def test_somebody_wins(shown):
    assert " win" in shown.answer.text


def test_without_a_terminal_each_round_is_a_line(shown):
    assert "pbem: round 1 of about " in shown.answer.err
    assert "\x1b" not in shown.answer.err


def test_what_the_commands_say_meanwhile_is_not_heard(shown):
    assert "NO PASSPHRASE" not in shown.answer.err


def test_second_game_is_not_played_in_the_same_folder(shown):
    before = (shown.folder / "game.toml").read_bytes()
    answer = pbem("demo", str(shown.folder))
    assert answer.code == Exit.REFUSED
    assert answer.err.startswith(f"pbem: error: {shown.folder}: is not an empty folder\n")
    assert (shown.folder / "game.toml").read_bytes() == before


@pytest.mark.parametrize(
    ("there", "taken"),
    [
        ([], "pbem-demo"),
        (["pbem-demo/"], "pbem-demo"),
        (["pbem-demo/notes"], "pbem-demo-2"),
        (["pbem-demo"], "pbem-demo-2"),
        (["pbem-demo/notes", "pbem-demo-2/keys/", "pbem-demo-4/keys/"], "pbem-demo-3"),
    ],
)
def test_first_free_folder_is_taken_if_none_is_named(home, monkeypatch, there, taken):
    monkeypatch.setattr(demo._Table, "play", stop)
    for name in there:
        path = home / name
        (path if name.endswith("/") else path.parent).mkdir(parents=True, exist_ok=True)
        if not name.endswith("/"):
            path.write_text("x")
    answer = pbem("demo", "--players", "1")
    assert answer.err.splitlines()[0] == f"pbem: all of the game will lie in {taken}"
    assert (home / taken / "game.toml").exists()


@pytest.mark.parametrize("name", ["file", "folder"])
def test_folder_that_was_named_must_be_new_or_empty(tmp_path, name):
    (tmp_path / "file").write_text("x")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "notes").write_text("x")
    answer = pbem("demo", str(tmp_path / name))
    assert answer.code == Exit.REFUSED
    assert answer.err.startswith(f"pbem: error: {tmp_path / name}: is not an empty folder\n")


@pytest.mark.parametrize("name", ["my demo", "-demo"])
def test_folder_may_have_any_name(home, monkeypatch, name):
    monkeypatch.setattr(demo._Table, "play", lambda table, _: opened(table.game))
    answer = pbem("demo", "--players", "2", "--", name)
    assert answer.code == 0
    assert (home / name / "game.toml").exists()


def test_commands_to_copy_quote_the_folder(home, monkeypatch):
    monkeypatch.setattr(demo._Table, "play", lambda table, _: opened(table.game))
    answer = pbem("demo", "my demo", "--players", "2")
    for line in (
        "$ pbem audit 'my demo/game.toml'\n",
        "  pbem show 'my demo/game.toml' --as 'my demo/keys/anna.toml'\n",
        "  ls 'my demo/documents'\n",
    ):
        assert line in answer.text


def stop_after(orders, monkeypatch):
    """Let the bots give so many orders."""
    given = iter(range(orders))
    choose = bot.choose

    def some(game, seat):
        if next(given, None) is None:
            stop()
        return choose(game, seat)

    monkeypatch.setattr(bot, "choose", some)


def test_modules_and_variants_are_played(tmp_path, monkeypatch):
    stop_after(8, monkeypatch)
    chosen = ("--module", "objects", "--module", "carnies", "--variant", "first-come")
    pbem("demo", str(tmp_path / "demo"), "--players", "2", "--seed", "inn", *chosen)
    game = f"{tmp_path}/demo/game.toml"
    terms = json.loads(pbem("show", game, "--json").out)["board"]["options"]
    assert (terms["modules"], terms["variants"]) == (["carnies", "objects"], ["first-come"])
    # Two players keep three objects each, every choice sealed; then they play.
    log = pbem("log", game).text
    assert log.count("keeps an object") == 6
    assert log.count("a sealed choice") >= 6
    assert "round 1 begins" in log
    key = f"{tmp_path}/demo/keys/anna.toml"
    assert len(json.loads(pbem("show", game, "--as", key, "--json").out)["own"]["objects"]) <= 3


@pytest.mark.parametrize(
    ("chosen", "code"),
    [
        (("--module", "dragons"), Exit.USAGE),
        (("--variant", "slow"), Exit.USAGE),
        (("--module", "events"), Exit.UNREADABLE),
        (("--players", "1", "--module", "notables"), Exit.UNREADABLE),
    ],
)
def test_terms_that_do_not_fit_leave_nothing_behind(tmp_path, chosen, code):
    folder = tmp_path / "demo"
    assert pbem("demo", str(folder), *chosen).code == code
    assert not folder.exists()


@pytest.mark.parametrize("players", ["0", "5"])
def test_one_to_four_play(players):
    assert pbem("demo", "--players", players).code == Exit.USAGE


def test_same_seed_gives_the_same_deal(tmp_path, monkeypatch):
    monkeypatch.setattr(bot, "choose", stop)
    for name in ("one", "two"):
        solitaire(tmp_path / name, "--seed", "caf\u00e9")
    assert head(tmp_path / "one") == head(tmp_path / "two")


def test_keys_are_random_without_a_seed(tmp_path, monkeypatch):
    monkeypatch.setattr(demo._Table, "play", stop)
    for name in ("one", "two"):
        solitaire(tmp_path / name)
    one, two = (pbem("key", "show", f"{tmp_path}/{name}/keys/anna.toml") for name in ("one", "two"))
    assert one.text != two.text


def test_interrupted_game_ends_in_one_line(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(bot, "choose", stop)
    answer = solitaire("new/demo/")
    assert answer.code == Exit.INTERRUPTED
    assert answer.err.splitlines()[-1] == "pbem: stopped; new/demo holds the game so far"
    assert "Traceback" not in answer.err


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_terminal_gets_a_bar(monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    with demo._progress() as progress:
        progress(3, 15)
    assert "round 3" in terminal.getvalue()
    assert "\x1b" in terminal.getvalue()


def test_commands_see_another_environment_only_meanwhile(monkeypatch):
    monkeypatch.setenv("PBEM_KEY", "own")
    with home.elsewhere({"PBEM_KEY": "other"}, bytes):
        assert home.variable("PBEM_KEY") == "other"
        assert home.random_bytes(2) == b"\0\0"
    assert home.variable("PBEM_KEY") == "own"
