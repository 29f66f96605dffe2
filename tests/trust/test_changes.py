"""Keys that change, seats that change hands, a moderator's successor, mistakes, an early end."""

from __future__ import annotations

import pytest

from pbem import audit, desk, proposals, rules, telling
from pbem.chain import canonical, changes, open_game
from pbem.crypto import keys
from pbem.crypto.signatures import public_key
from pbem.errors import Fault, PbemError, Refused
from pbem.formats import entry
from pbem.formats.text import encode64
from tests.trust import agreeing, table
from tests.trust.agreeing import agreement, decide, propose, rotation, seed
from tests.trust.verdicts import fault, refused

NEW, OTHER = seed(201), seed(202)


def three():
    """A game of three under way."""
    return table.Table(11, ["anna", "ben", "carla"]).join().accept().play(12)


def audited(at):
    """See that all readers verify a game; the verdict."""
    verdicts = {
        audit.audit(at.data(), reader, None if name is None else at.recall(name)).verdict
        for name, reader in [(None, None), *at.seeds.items(), (None, at.moderator.seed)]
    }
    assert len(verdicts) == 1
    return verdicts.pop()


# A player's new key (threat 40)


def test_new_key_plays_on_and_the_old_one_is_dead():
    at = table.midgame().split()
    name = at.asked()
    before = at.split()
    agreeing.rotate(at, name, NEW)
    stale = at.order(name, seed=before.seeds[name], key=table.print_of(before.seeds[name]))
    refused(at, stale, "not signed by the key of a player")
    at.hand_in(at.order(name))
    assert audited(at) == audit.SO_FAR


def test_orders_before_a_rotation_stay_good_to_the_end():
    at = agreeing.rotate(table.midgame().split(), "anna", NEW)
    assert audited(at.play()) == audit.PROVEN


def test_box_is_for_the_new_key_alone():
    at = table.midgame().split()
    old = at.seeds["anna"]
    agreeing.rotate(at, "anna", NEW)
    lines = audit.audit(at.data(), NEW).verified
    assert "the box for anna holds what was committed to and follows" in lines
    assert not any("box for" in line for line in audit.audit(at.data(), old).verified)


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda at: rotation(at, "anna", NEW, prover=OTHER), "the new key did not sign"),
        (lambda at: rotation(at, "anna", at.seeds["ben"]), "holds, or held, a seat"),
        (lambda at: rotation(at, "anna", at.seeds["anna"]), "holds, or held, a seat"),
        (lambda at: rotation(at, "anna", at.moderator.seed), "is a moderator's"),
        (lambda at: rotation(at, "anna", NEW, new_key=encode64(bytes(31) + b"\x80")), "weak"),
        (lambda at: rotation(at, "anna", NEW, seal_key=encode64(bytes(32))), "sealing key"),
        (lambda at: rotation(at, "anna", NEW, player="ben"), "not signed by the key"),
        (lambda at: rotation(at, "anna", NEW, game=encode64(bytes(32))), "the game is another"),
        (lambda at: rotation(at, "anna", NEW, head_index=999), "this file ends at"),
    ],
)
def test_rotation_that_is_not_right_is_refused(make, reason):
    at = table.midgame().split()
    refused(at, make(at), reason)


def test_key_that_was_given_up_never_comes_back():
    at = table.midgame().split()
    old = at.seeds["anna"]
    agreeing.rotate(at, "anna", NEW).play(4)
    refused(at, rotation(at, "anna", old), "holds, or held, a seat")


def test_key_is_changed_once_for_each_question():
    at = agreeing.rotate(table.midgame().split(), "anna", NEW)
    refused(at, rotation(at, "anna", OTHER), "has given a new key since the last question")


def test_rotation_twice_is_one():
    at = table.midgame().split()
    document = rotation(at, "anna", NEW)
    at.hand_in(document)
    [verdict] = at.desk.take([document])
    assert verdict.message == f"already entry {at.chain.head.number}"


