"""Serves rooms, replays, rankings, dungeons, scenarios, the documentation and the client over HTTP, with OpenAPI."""

from duskfall.server.http.api import build_api

__all__ = ["build_api"]
