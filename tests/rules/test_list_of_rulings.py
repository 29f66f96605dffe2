"""docs/rulings.md lists once what is cited by number, and nothing that nobody cites."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from pbem.rules.options import RULINGS
from tests.rules.test_every_ruling import BASE, CARNIES

ROOT = Path(__file__).parents[2]
LIST = ROOT / "docs" / "rulings.md"
TEXT = LIST.read_text(encoding="utf-8")
RULED = re.findall(r"^- \*\*(R\d+)\*\* ", TEXT, re.MULTILINE)
DECIDED = re.findall(r"^\| ([A-Z]\d) \| ", TEXT, re.MULTILINE)

#: A number as texts cite it, or the first and the last of several: R58, W3, R22 to R24.
CITED = re.compile(
    r"(?<![\w%/+=])(?:R(?P<first>\d{2,3})(?:\s+to\s+R(?P<last>\d{2,3}))?|(?P<decision>[AMSWX]\d))"
    r"(?![\w/+=])"
)
#: The same as the name of a test has it.
NAMED = re.compile(r"def test_(r\d{2,3}|[amswx]\d)_")


def cited(text: str) -> Iterator[str]:
    """The numbers of rulings and decisions that a text cites."""
    for match in CITED.finditer(text):
        if match["decision"]:
            yield match["decision"]
        else:
            first, last = int(match["first"]), int(match["last"] or match["first"])
            yield from (f"R{number:02}" for number in range(first, last + 1))
    yield from (name.upper() for name in NAMED.findall(text))


def citations(*files: Path) -> dict[str, str]:
    """Where each number is cited, one file of several."""
    return {
        number: str(file.relative_to(ROOT))
        for file in files
        for number in cited(file.read_text(encoding="utf-8"))
    }


def test_what_counts_as_a_citation():
    prose = "(Rulings R08, R22 to\n  R24; W3) utf-8''%A4 R2 E501 +R58="
    code = "def test_r58_lime(): def test_a0_nothing(): def test_a_b():"
    assert list(cited(prose + code)) == ["R08", "R22", "R23", "R24", "W3", "R58", "A0"]


def test_nothing_is_listed_twice():
    assert [number for number, times in Counter(RULED + DECIDED).items() if times > 1] == []


def test_what_is_cited_is_listed():
    code = [*(ROOT / "pbem").rglob("*.py"), *(ROOT / "tests").rglob("*.py")]
    texts = [*(ROOT / "docs").rglob("*.md"), ROOT / "README.md", ROOT / "CHANGELOG.md"]
    found = citations(*code, *texts)
    assert {number: file for number, file in found.items() if number not in RULED + DECIDED} == {}


def test_what_is_listed_is_cited():
    found = citations(*(ROOT / "pbem").rglob("*.py"), ROOT / "docs" / "rules-in-code.md")
    assert [number for number in RULED + DECIDED if number not in found] == []


def test_every_ruling_listed_has_a_test():
    assert set(RULED) == {f"R{number}" for number in BASE + CARNIES}


def test_a_ruling_says_on_what_ground_it_stands():
    entries = re.split(r"^- (?=\*\*R)|^#", TEXT, flags=re.MULTILINE)
    ungrounded = [
        entry[:9]
        for entry in entries
        if entry.startswith("**R") and not re.search(r"\*(Text|Inferred|Guess|Ours)\*", entry)
    ]
    assert ungrounded == []


def test_the_readings_listed_are_those_to_choose_from():
    rows = re.findall(r"^\| `([a-z-]+)` \| (`.*?`) \| .* \| (?:R\d+|below) \|$", TEXT, re.MULTILINE)
    listed = {name: tuple(re.findall(r"`([a-z-]+)`", values)) for name, values in rows}
    assert listed == dict(RULINGS)
