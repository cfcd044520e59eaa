"""A seat belongs to a player, not to a name: names change at any time, in running games from the next one on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from duskfall.server.lobby.names import KEEPING_GAMES
from duskfall.server.settings import UNLIMITED, Limits
from duskfall.server.store import Named, Rated, Store, sqlite_url
from tests.server.serving import Client, Serving, live, secret_of, serving, settled


def shown_names(client: Client) -> list[str]:
    """The players as they are shown to somebody."""
    return [player["username"] for player in client.last("players_update")]


async def zed_of(server: Serving, name: str = "Ada") -> Client:
    """Another connection of a player, who calls themselves Zed now."""
    zed = await server.client()
    await zed.ok("set_username", secret_of(name), "Zed")
    return zed


@live
async def test_a_running_game_shows_the_old_name_and_the_next_one_the_new() -> None:
    async with serving() as server:
        ada, bo = await server.duel()
        assert (await ada.ok("set_username", secret_of("Ada"), "Zed"))["username"] == "Zed"
        await ada.ok("chat_message", "still me")
        assert (await bo.until("chat_message"))["username"] == "Ada"
        assert shown_names(bo) == ["Ada", "Bo"]
        await bo.ok("surrender")
        await ada.ok("pass")
        assert (await bo.until("game_end"))["winner"]["username"] == "Ada"
        await bo.until("players_update", lambda players: players[0]["username"] == "Zed")
        for client in (ada, bo):
            await client.ok("rematch", "den")
        await bo.until_count("game_start", 2)
        assert server.match().match.players == ("Zed", "Bo")


@live
async def test_a_seat_is_taken_back_under_another_name() -> None:
    async with serving() as server:
        ada, bo = await server.duel()
        await ada.leave()
        await bo.until("players_update", lambda players: not players[0]["connected"])
        zed = await zed_of(server)
        assert (await zed.ok("join_private", "den", secret_of("Ada")))["playerIndex"] == 0
        await zed.until("game_update")
        assert shown_names(zed) == ["Ada", "Bo"]


@live
async def test_a_seat_is_taken_back_under_a_name_that_watches() -> None:
    async with serving() as server:
        ada, bo = await server.duel()
        await ada.leave()
        await bo.until("players_update", lambda players: not players[0]["connected"])
        viewer = await server.client()
        await viewer.ok("set_username", secret_of("Ada"), "Viewer")
        assert (await viewer.ok("join_private", "den", secret_of("Ada")))["playerIndex"] == 0


@live
async def test_a_waiting_room_shows_the_new_name_at_once_and_other_rooms_are_open_to_it() -> None:
    async with serving() as server:
        await server.duel()
        zed = await zed_of(server)
        assert (await zed.ok("join_private", "lair", secret_of("Ada")))["playerIndex"] == 0
        await settled(zed)
        assert shown_names(zed) == ["Zed"]
        await zed.ok("set_username", secret_of("Ada"), "Zoe")
        await zed.until("players_update", lambda players: players[0]["username"] == "Zoe")


@live
async def test_both_names_are_held_while_a_game_shows_the_old_one() -> None:
    async with serving() as server:
        ada, bo = await server.duel()
        await zed_of(server)
        thief = await server.client()
        for name in ("Ada", "Zed"):
            assert await thief.refused("set_username", "a thief's long secret", name) == "NAME_TAKEN"
        await bo.ok("surrender")
        await ada.ok("pass")
        await ada.until("game_end")
        await thief.ok("set_username", "a thief's long secret", "Ada")


@live
async def test_a_player_may_take_the_old_name_again_during_the_game() -> None:
    async with serving() as server:
        ada, bo = await server.duel()
        for name in ("Zed", "Ada"):
            await ada.ok("set_username", secret_of("Ada"), name)
        await bo.ok("surrender")
        await ada.ok("pass")
        await bo.until("game_end")
        await settled(bo)
        assert shown_names(bo) == ["Ada", "Bo"]


@live
async def test_after_a_restart_a_seat_is_taken_back_under_any_name(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        await server.duel()
    async with serving(tmp_path) as server:
        zed = await zed_of(server)
        assert (await zed.ok("join_private", "den", secret_of("Ada")))["playerIndex"] == 0
        await settled(zed)
        assert shown_names(zed) == ["Ada", "Bo"]


async def rated_player(folder: Path, games: int) -> None:
    """Make Ada a player with so many rated games; nobody is connected afterwards."""
    async with serving(folder) as server:
        user = server.server.lobby.players._identities.user(secret_of("Ada"))
    with Store.open(sqlite_url(folder)) as store:
        await store.write(Named(user, "Ada"), Rated(user, "fog", 25.0, 8.0, games, 1))


@pytest.mark.parametrize(("games", "kept"), [(KEEPING_GAMES, True), (KEEPING_GAMES - 1, False)])
@live
async def test_a_player_of_five_rated_games_keeps_a_name_while_away(tmp_path: Path, games: int, kept: bool) -> None:
    await rated_player(tmp_path, games)
    async with serving(tmp_path) as server:
        heir = await server.client()
        taken = await heir.ask("set_username", "an heir's long secret", "Ada")
        assert taken["ok"] is not kept
        if not kept:
            await heir.leave()
        again = await server.player("Ada")
        await again.ok("set_username", secret_of("Ada"), "Zed")
        other = await server.client()
        await other.ok("set_username", "a newcomer's long secret", "Ada")
        await again.leave()
        late = await server.client()
        late_answer = await late.ask("set_username", "another heir's secret", "Zed")
        assert late_answer["ok"] is not kept, "the name that they had last"


@live
async def test_the_ladder_lists_a_player_under_the_name_that_they_have_now(tmp_path: Path) -> None:
    await rated_player(tmp_path, 1)
    async with serving(tmp_path) as server:
        await zed_of(server)
        await server.server.store.flush()
        assert [rating.name for rating in server.server.store.ratings("fog")] == ["Zed"]


@live
async def test_a_client_that_climbs_past_taken_names_is_always_told_and_comes_to_a_free_one() -> None:
    async with serving(limits=Limits()) as server:
        for number in range(1, 61):
            name = "Blob" if number == 1 else f"Blob {number}"
            server.lobby.players.names.hold(f"user {number}", name)  # type: ignore[arg-type]
        client = await server.client()
        name = "Blob"
        for number in range(2, 62):
            await client.emit("set_username", ("blob's new id of this start", name))
            await client.until_count("username_taken", number - 1)
            assert client.last("username_taken") == {"username": name}
            name = f"Blob {number}"
        await client.emit("set_username", ("blob's new id of this start", name))
        assert (await client.ask("join_private", "den", "blob's new id of this start"))["ok"]
        await settled(client)
        assert shown_names(client) == ["Blob 61"]


@live
async def test_a_taken_name_is_told_even_when_no_more_ids_are_taken_whoever_the_owner_is() -> None:
    limits = replace(UNLIMITED, failed_claims="2/minute")
    async with serving(limits=limits) as server:
        await server.player("Ada")
        for number in range(2):
            thief = await server.client()
            assert await thief.refused("set_username", f"guess number {number}", "Ada") == "NAME_TAKEN"
        for secret in ("a wrong guess", secret_of("Ada")):
            late = await server.client()
            assert await late.refused("set_username", secret, "Ada") == "TOO_FAST"
            assert await late.until("username_taken") == {"username": "Ada"}
