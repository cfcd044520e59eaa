"""Spectators see everything, so late that it helps no player; at the end they see the rest at once."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from duskfall.play import Match, Setup
from duskfall.protocol.fog.updates import Snapshot
from duskfall.protocol.messages import Chat, GameWon, Ping, Player, PlayersUpdate
from duskfall.protocol.wire import Message
from duskfall.server.live.fog.updates import spectator_snapshot
from duskfall.server.live.spectators import MOST_HELD_BYTES, SpectatorFeed
from duskfall.server.settings import UNLIMITED
from duskfall.server.transport.encoding import encode
from tests.server.patches import Board
from tests.server.serving import Client, Serving, live, play_turn, secret_of, serving, settled
from tests.server.test_roles import game_of_three


def turns_of(client: Client, since: int = 0) -> list[int]:
    return [update["turn"] for update in client.all("game_update", since=since)]


async def march_about(ada: Client, bo: Client, turn: int) -> None:
    """Play a turn in which Ada's army goes to and fro once there is one."""
    if turn > 3:
        await ada.ok("attack", *((39, 40) if turn % 2 else (40, 39)))
    else:
        await ada.ok("pass")
    await bo.ok("pass")
    for client in (ada, bo):
        await client.turn(turn)


def whole_board(server: Serving) -> list[int]:
    """The board as it is, in the words of the wire."""
    view = server.match().match.game.view(None)
    numbers = [view.width, view.height, *view.armies.tolist(), *view.terrain.tolist(), *view.defence.tolist()]
    return [int(number) for number in numbers]


@pytest.mark.parametrize("delay", [0, 1, 5, 20])
@live
async def test_the_whole_board_of_a_turn_is_shown_that_many_turns_later(delay: int) -> None:
    async with serving() as server:
        ada, bo = await server.duel(spectatorDelay=delay)
        watcher = await server.client()
        await watcher.ok("spectate", "den")
        start = await watcher.until("game_start")
        assert start["playerIndex"] == -1
        truth = {0: whole_board(server)}
        board = Board()
        if delay == 0:
            board.read(await watcher.turn(0))
        for turn in range(1, delay + 8):
            since = watcher.now
            await march_about(ada, bo, turn)
            truth[turn] = whole_board(server)
            if turn >= delay:
                update = await watcher.turn(turn - delay)
                assert board.read(update).map == truth[turn - delay]
                assert update["generals"] == [39, 44]
            await settled(watcher)
            assert turns_of(watcher, since) == ([turn - delay] if turn >= delay else [])
        await ada.ok("surrender")
        await bo.ok("pass")
        end = await watcher.until("game_end")
        final = whole_board(server)
        last = turns_of(watcher)
        assert last == list(range(end["turn"] + 1)), "the rest at once, and nothing twice"
        for update in watcher.all("game_update"):
            if update["turn"] > board.turn:
                board.read(update)
        assert board.map == final
        names = [name for name, _ in watcher.heard]
        assert names.index("game_end") > max(at for at, name in enumerate(names) if name == "game_update")
        await watcher.until("room_update", lambda room: room["state"] == "ended")
        await settled(watcher)
        assert watcher.last("room_update")["state"] == "ended"
        assert [player["eliminated"] for player in watcher.last("players_update")] == [True, False]


