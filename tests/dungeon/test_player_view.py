"""A player's file is that of a map on which the secrets never were."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from duskfall.dungeon import (
    DOOR,
    DOWN,
    EMPTY,
    FLOOR,
    SECRET,
    UP,
    WALL,
    Dungeon,
    Place,
    Purpose,
    Room,
    Tiles,
    generate,
)
from duskfall.formats.dungeon import FORMATS, View, export, sheet, tiles_for_players
from duskfall.formats.dungeon.text import read_text
from tests.dungeon.samples import CROWDED, maps


def seen(drawing: str) -> str:
    """What players see of a drawn map."""
    rows = [row for row in drawing.splitlines() if row]
    tiles = tiles_for_players(read_text("\n".join(row.replace("#", "█") for row in rows)))
    return "\n".join("".join(" #.+<>░"[tile] for tile in row) for row in tiles)


def between(a: Place, b: Place) -> list[Place]:
    """The tiles of a straight line from a to b."""
    right, down = np.sign(b[0] - a[0]), np.sign(b[1] - a[1])
    length = max(abs(b[0] - a[0]), abs(b[1] - a[1]))
    return [(int(a[0] + right * step), int(a[1] + down * step)) for step in range(length + 1)]


def never_secret(known: Dungeon) -> Dungeon:
    """The same map dug anew from its records, without secret rooms, treasures and hidden passages."""
    tiles = np.full(known.tiles.shape, EMPTY, np.uint8)
    kept = [index for index, room in enumerate(known.rooms) if not room.secret]
    links = [link for link in known.links if link.purpose is not Purpose.HIDDEN and {link.a, link.b} <= set(kept)]
    for room in (known.rooms[index] for index in kept):
        tiles[room.y : room.y + room.h, room.x : room.x + room.w] = FLOOR
    doors = []
    for way in (known.connection(link.a, link.b) for link in links):
        corners = [way.door.place, *way.bends, way.far_door.place]
        for a, b in pairwise(corners):
            dig(tiles, between(a, b))
        doors += [way.door.place, way.far_door.place]
    for decoy in known.decoys:
        if decoy.room in kept:
            dig(tiles, between(decoy.door.place, decoy.end))
            doors.append(decoy.door.place)
    for x, y in doors:
        tiles[y, x] = DOOR
    for kind, place in ((UP, known.up), (DOWN, known.down)):
        assert place is not None
        tiles[place[1], place[0]] = kind
    build_walls(tiles)
    kept.reverse()  # the order of building must not matter either
    number = {old: new for new, old in enumerate(kept)}
    pairs = {frozenset((link.a, link.b)) for link in links}
    return Dungeon(
        tiles,
        rooms=tuple(stripped(index, known.rooms[index], number, pairs) for index in kept),
        links=tuple(replace(link, a=number[link.b], b=number[link.a]) for link in reversed(links)),
        up=known.up,
        down=known.down,
    )


def dig(tiles: Tiles, places: list[Place]) -> None:
    for x, y in places:
        tiles[y, x] = FLOOR


def build_walls(tiles: Tiles) -> None:
    for y, x in np.argwhere(tiles >= FLOOR):
        around = tiles[y - 1 : y + 2, x - 1 : x + 2]
        around[around == EMPTY] = WALL


def stripped(index: int, room: Room, number: dict[int, int], pairs: set[frozenset[int]]) -> Room:
    kept = [slot for slot in reversed(room.slots) if frozenset((index, slot.other)) in pairs]
    return Room(room.x, room.y, room.w, room.h, tuple(replace(slot, other=number[slot.other]) for slot in kept))


def classic() -> list[Dungeon]:
    return [known for known in maps() if known.profile == "classic"]


def test_a_secret_door_is_wall_and_what_lies_behind_it_was_never_dug() -> None:
    assert seen(
        """
#####   ######
#...#   #....#
#.<.░...+....#
#...#   #....#
#####   ######
"""
    ) == (
        "#####         \n"
        "#...#         \n"
        "#.<.#         \n"
        "#...#         \n"
        "#####         "
    )  # fmt: skip


def test_a_treasure_chamber_leaves_no_bump_in_the_wall() -> None:
    assert seen("###  \n#<###\n#.░.#\n#>###\n###  ") == "###  \n#<#  \n#.#  \n#>#  \n###  "


def test_walls_that_visible_ground_needs_stay_where_hidden_ground_shares_them() -> None:
    assert seen("#####\n#<#.#\n#.#.#\n#.░.#\n#####") == "###  \n#<#  \n#.#  \n#.#  \n###  "


def test_stairs_that_only_a_secret_joins_are_shown_and_so_is_the_largest_area() -> None:
    assert seen("#######\n#<░..>#\n#######") == "#######\n#<#..>#\n#######"
    assert seen("############\n#<░..░...░>#\n############").splitlines()[1] == "#<#  #...#>#"


def test_a_map_without_stairs_shows_its_largest_area() -> None:
    assert seen("#######\n#.░...#\n#######") == "  #####\n  #...#\n  #####"


def test_players_tiles_are_those_of_the_map_dug_without_secrets() -> None:
    for known in classic():
        assert np.array_equal(tiles_for_players(known.tiles), never_secret(known).tiles), known


@pytest.mark.parametrize("name", FORMATS)
def test_a_players_file_equals_that_of_the_map_that_never_had_secrets(name: str) -> None:
    for known in classic()[:12]:
        if name in {"prg", "d64"} and known.width != 72:
            continue
        plain = never_secret(known)
        assert export(known, FORMATS[name], View.PLAYER) == export(plain, FORMATS[name], View.PLAYER), known


@pytest.mark.parametrize("name", FORMATS)
def test_nothing_that_counts_secrets_in_changes_a_players_file(name: str) -> None:
    known = generate(4, options=CROWDED)
    rooms = tuple(replace(room, priority=9, hub_distance=7, treasure=None) for room in known.rooms)
    other = replace(known, rooms=rooms, seed=99, profile="c64", options=None, attempt=5, skipped=(), decoys=())
    assert export(known, FORMATS[name], View.PLAYER) == export(other, FORMATS[name], View.PLAYER)


def test_no_map_of_any_profile_shows_players_a_secret_tile() -> None:
    for known in maps():
        shown = sheet(known, View.PLAYER).dungeon
        assert not (shown.tiles == SECRET).any()
        assert not shown.decoys
        assert not any(room.secret or room.treasure or room.priority for room in shown.rooms)
        assert not any(door.secret for room in shown.rooms for door in room.doors)
        assert (shown.seed, shown.profile, shown.options, shown.skipped) == (None, None, None, ())


@pytest.mark.parametrize("name", ["json", "svg", "tmx"])
@pytest.mark.parametrize("word", ["secret", "treasure", "seed", "hidden", "decoy", "priority", "424242"])
def test_players_files_that_have_words_do_not_have_these(name: str, word: str) -> None:
    known = generate(424242, options=CROWDED)
    assert any(room.secret for room in known.rooms)
    assert word.encode() not in export(known, FORMATS[name], View.PLAYER)


def test_a_keepers_file_shows_the_secrets() -> None:
    known = generate(3)
    assert "░" in export(known, FORMATS["text"], View.KEEPER).decode()
    assert b"secret room" in export(known, FORMATS["tmx"], View.KEEPER)
    assert b'id="treasure"' in export(known, FORMATS["svg"], View.KEEPER)
