"""The chain by itself: its stages, heads, questions, and the sources it asks."""

from __future__ import annotations

import json

import pytest

from pbem import rules
from pbem.chain import Chain, Head, canonical, cards_hash, open_game, phase
from pbem.chain.seats import nonce_shown
from pbem.chain.sources import Published, Secret
from pbem.crypto import commitments, dealing, keys
from pbem.crypto.labels import digest, extract, label
from pbem.crypto.sealing import VIEW_SIZE, pad
from pbem.crypto.signatures import pae
from pbem.errors import Fault, Refused
from pbem.formats import entry
from tests.trust import table


def read(at, index):
    return entry.read(at.desk.entries[index].text)


# Stages


@pytest.mark.parametrize("stage", table.STAGES)
def test_stage_is_known_from_what_is_there(stage):
    at = table.at_stage(stage)
    assert at.chain.stage == stage
    assert open_game(at.data()).chain.stage == stage


def test_questions_before_play_are_join_and_accept():
    assert table.invited().chain.pending() == [("ben", "join")]
    assert table.accepting().chain.pending() == [("anna", "accept")]


def test_questions_in_play_are_those_of_the_rules():
    at = table.parallel()
    expected = [(at.chain.players[one.seat], one.question) for one in rules.pending(at.chain.game)]
    assert at.chain.pending() == expected
    assert len(expected) == 2


def test_nothing_is_asked_when_the_game_is_over():
    assert table.finished().chain.pending() == []


def test_phase_names_round_question_and_lap():
    game = table.dealt().split().chain.game
    assert phase(game, rules.Asked(0, "place")) == "round-1-place"
    game.number, game.lap = 7, 2
    assert phase(game, rules.Asked(0, "action")) == "round-7-action-2"
    assert phase(game, rules.Asked(0, "wages", (1,))) == "round-7-wages"
    assert phase(game, rules.Asked(0, "objects", ("cover",))) == "round-7-objects-cover"
    game.number = 0
    assert phase(game, rules.Asked(0, "draft", ("?", "?", "?"))) == "round-0-draft-3"


# Heads


def test_head_statement_is_four_lines():
    statement = Head(b"i" * 32, b"g" * 32, 41, b"h" * 32).statement()
    invite, game, hash_ = (table.encode64(letter * 32) for letter in (b"i", b"g", b"h"))
    assert statement.decode() == f"{invite}\n{game}\n41\n{hash_}\n"


def test_game_id_is_the_hash_of_the_genesis():
    at = table.midgame()
    assert at.chain.id == digest(pae("application/vnd.pbem.entry.v1+toml", genesis(at)))
    assert at.chain.head.game == at.chain.id


def genesis(at):
    return at.desk.entries[0].text


def test_genesis_names_invitation_and_registrations_in_seat_order():
    at = table.Table(1, ["ben", "anna"]).join("anna", "ben")
    values = read(at, 0)
    assert values["previous"] == [table.encode64(at.chain.invitation.id)]
    ids = [at.chain.seats[name].document.id for name in ("ben", "anna")]
    assert values["registration"] == [table.encode64(one) for one in ids]


def test_each_entry_names_the_one_before_it():
    at = table.finished()
    for index in range(1, len(at.chain.hashes)):
        previous = table.encode64(at.chain.hashes[index - 1])
        assert read(at, index)["previous"] == [previous]
        assert read(at, index)["index"] == [str(index)]


def test_game_id_differs_with_any_registration():
    one = table.Table(1, ["anna", "ben"]).join()
    two = table.Table(1, ["anna", "ben"]).join("anna")
    two.seeds["ben"] = bytes(range(32))
    two.join("ben")
    assert one.chain.invitation.id == two.chain.invitation.id
    assert one.chain.id != two.chain.id


# Commitments, worked out anew


def test_joint_seed_takes_nonces_in_the_order_of_names():
    at = table.Table(1, ["ben", "anna"]).join().accept()
    invite = at.chain.invitation.id
    nonces = [keys.game_nonce(at.seeds[name], invite, name) for name in ("anna", "ben")]
    expected = extract(at.chain.id, label("joint-seed", at.secret, *nonces))
    assert at.chain.source.prk == expected == at.prk


@pytest.mark.parametrize("index", [2, 10, 27])
def test_state_commitment_covers_hidden_state_and_counts_of_orders(index):
    at = table.Table(2, ["anna", "ben"]).join().accept()
    while at.chain.head.number < index:
        at.play(1)
    game = at.chain.game
    hidden = {
        "agenda": game.agenda,
        "box": sorted(game.box),
        "entrance": game.entrance,
        "hands": [player.hand for player in game.players],
        "serials": game.serials,
        "seqs": [at.chain.seats[name].seq for name in at.chain.players],
    }
    data = json.dumps(hidden, sort_keys=True, separators=(",", ":")).encode()
    salt = commitments.state_salt(at.prk, index)
    expected = commitments.state(at.chain.id, index, salt, data)
    assert read(at, index)["state"] == [table.encode64(expected)]


def test_view_commitment_covers_the_padded_view():
    at = table.midgame()
    index = table.end_of(at)
    for seat, name in enumerate(at.seeds):
        seen = json.dumps({"hand": at.chain.game.players[seat].hand}, separators=(",", ":"))
        salt = commitments.view_salt(at.prk, index, name)
        made = commitments.view(at.chain.id, index, name, salt, pad(seen.encode(), VIEW_SIZE))
        assert f"{name} {table.encode64(made)}" in read(at, index)["view"]


