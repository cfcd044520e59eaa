"""Before and after games: hosts, options, bots, who begins and when."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from duskfall.dungeon import Options, generate
from duskfall.formats.fog.dungeons import dungeon_mountains
from duskfall.protocol.fog.options import FogOptions
from tests.server.patches import Board
from tests.server.serving import OPEN_FIELD, Client, Serving, duel_options, live, play_turn, secret_of, serving, settled


def players_of(client: Client) -> list[str]:
    """Who plays, as the client knows it: names, the host's with a star, those who are ready with an exclamation."""
    return [
        f"{player['username']}{'*' * player['isHost']}{'!' * player['ready']}"
        for player in client.last("players_update")
    ]


# Hosts


@live
async def test_the_first_person_is_host_and_the_next_in_order_follows() -> None:
    async with serving() as server:
        ada = await server.player("Ada", "den")
        await ada.ok("invite_bot", "den", "settler")
        bo = await server.player("Bo", "den")
        cy = await server.player("Cy", "den")
        await settled(cy)
        assert players_of(cy) == ["Ada*", "settler!", "Bo", "Cy"]
        await ada.ok("leave_game")
        await settled(cy)
        assert players_of(cy) == ["settler!", "Bo*", "Cy"]
        assert await cy.refused("set_options", "den", {}) == "NOT_HOST"
        await bo.leave()
        await cy.until("players_update", lambda players: len(players) == 2)
        assert players_of(cy) == ["settler!", "Cy*"]
        await cy.ok("set_options", "den", {})
        await ada.ok("join_private", "den", secret_of("Ada"))
        await settled(cy)
        assert players_of(cy) == ["settler!", "Cy*", "Ada"], "who comes back is not host again"


@live
async def test_a_bot_alone_in_a_room_is_never_host() -> None:
    async with serving() as server:
        ada = await server.player("Ada", "den")
        watcher = await server.client()
        await watcher.ok("spectate", "den")
        await ada.ok("invite_bot", "den", "settler")
        await ada.ok("leave_game")
        await watcher.until("players_update", lambda players: len(players) == 1)
        assert players_of(watcher) == ["settler!"]
        bo = await server.player("Bo", "den")
        await settled(bo)
        assert players_of(bo) == ["settler!", "Bo*"]


# Beginning


@live
async def test_a_game_begins_when_all_are_ready() -> None:
    async with serving() as server:
        ada, bo = [await server.player(name, "den") for name in ("Ada", "Bo")]
        await ada.ok("set_ready", "den", True)
        await settled(ada, bo)
        assert players_of(bo) == ["Ada*!", "Bo"]
        await ada.ok("set_ready", "den", False)
        await bo.ok("set_ready", "den", True)
        await settled(ada, bo)
        assert players_of(bo) == ["Ada*", "Bo!"]
        assert server.room().state == "lobby"
        await ada.ok("set_ready", "den", True)
        for seat, client in enumerate((ada, bo)):
            start = await client.until("game_start")
            assert start["playerIndex"] == seat
            assert set(start) == {"playerIndex", "replay_id", "options"}
            assert await client.turn(0)
        assert (await ada.until("room_update", lambda room: room["state"] == "playing"))["roomId"] == "den"


@pytest.mark.parametrize("how", ["lost", "leave_game", "abandon_game", "join_private", "spectate"])
@live
async def test_a_game_begins_when_the_last_who_is_not_ready_goes(how: str) -> None:
    async with serving() as server:
        ada, bo, cy = [await server.player(name, "den") for name in ("Ada", "Bo", "Cy")]
        for client in (ada, bo):
            await client.ok("set_ready", "den", True)
        assert server.room().state == "lobby"
        match how:
            case "lost":
                await cy.leave()
            case "leave_game":
                await cy.ok(how)
            case "abandon_game":
                await cy.ok(how, "den", secret_of("Cy"))
            case "join_private":
                await cy.ok(how, "lair", secret_of("Cy"))
            case "spectate":
                await cy.ok(how, "den")
        for client in (ada, bo):
            assert len((await client.turn(0))["scores"]) == 2


@live
async def test_one_player_alone_does_not_begin() -> None:
    async with serving() as server:
        ada = await server.player("Ada", "den")
        await ada.ok("set_ready", "den", True)
        assert await ada.refused("set_force_start", "den", True) == "IMPOSSIBLE"
        assert server.room().state == "lobby"


@live
async def test_a_game_begins_when_the_room_is_full() -> None:
    async with serving() as server:
        ada = await server.player("Ada", "den")
        await ada.ok("set_options", "den", {"players": 3, "width": 20, "height": 20})
        bo = await server.player("Bo", "den")
        await settled(ada, bo)
        assert server.room().state == "lobby"
        cy = await server.player("Cy", "den")
        for client in (ada, bo, cy):
            assert len((await client.turn(0))["scores"]) == 3
        late = await server.player("Late")
        assert await late.refused("join_private", "den", secret_of("Late")) == "GAME_RUNNING"
        assert late.all("game_already_started") == [None]


