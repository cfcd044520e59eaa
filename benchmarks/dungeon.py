"""Measures dungeons: maps a second on one core, against python-tcod's partitioning with NumPy carving."""

import itertools
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from benchmarks.harness.benchmark import Benchmark, Series, Subject
from benchmarks.harness.claims import Rate, Ratio, at_least
from benchmarks.harness.measurement import timed
from benchmarks.harness.peer import Peer
from duskfall.dungeon import Options, generate, generate_many

SIDE: Final = 72
"""Tiles along each side of the map, as in the original."""

MAPS_AT_ONCE: Final = 256

OURS: Final = "duskfall"
ONE_BY_ONE: Final = "duskfall, one by one"
PLAIN: Final = "duskfall, plain Python"
THEIRS: Final = "tcod BSP"
THEIRS_WALLED: Final = "tcod BSP with walls"


def _many(side: int) -> Callable[[], float]:
    """Make many maps at once, with new seeds at every call."""
    options = Options(width=side, height=side)
    firsts = itertools.count(0, MAPS_AT_ONCE)

    def work() -> float:
        first = next(firsts)
        generate_many(range(first, first + MAPS_AT_ONCE), options=options)
        return MAPS_AT_ONCE

    return work


def _one_by_one(side: int) -> Callable[[], float]:
    """Make maps one by one, each with readable records."""
    options = Options(width=side, height=side)
    seeds = itertools.count()

    def work() -> float:
        for _ in range(16):
            generate(next(seeds), options=options)
        return 16

    return work


def benchmark(*, quick: bool) -> Benchmark:
    """Measure maps a second on one core, against python-tcod's BSP with NumPy carving."""
    tcod = Peer("tcod_bsp")
    plain = Peer("duskfall_plain", python=Path(sys.executable), script=Path(__file__).with_name("plain_dungeon.py"))

    def ours(side: int) -> Subject:
        return Subject(OURS, timed(_many(side)), note=f"{MAPS_AT_ONCE} maps a call, all records")

    def theirs(side: int) -> Subject:
        return tcod.subject(THEIRS, "maps", side=side, note="rooms and corridors in rock, no walls")

    return Benchmark(
        name="dungeon",
        title="Dungeons: maps of rooms and corridors on one core",
        unit="maps",
        sizes={"side of the map": SIDE, "threads": 1},
        subjects=[
            ours(SIDE),
            theirs(SIDE),
            tcod.subject(THEIRS_WALLED, "maps", side=SIDE, walled=True, note="and walls around them"),
            Subject(ONE_BY_ONE, timed(_one_by_one(SIDE)), note="with records as objects"),
            plain.subject(PLAIN, "maps", side=SIDE, note="the same functions, compilation off"),
        ],
        claims=[
            Ratio(OURS, against=THEIRS, goal=at_least(3)),
            Ratio(OURS, against=THEIRS_WALLED),
            Ratio(OURS, against=PLAIN),
            Rate(OURS),
            Rate(PLAIN),
        ],
        series=[
            Series(
                title="Maps a second by the side of the map",
                size="tiles a side",
                sizes=(72, 144) if quick else (48, 72, 108, 144, 200),
                lines=[ours, theirs],
            )
        ],
        notes=[
            "Ours has doors, secret rooms, treasures, stairs by distance, records of all, and starts anew when a map "
            "cannot be joined; the other side has rooms, corridors and stairs.",
            "The partition is split four times, so that both sides have up to 16 rooms of 4 to 8 tiles a side.",
            "The plain figure comes from a process of its own with NUMBA_DISABLE_JIT=1.",
        ],
    )
