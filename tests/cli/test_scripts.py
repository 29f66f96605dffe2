"""The scripts beside this file, played against the real program; and the player of scripts."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.runner import fits, read_script, run_line, run_script

pytestmark = pytest.mark.usefixtures("home")

SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("*.txt"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_script_is_answered_as_written(script):
    run_script(script)


def test_program_runs_as_a_process():
    program = [sys.executable, "-m", "pbem", "--version"]
    ended = subprocess.run(program, capture_output=True, check=True, text=True)
    assert ended.stdout.startswith("pbem ")


def test_script_with_a_wrong_answer_fails():
    script = Path("wrong.txt")
    script.write_text("$ echo anna\nben\n", encoding="utf-8")
    with pytest.raises(AssertionError, match=r"wrong\.txt, line 1: echo anna"):
        run_script(script)


def test_script_with_a_wrong_code_fails():
    script = Path("wrong.txt")
    script.write_text("$ false\n", encoding="utf-8")
    with pytest.raises(AssertionError, match=r"\? 1"):
        run_script(script)


def test_script_is_read_with_its_files():
    steps = read_script("=== a.txt\n# one\n===\n# remark\n$ cat a.txt\n# remark\nout\n! err\n? 3\n")
    assert Path("a.txt").read_text(encoding="utf-8") == "# one\n"
    assert steps == [(5, "cat a.txt", ["out"], ["err"], 3)]


def test_pipes_and_files_join_programs():
    assert run_line("printf anna | tr a b > name").out == b""
    assert run_line("cat < name").out == b"bnnb"


@pytest.mark.parametrize(
    ("expected", "found"),
    [
        ([], ""),
        (["a"], "a\n"),
        (["a", ""], "a\n"),
        (["a...c"], "abc\n"),
        (["a", "...", "c"], "a\nb\nb\nc\n"),
        (["a", "...", "c"], "a\nc\n"),
        (["..."], ""),
        (["..."], "a\nb\n"),
    ],
)
def test_text_fits(expected, found):
    assert fits(expected, found)


@pytest.mark.parametrize(
    ("expected", "found"),
    [
        ([], "a\n"),
        (["a"], ""),
        (["a"], "a\nb\n"),
        (["a.c"], "abc\n"),
        (["a...c"], "ab\nc\n"),
        (["a", "...", "c"], "a\nb\n"),
    ],
)
def test_text_does_not_fit(expected, found):
    assert not fits(expected, found)
