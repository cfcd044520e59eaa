"""Health of the server."""

from __future__ import annotations

import asyncio
from typing import Literal

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict

from duskfall import __version__
from duskfall.server.http.context import ContextDep
from duskfall.server.http.problems import refusals

router = APIRouter(tags=["server"])


class Health(BaseModel):
    """Status, version and uptime of the server."""

    model_config = ConfigDict(strict=True, frozen=True)

    status: Literal["ok", "closing"]
    version: str
    uptime_s: float


@router.get("/health", responses=refusals())
async def health(context: ContextDep) -> Health:
    """Whether the server runs, or is about to shut down."""
    uptime = asyncio.get_running_loop().time() - context.started
    return Health(status="closing" if context.lobby.closing else "ok", version=__version__, uptime_s=round(uptime, 3))
