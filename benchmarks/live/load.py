"""Plays live games over bare sockets, as many as one core can: `python -m benchmarks.live.load HOST PORT ROOMS`.

Each player has a connection of their own, joins a room of two, and sends a march with an acknowledgement in every turn,
some time after its update came. All that arrives is timed and counted; only the parts that are needed to march are
read. The frames are read and written by hand, because a client library would cost more than the measured server.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import time
from dataclasses import dataclass, field
from typing import Final, cast

TURN: Final = re.compile(rb'^42\["game_update",\{"turn":(\d+)')
DONE: Final = re.compile(rb'^42\["attack_result",\{"phase":"done","ok":(true|false).*"from":(\d+),"to":(\d+)')
GENERALS: Final = re.compile(rb'"generals":\[([-\d,]+)\]')
WIDTH: Final = 30


@dataclass
class Tally:
    """The counts and times of all that the players have received."""

    receipts: list[tuple[str, int, float]] = field(default_factory=list)
    """Room, turn, and when its update was received."""
    answers_s: list[float] = field(default_factory=list)
    """How long the answers to marches took."""
    bytes: int = 0
    sent: int = 0
    acknowledged: int = 0
    refused: int = 0
    counting: bool = False
    connected: int = 0
    playing: int = 0
    lost: int = 0
    """Connections that the server has ended."""


class Player(asyncio.Protocol):
    """The connection of one player."""

    def __init__(self, number: int, host: str, tally: Tally) -> None:
        self.room = f"room {number // 2}"
        self._number = number
        self._host = host
        self._tally = tally
        self._buffer = b""
        self._open = False
        self._seat = number % 2
        self._tile = -1
        self._general = -1
        self._asked = 0
        self._marched: dict[int, float] = {}
        """When each march was sent that is not answered yet, by the number of its acknowledgement."""
        self._dice = random.Random(number)  # noqa: S311  # which way an army walks is no secret
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        self._transport = cast("asyncio.Transport", transport)  # uvloop's is one in all but name
        request = (
            f"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: {self._host}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        self._transport.write(request.encode())

    def data_received(self, data: bytes) -> None:
        """Take frames apart as they come."""
        now = time.monotonic()
        if self._tally.counting:
            self._tally.bytes += len(data)
        buffer = self._buffer + data if self._buffer else data
        if not self._open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                self._buffer = buffer
                return
            self._open = True
            buffer = buffer[end + 4 :]
        at, size = 0, len(buffer)
        while size - at >= 2:
            length, start = buffer[at + 1], at + 2
            if length == 126:
                if size - at < 4:
                    break
                length, start = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
            elif length == 127:
                if size - at < 10:
                    break
                length, start = int.from_bytes(buffer[at + 2 : at + 10], "big"), at + 10
            if size - start < length:
                break
            self._take(buffer[start : start + length], now)
            at = start + length
        self._buffer = buffer[at:]

    def connection_lost(self, error: Exception | None) -> None:
        """Send nothing more."""
        del error
        self._transport = None
        self._tally.lost += 1

    def _say(self, text: str) -> None:
        """Send a frame; its mask is zero, which is a valid mask."""
        body = text.encode()
        head = bytes((0x81, 0x80 | len(body))) if len(body) < 126 else b"\x81\xfe" + len(body).to_bytes(2, "big")
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(head + b"\0\0\0\0" + body)

    def _ask(self, *words: object) -> None:
        self._asked += 1
        self._say(f"42{self._asked}{json.dumps(words, separators=(',', ':'))}")

    def _take(self, text: bytes, now: float) -> None:
        kind = text[:2]
        if kind == b"43":
            self._tally.acknowledged += 1
            sent = self._marched.pop(int(text[2 : text.index(b"[")]), None)
            if sent is not None and self._tally.counting:
                self._tally.answers_s.append(now - sent)
            if b'"ok":false' in text:
                self._tally.refused += 1
        elif kind == b"42":
            if found := TURN.match(text):
                turn = int(found[1])
                if self._tally.counting:
                    self._tally.receipts.append((self.room, turn, now))
                if turn == 0:
                    self._tally.playing += 1
                    self._find_general(text)
                loop = asyncio.get_running_loop()
                loop.call_later(self._dice.uniform(0.02, 0.4), self._march)
            elif found := DONE.match(text):
                if found[1] == b"true":
                    self._tile = int(found[3])
                else:
                    self._tile = self._general
        elif text[:1] == b"0":
            self._say("40")
        elif text[:1] == b"2":
            self._say("3")
        elif kind == b"40":
            self._tally.connected += 1
            secret = f"secret of player {self._number}"
            self._ask("set_username", secret, f"p{self._number:05d}x")
            self._ask("join_private", self.room, secret)
            if self._seat == 0:
                self._ask("set_options", self.room, {"players": 2})

    def _find_general(self, text: bytes) -> None:
        """Find the player's own general: the only one that they see, the other one is -1."""
        if found := GENERALS.search(text):
            known = [int(tile) for tile in found[1].split(b",")]
            self._general = self._tile = max(known)

    def _march(self) -> None:
        row, column = divmod(self._tile, WIDTH)
        steps = [(-1, 0), (1, 0), (0, -1), (0, 1)]
        while True:
            down, right = self._dice.choice(steps)
            if 0 <= row + down < WIDTH and 0 <= column + right < WIDTH:
                break
        self._tally.sent += 1
        self._ask("attack", self._tile, (row + down) * WIDTH + column + right)
        self._marched[self._asked] = time.monotonic()


async def connect(host: str, port: int, count: int, tally: Tally, spread: bool = False) -> None:
    """Connect players, pair by pair, as fast as the server takes them; if spread, each from a loopback address."""

    async def open_one(number: int) -> None:
        here = (f"127.1.{number // 200}.{number % 200 + 1}", 0) if spread else None
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: Player(number, host, tally), host, port, local_addr=here)

    for first in range(0, count, 2):
        await open_one(first)
        while tally.connected < first + 1:
            await asyncio.sleep(0.001)
        await asyncio.sleep(0.004)
        await open_one(first + 1)
    while tally.playing < count:
        await asyncio.sleep(0.05)


def used_cpu_s() -> float:
    """Return the seconds of CPU that this process has used."""
    used = os.times()
    return used.user + used.system