@live
async def test_chat_pings_and_changes_reach_spectators_as_late_as_the_board() -> None:
    async with serving() as server:
        ada, bo, cy = await game_of_three(server, "den", ["Ada", "Bo", "Cy"], spectatorDelay=5)
        watcher, viewer = await server.client(), await server.player("Zoe")
        for client in (watcher, viewer):
            await client.ok("spectate", "den")
        await play_turn(ada, bo, cy, turn=1)
        await cy.ok("surrender")
        await play_turn(ada, bo, turn=2)
        await ada.ok("chat_message", "the secret plan")
        await bo.ok("ping_tile", 44)
        await viewer.ok("chat_message", "how exciting")
        await bo.until("chat_message", lambda chat: chat["text"] == "the secret plan")
        for turn in range(3, 7):
            await play_turn(ada, bo, turn=turn)
            await settled(watcher)
            assert [chat["text"] for chat in watcher.all("chat_message")] == ["how exciting"]
            assert not watcher.all("ping_tile")
            assert not any(player["eliminated"] for player in watcher.last("players_update"))
            assert "the secret plan" not in "".join(watcher.frames)
        await play_turn(ada, bo, turn=7)
        chat = await watcher.until("chat_message", lambda chat: chat["index"] == 0)
        assert chat == {"index": 0, "username": "Ada", "text": "the secret plan"}
        assert await watcher.until("ping_tile") == {"index": 1, "tile": 44}
        assert watcher.last("players_update")[2]["eliminated"]
        for client in (ada, bo):
            assert "how exciting" not in "".join(client.frames), "spectators do not talk to players"


@live
async def test_who_comes_late_sees_what_the_others_see() -> None:
    async with serving() as server:
        ada, bo, cy = await game_of_three(server, "den", ["Ada", "Bo", "Cy"], spectatorDelay=4)
        for turn in range(1, 10):
            if turn == 8:
                await cy.ok("surrender")
            await play_turn(*([ada, bo, cy] if turn < 8 else [ada, bo]), turn=turn)
        for query in ("", "/?diff=generals"):
            late = await server.client(query)
            await late.ok("spectate", "den")
            update = await late.until("game_update")
            assert update["turn"] == 5
            size = 2 + 3 * 120
            assert len(update["map_diff"]) == (2 * size if query == "" else 2 + size), "the first one is complete"
            await settled(late)
            assert turns_of(late) == [5]
            assert not any(player["eliminated"] for players in late.all("players_update") for player in players), (
                "the news of turn 8 are not told at turn 9"
            )
        await play_turn(ada, bo, turn=10)
        assert await late.turn(6)


@live
async def test_what_is_old_is_not_kept_for_spectators_who_are_not_there() -> None:
    async with serving() as server:
        ada, bo = await server.duel(spectatorDelay=2)
        await ada.ok("chat_message", "long ago")
        for turn in (1, 2, 3):
            await play_turn(ada, bo, turn=turn)
        await bo.ok("chat_message", "just now")
        assert [message.text for _, message, _ in server.match().feed._held if isinstance(message, Chat)] == [
            "just now"
        ]
        late = await server.client()
        await late.ok("spectate", "den")
        await late.turn(1)
        for turn in (4, 5):
            await play_turn(ada, bo, turn=turn)
        await late.turn(3)
        assert [said["text"] for said in late.all("chat_message")] == ["just now"]


@live
async def test_no_frame_to_a_spectator_tells_of_the_present() -> None:
    async with serving() as server:
        ada, bo = await server.duel(spectatorDelay=20)
        watcher = await server.client()
        await watcher.ok("spectate", "den")
        for turn in range(1, 20):
            await march_about(ada, bo, turn)
            armies = server.match().match.game.view(0).scores[0].armies
            late = await server.client()
            await late.ok("spectate", "den")
            await settled(watcher, late)
            for client in (watcher, late):
                assert not client.all("game_update")
                text = "".join(frame for frame in client.frames if frame.startswith("2"))
                assert '"scores"' not in text
                assert '"turn"' not in text
                assert f'"armies":{armies}' not in text
            await late.leave()


@live
async def test_who_watched_in_the_lobby_watches_the_game() -> None:
    async with serving() as server:
        ada = await server.player("Ada", "den")
        watcher = await server.client()
        await watcher.ok("spectate", "den")
        await ada.ok("set_options", "den", {"players": 2, "spectatorDelay": 0, "lockstep": True, "deadlineMs": 60_000})
        bo = await server.player("Bo", "den")
        assert (await watcher.until("game_start"))["playerIndex"] == -1
        await watcher.until("room_update", lambda room: room["state"] == "playing")
        await watcher.turn(0)
        await play_turn(ada, bo, turn=1)
        await watcher.turn(1)
        await watcher.ok("leave_game")
        await ada.until("room_update", lambda room: room["spectators"] == 0, since=ada.now - 3)
        since = watcher.now
        await play_turn(ada, bo, turn=2)
        await settled(watcher)
        assert not turns_of(watcher, since)


