"""Clients far away: whatever the way does to messages, each accepted march is made once, in order, in its turn."""

from __future__ import annotations

import asyncio
import random
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final
from urllib.parse import urlsplit

from tests.counts import SEED
from tests.server.clients.people import Person, new_name

DELAY_S: Final = 0.8
ORDERS: Final = 20
FIELD: Final = ["." * 14] * 3 + ["...a......b..."] + ["." * 14] * 6
"""Nothing but land, so that marches can be made."""


@asynccontextmanager
async def long_way(url: str, dice: random.Random) -> AsyncIterator[str]:
    """A way to a server on which every piece of data takes up to 0.8 seconds, another time each, and none overtakes."""
    address = urlsplit(url)
    carrying: list[asyncio.Task[None]] = []
    writers: list[asyncio.StreamWriter] = []

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        loop = asyncio.get_running_loop()
        under_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

        async def arrive() -> None:
            while True:
                due, data = await under_way.get()
                await asyncio.sleep(max(0.0, due - loop.time()))
                if not data:
                    writer.close()
                    return
                writer.write(data)

        arriving = asyncio.create_task(arrive())
        try:
            while True:
                data = await reader.read(1 << 16)
                under_way.put_nowait((loop.time() + dice.uniform(0, DELAY_S), data))
                if not data:
                    break
            await arriving
        except ConnectionError:
            writer.close()
        finally:
            arriving.cancel()

    async def welcome(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection(address.hostname, address.port)
        writers.extend((writer, far_writer))
        carrying.extend(map(asyncio.create_task, (carry(reader, far_writer), carry(far_reader, writer))))

    door = await asyncio.start_server(welcome, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{door.sockets[0].getsockname()[1]}"
    finally:
        door.close()
        for task in carrying:
            task.cancel()
        await asyncio.gather(*carrying, return_exceptions=True)
        for writer in writers:
            writer.close()
        await asyncio.gather(*(writer.wait_closed() for writer in writers), return_exceptions=True)


async def march_about(person: Person, dice: random.Random) -> None:
    """Order without waiting for answers: marches up and down from the general, sometimes undone, sometimes cleared."""
    home = person.all("game_update")[0]["generals"][person.seat]
    for number in range(ORDERS):
        await person.say(
            "attack", *dice.choice([(home, home + 1), (home + 1, home), (home + 1, home + 2)]), False, number
        )
        if dice.random() < 0.15:
            await person.say("undo_move")
        elif dice.random() < 0.05:
            await person.say("clear_moves")
        # The next one goes with the next news, so that orders and turns meet in every way.
        await person.hears("game_update", len(person.all("game_update")) + 1)


def follow(heard: list[tuple[str, Any]]) -> tuple[int, int]:
    """Play the queue from what was heard, in order, and compare it with what the server says; gives made and vanished.

    Answers, results and updates leave the server in the order in which things happened there, so a march that was
    acknowledged between two updates arrived between those two turns.
    """
    queue: deque[int] = deque()
    results: list[dict[str, Any]] = []
    done: list[int] = []
    made = 0
    turn = 0
    for event, payload in heard:
        match event, payload:
            case "attack_result", {"phase": "queued", "moveId": number}:
                assert number not in queue
                queue.append(number)
            case "ack undo_move", {"ok": True}:
                if queue:
                    queue.pop()
            case "ack clear_moves", {"ok": True}:
                queue.clear()
            case "attack_result", {"phase": "done"}:
                results.append(payload)
            case "game_update", {"turn": now}:
                assert now == turn + 1 or now == turn == 0, "each turn once, in order"
                turn = now
                expected = [queue.popleft() for _ in results]
                assert [result["moveId"] for result in results] == expected, f"turn {turn}"
                oks = [result["ok"] for result in results]
                assert True not in oks[:-1], "at most one is made a turn, the last that was tried"
                assert oks[-1:] == [True] or not queue, "while marches wait, one is tried until one can be made"
                made += sum(oks)
                done += expected
                results = []
    assert not results
    assert not queue, "in the end nothing waits"
    assert len(done) == len(set(done)), "none is made twice"
    assert done == sorted(done), "first in, first out"
    return made, len(done) - made


def test_no_march_is_lost_doubled_or_late_on_a_long_and_shaky_way(server: str) -> None:
    async def story(*transports: str) -> None:
        dice = random.Random(f"{SEED} {transports}")
        ada, bob = Person(), Person()
        room = new_name("room")
        async with long_way(server, dice) as far:
            for person in (ada, bob):
                await person.connect(far, *transports)
            await ada.join(room)
            await ada.do("set_options", room, {"turnMs": 50, "players": 2, "map": FIELD})
            await bob.join(room)
            for person in (ada, bob):
                await person.hears("game_update")
            await asyncio.gather(*(march_about(person, dice) for person in (ada, bob)))
            for person in (ada, bob):
                await person.do("clear_moves")  # its answer comes after all others
                person.heard.append(("ack clear_moves", {"ok": True}))
            await ada.do("surrender")
            all_made = all_vanished = 0
            for person in (ada, bob):
                await person.hears("game_end")
                made, vanished = follow(person.heard)
                all_made, all_vanished = all_made + made, all_vanished + vanished
                assert len(person.all("ack attack")) == ORDERS
                assert all(reply["ok"] for reply in person.all("ack attack"))
                queued = [r["moveId"] for r in person.all("attack_result") if r["phase"] == "queued"]
                assert queued == list(range(ORDERS)), "every order arrived once, in the order of sending"
                await person.client.disconnect()
            assert all_made > 0
            assert all_vanished > 0

    async def both_ways() -> None:
        # At the same time, since most of it is waiting for what is under way.
        async with asyncio.TaskGroup() as stories:
            for transports in (["websocket"], ["polling", "websocket"]):
                stories.create_task(story(*transports))

    asyncio.run(both_ways())
