"""The settings of a player's mail: the own address, and the server that sends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pbem.errors import Unreadable
from pbem.formats.flat import tidy
from pbem.formats.scan import load_toml
from pbem.formats.text import is_address, shown

FORMAT = "pbem-mail-1"
SIZE_LIMIT = 16 * 1024

_KEYS = ("format", "address", "smtp")
_SMTP = {"host": str, "port": int, "user": str, "password_file": str, "security": str}
_SECURITIES = ("tls", "starttls", "none")
_PORTS = 65535


class MailFile(NamedTuple):
    """Settings that were read; what they leave out is None."""

    address: str | None
    smtp: Mapping[str, str | int] | None


def loads(data: bytes) -> MailFile:
    """The settings in *data*; Unreadable says what is wrong with them."""
    top = load_toml(tidy(data), comments=True)
    if top.get("format") != FORMAT:
        raise Unreadable(
            f'no settings for mail: expected format = "{FORMAT}", found'
            f" {shown(str(top.get('format', '')))}"
        )
    _closed("the settings", top, _KEYS)
    address = top.get("address")
    if address is not None and not (isinstance(address, str) and is_address(address)):
        raise Unreadable(f"address: expected one such as anna@example.org, found {_shown(address)}")
    smtp = top.get("smtp")
    return MailFile(address, None if smtp is None else _server(smtp))


def _server(table: object) -> Mapping[str, str | int]:
    if not isinstance(table, dict):
        raise Unreadable("smtp: expected a table [smtp]")
    _closed("[smtp]", table, tuple(_SMTP))
    for key, value in table.items():
        if type(value) is not _SMTP[key] or value == "":
            kind = "a number" if _SMTP[key] is int else "a text"
            raise Unreadable(f"[smtp]: {key}: expected {kind}, found {_shown(value)}")
    if "host" not in table:
        raise Unreadable("[smtp]: host is missing")
    if not 1 <= table.get("port", 1) <= _PORTS:
        raise Unreadable(f"[smtp]: port: expected 1 to {_PORTS}, found {table['port']}")
    if table.get("security", "tls") not in _SECURITIES:
        expected = ", ".join(_SECURITIES)
        raise Unreadable(
            f"[smtp]: security: expected {expected}, found {_shown(table['security'])}"
        )
    return table


def _closed(where: str, table: dict[str, Any], keys: tuple[str, ...]) -> None:
    unknown = [key for key in table if key not in keys]
    if unknown:
        raise Unreadable(f"{where}: expected {' '.join(keys)}, found {shown(unknown[0])}")


def _shown(value: object) -> str:
    return shown(str(value))
