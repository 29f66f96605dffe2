"""What this user has seen of a game, kept in the state folder."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence

from pbem import pins, player, store
from pbem.chain import Chain, Opened, Recall
from pbem.cli import home, output
from pbem.cli.keys import Key
from pbem.crypto.signatures import fingerprint
from pbem.errors import Fault, Locked, Refused
from pbem.formats.entry import Stored

#: How long a run waits for another one that is at work on the same, in seconds.
PATIENCE = 10.0

_PIN = "pin"


class Memory:
    """The pin of one game, from before it is opened to after."""

    def __init__(self, path: str, *, full: bool = False) -> None:
        """Remember for the game in the file *path*; *full* verifies all of it again."""
        self.path = path
        self.full = full
        self.pin: pins.Pin | None = None

    def verified(self, invite: bytes) -> Sequence[bytes]:
        """The hashes of the entries verified before; an unreadable pin is an alarm."""
        self.pin = recall(invite)
        return () if self.pin is None or self.full else self.pin.hashes

    def compare(self, opened: Opened, *, signs: bool) -> pins.Relation | None:
        """How the game stands to what was seen, which is remembered if it is new.

        None if nothing was known of it. Raises Fault for a fork, after writing the evidence, and
        Refused where a signer holds an older file or cannot remember.
        """
        chain = opened.chain
        seen = pins.pin_of(chain, opened.file.entries)
        if self.pin is None:
            self._remember(opened, signs=signs)
            return None
        relation, index = pins.relation(seen.hashes, self.pin.hashes)
        if relation is pins.Relation.FORK:
            raise _fork(self.pin, seen, index, chain)
        older = relation is pins.Relation.OLDER
        if not older and self.pin.moderator != chain.moderator_of(index).key.public:
            raise damaged("it names another moderator", seen.invite)
        if relation is pins.Relation.NEWER:
            self._remember(opened, signs=signs)
            if self.pin.moderator != seen.moderator:
                since, moderator = chain.moderators[-1]
                output.say(
                    f"{moderator.name} {moderator.fingerprint} moderates now, by the handover in"
                    f" entry {since - 1}"
                )
        if relation is pins.Relation.OLDER:
            self._warn_of_older(len(seen.heads), len(self.pin.heads), signs=signs)
        return relation

    def _remember(self, opened: Opened, *, signs: bool) -> None:
        try:
            remember(opened.chain, opened.file.entries)
        except (Refused, Locked) as problem:
            if signs:
                raise
            output.warn(f"what was seen of this game is not remembered: {problem.message}")

    def _warn_of_older(self, found: int, known: int, *, signs: bool) -> None:
        ending = f"it ends at entry {found - 1}" if found else "it has no entries yet"
        message = f"older, {ending}; you have seen entry {known - 1}"
        if signs:
            raise Refused(f"{self.path}: {message}", "use the newest file")
        output.warn(f"{self.path}: {message}")


def _fork(pin: pins.Pin, seen: pins.Pin, index: int, chain: Chain) -> Fault:
    """The fault of a second history; the evidence is kept in the state folder if that can be."""
    from pbem import proof

    moderator = chain.moderator_of(index).key.public
    name = f"evidence-{index}-{seen.heads[index].hash.hex()[:16]}"
    state = home.state()
    try:
        state.remember(pin.invite.hex(), name, proof.write(index, moderator, pin, seen))
    except Refused as problem:
        where = f"the evidence is not kept: {problem.message}"
    else:
        where = f"the evidence is in {state.path(pin.invite.hex(), name)}"
    return Fault(
        "FORK: the moderator has signed two histories; this entry is not the one you have seen;"
        f" {where}",
        "show it to the other players; do not play on",
        entry=index,
        field="head",
    )


@contextlib.contextmanager
def undisturbed(folder: str) -> Iterator[None]:
    """Keep other runs from a folder of what is remembered, which is made if need be."""
    store.make_folder(folder)
    with store.locked(folder, PATIENCE):
        yield


def remember(chain: Chain, entries: Sequence[Stored]) -> None:
    """Keep what was seen, unless more was seen in the meantime.

    Raises Refused if the state folder cannot be written, Fault if another run has seen another
    history in the meantime.
    """
    state, seen = home.state(), pins.pin_of(chain, entries)
    with undisturbed(state.folder):
        pin = recall(seen.invite)
        if pin is not None:
            relation, index = pins.relation(seen.hashes, pin.hashes)
            if relation is pins.Relation.FORK:
                raise _fork(pin, seen, index, chain)
            if relation is not pins.Relation.NEWER:
                return
            seen = pins.longer(pin, seen)
        state.remember(seen.invite.hex(), _PIN, pins.dumps(seen))


def recall(invite: bytes) -> pins.Pin | None:
    """The pin of a game, or None if it was never seen. Raises Refused for a damaged one."""
    data = home.state().recall(invite.hex(), _PIN)
    if data is None:
        return None
    try:
        pin = pins.loads(data)
    except ValueError as problem:
        raise damaged(str(problem), invite) from None
    if pin.invite != invite:
        raise damaged("it is of another game", invite)
    return pin


def damaged(reason: str, invite: bytes) -> Refused:
    """The alarm at a pin that is not as it was written."""
    return Refused(
        f"{home.state().path(invite.hex(), _PIN)}: what was remembered of this game is damaged:"
        f" {reason}",
        "somebody or something changed it: compare heads with the others before you go on",
    )


def recall_of(key: Key) -> Recall:
    """The sealed orders that were signed here with a key, or with those that it has followed."""
    state = home.state()

    def recall(invite: bytes, document: bytes) -> str | None:
        for own in _keys(invite.hex(), fingerprint(key.public)):
            name = player.memory_of_choice(own, document)
            data = state.recall(invite.hex(), name)
            if data is not None:
                return _words(data, document, state.path(invite.hex(), name))
        return None

    return recall


def _words(data: bytes, document: bytes, path: str) -> str | None:
    """What a sealed order says, as remembered; nothing, and a warning, if that is damaged."""
    try:
        return player.recalled_choice(data, document)
    except ValueError:
        output.warn(f"{path}: what was remembered of a sealed order is damaged; it is not checked")
        return None


def _keys(invite: str, own: str) -> list[str]:
    """The fingerprint of a key in a game, and of those before it, as remembered here."""
    keys = [own]
    while (before := home.state().recall(invite, player.memory_of_key(keys[-1]))) is not None:
        if (name := before.decode("ascii", "replace")) in keys:
            break
        keys.append(name)
    return keys
