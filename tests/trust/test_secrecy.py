"""What a game file tells: to everybody, to a player, and by its mere shape."""

from __future__ import annotations

import json
import random
import re
import shutil

import pytest

from pbem import audit, boxes, rules
from pbem.chain import canonical, open_game
from pbem.chain.sources import Secret
from pbem.crypto import keys
from pbem.crypto.sealing import BOX_OVERHEAD, ORDER_SIZE, STORE_SIZE, VIEW_SIZE
from pbem.errors import Fault
from pbem.formats import entry
from pbem.formats import game as gamefile
from pbem.rules import views
from tests.cli.runner import pbem
from tests.trust import table, worlds
from tests.trust.folder import lay

_SALT, _LENGTH = 32, 4


# Boxes


@pytest.mark.parametrize(
    ("number", "names"),
    [(1, ["anna", "ben"]), (2, ["anna", "ben", "carla"]), (3, ["anna", "ben", "carla", "dan"])],
)
def test_number_order_and_length_of_boxes_never_change(number, names):
    at = table.Table(number, names).join()
    expected = [(name, "view", 1072) for name in names] + [("mod", "store", 304)]
    assert table.shape(at.data()) == expected
    at.accept()
    while at.chain.stage == "playing":
        assert table.shape(at.data()) == expected
        at.play(7)
    assert table.shape(at.data()) == expected


def test_sizes_of_boxes_are_those_of_the_format():
    assert (VIEW_SIZE, STORE_SIZE, ORDER_SIZE, BOX_OVERHEAD) == (1024, 256, 256, 48)


def longest_hand(game):
    """The longest hand there can be: the longest names in a stack, and peasants."""
    deck = rules.setup.decks(game.options)["guests"]
    longest = sorted(deck, key=len)[-rules.setup.stack_size(game.options) :]
    return sorted([*longest, *["peasant"] * 8])


def test_largest_view_fits_its_box():
    """No hand can hold more than all cards there are, as often as there are."""
    cards = [card for card in rules.known_cards().values() if card.name != "barn"]
    base = [card for card in cards if card.family not in {"carnie", "notable"}]
    hand = sorted(card.name for card in base for _ in range(card.copies))
    assert len(hand) == 78
    chain = table.dealt().split().chain
    chain.game.players[0].hand = hand
    seen = chain.view("anna")
    assert seen == canonical({"hand": hand})
    assert len(seen) <= VIEW_SIZE - _SALT - _LENGTH


@pytest.mark.parametrize("modules", [[], ["carnies"], ["notables"], ["carnies", "notables"]])
def test_largest_view_with_objects_fits_its_box(modules):
    at = table.Table(
        1, ["anna", "ben", "carla", "dan"], length="long", modules=[*modules, "objects"]
    )
    chain = at.join().accept().chain
    game, [anna, *_] = chain.game, chain.game.players
    anna.hand = longest_hand(game)
    assert len(anna.hand) == {0: 64, 1: 78}["carnies" in modules] + 8
    anna.objects = sorted(rules.setup.known_objects(), key=len)[-3:]
    anna.standing = ("until", rules.anytime.LAST_EVENING)
    game.agenda = []
    seen = chain.view("anna")
    assert len(seen) <= VIEW_SIZE - _SALT - _LENGTH
    hand = json.loads(seen)["hand"]
    if "carnies" in modules:
        hand = sorted(card for card, count in hand.items() for _ in range(count))
    assert hand == anna.hand


def test_largest_pack_fits_the_box_with_what_was_kept_and_filed():
    chain = table.drafting().split().chain
    game = chain.game
    names = sorted(rules.setup.known_objects(), key=len)
    game.players[0].objects, game.players[0].standing = names[-3:], ("until", 999)
    game.agenda[-1] = ("ask", ("draft", 0, *names[-4:]))
    assert len(chain.view("anna")) < 200


def test_store_fits_its_box():
    kept = canonical({"desk": table.encode64(bytes(16)), "secret": table.encode64(bytes(32))})
    assert len(kept) <= STORE_SIZE - _LENGTH


