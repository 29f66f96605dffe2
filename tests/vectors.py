"""A second implementation of what docs/format.md describes. It uses nothing of pbem.

Written from that page alone, with the standard library and the bare primitives: Ed25519, X25519
and ChaCha20-Poly1305. Short rather than fast; it checks nothing that its callers do not ask for.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import tomllib
from typing import NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

# Building blocks


def sha(data):
    return hashlib.sha256(data).digest()


def mac(key, data):
    return hmac.new(key, data, hashlib.sha256).digest()


def number(value, size=4):
    return bytes(value >> 8 * place & 255 for place in reversed(range(size)))


def lp(part):
    raw = part.encode("ascii") if isinstance(part, str) else part
    return number(len(raw)) + raw


def label(kind, *parts):
    return b"".join(map(lp, ["pbem/v1/" + kind, *parts]))


def expand(key, info, size=32):
    blocks = [b""]
    while 32 * (len(blocks) - 1) < size:
        blocks.append(mac(key, blocks[-1] + info + bytes([len(blocks)])))
    return b"".join(blocks)[:size]


def b64(data):
    return base64.b64encode(data).decode()


def unb64(text):
    data = base64.b64decode(text, validate=True)
    assert b64(data) == text
    return data


# Signatures


def pae(kind, body):
    name = f"application/vnd.pbem.{kind}.v1+toml"
    return f"DSSEv1 {len(name)} {name} {len(body)} ".encode() + body


def document_id(kind, region):
    return sha(pae(kind, region))


def sign(key, kind, body):
    return Ed25519PrivateKey.from_private_bytes(key).sign(pae(kind, body))


def verifies(public, kind, body, signature):
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, pae(kind, body))
    except InvalidSignature:
        return False
    return True


def public_of(key):
    return Ed25519PrivateKey.from_private_bytes(key).public_key().public_bytes_raw()


def seal_public_of(key):
    return X25519PrivateKey.from_private_bytes(key).public_key().public_bytes_raw()


def fingerprint(public):
    return grouped(sha(label("fingerprint", public)))


def grouped(hashed):
    """The first 160 bits of a hash in letters."""
    bits = "".join(f"{byte:08b}" for byte in hashed[:20])
    letters = "".join(
        "qpzry9x8gf2tvdw0s3jn54khce6mua7l"[int(bits[at : at + 5], 2)] for at in range(0, 160, 5)
    )
    return "-".join(letters[at : at + 4] for at in range(0, 32, 4))


# Keys


def identity_key(seed):
    return expand(seed, label("identity"))


def seal_key(seed, invite):
    return expand(seed, label("game-seal", invite))


def nonce(seed, invite, name):
    return expand(seed, label("game-nonce", invite, name))


def secret_of(seed, salt):
    return expand(seed, label("game-secret", salt))


def order_seal_key(secret):
    return expand(secret, label("order-seal"))


def store_key(seed, invite):
    return expand(seed, label("mod-store", invite))


# Commitments and chance


def seed_commit(salt, secret):
    return sha(label("seed-commit", salt, secret))


def nonce_commit(invite, name, value):
    return sha(label("nonce-commit", invite, name, value))


def probe(secret, game, name):
    return expand(secret, label("probe", game, name))


def probe_hash(value):
    return sha(label("probe-hash", value))


def joint_seed(game, secret, nonces):
    """*nonces* by name."""
    return mac(game, label("joint-seed", secret, *[nonces[name] for name in sorted(nonces)]))


def shuffle(prk, deck, serial, cards):
    key = expand(prk, label("shuffle", deck, number(serial)))
    stream = (
        int.from_bytes(mac(key, number(block, 8))[at : at + 4], "big")
        for block in range(2**32)
        for at in range(0, 32, 4)
    )
    pile = sorted(cards, key=str.encode)
    for last in reversed(range(1, len(pile))):
        word = next(stream)
        while word >= 2**32 - 2**32 % (last + 1):
            word = next(stream)
        other = word % (last + 1)
        pile[last], pile[other] = pile[other], pile[last]
    return pile


def card_salt(prk, deck, serial, position):
    return expand(prk, label("card-salt", deck, number(serial), number(position)))


def leaf(game, deck, serial, position, *, salt, card):
    return sha(label("card", game, deck, number(serial), number(position), salt, card))


def state_salt(prk, index):
    return expand(prk, label("state-salt", number(index)))


def state(game, index, salt, data):
    return sha(label("state", game, number(index), salt, data))


def view_salt(prk, index, player):
    return expand(prk, label("view-salt", number(index), player))


def view(game, index, player, salt, data):
    return sha(label("view", game, number(index), player, salt, padded(data, 1024)))


def canonical(data):
    return json.dumps(data, sort_keys=True, separators=(",", ":")).encode("ascii")


# Boxes: HPKE (RFC 9180), base mode, X25519, HKDF-SHA256, ChaCha20-Poly1305


def padded(text, size):
    assert len(text) + 4 <= size
    return (lp(text) + bytes(size))[:size]


def unpadded(text):
    length = int.from_bytes(text[:4], "big")
    assert padded(text[4 : 4 + length], len(text)) == text
    return text[4 : 4 + length]


def box_info(*, game, purpose, to, recipient, moderator, entry, entry_hash):
    return sha(label("seal", game, purpose, to, recipient, moderator, number(entry), entry_hash))


def order_box_info(*, game, player, fingerprint, seq, phase, head_hash):
    return sha(label("seal-order", game, player, fingerprint, number(seq), phase, head_hash))


_KEM = b"KEM" + number(0x20, 2)
_SUITE = b"HPKE" + number(0x20, 2) + number(1, 2) + number(3, 2)


def _extract(suite, salt, name, data):
    return mac(salt, b"HPKE-v1" + suite + name + data)


def _expand(suite, key, name, info, size):
    return expand(key, number(size, 2) + b"HPKE-v1" + suite + name + info, size)


def _cipher(shared, enc, recipient, info):
    """Key and nonce from the result of a key agreement."""
    agreed = _extract(_KEM, b"", b"eae_prk", shared)
    secret = _expand(_KEM, agreed, b"shared_secret", enc + recipient, 32)
    context = (
        b"\0"
        + _extract(_SUITE, b"", b"psk_id_hash", b"")
        + _extract(_SUITE, b"", b"info_hash", info)
    )
    key = _extract(_SUITE, secret, b"secret", b"")
    return (
        ChaCha20Poly1305(_expand(_SUITE, key, b"key", context, 32)),
        _expand(_SUITE, key, b"base_nonce", context, 12),
    )


def seal(text, size, recipient, info, ephemeral):
    """Box *text* with a given *ephemeral* private key, which must serve once only."""
    own = X25519PrivateKey.from_private_bytes(ephemeral)
    enc = own.public_key().public_bytes_raw()
    shared = own.exchange(X25519PublicKey.from_public_bytes(recipient))
    cipher, at = _cipher(shared, enc, recipient, info)
    return enc + cipher.encrypt(at, padded(text, size), b"")


def open_box(box, key, info):
    own = X25519PrivateKey.from_private_bytes(key)
    recipient = own.public_key().public_bytes_raw()
    shared = own.exchange(X25519PublicKey.from_public_bytes(box[:32]))
    cipher, at = _cipher(shared, box[:32], recipient, info)
    return unpadded(cipher.decrypt(at, box[32:], b""))


# Documents


def tidy(data):
    text = data.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n")
    lines = [line.rstrip(b" \t") for line in text.split(b"\n")]
    return b"\n".join(lines).strip(b"\n") + b"\n"


def cut(document):
    """The region and the signature of a signed text, of whatever kind."""
    region, found, trailer = tidy(document).rpartition(b"\n[signature]\n")
    assert found
    return region, unb64(trailer.decode().removeprefix('sig = "').removesuffix('"\n'))


def fields(region):
    return tomllib.loads(region.decode("ascii"))


def flat(kind, values):
    """The region of a document."""
    rest = "".join(
        f'{key} = "{value}"\n' if isinstance(value, str) else f"{key} = {value}\n"
        for key, value in values.items()
    )
    return f'format = "pbem-{kind}-1"\n{rest}'.encode("ascii")


def whole(region, signature):
    return region + f'\n[signature]\nsig = "{b64(signature)}"\n'.encode()


def proved(region):
    """What the proof of a new key is signed over: the lines of `rotate` before it."""
    before, found, _ = region.partition(b'\nproof = "')
    assert found
    return before + b"\n"


def agreement(kind, proposed, player, key):
    """The region by which a player with a key agrees to the proposal of a kind."""
    content = fields(proposed)
    return flat(
        "agree",
        {
            "game": content["game"],
            "player": player,
            "key": fingerprint(key),
            "head_index": content["head_index"],
            "head_hash": content["head_hash"],
            "proposal": b64(document_id(kind, proposed)),
        },
    )


def key_file(name, seed, passphrase, salt, cost):
    """A key file with a passphrase; *cost* is memory in KiB, passes, lanes."""
    memory, passes, lanes = cost
    public = b64(public_of(identity_key(seed)))
    head = (
        f'format = "pbem-key-1"\nname = "{name}"\npublic = "{public}"\n\n'
        f'[secret]\nkdf = "argon2id"\nsalt = "{b64(salt)}"\n'
        f"memory = {memory}\npasses = {passes}\nlanes = {lanes}\n"
    ).encode()
    argon = Argon2id(salt=salt, length=32, iterations=passes, lanes=lanes, memory_cost=memory)
    box = ChaCha20Poly1305(argon.derive(passphrase)).encrypt(bytes(12), seed, head)
    return head + f'box = "{b64(box)}"\n'.encode()


def armor(document, words):
    body = b64(document)
    lines = [body[at : at + 64] for at in range(0, len(body), 64)]
    block = ["-----BEGIN PBEM DOCUMENT-----", *lines, "-----END PBEM DOCUMENT-----"]
    return "".join(f"{line}\n" for line in [words, "", *block])


# The chain


def entry_text(index, previous, kind, lines):
    """The hashed text; *lines* are pairs of key and value, in the order of the page."""
    top = [("index", index), ("previous", b64(previous)), ("kind", kind)]
    return "".join(
        f"{key} = {value}\n" if isinstance(value, int) else f'{key} = "{value}"\n'
        for key, value in [*top, *lines]
    ).encode("ascii")


def head_statement(invite, game, index, entry):
    return f"{b64(invite)}\n{b64(game)}\n{index}\n{b64(entry)}\n".encode()


def short_head(invite, game, index, entry):
    return f"{index} {grouped(sha(label('head', head_statement(invite, game, index, entry))))}"


def pin(invite, moderator, heads):
    """What was seen of a game: hashes and signatures of the heads."""
    text = 'format = "pbem-pin-1"\n'
    text += f'invitation = "{b64(invite)}"\nmoderator = "{b64(moderator)}"\n'
    text += "".join(f'head = "{b64(entry)} {b64(signature)}"\n' for entry, signature in heads)
    return f'{text}check = "{b64(sha(label("pin", text)))}"\n'.encode()


def evidence(invite, moderator, index, sides):
    """Two heads at one index: game, hash and signature of each."""
    text = f'format = "pbem-evidence-1"\nmoderator = "{b64(moderator)}"\n'
    text += f'invitation = "{b64(invite)}"\nindex = {index}\n'
    for name, (game, entry, signature) in zip(("one", "other"), sides, strict=True):
        text += f'{name}_game = "{b64(game)}"\n{name}_hash = "{b64(entry)}"\n'
        text += f'{name}_sig = "{b64(signature)}"\n'
    return text.encode()


def stored(text, document, signature, agreements, head):
    """An entry with a document as it lies in the file; *agreements* are names and signatures."""
    agreed = "".join(f'agree = "{player} {b64(given)}"\n' for player, given in agreements)
    trailer = f'sig = "{b64(signature)}"\n{agreed}head = "{b64(head)}"\n'
    return b"\n".join([text, document, trailer.encode()])


class Blocks(NamedTuple):
    """An entry of a file, taken apart."""

    text: bytes
    #: None if the entry has none, likewise its signature.
    document: bytes | None
    signature: bytes | None
    #: Names and signatures of who agrees to the document.
    agreements: list[tuple[str, bytes]]
    head: bytes


def blocks(stored):
    """An entry of a file."""
    *parts, last = stored.encode("ascii").split(b"\n\n")
    lines = [line.split(' = "') for line in last.decode().splitlines()]
    signatures = [(key, *value.removesuffix('"').split(" ")) for key, value in lines]
    keys = [key for key, *_ in signatures]
    document = parts[1] + b"\n" if len(parts) == 2 else None
    agreements = [(player, unb64(given)) for _, player, given in signatures[1:-1]]
    if document is None:
        assert keys == ["head"]
    else:
        assert keys == ["sig", *["agree"] * len(agreements), "head"]
    signature = unb64(signatures[0][1]) if document else None
    return Blocks(parts[0] + b"\n", document, signature, agreements, unb64(signatures[-1][1]))
