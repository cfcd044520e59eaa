"""Frames and packets that are no events: they are counted as well, and answers that nobody reads do not pile up."""

from __future__ import annotations

import asyncio
import os
import socket
from contextlib import suppress
from dataclasses import replace

import aiohttp
import pytest
import websockets

from duskfall.server import app
from duskfall.server.settings import UNLIMITED, Limits
from tests.server.attacks.target import Target, until_ended
from tests.server.polling import Polling
from tests.server.serving import PATIENCE_S, live, serving

MOST_GROWTH = 30 << 20
"""Bytes by which the server may grow under an attack."""
HANDSHAKE = (
    b"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


def frame(opcode: int, payload: bytes = b"", fin: bool = True) -> bytes:
    """A frame of a client, whose mask changes nothing."""
    assert len(payload) < 126
    return bytes([(0x80 if fin else 0) | opcode, 0x80 | len(payload)]) + bytes(4) + payload


TEXT, CONT, PING, PONG = 1, 0, 9, 10
FLOODS = {
    "pongs of Engine.IO": frame(TEXT, b"3"),
    "upgrades": frame(TEXT, b"5"),
    "nothing": frame(TEXT, b"6"),
    "connecting again": frame(TEXT, b"40"),
    "connecting elsewhere": frame(TEXT, b"40/elsewhere,"),
    "leaving and connecting": frame(TEXT, b"41") + frame(TEXT, b"40"),
    "acknowledgements": frame(TEXT, b"43[]"),
    "events without a name": frame(TEXT, b"42[]"),
    "events elsewhere": frame(TEXT, b'42/elsewhere,["pass"]'),
    "pings": frame(PING, bytes(125)),
    "pongs": frame(PONG, bytes(125)),
    "parts without content": frame(CONT, fin=False),
}


@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS)
def test_a_flood_of_what_is_no_event_ends_the_connection_for_little(target: Target, flood: bytes) -> None:
    with target.plain() as connection, target.measured() as cost:
        connection.sendall(HANDSHAKE + frame(TEXT, b"40"))
        if flood[0] == 0:
            connection.sendall(frame(TEXT, b"42", fin=False))
        with suppress(ConnectionError):
            for _ in range(100):
                connection.sendall(flood * 2000)
            while connection.recv(1 << 16):
                pass
    assert cost.cpu_s < 1.5
    assert cost.grown < MOST_GROWTH
    target.alive()


def test_a_text_that_is_not_utf_8_ends_the_connection_with_a_reason(target: Target) -> None:
    async def send() -> None:
        for parts in ([b"\xff\xfe"], [b"42[", b"\xff]"]):
            connection = await target.connect()
            await connection.send(parts[0] if len(parts) == 1 else parts, text=True)
            await until_ended(connection)
            assert connection.close_code == 1007
            assert connection.close_reason == "a text that is not UTF-8"

    asyncio.run(send())
    target.alive()


ASKS = frame(TEXT, b'427["get_current_room"]')
"""An event that is answered if the connection stands when its turn comes."""
BEGUN, ENDED = frame(TEXT, b'427["get_current', fin=False), frame(CONT, b'_room"]')
PACKETS, FRAMES = replace(UNLIMITED, other_packets="50/hour"), replace(UNLIMITED, frames="50/hour")
COUNTED = {
    "packets that say nothing": (PACKETS, b"", frame(TEXT, b"6"), ASKS),
    "packets that upgrade": (PACKETS, b"", frame(TEXT, b"5"), ASKS),
    "pongs of Engine.IO": (PACKETS, b"", frame(TEXT, b"3"), ASKS),
    "parts without content": (FRAMES, BEGUN, frame(CONT, fin=False), ENDED),
    "pings": (FRAMES, b"", frame(PING), ASKS),
    "pongs": (FRAMES, b"", frame(PONG), ASKS),
}


