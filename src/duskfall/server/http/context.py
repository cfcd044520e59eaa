"""The objects that all routes share, and threads for slow work."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Final, ParamSpec, TypeVar, cast

from fastapi import Depends, Request

from duskfall.errors import Refusal, Refused
from duskfall.server.lobby.lobby import Lobby
from duskfall.server.ranking.head_to_head import HeadToHead
from duskfall.server.ranking.tournaments import Tournaments
from duskfall.server.replays.cache import ReplayCache
from duskfall.server.store import Store

WORKER_THREADS: Final = 2
"""Threads for slow work: replays, dungeons, pictures. Live matches share the cores with them."""
MOST_PENDING: Final = 40
"""Slow requests that run or wait; more are refused, since their senders would not wait for so long."""

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
    _semaphore: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(WORKER_THREADS))
    _pending: int = 0

    def __post_init__(self) -> None:
        self.replays = ReplayCache(self.store.match)
        self.head_to_head = HeadToHead(self.store)
        self.tournaments = Tournaments(self.lobby.services.settings.ledgers)

    async def run_in_thread(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run slow work in a thread, a few calls at a time; refuse it if too many wait."""
        if self._pending >= MOST_PENDING:
            raise Refused(Refusal.TOO_MANY, "request", "the server is busy", "try again in a few seconds")
        self._pending += 1
        try:
            async with self._semaphore:
                return await asyncio.to_thread(work, *args, **kwargs)
        finally:
            self._pending -= 1


def _context(request: Request) -> Context:
    return cast("Context", request.app.state.context)


ContextDep = Annotated[Context, Depends(_context)]
"""The type of a route's parameter that FastAPI fills with the context."""


async def within_limits(request: Request, context: ContextDep) -> None:
    """Count a request against the limits of its address; async, so that it runs on the event loop."""
    context.lobby.rate_limits.request("?" if request.client is None else request.client.host)
