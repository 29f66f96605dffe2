"""Nothing secret stands in a mail, in the journal, in what is refused or what is said."""

import random
from pathlib import Path

from pbem import rules
from pbem.chain import open_game
from pbem.formats.text import encode64
from tests.post.world import attached, html, mail, text
from tests.trust import table


def forms(secret):
    """How bytes may be written."""
    return {secret.hex(), encode64(secret).rstrip("="), repr(secret)[2:-1]}


def put_order(world, at, chance):
    """Send somebody's order, now and then a late one as well; its words if they are secret."""
    name = chance.choice(at.chain.pending()).player
    words = at.words(name)
    order = at.order(name, words)
    world.put(mail(order))
    seq = at.chain.seats[name].seq
    if seq and chance.random() < 0.1:
        world.put(mail(at.order(name, words, seq=seq), f"{name}@players.example"))
    at.hand_in(order)
    return {words} if b"\nbox = " in order else set()


def test_no_mail_and_no_line_of_the_journal_holds_a_secret_of_a_whole_game(world):
    at = table.drafting().split()
    world.lay("inn", at).told()
    written, sealed = [], set()
    chance = random.Random(3)
    while at.chain.stage == "playing":
        # A run for a dozen orders, each written for what the ones before will have made.
        for _ in range(12):
            if at.chain.stage == "playing":
                sealed |= put_order(world, at, chance)
        answer = world.run()
        assert answer.code == 0, answer.err
        written.append(answer.text + answer.err)
        for letter in world.out():
            written.append(str(letter.items()) + text(letter) + html(letter))
            for data in attached(letter).values():
                assert data == world.path("inn").read_bytes()
    assert world.chain().revealed
    told = "\n".join([*written, *(str(line) for line in world.log())])
    told += "".join(path.read_text() for path in Path(world.root, "refused").glob("*.txt"))
    seeds = [*at.seeds.values(), at.moderator.seed]
    for secret in [*seeds, at.secret, at.prk]:
        assert not [form for form in forms(secret) if form in told]
    assert sealed
    for words in sealed:
        assert words not in told


def test_mail_to_a_player_shows_what_everybody_may_see_and_nothing_else(world):
    """The text of an answer is what a reader without any key could have written."""
    at = table.carnival().split()
    world.lay("inn", at).told()
    name = at.asked()
    world.put(mail(at.order(name)))
    world.run()
    chain = open_game(world.path("inn").read_bytes()).chain
    public = rules.public(chain.game)
    for letter in world.out():
        lines = text(letter)
        for player in public["players"]:
            assert "hand" not in player
            assert "objects" not in player
            count = player["hand_count"]
            shown = (
                f"  hand     {count} card{'s' * (count != 1)}\n" if count else "  hand     empty\n"
            )
            assert shown in lines or "cash" not in lines
