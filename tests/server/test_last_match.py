"""Those who come after a game are told how it ended, if they ask for more."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.serving import Client, Serving, live, secret_of, serving, settled
from tests.server.test_coming_back import back_after_a_game_against_a_bot
from tests.server.test_ratings import rated_duel
from tests.server.welten.duels import LANE

MORE = "/?more=1"


async def ended_duel(server: Serving, **options: Any) -> tuple[Client, Client]:
    """A game of Fog of War that Bo has given up."""
    ada, bo = await server.duel(query=MORE, **options)
    await bo.ok("surrender")
    await ada.ok("pass")
    for player in (ada, bo):
        await player.until("game_end")
    return ada, bo


async def welten_player(server: Serving, name: str, query: str = MORE, **options: Any) -> Client:
    client = await server.player(name, query=query)
    await client.ok("welten_join", "hall", secret_of(name), options)
    return client


@live
async def test_a_player_who_comes_back_after_the_game_is_told_its_end() -> None:
    async with serving() as server:
        ada, _ = await ended_duel(server)
        end = ada.last("game_end")
        await ada.leave()
        again = await server.player("Ada", "den", MORE)
        assert again.last("last_match") == {
            **end, "ratings": None, "casual": "not asked", "seats": [0],
            "players": [{"username": "Ada", "isBot": False}, {"username": "Bo", "isBot": False}],
        }  # fmt: skip


@live
async def test_the_ratings_are_told_again_after_a_rated_game() -> None:
    async with serving() as server:
        ada, bo = await rated_duel(server)
        await bo.ok("surrender")
        end = await ada.until("game_end")
        assert end["ratings"] is not None
        for player in (ada, bo):
            await player.leave()
        again = await server.player("Bo", "den", MORE)
        told = again.last("last_match")
        assert (told["ratings"], told["casual"], told["seats"]) == (end["ratings"], None, [1])


@live
async def test_others_are_told_the_end_without_a_seat_in_it_and_old_clients_nothing() -> None:
    async with serving() as server:
        await ended_duel(server)
        for query, told in ((MORE, 1), ("", 0)):
            watcher = await server.client(query)
            await watcher.ok("spectate", "den")
            await settled(watcher)
            assert [each["seats"] for each in watcher.all("last_match")] == [[]] * told


@live
async def test_a_new_name_does_not_change_who_played_the_last_game() -> None:
    async with serving() as server:
        ada, bo = await server.duel(query=MORE)
        await ada.ok("set_username", secret_of("Ada"), "Zoe")
        await bo.ok("surrender")
        await ada.ok("pass")
        await ada.until("game_end")
        watcher = await server.client(MORE)
        await watcher.ok("spectate", "den")
        told = watcher.last("last_match")
        assert (told["winner"]["username"], told["players"][0]["username"]) == ("Ada", "Ada")


@live
async def test_during_the_next_game_nobody_is_told_of_the_last_one() -> None:
    async with serving() as server:
        for player in await ended_duel(server):
            await player.ok("rematch", "den")
        watcher = await server.client(MORE)
        await watcher.ok("spectate", "den")
        await settled(watcher)
        assert not watcher.all("last_match")


@pytest.mark.parametrize("query", [MORE, "/"])
@live
async def test_a_bot_waits_for_the_rematch_of_a_player_who_reloads_and_is_asked(query: str) -> None:
    async with serving() as server:
        again = await back_after_a_game_against_a_bot(server, query)
        assert server.room().playing is None
        bots = [player["username"] for player in again.last("players_update") if player["isBot"]]
        assert bots == (["settler"] if query == MORE else [])
        if bots:
            await again.ok("rematch", "den")
            assert server.room().playing is not None


@live
async def test_both_players_may_leave_and_come_back_without_a_game_that_nobody_asked_for() -> None:
    async with serving() as server:
        for player in await ended_duel(server):
            await player.leave()
        ada, bo = [await server.player(name, "den", MORE) for name in ("Ada", "Bo")]
        assert server.room().playing is None
        await ada.ok("rematch", "den")
        assert server.room().playing is None
        await bo.ok("rematch", "den")
        assert server.room().playing is not None


@live
async def test_a_spectator_who_goes_after_a_game_begins_no_other() -> None:
    async with serving() as server:
        ada, bo = await server.duel()  # clients that know of no rematch
        await bo.ok("surrender")
        await ada.ok("pass")
        await ada.until("game_end")
        watcher = await server.client()
        await watcher.ok("spectate", "den")
        await watcher.ok("leave_game")
        assert server.room().playing is None


@live
async def test_in_weltendaemmerung_the_last_board_follows_and_the_rematch_changes_sides() -> None:
    async with serving() as server:
        ada = await welten_player(server, "Ada", scenario=LANE, side="eldoin")
        bo = await welten_player(server, "Bo")
        await bo.until("welten_view")
        await bo.ok("surrender")
        await ada.until("game_end")
        await ada.leave()
        again = await welten_player(server, "Ada")
        told, view = again.last("last_match"), await again.until("welten_view")
        assert (told["seats"], told["winner"]["index"], told["replay_id"]) == ([0], 0, view["replay_id"])
        assert view["view"]["outcome"] is not None
        old = await server.client()
        await old.ok("spectate", "hall")
        await settled(old)
        assert not old.all("welten_view"), "as before"
        heard = again.now
        for player in (again, bo):
            await player.ok("rematch", "hall")
        assert (await again.until("welten_view", since=heard))["side"] == "dailor"


@live
async def test_who_played_both_sides_has_both_again_after_a_reload() -> None:
    async with serving() as server:
        ada = await welten_player(server, "Ada", scenario=LANE, side="both")
        await ada.ok("surrender")
        await ada.until("game_end")
        await ada.leave()
        again = await welten_player(server, "Ada")
        assert again.last("last_match")["seats"] == [0, 1]
        assert [player["username"] for player in again.last("players_update")] == ["Ada", "Ada"]
        await again.ok("rematch", "hall")
        assert server.lobby.rooms["hall"].playing is not None
