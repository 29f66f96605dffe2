"""The game in examples/game and two of all modules, made again by the second implementation.

In the last one keys, seats and moderators change, and players go back and break off.

Of pbem only the rules of the game are used. What they ask of chance is answered, and what they say
that happened is turned into entries, by what docs/format.md says and the secret at the game's end.
"""

import itertools
import json
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from pbem import proposals, rules
from pbem.formats import entry
from tests import vectors as second
from tests.rules.scenario import PRICES
from tests.trust import agreeing, table

EXAMPLE = Path(__file__).parent.parent / "examples" / "game"


class Dealer:
    """A dealer who shuffles by the joint seed and remembers the shuffles."""

    def __init__(self, prk):
        self.prk = prk
        self.decks = {}
        #: The commitments to objects that are in force, and how often there were any, by deck.
        self.kept = {}
        self.commitments = Counter()

    def commit(self, name, objects):
        deck = f"kept-{name}"
        self.kept[deck] = self.commitments[deck]
        self.commitments[deck] += 1
        self.shuffle(deck, self.kept[deck], objects)
        return deck, self.kept[deck]

    def shuffle(self, deck, serial, cards):
        self.decks[deck, serial] = second.shuffle(self.prk, deck, serial, cards)
        return self.decks[deck, serial]


class Position(NamedTuple):
    """What a correction goes back to."""

    game: rules.Game
    kept: dict[str, int]