def test_proof_is_part_of_what_the_file_is_audited_for():
    at = agreeing.rotate(table.midgame().split(), "anna", NEW)
    forged = rotation(table.midgame(), "anna", NEW, prover=OTHER)
    region, signature = table.flat.split(forged)
    changed = [
        *at.desk.entries[:-1],
        at.desk.entries[-1]._replace(region=region, signature=signature),
    ]
    found = fault(table.resign(at.data(), at.moderator, entries=changed))
    assert (found.entry, found.field) == (len(changed) - 1, "document")


# A seat for somebody else (threat 41)


def test_newcomer_needs_nothing_but_the_file():
    at = three()
    decide(at, entry.REPLACE, "ben", at.registration("ben", NEW), agreed=["anna", "carla"])
    at.seeds["ben"] = NEW
    lines = audit.audit(at.data(), NEW).verified
    assert "the box for ben holds what was committed to and follows" in lines
    assert audited(at.play(5)) == audit.SO_FAR


def test_newcomer_plays_on_with_objects_that_were_chosen_before():
    at = table.carnival().split()
    agreed = [name for name in at.seeds if name != "ben"]
    decide(at, entry.REPLACE, "ben", at.registration("ben", NEW), agreed=agreed)
    at.seeds["ben"] = NEW
    held = at.chain.game.players[1].objects
    report = audit.audit(at.data(), NEW)
    assert report.opened.chain.game.players[1].objects == held
    assert audited(at.play(10)) == audit.SO_FAR


@pytest.mark.parametrize(
    ("players", "agreed", "enough"),
    [
        (2, ["anna"], True),
        (2, [], False),
        (3, ["anna"], False),
        (3, ["anna", "carla"], True),
        (4, ["carla"], False),
        (4, ["anna", "dan"], True),
    ],
)
def test_more_than_half_of_the_others_have_to_agree(players, agreed, enough):
    names = ["anna", "ben", "carla", "dan"][:players]
    at = table.Table(12, names).join().accept()
    document = at.registration("ben", NEW)
    if enough:
        decide(at, entry.REPLACE, "ben", document, agreed=agreed)
        assert entry.read(at.desk.entries[-1].text)["agreed"] == agreed
    else:
        with pytest.raises(Refused, match="who are needed"):
            decide(at, entry.REPLACE, "ben", document, agreed=agreed)


def replace_with(at, said, name="ben"):
    lines = agreeing.lines(at, entry.REPLACE, name, at.registration(name, NEW))
    return proposals.decide(at.desk, entry.REPLACE, lines, said)


def test_one_agreement_given_twice_counts_once():
    at = three()
    said = agreement(at, "anna", propose(at, entry.REPLACE, "ben", at.registration("ben", NEW)))
    with pytest.raises(Refused, match="agreed: 1 of the 2 who are needed; not yet: carla"):
        replace_with(at, [said, said])


def test_one_key_agrees_under_its_own_name_only():
    at = three()
    proposed = propose(at, entry.REPLACE, "ben", at.registration("ben", NEW))
    own = agreement(at, "anna", proposed)
    other = agreement(at, "carla", proposed, by=at.seeds["anna"])
    with pytest.raises(Refused, match="not signed by the key of a player"):
        replace_with(at, [own, other])


def test_who_is_replaced_is_not_counted():
    at = three()
    proposed = propose(at, entry.REPLACE, "ben", at.registration("ben", NEW))
    said = [agreement(at, name, proposed) for name in ("anna", "ben")]
    with pytest.raises(Refused, match="expected some of anna, carla"):
        replace_with(at, said)


def test_agreement_to_another_proposal_is_refused():
    at = three()
    proposed = propose(at, entry.REPLACE, "ben", at.registration("ben", OTHER))
    said = [agreement(at, name, proposed) for name in ("anna", "carla")]
    with pytest.raises(Refused, match="the agreement of anna is for another proposal"):
        replace_with(at, said)


