"""Measures the training environments against generals-bots' environments, and against the bare boards below them."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from typing import Any, Final

import numpy as np
from gymnasium.utils.seeding import np_random
from numpy.typing import NDArray

from benchmarks.harness.benchmark import Benchmark, Subject
from benchmarks.harness.claims import Ratio, at_least
from benchmarks.harness.measurement import Measurement
from benchmarks.harness.peer import Peer
from duskfall.envs.fog.vector import FogVectorEnv
from duskfall.envs.fog_of_war_v0 import parallel_env
from duskfall.fog import Boards, Options

SIDE: Final = 30
SEED: Final = 20
TURNS: Final = 200
"""Turns of a recorded game; every measurement plays it from its beginning."""
PASS: Final = 8 * SIDE * SIDE
_OPTIONS: Final = Options(SIDE, SIDE, turn_limit=1000)
_BOARDS_SEED: Final = int(np_random(SEED)[0].integers(2**63))
"""The seed of the boards that an environment draws when it is reset with `SEED`."""

PEER_PARALLEL: Final = "generals-bots, PettingZoo"
PEER_GYMNASIUM: Final = "generals-bots, Gymnasium"
RAW: Final = "bare boards, observations"
RAW_FRESH: Final = "bare boards, copied observations"
IN_PLACE: Final = "vector environment, in place"
COPIED: Final = "vector environment, copied"
AGAINST: Final = "vector environment, against a policy"
PARALLEL: Final = "parallel_env, one game, in place"
PARALLEL_COPIED: Final = "parallel_env, one game, copied"

Play = Callable[[], tuple[int, float]]
"""Plays recorded games once from their beginning; returns turns and seconds."""


@cache
def _recorded(count: int) -> tuple[NDArray[np.int32], ...]:
    """Records random marches that can be made, for both seats of so many boards, turn by turn."""
    boards = Boards(count, _BOARDS_SEED, _OPTIONS, observe=False, workers=1)
    marches = []
    for _ in range(TURNS):
        marches.append(boards.choose("random"))
        boards.step(marches[-1])
    return tuple(marches)


def _timed(name: str, build: Callable[[], Play], note: str) -> Subject:
    """Returns a subject that plays until the time is up; only the turns are measured."""
    made = cache(build)

    def measure(seconds: float) -> Measurement:
        turns, spent = 0, 0.0
        while spent < seconds:
            played, took = made()()
            turns += played
            spent += took
        return Measurement(turns, spent)

    return Subject(name, measure, note=note)


def _raw(name: str, count: int, fresh: bool) -> Subject:
    def build() -> Play:
        boards = Boards(count, _BOARDS_SEED, _OPTIONS, workers=1)
        buffer = np.empty_like(boards.observations)

        def play() -> tuple[int, float]:
            boards.reset(_BOARDS_SEED)
            begin = time.perf_counter()
            for marches in _recorded(count):
                boards.step(marches)
                if fresh:
                    boards.observe_into(buffer)
            return count * TURNS, time.perf_counter() - begin

        return play

    return _timed(name, build, f"{count} boards, one core")


def _vector(name: str, count: int, **options: Any) -> Subject:
    """Returns a subject that steps a vector environment: self-play, or the first seat against a policy."""
    selfplay = options.get("opponents") is None

    def build() -> Play:
        learners = 2 * count if selfplay else count
        environment = FogVectorEnv(learners, **({"opponents": None} | options))
        seats = 2 if selfplay else 1
        actions = [np.where(marches < 0, PASS, marches)[:, :seats].reshape(-1) for marches in _recorded(count)]

        def play() -> tuple[int, float]:
            environment.reset(seed=SEED)
            begin = time.perf_counter()
            for chosen in actions:
                environment.step(chosen)
            return count * TURNS, time.perf_counter() - begin

        return play

    return _timed(name, build, f"{count} boards, one core, masks included")


def _parallel(name: str, *, copy: bool) -> Subject:
    def build() -> Play:
        environment = parallel_env(copy=copy)
        shown, _ = environment.reset(seed=SEED)
        chance, turns = np.random.default_rng(SEED), []
        for _ in range(TURNS):
            ways = {agent: np.flatnonzero(seen["action_mask"]) for agent, seen in shown.items()}
            turns.append(
                {agent: int(chance.choice(found[:-1] if len(found) > 1 else found)) for agent, found in ways.items()}
            )
            shown, *_ = environment.step(turns[-1])

        def play() -> tuple[int, float]:
            environment.reset(seed=SEED)
            begin = time.perf_counter()
            for actions in turns:
                environment.step(actions)
            return TURNS, time.perf_counter() - begin

        return play

    return _timed(name, build, "one core, masks included")


def benchmark(*, quick: bool) -> Benchmark:
    """Measure turns a second through the training environments of Fog of War."""
    count = 128 if quick else 1024
    peer = Peer("generals_bots")
    return Benchmark(
        name="envs",
        title="Training environments of Fog of War: turns of games for two, a Python call each turn",
        unit="turns",
        sizes={"boards at once": count, "side of the board": SIDE, "players": 2, "turns of a game": TURNS},
        subjects=[
            peer.subject(PEER_PARALLEL, "pettingzoo_step", side=SIDE, note="one board, one core"),
            peer.subject(PEER_GYMNASIUM, "gymnasium_step", side=SIDE, note="one board, one core, masks included"),
            _raw(RAW, count, fresh=False),
            _raw(RAW_FRESH, count, fresh=True),
            _vector(IN_PLACE, count, copy=False),
            _vector(COPIED, count, copy=True),
            _vector(AGAINST, count, copy=False, opponents="random"),
            _parallel(PARALLEL, copy=False),
            _parallel(PARALLEL_COPIED, copy=True),
        ],
        claims=[
            Ratio(IN_PLACE, against=RAW, goal=at_least(0.5)),
            Ratio(COPIED, against=RAW_FRESH, goal=at_least(0.5)),
            Ratio(IN_PLACE, against=PEER_PARALLEL, goal=at_least(200)),
            Ratio(IN_PLACE, against=PEER_GYMNASIUM, goal=at_least(200)),
            Ratio(AGAINST, against=PEER_PARALLEL, goal=at_least(200)),
            Ratio(COPIED, against=PEER_PARALLEL),
            Ratio(PARALLEL, against=PEER_PARALLEL, goal=at_least(20)),
            Ratio(PARALLEL_COPIED, against=PEER_PARALLEL, goal=at_least(20)),
        ],
        notes=[
            "Marches are valid, random and recorded beforehand on both sides; making boards is part of no figure. "
            "Every subject has one core.",
            "'in place' hands over views that the next step changes (copy=False), 'copied' arrays of their own (the "
            "default); copying 60 kB of observations and masks a board and turn is bound by memory, so it is held "
            "against bare boards that copy theirs.",
            "Against a policy only one seat is observed and the other marches inside compiled code.",
        ],
    )
