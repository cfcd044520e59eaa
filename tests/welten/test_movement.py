"""Steps, paths and reach: the compiled flood fill against a plain search."""

from __future__ import annotations

import heapq
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from duskfall.errors import Refusal
from duskfall.welten import (
    GUIDE,
    ORIGINAL,
    UNIT_TYPES,
    Game,
    Moved,
    Placement,
    Rules,
    Scenario,
    Side,
    Terrain,
    UnitType,
    Way,
    terrain_of,
)
from duskfall.welten.paths import pack_path, unpack_path
from duskfall.welten.rules import CostOf, Points
from duskfall.welten.terrain import FIRST_TERRAIN, LAST_TERRAIN
from duskfall.welten.terrain_costs import can_stand, enters, entry_costs, movement_cost
from tests.counts import SEED, share
from tests.welten.boards import UNITS, field, refusal
from tests.welten.lands import full_map

BOTH = pytest.mark.parametrize("rules", [GUIDE, ORIGINAL], ids=lambda rules: rules.name)
STEPS = {"U": (0, -1), "D": (0, 1), "L": (-1, 0), "R": (1, 0)}


def plain_reach(game: Game, number: int) -> dict[tuple[int, int], Way]:
    """Finds the reach of a unit by a search with a heap of (points spent, way): slow and plain."""
    view, rules = game.view(), game.rules
    unit = view.units[number]
    kind = UNIT_TYPES[unit.type]
    taken = {(other.x, other.y) for other in view.units if other.alive}
    heap: list[tuple[int, list[int], int, int]] = [(0, [], unit.x, unit.y)]
    found: dict[tuple[int, int], Way] = {}
    settled: set[tuple[int, int]] = set()
    while heap:
        spent, way, x, y = heapq.heappop(heap)
        if (x, y) in settled:
            continue
        settled.add((x, y))
        if way:
            found[x, y] = Way(spent, unit.b - spent, "".join("UDLR"[step] for step in way))
        if rules.west_edge_wins and kind.side is Side.DAILOR and x == 0 and way:
            continue
        for step, (right, down) in enumerate(STEPS.values()):
            there = x + right, y + down
            inside = 0 <= there[0] < game.scenario.width and 0 <= there[1] < game.scenario.height
            if not inside or there in taken:
                continue
            terrain = terrain_of(view.terrain[there[1]][there[0]])
            if not enters(rules, kind, terrain):
                continue
            payer = terrain if rules.cost_of is CostOf.ENTERED else terrain_of(view.terrain[y][x])
            total = spent + movement_cost(kind, payer)
            if rules.points is Points.ANY and spent < unit.b:
                total = min(total, unit.b)
            if total <= unit.b and spent < unit.b:
                heapq.heappush(heap, (total, [*way, step], *there))
    return found


CODES = [0x69] * 8 + [0x6A, 0x6B, 0x6B, 0x6C, 0x6C, 0x6D, 0x6E, 0x6E, 0x6F, 0x70, 0x71, 0x61, 0x72]


@st.composite
def crowded_lands(draw: st.DrawFn) -> Scenario:
    """Small lands with all kinds of ground and many units."""
    width, height = draw(st.integers(2, 40)), draw(st.integers(1, 12))
    codes = draw(st.lists(st.sampled_from(CODES), min_size=width * height, max_size=width * height))
    land = np.array(codes, np.uint8).reshape(height, width)
    land[0, 0] = land[0, 1] = 0x69
    placements = [Placement(6, 0, 0), Placement(10, 1, 0)]
    for tile in sorted(draw(st.sets(st.integers(2, width * height - 1), max_size=12))) if width * height > 2 else []:
        kind = UNIT_TYPES[draw(st.integers(0, 15))]
        x, y = tile % width, tile // width
        if not kind.must_live and can_stand(kind, terrain_of(int(land[y, x]))):
            placements.append(Placement(kind.number, x, y))
    return Scenario("crowded", land, tuple(placements), (), border=width)


MIXED = [
    replace(GUIDE, name="mixed", cost_of=cost_of, points=points, west_edge_wins=edge)
    for cost_of in CostOf
    for points in Points
    for edge in (False, True)
]
"""Sets that mix what the two named ones choose about steps: every field is a choice of its own."""


