"""A bank of time for each side: zero loses, and it stands still while the server is down."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from duskfall.server.store import Timed
from tests.server.serving import live, serving
from tests.server.welten.duels import SWORD, WYRM, duel, order, sit


@live
async def test_whoever_has_no_time_left_loses() -> None:
    async with serving() as server:
        ada, bo = await duel(server, clock=1)
        clock = bo.last("welten_view")["clock"]
        assert (clock["dailor"], clock["running"]) == (1000, "eldoin")
        end = await bo.until("game_end")
        assert (end["winner"]["index"], end["reason"]) == (1, "clock")
        over = ada.last("welten_events")
        assert (over["side"], over["order"]) == ("eldoin", "clock")
        assert (over["clock"]["eldoin"], over["clock"]["running"]) == (0, None)


@live
async def test_only_the_time_of_the_side_that_plays_goes_by() -> None:
    async with serving() as server:
        ada, bo = await duel(server, clock=600)
        news = await order(ada, 0, f"move {SWORD} 4,1")
        assert (news["clock"]["running"], news["clock"]["dailor"]) == ("eldoin", 600_000)
        news = await order(ada, 1, "end")
        later = await order(bo, 2, f"move {WYRM} 7,1")
        assert later["clock"]["running"] == "dailor"
        assert later["clock"]["eldoin"] == news["clock"]["eldoin"] <= 600_000


@live
async def test_a_clock_stands_still_while_the_server_is_down(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ada, bo = await duel(server, clock=600)
        news = await order(ada, 0, "end")
        match = bo.last("welten_view")["replay_id"]
        await server.lobby.services.store.write(Timed(match, (500_000, 400_000)))
        server.lobby.rooms["hall"].suspend = lambda: None  # type: ignore[method-assign]  # it is killed
    async with serving(tmp_path, return_s=3600) as server:
        ada = await sit(server, "Ada")
        view = await ada.until("welten_view")
        assert view["clock"] == {"eldoin": 500_000, "dailor": 400_000, "running": None}
        bo = await sit(server, "Bo")
        view = await bo.until("welten_view")
        assert view["n"] == news["n"]
        later = await order(bo, 1, f"move {WYRM} 7,1")
        assert later["clock"]["dailor"] <= 400_000
        assert later["clock"]["eldoin"] == 500_000


@live
async def test_a_server_that_stops_in_order_writes_down_what_the_clocks_show(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ada, _ = await duel(server, clock=600)
        await order(ada, 0, "end")
        match = ada.last("welten_view")["replay_id"]
        server.lobby.stop()
        await server.lobby.services.store.flush()
        stored: Any = await asyncio.to_thread(server.lobby.services.store.match, match)
        assert stored.left_ms is not None
        assert all(0 < left <= 600_000 for left in stored.left_ms)
        assert sum(stored.left_ms) < 1_200_000
