"""Adds the headers that tell browsers to trust our pages with nothing but our own files."""

from __future__ import annotations

from collections.abc import Iterable, MutableMapping
from typing import Any, Final

from duskfall.server.transport.sockets import Application, Receive, Scope, Send

HEADERS: Final = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; connect-src 'self' ws: wss:; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}

SUBRESOURCE_TYPES: Final = (b"text/javascript", b"text/css", b"font/")
"""What only documents load: a browser reads none of their headers but the one that forbids it to guess the type."""

_ENCODED: Final = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
_FOR_SUBRESOURCES: Final = [(name, value) for name, value in _ENCODED if name == b"x-content-type-options"]

_BEGINNINGS: Final = frozenset({"http.response.start", "websocket.accept", "websocket.http.response.start"})


class SecurityHeaders:
    """Adds the headers to every response, and to scripts, style sheets and fonts only the one that concerns them."""

    def __init__(self, inner: Application) -> None:
        self._inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve, and add the headers where a response begins."""
        turning_away = scope["type"] == "websocket"

        async def adding(message: MutableMapping[str, Any]) -> None:
            nonlocal turning_away
            if message["type"] == "websocket.close" and turning_away:
                # The web server's own refusal would have none of the headers.
                await adding({"type": "websocket.http.response.start", "status": 403, "headers": []})
                message = {"type": "websocket.http.response.body", "body": b""}
            elif message["type"] in _BEGINNINGS:
                turning_away = False
                headers = message.get("headers", ())
                message = {**message, "headers": [*headers, *_added_to(headers)]}
            await send(message)

        await self._inner(scope, receive, send if scope["type"] == "lifespan" else adding)


def _added_to(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    media_type = next((value for name, value in headers if name.lower() == b"content-type"), b"")
    return _FOR_SUBRESOURCES if media_type.startswith(SUBRESOURCE_TYPES) else _ENCODED
