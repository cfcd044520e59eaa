"""Chat is kept with the match: it is there after a reload, after a restart, and for those who come later."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import aiohttp

from duskfall.server.store import CHAT_KEPT, ChatSaid, MatchBegun, MatchEnded, Store
from tests.server.serving import Client, live, secret_of, serving, settled
from tests.server.welten.duels import duel

MORE = "/?more=1"


def said(client: Client) -> list[tuple[int, str, str]]:
    """The messages of the last history that a client was sent."""
    return [(line["index"], line["username"], line["text"]) for line in client.last("chat_history")]


@live
async def test_players_who_come_later_or_again_read_what_was_said() -> None:
    async with serving() as server:
        ada = await server.player("Ada", "den", MORE)
        assert ada.last("chat_history") == []
        await ada.ok("chat_message", "anybody here?")
        bo = await server.player("Bo", "den", MORE)
        assert said(bo) == [(0, "Ada", "anybody here?")]
        assert bo.last("chat_history")[0]["turn"] == 0
        await ada.leave()
        old = await server.player("Cy", "den")
        assert not old.all("chat_history"), "only clients that ask for more are sent it"


@live
async def test_the_chat_of_a_game_is_there_after_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ada, bo = await server.duel()
        await ada.ok("pass")
        await bo.ok("pass")
        await ada.turn(1)
        await ada.ok("chat_message", "first")
        await bo.ok("chat_message", "second")
        await server.server.store.flush()
    async with serving(tmp_path) as server:
        again = await server.player("Ada", "den", MORE)
        assert said(again) == [(0, "Ada", "first"), (1, "Bo", "second")]
        assert [line["turn"] for line in again.last("chat_history")] == [1, 1]
        await again.ok("chat_message", "third")
        third = await server.client(MORE)
        await third.ok("spectate", "den")
        await settled(third)
        assert said(third) == [], "a spectator is late"


@live
async def test_spectators_read_chat_as_late_as_the_board_and_players_not_what_spectators_say() -> None:
    async with serving() as server:
        ada, bo = await server.duel(spectatorDelay=2)
        await ada.ok("chat_message", "at turn 0")
        for turn in (1, 2):
            await ada.ok("pass")
            await bo.ok("pass")
            await ada.turn(turn)
        await ada.ok("chat_message", "at turn 2")
        watcher = await server.client(MORE)
        await watcher.ok("set_username", "a watcher's secret", "Wu")
        await watcher.ok("spectate", "den")
        await settled(watcher)
        assert said(watcher) == [(0, "Ada", "at turn 0")]
        await watcher.ok("chat_message", "who wins?")
        await ada.leave()
        again = await server.player("Ada", "den", MORE)
        assert said(again) == [(0, "Ada", "at turn 0"), (0, "Ada", "at turn 2")]


@live
async def test_chat_in_weltendaemmerung_is_kept_too() -> None:
    async with serving() as server:
        ada, _ = await duel(server)
        await ada.ok("chat_message", "well met")
        watcher = await server.client(MORE)
        await watcher.ok("spectate", "hall")
        await settled(watcher)
        assert said(watcher) == [(0, "Ada", "well met")]


async def kept(url: str, messages: int, forget: timedelta | None = None) -> list[Any]:
    """The numbers of the messages that are kept of a match that has ended."""
    with Store.open(url) as store:
        store.write(MatchBegun("m", "den", "fog", {}, 7, (), {}, "1"))
        for number in range(messages):
            store.write(ChatSaid("m", number, 0, "Ada", f"{number}", 0, by_spectator=False))
        await store.write(MatchEnded("m", None, (1,), "abandoned", 0))
        if forget is not None:
            store.forget_chat(datetime.now(UTC) + forget)
        match = store.match("m")
        return [line.number for line in match.chat] if match else []


@live
async def test_the_newest_messages_of_a_match_are_kept_and_no_more(database_url: str) -> None:
    assert await kept(database_url, CHAT_KEPT + 3) == list(range(3, CHAT_KEPT + 3))


@live
async def test_chat_is_forgotten_when_its_match_has_been_over_for_long(database_url: str) -> None:
    assert await kept(database_url, 2, forget=timedelta(days=1)) == []


@live
async def test_chat_of_matches_that_ended_lately_is_not_forgotten(database_url: str) -> None:
    assert await kept(database_url, 2, forget=timedelta(days=-1)) == [0, 1]


@live
async def test_an_unlisted_room_is_found_by_its_name_only() -> None:
    async with serving() as server:
        ada = await server.player("Ada", "den")
        await ada.ok("set_options", "den", {"players": 2, "listed": False})
        bo = await server.player("Bo")
        await bo.ok("welten_join", "hall", secret_of("Bo"), {"listed": False})
        await server.player("Cy", "lair")
        assert [room["roomId"] for room in await rooms(server.url)] == ["lair"]
        for name in ("den", "hall"):
            (room,) = await rooms(server.url, name)
            assert room["options"]["listed"] is False


async def rooms(url: str, name: str | None = None) -> list[Any]:
    """The rooms that the server lists, or the one of a name."""
    query = {} if name is None else {"room": name}
    async with aiohttp.ClientSession() as session, session.get(f"{url}/api/rooms", params=query) as answer:
        document: dict[str, list[Any]] = await answer.json()
    return document["rooms"]
