"""The deal is fair, follows from the seed alone, and a second program finds the same."""

import hashlib
import hmac
import itertools
from collections import Counter

import pytest
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand

from pbem.crypto.dealing import _below, card_salt, joint_seed, leaf, shuffle

PRK = hashlib.sha256(b"a joint seed").digest()
GAME = b"\x05" * 32
GUESTS = [f"guest-{number}" for number in range(70)] + ["peasant"] * 8


def joined(kind, *parts):
    out = b""
    for part in (b"pbem/v1/" + kind, *parts):
        out += bytes([0, 0, len(part) >> 8, len(part) & 255]) + part
    return out


def second_shuffle(prk, deck, serial, cards):
    """Shuffle once more: the stream as one long string of bytes, the pile taken apart."""
    info = joined(b"shuffle", deck.encode(), serial.to_bytes(4, "big"))
    key = HKDFExpand(SHA256(), 32, info).derive(prk)
    stream = b"".join(
        hmac.new(key, number.to_bytes(8, "big"), hashlib.sha256).digest() for number in range(60)
    )
    place = 0
    pile = dict(enumerate(sorted(cards)))
    for count in reversed(range(2, len(pile) + 1)):
        while True:
            word = int(stream[place : place + 4].hex(), 16)
            place += 4
            # the last, incomplete turn through `count` numbers is not used
            if word // count < 2**32 // count:
                break
        picked = word % count
        pile[count - 1], pile[picked] = pile[picked], pile[count - 1]
    return [pile[position] for position in sorted(pile)]


@pytest.mark.parametrize(("deck", "serial"), [("guest", 0), ("guest", 1), ("seats", 0)])
def test_two_programs_shuffle_alike(deck, serial):
    assert shuffle(PRK, deck, serial, GUESTS) == second_shuffle(PRK, deck, serial, GUESTS)


def test_shuffle_keeps_every_card():
    assert Counter(shuffle(PRK, "guest", 0, GUESTS)) == Counter(GUESTS)


def test_order_of_discarding_does_not_matter():
    assert shuffle(PRK, "guest", 1, GUESTS[::-1]) == shuffle(PRK, "guest", 1, GUESTS)


def test_shuffle_leaves_its_argument_alone():
    cards = ["b", "a", "c"]
    shuffle(PRK, "guest", 0, cards)
    assert cards == ["b", "a", "c"]


@pytest.mark.parametrize("cards", [[], ["only"]])
def test_one_card_or_none_comes_out_as_it_was(cards):
    assert shuffle(PRK, "guest", 0, cards) == cards


def test_seed_deck_and_serial_each_change_the_shuffle():
    piles = {
        tuple(shuffle(*key, GUESTS))
        for key in [
            (PRK, "guest", 0),
            (PRK, "guest", 1),
            (PRK, "event", 0),
            (bytes(32), "guest", 0),
        ]
    }
    assert len(piles) == 4


def test_all_120_orders_of_5_cards_are_equally_likely():
    shuffles = 12000
    counts = Counter("".join(shuffle(PRK, "five", serial, "abcde")) for serial in range(shuffles))
    expected = shuffles / 120
    chi = sum(
        (counts["".join(order)] - expected) ** 2 / expected
        for order in itertools.permutations("abcde")
    )
    # 119 degrees of freedom: 70 to 184 holds all but one seed in some thousands
    assert 70 < chi < 184


def test_word_beyond_the_last_whole_turn_is_thrown_away():
    # 2**32 = 3 * 1431655765 + 1, so the last word would favour 0
    assert _below(3, iter([2**32 - 1, 5])) == 2
    assert _below(3, iter([2**32 - 2])) == (2**32 - 2) % 3


def test_bound_that_divides_the_range_takes_every_word():
    assert _below(2, iter([2**32 - 1])) == 1


def test_joint_seed_is_the_documented_hkdf():
    nonces = {"ben": b"b" * 32, "anna": b"a" * 32}
    ikm = joined(b"joint-seed", b"s" * 32, b"a" * 32, b"b" * 32)
    assert joint_seed(GAME, b"s" * 32, nonces) == hmac.new(GAME, ikm, hashlib.sha256).digest()


def test_equal_nonces_do_not_cancel():
    alike = joint_seed(GAME, b"s" * 32, {"anna": b"a" * 32, "ben": b"a" * 32})
    others = joint_seed(GAME, b"s" * 32, {"anna": b"b" * 32, "ben": b"b" * 32})
    assert alike != others


def test_card_salt_is_the_documented_one():
    info = joined(b"card-salt", b"guest", b"\0\0\0\2", b"\0\0\0\7")
    assert card_salt(PRK, "guest", 2, 7) == HKDFExpand(SHA256(), 32, info).derive(PRK)


def test_leaf_is_the_documented_hash():
    text = joined(b"card", GAME, b"guest", b"\0\0\0\2", b"\0\0\0\7", b"s" * 32, b"baron")
    found = leaf(GAME, "guest", 2, 7, salt=b"s" * 32, card="baron")
    assert found == hashlib.sha256(text).digest()


def test_equal_cards_have_different_leaves():
    leaves = {
        leaf(GAME, "guest", 0, place, salt=card_salt(PRK, "guest", 0, place), card="peasant")
        for place in range(8)
    }
    assert len(leaves) == 8
