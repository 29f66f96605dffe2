"""Mail leaves by SMTP: one login for many messages, and a word on what became of each."""

from __future__ import annotations

import re
import smtplib
import weakref
from collections.abc import Callable, Mapping
from email.parser import BytesHeaderParser
from email.policy import compat32
from email.utils import parseaddr
from functools import cached_property
from ssl import SSLContext

from pbem.errors import Deferred, PbemError, Refused, Unavailable, Undeliverable
from pbem.formats.servers import STARTTLS, TLS, Smtp
from pbem.formats.text import is_address, shown
from pbem.post.account import (
    CONNECT_TIMEOUT,
    Account,
    account,
    context,
    lost,
    no_login,
    said,
)
from pbem.post.roads import Sender

# What this machine is called is nobody's business, and asking for it can take long.
_OWN_NAME = "[127.0.0.1]"

# After the last line a server may look at the mail for minutes; who hangs up sooner sends it twice.
_PATIENCE = 300.0

_LINE_END = re.compile(rb"\r\n|\r|\n")


def sender(server: Smtp, folder: str, environment: Mapping[str, str]) -> Sender:
    """The sender by a *server* of the settings; it connects when it first sends.

    Raises what `account` does.
    """
    return _Smtp(account(server, folder, environment))


class _Smtp:
    """A connection to one server, made when it is needed and kept for the next message."""

    def __init__(self, at: Account) -> None:
        self._at = at
        self._connection: smtplib.SMTP | None = None
        self._close: Callable[[], object] | None = None

    @cached_property
    def _tls(self) -> SSLContext:
        return context()

    def send(self, name: str, data: bytes, to: str) -> None:
        """Hand a message over to the server; it returns to the address in From.

        Raises Undeliverable if the server will never take it, and Deferred if it may do so later.
        Else Refused if the server does not let us in, Unavailable if it is gone or has no time.
        """
        if not is_address(to):
            raise Undeliverable(f"{name}: expected an address in To, found {shown(to)}")
        # A bare line end inside a message is read as another message by some servers.
        lines = _LINE_END.sub(b"\r\n", data)
        options = [] if data.isascii() else ["BODY=8BITMIME"]
        connection = self._connected()
        try:
            connection.sendmail(_author(data), [to], lines, mail_options=options)
        except smtplib.SMTPRecipientsRefused as error:
            raise self._refused(to, *error.recipients[to]) from None
        except smtplib.SMTPResponseException as error:
            raise self._refused(to, error.smtp_code, error.smtp_error) from None
        except (OSError, smtplib.SMTPException) as error:
            self._drop()
            raise lost(self._at, error) from None

    def _refused(self, to: str, code: int, answer: bytes | str) -> PbemError:
        words = f"{code} {said(self._at, answer)}"
        if code == 530:
            return Refused(
                f"{self._at.host}: the server wants a login: {words}",
                "look at user and password_file in [smtp]",
            )
        if 500 <= code < 600:
            return Undeliverable(
                f"{to}: {self._at.host} refuses the mail: {words}", "look at the address"
            )
        later = f"{to}: {self._at.host} does not take the mail now: {words}"
        if code == 421:
            self._drop()
            return Unavailable(later, "the next run tries again")
        return Deferred(later, "the next run tries again")

    def _connected(self) -> smtplib.SMTP:
        """The connection, which servers end when nothing was sent for a while."""
        if self._connection is not None and not _is_alive(self._connection):
            self._drop()
        if self._connection is None:
            self._connection = _connect(self._at, self._tls)
            self._close = weakref.finalize(self, self._connection.close)
        return self._connection

    def _drop(self) -> None:
        if self._close is not None:
            self._close()
            self._connection = None


def _author(data: bytes) -> str:
    header = BytesHeaderParser(policy=compat32).parsebytes(data)
    return parseaddr(str(header["From"]))[1]


def _is_alive(connection: smtplib.SMTP) -> bool:
    try:
        return connection.noop()[0] == 250
    except (OSError, smtplib.SMTPException):
        return False


def _connect(at: Account, tls: SSLContext) -> smtplib.SMTP:
    """A connection on which the server has let us in."""
    connection: smtplib.SMTP | None = None
    try:
        connection = _opened(at, tls)
        if at.security == STARTTLS:
            connection.starttls(context=tls)
        connection.ehlo_or_helo_if_needed()
        if at.user:
            connection.login(at.user, at.password)
    except smtplib.SMTPAuthenticationError as error:
        problem: PbemError = no_login(at, f"{error.smtp_code} {said(at, error.smtp_error)}")
        if error.smtp_code < 500:
            problem = Unavailable(problem.message)
    except smtplib.SMTPNotSupportedError as error:
        problem = Refused(
            f"{at.host}: {said(at, str(error))}", "look at port and security in [smtp]"
        )
    except smtplib.SMTPResponseException as error:
        words = f"{error.smtp_code} {said(at, error.smtp_error)}"
        problem = Unavailable(f"{at.host}: the server lets nobody in now: {words}")
    except (OSError, smtplib.SMTPException) as error:
        problem = lost(at, error)
    else:
        assert connection.sock is not None
        connection.sock.settimeout(_PATIENCE)
        return connection
    if connection is not None:
        connection.close()
    raise problem


def _opened(at: Account, tls: SSLContext) -> smtplib.SMTP:
    if at.security == TLS:
        return smtplib.SMTP_SSL(at.host, at.port, _OWN_NAME, timeout=CONNECT_TIMEOUT, context=tls)
    return smtplib.SMTP(at.host, at.port, _OWN_NAME, timeout=CONNECT_TIMEOUT)
