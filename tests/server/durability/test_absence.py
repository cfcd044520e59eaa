"""Nobody is removed for the server's absence; whoever does not come back after it, only when the time is up."""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path

from duskfall.play import Log, LoggedOrder
from duskfall.server.store import sqlite_url
from tests.server.durability.impatient import GRACE_S
from tests.server.durability.players import Player, come_back, sit_down, until
from tests.server.durability.records import check, kept, last_turn, replay_of
from tests.server.running import running

OPTIONS = {"width": 20, "height": 20, "turnMs": 50}
IMPATIENT = [sys.executable, "-m", "tests.server.durability.impatient"]


async def begin_and_kill(folder: Path, *parties: list[Player]) -> float:
    """Begin games and kill the server in the middle; gives when."""
    with running(folder, program=IMPATIENT) as server:
        for players in parties:
            await sit_down(players, server.address, OPTIONS)
        await until(lambda: all(max(player.shown) > 5 for players in parties for player in players), "turn 5")
        server.kill()
        killed = time.monotonic()
        for players in parties:
            for player in players:
                await player.go()
    return killed


def absences(folder: Path, room: str) -> list[int]:
    """The seats that were removed."""
    log = Log.parse(kept(sqlite_url(folder))[room].lines)
    return [entry.seat for entry in log if isinstance(entry, LoggedOrder) and entry.order == "absent"]


def test_only_those_who_stay_away_after_the_server_is_back_lose_their_seats(tmp_path: Path) -> None:
    faithful = [Player("den", name, seed) for seed, name in enumerate(("Ada", "Bo"))]
    waiting, lost = [Player("lair", name, seed) for seed, name in enumerate(("Cy", "Di"))]

    async def play() -> None:
        killed = await begin_and_kill(tmp_path, faithful, [waiting, lost])
        turns = {room: last_turn(stored) for room, stored in kept(sqlite_url(tmp_path)).items()}
        with running(tmp_path, program=IMPATIENT) as server:
            await until(lambda: time.monotonic() - killed > GRACE_S, "an absence longer than the grace time")
            ready = time.monotonic()
            await come_back([*faithful, waiting], server.address)
            await until(lambda: waiting.ended is not None, "the removal of a player who stays away")
            # It has waited for the return of all, and after that for the grace time.
            assert time.monotonic() - ready > GRACE_S
            assert waiting.turns[0] == turns["lair"]
            assert waiting.ended is not None
            assert waiting.ended["winner"] == {"index": waiting.seat, "username": "Cy"}
            assert faithful[0].turns[0] == faithful[1].turns[0] == turns["den"]
            for player in faithful:
                await player.try_to("surrender")
            await until(lambda: all(player.ended for player in faithful), "the end of the other game")
            for player in (*faithful, waiting):
                await player.go()
            assert server.stop() == 0

    asyncio.run(play())
    assert absences(tmp_path, "den") == []
    assert absences(tmp_path, "lair") == [lost.seat]
    stored = kept(sqlite_url(tmp_path))
    check(stored["den"], faithful)
    check(stored["lair"], [waiting, lost])
    for match in stored.values():
        replay_of(match).verify()
