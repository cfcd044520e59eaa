"""Boards drawn from seeds, on given mountains, and made of given tiles."""

from __future__ import annotations

from collections import deque

import numpy as np
import pytest
from numpy.typing import NDArray

from duskfall.errors import Refusal, Refused
from duskfall.fog import Game, Options, Position, draw_position, position_of_tiles
from duskfall.grid import Grid
from tests.boards import tidy
from tests.counts import share
from tests.fog.random_games import chance, random_position

LAND, MOUNTAIN, CITY, TOWER = 0, 32, 64, 96


def distances(position: Position, tiles: list[int]) -> NDArray[np.int64]:
    """For each tile of the board its Chebyshev distance to the nearest of `tiles`."""
    rows, columns = np.divmod(np.arange(position.width * position.height), position.width)
    far = np.full(len(rows), 10_000)
    for tile in tiles:
        row, column = divmod(tile, position.width)
        far = np.minimum(far, np.maximum(abs(rows - row), abs(columns - column)))
    return far


def nearest_pair(position: Position, tiles: list[int]) -> int:
    """The Chebyshev distance of the two nearest of some tiles."""
    places = np.stack(np.divmod(np.array(tiles, np.int64), position.width), axis=1)
    apart = abs(places[:, None] - places[None]).max(axis=2)
    return int(apart[~np.eye(len(tiles), dtype=bool)].min(initial=999))


def edge_distance(position: Position, tile: int) -> int:
    row, column = divmod(tile, position.width)
    return min(row, column, position.height - 1 - row, position.width - 1 - column)


def reached(position: Position, start: int) -> set[int]:
    """All tiles that can be walked to from a tile."""
    table = Grid(position.width, position.height).neighbour_table().tolist()
    kinds = position.kinds.tolist()
    found, ahead = {start}, deque([start])
    while ahead:
        for near in table[ahead.popleft()]:
            if near >= 0 and near not in found and kinds[near] != MOUNTAIN:
                found.add(near)
                ahead.append(near)
    return found


def of_kind(position: Position, kind: int) -> list[int]:
    return np.flatnonzero(position.kinds == kind).tolist()


def assert_numbers(position: Position) -> None:
    """Armies and defence as a game begins with them: generals 1, cities 40, towers 25."""
    expected = np.where(position.kinds == CITY, 40, 0)
    expected[list(position.generals)] = 1
    assert position.armies.tolist() == expected.tolist()
    assert position.defence.tolist() == np.where(position.kinds == TOWER, 25, 0).tolist()


def assert_structures_by_the_rules(position: Position, players: int) -> None:
    cities, towers = of_kind(position, CITY), of_kind(position, TOWER)
    free = (position.kinds == LAND) & (position.terrain == -1)
    assert len(cities) <= 3 * players
    assert nearest_pair(position, cities) >= 8
    if len(cities) < 3 * players:
        before_towers = free | (position.kinds == TOWER)
        assert (distances(position, cities)[before_towers] < 8).all(), "there was room for another city"
    assert nearest_pair(position, towers) >= 11
    assert (distances(position, towers)[free] < 11).all(), "there was room for another tower"
    assert (position.terrain[cities] == -6).all()
    assert (position.terrain[towers] == -5).all()


def assert_generals_by_the_rules(position: Position, players: int, least: int) -> None:
    generals = list(position.generals)
    assert len(set(generals)) == players
    assert [int(position.terrain[general]) for general in generals] == list(range(players))
    assert (position.terrain >= 0).sum() == players
    assert (position.kinds[generals] == LAND).all()
    assert all(edge_distance(position, general) >= 3 for general in generals)
    assert nearest_pair(position, generals) >= least
    assert set(generals) <= reached(position, generals[0])


CASES = [
    # Width, height, players, the distance that generals keep there, and how many seeds of 5,000.
    (30, 30, 2, 8, 1_500),
    (30, 30, 3, 6, 500),
    (30, 30, 4, 6, 500),
    (30, 30, 8, 4, 500),
    (30, 30, 16, 2, 300),
    (10, 10, 2, 2, 500),
    (12, 17, 3, 2, 400),
    (40, 25, 5, 4, 300),
    (11, 60, 2, 2, 200),
    (7, 22, 2, 2, 200),
    (100, 100, 16, 4, 60),
    (200, 200, 2, 8, 20),
    (200, 9, 16, 2, 20),
]


