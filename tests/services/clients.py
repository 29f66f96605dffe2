"""Real mail programs as players use them: mutt and s-nail, sending and reading.

They are run without a person, and with no settings but these.
"""

from __future__ import annotations

import contextlib
import os
import pty
import subprocess
import termios
import threading
from collections.abc import Sequence
from pathlib import Path

from tests.services.servers import PASSWORD, Servers, address

_PATIENCE = 20.0  # seconds

#: What a text has to have so that a mail program encodes it.
UMLAUT = "Grüße aus der Ardèche!\n\n"


def mutt(
    servers: Servers,
    name: str,
    text: str,
    *,
    to: str = "mara",
    html: bool = False,
    settings: Sequence[str] = (),
    files: Sequence[Path] = (),
) -> None:
    """Send a mail with mutt."""
    commands = [
        f'set smtp_url="smtp://{name}@127.0.0.1:{servers.smtp}" smtp_pass="{PASSWORD}"',
        "set smtp_authenticators=plain ssl_starttls=no ssl_force_tls=no",
        f'set from="{address(name)}" use_from=yes envelope_from=yes record="" copy=no',
        'set charset="utf-8" send_charset="us-ascii:utf-8"',
        *(['set content_type="text/html"'] if html else []),
        *settings,
    ]
    attached = [word for file in files for word in ("-a", os.fspath(file))]
    arguments = [word for command in commands for word in ("-e", command)]
    subject = ["-s", "my order"]
    _run(
        ["mutt", "-n", "-F", "/dev/null", *arguments, *subject, *attached, "--", address(to)], text
    )


def s_nail(
    servers: Servers,
    name: str,
    text: str,
    *,
    to: str = "mara",
    html: bool = False,
    settings: Sequence[str] = (),
    files: Sequence[Path] = (),
) -> None:
    """Send a mail with s-nail."""
    all_settings = [
        "v15-compat",
        f"mta=smtp://{name}:{PASSWORD}@127.0.0.1:{servers.smtp}",
        "smtp-config=-all,ehlo,login",
        "smtp-auth=login",
        f"from={address(name)}",
        "ttycharset=utf-8",
        "sendcharsets=utf-8",
        *settings,
    ]
    arguments = [word for setting in all_settings for word in ("-S", setting)]
    attached = [word for file in files for word in ("-a", os.fspath(file))]
    kind = ["-M", "text/html"] if html else []
    _run(
        ["s-nail", "-:/", "-#", *arguments, "-s", "my order", *kind, *attached, "-.", address(to)],
        text,
    )


def s_nail_reads(servers: Servers, name: str, number: int) -> str:
    """A mail of the mailbox as s-nail shows it."""
    arguments = ["-S", "v15-compat", "-S", "imap-auth=login", "-S", "ttycharset=utf-8"]
    mailbox = f"imap://{name}:{PASSWORD}@127.0.0.1:{servers.imap}/INBOX"
    return _run(["s-nail", "-:/", "-#", "-R", *arguments, "-f", mailbox], f"type {number}\n")


def mutt_saves(servers: Servers, name: str, file: Path) -> None:
    """Let mutt save the last attachment of the newest mail in the mailbox to a new *file*."""
    keys = f"<view-attachments><last-entry><save-entry><kill-line>{file}<enter><exit><exit>"
    commands = [
        f'set imap_pass="{PASSWORD}" imap_authenticators=login',
        "set ssl_starttls=no ssl_force_tls=no sort=reverse-mailbox-order wait_key=no",
        f'set folder="{file.parent}"',  # it offers to make a folder that is not there
        f'push "{keys}"',
    ]
    arguments = [word for command in commands for word in ("-e", command)]
    mailbox = f"imap://{name}@127.0.0.1:{servers.imap}/INBOX"
    _on_a_terminal(["mutt", "-n", "-F", "/dev/null", "-R", *arguments, "-f", mailbox])


def _on_a_terminal(command: Sequence[str]) -> None:
    """Run a program that will not do without a screen."""
    ours, screen = pty.openpty()
    with open(ours, "rb", buffering=0) as shown:
        termios.tcsetwinsize(screen, (40, 120))
        process = subprocess.Popen(
            command,
            stdin=screen,
            stdout=screen,
            stderr=screen,
            env=_environment("xterm"),
            start_new_session=True,
        )
        os.close(screen)
        timer = threading.Timer(_PATIENCE, process.kill)
        timer.start()
        seen = b""
        with contextlib.suppress(OSError):  # so does the end of a terminal look
            while more := shown.read(4096):
                seen += more
        code = process.wait()
        timer.cancel()
    assert code == 0, seen[-4000:]


def _run(command: Sequence[str], text: str) -> str:
    done = subprocess.run(
        command,
        check=False,
        input=text.encode(),
        capture_output=True,
        env=_environment("dumb"),
        timeout=_PATIENCE,
    )
    assert done.returncode == 0, (done.stdout + done.stderr).decode("utf-8", "replace")
    return done.stdout.decode()


def _environment(terminal: str) -> dict[str, str]:
    return {**os.environ, "LC_ALL": "C.UTF-8", "TERM": terminal}
