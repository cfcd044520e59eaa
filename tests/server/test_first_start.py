"""The first start on a machine: the server answers at once; what is asked for waits until its rules are compiled."""

from __future__ import annotations

import asyncio
import time
import urllib.request
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import socketio

from duskfall.server.live.warmup import PARTS
from tests.server.running import START_S, RunningServer, running
from tests.server.serving import secret_of
from tests.server.store.damage import keep, played_match, records_of

MARK = b"data-compiling"
"""By which a page knows that it has to ask how far the rules are."""


class Visitor:
    """A client that has all the time in the world."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._secret = secret_of(name)
        self._client = socketio.AsyncClient()

    def asks(self, address: str, what: Callable[[Visitor], Awaitable[None]]) -> None:
        """Connect to a server and ask it for something, in a loop of one's own."""

        async def ask() -> None:
            await self._client.connect(address, transports=["websocket"])
            await self.ok("set_username", self._secret, self._name)
            await what(self)
            await self._client.disconnect()

        asyncio.run(ask())

    async def ok(self, event: str, *arguments: Any) -> None:
        reply = await self._client.call(event, arguments, timeout=START_S)
        assert reply["ok"] is True, (event, reply)

    async def play_now(self) -> None:
        """Do what the button does, and wait for a turn."""
        played = asyncio.Event()
        self._client.on("game_update", lambda update: played.set() if update["turn"] > 0 else None)
        await self.ok("join_private", "quick", self._secret)
        await self.ok("set_options", "quick", {"players": 2, "turnMs": 250})
        await self.ok("invite_bot", "quick", "settler")
        await asyncio.wait_for(played.wait(), START_S)

    async def play_in_a_dungeon(self) -> None:
        await self.ok("join_private", "deep", self._secret)
        await self.ok("set_options", "deep", {"players": 2, "dungeon": 7})

    async def play_welten(self) -> None:
        await self.ok("welten_join", "west", self._secret, {"side": "both"})
        await self.ok("welten_threats", "west")

    async def watch_stored(self) -> None:
        await self.ok("spectate", "room of kept")


def get(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=START_S) as answer:
        content: bytes = answer.read()
    return content


def ask_for_everything(server: RunningServer, pool: ThreadPoolExecutor) -> dict[str, Future[Any]]:
    """Ask for games of all worlds, a stored one and a map, all at once."""
    wishes: dict[str, Callable[[], object]] = {
        "fog": lambda: Visitor("Ada").asks(server.address, Visitor.play_now),
        "fog in a dungeon": lambda: Visitor("Bo").asks(server.address, Visitor.play_in_a_dungeon),
        "welten": lambda: Visitor("Cy").asks(server.address, Visitor.play_welten),
        "stored": lambda: Visitor("Di").asks(server.address, Visitor.watch_stored),
        "dungeon": lambda: get(f"{server.address}/api/dungeons/7.json"),
    }
    return {name: pool.submit(wish) for name, wish in wishes.items()}


@dataclass
class FirstStart:
    """What a server showed from its first answer until its rules were compiled."""

    cache: Path
    page: bytes = b""
    docs: bytes = b""
    healths: list[dict[str, Any]] = field(default_factory=list)
    answers: dict[str, Future[Any]] = field(default_factory=dict)
    log: str = ""

    @property
    def shares(self) -> list[float]:
        return [health["rules"]["progress"] for health in self.healths]


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> FirstStart:
    folder = tmp_path_factory.mktemp("first")
    seen = FirstStart(folder / "cache")
    keep(folder / "data", records_of(folder / "data", "kept", played_match()))
    with (
        running(folder / "data", "--no-limits", DUSKFALL_CACHE=str(seen.cache)) as server,
        ThreadPoolExecutor() as pool,
    ):
        seen.healths.append(server.health())
        seen.page, seen.docs = get(server.address), get(f"{server.address}/docs/start")
        seen.answers = ask_for_everything(server, pool)
        until = time.monotonic() + START_S
        while seen.shares[-1] < 1:
            assert time.monotonic() < until, server.log
            seen.healths.append(server.health())
            time.sleep(0.1)
        for answer in seen.answers.values():
            answer.exception()
        seen.log = server.log
    return seen


def test_the_pages_are_served_before_the_rules_are_compiled(first: FirstStart) -> None:
    assert first.healths[0]["rules"] == {"progress": 0.0, "ready": []}
    assert b'id="app"' in first.page
    assert MARK in first.page
    assert b"make play" in first.docs


def test_progress_never_falls_and_ends(first: FirstStart) -> None:
    assert first.shares == sorted(first.shares)
    assert len(set(first.shares)) > len(PARTS), "it is told kernel by kernel"
    assert first.shares[-1] == 1
    assert set(first.healths[-1]["rules"]["ready"]) == {"fog", "welten", "dungeon"}


@pytest.mark.parametrize("wish", ["fog", "fog in a dungeon", "welten", "stored", "dungeon"])
def test_what_is_asked_for_meanwhile_waits_and_is_not_lost(first: FirstStart, wish: str) -> None:
    first.answers[wish].result()


def test_the_terminal_tells_that_rules_are_compiled_and_when_they_are(first: FirstStart) -> None:
    assert "Compiling the rules for this machine" in first.log
    assert "The rules are compiled." in first.log


def test_a_fresh_process_with_a_filled_cache_compiles_nothing(first: FirstStart, tmp_path: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in first.cache.rglob("*")}
    with running(tmp_path, "--no-limits", DUSKFALL_CACHE=str(first.cache)) as server, ThreadPoolExecutor() as pool:
        assert MARK not in get(server.address)
        answers = ask_for_everything(server, pool)
        answers.pop("stored").exception()
        for answer in answers.values():
            answer.result()
        assert "Compiling" not in server.log
    assert {path: path.stat().st_mtime_ns for path in first.cache.rglob("*")} == before
