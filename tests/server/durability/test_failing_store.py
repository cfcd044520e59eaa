"""A store that fails under play: nothing is acknowledged that is not kept, everybody is told, and the server stops."""

from __future__ import annotations

import asyncio
import resource
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from duskfall.server.store import sqlite_url
from tests.server.databases import Postgres, binaries
from tests.server.durability.players import Player, come_back, sit_down, until
from tests.server.durability.records import check, kept, last_turn, replay_of
from tests.server.running import PATIENCE_S, RunningServer, running

PATIENCE = ("--patience", "2")
"""The database does not come back while the server waits for it, however long that is."""
OPTIONS = {"width": 20, "height": 20, "turnMs": 50}


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """A database server that a test may stop."""
    programs = binaries()
    if programs is None:
        pytest.skip("PostgreSQL is not installed; install it with: apt-get install postgresql")
    server = Postgres(programs)
    yield server
    server.remove()


def survive(url: str, folder: Path, breaks: Callable[[RunningServer], None], mend: Callable[[], None]) -> None:
    """Play while the store breaks; mend it, and see that everything acknowledged is there and the game goes on."""
    players = [Player("den", name, seed) for seed, name in enumerate(("Ada", "Bo"))]

    async def play_until_it_breaks() -> None:
        with running(folder, "--db", url, *PATIENCE) as server:
            await sit_down(players, server.address, OPTIONS)
            playing = [asyncio.create_task(player.play()) for player in players]
            await until(lambda: all(max(player.shown) > 10 for player in players), "turn 10")
            await asyncio.to_thread(breaks, server)
            assert await asyncio.to_thread(server.process.wait, PATIENCE_S) == 1
            await asyncio.gather(*playing)
            await until(lambda: not any(player.here for player in players), "the end of all connections")
            for player in players:
                assert [notice["code"] for notice in player.notices] == ["CLOSING"]
                assert player.doubtful, "orders that could not be kept were not answered"
                await player.go()
        assert server.log.count("nothing can be kept any more") == 1
        assert "Traceback" not in server.log, server.log

    async def play_on() -> None:
        with running(folder, "--db", url) as server:
            await come_back(players, server.address)
            await until(lambda: all(player.turns for player in players), "the turn that the log ends with")
            assert [player.turns[0] for player in players] == [turn, turn]
            await players[0].ask("surrender")
            await until(lambda: all(player.ended for player in players), "the end of the game")
            for player in players:
                await player.go()
            assert server.stop() == 0

    asyncio.run(play_until_it_breaks())
    mend()
    stored = kept(url)["den"]
    turn = last_turn(stored)
    check(stored, players)
    asyncio.run(play_on())
    check(kept(url)["den"], players)
    replay_of(kept(url)["den"]).verify()


def test_a_full_disk_ends_the_server_and_loses_nothing_acknowledged(tmp_path: Path) -> None:
    def fill_the_disk(server: RunningServer) -> None:
        size = (tmp_path / "duskfall.db-wal").stat().st_size
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, size))

    survive(sqlite_url(tmp_path), tmp_path, fill_the_disk, lambda: None)


def test_a_postgresql_that_stays_away_ends_the_server_and_loses_nothing_acknowledged(
    own_postgres: Postgres, tmp_path: Path
) -> None:
    survive(
        own_postgres.url("postgres"), tmp_path, lambda _: own_postgres.stop(signal.SIGQUIT), own_postgres.start
    )  # fmt: skip
