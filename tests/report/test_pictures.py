"""A position as a picture and as a part of a mail: what they hold, and that they do no harm."""

from __future__ import annotations

import copy
import random
import re
from html.parser import HTMLParser
from itertools import islice
from xml.etree import ElementTree as ET

import pytest

from pbem import rules
from pbem.render import chart, mailboard, palette, picture
from pbem.render.engine import templates
from pbem.steps import Step
from pbem.table import asked
from tests.positions import POSITIONS, game_of
from tests.report import pages
from tests.rules.random_game import Shuffler, start

SVG = "{http://www.w3.org/2000/svg}"


def last(story):
    """The last position of a story, and who is asked."""
    step = story.steps[-1]
    return step.position, story.cards, step.asked


@pytest.mark.parametrize("name", POSITIONS)
def test_picture_shows_every_guest_and_amount(name):
    game = game_of(name)
    view = rules.public(game)
    root = ET.fromstring(picture.svg(view, game.cards, asked(game)))  # noqa: S314 -- our own text
    words = ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]
    for place in [*view["rooms"], *view.get("trailers", ())]:
        if "guest" in place:
            assert place["guest"].replace("-", " ") in words
    for player in view["players"]:
        assert player["name"] in words
        assert f"{player['cash'] + 10 * player['checks']}F" in words
    assert not list(root.iter(f"{SVG}script"))


def test_symbols_of_a_picture_are_in_it():
    for name in POSITIONS:
        game = game_of(name)
        root = ET.fromstring(picture.svg(rules.public(game), game.cards))  # noqa: S314 -- likewise
        ids = {node.get("id") for node in root.iter(f"{SVG}symbol")}
        used = {node.get("href") for node in root.iter(f"{SVG}use")}
        assert used <= {f"#{name}" for name in ids}


def test_picture_stays_inside_its_frame():
    view, cards, who = last(pages.story_of("carnies"))
    text = picture.svg(view, cards, who)
    width, height = map(float, re.search('viewBox="0 0 ([0-9.]+) ([0-9.]+)"', text).groups())
    boxes = re.findall(r'translate\(([0-9.]+) ([0-9.]+)\)">\s*<rect width="([0-9.]+)" height', text)
    assert len(boxes) > 8
    assert all(float(x) + float(wide) <= width and float(y) < height for x, y, wide in boxes)


