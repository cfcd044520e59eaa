"""Limits the frames of a WebSocket, control frames among them, and what waits for a client who does not read.

The library answers every ping and keeps the answers until the client reads them, and hands over every other frame. Here
each frame is counted as it is read, so that the limits hold for both transports.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import ClassVar, Final

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame
from websockets.http11 import Request

from duskfall.errors import Refused
from duskfall.server.transport.rate_limits import RateLimits

EXTENSION: Final = "duskfall.websocket"
"""The extension of the ASGI scope that holds the WebSocket itself."""

READ_BYTES: Final = 4096
"""Bytes that are read in one go. The network hands over up to 256 KiB at once: tens of thousands of small frames."""

COUNTED_TOGETHER: Final = 16
"""Frames that are counted in one go."""

PARTING_S: Final = 1.0
"""Seconds that a client who sent too much has to read why the connection ends."""


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """Ends a WebSocket that sends too many frames, and cuts off one that does not read."""

    rate_limits: ClassVar[RateLimits]
    ended = False
    """Nothing that comes is looked at any more."""
    _parting: asyncio.Task[None] | None = None
    """Tells the client why the connection ends."""
    _uncounted = 0
    """Frames that the rate limits have not been charged with yet."""

    def handle_connect(self, event: Request) -> None:
        """Offer the application the WebSocket itself."""
        super().handle_connect(event)
        if self.handshake_initiated and not self.close_sent:
            self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]  # an extension of our own

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message of the application."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # by a refusal; the library would log that nobody answered

    def data_received(self, data: bytes) -> None:
        """Read frames, a few at a time."""
        if len(data) <= READ_BYTES:
            if not self.ended:
                super().data_received(data)
            return
        for begin in range(0, len(data), READ_BYTES):
            if self.ended or self.transport.is_closing():
                return
            super().data_received(data[begin : begin + READ_BYTES])

    def handle_text(self, event: Frame) -> None:
        """Count a text."""
        if self._counted():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Count bytes."""
        if self._counted():
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        """Count a part of a message: even parts without content would be collected."""
        if self._counted():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """Count a ping, and answer it if the answers are read."""
        if self._counted():
            super().handle_ping()
            if self.unread > self.rate_limits.limits.unread_bytes:
                self.abort()

    def handle_pong(self, event: Frame) -> None:
        """Count a pong, which nobody has asked for."""
        if self._counted():
            super().handle_pong(event)

    def send_receive_event_to_app(self) -> None:
        """Hand over a message; one that is no text although it says so ends the connection."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.end(CloseCode.INVALID_DATA, "a text that is not UTF-8")
                return
        super().send_receive_event_to_app()

    def _counted(self) -> bool:
        """Count a frame; false if the connection has ended, or ends now because there are too many."""
        self._uncounted += 1
        if self._uncounted >= COUNTED_TOGETHER and not self.ended:
            try:
                self.rate_limits.frames(str(self.client), self._uncounted)
            except Refused as refused:
                self.end(CloseCode.POLICY_VIOLATION, str(refused)[:120])
            self._uncounted = 0
        return not self.ended

    @property
    def unread(self) -> int:
        """Count the bytes that the client has not read and the network does not hold."""
        return 0 if self.transport.is_closing() else self.transport.get_write_buffer_size()

    def end(self, code: CloseCode, reason: str) -> None:
        """Tell the client why the connection ends, look at nothing more, and cut it off if they do not leave soon."""
        self.ended = True
        self._parting = self.loop.create_task(self._close(code, reason))
        # Until then all that comes is read and thrown away: left unread, it would take the reason with it.
        self.loop.call_later(PARTING_S, self.transport.abort)

    async def _close(self, code: CloseCode, reason: str) -> None:
        with suppress(OSError, RuntimeError):  # it may have been closed before
            await self.send({"type": "websocket.close", "code": code, "reason": reason})

    def abort(self) -> None:
        """Cut the connection off, with all that was not read."""
        self.ended = True
        self.transport.abort()


def bounded(kind: type[BoundedWebSocket], rate_limits: RateLimits) -> type[BoundedWebSocket]:
    """Give the class of WebSockets with the limits of a server; the web server makes them without arguments of ours."""
    return type(kind.__name__, (kind,), {"rate_limits": rate_limits})
