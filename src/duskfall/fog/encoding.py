"""What a seat knows, as numbers for learning: from a view alone, for bots; the planes and actions of environments.

Environments write the same planes straight from their boards (`observations`), tile by tile with the same code.

An action is a packed march, `source * 8 + direction * 2 + half`, and the last one, `8 * tiles`, passes.

>>> from duskfall.fog import Game, Position
>>> view = Game(Position.parse("A5 . ^ B2")).view(0)
>>> encode(view).shape, action_mask(view).nonzero()[0].tolist()
((1, 4, 12), [6, 7, 32])
>>> march_of(6, view.width, view.height), march_of(32, view.width, view.height)
(March.parse('0>1'), None)
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.compiled import inline_kernel, kernel, number
from duskfall.errors import Refusal, Refused
from duskfall.fog.events import unpack_march
from duskfall.fog.layout import CITY, MOUNTAIN, NATIVE, TOWER, Cells, Ints
from duskfall.fog.observations import PLANES, Planes, write_fog, write_tile
from duskfall.fog.orders import March
from duskfall.fog.position import CITY_TILE, FOG, FOG_OBSTACLE, MOUNTAIN_TILE, TOWER_TILE
from duskfall.fog.view import View
from duskfall.grid import beside

Seen = NDArray[np.bool_]

LAST_GENERAL: Final = 0
"""Memory plane: on a tile where a general was last seen, its seat counted from the viewer, while that seat lives."""
SINCE_SEEN: Final = 1
"""Memory plane: turns since the tile was in sight; 0 in sight, -1 never seen."""
MEMORY_PLANES: Final = 2
_LONGEST: Final = 32_767


def action_count(width: int, height: int) -> int:
    """Counts the actions of a seat: every packed march, and to pass."""
    return 8 * width * height + 1


def march_of(action: int, width: int, height: int) -> March | None:
    """Returns the march of an action; None for one that passes or would leave the board."""
    size = width * height
    if not 0 <= action <= 8 * size:
        raise Refused(Refusal.OUT_OF_RANGE, f"action {action}", f"actions are 0 to {8 * size}, and the last one passes")
    if action == 8 * size or beside(action >> 3, (action >> 1) & 3, width, height) < 0:
        return None
    return unpack_march(action, width)


@kernel
def show_view(numbers: Ints, visible: Seen, kinds: Cells, generals: Ints, seat: int, planes: Planes) -> None:
    """Writes the planes of a view: its numbers, the kinds of known structures, and the generals that it shows."""
    size = len(visible)
    for tile in range(size):
        code = number(numbers[2 + size + tile])
        if code in (FOG, FOG_OBSTACLE):
            write_fog(planes, tile * PLANES, code == FOG_OBSTACLE)
            continue
        cell = code + 1 if code >= 0 else 0
        if code == MOUNTAIN_TILE:
            cell |= MOUNTAIN
        else:
            cell |= number(kinds[tile])
        if code in (CITY_TILE, TOWER_TILE):
            cell |= NATIVE
        garrison = number(numbers[2 + tile]) + number(numbers[2 + 2 * size + tile])
        is_general = code >= 0 and visible[tile] and generals[code] == tile
        write_tile(planes, tile * PLANES, seat, len(generals), cell, garrison, visible[tile], is_general)


@inline_kernel
def write_actions(mask: Cells, at: int, tile: int, ways: int, half: int) -> None:
    """Writes the eight actions of a tile; a bit of `ways` for each direction that a march can take."""
    for direction in range(4):
        way = ways >> direction & 1
        mask[at + 8 * tile + 2 * direction] = way
        mask[at + 8 * tile + 2 * direction + 1] = way & half


@kernel
def mask_view(numbers: Ints, seat: int, half: int, mask: Cells) -> None:
    """Writes the action mask of a view."""
    width, height = number(numbers[0]), number(numbers[1])
    size = width * height
    for tile in range(size):
        ways = 0
        if numbers[2 + size + tile] == seat and numbers[2 + tile] > 1:
            for direction in range(4):
                target = beside(tile, direction, width, height)
                if target >= 0 and numbers[2 + size + target] != MOUNTAIN_TILE:
                    ways |= 1 << direction
        write_actions(mask, 0, tile, ways, half)
    mask[8 * size] = 1


@kernel
def remember(visible: Seen, generals: Ints, living: int, seat: int, players: int, memory: Planes) -> None:
    """Updates the memory planes of a seat after a turn.

    `generals` are the tiles of those in sight, else -1; `living` has a bit for each seat that is in the game.
    """
    for tile in range(len(visible)):
        at = tile * MEMORY_PLANES
        if visible[tile]:
            memory[at + LAST_GENERAL] = 0
            memory[at + SINCE_SEEN] = 0
            continue
        last = number(memory[at + LAST_GENERAL])
        if last != 0 and not living >> ((seat + last) % players) & 1:
            memory[at + LAST_GENERAL] = 0
        since = number(memory[at + SINCE_SEEN])
        if 0 <= since < _LONGEST:
            memory[at + SINCE_SEEN] = since + 1
    for other in range(players):
        if other != seat and generals[other] >= 0:
            memory[generals[other] * MEMORY_PLANES + LAST_GENERAL] = (other - seat) % players


@kernel
def forget(memory: Planes) -> None:
    """Empties memory planes before a game: nothing was ever seen."""
    for at in range(0, len(memory), MEMORY_PLANES):
        memory[at + LAST_GENERAL] = 0
        memory[at + SINCE_SEEN] = -1


def encode(view: View) -> Planes:
    """Returns the observation of a view, (height, width, planes): the same as `Game.observation` gives its seat."""
    planes = np.zeros((view.height, view.width, PLANES), np.int16)
    kinds = np.zeros(view.width * view.height, np.uint8)
    kinds[list(view.cities)] = CITY
    kinds[list(view.towers)] = TOWER
    generals = np.array(view.generals, np.int32)
    show_view(view.numbers.copy(), view.visible.copy(), kinds, generals, _seat(view), planes.reshape(-1))
    return planes


def action_mask(view: View) -> Cells:
    """Returns 1 for each action that can be made, (actions,); passing always can."""
    mask = np.zeros(action_count(view.width, view.height), np.uint8)
    mask_view(view.numbers.copy(), _seat(view), int(view.half), mask)
    return mask


class ViewMemory:
    """The memory planes of one seat, kept up from view to view, for bots.

    >>> from duskfall.fog import Game, Position
    >>> memory = ViewMemory()
    >>> memory.update(Game(Position.parse("A5 . ^ B2")).view(0))[0, :, SINCE_SEEN].tolist()
    [0, 0, -1, -1]
    """

    def __init__(self) -> None:
        self._planes = np.zeros((0, 0, MEMORY_PLANES), np.int16)

    def update(self, view: View) -> Planes:
        """Takes the view after a turn; returns the planes, (height, width, 2), changed in place by the next update."""
        if self._planes.shape[:2] != (view.height, view.width) or view.turn == 0:
            self._planes = np.zeros((view.height, view.width, MEMORY_PLANES), np.int16)
            forget(self._planes.reshape(-1))
        living = sum(alive << seat for seat, alive in enumerate(view.alive))
        generals = np.array(view.generals, np.int32)
        remember(view.visible.copy(), generals, living, _seat(view), len(generals), self._planes.reshape(-1))
        return self._planes


def _seat(view: View) -> int:
    if view.seat is None:
        raise Refused(Refusal.NO_SEAT, "view of everything", "an observation has one viewer", "ask for a seat's view")
    return view.seat
