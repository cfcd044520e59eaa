"""Tiles and distances."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duskfall import grid as compiled
from duskfall.errors import Refused
from duskfall.grid import NOWHERE, Grid, disc_offsets

grids = st.builds(Grid, st.integers(1, 40), st.integers(1, 40))


@st.composite
def grid_and_tiles(draw: st.DrawFn) -> tuple[Grid, int, int]:
    grid = draw(grids)
    tiles = st.integers(0, grid.size - 1)
    return grid, draw(tiles), draw(tiles)


@given(grid_and_tiles())
def test_a_tile_is_its_row_times_width_plus_column(case: tuple[Grid, int, int]) -> None:
    grid, tile, _ = case
    assert grid.row(tile) * grid.width + grid.column(tile) == tile
    assert grid.tile(grid.row(tile), grid.column(tile)) == tile


@given(grid_and_tiles())
def test_neighbours_are_the_tiles_one_step_away_and_the_table_agrees(case: tuple[Grid, int, int]) -> None:
    grid, tile, _ = case
    neighbours = grid.neighbours(tile)
    assert sorted(neighbours) == [other for other in range(grid.size) if grid.manhattan(tile, other) == 1]
    assert [other for other in grid.neighbour_table()[tile] if other != NOWHERE] == neighbours
    around = [compiled.beside(tile, direction, grid.width, grid.height) for direction in range(4)]
    assert around == grid.neighbour_table()[tile].tolist()


@given(grid_and_tiles())
def test_the_three_distances_are_ordered_and_compiled_ones_agree(case: tuple[Grid, int, int]) -> None:
    grid, a, b = case
    assert grid.chebyshev(a, b) <= grid.euclidean(a, b) <= grid.manhattan(a, b)
    assert compiled.chebyshev(a, b, grid.width) == grid.chebyshev(a, b)
    assert compiled.manhattan(a, b, grid.width) == grid.manhattan(a, b)


@given(grid_and_tiles(), st.integers(0, 5))
def test_a_disc_holds_the_tiles_within_the_radius(case: tuple[Grid, int, int], radius: int) -> None:
    grid, centre, _ = case
    assert grid.disc(centre, radius) == [tile for tile in range(grid.size) if grid.euclidean(centre, tile) <= radius]


def test_discs_of_radius_two_and_three_have_13_and_29_tiles() -> None:
    assert [len(disc_offsets(radius)) for radius in range(4)] == [1, 5, 13, 29]


@given(grid_and_tiles())
def test_distance_to_the_edge(case: tuple[Grid, int, int]) -> None:
    grid, tile, _ = case
    border = [
        other
        for other in range(grid.size)
        if grid.row(other) in (0, grid.height - 1) or grid.column(other) in (0, grid.width - 1)
    ]
    assert grid.edge_distance(tile) == min(grid.chebyshev(tile, other) for other in border)


@pytest.mark.parametrize("tile", [-1, 12])
def test_a_tile_off_the_map_is_refused_with_the_range(tile: int) -> None:
    with pytest.raises(Refused, match="tiles run from 0 to 11"):
        Grid(4, 3).row(tile)


def test_an_empty_grid_is_refused() -> None:
    with pytest.raises(Refused, match="0x5: a grid has at least one row"):
        Grid(0, 5)
