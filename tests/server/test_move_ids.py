"""An order that is repeated with its move id is answered as the first time, and not queued or played again."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from duskfall.server.store import MOVE_IDS_KEPT
from tests.server.databases import held_up, rows
from tests.server.serving import Client, Serving, live, play_turn, secret_of, serving, settled
from tests.server.test_detailed_updates import queue_of

EAST = ("attack", 39, 40, False, "east")
"""Ada's first march; her general is on 39."""


def orders_of(server: Serving, seat: int = 0) -> list[str]:
    """The orders of a seat in the log."""
    return [line[2:] for line in server.match().match.log.lines() if line.startswith(f"{seat} ")]


def queue_in(server: Serving, seat: int = 0) -> list[Any]:
    """The ids of the marches that wait."""
    return [march["moveId"] for march in server.match().occupants[seat].queue]


async def say_twice(client: Client, *words: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    return await client.ask(*words), await client.ask(*words)


# Marches


@pytest.mark.usefixtures("each_transport")
@live
async def test_a_repeated_march_is_queued_once_and_answered_as_the_first_time() -> None:
    async with serving() as server:
        ada, _ = await server.duel()
        assert await say_twice(ada, *EAST) == ({"ok": True}, {"ok": True})
        queued = {"phase": "queued", "ok": True, "from": 39, "to": 40, "moveId": "east"}
        assert ada.all("attack_result") == [queued, queued]
        assert orders_of(server) == ["39>40"]
        assert queue_in(server) == ["east"]


@live
async def test_the_first_march_of_an_id_counts_whatever_the_repeat_asks_for() -> None:
    async with serving() as server:
        ada, _ = await server.duel()
        await ada.ok(*EAST)
        await ada.ok("attack", 39, 38, True, "east")
        assert ada.last("attack_result")["to"] == 40
        assert orders_of(server) == ["39>40"]


@live
async def test_a_march_without_an_acknowledgement_is_queued_once_too() -> None:
    async with serving() as server:
        ada, _ = await server.duel()
        for _ in range(2):
            await ada.emit("attack", EAST[1:])
        await ada.until_count("attack_result", 2)
        assert orders_of(server) == ["39>40"]


@live
async def test_a_march_that_was_made_is_not_made_again() -> None:
    async with serving() as server:
        ada, bo = await server.duel()
        await play_turn(ada, bo, turn=1)
        await ada.ok(*EAST)
        await bo.ok("pass")
        await ada.turn(2)
        await ada.ok(*EAST)
        await play_turn(ada, bo, turn=3)
        results = [(result["phase"], result["ok"]) for result in ada.all("attack_result")]
        assert results == [("queued", True), ("done", True), ("queued", True)]
        assert orders_of(server) == ["pass", "39>40", "pass"]


@live
async def test_marches_without_an_id_are_never_taken_for_repeats() -> None:
    async with serving() as server:
        ada, _ = await server.duel()
        for words in (("attack", 39, 40), ("attack", 39, 40), ("attack", 39, 40, False, None)):
            await ada.ok(*words)
        assert orders_of(server) == ["39>40"] * 3


@live
async def test_a_number_and_its_text_are_two_ids() -> None:
    async with serving() as server:
        ada, _ = await server.duel()
        for move_id in (7, "7", 7, "7", "", 0):
            await ada.ok("attack", 39, 40, False, move_id)
        assert queue_in(server) == [7, "7", "", 0]


@live
async def test_two_seats_may_use_the_same_id() -> None:
    async with serving() as server:
        ada, bo = await server.duel()
        await ada.ok(*EAST)
        await bo.ok("attack", 44, 43, False, "east")
        await ada.turn(1)
        assert (orders_of(server, 0), orders_of(server, 1)) == (["39>40"], ["44>43"])


@live
async def test_a_repeat_from_another_connection_of_the_player_is_a_repeat() -> None:
    async with serving() as server:
        ada, _ = await server.duel()
        await ada.ok(*EAST)
        again = await server.client()
        await again.ok("join_private", "den", secret_of("Ada"), ada.last("joined_as_player")["token"])
        await again.ok(*EAST)
        assert again.last("attack_result")["moveId"] == "east"
        assert orders_of(server) == ["39>40"]


@live
async def test_a_repeat_is_acknowledged_no_earlier_than_the_order_is_committed(database_url: str) -> None:
    async with serving(database=database_url) as server:
        ada, _ = await server.duel()
        with held_up(database_url):
            answers = [asyncio.create_task(ada.ask(*EAST)) for _ in range(2)]
            await settled(ada)  # while it waits, the orders are sent
            await settled(ada)
            assert queue_in(server) == ["east"]
            assert not any(answer.done() for answer in answers)
            assert not ada.all("attack_result")
        assert await asyncio.gather(*answers) == [{"ok": True}] * 2
        assert len(ada.all("attack_result")) == 2
        assert orders_of(server) == ["39>40"]


# Refusals


@live
async def test_a_repeated_refusal_stays_a_refusal_when_the_order_would_be_legal_by_now() -> None:
    async with serving() as server:
        ada, _ = await server.duel()
        await asyncio.gather(*(ada.ok("attack", 39, 40, False, number) for number in range(64)))
        first, second = await say_twice(ada, *EAST)
        assert first["code"] == "QUEUE_FULL"
        await ada.ok("clear_moves")
        assert await ada.ask(*EAST) == second == first
        assert queue_in(server) == []
        await ada.ok("attack", 39, 40, False, "another id")
        assert queue_in(server) == ["another id"]


@live
async def test_an_illegal_march_is_refused_alike_and_heard_without_an_acknowledgement_too() -> None:
    async with serving() as server:
        ada, _ = await server.duel()
        first = await ada.ask("attack", 39, 41, False, 5)
        assert first["code"] == "NOT_ADJACENT"
        assert await ada.ask("attack", 39, 40, False, 5) == first
        await ada.emit("attack", (39, 40, False, 5))
        refused = await ada.until("refused")
        assert (refused["event"], refused["code"], refused["message"]) == ("attack", first["code"], first["message"])
        assert orders_of(server) == []


@live
async def test_an_order_that_never_reached_the_match_may_be_repeated() -> None:
    async with serving() as server:
        ada = await server.player("Ada", "den")
        assert await ada.refused(*EAST) == "NOT_PLAYING"
        await ada.ok("leave_game")
        ada, _ = await server.duel()
        await ada.ok(*EAST)
        assert orders_of(server) == ["39>40"]


# How long an id is remembered


async def refuse_all(client: Client, ids: range) -> None:
    """Send marches with these ids that are refused, and wait for all answers."""
    codes = await asyncio.gather(*(client.refused("attack", 39, 39, False, number) for number in ids))
    assert set(codes) == {"NOT_ADJACENT"}


@live
async def test_the_257th_id_of_a_seat_makes_its_first_forgotten(database_url: str) -> None:
    async with serving(database=database_url) as server:
        ada, bo = await server.duel()
        await ada.ok(*EAST)
        await bo.refused("attack", 44, 44, False, "of Bo")
        await refuse_all(ada, range(MOVE_IDS_KEPT - 1))
        await ada.ok(*EAST)
        assert orders_of(server) == ["39>40"], "it is one of the last 256"
        await ada.refused("attack", 39, 39, False, "one more")
        await ada.ok(*EAST)
        assert orders_of(server) == ["39>40"] * 2
        counted = rows(database_url, "SELECT seat, count(*) FROM move_ids GROUP BY seat ORDER BY seat")
        assert counted == [(0, MOVE_IDS_KEPT), (1, 1)]


@live
async def test_a_new_match_knows_no_ids_of_the_last_one_and_its_end_empties_the_table(database_url: str) -> None:
    async with serving(database=database_url) as server:
        ada, bo = await server.duel()
        await ada.ok(*EAST)
        await bo.ok("surrender")
        for client in (ada, bo):
            await client.until("game_end")
        assert await ada.ask(*EAST) == {"ok": True}, "the match is over, and still answers"
        assert await ada.refused("attack", 39, 40, False, "new") == "NOT_PLAYING"
        assert rows(database_url, "SELECT * FROM move_ids") == []
        heard = ada.now
        for client in (ada, bo):
            await client.ok("rematch", "den")
        await ada.until("game_update", since=heard)
        home = server.match().match.game.view(0).generals[0]
        await ada.ok("attack", home, home + 1, False, "east")
        assert orders_of(server) == [f"{home}>{home + 1}"]


@live
async def test_repeats_are_answered_alike_after_a_restart(database_url: str, tmp_path: Path) -> None:
    async with serving(tmp_path, database=database_url) as server:
        ada, bo = await server.duel()
        await play_turn(ada, bo, turn=1)
        await ada.ok(*EAST)
        for target, move_id in ((41, "a\0ü"), (42, 2**53), (43, None)):
            await ada.ok("attack", target - 1, target, target == 42, move_id)
        await ada.ok("attack", 43, 44, False, "taken back")
        await ada.ok("undo_move", "taken back")
        refused = await ada.ask("attack", 39, 39, False, "refused")
        await bo.ok("pass")
        await ada.turn(2)
        log = server.match().match.log.lines()
    async with serving(tmp_path, database=database_url, return_s=3600) as server:
        ada = await server.client("?more=1")
        await ada.ok("join_private", "den", secret_of("Ada"))
        waiting = [(40, 41, False, "a\0ü"), (41, 42, True, 2**53), (42, 43, False, None)]
        assert queue_of(await ada.turn(2)) == waiting
        for target, move_id in ((40, "east"), (41, "a\0ü"), (44, "taken back")):
            await ada.ok("attack", target - 1, target, False, move_id)
            assert ada.last("attack_result") == {
                "phase": "queued", "ok": True, "from": target - 1, "to": target, "moveId": move_id,
            }  # fmt: skip
        assert await ada.ask("attack", 39, 40, False, "refused") == refused
        assert server.match().match.log.lines() == log
        assert queue_in(server) == ["a\0ü", 2**53, None]
        await ada.ok("attack", 43, 44, False, "new")
        assert queue_in(server)[-1] == "new"


@live
async def test_ids_are_counted_on_after_a_restart(database_url: str, tmp_path: Path) -> None:
    async with serving(tmp_path, database=database_url) as server:
        ada, _ = await server.duel()
        await ada.ok(*EAST)
        await refuse_all(ada, range(MOVE_IDS_KEPT // 2))
    async with serving(tmp_path, database=database_url, return_s=3600) as server:
        ada = await server.client()
        await ada.ok("join_private", "den", secret_of("Ada"))
        await refuse_all(ada, range(MOVE_IDS_KEPT // 2, MOVE_IDS_KEPT - 1))
        await ada.ok(*EAST)
        assert orders_of(server) == ["39>40"], "it is one of the last 256"
        await ada.refused("attack", 39, 39, False, MOVE_IDS_KEPT - 1)
    async with serving(tmp_path, database=database_url, return_s=3600) as server:
        ada = await server.client()
        await ada.ok("join_private", "den", secret_of("Ada"))
        await ada.ok(*EAST)
        assert orders_of(server) == ["39>40"] * 2


# Taking back and passing


@live
async def test_taking_back_a_march_by_its_id_takes_back_no_other() -> None:
    async with serving() as server:
        ada, bo = await server.duel()
        await play_turn(ada, bo, turn=1)
        for target in (40, 41, 42):
            await ada.ok("attack", target - 1, target, False, target)
        assert await ada.refused("undo_move", 41) == "NOTHING_TO_UNDO", "others wait behind it"
        await ada.ok("undo_move", 42)
        assert await ada.refused("undo_move", 42) == "NOTHING_TO_UNDO", "it is gone"
        assert await ada.refused("undo_move", "never sent") == "NOTHING_TO_UNDO"
        assert queue_in(server) == [40, 41]
        await bo.ok("pass")
        await ada.turn(2)
        assert await ada.refused("undo_move", 40) == "NOTHING_TO_UNDO", "it was made"
        await ada.ok("undo_move")
        await ada.ok("undo_move")
        assert queue_in(server) == []


@live
async def test_a_repeated_clear_drops_no_march_that_came_after_the_first() -> None:
    async with serving() as server:
        ada, _ = await server.duel()
        orders: list[tuple[Any, ...]] = [EAST, ("clear_moves", "clear"), ("attack", 39, 38, False, "west")]
        for order in orders + orders:
            await ada.ok(*order)
        assert queue_in(server) == ["west"]
        await ada.ok("clear_moves")
        assert queue_in(server) == []


@live
async def test_a_repeated_pass_passes_no_later_turn() -> None:
    async with serving() as server:
        ada, bo = await server.duel()
        await ada.ok("pass", "first")
        await bo.ok("pass")
        await ada.turn(1)
        await ada.ok("pass", "first")
        await bo.ok("pass")
        await settled(ada, bo)
        assert server.match().match.waiting == {0}
        await ada.ok("pass", "second")
        await ada.turn(2)


@live
async def test_a_repeated_surrender_changes_nothing() -> None:
    async with serving() as server:
        ada, bo = await server.duel()
        await ada.ok("surrender")
        await bo.ok("pass")
        await bo.until("game_end")
        log = server.match().match.log.lines()
        assert await ada.refused("surrender") == "NOT_PLAYING"
        assert server.match().match.log.lines() == log
