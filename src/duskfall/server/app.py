"""The server put together: store, house, sockets and HTTP, from the first line of its start to the last of its end."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Final

import socketio

from duskfall.errors import Refusal
from duskfall.server.http import build_api
from duskfall.server.live.bots import BotPool
from duskfall.server.live.services import Services
from duskfall.server.lobby.identity import Identities
from duskfall.server.lobby.lobby import Lobby
from duskfall.server.settings import Settings
from duskfall.server.store import Store, StoreFailed
from duskfall.server.transport.headers import SecurityHeaders
from duskfall.server.transport.sockets import Application, PacketFilter, Sockets

SWEEP_S: Final = 1.0
GARBAGE: Final = (1_000, 50, 1_000_000)
"""New objects are looked over a thousand at a time, and what stays of fifty thousand once more: a few milliseconds at
most. Those that stay then are mostly logs and no garbage; looking through all of them would make every game wait for a
tenth of a second at any time."""
TIDY_S: Final = 600.0
"""How often all of them are looked through."""
FAREWELL_S: Final = 1.0
"""What connections get to take the last message."""

_log = logging.getLogger(__name__)


class Server:
    """One running server. `application` is what an ASGI server serves."""

    def __init__(self, settings: Settings, store: Store, on_failure: Callable[[StoreFailed], None]) -> None:
        self.settings = settings
        self.store = store
        self.opponents = BotPool()
        self.house = Lobby(Services(store, self.opponents, settings), Identities.of_folder(settings.folder))
        self.sockets = Sockets(self.house, settings)
        store.on_failure = on_failure
        api = build_api(self.house, store, self._lifespan)
        self.application: Application = SecurityHeaders(
            PacketFilter(socketio.ASGIApp(self.sockets, other_asgi_app=api, socketio_path="socket.io"))
        )

    @asynccontextmanager
    async def _lifespan(self) -> AsyncIterator[None]:
        await self.start()
        sweeper = asyncio.create_task(self._sweep())
        yield
        sweeper.cancel()
        with suppress(StoreFailed):
            await self.store.flush()
        self.opponents.close()
        self.house.desk.generals.close()

    async def start(self) -> None:
        """Go on with everything that was being played."""
        await self.opponents.warm()
        self.house.remember(await asyncio.to_thread(self.store.ratings))
        for stored in await asyncio.to_thread(self.store.unfinished):
            self.house.reopen(stored)
        await self.store.flush()
        gc.collect()
        gc.freeze()  # what stands now stands for good
        gc.set_threshold(*GARBAGE)

    async def say_farewell(self) -> None:
        """Let no more be played, see that all is written, tell everyone, and begin to end all connections."""
        self.house.stop()
        with suppress(StoreFailed):  # then what was not acknowledged is lost; all the more they have to be told
            await self.store.flush()
        lines = list(self.house.lines.values())
        for line in lines:
            line.farewell(Refusal.CLOSING, "the server shuts down; your game goes on when it is back")
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL_S):
                while any(line.waiting for line in lines):
                    await asyncio.sleep(0.01)
        for line in lines:
            await self.sockets.drop(line)

    async def _sweep(self) -> None:
        loop = asyncio.get_running_loop()
        tidied = loop.time()
        while True:
            await asyncio.sleep(SWEEP_S)
            now = loop.time()
            for line in self.house.sweep(now):
                await self.sockets.drop(line)
            await self.sockets.drop_silent(now)
            if now - tidied > TIDY_S:
                gc.collect()
                tidied = now
