"""Writes and reads WebSocket frames without a task, timer, queue or dictionary for each message.

A WebSocket is read and written where its bytes come and go. Everything but ordinary events on an open connection
(polling, an upgrade, the first and the last packets, a reader who does not keep up) goes the library's way, which
`EngineSocket` is alone. Both pass the same tests; `make bench ONLY=server_cpu` measures both in pairs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from engineio.exceptions import EngineIOError, UnknownPacketError
from engineio.packet import Packet
from websockets.frames import Frame
from websockets.protocol import OPEN

from duskfall.server.transport.connection import EVENT_CHARACTERS
from duskfall.server.transport.encoding import EVENT_MARK, EncodedMessage, read_event
from duskfall.server.transport.engine_sockets import EngineSocket
from duskfall.server.transport.websocket_limits import BoundedWebSocket


class FrameProtocol(BoundedWebSocket):
    """Hands texts over as soon as they are read, if the socket takes them."""

    take: Callable[[str], bool] | None = None
    """False leaves a text to the queue that the application reads."""

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


class FastSocket(EngineSocket):
    """Is the library's socket with the direct way to and from the WebSocket."""

    _frames: FrameProtocol | None = None
    _reading = False
    """It waits for the next packet, so no packet is being taken the library's way."""
    _sending = False
    """Packets have left the queue and are not written yet."""
    _batch: list[EncodedMessage] | None = None
    """Messages that are written when all that happens now has happened: one step of the network for all."""

    def post(self, message: EncodedMessage) -> None:
        """Send, together with all that is posted before the loop turns to something else.

        A message never overtakes what is still to be sent.
        """
        frames = self._frames
        if frames is None or self._sending or self.closed or not self.queue.empty() or not frames.clear:
            super().post(message)
        elif self._batch is None:
            self._batch = [message]
            frames.loop.call_soon(self._write, frames)
        else:
            self._batch.append(message)

    def _write(self, frames: FrameProtocol) -> None:
        messages, self._batch = self._batch, None
        if messages is not None and not frames.transport.is_closing():
            frames.transport.write(b"".join([message.frame for message in messages]))

    def _take(self, text: str) -> bool:
        """Hand over an event at once; false if the text is not a readable event, or the library has to see it."""
        connection = self.connection
        if connection is None or not self._reading or not text.startswith(EVENT_MARK):
            return False
        event = read_event(text[1:])
        if event is None:
            return False
        if len(text) > EVENT_CHARACTERS:
            connection.uncounted += len(text) // EVENT_CHARACTERS
        self.handle_event(connection, *event)
        return True

    async def _websocket_handler(self, ws: Any) -> None:
        """Serve a WebSocket; one that was a polled connection before is upgraded and served by the library."""
        if self.connected:
            await super()._websocket_handler(ws)
            return
        self.connected = self.upgraded = True
        sender = asyncio.create_task(self._send_all(ws))
        if isinstance(self.web_socket, FrameProtocol):
            self._frames = self.web_socket
            self._frames.take = self._take
        with suppress(OSError, ValueError, EngineIOError):
            while True:
                self._reading = True
                data = await ws.wait()
                self._reading = False
                if len(data) > self.server.max_http_buffer_size:
                    break
                with suppress(UnknownPacketError):  # as the library does
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