@live
async def test_a_spectator_of_one_game_watches_the_next_one_too() -> None:
    async with serving() as server:
        ada, bo = await server.duel(spectatorDelay=3)
        watcher = await server.client()
        await watcher.ok("spectate", "den")
        for game in (1, 2, 3):
            since = watcher.now
            await ada.ok("surrender")
            await bo.ok("pass")
            for client in (ada, bo, watcher):
                await client.until_count("game_end", game)
            assert turns_of(watcher, since) == [0, 1]
            for client in (ada, bo):
                await client.ok("rematch", "den")
            for client in (ada, bo, watcher):
                await client.until_count("game_start", game + 1)
        starts = [start["replay_id"] for start in watcher.all("game_start")]
        assert len(set(starts)) == 4
        assert starts == [start["replay_id"] for start in ada.all("game_start")]


@live
async def test_the_eliminated_who_come_back_are_as_late_as_other_spectators() -> None:
    async with serving() as server:
        ada, bo, cy = await game_of_three(server, "den", ["Ada", "Bo", "Cy"], spectatorDelay=4)
        await cy.ok("surrender")
        for client in (ada, bo):
            await client.ok("pass")
        await cy.turn(1)
        for turn in range(2, 8):
            await play_turn(ada, bo, turn=turn)
        again = await server.client()
        await again.ok("join_private", "den", secret_of("Cy"), cy.last("joined_as_player")["token"])
        assert (await again.until("game_update"))["turn"] == 3
        await ada.ok("chat_message", "now")
        await settled(again)
        assert not again.all("chat_message")


async def rated_game_of_three(server: Serving) -> list[Client]:
    """Ada, Bo and Cy in a rated game whose turns are played by the test."""
    clients = [await server.player("Ada", "den")]
    await clients[0].ok("set_options", "den", {"players": 3, "rated": True})
    clients += [await server.player(name, "den") for name in ("Bo", "Cy")]
    for client in clients:
        await client.turn(0)
    server.match().stop_clock()
    return clients


async def played_by_hand(server: Serving, turns: int, *clients: Client) -> None:
    """Play turns at once, and wait until players have seen them."""
    match = server.match()
    for _ in range(turns):
        match.match.play_turn()
        match._deliver_turn()
    for client in clients:
        await client.turn(match.match.turn)


def tiles_of(update: dict[str, Any], board: Board) -> tuple[set[int], set[int], set[int]]:
    """The armies, the terrain and the defence of towers that a board shows after an update."""
    numbers = board.read(update).map
    size = numbers[0] * numbers[1]
    return set(numbers[2 : 2 + size]), set(numbers[2 + size : 2 + 2 * size]), set(numbers[2 + 2 * size :])


