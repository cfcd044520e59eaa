"""Maps of both profiles: always sound, always the same, all different."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from hypothesis import example, given, reject, settings
from hypothesis import strategies as st
from xxhash import xxh3_128_digest

from duskfall.dice import SEEDS
from duskfall.dungeon import (
    GLYPHS,
    PHASES,
    STATISTICS,
    UP,
    Dungeon,
    Options,
    Phase,
    Purpose,
    generate,
    generate_many,
    pack,
    pack_rooms,
    packed_size,
    unpack,
    unpack_rooms,
)
from duskfall.errors import Refusal, Refused, UnknownName
from tests.counts import SEED, share

GOLDEN = Path(__file__).parent / "golden"

C64_CHECKS = {1: 0x335BE4CF, 2: 0x923DC8C4, 3: 0xD94949F6, 4: 0xA34C375B}
"""CRC-32 of the packed maps of the original's first seeds, taken from the original."""

CROWDED = Options(loops=5, decoys=5, hidden_passages=4, treasures=8, secret_share=1.0)
GOLDEN_MAPS = {
    "classic-0": (0, "classic", None),
    "classic-greatest-seed": (SEEDS - 1, "classic", None),
    "classic-crowded": (12, "classic", CROWDED),
    "classic-small": (3, "classic", Options(width=40, height=24, grid=2, room_min=3, room_max=6)),
    "c64-1": (1, "c64", None),
    "c64-255": (255, "c64", None),
}


def drawn(dungeon: Dungeon) -> str:
    """The map as one reads it."""
    return "\n".join("".join(GLYPHS[tile] for tile in row).rstrip() for row in dungeon.tiles) + "\n"


def written(dungeon: Dungeon) -> str:
    """The map and its records, one a line."""
    rooms = [f"room {index}: {room}" for index, room in enumerate(dungeon.rooms)]
    others = [*dungeon.links, *dungeon.decoys, *dungeon.skipped]
    facts = [repr(dungeon), f"up {dungeon.up}, down {dungeon.down}, camera {dungeon.camera}", *rooms, *map(str, others)]
    return "\n".join(facts) + "\n" + drawn(dungeon)


def test_every_map_of_a_long_range_is_sound_joined_and_different_from_all_others() -> None:
    seen: set[bytes] = set()
    count = share(100_000)
    for first in range(0, count, 500):
        batch = generate_many(range(first, first + 500))
        assert not batch.faults().any(), f"seeds from {first}"
        rows = batch.statistics()
        assert (rows[:, list(STATISTICS).index("walk")] > 0).all(), "a way from stairs to stairs without secrets"
        seen.update(xxh3_128_digest(tiles) for tiles in batch.arrays.tiles)
    assert len(seen) == count


@pytest.mark.parametrize("seed", C64_CHECKS)
def test_the_first_maps_of_the_original_are_reproduced_bit_for_bit(seed: int) -> None:
    assert zlib.crc32(pack(generate(seed, "c64").tiles)) == C64_CHECKS[seed]


def test_all_255_maps_of_the_original_exist_and_differ() -> None:
    packed = {pack(tiles) for tiles in generate_many(range(1, 256), "c64").arrays.tiles}
    assert len(packed) == 255
    assert {len(each) for each in packed} == {1944}


def test_seed_0_of_the_original_counts_as_1() -> None:
    assert generate(0, "c64") == generate(1, "c64")


@pytest.mark.parametrize("name", GOLDEN_MAPS)
def test_golden_maps_stay_as_they_were_reviewed(name: str) -> None:
    seed, profile, options = GOLDEN_MAPS[name]
    text = written(generate(seed, profile, options))
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("DUSKFALL_GOLDEN") == "write":
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


PRINT_MAPS = """
import json, sys, zlib
from duskfall.dungeon import Options, generate, pack
from tests.dungeon.test_generation import CROWDED, written
maps = [generate(seed, "classic", options) for seed in json.load(sys.stdin) for options in (None, CROWDED)]
maps += [generate(seed, "c64") for seed in (1, 77)]
faults = [str(fault) for dungeon in maps[:4] for fault in dungeon.validate()]
view = maps[0].field_of_view(*maps[0].up).tobytes().hex()
print(json.dumps([[written(dungeon) for dungeon in maps], faults, view, maps[1].statistics()]))
"""


def maps_of_a_process(**environment: str) -> object:
    run = subprocess.run(
        [sys.executable, "-c", PRINT_MAPS],
        input=json.dumps([0, 5, SEEDS - 1]),
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, **environment},
        cwd=Path(__file__).parent.parent.parent,
    )
    return json.loads(run.stdout)


