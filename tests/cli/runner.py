"""Run pbem in this process, and scripts of commands with what they should answer.

A script is a text a user could read:

    # a remark
    === anna.txt
    the lines of a file
    ===
    $ pbem show anna.txt
    what the command prints, `...` standing for any text, and alone on a line for any lines
    ! what it says on standard error, after an exclamation mark
    ? 3

`? N` is the exit code, 0 if it is left out. A command may be any program, may begin with
`NAME=value`, where `$PWD` stands for the present folder, and may have `|`, `<` and `>`, each
between blanks.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from pbem.cli.main import run


class Answer(NamedTuple):
    """What a command left behind."""

    code: int
    out: bytes
    err: str

    @property
    def text(self) -> str:
        """What was printed, as text."""
        return self.out.decode()


class Step(NamedTuple):
    """One command of a script."""

    line: int
    command: str
    out: list[str]
    err: list[str]
    code: int


def pbem(*arguments: str, stdin: bytes = b"") -> Answer:
    """Run one command in this process, with streams of its own."""
    streams = [io.TextIOWrapper(io.BytesIO(data), encoding="utf-8") for data in (stdin, b"", b"")]
    with pytest.MonkeyPatch.context() as patch:
        for name, stream in zip(("stdin", "stdout", "stderr"), streams, strict=True):
            patch.setattr(sys, name, stream)
        code = run(list(arguments))
    _, out, err = (written(stream) for stream in streams)
    return Answer(code, out, err.decode())


def written(stream: io.TextIOWrapper) -> bytes:
    stream.flush()
    data = stream.buffer.getvalue()  # type: ignore[attr-defined]
    stream.close()
    return data


def run_script(script: Path) -> None:
    """Play a script in the present folder; fail at the first answer that is not as written."""
    for step in read_script(script.read_text(encoding="utf-8")):
        answer = run_line(step.command)
        found = f"{answer.text}{answer.err}? {answer.code}"
        where = f"{script.name}, line {step.line}: {step.command}\n{found}"
        assert answer.code == step.code, where
        assert fits(step.err, answer.err), where
        assert fits(step.out, answer.text), where


def read_script(text: str) -> list[Step]:
    """Return the commands of a script, its files being written on the way."""
    steps: list[Step] = []
    lines = iter(enumerate(text.splitlines(), 1))
    for number, line in lines:
        if line.startswith("=== "):
            body = []
            for _, inner in lines:
                if inner == "===":
                    break
                body.append(f"{inner}\n")
            Path(line[4:]).write_text("".join(body), encoding="utf-8")
        elif line.startswith("$ "):
            steps.append(Step(number, line[2:], [], [], 0))
        elif line.startswith("? "):
            steps[-1] = steps[-1]._replace(code=int(line[2:]))
        elif line.startswith("! "):
            steps[-1].err.append(line[2:])
        elif not line.startswith("#") and steps:
            steps[-1].out.append(line)
    return steps


def run_line(command: str) -> Answer:
    """Run a command line: programs joined by pipes, the last one's code being the code."""
    data, err, code = b"", "", 0
    for part in command.split(" | "):
        words = shlex.split(part)
        target = words[words.index(">") + 1] if ">" in words else None
        if "<" in words:
            data = Path(words[words.index("<") + 1]).read_bytes()
        answer = run_program(without_redirections(words), data)
        data, err, code = answer.out, err + answer.err, answer.code
        if target is not None:
            Path(target).write_bytes(data)
            data = b""
    return Answer(code, data, err)


def without_redirections(words: list[str]) -> list[str]:
    kept = []
    rest = iter(words)
    for word in rest:
        if word in {"<", ">"}:
            next(rest)
        else:
            kept.append(word)
    return kept


def run_program(words: list[str], stdin: bytes) -> Answer:
    """Run pbem here and any other program as a process."""
    with pytest.MonkeyPatch.context() as patch:
        while assignment := re.fullmatch("([A-Z_]+)=(.*)", words[0]):
            name, value = assignment.groups()
            patch.setenv(name, value.replace("$PWD", os.fspath(Path.cwd())))
            words = words[1:]
        if words[0] == "pbem":
            return pbem(*words[1:], stdin=stdin)
        ended = subprocess.run(words, input=stdin, capture_output=True, check=False)
        return Answer(ended.returncode, ended.stdout, ended.stderr.decode())


def fits(expected: list[str], found: str) -> bool:
    """Compare lines, `...` standing for any text; blank lines at the end do not count."""
    while expected and not expected[-1].strip():
        expected = expected[:-1]
    pattern = ""
    for line in expected:
        if line == "...":
            pattern += "(?:.*\n)*?"
        else:
            pattern += ".*".join(re.escape(part) for part in line.split("...")) + "\n"
    lines = found.rstrip()
    return re.fullmatch(pattern, f"{lines}\n" if lines else "") is not None


def in_home(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Make *folder* the home and the present folder, so that nothing outside it is touched."""
    patch.setenv("HOME", os.fspath(folder))
    patch.chdir(folder)
