"""Objects and events in a game file: what was committed to, what is opened, what stays hidden."""

from __future__ import annotations

import functools
import re

import pytest

from pbem import audit, rules
from pbem.chain import open_game
from pbem.chain.sources import Secret, kept_deck
from pbem.crypto import dealing
from pbem.errors import Fault
from pbem.formats import entry
from tests.rules.scenario import PRICES
from tests.trust import table
from tests.trust.test_sealed import holding, own
from tests.trust.verdicts import fault


def values(at, index):
    return entry.read(at.desk.entries[index].text)


def entries_with(at, kind):
    """The numbers of the entries in which an event of a kind happened."""
    return [
        index
        for index, events in enumerate(at.chain.events)
        if any(event[0] == kind for event in events)
    ]


@functools.cache
def playing():
    """A game of two with an object played."""
    for number in range(60, 90):
        at = holding(number)
        while at.chain.stage == "playing" and not entries_with(at, "object"):
            at.play(1)
        if entries_with(at, "object"):
            return at
    raise AssertionError("nobody plays an object")


# The commitments


def test_kept_objects_are_committed_to_when_the_draft_ends_in_an_order_of_their_own():
    at = holding()
    [index] = entries_with(at, "price")
    leaves = [line.split() for line in values(at, index)["leaf"]]
    for name in at.seeds:
        deck = f"kept-{name}"
        order = dealing.shuffle(at.prk, deck, 0, own(at, name).objects)
        expected = [
            dealing.leaf(
                at.chain.id,
                deck,
                0,
                position,
                salt=dealing.card_salt(at.prk, deck, 0, position),
                card=card,
            )
            for position, card in enumerate(order)
        ]
        found = [line[1:] for line in leaves if line[0] == deck]
        assert found == [
            ["0", str(position), table.encode64(leaf)] for position, leaf in enumerate(expected)
        ]


def test_no_commitment_is_made_while_the_draft_goes_on():
    at = table.drafting().split()
    start = at.chain.head.number
    while at.chain.game.phase == "draft":
        at.hand_in(at.order(at.asked()))
    for index in range(start + 1, at.chain.head.number):
        assert values(at, index)["leaf"] == values(at, index)["open"] == []
    assert len(values(at, at.chain.head.number)["leaf"]) == 9


def test_deal_of_the_packs_is_never_opened():
    at = table.carnival_over()
    opened = [line for index in range(at.chain.head.number) for line in values(at, index)["open"]]
    assert opened
    assert not [line for line in opened if line.startswith("objects ")]


def test_object_played_opens_a_kept_object_of_its_owner():
    at = playing()
    [index] = entries_with(at, "object")
    [event] = [event for event in at.chain.events[index] if event[0] == "object"]
    name, card = at.chain.players[event[1]], event[2]
    kept = dealing.shuffle(at.prk, f"kept-{name}", 0, sorted([*own(at, name).objects, card]))
    position = kept.index(card)
    salt = table.encode64(dealing.card_salt(at.prk, f"kept-{name}", 0, position))
    [opening] = [line for line in values(at, index)["open"] if line.startswith("kept-")]
    assert opening == f"kept-{name} 0 {position} {card} {salt}"


def test_commitments_to_kept_objects_are_not_guessed_by_trying_all():
    at = holding()
    [index] = entries_with(at, "price")
    leaves = {line.split()[3] for line in values(at, index)["leaf"]}
    guesses = {
        table.encode64(dealing.leaf(at.chain.id, f"kept-{name}", 0, position, salt=salt, card=card))
        for name in at.seeds
        for position in range(3)
        for card in PRICES
        for salt in (b"", bytes(32), at.chain.id, at.chain.invitation.id)
    }
    assert len(leaves) == 6
    assert not leaves & guesses


def test_commitments_to_the_views_of_equal_picks_differ():
    at = table.drafting().split()
    before = values(at, at.chain.head.number)["view"]
    at.hand_in(at.order("ben"))
    assert at.chain.view("anna") == open_game(at.data(), at.moderator.seed).chain.view("anna")
    after = values(at, at.chain.head.number)["view"]
    assert before[0].split()[0] == after[0].split()[0] == "anna"
    assert before[0] != after[0]


# Lies about objects


def lying(source, number=71, modules=("objects",)):
    """A game of two dealt by a liar, until objects were played."""
    at = table.lying(number, source, count=0, modules=modules)
    while at.chain.game.phase == "draft":
        at.hand_in(at.order(at.asked()))
    return at


def until_played(at, count=1):
    while at.chain.stage == "playing" and len(entries_with(at, "object")) < count:
        at.play(1)
    found = entries_with(at, "object")
    assert len(found) >= count
    return found[count - 1]


