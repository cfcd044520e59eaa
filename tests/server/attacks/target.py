"""Attackers of a running server, each from an address of its own, and what they cost it."""

from __future__ import annotations

import asyncio
import itertools
import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

import psutil
import websockets
from websockets.asyncio.client import ClientConnection

from tests.server.running import PATIENCE_S, RunningServer

_ADDRESSES: Final = (f"127.0.{third}.{fourth}" for third, fourth in itertools.product(range(1, 250), range(1, 250)))


def new_address() -> str:
    """Give an address of this machine that nobody has used yet."""
    return next(_ADDRESSES)


class Cost:
    """Processor time and memory that an attack took."""

    def __init__(self, process: psutil.Process) -> None:
        self._process = process
        self._before = self._now()
        self.cpu_s = 0.0
        self.grown = 0
        """Bytes of memory."""

    def _now(self) -> tuple[float, int]:
        times = self._process.cpu_times()
        return times.user + times.system, self._process.memory_info().rss

    def stop(self) -> None:
        """Take the difference to the beginning."""
        cpu_s, memory = self._now()
        self.cpu_s, self.grown = cpu_s - self._before[0], memory - self._before[1]


class Target:
    """A server, and ways to reach it."""

    def __init__(self, server: RunningServer) -> None:
        self.server = server
        self.address = server.address

    @contextmanager
    def measured(self) -> Iterator[Cost]:
        """Measure the server's own process while something is done to it."""
        cost = Cost(psutil.Process(self.server.process.pid))
        yield cost
        cost.stop()

    async def connect(self, here: str | None = None, **options: Any) -> ClientConnection:
        """Connect as a client of Socket.IO does, from an address that nobody has used yet or from this one."""
        connection = await websockets.connect(
            f"ws{self.address.removeprefix('http')}/socket.io/?EIO=4&transport=websocket", compression=None,
            ping_interval=None, close_timeout=0.1, local_addr=(here or next(_ADDRESSES), 0), **options,
        )  # fmt: skip
        await connection.recv()
        await connection.send("40")
        await connection.recv()
        return connection

    def plain(self, here: str | None = None) -> socket.socket:
        """Open a connection without saying anything."""
        place = ("127.0.0.1", self.server.port)
        return socket.create_connection(place, PATIENCE_S, source_address=(here or next(_ADDRESSES), 0))

    def alive(self) -> None:
        """Tell that the server answers others."""
        assert self.server.health()["status"] == "ok"


async def answers(connection: ClientConnection, count: int) -> list[dict[str, Any]]:
    """Acknowledgements until there are so many, or until the connection ends."""
    found: list[dict[str, Any]] = []
    with suppress(websockets.ConnectionClosed):
        async with asyncio.timeout(PATIENCE_S):
            while len(found) < count:
                text = str(await connection.recv())
                if text.startswith("43"):
                    found += json.loads(text[text.index("[") :])
    return found


async def until_ended(connection: ClientConnection) -> list[str]:
    """All that comes until the server ends the connection, which it has to."""
    frames = []
    with suppress(websockets.ConnectionClosed):
        async with asyncio.timeout(PATIENCE_S):
            while True:
                frames.append(str(await connection.recv()))
    return frames
