"""Metrics for Prometheus."""

from __future__ import annotations

from fastapi import APIRouter, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from duskfall.server.http.context import ContextDep

router = APIRouter(tags=["server"])


@router.get(
    "/metrics",
    response_class=Response,
    responses={200: {"content": {"text/plain": {}}, "description": "In the text format of Prometheus."}},
)
async def metrics(context: ContextDep) -> Response:
    """Connections, rooms, games, turns and their lateness, orders and refusals."""
    return Response(generate_latest(context.lobby.services.metrics.registry), media_type=CONTENT_TYPE_LATEST)
