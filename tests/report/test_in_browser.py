"""Pages in a real browser: every entry, by slider and keys, on large and small screens."""

from __future__ import annotations

import contextlib
import functools

import pytest

from pbem.render import report
from tests.report import pages

pytestmark = pytest.mark.services

STORIES = {
    "base": lambda: pages.story_of("base"),
    "carnies": lambda: pages.story_of("carnies"),
    "solitaire": lambda: pages.story_of("solitaire"),
    "changed": lambda: pages.story_of("changed"),
    "unfinished": pages.unfinished,
}
WIDTHS, SCHEMES = (1280, 390), ("light", "dark")

#: What stands on the page, in the words of a position.
READ = """() => {
    const cell = (name) => {
        const found = document.querySelector(`[data-name="${name}"]`);
        return found && !found.hidden ? found : null;
    };
    const number = (name, what) => {
        const found = cell(name)?.querySelector(`[data-n="${what}"]`);
        return found ? Number(found.textContent) : null;
    };
    const names = (within, what) => [...(within?.querySelectorAll(what) ?? [])]
        .map((one) => one.firstElementChild.nextSibling.textContent.trim());
    const rooms = [...document.querySelectorAll('[data-name^="room-"]')]
        .filter((one) => !one.hidden)
        .map((one) => one.querySelector(".name")?.textContent ?? null);
    const areas = [...document.querySelectorAll(".area")].map((area, seat) => ({
        cash: number(`wealth-${seat}`, "cash"),
        checks: number(`wealth-${seat}`, "checks"),
        total: number(`wealth-${seat}`, "total"),
        hand: number(`hand-${seat}`, "hand"),
        corpses: names(cell(`corpses-${seat}`), ".chip"),
        annexes: [...area.querySelectorAll(".annexes > .cell:not([hidden])")]
            .map((one) => names(one, ".grave:not(.open)")),
    }));
    return {
        entry: Number(document.getElementById("where").textContent),
        heading: document.querySelector("#now .heading").textContent,
        said: [...document.querySelectorAll("#now li")].map((one) => one.textContent),
        entrance: number("entrance", "entrance"),
        exit: number("exit", "exit"),
        bistro: number("bistro", "bistro"),
        rooms, areas,
    };
}"""


def expected(story, number):
    """The same from the position that was replayed."""
    view, entry = story.steps[number].position, report.log(story)[number]
    shown = {"entry": number, "said": list(entry.events)}
    if view is None:
        empty = dict.fromkeys(("cash", "checks", "total", "hand"))
        areas = [empty | {"corpses": [], "annexes": []} for _ in story.players]
        return shown | dict.fromkeys(("entrance", "exit", "bistro")) | {"rooms": [], "areas": areas}
    piles = view["piles"]
    return shown | {
        "entrance": piles["entrance_count"],
        "exit": len(piles["exit"]),
        "bistro": piles["bistro"],
        "rooms": [human(room.get("guest")) for room in view["rooms"]],
        "areas": [
            {
                "cash": player["cash"],
                "checks": player["checks"],
                "total": player["cash"] + 10 * player["checks"],
                "hand": player["hand_count"],
                "corpses": [human(card) for card in player["corpses"]],
                "annexes": [[human(card) for card in a["buried"]] for a in player["annexes"]],
            }
            for player in view["players"]
        ],
    }


def human(card):
    return card and card.replace("-", " ")


@functools.cache
def story(name):
    return STORIES[name]()


@pytest.fixture
def opened(browser, tmp_path):
    """Open a page; whatever it says on the console or asks of the network is an error."""
    with contextlib.ExitStack() as stack:

        def open_(told, *, width=1280, scheme="light", where="", **settings):
            path = tmp_path / "page.html"
            path.write_text(report.page(told), encoding="utf-8")
            context = browser.new_context(
                viewport={"width": width, "height": 900}, color_scheme=scheme, **settings
            )
            stack.callback(context.close)
            page = context.new_page()
            said, asked = [], []
            page.on("console", lambda message: said.append(message.text))
            page.on("pageerror", lambda error: said.append(str(error)))
            page.on("dialog", lambda dialog: (said.append(dialog.message), dialog.dismiss()))
            page.on("request", lambda request: asked.append(request.url))
            page.goto(path.as_uri() + where)
            stack.callback(lambda: check(said, asked, path.as_uri()))
            return page

        def check(said, asked, own):
            assert said == []
            assert [url for url in asked if not url.startswith((own, "data:,"))] == []

        yield open_


def read(page):
    found = page.evaluate(READ)
    found.pop("heading")
    return found


@pytest.mark.parametrize("name", STORIES)
def test_keys_lead_through_every_entry(opened, name):
    told = story(name)
    page = opened(told)
    last = len(told.steps) - 1
    assert read(page) == expected(told, last)
    page.keyboard.press("Home")
    for number in range(last + 1):
        assert read(page) == expected(told, number)
        page.keyboard.press("ArrowRight")
    assert read(page) == expected(told, last)
    for number in range(last - 1, max(last - 30, -1), -1):
        page.keyboard.press("ArrowLeft")
        assert read(page) == expected(told, number)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", STORIES)
