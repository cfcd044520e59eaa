"""Questions to a map: rooms, corridors, walks, sights, numbers."""

from __future__ import annotations

from collections import deque

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from duskfall.compiled import word
from duskfall.dungeon import (
    DOOR,
    FLOOR,
    GLYPHS,
    SECRET,
    STATISTICS,
    WALL,
    Corridor,
    Dungeon,
    Options,
    Place,
    Purpose,
    Side,
    Tiles,
    Wish,
    generate,
    generate_many,
    pack,
    unpack,
)
from duskfall.dungeon.arrays.layout import DEGREE, LINKS, LOOP, TREE, map_at, new_arrays, rules_of
from duskfall.dungeon.corridors.connections import link, take_back
from duskfall.dungeon.corridors.shapes import try_way
from duskfall.dungeon.exploration.distances import distances
from duskfall.dungeon.exploration.field_of_view import field_of_view
from duskfall.dungeon.generation.pipeline import rooms_phase
from duskfall.dungeon.generation.rooms import has_space
from duskfall.errors import Malformed, Refused, UnknownName

CROWDED = Options(loops=4, decoys=4, hidden_passages=4, treasures=8, secret_share=1.0)
DUNGEON = generate(12, options=CROWDED)


def field(drawing: str) -> Tiles:
    """The tiles of a drawing; `#` stands for a wall and `'` for nothing."""
    signs = GLYPHS.replace("█", "#").replace(" ", "'").replace("░", "s")
    return np.array([[signs.index(sign) for sign in line.strip()] for line in drawing.split()], np.uint8)


def seen_from(drawing: str, x: int, y: int, radius: int | None = None) -> str:
    """The drawing with a `?` for what is not seen."""
    seen = field_of_view(field(drawing), x, y, radius)
    return "\n".join(
        "".join(sign if seen[row, column] else "?" for column, sign in enumerate(line))
        for row, line in enumerate(drawing.split())
    )


def test_rooms_are_found_by_number_and_by_place() -> None:
    for index, room in enumerate(DUNGEON.rooms):
        assert DUNGEON.room(index) is room
        assert DUNGEON.room_at(room.x, room.y) == index
        assert DUNGEON.room_at(room.x + room.w - 1, room.y + room.h - 1) == index
        assert DUNGEON.room_at(room.x - 1, room.y) != index
    with pytest.raises(Refused, match="rooms 0 to"):
        DUNGEON.room(len(DUNGEON.rooms))
    with pytest.raises(Refused, match="rooms 0 to"):
        DUNGEON.room(-1)


def test_a_connection_reads_the_same_from_both_ends() -> None:
    assert len(DUNGEON.connections) == len(DUNGEON.links)
    for one_way in DUNGEON.connections:
        back = DUNGEON.connection(one_way.b, one_way.a)
        assert DUNGEON.connected(one_way.a, one_way.b)
        assert DUNGEON.connected(one_way.b, one_way.a)
        assert (back.door, back.far_door, back.bends) == (one_way.far_door, one_way.door, one_way.bends[::-1])
        assert back.corridor == one_way.corridor == len(one_way.bends)
        assert one_way.side is one_way.door.side
        assert (one_way.purpose is Purpose.HIDDEN) == (one_way.door.secret and one_way.far_door.secret)


def test_rooms_without_a_corridor_between_them_have_no_connection() -> None:
    a, b = next(
        (a, b)
        for a in range(len(DUNGEON.rooms))
        for b in range(len(DUNGEON.rooms))
        if a != b and not DUNGEON.connected(a, b)
    )
    with pytest.raises(Refused, match="no corridor joins them"):
        DUNGEON.connection(a, b)


def shortest(tiles: Tiles, start: Place, goal: Place, secrets: bool) -> int | None:
    """The same question answered in the plainest way."""
    steps: dict[Place, int] = {start: 0}
    queue = deque([start])
    while queue:
        x, y = queue.popleft()
        for place in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            tile = tiles[place[1], place[0]]
            if place not in steps and tile > WALL and (secrets or tile != SECRET):
                steps[place] = steps[x, y] + 1
                queue.append(place)
    return steps.get(goal)


@given(st.integers(0, 2**64 - 1), st.data())
def test_walking_distances_are_those_of_the_plainest_search(seed: int, data: st.DataObject) -> None:
    dungeon = generate(seed, options=CROWDED)
    walkable = [(int(x), int(y)) for y, x in np.argwhere(dungeon.tiles > WALL)]
    start, goal = data.draw(st.sampled_from(walkable)), data.draw(st.sampled_from(walkable))
    for secrets in (True, False):
        expected = shortest(dungeon.tiles, start, goal, secrets)
        assert dungeon.distance(start, goal, secrets=secrets) == expected


