"""Measures the budgets: ratios within one run, on the package as it is installed.

`make bench` installs it with compiled bytecode first. Whole processes are run in turns and their
medians compared, so that a busy machine slows all of them alike. The floor of a command is an
interpreter that imports what the command imports and checks the keys of the game.
"""

from __future__ import annotations

import os
import pickle
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import chess
import waiting

import pbem
from pbem import audit, desk, pins, player, rules
from pbem.chain import open_game
from pbem.crypto import vault
from pbem.crypto.keys import check_seal_key
from pbem.crypto.signatures import check_public_key, public_key
from pbem.formats.keyfile import create
from pbem.history import tell
from pbem.render.report import page
from pbem.rules.options import MODULES

ROUNDS = int(os.environ.get("PBEM_BENCH_ROUNDS", "21"))
NAMES = ("anna", "ben", "cleo", "dora")
WAITING = 500
#: A game of four with all modules, which has more entries than any other.
LONGEST = "longest/finished.toml"

# Runs a command in the process, then notes what it imported and which signatures it checked.
SPY = """
import pickle, sys
from pbem.crypto import signatures
checked = []
honest = signatures.Verifier.verify
def verify(self, kind, body, sig):
    checked.append((self.public, signatures._message(kind, body), sig))
    return honest(self, kind, body, sig)
signatures.Verifier.verify = verify
from pbem.cli.main import run
code = run(sys.argv[2:])
names = [name for name in sys.modules if name != "__main__"]
pickle.dump((code, names, checked), open(sys.argv[1], "wb"))
"""
FLOOR = """
import importlib, pickle, sys
code, names, checked, keys = pickle.load(open(sys.argv[1], "rb"))
for name in names:
    try:
        importlib.import_module(name)
    except ImportError:
        pass
from pbem.crypto.keys import check_seal_key
from pbem.crypto.signatures import check_public_key
for public, sealing in keys:
    check_public_key(public)
    check_seal_key(sealing)
"""
SIGNATURES = (
    FLOOR
    + """
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
loaded = {public: Ed25519PublicKey.from_public_bytes(public) for public, _, _ in checked}
for public, message, sig in checked:
    loaded[public].verify(sig, message)
"""
)
PEAK = """
status = open("/proc/self/status").read()
open(sys.argv[1], "w").write(status.partition("VmHWM:")[2].split()[0])
"""
OTHERS = "import tomllib, click, tomli_w\n" + "\n".join(
    f"from cryptography.hazmat.primitives.{name}"
    for name in (
        "asymmetric.ed25519 import Ed25519PublicKey",
        "asymmetric.x25519 import X25519PublicKey",
        "hpke import Suite",
    )
)


class World:
    """A game played at random by four players, with the files of the moments to measure."""

    def __init__(self, folder: Path, seed: int, modules: tuple[str, ...] = ()) -> None:
        folder.mkdir(exist_ok=True)
        self.folder = folder
        self.modules = modules
        self.chance = random.Random(seed)
        self.moderator = desk.Author("mod", self.chance.randbytes(32))
        self.seeds = {name: self.chance.randbytes(32) for name in NAMES}
        public = public_key(self.moderator.key)

        def lock(aad: bytes) -> bytes:
            return vault.lock(self.moderator.seed, None, bytes(16), aad)

        (folder / "mod.toml").write_text(create("mod", public, None, bytes(16), lock))
        self.play()

    def adjudicated(self, data: bytes, document: bytes) -> bytes:
        work = desk.Desk(data, self.moderator)
        for verdict in work.take([document]):
            if verdict.error is not None:
                raise verdict.error
        return work.write(bytes(16))

    def play(self) -> None:
        terms = rules.options(NAMES, modules=self.modules)
        data = desk.invite(self.moderator, terms, salt=self.chance.randbytes(16))
        for name in NAMES:
            document = player.join(open_game(data), self.seeds[name], name).data
            data = self.adjudicated(data, document)
        for name in NAMES:
            data = self.adjudicated(data, player.accept(open_game(data), self.seeds[name]).data)
        work = desk.Desk(data, self.moderator)
        first = True
        while not work.chain.revealed:
            document = self.order(work)
            if first:
                self.keep("first", data, document)
                first = False
            before = work
            if self.last(work, document):
                self.keep("late", before.write(bytes(16)), document)
            work.take([document])
        self.finished = work.write(bytes(16))
        (self.folder / "finished.toml").write_bytes(self.finished)
        self.entries = len(work.chain.hashes)

    def order(self, work: desk.Desk) -> bytes:
        game = work.chain.game
        asked = self.chance.choice(work.chain.pending())
        seat = work.chain.players.index(asked.player)
        words = rules.write(game, seat, self.chance.choice(list(rules.legal_orders(game, seat))))
        opened = open_game(work.write(bytes(16)))
        return player.order(opened, self.seeds[asked.player], words).data

    @staticmethod
    def last(work: desk.Desk, document: bytes) -> bool:
        """True for the order that ends the game."""
        game = work.chain.game.copy()
        region, signature = player.flat.split(document)
        taken, order = work.chain.read_order(region, signature)
        rules.apply(game, work.chain.players.index(taken.name), order)
        return game.phase == "over"

    def keep(self, name: str, data: bytes, document: bytes) -> None:
        """Keep a game, the next order, and the state folder of the desk that has made it."""
        (self.folder / f"{name}.toml").write_bytes(data)
        (self.folder / f"{name}.doc").write_bytes(document)
        chain, entries = (opened := open_game(data)).chain, opened.file.entries
        state = self.folder / "states" / name / "pbem"
        remembered = state / chain.invitation.id.hex()
        remembered.mkdir(parents=True)
        (state / "desk-id").write_bytes(bytes(16))
        (remembered / "signed").write_bytes(b'format = "pbem-signed-1"\n' + data)
        (remembered / "pin").write_bytes(pins.dumps(pins.pin_of(chain, entries)))


