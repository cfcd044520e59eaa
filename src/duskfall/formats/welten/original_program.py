"""Reads the original's program file and checks its tables.

Addresses are the C64's. The first two bytes of the file are the load address, so the byte at an address stands at
file offset address - $07FF.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, NoReturn

import numpy as np
from numpy.typing import NDArray

from duskfall.errors import Refusal, Refused
from duskfall.welten.rules import MODIFIERS
from duskfall.welten.scenario import Placement, Position, Scenario
from duskfall.welten.terrain import GATE, MEADOW, TILES, terrain_of
from duskfall.welten.terrain_costs import can_stand
from duskfall.welten.units import FIRST_DAILOR, UNIT_TYPES

KNOWN_VERSION: Final = "e6c33c3c727a14303a83f39d304abcf67170fe4750695c5ab1428cf0ca03f62b"
"""SHA-256 of the version whose every byte is known."""

LOAD_ADDRESS: Final = 0x0801
LAST_ADDRESS: Final = 0x1C34
"""The last byte that is read: the colour of $73."""
LARGEST: Final = 65538
"""Bytes: a load address and all the memory a C64 has."""

RIVER_COSTS, FOREST_COSTS, SWAMP_COSTS = 0x0BC3, 0x0BD3, 0x0BE3
GATE_COLUMNS, GATE_ROWS = 0x0F5D, 0x0F6A
DEFENCES, RANGES, MOVEMENTS, ATTACKS = 0x1017, 0x1027, 0x1037, 0x1047
PLACEMENTS, MODIFIER_TABLE, TILE_POINTS, MAP, COLOURS = 0x1057, 0x1579, 0x15F0, 0x1788, 0x1C2A

WIDTH, HEIGHT = 80, 40
GATES: Final = 13
BORDER: Final = 59
"""The original counts columns from 1 and has its border at 60."""

END_OF_DATA: Final = 0xFF
FIRST_TYPE: Final = 0x80
SINGLE_WALL: Final = 0x72
"""Map bytes 0 and 1 are one tile $72 or $73."""
LOOKS: Final = 0x0800
"""The address of the looks of the meadow; this byte lies before the program and is 0."""


@dataclass(frozen=True)
class Program:
    """The content of a program file."""

    scenario: Scenario
    known: bool
    """Whether this is the known version, byte for byte."""


def read_program(data: bytes, source: str) -> Program:
    """Reads the scenario `original` of a program file, or refuses it with the reason."""
    memory = _Memory(data, source)
    _check_tables(memory)
    terrain = _land(memory)
    scenario = Scenario(
        name="original",
        terrain=terrain,
        placements=_placements(memory, terrain),
        gates=_gates(memory, terrain),
        border=BORDER,
        tiles=np.array(memory.bytes(TILE_POINTS, 8 * TILES), np.uint8).reshape(TILES, 8),
        colours=_colours(memory),
    )
    scenario.check()
    return Program(scenario, sha256(data).hexdigest() == KNOWN_VERSION)


class _Memory:
    """A program file as the memory of a C64."""

    def __init__(self, data: bytes, source: str) -> None:
        self.data = data
        self.source = source
        if len(data) > LARGEST:
            self.refuse(f"the file has more than {LARGEST} bytes; no C64 program is that large")
        if len(data) < 2 or int.from_bytes(data[:2], "little") != LOAD_ADDRESS:
            found = f"${int.from_bytes(data[:2], 'little'):04X}" if len(data) >= 2 else "missing"
            self.refuse(f"the load address is {found}, not ${LOAD_ADDRESS:04X}")
        if self.end <= LAST_ADDRESS:
            self.refuse(f"the file is cut off at ${self.end - 1:04X}; it must reach ${LAST_ADDRESS:04X}")

    @property
    def end(self) -> int:
        """The first address behind the file."""
        return LOAD_ADDRESS + len(self.data) - 2

    def byte(self, address: int) -> int:
        """Returns the byte at an address within the file."""
        return self.data[address - LOAD_ADDRESS + 2]

    def within(self, address: int, what: str) -> int:
        """Returns the byte at an address of a list; refuses a list without an end."""
        if address >= self.end:
            self.refuse(f"the list of {what} has no end ($FF)")
        return self.byte(address)

    def bytes(self, address: int, count: int) -> list[int]:
        """Returns `count` bytes from an address on."""
        return list(self.data[address - LOAD_ADDRESS + 2 :][:count])

    def refuse(self, reason: str) -> NoReturn:
        """Refuses the whole file."""
        raise Refused(Refusal.INCONSISTENT, self.source, reason)


def _check_tables(memory: _Memory) -> None:
    tables = (
        ("V", DEFENCES, [unit.defence for unit in UNIT_TYPES]),
        ("R", RANGES, [unit.range for unit in UNIT_TYPES]),
        ("B", MOVEMENTS, [unit.movement for unit in UNIT_TYPES]),
        ("A", ATTACKS, [unit.attack for unit in UNIT_TYPES]),
    )
    for name, address, expected in tables:
        for kind, (byte, right) in enumerate(zip(memory.bytes(address, 16), expected, strict=True)):
            if byte >> 4 > 9 or byte & 15 > 9:
                memory.refuse(f"{name} of type {kind} is ${byte:02X}, which is no decimal number")
            if (value := 10 * (byte >> 4) + (byte & 15)) != right:
                memory.refuse(f"{name} of type {kind} is {value}, not {right}")
    costs = (
        ("river", RIVER_COSTS, [unit.river for unit in UNIT_TYPES]),
        ("forest", FOREST_COSTS, [unit.forest for unit in UNIT_TYPES]),
        ("swamp", SWAMP_COSTS, [unit.swamp for unit in UNIT_TYPES]),
    )
    for name, address, expected in costs:
        for kind, (value, right) in enumerate(zip(memory.bytes(address, 16), expected, strict=True)):
            if value != right:
                memory.refuse(f"the {name} cost of type {kind} is {value}, not {right}")
    if (found := memory.bytes(MODIFIER_TABLE, 8)) != list(MODIFIERS):
        memory.refuse(f"the modifier table is {found}, not {list(MODIFIERS)}")


def _land(memory: _Memory) -> NDArray[np.uint8]:
    """Reads the map: runs of one terrain each; a meadow's look comes from the program's own bytes."""
    tiles: list[int] = []
    meadows, address = 0, MAP
    while (byte := memory.within(address, "map tiles")) != END_OF_DATA:
        count, low = byte >> 4, byte & 15
        if byte <= 1:
            tiles.append(SINGLE_WALL + byte)
        elif count == 0:
            memory.refuse(f"the map byte ${byte:02X} at ${address:04X} means nothing")
        elif low == 0:
            tiles += [MEADOW + _look(memory, number) for number in range(meadows, meadows + count)]
            meadows += count
        else:
            tiles += [0x6A + low if low < 8 else 0x59 + low] * count
        if len(tiles) > WIDTH * HEIGHT:
            memory.refuse(f"the map runs past its {WIDTH * HEIGHT} tiles at ${address:04X}")
        address += 1
    if len(tiles) != WIDTH * HEIGHT:
        memory.refuse(f"the map has {len(tiles)} tiles, not {WIDTH * HEIGHT}")
    return np.array(tiles, np.uint8).reshape(HEIGHT, WIDTH)


def _look(memory: _Memory, number: int) -> int:
    address = LOOKS + (number + 1) % 256
    return 0 if address < LOAD_ADDRESS else memory.byte(address) & 1


def _placements(memory: _Memory, terrain: NDArray[np.uint8]) -> tuple[Placement, ...]:
    placements: list[Placement] = []
    kind, address = -1, PLACEMENTS
    while (byte := memory.within(address, "placements")) != END_OF_DATA:
        address += 1
        if byte >= FIRST_TYPE:
            kind = byte - FIRST_TYPE
            if kind >= len(UNIT_TYPES):
                memory.refuse(f"the placement byte ${byte:02X} at ${address - 1:04X} is no type")
            continue
        if kind < 0:
            memory.refuse("the placements do not start with a type")
        place = Placement(kind, byte, memory.within(address, "placements"))
        placements.append(_checked(memory, place, terrain))
        address += 1
    _check_roster(memory, placements)
    return tuple(placements)


def _checked(memory: _Memory, place: Placement, terrain: NDArray[np.uint8]) -> Placement:
    if place.x >= WIDTH or place.y >= HEIGHT:
        memory.refuse(f"a unit of type {place.type} stands at {place.x},{place.y}, which is not on the map")
    unit, ground = UNIT_TYPES[place.type], terrain_of(int(terrain[place.y, place.x]))
    if not can_stand(unit, ground):
        memory.refuse(f"a unit of type {place.type} stands at {place.x},{place.y} on {ground.english}")
    return place


def _check_roster(memory: _Memory, placements: list[Placement]) -> None:
    counts = Counter(place.type for place in placements)
    for unit in UNIT_TYPES:
        if counts[unit.number] != unit.count:
            memory.refuse(f"there are {counts[unit.number]} units of type {unit.number}, not {unit.count}")
    shared = Counter((place.x, place.y) for place in placements).most_common(1)
    if shared and shared[0][1] > 1:
        x, y = shared[0][0]
        memory.refuse(f"two units stand at {x},{y}")


def _gates(memory: _Memory, terrain: NDArray[np.uint8]) -> tuple[Position, ...]:
    columns, rows = memory.bytes(GATE_COLUMNS, GATES), memory.bytes(GATE_ROWS, GATES)
    gates = tuple(Position(x - 1, y - 1) for x, y in zip(columns, rows, strict=True))
    for number, (x, y) in enumerate(gates):
        if not (0 <= x < WIDTH and 0 <= y < HEIGHT):
            memory.refuse(f"gate {number} lies at {x},{y}, which is not on the map")
        if terrain[y, x] != GATE:
            memory.refuse(f"gate {number} lies at {x},{y} on {terrain_of(int(terrain[y, x])).english}, not on a gate")
        if (x, y) in gates[:number]:
            memory.refuse(f"gate {number} lies at {x},{y} as gate {gates.index(Position(x, y))} does")
    return gates


def _colours(memory: _Memory) -> NDArray[np.uint8]:
    terrains = [byte & 15 for byte in memory.bytes(COLOURS, 11)]
    return np.array([11] * 11 + terrains + [7] * FIRST_DAILOR + [0] * (len(UNIT_TYPES) - FIRST_DAILOR), np.uint8)
