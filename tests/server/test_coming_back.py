"""Leaving a game, losing the connection, and taking the seat back."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.server.patches import Board
from tests.server.serving import Client, Serving, duel_options, live, play_turn, secret_of, serving, settled
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
        await second.ok("join_private", "den", secret_of("Ada"), ada.last("joined_as_player")["token"])
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


@pytest.mark.parametrize("state", ["lobby", "playing"])
@live
async def test_a_seat_whose_connection_answers_is_not_given_to_somebody_with_the_id_alone(state: str) -> None:
    async with serving() as server:
        if state == "playing":
            ada, _ = await server.duel()
        else:
            ada, _ = await server.player("Ada", "den"), await server.player("Bo", "den")
        holder = server.room().occupants[0].client
        thief = await server.client()
        assert await thief.refused("join_private", "den", secret_of("Ada")) == "NOT_OWNER"
        assert server.room().occupants[0].client is holder
        assert not thief.all("game_update")
        assert not ada.all("notice")
        await ada.leave()
        await thief.ok("join_private", "den", secret_of("Ada"))


@live
async def test_a_seat_whose_connection_is_silent_is_taken_over_with_the_id(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("duskfall.server.lobby.lobby.ANSWER_S", 0.2)
    async with serving() as server:
        ada, bo = await server.duel()

        async def keep_still(_: object) -> None:
            return

        monkeypatch.setattr(ada.eio, "_send_packet", keep_still)
        second = await server.client()
        await second.ok("join_private", "den", secret_of("Ada"))
        assert (await ada.until("notice"))["code"] == "REPLACED"
        await play_turn(second, bo, turn=1)


@live
async def test_while_a_join_waits_for_an_answer_everyone_else_is_served(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving() as server:
        ada, bo = await server.duel()

        async def keep_still(_: object) -> None:
            return

        monkeypatch.setattr(ada.eio, "_send_packet", keep_still)
        second = await server.client()
        joined: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        await second.emit("join_private", ("den", secret_of("Ada")), callback=joined.set_result)
        assert await second.refused("join_private", "den", secret_of("Ada")) == "TOO_FAST"
        await bo.ok("pass")
        assert not joined.done()
        assert (await joined)["ok"]


@live
async def test_an_id_that_is_the_name_does_not_give_up_the_seat_of_a_player_who_is_here() -> None:
    async with serving() as server:
        victim = await server.client()
        await victim.ok("set_username", "Cara", "Cara")
        await victim.ok("join_private", "den", "Cara")
        await server.player("Bo", "den")
        await victim.ok("set_force_start", "den", True)
        await victim.turn(0)
        thief = await server.client()
        for claim in ("Cara", None):
            assert await thief.refused("abandon_game", "den", claim) == "NOT_OWNER"
            await thief.ok("set_username", "Cara", "Cara")
        assert not server.match().eliminated(0)


@live
async def test_an_absent_player_is_removed_after_the_grace_time_and_not_before() -> None:
    async with serving(grace_s=1) as server:
        ada, bo = await server.duel(lockstep=False, turnMs=50)
        await bo.turn(2)
        now = asyncio.get_running_loop().time
        left = now()
        await ada.leave()
        away = await bo.until("players_update", lambda players: not players[0]["connected"])
        assert not away[0]["eliminated"]
        end = await bo.until("game_end")
        assert now() - left >= 1, "the grace time is kept, however many turns a busy machine plays in it"
        assert end["winner"] == {"index": 1, "username": "Bo"}
        assert end["places"] == [2, 1]
        assert end["reason"] == "last_alive"
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


@live
async def test_reloading_the_page_of_a_finished_game_begins_no_other() -> None:
    async with serving() as server:
        ada, bo = await server.duel(query="?more=1")
        await bo.ok("surrender")
        await ada.ok("pass")
        for player in (ada, bo):
            await player.until("game_end")
        for name, player in (("Bo", bo), ("Ada", ada)):
            await player.leave()
            again = await server.player(name, "den", "?more=1")
            assert server.room().playing is None, "nobody has asked for a rematch"
            await again.ok("set_ready", "den", False)
        assert await again.ok("rematch", "den")
        assert server.room().playing is None, "Bo has not"


async def back_after_a_game_against_a_bot(server: Serving, query: str = "") -> Client:
    """Ada, who has lost to a bot and opens the page of the game again."""
    ada = await server.player("Ada", "den", query)
    await ada.ok("set_options", "den", duel_options())
    await ada.ok("invite_bot", "den", "settler")
    await ada.until("game_update")
    await ada.ok("surrender")
    await ada.until("game_end")
    await ada.leave()
    return await server.player("Ada", "den", query)


@live
async def test_who_reloads_the_page_of_a_game_against_a_bot_is_told_the_seat_that_they_have() -> None:
    async with serving() as server:
        again = await back_after_a_game_against_a_bot(server)
        (player,) = again.last("players_update")
        assert (player["index"], again.last("joined_as_player")["playerIndex"]) == (0, 0)