def test_box_of_another_player_does_not_open_and_all_fail_alike():
    at = table.four()
    opened = open_game(at.data())
    told = set()
    for name in at.seeds:
        for reader, seed in [*at.seeds.items(), ("mod", at.moderator.seed), ("x", bytes(32))]:
            if reader == name:
                boxes.check_view(opened.file, opened.chain, name, seed)
                continue
            with pytest.raises(Fault) as caught:
                boxes.check_view(opened.file, opened.chain, name, seed)
            told.add(caught.value.message)
    assert len(told) == 1


def test_moderators_box_opens_for_no_player():
    at = table.midgame()
    file = table.file_of(at.data())
    for seed in at.seeds.values():
        moved = [file.sealed[-1]._replace(to=name, purpose="view") for name in at.seeds]
        with pytest.raises(Fault, match="does not open"):
            boxes.check_view(
                file._replace(sealed=[*moved, file.sealed[-1]]), at.chain, "anna", seed
            )


def test_revealed_secret_tells_nothing_of_the_moderators_key():
    at = table.finished()
    data = at.data()
    assert table.encode64(at.secret).encode() in data
    for seed in (at.moderator.seed, *at.seeds.values()):
        for form in (seed, table.encode64(seed).encode(), seed.hex().encode()):
            assert form not in data


def test_unfinished_game_holds_no_secret_in_clear():
    at = table.midgame()
    data = at.data()
    hidden = [at.secret, at.prk, keys.order_seal_key(at.secret), at.moderator.seed]
    hidden += [*at.seeds.values()]
    for secret in hidden:
        assert table.encode64(secret).encode() not in data
        assert secret.hex().encode() not in data


# A world in which everything hidden lies otherwise


COVERED = re.compile(
    rb'^(previous|document|leaf|state|view|open|sig|head|head_hash|box) = ".*"$', re.MULTILINE
)


def world(terms, reader=None):
    return worlds.permuted(reader=reader, **dict(terms))


def assert_all_lies_otherwise(one, two, modules=()):
    """What is compared must differ: stacks, box, events, objects and standing holds."""
    first, second = one.chain.game, two.chain.game
    assert sorted(first.box) != sorted(second.box)
    assert first.entrance != second.entrance
    if "events" in modules:
        assert first.event_deck != second.event_deck
    if "objects" in modules:
        pairs = list(zip(first.players, second.players, strict=True))
        assert any(a.objects != b.objects for a, b in pairs)
        assert any(a.standing != b.standing for a, b in pairs)


@pytest.mark.parametrize("terms", worlds.TERMS)
def test_permuting_hidden_cards_changes_no_public_byte_but_commitments_and_boxes(terms):
    one, two = world(terms)
    assert_all_lies_otherwise(one, two, one.chain.invitation.options.modules)
    first, second = (COVERED.sub(rb'\1 = "x"', at.data()) for at in (one, two))
    assert first == second


@pytest.mark.soak
@pytest.mark.parametrize("number", range(100, 200))
def test_permuting_hidden_cards_changes_no_public_byte_in_games_of_all_terms(number):
    one, two = world(worlds.drawn(number))
    assert worlds.decks(one) != worlds.decks(two)
    first, second = (COVERED.sub(rb'\1 = "x"', at.data()) for at in (one, two))
    assert first == second


@pytest.mark.parametrize("terms", worlds.TERMS)
def test_permuting_hidden_cards_leaves_openings_as_they_are_but_commitments_differ(terms):
    one, two = world(terms)
    opened, leaves = [], []
    for at in (one, two):
        read = [entry.read(stored.text) for stored in at.desk.entries]
        opened.append([line for values in read for line in values["open"]])
        leaves.append([line for values in read for line in values["leaf"]])
    assert opened[0] == opened[1]
    differ = [a.split()[:3] for a, b in zip(*leaves, strict=True) if a != b]
    places = {(deck, int(serial), int(place)) for deck, serial, place in differ}
    assert len(places) > 10
    assert not places & worlds.shown_places(one.chain)


@pytest.mark.parametrize("reader", [0, 1])
@pytest.mark.parametrize("terms", worlds.TERMS)
def test_permuting_hidden_cards_leaves_the_view_of_a_player_as_it_is(terms, reader):
    name = terms["names"][reader]
    one, two = world(terms, name)
    assert_all_lies_otherwise(one, two)
    assert one.chain.view(name) == two.chain.view(name)


