"""Health of the server."""

from __future__ import annotations

import asyncio
from typing import Literal

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict

from duskfall import __version__
from duskfall.server.http.context import ContextDep
from duskfall.server.http.problems import refusals
from duskfall.server.live.warmup import World

router = APIRouter(tags=["server"])


class RulesShown(BaseModel):
    """How far the rules are compiled, which happens at the first start on a machine."""

    model_config = ConfigDict(strict=True, frozen=True)

    progress: float
    """From 0 to 1; 1 only when all rules are ready."""
    ready: tuple[World, ...]
    """The worlds that can be played already."""


class Health(BaseModel):
    """Status, version and uptime of the server, and the number of its damaged matches."""

    model_config = ConfigDict(strict=True, frozen=True)

    status: Literal["ok", "closing"]
    version: str
    uptime_s: float
    quarantined: int
    """Matches that cannot go on and are kept for repair; `duskfall store check` lists them."""
    rules: RulesShown


@router.get("/health", responses=refusals())
async def health(context: ContextDep) -> Health:
    """Whether the server runs, or is about to shut down."""
    rules = context.lobby.services.rules
    uptime = asyncio.get_running_loop().time() - context.started
    return Health(
        status="closing" if context.lobby.closing else "ok",
        version=__version__,
        uptime_s=round(uptime, 3),
        quarantined=len(context.lobby.restoration.quarantined),
        rules=RulesShown(progress=round(rules.progress, 3), ready=rules.ready_worlds),
    )
