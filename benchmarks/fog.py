"""Measures Fog of War against generals-bots, and against copying memory."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from benchmarks.harness.benchmark import Benchmark, Effort, Series, Subject
from benchmarks.harness.claims import Rate, Ratio, at_least
from benchmarks.harness.measurement import Measurement, timed
from benchmarks.harness.peer import Peer
from duskfall.fog import Boards, Game, March, Options, advise

SIDE: Final = 30
SEED: Final = 20
THREADS: Final = 2
TURNS: Final = 200
"""Turns of a recorded game; every measurement plays it from its beginning."""

PEER: Final = "generals-bots"
STEPS: Final = "step, both observations"
PLAY: Final = "play, both observations"
PLAY_ONLY: Final = "play, no observations"
STEPS_ONLY: Final = "step, no observations"
FRESH: Final = "step, into a fresh buffer"
COPY: Final = "plain NumPy copy"
FACE: Final = "single-game face"

JAX_STEPS: Final = 190_000
JAX_OBSERVED: Final = 32_000
"""Turns a second that the peer's author's newer simulator (JAX, not on PyPI) reaches on a machine of this kind."""


def _options(side: int = SIDE) -> Options:
    return Options(width=side, height=side, turn_limit=1000)


Go = Callable[[Boards, NDArray[np.int32]], None]
"""Plays recorded marches, (boards, turns, seats), on boards."""


class _Team:
    """Threads that play side by side, each on boards of its own, so that no thread waits for another."""

    def __init__(self, count: int, observe: bool, side: int = SIDE) -> None:
        share = count // THREADS
        self.turns = share * THREADS * TURNS
        self.boards = [Boards(share, SEED + i, _options(side), observe=observe, workers=1) for i in range(THREADS)]
        self.marches = [self._record(boards, SEED + i) for i, boards in enumerate(self.boards)]
        self._pool = ThreadPoolExecutor(THREADS)

    @staticmethod
    def _record(boards: Boards, seed: int) -> NDArray[np.int32]:
        """Choose valid random marches for whole games, so that choosing them is not measured."""
        boards.reset(seed)
        marches = []
        for _ in range(TURNS):
            marches.append(boards.choose("random"))
            boards.step(marches[-1])
        return np.stack(marches, axis=1)

    def play(self, go: Go) -> float:
        """Play every game from its beginning; return the seconds that `go` took."""
        for i, boards in enumerate(self.boards):
            boards.reset(SEED + i)
        begin = time.perf_counter()
        list(self._pool.map(go, self.boards, self.marches))
        return time.perf_counter() - begin


def _games(name: str, count: int, observe: bool, go: Go, side: int = SIDE) -> Subject:
    """Return a subject that plays the recorded games on `count` boards with `go`; only `go` is measured."""
    team = cache(lambda: _Team(count, observe, side))

    def measure(seconds: float) -> Measurement:
        turns, spent = 0, 0.0
        while spent < seconds:
            spent += team().play(go)
            turns += team().turns
        return Measurement(turns, spent)

    return Subject(name, measure, note=f"{THREADS} threads with {count // THREADS} boards each")


def _play(boards: Boards, marches: NDArray[np.int32]) -> None:
    boards.play(marches)


def _step(boards: Boards, marches: NDArray[np.int32]) -> None:
    for turn in range(TURNS):
        boards.step(marches[:, turn])


def _fresh(boards: Boards, marches: NDArray[np.int32]) -> None:
    buffer = np.empty_like(boards.observations)
    for turn in range(TURNS):
        boards.step(marches[:, turn])
        boards.observe_into(buffer)


def _copy(boards: Boards, marches: NDArray[np.int32]) -> None:
    """Copy as many bytes as the observations have, and play no game: the limit of the machine."""
    buffer = np.empty_like(boards.observations)
    for _ in range(marches.shape[1]):
        np.copyto(buffer, boards.observations)


def _face() -> Subject:
    """Return a subject that plays one board through the API for single games: orders in, both observations out."""
    start = Game.new(SEED, _options())
    start.observation(0)
    recording = start.clone()
    orders: list[dict[int, list[March]]] = []
    for _ in range(TURNS):
        wishes = {seat: advise(recording.view(seat), "random", SEED) for seat in range(2)}
        orders.append({seat: [march] for seat, march in wishes.items() if march is not None})
        recording.advance(orders[-1])

    def play() -> int:
        game = start.clone()
        for wishes in orders:
            game.advance(wishes)
            game.observation(0)
            game.observation(1)
        return len(orders)

    return Subject(FACE, timed(play), note="one board, one core")


def turns(*, quick: bool) -> Benchmark:
    """Measure turns a second against generals-bots and against copying the observations."""
    count = 128 if quick else 1024
    return Benchmark(
        name="fog",
        title="Fog of War: turns of games for two",
        unit="turns",
        sizes={"boards at once": count, "side of the board": SIDE, "players": 2, "turns of a game": TURNS},
        subjects=[
            Peer("generals_bots").subject(PEER, "game_step", side=SIDE, note="one board, one core, both observations"),
            _games(STEPS, count, True, _step),
            _games(PLAY, count, True, _play),
            _games(STEPS_ONLY, count, False, _step),
            _games(PLAY_ONLY, count, False, _play),
            _games(FRESH, count, True, _fresh),
            _games(COPY, count, True, _copy),
            _face(),
        ],
        claims=[
            Ratio(STEPS, against=PEER, goal=at_least(500)),
            Ratio(PLAY, against=PEER, goal=at_least(500)),
            Ratio(FACE, against=PEER, goal=at_least(20)),
            Ratio(FRESH, against=COPY, goal=at_least(0.35)),
            Ratio(PLAY_ONLY, against=PEER, goal=at_least(1500)),
            Ratio(STEPS_ONLY, against=PEER),
            Rate(PLAY_ONLY, goal=at_least(40 * JAX_STEPS)),
            Rate(PLAY, goal=at_least(60 * JAX_OBSERVED)),
        ],
        notes=[
            "Marches are valid, random and recorded beforehand on both sides; making boards is part of no figure.",
            "'step' hands over one turn of a thread's boards a call, 'play' a whole game a call; both keep both "
            "observations up in place after every turn.",
            "The peer plays one board on one core and makes its observations and army counts anew each turn; it has no "
            "batches, towers, memory of seen tiles or half marches, and ours has no team play.",
            f"The two figures without a peer are 40 times {JAX_STEPS:,} and 60 times {JAX_OBSERVED:,} turns a second, "
            "measured elsewhere for a JAX simulator on this kind of machine; 20 and 45 times are the least we accept.",
        ],
    )


def maps(*, quick: bool) -> Benchmark:
    """Measure how many boards are drawn in a second of one core."""
    count = 256 if quick else 1024
    boards = Boards(count, SEED, _options(), observe=False, workers=1)

    def draw() -> int:
        boards.reset(SEED)
        return count

    name = "boards drawn"
    return Benchmark(
        name="fog_maps",
        title="Fog of War: boards drawn, all checks included",
        unit="boards",
        per="second of CPU",
        sizes={"side of the board": SIDE, "players": 2},
        subjects=[Subject(name, timed(draw, clock=time.process_time), note="one thread, ready to play")],
        claims=[Rate(name, goal=at_least(20_000))],
    )


def scaling(*, quick: bool) -> Benchmark:
    """Measure that cost grows with boards and tiles, and with nothing else."""

    def by_boards(count: int) -> Subject:
        return _games("play, by boards", count, True, _play)

    def by_side(side: int) -> Subject:
        return _games("play, by side", 64, True, _play, side)

    return Benchmark(
        name="fog_scaling",
        title="Fog of War: turns a second by boards and by tiles",
        unit="turns",
        sizes={"players": 2, "turns of a game": TURNS},
        # Drawing the boards anew, off the clock, takes as long again: twelve points would take four minutes.
        effort=Effort(repeats=5, seconds=0.4),
        subjects=[by_boards(64)],
        series=[
            Series(
                title="Turns a second by boards at once",
                size="boards",
                sizes=(64, 512) if quick else (64, 256, 1024, 4096, 8192),
                lines=[by_boards],
            ),
            Series(
                title="Turns a second by tiles a side",
                size="tiles a side",
                sizes=(10, 30) if quick else (10, 20, 30, 50, 70, 100),
                lines=[by_side],
            ),
        ],
        notes=[
            "A flat line by boards is cost that grows linearly with boards. A turn touches what it changes, so its "
            "cost grows more slowly than tiles; every 25th turn visits all of them.",
        ],
    )


def start(*, quick: bool) -> Benchmark:
    """Measure how long a new process takes to its first turn, with the compiled rules in the cache."""
    del quick  # one size only
    code = "from duskfall.fog import Game; Game.new(1).advance({})"

    def begin() -> int:
        subprocess.run([sys.executable, "-c", code], check=True)
        return 1

    name = "process start to first turn"
    return Benchmark(
        name="fog_start",
        title="Fog of War: from nothing to the first turn",
        unit="starts",
        subjects=[Subject(name, timed(begin), note="compiled before")],
        claims=[Rate(name, goal=at_least(1 / 1.5))],
        notes=["0.67 starts a second are 1.5 seconds a start."],
    )
