"""The holes of the server that the game's first description came with: each is tried here, and none lets through."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import aiohttp
import pytest

from duskfall.server.lobby.identity import Identities
from duskfall.server.settings import UNLIMITED
from tests.server.patches import Board
from tests.server.serving import Client, Serving, duel_options, live, play_turn, secret_of, serving, settled

BESIDE_ADA = {39, 38, 40, 27, 51}
"""All that Ada sees at first: her general's tile and its four neighbours."""


async def assert_well(server: Serving, *players: Client) -> None:
    """The server answers, and the game goes on."""
    async with aiohttp.ClientSession() as http, http.get(f"{server.url}/api/health") as answer:
        assert (await answer.json())["status"] == "ok"
    if players:
        await play_turn(*players, turn=server.match().match.turn + 1)


@live
async def test_a_player_is_sent_the_tiles_it_sees_and_not_the_whole_board() -> None:
    async with serving() as server:
        ada, bo = await server.duel()
        board = Board()
        for turn in range(4):
            board.read(await ada.turn(turn))
            known = {tile for tile, code in enumerate(board.terrain) if code not in {-3, -4}}
            assert known == BESIDE_ADA
            assert not any(board.armies[tile] for tile in set(range(board.size)) - {39})
            assert ada.last("game_update")["generals"] == [39, -1]
            await play_turn(ada, bo, turn=turn + 1)


MALFORMED: list[tuple[str, list[Any]]] = [
    ("chat_message", [None]),
    ("chat_message", []),
    ("chat_message", [{"text": "hello"}]),
    ("chat_message", [["a", "b"]]),
    ("chat_message", [7]),
    ("chat_message", [""]),
    ("set_username", ["an id of mine", 42]),
    ("set_username", ["an id of mine", None]),
    ("set_username", [42, "Zoe"]),
    ("set_username", ["an id of mine", ""]),
    ("set_username", ["an id of mine", "x" * 25]),
    ("set_username", ["an id of mine", "\u202eevil"]),
    ("join_private", [None, None]),
    ("join_private", [{}, "an id of mine"]),
    ("join_private", ["den", "an id of mine", 5]),
    ("set_options", ["den", None]),
    ("set_options", ["den", {"turnMs": "fast"}]),
    ("set_ready", ["den", "yes"]),
    ("kick_bot", ["den", "0"]),
    ("attack", [1, 2, "half"]),
    ("attack", []),
]


@live
async def test_malformed_events_are_refused_and_the_game_goes_on() -> None:
    async with serving() as server:
        ada, bo = await server.duel()
        stranger = await server.client()
        digest = server.match().match.game.digest()
        for event, arguments in MALFORMED:
            for client in (stranger, ada):
                assert await client.refused(event, *arguments) == "MALFORMED", (event, arguments)
        for client in (stranger, ada):
            assert await client.refused("shutdown") == "UNKNOWN_EVENT"
        assert server.match().match.game.digest() == digest
        await assert_well(server, ada, bo)


@live
async def test_nobody_is_sent_the_id_of_another_nor_what_it_is_kept_as() -> None:
    async with serving() as server:
        watcher = await server.client()
        ada, bo = await server.duel(spectatorDelay=0)
        await watcher.ok("spectate", "den")
        await ada.ok("chat_message", "hello")
        await bo.ok("ping_tile", 3)
        await bo.ok("surrender")
        await ada.ok("pass")
        for client in (ada, bo, watcher):
            await client.until("game_end")
        secretary = Identities.of_folder(server.server.settings.folder)
        for client in (ada, bo, watcher):
            # Tokens are signed hashes, and each is for its owner alone.
            text = "\n".join(frame for frame in client.frames if '"token"' not in frame)
            for name in ("Ada", "Bo"):
                assert secret_of(name) not in text
                assert secretary.user(secret_of(name)) not in text
        assert ada.last("joined_as_player")["token"] not in "\n".join(bo.frames + watcher.frames)