class Runner:
    """Runs processes in the folder, each with a state folder as it was before."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "XDG_STATE_HOME": str(folder / "state"),
        }

    def restore(self, arguments: tuple[str, ...]) -> None:
        """Let nothing be remembered but what the desk of a game to adjudicate does."""
        state = self.folder / "state"
        shutil.rmtree(state, ignore_errors=True)
        for name in ("first", "late"):
            if f"{name}.doc" in arguments:
                shutil.copytree(self.folder / "states" / name, state)

    def run(self, *arguments: str) -> float:
        """Seconds that a process takes."""
        self.restore(arguments)
        began = time.perf_counter()
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
        )
        if done.returncode:
            raise SystemExit(f"{arguments} left with {done.returncode}")
        return time.perf_counter() - began

    def peak(self, code: str, *arguments: str) -> int:
        """Peak memory of a process that runs *code*, in KiB."""
        target = self.folder / "peak"
        self.run("-c", code + PEAK, str(target), *arguments)
        return int(target.read_text())

    def spy(self, name: str, keys: list[tuple[bytes, bytes]], *command: str) -> None:
        """Write down what a command imports and verifies, for its floor."""
        target = self.folder / f"{name}.pickle"
        self.run("-c", SPY, str(target), *command)
        code, names, checked = pickle.loads(target.read_bytes())
        if code:
            raise SystemExit(f"{command} left with {code}")
        target.write_bytes(pickle.dumps((code, names, checked, keys)))

    def medians(self, commands: dict[str, tuple[str, ...]]) -> dict[str, float]:
        """Median seconds of each command, run in turns."""
        times: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(ROUNDS):
            for name, command in commands.items():
                times[name].append(self.run(*command))
        return {name: statistics.median(found) for name, found in times.items()}


def adjudicate(name: str, *options: str) -> tuple[str, ...]:
    return ("-m", "pbem", *adjudicate_words(name, *options))


def adjudicate_words(name: str, *options: str) -> tuple[str, ...]:
    files = (f"{name}.toml", f"{name}.doc", "-o", "/dev/null", "--force", "--as", "mod.toml")
    return ("adjudicate", *files, *options)


def commands_measured(world: World, runner: Runner) -> dict[str, float]:
    chain = open_game(world.finished).chain
    content = chain.invitation.document.content
    keys = [(taken.key.public, taken.seal_key) for taken in chain.seats.values()]
    keys.append((chain.moderator.key.public, content.raw("order_seal")))
    runner.spy("first", keys, *adjudicate_words("first"))
    runner.spy("late", keys, *adjudicate_words("late", "--full"))
    runner.spy("audit", keys, "audit", "finished.toml")
    imports = pickle.loads((world.folder / "first.pickle").read_bytes())[1]
    ours = "import importlib\nfor name in %r:\n    importlib.import_module(name)" % [
        name for name in imports if name.startswith(("pbem", "click", "tomllib", "tomli_w"))
    ]
    return runner.medians(
        {
            "nothing": ("-c", "pass"),
            "first": adjudicate("first"),
            "first floor": ("-c", FLOOR, "first.pickle"),
            "late pinned": adjudicate("late"),
            "late": adjudicate("late", "--full"),
            "late signatures": ("-c", SIGNATURES, "late.pickle"),
            "audit": ("-m", "pbem", "audit", "finished.toml"),
            "audit signatures": ("-c", SIGNATURES, "audit.pickle"),
            "report": ("-m", "pbem", "report", LONGEST, "-o", "/dev/null", "--force"),
            "imports": ("-c", f"{OTHERS}\n{ours}"),
            "imports of others": ("-c", OTHERS),
        }
    )


def audit_work(world: World) -> float:
    """Seconds an entry costs an audit besides its signatures and the check of the keys."""
    _, _, checked, keys = pickle.loads((world.folder / "audit.pickle").read_bytes())
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    loaded = {public: Ed25519PublicKey.from_public_bytes(public) for public, _, _ in checked}
    found = []
    for _ in range(ROUNDS):
        began = time.process_time()
        audit.audit(world.finished)
        middle = time.process_time()
        for public, message, sig in checked:
            loaded[public].verify(sig, message)
        for public, sealing in keys:
            check_public_key(public)
            check_seal_key(sealing)
        found.append(middle - began - (time.process_time() - middle))
    return statistics.median(found) / world.entries


class Shuffler:
    """Answers for chance with an ordinary generator."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def shuffle(self, _deck: str, _serial: int, cards: list[str]) -> list[str]:
        return self.chance.sample(cards, len(cards))