def test_agreement_of_another_game_is_refused():
    at, elsewhere = three(), table.Table(13, ["anna", "ben", "carla"]).join().accept()
    elsewhere.seeds = at.seeds
    proposed = propose(at, entry.REPLACE, "ben", at.registration("ben", NEW))
    said = agreement(at, "anna", proposed, game=encode64(elsewhere.chain.id))
    with pytest.raises(Refused, match="the game is another one"):
        replace_with(at, [said])


def test_other_documents_are_no_agreement():
    at = three()
    name = at.asked()
    for document in (at.order(name), at.documents[4]):
        with pytest.raises(Refused, match="agrees to nothing"):
            replace_with(at, [document])


def test_agreement_by_itself_is_not_for_adjudication():
    at = three()
    proposed = propose(at, entry.REPLACE, "ben", at.registration("ben", NEW))
    refused(at, agreement(at, "anna", proposed), "not for adjudication by itself")


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda at: at.registration("anna", NEW), "for the seat of anna, not of ben"),
        (lambda at: at.registration("ben", at.seeds["ben"]), "holds, or held, a seat"),
        (lambda at: at.registration("ben", at.seeds["carla"]), "holds, or held, a seat"),
        (lambda at: at.registration("ben", at.moderator.seed), "is a moderator's"),
        (lambda at: at.registration("ben", NEW, invitation=encode64(bytes(32))), "another inv"),
    ],
)
def test_replacement_that_is_not_right_cannot_be_proposed(make, reason):
    at = three()
    with pytest.raises(Refused, match=reason):
        propose(at, entry.REPLACE, "ben", make(at))


def test_seat_kept_for_a_key_can_be_given_to_another():
    bound = {"ben": table.print_of(table.Table(14, ["anna", "ben"]).seeds["ben"])}
    at = table.Table(14, ["anna", "ben"])
    data = desk.invite(
        at.moderator, rules.options(["anna", "ben"], length="short"), salt=at.salt, bound=bound
    )
    at.desk = desk.Desk(data, at.moderator)
    at.join().accept()
    decide(at, entry.REPLACE, "ben", at.registration("ben", NEW), agreed=["anna"])
    at.seeds["ben"] = NEW
    assert audited(at) == audit.SO_FAR


def test_agreement_stays_good_while_the_others_play_on():
    at = three()
    document = at.registration("ben", NEW)
    proposed = propose(at, entry.REPLACE, "ben", document)
    said = [agreement(at, name, proposed) for name in ("anna", "carla")]
    at.play(1)
    replace_with(at, said)
    at.seeds["ben"] = NEW
    assert audited(at) == audit.SO_FAR


def test_agreement_stays_good_under_the_next_moderator():
    at = three()
    proposed = propose(at, entry.REPLACE, "ben", at.registration("ben", NEW))
    said = [agreement(at, name, proposed) for name in ("anna", "carla")]
    agreeing.handover(at, "nina", OTHER)
    replace_with(at, said)
    at.seeds["ben"] = NEW
    assert audited(at) == audit.SO_FAR


def test_who_has_changed_keys_has_to_agree_again():
    at = three()
    proposed = propose(at, entry.REPLACE, "ben", at.registration("ben", NEW))
    said = [agreement(at, name, proposed) for name in ("anna", "carla")]
    agreeing.rotate(at, "anna", OTHER)
    with pytest.raises(Refused, match="not signed by the key of a player"):
        replace_with(at, said)
    replace_with(at, [agreement(at, "anna", proposed), said[1]])
    at.seeds["ben"] = NEW
    assert audited(at) == audit.SO_FAR


def changed_agreements(at, change):
    """The file with the agreements of its last entry changed."""
    last = at.desk.entries[-1]
    entries = [*at.desk.entries[:-1], last._replace(agreements=change(last.agreements))]
    return table.resign(at.data(), at.moderator, entries=entries)


