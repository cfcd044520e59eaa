"""Measures the first start on a machine, with an empty cache of compiled rules."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import socketio

from benchmarks.harness.benchmark import Benchmark, Effort, Subject
from benchmarks.harness.claims import Rate, at_most
from benchmarks.harness.measurement import Measurement

COMMAND: Final = str(Path(sys.executable).with_name("duskfall"))
PATIENCE_S: Final = 600

FRONT_DOOR: Final = "front page served"
FIRST_TURN: Final = "first turn of a Fog game"
RULES: Final = "all rules compiled"
RULES_CPU: Final = "all rules compiled, CPU"

COMPILE: Final = """
import asyncio, resource
from duskfall.server.live.compilation import RuleCompilation

async def main():
    RuleCompilation().start({})
    await asyncio.gather(*asyncio.all_tasks() - {asyncio.current_task()})

asyncio.run(main())
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime)
"""
"""Compiles as a server does, and prints the CPU seconds of its compiling processes, their imports included."""


@dataclass(frozen=True)
class _Start:
    """The seconds from the command until each was there."""

    front_door_s: float
    first_turn_s: float
    rules_s: float


def _first_start() -> _Start:
    """Start a server with nothing compiled, open its page and press Play now as soon as it is there."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"DUSKFALL_CACHE": f"{folder}/cache"}
        began = time.perf_counter()
        command = [COMMAND, "play", "--no-browser", "--port", "0", "--data", f"{folder}/data"]
        with subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as server:
            try:
                found = next(filter(None, (re.search(r"Duskfall is at (\S+)", line) for line in server.stdout or ())))
                _get(found[1])
                front_door = time.perf_counter()
                asyncio.run(_play_now(found[1]))
                first_turn = time.perf_counter()
                asyncio.run(_until_compiled(found[1]))
                return _Start(front_door - began, first_turn - began, time.perf_counter() - began)
            finally:
                server.terminate()


async def _play_now(address: str) -> None:
    """Do what the button does, and wait for the first turn."""
    client, played = socketio.AsyncClient(), asyncio.Event()
    client.on("game_update", lambda update: played.set() if update["turn"] > 0 else None)
    await client.connect(address, transports=["websocket"])
    user = uuid.uuid4().hex
    steps: list[tuple[Any, ...]] = [
        ("set_username", user, "Ada"),
        ("join_private", "quick", user),
        ("set_options", "quick", {"players": 2}),
        ("invite_bot", "quick", "settler"),
    ]
    for event, *arguments in steps:
        reply = await client.call(event, tuple(arguments), timeout=PATIENCE_S)
        if not reply["ok"]:
            raise RuntimeError(f"{event}: {reply}")
    await asyncio.wait_for(played.wait(), PATIENCE_S)
    await client.disconnect()


async def _until_compiled(address: str) -> None:
    """Wait until the server says that all rules are ready."""
    while b'"progress":1.0' not in _get(f"{address}/api/health"):
        await asyncio.sleep(0.1)


def _get(address: str) -> bytes:
    with urllib.request.urlopen(address) as answer:  # noqa: S310  # our own server
        content: bytes = answer.read()
    return content


def _compile_cpu_s() -> float:
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"DUSKFALL_CACHE": folder}
        done = subprocess.run([sys.executable, "-c", COMPILE], env=environment, stdout=subprocess.PIPE, check=True)
    return float(done.stdout)


def benchmark(*, quick: bool) -> Benchmark:
    """Measure how long a first start takes to the front page, to a game and to all rules, with nothing compiled."""
    starts: list[_Start] = []

    def subject(name: str, of: Callable[[_Start], float], note: str) -> Subject:
        """Return a subject that takes its figure from the start of its round, which all such subjects share."""
        taken = 0

        def measure(_: float) -> Measurement:
            nonlocal taken
            if taken == len(starts):
                starts.append(_first_start())
            taken += 1
            return Measurement(of(starts[taken - 1]), 1)

        return Subject(name, measure, note=note)

    return Benchmark(
        name="first_start",
        title="The first start on a machine: nothing is compiled yet",
        unit="seconds",
        per="start",
        subjects=[
            subject(FRONT_DOOR, lambda start: start.front_door_s, "from the command on"),
            subject(FIRST_TURN, lambda start: start.first_turn_s, "Play now as soon as the page is there"),
            subject(RULES, lambda start: start.rules_s, "of all three worlds, by all cores"),
            Subject(RULES_CPU, lambda _: Measurement(_compile_cpu_s(), 1), note="of all compiling processes"),
        ],
        claims=[
            Rate(FRONT_DOOR, goal=at_most(3)),
            Rate(FIRST_TURN, goal=at_most(20)),
            Rate(RULES),
            Rate(RULES_CPU, goal=at_most(45)),
        ],
        notes=["Goals are for two quiet cores. Installation, and Python's own bytecode, are not counted."],
        effort=Effort(repeats=1 if quick else 3, warmups=0),
    )