@pytest.mark.parametrize("query", ["", "/?diff=splice&more=1"])
@live
async def test_spectators_of_a_rated_game_see_scores_and_no_map_before_its_end(query: str) -> None:
    async with serving() as server:
        ada, bo, cy = await rated_game_of_three(server)
        watcher = await server.client(query)
        await watcher.ok("spectate", "den")
        await ada.ok("ping_tile", 40)
        await ada.ok("chat_message", "hello")
        await cy.ok("surrender")
        await played_by_hand(server, 40, ada, bo)
        await watcher.turn(20)
        late = await server.client(query)
        await late.ok("spectate", "den")
        await late.turn(20)
        await bo.ok("surrender")
        await played_by_hand(server, 1)
        for client in (watcher, late):
            await client.until("game_end")
            await client.until("room_update", lambda room: room["state"] == "ended")
            await client.until("game_update", lambda update: update["generals"] != [-1, -1, -1])
            await settled(client)
            names = [name for name, _ in client.heard]
            before = [told[0] for name, told in client.heard[: names.index("game_end")] if name == "game_update"]
            board = Board("splice" if query else "pairs")
            assert [update["turn"] for update in before] == list(range(before[0]["turn"], 42))
            for update in before:
                assert tiles_of(update, board) == ({0}, {-3}, {0})
                assert update["generals"] == update["capitals"] == [-1, -1, -1]
                assert (board.cities, board.towers) == ([], [])
                assert {event["type"] for event in update["events"]} <= {"eliminated"}
                assert update["scores"][0]["armies"] == 1 + update["turn"]
            assert not client.all("ping_tile")
            assert board.read(client.last("game_update")).map == whole_board(server)
        assert [chat["text"] for chat in watcher.all("chat_message")] == ["hello"]
        assert {"type": "eliminated", "index": 2} in [
            event for update in watcher.all("game_update") for event in update["events"]
        ]


@live
async def test_players_who_are_out_of_a_rated_game_see_the_map_late() -> None:
    async with serving() as server:
        ada, bo, cy = await rated_game_of_three(server)
        await cy.ok("surrender")
        await played_by_hand(server, 1, ada, bo, cy)
        since = cy.now
        await played_by_hand(server, 25, ada, bo)
        update = await cy.until("game_update", since=since)
        assert -1 not in update["generals"]
        await cy.leave()
        again = await server.client()
        await again.ok("join_private", "den", secret_of("Cy"))
        assert -2 in tiles_of(await again.until("game_update"), Board())[1]


@live
async def test_spectators_of_a_person_against_bots_see_the_map_late() -> None:
    async with serving() as server:
        ada = await server.player("Ada", "den")
        await ada.ok("set_options", "den", {"players": 2, "rated": True})
        await ada.ok("invite_bot", "den", "wanderer")
        await ada.turn(0)
        server.match().stop_clock()
        watcher = await server.client()
        await watcher.ok("spectate", "den")
        await played_by_hand(server, 20, ada)
        update = await watcher.turn(0)
        assert -1 not in update["generals"]


def held(feed: SpectatorFeed, *messages: Message) -> None:
    for message in messages:
        feed.hold(message, encode(message))


def test_what_late_spectators_are_still_to_be_sent_is_bounded_in_bytes() -> None:
    match = Match(Setup.of("fog"), lockstep=False)
    feed = SpectatorFeed(match, 100, spectator_snapshot)
    player = Player(0, "Ada", False, False, True, True, True, False)
    changes = [PlayersUpdate((replace(player, username=f"Ada {number}"),)) for number in range(3000)]
    held(feed, GameWon(0))
    for number, change in enumerate(changes):
        held(feed, Chat(0, "Ada", "x" * 300), Ping(0, number), change)
        assert feed.held_bytes <= MOST_HELD_BYTES
    kept = [message for _, message, _ in feed._held]
    assert feed.held_bytes == sum(encode(message).size for message in kept)
    assert feed.held_bytes > MOST_HELD_BYTES // 2, "as much as can be is kept"
    assert kept[0] == GameWon(0), "what comes only once is kept"
    assert kept[-3:] == [Chat(0, "Ada", "x" * 300), Ping(0, 2999), changes[-1]]


@live
async def test_a_client_who_does_not_read_is_left_out_of_turns_at_once() -> None:
    async with serving(limits=replace(UNLIMITED, unread_bytes=4000)) as server:
        ada, _ = await server.duel()
        (client,) = [each for each in server.lobby.connections.values() if each.name == "Ada"]
        posted = list[Any]()
        client._socket = SimpleNamespace(unread=1001, closed=False, post=posted.append)
        view = server.match()._game.view(0)
        client.show(Snapshot.of(view, []))
        assert posted == []
        client._socket.unread = 1000
        client.show(Snapshot.of(view, []))
        assert len(posted) == 1
        assert ada.connected
