"""What this user has seen of a game and signed in it, kept in the state folder."""

from __future__ import annotations

from collections.abc import Sequence

from pbem import pins
from pbem.chain import Opened
from pbem.cli import home, output
from pbem.errors import Fault, Refused

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
        return () if self.pin is None or self.full else [head.hash for head in self.pin.heads]

    def compare(self, opened: Opened, *, signs: bool) -> pins.Relation | None:
        """How the game stands to what was seen, which is remembered if it is new.

        None if nothing was known of it. Raises Fault for a fork, after writing the evidence, and
        Refused where a signer holds an older file or cannot remember.
        """
        seen = pins.pin_of(opened.chain, opened.file.entries)
        if self.pin is None:
            self._remember(opened, seen, signs=signs)
            return None
        relation, index = pins.relation(opened.chain.hashes, [head.hash for head in self.pin.heads])
        if relation is pins.Relation.FORK:
            raise self._fork(opened, seen, index)
        if relation is pins.Relation.NEWER:
            self._remember(opened, seen, signs=signs)
        if relation is pins.Relation.OLDER:
            self._warn_of_older(len(opened.chain.hashes), signs=signs)
        return relation

    def _remember(self, opened: Opened, seen: pins.Pin, *, signs: bool) -> None:
        try:
            remember(opened.chain.invitation.id, seen)
        except Refused as problem:
            if signs:
                raise
            output.warn(f"what was seen of this game is not remembered: {problem.message}")

    def _warn_of_older(self, entries: int, *, signs: bool) -> None:
        assert self.pin is not None
        message = f"older, it ends at entry {entries - 1}; you have seen {len(self.pin.heads) - 1}"
        if signs:
            raise Refused(f"{self.path}: {message}", "use the newest file")
        output.warn(f"{self.path}: {message}")

    def _fork(self, opened: Opened, seen: pins.Pin, index: int) -> Fault:
        """The fault of a second history; the evidence is kept in the state folder."""
        assert self.pin is not None
        invite = opened.chain.invitation.id
        name = f"evidence-{index}-{seen.heads[index].hash.hex()[:16]}"
        state = home.state()
        state.remember(invite.hex(), name, pins.evidence(invite, index, self.pin, seen))
        return Fault(
            "FORK: the moderator has signed two histories; this entry is not the one you have"
            f" seen; the evidence is in {state.path(invite.hex(), name)}",
            "show it to the other players; do not play on",
            entry=index,
            field="head",
        )


def remember(invite: bytes, pin: pins.Pin) -> None:
    """Keep a pin. Raises Refused if the state folder cannot be written."""
    home.state().remember(invite.hex(), _PIN, pins.dumps(pin))


def recall(invite: bytes) -> pins.Pin | None:
    """The pin of a game, or None if it was never seen. Raises Refused for a damaged one."""
    state = home.state()
    data = state.recall(invite.hex(), _PIN)
    if data is None:
        return None
    with output.naming(state.path(invite.hex(), _PIN)):
        return pins.loads(data)
