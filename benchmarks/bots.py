"""Measures how long the opponents of Fog of War think about a turn: the raider on average, the marshal at worst."""

from __future__ import annotations

import time
from typing import Final

import numpy as np

from benchmarks.harness.benchmark import Benchmark, Effort, Subject
from benchmarks.harness.claims import Rate, at_least
from benchmarks.harness.measurement import Measure, Measurement, timed
from duskfall.bots import Deadline, SeatInfo, bot_named
from duskfall.fog import Boards, Options
from duskfall.play import Setup

BOARDS: Final = 16
TURNS: Final = 50
ASKED: Final = Deadline(deadline_ms=1000)

RAIDER: Final = "raider, 30x30"
MARSHAL: Final = "marshal, 30x30, slowest of 100"
LARGE: Final = "marshal, 100x100 with 8 players, slowest of 100"


def raids() -> Measure:
    """Return a measure of the decisions in rollouts of the raiding policy; the turns themselves are included."""
    boards = Boards(count=BOARDS, seed=1, options=Options(turn_limit=1000), observe=False, workers=1)

    def play() -> int:
        boards.rollout(TURNS, "raiding")
        return BOARDS * TURNS * 2

    return timed(play, time.process_time)


def slow_turns(side: int, players: int) -> Measure:
    """Return a measure of the marshal's slowest turn of 100: as many a second as if all were as slow as that one."""

    def measure(seconds: float) -> Measurement:
        until, taken, seed = time.perf_counter() + seconds, list[float](), 0
        while time.perf_counter() < until:
            taken += thoughts(side, players, seed)
            seed += 1
        return Measurement(1, float(np.percentile(taken, 99)))

    return measure


def thoughts(side: int, players: int, seed: int) -> list[float]:
    """Play 200 turns of a marshal against raiders; return the seconds of CPU of each of its answers but the first."""
    options = {"width": side, "height": side, "players": players, "turn_limit": 200}
    setup = Setup.of("fog", options, seed)
    game = setup.start()
    bots = [
        bot_named("marshal" if seat == 0 else "raider", SeatInfo.of(setup, seat, players)) for seat in range(players)
    ]
    taken = []
    while game.outcome is None and game.view(0).alive[0]:
        orders = {}
        for seat, bot in enumerate(bots):
            if game.view(seat).alive[seat]:
                view, begun = game.view(seat), time.thread_time()
                orders[seat] = list(bot.choose(view, ASKED))
                if seat == 0 and view.turn > 0:
                    taken.append(time.thread_time() - begun)
        game.advance(orders)
    return taken


def benchmark(*, quick: bool) -> Benchmark:
    """Measure how long the built-in opponents of Fog of War think about a turn."""
    del quick  # one size only
    return Benchmark(
        name="bots",
        title="Fog of War: how long opponents think",
        unit="decisions",
        per="second of CPU",
        subjects=[
            Subject(RAIDER, raids(), note="in rollouts, the turns included"),
            Subject(MARSHAL, slow_turns(30, 2)),
            Subject(LARGE, slow_turns(100, 8)),
        ],
        claims=[Rate(RAIDER, at_least(1e6 / 50)), Rate(MARSHAL, at_least(1 / 0.010)), Rate(LARGE, at_least(1 / 0.060))],
        notes=["20,000 decisions a second are 50 µs each, 100 are 10 ms, 16.7 are 60 ms."],
        effort=Effort(repeats=3, seconds=3.0),
    )