@live
async def test_a_seat_is_not_given_to_whoever_knows_a_name_a_hash_or_another_seats_token() -> None:
    async with serving() as server:
        ada, bo = await server.duel()
        await ada.leave()
        await bo.until("players_update", lambda players: not players[0]["connected"])
        user = server.room().occupants[0].user
        assert user is not None
        for claim in ("Ada", user):
            thief = await server.client()
            assert await thief.refused("join_private", "den", claim) == "GAME_RUNNING"
        token = bo.last("joined_as_player")["token"]
        middle = len(token) - 10  # within the signature; of its last letter not every bit counts
        other = token[:middle] + ("A" if token[middle] != "A" else "B") + token[middle + 1 :]
        forged = [other, token.split(".")[0], "", "x" * 400]
        for claim in forged:
            fresh = await server.client()
            assert await fresh.refused("join_private", "den", None, claim) == "NOT_OWNER"
        elsewhere = await server.player("Bo", "lair")
        token_elsewhere = elsewhere.last("joined_as_player")["token"]
        fresh = await server.client()
        assert await fresh.refused("join_private", "den", None, token_elsewhere) == "NOT_OWNER"
        assert server.room().occupants[0].client is None


@live
async def test_a_second_force_start_does_not_double_the_speed() -> None:
    async with serving() as server:
        ada = await server.player("Ada", "den")
        await ada.ok("set_options", "den", duel_options(players=2, lockstep=False, turnMs=5000))
        await ada.ok("invite_bot", "den", "settler")  # the room is full and the game begins
        await ada.turn(0)
        table = server.match()
        for _ in range(5):
            assert await ada.refused("set_force_start", "den", True) == "GAME_RUNNING"
        assert server.match() is table
        assert len(ada.all("game_start")) == 1
        assert [update["turn"] for update in ada.all("game_update")] == [0]


@live
async def test_no_socket_removes_another_player() -> None:
    async with serving() as server:
        ada, bo = await server.duel()
        stranger = await server.player("Zoe", "lair")
        for client in (stranger, bo):
            for claim in ("Ada", "Ada's", server.room().occupants[0].user):
                assert await client.refused("abandon_game", "den", claim) == "NOT_OWNER"
        assert await stranger.refused("abandon_game", "den") == "NOT_OWNER"
        assert await stranger.refused("kick_bot", "den", 0) == "NO_ROOM"
        host = await server.player("Yan", "cave")
        await server.player("Xia", "cave")
        assert await host.refused("kick_bot", "cave", 1) == "NO_SEAT"
        assert [player.username for player in server.room("cave").players()] == ["Yan", "Xia"]
        await assert_well(server, ada, bo)
        assert not any(player["eliminated"] for player in ada.last("players_update"))


@live
async def test_no_player_commands_an_army_in_another_room() -> None:
    async with serving() as server:
        ada, bo = await server.duel()
        watcher = await server.player("Zoe", "lair")
        await watcher.ok("spectate", "den")
        log = server.match().match.log.lines()
        for event, arguments in (("attack", (39, 40)), ("pass", ()), ("surrender", ()), ("clear_moves", ())):
            assert await watcher.refused(event, *arguments) == "NOT_PLAYING"
        await ada.ok("leave_game")
        assert await ada.refused("attack", 39, 40) == "NO_ROOM"
        other = await server.player("Cy", "cave")
        for event in ("set_ready", "set_force_start"):
            assert await other.refused(event, "den", True) == "NO_ROOM"
        assert await other.refused("set_options", "den", {}) == "NO_ROOM"
        assert server.match().match.log.lines() == log
        await ada.ok("join_private", "den", secret_of("Ada"))
        await assert_well(server, ada, bo)


@live
async def test_a_queue_holds_64_marches_and_chat_and_rooms_have_a_rate() -> None:
    async with serving(limits=replace(UNLIMITED, new_rooms="3/minute", chat_messages="4/minute")) as server:
        ada, _ = await server.duel()
        await asyncio.gather(*(ada.ok("attack", 39, 40, False, number) for number in range(64)))
        assert await ada.refused("attack", 39, 40) == "QUEUE_FULL"
        codes = [(await ada.ask("chat_message", f"line {number}")).get("code") for number in range(6)]
        assert codes == [None] * 4 + ["TOO_FAST"] * 2
        opener = await server.player("Zoe")
        codes = [(await opener.ask("join_private", f"room {number}")).get("code") for number in range(4)]
        assert codes == [None] * 2 + ["TOO_FAST"] * 2, "the duel's room was the first from this address"


