"""What an audit says, by the stage of the game and by who reads."""

from __future__ import annotations

import json

import pytest

from pbem import audit
from pbem.chain import INVITED, OVER
from pbem.errors import Fault, Refused, Unreadable
from tests.cli.runner import pbem
from tests.trust import table

READERS = ["nobody", "anna", "moderator"]


def seed_of(at, reader):
    return {"nobody": None, "moderator": at.moderator.seed}.get(reader, at.seeds.get(reader))


def report(at, reader="nobody"):
    return audit.audit(at.data(), seed_of(at, reader))


def told(lines):
    return " | ".join(lines)


GAMES = {
    "invited": table.invited,
    "accepting": table.accepting,
    "dealt": table.dealt,
    "playing": table.midgame,
    "ended without reveal": table.withheld,
    "over": table.finished,
    "four": table.four,
}
VERDICTS = {"over": audit.PROVEN, "four": audit.PROVEN, "ended without reveal": audit.UNPROVEN}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("stage", GAMES)
def test_verdict_follows_from_the_stage_alone(stage, reader):
    assert report(GAMES[stage](), reader).verdict == VERDICTS.get(stage, audit.SO_FAR)


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("stage", GAMES)
def test_verified_and_not_verified_are_told_apart(stage, reader):
    found = report(GAMES[stage](), reader)
    assert not set(found.verified) & set(found.unverified)
    for line in [*found.verified, *found.unverified]:
        assert line.isprintable()
        assert line.isascii()


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("stage", GAMES)
def test_what_no_file_can_show_is_said_always(stage, reader):
    lines = told(report(GAMES[stage](), reader).unverified)
    assert "only history" in lines
    assert "who holds the keys" in lines


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("stage", [stage for stage in GAMES if stage not in {"over", "four"}])
def test_file_may_be_incomplete_until_the_reveal(stage, reader):
    assert "later entries may exist" in told(report(GAMES[stage](), reader).unverified)


@pytest.mark.parametrize("stage", ["over", "four"])
def test_revealed_game_is_complete(stage):
    assert "later entries may exist" not in told(report(GAMES[stage]()).unverified)


def test_invitation_is_verified_with_the_registrations_there_are():
    found = report(table.invited())
    assert found.verified == [
        "the file is as the moderator signed it, terms and cards are those of the invitation",
        "registrations: 1, each signed by its own sound key",
    ]


def test_accepting_game_has_one_chain_and_no_rules_yet():
    lines = told(report(table.accepting()).verified)
    assert "entries: 2, one chain" in lines
    assert "documents: 1, each signed" in lines
    assert "rules" not in lines


def test_accepting_player_sees_that_the_own_box_opens():
    assert "the box for anna opens with your key" in report(table.accepting(), "anna").verified


def test_reader_without_keys_replays_in_mid_game():
    found = report(table.midgame())
    lines = told(found.verified)
    assert "rules: every order was legal" in lines
    assert "each as it was committed to" in lines
    assert "the board is what the orders lead to" in lines
    assert "shuffles:" not in lines
    assert "the order of the deck" in told(found.unverified)


def test_number_of_openings_is_told():
    at = table.midgame()
    count = sum(event[0] == "face-up" for events in at.chain.events for event in events)
    assert f"cards shown: {count}, " in told(report(at).verified)


def test_player_verifies_the_own_box_in_mid_game():
    found = report(table.midgame(), "anna")
    assert "the box for anna holds what was committed to and follows" in found.verified
    assert "the order of the deck" in told(found.unverified)
    assert "ben" not in told(found.verified)


def test_moderator_verifies_the_shuffles_in_mid_game():
    found = report(table.midgame(), "moderator")
    assert "shuffles: 2, each as it follows from what all had committed to" in found.verified
    assert "the order of the deck" not in told(found.unverified)


@pytest.mark.parametrize("reader", READERS)
def test_everybody_verifies_everything_after_the_reveal(reader):
    found = report(table.finished(), reader)
    lines = told(found.verified)
    assert "the revealed secret is the one committed to before anybody joined" in lines
    assert "shuffles: " in lines
    assert "every commitment to hands and hidden cards" in lines
    assert "the order of the deck" not in told(found.unverified)


def test_end_without_reveal_says_so():
    found = report(table.withheld())
    assert found.opened.chain.stage == OVER
    assert "its secret was not revealed" in told(found.unverified)


def test_unproven_end_is_a_fault_with_the_openings_that_were_verified():
    found = report(table.withheld())
    chain = found.opened.chain
    count = sum(event[0] == "face-up" for events in chain.events for event in events)
    with pytest.raises(Fault, match=f"{count} openings were verified") as caught:
        audit.check_proven(found)
    assert (caught.value.entry, caught.value.field) == (chain.head.number, "kind")


