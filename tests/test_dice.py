"""Chance is the same everywhere, fair, and different for every key."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from duskfall.compiled import word
from duskfall.dice import SEEDS, Dice, below, key, purpose, shuffle
from duskfall.errors import Refused

VECTOR = {
    (0, 0, 0): [0x2130748AAAC80268, 0x0CC78FB979CE5090, 0xAB9AA3DAFBA6B4AC],
}
"""The stream is pinned: a change here makes every replay and every seed ever shared mean something else."""

PRINT_STREAMS = """
import json, sys
from duskfall.dice import Dice
rows = []
for seed, turn, purpose in json.load(sys.stdin):
    dice = Dice(seed, turn, purpose)
    rows.append([dice.word(), dice.word(), dice.below(6), dice.below(2**32), dice.below(1000)])
print(json.dumps(rows))
"""


def streams(keys: list[tuple[int, int, int]], **environment: str) -> list[list[int]]:
    """What a fresh process draws for `keys`."""
    run = subprocess.run(
        [sys.executable, "-c", PRINT_STREAMS],
        input=json.dumps(keys),
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, **environment},
    )
    rows: list[list[int]] = json.loads(run.stdout)
    return rows


@pytest.mark.parametrize("at", VECTOR)
def test_the_stream_is_pinned_for_ever(at: tuple[int, int, int]) -> None:
    dice = Dice(*at)
    assert [dice.word() for _ in VECTOR[at]] == VECTOR[at]


def test_compiled_and_plain_draw_the_same_numbers() -> None:
    edges = [0, 1, 2**31, 2**32, 2**63 - 1, 2**63, SEEDS - 1]
    keys = [(seed, turn, use) for seed in edges for turn in (0, 1, 2**40) for use in (0, SEEDS - 1)]
    assert streams(keys, NUMBA_DISABLE_JIT="1") == streams(keys, NUMBA_DISABLE_JIT="0")


def test_every_part_of_the_key_changes_the_stream() -> None:
    keys = [(seed, turn, use) for seed in range(20) for turn in range(20) for use in range(20)]
    assert len({Dice(*at).word() for at in keys}) == len(keys)


@given(st.integers(0, SEEDS - 1), st.integers(1, 2**32))
def test_below_n_is_below_n(seed: int, n: int) -> None:
    assert 0 <= Dice(seed).below(n) < n


def test_every_side_of_a_die_is_equally_likely() -> None:
    rolls, sides = 60_000, 6
    dice = Dice(3, 1, purpose("fairness"))
    counts = np.bincount([dice.below(sides) for _ in range(rolls)], minlength=sides)
    expected = rolls / sides
    # Chi-squared with 5 degrees of freedom exceeds 25.7 once in 10,000 fair dice; this die is pinned, so it is one try.
    assert ((counts - expected) ** 2 / expected).sum() < 25.7


def test_a_die_whose_sides_do_not_divide_two_to_the_32_has_no_favourites() -> None:
    sides = 3 << 30  # the plain modulo, or a multiplication without redraw, would favour every third side by half
    dice = Dice(5)
    low = sum(dice.below(sides) % 3 == 0 for _ in range(30_000))
    assert abs(low - 10_000) < 400


@given(st.lists(st.integers(-9, 9), max_size=30), st.integers(0, SEEDS - 1))
def test_a_shuffle_keeps_every_item_and_both_faces_agree(items: list[int], seed: int) -> None:
    listed, array = list(items), np.array(items, np.int64)
    Dice(seed).shuffle(listed)
    stream = np.zeros(1, np.uint64)
    stream[0] = key(word(seed), word(0), word(0))
    shuffle(stream, array)
    assert listed == array.tolist()
    assert sorted(listed) == sorted(items)


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    orders: dict[tuple[int, ...], int] = {}
    for seed in range(12_000):
        items = [0, 1, 2]
        Dice(seed).shuffle(items)
        orders[tuple(items)] = orders.get(tuple(items), 0) + 1
    assert len(orders) == 6
    assert all(abs(count - 2_000) < 200 for count in orders.values())


@pytest.mark.parametrize("seed", [-1, SEEDS])
def test_a_number_that_is_no_seed_is_refused(seed: int) -> None:
    with pytest.raises(Refused, match="0 to 18446744073709551615"):
        Dice(seed)


@pytest.mark.parametrize("sides", [0, -3, 2**32 + 1])
def test_a_die_without_sides_is_refused(sides: int) -> None:
    with pytest.raises(Refused, match="1 to 4294967296 sides"):
        Dice(0).below(sides)


def test_the_kernel_and_the_face_draw_alike() -> None:
    stream = np.zeros(1, np.uint64)
    stream[0] = key(word(9), word(2), word(4))
    dice = Dice(9, 2, 4)
    assert [int(below(stream, 100)) for _ in range(50)] == [dice.below(100) for _ in range(50)]