@pytest.mark.parametrize(
    "change",
    [
        lambda given: given[:1],
        lambda given: [*given, given[0]],
        lambda given: [given[0], given[0]],
        lambda given: given[::-1],
        lambda given: [given[0], given[1]._replace(signature=given[0].signature)],
        lambda given: [given[0], given[1]._replace(player="ben")],
    ],
)
def test_audit_counts_the_agreements_of_an_entry(change):
    at = three()
    decide(at, entry.REPLACE, "ben", at.registration("ben", NEW), agreed=["anna", "carla"])
    assert fault(changed_agreements(at, change)).entry == at.chain.head.number


def test_agreements_where_nobody_is_asked_are_a_fault():
    at = table.midgame().split()
    given = [entry.Agreement("anna", bytes(64))]
    with pytest.raises(Fault, match="nobody is asked to agree"):
        audit.audit(changed_agreements(at, lambda _: given))


# The next moderator (threat 42)


def test_successor_plays_the_game_to_its_proof():
    at = agreeing.handover(table.midgame().split(), "nina", NEW)
    assert audited(at.play()) == audit.PROVEN
    assert [one.name for _, one in at.chain.moderators] == ["mod", "nina"]


def test_moderation_is_handed_on_and_on():
    at = agreeing.handover(table.midgame().split(), "nina", NEW).play(3)
    at = agreeing.handover(at, "olga", OTHER).play(3)
    assert audited(at) == audit.SO_FAR


def test_former_moderator_is_refused():
    at = table.midgame().split()
    old = at.moderator
    at = agreeing.handover(at, "nina", NEW)
    at.play(1)
    with pytest.raises(Refused, match="the moderator of this game is nina"):
        desk.Desk(at.data(), old)


def test_who_has_handed_over_can_write_the_file_again_and_nothing_else():
    at = table.midgame().split()
    proposals.handover(at.desk, agreeing.offer(at, "nina", NEW))
    data = at.data()
    former = desk.Desk(data, at.moderator)
    [verdict] = former.take([at.order(at.asked())])
    assert "the moderator of this game is nina" in verdict.message
    assert former.write(b"another desk    ") == data
    with pytest.raises(Refused, match="the moderator of this game is nina"):
        former.late(at.asked(), "2026-11-30")


def test_secret_goes_to_the_successor_alone():
    at = table.midgame().split()
    proposals.handover(at.desk, agreeing.offer(at, "nina", NEW))
    assert open_game(at.data(), NEW).chain.secret == at.secret
    assert open_game(at.data(), OTHER).chain.secret is None
    assert open_game(at.data(), at.seeds["anna"]).chain.secret is None


def test_file_of_who_was_not_handed_over_to_is_at_fault():
    at = table.midgame().split()
    stranger = desk.Author("eve", OTHER)
    data = table.outside(
        table.file_of(at.data())._replace(moderator=public_key(stranger.key)), stranger
    )
    with pytest.raises(Fault, match="another key than the moderator's"):
        open_game(data)


def test_former_key_signs_no_file_after_the_successor_has_gone_on():
    at = table.midgame().split()
    old = at.moderator
    at = agreeing.handover(at, "nina", NEW).play(1)
    data = table.outside(table.file_of(at.data())._replace(moderator=public_key(old.key)), old)
    with pytest.raises(Fault, match="another key than the moderator's"):
        open_game(data)


def test_head_by_the_former_key_is_at_fault():
    at = table.midgame().split()
    old = at.moderator
    at = agreeing.handover(at, "nina", NEW).play(1)
    file = table.file_of(at.data())
    entries = [*file.entries[:-1], table.rechained(file, old)[-1]]
    data = table.outside(file._replace(entries=entries), at.moderator)
    with pytest.raises(Fault) as caught:
        open_game(data)
    assert (caught.value.entry, caught.value.field) == (len(entries) - 1, "head")


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda at: agreeing.offer(at, "nina", at.seeds["anna"]), "holds, or held, a seat"),
        (lambda at: agreeing.offer(at, "nina", at.moderator.seed), "moderates, or has moderated"),
        (lambda at: agreeing.offer(at, "nina", NEW, game=encode64(bytes(32))), "another one"),
        (lambda at: agreeing.offer(at, "nina", NEW, seal_key=encode64(bytes(32))), "sealing key"),
        (
            lambda at: agreeing.offer(at, "nina", NEW, key=encode64(public_key(bytes(32)))),
            "not by the key in it",
        ),
        (lambda at: at.documents[0], "format pbem-offer-1"),
    ],
)
def test_offer_that_is_not_right_is_refused(make, reason):
    at = table.midgame().split()
    with pytest.raises(PbemError, match=reason):
        proposals.handover(at.desk, make(at))