@pytest.fixture
def shown(home):
    """What `show --json` answers to a reader of a game."""

    def show(at, name=None):
        # The games that are compared are two histories of one invitation.
        shutil.rmtree(home / ".local", ignore_errors=True)
        lay(at)
        key = [] if name is None else ["--as", f"{name}.key"]
        answer = pbem("show", "--json", "game.toml", *key)
        assert answer.code == 0, answer.err
        return json.loads(answer.out)

    return show


@pytest.mark.parametrize("name", [None, "anna", "ben"])
@pytest.mark.parametrize("terms", worlds.TERMS)
def test_show_answers_the_same_whatever_is_hidden(shown, terms, name):
    one, two = world(terms, name)
    first, second = shown(one, name), shown(two, name)
    del first["head"]["hash"], second["head"]["hash"]
    assert first == second


def test_show_holds_the_own_hand_and_no_other(shown):
    at = table.midgame()
    game = at.chain.game
    for seat, name in enumerate(at.seeds):
        answer = shown(at, name)
        assert answer["own"] == {"player": name, "hand": game.players[seat].hand}
        for player in answer["board"]["players"]:
            assert "hand" not in player
    assert "own" not in shown(at)


def test_show_holds_no_card_that_is_hidden(shown):
    at = table.dealt()
    game = at.chain.game
    public = set(game.entrance[: game.face_up])
    hidden = set(game.entrance) - public
    assert len(hidden) > 10
    text = json.dumps([shown(at), shown(at, "anna"), shown(at, "ben")])
    assert [card for card in hidden if f'"{card}"' in text] == []


def test_public_view_knows_hidden_cards_by_their_number_alone():
    game = table.dealt().split().chain.game
    before = views.public(game)
    chance = random.Random(1)
    cards = [*game.entrance[game.face_up :], *game.box]
    chance.shuffle(cards)
    count = len(game.entrance) - game.face_up
    game.entrance[game.face_up :] = cards[:count]
    game.box[:] = cards[count:]
    for player in game.players:
        player.hand = ["duke"] * len(player.hand)
    assert views.public(game) == before


def test_reader_without_keys_never_learns_a_hidden_card():
    at = table.midgame()
    game = open_game(at.data()).chain.game
    assert set(game.entrance[game.face_up :]) == {rules.UNKNOWN}
    assert rules.UNKNOWN in game.box


# A reader without keys comes to the same game as the moderator


@pytest.mark.parametrize("game", [table.dealt, table.midgame, table.withheld, table.parallel])
def test_replay_without_keys_equals_the_moderators(game):
    at = game()
    data = at.data()
    mine, theirs = open_game(data, at.moderator.seed).chain, open_game(data).chain
    assert isinstance(mine.source, Secret)
    assert not isinstance(theirs.source, Secret)
    assert theirs.events == mine.events
    assert rules.public(theirs.game) == rules.public(mine.game)
    assert theirs.hashes == mine.hashes
    assert theirs.pending() == mine.pending()
    for name in at.seeds:
        assert theirs.view(name) == mine.view(name)


def test_replay_without_keys_is_sound_at_every_entry():
    at = table.Table(31, ["anna", "ben", "carla"]).join().accept()
    while at.chain.stage == "playing":
        data = at.data()
        assert audit.audit(data).verdict == audit.SO_FAR
        assert open_game(data).chain.events == at.chain.events
        at.play(9)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(40))
def test_random_games_of_all_terms_keep_their_secrets(number):
    from tests.rules.random_game import TERMS

    terms = dict(TERMS[number * 27 % len(TERMS)])
    rulings = terms.pop("rulings")
    at = table.Table(number, terms.pop("players"), rulings=rulings, **terms).join().accept()
    sizes = table.shape(at.data())
    while at.chain.stage == "playing":
        at.play(5)
        data = at.data()
        assert table.shape(data) == sizes
        for seed in (None, *at.seeds.values(), at.moderator.seed):
            audit.audit(data, seed)
    assert audit.audit(at.data()).verdict == audit.PROVEN
    assert gamefile.is_game(at.data())
