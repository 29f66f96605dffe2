"""Pages to look at, and stories made by hand that nobody could play."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

from pbem import history
from pbem.render import report
from pbem.rules.model import Family, Guest, Verb
from pbem.steps import Step, Story, Verdict
from tests.test_released import FOLDER
from tests.trust import table

#: What could break out of a text, an attribute, a script, a template or a comment.
WORST = (
    "<script>alert(1)</script>",
    "</script><script>alert(2)</script>",
    "</template><img src=x onerror=alert(3)>",
    '"><svg onload=alert(4)>',
    "' onmouseover='alert(5)",
    "</style><style>*{display:none}</style>",
    "<!--",
    "]]><b>",
    "&lt;i&gt;&amp;&#60;u&#62;",
    "{{ 7*7 }}{% raw %}",
    "javascript:alert(6)",
    "\u202egnp\u202c\x00\x1b[31m",
)


def story_of(name):
    """The story of a game that this version of the rules keeps."""
    data = (FOLDER / "rules-1" / f"{name}.toml").read_bytes()
    return history.tell(data).story


def example():
    """The story of the game in the examples."""
    game = Path(__file__).parents[2] / "examples" / "game" / "game.toml"
    return history.tell(game.read_bytes()).story


def unfinished():
    """The story of a game of two that goes on."""
    return history.tell(table.midgame().data()).story


def renamed(story, names):
    """The same story with other names of the players."""

    def other(value):
        if isinstance(value, str):
            return dict(zip(story.players, names, strict=True)).get(value, value)
        if isinstance(value, dict):
            return {other(key): other(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [other(inner) for inner in value]
        return value

    steps = [
        step._replace(
            said=other(step.said),
            position=other(step.position),
            own=other(dict(step.own)),
            asked=[(other(name), question) for name, question in step.asked],
        )
        for step in story.steps
    ]
    return story._replace(players=names, steps=steps)


def hostile():
    """A story in which every text that a file, a key or a card could bring is one of the worst."""
    words = iter(WORST * 100)

    def word():
        return next(words)

    names = [word() for _ in range(4)]
    cards = {
        name: Guest(name, Family.NOBLE, 1, 12, Verb.KILL, 1, None, 2) for name in [*WORST, "barn"]
    }
    held = list(WORST)
    position = {
        "options": {
            "length": word(),
            "variants": [word()],
            "modules": [word(), "events"],
            "rulings": {word(): word()},
            "corrections": {word(): word()},
        },
        "round": {"number": 1, "season": 1, "phase": word(), "host": names[0], "lap": 1}
        | {"turn": word(), "final": True, "letter": True},
        "piles": {
            "entrance": held,
            "entrance_count": 30,
            "exit": held,
            "bistro": 3,
            "box_count": 3,
            "events_count": 2,
            "event_discards": held,
        },
        "rooms": [
            {"number": 1, "key": names[0], "service": names[1], "guest": word()}
            | {"coffee": word(), "cake": word()},
            {"number": 2, "key": "white"},
        ],
        "trailers": [{"card": word(), "owner": names[2], "guest": word()}],
        "players": [
            {"name": name, "cash": 5, "checks": 1, "hand_count": 12, "object_count": 2}
            | {"corpses": held, "snowed": held[:2]}
            | {"annexes": [{"card": "barn", "buried": held}, {"card": word(), "buried": []}]}
            for name in names
        ],
    }
    own = {name: {"hand": held, "standing": [word(), 1]} for name in names}
    steps = [
        Step(0, {"entry": 0, "kind": "genesis"}, [], None, [], {}, []),
        *[
            Step(number, said, [("pass", number % 4)], position, [], own, [(names[1], word())])
            for number, said in enumerate(_entries(word), 1)
        ],
    ]
    audit = Verdict(word(), [word()], [word()], {word(): word()})
    return Story("playing", word(), word(), word(), names, cards, steps, None, [], audit, names[0])


def _entries(word):
    for kind in ("consent", "order", "late", "rotate", "replace", "handover", "correct", "abandon"):
        keys = ("player", "order", "date", "agreed", "moderator", "back_to", "why", "seen")
        yield {"kind": kind, **{key: word() for key in keys}, "undone": word()}


class Tags(HTMLParser):
    """The tags and the texts of a page."""

    def __init__(self, page):
        super().__init__()
        self.tags = []
        self.text = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.text += data


def page_of(story):
    """The page of a story, and its tags."""
    page = report.page(story)
    return page, Tags(page)
