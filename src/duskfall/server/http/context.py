"""What the routes work with: the house, the store, and threads for whatever takes its time."""

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

SLOW_AT_ONCE: Final = 2
"""Threads for slow work: replays, dungeons, pictures. Games go on beside them on the same cores."""
SLOW_WAITING: Final = 40
"""Slow requests that may wait; more are refused, since their senders would not wait for so long either."""

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(eq=False)
class Context:
    """What one server's routes share."""

    lobby: Lobby
    store: Store
    started: float
    """When the server started, on the clock of its loop."""
    shelf: ReplayCache = field(init=False)
    scorebook: HeadToHead = field(init=False)
    tournaments: Tournaments = field(init=False)
    _turnstile: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(SLOW_AT_ONCE))
    _slow: int = 0

    def __post_init__(self) -> None:
        self.shelf = ReplayCache(self.store.match)
        self.scorebook = HeadToHead(self.store)
        self.tournaments = Tournaments(self.lobby.services.settings.ledgers)

    async def slowly(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do in a thread what takes its time, a few at once."""
        if self._slow >= SLOW_WAITING:
            raise Refused(Refusal.TOO_MANY, "request", "the server has too much to do", "try again in a few seconds")
        self._slow += 1
        try:
            async with self._turnstile:
                return await asyncio.to_thread(work, *args, **kwargs)
        finally:
            self._slow -= 1


def _context(request: Request) -> Context:
    return cast("Context", request.app.state.context)


Here = Annotated[Context, Depends(_context)]
"""What a route asks for to get the context."""


async def within_limits(request: Request, here: Here) -> None:
    """Count a request of an address; on the loop, as all counting is."""
    here.lobby.rate_limits.request("?" if request.client is None else request.client.host)
