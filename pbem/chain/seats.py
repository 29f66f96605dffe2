"""The invitation and who takes its seats: what is fixed before anything is dealt."""

from collections.abc import Mapping
from typing import NamedTuple

from pbem import rules
from pbem.crypto import commitments, keys
from pbem.crypto.labels import digest, label
from pbem.crypto.signatures import Verifier, check_public_key, document_id, fingerprint
from pbem.errors import Refused
from pbem.formats import flat
from pbem.formats.text import encode64


class Signed(NamedTuple):
    """A document with its signature, as bytes, and its id."""

    kind: str
    region: bytes
    signature: bytes
    id: bytes
    content: flat.Document

    @property
    def whole(self) -> bytes:
        """The document as it is sent."""
        return flat.join(self.region, self.signature)


def self_signed(kind: str, data: bytes) -> Signed:
    """A document that proves possession of the key in it, and nothing more. Raises Refused."""
    region, signature = flat.split(data)
    content = flat.read(kind, region)
    key = content.raw("key")
    check_public_key(key)
    if not Verifier(key).verify(kind, region, signature):
        raise Refused(f"the signature of the {kind} is not by the key in it")
    return Signed(kind, region, signature, document_id(kind, region), content)


def cards_hash(terms: rules.Options) -> bytes:
    """The hash of the list of a game's cards, which the invitation fixes."""
    return digest(label("cards", "\n".join(rules.card_list(terms))))


class Moderator(NamedTuple):
    """Who signs the heads of a game."""

    name: str
    key: Verifier
    #: To whom the moderator's box is sealed; of who made the invitation the key is not published.
    seal_key: bytes | None = None

    @property
    def fingerprint(self) -> str:
        """The name of the key for people."""
        return fingerprint(self.key.public)


class Invitation:
    """The terms of a game, by the moderator's word."""

    def __init__(self, document: Signed) -> None:
        """Take a verified invitation. Raises Refused for one of another version."""
        self.document = document
        content = document.content
        self.id = document.id
        self.moderator = Moderator(content.text("moderator"), Verifier(content.raw("key")))
        keys.check_seal_key(content.raw("order_seal"))
        if content.text("rules") != rules.RULES:
            raise Refused(
                f"the game is played by rules {content.text('rules')}, this pbem by {rules.RULES}",
                "use the version of pbem that the game was made with",
            )
        self.options = _options(content)
        if content.raw("cards") != cards_hash(self.options):
            raise Refused("the game was made with another list of cards than this pbem has")
        self.bound = dict(item.split("=") for item in content.words("fingerprints"))
        for name in self.bound:
            if name not in self.options.players:
                raise Refused(f"a fingerprint is named for {name}, who is not invited")

    def check_secret(self, secret: bytes) -> None:
        """Refuse a secret that is not the one the moderator committed to."""
        content = self.document.content
        if commitments.seed_commit(content.raw("salt"), secret) != content.raw("seed_commit"):
            raise Refused("the secret is not the one that the invitation committed to")
        if keys.seal_public(keys.order_seal_key(secret)) != content.raw("order_seal"):
            raise Refused("the key for sealed orders does not follow from the secret")


def _options(content: flat.Document) -> rules.Options:
    corrections: dict[str, int | str] = {}
    for item in content.words("corrections"):
        name, _, value = item.partition("=")
        corrections[name] = int(value) if value.isdigit() else value
    try:
        return rules.options(
            content.words("players"),
            length=content.text("length"),
            variants=content.words("variants"),
            modules=content.words("modules"),
            rulings=dict(item.split("=") for item in content.words("rulings")),
            corrections=corrections,
            first=content.text("first") or None,
        )
    except rules.RulesError as problem:
        raise Refused(f"invitation: {problem.message}", problem.hint) from None


class Seat:
    """A player who has joined, and what the chain knows of the player's orders."""

    def __init__(self, document: Signed, number: int) -> None:
        content = document.content
        self.document = document
        self.name = content.text("player")
        #: The place at the table, from 0, by which the rules know the player.
        self.number = number
        self.take_key(content.raw("key"), content.raw("seal_key"))
        self.door = content.number("door")
        #: Revealed with the consent.
        self.nonce: bytes | None = None
        #: The kind and the number of the entry of each order, by its own number from 1 on.
        self.answers: list[tuple[str, int]] = []
        #: The entry that opened the question this player has open.
        self.opened: int | None = None
        #: The entries of the last documents that answered no question, by what they were.
        self.any_time: dict[str, int] = {}

    @property
    def seq(self) -> int:
        """The number of the player's last order, or of the default answer in its place."""
        return len(self.answers)

    def take_key(self, public: bytes, seal_key: bytes) -> None:
        """Let the seat be held by a key from now on, and its boxes be sealed to another."""
        self.key = Verifier(public)
        self.fingerprint = fingerprint(public)
        self.seal_key = seal_key


def registered(invitation: Invitation, data: bytes) -> Seat:
    """The seat that a registration asks for, be it free or not. Raises Refused."""
    document = self_signed("registration", data)
    content = document.content
    if content.raw("invitation") != invitation.id:
        raise Refused("the registration answers another invitation")
    name, invited = content.text("player"), invitation.options.players
    if name not in invited:
        raise Refused(f"{name} is not invited", f"invited: {', '.join(invited)}")
    new = Seat(document, invited.index(name))
    keys.check_seal_key(new.seal_key)
    return new


def seat(invitation: Invitation, seated: Mapping[str, Seat], data: bytes) -> Seat:
    """The seat a registration takes beside those already *seated*. Raises Refused."""
    new = registered(invitation, data)
    if new.name in seated:
        old = seated[new.name].fingerprint
        raise Refused(f"the seat of {new.name} is taken by {old}; this key is {new.fingerprint}")
    for other in seated.values():
        if other.key.public == new.key.public:
            raise Refused(f"the key {new.fingerprint} has the seat of {other.name} already")
    moderates = new.key.public == invitation.moderator.key.public
    if moderates and not invitation.options.solitaire:
        raise Refused(f"the key {new.fingerprint} is the moderator's, which holds no seat")
    bound = invitation.bound.get(new.name)
    if bound is not None and bound != new.fingerprint:
        raise Refused(
            f"the seat of {new.name} is for the key {bound}; this key is {new.fingerprint}"
        )
    return new


def nonce_shown(invitation: Invitation, taken: Seat, nonce: bytes) -> bool:
    """True if a nonce is the one committed to by the registration."""
    committed = taken.document.content.text("nonce_commit")
    return encode64(commitments.nonce_commit(invitation.id, taken.name, nonce)) == committed
