"""The servers, which are started once for all tests, and mailboxes that are empty for each."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from pbem.formats.servers import Imap
from tests.services.servers import PEOPLE, Servers, mailbox, missing, running


@pytest.fixture(scope="session")
def _servers() -> Iterator[Servers]:
    absent = missing()
    if absent:
        reason = f"not installed: {', '.join(absent)}"
        if os.environ.get("PBEM_REQUIRE_SERVICES") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    with running() as servers:
        yield servers


@pytest.fixture
def servers(_servers: Servers, monkeypatch: pytest.MonkeyPatch) -> Servers:
    """The servers, whose certificate is trusted, with empty mailboxes."""
    monkeypatch.setenv("SSL_CERT_FILE", str(_servers.certificate))
    for name in PEOPLE:
        _empty(_servers, name)
    return _servers


@pytest.fixture
def settings(servers: Servers) -> Imap:
    """The mailbox of mara."""
    return Imap("localhost", servers.imaps, "mara", None, "tls", "INBOX", "Done", "Refused")


def _empty(servers: Servers, name: str) -> None:
    with mailbox(servers, name) as client:
        for flags, _, folder in client.list_folders():
            if folder != "INBOX" and b"\\Noselect" not in flags:
                client.delete_folder(folder)
        client.select_folder("INBOX")
        client.delete_messages(client.search())
        client.expunge()
