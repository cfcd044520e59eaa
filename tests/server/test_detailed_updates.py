"""`?more=1` gives clients that ask visibility, queue and growth; every other client's bytes stay the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from duskfall.fog import Game, Options
from duskfall.protocol.fog.updates import Snapshot, UpdateStream
from duskfall.protocol.patches import Dialect, apply_patch
from duskfall.server.transport.encoding import encode
from tests.boards import field
from tests.server.serving import Client, live, play_turn, secret_of, serving

pytestmark = pytest.mark.usefixtures("each_transport")


def queue_of(update: dict[str, Any]) -> list[tuple[int, int, bool, object]]:
    return [(march["from"], march["to"], march["half"], march["moveId"]) for march in update["queue"]]


@pytest.mark.parametrize("dialect", list(Dialect))
@given(seed=st.integers(0, 2**32))
def test_visible_leads_from_turn_to_turn_to_what_the_seat_sees(dialect: Dialect, seed: int) -> None:
    game = Game.new(seed, Options(width=12, height=12))
    stream, seen = UpdateStream(dialect, detailed=True), list[int]()
    for _ in range(6):
        view = game.view(0)
        patch = stream.advance(Snapshot.of(view), lambda update: update.visible.tolist())  # type: ignore[attr-defined]
        seen = apply_patch(dialect, seen, patch)
        assert seen == view.visible.astype(np.int32).tolist()
        game.advance({})


@pytest.mark.parametrize("dialect", list(Dialect))
def test_only_the_new_fields_tell_a_detailed_update_from_another(dialect: Dialect) -> None:
    game = Game.new(7, Options(width=12, height=12))
    plain, detailed = UpdateStream(dialect), UpdateStream(dialect, detailed=True)
    for _ in range(3):
        snapshot = Snapshot.of(game.view(1))
        short, long = (stream.advance(snapshot, encode).text for stream in (plain, detailed))
        assert long.startswith(short.removesuffix("}]") + ',"visible":[')
        assert set(orjson.loads(long[1:])[1]) - set(orjson.loads(short[1:])[1]) == {"visible", "queue", "growthIn"}
        game.advance({})


def test_growth_in_tells_when_all_land_grows() -> None:
    game = field("A5 a3 . . B5", turn=20)
    stream, before, announced, grown = UpdateStream(Dialect.FULL, detailed=True), 0, 0, []
    for _ in range(35):
        update = orjson.loads(stream.advance(Snapshot.of(game.view(0)), encode).text[1:])[1]
        land = int(game.view(0).armies[1])
        if before and land > before:
            grown.append((game.turn, announced))
        before, announced = land, update["growthIn"]
        game.advance({})
    assert grown == [(25, 1), (50, 1)]


@live
async def test_the_queue_tells_the_marches_that_wait_with_their_ids() -> None:
    async with serving() as server:
        ada, bo = await server.duel(query="?more=1")
        assert ada.last("game_update")["queue"] == []
        await play_turn(ada, bo, turn=1)
        for target, mark in ((40, "a"), (41, None), (42, 7)):
            await ada.ok("attack", target - 1, target, target == 41, mark)
        await bo.ok("pass")
        update = await ada.turn(2)
        assert queue_of(update) == [(40, 41, True, None), (41, 42, False, 7)]
        assert bo.last("game_update")["queue"] == [], "the queue is for its owner alone"
        await ada.ok("undo_move")
        await bo.ok("pass")
        assert queue_of(await ada.turn(3)) == []


@live
async def test_after_a_join_visible_is_complete_and_the_queue_has_what_came_since_the_turn() -> None:
    async with serving() as server:
        ada, _ = await server.duel(query="?more=1")
        await ada.ok("attack", 39, 40, False, "first")
        await ada.ok("attack", 40, 41, True, "second")
        again = await server.client("?more=1&diff=full")
        await again.ok("join_private", "den", secret_of("Ada"), ada.last("joined_as_player")["token"])
        update = await again.turn(0)
        assert queue_of(update) == [(39, 40, False, "first"), (40, 41, True, "second")]
        sees = server.match().match.game.view(0).visible
        assert update["visible"] == [0, len(sees), *sees.astype(int).tolist()]


@live
async def test_queued_marches_come_back_after_a_restart_with_their_ids(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ada, bo = await server.duel()
        await play_turn(ada, bo, turn=1)
        for target in (40, 41, 42):
            await ada.ok("attack", target - 1, target, False, target)
        await bo.ok("pass")
        await ada.turn(2)
        await ada.ok("attack", 42, 43)
    async with serving(tmp_path, return_s=3600) as server:
        ada = await server.client("?more=1")
        await ada.ok("join_private", "den", secret_of("Ada"))
        expected = [(40, 41, False, 41), (41, 42, False, 42), (42, 43, False, None)]
        assert queue_of(await ada.turn(2)) == expected


@live
async def test_spectators_see_everything_and_have_no_queue() -> None:
    async with serving() as server:
        ada, bo = await server.duel(spectatorDelay=0)
        watcher: Client = await server.client("?more=1")
        await watcher.ok("spectate", "den")
        await ada.ok("attack", 39, 40, False, "secret")
        await bo.ok("pass")
        update = await watcher.turn(1)
        assert update["queue"] == []
        first = watcher.all("game_update")[0]["visible"]
        assert first[1::2] == [1] * 120


@live
@pytest.mark.parametrize("transport", ["websocket", "polling"])
async def test_a_client_that_asks_for_an_unknown_dialect_is_told_which_it_gets(transport: str) -> None:
    async with serving() as server:
        ada = await server.client("?diff=Splice", (transport,))
        notice = await ada.until("notice")
        assert notice["code"] == "UNKNOWN_NAME"
        assert notice["message"].endswith("Known: full, generals, pairs, splice; changes come as pairs")
