"""Real mail servers on loopback: Dovecot for IMAP, Postfix for SMTP, and three mailboxes.

Both run in a folder of their own, on ports that are free, as a user without rights: as `nobody`
where the tests run as root. Postfix cannot do without being root, so `fakeroot` lets it think so.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from imapclient import IMAPClient

PEOPLE = ("mara", "anna", "ben")
PASSWORD = "under-the-barn"
DOMAIN = "inn.example"
#: An address whose mails the server would like to have later.
LATER = f"later@{DOMAIN}"

DOVECOT = "/usr/sbin/dovecot"
MASTER = "/usr/lib/postfix/sbin/master"
PROGRAMS = (DOVECOT, MASTER, "fakeroot", "openssl", "mutt", "s-nail")

_PATIENCE = 30.0  # seconds

_DOVECOT = """\
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/dovecot.log
protocols = imap
listen = 127.0.0.1
default_login_user = {user}
default_internal_user = {user}
default_internal_group = {group}
first_valid_uid = 1
ssl = yes
ssl_cert = <{folder}/cert.pem
ssl_key = <{folder}/key.pem
disable_plaintext_auth = no
auth_mechanisms = plain login
auth_failure_delay = 0
mail_location = maildir:{folder}/mail/%n
mail_fsync = never
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={user} gid={group} home={folder}/mail/%n
}}
service anvil {{
  chroot =
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {imap}
  }}
  inet_listener imaps {{
    port = {imaps}
  }}
}}
service auth {{
  unix_listener smtp-auth {{
    mode = 0666
  }}
}}
"""

_MAIN = """\
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
daemon_directory = /usr/lib/postfix/sbin
command_directory = /usr/sbin
import_environment = MAIL_CONFIG LD_PRELOAD LD_LIBRARY_PATH FAKEROOTKEY
mail_owner = postfix
setgid_group = postdrop
maillog_file = {folder}/postfix.log
maillog_file_prefixes = {folder}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = localhost
mydestination =
alias_maps =
smtpd_peername_lookup = no
smtpd_error_sleep_time = 0
virtual_mailbox_domains = {domain}
virtual_mailbox_base = {folder}/mail
virtual_mailbox_maps = inline:{{ {mailboxes} }}
virtual_minimum_uid = 1
virtual_uid_maps = static:{uid}
virtual_gid_maps = static:{gid}
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = {folder}/run/smtp-auth
smtpd_relay_restrictions = permit_sasl_authenticated, reject
smtpd_recipient_restrictions = check_recipient_access inline:{{ {{ {later} = 450 4.7.1 later }} }}
smtpd_tls_security_level = may
smtpd_tls_cert_file = {folder}/cert.pem
smtpd_tls_key_file = {folder}/key.pem
"""

_SERVICES = """\
127.0.0.1:{smtp}  inet  n - n - - smtpd
127.0.0.1:{smtps} inet  n - n - - smtpd -o smtpd_tls_wrappermode=yes
cleanup   unix  n - n - 0 cleanup
qmgr      unix  n - n 300 1 qmgr
rewrite   unix  - - n - - trivial-rewrite
bounce    unix  - - n - 0 bounce
defer     unix  - - n - 0 bounce
trace     unix  - - n - 0 bounce
error     unix  - - n - - error
retry     unix  - - n - - error
proxymap  unix  - - n - - proxymap
tlsmgr    unix  - - n 1000? 1 tlsmgr
virtual   unix  - n n - - virtual
anvil     unix  - - n - 1 anvil
postlog   unix-dgram n - n - 1 postlogd
"""

_QUEUES = (
    "pid public private maildrop incoming active deferred defer bounce flush trace hold corrupt"
    " saved"
).split()


class Servers(NamedTuple):
    """Where the servers are."""

    folder: Path
    imap: int
    imaps: int
    smtp: int
    smtps: int

    @property
    def certificate(self) -> Path:
        """The certificate of both, for `localhost`, which nobody trusts by himself."""
        return self.folder / "cert.pem"

    def log(self) -> str:
        """What the servers have said, for a test that failed."""
        logs = [self.folder / "dovecot.log", self.folder / "postfix.log"]
        return "\n".join(log.read_text("utf-8", "replace") for log in logs if log.exists())


def missing() -> list[str]:
    """The programs that are not there."""
    return [program for program in PROGRAMS if shutil.which(program) is None]


def address(name: str) -> str:
    """The address of one of the people."""
    return f"{name}@{DOMAIN}"


def eventually(what: Callable[[], bool], why: Callable[[], str] = str) -> None:
    """Wait until something is so."""
    deadline = time.monotonic() + _PATIENCE
    while not what():
        assert time.monotonic() < deadline, why()
        time.sleep(0.05)


@contextlib.contextmanager
def mailbox(servers: Servers, name: str) -> Iterator[IMAPClient]:
    """The mailbox of one of the people, opened."""
    with IMAPClient("127.0.0.1", servers.imap, ssl=False) as client:
        client.login(name, PASSWORD)
        yield client


def mails(servers: Servers, name: str, folder: str = "INBOX") -> list[bytes]:
    """The mails in a folder, the oldest first, with lines as files have them; perhaps none."""
    with mailbox(servers, name) as client:
        if not client.folder_exists(folder):
            return []
        client.select_folder(folder, readonly=True)
        found = client.fetch(client.search(), ["BODY.PEEK[]"])
        return [found[uid][b"BODY[]"].replace(b"\r\n", b"\n") for uid in sorted(found)]


def count(servers: Servers, name: str) -> int:
    """How many mails there are."""
    with mailbox(servers, name) as client:
        return int(client.folder_status("INBOX", ["MESSAGES"])[b"MESSAGES"])


@contextlib.contextmanager
def running() -> Iterator[Servers]:
    """Both servers, from when they answer until they have ended."""
    # Not in the folder of the tests, which a user without rights may not enter.
    folder = Path(tempfile.mkdtemp(prefix="pbem-mail-"))
    servers = Servers(folder, *_free_ports(4))
    try:
        _lay(servers)
        with _dovecot(folder), _postfix(folder):
            for port in servers[1:]:
                eventually(lambda port=port: _answers(port), servers.log)
            yield servers
    finally:
        shutil.rmtree(folder)


def _user() -> pwd.struct_passwd:
    """As whom the servers run."""
    return pwd.getpwnam("nobody") if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())


def _free_ports(number: int) -> list[int]:
    """Ports below those that the system lends to clients, which come and go."""
    with contextlib.ExitStack() as stack:
        found: list[int] = []
        while len(found) < number:
            port = random.randrange(20_000, 32_000)
            with contextlib.suppress(OSError):
                stack.enter_context(socket.socket()).bind(("127.0.0.1", port))
                found.append(port)
        return found


def _lay(servers: Servers) -> None:
    """Lay out the folder, which belongs to the user of the servers."""
    folder, user = servers.folder, _user()
    folder.chmod(0o755)
    for name in ("run", "state", "mail", "conf", "queue", "data"):
        (folder / name).mkdir()
    for name in _QUEUES:
        (folder / "queue" / name).mkdir()
    values = {
        **servers._asdict(),
        "user": user.pw_name,
        "group": subprocess.run(
            ["id", "-gn", user.pw_name], check=True, capture_output=True, text=True
        ).stdout.strip(),
        "uid": user.pw_uid,
        "gid": user.pw_gid,
        "password": PASSWORD,
        "domain": DOMAIN,
        "later": LATER,
        "mailboxes": ", ".join(f"{{ {address(name)} = {name}/ }}" for name in PEOPLE),
    }
    for name, text in (
        ("dovecot.conf", _DOVECOT),
        ("conf/main.cf", _MAIN),
        ("conf/master.cf", _SERVICES),
    ):
        (folder / name).write_text(text.format(**values), encoding="utf-8")
    make_certificate(folder)
    if os.geteuid() == 0:
        for path in [folder, *folder.rglob("*")]:
            os.chown(path, user.pw_uid, user.pw_gid)


def make_certificate(folder: Path) -> None:
    """Make `cert.pem` and `key.pem` for localhost."""
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
            *("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"),
            *("-keyout", folder / "key.pem", "-out", folder / "cert.pem"),
        ],
        check=True,
        capture_output=True,
    )


def _start(folder: Path, name: str, *command: str) -> subprocess.Popen[bytes]:
    user = _user()
    changed = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    with (folder / f"{name}.out").open("wb") as out:
        return subprocess.Popen(
            command,
            cwd=folder,
            env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": str(folder)},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            start_new_session=True,
            **(changed if os.geteuid() == 0 else {}),
        )


@contextlib.contextmanager
def _dovecot(folder: Path) -> Iterator[None]:
    process = _start(folder, "dovecot", DOVECOT, "-F", "-c", f"{folder}/dovecot.conf")
    try:
        yield
    finally:
        process.terminate()
        process.wait(_PATIENCE)


@contextlib.contextmanager
def _postfix(folder: Path) -> Iterator[None]:
    owned = " ".join(["data", *(f"queue/{name}" for name in _QUEUES)])
    # In a session of its own: at its end it kills all of it, where fakeroot has to tidy up.
    run = f"chown postfix {owned} && cd queue && exec setsid {MASTER} -d -c {folder}/conf"
    process = _start(folder, "postfix", "fakeroot", "--", "sh", "-c", run)
    try:
        yield
    finally:
        with contextlib.suppress(OSError, ValueError):
            master = int((folder / "queue/pid/master.pid").read_text("ascii"))
            os.kill(master, signal.SIGTERM)
        process.wait(_PATIENCE)


def _answers(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), 1):
            return True
    except OSError:
        return False
