"""Running a server until it is told to stop."""

from __future__ import annotations

import asyncio
import logging
import resource
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import uvicorn

from duskfall.errors import Refusal, Refused
from duskfall.server.app import Server, compile_rules
from duskfall.server.engine import Frames
from duskfall.server.requests import BriefRequests
from duskfall.server.settings import Settings
from duskfall.server.store import Store, StoreFailed

UNREAD_MS: Final = 30_000
"""How long the other end may take nothing that it is sent before its connection is given up: who never reads would
keep what was dropped long ago. Where the system does not offer it, such a connection lasts as long as its client."""

PARTING_S: Final = 1.0
"""What clients get to answer the end of their connection; stopping takes at most five seconds in all."""

STOP_S: Final = 1
"""What requests get to end by themselves after that."""

_log = logging.getLogger(__name__)


class _Web(uvicorn.Server):
    """Says where it listens once it does, and lets the server say farewell before connections end."""

    def __init__(self, config: uvicorn.Config, server: Server, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._server = server
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.should_exit:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._server.say_farewell()
        # Whoever is cut off while it still sends loses what it has not read yet: the reason why it is cut off.
        with suppress(TimeoutError):
            async with asyncio.timeout(PARTING_S):
                while any(isinstance(line, Frames) for line in self.server_state.connections):
                    await asyncio.sleep(0.01)
        await super().shutdown(sockets)


def serve(settings: Settings, ready: Callable[[str], None], build: type[Server] = Server) -> bool:
    """Serve until a signal comes; `ready` is told the address. False if the server had to give up."""
    allow_files()
    listener = listen(settings.host, settings.port)
    failure: list[StoreFailed] = []
    try:
        with Store.open(settings.url) as store:
            for revision in store.migrated:
                _log.info("%s: %s", store.place, revision)
            compile_rules()
            host, port = listener.getsockname()[:2]
            address = f"http://{f'[{host}]' if ':' in host else host}:{port}"

            def give_up(failed: StoreFailed) -> None:
                failure.append(failed)
                web.should_exit = True

            server = build(settings, store, give_up)
            web = _Web(configured(server), server, lambda: ready(address))
            # The web server raises the signal that stopped it once more when it is done; that one is for nobody.
            for stopping in (signal.SIGTERM, signal.SIGINT):
                signal.signal(stopping, lambda *_: None)
            web.run([listener])
    finally:
        listener.close()
    for failed in failure:
        _log.error("the server stopped because nothing can be kept any more: %s", failed)
    return not failure


def configured(server: Server) -> uvicorn.Config:
    """How the web server is run: fast parts, no compression of small frames, and nothing said that nobody asked for."""
    return uvicorn.Config(
        server.application,
        loop="uvloop",
        http=BriefRequests,
        ws=Frames,
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        ws_max_size=server.settings.limits.message_bytes,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=STOP_S,
    )


def allow_files() -> None:
    """Take as many open files as the system gives: each connection is one, and many shells allow only 1,024."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there; port 0 takes any that is free."""
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
