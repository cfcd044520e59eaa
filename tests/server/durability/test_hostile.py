"""Hostile messages over sockets: no traceback, no harm to those who play, and no state changed."""

from __future__ import annotations

import asyncio
import json
import random
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import websockets
from websockets.asyncio.client import ClientConnection

from duskfall.fog import March
from duskfall.play import Log, Match, Setup
from duskfall.server.app import SWEEP_S
from duskfall.server.store import sqlite_url
from tests.counts import SEED, share
from tests.server.databases import rows
from tests.server.durability.hostility import Hostility
from tests.server.durability.players import Player, sit_down, until
from tests.server.durability.records import check_turns, kept
from tests.server.running import PATIENCE_S, RunningServer, running

MESSAGES = share(100_000)
ATTACKERS = 4
BURST = 1000
"""Events that a flooding client sends in one go, many times more than it may have refused in a row."""
BATCH = 40
"""Messages that are sent before their answers are read."""

MOST_GROWTH = 150 << 20
"""Bytes by which the server may grow under attack."""

OPTIONS = {"width": 20, "height": 20, "lockstep": True, "deadlineMs": 60_000, "seed": 7}


class Bystanders:
    """Two who play in lockstep, while the same game is played here without a server."""

    def __init__(self) -> None:
        self.players = [Player("den", name, seed) for seed, name in enumerate(("Ada", "Bo"))]
        self._chance = random.Random(SEED)
        fog = {"players": 2, "half": True, "width": 20, "height": 20}
        self.alone = Match(Setup.of("fog", fog, 7), ["Ada", "Bo"])

    async def play_while(self, condition: Callable[[], bool]) -> None:
        """Play one turn after the other."""
        while condition() and self.alone.outcome is None:
            source = self._chance.randrange(400)
            target = source + 1 if source % 20 < 19 else source - 1
            await self.players[0].ask("attack", source, target)
            self.alone.submit(0, March(source, target))
            await self.players[1].ask("pass")
            self.alone.submit(1, self.alone.read("pass"))
            await asyncio.sleep(0.01)
        last = self.alone.turn
        await until(lambda: all(max(player.shown) == last for player in self.players), f"turn {last}")

    def check(self, url: str) -> None:
        """The game under attack is the game that was played in peace."""
        stored = kept(url)["den"]
        assert self.alone.turn > 20
        assert list(stored.lines) == self.alone.log.lines()
        for player in self.players:
            assert not player.faults
        check_turns(stored, Log.parse(stored.lines), self.players)