class OtherKept(table.Liar):
    """Commits to other objects than were kept, and opens what is played all the same."""

    def kept(self, player, objects):
        leaves = super().kept(player, sorted(set(PRICES) - set(objects))[:3])
        self.shuffle(kept_deck(player), 0, objects)
        return leaves


class WrongSalt(table.Liar):
    def played(self, player, card):
        return super().played(player, card)._replace(salt=bytes(32))


class OtherPlace(table.Liar):
    def played(self, player, card):
        opening = super().played(player, card)
        return opening._replace(position=(opening.position + 1) % 3)


class FarPlace(table.Liar):
    def played(self, player, card):
        return super().played(player, card)._replace(position=7)


class OtherSerial(table.Liar):
    def played(self, player, card):
        return super().played(player, card)._replace(serial=1)


@pytest.mark.parametrize("source", [OtherKept, WrongSalt, OtherPlace, FarPlace, OtherSerial])
def test_object_that_was_not_committed_to_is_found_by_everybody_when_it_is_played(source):
    at = lying(source)
    assert audit.audit(at.data()).verdict == audit.SO_FAR
    index = until_played(at)
    for seed in (None, *at.seeds.values()):
        found = fault(at.data(), seed)
        assert (found.entry, found.field) == (index, "open")
        assert "is not what" in found.message


class OtherCard(table.Liar):
    def played(self, player, card):
        return super().played(player, card)._replace(card="cake" if card != "cake" else "rug")


class OfTheDeal(table.Liar):
    """Opens the place in the shuffle of the packs."""

    def played(self, player, card):  # noqa: ARG002 -- a liar does not care
        deck = self._decks["objects", 0]
        return self.opening("objects", 0, deck.index(card), card)


@pytest.mark.parametrize("source", [OtherCard, OfTheDeal])
def test_object_that_is_played_must_be_opened(source):
    at = lying(source)
    index = until_played(at)
    found = fault(at.data())
    assert (found.entry, found.field) == (index, "open")
    assert "was not opened" in found.message


def test_object_is_played_once():
    at = lying(table.Liar)
    index = until_played(at)
    [event] = [event for event in at.chain.events[index] if event[0] == "object"]
    seat, card = event[1], event[2]
    at.chain.game.players[seat].objects = [card] * 2
    again = until_played(at, 2)
    found = fault(at.data())
    assert (found.entry, found.field) == (again, "open")
    assert "was played before" in found.message or "was not opened" in found.message


class TooFewKept(table.Liar):
    def kept(self, player, objects):
        return super().kept(player, objects)[:2]


def test_every_kept_object_is_committed_to():
    at = lying(TooFewKept)
    found = fault(at.data())
    assert (found.entry, found.field) == (entries_with(at, "price")[0], "leaf")
    assert "expected 3" in found.message


@pytest.mark.parametrize("cash", [0, 11, 500])
def test_price_that_no_objects_have_is_found_by_everybody(cash, monkeypatch):
    at = table.Table(60, ["anna", "ben"], modules=["objects"]).join().accept()
    monkeypatch.setattr(rules.draft, "cash_after", lambda _: cash)
    while at.chain.game.phase == "draft":
        at.hand_in(at.order(at.asked()))
    monkeypatch.undo()
    for seed in (None, *at.seeds.values()):
        found = fault(at.data(), seed)
        assert (found.entry, found.field) == (at.chain.head.number, "event")
        assert f"leave 1F to 10F, found {cash}F" in found.message


def test_price_that_objects_can_have_is_found_by_their_player_and_by_all_after_the_reveal(
    monkeypatch,
):
    at = table.Table(60, ["anna", "ben"], modules=["objects"]).join().accept()
    true = rules.draft.cash_after
    monkeypatch.setattr(rules.draft, "cash_after", lambda kept: 1 if true(kept) != 1 else 2)
    while at.chain.game.phase == "draft":
        at.hand_in(at.order(at.asked()))
    monkeypatch.undo()
    index = at.chain.head.number
    audit.audit(at.data())
    for name, seed in at.seeds.items():
        found = fault(at.data(), seed)
        assert (found.entry, found.field) == (index, "event")
        assert "your objects leave" in found.message
        assert fault(at.data(), seed, at.recall(name)).entry == index
    at.play()
    assert fault(at.data()).entry == index


class Twice(table.Liar):
    """Ben is given an object that anna has kept as well."""

    card = "letter"

    def kept(self, player, objects):
        if player == "ben":
            objects[:] = sorted([self.card, *objects[1:]])
        return super().kept(player, objects)


def with_letter(source):
    """A game of two, dealt by a liar, in which anna keeps the letter."""
    for number in range(71, 100):
        at = table.lying(number, source, count=0, modules=["objects"])
        while at.chain.game.phase == "draft":
            asked = at.asked()
            about = rules.pending(at.chain.game)[0].about
            wanted = "keep letter" if asked == "anna" and "letter" in about else None
            at.hand_in(at.order(asked, wanted))
        if "letter" in own(at, "anna").objects:
            return at
    raise AssertionError("anna never has the choice")


