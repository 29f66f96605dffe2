"""What readers see of a game: the board, and the log of what happened."""

from __future__ import annotations

from typing import Any

import click

from pbem import rules, telling
from pbem.chain import ACCEPTING, INVITED, OVER, Chain, Opened
from pbem.cli import output, screen
from pbem.cli.games import open_path, own_player
from pbem.cli.keys import find_key, key_options
from pbem.render import headings, lines
from pbem.render.board import board, questions
from pbem.render.facts import spans
from pbem.render.own import hand
from pbem.render.paint import Line, wrapped
from pbem.table import result

#: The events that tell how a game ended.
_ENDING = frozenset({"lost", "loot", "win", "rank"})


@click.command()
@output.game_argument
@output.json_option
@key_options
def show(game: str, *, as_json: bool) -> None:
    """Show the board of GAME.toml and who is asked what; with a player's key also the own hand."""
    key = find_key()
    opened = open_path(game, key)
    own = own_player(opened, key, game)
    if as_json:
        output.print_json(_json(opened, own))
    elif opened.chain.game is None:
        _show_seats(opened.chain)
    else:
        _show_board(opened.chain, own)


def _json(opened: Opened, own: str | None) -> dict[str, Any]:
    chain = opened.chain
    found = telling.summary(chain) | {
        "board": None if chain.game is None else rules.public(chain.game)
    }
    if chain.game is None:
        found["terms"] = telling.terms(chain)
    else:
        ended = result(chain.game)
        if ended is not None:
            found["result"] = ended
        if own is not None:
            seen = rules.own(chain.game, chain.seats[own].number)
            found["own"] = {"player": own, **seen}
    return found


def _show_seats(chain: Chain) -> None:
    """The seats before play: who has joined and accepted, with fingerprints to compare."""
    terms = chain.invitation.options
    words = [f"{terms.length} game", *terms.variants, *terms.modules]
    words += [f"{name}={value}" for name, value in (*terms.rulings, *terms.corrections)]
    words += [f"first player {terms.first}"] if terms.first else []
    output.print_text(f"{chain.stage}: {', '.join(words)}")
    replaced = chain.invitation.document.content.text("supersedes")
    if replaced:
        output.print_text(f"it replaces the game {replaced}, which was broken off")
    for name in chain.players:
        taken = chain.seats.get(name)
        if taken is None:
            bound = chain.invitation.bound.get(name)
            key = f"       for the key {bound} alone" if bound else ""
            output.print_text(f"  {name:<24} to join{key}")
        else:
            state = {INVITED: "has joined", ACCEPTING: "to accept"}[chain.stage]
            state = "has accepted" if taken.nonce is not None else state
            output.print_text(f"  {name:<24} {state:<13} {taken.fingerprint}")


def _show_board(chain: Chain, own: str | None) -> None:
    game = chain.game
    assert game is not None
    seen = {} if own is None else {own: rules.own(game, chain.seats[own].number)}
    shown = board(rules.public(game), game.cards, own=seen, width=screen.width())
    shown += [[], *questions(chain.pending(), over=chain.stage == OVER)]
    if chain.abandoned:
        shown += [[("It was ended undecided; all have agreed.", "")]]
    if own is not None:
        shown += [[], *hand(own, seen[own], game.cards, dict(game.options.rulings))]
    ending = [event for events in chain.events for event in events if event[0] in _ENDING]
    for sentence in lines.sentences(ending, chain.players):
        shown += wrapped(spans(sentence), "", 0)
    screen.show(shown)


@click.command()
@output.game_argument
@click.option(
    "--since", type=click.IntRange(min=0), metavar="N", help="Only what came after entry N."
)
@output.json_option
@key_options
def log(game: str, *, since: int | None, as_json: bool) -> None:
    """Tell what happened in GAME.toml, entry by entry, in sentences."""
    opened = open_path(game, find_key())
    first = 0 if since is None else since + 1
    entries = opened.file.entries
    told = [telling.told(opened.chain, entries[n], n) for n in range(first, len(entries))]
    if as_json:
        output.print_json(told)
        return
    shown: list[Line] = []
    for one in told:
        words = headings.titled(one).split(" ")
        shown += wrapped([(word, "bold") for word in words], f"{one['entry']:>4}", 6)
        for sentence in one["events"]:
            shown += wrapped(spans(sentence), "", 6)
    if shown:
        screen.show(shown, broken=False)
