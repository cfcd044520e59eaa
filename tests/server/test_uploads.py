"""Replay files that people send cost the server nothing but their bytes, and their own process no more than allowed."""

from __future__ import annotations

import socket
import time
import zlib
from pathlib import Path
from typing import Final

import psutil
import pytest

from duskfall.bots.programs.sandbox import MIB, Limits
from duskfall.errors import Refusal, Refused
from duskfall.play import Match, Replay, Setup
from duskfall.play.replay import sealed, unpacked
from duskfall.server.live.limited_process import LIMITS
from duskfall.server.replays.uploads import MOST_OF_ADDRESS, MOST_WAITING, Uploads
from tests.play.matches import recorded
from tests.server.http.asking import get
from tests.server.running import running
from tests.server.serving import live

WIDE: Final = {"width": 100, "height": 100, "players": 16}


def long_game(turns: int) -> bytes:
    """A file whose log the rules confirm, and which takes long to draw."""
    match = Match(Setup.of("fog", WIDE, 7), lockstep=False)
    for _ in range(turns):
        match.play_turn()
    return Replay.of(match).encode()


def million_orders() -> bytes:
    """A small file with a million orders, as many in each turn as a seat may give."""
    head, _, log = unpacked(recorded("fog").encode()).partition(b"\n")
    lines = [log.partition(b"\n")[0]]
    for turn in range(1, 1900):
        lines += [b"0 pass"] * 256 + [b"1 pass"] * 256 + [b"=%d %032x" % (turn, turn)]
    content = b"\n".join((head, *lines))
    return sealed(zlib.compress(content, 9), len(content))


@live
async def test_a_file_that_takes_too_long_ends_its_process_and_the_next_one_gets_another() -> None:
    uploads = Uploads(Limits(memory=LIMITS.memory, cpu_s=1))
    try:
        data, good = long_game(60_000), recorded("fog").encode()
        assert await uploads.timeline(good, 0)
        with pytest.raises(Refused, match="more than 1 seconds of processor time") as refused:
            await uploads.timeline(data, None)
        assert refused.value.code is Refusal.OUT_OF_RANGE
        assert await uploads.timeline(good, 0)
        assert (await uploads.match(good, 5)).turn == 5
    finally:
        uploads.close()


@live
async def test_a_file_that_takes_too_much_memory_is_refused_and_the_next_one_is_drawn() -> None:
    uploads = Uploads(Limits(memory=8 * MIB, cpu_s=LIMITS.cpu_s))
    try:
        good = recorded("fog").encode()
        with pytest.raises(Refused, match="8 MiB of memory"):
            await uploads.timeline(million_orders(), None)
        assert await uploads.timeline(good, 0)
    finally:
        uploads.close()


@pytest.mark.parametrize("game", ["fog", "welten"])
@live
async def test_a_match_that_comes_from_the_process_plays_on_as_one_that_was_played_here(game: str) -> None:
    replay = recorded(game)
    turn = replay.turns // 2
    uploads = Uploads()
    try:
        match = await uploads.match(replay.encode(), turn)
    finally:
        uploads.close()
    for entry in replay.log.since(len(match.log)):
        match.repeat(entry)
    assert match.log == replay.log


def test_files_that_arrive_wait_or_are_worked_on_are_counted() -> None:
    uploads = Uploads()
    held = []
    try:
        for number in range(MOST_WAITING):
            held.append(uploads.waiting.admitted(f"10.0.0.{number // MOST_OF_ADDRESS}"))
            held[-1].__enter__()
        for address in ("10.0.0.0", "10.9.9.9"):
            with pytest.raises(Refused) as refused, uploads.waiting.admitted(address):
                pass
            assert refused.value.code is Refusal.TOO_MANY
        for each in held:
            each.__exit__(None, None, None)
        with uploads.waiting.admitted("10.0.0.0"):
            pass
        assert not uploads.waiting.pending
    finally:
        uploads.close()


def cpu_s(server: psutil.Process) -> float:
    """Processor time of the server itself, without its children."""
    times = server.cpu_times()
    return float(times.user + times.system)


def test_hostile_files_cost_the_server_neither_time_nor_memory(tmp_path: Path) -> None:
    hostile, good = million_orders(), recorded("fog").encode()
    assert len(hostile) < 200_000
    with running(tmp_path) as running_server:
        server = psutil.Process(running_server.process.pid)

        def send(path: str, data: bytes) -> int:
            address = f"{running_server.address}{path}"
            return get(address, "POST", {"content-type": "application/octet-stream"}, data).status

        assert send("/api/films", good) == 200
        before, memory = cpu_s(server), running_server.memory
        for path in ("/api/films", "/api/positions?turn=1800"):
            assert send(path, hostile) in (409, 422)
        assert cpu_s(server) - before < 2.0, "two files took the server more than ten seconds"
        assert running_server.memory - memory < 64 << 20
        assert send("/api/films", good) == 200
        assert send("/api/positions?turn=5", good) == 200
        for each in unfinished_uploads(running_server.port):
            each.close()
        assert running_server.stop() == 0
        assert "Traceback" not in running_server.log


def unfinished_uploads(port: int) -> list[socket.socket]:
    """Begin more uploads than one address may have, and end none; all but two are refused at once."""
    sockets = []
    for _ in range(6):
        sockets.append(socket.create_connection(("127.0.0.1", port)))
        sockets[-1].sendall(b"POST /api/films HTTP/1.1\r\nHost: here\r\nContent-Length: 4000000\r\n\r\nDUSKFALL")
    refused = 0
    until = time.monotonic() + 60
    for each in sockets:
        each.setblocking(False)
    while refused < 4 and time.monotonic() < until:
        for each in sockets:
            try:
                refused += each.recv(4096).startswith(b"HTTP/1.1 429")
            except BlockingIOError:
                time.sleep(0.01)
    assert refused == 4
    return sockets