def test_slider_shows_any_entry_on_any_screen(opened, name, width, scheme):
    told = story(name)
    page = opened(told, width=width, scheme=scheme)
    for number in (0, len(told.steps) // 3, len(told.steps) // 2, len(told.steps) - 1):
        page.locator("#slider").fill(str(number))
        assert read(page) == expected(told, number)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.locator("#slider").focus()
    page.keyboard.press("ArrowLeft")
    assert read(page) == expected(told, len(told.steps) - 2)


def test_buttons_rounds_links_and_the_log(opened):
    told = story("base")
    page = opened(told, where="#entry-20")
    assert read(page)["entry"] == 20
    for button, entry in (("First entry", 0), ("Next entry", 1), ("Previous entry", 0)):
        page.get_by_role("button", name=button).click()
        assert read(page)["entry"] == entry
    page.get_by_label("Go to a round").select_option(index=2)
    assert read(page) == expected(told, report._rounds(told)[2][0])
    page.locator("#e33 a").click()
    assert read(page)["entry"] == 33
    assert page.locator("[aria-current]").get_attribute("id") == "e33"


def test_play_goes_on_by_itself_until_it_is_stopped(opened):
    page = opened(story("base"), where="#entry-20")
    page.get_by_role("button", name="Play").click()
    page.locator("#where", has_text="22").wait_for()
    page.get_by_role("button", name="Pause").click()
    assert page.get_by_role("button", name="Play").count() == 1


def test_what_has_changed_is_marked(opened):
    # In entry 5 of the example anna kills the representative in room 3.
    told = pages.example()
    page = opened(told, where="#entry-5")
    marked = page.evaluate("[...document.querySelectorAll('.changed')].map((c) => c.dataset.name)")
    assert {"room-3", "corpses-0", "hand-0", "bistro", "asked"} <= set(marked)
    assert not {"room-1", "wealth-0", "wealth-1", "corpses-1", "entrance"} & set(marked)


@pytest.mark.parametrize("width", WIDTHS)
def test_without_a_script_the_last_position_and_the_log_can_be_read(opened, width):
    told = story("carnies")
    page = opened(told, width=width, java_script_enabled=False)
    assert not page.locator(".controls").is_visible()
    for seat, player in enumerate(told.steps[-1].position["players"]):
        cash = page.locator(f'[data-name="wealth-{seat}"] [data-n="cash"]')
        assert cash.inner_text() == str(player["cash"])
    assert page.locator("#log > li").count() == len(told.steps)
    assert page.locator("#e20").is_visible()


def test_parts_have_names_for_who_does_not_see_them(opened):
    page = opened(story("base"))
    for role in ("banner", "main", "navigation"):
        assert page.get_by_role(role).count() == 1
    for name in ("The inn", "What happened", "Players", "Every entry", "The reckoning"):
        assert page.get_by_role("region", name=name, exact=True).count() == 1
    assert page.locator("#now").get_attribute("aria-live") == "polite"
    unnamed = """[...document.querySelectorAll('button, select, input, svg[role="img"]')]
        .filter((one) => !one.getAttribute('aria-label')).length"""
    assert page.evaluate(unnamed) == 0
    page.locator("#slider").fill("7")
    words = page.locator("#slider").get_attribute("aria-valuetext")
    assert words == f"entry 7: {report.log(story('base'))[7].heading}"


def test_hostile_texts_do_nothing(opened):
    told = pages.hostile()
    page = opened(told)
    for _ in told.steps:
        page.keyboard.press("ArrowLeft")
    assert read(page)["entry"] == 0
    assert page.evaluate("document.scripts.length") == 2
    assert page.evaluate("document.images.length") == 0


@pytest.mark.parametrize("width", WIDTHS)
def test_the_longest_names_break_no_screen(opened, width):
    told = pages.renamed(story("carnies"), [letter * 24 for letter in "wmk"])
    page = opened(told, width=width)
    for number in (0, 60, len(told.steps) - 1):
        page.locator("#slider").fill(str(number))
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        spilt = """[...document.querySelectorAll('.room, .area, .stack, .sheet, .now')]
            .filter((one) => one.scrollWidth > one.clientWidth + 1)
            .map((one) => one.className)"""
        assert page.evaluate(spilt) == []


def test_letters_can_be_read_on_their_ground(opened):
    """Contrast of at least 4.5 to 1 for all text, as WCAG AA asks."""
    for scheme in SCHEMES:
        page = opened(story("carnies"), scheme=scheme, where="#entry-120")
        assert page.evaluate(CONTRAST) == []


CONTRAST = """() => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const rgba = (colour) => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const light = (colour) => {
        const [r, g, b] = rgba(colour).map((v) => v / 255)
            .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ground = (node) => {
        for (let one = node; one; one = one.parentElement) {
            const colour = getComputedStyle(one).backgroundColor;
            if (rgba(colour)[3] > 250) return colour;
        }
        return "white";
    };
    const bad = new Set();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const node = walker.currentNode.parentElement;
        if (!walker.currentNode.data.trim() || !node.checkVisibility()) continue;
        if (node.closest("script, style, template, svg, .vh, .skip, .undone")) continue;
        const [a, b] = [light(getComputedStyle(node).color), light(ground(node))];
        const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (ratio < 4.5) bad.add(`${node.className || node.tagName}: ${ratio.toFixed(2)}`);
    }
    return [...bad];
}"""
