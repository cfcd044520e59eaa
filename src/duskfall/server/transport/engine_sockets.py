"""Mends the sockets of the Engine.IO library: connections end at once, and malformed posts end the connection."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from engineio.async_socket import AsyncSocket
from engineio.exceptions import EngineIOError
from engineio.packet import MESSAGE, PONG

from duskfall.errors import Refused
from duskfall.server.transport.connection import Connection
from duskfall.server.transport.encoding import EVENT, PING_PACKET, EncodedMessage
from duskfall.server.transport.rate_limits import RateLimits
from duskfall.server.transport.websocket_limits import EXTENSION, BoundedWebSocket

EventHandler = Callable[[Any, object, list[Any], int | None], None]
"""Handles an event of a connection: its name, its arguments, and the number of the acknowledgement it wants."""


class EngineSocket(AsyncSocket):  # type: ignore[misc]  # the library has no types
    """Is the library's socket, which sends through its queue, as plain as our use of it allows.

    The library guards each wait for something to send by a timeout, in case nothing closes the socket. Here closing
    wakes the one who waits.
    """

    connected: bool
    upgraded: bool
    closed: bool
    last_ping: float | None
    queue: asyncio.Queue[Any]
    connection: Connection | None = None
    """The connection of the client, once Socket.IO is spoken."""
    handle_event: EventHandler
    rate_limits: RateLimits
    web_socket: BoundedWebSocket | None = None
    """What the connection is made of, unless it is polled."""
    _queued = 0
    """Bytes of messages in the queue."""
    _ending: asyncio.Task[None] | None = None
    """Ends the connection."""
    _answer: asyncio.Future[None] | None = None
    """Done when the other end answers the ping of `answers`."""
    _pinging: asyncio.Task[None] | None = None
    """Waits until the other end is asked whether it is still there."""

    def post(self, message: EncodedMessage) -> None:
        """Send an encoded message after all that is still to be sent."""
        if self.closed:
            return
        self.queue.put_nowait(message.packet)
        self._queued += message.size
        if self._queued > self.rate_limits.limits.unread_bytes:
            self.cut_off()

    def cut_off(self) -> None:
        """End the connection with all that was not read."""
        self.drop()
        if self.web_socket is not None:
            self.web_socket.abort()

    @property
    def unread(self) -> int:
        """Count the bytes that wait for the client."""
        return self._queued + (0 if self.web_socket is None else self.web_socket.unread)

    def drop(self) -> None:
        """End the connection after what was posted, and take nothing that still comes."""
        self.connection = None
        if self._ending is None:
            closing = self.close(wait=False, reason=self.server.reason.SERVER_DISCONNECT)
            self._ending = asyncio.create_task(closing)

    @property
    def dropped(self) -> bool:
        """Tell whether the server is ending the connection."""
        return self._ending is not None

    async def poll(self) -> list[Any]:
        """Wait for packets to send; an empty list means the end."""
        queue = self.queue
        packets = [await queue.get()]
        while not queue.empty():
            packets.append(queue.get_nowait())
        self._queued = 0
        if None in packets:
            packets = packets[: packets.index(None)]
            queue.put_nowait(None)  # the end stays the end for those who ask again
        return packets

    async def handle_get_request(self, environ: dict[str, Any]) -> Any:
        """Serve a request; the one for a WebSocket brings it."""
        web_socket = environ["asgi.scope"].get("extensions", {}).get(EXTENSION)
        if web_socket is not None:
            self.web_socket = web_socket
        return await super().handle_get_request(environ)

    async def handle_post_request(self, environ: dict[str, Any]) -> None:
        """Take what was posted; a client who posts anything but packets is disconnected."""
        try:
            await super().handle_post_request(environ)
        except (ValueError, KeyError, IndexError) as error:
            raise EngineIOError from error

    async def receive(self, pkt: Any) -> None:
        """Take a packet; a message goes straight to its handler, without the library's tasks."""
        is_message = pkt.packet_type == MESSAGE
        if not (is_message and isinstance(pkt.data, str) and pkt.data.startswith(EVENT)):
            try:
                self.rate_limits.packet(self.sid)
            except Refused as refused:
                if self.connection is not None:
                    self.connection.farewell(refused.code, str(refused))
                self.drop()
                return
        if is_message:
            await self.server.handlers["message"](self.sid, pkt.data)
        else:
            if pkt.packet_type == PONG and self._answer is not None and not self._answer.done():
                self._answer.set_result(None)
            await super().receive(pkt)

    async def answers(self, within_s: float) -> bool:
        """Ping the other end, once for all who ask, and tell whether it answers in time."""
        if self.closed:
            return False
        if self._answer is None or self._answer.done():
            self._answer = asyncio.get_running_loop().create_future()
            self.queue.put_nowait(PING_PACKET)
        done, _ = await asyncio.wait([self._answer], timeout=within_s)
        return bool(done)

    def schedule_ping(self) -> None:
        """Ask in a while whether the other end is still there, once for each answer that is owed."""
        if self.last_ping and not self.closed:
            self.last_ping = None
            self._pinging = asyncio.create_task(self._send_ping())

    async def close(self, wait: bool = True, abort: bool = False, reason: object = None) -> None:
        """Close, and wake the sender so that it ends after what is left; a slow reader is not waited for."""
        del wait
        if self._pinging is not None and self._pinging is not asyncio.current_task():
            self._pinging.cancel()  # else it would keep the closed socket until the next ping is due
        await super().close(wait=False, abort=abort, reason=reason)
        self.queue.put_nowait(None)