class Remade:
    """A finished game, from its documents and the secret at its end; the seeds are by name."""

    def __init__(self, data, seeds):
        self.seeds = seeds
        self.region, self.signature = second.cut(data)
        self.file = second.fields(self.region)
        self.stored = [second.blocks(one["text"]) for one in self.file["entries"]]
        invitation, _ = second.cut(self.file["invitation"].encode())
        self.terms = second.fields(invitation)
        self.invite = second.document_id("invitation", invitation)
        regions = [second.cut(one["text"].encode())[0] for one in self.file["registrations"]]
        self.registrations = [second.fields(region) for region in regions]
        self.secret = second.unb64(second.fields(self.stored[-1][0])["secret"])
        self.inviter = second.unb64(self.terms["key"])
        #: The keys now, and who has signed each head and each document.
        self.moderator = (self.terms["moderator"], self.inviter)
        self.public = {one["player"]: second.unb64(one["key"]) for one in self.registrations}
        self.heads = []
        self.signed = []
        self.names = self.terms["players"].split()
        self.seqs = dict.fromkeys(self.names, 0)
        self.hashes = []
        self.entries = []
        self.views = []
        self.happenings = []
        self.positions = {}
        ids = [second.b64(second.document_id("registration", region)) for region in regions]
        self.enter(self.invite, "genesis", [("registration", id_) for id_ in ids])
        self.play()

    def enter(self, previous, kind, lines):
        text = second.entry_text(len(self.entries), previous, kind, lines)
        self.heads.append(self.moderator[1])
        self.entries.append(text)
        self.hashes.append(second.document_id("entry", text))
        self.happenings += [[]] * (len(self.entries) - len(self.happenings))

    def play(self):
        nonces = {}
        for stored in self.stored[1:-1]:
            content = second.fields(stored.document)
            kind = content["format"].split("-")[1]
            by_player = kind in {"consent", "order", "rotate"}
            author = self.public[content["player"]] if by_player else self.moderator[1]
            self.signed.append((author, kind, stored.document, stored.signature))
            if by_player:
                assert content["key"] == second.fingerprint(author)
            lines = [("document", second.b64(second.document_id(kind, stored.document)))]
            if kind == "consent":
                nonces[content["player"]] = second.unb64(content["nonce"])
                if len(nonces) == len(self.names):
                    self.dealer = Dealer(second.joint_seed(self.hashes[0], self.secret, nonces))
                    lines += self.happened(self.deal())
            elif kind in {"order", "late"}:
                lines += self.happened(self.answer(kind, content))
            else:
                lines += self.agreed(kind, stored)
                lines += [("seen", card) for card in self.change(kind, content)]
                lines += self.happened([])
            self.enter(self.hashes[-1], kind, lines)
            if kind == "handover":
                offer = second.fields(second.cut(second.unb64(content["offer"]))[0])
                self.moderator = (offer["moderator"], second.unb64(offer["key"]))
        self.enter(self.hashes[-1], "reveal", [("secret", second.b64(self.secret))])

    def deal(self):
        terms = rules.options(
            self.names, length=self.terms["length"], modules=self.terms["modules"].split()
        )
        self.game = rules.new_game(terms, [one["door"] for one in self.registrations])
        rules.settle(self.game, self.dealer)
        return self.game.events

    def answer(self, kind, content):
        """What happens by an order, or by the default in its place."""
        seat = self.names.index(content["player"])
        order = (
            self.order(self.game, seat, content)
            if kind == "order"
            else rules.default(self.game, seat)
        )
        self.seqs[content["player"]] += 1
        rules.play(self.game, seat, order, self.dealer)
        return self.game.events

    def agreed(self, kind, stored):
        """The lines of those who agree, whose signatures are noted; enough have to."""
        content = second.fields(stored.document)
        out = {content["player"]} if kind == "replace" else set()
        asked = [name for name in self.names if name not in out]
        names = [name for name, _ in stored.agreements]
        assert names == [name for name in asked if name in names]
        needed = {"replace": len(asked) // 2 + 1, "correct": len(asked), "abandon": len(asked)}
        assert len(names) >= needed.get(kind, 0)
        for name, given in stored.agreements:
            region = second.agreement(kind, stored.document, name, self.public[name])
            self.signed.append((self.public[name], "agree", region, given))
        return [("agreed", name) for name in names]

    def change(self, kind, content):
        """Change keys or position; the cards that were seen since the position gone back to."""
        head = self.hashes[content["head_index"]]
        assert second.unb64(content["head_hash"]) == head
        if kind == "rotate":
            new = self.public[content["player"]] = second.unb64(content["new_key"])
            proved = second.proved(self.stored[len(self.entries)].document)
            self.signed.append((new, "rotate-proof", proved, second.unb64(content["proof"])))
        elif kind == "replace":
            assert content["key"] == second.fingerprint(self.public[content["player"]])
            region, given = second.cut(second.unb64(content["registration"]))
            new = self.public[content["player"]] = second.unb64(second.fields(region)["key"])
            self.signed.append((new, "registration", region, given))
        elif kind == "handover":
            region, given = second.cut(second.unb64(content["offer"]))
            new = second.unb64(second.fields(region)["key"])
            self.signed.append((new, "offer", region, given))
        elif kind == "correct":
            assert head == self.hashes[-1]
            position = self.positions[content["entry"]]
            self.game = rules.go_back(self.game, position.game)
            self.dealer.kept = dict(position.kept)
            since = [
                words.split() for one in self.happenings[content["entry"] + 1 :] for words in one
            ]
            where = {"face-up": 4, "reveal": 4, "object": 2}
            return [words[where[words[0]]] for words in since if words[0] in where]
        else:
            assert kind == "abandon"
            rules.break_off(self.game)
        return []

    def order(self, game, seat, content):
        """What an order says, also one in a box; the words of these boxes are all legal."""
        if "order" in content:
            return rules.read(game, seat, content["order"])
        info = second.order_box_info(
            game=self.hashes[0],
            player=content["player"],
            fingerprint=content["key"],
            seq=content["seq"],
            phase=content["phase"],
            head_hash=second.unb64(content["head_hash"]),
        )
        key = second.order_seal_key(self.secret)
        words = second.open_box(second.unb64(content["box"]), key, info).decode()
        assert (content["phase"] == "any") == words.startswith("hold ")
        return rules.read(game, seat, words)

    def happened(self, events):
        """The lines of what happened and of the commitments."""
        game, dealer = self.game, self.dealer
        index, id_, prk = len(self.entries), self.hashes[0], dealer.prk
        events = [rules.words(event, self.names) for event in events]
        self.happenings += [[]] * (index - len(self.happenings)) + [events]
        opened, leaves = [], []

        def salt(deck, serial, position):
            return second.card_salt(prk, deck, serial, position)

        for words in events:
            kind, *about = words.split()
            shown = None
            if kind in {"face-up", "reveal"}:
                shown = about
            elif words.startswith("shuffle seats"):
                shown = ["seats", "0", "0", self.names[game.host]]
            elif kind == "object":
                deck = f"kept-{about[0]}"
                serial = dealer.kept[deck]
                place = dealer.decks[deck, serial].index(about[1])
                shown = [deck, str(serial), str(place), about[1]]
            if shown is not None:
                deck, serial, position, card = shown
                bytes_ = second.b64(salt(deck, int(serial), int(position)))
                opened.append(("open", f"{deck} {serial} {position} {card} {bytes_}"))
            if kind == "price":
                name, francs = about
                objects = game.players[self.names.index(name)].objects
                assert int(francs) == 10 - sum(PRICES[card] for card in objects)
                committed = dealer.commit(name, objects)
            if kind in {"shuffle", "price"}:
                deck, serial = (about[0], int(about[1])) if kind == "shuffle" else committed
                for position, card in enumerate(dealer.decks[deck, serial]):
                    hidden = salt(deck, serial, position)
                    leaf = second.leaf(id_, deck, serial, position, salt=hidden, card=card)
                    leaves.append(("leaf", f"{deck} {serial} {position} {second.b64(leaf)}"))
        hidden = rules.secrets(game) | {"seqs": [self.seqs[name] for name in self.names]}
        state = second.state(id_, index, second.state_salt(prk, index), second.canonical(hidden))
        self.views = []
        seen_by = []
        for seat, name in enumerate(self.names):
            salted = second.view_salt(prk, index, name)
            seen = second.canonical(rules.own(game, seat))
            self.views.append(salted + seen)
            view = second.view(id_, index, name, salted, seen)
            seen_by.append(("view", f"{name} {second.b64(view)}"))
        self.positions[index] = Position(game.copy(), dict(dealer.kept))
        events = [("event", words) for words in events]
        return [*events, *opened, *leaves, ("state", second.b64(state)), *seen_by]


def example():
    seeds = {name: example_seed(name) for name in ("mara", "anna", "ben")}
    return Remade((EXAMPLE / "game.toml").read_bytes(), seeds)


def carnival():
    at = table.carnival_over()
    return Remade(at.data(), at.seeds | {"mod": at.moderator.seed})


def changed():
    at = agreeing.changed()
    return Remade(at.data(), at.seeds | {at.moderator.name: at.moderator.seed})


@pytest.fixture(scope="module", params=[example, carnival, changed])
def remade(request):
    return request.param()


def test_secret_of_the_game_is_the_one_committed_to(remade):
    committed = second.seed_commit(second.unb64(remade.terms["salt"]), remade.secret)
    assert second.b64(committed) == remade.terms["seed_commit"]


def test_every_entry_of_the_game_is_made_again(remade):
    assert remade.entries == [stored.text for stored in remade.stored]


def test_every_head_of_the_game_is_signed_by_who_moderates(remade):
    for index, key in enumerate(remade.heads):
        game, made = remade.hashes[0], remade.hashes[index]
        statement = second.head_statement(remade.invite, game, index, made)
        assert second.verifies(key, "head", statement, remade.stored[index].head)


def test_every_document_of_the_game_is_signed_by_its_author(remade):
    assert len(remade.signed) >= len(remade.stored) - 2
    for key, kind, region, signature in remade.signed:
        assert second.verifies(key, kind, region, signature)


def test_game_with_changes_has_every_kind_of_entry_and_every_serial():
    made = changed()
    kinds = {second.fields(one.document)["format"].split("-")[1] for one in made.stored[1:-1]}
    assert kinds == entry.SIGNED
    assert {("kept-anna", 1), ("guests", 2)} <= made.dealer.decks.keys()
    later = [agreeing.seed(203), agreeing.seed(205)]
    assert [key for key, _ in itertools.groupby(made.heads)] == [
        made.inviter,
        *[second.public_of(second.identity_key(seed)) for seed in later],
    ]


def test_nonces_and_probes_of_the_game_are_those_committed_to(remade):
    for one in remade.registrations:
        name = one["player"]
        (content,) = [
            consent
            for stored in remade.stored[1 : 1 + len(remade.names)]
            if (consent := second.fields(stored.document))["player"] == name
        ]
        committed = second.nonce_commit(remade.invite, name, second.unb64(content["nonce"]))
        assert second.b64(committed) == one["nonce_commit"]
        probe = second.probe(remade.secret, remade.hashes[0], name)
        assert second.b64(second.probe_hash(probe)) == content["probe"]


def test_file_of_the_game_is_signed(remade):
    _, key = remade.moderator
    assert second.unb64(remade.file["moderator"]) == key
    assert second.verifies(key, "game", remade.region, remade.signature)


def test_boxes_of_the_game_hold_the_last_views_and_the_secret(remade):
    *views, store = remade.file["sealed"]
    hashes = remade.hashes
    for box, view in zip(views, remade.views, strict=True):
        key = second.seal_key(remade.seeds[box["to"]], remade.invite)
        assert opened(box, key, remade.inviter, hashes) == view
    assert store["to"] == remade.moderator[0]
    key = second.store_key(remade.seeds[store["to"]], remade.invite)
    kept = json.loads(opened(store, key, remade.inviter, hashes))
    assert kept.keys() == {"desk", "secret"}
    assert kept["secret"] == second.b64(remade.secret)


def opened(box, key, inviter, hashes):
    """What a box of the file with these entries holds."""
    index = len(hashes) - 1
    info = second.box_info(
        game=hashes[0],
        purpose=box["purpose"],
        to=box["to"],
        recipient=second.seal_public_of(key),
        moderator=inviter,
        entry=index,
        entry_hash=hashes[index],
    )
    return second.open_box(second.unb64(box["box"]), key, info)


def test_file_of_a_handover_is_signed_by_the_former_and_holds_the_secret_for_the_next():
    at = table.midgame().split()
    proposals.handover(at.desk, agreeing.offer(at, "nina", agreeing.seed(203)))
    region, signature = second.cut(at.data())
    file = second.fields(region)
    inviter = second.public_of(second.identity_key(at.moderator.seed))
    assert second.unb64(file["moderator"]) == inviter
    assert second.verifies(inviter, "game", region, signature)
    hashes = [
        second.document_id("entry", second.blocks(one["text"]).text) for one in file["entries"]
    ]
    store = file["sealed"][-1]
    invite = second.document_id("invitation", second.cut(file["invitation"].encode())[0])
    key = second.store_key(agreeing.seed(203), invite)
    assert store["to"] == "nina"
    secret = second.secret_of(at.moderator.seed, at.salt)
    assert opened(store, key, inviter, hashes) == second.canonical({"secret": second.b64(secret)})


def example_seed(name):
    return second.unb64(
        second.fields((EXAMPLE / "test-keys" / f"{name}.toml").read_bytes())["secret"]["box"]
    )