@pytest.mark.parametrize("stage", [stage for stage in GAMES if stage != "ended without reveal"])
def test_other_games_are_no_fault(stage):
    audit.check_proven(report(GAMES[stage]()))


def test_keys_for_which_it_is_proved_are_named():
    at = table.finished()
    assert list(audit.keys_of(report(at).opened.chain)) == [
        ("moderator mod", table.print_of(at.moderator.seed)),
        *((name, table.print_of(seed)) for name, seed in at.seeds.items()),
    ]


def test_stranger_with_a_key_reads_as_nobody():
    at = table.midgame()
    stranger = audit.audit(at.data(), bytes(32))
    assert stranger.verified == report(at).verified
    assert stranger.unverified == report(at).unverified


def test_deck_is_not_proved_if_the_moderator_holds_the_only_seat():
    at = table.Table(6, ["anna"])
    at.seeds["anna"] = at.moderator.seed
    at.join().accept()
    assert "the moderator holds the seat" in told(report(at).unverified)
    at = table.Table(6, ["anna"]).join().accept()
    assert "the moderator holds the seat" not in told(report(at).unverified)


@pytest.mark.parametrize(
    ("data", "error"),
    [(b"", Unreadable), (b"hello", Unreadable), (b'format = "pbem-game-1"\n', Refused)],
)
def test_what_is_no_game_is_no_fault_of_one(data, error):
    with pytest.raises(error):
        audit.audit(data)


# The command


@pytest.fixture
def command(home):
    def run(*games, reader="nobody", as_json=True):
        names = []
        for number, game in enumerate(games):
            data = game if isinstance(game, bytes) else game.data()
            (home / f"{number}.toml").write_bytes(data)
            names.append(f"{number}.toml")
        arguments = ["audit", *names, *(["--json"] if as_json else [])]
        if reader != "nobody":
            (home / "key").write_bytes(table.key_file(reader, seed_of(games[0], reader)))
            (home / "key").chmod(0o600)
            arguments += ["--as", "key"]
        return pbem(*arguments)

    return run


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("stage", GAMES)
def test_exit_code_is_a_fault_for_the_withheld_reveal_alone(command, stage, reader):
    answer = command(GAMES[stage](), reader=reader)
    assert answer.code == (1 if stage == "ended without reveal" else 0)
    [found] = json.loads(answer.out)
    assert found["verdict"] == VERDICTS.get(stage, audit.SO_FAR)
    assert ("fault" in found) == (stage == "ended without reveal")


def test_fault_is_named_by_entry_and_field(command):
    at = table.midgame()
    index = table.first_entry_with(at, "event", 5)
    old = table.line_of(at, index, "event")
    data = table.resign(
        at.data(), at.moderator, entries=table.edited(index, old, 'event = "pass ben"')
    )
    answer = command(data, as_json=False)
    assert answer.code == 1
    assert f"0.toml: fault: entry {index}, event: expected {old}, found" in answer.text
    [found] = json.loads(command(data).out)
    assert (found["fault"]["entry"], found["fault"]["field"]) == (index, "event")


def test_box_that_does_not_open_is_a_fault(command):
    at = table.midgame()

    def exchange(boxes):
        one, two, *rest = boxes
        return [one._replace(box=two.box), two._replace(box=one.box), *rest]

    data = table.resign(at.data(), at.moderator, sealed=exchange, rechain=False)
    twin = at.split()
    twin.data = lambda: data
    assert command(twin).code == 0
    answer = command(twin, reader="anna", as_json=False)
    assert answer.code == 1
    assert "fault: sealed[0]: the sealed box does not open" in answer.text


def test_several_games_are_audited_and_one_fault_is_enough(command):
    answer = command(table.finished(), table.withheld(), table.invited(), as_json=False)
    assert answer.code == 1
    assert "0.toml: proven" in answer.text
    assert "1.toml: fault: entry " in answer.text
    assert "2.toml: sound so far" in answer.text


def test_damaged_file_is_refused(command):
    data = table.midgame().data()
    answer = command(data.replace(b"cash", b"cast", 1))
    assert answer.code == 3
    assert "changed after it was signed" in answer.err


def test_stage_stands_in_the_json(command):
    [found] = json.loads(command(table.invited()).out)
    assert (found["stage"], found["game"], found["head"]) == (INVITED, None, None)
    at = table.finished()
    [found] = json.loads(command(at).out)
    assert found["stage"] == OVER
    assert found["head"] == {
        "index": at.chain.head.number,
        "hash": table.encode64(at.chain.head.hash),
    }