@live
async def test_a_room_that_its_host_makes_as_small_as_its_company_is_full() -> None:
    async with serving() as server:
        ada, bo = [await server.player(name, "den") for name in ("Ada", "Bo")]
        await ada.ok("set_options", "den", {"players": 2})
        await bo.turn(0)


@live
async def test_the_host_begins_with_those_who_are_there_once_a_game() -> None:
    async with serving() as server:
        ada, bo = [await server.player(name, "den") for name in ("Ada", "Bo")]
        await ada.ok("set_force_start", "den", False)
        assert await bo.refused("set_force_start", "den", True) == "NOT_HOST"
        await ada.ok("set_force_start", "den", True)
        assert await ada.refused("set_force_start", "den", True) == "GAME_RUNNING"
        await bo.turn(0)
        assert [len(client.all("game_start")) for client in (ada, bo)] == [1, 1]


# Options


CHOICES: dict[str, Any] = {
    "width": 20,
    "height": 16,
    "players": 3,
    "turnMs": 250,
    "lockstep": True,
    "deadlineMs": 2000,
    "half": False,
    "spectatorDelay": 5,
    "listed": False,
    "rated": True,
    "seed": 7,
    "dungeon": 7,
    "dungeonOptions": {"width": 60, "height": 40, "loops": 2, "secret_share": 1},
    "map": OPEN_FIELD,
}
WRONG: dict[str, list[Any]] = {
    "width": [9, 101, "30", 30.5, None, True],
    "height": [9, 101, [], None],
    "players": [1, 17, 0, -1, "2", None],
    "turnMs": [49, 5001, 0, None, "500"],
    "lockstep": [1, "yes", None],
    "deadlineMs": [49, 60_001, None],
    "half": [0, "no", None],
    "spectatorDelay": [-1, 1001, 2.5, None],
    "rated": [1, "yes", None],
    "listed": [0, "no", None],
    "seed": [-1, str(2**64), "seven", 1.5, "-1"],
    "dungeon": [-1, str(2**64), "deep", {}],
    "dungeonOptions": [{}, {"loops": 2}, 7, {"profile": "c65"}, {"loops": "2"}, {"lops": 2}, {"width": 23}],
    "map": [7, "....", [7], ["?" * 12] * 10, ["." * 12] * 10, ["." * 101] * 10, ["a.", "b"], []],
}


def test_every_option_is_tried() -> None:
    assert set(CHOICES) == set(WRONG) == set(FogOptions.model_fields)


@live
async def test_every_option_can_be_chosen_and_is_shown() -> None:
    async with serving() as server:
        ada, bo = await server.player("Ada", "den"), await server.player("Bo")
        await bo.ok("spectate", "den")
        for name, value in CHOICES.items():
            chosen = {"rated": True, name: value} | {"map": {"players": 2}, "dungeonOptions": {"dungeon": 7}}.get(
                name, {}
            )
            await ada.ok("set_options", "den", chosen)
            await settled(ada, bo)
            shown = bo.last("room_update")["options"]
            assert bo.last("room_update") == ada.last("room_update")
            if name in {"seed", "dungeon", "dungeonOptions", "map"}:
                assert shown["map"] == {"map": "own", "dungeonOptions": "dungeon"}.get(name, name)
                assert shown["rated"] is False, "who chooses the map may know it"
                assert shown["casual"] == "map"
                assert value not in shown.values()
            else:
                assert shown[name] == value
                assert shown["rated"] is (name in {"players", "rated", "listed"})
                assert shown["casual"] == (None if shown["rated"] else "options")
        await ada.ok("set_options", "den", {})
        assert ada.last("room_update")["options"] == {
            "width": 30, "height": 30, "players": 8, "turnMs": 500, "lockstep": False, "deadlineMs": 1000,
            "half": True, "spectatorDelay": 20, "map": "drawn", "rated": False, "casual": "not asked",
            "listed": True,
        }  # fmt: skip