def test_object_that_another_player_holds_is_found_by_that_player_when_it_is_played():
    at = with_letter(Twice)
    while ("ben", "objects") not in at.chain.pending():
        asked = at.asked()
        at.hand_in(at.order(asked, "hold" if at.chain.pending()[0].question == "objects" else None))
    at.hand_in(at.order("ben", "play letter"))
    index = at.chain.head.number
    audit.audit(at.data())
    found = fault(at.data(), at.seeds["anna"])
    assert (found.entry, found.field) == (index, "event")
    assert "the letter is among your objects" in found.message


# Lies about events


class OtherEvent(table.Liar):
    """Commits to the right deck of events, deals another."""

    def shuffle(self, deck, serial, cards):
        order = super().shuffle(deck, serial, cards)
        return [*order[1:], order[0]] if deck == "events" else order


def until_revealed(at):
    while not entries_with(at, "reveal"):
        at.play(1)
    return entries_with(at, "reveal")[0]


def test_event_other_than_the_one_committed_to_is_found_by_everybody():
    at = lying(OtherEvent, modules=("carnies", "events"))
    index = until_revealed(at)
    for seed in (None, *at.seeds.values()):
        found = fault(at.data(), seed)
        assert (found.entry, found.field) == (index, "open")
        assert "is not what was committed to" in found.message


class SameEvent(table.Liar):
    """A deck of one event, eight times."""

    def shuffle(self, deck, serial, cards):
        order = super().shuffle(deck, serial, cards)
        if deck == "events":
            self._decks[deck, serial] = order = [order[0]] * len(order)
        return order


def test_event_that_comes_twice_is_found_by_everybody():
    at = lying(SameEvent, modules=("carnies", "events"))
    while len(entries_with(at, "reveal")) < 2:
        at.play(1)
    found = fault(at.data())
    assert (found.entry, found.field) == (entries_with(at, "reveal")[1], "open")
    assert "is left in that shuffle of events" in found.message


def test_event_is_opened_at_its_place_in_the_shuffle():
    at = table.carnival_over()
    deck = dealing.shuffle(at.prk, "events", 0, sorted(rules.setup.known_events()))
    revealed = [event for events in at.chain.events for event in events if event[0] == "reveal"]
    assert [event[1:] for event in revealed[:8]] == [
        ("events", 0, position, card) for position, card in enumerate(deck)
    ][: len(revealed)]


# A world in which all that is hidden lies otherwise


class Otherwise(Secret):
    """Objects, events and cards that never came up lie in another order.

    Objects change places with others of their price, for what somebody pays is public.
    """

    def __init__(self, at, before, name):
        super().__init__(at.chain.id, at.prk)
        shown = [event for events in before.chain.events for event in events]
        self.cards = {
            (event[1], event[2], event[3]) for event in shown if event[0] in {"face-up", "reveal"}
        }
        stay = {event[2] for event in shown if event[0] == "object"}
        self.objects = swapped(stay if name is None else {*stay, *own(before, name).objects})

    def shuffle(self, deck, serial, cards):
        if deck.startswith("kept-"):
            return super().shuffle(deck, serial, cards)
        order = list(super().shuffle(deck, serial, cards))
        if deck == "objects":
            order = [self.objects[card] for card in order]
        elif deck in {"guests", "events"}:
            hidden = [n for n in range(len(order)) if (deck, serial, n) not in self.cards]
            taken = [order[place] for place in (*hidden[1:], *hidden[:1])]
            for place, card in zip(hidden, taken, strict=True):
                order[place] = card
        self._decks[deck, serial] = order
        return order


def swapped(stay):
    """Each object and the one in its place: the next of its price, but for those that *stay*."""
    new = {name: name for name in PRICES}
    for price in range(4):
        names = [name for name, cost in PRICES.items() if cost == price and name not in stay]
        new |= dict(zip(names, [*names[1:], *names[:1]], strict=True))
    return new


#: Holds that come to the same in the round in which they are filed.
ALIKE = {"hold for round": "hold until evening {}", "hold no more": "not an order at all"}


@functools.cache
def twins(same=None, number=85):
    """A game of all modules, and another in which everything hidden lies otherwise.

    What the player called *same* has kept is the same.
    """
    names = ["anna", "ben", "carla"]
    one = table.Table(number, names, modules=table.ALL).join().accept()
    while one.chain.head.number < 90:
        if one.chance.random() < 0.1 and one.chain.game.phase != "draft":
            one.file(one.chance.choice(names), one.chance.choice(sorted(ALIKE)))
        else:
            one.hand_in(one.order(one.chance.choice(one.chain.pending()).player))
    two = table.Table(number, names, modules=table.ALL).join().accept("anna", "ben")
    two.chain.source = Otherwise(two, one, same)
    two.accept("carla")
    for document in one.documents[6:]:
        content = table.flat.read("order", table.flat.split(document)[0])
        two.hand_in(again(one, two, document, content, same))
    return one, two


