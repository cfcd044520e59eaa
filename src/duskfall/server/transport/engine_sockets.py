"""Mends the sockets of the Engine.IO library: connections end at once, and malformed posts end the connection."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from engineio.async_socket import AsyncSocket
from engineio.exceptions import EngineIOError
from engineio.packet import MESSAGE

from duskfall.server.transport.connection import Connection
from duskfall.server.transport.encoding import EncodedMessage

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
    _pinging: asyncio.Task[None] | None = None
    """Waits until the other end is asked whether it is still there."""

    def post(self, message: EncodedMessage) -> None:
        """Send an encoded message after all that is still to be sent."""
        if not self.closed:
            self.queue.put_nowait(message.packet)

    async def poll(self) -> list[Any]:
        """Wait for packets to send; an empty list means the end."""
        queue = self.queue
        packets = [await queue.get()]
        while not queue.empty():
            packets.append(queue.get_nowait())
        if None in packets:
            packets = packets[: packets.index(None)]
            queue.put_nowait(None)  # the end stays the end for those who ask again
        return packets

    async def handle_post_request(self, environ: dict[str, Any]) -> None:
        """Take what was posted; a client who posts anything but packets is disconnected."""
        try:
            await super().handle_post_request(environ)
        except (ValueError, KeyError, IndexError) as error:
            raise EngineIOError from error

    async def receive(self, pkt: Any) -> None:
        """Take a packet; a message goes straight to its handler, without the library's tasks."""
        if pkt.packet_type == MESSAGE:
            await self.server.handlers["message"](self.sid, pkt.data)
        else:
            await super().receive(pkt)

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
