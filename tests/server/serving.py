"""A real server on a free port of this machine, and clients of it that remember everything they were sent.

Both live in the loop of one test, which `live` runs. Nothing here sleeps: a test waits for what it expects.
"""

from __future__ import annotations

import asyncio
import functools
import json
import tempfile
import zlib
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, ParamSpec

import socketio
import uvicorn
import uvloop

from duskfall.errors import Refusal
from duskfall.server.app import Server
from duskfall.server.live.fog.match import FogMatch
from duskfall.server.live.fog.room import FogRoom
from duskfall.server.live.warmup import compile_rules
from duskfall.server.run import configured
from duskfall.server.settings import UNLIMITED, Settings
from duskfall.server.store import Store
from duskfall.server.transport.listener import listen

PATIENCE_S: Final = 30.0
"""After so long without what it waits for, a test is red."""

LONGEST_TEST_S: Final = 300.0
"""After so long a test that waits in vain is ended and red."""

OPEN_FIELD: Final = ["." * 12] * 3 + ["...a....b..."] + ["." * 12] * 6
"""Two generals in one row with four tiles between them, nothing else: 12x10, a on 39, b on 44."""

FAST_FRAMES = True
"""Whether servers write the frames of WebSockets by hand; the fixture `each_transport` changes it."""

P = ParamSpec("P")
Heard = tuple[str, list[Any]]
"""An event and its arguments."""