def our_game(chance: random.Random) -> int:
    dealer = Shuffler(chance)
    game = rules.new_game(rules.options(NAMES[: chance.randint(2, 4)]))
    rules.settle(game, dealer)
    given = 0
    while asked := rules.pending(game):
        seat = chance.choice(asked).seat
        order = chance.choice(list(rules.legal_orders(game, seat)))
        rules.play(game, seat, order, dealer)
        given += 1
    return given


def chess_game(chance: random.Random) -> int:
    board = chess.Board()
    given = 0
    while not board.is_game_over() and given < 200:
        move = chance.choice(list(board.legal_moves))
        assert board.is_legal(move)
        board.push(move)
        given += 1
    return given


def play_rates() -> tuple[float, float]:
    """Random legal orders a second, ours and those of chess, played in turns."""
    spent, given = [0.0, 0.0], [0, 0]
    for number in range(40):
        for index, play in enumerate((our_game, chess_game)):
            chance = random.Random(number)
            began = time.process_time()
            given[index] += play(chance)
            spent[index] += time.process_time() - began
    return given[0] / spent[0], given[1] / spent[1]


def desk_rates(world: World, runner: Runner) -> tuple[float, float]:
    """Messages that a desk works off in a second, and how its memory grows with their number."""
    peaks = []
    games = WAITING // waiting.FOR_A_GAME
    for count in (games // 5, games):
        place = world.folder / f"desk-{count}"
        waiting.Waiting(place, world.moderator, count).lay(count)
        code = "import sys\nfrom pbem.cli.main import run\nrun(sys.argv[2:])"
        arguments = ("desk", "run", str(place), "--once", "--take-over", "--as", "mod.toml")
        began = time.perf_counter()
        peaks.append(runner.peak(code, *arguments))
        spent = time.perf_counter() - began
        left = [*(place / "spool").iterdir(), *(place / "in" / "new").iterdir()]
        refused = len(list((place / "refused").glob("*.eml")))
        if left or refused != count:
            raise SystemExit(f"{len(left)} messages are left at the desk, {refused} refused")
    return WAITING / spent, peaks[1] / peaks[0]


def main() -> None:
    folder = Path(tempfile.mkdtemp(prefix="pbem-bench-"))
    world = World(folder, seed=3)
    longest = World(folder / "longest", seed=3, modules=MODULES)
    page_size = len(page(tell(longest.finished).story).encode())
    runner = Runner(folder)
    took = commands_measured(world, runner)
    ours, chess_rate = play_rates()
    late = "import sys\nfrom pbem.cli.main import run\nrun(sys.argv[2:])"
    memory = runner.peak(late, *adjudicate_words("late", "--full")) / runner.peak("import sys")
    work = audit_work(world) * 1e6
    desk_rate, desk_growth = desk_rates(world, runner)
    print(f"pbem {pbem.__version__}, Python {sys.version.split()[0]}, {world.entries} entries")
    print(
        "medians in ms: " + ", ".join(f"{name} {value * 1e3:.0f}" for name, value in took.items())
    )
    rows = [
        ("adjudicate, first order / floor", took["first"] / took["first floor"], 1.5, 1.25),
        ("adjudicate, late, pinned / first order", took["late pinned"] / took["first"], 1.25, 1.1),
        (
            "adjudicate, late, all verified / floor + signatures",
            took["late"] / took["late signatures"],
            1.5,
            1.25,
        ),
        (
            "imports of adjudicate / of what it stands on",
            took["imports"] / took["imports of others"],
            1.6,
            1.3,
        ),
        (
            "audit of a finished game / floor + signatures",
            took["audit"] / took["audit signatures"],
            1.6,
            1.3,
        ),
        ("audit work for an entry besides signatures, us", work, 250, 150),
        ("random play / python-chess, at least", ours / chess_rate, 1.5, 2.5),
        ("peak memory of adjudicate, late / python -c pass", memory, 4, 3.5),
        (f"desk: messages a second of {WAITING}, at least", desk_rate, 20, 40),
        ("desk: peak memory, five times the messages / once", desk_growth, 1.25, 1.1),
        ("size of a finished four-player long game, MB", len(world.finished) / 1e6, 0.6, 0.3),
        (f"report of {longest.entries} entries, whole process, s", took["report"], 2, 1),
        ("size of that report, MB", page_size / 1e6, 1, 0.5),
    ]
    print(f"{'quantity':<54}{'measured':>9}{'budget':>8}{'reach':>7}")
    for name, value, budget, reach in rows:
        more = name.endswith("at least")
        kept = value >= budget if more else value <= budget
        print(f"{name:<54}{value:>9.2f}{budget:>8g}{reach:>7g}{'' if kept else '  OVER BUDGET'}")


if __name__ == "__main__":
    main()
