"""A server that works on something long is gone five seconds after a signal all the same, with all its processes."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import psutil
import pytest

from duskfall.play import Match, Setup
from duskfall.play.log import Entry
from duskfall.server.live.restoring import Interrupted, until_stopped
from duskfall.server.store import Logged, MatchBegun, MatchEnded, SeatRecord, Store, sqlite_url
from tests.server.running import PATIENCE_S, RunningServer, running, wait_until_gone
from tests.server.serving import live, serving
from tests.server.test_uploads import long_game

LONG = 60_000
"""Turns of a game that takes far longer than five seconds to draw."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data of a server with a very long match that has ended."""
    match = Match(Setup.of("fog", {"width": 100, "height": 100, "players": 16}, 7), lockstep=False)
    for _ in range(LONG):
        match.play_turn()
    place, setup = tmp_path_factory.mktemp("long"), match.setup
    seats = tuple(SeatRecord(None, player, "settler") for player in match.players)
    begun = MatchBegun("long", "den", setup.game, setup.options, setup.seed, seats, {}, setup.world.rules)
    lines = [Logged("long", number, line) for number, line in enumerate(match.log.lines())]

    async def write(store: Store) -> None:
        await store.write(begun, *lines, MatchEnded("long", None, (1,) * 16, "abandoned", match.turn))

    with Store.open(sqlite_url(place)) as store:
        asyncio.run(write(store))
    return place


REQUESTS = {
    "a timeline": b"GET /api/replays/long/film HTTP/1.1\r\nHost: a\r\n\r\n",
    "a verification": b"GET /api/replays/long/verify HTTP/1.1\r\nHost: a\r\n\r\n",
    "a file that was sent": b"",
}


@pytest.mark.parametrize("request_", REQUESTS.values(), ids=REQUESTS)
def test_a_signal_ends_a_server_that_plays_a_long_match_again(folder: Path, request_: bytes) -> None:
    if not request_:
        file = long_game(LONG)
        request_ = b"POST /api/films HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n" % len(file) + file
    with running(folder) as server:
        with socket.create_connection(("127.0.0.1", server.port)) as connection:
            connection.sendall(request_)
            wait_for_work(server)
            children = server.children()
            assert server.stop() == 0
            assert b'"code":"CLOSING"' in connection.recv(1 << 16)
        wait_until_gone(children)
        assert "Traceback" not in server.log, server.log


FIRST_PART = b"POST /api/films HTTP/1.1\r\nHost: a\r\nContent-Length: 4000000\r\n\r\n" + bytes(1_000_000)


@pytest.mark.parametrize("compiled", [True, False], ids=["with compiled rules", "while the rules are compiled"])
def test_a_signal_ends_a_server_to_which_files_are_being_sent(tmp_path: Path, *, compiled: bool) -> None:
    starting = running(tmp_path) if compiled else running(tmp_path, DUSKFALL_CACHE=str(tmp_path / "empty"))
    with starting as server, ExitStack() as connections:
        address = ("127.0.0.1", server.port)
        senders = [connections.enter_context(socket.create_connection(address)) for _ in range(2)]
        for sender in senders:
            sender.sendall(FIRST_PART)
        assert server.health()["status"] == "ok"
        assert server.stop() == 0
        for sender in senders:
            assert b'"code":"CLOSING"' in sender.recv(1 << 16)
        assert "ERROR" not in server.log, server.log


def wait_for_work(server: RunningServer) -> None:
    """Wait until a process of the server that gives way to others has worked for a moment."""
    until = time.monotonic() + PATIENCE_S
    while not any(busy(process) for process in psutil.Process(server.process.pid).children()):
        assert time.monotonic() < until, "nothing works on the match"
        time.sleep(0.02)


def busy(process: psutil.Process) -> bool:
    """Whether a process works on a replay: it has lowered its priority, and has been running on since."""
    if process.nice() <= psutil.Process().nice():
        return False
    before = process.cpu_times().user
    time.sleep(0.3)
    return bool(process.cpu_times().user - before > 0.05)


def test_a_match_that_is_played_again_is_left_off_when_the_server_stops() -> None:
    match = Match(Setup.of("fog"), lockstep=False)
    for _ in range(9):
        match.play_turn()
    stopped, seen = threading.Event(), list[Entry]()

    def entries() -> Iterator[Entry]:
        for entry in match.log:
            if len(seen) == 4:
                stopped.set()
            seen.append(entry)
            yield entry

    with pytest.raises(Interrupted):
        Match.resumed(match.setup, until_stopped(entries(), stopped), lockstep=False)
    assert len(seen) == 5


@live
async def test_a_server_that_stops_leaves_off_loading_and_showing_matches() -> None:
    async with serving() as server:
        await server.duel()
        feed, restoration = server.match().feed, server.lobby.restoration
        assert not feed._stopped.is_set()
        assert not restoration._stopped.is_set()
        server.lobby.stop()
        assert feed._stopped.is_set()
        assert restoration._stopped.is_set()
