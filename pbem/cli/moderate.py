"""The moderator's commands: invite players, and apply what they send."""

from __future__ import annotations

import contextlib
import datetime as dt

import click

from pbem import desk, rules, store
from pbem.chain import Ahead
from pbem.cli import home, output
from pbem.cli.documents import read_document
from pbem.cli.games import open_path
from pbem.cli.keys import Key, key_options, load_key
from pbem.cli.working import change, session, take_over_option
from pbem.errors import Exit, PbemError, Refused
from pbem.formats.text import encode64, is_fingerprint
from pbem.rules.options import MODULES, VARIANTS

_SALT = 16
_DIGITS = 9  # a longer number is no value of a card


def _pairs(values: tuple[str, ...], option: str, meaning: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for value in values:
        name, sign, rest = value.partition("=")
        if not sign or not name or not rest:
            raise click.BadParameter(f"expected {meaning}, found {value!a}", param_hint=option)
        if name in found:
            raise click.BadParameter(f"{name} stands twice", param_hint=option)
        found[name] = rest
    return found


@click.command()
@output.game_argument
@click.option(
    "--player",
    "players",
    multiple=True,
    required=True,
    metavar="NAME[=FINGERPRINT]",
    help="A player, once for each in the order of the seats; with a fingerprint the seat is for"
    " that key only.",
)
@click.option("--short", "length", flag_value="short", help="Play a short game.")
@click.option(
    "--long", "length", flag_value="long", default=True, help="Play a long game (default)."
)
@click.option(
    "--variant",
    "variants",
    multiple=True,
    metavar="V",
    help=f"Play a variant: {', '.join(VARIANTS)}.",
)
@click.option(
    "--module",
    "modules",
    multiple=True,
    metavar="M",
    help=f"Add a module of the expansion: {', '.join(MODULES)}.",
)
@click.option(
    "--ruling",
    "rulings",
    multiple=True,
    metavar="NAME=VALUE",
    help="Decide an unclear rule, as in reshuffle=at-once; docs/rulings.md has all.",
)
@click.option(
    "--correct",
    "corrections",
    multiple=True,
    metavar="CARD.FIELD=VALUE",
    help="Correct rank, outer, money or affinity of a card, as in monk.rank=2.",
)
@click.option("--first", metavar="NAME", help="The first player; else the shuffle decides.")
@click.option(
    "--supersedes",
    metavar="OLD.toml",
    type=output.file_name,
    help="The game that this one replaces.",
)
@output.force_option
@key_options
def new(
    game: str,
    *,
    players: tuple[str, ...],
    length: str,
    variants: tuple[str, ...],
    modules: tuple[str, ...],
    rulings: tuple[str, ...],
    corrections: tuple[str, ...],
    first: str | None,
    supersedes: str | None,
    force: bool,
) -> None:
    """Write GAME.toml, the invitation to a new game that you moderate.

    Send it to the players. Each answers with `pbem join`, and you take the answers in with
    `pbem adjudicate`.
    """
    seats = [player.partition("=") for player in players]
    terms = rules.options(
        [name for name, _, _ in seats],
        length=length,
        variants=variants,
        modules=modules,
        rulings=_pairs(rulings, "--ruling", "NAME=VALUE"),
        corrections={
            what: _number_or_word(value)
            for what, value in _pairs(corrections, "--correct", "CARD.FIELD=VALUE").items()
        },
        first=first,
    )
    bound = {name: print_ for name, sign, print_ in seats if sign}
    for name, fingerprint in bound.items():
        if not is_fingerprint(fingerprint):
            raise click.BadParameter(
                f"{name}: expected a fingerprint, 8 groups of 4 characters, found {fingerprint!a}",
                param_hint="--player",
            )
    key = load_key()
    if key.name in terms.players and not terms.solitaire:
        output.warn(
            f"{key.name} needs another key than yours to join: the moderator's key holds no seat"
        )
    data = desk.invite(
        desk.Author(key.name, key.seed),
        terms,
        salt=home.random_bytes(_SALT),
        bound=bound,
        supersedes="" if supersedes is None else _abandoned(supersedes, key),
    )
    output.emit(data, game, force=force)
    if game != output.STDOUT:
        output.say(f"wrote {game}; send it to {', '.join(terms.players)}")


def _number_or_word(value: str) -> int | str:
    return int(value) if value.isascii() and value.isdigit() and len(value) <= _DIGITS else value


def _abandoned(path: str, key: Key) -> str:
    """The id of the game that a new one replaces."""
    chain = open_path(path, key).chain
    if not chain.hashes:
        raise Refused(f"{path} has no genesis yet: it needs no successor that names it")
    return encode64(chain.id)


@click.command()
@output.game_argument
@click.argument("documents", metavar="[DOC]...", nargs=-1, type=output.file_name)
@click.option("--full", is_flag=True, help="Verify again what was verified before.")
@take_over_option
@click.option("--receipt", metavar="FILE", help="Write a signed receipt for the one DOC to FILE.")
@click.option("--reseat", metavar="NAME", help="Free the seat NAME, until all have joined.")
@output.output_option("Write the next game file to FILE and leave GAME.toml as it is.")
@output.force_option
@output.json_option
@key_options
def adjudicate(
    game: str,
    *,
    documents: tuple[str, ...],
    reseat: str | None,
    full: bool,
    take_over: bool,
    receipt: str | None,
    target: str | None,
    force: bool,
    as_json: bool,
) -> None:
    """Take what players sent into GAME.toml, and play on until somebody is asked.

    DOC is a registration, a consent or an order, as it was written, as text of a mail, or in a raw
    mail (.eml), in a file or on standard input (`-`). GAME.toml is replaced by the next file: send
    it to all.
    """
    if not documents and reseat is None:
        raise click.UsageError("name at least one document")
    if receipt is not None and len(documents) != 1:
        raise click.UsageError("a receipt is for one document")
    if receipt == output.STDOUT:
        raise click.UsageError("a receipt goes into a file")
    if as_json and target == output.STDOUT:
        raise click.UsageError("the game file and --json cannot both go to standard output")
    if (game, *documents).count(store.STDIN) > 1:
        raise click.UsageError("standard input can be one file only")
    if game == store.STDIN and target is None:
        raise click.UsageError("name with -o where to write a game from standard input")
    texts = [_read(path) for path in documents]
    if receipt is not None:
        _check_receipt(receipt, texts[0], force=force)
    with session(game, full=full, take_over=take_over, in_place=target is None) as at:
        work = at.work
        if reseat is not None:
            work.free(reseat)
        readable = [text for text in texts if isinstance(text, bytes)]
        taken = iter(work.take(readable))
        verdicts = [
            next(taken) if isinstance(text, bytes) else desk.Verdict(text.message, text)
            for text in texts
        ]
        if work.changed:
            at.write(target, force=force)
        if receipt is not None:
            _give_receipt(receipt, texts[0], verdicts[0], work, force=force)
    tell = output.say if target == output.STDOUT else output.print_text
    with output.after_writing(target or game) if work.changed else contextlib.nullcontext():
        at.tell(documents, verdicts, None if as_json else tell)
    _end(verdicts)


def _check_receipt(path: str, document: bytes | PbemError, *, force: bool) -> None:
    """Refuse a receipt that could not be written, before anything is done."""
    from pbem import receipts

    if isinstance(document, bytes):
        receipts.check_order(document)
    output.check_target(path, force=force)


def _give_receipt(
    path: str, document: bytes | PbemError, verdict: desk.Verdict, work: desk.Desk, *, force: bool
) -> None:
    """Write the receipt for an order that could be read, whatever became of it."""
    from pbem import receipts

    if not isinstance(document, bytes) or not work.chain.hashes or not work.in_office:
        return
    outcome = receipts.TAKEN if verdict.error is None else receipts.REFUSED
    if isinstance(verdict.error, Ahead):
        outcome = receipts.WAITING
    today = dt.datetime.now(tz=dt.UTC).date().isoformat()
    data = receipts.write(document, work.chain.head, outcome, today, work.moderator.key)
    output.emit(data, path, force=force)
    output.say(f"wrote {path}")


@click.command()
@output.game_argument
@click.argument("name", metavar="NAME")
@click.option("--date", required=True, metavar="YYYY-MM-DD", help="The day until which you waited.")
@take_over_option
@output.json_option
@key_options
def late(game: str, name: str, *, date: str, take_over: bool, as_json: bool) -> None:
    """Give the default answer in GAME.toml for NAME, who did not answer by the date.

    The answer is fixed by the rules, such as to pass or to hold; your word and the date stand in
    the game for all to see. What NAME sends later for that question is refused.
    """
    _check_date(date)
    change(game, name, lambda work: work.late(name, date), take_over=take_over, as_json=as_json)


def _check_date(text: str) -> None:
    try:
        good = dt.date.fromisoformat(text).isoformat() == text
    except ValueError:
        good = False
    if not good:
        raise click.BadParameter(
            f"expected a day such as 2026-11-30, found {text!a}", param_hint="'--date'"
        )
    today = dt.datetime.now(tz=dt.UTC).astimezone().date()
    if dt.date.fromisoformat(text) > today:
        raise click.BadParameter(
            f"expected a day that has come, found {text} on {today}", param_hint="'--date'"
        )


def _read(path: str) -> bytes | PbemError:
    """A document, taken out of its mail or armor; or why it cannot be read."""
    try:
        return read_document(path)
    except PbemError as problem:
        return problem


def _end(verdicts: list[desk.Verdict]) -> None:
    """Leave with the code of what was not taken; a refusal counts most."""
    codes = {verdict.error.exit for verdict in verdicts if verdict.error is not None}
    if codes:
        code = Exit.REFUSED if Exit.REFUSED in codes else min(codes)
        click.get_current_context().exit(int(code))
