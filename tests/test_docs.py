"""The commands of README.md, examples/README.md and the desk's tutorial print what stands there.

A prompt such as `anna$` names who types: each person has a home of their own, and all share the
folder `inn`, and three folders of mara's desk. An address book is saved where it is shown. `make
goldens` writes what is printed now. Links must lead somewhere.
"""

import datetime as dt
import glob
import itertools
import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.cli import desk, home
from pbem.crypto import vault
from pbem.crypto.labels import digest
from tests.cli.runner import fits, in_home, run_line

ROOT = Path(__file__).parent.parent
PAGES = sorted(
    [ROOT / "README.md", ROOT / "examples" / "README.md", *(ROOT / "docs").rglob("*.md")]
)
PLAYED = ("README.md", "examples/README.md", "docs/desk-tutorial.md")
NOW = dt.datetime(2026, 11, 30, 19, 33, tzinfo=dt.UTC)
PROMPT = re.compile(r"([a-z]*)\$ (.*)")


@pytest.fixture
def world(tmp_path, monkeypatch):
    """Homes, the shared folder, keys that cost little, and chance that is always the same."""
    counter = itertools.count()
    monkeypatch.setattr(
        home, "random_bytes", lambda size: digest(b"ardeche %d" % next(counter))[:size]
    )
    monkeypatch.setattr(vault, "COST", (8192, 1, 1))
    monkeypatch.setattr(desk, "now", lambda: NOW)
    (tmp_path / "inn").mkdir()
    (tmp_path / "passphrase").write_text("under the barn\n", encoding="utf-8")
    monkeypatch.setenv("PBEM_PASSPHRASE_FILE", str(tmp_path / "passphrase"))
    return tmp_path


def enter(world, name, monkeypatch):
    """Be somebody, at home; nobody in particular has the examples and no key."""
    folder = world / (name or "reader")
    if not folder.exists():
        folder.mkdir()
        (folder / "inn").symlink_to(world / "inn")
        (folder / "examples").symlink_to(ROOT / "examples")
        for shared in ("games", "drop", "answers"):
            (folder / shared).symlink_to(world / "mara" / "desk" / shared)
    # Some time goes by from one command to the next.
    for path in (world / "mara" / "desk" / "drop").glob("*"):
        os.utime(path, (NOW.timestamp() - 60, NOW.timestamp() - 60))
    in_home(folder, monkeypatch)


def expanded(command):
    """A command with its patterns of file names replaced by the files, as a shell does it."""
    words = []
    for word in command.split(" "):
        found = sorted(glob.glob(word)) if re.search(r"[*\[]", word) else []
        words += map(shlex.quote, found) if found else [word]
    return " ".join(words)


def steps(lines) -> Iterator[tuple[int, str, str, list[str]]]:
    """Line number, who, the command and what is printed, of each command in a block `console`."""
    inside = False
    step = None
    for number, line in enumerate(lines):
        if line.startswith("```"):
            if step:
                yield step
            inside, step = line == "```console", None
        elif inside and (match := PROMPT.fullmatch(line)):
            if step:
                yield step
            step = (number, match[1], match[2], [])
        elif step:
            step[3].append(line)


def address_books(lines) -> Iterator[tuple[int, str]]:
    """The address books that are shown, each with the number of its last line."""
    for start, line in enumerate(lines):
        if line == 'format = "pbem-addresses-1"':
            end = lines.index("```", start)
            yield end, "\n".join([*lines[start:end], ""])


def shown(answer, expected):
    """What a terminal shows, but for a line of each command of players that the page leaves out."""
    err = answer.err
    if not any("not known here" in line for line in expected):
        err = re.sub("pbem: moderator .*, not known here\n", "", err)
    return err + answer.text


@pytest.mark.parametrize("page", PLAYED)
def test_commands_print_what_the_page_says(page, world, monkeypatch, request):
    path = ROOT / page
    lines = path.read_text(encoding="utf-8").splitlines()
    written, at = [], 0
    for number, who, command, expected in steps(lines):
        enter(world, who, monkeypatch)
        for end, book in address_books(lines):
            if at <= end < number:
                (world / "mara" / "desk" / "addresses.toml").write_text(book, encoding="utf-8")
        answer = run_line(expanded(command))
        found = shown(answer, expected).replace(str(world), "/home")
        written += lines[at : number + 1]
        at = number + 1 + len(expected)
        written += expected if fits(expected, found) else found.rstrip().splitlines()
        if not request.config.getoption("--goldens"):
            assert fits(expected, found), f"{page}, line {number + 1}: {command}\n{found}"
    if request.config.getoption("--goldens"):
        path.write_text("\n".join([*written, *lines[at:], ""]), encoding="utf-8")
    assert written


def anchors(text):
    """The names that headings of a page have as targets of links."""
    for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE):
        yield re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page):
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        file, _, anchor = target.partition("#")
        if "://" in file:
            continue
        linked = page.parent / file if file else page
        assert linked.exists(), f"{page.name}: {target}"
        if anchor:
            assert anchor in anchors(linked.read_text(encoding="utf-8")), f"{page.name}: {target}"


def test_every_page_is_in_the_index():
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    for page in (ROOT / "docs").rglob("*.md"):
        if page.name != "README.md":
            assert f"]({page.relative_to(ROOT / 'docs').as_posix()})" in index
