"""Makes program files and disks laid out as the original's are, since the original is not ours to ship.

Nothing here shares code with the reader: addresses and encodings are written out a second time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from duskfall.dice import Dice
from duskfall.formats.welten.library import default_scenario
from duskfall.welten import UNIT_TYPES, Scenario

LOAD = 0x0801
SIZE = 7129
MAP_END = 0x1C2A


def offset(address: int) -> int:
    """Where the byte of an address stands in the file."""
    return address - 0x07FF


def put(data: bytearray, address: int, values: Sequence[int]) -> None:
    """Write bytes at an address."""
    data[offset(address) : offset(address) + len(values)] = bytes(values)


def bcd(value: int) -> int:
    """A number as the C64's decimal mode keeps it."""
    return value // 10 * 16 + value % 10


def encode_map(codes: Sequence[int]) -> list[int]:
    """Runs of up to 15 equal tiles; the two looks of the meadow are one terrain."""
    plain = [0x6A if code == 0x69 else code for code in codes]
    encoded = []
    start = 0
    while start < len(plain):
        code = plain[start]
        end = start + 1
        if code in (0x72, 0x73):
            encoded.append(code - 0x72)
        else:
            while end < len(plain) and plain[end] == code and end - start < 15:
                end += 1
            low = code - 0x6A if 0x6A <= code <= 0x71 else code - 0x59
            encoded.append((end - start) * 16 + low)
        start = end
    return [*encoded, 0xFF]


def encode_placements(scenario: Scenario) -> list[int]:
    """A byte for each change of type, then pairs."""
    encoded, before = [], -1
    for kind, x, y in scenario.placements:
        if kind != before:
            encoded.append(0x80 + kind)
            before = kind
        encoded += [x, y]
    return [*encoded, 0xFF]


def encode_program(scenario: Scenario, seed: int = 0) -> tuple[bytes, Scenario]:
    """A program file that holds a scenario, and that scenario with the looks its meadows get from the program."""
    dice = Dice(seed)
    data = bytearray(dice.below(256) for _ in range(SIZE))
    data[:2] = LOAD.to_bytes(2, "little")
    for address, name in ((0x1017, "defence"), (0x1027, "range"), (0x1037, "movement"), (0x1047, "attack")):
        put(data, address, [bcd(getattr(unit, name)) for unit in UNIT_TYPES])
    for address, name in ((0x0BC3, "river"), (0x0BD3, "forest"), (0x0BE3, "swamp")):
        put(data, address, [getattr(unit, name) for unit in UNIT_TYPES])
    put(data, 0x0F5D, [gate.x + 1 for gate in scenario.gates])
    put(data, 0x0F6A, [gate.y + 1 for gate in scenario.gates])
    put(data, 0x1057, encode_placements(scenario))
    put(data, 0x1579, [0, 1, 1, 2, 2, 3, 3, 4])
    tiles = np.array([dice.below(256) for _ in range(304)], np.uint8).reshape(38, 8)
    put(data, 0x15F0, tiles.ravel().tolist())
    packed = encode_map(scenario.terrain.ravel().tolist())
    assert 0x1788 + len(packed) <= MAP_END, "the map is too varied for the space the program has"
    put(data, 0x1788, packed)
    colours = [dice.below(256) for _ in range(11)]
    put(data, 0x1C2A, colours)
    looks = [0, *data[2 : 2 + 255]]
    terrain = scenario.terrain.copy().ravel()
    for number, tile in enumerate(np.flatnonzero((terrain == 0x69) | (terrain == 0x6A))):
        terrain[tile] = 0x69 + looks[(number + 1) % 256] % 2
    expected = replace(
        scenario,
        name="original",
        terrain=terrain.reshape(scenario.terrain.shape),
        border=59,
        tiles=tiles,
        colours=np.array([11] * 11 + [colour % 16 for colour in colours] + [7] * 7 + [0] * 9, np.uint8),
    )
    return bytes(data), expected


def sound_program(seed: int = 0) -> tuple[bytes, Scenario]:
    """A program file of our own land with a few pieces of the walls that only the original has."""
    own = default_scenario()
    terrain = own.terrain.copy()
    walls = np.argwhere((terrain >= 0x61) & (terrain <= 0x68))
    for (y, x), code in zip(walls[::9], (0x72, 0x73) * 40, strict=False):
        terrain[y, x] = code
    return encode_program(replace(own, terrain=terrain), seed)


TRACKS = {174848: 35, 175531: 35, 196608: 40, 197376: 40}
"""Tracks of a disk image by its size; the larger of two sizes has a byte of error information for every sector."""

TYPES = {"SEQ": 0x81, "PRG": 0x82, "USR": 0x83}


def sectors_of(track: int) -> int:
    """How many sectors a track has."""
    return 21 if track < 18 else 19 if track < 25 else 18 if track < 31 else 17


def make_disk(path: Path, size: int, files: Sequence[tuple[bytes, str, bytes]]) -> Path:
    """A disk image of one of the four sizes, filled from its last track with up to eight files (name, type, data)."""
    image = bytearray(size)
    image[sector_at(18, 0) : sector_at(18, 0) + 3] = bytes((18, 1, 0x41))
    image[sector_at(18, 1) : sector_at(18, 1) + 2] = bytes((0, 0xFF))
    free = [(t, s) for t in range(TRACKS[size], 0, -1) if t != 18 for s in range(sectors_of(t))]
    for number, (name, kind, data) in enumerate(files):
        blocks = [data[start : start + 254] for start in range(0, len(data), 254)]
        chain = [free.pop(0) for _ in blocks]
        for here, there, block in zip(chain, [*chain[1:], None], blocks, strict=True):
            at = sector_at(*here)
            image[at : at + 2] = bytes(there or (0, len(block) + 1))
            image[at + 2 : at + 2 + len(block)] = block
        entry = sector_at(18, 1) + 32 * number
        image[entry + 2 : entry + 5] = bytes((TYPES[kind], *chain[0]))
        image[entry + 5 : entry + 21] = name.ljust(16, b"\xa0")
    path.write_bytes(image)
    return path


def sector_at(track: int, sector: int) -> int:
    """Where a sector of a disk image starts."""
    return 256 * (sum(sectors_of(before) for before in range(1, track)) + sector)
