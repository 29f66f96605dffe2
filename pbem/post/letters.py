"""What the desk writes to players, in plain text. No hand and no sealed choice stands in it.

The texts know nothing of mails; `pbem.mail.compose` makes mails of them.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from pbem import rules, telling
from pbem.chain import ANY_TIME, OVER, SEALED, Ahead, Chain
from pbem.desk import Verdict
from pbem.errors import PbemError
from pbem.formats import entry, flat
from pbem.post.opening import Usable
from pbem.render.board import board, questions
from pbem.render.paint import plain
from pbem.render.words import number

_WIDTH = 78
_LABEL = 11
_PHASE = re.compile("round-([0-9]+)-([a-z]+)(?:-([0-9a-z-]+))?")

#: What a player may write to each question; what is in capitals is to be replaced.
_EXAMPLES = {
    "draft": "keep OBJECT",
    "place": "place ROOM",
    "objects": "hold",
    "action": "pass",
    "study": "decline",
    "gravedigger": "pay 1 check",
    "wages": "dismiss CARD",
}


class Tidings(NamedTuple):
    """What is new in a game."""

    #: The name of the game, which its file has too.
    game: str
    #: Where players write to.
    desk: str
    chain: Chain
    entries: Sequence[entry.Stored]
    #: The first entry that each player does not know yet.
    since: Mapping[str, int]
    #: True if a picture of the board stands below the text, which then does without.
    pictured: bool = False

    @property
    def file(self) -> str:
        """The name of the game's file."""
        return f"{self.game}.toml"


def answer(about: Tidings, name: str, message: Usable, verdict: Verdict, *, news: bool) -> str:
    """The answer to a document of the player *name*; with *news* the file is in the mail."""
    lines = [*_verdict(verdict), "", *_facts(about, message, verdict)]
    return _text([*lines, *(_news(about, name) if news else []), *_asked(about, name)])


def tidings(about: Tidings, name: str) -> str:
    """What has happened, for a player who did not write."""
    lines = [*_wrapped(f"There is news in the game {about.game}."), ""]
    lines += [_row("Asked now", _waiting(about.chain))]
    return _text([*lines, *_news(about, name), *_asked(about, name)])


def reminder(about: Tidings, name: str, days: int) -> str:
    """A reminder to a player who has been asked for *days*."""
    waited = f" {number(days, 'day')}" if days else ""
    lines = _wrapped(
        f"The game {about.game} has been waiting{waited} for you. The newest file is attached."
    )
    return _text([*lines, *_asked(about, name)])


def nothing_found(problem: PbemError, desk: str) -> str:
    """The answer to a mail in which there is nothing that the desk can use."""
    lines = _wrapped(f"Your mail to {desk} changed nothing: {problem.message}.")
    if problem.hint:
        lines += _wrapped(f"What to do: {problem.hint}.")
    lines += ["", *_wrapped("An order is made and put into a mail so:"), ""]
    lines += ['    pbem order GAME.toml "pass" --armor', ""]
    lines += _wrapped("You get this answer once a day at most, however many such mails you send.")
    return _text(lines)


def unusable(file: str, problem: PbemError) -> str:
    """The answer to a file in which there is nothing that the desk can use."""
    lines = _wrapped(f"The file {file} changed nothing: {problem.message}.")
    if problem.hint:
        lines += _wrapped(f"What to do: {problem.hint}.")
    lines += ["", *_wrapped("An order is made so:"), ""]
    return _text([*lines, '    pbem order GAME.toml "pass" -o FILE'])


def _verdict(verdict: Verdict) -> list[str]:
    if verdict.error is None:
        return _wrapped(f"Taken: {verdict.message}.")
    if isinstance(verdict.error, Ahead):
        return _wrapped(
            f"Not taken yet, {verdict.message}. It is looked at again when that one has come."
        )
    lines = _wrapped(f"NOT taken: {verdict.message}.")
    if verdict.error.hint:
        lines += _wrapped(f"What to do: {verdict.error.hint}.")
    return lines


def _facts(about: Tidings, message: Usable, verdict: Verdict) -> list[str]:
    """What the document was understood to be, and who is asked now."""
    rows = [_row("Game", about.game)]
    content = flat.read(message.kind, message.region)
    if message.kind == entry.ORDER:
        rows.append(_row("Question", _question(content.text("phase"))))
        words = content.text("order") if "order" in content else SEALED
        rows.append(_row("Your order", verdict.words or words))
        if content.number("revision") and not verdict.known:
            rows.append(_row("Replaces", "what you have ordered before for this question"))
    else:
        rows.append(_row("Document", message.kind))
    if message.mended:
        rows.append(_row("Mended", f"{', '.join(message.mended)}, by a mail program"))
    return [*rows, _row("Asked now", _waiting(about.chain))]


def _waiting(chain: Chain) -> str:
    """Who is asked what."""
    if chain.stage == OVER:
        return "nobody, the game is over"
    return ", ".join(map(str, chain.pending())) or "nobody"


def _row(label: str, text: str) -> str:
    indent = " " * _LABEL
    return textwrap.fill(text, _WIDTH, initial_indent=label.ljust(_LABEL), subsequent_indent=indent)


def _question(phase: str) -> str:
    """A question as orders name it, in words."""
    if phase == ANY_TIME:
        return "none; it can be given at any time"
    match = _PHASE.fullmatch(phase)
    if match is None:
        return phase
    detail = f" {match[3]}" if match[3] else ""
    return f"{match[2]}{detail}, round {match[1]}"


def _news(about: Tidings, name: str) -> list[str]:
    """What happened that a player does not know, and that the file is attached."""
    lines = [""]
    for index in range(about.since[name], len(about.entries)):
        for line in telling.logged(telling.told(about.chain, about.entries[index], index)):
            lines += textwrap.wrap(line, _WIDTH, subsequent_indent=" " * 8)
    lines += [] if lines == [""] else [""]
    return [*lines, *_wrapped(f"The game as it is now is attached: save it as {about.file}.")]


def _asked(about: Tidings, name: str) -> list[str]:
    """The board, what a player is asked, and how to answer; nothing for who is not asked."""
    chain = about.chain
    asked = [one for one in chain.pending() if one.player == name]
    if not asked:
        return _board(about) if chain.stage == OVER else []
    question = asked[0].question
    if chain.game is None:
        return [
            "",
            *_wrapped(f"You are asked to {question}. `pbem show {about.file}` shows the terms."),
            "",
            f"    pbem {question} {about.file} --armor",
            "",
            *_wrapped(f"prints what to send to {about.desk}."),
        ]
    words = _EXAMPLES[question]
    return [
        *_board(about),
        "",
        *_wrapped("Answer with one of these, and with your own words:"),
        "",
        f'    pbem mail {about.file} "{words}" --to {about.desk} --send',
        f'    pbem order {about.file} "{words}" --armor',
        "",
        *_wrapped(
            f"The second one prints what to send to {about.desk}. `pbem moves {about.file}` lists"
            f" what is legal, `pbem show {about.file}` shows your hand."
        ),
    ]


def _board(about: Tidings) -> list[str]:
    """The board as everybody sees it."""
    chain = about.chain
    if chain.game is None or about.pictured:
        return []
    lines = board(rules.public(chain.game), chain.game.cards)
    return ["", plain([*lines, [], *questions(chain.pending(), over=chain.stage == OVER)])]


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, break_long_words=False, break_on_hyphens=False)


def _text(lines: Iterable[str]) -> str:
    return "\n".join([*lines, ""])
