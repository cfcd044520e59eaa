"""Limits: on events, connections, rooms, spectators, texts and messages; and what slow readers get."""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import websockets
from socketio.exceptions import ConnectionError as NoConnection

from duskfall.server import app
from duskfall.server.settings import UNLIMITED, Limits
from duskfall.server.transport import http_limits as requests
from duskfall.server.transport import listener as doors
from duskfall.server.transport.connection import Connection
from duskfall.server.transport.headers import HEADERS
from tests.server.patches import Board
from tests.server.polling import Polling
from tests.server.serving import PATIENCE_S, Client, Serving, live, play_turn, secret_of, serving, settled

pytestmark = pytest.mark.usefixtures("each_transport")


def limited(**limits: Any) -> Limits:
    """No limits but these."""
    return replace(UNLIMITED, **limits)


async def refused_after(client: Client, most: int) -> int:
    """How many events are taken before the first is refused for coming too fast."""
    for number in range(most):
        reply = await client.ask("get_current_room")
        if not reply["ok"]:
            assert reply["code"] == "TOO_FAST"
            return number
    return most


# Rates


@live
async def test_a_connection_sends_so_many_events_and_others_are_not_touched() -> None:
    async with serving(limits=limited(socket_events="20/minute")) as server:
        eager, calm = await server.client(), await server.client()
        assert 17 <= await refused_after(eager, 40) <= 23, "events are counted a few at a time"
        assert (await calm.ask("get_current_room"))["ok"]
        assert await eager.refused("set_username", "an id of mine", "Zoe") == "TOO_FAST"
        assert server.lobby.connections[eager.get_sid()].user is None


@live
async def test_a_player_sends_so_many_events_over_all_its_connections() -> None:
    async with serving(limits=limited(user_events="20/minute")) as server:
        first, second = await server.player("Ada"), await server.player("Ada")
        taken = [await refused_after(client, 16) for client in (first, second)]
        assert sum(taken) < 26, taken
        assert await refused_after(await server.player("Bo"), 16) == 16


@live
async def test_an_address_sends_so_many_events_over_all_its_connections() -> None:
    async with serving(limits=limited(address_events="40/minute")) as server:
        clients = [await server.client() for _ in range(5)]
        taken = [await refused_after(client, 12) for client in clients]
        assert 36 <= sum(taken) <= 56, taken
        assert taken[-1] < 8


@live
async def test_who_does_not_stop_is_dropped_with_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "SWEEP_S", 0.01)
    async with serving(limits=limited(socket_events="10/minute", refusals=20)) as server:
        client = await server.client()
        for _ in range(40):
            await client.emit("get_current_room")
        notice = await client.until("notice")
        assert notice["code"] == "TOO_FAST"
        await client.until_gone()


@live
async def test_an_address_opens_so_many_connections() -> None:
    async with serving(limits=limited(sockets_an_address=2)) as server:
        first, _ = await server.client(), await server.client()
        with pytest.raises(NoConnection):
            await server.client()
        await first.leave()
        while len(server.lobby.connections) > 1:
            await asyncio.sleep(0)
        assert (await (await server.client()).ask("get_current_room"))["ok"]


@live
async def test_a_server_bears_so_many_connections_and_so_many_new_ones() -> None:
    async with serving(limits=limited(sockets=1)) as server:
        await server.client()
        with pytest.raises(NoConnection):
            await server.client()
    async with serving(limits=limited(new_sockets="2/minute")) as server:
        for _ in range(2):
            await (await server.client()).leave()
        with pytest.raises(NoConnection):
            await server.client()


@live
async def test_an_address_opens_so_many_connections_even_if_nothing_is_said_through_them() -> None:
    async with serving(limits=limited(new_sockets="2/minute")) as server, aiohttp.ClientSession() as http:
        url = f"{server.url}/socket.io/?EIO=4&transport=polling"
        answers = [await http.get(url) for _ in range(4)]
        assert [answer.status for answer in answers] == [200, 200, 401, 401]
        assert "at most 2 a minute" in await answers[-1].text()
        assert len(server.server.sockets.eio.sockets) == 2


