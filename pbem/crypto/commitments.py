"""Hashes that fix something now and show it later.

*game* is the raw hash of the genesis, *invite* the raw id of the invitation.
"""

from __future__ import annotations

from pbem.crypto.labels import digest, expand, label, u32


def seed_commit(salt: bytes, secret: bytes) -> bytes:
    """The moderator's commitment to the game *secret*, in the invitation."""
    return digest(label("seed-commit", salt, secret))


def nonce_commit(invite: bytes, name: str, nonce: bytes) -> bytes:
    """A player's commitment to the *nonce*, in the registration; worthless under another name."""
    return digest(label("nonce-commit", invite, name, nonce))


def probe(secret: bytes, game: bytes, name: str) -> bytes:
    """What is sealed to a player before the consent, to show that the sealing key works."""
    return expand(secret, label("probe", game, name))


def probe_hash(opened: bytes) -> bytes:
    """What a player answers to a probe that was *opened*."""
    return digest(label("probe-hash", opened))


def state_salt(prk: bytes, index: int) -> bytes:
    """The salt of the commitment to the hidden state after entry *index*."""
    return expand(prk, label("state-salt", u32(index)))


def state(game: bytes, index: int, salt: bytes, data: bytes) -> bytes:
    """The commitment to the hidden state after entry *index*."""
    return digest(label("state", game, u32(index), salt, data))


def view_salt(prk: bytes, index: int, player: str) -> bytes:
    """The salt of the commitment to what *player* knows after entry *index*."""
    return expand(prk, label("view-salt", u32(index), player))


def view(game: bytes, index: int, player: str, salt: bytes, padded: bytes) -> bytes:
    """The commitment to what *player* knows after entry *index*, as *padded* text."""
    return digest(label("view", game, u32(index), player, salt, padded))
