"""Writes and reads WebSocket frames without a task, timer, queue or dictionary for each message.

A WebSocket is read and written where its bytes come and go. Everything but ordinary events on an open connection
(polling, an upgrade, the first and the last packets, a reader who does not keep up) goes the library's way, which
`EngineSocket` is alone. Both pass the same tests; `make bench ONLY=server_cpu` measures both in pairs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from engineio.exceptions import EngineIOError
from engineio.packet import Packet
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import OPEN

from duskfall.server.transport.encoding import EVENT_MARK, EncodedMessage
from duskfall.server.transport.engine_sockets import EngineSocket

EXTENSION: Final = "duskfall.frames"
"""The extension of the ASGI scope that holds the WebSocket itself."""


class FrameProtocol(WebSocketsSansIOProtocol):
    """Hands texts over as soon as they are read, if the socket takes them."""

    take: Callable[[str], bool] | None = None
    """False leaves a text to the queue that the application reads."""
    _messages: list[EncodedMessage] | None = None
    """Messages that are written when all that happens now has happened: one step of the network for all."""

    def handle_connect(self, event: Request) -> None:
        """Offer the application the direct way."""
        super().handle_connect(event)
        if self.handshake_initiated and not self.close_sent:
            self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]  # an extension of our own

    def handle_text(self, event: Frame) -> None:
        """Hand a text over, unless others wait before it."""
        if event.fin and self.take is not None and not self.close_sent and self.queue.empty():
            with suppress(UnicodeDecodeError):
                if self.take(bytes(event.data).decode()):
                    return
        super().handle_text(event)

    @property
    def clear(self) -> bool:
        """Tell whether a frame can be written at once."""
        return self.conn.state is OPEN and self.writable.is_set() and not self.close_sent and not self.disconnected

    def post(self, message: EncodedMessage) -> None:
        """Send, together with all that is posted before the loop turns to something else."""
        if self._messages is None:
            self._messages = [message]
            self.loop.call_soon(self._write)
        else:
            self._messages.append(message)

    def _write(self) -> None:
        messages, self._messages = self._messages, None
        if messages is not None and not self.transport.is_closing():
            self.transport.write(b"".join([message.frame for message in messages]))


class FastSocket(EngineSocket):
    """Is the library's socket with the direct way to and from the WebSocket."""

    _frames: FrameProtocol | None = None
    _reading = False
    """It waits for the next packet, so no packet is being taken the library's way."""
    _sending = False
    """Packets have left the queue and are not written yet."""

    def post(self, message: EncodedMessage) -> None:
        """Send an encoded message; it never overtakes what is still to be sent."""
        frames = self._frames
        if frames is not None and not self._sending and not self.closed and self.queue.empty() and frames.clear:
            frames.post(message)
        else:
            super().post(message)

    def _take(self, text: str) -> bool:
        connection = self.connection
        return (
            connection is not None
            and self._reading
            and text.startswith(EVENT_MARK)
            and self.take_event(connection, text[1:])
        )

    async def handle_get_request(self, environ: dict[str, Any]) -> Any:
        """Serve a request; the one for a WebSocket offers the direct way."""
        if not self.connected:
            self._frames = environ["asgi.scope"].get("extensions", {}).get(EXTENSION)
        return await super().handle_get_request(environ)

    async def _websocket_handler(self, ws: Any) -> None:
        """Serve a WebSocket; one that was a polled connection before is upgraded and served by the library."""
        if self.connected:
            await super()._websocket_handler(ws)
            return
        self.connected = self.upgraded = True
        sender = asyncio.create_task(self._send_all(ws))
        if self._frames is not None:
            self._frames.take = self._take
        with suppress(OSError, ValueError, EngineIOError):
            while True:
                self._reading = True
                data = await ws.wait()
                self._reading = False
                if len(data) > self.server.max_http_buffer_size:
                    break
                await self.receive(Packet(encoded_packet=data))
        self._reading = False
        self.queue.put_nowait(None)
        await sender
        await self.close(abort=True, reason=self.server.reason.TRANSPORT_CLOSE)

    async def _send_all(self, ws: Any) -> None:
        with suppress(OSError, RuntimeError):  # the other end may go at any time
            while packets := await self.poll():
                self._sending = True
                for packet in packets:
                    await ws.send(packet.encode())
                self._sending = False
        await ws.close()
