"""The engine's sockets on a short way: no task, no timer, no queue and no dictionary for each message.

A WebSocket of ours is read and written where its bytes come and go. Whatever is not an ordinary event on an open
connection (polling, an upgrade, the first and the last words, a reader who does not keep up) goes the library's way.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from engineio.async_socket import AsyncSocket
from engineio.exceptions import EngineIOError
from engineio.packet import MESSAGE, Packet
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import OPEN

from duskfall.server.transport.encoding import EVENT_MARK, EncodedMessage

if TYPE_CHECKING:
    from duskfall.server.transport.connection import Connection

EXTENSION: Final = "duskfall.frames"
"""Where an application finds the WebSocket itself."""

Taker = Callable[["Connection", str], bool]
"""Takes an event without waiting; false if it is none."""


class FrameProtocol(WebSocketsSansIOProtocol):
    """A WebSocket that hands texts over as soon as they are read, if somebody takes them."""

    take: Callable[[str], bool] | None = None
    """False leaves a text to the queue that the application reads."""
    _letters: list[EncodedMessage] | None = None
    """What will be written as soon as everything has happened that happens now: one step of the network for all."""

    def handle_connect(self, event: Request) -> None:
        """Let the application know about the short way."""
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
        """Whether a frame can be written at once."""
        return self.conn.state is OPEN and self.writable.is_set() and not self.close_sent and not self.disconnected

    def post(self, envelope: EncodedMessage) -> None:
        """Send, together with whatever else is posted before the loop turns to something else."""
        if self._letters is None:
            self._letters = [envelope]
            self.loop.call_soon(self._deliver)
        else:
            self._letters.append(envelope)

    def _deliver(self) -> None:
        letters, self._letters = self._letters, None
        if letters is not None and not self.transport.is_closing():
            self.transport.write(b"".join([envelope.frame for envelope in letters]))


class FastSocket(AsyncSocket):  # type: ignore[misc]  # the library has no types
    """The engine's socket, as plain as our use of it allows.

    The library guards each wait for something to send or to read by a timeout, in case nothing closes the socket. Here
    closing does: it wakes whoever waits, and ends the connection.
    """

    connected: bool
    upgraded: bool
    closed: bool
    last_ping: float | None
    queue: asyncio.Queue[Any]
    line: Connection | None = None
    """Who speaks through it, once somebody does."""
    taker: Taker
    _frames: FrameProtocol | None = None
    _reading = False
    """It waits for the next packet, so none is being taken the long way."""
    _sending = False
    """Packets have left the queue and are not written yet."""
    _pinging: asyncio.Task[None] | None = None
    """Waits until the other end is asked whether it is still there."""

    def post(self, envelope: EncodedMessage) -> None:
        """Send what was sealed; it never overtakes what is still to be sent."""
        frames = self._frames
        if self.closed:
            return
        if frames is not None and not self._sending and self.queue.empty() and frames.clear:
            frames.post(envelope)
        else:
            self.queue.put_nowait(envelope.packet)

    def _take(self, text: str) -> bool:
        line = self.line
        return line is not None and self._reading and text.startswith(EVENT_MARK) and self.taker(line, text[1:])

    async def poll(self) -> list[Any]:
        """Wait for packets to send; none means the end."""
        queue = self.queue
        packets = [await queue.get()]
        while not queue.empty():
            packets.append(queue.get_nowait())
        if None in packets:
            packets = packets[: packets.index(None)]
            queue.put_nowait(None)  # the end stays the end for whoever asks again
        return packets

    async def handle_get_request(self, environ: dict[str, Any]) -> Any:
        """Serve a request; the one for a WebSocket shows the short way, where there is one."""
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

    async def handle_post_request(self, environ: dict[str, Any]) -> None:
        """Take what was posted; whoever posts what are no packets is let go."""
        try:
            await super().handle_post_request(environ)
        except (ValueError, KeyError, IndexError) as error:
            raise EngineIOError from error

    async def receive(self, pkt: Any) -> None:
        """Take a packet; a message goes to whoever takes messages, without the library's detours."""
        if pkt.packet_type == MESSAGE:
            await self.server.handlers["message"](self.sid, pkt.data)
        else:
            await super().receive(pkt)

    def schedule_ping(self) -> None:
        """Ask in a while whether the other end is still there, once for each answer that is owed."""
        if self.last_ping and not self.closed:
            self.last_ping = None
            self._pinging = asyncio.create_task(self._send_ping())

    async def _send_all(self, ws: Any) -> None:
        with suppress(OSError, RuntimeError):  # the other end may go at any time
            while packets := await self.poll():
                self._sending = True
                for packet in packets:
                    await ws.send(packet.encode())
                self._sending = False
        await ws.close()

    async def close(self, wait: bool = True, abort: bool = False, reason: object = None) -> None:
        """Close, and wake the one who sends so that it ends after what is left; nobody waits for a slow reader."""
        del wait
        if self._pinging is not None and self._pinging is not asyncio.current_task():
            self._pinging.cancel()  # else it would keep what is closed until the next ping is due
        await super().close(wait=False, abort=abort, reason=reason)
        self.queue.put_nowait(None)
