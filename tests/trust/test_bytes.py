"""Any byte of a game file that is changed on its way, or by the moderator, is noticed."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

from pbem import audit
from pbem.chain import open_game
from pbem.errors import Fault, PbemError, Refused, Unreadable
from pbem.formats import flat
from pbem.formats import game as gamefile
from tests.trust import table
from tests.trust.mutants import HARMLESS


def check_bytes(data, places):
    """Each byte in turn, one other value each: refused, or the same file but for blanks."""
    for place in places:
        changed = data[:place] + bytes([data[place] ^ 0x01]) + data[place + 1 :]
        try:
            open_game(changed)
        except (Refused, Unreadable):
            continue
        assert flat.tidy(changed) == data


@pytest.mark.parametrize("game", [table.invited, table.accepting])
def test_any_byte_changed_on_the_way_is_noticed(game):
    data = game().data()
    check_bytes(data, range(len(data)))


def test_bytes_changed_on_the_way_are_noticed_in_a_long_game():
    data = table.midgame().data()
    check_bytes(data, range(0, len(data), 23))


@pytest.mark.soak
def test_any_byte_changed_on_the_way_is_noticed_in_a_finished_game():
    data = table.finished().data()
    check_bytes(data, range(len(data)))


@pytest.mark.parametrize("value", [0x00, 0x0D, 0x20, 0x27, 0x7F, 0xE2, 0xFF])
def test_byte_of_another_kind_is_noticed_wherever_it_stands(value):
    data = table.dealt().data()
    chance = random.Random(value)
    for place in chance.sample(range(len(data)), 150):
        changed = data[:place] + bytes([value]) + data[place + 1 :]
        problem = problem_of(lambda changed=changed: open_game(changed))
        if problem is None:
            assert flat.tidy(changed) == data
        else:
            assert isinstance(problem, (Refused, Unreadable))
            assert problem.message.isprintable()


def problem_of(action):
    """What is wrong with an action, or None."""
    try:
        action()
    except PbemError as problem:
        return problem
    return None


@pytest.mark.parametrize("cut", [2, 10, 95, 96, 100, 2000, 10_000])
def test_file_that_is_cut_is_refused(cut):
    with pytest.raises((Refused, Unreadable)):
        open_game(table.dealt().data()[:-cut])


@pytest.mark.parametrize("more", [b"x = 1\n", b"# note\n", b"\n\nx", b'\n[signature]\nsig = ""\n'])
def test_file_with_text_after_it_is_refused(more):
    with pytest.raises((Refused, Unreadable)):
        open_game(table.dealt().data() + more)


@pytest.mark.parametrize("damage", HARMLESS)
def test_harmless_damage_leaves_the_same_game(damage):
    data = table.midgame().data()
    opened = open_game(HARMLESS[damage](data))
    assert opened.chain.head == table.midgame().chain.head
    assert opened.file == open_game(data).file


# A byte changed by the moderator, who signs the outside again.

PARTS = {
    "invitation": rb"invitation = '''\n((?s:.*?))'''",
    "registration": rb"\[\[registrations\]\]\ntext = '''\n((?s:.*?))'''",
    **{
        key: rb"\n(" + key.encode() + rb' = [^\n]*)\n(?s:.*)\nstate = "'
        for key in ("index", "previous", "kind", "document", "event", "open", "leaf")
    },
    "state": rb'\n(state = "[^\n]*)\n',
    "view": rb'\n(view = "[^\n]*)\n',
    "order": rb'(format = "pbem-order-1"(?s:.*?))\n\nsig = ',
    "sig": rb'\n(sig = "[^\n]*)\nhead',
    "head": rb'\n(head = "[^\n]*)\n',
    "board": rb"(\[board\](?s:.*?))\n\[\[sealed\]\]",
    "sealed": rb'\[\[sealed\]\]\n(to = [^\n]*\npurpose = [^\n]*\nentry = [^\n]*\nbox = ")',
}
SAMPLE = 25


def changes(part, sample):
    """Where a part lies in a game file, some of its bytes each changed to another character."""
    at = table.midgame()
    region = gamefile.unwrap(at.data()).region
    start, end = re.search(PARTS[part], region).span(1)
    chance = random.Random(part)
    places = range(start, end)
    for place in chance.sample(places, min(sample, len(places))):
        new = chance.choice([c for c in b'aA0 "\n=+' if c != region[place]])
        yield (
            region[place],
            table.outside_of(region[:place] + bytes([new]) + region[place + 1 :], at.moderator),
            new,
        )


def hold(part, sample):
    at = table.midgame()
    tried = found = 0
    for old, data, new in changes(part, sample):
        tried += 1
        problem = problem_of(lambda data=data: audit.audit(data, at.moderator.seed))
        if problem is None:
            # Layout alone: how a table outside of what was signed is spelt is nobody's word.
            assert part in {"board", "sealed"}
            assert {old, new} & set(b" \n")
            continue
        found += 1
        if isinstance(problem, Fault):
            assert problem.field
        else:
            # The outside says so, or the shape of the file; both say where.
            assert re.search(
                r"line \d|[a-z]+\[\d+\]|board|unknown key|changed after it was", problem.message
            )
    assert found > tried // 2


@pytest.mark.parametrize("part", PARTS)
def test_byte_changed_by_the_moderator_is_found_and_named(part):
    hold(part, SAMPLE)


@pytest.mark.soak
@pytest.mark.parametrize("part", PARTS)
def test_all_bytes_changed_by_the_moderator_are_found_and_named(part):
    hold(part, 2000)


def test_box_changed_by_the_moderator_is_found_by_its_player():
    at = table.midgame()
    file = table.file_of(at.data())
    for place in range(0, 1072, 97):
        first = file.sealed[0]
        box = first.box[:place] + bytes([first.box[place] ^ 1]) + first.box[place + 1 :]
        data = table.outside(
            file._replace(sealed=[first._replace(box=box), *file.sealed[1:]]), at.moderator
        )
        with pytest.raises(Fault) as caught:
            audit.audit(data, at.seeds["anna"])
        assert caught.value.field == "sealed[0]"


def test_every_key_of_every_entry_is_covered():
    """One changed character in each line of each entry; heads and outside are signed anew."""
    at = table.midgame()
    entries = table.file_of(at.data()).entries
    chance = random.Random(1)
    for index in (0, 1, 2, len(entries) - 1):
        lines = entries[index].text.decode().split("\n")[:-1]
        for number in chance.sample(range(len(lines)), min(12, len(lines))):
            line = lines[number]
            if line.startswith(("index", "previous")):
                continue  # `resign` writes those itself
            place = chance.randrange(line.index('"') + 1, len(line) - 1)
            other = "7" if line[place] != "7" else "8"
            new = line[:place] + other + line[place + 1 :]

            def change(entries, index=index, line=line, new=new):
                text = entries[index].text.replace(line.encode(), new.encode(), 1)
                changed = entries[index]._replace(text=text)
                return [*entries[:index], changed, *entries[index + 1 :]]

            data = table.resign(at.data(), at.moderator, entries=change)
            with pytest.raises(PbemError) as caught:
                audit.audit(data, at.moderator.seed)
            assert isinstance(caught.value, Fault)
            assert caught.value.entry in {index, index + 1}
            assert caught.value.field


#: Leaves are all alike, and only the first box is the reader's own.
MOST = {b"box": 1, b"leaf": 3}


def lines_to_change(region):
    """The numbers of the lines that hold a value."""
    seen = Counter()
    for number, line in enumerate(region.split(b"\n")):
        key = line.partition(b" = ")[0]
        seen[key] += 1
        if b" = " in line and not line.endswith(b"'''") and seen[key] <= MOST.get(key, 1000):
            yield number


def other_letter(line):
    """The line with another letter or digit in the middle of its value."""
    key, _, value = line.partition(b" = ")
    letters = [place for place, byte in enumerate(value) if bytes([byte]).isalnum()]
    place = letters[len(letters) // 2] if letters else 1
    # A digit becomes another digit, so that the line keeps its form.
    new = (b"7", b"8") if value[place : place + 1].isdigit() else (b"b", b"c")
    other = new[0] if value[place : place + 1] != new[0] else new[1]
    return key + b" = " + value[:place] + other + value[place + 1 :]


def test_every_line_of_a_file_is_compared_with_what_it_should_be():
    """Each line in turn is changed, and nothing but the outside signed again."""
    at = table.dealt()
    region = gamefile.unwrap(at.data()).region
    lines = region.split(b"\n")
    numbers = list(lines_to_change(region))
    assert len(numbers) > 120
    for number in numbers:
        changed = [*lines[:number], other_letter(lines[number]), *lines[number + 1 :]]
        assert changed[number] != lines[number]
        data = table.outside_of(b"\n".join(changed), at.moderator)
        problem = problem_of(lambda data=data: audit.audit(data, at.seeds["anna"]))
        assert problem is not None, lines[number]
