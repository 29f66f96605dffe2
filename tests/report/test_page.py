"""The page of a game: what it shows, what it may load, and that no text becomes markup."""

from __future__ import annotations

import base64
import hashlib
import re

import pytest

from pbem import history
from pbem.render import report
from pbem.render.engine import templates
from tests.report import pages
from tests.trust import table, worlds

NAMES = ["base", "solitaire", "carnies", "changed", "abandoned", "variants"]


@pytest.fixture(scope="module", params=[*NAMES, "unfinished", "hostile"])
def shown(request):
    made = {"unfinished": pages.unfinished, "hostile": pages.hostile}
    story = made[request.param]() if request.param in made else pages.story_of(request.param)
    return story, *pages.page_of(story)


def test_a_page_is_small(shown):
    assert len(shown[1].encode()) < 1_000_000


def test_a_page_loads_nothing_and_runs_its_own_script_alone(shown):
    _, page, read = shown
    tags = [tag for tag, _ in read.tags]
    assert tags.count("script") == 2
    assert not {"img", "iframe", "object", "embed", "base", "form", "audio", "video"} & set(tags)
    for tag, attributes in read.tags:
        named = {key for key in attributes if key.startswith("on") or key in {"style", "src"}}
        assert not named, (tag, attributes)
        for key in ("href", "xlink:href"):
            target = attributes.get(key, "#")
            assert target.startswith("#") or (tag, target) == ("link", "data:,")
    assert not re.search(r"url\(|@import", page[: page.index("</style>")])


def test_the_policy_allows_the_style_and_the_script_and_nothing_else(shown):
    _, page, read = shown
    [policy] = [a["content"] for t, a in read.tags if a.get("http-equiv")]

    def digest(tag):
        text = re.findall(f"<{tag}>(.*?)</{tag}>", page, re.DOTALL)[-1]
        return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()

    assert policy == (
        f"default-src 'none'; style-src 'sha256-{digest('style')}';"
        f" script-src 'sha256-{digest('script')}';"
        " img-src data:; base-uri 'none'; form-action 'none'"
    )


def test_all_entries_stand_in_the_log_without_a_script(shown):
    story, _, read = shown
    ids = [a["id"] for t, a in read.tags if t == "li" and "id" in a]
    assert ids == [f"e{number}" for number in range(len(story.steps))]
    for entry in report.log(story):
        assert entry.heading in read.text or "\x00" in entry.heading
        assert all(sentence in read.text for sentence in entry.events)


def test_the_data_of_the_script_are_numbers(shown):
    _, page, _ = shown
    data = re.search('<script type="application/json" id="steps">(.*?)</script>', page)[1]
    assert re.fullmatch(r'\{"changes": [\[\]0-9, ]*, "x": [\[\]0-9., ]*\}', data)


def test_no_hostile_word_becomes_a_tag_an_attribute_or_a_class():
    harmless = pages.page_of(pages.story_of("carnies"))[1]
    known = {tag for tag, _ in harmless.tags} | {"output", "em"}
    _, read = pages.page_of(pages.hostile())
    assert {tag for tag, _ in read.tags} <= known
    allowed = {key for _, attributes in harmless.tags for key in attributes} | {"title"}
    assert {key for _, attributes in read.tags for key in attributes} <= allowed
    for worst in pages.WORST:
        assert "\x00" in worst or worst in read.text


def test_changes_lead_from_each_position_to_the_next():
    story = pages.story_of("carnies")
    page, _ = pages.page_of(story)
    environment = templates()
    plan = report.layout(story)
    fragments = report._Fragments(environment.get_template("cells.html.jinja").module)
    board = report.Board(story.players, story.cards)
    states = [report._state(fragments, board.cells(step), plan) for step in story.steps]
    told = report._numbers(states, report.chart(story))["changes"]
    state = [0] * len(plan.names())
    for change, expected in zip(told, states, strict=True):
        for index, number in zip(change[::2], change[1::2], strict=True):
            assert state[index] != number
            state[index] = number
        assert state == expected
    # Every cell that a position fills has a place in the page.
    assert all(set(board.cells(step)) <= set(plan.names()) for step in story.steps)
    assert all(f'data-name="{name}"' in page for name in plan.names())


def pages_of_worlds(terms, reader=None):
    """The pages of two games that differ only in what is hidden from the reader."""
    one, two = worlds.permuted(reader=reader, **terms)
    assert worlds.decks(one) != worlds.decks(two)
    for at in (one, two):
        seed = None if reader is None else at.seeds[reader]
        recall = None if reader is None else at.recall(reader)
        story = history.tell(at.data(), seed, recall).story
        yield report.page(story._replace(head="")).encode()


@pytest.mark.parametrize("terms", worlds.TERMS)
def test_the_page_without_a_key_is_the_same_whatever_is_hidden(terms):
    first, second = pages_of_worlds(terms)
    assert first == second


@pytest.mark.parametrize("terms", worlds.TERMS)
def test_the_page_of_a_player_is_the_same_whatever_is_hidden_from_that_player(terms):
    first, second = pages_of_worlds(terms, terms["names"][0])
    assert b"as anna saw it" in first
    assert first == second


@pytest.mark.soak
@pytest.mark.parametrize("number", range(100))
def test_pages_of_games_of_all_terms_are_the_same_whatever_is_hidden(number):
    terms = worlds.drawn(number)
    for reader in (None, terms["names"][-1]):
        first, second = pages_of_worlds(terms, reader)
        assert first == second


def test_the_page_of_a_player_shows_that_hand_and_no_other():
    at = table.midgame()
    public = report.page(history.tell(at.data()).story)
    mine = report.page(history.tell(at.data(), at.seeds["anna"]).story)
    theirs = report.page(history.tell(at.data(), at.seeds["ben"]).story)
    assert len({public, mine, theirs}) == 3
    assert "as anna saw it" in mine
    assert "as anna saw it" not in theirs


def test_an_entry_that_was_undone_is_struck_out():
    _, read = pages.page_of(pages.story_of("changed"))
    struck = [a["id"] for t, a in read.tags if t == "li" and a.get("class") == "undone"]
    story = pages.story_of("changed")
    assert struck == [f"e{step.number}" for step in story.steps if "undone" in step.said]
    assert struck


def test_the_reckoning_stands_line_by_line():
    _, read = pages.page_of(pages.story_of("variants"))
    # anna had 2F, and the gravedigger took all of it for two corpses.
    assert "cash before the end2F" in read.text
    assert "the gravedigger for the peacekeeper and the baron-2F" in read.text
    assert "anna and ben share the victory." in read.text


def test_rounds_can_be_jumped_to():
    story = pages.story_of("base")
    steps = dict(report._rounds(story))
    first = {}
    for step in story.steps:
        if step.position is not None:
            first.setdefault(step.position["round"]["number"], step.number)
    assert list(steps) == [0, *first.values()]
