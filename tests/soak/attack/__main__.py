"""Runs one attack after the other against a server with 100 players; exit code 1 if they noticed too much.

    python -m tests.soak.attack [--seconds 600] [--players 100] [NAMES...]

The server has one core. The players and, at a lower priority, the attackers share the other, so that an attack costs
the players what the server lets it cost and no more. Players come from an address each, all attackers from one other.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psutil
import uvloop
from rich.console import Console
from rich.table import Table

from benchmarks.live.load import Tally, connect
from benchmarks.live.probe import pace_ms
from tests.command import COMMAND
from tests.server.running import START_S, STOP_S, RunningServer
from tests.soak.attack.cases import CASES

MOST_P99_MS: Final = 50.0
MOST_GROWTH: Final = 50 << 20
"""Bytes that the server may hold more after all attacks than before."""
CALM_S: Final = 20.0
"""How long the players play alone, before the attacks and after them."""
TURN_S: Final = 0.5
ENDING_S: Final = 30.0
"""How long attackers may take to end: they have the lower priority."""
STOPPED_AFTER_S: Final = 3.0
"""How long the last attack runs before the server is asked to stop."""
LOWER_PRIORITY: Final = "10"
NOISE: Final = ("Traceback", "ERROR", "fault of ours", "never retrieved")
"""What lines of errors have in them."""
NOISE_LINES: Final = 5
"""Errors of the server's log that are shown."""


@dataclass(frozen=True)
class Row:
    """What the players noticed of an attack."""

    name: str
    answers_ms: tuple[float, float]
    """How long answers to their marches took: median and 99th percentile."""
    late_ms: float
    """The 99th percentile of the delay of turns against the earliest of their room."""
    cpu: float
    """Share of a core that the server and its children used."""
    memory: int
    """Bytes at the end."""
    lost: int
    """Connections of players that were ended."""
    told: str
    """What the attackers say."""

    @property
    def good(self) -> bool:
        """Whether the players were served well."""
        return self.answers_ms[1] <= MOST_P99_MS and self.late_ms <= MOST_P99_MS and self.lost == 0


class Field:
    """The server, its players, and the measurements."""

    def __init__(self, server: RunningServer, players: int) -> None:
        self.server = server
        self._players = players
        self._tally = Tally()
        self._used_s: dict[int, float] = {}
        """Processor time of each process of the server, of those that have ended as it was seen last."""

    async def seat_players(self) -> None:
        """Connect the players and let all games begin."""
        host, port = self.server.address.removeprefix("http://").split(":")
        await connect(host, int(port), self._players, self._tally, spread=True)

    async def measure(self, name: str, seconds: float) -> Row:
        """Let an attack run for some time; without a name nobody attacks."""
        tally, lost = self._tally, self._tally.lost
        attackers = await self.start(name, seconds) if name else None
        tally.receipts, tally.answers_s, tally.counting = [], [], True
        cpu, begin = self._cpu_s(), time.monotonic()
        await asyncio.sleep(seconds)
        spent = time.monotonic() - begin
        used = self._cpu_s() - cpu
        tally.counting = False
        told = "" if attackers is None else await self.end(attackers)
        answers, late = sorted(tally.answers_s), self._lateness()
        return Row(
            name or "calm", (1000 * at(answers, 0.5), 1000 * at(answers, 0.99)), 1000 * at(late, 0.99),
            used / spent, self.memory(), tally.lost - lost, told,
        )  # fmt: skip

    def memory(self) -> int:
        """Bytes that the server and its children hold."""
        return sum(int(process.memory_info().rss) for process in self._processes())

    async def start(self, name: str, seconds: float) -> asyncio.subprocess.Process:
        """Start the attackers; gives their process when they have begun."""
        attackers = await asyncio.create_subprocess_exec(
            "nice", "-n", LOWER_PRIORITY, sys.executable, "-m", "tests.soak.attack.cases", self.server.address, name,
            str(seconds), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        )  # fmt: skip
        assert attackers.stdout is not None
        await attackers.stdout.readline()
        return attackers

    @staticmethod
    async def end(attackers: asyncio.subprocess.Process) -> str:
        """Give what the attackers say when their time is over; those who do not end are killed."""
        try:
            output, _ = await asyncio.wait_for(attackers.communicate(), ENDING_S)
        except TimeoutError:
            attackers.kill()
            await attackers.wait()
            return "killed"
        return output.decode(errors="replace").strip()

    def _lateness(self) -> list[float]:
        """How late each turn came, against the earliest one of its room: turns are due at equal distances."""
        first = dict[str, float]()
        for room, turn, now in self._tally.receipts:
            due = now - TURN_S * turn
            first[room] = min(first.get(room, due), due)
        return sorted(now - TURN_S * turn - first[room] for room, turn, now in self._tally.receipts)

    def _processes(self) -> list[psutil.Process]:
        server = psutil.Process(self.server.process.pid)
        return [server, *server.children(recursive=True)]

    def _cpu_s(self) -> float:
        for process in self._processes():
            times = process.cpu_times()
            self._used_s[process.pid] = times.user + times.system
        return sum(self._used_s.values())