@live
async def test_markup_is_not_relayed_in_chat_names_or_rooms() -> None:
    async with serving() as server:
        ada, bo = await server.duel()
        nasty = '<img src=x onerror="alert(1)"><script>alert(2)</script>'
        await ada.ok("chat_message", nasty)
        heard = await bo.until("chat_message")
        assert (heard["index"], heard["username"]) == (0, "Ada")
        assert not set("<>") & set(heard["text"])
        assert heard["text"].replace("‹", "<").replace("›", ">") == nasty, "everything else comes as it was said"
        stranger = await server.client()
        assert await stranger.refused("set_username", "an id of mine", "<b>Ada</b>") == "MALFORMED"
        assert await stranger.refused("join_private", "<script>", "an id of mine") == "MALFORMED"
        assert await ada.refused("chat_message", "two\nlines") == "MALFORMED"
        await settled(ada, bo)
        for client in (ada, bo, stranger):
            assert "<" not in "".join(frame for frame in client.frames if '"ok":false' not in frame)


OFF_MAP: list[tuple[Any, Any]] = [
    (39, -1),
    (-1, 39),
    (39, 39 + 120),
    (120, 119),
    (10**9, 10**9 + 1),
    (2**63, 0),
    (-(2**63), 0),
]
OFF_MAP_KINDS: list[tuple[Any, Any]] = [(None, 40), (39, "40"), (39.0, 40), (True, 39), ([39], 40), ({}, {})]


@pytest.mark.parametrize("shape", ["numbers", "other kinds"])
@live
async def test_targets_off_the_map_are_refused(shape: str) -> None:
    async with serving() as server:
        ada, bo = await server.duel()
        log = server.match().match.log.lines()
        for source, target in OFF_MAP if shape == "numbers" else OFF_MAP_KINDS:
            assert await ada.refused("attack", source, target) == "OFF_MAP", (source, target)
        for tile in (-1, 120, 2**40, None, "3", 3.5):
            assert await ada.refused("ping_tile", tile) == "OFF_MAP"
        for target in (39, 41, 38 + 12, 39 + 24):
            assert await ada.refused("attack", 39, target) == "NOT_ADJACENT"
        # The right edge of one row and the left edge of the next are neighbours in number only.
        assert await ada.refused("attack", 11, 12) == "NOT_ADJACENT"
        assert server.match().match.log.lines() == log
        await assert_well(server, ada, bo)


@live
async def test_a_token_gives_one_seat_and_not_its_player() -> None:
    async with serving() as server:
        ada = await server.player("Ada", "den")
        elsewhere = await server.player("Ada", "lair")
        token = ada.last("joined_as_player")["token"]
        thief = await server.client()
        await thief.ok("join_private", "den", None, token)
        assert await thief.refused("join_private", "lair") == "NOT_OWNER"
        assert await thief.refused("abandon_game", "lair") == "NOT_OWNER"
        assert await thief.refused("set_username", None, "Eve") == "NOT_OWNER"
        assert (await thief.ok("get_current_room"))["room"] == "den"
        await thief.ok("set_username", secret_of("Ada"), "Ada")
        await thief.ok("join_private", "lair", None, elsewhere.last("joined_as_player")["token"])


@pytest.mark.parametrize("proof", ["id", "token"])
@live
async def test_reconnecting_works(proof: str) -> None:
    async with serving() as server:
        ada, bo = await server.duel()
        await ada.ok("attack", 39, 40, False, "first")
        await play_turn(bo, turn=1)
        token = ada.last("joined_as_player")["token"]
        await ada.leave()
        await bo.until("players_update", lambda players: not players[0]["connected"])
        again = await server.client()
        claim = (secret_of("Ada"),) if proof == "id" else (None, token)
        reply = await again.ok("join_private", "den", *claim)
        assert reply["playerIndex"] == 0
        update = await again.turn(1)
        assert len(update["map_diff"]) == 2 * (2 + 3 * 120), "the first update after a reconnect is complete"
        assert (await again.until("game_start"))["playerIndex"] == 0
        await bo.until("players_update", lambda players: players[0]["connected"], since=bo.now - 2)
        await play_turn(again, bo, turn=2)
