"""Generates the map of a seed (`generate`) or the maps of many seeds (`generate_many`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from duskfall.compiled import word
from duskfall.dice import SEEDS, checked_seed
from duskfall.dungeon.arrays.decoding import decode_dungeon
from duskfall.dungeon.arrays.layout import BatchArrays, MapArrays, Rules, map_at, new_arrays, rules_of
from duskfall.dungeon.checks.report import new_scratch
from duskfall.dungeon.checks.validation import check_maps
from duskfall.dungeon.dungeon import Dungeon
from duskfall.dungeon.generation import pipeline
from duskfall.dungeon.generation.phases import OnPhase, Phase, phase
from duskfall.dungeon.generation.stairs import aim_camera
from duskfall.dungeon.options import C64, C64_SEEDS, CLASSIC, Options, checked_profile
from duskfall.dungeon.statistics import STATISTICS, measure_maps
from duskfall.dungeon.tiles import Tiles
from duskfall.errors import Refusal, Refused


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Many maps side by side, as arrays; item `i` is the `Dungeon` of `seeds[i]`."""

    profile: str
    options: Options
    seeds: NDArray[np.uint64]
    arrays: BatchArrays

    def __len__(self) -> int:
        return len(self.seeds)

    def __getitem__(self, index: int) -> Dungeon:
        if not 0 <= index < len(self):
            raise Refused(Refusal.OUT_OF_RANGE, f"map {index}", f"the batch has the maps 0 to {len(self) - 1}")
        return decode_dungeon(map_at(self.arrays, index), self.profile, int(self.seeds[index]), self.options)

    def __iter__(self) -> Iterator[Dungeon]:
        return (self[index] for index in range(len(self)))

    def faults(self) -> NDArray[np.int64]:
        """Counts the faults of each map; `batch[i].validate()` names them."""
        broken = np.zeros(len(self), np.int64)
        check_maps(self.rules, self.arrays, new_scratch(self.options.height, self.options.width), broken)
        return broken

    def statistics(self) -> NDArray[np.int64]:
        """Returns the statistics: one row a map, the columns as `STATISTICS` names them."""
        rows = np.zeros((len(self), len(STATISTICS)), np.int64)
        measure_maps(self.arrays, new_scratch(self.options.height, self.options.width), rows)
        return rows

    @property
    def rules(self) -> Rules:
        """The generation parameters of the maps."""
        return rules_of(self.profile, self.options)


@dataclass(frozen=True, slots=True, eq=False)
class Stage:
    """A finished phase, and the tiles as it left them."""

    phase: Phase
    tiles: Tiles


def generate(
    seed: int, profile: str = CLASSIC, options: Options | None = None, on_phase: OnPhase | None = None
) -> Dungeon:
    """Generates the map of a seed; `on_phase` is called when each phase starts.

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
    """Generates the map of a seed, with its state after each phase of the successful attempt.

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
"""Called when a phase begins, with the tiles before it."""


def _generated(seed: int, profile: str, options: Options | None, begins: _Beginning) -> Dungeon:
    chosen = checked_options(profile, options)
    seed = seed_of_profile(profile, seed)
    rules = rules_of(profile, chosen)
    m = map_at(new_arrays(1, chosen), 0)
    for attempt in range(pipeline.ATTEMPTS):
        if _try_phases(rules, m, seed, attempt, lambda phase: begins(phase, m.tiles)):
            return decode_dungeon(m, profile, seed, chosen)
    raise _no_map(seed, chosen)


def generate_many(seeds: Sequence[int], profile: str = CLASSIC, options: Options | None = None) -> Batch:
    """Generates the maps of many seeds in one call of compiled code.

    >>> batch = generate_many(range(100))
    >>> len(batch), batch[7] == generate(7)
    (100, True)
    """
    chosen = checked_options(profile, options)
    numbers = np.array([seed_of_profile(profile, seed) for seed in seeds], np.uint64)
    arrays = new_arrays(len(numbers), chosen)
    made = pipeline.make_maps(rules_of(profile, chosen), arrays, numbers)
    if made < len(numbers):
        raise _no_map(int(numbers[made]), chosen)
    return Batch(profile, chosen, numbers, arrays)


def _try_phases(rules: Rules, m: MapArrays, seed: int, attempt: int, tell: OnPhase) -> bool:
    """Runs one attempt phase by phase and reports each to `tell`; otherwise the same as `pipeline.make_map`."""
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
    """Returns the seed as a profile counts it, or refuses it."""
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


def next_seed(profile: str, seed: int) -> int:
    """Returns the seed of the map that the stairs down of a map lead to; the last seed leads to the first.

    >>> next_seed("classic", 7), next_seed("c64", 255)
    (8, 1)
    """
    return seed % C64_SEEDS[-1] + 1 if profile == C64 else (seed + 1) % SEEDS


def checked_options(profile: str, options: Options | None) -> Options:
    """Returns the options of a map, or refuses them for a profile that has none."""
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
