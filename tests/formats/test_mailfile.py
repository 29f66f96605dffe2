"""Settings for mail: reader and schema agree on each."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from pbem.errors import Unreadable
from pbem.formats import mailfile, servers
from tests import schemas

ROOT = Path(__file__).parent.parent.parent
HEAD = 'format = "pbem-mail-1"\n'
SERVER = f'{HEAD}[smtp]\nhost = "mail.example.org"\n'
WHOLE = f"""\
# what I play with
{HEAD}address = "anna@example.org"

[smtp]
host = "mail.example.org"
port = 587
user = "anna@example.org"
password_file = "mail-password"  # beside this file
security = "starttls"
"""

GOOD = {
    "whole": WHOLE,
    "nothing": HEAD,
    "address alone": f'{HEAD}address = "anna+inn@example.org"\n',
    "server alone": SERVER,
    "last port": f"{SERVER}port = 65535\n",
}
BAD = {
    "another format": ('format = "pbem-mail-2"\n', 'expected format = "pbem-mail-1", found'),
    "no format": ("", 'expected format = "pbem-mail-1", found nothing'),
    "odd key": (f'{HEAD}adress = "a@b"\n', 'expected format address smtp, found "adress"'),
    "no address": (f'{HEAD}address = "anna"\n', "address: expected an address such as"),
    "two addresses": (f'{HEAD}address = "a@b, c@d"\n', "address: expected an address such as"),
    "option as address": (f'{HEAD}address = "-a@b"\n', "address: expected an address such as"),
    "number as address": (f"{HEAD}address = 1\n", "address: expected an address such as"),
    "no table": (f'{HEAD}smtp = "mail.example.org"\n', r"expected a table \[smtp\]"),
    "no host": (
        f"{HEAD}[smtp]\nport = 25\n",
        "smtp.host: expected the name of a host, found nothing",
    ),
    "empty host": (f'{HEAD}[smtp]\nhost = ""\n', 'host: expected the name of a host, found ""'),
    "text as port": (
        f'{SERVER}port = "25"\n',
        'port: expected a number from 1 to 65535, found "25"',
    ),
    "truth as port": (
        f"{SERVER}port = true\n",
        'port: expected a number from 1 to 65535, found "True"',
    ),
    "port 0": (f"{SERVER}port = 0\n", 'port: expected a number from 1 to 65535, found "0"'),
    "port 65536": (
        f"{SERVER}port = 65536\n",
        'port: expected a number from 1 to 65535, found "65536"',
    ),
    "odd security": (
        f'{SERVER}security = "ssl"\n',
        "smtp.security: expected tls, starttls or none, found",
    ),
    "password": (f'{SERVER}password = "sesame"\n', 'found "password"'),
}

#: What editors and systems make of a file.
EDITORS = {
    "CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "mark of byte order": lambda text: f"\ufeff{text}".encode(),
    "tabs": lambda text: text.replace(" = ", "\t=\t").replace("\n", "\t\n\t").encode(),
    "comments in another script": lambda text: f"# J\u00fcrgen's\n{text} # \u4f60\n".encode(),
    "comments in Latin-1": lambda text: f"# J\u00fcrgen\n{text}".encode("latin-1"),
    "comment behind a text with its mark": lambda text: text.replace(
        'address = "anna@example.org"', 'address = "anna@example.org"  # not "#\u00fc"'
    ).encode(),
    "all of Windows": lambda text: f"\ufeff# J\u00fcrgen\n{text}".replace("\n", "\r\n").encode(),
}


def fits(text):
    return schemas.fits("mail", tomllib.loads(text))


def test_all_settings_are_read():
    assert mailfile.loads(WHOLE.encode()) == (
        "anna@example.org",
        servers.Smtp("mail.example.org", 587, "anna@example.org", "mail-password", "starttls"),
    )


@pytest.mark.parametrize("change", EDITORS, ids=EDITORS)
def test_settings_are_read_as_any_editor_writes_them(change):
    assert mailfile.loads(EDITORS[change](WHOLE)) == mailfile.loads(WHOLE.encode())


def test_only_comments_may_be_in_any_script():
    with pytest.raises(Unreadable, match="line 3: found the byte 0xc3, expected printable ASCII"):
        mailfile.loads(WHOLE.replace("anna@", "\u00e4nna@").encode())


def test_settings_in_the_documentation_are_good():
    page = (ROOT / "docs" / "mail.md").read_text("utf-8")
    [text] = [block for block in re.findall("```toml\n(.*?)```", page, re.DOTALL) if HEAD in block]
    assert mailfile.loads(text.encode()).address == "anna@example.org"
    assert fits(text)


def test_what_is_left_out_is_none():
    assert mailfile.loads(HEAD.encode()) == (None, None)


@pytest.mark.parametrize("text", GOOD.values(), ids=GOOD)
def test_good_settings_are_read_and_fit_the_schema(text):
    mailfile.loads(text.encode())
    assert fits(text)


@pytest.mark.parametrize(("text", "why"), BAD.values(), ids=BAD)
def test_bad_settings_are_told_and_do_not_fit_the_schema(text, why):
    with pytest.raises(Unreadable, match=why):
        mailfile.loads(text.encode())
    assert not fits(text)
