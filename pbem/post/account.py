"""Accounts at mail servers: from the settings of people to what opens a connection.

IMAP and SMTP have them in common, and the ways in which a connection fails.
"""

from __future__ import annotations

import ipaddress
import ssl
from collections.abc import Mapping
from typing import NamedTuple

from pbem import store
from pbem.errors import PbemError, Refused, Unavailable

#: Seconds until a server that says nothing is given up.
CONNECT_TIMEOUT = 20.0
READ_TIMEOUT = 60.0

TLS = "tls"
STARTTLS = "starttls"
NONE = "none"
_SECURITIES = (TLS, STARTTLS, NONE)

_PASSWORD_LIMIT = 1024  # bytes
_SHOWN = 200
_SOON = "nothing is lost: the next run tries again"

#: A table of settings; what is None was not set.
Settings = Mapping[str, str | int | None]


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


def account(
    service: str,
    settings: Settings,
    folder: str,
    environment: Mapping[str, str],
    ports: Mapping[str, int],
) -> Account:
    """The account for a *service*, ``imap`` or ``smtp``.

    The password is the one line of the file `password_file`, which a relative path names from
    *folder*; without such a file it is in the *environment*, as PBEM_IMAP_PASSWORD or
    PBEM_SMTP_PASSWORD. *ports* are those to use if none is set, by the security.

    Raises Refused if something is missing, or the password would travel unprotected; Unreadable
    if the file cannot be read.
    """
    host, user = _text(settings, "host"), _text(settings, "user")
    security = _text(settings, "security") or TLS
    if not host:
        raise Refused(f"[{service}]: the host is missing", 'such as host = "mail.example.org"')
    if security not in _SECURITIES:
        raise Refused(f"[{service}]: security: expected {', '.join(_SECURITIES)}")
    if user and security == NONE and not _is_loopback(host):
        raise Refused(
            f"[{service}]: the password would travel to {host} for all to read",
            f'set security = "{TLS}" or "{STARTTLS}"',
        )
    password = _password(service, settings, folder, environment) if user else ""
    return Account(host, int(settings.get("port") or ports[security]), user, password, security)


def _text(settings: Settings, name: str) -> str:
    return str(settings.get(name) or "")


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _password(service: str, settings: Settings, folder: str, environment: Mapping[str, str]) -> str:
    variable = f"PBEM_{service.upper()}_PASSWORD"
    file = _text(settings, "password_file")
    if file:
        path = file if file.startswith("/") else f"{folder}/{file}"
        data, where = store.read_document(path, _PASSWORD_LIMIT), path
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
            f" {printable(error.verify_message)}",
            "check the host's name; a certificate of your own can be named in SSL_CERT_FILE",
        )
    if isinstance(error, ssl.SSLError):
        return Unavailable(
            f"{at.host}: no TLS on port {at.port}: {printable(error.reason or str(error))}",
            f'look at port and security ("{TLS}", or "{STARTTLS}" on the port for it)',
        )
    if isinstance(error, TimeoutError):
        return Unavailable(f"{at.host}: the server does not answer on port {at.port}", _SOON)
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return Unavailable(f"{at.host}: no connection on port {at.port}: {printable(reason)}", _SOON)


def no_login(at: Account, words: str) -> Refused:
    """The error for a login that the server refused."""
    return Refused(
        f"{at.host}: the login of {at.user} is refused: {words}",
        "look at user and password; many providers want a password made for programs",
    )


def printable(words: str | bytes) -> str:
    """What a server said, in one line fit for a message."""
    text = words.decode("ascii", "replace") if isinstance(words, bytes) else words
    line = " ".join(text.split())
    return "".join(char if " " <= char <= "~" else "?" for char in line)[:_SHOWN]
