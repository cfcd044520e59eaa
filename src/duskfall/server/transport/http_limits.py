"""Limits the head of an HTTP request, in bytes and in time, before any of our code sees it."""

from __future__ import annotations

import asyncio
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_BYTES: Final = 65_536
"""Of the address and the headers of a request. The parser itself would go on reading as long as somebody sends."""

HEAD_S: Final = 20.0
"""Seconds that a connection has to send the head of a request."""


class BoundedHttpProtocol(HttpToolsProtocol):
    """Cuts off connections whose requests have heads that are too long or come too late."""

    _timer: asyncio.TimerHandle | None = None
    _head = 0
    """Bytes of a head that has begun and not ended."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as the library's own
        """Wait for a request for a limited time."""
        super().connection_made(transport)
        self._timer = self.loop.call_later(HEAD_S, transport.close)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on, unless the head has become too long."""
        self._head += len(data)
        super().data_received(data)
        if self._timer is not None and self._head > HEAD_BYTES and not self.transport.is_closing():
            self.send_400_response("The head of the request is too long.")

    def on_message_begin(self) -> None:
        """Limit the time of the next request of a connection that is kept too."""
        super().on_message_begin()
        if self._timer is None:
            self._head = 0
            self._timer = self.loop.call_later(HEAD_S, self.transport.close)

    def on_headers_complete(self) -> None:
        """Stop waiting, since the head is here."""
        self._stop_waiting()
        super().on_headers_complete()

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
