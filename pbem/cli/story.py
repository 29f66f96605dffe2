"""How the commands come to the story of a game: verified, remembered, as the reader may know it."""

from __future__ import annotations

from pbem import history
from pbem.cli import output
from pbem.cli.games import introduce, read_game, sound
from pbem.cli.keys import Key
from pbem.cli.memory import Memory, recall_of
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
