"""A repeated order of Weltendämmerung is answered as the first time, before anybody looks at n."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from duskfall.server.store import MOVE_IDS_KEPT
from tests.server.databases import rows
from tests.server.serving import Client, Serving, live, serving
from tests.server.welten.duels import LANE, SWORD, TO_THE_COMMANDER, duel, order, sit
from tests.server.welten.test_playing import hall

MOVE = f"move {SWORD} 5,1"


async def ask(client: Client, n: int, text: str, move_id: object) -> dict[str, Any]:
    """Give an order with an id."""
    return await client.ask("welten_order", "hall", n, text, move_id)


def log_of(server: Serving) -> list[str]:
    live_match = hall(server).live
    assert live_match is not None
    return live_match.match.log.lines()


@live
async def test_a_repeated_order_is_carried_out_once_and_is_not_stale() -> None:
    async with serving() as server:
        ada, bo = await duel(server)
        assert await ask(ada, 0, MOVE, "m") == {"n": 1, "ok": True}
        await order(ada, 1, "end")
        log = log_of(server)
        assert await ask(ada, 0, MOVE, "m") == {"n": 1, "ok": True}
        assert log_of(server) == log
        assert len(bo.all("welten_events")) == 2


@live
async def test_a_refused_order_is_refused_alike_when_it_would_be_legal_by_now() -> None:
    async with serving() as server:
        ada, bo = await duel(server)
        refusals = {
            "stale": await ask(bo, 1, "end", "stale"),
            "not yet": await ask(bo, 0, "end", "not yet"),
            "no order": await ask(bo, 0, "dance\0", "no order"),
        }
        assert [each["code"] for each in refusals.values()] == ["STALE", "NOT_YOUR_TURN", "MALFORMED"]
        await order(ada, 0, "end")
        log = log_of(server)
        for move_id, first in refusals.items():
            assert await ask(bo, 1, "end", move_id) == first
        assert log_of(server) == log
        assert await ask(bo, 1, "end", "new") == {"n": 2, "ok": True}


@live
async def test_orders_without_an_id_are_never_taken_for_repeats() -> None:
    async with serving() as server:
        ada, _ = await duel(server)
        await order(ada, 0, MOVE)
        assert await ada.refused("welten_order", "hall", 0, MOVE) == "STALE"
        assert await ada.refused("welten_order", "hall", 0, MOVE, None) == "STALE"


@live
async def test_both_sides_may_use_the_same_id() -> None:
    async with serving() as server:
        ada, bo = await duel(server)
        assert await ask(ada, 0, "end", 1) == {"n": 1, "ok": True}
        assert await ask(bo, 1, "end", 1) == {"n": 2, "ok": True}
        assert await ask(ada, 0, "end", 1) == {"n": 1, "ok": True}


@live
async def test_a_player_of_both_sides_has_one_set_of_ids(database_url: str, tmp_path: Path) -> None:
    async with serving(tmp_path, database=database_url) as server:
        ada = await sit(server, "Ada", side="both", scenario=LANE)
        await ada.until("welten_view")
        assert await ask(ada, 0, "end", "e") == {"n": 1, "ok": True}
        assert await ask(ada, 1, "end", "f") == {"n": 2, "ok": True}
        assert await ask(ada, 0, "end", "e") == {"n": 1, "ok": True}, "the other side plays by now"
        log = log_of(server)
    async with serving(tmp_path, database=database_url) as server:
        ada = await sit(server, "Ada")
        assert await ask(ada, 0, "end", "e") == {"n": 1, "ok": True}
        assert await ask(ada, 1, "end", "f") == {"n": 2, "ok": True}
        assert log_of(server) == log


@live
async def test_repeats_are_answered_alike_after_a_restart(database_url: str, tmp_path: Path) -> None:
    async with serving(tmp_path, database=database_url) as server:
        ada, bo = await duel(server)
        await ask(ada, 0, MOVE, "m")
        refused = await ask(bo, 1, "end", "not yet")
        await order(ada, 1, "end")
        log = log_of(server)
    async with serving(tmp_path, database=database_url) as server:
        ada, bo = await sit(server, "Ada"), await sit(server, "Bo")
        assert await ask(ada, 0, MOVE, "m") == {"n": 1, "ok": True}
        assert await ask(bo, 2, "end", "not yet") == refused
        assert log_of(server) == log
        assert await ask(bo, 2, "end", "m") == {"n": 3, "ok": True}


@live
async def test_the_257th_id_makes_the_first_forgotten() -> None:
    async with serving() as server:
        ada, _ = await duel(server)
        await ask(ada, 0, MOVE, "m")
        for number in range(MOVE_IDS_KEPT - 1):
            assert (await ask(ada, 0, "end", number))["code"] == "STALE"
        assert (await ask(ada, 0, MOVE, "m"))["ok"], "it is one of the last 256"
        await ask(ada, 0, "end", "one more")
        assert (await ask(ada, 0, MOVE, "m"))["code"] == "STALE"


@live
async def test_the_order_that_ended_a_match_is_answered_again_until_the_next_one(database_url: str) -> None:
    async with serving(database=database_url) as server:
        ada, bo = await duel(server)
        for n, (text, client) in enumerate(zip(TO_THE_COMMANDER, (ada, bo, bo, ada, bo), strict=True)):
            assert (await ask(client, n, text, n))["ok"]
        await bo.until("game_end")
        n = len(TO_THE_COMMANDER)
        assert await ask(bo, n - 1, TO_THE_COMMANDER[-1], n - 1) == {"n": n, "ok": True}
        assert (await ask(bo, n, "end", "new"))["code"] == "NOT_PLAYING"
        assert rows(database_url, "SELECT * FROM move_ids") == []
        heard = ada.now
        for client in (ada, bo):
            await client.ok("rematch", "hall")
        await ada.until("welten_view", since=heard)
        assert await ask(bo, 0, "end", 0) == {"n": 1, "ok": True}
        assert len(log_of(server)) == 3


@live
async def test_a_token_of_the_seat_repeats_as_its_owner() -> None:
    async with serving() as server:
        ada, _ = await duel(server)
        await ask(ada, 0, MOVE, "m")
        token = ada.last("joined_as_player")["token"]
        again = await server.client()
        await again.ok("welten_join", "hall", None, {}, token)
        assert await ask(again, 0, MOVE, "m") == {"n": 1, "ok": True}
        watcher = await server.player("Cy")
        await watcher.ok("spectate", "hall")
        assert (await ask(watcher, 0, MOVE, "m"))["code"] == "NOT_PLAYING"
