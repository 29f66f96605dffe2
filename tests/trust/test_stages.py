"""Every document and every command of a player at every stage at which it is out of place."""

from __future__ import annotations

import pytest

from pbem import desk, player, proposals
from pbem.chain import changes, open_game
from pbem.errors import Refused
from pbem.formats import entry, flat
from tests.trust import agreeing, table

#: kind of document -> the stages at which it is taken
RIGHT = {
    "registration": {"invited"},
    "consent": {"accepting"},
    "order": {"playing"},
    "rotate": {"playing"},
    # These are made by the moderator, or are a part of what is.
    "invitation": set(),
    "late": set(),
    "receipt": set(),
    "handover": set(),
    "offer": set(),
    "replace": set(),
    "correct": set(),
    "abandon": set(),
    "agree": set(),
}
NEW = agreeing.seed(201)
WRONG = [
    (kind, stage) for kind, right in RIGHT.items() for stage in table.STAGES if stage not in right
]


def document(kind, stage):
    """A document of a kind that was not handed in before, for a game at that stage."""
    at = table.at_stage(stage)
    if kind == "registration":
        return at.registration("ben", seed=bytes(range(32)))
    if kind == "invitation":
        return at.chain.invitation.document.whole
    source = at if stage in {"accepting", "playing", "over"} else table.accepting()
    if kind in {*LINES, "rotate", "offer"}:
        return change(source, kind)
    if kind == "consent":
        region, _ = flat.split(source.consent("anna", probe=table.encode64(bytes(32))))
        return flat.join(
            region, table.sign(table.keys.identity_key(at.seeds["anna"]), kind, region)
        )
    return table.midgame().order(table.midgame().asked()) if stage != "over" else last_order(at)


def of_anna(at, **more):
    """The lines of the moderator's word about an order of anna."""
    return {**agreeing.head(at), "player": "anna", "seq": 1, "phase": "round-1-place", **more}


def by_anna(at):
    """The lines of what is for anna's key alone."""
    return {**agreeing.head(at), "player": "anna", "key": table.print_of(at.seeds["anna"])}


NONE = table.encode64(bytes(32))
#: What a document says that is right but for the stage.
LINES = {
    "late": lambda at: of_anna(at, date="2026-11-30"),
    "receipt": lambda at: of_anna(
        at,
        document=NONE,
        revision=0,
        outcome="taken",
        order="pass",
        date="2026-11-30",
        signed="AAAA",
    ),
    "replace": lambda at: {
        **by_anna(at),
        "registration": table.encode64(at.registration("anna", NEW)),
    },
    "correct": lambda at: {**agreeing.head(at), "entry": len(at.seeds), "why": agreeing.WHY},
    "abandon": agreeing.head,
    "agree": lambda at: {**by_anna(at), "proposal": NONE},
    "handover": lambda at: {
        **agreeing.head(at),
        "offer": table.encode64(agreeing.offer(at, "nina", NEW)),
    },
}


def change(at, kind):
    """A document by which something else changes than the position on the board."""
    if kind == "rotate":
        return agreeing.rotation(at, "anna", NEW)
    if kind == "offer":
        return agreeing.offer(at, "nina", NEW)
    by = at.seeds["anna"] if kind == "agree" else at.moderator.seed
    return table.signed(kind, LINES[kind](at), by)


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


def test_every_kind_of_document_is_looked_at():
    assert RIGHT.keys() == flat.KINDS.keys()


ENTERED = changes.MADE | changes.DECIDED


@pytest.mark.parametrize("stage", ["accepting", "over"])
@pytest.mark.parametrize("kind", [entry.ROTATE, entry.HANDOVER, *proposals.PROPOSALS])
def test_no_entry_is_made_of_a_change_at_a_wrong_stage(kind, stage):
    at = table.at_stage(stage).split()
    before = at.chain.hashes[:]
    region, signature = flat.split(change(at, kind))
    arguments = (at.chain, region, signature, *[[]] * (kind in changes.DECIDED))
    with pytest.raises(Refused, match=f"the game is {stage}: that can be done while it is played"):
        ENTERED[kind](*arguments)
    assert at.chain.hashes == before


@pytest.mark.parametrize("stage", ["invited", "accepting", "over"])
@pytest.mark.parametrize("kind", proposals.PROPOSALS)
def test_player_agrees_to_nothing_at_a_wrong_stage(kind, stage):
    at = table.at_stage(stage)
    proposed = change(table.accepting() if stage == "invited" else at, kind)
    opened = open_game(at.data())
    with pytest.raises(Refused, match=f"the game is {stage}: that can be done while it is played"):
        proposals.agree(opened, opened.chain.seats["anna"], at.seeds["anna"], proposed)


@pytest.mark.parametrize(
    ("kind", "stage", "words"),
    [
        ("registration", "accepting", "the game is accepting: all have joined"),
        ("registration", "playing", "the game is playing: all have joined"),
        ("registration", "over", "the game is over: all have joined"),
        ("consent", "invited", "the game is invited: no consent is taken before all have joined"),
        ("order", "invited", "the game is invited: no order is taken before all have joined"),
        ("order", "over", "the game is over"),
        ("consent", "playing", "anna has accepted already"),
        ("consent", "over", "anna has accepted already"),
        ("rotate", "invited", "the game is invited: no rotate is taken before all have joined"),
        ("rotate", "accepting", "the game is accepting: that can be done while it is played"),
        ("rotate", "over", "the game is over: that can be done while it is played"),
        ("agree", "playing", "an agreement is not for adjudication by itself"),
        ("offer", "playing", "a document of the kind offer is not for adjudication"),
        ("abandon", "playing", "a document of the kind abandon is not for adjudication"),
        ("late", "playing", "a document of the kind late is not for adjudication"),
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
    "rotate": lambda opened, seed: proposals.rotate(opened, opened.chain.seats["anna"], seed, NEW),
    "offer": lambda opened, _: proposals.offer(opened, "nina", NEW),
}
OUT_OF_PLACE = [
    ("join", "accepting", "the game is accepting: registrations are over"),
    ("join", "playing", f"the key {ANNA} holds, or held, a seat of this game"),
    ("join", "over", "the game is over: registrations are over"),
    ("accept", "invited", "the game is invited: still to join: ben"),
    ("accept", "playing", "the game is playing: all have accepted"),
    ("accept", "over", "the game is over: all have accepted"),
    ("order", "accepting", "the game is accepting: no orders yet"),
    *[
        (command, stage, f"the game is {stage}: that can be done while it is played")
        for command in ("rotate", "offer")
        for stage in ("invited", "accepting", "over")
    ],
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
