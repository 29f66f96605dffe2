"""Games from the invitation to the score, played by people who only read their mail."""

import random
import re
from pathlib import Path

from pbem import rules
from pbem.chain import open_game
from tests.cli.runner import pbem
from tests.post.world import attached, mail, text, to
from tests.trust import table


class Player:
    """Somebody with a key, who saves the file that comes and answers what the mail asks."""

    def __init__(self, name, seed):
        self.name = name
        self.seed = seed
        self.file = f"{name}-inn.toml"
        self.chance = random.Random(name)

    def read(self, mails):
        """Save the file in the one mail that came; its text."""
        [letter] = to(mails, self.name)
        [(name, data)] = attached(letter).items()
        assert name == "inn.toml"
        Path(self.file).write_bytes(data)
        return text(letter)

    def command(self, *words):
        """What a command for the own game prints, for the body of a mail."""
        answer = pbem(words[0], self.file, *words[1:], "--armor", "--as", f"{self.name}.key")
        assert answer.code == 0, answer.err
        return answer.text

    def answer(self, letter):
        """What is to be sent, if the letter asks for anything."""
        if "pbem join inn.toml" in letter:
            return self.command("join")
        if "pbem accept inn.toml" in letter:
            return self.command("accept")
        if "pbem order inn.toml" in letter:
            return self.command("order", self.choice())
        return None

    def choice(self):
        chain = open_game(Path(self.file).read_bytes(), self.seed).chain
        seat = chain.players.index(self.name)
        orders = list(rules.legal_orders(chain.game, seat))
        # Who passes comes to an end sooner.
        words = [rules.write(chain.game, seat, order) for order in orders[:40]]
        return "pass" if "pass" in words and self.chance.random() < 0.7 else words[0]


def players_of(world, at):
    world.lay("inn", at)
    return [Player(name, seed) for name, seed in at.seeds.items()]


def play(world, players, hand_in):
    """Let everybody read and answer until nobody is asked any more; the last letters."""
    letters = {}
    for _ in range(300):
        assert world.run().err == ""
        mails = world.out()
        letters = {one: one.read(mails) for one in players}
        answers = {one: one.answer(letter) for one, letter in letters.items()}
        if not any(answers.values()):
            return list(letters.values())
        for one, body in answers.items():
            if body:
                hand_in(one, body)
    raise AssertionError("the game does not end")


def test_game_of_two_is_played_by_mail_from_the_invitation_to_the_score(world):
    at = table.Table(61, ["anna", "ben"])
    players = players_of(world, at)

    def by_mail(one, body):
        world.put(mail(body, sender=f"{one.name}@players.example"))

    letters = play(world, players, by_mail)
    assert all("The game is over." in letter for letter in letters)
    assert all(re.search("      (anna|ben) wins\n", letter) for letter in letters)
    assert world.chain().revealed
    assert pbem("audit", players[0].file).code == 0


def test_game_is_played_to_its_end_through_a_shared_folder(world):
    at = table.Table(3, ["anna", "ben"]).join().accept()
    while at.chain.game.number < 9:
        at.play(1)
    players = players_of(world, at)

    def by_folder(one, body):
        world.drop(body.encode(), f"{one.name}.txt")

    letters = play(world, players, by_folder)
    assert all("The game is over." in letter for letter in letters)
    assert world.chain().revealed
    assert world.names("drop") == []