@given(crowded_lands(), st.sampled_from([GUIDE, ORIGINAL, *MIXED]), st.sampled_from(list(Side)))
def test_the_flood_finds_what_a_plain_search_finds(scenario: Scenario, rules: Rules, side: Side) -> None:
    game = Game(scenario, rules)
    if side is Side.DAILOR:
        game.play("end")
    legal = game.legal(side)
    for number, place in enumerate(scenario.placements):
        expected = plain_reach(game, number) if UNIT_TYPES[place.type].side is side else {}
        assert legal.ways(number) == expected


@BOTH
@pytest.mark.parametrize("side", list(Side))
def test_the_flood_finds_what_a_plain_search_finds_on_a_full_map(rules: Rules, side: Side) -> None:
    scenario = full_map(seed=SEED)
    game = Game(scenario, rules)
    game.play(*["end"] * side)
    legal = game.legal(side)
    for number, place in enumerate(scenario.placements):
        if UNIT_TYPES[place.type].side is side and number % 10 in range(share(100) // 10):
            assert legal.ways(number) == plain_reach(game, number)


@given(crowded_lands(), st.sampled_from([GUIDE, ORIGINAL]))
def test_a_move_to_a_tile_does_what_legal_said(scenario: Scenario, rules: Rules) -> None:
    game = Game(scenario, rules)
    ways = game.legal(Side.ELDOIN).ways(0)
    for (x, y), way in list(ways.items())[:10]:
        for order in (f"move 0 {x},{y}", f"move 0 path {way.path}"):
            twin = game.clone()
            event = twin.play(order)[0]
            assert isinstance(event, Moved)
            assert (event.path, event.end, event.b) == (way.path, (x, y), way.b)
            unit = twin.view().units[0]
            assert (unit.x, unit.y, unit.b) == (x, y, way.b)


@given(st.text("UDLR", max_size=15))
def test_a_packed_way_unpacks(way: str) -> None:
    assert unpack_path(pack_path(way)) == way


@given(st.lists(st.text("UDLR", min_size=4, max_size=4), min_size=2, max_size=9))
def test_packed_ways_are_ordered_as_their_steps_are(ways: list[str]) -> None:
    assert sorted(ways, key=pack_path) == sorted(ways, key=lambda way: ["UDLR".index(step) for step in way])


@BOTH
def test_a_move_takes_the_way_that_leaves_most_points(rules: Rules) -> None:
    board = field(". . .\nS f a\n. s .", rules)
    board.play("move S 2,0")
    assert board.b("S") == 7
    event = field(". . .\nS f a\n. s .", rules).play("move S 2,0")[0]
    assert isinstance(event, Moved)
    assert event.path == "URR"
    assert str(event.order).endswith("path URR")


@BOTH
@pytest.mark.parametrize(
    ("art", "goal", "path"),
    [
        ("S . .\n. . .", "2,1", "DRR"),
        (". . .\nS . .", "2,0", "URR"),
        (". . S\n. . .", "0,1", "DLL"),
        (". ^ .\n. S .\n. . .", "0,0", "LU"),
    ],
)
def test_ties_go_to_up_then_down_then_left_then_right(rules: Rules, art: str, goal: str, path: str) -> None:
    event = field(art, rules).play(f"move S {goal}")[0]
    assert isinstance(event, Moved)
    assert event.path == path


@pytest.mark.parametrize(
    ("art", "goal", "guide", "original"),
    [(". a .\n. ^ .\n. . .", "1,2", "LDDR", "RDDL"), (". . .\n. s a", "0,1", "ULLD", "LL")],
)
def test_the_way_of_dailor_avoids_the_west_edge_where_it_would_end(
    art: str, goal: str, guide: str, original: str
) -> None:
    for rules, path in ((GUIDE, guide), (ORIGINAL, original)):
        event = field(art, rules, player=Side.DAILOR).play(f"move a {goal}")[0]
        assert isinstance(event, Moved)
        assert event.path == path


@BOTH
def test_the_running_step_decides_between_ways_that_begin_alike(rules: Rules) -> None:
    event = field(". . . .\nS . . .\n. . . .", rules).play("move S 3,0")[0]
    assert isinstance(event, Moved)
    assert event.path == "URRR"


@BOTH
def test_a_unit_may_move_again_while_it_has_points(rules: Rules) -> None:
    board = field("S . . .\n. . . .", rules)
    board.play("move S path RRR", "move S path D", "move S 0,1")
    assert board.b("S") == 10 - 3 - 1 - 3
    assert str(board) == ". . . .\nS . . ."


@BOTH
def test_a_unit_may_step_back_to_where_it_stood(rules: Rules) -> None:
    board = field("S . .", rules)
    board.play("move S path RL")
    assert board.b("S") == 8
    assert str(board) == "S . ."


@BOTH
@pytest.mark.parametrize("blocker", ["B", "a"])
def test_nobody_enters_or_passes_a_taken_tile(rules: Rules, blocker: str) -> None:
    board = field(f"S {blocker} .", rules)
    assert board.reach("S") == set()
    assert refusal(board, "move S path RR") is Refusal.OCCUPIED
    assert refusal(board, "move S 1,0") is Refusal.OCCUPIED
    assert refusal(board, "move S 2,0") is Refusal.UNREACHABLE


@BOTH
def test_even_a_flyer_passes_no_taken_tile(rules: Rules) -> None:
    board = field("A a . F", rules)
    assert board.reach("A") == set()


@BOTH
def test_a_path_is_refused_whole(rules: Rules) -> None:
    board = field("S . . ^", rules)
    assert refusal(board, "move S path RRR") is Refusal.NO_ENTRY
    assert str(board) == "S . . ^"
    assert board.b("S") == 10


@BOTH
@pytest.mark.parametrize("step", ["U", "L", "D", "R"])
def test_a_step_off_the_map_is_refused(rules: Rules, step: str) -> None:
    board = field("F a\n. S" if step in "DR" else "S .\nF a", rules)
    assert refusal(board, f"move S path {step}") is Refusal.OFF_MAP


@BOTH
def test_there_is_no_zone_of_control(rules: Rules) -> None:
    board = field(". a . a\nS . . .\n. a . a", rules)
    board.play("move S path RRR")
    assert board.b("S") == 7


@BOTH
def test_a_walker_on_a_wall_steps_off_at_cost_one_and_not_back(rules: Rules) -> None:
    board = field(". S#0 .", rules)
    board.play("move S path R")
    assert board.b("S") == 9
    assert refusal(board, "move S path L") is Refusal.NO_ENTRY


@BOTH
def test_a_ship_on_a_changed_gate_position_returns_to_the_river_and_not_back(rules: Rules) -> None:
    board = field("~ K#0 _", rules)
    assert board.reach("K") == {(0, 0)}
    board.play("move K path L")
    assert board.b("K") == 7
    assert refusal(board, "move K path R") is Refusal.NO_ENTRY


@BOTH
@pytest.mark.parametrize("unit", UNIT_TYPES, ids=lambda unit: unit.english)
def test_slow_terrain_costs_what_the_table_says(rules: Rules, unit: UnitType) -> None:
    letter, player = UNITS[unit.number], unit.side
    for sign, cost in (("~", unit.river), ("f", unit.forest), ("s", unit.swamp)):
        if cost == 0:
            continue
        # From one slow tile to the next: the same cost whether the tile entered or the tile left counts.
        board = field(f"_ {letter}{sign} {sign}", rules, player=player)
        board.play(f"move {letter} path R")
        assert board.b(letter) == unit.movement - cost


@BOTH
@pytest.mark.parametrize("kind", UNIT_TYPES, ids=lambda kind: f"{kind.number} {kind.english}")
def test_entry_costs_are_the_costs_of_the_rules_and_price_closed_terrain_on_request(
    rules: Rules, kind: UnitType
) -> None:
    codes = bytes(range(FIRST_TERRAIN, LAST_TERRAIN + 1))
    plain = entry_costs(rules, kind, [codes], closed=99)
    priced = entry_costs(rules, kind, [codes], closed=99, through={Terrain.WALL: 12, Terrain.GATE: 7})
    for x, terrain in enumerate(map(terrain_of, codes)):
        if enters(rules, kind, terrain):
            assert plain[0, x] == priced[0, x] == movement_cost(kind, terrain)
        else:
            assert plain[0, x] == 99
            through = {Terrain.WALL: 12, Terrain.GATE: 7}.get(terrain, 99)
            assert priced[0, x] == (99 if kind.sails else through)
