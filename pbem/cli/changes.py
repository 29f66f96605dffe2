"""What is changed beside the game: keys, seats, the moderator, a mistake, an early end."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TypedDict, Unpack

import click

from pbem import desk, player, proposals
from pbem.chain import Chain, changes
from pbem.cli import home, output
from pbem.cli.documents import read_document
from pbem.cli.games import open_path, own_player
from pbem.cli.keys import key_options, load_key, other_key
from pbem.cli.play import send
from pbem.cli.working import change, session, take_over_option
from pbem.crypto.signatures import fingerprint
from pbem.errors import Refused
from pbem.formats import entry, flat, keyfile

_new_passphrase_option = click.option(
    "--new-passphrase-file",
    metavar="FILE",
    type=output.file_name,
    help="Read the passphrase of the other key from FILE.",
)


@click.command()
@output.game_argument
@click.option(
    "--new", required=True, metavar="KEY", type=output.file_name, help="The key to go on with."
)
@_new_passphrase_option
@output.document_option
@output.force_option
@output.armor_option
@key_options
def rotate(
    game: str,
    *,
    new: str,
    new_passphrase_file: str | None,
    target: str | None,
    force: bool,
    armored: bool,
) -> None:
    """Go on with another key in GAME.toml, and send the word of both keys to the moderator.

    Once it is in the game the old key is dead there, and what it has signed before stays good.
    """
    key = load_key()
    opened = open_path(game, key, signs=True)
    taken = player.own_seat(opened, key.seed)
    own_player(opened, key, game)
    other = other_key(new, new_passphrase_file)
    data = proposals.rotate(opened, taken, key.seed, other.seed)
    words = f"{taken.name} goes on with the key {fingerprint(other.public)}"
    written = player.Written(data, words)
    memory = player.memory_of_key(fingerprint(other.public))
    home.state().remember(opened.chain.invitation.id.hex(), memory, taken.fingerprint.encode())
    send(written, opened.chain.moderator.name, target, words, force=force, armored=armored)


@click.command()
@output.game_argument
@click.argument("proposal", metavar="PROPOSAL", type=output.file_name)
@output.document_option
@output.force_option
@output.armor_option
@key_options
def agree(game: str, proposal: str, *, target: str | None, force: bool, armored: bool) -> None:
    """Agree to what the moderator of GAME.toml proposes, and send your word back.

    What it would do is told first. Nothing is changed until enough have agreed.
    """
    key = load_key()
    opened = open_path(game, key, signs=True)
    taken = player.own_seat(opened, key.seed)
    own_player(opened, key, game)
    with output.naming(proposal):
        data = read_document(proposal)
        content, _ = proposals.read(opened, data)
        signed = proposals.agree(opened, taken, key.seed, data)
    for line in _meaning(opened.chain, content):
        output.say(line)
    written = player.Written(signed, f"{taken.name} agrees: {_meaning(opened.chain, content)[0]}")
    send(written, opened.chain.moderator.name, target, force=force, armored=armored)


def _meaning(chain: Chain, content: flat.Document) -> list[str]:
    """What a proposal would do, in lines."""
    if content.kind == entry.REPLACE:
        name = content.text("player")
        new = changes.replacement(chain, content).fingerprint
        return [f"the seat of {name} goes from the key {chain.seats[name].fingerprint} to {new}"]
    if content.kind == entry.ABANDON:
        return ["the game ends here and is not decided; its secret is revealed"]
    number = content.number("entry")
    seen = ", ".join(changes.seen_since(chain, number)) or "none"
    return [
        f"back to the position after entry {number}: {content.text('why')}",
        f"cards seen since: {seen}",
    ]


def _read(path: str) -> bytes:
    with output.naming(path):
        return read_document(path)


class _Way(TypedDict):
    """The options of what players are asked to agree to."""

    take_over: bool
    target: str | None
    force: bool
    as_json: bool


def _proposal_options(command: output.Command) -> output.Command:
    target = output.output_option("Write the proposal to FILE, not to standard output.")
    return take_over_option(target(output.force_option(output.json_option(key_options(command)))))


_agreements = click.argument("agreements", metavar="[AGREE]...", nargs=-1, type=output.file_name)


@click.command()
@output.game_argument
@click.argument("name", metavar="SEAT")
@click.argument("registration", metavar="REGISTRATION", type=output.file_name)
@_agreements
@_proposal_options
def replace(
    game: str,
    name: str,
    registration: str,
    agreements: tuple[str, ...],
    **way: Unpack[_Way],
) -> None:
    """Give SEAT of GAME.toml to the key of a new REGISTRATION, made with `pbem join --seat SEAT`.

    Without AGREE this writes the proposal: send it to the other players, who answer with `pbem
    agree`. With the word of more than half of them the seat changes hands.
    """
    document = _read(registration)
    _propose_or_decide(
        game,
        entry.REPLACE,
        lambda chain: proposals.replacing(chain, name, document),
        agreements,
        way,
    )


@click.command()
@output.game_argument
@click.argument("number", metavar="ENTRY", type=click.IntRange(min=0))
@click.argument("why", metavar="WHY")
@_agreements
@_proposal_options
def correct(
    game: str, number: int, why: str, agreements: tuple[str, ...], **way: Unpack[_Way]
) -> None:
    """Go back in GAME.toml to the position after ENTRY, because of WHY.

    Without AGREE this writes the proposal: send it to all players, who answer with `pbem agree`,
    and take nothing else in until then. With the word of all of them the position is restored by a
    new entry. Nothing is cut off: what was undone, and which cards were seen, stays in the game.
    """
    if not why or not why.isascii() or not why.isprintable() or set(why) & set("\"'\\"):
        raise click.BadParameter(
            f"expected plain words without quotes, found {why!a}", param_hint="'WHY'"
        )
    _propose_or_decide(
        game,
        entry.CORRECT,
        lambda _: {"entry": number, "why": why},
        agreements,
        way,
        keep=(number,),
    )


@click.command()
@output.game_argument
@_agreements
@_proposal_options
def abandon(game: str, agreements: tuple[str, ...], **way: Unpack[_Way]) -> None:
    """End GAME.toml where it stands, undecided.

    Without AGREE this writes the proposal: send it to all players, who answer with `pbem agree`.
    With the word of all of them the game is over, and its secret is revealed.
    """
    _propose_or_decide(game, entry.ABANDON, lambda _: {}, agreements, way)


def _propose_or_decide(
    game: str,
    kind: str,
    lines: Callable[[Chain], Mapping[str, flat.Value]],
    agreements: Sequence[str],
    way: _Way,
    *,
    keep: Collection[int] = (),
) -> None:
    """Write a proposal of these *lines*, or enter it with the agreements of the players."""
    target = way["target"]
    if agreements and target is not None:
        raise click.UsageError("-o is for the proposal, which is made without agreements")
    documents = [_read(path) for path in agreements]
    with session(game, take_over=way["take_over"], keep=keep) as at:
        values = lines(at.work.chain)
        proposal = None if documents else proposals.propose(at.work, kind, values)
        verdict = None
        if proposal is None or not proposal.least:
            verdict = desk.Verdict(proposals.decide(at.work, kind, values, documents))
        if at.work.changed:
            at.write()
    if verdict is not None:
        with output.after_writing(game):
            at.tell((kind,), [verdict], None if way["as_json"] else output.print_text)
    elif proposal is not None:
        _send_proposal(proposal, target, force=way["force"])


def _send_proposal(proposal: proposals.Proposal, target: str | None, *, force: bool) -> None:
    output.emit(proposal.data, target, force=force)
    asked = ", ".join(proposal.asked)
    if target is not None and target != output.STDOUT:
        output.say(f"wrote {target}; send it to {asked}")
    output.say(f"needed: the word of {proposal.least} of {asked}, given with `pbem agree`")


@click.command()
@output.game_argument
@click.argument("key", metavar="[KEY]", required=False, type=output.file_name)
@_new_passphrase_option
@take_over_option
@output.document_option
@output.force_option
@output.json_option
@key_options
def handover(
    game: str,
    key: str | None,
    *,
    new_passphrase_file: str | None,
    take_over: bool,
    target: str | None,
    force: bool,
    as_json: bool,
) -> None:
    """Hand GAME.toml over to another moderator, or to another key of yours.

    Who is to go on runs this without KEY, and sends the offer that it writes to the moderator. The
    moderator runs it with that offer as KEY, or with the file of the new key itself, and sends the
    game to all.
    """
    if key is None:
        _offer(game, target, force=force)
        return
    if target is not None:
        raise click.UsageError("-o is for the offer, which is made without KEY")
    data = _read(key)
    if keyfile.is_key(data):
        other = other_key(key, new_passphrase_file)
        data = proposals.offer(open_path(game, load_key()), other.name, other.seed)
    change(
        game,
        key,
        lambda work: _hand_over(work, data, key),
        take_over=take_over,
        as_json=as_json,
    )


def _hand_over(work: desk.Desk, offer: bytes, path: str) -> str:
    with output.naming(path):
        return proposals.handover(work, offer)


def _offer(game: str, target: str | None, *, force: bool) -> None:
    key = load_key()
    opened = open_path(game, key, signs=True)
    moderator = opened.chain.moderator
    if moderator.key.public == key.public:
        raise Refused(
            "your key moderates this game already", "name the offer, or the new key, as KEY"
        )
    data = proposals.offer(opened, key.name, key.seed)
    written = player.Written(data, f"{key.name} offers to moderate")
    send(written, moderator.name, target, force=force, armored=False)
