"""The attacks by name, each from one address: `python -m tests.soak.attack.cases ADDRESS NAME SECONDS`.

An attack sends as much as it can until its time is over, connects again when it is thrown out, and counts what it met.
It reads as little as it can, since an attacker saves its strength for sending.
"""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import json
import random
import struct
import sys
import zlib
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

import websockets
from websockets.asyncio.client import ClientConnection

HERE: Final = ("127.0.0.2", 0)
"""The address of all attackers."""
PAUSE_S: Final = 0.02
"""Between two attempts to connect, so that an attacker who is refused does not only attack its own core."""


class Target:
    """The server under attack, and what its attackers have met."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.host, port = address.removeprefix("http://").split(":")
        self.port = int(port)
        self.met: Counter[str] = Counter()

    @asynccontextmanager
    async def socket(self) -> AsyncIterator[ClientConnection]:
        """Connect as a client of Socket.IO does."""
        place = f"ws://{self.host}:{self.port}/socket.io/?EIO=4&transport=websocket"
        options: dict[str, Any] = {"compression": None, "ping_interval": None, "close_timeout": 0.2, "max_size": None}
        async with websockets.connect(place, local_addr=HERE, **options) as connection:
            await connection.recv()
            await connection.send("40")
            await connection.recv()
            yield connection

    @asynccontextmanager
    async def stream(self) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        """Connect, and leave the words to the caller."""
        reader, writer = await asyncio.open_connection(self.host, self.port, local_addr=HERE)
        try:
            yield reader, writer
        finally:
            writer.transport.abort()

    async def ask(self, method: str, path: str, body: bytes = b"") -> int:
        """Send a request of HTTP; gives the status."""
        async with self.stream() as (reader, writer):
            head = f"{method} {path} HTTP/1.1\r\nHost: a\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
            writer.write(head.encode() + body)
            status = await asyncio.wait_for(reader.readline(), 30)
            while await reader.read(65_536):
                pass
            return int(status.split()[1]) if status else 0


Attack = Callable[[Target], Awaitable[None]]


async def again(target: Target, attempt: Callable[[], Awaitable[None]]) -> None:
    """Repeat an attempt for ever, whatever the server does to it."""
    while True:
        try:
            await attempt()
        except (OSError, TimeoutError, EOFError, websockets.WebSocketException, ValueError, IndexError) as error:
            target.met[type(error).__name__] += 1
        await asyncio.sleep(PAUSE_S)


async def at_once(count: int, attack: Callable[[], Awaitable[None]]) -> None:
    """Run an attack several times side by side."""
    await asyncio.gather(*(attack() for _ in range(count)))


def requests(*paths: str, lines: int = 8) -> Attack:
    """Make the attack that asks for addresses, again and again."""

    async def attack(target: Target) -> None:
        turns = itertools.cycle(paths)

        async def attempt() -> None:
            target.met[str(await target.ask("GET", next(turns)))] += 1

        await at_once(lines, lambda: again(target, attempt))

    return attack


def frames(*said: str | bytes, lines: int = 4, pause_s: float = 0.0) -> Attack:
    """Make the attack that sends frames over WebSockets, again and again, and reads nothing."""

    async def attack(target: Target) -> None:
        async def attempt() -> None:
            async with target.socket() as connection:
                for text in itertools.cycle(said):
                    await connection.send(text)
                    target.met["sent"] += 1
                    await asyncio.sleep(pause_s)

        await at_once(lines, lambda: again(target, attempt))

    return attack


async def pings(target: Target) -> None:
    """Send WebSocket pings as fast as possible, and never read the answers."""

    async def attempt() -> None:
        async with target.stream() as (reader, writer):
            writer.write(_UPGRADE)
            await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)
            writer.transport.set_write_buffer_limits(1 << 20)
            ping = (b"\x89\xfd\0\0\0\0" + bytes(125)) * 400
            while True:
                writer.write(ping)
                await asyncio.wait_for(writer.drain(), 10)
                target.met["pings"] += 400

    await at_once(4, lambda: again(target, attempt))


async def uploads(target: Target) -> None:
    """Begin 150 uploads at a time and end none."""

    async def attempt() -> None:
        async with target.stream() as (reader, writer):
            writer.write(b"POST /api/films HTTP/1.1\r\nHost: a\r\nContent-Length: 4194304\r\n\r\n" + bytes(4_000_000))
            target.met["begun"] += 1
            await asyncio.wait_for(reader.read(), 60)

    await at_once(150, lambda: again(target, attempt))


async def heads(target: Target) -> None:
    """Begin requests whose heads never end."""

    async def attempt() -> None:
        async with target.stream() as (_, writer):
            writer.write(b"GET / HTTP/1.1\r\nHost: a\r\n")
            for number in itertools.count():
                writer.write(b"X-%d: %s\r\n" % (number, b"x" * 1000))
                await writer.drain()
                target.met["kB"] += 1
                await asyncio.sleep(0)

    await at_once(8, lambda: again(target, attempt))


def packed_replay(orders: int) -> bytes:
    """Return the file of a replay that has very many orders in a turn and is small."""
    about = {
        "format": "duskfall-replay", "game": "fog", "rules": 1, "seed": 1, "players": ["a", "b"], "result": None,
        "options": {"players": 2, "half": True, "width": 30, "height": 30},
    }  # fmt: skip
    body = (json.dumps(about, separators=(",", ":")) + "\n" + "0 pass\n" * orders).encode()
    packed = zlib.compress(body, 9)
    head = struct.pack(">8sHII", b"DUSKFALL", 1, len(packed), len(body))
    return head + hashlib.sha256(head + packed).digest() + packed


async def replays(target: Target) -> None:
    """Send small files that are large when they are unpacked."""
    file = packed_replay(1_000_000)

    async def attempt() -> None:
        target.met[str(await target.ask("POST", "/api/films", file))] += 1

    await at_once(8, lambda: again(target, attempt))


async def heavy_rooms(target: Target) -> None:
    """Open rooms with the largest maps, the fastest turns and as many bots as they hold."""
    numbers = itertools.count()
    options = {"width": 100, "height": 100, "players": 16, "turnMs": 50}

    async def attempt() -> None:
        number = next(numbers)
        room = f"heavy {number}"
        async with target.socket() as connection:
            await _ask(connection, "set_username", f"the secret of heavy {number}", f"Heavy{number}")
            await _ask(connection, "join_private", room, f"the secret of heavy {number}")
            for event, *arguments in [
                ("set_options", room, options), *([("invite_bot", room, "settler")] * 15),
                ("set_force_start", room, True),
            ]:  # fmt: skip
                answer = await _ask(connection, event, *arguments)
                target.met["accepted" if answer["ok"] else str(answer["code"])] += 1
            async with asyncio.timeout(60):
                async for _ in connection:
                    pass

    await at_once(19, lambda: again(target, attempt))


async def many_rooms(target: Target) -> None:
    """Open rooms and leave them."""
    numbers = itertools.count()

    async def attempt() -> None:
        number = next(numbers)
        async with target.socket() as connection:
            await _ask(connection, "set_username", f"the secret of guest {number}", f"Guest{number}")
            for place in range(40):
                answer = await _ask(
                    connection, "welten_join", f"land {number} {place}", f"the secret of guest {number}"
                )
                target.met["accepted" if answer["ok"] else str(answer["code"])] += 1

    await at_once(4, lambda: again(target, attempt))


async def guesses(target: Target) -> None:
    """Guess the secrets of players."""
    numbers = itertools.count()

    async def attempt() -> None:
        async with target.socket() as connection:
            while True:
                number = next(numbers)
                answer = await _ask(connection, "set_username", f"bot_p00001x_{number}", "p00001x")
                target.met["accepted" if answer["ok"] else str(answer["code"])] += 1
                await _ask(connection, "join_private", "room 0", f"secret of player {number % 100 + 1000}")

    await at_once(8, lambda: again(target, attempt))


async def connections(target: Target) -> None:
    """Open connections and close them."""

    async def attempt() -> None:
        async with target.socket():
            target.met["opened"] += 1

    await at_once(16, lambda: again(target, attempt))


async def junk(target: Target) -> None:
    """Send bytes that are no frames, text that is no text, and events that are nested too deep."""
    chance = random.Random(1)
    deep = "[" * 985 + "]" * 985
    text = "42[" + deep + ",1]"

    async def attempt() -> None:
        async with target.socket() as connection:
            await connection.send(text)
            await connection.send(bytes(chance.randbytes(60)))
            connection.transport.write(b"\x81\x84\0\0\0\0\xff\xfe\xfd\xfc")
            target.met["sent"] += 3
            async with asyncio.timeout(2):
                async for _ in connection:
                    pass

    await at_once(8, lambda: again(target, attempt))


async def _ask(connection: ClientConnection, event: str, *arguments: Any) -> dict[str, Any]:
    """Send an event and wait for its acknowledgement."""
    await connection.send("427" + json.dumps([event, *arguments]))
    async with asyncio.timeout(10):
        while True:
            text = str(await connection.recv())
            if text.startswith("437"):
                answer: dict[str, Any] = json.loads(text[3:])[0]
                return answer
            if text == "2":
                await connection.send("3")


_UPGRADE: Final = (
    b"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
_PARAMETERS: Final = "/api/dungeons/7.png?" + "&".join(f"{number:x}" for number in range(11_000))
_ARGUMENTS: Final = "42" + json.dumps(["set_ready", *([1] * 32_000)])
_EVENTS: Final = tuple(
    "42" + json.dumps(words)
    for words in (["attack", 1, 2], ["chat_message", "x" * 300], ["spectate", "room 0"], ["set_ready", "room 0", True])
)

CASES: Final[Mapping[str, Attack]] = {
    "parameters": requests(_PARAMETERS),
    "heads": heads,
    "arguments": frames(_ARGUMENTS, pause_s=0.03),
    "events": frames(*_EVENTS),
    "packets": frames("3", "40", "41", "43[]", "5", "2probe"),
    "pings": pings,
    "junk": junk,
    "uploads": uploads,
    "replays": replays,
    "dungeons": requests(*(f"/api/dungeons/{seed}.png?width=255&height=255" for seed in range(500)), lines=16),
    "pages": requests("/api/openapi.json", "/docs/protocol", "/api/rooms", "/metrics", "/api/scenarios/default"),
    "heavy_rooms": heavy_rooms,
    "many_rooms": many_rooms,
    "guesses": guesses,
    "connections": connections,
}
"""Every attack by its name."""


async def _run(address: str, name: str, seconds: float) -> str:
    target = Target(address)
    sys.stdout.write(f"{name}\n")
    sys.stdout.flush()
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await CASES[name](target)
    return ", ".join(f"{what} {count}" for what, count in target.met.most_common(4))


if __name__ == "__main__":
    sys.stdout.write(asyncio.run(_run(sys.argv[1], sys.argv[2], float(sys.argv[3]))) + "\n")
