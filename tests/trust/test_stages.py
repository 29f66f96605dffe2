"""Every document and every command of a player at every stage at which it is out of place."""

from __future__ import annotations

import pytest

from pbem import desk, player, receipts
from pbem.chain import open_game
from pbem.errors import Refused
from pbem.formats import flat
from tests.trust import table
from tests.trust.test_late import DATE, forged
from tests.trust.test_orders import registration

#: kind of document -> the stages at which it is taken
RIGHT = {
    "registration": {"invited"},
    "consent": {"accepting"},
    "order": {"playing"},
    "invitation": set(),
    "late": set(),
    "receipt": set(),
}
WRONG = [
    (kind, stage) for kind, right in RIGHT.items() for stage in table.STAGES if stage not in right
]


def document(kind, stage):
    """A document of a kind that was not handed in before, for a game at that stage."""
    at = table.at_stage(stage)
    if kind == "registration":
        return registration(at, "ben", seed=bytes(range(32)))
    if kind == "invitation":
        return at.chain.invitation.document.whole
    if kind in ("late", "receipt"):
        return word_of_the_moderator(kind)
    source = at if stage in {"accepting", "playing", "over"} else table.accepting()
    if kind == "consent":
        region, _ = flat.split(source.consent("anna", probe=table.encode64(bytes(32))))
        return flat.join(
            region, table.sign(table.keys.identity_key(at.seeds["anna"]), kind, region)
        )
    return table.midgame().order(table.midgame().asked()) if stage != "over" else last_order(at)


def word_of_the_moderator(kind):
    """What the moderator's own commands write and nobody hands in."""
    at = table.midgame()
    if kind == "late":
        return flat.join(*forged(at, at.moderator.seed))
    given = at.order(at.asked())
    return receipts.write(given, at.chain.head, receipts.WAITING, DATE, at.moderator.key)


def last_order(at):
    """An order that continues a game that is over."""
    stored = next(s for s in reversed(at.desk.entries) if s.region is not None)
    content = dict(flat.read("order", stored.region))
    del content["format"]
    name = content["player"]
    return table.signed("order", content | {"seq": content["seq"] + 1}, at.seeds[name])


@pytest.mark.parametrize(("kind", "stage"), WRONG)
def test_document_at_a_wrong_stage_is_refused(kind, stage):
    at = table.at_stage(stage).split()
    [verdict] = at.desk.take([document(kind, stage)])
    assert isinstance(verdict.error, Refused)
    assert not at.desk.changed


@pytest.mark.parametrize(
    ("kind", "stage", "words"),
    [
        ("registration", "accepting", "the game is accepting: all have joined"),
        ("registration", "playing", "the game is playing: all have joined"),
        ("registration", "over", "the game is over: all have joined"),
        ("consent", "invited", "the game is invited: consents come after all have joined"),
        ("order", "invited", "the game is invited: orders come after all have joined"),
        ("order", "over", "the game is over"),
        ("consent", "playing", "anna has accepted already"),
        ("consent", "over", "anna has accepted already"),
    ],
)
def test_refusal_names_the_stage(kind, stage, words):
    at = table.at_stage(stage).split()
    [verdict] = at.desk.take([document(kind, stage)])
    assert words in verdict.message


def test_order_while_others_accept_is_refused():
    at = table.accepting().split()
    name = "ben"
    fields = dict(flat.read("order", flat.split(table.midgame().order(table.midgame().asked()))[0]))
    del fields["format"]
    fields |= {
        "game": table.encode64(at.chain.id),
        "player": name,
        "key": table.print_of(at.seeds[name]),
    }
    [verdict] = at.desk.take([table.signed("order", fields, at.seeds[name])])
    assert verdict.message == "the game is accepting: no orders yet"


ANNA = table.print_of(table.midgame().seeds["anna"])
COMMANDS = {
    "join": lambda opened, seed: player.join(opened, seed, "ben"),
    "accept": player.accept,
    "order": lambda opened, seed: player.order(opened, seed, "pass"),
}
OUT_OF_PLACE = [
    ("join", "accepting", "the game is accepting: registrations are over"),
    ("join", "playing", f"the key {ANNA} holds, or held, a seat of this game"),
    ("join", "over", "the game is over: registrations are over"),
    ("accept", "invited", "the game is invited: still to join: ben"),
    ("accept", "playing", "the game is playing: all have accepted"),
    ("accept", "over", "the game is over: all have accepted"),
    ("order", "accepting", "the game is accepting: no orders yet"),
]


@pytest.mark.parametrize(("command", "stage", "words"), OUT_OF_PLACE)
def test_player_does_not_sign_at_a_wrong_stage(command, stage, words):
    at = table.at_stage(stage)
    with pytest.raises(Refused) as caught:
        COMMANDS[command](open_game(at.data()), at.seeds["anna"])
    assert caught.value.message == words


def test_player_does_not_order_before_all_have_joined():
    at = table.invited()
    with pytest.raises(Refused, match="the game is invited: no orders yet"):
        COMMANDS["order"](open_game(at.data()), at.seeds["anna"])


def test_player_does_not_order_when_the_game_is_over():
    at = table.finished()
    with pytest.raises(Exception, match="the game is over"):
        COMMANDS["order"](open_game(at.data()), at.seeds["anna"])


@pytest.mark.parametrize("stage", ["accepting", "playing", "over"])
def test_seat_is_not_freed_after_the_genesis(stage):
    at = table.at_stage(stage).split()
    with pytest.raises(Refused, match=f"the game is {stage}: seats are fixed by the genesis"):
        at.desk.free("anna")


@pytest.mark.parametrize("stage", table.STAGES)
def test_foreign_moderator_is_refused_at_every_stage(stage):
    at = table.at_stage(stage)
    with pytest.raises(Refused, match="the moderator of this game is "):
        desk.Desk(at.data(), desk.Author("mod", bytes(32)))
