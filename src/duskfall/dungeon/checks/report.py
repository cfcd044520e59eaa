"""The scratch arrays of the checks, and how a check reports a fault."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from duskfall.compiled import kernel
from duskfall.dungeon.arrays.layout import Bytes, Numbers
from duskfall.dungeon.exploration.distances import Steps

MOST_FAULTS: Final = 64
"""Faults that are kept of one map."""


class Scratch(NamedTuple):
    """Scratch arrays of the checks, as large as the map."""

    owner: Numbers
    """i+1 on the floor of room i, -(i+1) on its walls, 0 elsewhere."""
    known: Bytes
    """1 where a record explains why the tile is walkable."""
    steps: Steps
    """Walking distances, -1 where no way leads."""
    queue: Steps
    faults: Numbers
    """Rows of a code and three numbers."""
    found: Numbers
    """The number of faults found; may exceed the rows."""


def new_scratch(height: int, width: int) -> Scratch:
    """Allocates scratch for maps of this size."""
    return Scratch(
        owner=np.zeros((height, width), np.int64),
        known=np.zeros((height, width), np.uint8),
        steps=np.zeros((height, width), np.int32),
        queue=np.zeros(height * width, np.int32),
        faults=np.zeros((MOST_FAULTS, 4), np.int64),
        found=np.zeros(1, np.int64),
    )


@kernel
def report(faults: Numbers, count: Numbers, code: int, p: int, q: int, r: int) -> None:
    """Reports a fault: its code and up to three numbers."""
    at = count[0]
    if at < len(faults):
        faults[at, 0] = code
        faults[at, 1] = p
        faults[at, 2] = q
        faults[at, 3] = r
    count[0] += 1
