"""The window of 40 by 25 cells: what a step draws is what changed, and the screen equals a full redraw."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from duskfall.cli.dungeon.explore.window import COLUMNS, ROWS, Window
from duskfall.dungeon.exploration.walk import Cells

SIZES = st.integers(1, 90)
SCENES = st.tuples(SIZES, SIZES).flatmap(lambda shape: arrays.arrays(np.uint8, shape, elements=st.integers(0, 6)))
KEYS = {"w": (0, -1), "a": (-1, 0), "s": (0, 1), "d": (1, 0)}


def looked_through(scene: Cells, x: int, y: int) -> Cells:
    """The full redraw, cell by cell, without the window's own code."""
    screen = np.zeros((ROWS, COLUMNS), np.uint8)
    height, width = scene.shape
    for row in range(ROWS):
        for column in range(COLUMNS):
            if y + row < height and x + column < width:
                screen[row, column] = scene[y + row, x + column]
    return screen


@given(SCENES, SCENES, st.text("wasd", max_size=120), st.text("wasd", max_size=30))
def test_the_screen_after_any_keys_equals_a_full_redraw(scene: Cells, other: Cells, keys: str, more: str) -> None:
    window = Window(scene)
    screen = window.cells.copy()
    x = y = 0
    for shown, typed in ((scene, keys), (other, more)):
        for row, column in window.show(shown):
            screen[row, column] = window.cells[row, column]
        x, y = min(x, max(0, shown.shape[1] - COLUMNS)), min(y, max(0, shown.shape[0] - ROWS))
        for key in typed:
            right, down = KEYS[key]
            x = min(max(x + right, 0), max(0, shown.shape[1] - COLUMNS))
            y = min(max(y + down, 0), max(0, shown.shape[0] - ROWS))
            before = screen.copy()
            for row, column in window.move(right, down):
                assert before[row, column] != window.cells[row, column], "only what changed is drawn"
                screen[row, column] = window.cells[row, column]
            assert (window.x, window.y) == (x, y)
            assert (screen == looked_through(shown, x, y)).all()


@given(SCENES, st.integers(-5, 99), st.integers(-5, 99))
def test_a_centred_tile_of_a_large_map_is_in_the_window(scene: Cells, x: int, y: int) -> None:
    window = Window(scene)
    screen = window.cells.copy()
    for row, column in window.centre(x, y):
        screen[row, column] = window.cells[row, column]
    assert (screen == looked_through(scene, window.x, window.y)).all()
    if 0 <= y < scene.shape[0] and 0 <= x < scene.shape[1]:
        assert window.x <= x < window.x + COLUMNS
        assert window.y <= y < window.y + ROWS


def test_the_window_stops_at_the_edges_of_the_map() -> None:
    window = Window(np.zeros((72, 72), np.uint8))
    assert window.move(-1, -1) == []
    window.move(999, 999)
    assert (window.x, window.y) == (32, 47)


@pytest.mark.parametrize(("step", "column"), [((1, 0), 39), ((-1, 0), 0)])
def test_a_step_over_bare_ground_draws_only_the_edge_that_comes_in(step: tuple[int, int], column: int) -> None:
    scene = np.zeros((72, 72), np.uint8)
    window = Window(scene, 10, 10)
    scene[10:35, [9, 50]] = 1
    assert window.move(*step) == [(row, column) for row in range(ROWS)]
