"""Lists that pages ask for again and again are built once a second, however many ask."""

from __future__ import annotations

import asyncio

import pytest

from duskfall.server.http import kept_answers, rooms
from duskfall.server.http.kept_answers import KeptAnswer
from duskfall.server.lobby.lobby import AnyRoom
from duskfall.server.store import Rating, Store
from tests.server.http.asking import Answer, get
from tests.server.serving import live, serving


@live
async def test_an_answer_is_built_when_somebody_asks_and_it_is_a_second_old() -> None:
    now, built = 0.0, 0

    async def build() -> bytes:
        nonlocal built
        built += 1
        await asyncio.sleep(0)
        return b"%d" % built

    kept = KeptAnswer(build, lambda: now)
    assert [each.body for each in await asyncio.gather(*(kept.response() for _ in range(50)))] == [b"1"] * 50
    now = 0.99
    assert (await kept.response()).body == b"1"
    now = 1.0
    assert (await kept.response()).body == b"2"
    assert built == 2


@live
async def test_a_list_of_rooms_is_written_once_for_all_who_ask_and_one_room_at_any_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written = list[str]()
    shown = rooms.RoomShown.of
    monkeypatch.setattr(kept_answers, "KEPT_S", 3600.0)
    monkeypatch.setattr(rooms, "AT_A_TIME", 2)

    def noted(room: AnyRoom) -> rooms.RoomShown:
        written.append(room.name)
        return shown(room)

    monkeypatch.setattr(rooms.RoomShown, "of", noted)
    async with serving() as server:
        for name in ("oak", "elm", "ash"):
            await server.player(name.title(), name)

        async def ask(query: str = "") -> Answer:
            return await asyncio.to_thread(get, f"{server.url}/api/rooms{query}")

        answers = await asyncio.gather(*(ask() for _ in range(20)))
        assert [room["roomId"] for room in answers[0].json["rooms"]] == ["oak", "elm", "ash"]
        assert all(answer.body == answers[0].body for answer in answers)
        assert written == ["oak", "elm", "ash"]
        await server.player("Yew", "yew")
        assert (await ask()).body == answers[0].body, "nothing is written for the sake of one more who asks"
        assert [room["roomId"] for room in (await ask("?room=yew")).json["rooms"]] == ["yew"]
        assert (await ask("?room=fir")).json == {"rooms": []}


@live
async def test_the_ladder_is_read_from_the_store_once_for_all_who_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_answers, "KEPT_S", 3600.0)
    read = list[str | None]()
    ratings = Store.ratings

    def noted(store: Store, game: str | None = None) -> list[Rating]:
        read.append(game)
        return ratings(store, game)

    async with serving() as server:
        monkeypatch.setattr(Store, "ratings", noted)
        for _ in range(5):
            for game in ("fog", "welten"):
                assert (await asyncio.to_thread(get, f"{server.url}/api/ladder?game={game}")).json["game"] == game
        assert read == ["fog", "welten"]
