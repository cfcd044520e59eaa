"""Builds the FastAPI application, which serves everything but Socket.IO."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from fastapi import APIRouter, Depends, FastAPI

from duskfall import __version__
from duskfall.server.http import (
    docs_api,
    docs_pages,
    dungeon_page,
    dungeons,
    head_to_head,
    health,
    ladder,
    metrics,
    pages,
    problems,
    replays,
    rooms,
    scenarios,
    timelines,
    tournaments,
)
from duskfall.server.http.context import Context, within_limits
from duskfall.server.lobby.lobby import Lobby
from duskfall.server.store import Store


def build_api(lobby: Lobby, store: Store, lifespan: Callable[[], AbstractAsyncContextManager[None]]) -> FastAPI:
    """Build the routes over a lobby and its store; `lifespan` is entered before the first request."""

    @asynccontextmanager
    async def entered(api: FastAPI) -> AsyncIterator[None]:
        async with lifespan():
            api.state.context = Context(lobby, store, asyncio.get_running_loop().time())
            yield

    api = FastAPI(
        title="Duskfall",
        version=__version__,
        summary="Three classic tile worlds on one engine.",
        lifespan=entered,
        openapi_url="/api/openapi.json",
        docs_url=None,  # FastAPI's pages load their scripts from other servers
        redoc_url=None,
        separate_input_output_schemas=False,
    )
    routes = APIRouter(prefix="/api", dependencies=[Depends(within_limits)])
    for part in (
        health, rooms, ladder, head_to_head, tournaments, replays, timelines, dungeons, dungeon_page, scenarios,
        docs_api,
    ):  # fmt: skip
        routes.include_router(part.router)
    api.include_router(routes)
    api.include_router(metrics.router)
    api.include_router(docs_pages.router)
    api.include_router(pages.router)  # last, since it matches every path
    problems.install(api)
    return api