def test_handover_by_a_player_is_refused():
    at = table.midgame().split()
    fields = agreeing.head(at) | {"offer": encode64(agreeing.offer(at, "nina", NEW))}
    region, signature = table.flat.split(table.signed("handover", fields, at.seeds["anna"]))
    with pytest.raises(Refused, match="not signed by the moderator"):
        changes.handover(at.chain, region, signature)


# A mistake (items 5 to 7 of the list)


def test_correction_restores_the_position_and_nothing_else():
    at = table.midgame().split()
    number = at.chain.head.number
    position = canonical(rules.public(at.chain.game))
    at.play(7)
    seqs = {name: taken.seq for name, taken in at.chain.seats.items()}
    agreeing.correct(at, number)
    assert canonical(rules.public(at.chain.game)) == position
    assert {name: taken.seq for name, taken in at.chain.seats.items()} == seqs
    opened = {taken.opened for taken in at.chain.seats.values()} - {None}
    assert opened == {at.chain.head.number}
    assert audited(at) == audit.SO_FAR


def test_game_goes_on_after_a_correction_to_its_proof():
    at = table.midgame().split().play(7)
    agreeing.correct(at, at.chain.head.number - 7)
    assert audited(at.play()) == audit.PROVEN


def test_order_undone_by_a_correction_is_refused():
    at = table.midgame().split()
    number = at.chain.head.number
    at.play(3)
    undone = at.documents[-1]
    agreeing.correct(at, number)
    refused(at, undone, f"which the correction in entry {at.chain.head.number} has undone")


def test_player_can_be_late_again_after_a_correction():
    at = table.dealt().split()
    name, number = at.asked(), at.chain.head.number
    at.desk.late(name, "2026-11-30")
    agreeing.correct(at, number)
    assert at.desk.late(name, "2026-11-30") == f"entry {number + 3}: late"


def test_order_written_before_a_correction_is_refused():
    at = table.midgame().split()
    while at.chain.pending()[0].question != "action":
        at.play(1)
    number, name = at.chain.head.number, at.asked()
    stale = at.fields(name)
    at.play(2)
    agreeing.correct(at, number)
    seq = at.chain.seats[name].seq + 1
    late = table.signed("order", stale | {"seq": seq, "order": "pass"}, at.seeds[name])
    refused(at, late, "before the question was asked")


def test_entry_tells_which_cards_were_seen():
    at = table.midgame().split()
    number = at.chain.head.number
    at.play(12)
    seen = [
        event[-1]
        for events in at.chain.events[number + 1 :]
        for event in events
        if event[0] == "face-up"
    ]
    assert seen
    agreeing.correct(at, number)
    assert entry.read(at.desk.entries[-1].text)["seen"] == seen


def test_no_salt_is_used_again_when_a_correction_shuffles_anew():
    """All salts published against all new leaves: no hit."""
    at = table.Table(3, ["anna", "ben"]).join().accept()
    while "shuffle" not in [event[0] for events in at.chain.events[3:] for event in events]:
        at.play(1)
    shuffled = at.chain.head.number
    agreeing.correct(at, shuffled - 1)
    at.chance.seed("another way")
    while not entry.read(at.desk.entries[-1].text)["leaf"] and at.chain.stage == "playing":
        at.play(1)
    texts = [entry.read(stored.text) for stored in at.desk.entries]
    old = {line.split()[-1] for text in texts[: shuffled + 1] for line in text["leaf"]}
    new = {line.split()[-1] for text in texts[shuffled + 1 :] for line in text["leaf"]}
    assert old
    assert new
    assert not old & new
    names = [tuple(line.split()[:3]) for text in texts for line in text["leaf"]]
    assert len(set(names)) == len(names)
    salts = {tuple(line.split()[:3]): line.split()[-1] for text in texts for line in text["open"]}
    assert len(set(salts.values())) == len(salts)
    assert audited(at) == audit.SO_FAR


