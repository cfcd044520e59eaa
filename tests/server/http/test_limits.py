"""Limits of requests for each network address, and of slow work for all together."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from duskfall.errors import Refusal, Refused
from duskfall.server.http.context import MOST_PENDING, WORKER_THREADS, Context
from duskfall.server.settings import UNLIMITED
from tests.server.http.asking import get
from tests.server.serving import live, serving


@live
async def test_an_address_that_sends_too_many_requests_is_told_to_wait() -> None:
    async with serving(limits=replace(UNLIMITED, requests="3/hour")) as server:
        answers = [await asyncio.to_thread(get, f"{server.url}/api/health") for _ in range(5)]
        assert [answer.status for answer in answers] == [200, 200, 200, 429, 429]
        assert answers[-1].code == "TOO_FAST"
        assert (await asyncio.to_thread(get, f"{server.url}/metrics")).status == 200


@live
async def test_slow_work_runs_in_a_few_threads_and_is_refused_when_too_much_waits() -> None:
    async with serving() as server:
        context = Context(server.lobby, server.lobby.services.store, 0.0)
        gate, begun = asyncio.Event(), []
        loop = asyncio.get_running_loop()

        def work(number: int) -> int:
            begun.append(number)
            asyncio.run_coroutine_threadsafe(gate.wait(), loop).result()
            return number

        tasks = [asyncio.create_task(context.run_in_thread(work, number)) for number in range(MOST_PENDING)]
        while len(begun) < WORKER_THREADS:
            await asyncio.sleep(0)
        with pytest.raises(Refused) as refused:
            await context.run_in_thread(work, -1)
        assert refused.value.code is Refusal.TOO_MANY
        assert len(begun) == WORKER_THREADS
        gate.set()
        assert await asyncio.gather(*tasks) == list(range(MOST_PENDING))
        assert await context.run_in_thread(work, 99) == 99