def test_a_seed_gives_the_same_map_in_every_process_compiled_or_plain() -> None:
    compiled = maps_of_a_process(PYTHONHASHSEED="1", NUMBA_DISABLE_JIT="0")
    assert compiled == maps_of_a_process(PYTHONHASHSEED="2", NUMBA_DISABLE_JIT="0")
    assert compiled == maps_of_a_process(PYTHONHASHSEED="3", NUMBA_DISABLE_JIT="1", PYTHONWARNINGS="error")


def test_one_map_and_many_maps_are_the_same_maps() -> None:
    for options in (None, CROWDED):
        batch = generate_many([3, 1, SEEDS - 1], options=options)
        assert [batch[0], batch[1], batch[2]] == [generate(seed, options=options) for seed in (3, 1, SEEDS - 1)]


@st.composite
def wild_options(draw: st.DrawFn) -> Options:
    """Any options that are not refused at once."""
    sizes = sorted([draw(st.integers(3, 12)), draw(st.integers(3, 12))])
    count = st.integers(0, 64)
    try:
        return Options(
            width=draw(st.integers(24, 255)),
            height=draw(st.integers(24, 120)),
            grid=draw(st.integers(2, 8)),
            room_min=sizes[0],
            room_max=sizes[1],
            treasures=draw(count),
            secret_share=draw(st.floats(0, 1)),
            loops=draw(count),
            decoys=draw(count),
            hidden_passages=draw(count),
        )
    except Refused:
        reject()


ONE_TILE_CLOSES_A_BLOCK = Options(width=154, height=104, grid=8, room_min=3, room_max=6, secret_share=0, loops=1)
"""With seed 208097 the only loop that could be dug is one tile between two corridors, and would close a block."""


@settings(max_examples=share(2000))
@example(ONE_TILE_CLOSES_A_BLOCK, 208097)
@given(wild_options(), st.integers(0, SEEDS - 1))
def test_any_options_give_a_sound_map_or_a_clear_refusal(options: Options, seed: int) -> None:
    try:
        dungeon = generate(seed, options=options)
    except Refused as refusal:
        clear = refusal.code == Refusal.IMPOSSIBLE and "choose a larger map" in refusal.cure
    else:
        clear = True
        assert_sound(dungeon)
    assert clear


def assert_sound(dungeon: Dungeon) -> None:
    assert dungeon.validate() == []
    assert unpack(pack(dungeon.tiles), dungeon.width, dungeon.height).tolist() == dungeon.tiles.tolist()
    assert len(pack(dungeon.tiles)) == packed_size(dungeon.width, dungeon.height)


def purposes(dungeon: Dungeon, purpose: Purpose) -> int:
    return sum(link.purpose is purpose for link in dungeon.links)


@given(st.integers(0, SEEDS - 1))
def test_loops_decoys_passages_and_treasures_come_as_asked_where_there_is_ground(seed: int) -> None:
    dungeon = generate(seed, options=Options(loops=2, decoys=3, hidden_passages=1, treasures=4))
    assert purposes(dungeon, Purpose.LOOP) <= 2
    assert purposes(dungeon, Purpose.HIDDEN) <= 1
    assert purposes(dungeon, Purpose.TREE) == len(dungeon.rooms) - 1
    if len(dungeon.rooms) >= 8:
        assert len(dungeon.decoys) == 3
        assert sum(room.treasure is not None for room in dungeon.rooms) == 4


@pytest.mark.parametrize(("share_of_secrets", "possible"), [(0.0, {0}), (1.0, set(range(17)))])
def test_the_share_of_secret_rooms_runs_from_none_to_all(share_of_secrets: float, possible: set[int]) -> None:
    counts = {
        int(n) for n in generate_many(range(50), options=Options(secret_share=share_of_secrets)).statistics()[:, 1]
    }
    assert counts <= possible
    assert (max(counts) > 0) == (share_of_secrets > 0)


def test_what_is_secret_by_half_is_secret_about_half_as_often_as_what_is_always() -> None:
    half = generate_many(range(1000)).statistics()[:, 1].sum()
    always = generate_many(range(1000), options=Options(secret_share=1.0)).statistics()[:, 1].sum()
    assert 0.45 < half / always < 0.55


