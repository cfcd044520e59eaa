"""The generation of a map as an animation: the phases, and the changes of each, step by step.

The generator gives the map after each phase. Within a phase the records give the order: rooms and corridors are dug one
after the other, a corridor tile by tile.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from duskfall.dungeon import DOWN, EMPTY, FLOOR, PHASES, UP, WALL, Connection, Dungeon, Place, Purpose, Stage, Tiles
from duskfall.dungeon.generation.phases import phase
from duskfall.formats.dungeon.views import View, sheet

Step = tuple[int, ...]
"""Changes that are shown at once: tile, kind, tile, kind and so on; a tile is row * width + column."""


@dataclass(frozen=True, slots=True)
class Work:
    """Places that are dug at once, and those around them that may become walls."""

    dug: Sequence[Place]
    walls: Sequence[Place] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """A phase with its steps."""

    name: str
    share: float
    """The share of the work done when it starts."""
    steps: tuple[Step, ...]


def animate(dungeon: Dungeon, stages: Sequence[Stage], view: View = View.KEEPER) -> tuple[Scene, ...]:
    """Lists the phases and steps of a map's generation; a player's are those of the map without secrets.

    >>> from duskfall.dungeon import generate_stages
    >>> [(scene.name, len(scene.steps)) for scene in animate(*generate_stages(7))]
    [('Building Rooms', 15), ('Connecting Rooms', 197), ('Creating Secret Areas', 3), ('Placing Secret Treasures', 3),
    ('Placing Stairs', 2), ('Finalizing', 0)]
    """
    shown, order = sheet(dungeon, view).dungeon, _order
    if view is View.PLAYER:
        stages, order = _players_stages(shown), _players_order
    ground = [np.full_like(shown.tiles, EMPTY), *(stage.tiles for stage in stages)]
    return tuple(
        Scene(stage.phase.name, stage.phase.share, tuple(_steps(before, after, order(shown, stage.phase.name))))
        for stage, (before, after) in zip(stages, pairwise(ground), strict=True)
    )


def _players_stages(shown: Dungeon) -> tuple[Stage, ...]:
    """Derives the phases of a player's map from that map alone, without the phases of secrets."""
    rooms = np.full_like(shown.tiles, EMPTY)
    for room in shown.rooms:
        rooms[room.y - 1 : room.y + room.h + 1, room.x - 1 : room.x + room.w + 1] = WALL
        rooms[room.y : room.y + room.h, room.x : room.x + room.w] = FLOOR
    rooms[shown.tiles == EMPTY] = EMPTY
    joined = np.where(np.isin(shown.tiles, (UP, DOWN)), FLOOR, shown.tiles).astype(np.uint8)
    grounds = {0: rooms, 1: joined, 4: shown.tiles, 5: shown.tiles}
    return tuple(Stage(phase(number), tiles) for number, tiles in grounds.items())


def _players_order(known: Dungeon, name: str) -> Iterator[Work]:
    """Orders corridors outwards from the stairs: their true order would give away the decoys."""
    if name != PHASES[1][0]:
        yield from _order(known, name)
        return
    steps = known.distances(*known.camera, secrets=False)
    far = np.where(steps < 0, steps.size, steps)
    rows, columns = np.nonzero(known.tiles >= FLOOR)
    nearest = np.argsort(far[rows, columns], kind="stable")
    yield from (_dug((int(columns[at]), int(rows[at]))) for at in nearest)


def _steps(before: Tiles, after: Tiles, order: Iterable[Work]) -> Iterator[Step]:
    """Yields the differences in the order of the work; the rest comes last, in one step."""
    height, width = after.shape
    left = before != after
    rest = Work([(x, y) for y in range(height) for x in range(width)])
    for work in (*order, rest):
        step: list[int] = []
        walls = [(x, y) for x, y in work.walls if 0 <= x < width and 0 <= y < height and after[y, x] == WALL]
        for x, y in (*work.dug, *walls):
            if left[y, x]:
                left[y, x] = False
                step += [y * width + x, int(after[y, x])]
        if step:
            yield tuple(step)


def _order(known: Dungeon, name: str) -> Iterator[Work]:
    """Yields the work of a phase in its order."""
    building, connecting, hiding, treasures, stairs, _ = (name == each for each, _ in PHASES)
    if building:
        yield from (Work(_block(room.x - 1, room.y - 1, room.w + 2, room.h + 2)) for room in known.rooms)
    if connecting:
        yield from _corridors(link for link in known.connections if link.purpose is not Purpose.HIDDEN)
    if hiding:
        yield from (Work([slot.door.place]) for room in known.rooms for slot in room.slots if slot.door.secret)
        yield from _corridors(link for link in known.connections if link.purpose is Purpose.HIDDEN)
        for decoy in known.decoys:
            yield Work([decoy.door.place])
            yield from map(_dug, _between(decoy.door.outside, decoy.end))
    if treasures:
        for found in (room.treasure for room in known.rooms if room.treasure):
            yield Work([found.place, found.chamber], _dug(found.chamber).walls)
    if stairs:
        yield from (Work([place]) for place in (known.up, known.down) if place is not None)


def _corridors(connections: Iterable[Connection]) -> Iterator[Work]:
    """Yields corridors, each from its first door to its last."""
    for connection in connections:
        yield Work([connection.door.place])
        for start, end in pairwise([connection.door.outside, *connection.bends, connection.far_door.outside]):
            yield from map(_dug, _between(start, end))
        yield Work([connection.far_door.place])


def _between(start: Place, end: Place) -> Iterator[Place]:
    """Yields the tiles of a straight leg, both ends included."""
    (x, y), (to_x, to_y) = start, end
    steps = max(abs(to_x - x), abs(to_y - y))
    for step in range(steps + 1):
        yield (x + (to_x - x) * step // max(steps, 1), y + (to_y - y) * step // max(steps, 1))


def _dug(place: Place) -> Work:
    """Returns the work of digging a tile with the walls around it."""
    return Work([place], _block(place[0] - 1, place[1] - 1, 3, 3))


def _block(x: int, y: int, w: int, h: int) -> list[Place]:
    return [(column, row) for row in range(y, y + h) for column in range(x, x + w)]
