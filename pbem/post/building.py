"""The roads of a desk, as its settings name them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

from pbem.errors import Deferred, PbemError, Refused, Undeliverable
from pbem.formats.servers import Imap
from pbem.mail.compose import recipient
from pbem.post.folder import UNDELIVERED, Folder
from pbem.post.intake import Drop, Looks, Maildir
from pbem.post.journal import Journal
from pbem.post.roads import Sender, Source
from pbem.post.settings import Settings
from pbem.store import folders

_MAIL_LIMIT = 16 * 1024 * 1024
#: When the server has failed at mails to so many addresses the others are left for the next run.
_GIVE_UP = 3


def sources(
    folder: Folder,
    settings: Settings,
    environment: Mapping[str, str],
    clock: Callable[[], datetime],
) -> list[Source]:
    """Where messages come in. Raises Refused for a road that this installation lacks."""
    found: list[Source] = [
        Maildir(folder.path("in"), Looks(folder, "in"), keep=False),
        Drop(folder.path("drop"), Looks(folder, "drop"), clock),
    ]
    if settings.maildir is not None:
        path = _below(folder, settings.maildir)
        found.append(Maildir(path, Looks(folder, "maildir"), keep=True))
    if settings.drop is not None:
        found.append(Drop(_below(folder, settings.drop), Looks(folder, "other-drop"), clock))
    if settings.imap is not None:
        found.append(_imap(settings.imap, folder, environment))
    return found


def sender(folder: Folder, settings: Settings, environment: Mapping[str, str]) -> Sender | None:
    """What sends the mails; None if something else does. Raises Refused if it cannot log in."""
    if settings.smtp is None:
        return None
    from pbem.post import smtp

    return smtp.sender(settings.smtp, folder.root, environment)


def warnings(folder: Folder, settings: Settings) -> list[str]:
    """What is not as it should be with the passwords, but stops nothing."""
    servers = [one for one in (settings.imap, settings.smtp) if one is not None]
    if not servers:
        return []
    from pbem.post.account import exposed

    found = (exposed(one, folder.root) for one in servers)
    return [one for one in dict.fromkeys(found) if one is not None]


def _imap(server: Imap, folder: Folder, environment: Mapping[str, str]) -> Source:
    try:
        from pbem.post.imap import source
    except ModuleNotFoundError:
        raise Refused(
            "desk.toml: this installation of pbem knows no [imap]",
            "install pbem[imap], or take the table [imap] away",
        ) from None
    return source(server, folder.root, environment)


def _below(folder: Folder, path: str) -> str:
    return path if path.startswith("/") else folder.path(path)


def send_out(folder: Folder, sender: Sender, journal: Journal) -> None:
    """Send the mails in `out/new`, the oldest first, each of which is then moved to `out/cur`.

    Those that will never come to their address are put aside with the reason. Those that their
    address cannot get now stop no others; it is told once of each address.
    """
    deferred: set[str] = set()
    failed: set[str] = set()
    for found in folders.files(folder.path("out/new")):
        data = folders.read_part(folder.path("out/new", found.name), _MAIL_LIMIT)
        if data is None:
            continue
        to = recipient(data) or ""
        if to in failed:
            continue
        try:
            sender.send(found.name, data, to)
        except Undeliverable as problem:
            journal.fail(problem, mail=found.name)
            _put(folder, found.name, UNDELIVERED)
        except Deferred as problem:
            if to not in deferred:
                journal.fail(problem, mail=found.name)
            deferred.add(to)
        except PbemError as problem:
            journal.fail(problem, mail=found.name)
            failed.add(to)
            if len(failed) == _GIVE_UP:
                return
        else:
            _put(folder, found.name, "out/cur", ":2,S")


def _put(folder: Folder, name: str, place: str, flags: str = "") -> None:
    """Move a mail out of `out/new`."""
    folders.move(folder.path("out/new", name), folder.path(place, f"{name}{flags}"))
    folders.sync(folder.path(place), folder.path("out/new"))