def test_every_place_of_a_shuffle_is_committed_to():
    at = table.dealt()
    deck = dealing.shuffle(at.prk, "guests", 0, rules.setup.decks(at.chain.game.options)["guests"])
    leaves = [line.split() for line in read(at, 2)["leaf"] if line.startswith("guests ")]
    assert len(leaves) == 70
    for place, (name, serial, number, leaf) in enumerate(leaves):
        salt = dealing.card_salt(at.prk, "guests", 0, place)
        made = dealing.leaf(at.chain.id, "guests", 0, place, salt=salt, card=deck[place])
        assert (name, serial, number, leaf) == ("guests", "0", str(place), table.encode64(made))


def test_first_player_is_opened_from_the_shuffled_seats():
    at = table.dealt()
    order = dealing.shuffle(at.prk, "seats", 0, ["anna", "ben"])
    assert at.chain.players[at.chain.game.host] == order[0]
    salt = table.encode64(dealing.card_salt(at.prk, "seats", 0, 0))
    assert read(at, 2)["open"][0] == f"seats 0 0 {order[0]} {salt}"


def test_seats_are_not_shuffled_if_the_first_player_is_named():
    at = table.Table(1, ["anna", "ben"], first="ben").join().accept()
    assert at.chain.players[at.chain.game.host] == "ben"
    assert not any(line.startswith("seats ") for line in read(at, 2)["leaf"])


def test_every_card_turned_up_is_opened_once():
    at = table.finished()
    for index in range(2, len(at.chain.hashes)):
        opened = [line.split()[:4] for line in read(at, index)["open"] if "seats" not in line]
        turned = [
            [str(word) for word in event[1:5]]
            for event in at.chain.events[index]
            if event[0] == "face-up"
        ]
        assert opened == turned


def test_reveal_has_no_commitments():
    at = table.finished()
    values = read(at, table.end_of(at))
    assert values["secret"] == [table.encode64(at.secret)]
    for key in ("state", "view", "event", "open", "leaf", "document"):
        assert values[key] == []


def test_deal_waits_for_the_last_consent():
    at = table.accepting()
    assert at.chain.game is None
    assert read(at, 1)["state"] == read(at, 1)["leaf"] == []


# The secret


def test_chain_with_another_secret_is_refused():
    at = table.midgame()
    with pytest.raises(Refused, match="not the one that the invitation committed to"):
        Chain(at.chain.invitation, bytes(32))


def test_nonce_counts_under_its_own_name_alone():
    at = table.accepting()
    seat = at.chain.seats["anna"]
    invite = at.chain.invitation
    own = keys.game_nonce(at.seeds["anna"], invite.id, "anna")
    assert nonce_shown(invite, seat, own)
    assert not nonce_shown(invite, seat, keys.game_nonce(at.seeds["anna"], invite.id, "ben"))


def test_secret_is_revealed_once_and_after_the_end():
    for at in (table.midgame(), table.finished()):
        chain = open_game(at.data(), at.moderator.seed).chain
        with pytest.raises(Refused, match="once, after the end"):
            chain.reveal(at.secret)


def test_source_is_the_secret_for_the_moderator_and_what_was_published_for_others():
    at = table.midgame()
    data = at.data()
    assert isinstance(open_game(data, at.moderator.seed).chain.source, Secret)
    for seed in (None, *at.seeds.values()):
        assert isinstance(open_game(data, seed).chain.source, Published)
    assert isinstance(open_game(table.finished().data()).chain.source, Secret)


def test_published_source_refuses_what_it_was_not_told():
    source = Published(bytes(32))
    source.begin(4, {key: [] for key in entry.KEYS})
    with pytest.raises(Fault, match="expected 2 for guests, found 0") as caught:
        source.shuffle("guests", 0, ["duke", "monk"])
    assert (caught.value.entry, caught.value.field) == (4, "leaf")


# Small things


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ({"b": 1, "a": [1, "x", None, True]}, b'{"a":[1,"x",null,true],"b":1}'),
        ({}, b"{}"),
        ([("ask", ("place", 0))], b'[["ask",["place",0]]]'),
        ("\u00e4", b'"\\u00e4"'),
    ],
)
def test_canonical_json_has_one_form(data, text):
    assert canonical(data) == text


def test_list_of_cards_is_fixed_by_its_hash():
    rows = []
    for name, card in sorted(rules.known_cards().items()):
        if card.family in {"carnie", "notable"}:
            continue
        annex = card.annex.name if card.annex else "None"
        affinity = card.affinity.value if card.affinity else "None"
        words = [name, card.family.value if card.family else "None", card.rank, card.outer]
        words += [card.money, affinity, card.copies, annex]
        rows.append(" ".join(map(str, words)))
    expected = digest(label("cards", "\n".join(rows)))
    assert cards_hash(rules.options(["anna", "ben"])) == expected


def test_list_of_cards_names_what_the_modules_add():
    def added(*modules):
        of = rules.options(["anna", "ben"], modules=modules)
        return [row for row in rules.card_list(of) if row not in base]

    base = rules.card_list(rules.options(["anna", "ben"]))
    assert "juggler carnie 0 2 14 build 1 trailer" in added("carnies")
    assert "banker notable 1 3 20 None 1 safe" in added("notables")
    assert added("carnies", "events")[-8:] == [
        f"{name} event"
        for name in "blackmail broken-safe cirrhosis extortion fiasco high-season pickpockets"
        " red-herring".split()
    ]
    objects = added("objects")
    assert len(objects) == 16
    assert "poison object 3 evening" in objects
    assert "bible object 2 bury" in objects
    assert [len(added(*modules)) for modules in (["carnies"], ["notables"])] == [14, 6]
