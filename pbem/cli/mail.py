"""Ordering by mail in one command: sign, and write the mail, send it, or hand it to a program."""

from __future__ import annotations

from datetime import UTC, datetime

import click

from pbem import store
from pbem.cli import home, output
from pbem.cli.keys import key_options
from pbem.cli.play import Playing, playing, replace_option
from pbem.crypto.signatures import document_id
from pbem.errors import Refused
from pbem.formats import entry, flat, mailfile
from pbem.formats.text import is_address
from pbem.mail.letter import Signed, link, message
from pbem.player import Written
from pbem.post.roads import Sender

_SETTINGS = "mail.toml"


@click.command()
@output.game_argument
@click.argument("words", metavar="ORDER", nargs=-1, required=True)
@replace_option
@click.option(
    "--to",
    metavar="ADDRESS",
    type=output.address,
    help="The moderator's address; remembered for this game.",
)
@click.option(
    "--from",
    "sender",
    metavar="ADDRESS",
    type=output.address,
    help="Your own address; remembered for this game. Else that of mail.toml.",
)
@click.option("--mailto", "as_link", is_flag=True, help="Print a link for your mail program.")
@click.option("--send", "sends", is_flag=True, help="Send the mail by the server in mail.toml.")
@output.output_option("Write the mail to FILE, not to standard output.")
@output.force_option
@key_options
def mail(
    game: str,
    *,
    words: tuple[str, ...],
    replace: bool,
    to: str | None,
    sender: str | None,
    as_link: bool,
    sends: bool,
    target: str | None,
    force: bool,
) -> None:
    """Check ORDER against GAME.toml and sign it as `pbem order` does, and make it a mail.

    The mail goes to standard output, ready for a program that sends mails. The settings for --send
    lie in mail.toml beside your key; see docs/mail.md.
    """
    if sends and (as_link or target is not None):
        raise click.UsageError("--send goes with neither --mailto nor -o")
    at = playing(game)
    settings = _settings()
    receiver = to or _recalled(at, _memory_to(at))
    if receiver is None:
        raise Refused("the moderator's address is not known here", "name it with --to ADDRESS")
    author = sender or _recalled(at, _memory_from(at)) or settings.address
    if author is None and not as_link:
        raise Refused("your own address is not known here", "name it with --from ADDRESS")
    road = _road(settings) if sends else None
    written = at.order(" ".join(words), replace=replace)
    _remember(at, _memory_to(at), to)
    _remember(at, _memory_from(at), sender)
    signed, name, identity = _signed(at, written, receiver)
    if author is None or as_link:
        data = f"{link(signed)}\n".encode("ascii")
    else:
        data = message(signed, author, name, identity, datetime.now(UTC))
    if road is None:
        output.emit(data, target, force=force)
    else:
        road.send(name, data, receiver)
    output.say(f"{at.seat.name} orders: {written.words}")
    if road is not None:
        output.say(f"sent to {receiver}")
    elif target is not None and target != output.STDOUT:
        output.say(f"wrote {target}; send it to {receiver}")


def _signed(at: Playing, written: Written, to: str) -> tuple[Signed, str, str]:
    """The order to be mailed, the name of its file, and what is the same for the same order."""
    region = flat.split(written.data)[0]
    player, seq = at.seat.name, flat.read(entry.ORDER, region).number("seq")
    signed = Signed(
        to,
        f"The Bloody Inn: order {seq} of {player}",
        f"{player} orders: {written.public_words}",
        written.data,
    )
    identity = f"pbem-{document_id(entry.ORDER, region).hex()[:32]}"
    return signed, f"{player}-order-{seq}.toml", identity


def _settings() -> mailfile.MailFile:
    path = _settings_path()
    if not store.exists(path):
        return mailfile.MailFile(None, None)
    data = store.read_document(path, mailfile.SIZE_LIMIT)
    with output.naming(path):
        return mailfile.loads(data)


def _settings_path() -> str:
    return f"{home.config_folder()}/{_SETTINGS}"


def _road(settings: mailfile.MailFile) -> Sender:
    if settings.smtp is None:
        raise Refused(
            f"no server to send by: there is no [smtp] in {_settings_path()}",
            "docs/mail.md says what to write there; --mailto needs no server",
        )
    from pbem.post import account, smtp

    road = smtp.sender(settings.smtp, home.config_folder(), home.environment())
    if words := account.exposed(settings.smtp, home.config_folder()):
        output.warn(words)
    return road


def _memory_to(at: Playing) -> str:
    """What the moderator's address is remembered as; after a handover it is another moderator."""
    return f"{at.opened.chain.moderator.fingerprint}.address"


def _memory_from(at: Playing) -> str:
    return f"{at.seat.fingerprint}.address"


def _recalled(at: Playing, memory: str) -> str | None:
    """The address that was given in an earlier run."""
    text = (home.state().recall(at.invite, memory) or b"").decode("ascii", "replace")
    return text if is_address(text) else None


def _remember(at: Playing, memory: str, given: str | None) -> None:
    """Keep an address that was given, for later runs."""
    if given is not None:
        home.state().remember(at.invite, memory, given.encode("ascii"))