def at(values: Sequence[float], part: float) -> float:
    """Return the value at a part of a sorted list; infinite if there is none, since then nobody was served."""
    return values[min(len(values) - 1, int(len(values) * part))] if values else float("inf")


async def attack(server: RunningServer, names: Sequence[str], seconds: float, players: int, console: Console) -> bool:
    """Run the attacks and print what the players noticed; true if it was little."""
    field = Field(server, players)
    console.print(f"{players} players take their seats")
    await field.seat_players()
    calm = await field.measure("", CALM_S)
    rows = [calm]
    for number, name in enumerate(names, 1):
        console.print(f"{number} of {len(names)}: {name} for {seconds:.0f} s")
        rows.append(await field.measure(name, seconds))
    after = await field.measure("", CALM_S)
    rows.append(after)
    console.print(_table(rows, calm.memory, players))
    growth = after.memory - calm.memory
    if growth > MOST_GROWTH:
        console.print(f"[red]The server holds {growth >> 20} MB more than before the attacks")
    stopped = await _stop_under(field, names[0])
    if not stopped:
        console.print(f"[red]The server did not stop within {STOP_S:.0f} s of a signal")
    return all(row.good for row in rows) and growth <= MOST_GROWTH and stopped


async def _stop_under(field: Field, name: str) -> bool:
    """Ask the server to stop in the middle of an attack; false if it takes too long."""
    attackers = await field.start(name, 2 * STOPPED_AFTER_S)
    await asyncio.sleep(STOPPED_AFTER_S)
    field.server.process.send_signal(signal.SIGTERM)
    try:
        await asyncio.to_thread(field.server.process.wait, STOP_S)
    except subprocess.TimeoutExpired:
        return False
    finally:
        await field.end(attackers)
    return field.server.process.returncode == 0


def _table(rows: Sequence[Row], memory: int, players: int) -> Table:
    table = Table(title=f"What {players} players notice of attacks")
    for name in (
        "attack",
        "answer p50",
        "answer p99",
        "turn late p99",
        "CPU",
        "memory",
        "lost",
        "what the attackers met",
    ):
        table.add_column(name, justify="left" if name in ("attack", "what the attackers met") else "right")
    for row in rows:
        colour = "" if row.good else "[red]"
        table.add_row(
            f"{colour}{row.name}", f"{row.answers_ms[0]:.0f} ms", f"{row.answers_ms[1]:.0f} ms",
            f"{row.late_ms:.0f} ms", f"{row.cpu:.0%}", f"{(row.memory - memory) / (1 << 20):+.0f} MB",
            str(row.lost), row.told,
        )  # fmt: skip
    return table


def main(arguments: Sequence[str]) -> int:
    """Start a server on one core, attack it from the other."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.soak.attack", description="Attack a server that people play on."
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which attacks: {', '.join(CASES)}")
    parser.add_argument("--seconds", type=float, default=600, help="for all attacks together")
    parser.add_argument("--players", type=int, default=100)
    asked = parser.parse_args(arguments)
    names = asked.names or list(CASES)
    for name in names:
        if name not in CASES:
            parser.error(f"no attack {name!r}; there are: {', '.join(CASES)}")
    cores = sorted(os.sched_getaffinity(0))
    console = Console(width=150)
    console.print("a million additions take {:.0f} to {:.0f} ms on this machine now".format(*pace_ms()))
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        program = ["taskset", "-c", str(cores[0]), COMMAND, "serve", "--port", "0"]
        server = RunningServer(folder, program=program)
        stack.callback(server.close)
        stack.callback(server.kill)
        console.print(f"a server starts on core {cores[0]} (at most {START_S} s)")
        server.wait_until_ready()
        os.sched_setaffinity(0, {cores[-1]})
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            good = runner.run(attack(server, names, asked.seconds / len(names), asked.players, console))
        noise = _noise(server)
    for line in noise[:NOISE_LINES]:
        console.print(line, style="red", markup=False)
    console.print("passed" if good and not noise else f"[red]failed; {len(noise)} lines of errors in the server's log")
    return 0 if good and not noise else 1


def _noise(server: RunningServer) -> list[str]:
    """Return what the server logged of errors: nothing that strangers send is worth one."""
    return [line for line in server.log.splitlines() if any(word in line for word in NOISE)]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
