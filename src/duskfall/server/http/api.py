"""Builds the FastAPI application, which serves everything but Socket.IO."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import orjson
from fastapi import APIRouter, Depends, FastAPI, Request, Response

from duskfall import __version__
from duskfall.server.http import (
    docs_api,
    docs_pages,
    docs_search,
    dungeon_page,
    dungeons,
    head_to_head,
    health,
    ladder,
    levels,
    pages,
    problems,
    replays,
    rooms,
    scenarios,
    timelines,
    tournaments,
)
from duskfall.server.http.compression import ApiCompression
from duskfall.server.http.context import Context, within_limits
from duskfall.server.http.static_files import StaticFile
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
        openapi_url=None,  # FastAPI's own route is under no limit, and writes the document anew for each request
        docs_url=None,  # FastAPI's pages load their scripts from other servers
        redoc_url=None,
        separate_input_output_schemas=False,
    )
    routes = APIRouter(prefix="/api", dependencies=[Depends(within_limits)])
    for part in (
        health, rooms, ladder, levels, head_to_head, tournaments, replays, timelines, dungeons, dungeon_page, scenarios,
        docs_search,  # before the pages, one of which could have its name
        docs_api,
    ):  # fmt: skip
        routes.include_router(part.router)
    description: list[StaticFile] = []

    @routes.get("/openapi.json", include_in_schema=False)
    async def openapi(request: Request) -> Response:
        """The description of this interface, which is written once."""
        if not description:
            description.append(StaticFile.of(orjson.dumps(api.openapi()), "application/json"))
        return description[0].response(request)

    api.include_router(routes)
    api.include_router(docs_pages.router, dependencies=[Depends(within_limits)])
    api.include_router(pages.router)  # last, since it matches every path
    problems.install(api)
    api.add_middleware(ApiCompression)
    pages.client_files()  # now, so that no match waits for it later
    return api
