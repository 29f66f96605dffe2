"""A desk at which messages wait, a tenth of them poison."""

from __future__ import annotations

import random
from pathlib import Path

from pbem import desk, player, rules
from pbem.chain import Chain, open_game
from pbem.crypto.signatures import sign
from pbem.formats import armor, flat
from pbem.formats.text import encode64
from pbem.post import folder as desks

NAMES = ("anna", "ben")
#: To each game come one order that is taken, some that are not, and one message that is none.
FOR_A_GAME = 10
POISON = (
    b'From: a@b.example\nContent-Type: text/plain; charset="no-such-charset"\n\nplay\n',
    b"From: " + b"(" * 3000 + b"\n\nplay\n",
    b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(900)
    ),
    b"From: a@b.example\n\n" + b"=?utf-8?q?x?= " * 50_000,
    bytes(100_000),
)


class Waiting:
    """Games of two at a desk, and messages to them."""

    def __init__(self, folder: Path, moderator: desk.Author, seed: int) -> None:
        self.folder = folder
        self.moderator = moderator
        self.chance = random.Random(seed)
        self.seeds = {name: self.chance.randbytes(32) for name in NAMES}
        self.count = 0

    def lay(self, games: int) -> None:
        """Make the desk with so many games, and all messages to them."""
        list(desks.make(str(self.folder), "inn@example.org", "The Inn"))
        book = []
        for number in range(games):
            name = f"game{number:03d}"
            work = self.dealt()
            (self.folder / "games" / f"{name}.toml").write_bytes(work.write(bytes(16)))
            book += [f"[{name}]", *(f'{one} = "{one}@example.org"' for one in NAMES)]
            self.send(work.chain)
        (self.folder / "addresses.toml").write_text("\n".join([*book, ""]))

    def dealt(self) -> desk.Desk:
        terms = rules.options(NAMES, length="short")
        work = desk.Desk(
            desk.invite(self.moderator, terms, salt=self.chance.randbytes(16)), self.moderator
        )
        for sign_up in (
            lambda opened, name: player.join(opened, self.seeds[name], name),
            lambda opened, name: player.accept(opened, self.seeds[name]),
        ):
            for name in NAMES:
                document = sign_up(open_game(work.write(bytes(16))), name).data
                work.take([document])
        return work

    def send(self, chain: Chain) -> None:
        asked = chain.pending()[0]
        seat = chain.players.index(asked.player)
        order = next(iter(rules.legal_orders(chain.game, seat)))
        words = rules.write(chain.game, seat, order)
        documents = [self.order(chain, asked, words)] * 3
        documents += [self.order(chain, asked, words, seq=9)]
        documents += [self.order(chain, asked, "place 8", revision=n) for n in range(1, 6)]
        for document in documents:
            self.put(self.mail(armor.armor(document, "an order").encode(), asked.player))
        self.put(POISON[self.count % len(POISON)] + b"%d\n" % self.count)

    def order(self, chain: Chain, asked, words: str, **changes: int) -> bytes:
        """An order, right or wrong."""
        seat = chain.seats[asked.player]
        fields = {
            "game": encode64(chain.id),
            "player": asked.player,
            "key": seat.fingerprint,
            "seq": seat.seq + 1,
            "revision": 0,
            "phase": f"round-{chain.game.number}-{asked.question}",
            "head_index": chain.head.number,
            "head_hash": encode64(chain.head.hash),
            "order": words,
        }
        region = flat.write("order", fields | changes)
        key = desk.Author(asked.player, self.seeds[asked.player]).key
        return flat.join(region, sign(key, "order", region))

    def mail(self, text: bytes, name: str) -> bytes:
        head = f"From: {name}@example.org\nMessage-ID: <{self.count}@example.org>\n\n"
        return head.encode() + text

    def put(self, data: bytes) -> None:
        self.count += 1
        (self.folder / "in" / "new" / f"{self.count:06d}").write_bytes(data)
