"""Leaving a game, losing the connection, and taking the seat back."""

from __future__ import annotations

import pytest

from tests.server.patches import Board
from tests.server.serving import Client, live, play_turn, secret_of, serving, settled
from tests.server.test_roles import game_of_three

pytestmark = pytest.mark.usefixtures("each_transport")


@live
async def test_who_leaves_a_game_may_come_back_to_it() -> None:
    async with serving() as server:
        ada, bo = await server.duel()
        await ada.ok("attack", 39, 40, False, "mine")
        await ada.ok("leave_game")
        await bo.until("players_update", lambda players: not players[0]["connected"])
        assert (await ada.ok("get_current_room"))["room"] is None
        heard = ada.now
        await bo.ok("pass")
        await bo.turn(1)
        await settled(ada)
        assert not ada.all("game_update", since=heard), "who has left is told no more"
        await ada.ok("join_private", "den", secret_of("Ada"))
        update = await ada.until("game_update", since=heard)
        assert update["turn"] == 1
        assert Board().read(update).turn == 1
        assert ada.last("joined_as_player")["playerIndex"] == 0
        await play_turn(ada, bo, turn=2)


@live
async def test_a_second_connection_takes_the_seat_from_the_first() -> None:
    async with serving() as server:
        ada, bo = await server.duel()
        second = await server.client()
        await second.ok("join_private", "den", secret_of("Ada"))
        notice = await ada.until("notice")
        assert notice["code"] == "REPLACED"
        assert await ada.refused("attack", 39, 40) == "NO_ROOM"
        heard = ada.now
        await play_turn(second, bo, turn=1)
        await settled(ada)
        assert not ada.all("game_update", since=heard)
        await ada.leave()
        await play_turn(second, bo, turn=2)
        assert all(player["connected"] for player in bo.last("players_update"))


@live
async def test_an_absent_player_is_removed_after_the_grace_time_and_not_before() -> None:
    async with serving(grace_s=1) as server:
        ada, bo = await server.duel(lockstep=False, turnMs=50)
        await bo.turn(2)
        await ada.leave()
        away = await bo.until("players_update", lambda players: not players[0]["connected"])
        assert not away[0]["eliminated"]
        lost = server.match().match.turn
        end = await bo.until("game_end")
        assert end["winner"] == {"index": 1, "username": "Bo"}
        assert end["places"] == [2, 1]
        assert end["reason"] == "last_alive"
        assert end["turn"] >= lost + 1000 // 50 - 1, "a second is twenty turns"
        update = await bo.turn(end["turn"])
        assert {"type": "eliminated", "index": 0} in update["events"]


@live
async def test_who_comes_back_within_the_grace_time_is_not_removed() -> None:
    async with serving(grace_s=1) as server:
        ada, bo = await server.duel(lockstep=False, turnMs=50)
        await ada.leave()
        await bo.until("players_update", lambda players: not players[0]["connected"])
        again = await server.client()
        await again.ok("join_private", "den", secret_of("Ada"))
        back = server.match().match.turn
        await again.turn(back + 30)
        assert not bo.all("game_end")
        assert not any(player["eliminated"] for player in bo.last("players_update"))


@live
async def test_surrender_ends_a_duel_at_the_next_turn() -> None:
    async with serving() as server:
        ada, bo = await server.duel()
        await ada.ok("surrender")
        await bo.ok("pass")
        for client in (ada, bo):
            end = await client.until("game_end")
            assert end == {
                "winner": {"index": 1, "username": "Bo"}, "places": [2, 1], "reason": "last_alive", "turn": 1,
                "replay_id": client.last("game_start")["replay_id"],
            }  # fmt: skip
            assert await client.until("game_won") == {"winner": 1}
        assert await ada.refused("attack", 39, 40) in {"NOT_PLAYING", "GAME_OVER"}


@pytest.mark.parametrize("proof", ["its id", "its seat", "its id from elsewhere"])
@live
async def test_abandoning_a_game_gives_up_the_own_seat(proof: str) -> None:
    async with serving() as server:
        ada, bo, cy = await game_of_three(server, "den", ["Ada", "Bo", "Cy"])
        who: Client = await server.client() if proof == "its id from elsewhere" else ada
        await who.ok("abandon_game", "den", *([] if proof == "its seat" else [secret_of("Ada")]))
        assert (await ada.ok("get_current_room"))["room"] is None
        for client in (bo, cy):
            await client.ok("pass")
        update = await bo.turn(1)
        assert {"type": "eliminated", "index": 0} in update["events"]
        players = await bo.until("players_update", lambda players: players[0]["eliminated"])
        assert [player["eliminated"] for player in players] == [True, False, False]
        assert [player["connected"] for player in players] == [False, True, True]


@live
async def test_who_was_eliminated_comes_back_as_a_spectator() -> None:
    async with serving() as server:
        ada, bo, cy = await game_of_three(server, "den", ["Ada", "Bo", "Cy"])
        await ada.ok("surrender")
        for client in (bo, cy):
            await client.ok("pass")
        await ada.turn(1)
        await ada.leave()
        again = await server.client()
        reply = await again.ok("join_private", "den", secret_of("Ada"))
        assert reply["playerIndex"] == 0
        assert await again.refused("attack", 75, 76) == "ELIMINATED"
        for turn in range(2, 22):
            await play_turn(bo, cy, turn=turn)
        update = await again.until("game_update")
        assert update["turn"] == 0, "twenty turns late"
        assert update["generals"] == [39, 44, 75]