class Attacker:
    """Somebody who sends hostile messages and expects each to be refused."""

    def __init__(self, address: str, seed: int, here: str = "127.0.0.1") -> None:
        self.sent = 0
        self.refused = 0
        self._address = address
        self._here = here
        self._hostility = Hostility(seed, ("den", "lair"))
        self._chance = random.Random(seed)

    async def connect(self) -> ClientConnection:
        """Connect as a client of Socket.IO does."""
        place = f"ws{self._address.removeprefix('http')}/socket.io/?EIO=4&transport=websocket"
        connection = await websockets.connect(
            place, compression=None, ping_interval=None, close_timeout=1, local_addr=(self._here, 0)
        )
        await connection.recv()
        await connection.send("40")
        await connection.recv()
        return connection

    async def send_events(self, count: int, first: tuple[tuple[str, list[Any]], ...] = ()) -> None:
        """Send events that no role may send, with acknowledgements: each has to be refused."""
        connection = await self.connect()
        for event, arguments in first:
            await connection.send(f"420{json.dumps([event, *arguments])}")
            assert (await self._answers(connection, {0}))[0]["ok"]
        for begin in range(1, count + 1, BATCH):
            numbers = set(range(begin, min(begin + BATCH, count + 1)))
            said = {number: self._hostility.event() for number in numbers}
            for number, (event, arguments) in said.items():
                await connection.send(f"42{number}{json.dumps([event, *arguments])}")
            for number, answer in (await self._answers(connection, numbers)).items():
                assert answer["ok"] is False, f"{said[number]} was accepted"
                assert answer["code"] != "FAULT", f"{said[number]} caused a fault: {answer}"
                assert isinstance(answer["message"], str)
                self.refused += 1
            self.sent += len(numbers)
        await connection.close()

    @staticmethod
    async def _answers(connection: ClientConnection, numbers: set[int]) -> dict[int, dict[str, Any]]:
        answers: dict[int, dict[str, Any]] = {}
        async with asyncio.timeout(PATIENCE_S):
            while set(answers) != numbers:
                text = await connection.recv()
                if text == "2":
                    await connection.send("3")
                elif isinstance(text, str) and text.startswith("43"):
                    number, bracket, rest = text[2:].partition("[")
                    (answers[int(number)],) = json.loads(bracket + rest)
        return answers

    async def send_packets(self, count: int) -> None:
        """Send what is no packet; the server either goes on with the connection or ends it."""
        connection = await self.connect()
        for _ in range(count):
            try:
                await connection.send(self._hostility.packet())
                await self._ask_whether_it_stands(connection)
            except websockets.ConnectionClosed:
                connection = await self.connect()
            self.sent += 1
        await connection.close()

    @staticmethod
    async def _ask_whether_it_stands(connection: ClientConnection) -> None:
        """To connect again is refused, or done, but always answered."""
        await connection.send("40")
        async with asyncio.timeout(PATIENCE_S):
            while (await connection.recv())[:2] not in ("40", "44"):
                pass

    async def send_requests(self, count: int) -> None:
        """Send requests over HTTP, some to a polled connection."""
        host, port = self._address.removeprefix("http://").split(":")
        sid = None
        for number in range(count):
            if number % 20 == 0:
                opened = await self._request(
                    host, int(port),
                    b"GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
                )  # fmt: skip
                sid = opened.split(b'"sid":"')[1].split(b'"')[0].decode()
            answer = await self._request(host, int(port), self._hostility.request(host, sid))
            assert not answer.startswith(b"HTTP/1.1 5"), answer
            self.sent += 1

    @staticmethod
    async def _request(host: str, port: int, request: bytes) -> bytes:
        reader, writer = await asyncio.open_connection(host, port)
        try:
            writer.write(request)
            writer.write_eof()
            return await asyncio.wait_for(reader.read(), PATIENCE_S)
        except ConnectionError:
            return b""
        finally:
            writer.close()