def test_walls_and_shut_secrets_are_walked_around() -> None:
    drawing = """
        #######
        #..s..#
        #.###.#
        #.....#
        #######"""
    assert distances(field(drawing), 2, 1)[1, 4] == 2
    assert distances(field(drawing), 2, 1, secrets=False)[1, 4] == 10
    assert distances(field(drawing), 0, 0).max() == -1


def test_nobody_walks_off_the_map() -> None:
    with pytest.raises(Refused, match="72 columns and 72 rows"):
        DUNGEON.distance((0, 0), (72, 0))
    with pytest.raises(Refused, match="72 columns and 72 rows"):
        DUNGEON.field_of_view(-1, 0)


def test_a_pillar_casts_a_shadow() -> None:
    drawing = """
        #########
        #.......#
        #.......#
        #..#....#
        #.......#
        #.......#
        #########"""
    assert seen_from(drawing, 1, 3) == "\n".join(
        ["#########", "#.......#", "#.....???", "#..#?????", "#.....???", "#.......#", "#########"]
    )


def test_doors_and_secrets_hide_what_is_behind_them_and_who_stands_in_one_sees_both_ways() -> None:
    drawing = """
        #######
        #..+..#
        #######"""
    assert seen_from(drawing, 1, 1) == "####???\n#..+???\n####???"
    assert seen_from(drawing, 3, 1) == "#######\n#..+..#\n#######"
    assert seen_from(drawing.replace("+", "s"), 2, 1) == "####???\n#..s???\n####???"


def test_a_radius_limits_sight() -> None:
    drawing = """
        .....
        .....
        .....
        .....
        ....."""
    assert seen_from(drawing, 2, 2, 1) == "?????\n??.??\n?...?\n??.??\n?????"
    assert seen_from(drawing, 2, 2, 0).count(".") == 1


@given(st.integers(2, 14), st.integers(2, 14), st.floats(0, 0.6), st.randoms(use_true_random=False), st.data())
def test_sight_between_open_tiles_is_mutual(
    width: int, height: int, share_of_walls: float, random: np.random.Generator, data: st.DataObject
) -> None:
    tiles = np.full((height, width), FLOOR, np.uint8)
    for y in range(height):
        for x in range(width):
            if random.random() < share_of_walls:
                tiles[y, x] = (WALL, DOOR, SECRET)[int(random.random() * 3)]
    tiles[0, 0] = FLOOR
    places = [(int(x), int(y)) for y, x in np.argwhere(tiles == FLOOR)]
    eye = data.draw(st.sampled_from(places))
    seen = field_of_view(tiles, *eye)
    for x, y in places:
        assert seen[y, x] == field_of_view(tiles, x, y)[eye[1], eye[0]], (eye, (x, y))


def test_in_an_empty_room_everything_is_seen_walls_included() -> None:
    for room in DUNGEON.rooms:
        seen = DUNGEON.field_of_view(*room.centre)
        assert seen[room.y - 1 : room.y + room.h + 1, room.x - 1 : room.x + room.w + 1].all()


def test_statistics_count_what_the_records_say() -> None:
    counted = DUNGEON.statistics()
    assert set(counted) == set(STATISTICS)
    assert counted["rooms"] == len(DUNGEON.rooms)
    assert counted["secret_rooms"] == sum(room.secret for room in DUNGEON.rooms)
    assert counted["treasures"] == sum(room.treasure is not None for room in DUNGEON.rooms)
    assert counted["connections"] == len(DUNGEON.links)
    kinds = [connection.corridor for connection in DUNGEON.connections]
    assert [counted[name] for name in ("straight", "bent", "zigzag")] == [kinds.count(kind) for kind in Corridor]
    assert counted["decoys"] == len(DUNGEON.decoys)
    assert counted["walkable"] == int((DUNGEON.tiles > WALL).sum())
    assert counted["floors"] == int((DUNGEON.tiles == FLOOR).sum())
    assert counted["doors"] == int((DUNGEON.tiles == DOOR).sum())
    assert DUNGEON.up is not None
    assert DUNGEON.down is not None
    assert counted["walk"] == DUNGEON.distance(DUNGEON.up, DUNGEON.down, secrets=False)
    centres = [room.centre for room in DUNGEON.rooms]
    walks = [DUNGEON.distances(*centre)[y, x] for centre in centres for x, y in centres]
    assert counted["longest_walk"] == max(walks)


