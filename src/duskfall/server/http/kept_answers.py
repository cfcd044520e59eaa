"""Keeps the answers to requests that many pages repeat, so that each is built at most once a second for all of them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from fastapi import Response

KEPT_S: Final = 1.0


class KeptAnswer:
    """Is an answer that is built anew when somebody asks for it and it is older than a second."""

    def __init__(self, build: Callable[[], Awaitable[bytes]], clock: Callable[[], float] | None = None) -> None:
        self._build = build
        self._clock = clock
        self._content = b""
        self._until: float | None = None
        self._building = asyncio.Lock()

    async def response(self) -> Response:
        """Give the answer; those who ask while it is built wait for the same one."""
        async with self._building:
            if self._until is None or self._now() >= self._until:
                self._content = await self._build()
                self._until = self._now() + KEPT_S
        return Response(self._content, media_type="application/json")

    def _now(self) -> float:
        return asyncio.get_running_loop().time() if self._clock is None else self._clock()
