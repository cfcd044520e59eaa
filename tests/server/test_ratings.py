"""Rated games move their players on the ladder, and cannot be farmed or dodged."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from duskfall.server.http.ladder import Ranked
from duskfall.server.ranking.ratings import GAMES_A_DAY, Contestant, Ratings, bot_user
from duskfall.server.store import Rated
from tests.server.serving import Client, Serving, live, secret_of, serving, settled

PROXIES = ("127.0.0.1",)
"""The addresses of players are told as a proxy tells them."""
ADDRESSES = {name: f"10.0.0.{number}" for number, name in enumerate(("Ada", "Bo", "Cy", "Di"), 1)}
"""Each player's own."""


async def rated_duel(server: Serving, room: str = "den", **options: Any) -> tuple[Client, Client]:
    """Ada and Bo in a game that has begun and is rated, unless the options say otherwise."""
    ada = await server.player("Ada", room, address=ADDRESSES["Ada"])
    await ada.ok("set_options", room, {"players": 2, "rated": True, **options})
    bo = await server.player("Bo", room, address=ADDRESSES["Bo"])
    await bo.turn(0)
    return ada, bo


async def rated_game(server: Serving, room: str = "den", **options: Any) -> None:
    """Ada plays Bo; Bo surrenders."""
    ada, bo = await rated_duel(server, room, **options)
    await bo.ok("surrender")
    await ada.until("game_end")
    await ada.leave()
    await bo.leave()


@live
async def test_the_winner_of_a_rated_game_stands_above_the_loser() -> None:
    async with serving(proxies=PROXIES) as server:
        await rated_game(server)
        ladder = server.server.store.ratings("fog")
    assert [(rating.name, rating.games) for rating in ladder] == [("Ada", 1), ("Bo", 1)]
    assert ladder[0].mu > 25 > ladder[1].mu


@live
async def test_the_end_of_a_rated_game_tells_how_the_ratings_have_changed() -> None:
    async with serving(proxies=PROXIES) as server:
        ada, bo = await rated_duel(server)
        await bo.ok("surrender")
        (won, lost) = (await ada.until("game_end"))["ratings"]
        assert won["before"] == lost["before"] == 1500
        assert won["after"] > 1500 > lost["after"]
        await bo.until("game_end")
        shown = {entry.name: entry.rating for entry in map(partial(Ranked.of, 1), server.server.store.ratings("fog"))}
        assert shown == {"Ada": won["after"], "Bo": lost["after"]}


@live
async def test_the_end_of_a_casual_game_tells_of_no_ratings() -> None:
    async with serving(proxies=PROXIES) as server:
        ada, bo = await rated_duel(server, rated=False)
        await bo.ok("surrender")
        assert "ratings" not in await ada.until("game_end")


@live
async def test_a_game_on_a_map_that_the_host_has_chosen_is_not_rated() -> None:
    async with serving(proxies=PROXIES) as server:
        await rated_game(server, seed=7)
        assert server.server.store.ratings("fog") == []


@live
async def test_ratings_go_on_where_they_were_after_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path, proxies=PROXIES) as server:
        await rated_game(server)
    async with serving(tmp_path, proxies=PROXIES) as server:
        await rated_game(server, "cave")
        assert [(rating.name, rating.games) for rating in server.server.store.ratings("fog")] == [("Ada", 2), ("Bo", 2)]


@live
async def test_the_name_of_a_rated_player_who_left_is_free_even_for_a_game_that_outlives_the_server(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path, proxies=PROXIES) as server:
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
        cy, _ = await server.player("Cy", "lair"), await server.player("Di", "lair")
        await server.server.store.flush()
        lair = server.lobby.rooms["lair"]
        await cy.ok("set_force_start", "lair", True)
        assert lair.state == "playing"
        assert [rating.name for rating in server.server.store.ratings("fog")] == ["Cy", "Bo"]
    async with serving(tmp_path, proxies=PROXIES) as server:
        assert set(server.lobby.rooms) == {"lair"}
        await server.player("Cy", "lair")


def test_a_game_in_which_a_user_has_two_seats_is_not_rated() -> None:
    wanderers = [Contestant(bot_user("wanderer"), name) for name in ("wanderer", "wanderer 2")]
    players = [Contestant("ada", "Ada"), *wanderers]
    assert Ratings().played("fog", players, (1, 2, 3)) == []


