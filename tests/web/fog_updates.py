"""Boards of Fog of War decoded from the updates that a browser received, without code of the client."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

FOG = (-3, -4)


@dataclass(frozen=True)
class Board:
    """The board after one update."""

    turn: int
    width: int
    armies: list[int]
    terrain: list[int]
    defence: list[int]
    generals: list[int]
    visible: set[int]

    def around(self, seat: int) -> set[int]:
        """The tiles of a seat and their four neighbours."""
        found = set()
        for tile, owner in enumerate(self.terrain):
            if owner == seat:
                found.add(tile)
                if tile % self.width:
                    found.add(tile - 1)
                if tile % self.width < self.width - 1:
                    found.add(tile + 1)
                found |= {other for other in (tile - self.width, tile + self.width) if 0 <= other < len(self.terrain)}
        return found


def apply(numbers: list[int], patch: list[int]) -> None:
    """Change a list by a patch in the dialect `splice`."""
    at = 0
    while at < len(patch):
        start, count = patch[at], patch[at + 1]
        numbers += [0] * (start + count - len(numbers))
        numbers[start : start + count] = patch[at + 2 : at + 2 + count]
        at += 2 + count


def boards(updates: list[dict[str, Any]]) -> Iterator[Board]:
    """The board after each update; frames of replays do not tell what is in sight."""
    cells: list[int] = []
    sight: list[int] = []
    for update in updates:
        apply(cells, update["map_diff"])
        apply(sight, update.get("visible", []))
        width, height = cells[:2]
        size = width * height
        armies, terrain, defence = (cells[2 + part * size : 2 + (part + 1) * size] for part in range(3))
        visible = {tile for tile, seen in enumerate(sight) if seen}
        yield Board(update["turn"], width, armies, terrain, defence, update["generals"], visible)


def leaks(updates: list[dict[str, Any]], seat: int) -> list[str]:
    """Find what updates reveal of tiles that the seat has never seen, on a board without cities and towers."""
    found, known = [], set[int]()
    for board in boards(updates):
        now = board.around(seat)
        known |= now
        found += [f"turn {board.turn}: tile {tile} is said to be in sight" for tile in sorted(board.visible - now)]
        for tile, code in enumerate(board.terrain):
            if tile not in known and (code not in FOG or board.armies[tile] or board.defence[tile]):
                found.append(f"turn {board.turn}: tile {tile} shows {code} with {board.armies[tile]}")
        for other, general in enumerate(board.generals):
            if general >= 0 and other != seat and general not in now:
                found.append(f"turn {board.turn}: the general of seat {other}")
    return found
