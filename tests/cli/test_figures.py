"""`report`, `board`, `stats` and `export` as people and programs call them."""

from __future__ import annotations

import copy
import csv
import io
import json
import sys
from pathlib import Path

import pytest

from tests.cli.runner import pbem
from tests.schemas import SCHEMAS, validator
from tests.test_released import FOLDER
from tests.trust import table
from tests.trust.folder import lay

pytestmark = pytest.mark.usefixtures("home")

ROOT = Path(__file__).parents[2]
SCHEMA = SCHEMAS["export"]
GAMES = sorted((FOLDER / "rules-1").glob("*.toml"))


def released(name):
    return str(FOLDER / "rules-1" / f"{name}.toml")


# report


def test_report_lies_beside_the_game():
    lay(table.midgame())
    answer = pbem("report", "game.toml")
    assert (answer.code, answer.out) == (0, b"")
    assert "pbem: wrote game.html\n" in answer.err
    assert Path("game.html").read_text("utf-8").startswith("<!DOCTYPE html>")


def test_report_leaves_an_existing_file_alone_without_force():
    lay(table.midgame())
    Path("game.html").write_text("mine", encoding="utf-8")
    assert pbem("report", "game.toml").code == 3
    assert Path("game.html").read_text("utf-8") == "mine"
    assert pbem("report", "game.toml", "--force").code == 0


def test_report_goes_to_standard_output():
    lay(table.midgame())
    answer = pbem("report", "game.toml", "-o", "-")
    assert answer.out.endswith(b"</html>\n") or answer.out.endswith(b"</html>")
    piped = pbem("report", "-", stdin=Path("game.toml").read_bytes())
    assert piped.out == answer.out


def test_report_of_a_player_is_for_that_player_alone():
    lay(table.midgame())
    answer = pbem("report", "game.toml", "-o", "mine.html", "--as", "anna.key")
    assert "it shows the hand of anna" in answer.err
    assert Path("mine.html").stat().st_mode & 0o777 == 0o600
    assert "as anna saw it" in Path("mine.html").read_text("utf-8")


def test_report_opens_in_a_browser(monkeypatch):
    import webbrowser

    opened = []
    monkeypatch.setattr(webbrowser, "open", lambda url: opened.append(url) or True)
    lay(table.midgame())
    assert pbem("report", "game.toml", "-o", "a page.html", "--open").code == 0
    assert opened == [f"file://{Path.cwd().resolve()}/a%20page.html"]
    assert pbem("report", "game.toml", "-o", "-", "--open").code == 2


def test_report_refuses_a_game_before_its_deal_and_one_at_fault():
    lay(table.accepting())
    assert pbem("report", "game.toml").code == 3
    at = table.midgame()
    lay(at, table.resign(at.data(), at.moderator, rechain=False, board=lambda b: b | {"rooms": []}))
    answer = pbem("report", "game.toml")
    assert answer.code == 3
    assert "not sound" in answer.err
    assert not Path("game.html").exists()


# board


def test_board_is_text_svg_or_png():
    lay(table.midgame())
    text = pbem("board", "game.toml")
    assert text.out.startswith(b"Round ")
    assert pbem("board", "game.toml", "-o", "b.txt").code == 0
    assert Path("b.txt").read_bytes() == text.out
    assert pbem("board", "game.toml", "-o", "b.svg").code == 0
    assert Path("b.svg").read_text("utf-8").startswith("<svg xmlns=")
    assert pbem("board", "game.toml", "-o", "b.png").code == 0
    assert Path("b.png").read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


def test_board_is_what_all_may_see_whoever_asks():
    lay(table.midgame())
    assert pbem("board", "game.toml").out == pbem("board", "game.toml", "--as", "anna.key").out


def test_board_of_another_kind_is_a_wrong_use():
    lay(table.midgame())
    answer = pbem("board", "game.toml", "-o", "b.gif")
    assert (answer.code, Path("b.gif").exists()) == (2, False)


def test_board_as_png_names_the_package_that_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    lay(table.midgame())
    answer = pbem("board", "game.toml", "-o", "b.png")
    assert answer.code == 3
    assert "pbem[png]" in answer.err


def test_board_before_the_deal_is_refused():
    lay(table.accepting())
    assert pbem("board", "game.toml").code == 3


# stats