@live
async def test_games_are_casual_unless_the_host_asks_for_a_rated_one_and_everyone_is_told() -> None:
    async with serving(proxies=PROXIES) as server:
        ada, bo = await rated_duel(server, rated=False)
        for client in (ada, bo):
            assert client.last("game_start")["options"]["rated"] is False
            assert client.last("game_start")["options"]["casual"] == "not asked"
        await bo.ok("surrender")
        await ada.until("game_end")
        await rated_game(server, "cave", turnMs=250)
        assert server.server.store.ratings("fog") == []


@pytest.mark.parametrize("weak", ["Bob", "short", "15 characters..", "0123456789bob0123456789"])
@live
async def test_an_id_that_is_short_or_contains_the_name_makes_the_whole_game_casual(weak: str) -> None:
    async with serving(proxies=PROXIES) as server:
        ada = await server.player("Ada", "den", address=ADDRESSES["Ada"])
        await ada.ok("set_options", "den", {"players": 3, "rated": True})
        assert ada.last("room_update")["options"]["rated"] is True
        bo = await server.client(address=ADDRESSES["Bo"])
        await bo.ok("set_username", weak, "Bob")
        await bo.ok("join_private", "den", weak)
        for client in (ada, bo):
            told = await client.until("room_update", lambda room: room["options"]["casual"] == "ids")
            assert told["options"]["rated"] is False
        await ada.ok("set_force_start", "den", True)
        await bo.turn(0)
        assert bo.last("game_start")["options"]["casual"] == "ids"
        await bo.ok("surrender")
        await ada.until("game_end")
        assert server.server.store.ratings("fog") == []


@live
async def test_the_game_is_rated_again_when_the_weak_id_has_left() -> None:
    async with serving(proxies=PROXIES) as server:
        ada = await server.player("Ada", "den")
        await ada.ok("set_options", "den", {"players": 3, "rated": True})
        guest = await server.client()
        await guest.ok("set_username", "short", "Bo")
        await guest.ok("join_private", "den", "short")
        await ada.until("room_update", lambda room: room["options"]["casual"] == "ids")
        since = ada.now
        await guest.ok("leave_game")
        assert (await ada.until("room_update", since=since))["options"]["rated"] is True
        named = await server.client()
        await named.ok("set_username", None, "Cy")
        await named.ok("join_private", "den")
        await settled(ada)
        assert ada.last("room_update")["options"]["rated"] is True, "an id that the server made is good"


@live
async def test_identities_from_one_address_do_not_raise_each_other() -> None:
    async with serving(proxies=PROXIES) as server:
        ada = await server.player("Ada", "den", address="10.0.0.1")
        await ada.ok("set_options", "den", {"players": 2, "rated": True})
        for game in range(3):
            puppet = await server.player(f"Puppet {game}", "den", address="10.0.0.1")
            await puppet.turn(0)
            await puppet.ok("surrender")
            await ada.until_count("game_end", game + 1)
            await puppet.leave()
            await ada.until("players_update", lambda players: len(players) == 1, since=ada.now - 1)
        assert server.server.store.ratings("fog") == []


@live
async def test_a_player_who_surrenders_to_bots_is_placed_below_them() -> None:
    async with serving(proxies=PROXIES) as server:
        ada = await server.player("Ada", "den", address="10.0.0.1")
        await ada.ok("set_options", "den", {"players": 3, "rated": True})
        for bot in ("settler", "wanderer"):
            await ada.ok("invite_bot", "den", bot)
        await ada.turn(0)
        await ada.ok("surrender")
        end = await ada.until("game_end")
        assert end["places"][0] == 3
        assert (end["reason"], end["winner"]) == ("abandoned", None)
        ratings = {rating.name: rating for rating in server.server.store.ratings("fog")}
        assert ratings["Ada"].mu < 25
        assert ratings["Ada"].games == 1


