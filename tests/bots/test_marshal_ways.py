"""The marshal's ways: over barriers of dungeons, with what stands on the way, and far into the fog."""

from __future__ import annotations

import numpy as np

from duskfall.bots import Deadline, SeatInfo
from duskfall.bots.fog import Marshal, weights
from duskfall.bots.fog.attacking import Attack
from duskfall.bots.fog.gathering import Gathering
from duskfall.bots.fog.ground import Ground, read_ground
from duskfall.bots.fog.land import border_steps, carry_on
from duskfall.bots.fog.memory import UNREACHED, FogMemory
from duskfall.bots.fog.passages import Passages
from duskfall.fog import Game, March, Position
from duskfall.fog.layout import Ints
from duskfall.fog.position import EMPTY, FOG_OBSTACLE, MOUNTAIN_TILE, TOWER_TILE

ASKED = Deadline(deadline_ms=1000)
ROOM = ". . . . . . . . ."
"""Nine tiles in a row: the smallest region that is worth a barrier."""


def ground_of(board: str, turn: int = 0) -> Ground:
    game = Game(Position.parse(board))
    for _ in range(turn):
        game.advance({})
    view = game.view(0)
    memory = FogMemory(0, view.width, view.height)
    memory.see(view)
    return read_ground(view, 0, memory)


def test_a_tower_between_two_regions_is_open_land_with_its_guard() -> None:
    ground = ground_of(f"A1 a1 {ROOM} a1 !25 {ROOM} B1")
    assert int(ground.view.terrain[12]) == TOWER_TILE
    assert (int(ground.terrain[12]), int(ground.guard[12])) == (EMPTY, 25)
    assert int(ground.reach[22]) == 22


def test_an_obstacle_in_the_fog_between_two_regions_is_taken_for_a_city_or_tower() -> None:
    ground = ground_of(f"A1 a1 {ROOM} +40 {ROOM} B1")
    assert int(ground.view.terrain[11]) == FOG_OBSTACLE
    assert (int(ground.terrain[11]), int(ground.guard[11])) == (EMPTY, weights.BARRIER_GUARD)


def test_a_mountain_that_was_seen_stays_one() -> None:
    ground = ground_of(f"A1 {ROOM} a1 ^ {ROOM} B1")
    assert int(ground.terrain[11]) == MOUNTAIN_TILE
    assert int(ground.reach[12]) == UNREACHED


def test_a_city_beside_open_ways_and_one_before_a_small_region_stay_obstacles() -> None:
    open_way = """
        A1 . . . . . . . . . . B1
        .  . . . . + . . . . . .
    """.replace("+", "+40")
    ground = ground_of(open_way)
    assert ground.terrain.tolist() == ground.view.terrain.tolist()
    pocket = ground_of(f"A1 {ROOM} a1 +40 . . B1")
    assert pocket.terrain.tolist() == pocket.view.terrain.tolist()


def test_opening_barriers_leaves_the_view_as_it_is() -> None:
    view = Game(Position.parse(f"A1 a1 {ROOM} a1 !25 {ROOM} B1")).view(0)
    terrain, guard = view.terrain.copy(), view.armies.copy()
    opened = Passages(view.width, view.height).open(view.terrain, guard)
    assert opened[12] == EMPTY
    assert view.terrain.tolist() == terrain.tolist()


def carried_of(armies: list[int], kept: list[int]) -> Ints:
    """What each tile of a row brings to the free land at its right end."""
    terrain = np.array([0] * len(armies) + [EMPTY], np.int32)
    guard, at_rest = np.array([*armies, 0], np.int32), np.array([*kept, 0], np.int32)
    distance, queue, carried = (np.zeros(len(terrain), np.int32) for _ in range(3))
    count = border_steps(terrain, len(terrain), 1, 0, distance, queue)
    carry_on(guard, len(terrain), 1, at_rest, distance, queue, count, carried)
    return carried


def test_an_army_from_inland_brings_what_stands_on_its_way() -> None:
    assert carried_of([5, 3, 2], [0, 0, 0]).tolist()[:3] == [7, 3, 1]


def test_an_army_does_not_pass_through_armies_that_are_kept() -> None:
    carried = carried_of([5, 3, 2], [0, 1, 0])
    assert carried[0] < 0
    assert carried[2] == 1


def test_others_that_hold_much_are_expected_to_hold_much_out_of_sight() -> None:
    poor, rich = "A1 a1 b1 . . . B9", "A1 a1 b1 . . . B99"
    assert int(ground_of(poor).guard[4]) == weights.FOG_GUARD
    assert int(ground_of(rich).guard[4]) == int(weights.USUAL_SHARE * 99 / 2)


def test_what_a_general_made_itself_is_not_expected_elsewhere() -> None:
    assert int(ground_of("A1 a1 b1 . . . B1", turn=24).guard[4]) == weights.FOG_GUARD


def test_a_general_that_is_far_away_is_attacked() -> None:
    ground = ground_of(f"A1 a400 {' '.join(['.'] * 90)} b1 B3")
    memory = FogMemory(0, 94, 1)
    memory.see(ground.view)
    memory.generals[1] = 93
    strike = Attack(memory, Gathering(94, 1)).strike(ground)
    assert strike is not None
    assert (strike.march >> 3, strike.reason.numbers["turns"]) == (1, 92)


def corridor(row: str) -> str:
    """A board of seven rows, mountains but for the one in the middle."""
    wall = " ".join(["^"] * len(row.split()))
    return "\n".join([wall] * 3 + [row] + [wall] * 3)


def goal_at(board: str, turn: int) -> tuple[list[March], str]:
    game = Game(Position.parse(board))
    for _ in range(turn):
        game.advance({})
    marshal = Marshal(SeatInfo("fog", {}, seat=0, seats=2, seed=1))
    marches = marshal.choose(game.view(0), ASKED)
    return marches, marshal.reason.goal if marshal.reason else ""


def test_land_is_taken_before_an_army_searches_far_over_its_own_land() -> None:
    fog, width = " ".join(["."] * 56), 70
    board = corridor(f"a60 a1 A1 a1 a1 a1 a1 a1 a1 a1 a3 {fog} b1 B1 b1")
    marches, goal = goal_at(board, turn=45)
    assert (marches, goal) == ([March(3 * width + 10, 3 * width + 11)], "land")


def test_on_a_board_where_the_other_one_is_near_the_search_goes_first() -> None:
    fog, width = " ".join(["."] * 26), 40
    board = corridor(f"a60 a1 A1 a1 a1 a1 a1 a1 a1 a1 a3 {fog} b1 B1 b1")
    marches, goal = goal_at(board, turn=45)
    assert (marches, goal) == ([March(3 * width, 3 * width + 1)], "search")


def test_a_search_goes_on_where_it_takes_land_itself() -> None:
    fog, width = " ".join(["."] * 56), 70
    board = corridor(f"a1 a1 A1 a1 a1 a1 a1 a1 a1 a1 a60 {fog} b1 B1 b1")
    marches, goal = goal_at(board, turn=45)
    assert (marches, goal) == ([March(3 * width + 10, 3 * width + 11)], "search")
