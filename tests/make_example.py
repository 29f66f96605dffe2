"""Makes examples/game: a short game of two, from the invitation to the reveal.

The keys follow from words anybody can read, so they protect nothing. Everything but the sealed
boxes comes out the same each time; the orders are a bot's. `make goldens` writes the folder anew
when its documents no longer make its game.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from pbem import bot, desk, player, rules
from pbem.chain import OVER, open_game
from pbem.crypto import vault
from pbem.crypto.keys import identity_key
from pbem.crypto.signatures import public_key
from pbem.errors import PbemError
from pbem.formats import armor, keyfile
from pbem.formats import game as gamefile

PLAYERS = ("anna", "ben")
MODERATOR = "mara"
SALT = hashlib.sha256(b"an example of pbem").digest()[:16]
DESK = bytes(16)


def seed(name: str) -> bytes:
    """The secret of a test key, which is no secret."""
    return hashlib.sha256(f"test key of {name}".encode()).digest()


def key_file(name: str) -> str:
    own = seed(name)
    public = public_key(identity_key(own))
    return keyfile.create(name, public, None, b"", lambda aad: vault.lock(own, None, b"", aad))


def example() -> dict[str, bytes]:
    """The files of the folder by their paths, game.toml last."""
    files = {f"test-keys/{name}.toml": key_file(name).encode() for name in (MODERATOR, *PLAYERS)}
    moderator = desk.Author(MODERATOR, seed(MODERATOR))
    terms = rules.options(PLAYERS, length="short")
    data = files["invited.toml"] = desk.invite(moderator, terms, salt=SALT)
    file, _ = open_game(data)
    files["invitation.toml"] = file.invitation

    def send(name: str, kind: str, written: player.Written) -> None:
        nonlocal data
        number = 1 + sum(path.startswith("documents/") for path in files)
        files[f"documents/{number:03}-{name}-{kind}.toml"] = written.data
        if kind == "order" and not any(path.startswith("mail/") for path in files):
            mail = armor.armor(written.data, written.words)
            files[f"mail/{number:03}-{name}-order.txt"] = mail.encode("ascii")
        work = desk.Desk(data, moderator)
        (verdict,) = work.take([written.data])
        assert verdict.error is None, verdict.message
        data = work.write(DESK)

    for name, door in zip(PLAYERS, (0, 5), strict=True):
        send(name, "registration", player.join(open_game(data), seed(name), name, door))
    for name in PLAYERS:
        send(name, "consent", player.accept(open_game(data), seed(name)))
    while (whole := open_game(data, seed(MODERATOR))).chain.stage != OVER:
        game = whole.chain.game
        assert game is not None
        seat = rules.pending(game)[0].seat
        words = rules.write(game, seat, bot.choose(game, seat))
        name = PLAYERS[seat]
        opened = open_game(data, seed(name))
        send(name, "order", player.order(opened, seed(name), words))
    return files | {"game.toml": data}


def chained(data: bytes) -> list[bytes]:
    """What of a game file comes out the same each time: the entries."""
    region = gamefile.unwrap(data).region
    return [stored.text for stored in gamefile.loads(region).entries]


def adjudicated(folder: Path) -> list[bytes]:
    """The entries that the documents of the folder make from its invitation on."""
    work = desk.Desk(
        (folder / "invited.toml").read_bytes(), desk.Author(MODERATOR, seed(MODERATOR))
    )
    documents = sorted((folder / "documents").glob("*.toml"))
    for verdict in work.take([path.read_bytes() for path in documents]):
        if verdict.error is not None:
            raise verdict.error
    return chained(work.write(DESK))


def holds(folder: Path) -> bool:
    """True if the game in the folder still comes out as it stands there."""
    try:
        return adjudicated(folder) == chained((folder / "game.toml").read_bytes())
    except (OSError, PbemError, rules.RulesError):
        return False


def remake(folder: Path) -> None:
    """Write the folder, unless its game still holds: a bot that has learned changes nothing."""
    if holds(folder):
        return
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            path.unlink()
    for name, data in example().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
