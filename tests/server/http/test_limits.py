"""Requests are limited for each network address, and slow work for all."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from duskfall.errors import Refusal, Refused
from duskfall.server.http.context import SLOW_AT_ONCE, SLOW_WAITING, Context
from duskfall.server.settings import UNLIMITED
from tests.server.http.asking import get
from tests.server.serving import live, serving


@live
async def test_whoever_asks_too_often_is_told_to_wait() -> None:
    async with serving(limits=replace(UNLIMITED, requests="3/hour")) as server:
        answers = [await asyncio.to_thread(get, f"{server.url}/api/health") for _ in range(5)]
        assert [answer.status for answer in answers] == [200, 200, 200, 429, 429]
        assert answers[-1].code == "TOO_FAST"
        assert (await asyncio.to_thread(get, f"{server.url}/metrics")).status == 200


@live
async def test_slow_work_is_done_a_little_at_once_and_refused_when_too_much_waits() -> None:
    async with serving() as server:
        context = Context(server.lobby, server.lobby.services.store, 0.0)
        gate, begun = asyncio.Event(), []
        loop = asyncio.get_running_loop()

        def work(number: int) -> int:
            begun.append(number)
            asyncio.run_coroutine_threadsafe(gate.wait(), loop).result()
            return number

        tasks = [asyncio.create_task(context.slowly(work, number)) for number in range(SLOW_WAITING)]
        while len(begun) < SLOW_AT_ONCE:
            await asyncio.sleep(0)
        with pytest.raises(Refused) as refused:
            await context.slowly(work, -1)
        assert refused.value.code is Refusal.TOO_MANY
        assert len(begun) == SLOW_AT_ONCE
        gate.set()
        assert await asyncio.gather(*tasks) == list(range(SLOW_WAITING))
        assert await context.slowly(work, 99) == 99
