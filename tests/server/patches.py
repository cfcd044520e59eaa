"""Reading the four dialects, written from their description alone, and the board that a client makes of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final


def apply_pairs(old: list[int], patch: Sequence[int]) -> list[int]:
    """`[index, value, ...]`; an index at the end appends."""
    new = list(old)
    for index, value in zip(patch[::2], patch[1::2], strict=True):
        if index == len(new):
            new.append(value)
        else:
            new[index] = value
    return new


def apply_splice(old: list[int], patch: Sequence[int]) -> list[int]:
    """`[start, n, ...n values]` repeated."""
    new, at = list(old), 0
    while at < len(patch):
        start, count = patch[at], patch[at + 1]
        values = patch[at + 2 : at + 2 + count]
        assert len(values) == count
        new[start : start + count] = values
        at += 2 + count
    return new


def apply_generals(old: list[int], patch: Sequence[int]) -> list[int]:
    """`[keep, n, ...n values]` repeated, over the whole list; the last may be a `keep` alone."""
    new: list[int] = []
    at = 0
    while at < len(patch):
        keep = patch[at]
        assert len(old) >= len(new) + keep or keep == 0
        new += old[len(new) : len(new) + keep]
        at += 1
        if at < len(patch):
            count = patch[at]
            values = patch[at + 1 : at + 1 + count]
            assert len(values) == count
            new += values
            at += 1 + count
    return new


def apply_full(old: list[int], patch: Sequence[int]) -> list[int]:
    """`[0, N, ...all]`."""
    del old
    assert patch[0] == 0
    assert patch[1] == len(patch) - 2
    return list(patch[2:])


APPLY: Final[dict[str, Callable[[list[int], Sequence[int]], list[int]]]] = {
    "pairs": apply_pairs,
    "splice": apply_splice,
    "generals": apply_generals,
    "full": apply_full,
}


@dataclass
class Board:
    """What a client knows, made of nothing but the updates that it was sent, as a simple bot does it."""

    dialect: str = "pairs"
    map: list[int] = field(default_factory=list)
    cities: list[int] = field(default_factory=list)
    towers: list[int] = field(default_factory=list)
    turn: int = -1

    def read(self, update: dict[str, Any]) -> Board:
        """Take an update in."""
        apply = APPLY[self.dialect]
        self.map = apply(self.map, update["map_diff"])
        self.cities = apply(self.cities, update["cities_diff"])
        self.towers = apply(self.towers, update["towers_diff"])
        self.turn = update["turn"]
        return self

    @property
    def size(self) -> int:
        """How many tiles there are."""
        return self.map[0] * self.map[1]

    @property
    def armies(self) -> list[int]:
        """Armies of each tile."""
        return self.map[2 : 2 + self.size]

    @property
    def terrain(self) -> list[int]:
        """Terrain of each tile."""
        return self.map[2 + self.size : 2 + 2 * self.size]

    @property
    def defence(self) -> list[int]:
        """Defence of the tower on each tile."""
        return self.map[2 + 2 * self.size : 2 + 3 * self.size]

    def facts(self) -> tuple[object, ...]:
        """All that a player knows of the turn; of lists what is not a mark of an earlier game."""
        lists = [[tile for tile in tiles if tile >= 0] for tiles in (self.cities, self.towers)]
        return self.turn, self.map[:2], self.armies, self.terrain, self.defence, lists
