"""Measures whether the time of one's own acknowledgements tells if the opponent has just ordered.

    python -m tests.soak.ack_times [--orders 5000] [--turn-ms 500] [--locked]

Two people play on a server of their own; the opponent is a process of its own. Before each order of the player a coin
decides whether the opponent orders too, up to so many milliseconds earlier that both orders may be committed together.
The player orders at times that have nothing to do with turns, or with `--locked` always at the same time after a tick
of the grid. Exit code 1 if a threshold on the time tells the two cases apart.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final

import websockets
from rich.console import Console
from websockets.asyncio.client import ClientConnection

from tests.server.running import running

ORDERS: Final = 5000
MOST_AUC: Final = 0.53
"""Of the best threshold: 0.5 is a guess, 1.0 is certainty."""
APART_S: Final = 0.035
"""Seconds between two orders of the player, on average: a connection may send 40 events a second."""
EARLIER_S: Final = 0.012
"""The opponent's order comes up to so many seconds earlier: commits happen every ten milliseconds."""
GRID_S: Final = 0.025
ROOM: Final = "clocks"
PLAYER, OPPONENT = 0, 1


class Schedule:
    """When the player orders, and whether and when the opponent does: the same for both processes."""

    def __init__(self, orders: int, begin: float, *, locked: bool) -> None:
        dice = Random(7)
        self.own: list[float] = []
        self.others: list[float | None] = []
        at = begin
        for _ in range(orders):
            at += dice.uniform(0.7, 1.3) * APART_S
            due = at - at % GRID_S + 0.01 if locked else at
            self.own.append(due)
            self.others.append(due - dice.uniform(0.0, EARLIER_S) if dice.random() < 0.5 else None)


class Person:
    """One player's connection; alternately orders a march and clears it, so that no queue fills."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._number = 0
        self.general = -1
        self.playing = asyncio.Event()
        self.answered: dict[int, float] = {}
        """When each order was acknowledged, by its number."""
        self._acks: dict[int, asyncio.Future[None]] = {}

    async def listen(self) -> None:
        """Take all that comes, and note when answers do."""
        async for text in self._connection:
            now = time.monotonic()
            assert isinstance(text, str)
            if text.startswith("43"):
                number, _, reply = text[2:].partition("[")
                assert '"ok":true' in reply, text
                self.answered[int(number)] = now
                if int(number) in self._acks:
                    self._acks.pop(int(number)).set_result(None)
            elif text == "2":
                await self._connection.send("3")
            elif text.startswith('42["game_update"') and not self.playing.is_set():
                self.general = max(json.loads(text[2:])[1]["generals"])
                self.playing.set()

    async def send(self, *words: object) -> int:
        """Send an event; gives the number of its acknowledgement."""
        self._number += 1
        await self._connection.send(f"42{self._number}{json.dumps(words)}")
        return self._number

    async def ask(self, *words: object) -> None:
        """Send an event and wait for its acknowledgement."""
        future = self._acks[self._number + 1] = asyncio.get_running_loop().create_future()
        await self.send(*words)
        await future

    async def order(self, count: int) -> tuple[int, float]:
        """Give an order; gives its number and when it was sent."""
        beside = self.general + (1 if self.general % 30 < 29 else -1)
        words = ("attack", self.general, beside) if count % 2 == 0 else ("clear_moves",)
        at = time.monotonic()
        return await self.send(*words), at


def say(line: str) -> None:
    """Tell the process that started this one."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


async def enter(address: str, seat: int, turn_ms: int) -> tuple[Person, asyncio.Task[None]]:
    """Take a seat in the game; gives the player when it has begun."""
    place = f"{address.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket"
    connection = await websockets.connect(
        place, compression=None, ping_interval=None, local_addr=(f"127.0.0.{2 + seat}", 0)
    )
    await connection.recv()
    await connection.send("40")
    await connection.recv()
    person = Person(connection)
    listening = asyncio.create_task(person.listen())
    secret = f"a long secret of seat {seat}"
    await person.ask("set_username", secret, f"Clock {seat}")
    await person.ask("join_private", ROOM, secret)
    if seat == PLAYER:
        await person.ask("set_options", ROOM, {"players": 2, "turnMs": turn_ms, "width": 30, "height": 30})
        say("open")
    await person.playing.wait()
    return person, listening


