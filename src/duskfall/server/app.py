"""Puts the server together: store, lobby, Socket.IO and HTTP, from its start to its end."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from typing import Final

import socketio

from duskfall.errors import Refusal
from duskfall.server.http import build_api
from duskfall.server.live.compilation import OnProgress, RuleCompilation
from duskfall.server.live.games import ROOMS
from duskfall.server.live.services import Services
from duskfall.server.lobby.dispatcher import Dispatcher
from duskfall.server.lobby.identity import Identities
from duskfall.server.lobby.lobby import Lobby
from duskfall.server.lobby.names import KEEPING_GAMES, KEPT_S
from duskfall.server.settings import Settings
from duskfall.server.store import Store, StoreFailed
from duskfall.server.transport.body_limits import BodyLimits
from duskfall.server.transport.free_memory import release_free_memory
from duskfall.server.transport.headers import SecurityHeaders
from duskfall.server.transport.rate_limits import RateLimits
from duskfall.server.transport.sockets import Application, PacketFilter, SocketServer

SWEEP_S: Final = 1.0
GARBAGE: Final = (1_000, 50, 1_000_000)
"""Thresholds of the garbage collector: new objects are collected a thousand at a time, survivors of fifty such rounds
once more, a few milliseconds at most. The rest are mostly logs and no garbage; collecting all of them would make every
game wait for a tenth of a second at any time."""
TIDY_S: Final = 600.0
"""Seconds between collections of everything."""
RELEASE_S: Final = 10.0
"""Seconds between two times that memory which is free is given back; it takes a millisecond or two."""
FORGET_S: Final = 86_400.0
"""Seconds between removals of old chat."""
FAREWELL_S: Final = 1.0
"""Seconds that connections have to take the last message."""

_log = logging.getLogger(__name__)


class Server:
    """Is one running server. `application` is for an ASGI server."""

    def __init__(
        self, settings: Settings, store: Store, on_failure: Callable[[StoreFailed], None],
        on_progress: OnProgress | None = None,
    ) -> None:  # fmt: skip
        self.settings = settings
        self.store = store
        self.services = Services(store, settings, RateLimits(settings.limits), rules=RuleCompilation(on_progress))
        self.lobby = Lobby(self.services, Identities.of_folder(settings.folder), ROOMS)
        self.sockets = SocketServer(Dispatcher(self.lobby), settings)
        store.on_failure = on_failure
        api = build_api(self.lobby, store, self._lifespan)
        sockets = PacketFilter(socketio.ASGIApp(self.sockets, other_asgi_app=api, socketio_path="socket.io"))
        self._bodies = BodyLimits(sockets, settings.limits)
        self.application: Application = SecurityHeaders(self._bodies)

    @asynccontextmanager
    async def _lifespan(self) -> AsyncIterator[None]:
        await self.start()
        sweeper = asyncio.create_task(self._sweep())
        yield
        sweeper.cancel()
        self.services.rules.stop()
        with suppress(StoreFailed):
            await self.store.flush()
        self.services.quick_bots.close()
        self.services.slow_bots.close()
        self.services.planning_bots.close()
        self.services.warlord_bots.close()

    async def start(self) -> None:
        """Begin to compile the rules, and reopen the room of every match that was being played."""
        self.services.rules.start({"fog": self.services.quick_bots.warm})
        lately = datetime.now(UTC) - timedelta(seconds=KEPT_S)
        self.lobby.load_ratings(
            await asyncio.to_thread(self.store.ratings),
            await asyncio.to_thread(self.store.meetings),
            await asyncio.to_thread(self.store.rated_users, KEEPING_GAMES, lately),
        )
        await self._forget_chat()
        self.lobby.restoration.begin(await asyncio.to_thread(self.store.unfinished))
        await self.store.flush()
        gc.collect()
        gc.freeze()  # objects that exist now are kept for good
        gc.set_threshold(*GARBAGE)

    async def _forget_chat(self) -> None:
        """Remove the chat of matches that have been over for long."""
        before = datetime.now(UTC) - timedelta(seconds=self.settings.chat_s)
        await asyncio.to_thread(self.store.forget_chat, before)

    async def say_farewell(self) -> None:
        """Play no more, write everything, tell everyone, and begin to end all connections."""
        self.lobby.stop()
        self._bodies.stop()
        self.services.rules.refuse_waiting()
        self.services.uploads.close()
        self.services.replay_process.close()
        self.services.map_process.close()
        with suppress(StoreFailed):  # unacknowledged orders are lost then, and their senders are told
            await self.store.flush()
        connections = list(self.lobby.connections.values())
        for connection in connections:
            connection.farewell(Refusal.CLOSING, "the server shuts down; your game goes on when it is back")
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL_S):
                while any(connection.waiting for connection in connections):
                    await asyncio.sleep(0.01)
        for connection in connections:
            await self.sockets.drop(connection)

    async def _sweep(self) -> None:
        loop = asyncio.get_running_loop()
        tidied = released = forgotten = loop.time()
        while True:
            await asyncio.sleep(SWEEP_S)
            now = loop.time()
            for connection in self.lobby.sweep(now):
                await self.sockets.drop(connection)
            await self.sockets.drop_silent(now)
            self.sockets.cut_off_unread()
            if now - tidied > TIDY_S:
                gc.collect()
                tidied = now
            if now - released > RELEASE_S:
                release_free_memory()
                released = now
            if now - forgotten > FORGET_S:
                await self._forget_chat()
                forgotten = now
