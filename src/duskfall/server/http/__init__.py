"""Plain HTTP: what is going on, what was played, dungeons, lands and pictures, with OpenAPI."""

from duskfall.server.http.api import build_api

__all__ = ["build_api"]
