"""A server is ready as fast with many unfinished games as with none; they come back when somebody needs them."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from duskfall.play import Match, Setup
from duskfall.server.live.restoring import resumed_match
from duskfall.server.lobby import restoring
from duskfall.server.store import Record, sqlite_url
from tests.server.databases import rows
from tests.server.serving import PATIENCE_S, compile_once, live, secret_of, serving
from tests.server.store.damage import NAMES, keep, played_match, records_of

GAMES, TURNS = 200, 500
ROOM = "room of {}"


def long_match(turns: int = TURNS, orders: int = 2) -> Match:
    """A match on a board of usual size in which both players have given orders in every turn."""
    match = Match(Setup.of("fog", {}, 7), NAMES, lockstep=False)
    for _ in range(turns):
        for seat in range(2):
            for _ in range(orders):
                match.submit(seat, match.read("pass"))
        match.play_turn()
    return match


def welten_match() -> Match:
    """A match of Weltendämmerung after one order."""
    match = Match(Setup.of("welten", {}, 7), NAMES)
    match.submit(0, match.read("end"))
    return match


def test_a_server_with_hundreds_of_unfinished_games_is_ready_as_soon_as_with_none(tmp_path: Path) -> None:
    compile_once()
    match = long_match()
    records: list[Record] = []
    for number in range(GAMES):
        records += records_of(tmp_path, f"m{number}", match)
    keep(tmp_path, records)

    @live
    async def start() -> None:
        before = time.process_time()
        async with serving(tmp_path) as server:
            spent = time.process_time() - before
            assert spent < 1.5, "to play them all again takes more than five seconds"
            rooms = server.lobby.rooms
            assert len(rooms) == GAMES
            assert {(room.state, room.turn) for room in rooms.values()} == {("playing", TURNS)}
            ada = await server.player("Ada", ROOM.format("m7"))
            assert (await ada.until("game_update"))["turn"] == TURNS
            assert [name for name, room in rooms.items() if room.live is not None] == [ROOM.format("m7")]

    start()


def test_a_game_is_played_again_off_the_event_loop(tmp_path: Path) -> None:
    keep(tmp_path, records_of(tmp_path, "long", long_match(turns=4000)))

    @live
    async def start() -> None:
        async with serving(tmp_path) as server:
            ada = await server.player("Ada")
            process, loop = time.process_time(), time.thread_time()
            await ada.ok("join_private", ROOM.format("long"), secret_of("Ada"))
            process, loop = time.process_time() - process, time.thread_time() - loop
            assert loop < process / 3, "most of the work has to be done in another thread"

    start()


def test_commands_are_carried_out_in_their_order_while_a_game_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(tmp_path, [*records_of(tmp_path, "one", played_match()), *records_of(tmp_path, "two", played_match())])
    gate = threading.Event()
    resumed = resumed_match

    def slowly(stored: Any, stopped: threading.Event) -> Match:
        gate.wait(PATIENCE_S)
        return resumed(stored, stopped)

    monkeypatch.setattr(restoring, "resumed_match", slowly)

    @live
    async def start() -> None:
        async with serving(tmp_path) as server:
            ada, bo = await server.player("Ada"), await server.player("Bo")
            join = asyncio.create_task(ada.ask("join_private", ROOM.format("one"), secret_of("Ada")))
            leave = asyncio.create_task(ada.ask("leave_game"))
            watch = asyncio.create_task(ada.ask("spectate", ROOM.format("two")))
            where = asyncio.create_task(ada.ask("get_current_room"))
            assert (await bo.ok("get_current_room"))["room"] is None, "nobody else waits"
            assert not any(task.done() for task in (join, leave, watch, where))
            gate.set()
            answers = [await task for task in (join, leave, watch, where)]
            assert [answer["ok"] for answer in answers] == [True] * 4
            assert answers[3]["room"] == ROOM.format("two")
            assert ada.all("joined_as_player")[0]["playerIndex"] == 0

    start()


def test_a_client_cannot_pile_up_commands_while_a_game_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(tmp_path, records_of(tmp_path, "one", played_match()))
    gate = threading.Event()
    resumed = resumed_match
    monkeypatch.setattr(restoring, "resumed_match", lambda stored, _: (gate.wait(PATIENCE_S), resumed(stored))[1])

    @live
    async def start() -> None:
        async with serving(tmp_path) as server:
            ada = await server.player("Ada")
            asked = [asyncio.create_task(ada.ask("spectate", ROOM.format("one"))) for _ in range(100)]
            done, _ = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
            assert {task.result()["code"] for task in done} == {"TOO_FAST"}
            gate.set()
            answers = await asyncio.gather(*asked)
            assert sum(answer["ok"] for answer in answers) == 64

    start()


@pytest.mark.parametrize("how", ["spectate", "abandon_game", "set_username"])
def test_spectating_abandoning_and_a_late_name_bring_a_game_back(how: str, tmp_path: Path) -> None:
    keep(tmp_path, records_of(tmp_path, "one", played_match()))

    @live
    async def start() -> None:
        async with serving(tmp_path) as server:
            name, room = ROOM.format("one"), server.lobby.rooms[ROOM.format("one")]
            if how == "set_username":
                client = await server.client()
                assert await client.refused("set_username", "a stranger's secret", "Ada") == "NAME_TAKEN"
                assert await client.refused("join_private", name, "a stranger's secret") == "NAME_TAKEN"
                await client.ok("set_username", "a stranger's secret", "Cy")
                assert (await client.until("refused"))["code"] == "GAME_RUNNING"
            else:
                client = await server.player("Ada")
                await client.ok(how, name, *([secret_of("Ada")] if how == "abandon_game" else []))
            assert room.live is not None
            assert room.unloaded is None

    start()


def test_games_that_nobody_comes_back_to_still_end(tmp_path: Path) -> None:
    keep(tmp_path, [*records_of(tmp_path, "fog", played_match(), {"turnMs": 50}),
                    *records_of(tmp_path, "welten", welten_match())])  # fmt: skip

    @live
    async def start() -> None:
        async with serving(tmp_path, return_s=0, grace_s=0, forgotten_s=60) as server:
            fog, welten = (server.lobby.rooms[ROOM.format(name)] for name in ("fog", "welten"))
            while fog.state == "playing":
                await asyncio.sleep(0.01)
            assert (welten.state, welten.turn, welten.live) == ("playing", 1, None)
            assert welten.empty_since is not None
            server.lobby.sweep(welten.empty_since + 59)
            assert welten.state == "playing"
            server.lobby.sweep(welten.empty_since + 61)
            ended: list[str] = [welten.state]
            await server.server.store.flush()
            await asyncio.sleep(0)
            assert (ended, welten.occupants, welten.live) == (["ended"], [], None)
            await server.player("Ada", ROOM.format("welten"))
            assert len(welten.occupants) == 1, "a new game may begin in the room"

    start()
    found = rows(sqlite_url(tmp_path), "SELECT id, reason, turns FROM matches WHERE ended_at IS NOT NULL ORDER BY id")
    assert found[1] == ("welten", "abandoned", 1)
    assert found[0][0] == "fog"


def test_a_game_that_the_database_does_not_give_now_is_asked_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(tmp_path, records_of(tmp_path, "one", played_match()))

    @live
    async def start() -> None:
        async with serving(tmp_path) as server:
            name = ROOM.format("one")
            ada = await server.player("Ada")
            busy = sqlite3.OperationalError("database is locked")
            busy.sqlite_errorcode = sqlite3.SQLITE_BUSY

            def fail(_: str) -> None:
                raise OperationalError("SELECT", {}, busy)

            with monkeypatch.context() as patch:
                patch.setattr(server.server.store, "match", fail)
                assert await ada.refused("join_private", name, secret_of("Ada")) == "FAULT"
            assert not server.lobby.restoration.quarantined
            await ada.ok("join_private", name, secret_of("Ada"))

    start()
