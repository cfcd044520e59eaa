"""Rated games move their players on the ladder, and a rated player keeps their name for good."""

from __future__ import annotations

from pathlib import Path

from duskfall.server.ranking.ratings import Ratings, bot_user
from tests.server.serving import Serving, live, secret_of, serving


async def rated_game(server: Serving, room: str = "den", seed: int | None = None) -> None:
    """Ada plays Bo with default options; Bo surrenders."""
    ada = await server.player("Ada", room)
    await ada.ok("set_options", room, {"players": 2} if seed is None else {"players": 2, "seed": seed})
    bo = await server.player("Bo", room)
    await bo.turn(0)
    await bo.ok("surrender")
    await ada.until("game_end")
    await ada.leave()
    await bo.leave()


@live
async def test_the_winner_of_a_rated_game_stands_above_the_loser() -> None:
    async with serving() as server:
        await rated_game(server)
        ladder = server.server.store.ratings("fog")
    assert [(rating.name, rating.games) for rating in ladder] == [("Ada", 1), ("Bo", 1)]
    assert ladder[0].mu > 25 > ladder[1].mu


@live
async def test_a_game_on_a_map_that_the_host_has_chosen_is_not_rated() -> None:
    async with serving() as server:
        await rated_game(server, seed=7)
        assert server.server.store.ratings("fog") == []


@live
async def test_ratings_go_on_where_they_were_and_keep_their_names_after_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        await rated_game(server)
    async with serving(tmp_path) as server:
        stranger = await server.client()
        assert await stranger.refused("set_username", "a stranger's secret", "Ada") == "NAME_TAKEN"
        await rated_game(server, "cave")
        assert [(rating.name, rating.games) for rating in server.server.store.ratings("fog")] == [("Ada", 2), ("Bo", 2)]


@live
async def test_a_name_that_a_rated_player_only_tried_is_free_again_even_for_a_game_that_outlives_the_server(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path) as server:
        await rated_game(server)
        ada = await server.player("Ada")
        await ada.ok("set_username", secret_of("Ada"), "Cy")
        await ada.ok("join_private", "den", secret_of("Ada"))
        await ada.ok("set_options", "den", {"players": 2, "seed": 7})
        bo = await server.player("Bo", "den")
        await bo.turn(0)
        await bo.ok("surrender")
        await ada.until("game_end")
        await ada.leave()
        await bo.leave()
        for name in ("Cy", "Di"):
            await server.player(name, "lair")
        await server.server.store.flush()
        lair = server.lobby.rooms["lair"]
        await (await server.player("Cy", "lair")).ok("set_force_start", "lair", True)
        assert lair.state == "playing"
        assert [rating.name for rating in server.server.store.ratings("fog")] == ["Ada", "Bo"]
    async with serving(tmp_path) as server:
        assert set(server.lobby.rooms) == {"lair"}
        await server.player("Cy", "lair")


def test_a_game_in_which_a_user_has_two_seats_is_not_rated() -> None:
    players = [("ada", "Ada"), (bot_user("wanderer"), "wanderer"), (bot_user("wanderer"), "wanderer 2")]
    assert Ratings().played("fog", players, (1, 2, 3)) == []
