"""Accounts at mail servers: what opens a connection, from the settings.

IMAP and SMTP have them in common, and the ways in which a connection fails.
"""

from __future__ import annotations

import ipaddress
import re
import ssl
from collections.abc import Mapping
from typing import NamedTuple

from pbem import store
from pbem.errors import PbemError, Refused, Unavailable
from pbem.formats.servers import NO_TLS, STARTTLS, TLS, Imap, Smtp
from pbem.formats.text import encode64
from pbem.store import folders

#: Seconds until a server that says nothing is given up.
CONNECT_TIMEOUT = 20.0
READ_TIMEOUT = 60.0

_PASSWORD_LIMIT = 1024  # bytes
_SHOWN = 200
_HIDDEN = "(password)"
_BEGINNING = 8  # characters of base64
_SOON = "nothing is lost: the next run tries again"


class Account(NamedTuple):
    """An account at one server. Without a *user* there is no login, and the password is empty."""

    host: str
    port: int
    user: str
    password: str
    security: str

    def __repr__(self) -> str:
        """Leave the password out."""
        return f"Account({self.user}@{self.host}:{self.port}, {self.security})"


def account(server: Imap | Smtp, folder: str, environment: Mapping[str, str]) -> Account:
    """The account at a *server* of the settings.

    The password is the one line of the file `password_file`, which a relative path names from
    *folder*; without such a file it is in the *environment*, as PBEM_IMAP_PASSWORD or
    PBEM_SMTP_PASSWORD.

    Raises Refused if there is none, or it would travel unprotected; Unreadable if the file cannot
    be read.
    """
    service = type(server).__name__.lower()
    if server.user and server.security == NO_TLS and not _is_loopback(server.host):
        raise Refused(
            f"[{service}]: the password would travel to {server.host} for all to read",
            f'set security = "{TLS}" or "{STARTTLS}"',
        )
    user = server.user or ""
    password = _password(service, server.password_file, folder, environment) if user else ""
    return Account(server.host, server.port, user, password, server.security)


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def exposed(server: Imap | Smtp, folder: str) -> str | None:
    """What to tell if others than its owner can read the password file; None if all is well."""
    path = _path(server.password_file, folder) if server.password_file else None
    if path is None or not folders.is_shared(path):
        return None
    return f"{path}: others can read this password; `chmod 600` makes it yours alone"


def _path(file: str, folder: str) -> str:
    return file if file.startswith("/") else f"{folder}/{file}"


def _password(service: str, file: str | None, folder: str, environment: Mapping[str, str]) -> str:
    variable = f"PBEM_{service.upper()}_PASSWORD"
    if file:
        where = _path(file, folder)
        data = store.read_document(where, _PASSWORD_LIMIT)
    elif environment.get(variable):
        data, where = environment[variable].encode("utf-8", "surrogateescape"), variable
    else:
        raise Refused(
            f"[{service}]: there is no password",
            f"name a file with it as password_file, or put it into {variable}",
        )
    line = data.removesuffix(b"\n").removesuffix(b"\r")
    if not line or not all(0x20 <= byte <= 0x7E for byte in line):
        raise Refused(f"{where}: expected a password of printable ASCII in one line")
    return line.decode("ascii")


def context() -> ssl.SSLContext:
    """What TLS is spoken with: certificates and the names in them are checked."""
    return ssl.create_default_context()


def lost(at: Account, error: Exception) -> PbemError:
    """The error for a connection that could not be made or is gone.

    A certificate that is not trusted is Refused, all else Unavailable.
    """
    if isinstance(error, ssl.SSLCertVerificationError):
        return Refused(
            f"{at.host}: the certificate of the server is not trusted:"
            f" {said(at, error.verify_message)}",
            "check the host's name; a certificate of your own can be named in SSL_CERT_FILE",
        )
    if isinstance(error, ssl.SSLError):
        return Unavailable(
            f"{at.host}: no TLS on port {at.port}: {said(at, error.reason or str(error))}",
            f'look at port and security ("{TLS}", or "{STARTTLS}" on the port for it)',
        )
    if isinstance(error, TimeoutError):
        return Unavailable(f"{at.host}: the server does not answer on port {at.port}", _SOON)
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return Unavailable(f"{at.host}: no connection on port {at.port}: {said(at, reason)}", _SOON)


def no_login(at: Account, words: str) -> Refused:
    """The error for a login that the server refused."""
    return Refused(
        f"{at.host}: the login of {at.user} is refused: {words}",
        "look at user and password; many providers want a password made for programs",
    )


def said(at: Account, words: str | bytes) -> str:
    """What a server said, in one line fit for a message; some repeat what they got at the login."""
    text = words.decode("ascii", "replace") if isinstance(words, bytes) else words
    if at.password:
        text = re.sub(_repeated(at), _HIDDEN, text, flags=re.IGNORECASE)
    return printable(text)


def _repeated(at: Account) -> str:
    """The pattern of the password as it travels: bare, whatever its backslashes, or in base64."""
    bare = r"\\*+".join(map(re.escape, at.password.replace("\\", ""))) or r"\\+"
    coded = (f"\0{at.user}\0{at.password}", at.password)
    # Of those the beginning tells: a server may cut the rest.
    begins = [encode64(one.encode("ascii"))[:_BEGINNING] for one in coded]
    return "|".join([bare, *(f"{re.escape(one)}[A-Za-z0-9+/=]*" for one in begins)])


def printable(text: str) -> str:
    """A text in one line fit for a message."""
    line = " ".join(text.split())
    return "".join(char if " " <= char <= "~" else "?" for char in line)[:_SHOWN]
