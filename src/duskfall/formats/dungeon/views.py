"""The two views of a map: the keeper knows everything, the players must find the secrets.

Every export takes a `Sheet`, and only this module makes a player's sheet. Its map does not contain the secrets, so no
export can give them away.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum, unique

import numpy as np
from numpy.typing import NDArray

from duskfall.dungeon import DOWN, EMPTY, FLOOR, SECRET, UP, WALL, Dungeon, Link, Place, Room, Tiles
from duskfall.dungeon.exploration.distances import areas
from duskfall.errors import UnknownName


@unique
class View(StrEnum):
    """The reader that a map is made for."""

    KEEPER = "keeper"
    PLAYER = "player"

    @classmethod
    def parse(cls, name: str) -> View:
        """Returns the view of that name.

        >>> View.parse("plyer")
        Traceback (most recent call last):
        duskfall.errors.UnknownName: plyer: no such view; did you mean 'player'? Known: keeper, player
        """
        try:
            return cls(name)
        except ValueError:
            raise UnknownName("view", name, [view.value for view in cls]) from None


@dataclass(frozen=True)
class Sheet:
    """A map as a keeper or a player may have it."""

    view: View
    dungeon: Dungeon

    @property
    def title(self) -> str:
        """The title of the map. A player's has no seed, from which they could make the map with its secrets."""
        known = self.dungeon
        return "Dungeon" if known.seed is None else f"Dungeon {known.seed} ({known.profile})"


def sheet(dungeon: Dungeon, view: View) -> Sheet:
    """Makes the sheet of a map for a view."""
    return Sheet(view, dungeon if view is View.KEEPER else _for_players(dungeon))


def tiles_for_players(tiles: Tiles) -> Tiles:
    """Returns the map as players see it who found no secret: nothing behind secrets exists.

    Secret doors and treasure walls are wall. Rooms, corridors and chambers that cannot be reached without them are gone
    with their walls, since a corridor that ends at a bare wall would show players where to search. The area with the
    stairs stays. Some maps of the original have stairs in secret rooms: there every area with stairs stays, and the
    largest one. On a map without stairs the largest area stays.

    >>> tiles = np.array([[1, 1, 1, 1, 1, 1], [1, 4, 2, 6, 2, 1], [1, 1, 1, 1, 1, 1]], np.uint8)
    >>> tiles_for_players(tiles).tolist()
    [[1, 1, 1, 1, 0, 0], [1, 4, 2, 1, 0, 0], [1, 1, 1, 1, 0, 0]]
    """
    known = _known(tiles)
    near = _widened(known)
    shown = np.where(known, tiles, EMPTY)
    return np.where(~known & near & (tiles != EMPTY), WALL, shown).astype(np.uint8)


def _known(tiles: Tiles) -> NDArray[np.bool_]:
    """Returns the walkable tiles of the areas that players may know."""
    open_ground: NDArray[np.bool_] = (tiles >= FLOOR) & (tiles != SECRET)
    if not open_ground.any():
        return open_ground
    numbers = areas(tiles)
    shown = {int(area) for area in numbers[(tiles == UP) | (tiles == DOWN)]}
    if len(shown) != 1:
        shown.add(int(np.argmax(np.bincount(numbers[open_ground]))))
    known: NDArray[np.bool_] = np.isin(numbers, list(shown))
    return known


def _widened(marked: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Returns the marked tiles and the eight around each."""
    height, width = marked.shape
    padded = np.pad(marked, 1)
    shifts = [padded[y : y + height, x : x + width] for y in range(3) for x in range(3)]
    near: NDArray[np.bool_] = np.logical_or.reduce(shifts)
    return near


def _for_players(dungeon: Dungeon) -> Dungeon:
    """Returns the map without its secrets, in tiles and in records.

    Seed, profile and options would let players make it again; the number of attempts, the skipped pairs, priorities and
    hub distances include hidden rooms; only the keeper knows the decoys. Rooms are numbered in reading order, and links
    and slots sorted by these numbers: the order of building starts at a room that may be hidden.
    """
    tiles = tiles_for_players(dungeon.tiles)
    kept = [index for index, room in enumerate(dungeon.rooms) if _is_seen(room, tiles)]
    kept.sort(key=lambda index: (dungeon.rooms[index].y, dungeon.rooms[index].x))
    number = {old: new for new, old in enumerate(kept)}
    links = [link for link in dungeon.links if link.a in number and link.b in number and _is_plain(dungeon, link)]
    pairs = {frozenset((link.a, link.b)) for link in links}
    up, down = (place if _holds(tiles, place) else None for place in (dungeon.up, dungeon.down))
    return Dungeon(
        tiles,
        rooms=tuple(_without_secrets(index, dungeon.rooms, number, pairs) for index in kept),
        links=tuple(sorted((_renumbered(link, number) for link in links), key=lambda link: (link.a, link.b))),
        up=up,
        down=down,
        camera=up or (dungeon.width // 2, dungeon.height // 2),
    )


def _renumbered(link: Link, number: dict[int, int]) -> Link:
    a, b = sorted((number[link.a], number[link.b]))
    return replace(link, a=a, b=b)


def _is_seen(room: Room, tiles: Tiles) -> bool:
    return bool((tiles[room.y : room.y + room.h, room.x : room.x + room.w] >= FLOOR).any())


def _is_plain(dungeon: Dungeon, link: Link) -> bool:
    """Tells whether both doors can be seen."""
    ends = [
        slot.door for a, b in ((link.a, link.b), (link.b, link.a)) for slot in dungeon.rooms[a].slots if slot.other == b
    ]
    return not any(door.secret or dungeon.tiles[door.y, door.x] == SECRET for door in ends)


def _without_secrets(index: int, rooms: Sequence[Room], number: dict[int, int], pairs: set[frozenset[int]]) -> Room:
    room = rooms[index]
    plain = (slot for slot in room.slots if frozenset((index, slot.other)) in pairs)
    slots = sorted((replace(slot, other=number[slot.other]) for slot in plain), key=lambda slot: slot.other)
    return Room(room.x, room.y, room.w, room.h, tuple(slots))


def _holds(tiles: Tiles, place: Place | None) -> bool:
    return place is not None and bool(tiles[place[1], place[0]] >= FLOOR)
