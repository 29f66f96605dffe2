"""A server that says what a test lets it say, for what no good server does."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator

#: From a line of the client to the answer; None hangs up.
Script = Callable[[bytes], bytes | None]


@contextlib.contextmanager
def server(greeting: bytes, script: Script) -> Iterator[int]:
    """Serve one connection after the other on a port of loopback, which is given."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        opened: list[socket.socket] = [listening]
        thread = threading.Thread(target=_serve, args=(opened, greeting, script), daemon=True)
        thread.start()
        try:
            yield listening.getsockname()[1]
        finally:
            for one in opened:
                with contextlib.suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)
            thread.join(10)


def _serve(opened: list[socket.socket], greeting: bytes, script: Script) -> None:
    while True:
        try:
            connection, _ = opened[0].accept()
        except OSError:
            return
        opened.append(connection)
        with connection, connection.makefile("rb") as lines, contextlib.suppress(OSError):
            connection.sendall(greeting)
            for line in lines:
                answer = script(line)
                if answer is None:
                    break
                connection.sendall(answer)