@live
async def test_wrong_options_are_refused_and_change_nothing() -> None:
    async with serving() as server:
        ada, bo = [await server.player(name, "den") for name in ("Ada", "Bo")]
        await ada.ok("set_options", "den", {"width": 21, "seed": 5})
        await bo.ok("set_ready", "den", True)
        await settled(ada, bo)
        heard, options = bo.now, server.room().options
        wrong: list[Any] = [{name: value} for name, values in WRONG.items() for value in values]
        wrong += [{"colour": "red"}, {"width": 12, "colour": "red"}, None, [], "fast", 7]
        wrong += [{"width": 10, "height": 10, "players": 8}, {"map": OPEN_FIELD, "players": 3}]
        wrong += [
            {"dungeon": 7, "dungeonOptions": {"width": 23}},
            {"dungeon": 7, "dungeonOptions": {"width": 101}},
            {"dungeon": 7, "dungeonOptions": {"room_min": 9, "room_max": 8}},
            {"dungeon": 256, "dungeonOptions": {"profile": "c64"}},
            {"dungeon": 7, "dungeonOptions": {"profile": "c64", "loops": 1}},
        ]
        for choice in wrong:
            code = await ada.refused("set_options", "den", choice)
            assert code in {"MALFORMED", "OUT_OF_RANGE", "IMPOSSIBLE", "INCONSISTENT"}, (choice, code)
        assert server.room().options is options
        await settled(bo)
        assert bo.now == heard + 1
        assert players_of(bo) == ["Ada*", "Bo!"]


@live
async def test_a_number_beyond_its_bounds_is_another_refusal_than_what_is_no_number() -> None:
    async with serving() as server:
        ada = await server.player("Ada", "den")
        for beyond in ({"width": 5}, {"players": 17}, {"turnMs": 1}):
            assert await ada.refused("set_options", "den", beyond) == "OUT_OF_RANGE"
        assert await ada.refused("set_options", "den", {"width": "five"}) == "MALFORMED"


@live
async def test_options_for_fewer_than_are_here_are_refused() -> None:
    async with serving() as server:
        ada, *_ = [await server.player(name, "den") for name in ("Ada", "Bo", "Cy")]
        assert await ada.refused("set_options", "den", {"players": 2}) == "OUT_OF_RANGE"


async def first_boards(server: Serving, room: str, options: dict[str, Any]) -> list[tuple[object, ...]]:
    """What both players see at first in a game with these options."""
    names = [f"{name} {room}" for name in ("Ada", "Bo")]
    ada = await server.player(names[0], room)
    await ada.ok("set_options", room, {"players": 2, "lockstep": True, "deadlineMs": 60_000, **options})
    bo = await server.player(names[1], room)
    return [Board().read(await client.turn(0)).facts() for client in (ada, bo)]


@pytest.mark.parametrize(
    "choice", [{"seed": 11, "width": 14, "height": 14}, {"seed": str(2**64 - 1)}, {"dungeon": 3, "seed": 4}]
)
@live
async def test_a_seed_gives_the_same_map_again_and_another_one_another(choice: dict[str, Any]) -> None:
    async with serving() as server:
        once = await first_boards(server, "one", choice)
        again = await first_boards(server, "two", choice)
        other = await first_boards(server, "three", {**choice, "seed": 12})
        assert once == again
        assert once != other


@live
async def test_without_a_seed_every_game_has_a_map_of_its_own() -> None:
    async with serving() as server:
        boards = [await first_boards(server, name, {}) for name in ("one", "two", "three")]
        assert boards[0] != boards[1] != boards[2]


@live
async def test_an_own_map_is_played_as_drawn() -> None:
    async with serving() as server:
        rows = [*OPEN_FIELD[:2], "...^........", "...a.+..b...", *OPEN_FIELD[4:]]
        (_, size, _, terrain, _, lists), _ = await first_boards(server, "den", {"map": rows})
        assert size == [12, 10]
        assert isinstance(terrain, list)
        assert (terrain[39], terrain[27], terrain[38], terrain[41]) == (0, -2, -1, -4)
        assert lists == [[], []]


@pytest.mark.parametrize(
    ("dig", "profile", "options"),
    [
        ({"width": 50, "height": 40, "loops": 3}, "classic", Options(width=50, height=40, loops=3)),
        ({"profile": "c64"}, "c64", None),
    ],
)
@live
async def test_a_dungeon_is_dug_by_its_options(dig: dict[str, Any], profile: str, options: Options | None) -> None:
    async with serving() as server:
        choice = {"dungeon": 3, "dungeonOptions": dig, "seed": 4}
        dungeon = generate(3, profile, options)
        (_, size, _, terrain, *_), _ = await first_boards(server, "den", choice)
        assert size == [dungeon.width, dungeon.height]
        assert isinstance(terrain, list)
        mountains = dungeon_mountains(dungeon).ravel()
        assert {code for tile, code in enumerate(terrain) if mountains[tile]} <= {-2, -4}
        assert -2 not in {code for tile, code in enumerate(terrain) if not mountains[tile]}


