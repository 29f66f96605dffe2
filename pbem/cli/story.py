"""How the commands come to the story of a game: verified, remembered, as the reader may know it."""

from __future__ import annotations

from pbem import history, player
from pbem.chain import Recall
from pbem.cli import home, output
from pbem.cli.games import introduce, read_game, sound
from pbem.cli.keys import Key
from pbem.cli.memory import Memory
from pbem.crypto.signatures import fingerprint
from pbem.steps import Story


def read_story(path: str, key: Key | None) -> Story:
    """The game in the file *path*, entry by entry; what is wrong with it is refused."""
    memory = Memory(path)
    data = read_game(path)
    seed, recall = (None, None) if key is None else (key.seed, recall_of(key))
    with sound(path), output.naming(path):
        told = history.tell(data, seed, recall, memory.verified)
    with sound(path):
        relation = memory.compare(told.opened, signs=False)
    introduce(told.opened, key, known=relation is not None)
    return told.story


def recall_of(key: Key) -> Recall:
    """The sealed orders that were signed here with a key, or with those that it has followed."""
    state = home.state()

    def recall(invite: bytes, document: bytes) -> str | None:
        for own in _keys(invite.hex(), fingerprint(key.public)):
            words = state.recall(invite.hex(), player.memory_of_choice(own, document))
            if words is not None:
                return words.decode("ascii", "replace")
        return None

    return recall


def _keys(invite: str, own: str) -> list[str]:
    """The fingerprint of a key in a game, and of those before it, as remembered here."""
    keys = [own]
    while (before := home.state().recall(invite, player.memory_of_key(keys[-1]))) is not None:
        if (name := before.decode("ascii", "replace")) in keys:
            break
        keys.append(name)
    return keys
