"""Whether the server is well."""

from __future__ import annotations

import asyncio
from typing import Literal

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict

from duskfall import __version__
from duskfall.server.http.context import Here
from duskfall.server.http.problems import refusals

router = APIRouter(tags=["server"])


class Health(BaseModel):
    """How the server is."""

    model_config = ConfigDict(strict=True, frozen=True)

    status: Literal["ok", "closing"]
    version: str
    uptime_s: float


@router.get("/health", responses=refusals())
async def health(here: Here) -> Health:
    """Whether the server is well, or about to shut down."""
    uptime = asyncio.get_running_loop().time() - here.started
    return Health(status="closing" if here.lobby.closing else "ok", version=__version__, uptime_s=round(uptime, 3))