@live
async def test_a_rated_game_that_nobody_comes_back_to_ends_as_absence(tmp_path: Path) -> None:
    async with serving(tmp_path, proxies=PROXIES) as server:
        ada = await server.player("Ada", "den", address="10.0.0.1")
        await ada.ok("set_options", "den", {"players": 3, "rated": True})
        for bot in ("settler", "wanderer"):
            await ada.ok("invite_bot", "den", bot)
        await ada.turn(1)
    async with serving(tmp_path, return_s=0, grace_s=0, proxies=PROXIES) as server:
        cy = await server.client()
        while server.room("den").state == "playing":
            await cy.ask("get_current_room")
        await server.server.store.flush()
        (finished,) = server.server.store.finished("fog")
        assert finished.ended.places[0] == 3
        assert [rating.games for rating in server.server.store.ratings("fog")] == [1, 1, 1]


# What counts


def people(*names: str, network: str | None = None) -> list[Contestant]:
    return [Contestant(name.lower(), name, frozenset({network or f"network of {name}"})) for name in names]


def rated(records: list[Any]) -> dict[str, Rated]:
    return {record.user: record for record in records if isinstance(record, Rated)}


def test_five_games_a_pair_and_day_count() -> None:
    day = [20_000]
    ratings = Ratings(today=lambda: day[0])
    for number in range(1, GAMES_A_DAY + 1):
        assert rated(ratings.played("fog", people("Ada", "Bo"), (1, 2)))["ada"].games == number
    assert ratings.played("fog", people("Ada", "Bo"), (1, 2)) == []
    assert ratings.played("fog", people("Bo", "Ada"), (1, 2)) == []
    assert rated(ratings.played("welten", people("Ada", "Bo"), (1, 2)))["ada"].games == 1
    assert set(rated(ratings.played("fog", people("Ada", "Bo", "Cy"), (1, 2, 3)))) == {"ada", "bo", "cy"}
    day[0] += 1
    assert rated(ratings.played("fog", people("Ada", "Bo"), (1, 2)))["ada"].games == GAMES_A_DAY + 2


def test_the_games_of_a_day_are_still_counted_after_a_restart() -> None:
    ratings, records = Ratings(today=lambda: 20_000), list[Any]()
    for _ in range(GAMES_A_DAY):
        records = ratings.played("fog", people("Ada", "Bo"), (1, 2))
    met = [record for record in records if not isinstance(record, Rated) and hasattr(record, "today")]
    assert Ratings(met=met, today=lambda: 20_000).played("fog", people("Ada", "Bo"), (1, 2)) == []
    assert Ratings(met=met, today=lambda: 20_001).played("fog", people("Ada", "Bo"), (1, 2)) != []


def test_a_game_with_a_puppet_is_rated_as_if_the_puppet_had_not_been_in_it() -> None:
    alone = rated(Ratings().played("fog", people("Ada", "Bo"), (2, 1)))
    puppets = [*people("Ada", network="one"), *people("Bo"), *people("Puppet", network="one")]
    together = rated(Ratings().played("fog", puppets, (2, 1, 3)))
    assert together["ada"].mu == alone["ada"].mu
    assert together["bo"].opponents == 2


def test_new_identities_of_one_network_move_a_bot_as_little_as_one() -> None:
    ratings, bot = Ratings(today=lambda: 20_000), Contestant(bot_user("settler"), "settler")
    games = [
        rated(ratings.played("fog", [*people(f"P{number}", network="one"), bot], (2, 1))).get(bot.user)
        for number in range(3 * GAMES_A_DAY)
    ]
    assert [each.games for each in games if each is not None] == list(range(1, GAMES_A_DAY + 1))
    assert bot.user in rated(ratings.played("fog", [*people("Ada"), bot], (2, 1)))


def test_opponents_are_counted_once_each() -> None:
    ratings = Ratings(today=lambda: 20_000)
    told = [rated(ratings.played("fog", people("Ada", other), (1, 2)))["ada"].opponents for other in ("Bo", "Cy", "Bo")]
    assert told == [1, 2, 2]


def test_a_rated_game_costs_the_same_however_many_players_are_known() -> None:
    copied = []

    class Known(dict[str, Any]):
        def __iter__(self) -> Any:
            copied.append(len(self))
            return super().__iter__()

        def keys(self) -> Any:
            copied.append(len(self))
            return super().keys()

    ratings = Ratings()
    ratings.played("fog", people("Ada", "Bo"), (1, 2))
    ratings._known["fog"] = Known(ratings._known["fog"])
    ratings.played("fog", people("Ada", "Cy"), (1, 2))
    assert copied == []
    assert set(ratings._known["fog"]) == {"ada", "bo", "cy"}
