"""The deal: what follows from the joint seed of a game, and from nothing else.

No order, time, hash or ciphertext enters a shuffle, so nobody can try until one suits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pbem.crypto.labels import digest, expand, extract, label, mac, u32, u64


def joint_seed(game: bytes, secret: bytes, nonces: Mapping[str, bytes]) -> bytes:
    """The seed of all chance in *game*, from the moderator's *secret* and each player's nonce."""
    return extract(game, label("joint-seed", secret, *(nonces[name] for name in sorted(nonces))))


def shuffle(prk: bytes, deck: str, serial: int, cards: Iterable[str]) -> list[str]:
    """*cards* as shuffle number *serial* of *deck* leaves them, top first.

    The order in which they are given does not matter; equal names are equal cards.
    """
    words = _words(expand(prk, label("shuffle", deck, u32(serial))))
    pile = sorted(cards)
    for last in range(len(pile) - 1, 0, -1):
        other = _below(last + 1, words)
        pile[last], pile[other] = pile[other], pile[last]
    return pile


def card_salt(prk: bytes, deck: str, serial: int, position: int) -> bytes:
    """The salt of the commitment to the card at *position* (0 is the top)."""
    return expand(prk, label("card-salt", deck, u32(serial), u32(position)))


def leaf(game: bytes, deck: str, serial: int, position: int, *, salt: bytes, card: str) -> bytes:
    """The commitment to *card* at *position* of a shuffle, published with the shuffle."""
    return digest(label("card", game, deck, u32(serial), u32(position), salt, card))


def _words(key: bytes) -> Iterator[int]:
    """Yield the 32-bit words of the stream of *key*, without end."""
    counter = 0
    while True:
        block = mac(key, u64(counter))
        for start in range(0, 32, 4):
            yield int.from_bytes(block[start : start + 4], "big")
        counter += 1


def _below(bound: int, words: Iterator[int]) -> int:
    """Draw a number from 0 to *bound* - 1, each equally likely."""
    # Words after the last whole turn are thrown away.
    limit = 2**32 - 2**32 % bound
    return next(word for word in words if word < limit) % bound