class Mail(HTMLParser):
    """What a program that reads mail would see."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.styles, self.text = set(), [], ""
        self.attributes = set()
        self.open = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes |= {key for key, _ in attrs}
        self.styles += [value for key, value in attrs if key == "style"]
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


#: What Gmail and Outlook leave of a mail; of the box model Outlook knows little.
TAGS = {"div", "table", "tr", "td", "b", "i", "span", "br"}
ATTRIBUTES = {"style", "role", "width", "height", "cellpadding", "cellspacing", "border"} | {
    "bgcolor",
    "align",
    "valign",
}
STYLES = {"color", "background-color", "font-family", "font-size", "line-height", "padding"} | {
    "margin",
    "max-width",
    "border",
    "border-left",
    "border-top",
    "border-bottom",
    "border-collapse",
    "border-spacing",
}


def test_stacks_of_a_picture_lie_beside_each_other():
    """Also with two cards in sight, six families at the exit, an event and a letter."""
    game = game_of("carnies")
    view = copy.deepcopy(rules.public(game))
    view["piles"] |= {
        "entrance": ["brigadier-chief", "representative"],
        "entrance_count": 56,
        "exit": "major newsboy novice baron mechanic clown".split() * 12,
    }
    view["round"]["letter"] = True
    cards = rules.known_cards()
    text = picture.svg(view, cards)
    stacks = picture._stacks(picture.Board(["anna", "ben"], cards).cells(step_of(view)))
    ends = [stack.x + picture._wide(stack.rows) for stack in stacks]
    assert [end <= stack.x for end, stack in zip(ends, stacks[1:], strict=False)] == [True] * 3
    assert ends[-1] <= picture.WIDTH
    assert "LETTER" not in text.upper().partition("EVENTS")[0]


def step_of(view):
    return Step(0, {}, (), view, (), {}, ())


@pytest.mark.parametrize("number", range(12))
def test_a_random_game_can_be_drawn(number):
    game, dealer, chance = start(number), Shuffler(number), random.Random(number)
    while open_ := rules.pending(game):
        view = rules.public(game)
        if chance.random() < 0.05:
            ET.fromstring(picture.svg(view, game.cards, asked(game)))  # noqa: S314 -- our own text
            mail = Mail(mailboard.html(view, game.cards, asked(game)))
            assert (mail.open, mail.tags <= TAGS, mail.attributes <= ATTRIBUTES) == ([], True, True)
        seat = chance.choice(open_).seat
        order = chance.choice(list(islice(rules.legal_orders(game, seat), 200)))
        rules.play(game, seat, order, dealer)


@pytest.mark.parametrize("name", POSITIONS)
def test_mail_is_of_what_all_programs_show(name):
    game = game_of(name)
    text = mailboard.html(rules.public(game), game.cards, asked(game))
    mail = Mail(text)
    assert not mail.open
    assert mail.tags <= TAGS
    assert mail.attributes <= ATTRIBUTES
    for style in mail.styles:
        assert {part.partition(":")[0] for part in style.split(";") if part} <= STYLES
        assert "url(" not in style
        assert "var(" not in style
    # Gmail cuts a mail off at 102 kB.
    assert len(text.encode()) < 60_000


@pytest.mark.parametrize("name", POSITIONS)
def test_mail_tells_every_guest_and_amount(name):
    game = game_of(name)
    view = rules.public(game)
    text = Mail(mailboard.html(view, game.cards, asked(game))).text
    for place in [*view["rooms"], *view.get("trailers", ())]:
        assert place.get("guest", "free").replace("-", " ") in text
    for player in view["players"]:
        assert f"{player['cash'] + 10 * player['checks']}F {player['cash']}F cash" in text
        for corpse in player["corpses"]:
            assert corpse.replace("-", " ") in text
    for player, _ in asked(game):
        assert f"{player} is asked" in text


def test_mail_of_the_largest_game_is_small():
    view, cards, who = last(pages.story_of("carnies"))
    view = copy.deepcopy(view)
    for player in view["players"]:
        player["annexes"] = player["annexes"] * 4
    assert len(mailboard.html(view, cards, who).encode()) < 60_000


def test_hostile_words_stay_words():
    view, cards, who = last(pages.hostile())
    mail = Mail(mailboard.html(view, cards, who))
    assert mail.tags <= TAGS
    assert mail.attributes <= ATTRIBUTES
    written = picture.svg(view, cards, who)
    # What XML cannot hold at all is left out before it is read.
    legal = written.replace("\x00", "").replace("\x1b", "")
    root = ET.fromstring(legal)  # noqa: S314 -- our own text
    tags = {node.tag.removeprefix(SVG) for node in root.iter()}
    assert tags <= {"svg", "symbol", "g", "path", "rect", "circle", "text", "tspan", "use"}
    assert not any(key.startswith("on") for node in root.iter() for key in node.attrib)


def test_every_family_and_seat_has_a_colour_for_day_and_night():
    assert palette.LIGHT.keys() == palette.DARK.keys()
    families = {str(card.family or "none") for card in rules.known_cards().values()}
    assert families <= palette.LIGHT.keys()


def test_what_lies_under_snow_is_not_at_risk():
    """The gravedigger takes 10F for each corpse the police see. (Rulebook, Police Investigation)"""
    view = copy.deepcopy(rules.public(game_of("carnies")))
    view["players"][0] |= {"corpses": ["newsboy", "mechanic", "novice"], "snowed": ["mechanic"]}
    for other in view["players"][1:]:
        other["corpses"] = []
    cards = rules.known_cards()
    cells = picture.Board([player["name"] for player in view["players"]], cards).cells(
        step_of(view)
    )
    macros = templates().get_template("cells.html.jinja").module
    assert [chart._wealth(view, seat).risk for seat in (0, 1)] == [20, 0]
    for drawn in (
        macros.corpses(*cells["corpses-0"][1]),
        picture.svg(view, cards),
        mailboard.html(view, cards),
    ):
        assert re.findall("[0-9]+F at risk", drawn) == ["20F at risk"]


def test_objects_stand_with_their_prices_and_what_they_do():
    macros = templates().get_template("cells.html.jinja").module
    drawn = macros.objects(1, [("bible", 3, "the words of the bible")], [], "holds always")
    assert (
        Mail(drawn).text.split() == "Objects 1 bible 3F the words of the bible holds always".split()
    )


def test_a_tint_lies_between_its_colours():
    assert palette.tint("#000000", 0.5, "#ffffff") == "#808080"
    assert palette.tint("#102030", 1.0) == "#102030"
    assert palette.tint("#102030", 0.0, "#fffefd") == "#fffefd"