@pytest.mark.parametrize("back", ["draft", "dealt", "windows"])
def test_objects_go_back_with_the_position(back):
    at = table.drafted().split()
    number = at.chain.head.number
    at.play(30)
    target = {"dealt": 3, "draft": number - 2, "windows": number + 5}[back]
    agreeing.correct(at, target)
    assert audited(at) == audit.SO_FAR
    assert audited(at.play(30)) == audit.SO_FAR


def test_correction_can_be_corrected():
    at = table.carnival().split()
    first = at.chain.head.number
    at.play(6)
    agreeing.correct(at, first - 10).play(5)
    kept = at.chain.head.number
    position = canonical(rules.public(at.chain.game))
    agreeing.correct(at, first + 3).play(4)
    agreeing.correct(at, kept)
    assert canonical(rules.public(at.chain.game)) == position
    assert at.chain.undone.get(first - 3) is not None
    assert kept not in at.chain.undone
    assert audited(at.play(5)) == audit.SO_FAR


@pytest.mark.parametrize("missing", ["anna", "ben", "carla"])
def test_correction_needs_every_player(missing):
    at = three()
    agreed = [name for name in at.seeds if name != missing]
    number = at.chain.head.number - 2
    with pytest.raises(Refused, match=f"agreed: 2 of the 3 who are needed; not yet: {missing}"):
        decide(at, entry.CORRECT, number, agreed=agreed)


def test_correction_is_agreed_on_for_the_newest_entry_only():
    at = three()
    number = at.chain.head.number - 2
    proposed = propose(at, entry.CORRECT, number)
    said = [agreement(at, name, proposed) for name in at.seeds]
    at.play(1)
    with pytest.raises(Refused, match="the game has gone on"):
        proposals.decide(at.desk, entry.CORRECT, agreeing.lines(at, entry.CORRECT, number), said)


def test_agreement_to_go_back_elsewhere_is_refused():
    at = three()
    number = at.chain.head.number - 2
    proposed = propose(at, entry.CORRECT, number)
    said = [agreement(at, name, proposed) for name in at.seeds]
    lines = agreeing.lines(at, entry.CORRECT, number - 1)
    with pytest.raises(Refused, match="for another proposal"):
        proposals.decide(at.desk, entry.CORRECT, lines, said)


def test_correction_goes_back_to_a_position_of_the_game():
    at = three()
    for number in (0, 2, at.chain.head.number, at.chain.head.number + 1):
        with pytest.raises(Refused, match="expected one from 3, which deals"):
            propose(at, entry.CORRECT, number)


# An early end


def test_abandoned_game_is_over_revealed_and_proven():
    at = three()
    decide(at, entry.ABANDON)
    assert at.chain.stage == "over"
    assert at.chain.pending() == []
    assert entry.kind_of(at.desk.entries[-1].text) == entry.REVEAL
    assert audited(at) == audit.PROVEN
    refused(at, at.order("anna", "pass"), "the game is over")


def test_game_is_abandoned_by_all_or_not_at_all():
    at = three()
    with pytest.raises(Refused, match="agreed: 2 of the 3 who are needed; not yet: ben"):
        decide(at, entry.ABANDON, agreed=["anna", "carla"])


def test_game_is_abandoned_at_the_newest_entry_only():
    at = three()
    proposed = propose(at, entry.ABANDON)
    said = [agreement(at, name, proposed) for name in at.seeds]
    at.play(1)
    with pytest.raises(Refused, match="the game has gone on"):
        proposals.decide(at.desk, entry.ABANDON, {}, said)


# At the wrong time


