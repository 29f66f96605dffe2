"""What becomes of errors that reach the top, and how little a command needs to start."""

from __future__ import annotations

import subprocess
import sys

import click
import pytest

from pbem.cli import main, output
from pbem.errors import Fault, Locked, PbemError, Refused, Unreadable
from pbem.rules import errors as rules
from tests.cli.runner import pbem

PROGRAM = [sys.executable, "-m", "pbem"]


@pytest.fixture
def fail_with(monkeypatch):
    """Make `pbem show` raise an error."""

    def arrange(error):
        @click.command()
        def show():
            raise error

        monkeypatch.setattr(main._Commands, "get_command", lambda *_: show)

    return arrange


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (Fault("bad"), 1),
        (Refused("bad"), 3),
        (Unreadable("bad"), 4),
        (Locked("bad"), 75),
        (rules.Illegal("bad"), 3),
        (rules.Unreadable("bad"), 4),
    ],
    ids=lambda value: f"{type(value).__module__}.{type(value).__name__}",
)
def test_error_is_one_line_and_its_code(fail_with, error, code):
    fail_with(error)
    assert pbem("show") == (code, b"", "pbem: error: bad\n")


@pytest.mark.parametrize("kind", [Refused, rules.Illegal])
def test_hint_follows_the_error(fail_with, kind):
    fail_with(kind("bad", "do better"))
    assert pbem("show").err == "pbem: error: bad\npbem: hint: do better\n"


def test_more_than_one_reading_is_unreadable_and_lists_them(fail_with):
    fail_with(rules.Ambiguous("two barons", ("kill 1", "kill 2")))
    answer = pbem("show")
    assert answer.code == 4
    assert answer.err == "pbem: error: two barons\npbem: hint: say which: kill 1; kill 2\n"


def test_interrupt_is_quiet(fail_with):
    fail_with(KeyboardInterrupt())
    assert pbem("show") == (130, b"", "")


def test_reader_who_went_away_is_no_error(fail_with):
    fail_with(BrokenPipeError())
    assert pbem("show") == (141, b"", "")


def test_bug_is_told_without_a_traceback(fail_with):
    fail_with(ZeroDivisionError("by zero"))
    answer = pbem("show")
    assert answer.code == 70
    assert answer.err.startswith("pbem: error: internal error: ZeroDivisionError: by zero\n")
    assert "Traceback" not in answer.err


def test_bug_is_told_with_a_traceback_on_demand(fail_with, monkeypatch):
    monkeypatch.setenv("PBEM_DEBUG", "1")
    fail_with(ZeroDivisionError("by zero"))
    assert "Traceback" in pbem("show").err


def test_control_characters_do_not_reach_the_terminal(fail_with):
    fail_with(PbemError("a\x1b[2Jb\nc\u202ed\udcff"))
    assert pbem("show").err == "pbem: error: a\\x1b[2Jb\\nc\\u202ed\\udcff\n"


@pytest.mark.parametrize("name", main.COMMANDS)
def test_every_command_has_help_that_agrees_with_the_table(name):
    for option in ("-h", "--help"):
        answer = pbem(name, option)
        assert answer.code == 0
        assert answer.text.startswith(f"Usage: pbem {name} ")


def test_help_imports_no_command():
    program = "import sys; from pbem.cli.main import run; run(['-h']); print(*sys.modules)"
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=True, text=True
    )
    loaded = set(ended.stdout.splitlines()[-1].split())
    assert {name for name in loaded if name.startswith("pbem.")} <= {
        "pbem.cli",
        "pbem.cli.main",
        "pbem.cli.home",
        "pbem.cli.output",
        "pbem.errors",
        "pbem.store",
    }
    assert not loaded & {"cryptography", "rich", "tomllib", "tomli_w", "json", "pathlib"}


@pytest.mark.parametrize("stream", ["/dev/full"])
def test_output_that_cannot_be_written_is_an_error(stream):
    with open(stream, "wb") as full:
        ended = subprocess.run(
            [*PROGRAM, "-h"], stdout=full, stderr=subprocess.PIPE, check=False, text=True
        )
    assert ended.returncode == 3
    assert ended.stderr == "pbem: error: the output cannot be written: no space left on device\n"


def test_closed_pipe_is_quiet():
    with subprocess.Popen(
        ["sh", "-c", 'sleep 0.2; "$0" -m pbem -h; echo $? >&2', sys.executable],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        process.stdout.close()
        assert process.stderr.read() == "141\n"


# What the commands print


def test_document_goes_to_standard_output(capsysbinary):
    output.emit(b"a\r\nb", None, force=False)
    assert capsysbinary.readouterr().out == b"a\r\nb"


def test_document_goes_to_the_file_named(tmp_path):
    output.emit(b"new", str(tmp_path / "a.toml"), force=False)
    assert (tmp_path / "a.toml").read_bytes() == b"new"


def test_document_replaces_a_file_only_by_force(tmp_path):
    path = tmp_path / "a.toml"
    path.write_bytes(b"old")
    with pytest.raises(Refused, match="already exists"):
        output.emit(b"new", str(path), force=False)
    output.emit(b"new", str(path), force=True)
    assert path.read_bytes() == b"new"


def test_document_without_standard_output_is_refused(monkeypatch):
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(Refused, match="standard output is closed"):
        output.emit(b"new", None, force=False)


def test_json_keeps_its_order_and_is_ascii(capsys):
    output.print_json({"b": "é", "a": [1]})
    assert capsys.readouterr().out == '{\n  "b": "\\u00e9",\n  "a": [\n    1\n  ]\n}\n'
