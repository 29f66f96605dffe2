"""Documents made to eat time and memory: refused after little of both, whatever their shape.

What is hostile is made here and not stored. Game files are signed by the one who made them, so
that a signature keeps nothing out.
"""

from __future__ import annotations

import contextlib
import resource
import signal
from pathlib import Path

import pytest

from pbem import pins
from pbem.crypto.keys import identity_key
from pbem.crypto.signatures import public_key, sign
from pbem.formats import armor, flat
from pbem.formats import game as gamefile
from pbem.formats.text import encode64
from tests.cli.runner import pbem
from tests.trust import table
from tests.trust.folder import lay, state_of

pytestmark = pytest.mark.usefixtures("home")

MIB = 1 << 20
#: The most memory that a command gets beyond what there is, whatever is put before it.
MEMORY = 100 * MIB
#: A guard against hangs, no measure.
PATIENCE = 20
SEED = bytes(range(32))


@pytest.fixture(autouse=True)
def _no_hang():
    signal.alarm(PATIENCE)
    yield
    signal.alarm(0)


@contextlib.contextmanager
def little_memory():
    """Let memory run out soon, where the system can tell how much there is in use."""
    used = Path("/proc/self/statm")
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    if used.exists():
        pages = int(used.read_text(encoding="ascii").split()[0])
        resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + MEMORY, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def check_refused(*command, code=(3, 4)):
    """Run a command that has to refuse before its memory runs out."""
    with little_memory():
        answer = pbem(*command)
    assert answer.code in code, answer.err
    assert len(answer.err) < 1000
    assert answer.err.replace("\n", "").isprintable()


# Game files

HEAD = f'format = "pbem-game-1"\nmoderator = "{encode64(public_key(identity_key(SEED)))}"\n'


def own_game(text):
    """A game file with this *text* in it, signed by whoever made it."""
    region = (HEAD + text).encode()
    return gamefile.wrap(region, sign(identity_key(SEED), "game", region))


def filled(line, size):
    """A text of about *size* bytes, the same *line* again and again; `%d` counts."""
    counted = "%d" in line
    count = size // (len(line) + 4 * counted)
    return "".join(line % number if counted else line for number in range(count))