def test_stats_of_one_game_are_a_table():
    answer = pbem("stats", released("base"))
    assert answer.code == 0
    assert [line.split()[0] for line in answer.text.splitlines()[3:]] == [
        "anna",
        "ben",
        "carla",
        "dan",
    ]
    assert "averages" not in answer.text


def test_stats_of_many_games_have_averages():
    answer = pbem("stats", *map(str, GAMES))
    assert answer.code == 0
    assert max(map(len, answer.text.splitlines())) <= 120
    assert "averages  of the games that have ended" in answer.text
    told = json.loads(pbem("stats", "--json", *map(str, GAMES)).out)
    assert {mean["by"] for mean in told["averages"]} == {"seat", "players", "module"}
    # The abandoned game has no loot, and is in no average.
    loot = [row["loot"] for row in told["players"] if row["file"].endswith("abandoned.toml")]
    assert loot == [None, None]


def test_stats_as_csv_and_json_are_the_same():
    rows = list(csv.DictReader(io.StringIO(pbem("stats", "--csv", released("carnies")).text)))
    told = json.loads(pbem("stats", "--json", released("carnies")).out)["players"]
    assert [row["player"] for row in rows] == ["anna", "ben", "carla"]
    for row, one in zip(rows, told, strict=True):
        assert int(row["kills"]) == one["kills"]
        assert row["modules"].split() == one["modules"]
        assert int(row["loot"]) == one["loot"]
    assert pbem("stats", "--csv", "--json", released("carnies")).code == 2


def test_stats_leave_out_what_was_undone():
    told = json.loads(pbem("stats", "--json", released("changed")).out)["players"]
    log = json.loads(pbem("log", "--json", released("changed")).out)
    live = [line for entry in log if "undone" not in entry for line in entry["events"]]
    for row in told:
        killed = [line for line in live if line.startswith(f"{row['player']} kills ")]
        poisoned = [line for line in live if line.startswith(f"{row['player']} poisons ")]
        assert row["kills"] == len(killed) + len(poisoned)


def test_stats_of_a_game_that_goes_on_tell_no_loot():
    lay(table.midgame())
    told = json.loads(pbem("stats", "--json", "game.toml").out)
    assert [(row["stage"], row["loot"]) for row in told["players"]] == [("playing", None)] * 2
    assert told["averages"] == []


# export


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.stem)
def test_export_fits_its_schema(game):
    answer = pbem("export", str(game), "--json")
    assert answer.code == 0
    told = json.loads(answer.out)
    validator("export").validate(told)
    assert told["entries"][-1]["kind"] == "reveal"
    sums = [sum(line["francs"] for line in lines) for lines in told["reckoning"].values()]
    assert sums == ([] if told["result"] is None else list(told["result"]["loot"].values()))
    assert pbem("export", str(game), "-o", "game.json").code == 0
    assert json.loads(Path("game.json").read_text("ascii")) == told


def test_export_tells_players_by_name_and_all_hands():
    told = json.loads(pbem("export", str(ROOT / "examples" / "game" / "game.toml")).out)
    # Entry 5 of the example: anna kills the representative in room 3.
    entry = told["entries"][5]
    assert entry["events"] == [
        {
            "kind": "play",
            "sentence": "anna plays the peasant to kill",
            "player": "anna",
            "verb": "kill",
            "cards": ["peasant"],
            "kept": [],
        },
        {
            "kind": "kill",
            "sentence": "anna kills the representative in room 3",
            "player": "anna",
            "place": "3",
            "card": "representative",
        },
    ]
    assert entry["hands"] == {"anna": {"hand": ["peasant"]}, "ben": {"hand": ["peasant"]}}
    assert entry["asked"] == [{"player": "ben", "question": "action"}]


def test_export_before_the_reveal_is_refused():
    lay(table.midgame())
    for key in ([], ["--as", "anna.key"], ["--as", "mod.key"]):
        answer = pbem("export", "game.toml", *key)
        assert (answer.code, answer.out) == (3, b"")
    lay(table.withheld())
    assert pbem("export", "game.toml").code == 3


def test_the_position_in_the_schema_is_the_board_of_a_game():
    game = copy.deepcopy(SCHEMAS["game"]["$defs"])
    terms = game["board"]["properties"].pop("options")
    game["board"]["required"].remove("options")
    assert SCHEMA["properties"]["terms"] == terms
    assert SCHEMA["$defs"]["position"] | {"description": ""} == game["board"] | {"description": ""}
    for word in ("count", "name", "word", "words"):
        assert SCHEMA["$defs"][word] == game[word]
