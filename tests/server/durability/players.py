"""Players for tests: Socket.IO clients that remember all they sent, what was acknowledged and what was shown."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from typing import Any

import aiohttp
import orjson
import socketio

from duskfall.fog import March
from duskfall.protocol.fog.updates import Snapshot
from tests.server.running import PATIENCE_S

ORDER_PAUSE_S = 0.03
"""Between two orders of a player: a few more than one a turn of 50 ms, so that queues fill and empty."""


class Gone(Exception):
    """The server is not there, or not any more."""


class Player:
    """A player that survives its server."""

    def __init__(self, room: str, name: str, seed: int) -> None:
        self.room = room
        self.name = name
        self.secret = f"the secret of {name}"
        self.token: str | None = None
        self.seat = -1
        self.started = False
        """It has been told that the game runs."""
        self.ended: dict[str, Any] | None = None
        self.notices: list[dict[str, Any]] = []
        self.sent: list[str] = []
        """Orders as the log writes them, each different from all others."""
        self.acknowledged: set[str] = set()
        self.refused: dict[str, str] = {}
        self.doubtful: set[str] = set()
        """Orders of which the server said that it could not keep them; a database that is lost may still have them."""
        self.shown: dict[int, bytes] = {}
        """What each turn looked like."""
        self.queued: list[int] = []
        """The marks of marches that were reported as queued."""
        self.done: list[int] = []
        """The marks of those that were reported as made or dropped."""
        self.turns: list[int] = []
        """The turns that were shown since the player came last."""
        self.fallen = False
        self.faults: list[str] = []
        """What the server did that it must not do."""
        self.messages = 0
        self._waiting: set[asyncio.Future[Any]] = set()
        self._board: list[int] = []
        self._random = random.Random(seed)
        self._client: Any = None

    # Coming and going

    async def come(self, address: str, query: str = "diff=full") -> None:
        """Connect."""
        self._session = aiohttp.ClientSession()
        client = socketio.AsyncClient(reconnection=False, json=_Json, http_session=self._session)
        self.turns, self._board = [], []
        for event, handler in (
            ("game_start", self._on_start), ("game_update", self._on_update), ("game_end", self._on_end),
            ("notice", self.notices.append), ("attack_result", self._on_result), ("players_update", self._on_players),
            ("disconnect", self._on_disconnect),
        ):  # fmt: skip
            client.on(event, handler)
        self._client = client
        try:
            await client.connect(f"{address}?{query}", transports=["websocket"])
        except socketio.exceptions.SocketIOError as error:
            raise Gone from error

    async def take_seat(self, *, by_token: bool = False) -> None:
        """Join the room, or come back to it: by the signed token alone, or by the secret."""
        if by_token and self.token is not None:
            answer = await self.ask("join_private", self.room, None, self.token)
        else:
            await self.ask("set_username", self.secret, self.name)
            answer = await self.ask("join_private", self.room, self.secret)
        if self.started:
            assert answer["playerIndex"] == self.seat, f"{self.name} did not find its seat"
        self.seat, self.token = answer["playerIndex"], answer["token"]

    async def ask(self, event: str, *arguments: Any) -> dict[str, Any]:
        """Send an event that has to be accepted; gives the acknowledgement."""
        answer = await self.try_to(event, *arguments)
        assert answer["ok"], f"{event}: {answer}"
        return answer

    async def try_to(self, event: str, *arguments: Any) -> dict[str, Any]:
        """Send an event; gives the acknowledgement, whatever it says."""
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting.add(answer)
        try:
            await self._client.emit(event, arguments, callback=answer.set_result)
            return await asyncio.wait_for(answer, PATIENCE_S)
        except socketio.exceptions.SocketIOError as error:
            raise Gone from error
        finally:
            self._waiting.discard(answer)

    @property
    def here(self) -> bool:
        """Whether the connection stands."""
        return self._client is not None and bool(self._client.connected)

    async def go(self) -> None:
        """End the connection, whether or not there still is one."""
        if self._client is not None:
            await self._client.disconnect()
            await self._session.close()

    # Playing

    async def play(self) -> None:
        """Send one order after the other while the connection stands."""
        while self.here and self.ended is None and not self.fallen:
            if self._board:
                source, target, half = self._choose()
                await self._attack(source, target, half)
            await asyncio.sleep(ORDER_PAUSE_S)

    async def _attack(self, source: int, target: int, half: bool) -> None:
        order = str(March(source, target, half))
        number = len(self.sent)
        self.sent.append(order)

        def answered(answer: dict[str, Any]) -> None:
            self.messages += 1
            if answer["ok"]:
                self.acknowledged.add(order)
            elif answer["code"] == "FAULT":
                self.doubtful.add(order)
            else:
                self.refused[order] = answer["code"]

        try:
            await self._client.emit("attack", (source, target, half, number), callback=answered)
        except socketio.exceptions.SocketIOError:
            return

    def _choose(self) -> tuple[int, int, bool]:
        """A march that was not sent before, so that each can be found in the log: from own land if there is one."""
        width, height, *numbers = self._board
        size = width * height
        armies, terrain = numbers[:size], numbers[size : 2 * size]
        own = [tile for tile in range(size) if terrain[tile] == self.seat and armies[tile] > 1]
        used = set(self.sent)
        for tiles in (own, range(size)):
            marches = [
                (tile, near, half)
                for tile in self._random.sample(tiles, min(len(tiles), 20))
                for near in _neighbours(tile, width, height)
                for half in (False, True)
                if str(March(tile, near, half)) not in used
            ]
            if marches:
                return self._random.choice(marches)
        raise AssertionError("all marches of the map have been made")

    # What the server tells

    def _on_start(self, start: dict[str, Any]) -> None:
        if self.started and start["playerIndex"] != self.seat:
            self.faults.append(f"seat {self.seat} became {start['playerIndex']}")
        self.seat, self.started = start["playerIndex"], True
        self.messages += 1

    def _on_players(self, players: list[dict[str, Any]]) -> None:
        self.fallen = any(player["eliminated"] and player["username"] == self.name for player in players)

    def _on_update(self, update: dict[str, Any]) -> None:
        self.messages += 1
        if self.fallen:
            return
        turn = update["turn"]
        looks = fingerprint(update["map_diff"][2:], update["cities_diff"][2:], update["generals"], update["scores"])
        if self.shown.setdefault(turn, looks) != looks:
            self.faults.append(f"turn {turn} was shown in two ways")
        self.turns.append(turn)
        self._board = update["map_diff"][2:]

    def _on_end(self, end: dict[str, Any]) -> None:
        self.messages += 1
        self.ended = end

    def _on_result(self, result: dict[str, Any]) -> None:
        self.messages += 1
        if "moveId" in result:
            (self.queued if result["phase"] == "queued" else self.done).append(result["moveId"])

    def _on_disconnect(self, *_: object) -> None:
        for answer in self._waiting:
            if not answer.done():
                answer.set_exception(Gone())


class _Json:
    """The same JSON in the client as everywhere."""

    @staticmethod
    def dumps(document: Any, **_: Any) -> str:
        return orjson.dumps(document).decode()

    @staticmethod
    def loads(text: str | bytes, **_: Any) -> Any:
        return orjson.loads(text)


def _neighbours(tile: int, width: int, height: int) -> list[int]:
    row, column = divmod(tile, width)
    around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [near * width + beside for near, beside in around if 0 <= near < height and 0 <= beside < width]


def fingerprint(board: list[int], cities: list[int], generals: list[int], scores: list[Any]) -> bytes:
    """What a turn looks like to a seat, in short."""
    return orjson.dumps([board, cities, generals, scores])


def looks_of(picture: Snapshot) -> bytes:
    """The same of a picture that was never sent."""
    scores = orjson.loads(orjson.dumps(picture.scores))
    return fingerprint(picture.board.tolist(), list(picture.cities), list(picture.generals), scores)


async def until(condition: Callable[[], bool], what: str) -> None:
    """Wait for something that has to come."""
    try:
        async with asyncio.timeout(PATIENCE_S):
            while not condition():
                await asyncio.sleep(0.01)
    except TimeoutError:
        raise AssertionError(f"this never came: {what}") from None


async def sit_down(players: Sequence[Player], address: str, options: dict[str, Any], *bots: str) -> None:
    """Let players open their room, choose its options and begin to play."""
    host = players[0]
    await host.come(address)
    await host.take_seat()
    await host.ask("set_options", host.room, {"players": len(players) + len(bots), **options})
    for bot in bots:
        await host.ask("invite_bot", host.room, bot)
    for player in players[1:]:
        await player.come(address)
        await player.take_seat()
    await until(lambda: all(player.started and player.shown for player in players), "the beginning of the game")


async def come_back(players: Sequence[Player], address: str) -> None:
    """Let players take their seats again."""
    for number, player in enumerate(players):
        await player.come(address)
        await player.take_seat(by_token=number % 2 == 0)
