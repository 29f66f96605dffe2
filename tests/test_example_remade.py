"""The game in examples/game and one of all modules, made again by the second implementation.

Of pbem only the rules of the game are used. What they ask of chance is answered, and what they say
that happened is turned into entries, by what docs/format.md says and the secret at the game's end.
"""

import json
from pathlib import Path

import pytest

from pbem import rules
from tests import vectors as second
from tests.trust import table

EXAMPLE = Path(__file__).parent.parent / "examples" / "game"


class Dealer:
    """A dealer who shuffles by the joint seed and remembers the shuffles."""

    def __init__(self, prk):
        self.prk = prk
        self.decks = {}

    def shuffle(self, deck, serial, cards):
        self.decks[deck, serial] = second.shuffle(self.prk, deck, serial, cards)
        return self.decks[deck, serial]


#: What objects cost.
PRICES = {
    name: francs
    for francs, names in enumerate(
        [
            "cake gold-teeth letter rug",
            "coffee hammer liquor snow-pile",
            "bible confessional tomb wolf-trap",
            "poison quicklime well wheelbarrow",
        ]
    )
    for name in names.split()
}


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
        self.moderator = second.unb64(self.terms["key"])
        self.names = self.terms["players"].split()
        self.seqs = dict.fromkeys(self.names, 0)
        self.hashes = []
        self.entries = []
        self.views = []
        ids = [second.b64(second.document_id("registration", region)) for region in regions]
        self.enter(self.invite, "genesis", [("registration", id_) for id_ in ids])
        self.play()

    def enter(self, previous, kind, lines):
        text = second.entry_text(len(self.entries), previous, kind, lines)
        self.entries.append(text)
        self.hashes.append(second.document_id("entry", text))

    def play(self):
        nonces = {}
        game = None
        for _, document, _, _ in self.stored[1:-1]:
            content = second.fields(document)
            kind = content["format"].split("-")[1]
            lines = [("document", second.b64(second.document_id(kind, document)))]
            name = content["player"]
            if kind == "consent":
                nonces[name] = second.unb64(content["nonce"])
            if len(nonces) == len(self.names):
                if game is None:
                    prk = second.joint_seed(self.hashes[0], self.secret, nonces)
                    dealer = Dealer(prk)
                    doors = [one["door"] for one in self.registrations]
                    terms = rules.options(
                        self.names,
                        length=self.terms["length"],
                        modules=self.terms["modules"].split(),
                    )
                    game = rules.new_game(terms, doors)
                    rules.settle(game, dealer)
                else:
                    seat = self.names.index(name)
                    self.seqs[name] += 1
                    rules.play(game, seat, self.order(game, seat, content), dealer)
                lines += self.happened(game, dealer)
            self.enter(self.hashes[-1], kind, lines)
        self.enter(self.hashes[-1], "reveal", [("secret", second.b64(self.secret))])

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

    def happened(self, game, dealer):
        """The lines of what happened and of the commitments."""
        index, id_, prk = len(self.entries), self.hashes[0], dealer.prk
        events = [rules.words(event, self.names) for event in game.events]
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
                kept = dealer.decks[f"kept-{about[0]}", 0]
                shown = [f"kept-{about[0]}", "0", str(kept.index(about[1])), about[1]]
            if shown is not None:
                deck, serial, position, card = shown
                bytes_ = second.b64(salt(deck, int(serial), int(position)))
                opened.append(("open", f"{deck} {serial} {position} {card} {bytes_}"))
            if kind == "price":
                name, francs = about
                objects = game.players[self.names.index(name)].objects
                assert int(francs) == 10 - sum(PRICES[card] for card in objects)
                dealer.shuffle(f"kept-{name}", 0, objects)
            if kind in {"shuffle", "price"}:
                deck, serial = (
                    (about[0], int(about[1])) if kind == "shuffle" else (f"kept-{about[0]}", 0)
                )
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
        events = [("event", words) for words in events]
        return [*events, *opened, *leaves, ("state", second.b64(state)), *seen_by]


def example():
    seeds = {name: example_seed(name) for name in ("mara", "anna", "ben")}
    return Remade((EXAMPLE / "game.toml").read_bytes(), seeds)


def carnival():
    at = table.carnival_over()
    return Remade(at.data(), at.seeds | {"mod": at.moderator.seed})


@pytest.fixture(scope="module", params=[example, carnival])
def remade(request):
    return request.param()


def test_secret_of_the_game_is_the_one_committed_to(remade):
    committed = second.seed_commit(second.unb64(remade.terms["salt"]), remade.secret)
    assert second.b64(committed) == remade.terms["seed_commit"]


def test_every_entry_of_the_game_is_made_again(remade):
    assert remade.entries == [text for text, _, _, _ in remade.stored]


def test_every_head_of_the_game_is_signed(remade):
    for index, (entry_hash, stored) in enumerate(zip(remade.hashes, remade.stored, strict=True)):
        statement = second.head_statement(remade.invite, remade.hashes[0], index, entry_hash)
        assert second.verifies(remade.moderator, "head", statement, stored[3])


def test_every_document_of_the_game_is_signed_by_its_player(remade):
    public = {one["player"]: second.unb64(one["key"]) for one in remade.registrations}
    for _, document, signature, _ in remade.stored[1:-1]:
        content = second.fields(document)
        kind = content["format"].split("-")[1]
        assert content["key"] == second.fingerprint(public[content["player"]])
        assert second.verifies(public[content["player"]], kind, document, signature)


def test_nonces_and_probes_of_the_game_are_those_committed_to(remade):
    for one in remade.registrations:
        name = one["player"]
        (content,) = [
            consent
            for _, document, _, _ in remade.stored[1 : 1 + len(remade.names)]
            if (consent := second.fields(document))["player"] == name
        ]
        committed = second.nonce_commit(remade.invite, name, second.unb64(content["nonce"]))
        assert second.b64(committed) == one["nonce_commit"]
        probe = second.probe(remade.secret, remade.hashes[0], name)
        assert second.b64(second.probe_hash(probe)) == content["probe"]


def test_file_of_the_game_is_signed(remade):
    assert second.verifies(remade.moderator, "game", remade.region, remade.signature)


def test_boxes_of_the_game_hold_the_last_views_and_the_secret(remade):
    *views, store = remade.file["sealed"]
    index = len(remade.entries) - 1

    def opened(box, key):
        info = second.box_info(
            game=remade.hashes[0],
            purpose=box["purpose"],
            to=box["to"],
            recipient=second.seal_public_of(key),
            moderator=remade.moderator,
            entry=index,
            entry_hash=remade.hashes[index],
        )
        return second.open_box(second.unb64(box["box"]), key, info)

    for box, view in zip(views, remade.views, strict=True):
        seed = remade.seeds[box["to"]]
        assert opened(box, second.seal_key(seed, remade.invite)) == view
    kept = opened(store, second.store_key(remade.seeds[store["to"]], remade.invite))
    assert json.loads(kept)["secret"] == second.b64(remade.secret)


def example_seed(name):
    return second.unb64(
        second.fields((EXAMPLE / "test-keys" / f"{name}.toml").read_bytes())["secret"]["box"]
    )