@pytest.mark.usefixtures("each_transport")
@pytest.mark.parametrize(("limits", "first", "flood", "last"), COUNTED.values(), ids=COUNTED)
@live
async def test_each_kind_of_frame_and_packet_is_counted_by_its_own_limit(
    limits: Limits, first: bytes, flood: bytes, last: bytes
) -> None:
    assert await is_answered(limits, first + 30 * flood + last)
    assert not await is_answered(limits, first + 100 * flood + last)
    assert await is_answered(UNLIMITED, first + 100 * flood + last), "no other limit ends it"


async def is_answered(limits: Limits, sent: bytes) -> bool:
    """Send frames, the last of which ask; tells whether the server answers before it ends the connection."""
    async with serving(limits=limits) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(HANDSHAKE)
        await reader.readuntil(b"\r\n\r\n")
        writer.write(frame(TEXT, b"40") + sent)
        said = b""
        with suppress(ConnectionError):
            async with asyncio.timeout(PATIENCE_S):
                while b"437[" not in said and (more := await reader.read(1 << 16)):
                    said += more
        writer.transport.abort()
        return b"437[" in said


@pytest.mark.usefixtures("each_transport")
@live
async def test_pings_of_a_client_who_does_not_read_are_not_answered_without_end() -> None:
    async with serving(limits=replace(UNLIMITED, unread_bytes=100_000)) as server:
        peer = socket.socket()
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        peer.setblocking(False)
        loop = asyncio.get_running_loop()
        with peer:
            await loop.sock_connect(peer, ("127.0.0.1", server.port))
            await loop.sock_sendall(peer, HANDSHAKE)
            most = 0
            with suppress(ConnectionError):
                async with asyncio.timeout(PATIENCE_S):
                    while True:
                        await loop.sock_sendall(peer, frame(PING, os.urandom(125)) * 100)
                        for protocol in server.web.server_state.connections:
                            most = max(most, protocol.transport.get_write_buffer_size())
            assert most < 120_000
        async with asyncio.timeout(PATIENCE_S):
            while server.web.server_state.connections:
                await asyncio.sleep(0.01)


@pytest.mark.usefixtures("each_transport")
@live
async def test_answers_that_are_not_read_end_the_connection_and_are_not_kept() -> None:
    # No other limit ends the connection: not the one for readers who lag behind, not those of what is sent.
    alone = replace(UNLIMITED, unread_bytes=50_000, lagging_s=86_400, waiting_messages=1_000_000_000)
    async with serving(limits=alone) as server:
        place = f"ws://127.0.0.1:{server.port}/socket.io/?EIO=4&transport=websocket"
        peer = socket.socket()
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # so that little is on its way
        peer.setblocking(False)
        await asyncio.get_running_loop().sock_connect(peer, ("127.0.0.1", server.port))
        async with websockets.connect(
            place, sock=peer, ping_interval=None, max_queue=1, close_timeout=0.1
        ) as connection:
            await connection.send("40")
            most = 0
            with suppress(websockets.ConnectionClosed):
                async with asyncio.timeout(PATIENCE_S):
                    number = 0
                    while True:
                        number += 1
                        await connection.send(f'42{number}["{"x" * 40}"]')
                        for client in server.lobby.connections.values():
                            most = max(most, client.unread)
        assert most < 50_000 + 200_000, "the queue, and what the network has taken"
        async with asyncio.timeout(PATIENCE_S):
            while server.lobby.connections or server.web.server_state.connections:
                await asyncio.sleep(0.01)


@live
async def test_what_all_clients_of_an_address_do_not_read_is_limited_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "SWEEP_S", 3600.0)
    limits = replace(UNLIMITED, unread_bytes_an_address=60_000)
    async with serving(limits=limits) as server, aiohttp.ClientSession() as http:
        clients = [Polling(server.url, http) for _ in range(3)]
        for client in clients:
            await client.connect()
            for _ in range(60):
                await client.say("nonsense")
        waiting = [client.unread for client in server.lobby.connections.values()]
        assert sum(waiting) > 60_000 > max(waiting)
        server.server.sockets.cut_off_unread()
        async with asyncio.timeout(PATIENCE_S):
            while sum(client.unread for client in server.lobby.connections.values()) > 60_000:
                await asyncio.sleep(0.01)
        assert server.lobby.connections, "as many stay as can"