@live
async def test_websockets_that_are_turned_away_are_answered_and_leave_no_trace(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with serving(limits=limited(new_sockets="2/minute")) as server, aiohttp.ClientSession() as http:
        url = f"{server.url}/socket.io/?EIO=4&transport=websocket"
        for _ in range(2):
            await (await http.ws_connect(url)).close()
        for _ in range(3):
            with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
                await http.ws_connect(url)
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


@live
async def test_a_server_bears_so_many_rooms() -> None:
    async with serving(limits=limited(rooms=2)) as server:
        clients = [await server.player(name) for name in ("Ada", "Bo", "Cleo")]
        codes = [(await each.ask("join_private", f"room {each.get_sid()}")).get("code") for each in clients]
        assert codes == [None, None, "TOO_MANY"]
        assert (await clients[2].ok("get_current_room"))["room"] is None


@live
async def test_what_is_costly_can_be_had_so_often() -> None:
    async with serving(limits=limited(arrivals="4/minute", new_options="2/minute", new_games="1/minute")) as server:
        ada, bo = [await server.player(name, "den") for name in ("Ada", "Bo")]
        taken = [(await ada.ask("set_options", "den", {"players": 3})).get("code") for _ in range(3)]
        assert taken == [None, None, "TOO_FAST"]
        come = [(await bo.ask("join_private", "den", secret_of("Bo"))).get("code") for _ in range(4)]
        assert come == [None, None, None, "TOO_FAST"]
        assert await bo.refused("spectate", "den") == "TOO_FAST"
        await ada.ok("set_force_start", "den", True)
        await bo.turn(0)
        await bo.ok("surrender")
        await ada.until("game_end")
        assert await ada.refused("set_force_start", "den", True) == "TOO_FAST"
        assert server.room().state == "ended"


@live
async def test_a_join_that_is_refused_opens_no_room() -> None:
    async with serving() as server:
        ada, _ = await server.duel()
        assert await ada.refused("join_private", "lair", secret_of("Ada")) == "SEATED_ELSEWHERE"
        assert await ada.refused("welten_join", "lair", secret_of("Ada")) == "SEATED_ELSEWHERE"
        assert set(server.lobby.rooms) == {"den"}


@live
async def test_a_room_whose_players_never_came_back_to_it_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as server:
        await server.duel(lockstep=False, turnMs=50)
    monkeypatch.setattr(app, "SWEEP_S", 0.01)
    async with serving(tmp_path, return_s=0, grace_s=0, idle_room_s=0) as server:
        async with asyncio.timeout(PATIENCE_S):
            while server.lobby.rooms:
                await asyncio.sleep(0)


@live
async def test_a_room_has_so_many_spectators() -> None:
    async with serving(limits=limited(spectators=2)) as server:
        await server.player("Ada", "den")
        watchers = [await server.client() for _ in range(3)]
        codes = [(await watcher.ask("spectate", "den")).get("code") for watcher in watchers]
        assert codes == [None, None, "TOO_MANY"]
        await watchers[0].ok("spectate", "den")
        await watchers[0].ok("leave_game")
        await watchers[2].ok("spectate", "den")


@live
async def test_a_server_bears_so_many_players_in_a_room() -> None:
    async with serving(limits=limited(seats=4)) as server:
        ada = await server.player("Ada", "den")
        await ada.ok("set_options", "den", {"players": 4})
        assert await ada.refused("set_options", "den", {"players": 5}) == "OUT_OF_RANGE"


@live
async def test_chat_is_so_long_and_so_often() -> None:
    async with serving(limits=limited(chat_characters=10, chat_messages="3/minute")) as server:
        ada = await server.player("Ada", "den")
        await ada.ok("chat_message", "x" * 10)
        assert await ada.refused("chat_message", "x" * 11) == "OUT_OF_RANGE"
        await ada.ok("chat_message", "again")
        assert await ada.refused("chat_message", "and again") == "TOO_FAST"
        assert [chat["text"] for chat in ada.all("chat_message")] == ["x" * 10, "again"]


@live
async def test_room_names_ids_and_tokens_are_so_long() -> None:
    async with serving() as server:
        client = await server.client()
        assert await client.refused("join_private", "x" * 41, "an id of mine") == "MALFORMED"
        assert await client.refused("join_private", "den", "x" * 201) == "MALFORMED"
        assert await client.refused("join_private", "den", None, "x" * 401) == "MALFORMED"
        assert await client.refused("invite_bot", "den", "x" * 41) == "MALFORMED"
        assert not server.lobby.rooms


# Sizes


@pytest.mark.parametrize("transport", ["websocket", "polling"])
@live
async def test_a_message_that_is_too_large_ends_the_connection_and_nothing_else(transport: str) -> None:
    async with serving(limits=limited(message_bytes=5000)) as server:
        ada, bo = await server.duel()
        big = "42" + json.dumps(["chat_message", "x" * 6000])
        if transport == "websocket":
            async with websockets.connect(engine_url(server)) as socket:
                await greet(socket)
                await socket.send(big)
                assert not any("chat_message" in frame for frame in await all_that_comes(socket))
        else:
            async with aiohttp.ClientSession() as http:
                stranger = Polling(server.url, http)
                await stranger.connect()
                assert await stranger.post(big) == 400
        await play_turn(ada, bo, turn=1)


# Slow readers


def line_of(server: Serving, name: str) -> Connection:
    return next(line for line in server.lobby.connections.values() if line.name == name)


async def until_lagging(line: Connection, lagging: bool) -> None:
    """Wait until the server has noticed that a reader is behind, or not any more."""
    while (line._lagging_since is not None) is not lagging:
        await asyncio.sleep(0.001)


@live
async def test_a_slow_reader_is_cut_to_the_latest_state(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "SWEEP_S", 0.01)
    async with serving(limits=limited(waiting_messages=12)) as server, aiohttp.ClientSession() as http:
        ada, bo = await server.duel()
        await ada.leave()
        slow = Polling(server.url, http)
        await slow.connect()
        await slow.say("join_private", "den", secret_of("Ada"))
        while line_of(server, "Bo") is None or len(server.lobby.connections) < 2:
            await asyncio.sleep(0)
        line = line_of(server, "Ada")
        board, turn = Board(), 0

        async def one_turn() -> None:
            nonlocal turn
            turn += 1
            await slow.say("pass")
            await bo.ok("pass")
            await bo.turn(turn)

        while line._lagging_since is None:
            await one_turn()
        seen, waiting = turn, line.waiting
        for _ in range(10):
            await bo.ok("chat_message", "are you there?")
            await one_turn()
        assert line.waiting <= waiting + 10, "no update waits any more"
        updates = [payload for name, payload in await slow.read() if name == "game_update"]
        assert [update["turn"] for update in updates] == list(range(len(updates)))
        assert seen - 1 <= updates[-1]["turn"] <= seen + 1
        for update in updates:
            board.read(update)
        await until_lagging(line, False)
        await one_turn()
        latest = await slow.until("game_update")
        assert latest["turn"] == turn, "the latest state"
        assert len(latest["map_diff"]) == 2 * (2 + 3 * 120), "and complete"
        assert board.read(latest).armies[39] == turn + 1


async def play_until_dropped(server: Serving, slow: websockets.ClientConnection) -> None:
    """Let somebody play on a large board who sends its orders and reads nothing, until it is dropped."""
    ada = await server.player("Ada", "den")
    await ada.ok("set_options", "den", {"players": 2, "width": 100, "height": 100, "lockstep": True})
    await greet(slow)
    await slow.send("42" + json.dumps(["join_private", "den", secret_of("Bo")]))
    turn = 0
    while not (ada.all("players_update") and not ada.last("players_update")[-1]["connected"]):
        await ada.turn(turn)
        turn += 1
        await slow.send("42" + json.dumps(["pass"]))
        await ada.ok("pass")


def one_that_lags(server: Serving) -> websockets.connect:
    """A connection that wants the whole board every turn."""
    return websockets.connect(engine_url(server) + "&diff=full", max_size=None, close_timeout=0.1)


def engine_url(server: Serving) -> str:
    """Where a WebSocket connects without a library of Socket.IO's."""
    return f"{server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket"


async def greet(connection: websockets.ClientConnection) -> None:
    """What both sides say first."""
    assert str(await connection.recv()).startswith("0{")
    await connection.send("40")
    assert str(await connection.recv()).startswith("40{")


async def all_that_comes(connection: websockets.ClientConnection) -> list[str]:
    """Every frame until the connection ends, which it has to."""
    frames = []
    with suppress(websockets.ConnectionClosed):
        while True:
            frames.append(str(await asyncio.wait_for(connection.recv(), PATIENCE_S)))
    return frames


@live
async def test_a_reader_that_stays_behind_is_dropped_with_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "SWEEP_S", 0.01)
    async with serving(limits=limited(waiting_messages=5, lagging_s=0)) as server, one_that_lags(server) as slow:
        await play_until_dropped(server, slow)
        frames = await all_that_comes(slow)
        notices = [json.loads(frame[2:])[1] for frame in frames if frame.startswith('42["notice"')]
        assert [notice["code"] for notice in notices] == ["TOO_SLOW"]