def test_phases_are_told_in_order_with_the_share_that_lies_behind() -> None:
    told: list[Phase] = []
    generate(7, on_phase=told.append)
    assert [phase.name for phase in told] == [name for name, _ in PHASES]
    assert [phase.share for phase in told] == [0, 0.25, 0.625, 0.8125, 0.9375, 1]


def test_a_map_that_is_begun_anew_says_so() -> None:
    tight = Options(width=30, height=24, grid=2, room_min=8, room_max=8)
    attempts = {}
    for seed in range(200):
        told: list[Phase] = []
        dungeon = generate(seed, options=tight, on_phase=told.append)
        assert dungeon.attempt == told[-1].attempt
        attempts[dungeon.attempt] = dungeon
    assert max(attempts) > 0
    assert all(dungeon.validate() == [] for dungeon in attempts.values())


@pytest.mark.parametrize(
    ("choices", "code", "words"),
    [
        ({"width": 23}, Refusal.OUT_OF_RANGE, "from 24 to 255"),
        ({"height": 256}, Refusal.OUT_OF_RANGE, "from 24 to 255"),
        ({"grid": 9}, Refusal.OUT_OF_RANGE, "from 2 to 8"),
        ({"room_min": 2}, Refusal.OUT_OF_RANGE, "from 3 to 12"),
        ({"room_max": 13}, Refusal.OUT_OF_RANGE, "from 3 to 12"),
        ({"room_min": 9}, Refusal.IMPOSSIBLE, "larger than the greatest"),
        ({"treasures": -1}, Refusal.OUT_OF_RANGE, "from 0 to 64"),
        ({"secret_share": 1.5}, Refusal.OUT_OF_RANGE, "a share from 0 to 1"),
        ({"secret_share": float("nan")}, Refusal.OUT_OF_RANGE, "a share from 0 to 1"),
        ({"loops": 2.0}, Refusal.OUT_OF_RANGE, "a whole number"),
        ({"decoys": True}, Refusal.OUT_OF_RANGE, "a whole number"),
        ({"hidden_passages": 65}, Refusal.OUT_OF_RANGE, "from 0 to 64"),
        ({"width": 24, "height": 24, "room_min": 9, "room_max": 9}, Refusal.IMPOSSIBLE, "choose a larger map"),
    ],
)
def test_impossible_options_are_refused_with_the_reason(choices: dict[str, float], code: Refusal, words: str) -> None:
    with pytest.raises(Refused) as refused:
        Options().changed(**choices)
    assert refused.value.code == code
    assert words in str(refused.value)


def test_generation_ends_when_no_map_can_come_out() -> None:
    options = Options(width=40, height=24, grid=8, room_min=12, room_max=12)
    with pytest.raises(Refused, match="no map came out of 100 attempts"):
        generate_many(range(50), options=options)


@pytest.mark.parametrize("seed", [-1, SEEDS])
def test_a_number_that_is_no_seed_is_refused(seed: int) -> None:
    with pytest.raises(Refused, match="a seed is a whole number"):
        generate(seed)


def test_the_original_has_255_seeds_and_no_options() -> None:
    with pytest.raises(Refused, match="seeds 1 to 255"):
        generate(256, "c64")
    with pytest.raises(Refused, match="choose classic"):
        generate(1, "c64", Options(loops=1))
    with pytest.raises(UnknownName, match="did you mean 'c64'"):
        generate(1, "c46")


def test_the_room_records_survive_packing() -> None:
    for seed in range(SEED % 50, SEED % 50 + 20):
        for dungeon in (generate(seed), generate(seed, options=CROWDED), generate(1 + seed, "c64")):
            packed = pack_rooms(dungeon.rooms)
            assert len(packed) == 42 * len(dungeon.rooms)
            assert unpack_rooms(packed) == dungeon.rooms


def test_more_rooms_than_five_bits_can_number_are_not_packed() -> None:
    dungeon = generate(1, options=Options(width=255, height=255, grid=8))
    assert len(dungeon.rooms) > 31
    with pytest.raises(Refused, match="at most 31"):
        pack_rooms(dungeon.rooms)


def test_the_original_gives_up_when_a_room_is_full_and_the_rest_stays_alone() -> None:
    alone = [d for d in generate_many(range(1, 256), "c64") if any(not room.slots for room in d.rooms)]
    assert all(max(len(room.slots) for room in dungeon.rooms) == 4 for dungeon in alone)


def test_there_is_one_stair_up_where_the_record_says() -> None:
    dungeon = generate(99)
    assert dungeon.up is not None
    assert dungeon.tiles[dungeon.up[1], dungeon.up[0]] == UP
