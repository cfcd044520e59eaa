"""Events that are made to cost much: each is refused for little, and their sender is stopped."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import suppress
from typing import Any

import pytest
import websockets

from duskfall.errors import Refused
from duskfall.protocol.wire import MOST_VALUES, read_command
from tests.server.attacks.target import Target, answers, until_ended

DEEP = "[" * 985 + "]" * 985
"""A list within a list, as deep as it can be read and deeper than Python writes it."""

HEAVY: dict[str, tuple[str, list[Any]]] = {
    "arguments": ("set_ready", [0] * 32_600),
    "unknown options": ("set_options", ["den", {str(number): 0 for number in range(6000)}]),
    "options within options": ("set_options", ["den", {"dungeonOptions": {str(key): 0 for key in range(6000)}}]),
    "rows": ("set_options", ["den", {"map": [0] * 32_000}]),
    "lists within lists": ("set_options", ["den", {"map": [[[0] * 30] * 30] * 30}]),
    "options of the other game": ("welten_join", ["den", None, {str(number): 0 for number in range(6000)}]),
    "name": ("x" * 60_000, []),
}


@pytest.mark.parametrize("sent", HEAVY.values(), ids=HEAVY)
def test_an_event_that_holds_thousands_of_values_is_refused_in_a_moment(sent: tuple[str, list[Any]]) -> None:
    began = time.thread_time()
    for _ in range(20):
        with pytest.raises(Refused):
            read_command(*sent)
    assert time.thread_time() - began < 20 * 0.003


def test_an_event_with_one_argument_too_many_is_told_how_to_be_sent() -> None:
    with pytest.raises(Refused, match=r"it has 3 arguments; send set_ready\(room, ready\)"):
        read_command("set_ready", ["den", True, True])
    with pytest.raises(Refused, match=f"more than {MOST_VALUES} values; send set_options"):
        read_command("set_options", ["den", {"map": [""] * (MOST_VALUES + 1)}])


def test_heavy_events_cost_the_server_little_and_end_the_connection(target: Target) -> None:
    heavy = "42" + json.dumps(HEAVY["arguments"][0:1] + tuple(HEAVY["arguments"][1]), separators=(",", ":"))

    async def flood() -> None:
        connection = await target.connect()
        ending = asyncio.create_task(until_ended(connection))
        with suppress(websockets.ConnectionClosed):
            for _ in range(300):
                await connection.send(heavy)
        said = await ending
        assert any('"TOO_FAST"' in text for text in said if text.startswith('42["refused"'))
        assert sum(text.startswith('42["notice",{"code":"TOO_FAST"') for text in said) == 1

    with target.measured() as cost:
        asyncio.run(flood())
    assert cost.cpu_s < 1.5
    target.alive()


def test_an_event_whose_name_is_a_deep_list_is_refused_and_the_connection_stands(target: Target) -> None:
    async def ask() -> None:
        connection = await target.connect()
        await connection.send(f"42[{DEEP}]")
        await connection.send(f"427[{DEEP},1]")
        assert [answer["code"] for answer in await answers(connection, 1)] == ["UNKNOWN_EVENT"]
        await connection.send('428["get_current_room"]')
        assert [answer["ok"] for answer in await answers(connection, 1)] == [True]
        await connection.close()

    asyncio.run(ask())
