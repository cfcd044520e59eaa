"""A scenario is checked as a whole, and a refusal says where it contradicts itself."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from duskfall.errors import Refused
from duskfall.welten import UNIT_TYPES, Placement, Position, Scenario, Side
from duskfall.welten.terrain import GATE, MEADOW, MOUNTAINS, RIVER, TILES

LAND = np.full((4, 6), MEADOW, np.uint8)
LAND[1, 2], LAND[2, 3], LAND[3, 4] = GATE, RIVER, MOUNTAINS
SMALL = Scenario("small", LAND, (Placement(6, 0, 0), Placement(10, 5, 0)), (Position(2, 1),), border=3)


def test_a_sound_scenario_passes() -> None:
    SMALL.check()


def test_the_roster_has_133_units_of_eldoin_and_159_of_dailor() -> None:
    counts = [sum(unit.count for unit in UNIT_TYPES if unit.side is side) for side in Side]
    assert counts == [133, 159]


def test_the_map_of_a_scenario_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        SMALL.terrain[0, 0] = GATE


def test_equal_scenarios_are_equal() -> None:
    again = replace(SMALL, terrain=LAND.copy())
    assert again == SMALL
    assert hash(again) == hash(SMALL)
    assert again != replace(SMALL, border=2)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"terrain": np.full((1, 3, 2), MEADOW, np.uint8)}, "has the shape"),
        ({"terrain": np.full((4, 6), 0x60, np.uint8)}, r"tile 0,0: the code \$60 is no terrain"),
        ({"terrain": np.full((256, 6), MEADOW, np.uint8)}, "1 to 255 rows and columns"),
        ({"border": 7}, "border 7: is not on the map"),
        ({"gates": ((6, 0),)}, "gate 0: 6,0 is not on the map"),
        ({"gates": ((1, 1), (2, 2), (1, 1))}, "gate 2: lies at 1,1 as gate 0 does"),
        ({"placements": ((16, 0, 0),)}, "unit 0: there is no type 16"),
        ({"placements": ((6, 0, 4),)}, "unit 0: 0,4 is not on the map"),
        ({"placements": ((6, 0, 0), (10, 0, 0))}, "unit 1: stands at 0,0 as unit 0 does"),
        ({"placements": ((6, 4, 3), (10, 0, 0))}, "unit 0 at 4,3: Feldherr may not stand on Mountains"),
        ({"placements": ((6, 0, 0), (10, 1, 0), (4, 1, 1))}, "unit 2 at 1,1: Warship may not stand on Meadow"),
        ({"placements": ((10, 0, 0),)}, "exactly one Feldherr"),
        ({"placements": ((6, 0, 0), (6, 1, 0), (10, 2, 0))}, "exactly one Feldherr"),
        ({"placements": ((6, 0, 0),)}, "over before it starts"),
        ({"placements": ((10, 0, 0),) * 2001}, "at most 2000"),
        ({"tiles": np.zeros((TILES, 7), np.uint8)}, "tiles: the shape is"),
        ({"colours": np.full(TILES, 16, np.uint8)}, "colours: 16 is too large"),
        ({"cycle": np.full(256, 8, np.uint8)}, "cycle: 8 is too large"),
    ],
)
def test_a_scenario_that_contradicts_itself_is_refused(change: dict[str, object], reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        replace(SMALL, **change).check()  # type: ignore[arg-type]  # each row changes another field


def test_a_unit_may_start_on_a_gate_position_whatever_lies_there() -> None:
    replace(SMALL, gates=(Position(4, 3),), placements=(Placement(6, 4, 3), Placement(10, 0, 0))).check()