def test_a_map_without_records_counts_its_tiles() -> None:
    bare = Dungeon.from_tiles(unpack(pack(DUNGEON.tiles)))
    counted = bare.statistics()
    assert counted == {name: DUNGEON.statistics()[name] for name in counted}
    assert set(counted) == {"walkable", "floors", "walls", "doors", "secrets", "walk"}
    assert (bare.up, bare.down, bare.rooms) == (DUNGEON.up, DUNGEON.down, ())


def test_many_maps_are_measured_as_one_is() -> None:
    batch = generate_many(range(20), options=CROWDED)
    assert [dict(zip(STATISTICS, row, strict=True)) for row in batch.statistics().tolist()] == [
        dungeon.statistics() for dungeon in batch
    ]


@pytest.mark.parametrize(
    ("text", "met"),
    [(">=15", [0, 1, 1]), ("=15", [0, 1, 0]), ("15", [0, 1, 0]), ("<15", [1, 0, 0]), ("≤ 15", [1, 1, 0])],
)
def test_a_wish_is_met_or_not(text: str, met: list[int]) -> None:
    rows = np.zeros((3, len(STATISTICS)), np.int64)
    rows[:, 0] = 14, 15, 16
    assert Wish.parse("rooms", text).met_by(rows).tolist() == [bool(each) for each in met]


def test_a_wish_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(Malformed, match="a comparison and a whole number"):
        Wish.parse("rooms", "=>15")
    with pytest.raises(UnknownName, match="did you mean 'rooms'"):
        Wish.parse("roms", "=15")


def test_a_map_is_its_tiles_and_records_and_does_not_change() -> None:
    assert generate(12, options=CROWDED) == DUNGEON
    assert hash(DUNGEON) == hash(generate(12, options=CROWDED))
    assert generate(12) != DUNGEON
    assert DUNGEON != "a map"
    with pytest.raises(ValueError, match="read-only"):
        DUNGEON.tiles[0, 0] = 1
    with pytest.raises(Refused, match="rows and columns"):
        Dungeon.from_tiles(np.zeros(5, np.uint8))


def test_sides_step_out_of_the_room() -> None:
    for room in DUNGEON.rooms:
        for door in room.doors:
            assert DUNGEON.tiles[door.outside[1], door.outside[0]] == FLOOR
            assert door.outside not in room
    assert Side.BOTTOM.outward == (0, 1)


def test_a_connection_is_recorded_at_both_ends_or_neither_and_can_be_taken_back() -> None:
    options = Options()
    m = map_at(new_arrays(1, options), 0)
    rooms_phase(rules_of("classic", options), m, word(7), 0)
    before = m.slots.copy()
    for other in range(1, 5):
        assert any(try_way(m.rooms, m.path, 0, other, way) for way in range(5))
        assert link(m, 0, other, TREE)
    assert m.rooms[0, DEGREE] == 4
    kept = m.slots.copy()
    assert not link(m, 0, 5, LOOP)
    assert not link(m, 5, 0, LOOP)
    assert (m.slots == kept).all()
    assert (m.rooms[5, DEGREE], m.facts[LINKS]) == (0, 4)
    for left in range(3, -1, -1):
        assert take_back(m)
        assert (m.rooms[0, DEGREE], m.facts[LINKS]) == (left, left)
    assert not take_back(m)
    assert (m.slots == before).all()


@pytest.mark.parametrize("profile", ["classic", "c64"])
def test_a_room_has_space_exactly_where_the_tiles_around_it_are_empty(profile: str) -> None:
    options = Options()
    rules = rules_of(profile, options)
    m = map_at(new_arrays(1, options), 0)
    rooms_phase(rules, m, word(9), 0)
    m.facts[0] = 5
    tiles = np.zeros_like(m.tiles)
    for x, y, w, h in m.rooms[:5, :4].tolist():
        tiles[y - 1 : y + h + 1, x - 1 : x + w + 1] = WALL
    reach, low, limit = (5, 1, 72 - 5) if profile == "c64" else (4, 0, 72)
    for x in range(1, 64):
        for y in range(1, 64):
            around = tiles[max(low, y - 4) : y + 6 + reach, max(low, x - 4) : x + 7 + reach]
            empty = not around.any() and x + 7 < limit and y + 6 < limit
            assert has_space(rules, m.rooms, 5, x, y, 7, 6) == empty, (x, y)
