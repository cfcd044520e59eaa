"""Moderation: a host sends people away and mutes them, and nobody else does."""

from __future__ import annotations

import pytest

from duskfall.errors import Refused
from duskfall.server.lobby.client import Client as ServerClient
from duskfall.server.lobby.identity import User
from duskfall.server.lobby.moderation import Moderation
from tests.server.serving import Client, live, secret_of, serving, settled
from tests.server.welten.duels import duel


async def says(client: Client, text: str) -> str:
    """Say something in chat; gives the code of a refusal, or "ok"."""
    reply = await client.ask("chat_message", text)
    return "ok" if reply["ok"] else str(reply["code"])


@live
async def test_the_host_sends_a_player_away_who_cannot_come_back() -> None:
    async with serving() as server:
        ada, bo = await server.player("Ada", "den"), await server.player("Bo", "den")
        await ada.ok("kick_player", "den", 1)
        assert (await bo.until("notice"))["code"] == "KICKED"
        assert (await bo.ok("get_current_room"))["room"] is None
        assert [occupant.name for occupant in server.room().occupants] == ["Ada"]
        assert await bo.refused("join_private", "den", secret_of("Bo")) == "KICKED"
        assert await bo.refused("spectate", "den") == "KICKED"
        again = await server.player("Bo")
        assert await again.refused("join_private", "den", secret_of("Bo")) == "KICKED"
        await bo.ok("join_private", "lair", secret_of("Bo"))
        await server.player("Cleo", "den")


@live
async def test_nobody_sends_away_the_host_a_bot_or_an_empty_seat_this_way() -> None:
    async with serving() as server:
        ada, bo = await server.player("Ada", "den"), await server.player("Bo", "den")
        await ada.ok("invite_bot", "den", "settler")
        assert await ada.refused("kick_player", "den", 0) == "IMPOSSIBLE"
        assert await ada.refused("kick_player", "den", 2) == "NO_SEAT"
        assert await ada.refused("kick_player", "den", 7) == "NO_SEAT"
        assert await bo.refused("kick_player", "den", 0) == "NOT_HOST"
        assert len(server.room().occupants) == 3


@live
async def test_a_seat_in_a_running_game_cannot_be_taken_away() -> None:
    async with serving() as server:
        ada, bo = await server.duel()
        assert await ada.refused("kick_player", "den", 1) == "GAME_RUNNING"
        assert (await bo.ok("get_current_room"))["room"] == "den"


def test_who_shares_no_address_with_the_host_is_kept_out_by_it_too() -> None:
    moderation = Moderation()
    moderation.kick(User("bo"), "10.0.0.2")

    class Anyone(ServerClient):
        def __init__(self, user: str, address: str) -> None:
            self.user, self.address = User(user), address

    moderation.check_entry("den", Anyone("cleo", "10.0.0.3"))
    for kept_out in (Anyone("bo", "10.0.0.9"), Anyone("zoe", "10.0.0.2")):
        with pytest.raises(Refused, match="sent you away"):
            moderation.check_entry("den", kept_out)


@live
async def test_a_muted_player_neither_chats_nor_points_and_may_again_later() -> None:
    async with serving() as server:
        ada, bo = await server.duel()
        await ada.ok("mute_player", "den", 1, True)
        assert (await bo.until("players_update", lambda players: players[1]["muted"]))[0]["muted"] is False
        assert await says(bo, "spam") == "MUTED"
        assert await bo.refused("ping_tile", 40) == "MUTED"
        await settled(ada)
        assert not ada.all("chat_message")
        assert await bo.refused("mute_player", "den", 1, False) == "NOT_HOST"
        await ada.ok("mute_player", "den", 1, False)
        assert await says(bo, "sorry") == "ok"
        assert (await ada.until("chat_message"))["text"] == "sorry"


@live
async def test_a_mute_stays_when_the_player_leaves_the_room_and_comes_back() -> None:
    async with serving() as server:
        ada, bo = await server.player("Ada", "den"), await server.player("Bo", "den")
        await ada.ok("mute_player", "den", 1, True)
        await bo.ok("leave_game")
        await bo.ok("join_private", "den", secret_of("Bo"))
        assert await says(bo, "spam") == "MUTED"
        await bo.ok("leave_game")
        await bo.ok("spectate", "den")
        assert await says(bo, "spam") == "MUTED"


@live
async def test_the_host_mutes_everyone_who_watches() -> None:
    async with serving() as server:
        ada, bo = await duel(server)
        watcher = await server.player("Zoe")
        await watcher.ok("spectate", "hall")
        await ada.ok("mute_player", "hall", -1, True)
        assert await says(watcher, "go west") == "MUTED"
        assert await says(bo, "hello") == "ok"
        await ada.ok("mute_player", "hall", -1, False)
        assert await says(watcher, "go west") == "ok"