@live
async def test_half_marches_can_be_switched_off() -> None:
    async with serving() as server:
        ada, bo = await server.duel(half=False)
        assert await ada.refused("attack", 39, 40, True) == "SPLIT_OFF"
        await ada.ok("attack", 39, 40, False)
        await bo.ok("pass")
        await ada.turn(1)


# Bots


@live
async def test_bots_are_invited_and_sent_away() -> None:
    async with serving() as server:
        ada = await server.player("Ada", "den")
        await ada.ok("set_options", "den", {"players": 5})
        for bot in ("settler", "wanderer", "settler"):
            await ada.ok("invite_bot", "den", bot)
        await settled(ada)
        assert players_of(ada) == ["Ada*", "settler!", "wanderer!", "settler 2!"]
        assert [player["isBot"] for player in ada.last("players_update")] == [False, True, True, True]
        assert await ada.refused("invite_bot", "den", "setler") == "UNKNOWN_NAME"
        for index in (0, 4, -1, 99):
            assert await ada.refused("kick_bot", "den", index) == "NO_SEAT"
        await ada.ok("kick_bot", "den", 1)
        await settled(ada)
        assert players_of(ada) == ["Ada*", "wanderer!", "settler 2!"]
        assert server.room().state == "lobby"


@live
async def test_a_bot_that_is_invited_plays() -> None:
    async with serving() as server:
        ada = await server.player("Ada", "den")
        await ada.ok("set_options", "den", duel_options(deadlineMs=10_000))
        await ada.ok("invite_bot", "den", "settler")
        for turn in range(1, 12):
            await ada.turn(turn - 1)
            await ada.ok("pass")
        update = await ada.turn(11)
        assert update["scores"][1]["tiles"] > 1, "it has taken land"
        assert await ada.refused("kick_bot", "den", 1) == "GAME_RUNNING"


# After a game


@live
async def test_a_rematch_begins_when_everybody_wants_it() -> None:
    async with serving() as server:
        ada, bo = await server.duel()
        first = ada.last("game_start")["replay_id"]
        await bo.ok("surrender")
        await ada.ok("pass")
        for client in (ada, bo):
            await client.until("game_end")
            await client.until("room_update", lambda room: room["state"] == "ended")
        await ada.ok("rematch", "den")
        await settled(ada, bo)
        assert players_of(bo) == ["Ada*!", "Bo"]
        assert server.room().state == "ended"
        await bo.ok("rematch", "den")
        start = await bo.until("game_start", lambda start: start["replay_id"] != first)
        assert start["playerIndex"] == 1
        await ada.until("game_start", lambda begun: begun["replay_id"] == start["replay_id"])
        assert [player["eliminated"] for player in bo.last("players_update")] == [False, False]
        await play_turn(ada, bo, turn=1)


@live
async def test_who_left_before_the_end_gives_up_the_seat_and_somebody_else_may_have_it() -> None:
    async with serving() as server:
        ada, bo = await server.duel()
        await bo.ok("abandon_game", "den", secret_of("Bo"))
        await ada.ok("pass")
        end = await ada.until("game_end")
        assert end["winner"] == {"index": 0, "username": "Ada"}
        await ada.until("players_update", lambda players: len(players) == 1)
        cy = await server.player("Cy", "den")
        start = await cy.until("game_start")
        assert start["playerIndex"] == 1
        assert start["replay_id"] != end["replay_id"]


@live
async def test_who_comes_back_after_a_game_against_a_bot_is_not_in_the_next_one_unasked() -> None:
    async with serving() as server:
        ada = await server.player("Ada", "den")
        await ada.ok("set_options", "den", {"players": 2})
        await ada.ok("invite_bot", "den", "settler")
        await ada.until("game_start")
        await ada.ok("surrender")
        await ada.until("game_end")
        await ada.ok("leave_game")
        again = await server.player("Ada", "den")
        await settled(again)
        assert (server.room().state, players_of(again)) == ("lobby", ["Ada*"])
        await again.ok("invite_bot", "den", "settler")
        await again.until("game_start")


@live
async def test_players_are_told_of_changes_and_not_twice() -> None:
    async with serving() as server:
        ada = await server.player("Ada", "den")
        bo = await server.player("Bo", "den")
        await ada.ok("set_options", "den", {"players": 4})
        await ada.ok("set_ready", "den", True)
        await ada.ok("set_ready", "den", True)
        await bo.ok("set_ready", "den", True)
        for client in (ada, bo):
            await client.turn(0)
        again = await server.client()
        await again.ok("join_private", "den", secret_of("Ada"), ada.last("joined_as_player")["token"])
        await again.turn(0)
        await settled(again, bo)
        for client in (ada, bo, again):
            lists = client.all("players_update")
            assert all(one != other for one, other in pairwise(lists)), lists
            assert client.all("player_joined") == [{"players": players} for players in lists]
