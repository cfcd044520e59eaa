"""Clients that were written for other servers of this game, or long ago, are understood."""

from __future__ import annotations

import asyncio

import pytest

from duskfall.play.log import MAX_ORDERS
from duskfall.server.settings import Limits
from tests.server.serving import Client, live, secret_of, serving, settled

QUEUE = 64


@live
async def test_null_for_an_argument_that_may_be_left_out_counts_as_left_out() -> None:
    async with serving() as server:
        ada, bo = await server.duel()
        await ada.ok("attack", 39, 40, None, None)
        await ada.ok("undo_move", None)
        await ada.ok("clear_moves", None)
        await ada.ok("pass", None)
        await bo.ok("abandon_game", "den", None)
        await ada.until("game_end")
        await ada.ok("leave_game")
        await ada.ok("welten_join", "hall", None, None, None)
        assert await ada.refused("set_ready", "hall", None) == "MALFORMED", "this one cannot be left out"


@live
async def test_undo_clear_pass_and_surrender_are_taken_after_all_marches_of_a_turn() -> None:
    async with serving() as server:
        ada, bo = await server.duel()
        await bo.ok("attack", 44, 43)
        await bo.ok("clear_moves")
        for number in range(MAX_ORDERS):
            await ada.ok("attack", 39, 40)
            if number % QUEUE == QUEUE - 1:
                await ada.ok("clear_moves")
        assert await ada.refused("attack", 39, 40) == "QUEUE_FULL"
        for event in ("undo_move", "clear_moves", "pass", "surrender"):
            await ada.ok(event)
        await bo.ok("pass")
        assert (await ada.until("game_end"))["winner"]["username"] == "Bo"


@live
async def test_a_client_at_the_limit_of_events_may_still_surrender() -> None:
    async with serving(limits=Limits()) as server:
        ada, bo = await server.duel()
        replies = await asyncio.gather(*(ada.ask("attack", 39, 40) for _ in range(60)))
        assert any(reply.get("code") == "TOO_FAST" for reply in replies)
        for event in ("undo_move", "clear_moves", "pass", "surrender"):
            await ada.ok(event)
        await bo.ok("pass")
        await ada.until("game_end")


async def viewer_of(client: Client, room: str) -> int:
    """Join as somebody who only watches; gives the seat that was answered."""
    await client.ok("set_username", "a viewer's secret", "Viewer 7")
    return int((await client.ok("join_private", room, "a viewer's secret"))["playerIndex"])


@live
async def test_a_viewer_waits_in_a_room_that_is_not_there_yet() -> None:
    async with serving() as server:
        viewer = await server.client()
        assert await viewer_of(viewer, "den") == -1
        ada = await server.player("Ada", "den")
        await ada.ok("set_options", "den", {"players": 2})
        await server.player("Bo", "den")
        assert (await viewer.until("game_start"))["playerIndex"] == -1
        players = ada.last("players_update")
        assert [(player["username"], player["isHost"]) for player in players] == [("Ada", True), ("Bo", False)]


@live
async def test_only_a_viewer_opens_a_room_by_watching_it() -> None:
    async with serving() as server:
        ada = await server.player("Ada")
        assert await ada.refused("spectate", "den") == "NO_ROOM"


NARROW = ["." * 9] * 3 + ["...a.b..."] + ["." * 9] * 6
LOW = ["." * 12] * 3 + ["...a..b....."] + ["." * 12] * 5


@pytest.mark.parametrize("rows", [NARROW, LOW], ids=["9x10", "12x9"])
@live
async def test_maps_of_ones_own_are_as_large_as_those_of_rooms(rows: list[str]) -> None:
    async with serving() as server:
        ada = await server.player("Ada", "den")
        assert await ada.refused("set_options", "den", {"players": 2, "map": rows}) == "IMPOSSIBLE"


@live
async def test_giving_a_seat_up_from_another_connection_tells_the_one_that_has_it() -> None:
    async with serving() as server:
        ada, bo = await server.duel()
        second = await server.client()
        await second.ok("abandon_game", "den", secret_of("Ada"))
        assert (await ada.until("notice"))["code"] == "GAVE_UP"
        assert (await ada.ok("get_current_room"))["room"] is None
        await settled(second)
        assert not second.all("notice")
        await bo.ok("pass")
        await bo.until("game_end")