def again(one, two, document, content, same):
    """The same order in the other world, the secret ones so that they look the same."""
    name = content["player"]
    if "order" in content:
        return two.order(name, content["order"])
    region, _ = table.flat.split(document)
    words = one.choices[table.document_id("order", region)]
    if words.startswith("keep "):
        return two.order(name, f"keep {two.chain.source.objects[words.split()[1]]}")
    if name != same:
        words = ALIKE[words].format(two.chain.game.number + 1)
    fields = two.fields(name) | {"phase": "any"}
    return table.signed("order", fields | {"box": two.box(words, fields)}, two.seeds[name])


COVERED = re.compile(
    rb'^(previous|document|leaf|state|view|open|sig|head|head_hash|box) = ".*"$', re.MULTILINE
)


def test_worlds_differ_in_all_that_is_hidden():
    one, two = (at.chain.game for at in twins())
    assert [player.objects for player in one.players] != [player.objects for player in two.players]
    assert one.event_deck != two.event_deck
    assert one.entrance != two.entrance
    assert sorted(one.box) != sorted(two.box)
    events = [event[0] for events in twins()[0].chain.events for event in events]
    assert {"object", "stand", "standing", "reveal", "hold", "keep"} <= set(events)


def test_everything_public_is_the_same_but_commitments_and_boxes():
    first, second = (COVERED.sub(rb'\1 = "x"', at.data()) for at in twins())
    assert first == second
    assert len(twins()[0].data()) == len(twins()[1].data())


def test_openings_are_the_same_but_for_the_place_of_an_object():
    opened = []
    for at in twins():
        lines = [
            line.split() for stored in at.desk.entries for line in entry.read(stored.text)["open"]
        ]
        opened.append([line[:2] + line[3:4] if line[0][:4] == "kept" else line for line in lines])
    assert opened[0] == opened[1]
    assert any(line[0].startswith("kept-") for line in opened[0])


def test_places_in_which_commitments_differ_are_those_that_were_not_opened():
    leaves = [
        [line.split() for stored in at.desk.entries for line in entry.read(stored.text)["leaf"]]
        for at in twins()
    ]
    assert [line[:3] for line in leaves[0]] == [line[:3] for line in leaves[1]]
    differ = {tuple(a[:3]) for a, b in zip(*leaves, strict=True) if a != b}
    assert {deck for deck, _, _ in differ} >= {"guests", "events", "objects"}
    opened = {
        tuple(line.split()[:3])
        for stored in twins()[0].desk.entries
        for line in entry.read(stored.text)["open"]
        if not line.startswith("kept-")
    }
    assert not differ & opened


def test_who_is_asked_what_is_the_same_at_every_entry():
    one, two = twins()
    assert one.chain.events == two.chain.events
    assert one.chain.pending() == two.chain.pending()
    for name in one.seeds:
        first, second = one.chain.seats[name], two.chain.seats[name]
        assert (first.seq, first.opened, first.any_time) == (
            second.seq,
            second.opened,
            second.any_time,
        )


def test_reader_without_keys_comes_to_the_same_game():
    games = []
    for at in twins():
        chain = open_game(at.data()).chain
        games.append(chain.game)
        assert chain.events == at.chain.events
        assert rules.public(chain.game) == rules.public(at.chain.game)
    assert games[0] == games[1]


@pytest.mark.parametrize("name", ["anna", "ben", "carla"])
def test_player_is_told_the_same_whatever_the_others_hold(name):
    one, two = twins(name)
    assert one.chain.view(name) == two.chain.view(name)
    assert own(one, name).objects
    differ = [other for other in one.seeds if own(one, other).objects != own(two, other).objects]
    assert differ
    assert name not in differ
    texts = [COVERED.sub(rb'\1 = "x"', at.data()) for at in (one, two)]
    assert texts[0] == texts[1]


def test_twins_are_both_proven_in_the_end_or_not_by_the_seed_alone():
    """One world follows from the seed, the other does not, and only the secret tells which."""
    one, two = twins()
    for at in (one, two):
        assert audit.audit(at.data()).verdict == audit.SO_FAR
        for name, seed in at.seeds.items():
            assert audit.audit(at.data(), seed, at.recall(name)).verdict == audit.SO_FAR
    assert audit.audit(one.data(), one.moderator.seed).verdict == audit.SO_FAR
    with pytest.raises(Fault):
        audit.audit(two.data(), two.moderator.seed)
