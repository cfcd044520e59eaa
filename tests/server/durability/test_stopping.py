"""A server that is told to stop says so, keeps everything and is gone in five seconds; its games go on afterwards."""

from __future__ import annotations

import asyncio
import signal
import socket
import urllib.request
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.server.databases import held_up
from tests.server.durability.players import Gone, Player, come_back, sit_down, until
from tests.server.durability.records import check, kept, last_turn, replay_of
from tests.server.running import STOP_S, RunningServer, running, wait_until_gone

OPTIONS = {"width": 20, "height": 20, "turnMs": 50}


def pair(room: str) -> list[Player]:
    return [Player(room, f"{name} of {room}", seed) for seed, name in enumerate(("Ada", "Bo"))]


async def play_until(players: Sequence[Player], turn: int) -> list[asyncio.Task[None]]:
    """Let everyone play on without end; gives their tasks when that turn has been shown to all."""
    tasks = [asyncio.create_task(player.play()) for player in players]
    await until(lambda: all(max(player.shown) >= turn for player in players), f"turn {turn}")
    return tasks


async def stop(server: RunningServer, how: signal.Signals) -> int:
    return await asyncio.to_thread(server.stop, how)


def hold_a_poll(server: RunningServer) -> None:
    """Connect by polling and then never poll again: a client that has fallen asleep."""
    address = f"{server.address}/socket.io/?EIO=4&transport=polling"
    with urllib.request.urlopen(address) as answer:
        sid = answer.read().decode().split('"sid":"')[1].split('"')[0]
    request = urllib.request.Request(f"{address}&sid={sid}", data=b"40", method="POST")
    urllib.request.urlopen(request).close()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT], ids=lambda how: how.name)
def test_a_signal_ends_the_server_in_five_seconds_and_games_go_on_at_its_return(
    how: signal.Signals, tmp_path: Path
) -> None:
    players = pair("den")
    url = f"sqlite:///{tmp_path}/games.db"

    async def first_half() -> None:
        with running(tmp_path, "--db", url) as server:
            await sit_down(players, server.address, OPTIONS, "settler")
            playing = await play_until(players, 15)
            children = server.children()
            assert children
            assert await stop(server, how) == 0
            await asyncio.gather(*playing)
            await until(lambda: not any(player.here for player in players), "the end of all connections")
        wait_until_gone(children)
        for player in players:
            assert [notice["code"] for notice in player.notices] == ["CLOSING"]
            await player.go()

    async def second_half() -> None:
        with running(tmp_path, "--db", url) as server:
            await come_back(players, server.address)
            await until(lambda: all(player.turns for player in players), "the turn that the log ends with")
            assert [player.turns[0] for player in players] == [turn, turn]
            await play_until(players, turn + 5)
            for player in players:
                await player.ask("surrender")
            await until(lambda: all(player.ended for player in players), "the end of the game")
            assert await stop(server, how) == 0
            for player in players:
                await player.go()
            assert "Traceback" not in server.log, server.log

    asyncio.run(first_half())
    stored = kept(url)["den"]
    turn = last_turn(stored)
    check(stored, players)
    asyncio.run(second_half())
    check(kept(url)["den"], players)
    replay_of(kept(url)["den"]).verify()


def test_a_server_that_stops_begins_no_games_and_waits_for_nobody_who_takes_nothing(tmp_path: Path) -> None:
    host, guest = pair("den")
    asleep = pair("a sleepy den")

    async def play() -> None:
        with running(tmp_path) as server:
            await sit_down(asleep, server.address, OPTIONS)
            await asyncio.to_thread(hold_a_poll, server)
            silent = [half_a_request(server), half_a_websocket(server)]
            await host.come(server.address)
            await host.take_seat()
            await host.ask("invite_bot", "den", "settler")
            await guest.come(server.address)
            # Nothing can be flushed for a moment, so that there is time to ask.
            with held_up(f"sqlite:///{tmp_path}/duskfall.db"):
                server.process.send_signal(signal.SIGTERM)
                await until(lambda: server.health()["status"] == "closing", "the beginning of the end")
                for player, event, *arguments in (
                    (guest, "join_private", "another den", guest.secret), (host, "set_force_start", "den", True),
                ):  # fmt: skip
                    refused = await player.try_to(str(event), *arguments)
                    assert (refused["ok"], refused["code"]) == (False, "CLOSING")
            assert await asyncio.to_thread(server.process.wait, STOP_S) == 0
            for connection in silent:
                connection.close()
            for player in (host, guest, *asleep):
                await player.go()
            with pytest.raises(Gone):
                await guest.come(server.address)
            await guest.go()
            assert "Traceback" not in server.log, server.log

    asyncio.run(play())


def half_a_request(server: RunningServer) -> socket.socket:
    """A connection whose client never ends its request."""
    connection = socket.create_connection(("127.0.0.1", server.port))
    connection.sendall(b"GET /api/he")
    return connection


def half_a_websocket(server: RunningServer) -> socket.socket:
    """A connection whose client begins a WebSocket, and then neither says nor takes anything."""
    connection = socket.create_connection(("127.0.0.1", server.port))
    connection.sendall(
        b"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\n"
        b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    assert connection.recv(12) == b"HTTP/1.1 101"
    return connection