async def attack(server: RunningServer, villains: list[Player], count: int) -> int:
    """Everything at once; gives how many messages were sent."""
    attackers = [Attacker(server.address, SEED + number) for number in range(ATTACKERS)]
    # One who is nobody, one who watches, one who plays a game of its own, one who speaks to the transport alone.
    await asyncio.gather(
        attackers[0].send_events(count * 3 // 10),
        attackers[1].send_events(count // 10, (("spectate", ["den"]),)),
        attackers[2].send_events(count * 3 // 10, (("join_private", ["lair", villains[0].secret, villains[0].token]),)),
        attackers[3].send_packets(count // 10),
        Attacker(server.address, SEED + 9).send_requests(count // 5),
    )
    return sum(attacker.sent for attacker in attackers)


def rooms(server: RunningServer) -> Any:
    """The rooms as everyone may see them, but for who watches and what turn it is."""
    with urllib.request.urlopen(f"{server.address}/api/rooms") as answer:
        found = json.load(answer)["rooms"]
    return [{key: value for key, value in room.items() if key not in ("spectators", "turn")} for room in found]


def assert_quiet(server: RunningServer) -> None:
    """Nothing that strangers send is worth a traceback, or the word error; some things the library says once."""
    told = [line for line in server.log.splitlines() if "further occurrences of this error" not in line]
    for word in ("Traceback", "ERROR", "fault of ours", "never retrieved"):
        wrong = [number for number, line in enumerate(told) if word in line]
        assert not wrong, "\n".join(told[wrong[0] : wrong[0] + 60])


def test_hostile_messages_change_nothing_and_leave_no_traceback(tmp_path: Path) -> None:
    bystanders = Bystanders()
    villains = [Player("lair", name, seed) for seed, name in enumerate(("Eve", "Mallory"))]

    async def play() -> None:
        with running(tmp_path, "--no-limits", "--grace", "3600") as server:  # no seat is lost, however long it takes
            await sit_down(bystanders.players, server.address, OPTIONS)
            await sit_down(villains, server.address, OPTIONS)
            await attack(server, villains, 400)
            before, memory = await asyncio.to_thread(rooms, server), server.memory
            attacking = asyncio.create_task(attack(server, villains, MESSAGES))
            await bystanders.play_while(lambda: not attacking.done())
            await attacking
            assert await asyncio.to_thread(rooms, server) == before
            assert server.memory < memory + MOST_GROWTH
            assert server.health()["status"] == "ok"
            for player in (*bystanders.players, *villains):
                await player.go()
            assert server.stop() == 0
        assert_quiet(server)

    asyncio.run(play())
    url = sqlite_url(tmp_path)
    bystanders.check(url)
    assert all(line.startswith("=") for line in kept(url)["lair"].lines), "a hostile order was kept"
    assert rows(url, "SELECT count(*) FROM matches") == [(2,)]
    assert rows(url, "SELECT count(*) FROM users") == [(0,)], "only a rating makes somebody known"


def test_with_limits_who_sends_too_much_is_told_and_dropped_and_others_play_on(tmp_path: Path) -> None:
    bystanders = Bystanders()

    async def flood(server: RunningServer) -> list[str]:
        """Send far too much until the server has had enough; gives all that it said."""
        connection = await Attacker(server.address, SEED, here="127.0.0.2").connect()
        hostility = Hostility(SEED, ("den",))
        said: list[str] = []

        told = asyncio.Event()

        async def listen() -> None:
            async for text in connection:
                said.append(str(text))
                if said[-1].startswith('42["notice"'):
                    told.set()

        listening = asyncio.create_task(listen())
        with suppress(websockets.ConnectionClosed):  # the end may come while an event is being sent
            while not listening.done() and not told.is_set():
                # As one burst, so that a slow machine sends as much too fast as any other.
                for event, arguments in (hostility.event() for _ in range(BURST)):
                    await connection.send(f"42{json.dumps([event, *arguments])}")
                with suppress(TimeoutError):
                    await asyncio.wait_for(told.wait(), 2 * SWEEP_S)
        await asyncio.wait_for(listening, PATIENCE_S)
        return said

    async def play() -> None:
        with running(tmp_path) as server:
            await sit_down(bystanders.players, server.address, OPTIONS)
            before = await asyncio.to_thread(rooms, server)
            flooding = asyncio.gather(*[flood(server) for _ in range(ATTACKERS)])
            await bystanders.play_while(lambda: not flooding.done() or bystanders.alone.turn < 30)
            for said in await flooding:
                assert any(text.startswith('42["refused"') and '"code":"TOO_FAST"' in text for text in said)
                assert sum(text.startswith('42["notice",{"code":"TOO_FAST"') for text in said) == 1
            assert await asyncio.to_thread(rooms, server) == before
            for player in bystanders.players:
                await player.go()
            assert server.stop() == 0
        assert_quiet(server)

    asyncio.run(play())
    bystanders.check(sqlite_url(tmp_path))


def test_attachments_that_are_announced_and_never_end_are_not_collected(tmp_path: Path) -> None:
    async def attach(server: RunningServer) -> None:
        connection = await Attacker(server.address, SEED).connect()
        await connection.send('459999999999-["chat_message",{"_placeholder":true,"num":0}]')
        with suppress(websockets.ConnectionClosed):
            while True:
                await connection.send(bytes(60_000))

    with running(tmp_path) as server:
        before = server.memory
        asyncio.run(asyncio.wait_for(attach(server), PATIENCE_S))
        assert server.memory < before + MOST_GROWTH
        assert server.health()["status"] == "ok"
