"""From a seed to a map, or from many seeds to many maps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from duskfall.compiled import word
from duskfall.dice import checked_seed
from duskfall.dungeon import pipeline
from duskfall.dungeon.dungeon import Dungeon
from duskfall.dungeon.inspection import new_scratch
from duskfall.dungeon.options import C64, C64_SEEDS, CLASSIC, Options, checked_profile
from duskfall.dungeon.phases import OnPhase, Phase, phase
from duskfall.dungeon.reading import read_dungeon
from duskfall.dungeon.stairs import aim_camera
from duskfall.dungeon.statistics import STATISTICS, measure_maps
from duskfall.dungeon.tables import Rules, Table, Tables, new_tables, one_of, rules_of
from duskfall.dungeon.tiles import Tiles
from duskfall.dungeon.validation import inspect_maps
from duskfall.errors import Refusal, Refused


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Many maps side by side, as arrays; item `i` is the `Dungeon` of `seeds[i]`."""

    profile: str
    options: Options
    seeds: NDArray[np.uint64]
    tables: Tables

    def __len__(self) -> int:
        return len(self.seeds)

    def __getitem__(self, index: int) -> Dungeon:
        if not 0 <= index < len(self):
            raise Refused(Refusal.OUT_OF_RANGE, f"map {index}", f"the batch has the maps 0 to {len(self) - 1}")
        return read_dungeon(one_of(self.tables, index), self.profile, int(self.seeds[index]), self.options)

    def __iter__(self) -> Iterator[Dungeon]:
        return (self[index] for index in range(len(self)))

    def faults(self) -> NDArray[np.int64]:
        """How many faults each map has; `batch[i].validate()` says which."""
        broken = np.zeros(len(self), np.int64)
        inspect_maps(self.rules, self.tables, new_scratch(self.options.height, self.options.width), broken)
        return broken

    def statistics(self) -> NDArray[np.int64]:
        """One row a map, the columns as `STATISTICS` names them."""
        rows = np.zeros((len(self), len(STATISTICS)), np.int64)
        measure_maps(self.tables, new_scratch(self.options.height, self.options.width), rows)
        return rows

    @property
    def rules(self) -> Rules:
        """The numbers that the maps were made by."""
        return rules_of(self.profile, self.options)


@dataclass(frozen=True, slots=True, eq=False)
class Stage:
    """A phase that is done, and the tiles as it left them."""

    phase: Phase
    tiles: Tiles


def generate(
    seed: int, profile: str = CLASSIC, options: Options | None = None, on_phase: OnPhase | None = None
) -> Dungeon:
    """The map of a seed; `on_phase` hears of each phase when it starts.

    >>> dungeon = generate(7)
    >>> dungeon
    <Dungeon classic seed 7, 72x72, 15 rooms>
    >>> generate(256, "c64")
    Traceback (most recent call last):
    duskfall.errors.Refused: seed 256: the profile c64 has the seeds 1 to 255; choose one of them or the profile classic
    """
    return _generated(seed, profile, options, lambda phase, _: on_phase(phase) if on_phase else None)


def generate_stages(
    seed: int, profile: str = CLASSIC, options: Options | None = None
) -> tuple[Dungeon, tuple[Stage, ...]]:
    """The map of a seed, and how it stood after each phase of the attempt that it came out of.

    >>> dungeon, stages = generate_stages(7)
    >>> [(stage.phase.name, int((stage.tiles > 1).sum())) for stage in stages[:3]]
    [('Building Rooms', 499), ('Connecting Rooms', 696), ('Creating Secret Areas', 696)]
    """
    starts: list[tuple[Phase, Tiles]] = []

    def begins(phase: Phase, tiles: Tiles) -> None:
        if starts and starts[-1][0].attempt != phase.attempt:
            starts.clear()
        starts.append((phase, tiles.copy()))

    dungeon = _generated(seed, profile, options, begins)
    ends = [*(tiles for _, tiles in starts[1:]), dungeon.tiles]
    return dungeon, tuple(Stage(phase, tiles) for (phase, _), tiles in zip(starts, ends, strict=True))


_Beginning = Callable[[Phase, Tiles], None]
"""Hears that a phase begins, and what it finds."""


def _generated(seed: int, profile: str, options: Options | None, begins: _Beginning) -> Dungeon:
    chosen = _checked_options(profile, options)
    seed = seed_of_profile(profile, seed)
    rules = rules_of(profile, chosen)
    m = one_of(new_tables(1, chosen), 0)
    for attempt in range(pipeline.ATTEMPTS):
        if _try_phases(rules, m, seed, attempt, lambda phase: begins(phase, m.tiles)):
            return read_dungeon(m, profile, seed, chosen)
    raise _no_map(seed, chosen)


def generate_many(seeds: Sequence[int], profile: str = CLASSIC, options: Options | None = None) -> Batch:
    """The maps of many seeds, made by one call of compiled code.

    >>> batch = generate_many(range(100))
    >>> len(batch), batch[7] == generate(7)
    (100, True)
    """
    chosen = _checked_options(profile, options)
    numbers = np.array([seed_of_profile(profile, seed) for seed in seeds], np.uint64)
    tables = new_tables(len(numbers), chosen)
    made = pipeline.make_maps(rules_of(profile, chosen), tables, numbers)
    if made < len(numbers):
        raise _no_map(int(numbers[made]), chosen)
    return Batch(profile, chosen, numbers, tables)


def _try_phases(rules: Rules, m: Table, seed: int, attempt: int, tell: OnPhase) -> bool:
    """One attempt, the phases one by one so that somebody can watch; the same as `pipeline.make_map` does."""
    tell(phase(0, attempt))
    if not pipeline.rooms_phase(rules, m, word(seed), attempt):
        return False
    tell(phase(1, attempt))
    if not pipeline.corridors_phase(rules, m):
        return False
    tell(phase(2, attempt))
    pipeline.secrets_phase(rules, m, word(seed), attempt)
    tell(phase(3, attempt))
    pipeline.treasures_phase(rules, m, word(seed), attempt)
    tell(phase(4, attempt))
    pipeline.stairs_phase(rules, m)
    tell(phase(5, attempt))
    aim_camera(m)
    return True


def seed_of_profile(profile: str, seed: int) -> int:
    """The seed as a profile counts it, or a refusal."""
    if profile != C64:
        return checked_seed(seed)
    if seed not in C64_SEEDS:
        raise Refused(
            Refusal.OUT_OF_RANGE,
            f"seed {seed}",
            "the profile c64 has the seeds 1 to 255",
            "choose one of them or the profile classic",
        )
    return max(seed, 1)


def _checked_options(profile: str, options: Options | None) -> Options:
    if checked_profile(profile) == C64 and options not in (None, Options()):
        raise Refused(
            Refusal.IMPOSSIBLE, "options for c64", "that profile makes the original's maps only", "choose classic"
        )
    return options or Options()


def _no_map(seed: int, options: Options) -> Refused:
    return Refused(
        Refusal.IMPOSSIBLE,
        f"seed {seed} with {options}",
        f"no map came out of {pipeline.ATTEMPTS} attempts",
        "choose a larger map, another grid or smaller rooms",
    )