@live
async def test_a_dropped_reader_that_never_reads_again_does_not_keep_its_connection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(app, "SWEEP_S", 0.01)
    monkeypatch.setattr(doors, "UNREAD_MS", 500)
    async with serving(limits=limited(waiting_messages=5, lagging_s=0)) as server, one_that_lags(server) as slow:
        await play_until_dropped(server, slow)
        async with asyncio.timeout(PATIENCE_S):
            while len(server.web.server_state.connections) > 1:
                await asyncio.sleep(0.01)


# Order


# Requests


async def cut_off(server: Serving, *parts: bytes) -> bytes:
    """Send parts of a request until the server ends the connection; gives its answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    with suppress(OSError):
        for part in parts:
            writer.write(part)
            await writer.drain()
    try:
        async with asyncio.timeout(PATIENCE_S):
            return await reader.read()
    finally:
        writer.close()


@pytest.mark.parametrize(
    "more",
    [b"a" * 100_000, b"X: a\r\n" * 20_000, b""],
    ids=["a header without end", "headers without end", "nothing more"],
)
@live
async def test_the_head_of_a_request_is_short_and_comes_soon(more: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    if not more:
        monkeypatch.setattr(requests, "HEAD_S", 0.1)
    async with serving() as server:
        answer = await cut_off(server, b"GET /api/health HTTP/1.1\r\nHost: here\r\nX: ", more)
        assert answer.startswith(b"HTTP/1.1 431") if more else answer == b""
        async with aiohttp.ClientSession() as http, http.get(f"{server.url}/api/health") as health:
            assert health.status == 200


@live
async def test_a_connection_that_asks_again_is_measured_anew() -> None:
    request = b"GET /api/health HTTP/1.1\r\nHost: here\r\nX: " + b"a" * 6000
    async with serving() as server:
        last = b"\r\nConnection: close\r\n\r\n"
        answer = await cut_off(server, request, b"\r\n\r\n", request, b"\r\n\r\n", request, last)
        assert answer.count(b"HTTP/1.1 200") == 3


@live
async def test_orders_of_one_connection_never_overtake_each_other() -> None:
    async with serving() as server:
        ada, bo = await server.duel()
        for turn in range(1, 4):
            await play_turn(ada, bo, turn=turn)
        since = ada.now
        replies = await asyncio.gather(*(ada.ask("attack", 39, 40, False, number) for number in range(64)))
        assert all(reply["ok"] for reply in replies)
        results = ada.all("attack_result", since=since)
        assert [result["moveId"] for result in results if result["phase"] == "queued"] == list(range(64))
        said = [line for line in server.match().match.log.lines() if "39>40" in line]
        assert len(said) == 64
        mixed: list[tuple[Any, ...]] = [
            ("attack", 39, 38, False, "a"),
            ("clear_moves",),
            ("attack", 39, 27, False, "b"),
            ("undo_move",),
        ]
        await asyncio.gather(*(ada.ask(*order) for order in [("clear_moves",), *mixed, ("attack", 39, 51, False, "c")]))
        since = ada.now
        await bo.ok("pass")
        await ada.turn(4)
        assert [result["moveId"] for result in ada.all("attack_result", since=since)] == ["c"]


@live
async def test_events_in_pieces_and_in_one_piece_are_taken_in_the_order_of_their_arrival() -> None:
    async with serving() as server, websockets.connect(engine_url(server)) as socket:
        await greet(socket)
        for number in range(60):
            event = f'42{number}["get_current_room"]'
            pieces = [event[:4], event[4:9], event[9:]]
            await socket.send(pieces if number % 3 == 1 else event)
            if number % 10 == 5:
                await socket.send("3")  # a pong goes another way than events do
        answers: list[int] = []
        while len(answers) < 60:
            frame = str(await asyncio.wait_for(socket.recv(), PATIENCE_S))
            if frame.startswith("43"):
                answers.append(int(frame[2 : frame.index("[")]))
        assert answers == list(range(60))


def waiting_pings() -> int:
    """Tasks that keep a connection until it will be asked whether it still stands."""
    return sum("_send_ping" in repr(task.get_coro()) for task in asyncio.all_tasks())


@live
async def test_nothing_is_kept_of_a_connection_that_has_ended() -> None:
    async with serving() as server:
        engine = server.server.sockets.eio
        engine.ping_interval = 3600  # until which nobody may wait
        async with websockets.connect(engine_url(server)) as socket:
            await greet(socket)
            assert waiting_pings() == 1
            await socket.send("x")  # no packet at all
            await all_that_comes(socket)
        async with asyncio.timeout(PATIENCE_S):
            while waiting_pings():
                await asyncio.sleep(0.01)
        assert not engine.sockets


# What every response has, and what no frame has


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/"),
        ("GET", "/api/health"),
        ("GET", "/nothing/here"),
        ("GET", "/api/nothing"),
        ("POST", "/api/health"),
        ("DELETE", "/"),
        ("GET", "/socket.io/?EIO=4&transport=polling"),
        ("GET", "/socket.io/?EIO=4&transport=polling&sid=none"),
        ("GET", "/socket.io/?EIO=3&transport=carrier-pigeon"),
        ("PUT", "/socket.io/"),
        ("OPTIONS", "/socket.io/?EIO=4&transport=polling"),
        ("GET", "/%00%ff/../../etc/passwd"),
    ],
)
@live
async def test_every_response_has_the_security_headers(method: str, path: str) -> None:
    async with (
        serving() as server,
        aiohttp.ClientSession() as http,
        http.request(method, server.url + path) as answer,
    ):
        assert {name: answer.headers.getall(name) for name in HEADERS} == {
            name: [value] for name, value in HEADERS.items()
        }
        assert "server" not in answer.headers
        assert "Traceback" not in await answer.text(errors="replace")


@live
async def test_scripts_styles_and_fonts_have_only_the_header_that_forbids_guessing_their_type() -> None:
    async with serving() as server, aiohttp.ClientSession() as http:
        async with http.get(server.url) as page:
            files = set(re.findall(r'/client/[^"]+[.](?:js|css|woff2?)', await page.text()))
        assert {name.rpartition(".")[2] for name in files} >= {"js", "css"}
        for name in files:
            async with http.get(server.url + name) as answer:
                assert {each for each in HEADERS if each in answer.headers} == {"x-content-type-options"}


@live
async def test_who_asks_for_a_websocket_by_halves_is_refused() -> None:
    async with serving() as server, aiohttp.ClientSession() as http:
        address = f"{server.url}/socket.io/?EIO=4&transport=websocket"
        for headers in ({}, {"Upgrade": "websocket"}):
            async with http.get(address, headers=headers) as answer:
                assert answer.status == 400
                assert await answer.text() == "this is no request that sockets can take"


@live
async def test_a_websocket_that_is_turned_away_gets_the_security_headers_too() -> None:
    async with serving() as server:
        for path in ("/nothing", "/socket.io/?EIO=4&transport=websocket&sid=none", "/api/health"):
            with pytest.raises(websockets.InvalidStatus) as turned_away:
                await websockets.connect(server.url.replace("http", "ws") + path)
            headers = turned_away.value.response.headers
            assert {name: headers.get_all(name) for name in HEADERS} == {
                name: [value] for name, value in HEADERS.items()
            }
        async with websockets.connect(engine_url(server)) as accepted:
            assert accepted.response is not None
            assert {name: accepted.response.headers[name] for name in HEADERS} == HEADERS


@live
async def test_no_frame_of_a_running_game_has_its_seed_a_digest_or_anothers_id() -> None:
    async with serving() as server:
        ada, bo = await server.duel(map=None, seed=str(7_777_777_777), width=12, height=12, spectatorDelay=2)
        watcher = await server.client()
        await watcher.ok("spectate", "den")
        for turn in range(1, 12):
            await play_turn(ada, bo, turn=turn)
        await settled(watcher)
        match = server.match().match
        for client, own in ((ada, "Ada"), (bo, "Bo"), (watcher, None)):
            text = "".join(client.frames)
            assert "7777777777" not in text
            assert '"seed":' not in text
            for digest in match.log.digests():
                assert digest not in text
            for name in {"Ada", "Bo"} - {own}:
                assert secret_of(name) not in text
            assert not client.all("identity")