@pytest.mark.parametrize("stage", ["invited", "accepting", "over"])
@pytest.mark.parametrize("kind", [entry.REPLACE, entry.CORRECT, entry.ABANDON])
def test_proposals_are_for_games_that_are_played(stage, kind):
    at = table.at_stage(stage).split()
    lines = {} if kind == entry.ABANDON else {"entry": 3, "why": agreeing.WHY}
    if kind == entry.REPLACE:
        lines = {"player": "ben", "key": "k", "registration": "AAAA"}
    with pytest.raises(Refused, match=f"the game is {stage}"):
        proposals.propose(at.desk, kind, lines)
    with pytest.raises(Refused, match=f"the game is {stage}"):
        proposals.decide(at.desk, kind, lines, [])


@pytest.mark.parametrize("stage", ["accepting", "over"])
def test_keys_are_changed_while_a_game_is_played(stage):
    at = table.at_stage(stage).split()
    refused(at, rotation(at, "anna", NEW), f"the game is {stage}")


@pytest.mark.parametrize("stage", ["accepting", "over"])
def test_games_are_handed_over_while_they_are_played(stage):
    at = table.at_stage(stage).split()
    with pytest.raises(Refused, match=f"the game is {stage}"):
        proposals.handover(at.desk, agreeing.offer(at, "nina", NEW))


def test_open_question_stays_open_through_all_of_it():
    at = three()
    name = at.asked()
    order = at.order(name)
    other = next(one for one in at.seeds if one != name)
    agreeing.rotate(at, other, NEW)
    agreeing.handover(at, "nina", OTHER)
    at.hand_in(order)
    assert audited(at) == audit.SO_FAR


def test_keys_game_seal_follow_the_seed_of_the_new_key():
    at = agreeing.rotate(table.midgame().split(), "anna", NEW)
    expected = keys.seal_public(keys.game_seal_key(NEW, at.chain.invitation.id))
    assert at.chain.seats["anna"].seal_key == expected


# All of it, in random games


def change_at_random(at, number):
    """One change of a random kind."""
    chance = at.chance
    name = chance.choice(list(at.seeds))
    new = chance.randbytes(32)
    kind = chance.choice(["rotate", "replace", "handover", "correct"])
    if kind == "rotate":
        [verdict] = at.desk.take([rotation(at, name, new)])
        if verdict.error is None:
            at.seeds[name] = new
    elif kind == "replace":
        agreed = [other for other in at.seeds if other != name]
        decide(at, entry.REPLACE, name, at.registration(name, new), agreed=agreed)
        at.seeds[name] = new
    elif kind == "handover":
        agreeing.handover(at, f"mod-{number}", new)
    else:
        first, last = len(at.seeds), at.chain.head.number - 1
        if first <= last:
            agreeing.correct(at, chance.randint(first, last))


@pytest.mark.soak
@pytest.mark.parametrize("number", range(60))
def test_random_games_with_random_changes_are_sound_to_the_end(number):
    modules = [[], ["carnies", "events"], list(table.ALL), ["objects"]][number % 4]
    names = ["anna", "ben", "carla", "dan"][: 2 + number % 3]
    at = table.Table(f"changes {number}", names, modules=modules).join().accept()
    changes_left = 8
    while at.chain.stage == "playing":
        at.play(at.chance.randint(1, 12))
        if at.chain.stage == "playing" and changes_left:
            changes_left -= 1
            change_at_random(at, changes_left)
            assert audited(at) == audit.SO_FAR
    assert audited(at) == audit.PROVEN


def test_correction_undoes_no_change_of_keys_seats_and_moderator():
    at = table.midgame().split()
    first = at.chain.head.number
    name = at.asked()
    at.play(1)
    agreeing.rotate(at, name, agreeing.seed(221))
    agreeing.handover(at, "nina", agreeing.seed(203))
    agreeing.correct(at, first)
    chain = at.chain
    assert sorted(chain.undone) == [first + 1]
    kinds = [telling.said(chain, at.desk.entries[n], n) for n in range(first + 1, first + 4)]
    assert ["undone" in said for said in kinds] == [True, False, False]
