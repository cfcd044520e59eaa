"""Measures the live server: the most sockets that it serves in time, and the traffic and CPU of each."""

from __future__ import annotations

import sys
from functools import cache
from itertools import count
from typing import Final

from benchmarks.harness.benchmark import Benchmark, Effort, Subject
from benchmarks.harness.claims import Rate, Ratio, at_least, at_most
from benchmarks.harness.measurement import Measurement, Unmeasured
from benchmarks.live.probe import SERVED, Probed, pace_ms, probe, probe_together

LATE_MS: Final = 50.0
"""The 99th percentile of lateness that still counts as in time."""
STEPS: Final = (300, 400, 500, 600, 700, 800, 1000, 1250, 1500, 2000, 3000)
QUICK_STEPS: Final = (100, 200)
LEAST: Final = 1000
PAIR_SOCKETS: Final = 200
"""Of each server that is measured together with another."""
PAIR_SECONDS: Final = 10.0
FRAMES_GAIN: Final = 0.85
"""The share of the library's cost below which frames written by hand are worth their code."""
MOST_BYTES: Final = 1500
SECONDS: Final = 15.0
QUICK_SECONDS: Final = 4.0
TRIES: Final = 3
"""Attempts for each number of sockets: a shared machine stalls now and then, so a late one is measured again."""

SIZES: Final = {"players of a game": 2, "tiles": 900, "milliseconds of a turn": 500, "orders of a player a turn": 1}
NOTES: Final = (
    "One core for the server, the other for all players, over loopback; limits raised; SQLite with synchronous=FULL: "
    "every order and every turn is on the disk before it is acknowledged or shown.",
    "Late is the time at which an update was received less the time at which its turn was due.",
    f"A number of sockets counts if one of {TRIES} measurements was in time; all are printed.",
    "The first server of this protocol was measured with 300 sockets in time, 91 kB and 1,900 µs of CPU a player and "
    "second, and kept nothing.",
)


@cache
def climb(*, quick: bool) -> tuple[Probed, ...]:
    """Measure with more and more sockets until updates are late; each server is a fresh one."""
    taken: list[Probed] = []
    for sockets in QUICK_STEPS if quick else STEPS:
        taken.append(_tried(sockets, QUICK_SECONDS if quick else SECONDS))
        if not _in_time(taken[-1]):
            break
    return tuple(taken)


def _tried(sockets: int, seconds: float) -> Probed:
    """Return the first measurement that was in time, or the last attempt."""
    probed = _measured(sockets, seconds)
    for _ in range(1, TRIES):
        if not _in_time(probed):
            probed = _measured(sockets, seconds)
    return probed


def _in_time(probed: Probed) -> bool:
    return probed.late_ms[1] < LATE_MS


def _measured(sockets: int, seconds: float) -> Probed:
    probed = probe(sockets, seconds)
    median, p99, _, most = probed.late_ms
    fast, slow = pace_ms()
    sys.stderr.write(
        f"server: {probed.sockets} sockets: late {median:.1f} ms (median) {p99:.1f} ms (p99) {most:.1f} ms (most), "
        f"{probed.bytes_each:.0f} bytes a player and second, {probed.server_cpu:.0%} of a core, "
        f"{probed.orders:.0f} orders a second, the load {probed.load_cpu:.0%} of its core; "
        f"adding up a million numbers takes {fast:.0f} to {slow:.0f} ms here now\n"
    )
    return probed


def best(*, quick: bool) -> Probed:
    """Return the measurement with the most sockets that was in time."""
    in_time = [probed for probed in climb(quick=quick) if _in_time(probed)]
    if not in_time:
        raise Unmeasured(
            f"updates were late with the fewest sockets already: {climb(quick=quick)[0].late_ms[1]:.0f} ms"
        )
    return in_time[-1]


def sockets(*, quick: bool) -> Benchmark:
    """Find the most sockets in live games whose updates come in time, every order durable."""
    served = Subject(
        "server", lambda _: Measurement(best(quick=quick).sockets, 1.0), note="p99 of lateness below 50 ms"
    )
    return Benchmark(
        name="server",
        title="Live games of Fog of War for two: the most sockets in time",
        unit="sockets",
        per="core",
        sizes=SIZES,
        subjects=[served],
        claims=[Rate("server", goal=at_least(LEAST))],
        notes=NOTES,
        effort=Effort(repeats=1, warmups=0),
    )


def traffic(*, quick: bool) -> Benchmark:
    """Count what a player of a live game receives."""
    received = Subject("received", lambda _: Measurement(best(quick=quick).bytes_each, 1.0), note="frames and all")
    return Benchmark(
        name="server_bytes",
        title="Live games of Fog of War for two: what a player receives",
        unit="bytes",
        per="player and second",
        sizes=SIZES,
        subjects=[received],
        claims=[Rate("received", goal=at_most(MOST_BYTES))],
        notes=NOTES,
        effort=Effort(repeats=1, warmups=0),
    )


@cache
def transports(round_: int, *, quick: bool) -> tuple[Probed, Probed]:
    """Measure a server that writes frames by hand and one that leaves them to the library, together."""
    fast, library = probe_together(
        (SERVED, (*SERVED, "--library")), PAIR_SOCKETS, QUICK_SECONDS if quick else PAIR_SECONDS
    )
    sys.stderr.write(
        f"server_cpu: round {round_ + 1}: {_cost(fast):.0f} µs a player and second with frames by hand, "
        f"{_cost(library):.0f} µs with the library's\n"
    )
    return fast, library


def _cost(probed: Probed) -> float:
    """Return the microseconds of CPU that a player costs in a second."""
    return 1e6 * probed.server_cpu / probed.sockets


def effort(*, quick: bool) -> Benchmark:
    """Measure what a player of a live game costs the server, on both transports in pairs."""
    rounds = [count(), count()]

    def fast(_: float) -> Measurement:
        return Measurement(_cost(transports(next(rounds[0]), quick=quick)[0]), 1.0)

    def library(_: float) -> Measurement:
        return Measurement(_cost(transports(next(rounds[1]), quick=quick)[1]), 1.0)

    return Benchmark(
        name="server_cpu",
        title="Live games of Fog of War for two: what a player costs",
        unit="microseconds of CPU",
        per="player and second",
        sizes=SIZES | {"sockets of each server": PAIR_SOCKETS},
        subjects=[
            Subject("by hand", fast, note="all threads of the server; frames written by hand"),
            Subject("library", library, note="the same, frames left to the library"),
        ],
        claims=[Rate("by hand"), Ratio("by hand", "library", goal=at_most(FRAMES_GAIN))],
        notes=(
            *NOTES,
            "Both servers run at the same time on the same core with the same load, so disturbances hit both.",
        ),
        effort=Effort(repeats=1 if quick else 5, warmups=0),
    )