def live(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Let a test that waits be run as any other, on the loop that the server uses."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(asyncio.wait_for(test(*args, **kwargs), LONGEST_TEST_S))

    return run


class _Web(uvicorn.Server):
    """Signals are for the one who runs the tests."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class Serving:
    """A server that runs, and the clients that a test opened."""

    def __init__(self, server: Server, web: uvicorn.Server, port: int, clients: AsyncExitStack) -> None:
        self.server = server
        self.web = web
        self.lobby = server.lobby
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self._clients = clients

    async def client(
        self, query: str = "", transports: Sequence[str] = ("websocket",), address: str | None = None
    ) -> Client:
        """A new connection that has said nothing yet, from an address if one is given; it ends with the test."""
        client = Client()
        self._clients.push_async_callback(client.leave)
        await client.connect(self.url + query, transports, {} if address is None else {"X-Forwarded-For": address})
        return client

    async def player(self, name: str, room: str | None = None, query: str = "", address: str | None = None) -> Client:
        """A connection of a player with a name, whose secret is that of `secret_of`, in a room if one is given."""
        client = await self.client(query, address=address)
        await client.ok("set_username", secret_of(name), name)
        if room is not None:
            await client.ok("join_private", room, secret_of(name))
        return client

    async def duel(self, room: str = "den", query: str = "", **options: Any) -> tuple[Client, Client]:
        """Ada (seat 0) and Bo (seat 1) in a game that has begun, in lockstep on the open field unless told otherwise.

        Ada's general is on 39, Bo's on 44, and no turn is played before both have spoken.
        """
        ada = await self.player("Ada", room, query)
        await ada.ok("set_options", room, duel_options(**options))
        bo = await self.player("Bo", room, query)
        for client in (ada, bo):
            await client.until("game_update", lambda update: update["turn"] == 0)
        return ada, bo

    def room(self, name: str = "den") -> FogRoom:
        """A room as the server has it."""
        room = self.lobby.rooms[name]
        assert isinstance(room, FogRoom)
        return room

    def match(self, name: str = "den") -> FogMatch:
        """The live match of a room."""
        live = self.room(name).live
        assert live is not None
        return live


def secret_of(name: str) -> str:
    """The userId that tests give a player: long, and without the name, as rated games need it."""
    return f"{zlib.crc32(name.encode()):020}"


def duel_options(**options: Any) -> dict[str, Any]:
    """A lockstep game for two on the open field that never ends a turn by itself while a test runs."""
    return {"players": 2, "map": OPEN_FIELD, "lockstep": True, "deadlineMs": 60_000, **options}


class Client(socketio.AsyncClient):  # type: ignore[misc]  # the library has no types
    """A Socket.IO client that keeps every frame and event in the order of their arrival."""

    def __init__(self) -> None:
        super().__init__(reconnection=False)
        self.frames: list[str] = []
        """Every Socket.IO packet as it came."""
        self.heard: list[Heard] = []
        self._news = asyncio.Event()

    async def connect(
        self, url: str, transports: Sequence[str] = ("websocket",), headers: Mapping[str, str] | None = None
    ) -> None:
        """Connect and wait until the server agrees."""
        await super().connect(url, dict(headers or {}), transports=list(transports), wait_timeout=PATIENCE_S)

    async def leave(self) -> None:
        """End the connection, if it still stands, and wait until it is gone."""
        await self.disconnect()
        if self.eio.http is not None and not self.eio.http.closed:
            await self.eio.http.close()

    async def _handle_eio_message(self, data: Any) -> None:
        self.frames.append(data)
        if isinstance(data, str) and data.startswith("2"):
            event, *arguments = json.loads(data[data.index("[") :])
            self.heard.append((event, arguments))
        await super()._handle_eio_message(data)
        self._wake()

    async def _handle_eio_disconnect(self, reason: Any = None) -> None:
        await super()._handle_eio_disconnect(reason)
        self._wake()

    def _wake(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    async def _wait(self, condition: Callable[[], Any], what: str) -> Any:
        try:
            async with asyncio.timeout(PATIENCE_S):
                while not (found := condition()):
                    await self._news.wait()
        except TimeoutError:
            raise AssertionError(f"no {what}; the last that came: {self.heard[-8:]}") from None
        return found

    # Saying

    async def ask(self, event: str, *arguments: Any) -> dict[str, Any]:
        """Say something and wait for its acknowledgement."""
        reply = await self.call(event, arguments, timeout=PATIENCE_S)
        assert isinstance(reply, dict)
        return reply

    async def ok(self, event: str, *arguments: Any) -> dict[str, Any]:
        """Say something that must be accepted."""
        reply = await self.ask(event, *arguments)
        assert reply["ok"] is True, (event, arguments, reply)
        return reply

    async def refused(self, event: str, *arguments: Any) -> str:
        """Say something that must be refused; gives the code."""
        reply = await self.ask(event, *arguments)
        assert reply["ok"] is False, (event, arguments, reply)
        assert set(reply) == {"ok", "code", "message"}
        assert reply["code"] in set(Refusal)
        assert reply["message"]
        return str(reply["code"])

    # Hearing

    def all(self, event: str, since: int = 0) -> list[Any]:
        """What came with every event of that name; the first argument, since no event has more."""
        return [arguments[0] if arguments else None for name, arguments in self.heard[since:] if name == event]

    def last(self, event: str) -> Any:
        """What came with the newest event of that name."""
        return self.all(event)[-1]

    @property
    def now(self) -> int:
        """How much has been heard: `since` for what comes later."""
        return len(self.heard)

    async def until(self, event: str, fits: Callable[[Any], Any] = lambda _: True, since: int = 0) -> Any:
        """Wait for an event that fits, or find it among those that came; gives what came with it."""

        def found() -> list[Any]:
            return [[payload] for payload in self.all(event, since) if fits(payload)]

        return (await self._wait(found, event))[0][0]

    async def until_count(self, event: str, count: int) -> None:
        """Wait until an event has come so many times."""
        await self._wait(lambda: len(self.all(event)) >= count, f"{event} number {count}")

    async def turn(self, turn: int) -> dict[str, Any]:
        """Wait for the update of a turn."""
        update: dict[str, Any] = await self.until("game_update", lambda update: update["turn"] == turn)
        return update

    async def until_gone(self) -> None:
        """Wait until the connection has ended."""
        await self._wait(lambda: not self.connected, "end of the connection")


async def play_turn(*clients: Client, turn: int) -> None:
    """Let all living players of a lockstep game pass, and wait until each has seen the turn."""
    for client in clients:
        await client.ok("pass")
    for client in clients:
        await client.turn(turn)


async def settled(*clients: Client) -> None:
    """Wait until everything that was sent to the clients so far has come."""
    for client in clients:
        await client.ask("get_current_room")


@asynccontextmanager
async def serving(folder: Path | None = None, **changes: Any) -> AsyncIterator[Serving]:
    """A server whose settings are those of tests (no limits, no waiting at the start) with changes."""
    compile_once()
    settings = replace(Settings(limits=UNLIMITED, host="127.0.0.1", port=0, fast_frames=FAST_FRAMES), **changes)
    failures: list[Exception] = []
    async with AsyncExitStack() as stack:
        place = folder or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        store = stack.enter_context(Store.open(replace(settings, folder=place).url))
        server = Server(replace(settings, folder=place), store, failures.append)
        # Bots begin to think when the first of them is asked; most tests have none to wait for.
        server.services.quick_bots.warm = _at_once  # type: ignore[method-assign]
        listener = listen("127.0.0.1", 0)
        stack.callback(listener.close)
        web = _Web(configured(server))
        running = asyncio.create_task(web.serve([listener]))
        stack.push_async_callback(_stopped, web, running)
        while not web.started:
            assert not running.done(), running
            await asyncio.sleep(0)
        clients = await stack.enter_async_context(AsyncExitStack())
        yield Serving(server, web, listener.getsockname()[1], clients)
    assert not failures


@functools.cache
def compile_once() -> None:
    """Compile the rules as a server does before it opens, once for all tests of a process."""
    compile_rules()


async def _at_once() -> None:
    return


async def _stopped(web: uvicorn.Server, running: asyncio.Task[None]) -> None:
    web.should_exit = True
    await running