ROOM = 2 * MIB - 1000
TEXT = "invitation = '''\nx\n'''\n"
GAMES = {
    "8 MiB of tables": lambda: own_game(filled("[a%d]\n", 8 * MIB)),
    "tables": lambda: own_game(filled("[a%d]\n", ROOM)),
    "lists of tables": lambda: own_game(filled("[[entries]]\n", ROOM)),
    "boxes": lambda: own_game(filled('[[sealed]]\nto = "anna"\nbox = ""\n', ROOM)),
    "registrations": lambda: own_game(
        TEXT + filled("[[registrations]]\ntext = '''\nx\n'''\n", 4000 * 10)
    ),
    "long verbatim text": lambda: own_game("invitation = '''\n" + filled("x\n", ROOM) + "'''\n"),
    "verbatim text without end": lambda: own_game("invitation = '''\n" + filled("x\n", ROOM)),
    "entry of 2 MiB": lambda: own_game(
        TEXT + "[[entries]]\ntext = '''\n" + filled("event = x\n", ROOM) + "'''\n"
    ),
    "entry of blank lines": lambda: own_game(
        TEXT + "[[entries]]\ntext = '''\n" + filled("\n", ROOM) + "'''\n"
    ),
    "long dotted key": lambda: own_game("a." * 20_000 + "a = 1\n"),
    "many dotted keys": lambda: own_game(filled("a.b%d.c = 1\n", 60_000)),
    "long line": lambda: own_game(f'x = "{"a" * ROOM}"\n'),
    "long number": lambda: own_game(f"x = {'9' * 5000}\n"),
    "long numbers in a list": lambda: own_game(f"x = [{'9' * 5000}, {'9' * 5000}]\n"),
    "deep list": lambda: own_game(f"x = {'[' * 4000}{']' * 4000}\n"),
    "deep list in lines": lambda: own_game("x = " + "[\n" * 4000 + "]\n" * 4000),
    "deep tables": lambda: own_game("x = " + "{a = " * 1000 + "1" + "}" * 1000 + "\n"),
    "quotes": lambda: own_game("x = " + '""' * 4000 + "\n"),
    "half a quote": lambda: own_game("x = " + '"" ' * 2000 + '"\n'),
    "apostrophes": lambda: own_game(filled("x = '''\n'''\n", ROOM)),
    "longest lists": lambda: own_game(filled(f"x%d = [{'1, ' * 64}]\n", 1024 * 200)),
    "2 MiB of blanks": lambda: own_game(" " * ROOM),
    "2 MiB of tabs": lambda: own_game("\t" * ROOM),
    "blanks at line ends": lambda: own_game(filled(" \n", ROOM)),
    "2 MiB of NUL": lambda: own_game("\0" * ROOM),
    "line ends": lambda: b"\n" * ROOM,
    "carriage returns": lambda: b"\r\n" * (ROOM // 2),
    "signatures": lambda: HEAD.encode() + b'\n[signature]\nsig = ""\n' * (ROOM // 22),
    "almost a signature": lambda: HEAD.encode() + b'\n[signature]\nsig = "' + b"A" * ROOM,
    "heads": lambda: HEAD.encode() * (ROOM // len(HEAD)),
}


@pytest.mark.parametrize("name", GAMES)
def test_hostile_game_file_is_refused_within_bounds(name):
    Path("game.toml").write_bytes(GAMES[name]())
    check_refused("audit", "game.toml", code=(1, 3, 4))


@pytest.mark.parametrize("players", [5, 1000, 10_000])
def test_invitation_of_too_many_players_is_refused_within_bounds(players):
    invitation = table.invited().chain.invitation.document
    names = " ".join(f"p{number}" for number in range(players))
    text = invitation.whole.decode().replace('"anna ben"', f'"{names}"')
    Path("game.toml").write_bytes(own_game(f"invitation = '''\n{text}'''\n"))
    check_refused("show", "game.toml")


# Documents for the moderator


def lines_of(text, count):
    return (text + "\n").encode() * count


BLOCK = armor.armor(b"x" * 48, "words").encode()
DOCUMENTS = {
    "begin lines": lambda: lines_of(armor.BEGIN, MIB // 32),
    "end lines": lambda: lines_of(armor.END, MIB // 32),
    "quoted begin lines": lambda: lines_of(f"> {armor.BEGIN}", MIB // 32),
    "quotes": lambda: b"> " * (MIB // 2) + armor.BEGIN.encode(),
    "same block again and again": lambda: BLOCK * (MIB // len(BLOCK) - 1),
    "block of 1 MiB": lambda: armor.armor(bytes(700_000), "words").encode(),
    "block that holds a block": lambda: armor.armor(BLOCK * 4000, "words").encode(),
    "blanks before a block": lambda: b" \t" * (MIB // 2 - 100) + BLOCK,
    "base64 of nothing": lambda: b"=" * MIB,
    "2 MiB": lambda: b"x" * 2 * MIB,
    "blanks": lambda: b" " * MIB,
    "lines of blanks": lambda: b" \t\n" * (MIB // 3),
    "line ends": lambda: b"\n" * MIB,
    "byte order marks": lambda: b"\xef\xbb\xbf" * (MIB // 3),
    "order of 1 MiB": lambda: b'format = "pbem-order-1"\n' * (MIB // 24),
    "signature lines": lambda: b"[signature]\n" * (MIB // 12),
    "first line without end": lambda: b'format = "pbem-' + b"a" * MIB,
    "word of 1 MiB": lambda: b"a" * MIB,
    "NUL": lambda: bytes(MIB),
}


@pytest.fixture
def dealt(own_desk):
    at = table.dealt().split()
    lay(at)
    return at


@pytest.mark.parametrize("name", DOCUMENTS)
@pytest.mark.usefixtures("dealt")
def test_hostile_document_is_refused_within_bounds(name):
    before = Path("game.toml").read_bytes()
    Path("document").write_bytes(DOCUMENTS[name]())
    check_refused("adjudicate", "game.toml", "document", "--as", "mod.key")
    assert Path("game.toml").read_bytes() == before


WORDS = {
    "crew": "kill 1 with " + "peasant " * 400,
    "places": "bribe " + "1 " * 1500,
    "burials": "bury " + "baron under barn, " * 180,
    "copies": "bury " + "duke#999999999 " * 200,
    "commas": "place " + "," * 3000,
    "count": "bribe 999999999 peasants",
    "articles": "the " * 800,
    "tails": "kill 3 " + "using hammer on 3 " * 150,
    "objects": "build monk with peasant using " + "hammer " * 400,
    "one word": "k" * 3500,
    "number": "9" * 3500,
}


@pytest.mark.parametrize("name", WORDS)
def test_order_of_hostile_words_is_refused_within_bounds(name, dealt):
    """A player signs what would be long to read."""
    document = dealt.order(dealt.asked(), WORDS[name].strip()[:3400])
    assert len(document) <= flat.SIZE_LIMIT
    Path("document").write_bytes(document)
    check_refused("adjudicate", "game.toml", "document", "--as", "mod.key")


@pytest.mark.parametrize("name", WORDS)
@pytest.mark.usefixtures("dealt")
def test_hostile_words_are_not_signed(name):
    check_refused("order", "game.toml", WORDS[name] * 20, "--as", "anna.key")


@pytest.mark.usefixtures("dealt")
def test_hostile_receipt_is_refused_within_bounds():
    Path("receipt").write_bytes(b'format = "pbem-receipt-1"\n' + b'game = ""\n' * (MIB // 11))
    check_refused("audit", "game.toml", "--receipt", "receipt")


EVIDENCE = {
    "lines": lambda: b'format = "pbem-evidence-1"\n' * (MIB // 13),
    "one line": lambda: b'format = "pbem-evidence-1"\nmoderator = "' + b"A" * 2 * MIB,
    "blanks": lambda: b'format = "pbem-evidence-1"\n' + b" \n" * (MIB - 100),
    "8 MiB": lambda: b'format = "pbem-evidence-1"\n' * (8 * MIB // 27),
}


@pytest.mark.parametrize("name", EVIDENCE)
def test_hostile_evidence_is_refused_within_bounds(name):
    Path("evidence").write_bytes(EVIDENCE[name]())
    check_refused("audit", "evidence")


# Positions, keys, and what is remembered

POSITION = 'format = "pbem-position-1"\n'
POSITIONS = {
    "tables": filled("[a%d]\n", ROOM),
    "comments": filled("# a comment\n", ROOM),
    "comment of 2 MiB": "# " + "x" * ROOM,
    "players": filled('[[players]]\nname = "p%d"\n', ROOM),
    "rooms": filled("[[rooms]]\nnumber = 1\n", 5000 * 10),
    "agenda": filled('[[agenda]]\nstep = "turn"\n', 5000 * 10),
    "longest lists": filled(f"x%d = [{chr(34)}a{chr(34)}{', 1' * 1023}]\n", 1024 * 180),
    "dotted keys": filled("a.b%d.c = 1\n", 60_000),
    "quotes and comments": filled('x = "" # "\n', ROOM),
    "nested lists": "x = " + "[" * 8 + "]" * 8 + "\n",
}


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("command", ["try", "moves"])
def test_hostile_position_is_refused_within_bounds(name, command):
    Path("position.toml").write_text(POSITION + POSITIONS[name], encoding="ascii")
    check_refused(command, "position.toml")


KEYS = {
    "memory of 2 TiB": lambda key: key.replace(b"65536", b"2147483648"),
    "many passes": lambda key: key.replace(b"passes = 3", b"passes = 4294967295"),
    "many lanes": lambda key: key.replace(b"lanes = 4", b"lanes = 16777215"),
    "a little too much memory": lambda key: key.replace(b"65536", b"262145"),
    "long number": lambda key: key.replace(b"65536", b"9" * 3000),
    "long name": lambda key: key.replace(b'"anna"', b'"%b"' % (b"a" * MIB)),
    "dotted key": lambda _: b"a." * 20_000 + b"a = 1\n",
    "1 MiB": lambda key: key + b"# \n" * (MIB // 3),
}


@pytest.mark.parametrize("name", KEYS)
@pytest.mark.usefixtures("dealt")
def test_hostile_key_file_is_refused_within_bounds(name):
    good = Path(__file__).parent.parent / "testkit" / "key" / "good-boxed.toml"
    Path("key.toml").write_bytes(KEYS[name](good.read_bytes()))
    Path("passphrase").write_text("barn\n", encoding="ascii")
    arguments = ("show", "game.toml", "--as", "key.toml", "--passphrase-file", "passphrase")
    check_refused(*arguments)


def forged_pin(at, count):
    """A pin of *count* heads that nobody has signed, as whole as a real one."""
    heads = [pins.Signed(number.to_bytes(32, "big"), bytes(64)) for number in range(count)]
    invitation = at.chain.invitation
    return pins.dumps(pins.Pin(invitation.id, invitation.moderator.key.public, tuple(heads)))


MEMORIES = {
    "pin of the most heads": ("pin", lambda at: forged_pin(at, 3 * MIB // 144)),
    "pin of more heads than are read": ("pin", lambda at: forged_pin(at, 4 * MIB // 144)),
    "pin of line ends": ("pin", lambda _: b"\n" * 3 * MIB),
    "pin of 8 MiB": ("pin", lambda _: bytes(8 * MIB)),
    "record of tables": (
        "signed",
        lambda _: b'format = "pbem-signed-1"\n' + own_game(filled("[a%d]\n", ROOM)),
    ),
    "record of 8 MiB": ("signed", lambda _: b'format = "pbem-signed-1"\n' + bytes(8 * MIB)),
}


@pytest.mark.parametrize("name", MEMORIES)
def test_hostile_memory_is_an_alarm_within_bounds(name, dealt):
    assert pbem("show", "game.toml").code == 0
    file, make = MEMORIES[name]
    (state_of(dealt) / file).write_bytes(make(dealt))
    Path("document").write_bytes(dealt.order(dealt.asked()))
    before = Path("game.toml").read_bytes()
    check_refused("adjudicate", "game.toml", "document", "--as", "mod.key")
    assert Path("game.toml").read_bytes() == before


@pytest.mark.parametrize(
    "command",
    [
        ("audit", "/dev/zero"),
        ("show", "game.toml", "--as", "/dev/zero"),
        ("adjudicate", "game.toml", "/dev/zero", "--as", "mod.key"),
        ("audit", "game.toml", "--receipt", "/dev/zero"),
        ("try", "/dev/zero"),
        ("compare", "game.toml", "/dev/zero"),
    ],
)
@pytest.mark.usefixtures("dealt")
def test_file_without_end_is_not_read_to_its_end(command):
    check_refused(*command)


@pytest.mark.usefixtures("dealt")
def test_standard_input_is_not_read_to_its_end():
    answer = pbem("adjudicate", "game.toml", "-", "--as", "mod.key", stdin=bytes(8 * MIB))
    assert answer.code == 4
    assert "expected at most" in answer.err
