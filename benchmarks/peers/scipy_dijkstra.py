"""Measures SciPy: what every unit of an army can reach, by `scipy.sparse.csgraph.dijkstra` called for each unit.

The land is a graph of tiles, one for each type of unit since each pays its own costs; an edge costs what the tile
entered costs, and there is none into a tile that is closed or taken. Every search stops at the unit's points.
"""

import functools
import hashlib
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from scipy.sparse import csr_matrix  # type: ignore[import-untyped]
from scipy.sparse.csgraph import dijkstra  # type: ignore[import-untyped]

DISTRIBUTIONS: Final = ("scipy", "numpy")


@dataclass(frozen=True)
class Board:
    """A position, with the edges between all neighbours, which no position changes."""

    price: Any
    """price[type, tile]: what entering costs, 0 where the type may not enter."""
    units: list[tuple[int, int, int, int]]
    """Number, type, tile and points of each unit."""
    sources: Any
    targets: Any


@functools.lru_cache(maxsize=8)
def read(position: str) -> Board:
    """Read a position that was sent as JSON."""
    sent = json.loads(position)
    width, height = sent["width"], sent["height"]
    tiles = np.arange(width * height).reshape(height, width)
    across = np.stack([tiles[:, :-1].ravel(), tiles[:, 1:].ravel()])
    down = np.stack([tiles[:-1].ravel(), tiles[1:].ravel()])
    one_way = np.concatenate([across, down], axis=1)
    edges = np.concatenate([one_way, one_way[::-1]], axis=1)
    return Board(np.array(sent["prices"], float)[:, np.array(sent["grounds"])], sent["units"], edges[0], edges[1])


def graph_of(board: Board, kind: int) -> Any:
    """The graph of a type of unit."""
    price = board.price[kind][board.targets]
    open_edges = price > 0
    size = board.price.shape[1]
    ends = board.sources[open_edges], board.targets[open_edges]
    return csr_matrix((price[open_edges], ends), shape=(size, size))


def reach(board: Board, graphs: dict[int, Any]) -> list[tuple[int, Any, Any]]:
    """For each unit the tiles it can reach and the points it has left there."""
    found = []
    for number, kind, tile, points in board.units:
        if kind not in graphs:
            graphs[kind] = graph_of(board, kind)
        costs = dijkstra(graphs[kind], indices=tile, limit=points)
        tiles = np.flatnonzero(costs <= points)
        found.append((number, tiles, points - costs[tiles]))
    return found


def check(board: Board, expected: str) -> None:
    """Stop unless the answer is the expected one."""
    lines = [
        f"{number} {tile} {int(left)}"
        for (number, tiles, lefts), (_, _, start, _) in zip(reach(board, {}), board.units, strict=True)
        for tile, left in zip(tiles.tolist(), lefts.tolist(), strict=True)
        if tile != start
    ]
    answer = hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()
    if answer != expected:
        raise ValueError("SciPy and Duskfall disagree on what can be reached")


def repeat(seconds: float, board: Board, graphs: Callable[[], dict[int, Any]]) -> tuple[float, float]:
    """Answer for the whole army again and again; return the units and the seconds."""
    done, started = 0, time.perf_counter()
    while True:
        reach(board, graphs())
        done += len(board.units)
        spent = time.perf_counter() - started
        if spent >= seconds:
            return done, spent


def from_the_position(seconds: float, position: str, expected: str) -> tuple[float, float]:
    """Make the graphs from the position, as after every move, then search."""
    board = read(position)
    check(board, expected)
    return repeat(seconds, board, dict)


def graphs_at_hand(seconds: float, position: str, expected: str) -> tuple[float, float]:
    """Search only; the graphs were made before."""
    board = read(position)
    check(board, expected)
    graphs: dict[int, Any] = {}
    reach(board, graphs)
    return repeat(seconds, board, lambda: graphs)


MEASURES: Final = {"from_the_position": from_the_position, "graphs_at_hand": graphs_at_hand}
