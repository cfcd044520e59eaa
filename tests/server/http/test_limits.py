"""Limits of requests for each network address, and of slow work for all together."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace

import aiohttp
import pytest

from duskfall.errors import Refusal, Refused
from duskfall.server.http import context as contexts
from duskfall.server.http.context import WORKER_THREADS, Context
from duskfall.server.settings import UNLIMITED
from tests.server.http.asking import get
from tests.server.serving import PATIENCE_S, Serving, live, serving


@live
async def test_an_address_that_sends_too_many_requests_is_told_to_wait() -> None:
    async with serving(limits=replace(UNLIMITED, requests="3/hour")) as server:
        answers = [await asyncio.to_thread(get, f"{server.url}/api/health") for _ in range(5)]
        assert [answer.status for answer in answers] == [200, 200, 200, 429, 429]
        assert answers[-1].code == "TOO_FAST"


@pytest.mark.parametrize("path", ["/api/openapi.json", "/docs", "/docs/server", "/docs/no-such-page"])
@live
async def test_descriptions_and_documentation_are_limited_and_not_written_anew_for_each_request(path: str) -> None:
    async with serving(limits=replace(UNLIMITED, requests="101/hour")) as server, aiohttp.ClientSession() as http:

        async def ask() -> int:
            async with http.get(server.url + path, headers={"accept-encoding": "gzip"}) as answer:
                await answer.read()
                return answer.status

        assert await ask() in (200, 404)
        began = time.process_time()
        assert {await ask() for _ in range(100)} <= {200, 404}
        assert time.process_time() - began < 1.0
        assert await ask() == 429


@live
async def test_slow_work_runs_in_a_few_threads_and_is_refused_when_too_much_waits() -> None:
    async with serving(limits=replace(UNLIMITED, slow_requests=40)) as server:
        slow = SlowWork(server)
        tasks = [asyncio.create_task(slow.ask(number, f"address {number % 5}")) for number in range(40)]
        while len(slow.begun) < WORKER_THREADS:
            await asyncio.sleep(0)
        with pytest.raises(Refused, match="the server is busy") as refused:
            await slow.ask(-1, "another address")
        assert refused.value.code is Refusal.TOO_MANY
        assert len(slow.begun) == WORKER_THREADS
        slow.gate.set()
        assert await asyncio.gather(*tasks) == list(range(40))
        assert await slow.ask(99, "address 1") == 99


@live
async def test_who_asks_for_much_slow_work_waits_for_it_and_others_do_not() -> None:
    async with serving(limits=replace(UNLIMITED, slow_requests_an_address=10)) as server:
        slow = SlowWork(server)
        greedy = [asyncio.create_task(slow.ask(number, "greedy")) for number in range(10)]
        while not slow.begun:
            await asyncio.sleep(0)
        with pytest.raises(Refused, match="your earlier ones are not done"):
            await slow.ask(10, "greedy")
        honest = asyncio.create_task(slow.ask(99, "honest"))
        while len(slow.begun) < WORKER_THREADS:
            await asyncio.sleep(0)
        assert slow.begun == [0, 99], "one thread for each of them"
        slow.gate.set()
        assert await honest == 99
        assert await asyncio.gather(*greedy) == list(range(10))
        assert not slow.context._slow.pending
        assert not slow.context._slow._turns


class SlowWork:
    """Work that does not end before the gate opens."""

    def __init__(self, server: Serving) -> None:
        self.context = Context(server.lobby, server.lobby.services.store, 0.0)
        self.gate = asyncio.Event()
        self.begun: list[int] = []
        self._loop = asyncio.get_running_loop()

    async def ask(self, number: int, sender: str) -> int:
        """Ask for it from an address."""
        contexts._SENDER.set(sender)
        return await self.context.run_in_thread(self._work, number)

    def _work(self, number: int) -> int:
        self.begun.append(number)
        asyncio.run_coroutine_threadsafe(self.gate.wait(), self._loop).result(PATIENCE_S)
        return number
