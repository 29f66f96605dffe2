"""The values in docs/format.md, found by a second implementation and by pbem alike."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from pbem import pins, proof, rules
from pbem.chain import Head, canonical, cards_hash, changes, sealed, sealed_info
from pbem.crypto import commitments, dealing, keys, labels, sealing, signatures, vault
from pbem.errors import Refused
from pbem.formats import armor, entry, flat, keyfile
from pbem.formats.text import decode64, encode64
from pbem.rules.decisions import QUESTIONS
from pbem.rules.phases import ASK, STEPS
from tests import vectors as second

PAGE = (Path(__file__).parent.parent / "docs" / "format.md").read_text(encoding="utf-8")


def fenced(info):
    """The blocks of the page of one kind: name and text of each."""
    return re.findall(rf"^```{info}(?: (\S+))?\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


VALUES = dict(line.split(" = ", 1) for _, block in fenced("vectors") for line in block.splitlines())
DOCUMENTS = dict(fenced("document"))
LISTS = {name: text.splitlines() for name, text in fenced("cards")}
#: The list of a game without modules, and of one with all.
CARDS = "\n".join(LISTS[""])
ALL_CARDS = "\n".join(
    [
        *sorted([*LISTS[""], *LISTS["carnies"], *LISTS["notables"]]),
        *LISTS["events"],
        *LISTS["objects"],
    ]
)

SEEDS = {
    "mara": bytes(range(0x20)),
    "anna": bytes(range(0x20, 0x40)),
    "ben": bytes(range(0x40, 0x60)),
}
#: The keys that come later: of anna herself, of who takes the seat of ben, of the next moderator.
SEEDS |= {
    "anna-later": bytes(range(0x60, 0x80)),
    "ben-later": bytes(range(0x80, 0xA0)),
    "nina": bytes(range(0xE0, 0x100)),
}
PLAYERS = ("anna", "ben")
SALT = bytes(range(0xA0, 0xB0))
EPHEMERAL = bytes(range(0xC0, 0xE0))
PILE = "abbot baron baron count duke monk monk newsboy priest shopkeeper".split()
SEEN = b'{"hand":["peasant","peasant"]}'
HIDDEN = b'{"agenda":[]}'
#: The list of the vectors' game, so that they stay when the real one grows.
ONE_CARD = "abbot religious 2 2 18 bury 3 cellar"
PASSPHRASE = b"under the barn"
COST = (65536, 3, 4)
ORDER = "kill 3 with newsboy"
PHASE = "round-1-action-1"
KEPT = "bible cake poison".split()
#: Secret orders: words, seq and phase.
SECRET = {"sealed": ("keep poison", 1, "round-0-draft-4"), "standing": ("hold always", 2, "any")}

#: What a correction goes back to, the cards seen since, and the secrets of that position.
BACK, WHY, FACE_UP = 0, "the order of ben was read from the wrong mail", ("duke", "monk")
GONE_BACK = {"agenda": (), "serials": {"guests": 1}, "spent": {"guests": 2}}


def entry_by_pbem(index, previous, kind, lines):
    """The text of an entry from its lines."""
    found = {key: [value for other, value in lines if other == key] for key, _ in lines}
    return entry.write(
        entry.Entry(
            index,
            previous,
            kind,
            document=decode64(found["document"][0]) if "document" in found else None,
            registrations=[decode64(id_) for id_ in found.get("registration", ())],
            agreed=found.get("agreed", ()),
            seen=found.get("seen", ()),
            state=decode64(found["state"][0]) if "state" in found else None,
            views=[
                (player, decode64(view)) for player, view in map(str.split, found.get("view", ()))
            ],
        )
    )


def agreement_by_pbem(kind, proposed, player, key):
    """The region by which a player agrees."""
    seat = SimpleNamespace(name=player, fingerprint=signatures.fingerprint(key))
    return changes.agreement(flat.read(kind, proposed), proposed, seat)


#: What the second implementation calls its functions, by those of pbem.
PBEM = SimpleNamespace(
    sha=labels.digest,
    label=labels.label,
    expand=labels.expand,
    b64=encode64,
    pae=lambda kind, body: signatures.pae(f"application/vnd.pbem.{kind}.v1+toml", body),
    document_id=signatures.document_id,
    sign=signatures.sign,
    public_of=signatures.public_key,
    fingerprint=signatures.fingerprint,
    seal_public_of=keys.seal_public,
    identity_key=keys.identity_key,
    seal_key=keys.game_seal_key,
    nonce=keys.game_nonce,
    secret_of=keys.game_secret,
    order_seal_key=keys.order_seal_key,
    store_key=keys.store_key,
    seed_commit=commitments.seed_commit,
    nonce_commit=commitments.nonce_commit,
    probe=commitments.probe,
    probe_hash=commitments.probe_hash,
    joint_seed=dealing.joint_seed,
    shuffle=dealing.shuffle,
    card_salt=dealing.card_salt,
    leaf=dealing.leaf,
    state_salt=commitments.state_salt,
    state=commitments.state,
    view_salt=commitments.view_salt,
    view=lambda game, index, player, salt, text: commitments.view(
        game, index, player, salt, sealing.pad(text, sealing.VIEW_SIZE)
    ),
    canonical=canonical,
    box_info=sealing.box_info,
    order_box_info=sealing.order_box_info,
    flat=flat.write,
    whole=flat.join,
    key_file=lambda name, seed, passphrase, salt, cost: keyfile.create(
        name,
        signatures.public_key(keys.identity_key(seed)),
        cost,
        salt,
        lambda aad: vault.lock(seed, passphrase, salt, aad),
    ).encode(),
    armor=armor.armor,
    head_statement=lambda *head: Head(*head).statement(),
    short_head=lambda *head: pins.short(Head(*head)),
    pin=lambda invite, moderator, heads: pins.dumps(
        pins.Pin(invite, moderator, tuple(pins.Signed(*head) for head in heads))
    ),
    evidence=lambda invite, moderator, index, sides: proof.write(
        index,
        moderator,
        *(
            pins.Pin(invite, moderator, (pins.Signed(one, signature),))
            for _, one, signature in sides
        ),
    ),
    entry_text=entry_by_pbem,
    proved=changes.proved,
    agreement=agreement_by_pbem,
    stored=lambda text, document, signature, agreements, head: entry.dump(
        entry.Stored(text, document, signature, head, [entry.Agreement(*one) for one in agreements])
    ),
)


def values(by):
    """Every value of the page, made by one implementation."""
    found = {
        "label": by.label("example", "anna", b"\x00\xff"),
        "pae": by.pae("order", b"abc\n"),
        "expand": by.expand(bytes(32), b"info", 42),
        "cards": by.sha(by.label("cards", CARDS)),
        "cards-all": by.sha(by.label("cards", ALL_CARDS)),
        "cards-one": by.sha(by.label("cards", ONE_CARD)),
        "canonical": by.canonical(
            {"seqs": (1, 0), "box": [], "agenda": (("ask", ("place", 0)),)}
        ).decode(),
    }
    for name, seed in SEEDS.items():
        found[f"identity {name}"] = by.identity_key(seed)
        found[f"public {name}"] = by.public_of(found[f"identity {name}"])
        found[f"fingerprint {name}"] = by.fingerprint(found[f"public {name}"])
    found["key"] = by.key_file("anna", SEEDS["anna"], PASSPHRASE, SALT, COST)

    def signed(name, kind, fields):
        region = by.flat(kind, fields)
        return by.whole(region, by.sign(found[f"identity {name}"], kind, region)), region

    secret = found["secret"] = by.secret_of(SEEDS["mara"], SALT)
    found["seed-commit"] = by.seed_commit(SALT, secret)
    found["order-seal"] = by.order_seal_key(secret)
    found["order-seal-public"] = by.seal_public_of(found["order-seal"])
    terms = {
        "moderator": "mara",
        "key": by.b64(found["public mara"]),
        "salt": by.b64(SALT),
        "seed_commit": by.b64(found["seed-commit"]),
        "order_seal": by.b64(found["order-seal-public"]),
        "rules": "1",
        "cards": by.b64(found["cards-one"]),
        "players": "anna ben",
        "fingerprints": f"ben={found['fingerprint ben']}",
        "length": "short",
        "variants": "first-come",
        "modules": "",
        "rulings": "reshuffle=at-once",
        "corrections": "duke.money=25",
        "first": "",
        "supersedes": "",
    }
    found["invitation"], region = signed("mara", "invitation", terms)
    invite = found["invite"] = by.document_id("invitation", region)
    found["store"] = by.store_key(SEEDS["mara"], invite)
    ids = []
    for door, name in enumerate(PLAYERS):
        found[f"seal {name}"] = by.seal_key(SEEDS[name], invite)
        found[f"seal-public {name}"] = by.seal_public_of(found[f"seal {name}"])
        found[f"nonce {name}"] = by.nonce(SEEDS[name], invite, name)
        found[f"nonce-commit {name}"] = by.nonce_commit(invite, name, found[f"nonce {name}"])
        fields = {
            "invitation": by.b64(invite),
            "player": name,
            "key": by.b64(found[f"public {name}"]),
            "seal_key": by.b64(found[f"seal-public {name}"]),
            "nonce_commit": by.b64(found[f"nonce-commit {name}"]),
            "door": 4 * door,
        }
        found[f"registration-{name}"], region = signed(name, "registration", fields)
        ids.append(("registration", by.b64(by.document_id("registration", region))))
    found["genesis"] = by.entry_text(0, invite, "genesis", ids)
    game = found["game"] = by.document_id("entry", found["genesis"])
    found["probe anna"] = by.probe(secret, game, "anna")
    found["probe-hash anna"] = by.probe_hash(found["probe anna"])
    place = {
        "game": by.b64(game),
        "player": "anna",
        "key": found["fingerprint anna"],
    }
    fields = {
        "invitation": by.b64(invite),
        **place,
        "head_index": 0,
        "head_hash": by.b64(game),
        "nonce": by.b64(found["nonce anna"]),
        "probe": by.b64(found["probe-hash anna"]),
    }
    found["consent"], region = signed("anna", "consent", fields)
    found["consent-id"] = by.document_id("consent", region)
    nonces = {name: found[f"nonce {name}"] for name in PLAYERS}
    prk = found["joint-seed"] = by.joint_seed(game, secret, nonces)
    for serial in (0, 1):
        found[f"shuffle {serial}"] = " ".join(by.shuffle(prk, "guests", serial, PILE))
    found["card-salt"] = by.card_salt(prk, "guests", 0, 0)
    found["leaf"] = by.leaf(
        game, "guests", 0, 0, salt=found["card-salt"], card=found["shuffle 0"].split()[0]
    )
    found["state-salt"] = by.state_salt(prk, 2)
    found["state"] = by.state(game, 2, found["state-salt"], HIDDEN)
    found["view-salt"] = by.view_salt(prk, 2, "anna")
    found["view"] = by.view(game, 2, "anna", found["view-salt"], SEEN)
    fields = {
        **place,
        "seq": 1,
        "revision": 0,
        "phase": PHASE,
        "head_index": 0,
        "head_hash": by.b64(game),
        "order": ORDER,
    }
    found["order"], region = signed("anna", "order", fields)
    found["order-id"] = by.document_id("order", region)
    found["armored"] = by.armor(found["order"], "kill 3 with newsboy")
    found["box-info"] = by.box_info(
        game=game,
        purpose="view",
        to="anna",
        recipient=found["seal-public anna"],
        moderator=found["public mara"],
        entry=0,
        entry_hash=game,
    )
    found["order-box-info"] = by.order_box_info(
        game=game,
        player="anna",
        fingerprint=found["fingerprint anna"],
        seq=1,
        phase=PHASE,
        head_hash=game,
    )
    secrets(by, found, place, signed)
    remembered(by, found, ids)
    changed(by, found, signed)
    return found


def remembered(by, found, ids):
    """The values about heads, what readers remember of them, and the proof of two histories."""
    invite, game, moderator = found["invite"], found["game"], found["public mara"]
    found["statement"] = by.head_statement(invite, game, 0, game)
    found["head"] = by.sign(found["identity mara"], "head", found["statement"])
    found["short-head"] = by.short_head(invite, game, 0, game)
    found["pin"] = by.pin(invite, moderator, [(game, found["head"])])
    # Another genesis of the same invitation, by a moderator who is a liar.
    other = by.document_id("entry", by.entry_text(0, invite, "genesis", ids[::-1]))
    signature = by.sign(found["identity mara"], "head", by.head_statement(invite, other, 0, other))
    sides = [(game, game, found["head"]), (other, other, signature)]
    found["evidence"] = by.evidence(invite, moderator, 0, sides)


def secrets(by, found, place, signed):
    """The values about objects and secret orders."""
    game, prk = found["game"], found["joint-seed"]
    kept = by.shuffle(prk, "kept-anna", 0, KEPT)
    found["kept 0"] = " ".join(kept)
    found["kept-salt"] = by.card_salt(prk, "kept-anna", 0, 0)
    found["kept-leaf"] = by.leaf(game, "kept-anna", 0, 0, salt=found["kept-salt"], card=kept[0])
    for name, (words, seq, asked) in SECRET.items():
        info = found[f"{name}-info"] = by.order_box_info(
            game=game,
            player="anna",
            fingerprint=found["fingerprint anna"],
            seq=seq,
            phase=asked,
            head_hash=game,
        )
        # Only the second implementation can seal with a key that is given.
        box = second.seal(words.encode(), 256, found["order-seal-public"], info, EPHEMERAL)
        fields = {
            **place,
            "seq": seq,
            "revision": 0,
            "phase": asked,
            "head_index": 0,
            "head_hash": by.b64(game),
            "box": by.b64(box),
        }
        found[name], region = signed("anna", "order", fields)
        found[f"{name}-id"] = by.document_id("order", region)


def changed(by, found, signed):
    """The values about keys, seats and moderators that change, and about going back."""
    invite, game, prk = found["invite"], found["game"], found["joint-seed"]
    head = {"head_index": 0, "head_hash": by.b64(game)}

    def entered(kind, fields):
        document, region = signed("anna" if kind == "rotate" else "mara", kind, fields)
        found[kind], found[f"{kind}-id"] = document, by.document_id(kind, region)
        return region

    fields = {
        "game": by.b64(game),
        "player": "anna",
        "key": found["fingerprint anna"],
        **head,
        "new_key": by.b64(found["public anna-later"]),
        "seal_key": by.b64(by.seal_public_of(by.seal_key(SEEDS["anna-later"], invite))),
    }
    unproved = by.flat("rotate", fields | {"proof": by.b64(bytes(64))})
    proof = by.sign(found["identity anna-later"], "rotate-proof", by.proved(unproved))
    found["proof"] = proof
    entered("rotate", fields | {"proof": by.b64(proof)})
    nonce = by.nonce(SEEDS["ben-later"], invite, "ben")
    registration, _ = signed(
        "ben-later",
        "registration",
        {
            "invitation": by.b64(invite),
            "player": "ben",
            "key": by.b64(found["public ben-later"]),
            "seal_key": by.b64(by.seal_public_of(by.seal_key(SEEDS["ben-later"], invite))),
            "nonce_commit": by.b64(by.nonce_commit(invite, "ben", nonce)),
            "door": 0,
        },
    )
    fields = {"player": "ben", "key": found["fingerprint ben"], **head}
    entered("replace", {"game": by.b64(game), **fields, "registration": by.b64(registration)})
    entered("abandon", {"game": by.b64(game), **head})
    recipient = by.seal_public_of(by.store_key(SEEDS["nina"], invite))
    fields = {
        "game": by.b64(game),
        "moderator": "nina",
        "key": by.b64(found["public nina"]),
        "seal_key": by.b64(recipient),
    }
    found["offer"], _ = signed("nina", "offer", fields)
    entered("handover", {"game": by.b64(game), **head, "offer": by.b64(found["offer"])})
    found["store-info"] = by.box_info(
        game=game,
        purpose="store",
        to="nina",
        recipient=recipient,
        moderator=found["public mara"],
        entry=0,
        entry_hash=game,
    )
    proposed = entered("correct", {"game": by.b64(game), **head, "entry": BACK, "why": WHY})
    agreements = []
    for name in PLAYERS:
        region = by.agreement("correct", proposed, name, found[f"public {name}"])
        given = by.sign(found[f"identity {name}"], "agree", region)
        agreements.append((name, given))
        if name == "anna":
            found["agree"] = by.whole(region, given)
    views = [by.view(game, 1, name, by.view_salt(prk, 1, name), SEEN) for name in PLAYERS]
    state = by.state(game, 1, by.state_salt(prk, 1), by.canonical(GONE_BACK))
    lines = [
        ("document", by.b64(found["correct-id"])),
        *[("agreed", name) for name in PLAYERS],
        *[("seen", card) for card in FACE_UP],
        ("state", by.b64(state)),
        *[("view", f"{name} {by.b64(view)}") for name, view in zip(PLAYERS, views, strict=True)],
    ]
    text = by.entry_text(1, game, "correct", lines)
    found["corrected-hash"] = made = by.document_id("entry", text)
    signature = by.sign(found["identity mara"], "correct", proposed)
    statement = by.head_statement(invite, game, 1, made)
    found["corrected"] = by.stored(
        text, proposed, signature, agreements, by.sign(found["identity mara"], "head", statement)
    )


BOXES = {"box", "order-box"}
NAMES = sorted((VALUES.keys() | DOCUMENTS.keys()) - BOXES)


@pytest.fixture(scope="module")
def made():
    return values(second)


@pytest.fixture(scope="module")
def by_pbem():
    return values(PBEM)


def shown(value, name):
    """A value as it stands on the page: in hex, or as the text it is."""
    if isinstance(value, str):
        return value
    return value.decode() if name in DOCUMENTS else value.hex()


def test_every_value_is_on_the_page(made):
    assert sorted(made) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_second_implementation_finds_the_value_of_the_page(name, made):
    assert shown(made[name], name) == (VALUES | DOCUMENTS)[name]


@pytest.mark.parametrize("name", NAMES)
def test_pbem_finds_the_same_value(name, made, by_pbem):
    assert by_pbem[name] == made[name]


def test_card_list_of_the_page_is_the_one_of_the_program():
    players = ["anna", "ben"]
    everything = rules.options(players, modules=["carnies", "events", "notables", "objects"])
    assert cards_hash(rules.options(players)).hex() == VALUES["cards"]
    assert cards_hash(everything).hex() == VALUES["cards-all"]


@pytest.mark.parametrize("module", ["carnies", "notables", "objects"])
def test_cards_that_a_module_adds_are_those_of_the_page(module):
    base = rules.card_list(rules.options(["anna", "ben"]))
    listed = rules.card_list(rules.options(["anna", "ben"], modules=[module]))
    assert [row for row in listed if row not in base] == LISTS[module]


@pytest.mark.parametrize("name", SECRET)
def test_sealed_orders_of_the_page_hold_their_words(name, made):
    region, _ = second.cut(DOCUMENTS[name].encode())
    content = second.fields(region)
    box = second.unb64(content["box"])
    info = made[f"{name}-info"]
    assert second.open_box(box, made["order-seal"], info).decode() == SECRET[name][0]
    assert sealed_info(flat.read("order", region)) == info
    assert sealed.text(flat.read("order", region), made["secret"]) == SECRET[name][0]


@pytest.mark.parametrize(
    ("name", "size", "key", "public"),
    [
        ("box", 1024, "seal anna", "seal-public anna"),
        ("order-box", 256, "order-seal", "order-seal-public"),
    ],
)
def test_both_open_the_boxes_of_the_page_and_of_each_other(name, size, key, public, made):
    text = made["view-salt"] + SEEN if name == "box" else ORDER.encode()
    info = made[f"{name}-info"]
    box = bytes.fromhex(VALUES[name])
    assert second.seal(text, size, made[public], info, EPHEMERAL) == box
    assert second.open_box(box, made[key], info) == text
    assert sealing.open_box(box, size, made[key], info) == text
    assert second.open_box(sealing.seal(text, size, made[public], info), made[key], info) == text


@pytest.mark.parametrize(
    ("name", "kind", "author"),
    [
        ("invitation", "invitation", "mara"),
        ("registration-anna", "registration", "anna"),
        ("registration-ben", "registration", "ben"),
        ("consent", "consent", "anna"),
        ("order", "order", "anna"),
        ("sealed", "order", "anna"),
        ("standing", "order", "anna"),
        ("rotate", "rotate", "anna"),
        ("replace", "replace", "mara"),
        ("correct", "correct", "mara"),
        ("abandon", "abandon", "mara"),
        ("agree", "agree", "anna"),
        ("offer", "offer", "nina"),
        ("handover", "handover", "mara"),
    ],
)
def test_documents_of_the_page_are_signed_for_their_kind_only(name, kind, author):
    region, signature = second.cut(DOCUMENTS[name].encode())
    public = bytes.fromhex(VALUES[f"public {author}"])
    for other in (*flat.KINDS, "rotate-proof", "head", "game"):
        expected = other == kind
        assert second.verifies(public, other, region, signature) is expected
        assert signatures.verify(public, other, region, signature) is expected


def test_key_file_of_the_page_opens():
    file = keyfile.loads(DOCUMENTS["key"].encode())
    assert vault.unlock(file, PASSPHRASE) == SEEDS["anna"]
    with pytest.raises(Refused):
        vault.unlock(file, b"under the bar")


def test_events_of_the_page_are_those_of_the_rules():
    section = PAGE.partition("### Events")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `([a-z-]+)` \| ((?:`[a-z]+` ?)*)\|", section, re.MULTILINE)
    assert {kind: tuple(re.findall("[a-z]+", names)) for kind, names in rows} == rules.EVENTS


def test_items_of_the_agenda_on_the_page_are_those_of_the_rules():
    section = PAGE.partition("An item of the agenda")[2].partition("The values are of entry 2")[0]
    names = re.findall("`([a-z-]+)`", " ".join(re.findall(r"^\| (.*?) \|", section, re.MULTILINE)))
    assert sorted(names) == sorted({*STEPS, ASK})


def test_questions_of_the_page_are_those_of_the_rules():
    [row] = re.findall(r"^\| `ask` \|(.*), the seat, and then", PAGE, re.MULTILINE)
    assert set(re.findall("`([a-z]+)`", row)) == set(QUESTIONS)