@pytest.mark.parametrize(("width", "height", "players", "least", "count"), CASES)
def test_drawn_boards_keep_every_rule_of_the_map(width: int, height: int, players: int, least: int, count: int) -> None:
    dice = chance("maps", width * height * players)
    for _ in range(share(count)):
        position = draw_position(dice.randrange(2**64), Options(width, height, players))
        mountains = of_kind(position, MOUNTAIN)
        assert len(mountains) == width * height // 10
        assert all(edge_distance(position, tile) >= 1 for tile in mountains)
        assert_generals_by_the_rules(position, players, least)
        assert_structures_by_the_rules(position, players)
        assert_numbers(position)
        assert position.turn == 0


def test_cities_and_towers_may_lie_on_the_border() -> None:
    positions = [draw_position(seed, Options()) for seed in range(40)]
    for kind in (CITY, TOWER):
        assert any(edge_distance(position, tile) == 0 for position in positions for tile in of_kind(position, kind))


def test_a_default_board_is_30_by_30_for_two() -> None:
    position = draw_position(0, Options())
    assert (position.width, position.height, len(position.generals)) == (30, 30, 2)


def test_the_same_seed_gives_the_same_board_and_another_seed_another() -> None:
    boards = {str(draw_position(seed, Options())) for seed in (0, 1, 2, 2**64 - 1)}
    assert len(boards) == 4
    assert str(draw_position(5, Options())) == str(draw_position(5, Options()))


def test_mountains_are_equally_likely_on_every_tile_inside_the_border() -> None:
    count = share(4_000)
    hits = np.zeros(12 * 12)
    for seed in range(count):
        hits += draw_position(seed, Options(12, 12)).kinds == MOUNTAIN
    inside = hits.reshape(12, 12)[1:-1, 1:-1]
    expected = count * 14 / 100
    # Redraws for want of connection change little; five standard deviations leave room for them.
    assert abs(inside - expected).max() < 5 * np.sqrt(expected)


def test_generals_stand_everywhere_in_their_zone() -> None:
    zone = set()
    for seed in range(share(5_000)):
        zone |= set(draw_position(seed, Options(20, 19)).generals)
    assert {divmod(tile, 20)[0] for tile in zone} == set(range(3, 16))
    assert {divmod(tile, 20)[1] for tile in zone} == set(range(3, 17))


# Impossible requests.


@pytest.mark.parametrize(
    ("width", "height", "players", "code"),
    [
        (30, 30, 1, Refusal.OUT_OF_RANGE),
        (30, 30, 0, Refusal.OUT_OF_RANGE),
        (30, 30, -2, Refusal.OUT_OF_RANGE),
        (30, 30, 17, Refusal.OUT_OF_RANGE),
        (10, 10, 3, Refusal.IMPOSSIBLE),
        (7, 7, 2, Refusal.IMPOSSIBLE),
        (6, 30, 2, Refusal.OUT_OF_RANGE),
        (30, 0, 2, Refusal.OUT_OF_RANGE),
        (201, 30, 2, Refusal.OUT_OF_RANGE),
        (30, 201, 2, Refusal.OUT_OF_RANGE),
        (-30, 30, 2, Refusal.OUT_OF_RANGE),
    ],
)
def test_impossible_sizes_and_numbers_of_players_are_refused(
    width: int, height: int, players: int, code: Refusal
) -> None:
    with pytest.raises(Refused) as refused:
        Options(width, height, players)
    assert refused.value.code == code
    assert str(players) in str(refused.value) or str(width) in str(refused.value)