async def until(moment: float) -> None:
    """Wait for a moment, the last of it without sleeping: sleep is not exact."""
    wait_s = moment - time.monotonic() - 0.002
    if wait_s > 0:
        await asyncio.sleep(wait_s)
    while time.monotonic() < moment:
        await asyncio.sleep(0)


async def play(address: str, seat: int, orders: int, begin: float, turn_ms: int, *, locked: bool) -> list[float]:
    """Order by the schedule; gives how long each answer took."""
    person, listening = await enter(address, seat, turn_ms)
    schedule = Schedule(orders, begin, locked=locked)
    sent = list[tuple[int, float]]()
    moments = schedule.own if seat == PLAYER else [each for each in schedule.others if each is not None]
    for count, moment in enumerate(moments):
        await until(moment)
        sent.append(await person.order(count))
    while sent[-1][0] not in person.answered:
        await asyncio.sleep(0.01)
    listening.cancel()
    return [person.answered[number] - at for number, at in sent]


def auc(first: Sequence[float], second: Sequence[float]) -> float:
    """Give the chance that the best threshold tells one of the first from one of the second, by their ranks."""
    values = sorted([(value, 0) for value in first] + [(value, 1) for value in second])
    ranks = sum(rank for rank, (_, kind) in enumerate(values, 1) if kind == 1)
    share = (ranks - len(second) * (len(second) + 1) / 2) / (len(first) * len(second))
    return max(share, 1 - share)


def measure(orders: int, turn_ms: int, *, locked: bool) -> tuple[float, list[float]]:
    """Let two people play on a new server; gives the AUC and how long answers took."""
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as server:
        begin = time.monotonic() + 5
        options = [server.address, str(orders), str(begin), str(turn_ms), *(["--locked"] if locked else [])]
        command = [sys.executable, "-m", "tests.soak.ack_times", "--play"]
        player = subprocess.Popen([*command, str(PLAYER), *options], stdout=subprocess.PIPE, text=True)
        assert player.stdout is not None
        assert player.stdout.readline() == "open\n"
        opponent = subprocess.Popen([*command, str(OPPONENT), *options], stdout=subprocess.DEVNULL)
        taken: list[float] = json.loads(player.stdout.readline())
        player.stdout.close()
        player.wait()
        opponent.wait()
    together = Schedule(orders, begin, locked=locked).others
    alone = [each for each, other in zip(taken, together, strict=True) if other is None]
    both = [each for each, other in zip(taken, together, strict=True) if other is not None]
    return auc(alone, both), sorted(taken)


def main(arguments: Sequence[str]) -> int:
    """Measure, and say how well the best threshold does."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.ack_times")
    parser.add_argument("--orders", type=int, default=ORDERS)
    parser.add_argument("--turn-ms", type=int, default=500)
    parser.add_argument("--locked", action="store_true", help="order at the same time after a tick, always")
    parser.add_argument("--play", nargs=5, metavar=("SEAT", "ADDRESS", "ORDERS", "BEGIN", "TURN_MS"))
    asked = parser.parse_args(arguments)
    if asked.play:
        seat, address, orders, begin, turn_ms = asked.play
        taken = asyncio.run(play(address, int(seat), int(orders), float(begin), int(turn_ms), locked=asked.locked))
        say(json.dumps(taken))
        return 0
    best, answers = measure(asked.orders, asked.turn_ms, locked=asked.locked)
    half, most = answers[len(answers) // 2] * 1000, answers[int(len(answers) * 0.99)] * 1000
    good = best <= MOST_AUC
    text = (
        f"AUC {best:.3f} of at most {MOST_AUC} over {len(answers)} orders; answers p50 {half:.1f} ms, p99 {most:.1f} ms"
    )
    Console().print(f"{'passed' if good else '[red]failed'}: {text}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
