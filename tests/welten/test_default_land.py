"""The land that Duskfall ships: what it promises to players."""

from __future__ import annotations

from collections import Counter, deque

import numpy as np
import pytest

from duskfall.formats.welten.library import default_scenario
from duskfall.formats.welten.scenarios import scenario_text
from duskfall.welten import GUIDE, ORIGINAL, UNIT_TYPES, Game, Rules, Side, Terrain, terrain_of
from duskfall.welten.terrain import END, GATE, LASTING_WALL, RIVER

LAND = default_scenario()
WEST = [(5, 6), (17, 5), (29, 10), (14, 21), (42, 21), (47, 21), (52, 21), (25, 25), (5, 35), (11, 34)]
GATES = [*WEST, (70, 7), (69, 17), (75, 34)]


def kind_at(x: int, y: int) -> Terrain:
    return terrain_of(int(LAND.terrain[y, x]))


def area(start: tuple[int, int], *, gates_open: bool) -> set[tuple[int, int]]:
    """The tiles that a walker can come to from a tile, however long it takes."""
    shut = {Terrain.MOUNTAINS, Terrain.WALL} | (set() if gates_open else {Terrain.GATE})
    found, waiting = {start}, deque([start])
    while waiting:
        x, y = waiting.popleft()
        for place in ((x, y - 1), (x, y + 1), (x - 1, y), (x + 1, y)):
            if 0 <= place[0] < 80 and 0 <= place[1] < 40 and place not in found and kind_at(*place) not in shut:
                found.add(place)
                waiting.append(place)
    return found


def test_it_has_80_by_40_tiles_13_gates_where_they_are_listed_and_the_border_at_60() -> None:
    assert (LAND.width, LAND.height, LAND.border) == (80, 40, 60)
    assert list(LAND.gates) == GATES
    assert [LAND.gate_side(number) for number in range(13)] == [Side.ELDOIN] * 10 + [Side.DAILOR] * 3


def test_every_gate_position_starts_as_a_gate_and_there_are_no_other_gates() -> None:
    assert {(int(x), int(y)) for y, x in np.argwhere(LAND.terrain == GATE)} == set(GATES)


def test_it_has_no_end_and_no_lasting_wall() -> None:
    assert END not in LAND.terrain
    assert LASTING_WALL not in LAND.terrain


def test_both_armies_have_their_full_roster() -> None:
    counts = Counter(place.type for place in LAND.placements)
    assert {unit.number: unit.count for unit in UNIT_TYPES} == counts
    assert len(LAND.placements) == 292
    assert counts[6] == 1


def test_units_are_numbered_type_by_type() -> None:
    kinds = [place.type for place in LAND.placements]
    assert kinds == sorted(kinds)


def test_every_unit_starts_where_it_may_stand_in_both_rule_sets() -> None:
    for place in LAND.placements:
        unit, ground = UNIT_TYPES[place.type], kind_at(place.x, place.y)
        if unit.sails:
            assert ground is Terrain.RIVER
        elif not unit.flies:
            assert ground not in {Terrain.MOUNTAINS, Terrain.WALL, Terrain.GATE, Terrain.END}
        assert ground is not Terrain.GATE


def test_dailor_starts_beyond_the_border_and_eldoin_before_it() -> None:
    for place in LAND.placements:
        assert (place.x >= 60) == (UNIT_TYPES[place.type].side is Side.DAILOR)


def test_shut_gates_part_the_land_into_keep_wards_island_fields_and_mountains() -> None:
    neighbours = {
        "keep": ((5, 21), {0, 8}),
        "middle ward": ((12, 21), {0, 1, 3, 8, 9}),
        "outer ward": ((20, 19), {1, 2, 3, 7, 9}),
        "island, west": ((45, 21), {4, 5}),
        "island, east": ((49, 21), {5, 6}),
        "fields": ((30, 20), {2, 4, 6, 7, 10, 11, 12}),
        "mountains": ((75, 12), {10, 11, 12}),
    }
    for start, gates in neighbours.values():
        inside = area(start, gates_open=False)
        found = {
            number
            for number, (x, y) in enumerate(GATES)
            if any((x + right, y + down) in inside for right, down in ((0, -1), (0, 1), (-1, 0), (1, 0)))
        }
        assert found == gates


def test_with_open_gates_every_walker_can_come_to_the_keep() -> None:
    everywhere = area((5, 21), gates_open=True)
    for place in LAND.placements:
        unit = UNIT_TYPES[place.type]
        assert unit.flies or unit.sails or (place.x, place.y) in everywhere


def test_the_commander_stands_in_the_keep_and_nobody_of_dailor_in_the_walls() -> None:
    keep = area((5, 21), gates_open=False)
    commander = next(place for place in LAND.placements if place.type == 6)
    assert (commander.x, commander.y) in keep


def test_dailors_engines_stand_before_the_mountains() -> None:
    mountains = area((75, 12), gates_open=False)
    engines = [place for place in LAND.placements if UNIT_TYPES[place.type].breaks_gates]
    assert len(engines) == 10
    assert not {(place.x, place.y) for place in engines} & mountains


def test_a_paved_causeway_crosses_the_river_along_row_21() -> None:
    assert {kind_at(x, 21) for x in range(36, 60)} == {Terrain.PAVEMENT, Terrain.GATE}
    assert all(RIVER in LAND.terrain[y, 35:60] for y in range(40) if y != 21)


@pytest.mark.parametrize("rules", [GUIDE, ORIGINAL], ids=lambda rules: rules.name)
def test_nobody_can_attack_before_somebody_has_moved(rules: Rules) -> None:
    game = Game(LAND, rules)
    assert game.legal(Side.ELDOIN).units
    game.play("end")
    assert game.legal(Side.DAILOR).units
    for side in Side:
        game.play("end")
        legal = game.legal(side)
        assert not [target for unit in legal.units for target in legal.targets(unit) if target.unit is not None]


def test_nothing_in_it_is_written_in_two_ways() -> None:
    """The drawn file needs no `pieces`: every wall follows from its neighbours."""
    assert "pieces" not in scenario_text(LAND)
    assert "place" not in scenario_text(LAND)
