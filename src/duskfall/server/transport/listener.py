"""Opens the listening socket. Importing this takes no time, so that an address in use is refused at once."""

from __future__ import annotations

import resource
import socket
from contextlib import suppress
from typing import Final

from duskfall.errors import Refusal, Refused

PORT: Final = 8080
"""The default port."""

UNREAD_MS: Final = 30_000
"""How long the other end may read nothing before its connection is given up: a client who never reads would keep a
dropped connection alive. Where the system does not offer it, such a connection lasts as long as its client."""


def allow_files() -> None:
    """Allow as many open files as the system gives: each connection is one, and many shells allow only 1,024."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def listen(host: str, port: int) -> socket.socket:
    """Open a socket that listens there; port 0 takes any that is free."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # connections inherit it
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_MS)
        listener.bind(address)
        listener.listen(1024)
    except (OSError, OverflowError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Refused(
            Refusal.IMPOSSIBLE,
            f"{host}:{port}",
            f"cannot be listened on ({reason})",
            "choose another with --host or --port",
        ) from error
    listener.setblocking(False)
    return listener
