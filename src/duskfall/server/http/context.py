"""The objects that all routes share, and threads for slow work."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, ParamSpec, TypeVar, cast

from fastapi import Depends, Request

from duskfall.server.http.kept_answers import KeptAnswer
from duskfall.server.live.warmup import World
from duskfall.server.lobby.lobby import Lobby
from duskfall.server.ranking.head_to_head import HeadToHead
from duskfall.server.ranking.tournaments import Tournaments
from duskfall.server.replays.cache import ReplayCache
from duskfall.server.store import Store
from duskfall.server.transport.addresses import UNKNOWN, address_of
from duskfall.server.transport.problems import closing
from duskfall.server.transport.waiting_requests import WaitingRequests

WORKER_THREADS: Final = 2
"""Threads for slow work: dungeons, pictures, tournaments. Live matches share the cores with them."""

LARGE_MAP: Final = 100 * 100
"""Tiles of a map that is drawn in a process: one of as many takes 8 ms, the largest 80 ms."""

_SENDER: Final[ContextVar[str]] = ContextVar("sender", default=UNKNOWN)
"""The network address whose request is being answered."""

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(eq=False)
class Context:
    """The objects that the routes of one server share."""

    lobby: Lobby
    store: Store
    started: float
    """When the server started, on the clock of the event loop."""
    replays: ReplayCache = field(init=False)
    head_to_head: HeadToHead = field(init=False)
    tournaments: Tournaments = field(init=False)
    _slow: WaitingRequests = field(init=False)
    """For slow work in threads."""
    _replaying: WaitingRequests = field(init=False)
    """For work on finished matches, which are played again in a process."""

    _kept: dict[str, KeptAnswer] = field(default_factory=dict)

    def __post_init__(self) -> None:
        services = self.lobby.services
        limits = services.settings.limits
        self.replays = ReplayCache(self.store.match, services.replay_process)
        self.head_to_head = HeadToHead(self.store)
        self.tournaments = Tournaments(services.settings.ledgers)
        most = limits.slow_requests, limits.slow_requests_an_address
        self._slow, self._replaying = WaitingRequests(WORKER_THREADS, *most), WaitingRequests(1, *most)

    async def run_in_thread(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run slow work in a thread, a few calls at a time; refuse it if too many wait."""
        async with _turn(self._slow):
            return await asyncio.to_thread(work, *args, **kwargs)

    async def draw_map(self, tiles: int, draw: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Draw a map like other slow work; a large one in a process, since this one would stop for it."""
        if tiles < LARGE_MAP:
            return await self.run_in_thread(draw, *args, **kwargs)
        async with _turn(self._slow):
            return await self.lobby.services.map_process.run(draw, *args, **kwargs)

    async def replaying(self, work: Coroutine[Any, Any, T]) -> T:
        """Work on a finished match when it is the sender's turn; refuse it if too many wait."""
        try:
            async with _turn(self._replaying):
                return await work
        finally:
            work.close()  # it was not begun if it was refused

    def kept(self, name: str, build: Callable[[], Awaitable[bytes]]) -> KeptAnswer:
        """Give the answer of that name, which is built at most once a second."""
        return self._kept.setdefault(name, KeptAnswer(build))


@asynccontextmanager
async def _turn(waiting: WaitingRequests) -> AsyncIterator[None]:
    sender = _SENDER.get()
    try:
        with waiting.admitted(sender):
            async with waiting.turn(sender):
                yield
    except asyncio.CancelledError:
        raise closing("request") from None


def compiled(*worlds: World) -> Any:
    """Let a route wait until the rules of some worlds are compiled, at the first start on a machine."""

    async def wait(context: ContextDep) -> None:
        for world in worlds:
            await context.lobby.services.rules.ready(world)

    return Depends(wait)


def _context(request: Request) -> Context:
    return cast("Context", request.app.state.context)


ContextDep = Annotated[Context, Depends(_context)]
"""The type of a route's parameter that FastAPI fills with the context."""


async def within_limits(request: Request, context: ContextDep) -> None:
    """Count a request against the limits of its address; async, so that it runs on the event loop."""
    sender = address_of(request.scope)
    _SENDER.set(sender)
    context.lobby.rate_limits.request(sender)
