"""Runs a server until it is told to stop."""

from __future__ import annotations

import asyncio
import ctypes
import logging
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from typing import Final

import uvicorn

from duskfall.server.app import Server
from duskfall.server.live.compilation import OnProgress
from duskfall.server.settings import Settings
from duskfall.server.store import Store, StoreFailed
from duskfall.server.transport.fast_frames import FrameProtocol
from duskfall.server.transport.http_limits import bounded_http
from duskfall.server.transport.listener import allow_files, listen
from duskfall.server.transport.websocket_limits import BoundedWebSocket, bounded

SWITCH_S: Final = 0.0005
"""Seconds that a busy loop may keep the committing thread waiting, which needs Python's lock several times a commit:
with Python's five milliseconds, everyone would hear of a turn that much later."""

PARTING_S: Final = 1.0
"""Seconds that clients have to answer the end of their connection; stopping takes at most five seconds in all."""

STOP_S: Final = 1
"""Seconds that requests have to end by themselves after that."""

MALLOC_SETTINGS: Final = {-8: 2, -3: 256 << 10, -1: 256 << 10}
"""For glibc, by their numbers in `malloc.h`: two heaps of small blocks for all threads (M_ARENA_MAX); from 256 KiB on a
block is the system's own (M_MMAP_THRESHOLD), and a heap gives as much back when it is free (M_TRIM_THRESHOLD)."""

_log = logging.getLogger(__name__)


class _Web(uvicorn.Server):
    """Reports its address once it listens, and lets the server say farewell before connections end."""

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
        # A client who is cut off while they still send loses what they have not read yet: the reason of the end.
        with suppress(TimeoutError):
            async with asyncio.timeout(PARTING_S):
                while any(isinstance(protocol, BoundedWebSocket) for protocol in self.server_state.connections):
                    await asyncio.sleep(0.01)
        await super().shutdown(sockets)


def serve(settings: Settings, ready: Callable[[str], None], build: type[Server] = Server) -> bool:
    """Serve until a signal comes; `ready` is told the address. False if the server had to give up."""
    with (
        closing(listen(settings.host, settings.port)) as listener,
        Store.open(settings.url, patience_s=settings.patience_s) as store,
    ):
        return serve_at(listener, settings, store, ready, build)


def serve_at(
    listener: socket.socket, settings: Settings, store: Store, ready: Callable[[str], None],
    build: type[Server] = Server, on_progress: OnProgress | None = None,
) -> bool:  # fmt: skip
    """Serve with a socket and a store that are open already; `on_progress` hears how much of the rules is compiled."""
    allow_files()
    give_memory_back()
    sys.setswitchinterval(SWITCH_S)
    failure: list[StoreFailed] = []
    for revision in store.migrated:
        _log.info("%s: %s", store.place, revision)
    host, port = listener.getsockname()[:2]
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}"

    def give_up(failed: StoreFailed) -> None:
        failure.append(failed)
        web.should_exit = True

    server = build(settings, store, give_up, on_progress)
    web = _Web(configured(server), server, lambda: ready(address))
    # The web server raises the signal that stopped it once more when it is done; it has no more effect.
    for stopping in (signal.SIGTERM, signal.SIGINT):
        signal.signal(stopping, lambda *_: None)
    with server.services.metrics.shown_at(settings.metrics_port):
        web.run([listener])
    for failed in failure:
        _log.error("the server stopped because nothing can be kept any more: %s", failed)
    return not failure


def give_memory_back() -> None:
    """Let the C library keep no large blocks for later.

    By itself it keeps ever larger ones, in a heap for each thread: pictures of dungeons, some megabytes each while they
    are drawn, would leave a hundred megabytes behind. Other libraries than glibc are left as they are.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform.startswith("linux") else None
    if mallopt is not None:
        for setting, value in MALLOC_SETTINGS.items():
            mallopt(setting, value)


def configured(server: Server) -> uvicorn.Config:
    """Configure the web server: fast parts, no compression of small frames, no banners."""
    settings = server.settings
    return uvicorn.Config(
        server.application,
        loop="uvloop",
        http=bounded_http(settings),
        ws=bounded(FrameProtocol if settings.fast_frames else BoundedWebSocket, server.services.rate_limits),
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        ws_max_size=settings.limits.message_bytes,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=STOP_S,
    )
