"""The game waits: nobody loses to a restart, and whoever comes back finds the board as it was."""

from __future__ import annotations

from pathlib import Path

from tests.server.serving import live, secret_of, serving
from tests.server.welten.duels import FORD, LANE, SWORD, duel, newest, order, sit, until_played
from tests.server.welten.test_playing import hall


@live
async def test_a_game_left_at_the_end_of_a_round_goes_on_after_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ada, bo = await duel(server)
        await order(ada, 0, f"move {SWORD} 5,1")
        await order(ada, 1, "end")
        for n, client in enumerate((bo, ada, bo, ada, bo), 2):
            await order(client, n, "end")
        before = newest(bo)
        assert (before["n"], before["rounds"], before["state"]) == (7, 1, 1)
        digest = hall(server).live.game.digest()  # type: ignore[union-attr]
    async with serving(tmp_path, return_s=0, grace_s=0) as server:
        ada = await sit(server, "Ada")
        view = await ada.until("welten_view")
        assert (view["n"], view["side"], view["view"]["rounds"], view["view"]["state"]) == (7, "eldoin", 1, 1)
        assert hall(server).live.game.digest() == digest  # type: ignore[union-attr]
        assert ada.last("players_update")[1] == {
            "index": 1, "username": "Bo", "isBot": False, "eliminated": False, "connected": False, "ready": False,
            "isHost": False, "muted": False,
        }  # fmt: skip
        await order(ada, 7, f"move {SWORD} 3,1")
        await order(ada, 8, "end")
        bo = await sit(server, "Bo")
        assert (await bo.until("welten_view"))["n"] == 9
        await order(bo, 9, "end")


@live
async def test_a_token_gives_the_seat_back_after_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ada = await sit(server, "Ada", side="both", scenario=LANE)
        token = ada.last("joined_as_player")["token"]
        await ada.until("welten_view")
    async with serving(tmp_path) as server:
        anyone = await server.client()
        await anyone.ok("welten_join", "hall", None, {}, token)
        assert (await anyone.until("welten_view"))["side"] == "both"
        await order(anyone, 0, "end")
        await order(anyone, 1, "end")
        assert await anyone.refused("set_username", secret_of("Bo"), "Bo") == "SEATED_ELSEWHERE"


@live
async def test_a_bot_goes_on_with_its_turn_after_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ada = await sit(server, "Ada", side="eldoin", scenario=FORD)
        await ada.ok("invite_bot", "hall", "recruit")
        await ada.until("welten_view")
        server.lobby.rooms["hall"].suspend()  # the server goes before the bot has a say
        await order(ada, 0, "end")
    async with serving(tmp_path) as server:
        ada = await sit(server, "Ada")
        assert (await ada.until("welten_view"))["view"]["player"] == "dailor"
        now = await until_played(ada, "eldoin")
        assert now["n"] > 1
        await order(ada, now["n"], "end")


@live
async def test_a_game_that_nobody_comes_back_to_after_a_restart_is_closed_one_day(tmp_path: Path) -> None:
    async with serving(tmp_path) as house:
        ada, _ = await duel(house)
        await order(ada, 0, "end")
    async with serving(tmp_path, forgotten_s=0) as house:
        (room,) = house.lobby.rooms.values()
        states: list[str] = [room.state]
        assert room.empty_since is not None
        house.lobby.sweep(room.empty_since + 1)
        states.append(room.state)
        assert states == ["playing", "ended"]
