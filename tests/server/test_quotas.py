"""Quotas: one visitor uses up neither the rooms of a server nor its disk."""

from __future__ import annotations

import shutil
import sqlite3
from collections import namedtuple
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from duskfall.server.lobby.room_costs import Account
from duskfall.server.settings import UNLIMITED, Limits
from duskfall.server.store import disk_space
from tests.server.serving import duel_options, live, play_turn, secret_of, serving
from tests.server.welten.duels import LANE, sit

WIDE = LANE.replace("............", "." * 200).replace("..G......G..", "..G......G.." + "." * 188).replace(
    ".F.S....la..", ".F.S....la.." + "." * 188
)  # fmt: skip
"""A land whose text takes more than a kilobyte."""


def limited(**limits: Any) -> Limits:
    """No limits but these."""
    return replace(UNLIMITED, **limits)


def rows(folder: Path, query: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(folder / "duskfall.db")) as database:
        return database.execute(query).fetchall()


# Rooms


@live
async def test_a_player_keeps_so_many_rooms_open_and_the_one_left_longest_gives_way() -> None:
    async with serving(limits=limited(rooms_a_user=2)) as server:
        ada = await server.player("Ada")
        for name in ("first", "second", "third"):
            await ada.ok("join_private", name, secret_of("Ada"))
        assert set(server.lobby.rooms) == {"second", "third"}


@live
async def test_games_that_wait_for_their_players_count_and_do_not_give_way() -> None:
    async with serving(limits=limited(rooms_a_user=2)) as server:
        for name in ("one", "two"):
            ada = await sit(server, "Ada", name, side="both", scenario=LANE)
            await ada.until("welten_view")
            await ada.leave()
        ada = await server.player("Ada")
        reply = await ada.ask("welten_join", "three", secret_of("Ada"), {"side": "both"})
        assert reply["code"] == "TOO_MANY"
        assert "you have opened 2 rooms that are still there" in reply["message"]
        assert set(server.lobby.rooms) == {"one", "two"}
        await (await server.player("Bo")).ok("welten_join", "three", secret_of("Bo"))


@live
async def test_an_address_keeps_so_many_rooms_open_whatever_its_players_call_themselves() -> None:
    async with serving(limits=limited(rooms_an_address=3)) as server:
        codes = []
        for number in range(5):
            client = await server.player(f"Host {number}")
            reply = await client.ask("welten_join", f"hall {number}", None, {"side": "both", "scenario": LANE})
            codes.append(reply.get("code"))
        assert codes == [None, None, None, "TOO_MANY", "TOO_MANY"]


@live
async def test_when_a_server_is_full_the_heaviest_address_gives_way_first() -> None:
    async with serving(limits=limited(rooms=5)) as server:
        ada = await server.player("Ada")
        for name in ("oldest", "a", "b", "c", "d"):
            await ada.ok("join_private", name, secret_of("Ada"))
        rooms = server.lobby.rooms
        rooms["oldest"].opened_by = Account("somebody", "10.0.0.2")
        await ada.ok("join_private", "e", secret_of("Ada"))
        assert set(rooms) == {"oldest", "b", "c", "d", "e"}


# The database


@live
async def test_a_land_is_kept_once_however_many_games_are_played_on_it(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        for number in range(6):
            ada = await sit(server, "Ada", f"hall {number}", side="both", scenario=WIDE)
            await ada.until("welten_view")
            await ada.leave()
    assert len(rows(tmp_path, "SELECT * FROM matches")) == 6
    kept = rows(tmp_path, "SELECT content FROM lands")
    assert 1 <= len(kept) <= 2, "as it was sent, and as the game reads it"
    lengths = rows(tmp_path, "SELECT length(options) + length(table_options) FROM matches")
    assert max(length for (length,) in lengths) < 600
    async with serving(tmp_path) as server:
        assert len(server.lobby.rooms) == 6
        room = server.lobby.rooms["hall 3"]
        ada = await sit(server, "Ada", "hall 3", side="both")
        await ada.until("welten_view")
        assert room.live is not None
        assert room.live.match.game.scenario.width == 200
        assert room.options.scenario == WIDE


@live
async def test_an_own_map_is_kept_once_and_its_games_are_found_again(tmp_path: Path) -> None:
    board = ["." * 40] * 6 + ["....a" + "." * 30 + "b...."] + ["." * 40] * 6
    async with serving(tmp_path) as server:
        ada, bo = await server.duel(map=board)
        await bo.ok("surrender")
        await ada.ok("pass")
        replay = (await ada.until("game_end"))["replay_id"]
        stored = server.server.store.match(replay)
        assert stored is not None
        assert stored.begun.options["map"] == board
    assert len(rows(tmp_path, "SELECT * FROM lands")) == 1


@live
async def test_a_host_adds_so_much_to_the_database_in_a_day() -> None:
    async with serving(limits=limited(stored_mb=1)) as server:
        server.server.services.stored_bytes.charge(Account("somebody else", "127.0.0.1"), 990_000)
        ada, bo = await server.duel()
        await bo.ok("surrender")
        await ada.ok("pass")
        await ada.until("game_end")
        server.server.services.stored_bytes.charge(Account("somebody else", "127.0.0.1"), 20_000)
        reply = await ada.ask("set_force_start", "den", True)
        assert reply["code"] == "TOO_MANY"
        assert "1 MB of the database in a day" in reply["message"]


# The disk

Usage = namedtuple("Usage", "total used free")


@live
async def test_a_disk_that_is_nearly_full_is_for_running_games_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(least_free_mib=100) as server:
        ada, bo = await server.duel()
        cleo, dan = await server.player("Cleo", "lair"), await server.player("Dan")
        await cleo.ok("set_options", "lair", duel_options())
        monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(1 << 30, 1 << 30, 99 << 20))
        monkeypatch.setattr(disk_space, "_FRESH_S", 0.0)
        assert await dan.refused("join_private", "attic", secret_of("Dan")) == "NO_SPACE"
        assert await dan.refused("welten_join", "hall", secret_of("Dan")) == "NO_SPACE"
        await dan.ok("join_private", "lair", secret_of("Dan"))
        notice = await dan.until("notice")
        assert notice["code"] == "NO_SPACE"
        assert await cleo.refused("set_force_start", "lair", True) == "NO_SPACE"
        await play_turn(ada, bo, turn=1)
        monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(1 << 30, 1 << 29, 101 << 20))
        await cleo.ok("set_force_start", "lair", True)
        await dan.turn(0)
