"""Connections that nobody speaks through count for no other limit, so they are not kept."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from websockets.asyncio.client import ClientConnection, connect

from duskfall.server.settings import UNLIMITED
from tests.server.serving import PATIENCE_S, live, serving

SILENT_S = 3


async def engine(port: int, *packets: str) -> ClientConnection:
    """A connection of the engine on which these packets were sent, and nothing else."""
    connection = await connect(f"ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket", ping_interval=None)
    for packet in packets:
        await connection.send(packet)
    return connection


@live
async def test_who_connects_and_never_speaks_or_has_said_farewell_is_let_go() -> None:
    async with serving(limits=replace(UNLIMITED, silent_s=SILENT_S)) as running:
        speaking = await engine(running.port, "40")
        async with asyncio.timeout(PATIENCE_S):
            silent = await engine(running.port)
            gone = await engine(running.port, "40", "41")
            for connection in (silent, gone):
                async for _ in connection:
                    pass
        # Older than the silent ones, and still there: to connect twice is refused, but answered.
        await speaking.send("40")
        async with asyncio.timeout(PATIENCE_S):
            while not str(await speaking.recv()).startswith("44"):
                pass
        await speaking.close()
