"""A turn as clients hear of it: results of marches, then one update, in order, for everyone alive at its start."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.patches import Board
from tests.server.serving import Client, Heard, live, play_turn, secret_of, serving, settled
from tests.server.test_roles import game_of_three

pytestmark = pytest.mark.usefixtures("each_transport")


def story(client: Client, since: int = 0) -> list[tuple[Any, ...]]:
    """What a client heard of its marches and turns: ("queued", mark, ok), ("done", mark, code) and ("turn", number)."""
    told: list[tuple[Any, ...]] = []
    for event, arguments in client.heard[since:]:
        if event == "game_update":
            told.append(("turn", arguments[0]["turn"]))
        elif event == "attack_result":
            result = arguments[0]
            told.append((result["phase"], result.get("moveId"), result.get("code", result["ok"])))
    return told


@live
async def test_a_march_is_queued_made_and_then_shown() -> None:
    async with serving() as server:
        ada, bo = await server.duel()
        await play_turn(ada, bo, turn=1)
        since = ada.now
        await ada.ok("attack", 39, 40, False, "east")
        await bo.ok("pass")
        update = await ada.turn(2)
        assert story(ada, since) == [("queued", "east", True), ("done", "east", True), ("turn", 2)]
        queued, done = ada.all("attack_result")
        assert queued == {"phase": "queued", "ok": True, "from": 39, "to": 40, "moveId": "east"}
        assert done == {"phase": "done", "ok": True, "from": 39, "to": 40, "moveId": "east"}
        assert set(update) == {
            "turn", "map_diff", "cities_diff", "towers_diff", "generals", "capitals", "scores", "events",
        }  # fmt: skip
        assert update["capitals"] == update["generals"] == [39, -1]
        assert update["scores"][0] == {"tiles": 2, "armies": 3}
        assert not bo.all("attack_result"), "nobody hears of another's marches"


@live
async def test_marches_that_cannot_be_made_vanish_and_each_is_told_before_the_turn_that_dropped_it() -> None:
    async with serving() as server:
        rows = [*["." * 12] * 2, "...^........", "...a....b...", *["." * 12] * 6]
        ada, bo = await server.duel(map=rows)
        await play_turn(ada, bo, turn=1)
        since = ada.now
        for mark, (source, target) in enumerate([(5, 6), (39, 27), (39, 40), (39, 38), (40, 41)]):
            await ada.ok("attack", source, target, False, mark)
        assert story(ada, since) == [("queued", mark, True) for mark in range(5)]
        since = ada.now
        await bo.ok("pass")
        await ada.turn(2)
        assert story(ada, since) == [("done", 0, "NOT_YOURS"), ("done", 1, "MOUNTAIN"), ("done", 2, True), ("turn", 2)]
        since = ada.now
        await bo.ok("pass")
        await ada.turn(3)
        assert story(ada, since) == [("done", 3, True), ("turn", 3)]
        since = ada.now
        await bo.ok("pass")
        await ada.turn(4)
        assert story(ada, since) == [("done", 4, "TOO_FEW"), ("turn", 4)]


@live
async def test_undo_drops_the_last_march_and_clear_all_of_them_and_none_is_told_of_again() -> None:
    async with serving() as server:
        ada, bo = await server.duel()
        for event in ("undo_move", "clear_moves"):
            await ada.ok(event)
        await play_turn(ada, bo, turn=1)
        since = ada.now
        await ada.ok("attack", 39, 40, False, "kept")
        await ada.ok("attack", 39, 38, False, "undone")
        await ada.ok("undo_move")
        await ada.ok("attack", 39, 27, False, "later")
        await bo.ok("pass")
        await ada.turn(2)
        assert [told for told in story(ada, since) if told[0] != "queued"] == [("done", "kept", True), ("turn", 2)]
        since = ada.now
        await ada.ok("clear_moves")
        await ada.ok("pass")
        await bo.ok("pass")
        await ada.turn(3)
        await play_turn(ada, bo, turn=4)
        assert story(ada, since) == [("turn", 3), ("turn", 4)], "what was cleared is not heard of"
        since = ada.now
        await ada.ok("attack", 39, 51, False, "last")
        await bo.ok("pass")
        await ada.turn(5)
        assert story(ada, since)[1:] == [("done", "last", True), ("turn", 5)], "marks stay with their marches"


@live
async def test_a_march_without_a_mark_is_told_without_one_and_numbers_are_marks_too() -> None:
    async with serving() as server:
        ada, bo = await server.duel()
        await ada.ok("attack", 39, 40)
        await ada.ok("attack", 39, 40, True, 7)
        results = ada.all("attack_result")
        assert "moveId" not in results[0]
        assert results[1]["moveId"] == 7
        await bo.ok("pass")
        await ada.turn(1)
        assert story(ada)[-3:] == [("done", None, "TOO_FEW"), ("done", 7, "TOO_FEW"), ("turn", 1)]


@pytest.mark.parametrize("lockstep", [True, False])
@live
async def test_every_player_gets_exactly_one_update_a_turn(lockstep: bool) -> None:
    async with serving() as server:
        ada, bo = await server.duel(lockstep=lockstep, turnMs=50)
        for turn in range(1, 30):
            if lockstep:
                await play_turn(ada, bo, turn=turn)
            else:
                await ada.turn(turn)
        await bo.turn(29)
        for client in (ada, bo):
            turns = [update["turn"] for update in client.all("game_update")]
            assert turns[:30] == list(range(30))
            assert turns == list(range(len(turns)))


@live
async def test_lockstep_waits_for_everyone_and_a_queue_speaks_for_itself() -> None:
    async with serving() as server:
        ada, bo = await server.duel()
        await ada.ok("pass")
        await ada.ok("pass")
        assert server.match().match.turn == 0, "Bo has said nothing"
        for _ in range(3):
            await bo.ok("attack", 44, 43)
        await bo.turn(1)
        for turn in (2, 3):
            assert server.match().match.turn == turn - 1
            await ada.ok("pass")
            await bo.turn(turn)
        await ada.ok("pass")
        await settled(ada, bo)
        assert server.match().match.turn == 3, "Bo's queue is empty again"


@live
async def test_a_missed_deadline_is_a_pass() -> None:
    async with serving() as server:
        ada, bo = await server.duel(deadlineMs=50)
        update = await ada.turn(5)
        assert update["scores"] == [{"tiles": 1, "armies": 6}] * 2
        await ada.ok("attack", 39, 40, False, "late is not lost")
        await ada.until("attack_result", lambda result: result["phase"] == "done")
        assert await bo.turn(6)


@live
async def test_the_fallen_see_their_land_lost_at_once_and_watch_from_the_next_turn_on() -> None:
    async with serving() as server:
        ada, bo, cy = await game_of_three(server, "den", ["Ada", "Bo", "Cy"])
        await cy.ok("attack", 75, 76, False, "never made")
        await cy.ok("surrender")
        for client in (ada, bo):
            await client.ok("pass")
        last = await cy.turn(1)
        board = Board().read(await cy.turn(0)).read(last)
        assert 2 not in board.terrain, "nothing is its own any more"
        assert board.terrain[75] == -1
        assert last["generals"] == [-1, -1, -1]
        assert {"type": "eliminated", "index": 2} in last["events"]
        assert last["scores"][2] == {"tiles": 0, "armies": 0}
        assert ("done", "never made", True) not in story(cy)
        for turn in range(2, 22):
            since = cy.now
            await play_turn(ada, bo, turn=turn)
            await settled(cy)
            late = [update["turn"] for update in cy.all("game_update", since=since)]
            assert late == ([turn - 20] if turn >= 20 else []), "twenty turns late"
        first = await cy.until("game_update", lambda update: update["turn"] == 0, since=since - 3)
        assert first["generals"] == [39, 44, 75]


@live
async def test_without_delay_the_fallen_see_the_next_turn_and_not_the_last_one_twice() -> None:
    async with serving() as server:
        ada, bo, cy = await game_of_three(server, "den", ["Ada", "Bo", "Cy"], spectatorDelay=0)
        watcher = await server.client()
        await watcher.ok("spectate", "den")
        await watcher.turn(0)
        await cy.ok("surrender")
        for client in (ada, bo):
            await client.ok("pass")
        await cy.turn(1)
        await watcher.turn(1)
        await play_turn(ada, bo, turn=2)
        await cy.turn(2)
        assert [update["turn"] for update in cy.all("game_update")] == [0, 1, 2]


def position(heard: list[Heard], event: str) -> int:
    return [name for name, _ in heard].index(event)


@live
async def test_a_captured_general_ends_the_game_with_places_after_the_last_update() -> None:
    async with serving() as server:
        rows = [*["." * 12] * 3, "...a.b......", *["." * 12] * 6]
        ada, bo = await server.duel(map=rows)
        for source in (41, 41, 41):
            await bo.ok("attack", source, 40)
        await ada.ok("attack", 39, 40)
        for turn in range(1, 60):
            if bo.all("game_end"):
                break
            if turn > 3:
                await bo.ok("attack", 41, 42)
                await ada.ok("attack", 39, 40)
                await ada.ok("attack", 40, 41)
            await ada.ask("pass")
            await bo.ask("pass")
            await settled(ada, bo)
        for client in (ada, bo):
            end = await client.until("game_end")
            assert end["winner"] == {"index": 0, "username": "Ada"}
            assert end["places"] == [1, 2]
            assert end["reason"] == "last_alive"
            assert client.last("game_update")["turn"] == end["turn"]
            assert {"type": "captured general", "index": 0, "tile": 41, "of": 1} in client.last("game_update")["events"]
            assert {"type": "eliminated", "index": 1} in client.last("game_update")["events"]
            last_update = max(at for at, (name, _) in enumerate(client.heard) if name == "game_update")
            assert last_update < position(client.heard, "game_end") < position(client.heard, "game_won")
        assert 1 not in Board().read(complete(bo)).terrain


def complete(client: Client) -> dict[str, Any]:
    """All updates of a client as one."""
    board = Board()
    for update in client.all("game_update"):
        board.read(update)
    numbers = [number for at, value in enumerate(board.map) for number in (at, value)]
    return {"map_diff": numbers, "cities_diff": [], "towers_diff": [], "turn": board.turn}


@live
async def test_places_are_the_reverse_order_of_elimination() -> None:
    async with serving() as server:
        ada, bo, cy = await game_of_three(server, "den", ["Ada", "Bo", "Cy"])
        await bo.ok("surrender")
        for client in (ada, cy):
            await client.ok("pass")
        await ada.turn(1)
        await ada.ok("abandon_game", "den", secret_of("Ada"))
        await cy.ok("pass")
        end = await cy.until("game_end")
        assert end["places"] == [2, 3, 1]
        assert end["winner"] == {"index": 2, "username": "Cy"}
        assert (await bo.until("game_end"))["places"] == [2, 3, 1]