@pytest.mark.parametrize(
    ("width", "height", "most"), [(10, 10, 2), (12, 12, 4), (14, 14, 8), (30, 30, 16), (10, 16, 5), (17, 17, 15)]
)
def test_a_board_has_room_for_one_player_in_8_tiles_of_the_zone_and_16_at_most(
    width: int, height: int, most: int
) -> None:
    assert most == min(16, (width - 6) * (height - 6) // 8)
    assert len(draw_position(1, Options(width, height, most)).generals) == most
    with pytest.raises(Refused):
        Options(width, height, most + 1)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_number_that_is_no_seed_is_refused(seed: int) -> None:
    with pytest.raises(Refused) as refused:
        draw_position(seed, Options())
    assert refused.value.code == Refusal.OUT_OF_RANGE


@pytest.mark.parametrize("limit", [0, -1, 2**31])
def test_a_turn_limit_of_no_turns_or_beyond_counting_is_refused(limit: int) -> None:
    with pytest.raises(Refused) as refused:
        Options(turn_limit=limit)
    assert refused.value.code == Refusal.OUT_OF_RANGE


# On given mountains.


def test_given_mountains_stand_exactly_where_they_were_given_the_border_included() -> None:
    for number in range(share(600)):
        dice = chance("walls", number)
        walls = np.zeros((16, 18), bool)
        for _ in range(dice.randrange(60)):
            walls[dice.randrange(16), dice.randrange(18)] = True
        options = Options(18, 16, dice.choice([2, 3]))
        position = draw_position(number, options, walls)
        assert (position.kinds == MOUNTAIN).tolist() == walls.reshape(-1).tolist()
        assert_generals_by_the_rules(position, options.players, 2)
        assert_structures_by_the_rules(position, options.players)
        assert_numbers(position)


def test_generals_of_a_board_cut_in_two_are_redrawn_until_they_can_meet() -> None:
    walls = np.zeros((20, 21), bool)
    walls[:, 7] = True
    for seed in range(share(300)):
        position = draw_position(seed, Options(21, 20), walls)
        assert len({divmod(general, 21)[1] < 7 for general in position.generals}) == 1


def test_mountains_that_leave_no_room_or_no_way_are_refused() -> None:
    with pytest.raises(Refused) as refused:
        draw_position(1, Options(12, 12), np.ones((12, 12)))
    assert refused.value.code == Refusal.IMPOSSIBLE
    walls = np.ones((12, 14), bool)
    walls[5, 3] = walls[5, 10] = False
    with pytest.raises(Refused) as refused:
        draw_position(1, Options(14, 12), walls)
    assert refused.value.code == Refusal.IMPOSSIBLE


@pytest.mark.parametrize("shape", [(12, 13), (13, 12), (144,), (1, 12, 12), (0,)])
def test_mountains_of_another_shape_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(Refused) as refused:
        draw_position(1, Options(12, 12), np.zeros(shape, bool))
    assert refused.value.code == Refusal.INCONSISTENT


# From given tiles.


def tiles(drawing: str) -> list[list[int]]:
    """Codes from a drawing: . land, ^ mountain, + city, ! tower, digits and letters starts of seats."""
    signs = {".": -1, "^": -2, "!": -5, "+": -6} | {sign: seat for seat, sign in enumerate("0123456789abcdefgh")}
    return [[signs[sign] for sign in line.split()] for line in drawing.strip().splitlines()]


GIVEN = """
    ^ ! . . . . . +
    . . . . . . . .
    . . . + . . . .
    . . . 1 . . . .
    . . ^ ^ 0 . . .
    . . . . 2 . . .
    . . . . . . . .
    . . . . . . . .
    ^ ^ ^ . . . ! !
"""


def test_given_tiles_become_a_board_with_the_armies_of_a_beginning() -> None:
    position = position_of_tiles(tiles(GIVEN))
    assert tidy(str(position)) == tidy("""
        ^ !25 . . . . . +40
        . . . . . . . .
        . . . +40 . . . .
        . . . B1 . . . .
        . . ^ ^ A1 . . .
        . . . . C1 . . .
        . . . . . . . .
        . . . . . . . .
        ^ ^ ^ . . . !25 !25
    """)
    assert position.generals == (36, 27, 44)
    assert_numbers(position)


def test_starts_beyond_the_players_become_land() -> None:
    position = position_of_tiles(tiles(GIVEN), players=2)
    assert position.generals == (36, 27)
    assert (position.terrain[44], position.armies[44], position.kinds[44]) == (-1, 0, LAND)


def test_given_tiles_need_no_distance_no_border_and_no_number_of_mountains() -> None:
    game = Game.on_tiles(tiles(GIVEN))
    assert game.seats == 3
    assert game.view(0).generals == (36, -1, 44)


def changed(replacements: dict[tuple[int, int], str]) -> list[list[int]]:
    rows = [line.split() for line in GIVEN.strip().splitlines()]
    for (row, column), sign in replacements.items():
        rows[row][column] = sign
    return tiles("\n".join(" ".join(row) for row in rows))


@pytest.mark.parametrize(
    "replacements",
    [
        pytest.param({(3, 4): "0"}, id="two starts of one seat"),
        pytest.param({(4, 4): "."}, id="no start of seat 0"),
        pytest.param({(3, 3): "."}, id="no start of a seat in between"),
        pytest.param({(3, 3): ".", (5, 4): "."}, id="one start only"),
        pytest.param({(4, 4): ".", (3, 3): ".", (5, 4): "."}, id="no start at all"),
        pytest.param({(4, 4): ".", (2, 4): "0"}, id="a start too near the upper edge"),
        pytest.param({(4, 4): ".", (6, 4): "0"}, id="a start too near the lower edge"),
        pytest.param({(4, 4): ".", (4, 5): "0"}, id="a start too near the right edge"),
        pytest.param({(3, 3): ".", (3, 2): "1"}, id="a start too near the left edge"),
        pytest.param({(2, 3): "^", (3, 2): "^", (3, 4): "^"}, id="a start walled in"),
        pytest.param({(0, 0): "g"}, id="a seventeenth seat"),
    ],
)
def test_given_tiles_that_break_a_rule_are_refused(replacements: dict[tuple[int, int], str]) -> None:
    with pytest.raises(Refused) as refused:
        position_of_tiles(changed(replacements))
    assert refused.value.code in {Refusal.INCONSISTENT, Refusal.IMPOSSIBLE, Refusal.OUT_OF_RANGE}


@pytest.mark.parametrize("code", [-3, -4, -7, 16, 1000, -128, 127])
def test_a_code_that_is_no_tile_is_refused_with_its_place(code: int) -> None:
    codes = tiles(GIVEN)
    codes[1][6] = code
    with pytest.raises(Refused, match=f"row 1, column 6: {code}"):
        position_of_tiles(codes)


@pytest.mark.parametrize("players", [0, 1, 4, 17, -1])
def test_more_players_than_starts_or_fewer_than_two_are_refused(players: int) -> None:
    with pytest.raises(Refused) as refused:
        position_of_tiles(tiles(GIVEN), players)
    assert refused.value.code == Refusal.IMPOSSIBLE


@pytest.mark.parametrize(
    "codes",
    [
        pytest.param([], id="nothing"),
        pytest.param([[]], id="an empty row"),
        pytest.param([-1] * 64, id="one list"),
        pytest.param([[-1] * 8] * 7 + [[-1] * 7], id="rows of different length"),
        pytest.param([[-1.0] * 8] * 8, id="numbers that are not whole"),
        pytest.param([["a"] * 8] * 8, id="text"),
        pytest.param([[None] * 8] * 8, id="none"),
        pytest.param([[-1] * 6] * 30, id="too narrow"),
        pytest.param([[-1] * 201] * 30, id="too wide"),
        pytest.param(None, id="no list"),
    ],
)
def test_what_is_no_rectangle_of_whole_numbers_is_refused(codes: object) -> None:
    with pytest.raises(Refused) as refused:
        position_of_tiles(codes)  # type: ignore[arg-type]  # the point of the test
    assert refused.value.code in {Refusal.INCONSISTENT, Refusal.OUT_OF_RANGE}


def test_cities_and_towers_can_be_walked_through_on_the_way_between_starts() -> None:
    codes = changed({(2, 3): "+", (3, 2): "!", (3, 4): "+", (4, 5): "+", (5, 3): "^"})
    assert len(position_of_tiles(codes).generals) == 3


# Positions.


@pytest.mark.parametrize(
    "drawing",
    ["A1 . B1", "A0 .5 +40 !25 ^ +.3 !.2 +b4 !a9 B2147483647", "a1 A1 \n b2 B9", "A1 . C1"],
)
def test_a_drawn_position_reads_back(drawing: str) -> None:
    assert tidy(str(Position.parse(drawing))) == tidy(drawing)


def test_random_positions_read_back_from_their_text() -> None:
    for number in range(share(300)):
        position = random_position(chance("text", number))
        again = Position.parse(str(position), position.turn)
        for name in ("terrain", "kinds", "armies", "defence"):
            assert (getattr(position, name) == getattr(again, name)).all(), f"case {number}: {name}"
        assert again.generals == position.generals


@pytest.mark.parametrize(
    "drawing",
    [
        pytest.param("", id="nothing"),
        pytest.param("A1", id="one seat"),
        pytest.param("A1 . .", id="one seat and land"),
        pytest.param("A1 B1 A1", id="two generals of one seat"),
        pytest.param("A1 b1", id="land without a general"),
        pytest.param("A1 x B1", id="no tile"),
        pytest.param("A1 . \n B1", id="lines of different length"),
        pytest.param("A B", id="no armies"),
        pytest.param("A1 + B1", id="a city without armies"),
        pytest.param("A1 !x B1", id="a tower without defence"),
        pytest.param("A1 ~ B1", id="fog"),
        pytest.param("A1 ? B1", id="fog before an obstacle"),
        pytest.param("A2147483648 B1", id="more armies than a tile holds"),
        pytest.param("A1 ^3 B1", id="armies on a mountain"),
        pytest.param("A1 q1 B1", id="a seventeenth seat"),
        pytest.param("A-1 B1", id="fewer armies than none"),
    ],
)
def test_what_is_no_position_is_refused(drawing: str) -> None:
    with pytest.raises(Refused):
        Position.parse(drawing)
