"""Every kind of corruption is caught, and nothing makes the inspection itself fail."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from duskfall.dungeon import (
    DOOR,
    DOWN,
    EMPTY,
    FLOOR,
    SECRET,
    TILE_KINDS,
    UP,
    WALL,
    Corridor,
    Decoy,
    Door,
    Dungeon,
    Link,
    Options,
    Place,
    Purpose,
    Reason,
    Room,
    Side,
    Skip,
    Slot,
    Treasure,
    generate,
    generate_many,
)
from duskfall.dungeon.arrays.encoding import encode_dungeon
from duskfall.dungeon.arrays.layout import rules_of
from duskfall.dungeon.checks.report import new_scratch
from duskfall.dungeon.checks.validation import check_map
from tests.counts import SEED, share

CROWDED = Options(loops=5, decoys=5, hidden_passages=4, treasures=8, secret_share=1.0)
PLAIN = generate(7)
FULL = generate(12, options=CROWDED)
BOTH = [pytest.param(PLAIN, id="plain"), pytest.param(FULL, id="crowded")]


def rules_broken(dungeon: Dungeon) -> set[int]:
    return {fault.rule for fault in dungeon.validate()}


def with_tile(dungeon: Dungeon, place: Place, kind: int) -> Dungeon:
    tiles = dungeon.tiles.copy()
    tiles[place[1], place[0]] = kind
    return replace(dungeon, tiles=tiles)


def with_room(dungeon: Dungeon, index: int, **changes: Any) -> Dungeon:
    rooms = list(dungeon.rooms)
    rooms[index] = replace(rooms[index], **changes)
    return replace(dungeon, rooms=tuple(rooms))


def with_slot(dungeon: Dungeon, index: int, at: int, **changes: Any) -> Dungeon:
    slots = list(dungeon.rooms[index].slots)
    slots[at] = replace(slots[at], **changes)
    return with_room(dungeon, index, slots=tuple(slots))


def first_room(dungeon: Dungeon, wanted: Callable[[Room], bool]) -> int:
    return next(index for index, room in enumerate(dungeon.rooms) if wanted(room))


def first_slot(dungeon: Dungeon, wanted: Callable[[Slot], bool]) -> tuple[int, int]:
    return next((i, j) for i, room in enumerate(dungeon.rooms) for j, slot in enumerate(room.slots) if wanted(slot))


def corridor_tile(dungeon: Dungeon) -> Place:
    """A tile in the middle of a straight leg of a corridor."""
    return next(
        (slot.door.x + 2 * dx, slot.door.y + 2 * dy)
        for room in dungeon.rooms
        for slot in room.slots
        for dx, dy in [slot.door.side.outward]
        if slot.corridor is Corridor.STRAIGHT
    )


def test_sound_maps_have_nothing_to_report() -> None:
    assert PLAIN.validate() == []
    assert FULL.validate() == []


@pytest.mark.parametrize("dungeon", BOTH)
def test_any_tile_changed_into_any_other_kind_is_caught(dungeon: Dungeon) -> None:
    assert dungeon.options is not None
    assert dungeon.profile is not None
    rules, m = rules_of(dungeon.profile, dungeon.options), encode_dungeon(dungeon)
    scratch = new_scratch(dungeon.height, dungeon.width)
    missed = []
    first, step = SEED % 10, dungeon.tiles.size // share(dungeon.tiles.size)
    for at in range(first, dungeon.tiles.size, step):
        y, x = divmod(at, dungeon.width)
        kept = int(m.tiles[y, x])
        for kind in range(TILE_KINDS + 1):
            if kind != kept:
                m.tiles[y, x] = kind
                check_map(rules, m, scratch)
                if not scratch.found[0]:
                    missed.append((x, y, kept, kind))
        m.tiles[y, x] = kept
    assert missed == []


def neighbours_of(value: Any) -> Iterator[Any]:
    """What a value could become by one slip; nothing for what is not a value."""
    match value:
        case bool():
            yield not value
        case Enum():
            yield from (other for other in type(value) if other is not value)
        case int():
            yield from (value - 1, value + 1)
        case _ if value is not None and is_dataclass(value) and not isinstance(value, type):
            for field in fields(value):
                for other in neighbours_of(getattr(value, field.name)):
                    yield replace(value, **{field.name: other})
        case tuple():
            for index, item in enumerate(value):
                for other in neighbours_of(item):
                    yield (*value[:index], other, *value[index + 1 :])
                if not isinstance(item, int):
                    yield (*value[:index], *value[index + 1 :])
        case _:
            return


@pytest.mark.parametrize("part", ["rooms", "links", "decoys", "up", "down"])
@pytest.mark.parametrize("dungeon", BOTH)
def test_every_single_slip_in_a_record_is_caught(dungeon: Dungeon, part: str) -> None:
    unharmed = [
        (part, slipped)
        for slipped in neighbours_of(getattr(dungeon, part))
        if not replace(dungeon, **{part: slipped}).validate()
    ]
    assert unharmed == []


def moved_stairs(dungeon: Dungeon) -> Dungeon:
    """The stairs down beside the middle of their room, on the map and in the record."""
    assert dungeon.down is not None
    x, y = dungeon.down
    return replace(with_tile(with_tile(dungeon, (x, y), FLOOR), (x + 1, y), DOWN), down=(x + 1, y))


def stairs_in_secret_room(dungeon: Dungeon) -> Dungeon:
    assert dungeon.down is not None
    room = dungeon.rooms[first_room(dungeon, lambda room: room.secret)]
    return replace(with_tile(with_tile(dungeon, dungeon.down, FLOOR), room.centre, DOWN), down=room.centre)


def stairs_side_by_side(dungeon: Dungeon) -> Dungeon:
    """The stairs down in the open room nearest to the stairs up."""
    assert dungeon.up is not None
    assert dungeon.down is not None
    x, y = dungeon.up
    near = min(
        (room.centre for room in dungeon.rooms if not room.secret and room.centre != (x, y)),
        key=lambda centre: abs(centre[0] - x) + abs(centre[1] - y),
    )
    return replace(with_tile(with_tile(dungeon, dungeon.down, FLOOR), near, DOWN), down=near)


def entrance(dungeon: Dungeon) -> tuple[int, int]:
    """The room and slot of a secret entrance."""
    return first_slot(dungeon, lambda slot: slot.door.secret and dungeon.rooms[slot.other].secret)


def opened_entrance(dungeon: Dungeon) -> Dungeon:
    """A secret door that became an ordinary one, on the map and in the record."""
    room, at = entrance(dungeon)
    door = dungeon.rooms[room].slots[at].door
    return with_slot(with_tile(dungeon, door.place, DOOR), room, at, door=replace(door, secret=False))


def hidden_door(dungeon: Dungeon) -> Dungeon:
    """An ordinary door that became secret, on the map and in the record."""
    room, at = first_slot(dungeon, lambda slot: not slot.door.secret and not dungeon.rooms[slot.other].secret)
    door = dungeon.rooms[room].slots[at].door
    return with_slot(with_tile(dungeon, door.place, SECRET), room, at, door=replace(door, secret=True))


def forgotten_treasure(dungeon: Dungeon) -> Dungeon:
    """A treasure that was filled in and forgotten: one too few."""
    index = first_room(dungeon, lambda room: room.treasure is not None)
    treasure = dungeon.rooms[index].treasure
    assert treasure is not None
    tiles = dungeon.tiles.copy()
    tiles[treasure.y, treasure.x] = WALL
    x, y = treasure.chamber
    tiles[y, x] = WALL
    for row, column in np.argwhere(tiles == WALL).tolist():
        if not (tiles[max(0, row - 1) : row + 2, max(0, column - 1) : column + 2] > WALL).any():
            tiles[row, column] = EMPTY
    return with_room(replace(dungeon, tiles=tiles), index, treasure=None)


def swapped_tree(dungeon: Dungeon) -> Dungeon:
    """A loop that calls itself tree and a corridor of the tree that calls itself loop."""
    links = list(dungeon.links)
    loop = next(i for i, link in enumerate(links) if link.purpose is Purpose.LOOP)
    links[0] = replace(links[0], purpose=Purpose.LOOP)
    links[loop] = replace(links[loop], purpose=Purpose.TREE)
    return replace(dungeon, links=tuple(links))


def straight_bends(dungeon: Dungeon) -> Dungeon:
    """A straight corridor that claims a bend in its middle."""
    room, at = first_slot(dungeon, lambda slot: slot.corridor is Corridor.STRAIGHT)
    return with_slot(dungeon, room, at, corridor=Corridor.L, bends=(corridor_tile(dungeon),))


def wide_corridor(dungeon: Dungeon) -> Dungeon:
    """Two tiles dug beside a corridor."""
    x, y = corridor_tile(dungeon)
    tiles = dungeon.tiles.copy()
    sideways = tiles[y, x + 1] > WALL
    for step in range(2):
        column, row = (x + step, y + 1) if sideways else (x + 1, y + step)
        tiles[row, column] = FLOOR
    return replace(dungeon, tiles=tiles)


def loose_room(dungeon: Dungeon) -> Dungeon:
    """A room whose only connection is forgotten at both ends."""
    index = first_room(dungeon, lambda room: len(room.slots) == 1)
    other = dungeon.rooms[index].slots[0].other
    slots = tuple(slot for slot in dungeon.rooms[other].slots if slot.other != index)
    links = tuple(link for link in dungeon.links if {link.a, link.b} != {index, other})
    return with_room(with_room(replace(dungeon, links=links), index, slots=()), other, slots=slots)


def second_treasure_wall(dungeon: Dungeon) -> Dungeon:
    """A treasure that names the wall of a door."""
    index = first_room(dungeon, lambda room: room.treasure is not None)
    room = dungeon.rooms[index]
    return with_room(dungeon, index, treasure=Treasure(*room.doors[0].place, room.doors[0].side))


def treasure_of_secret_room(dungeon: Dungeon) -> Dungeon:
    index = first_room(dungeon, lambda room: room.secret)
    room = dungeon.rooms[index]
    return with_room(dungeon, index, treasure=Treasure(room.x - 1, room.y + 1, Side.LEFT))


def small_options(**choices: Any) -> Callable[[Dungeon], Dungeon]:
    """The same map with options that do not allow it."""

    def change(dungeon: Dungeon) -> Dungeon:
        assert dungeon.options is not None
        return replace(dungeon, options=dungeon.options.changed(**choices))

    return change


def everything_shut(dungeon: Dungeon) -> Dungeon:
    """Every door became secret, on the map alone."""
    tiles = dungeon.tiles.copy()
    tiles[tiles == DOOR] = SECRET
    return replace(dungeon, tiles=tiles)


def cut_corridor(dungeon: Dungeon) -> Dungeon:
    return with_tile(dungeon, corridor_tile(dungeon), WALL)


def walled_in_room(dungeon: Dungeon) -> Dungeon:
    """A wall right behind the only door of a room."""
    room = dungeon.rooms[first_room(dungeon, lambda room: len(room.slots) == 1)]
    return with_tile(dungeon, room.slots[0].door.outside, WALL)


def slipped_bend(dungeon: Dungeon) -> Dungeon:
    """The far end of a corridor with two bends remembers another crossing."""
    room, at = first_slot(dungeon, lambda slot: slot.corridor is Corridor.Z)
    (x, y), (to_x, to_y) = dungeon.rooms[room].slots[at].bends
    sideways = x == to_x
    bends = ((x + 1, y), (to_x + 1, to_y)) if sideways else ((x, y + 1), (to_x, to_y + 1))
    return with_slot(dungeon, room, at, bends=bends)


def turned_door(dungeon: Dungeon) -> Dungeon:
    door = dungeon.rooms[0].slots[0].door
    return with_slot(dungeon, 0, 0, door=replace(door, side=Side((door.side + 1) % 4)))


def opened_chamber(dungeon: Dungeon) -> Dungeon:
    treasure = next(room.treasure for room in dungeon.rooms if room.treasure is not None)
    dx, dy = treasure.side.outward
    x, y = treasure.chamber
    return with_tile(dungeon, (x + dy, y + dx), FLOOR)


def lonely_place(dungeon: Dungeon) -> Place:
    """A place with nothing around it."""
    return next(
        (x, y)
        for y in range(1, dungeon.height - 1)
        for x in range(1, dungeon.width - 1)
        if not dungeon.tiles[y - 1 : y + 2, x - 1 : x + 2].any()
    )


CORRUPTIONS: list[tuple[int, str, Callable[[Dungeon], Dungeon]]] = [
    (1, "a tile of no kind", lambda d: with_tile(d, (0, 0), 7)),
    (1, "another size than the options say", small_options(width=73)),
    (2, "a room alone", lambda d: replace(d, rooms=d.rooms[:1])),
    (2, "no room at all", lambda d: replace(d, rooms=())),
    (2, "more rooms than cells", small_options(grid=2)),
    (2, "rooms smaller than asked", small_options(room_min=8)),
    (2, "rooms larger than asked", small_options(room_max=4)),
    (2, "a room beyond the border", lambda d: with_room(d, 0, x=70)),
    (2, "two rooms in one place", lambda d: with_room(d, 0, x=d.rooms[1].x, y=d.rooms[1].y)),
    (3, "a hole in a room", lambda d: with_tile(d, (d.rooms[0].x, d.rooms[0].y), WALL)),
    (3, "a hole in a wall", lambda d: with_tile(d, (d.rooms[0].x, d.rooms[0].y - 1), FLOOR)),
    (4, "a connection to a room that is not there", lambda d: with_slot(d, 0, 0, other=40)),
    (4, "a connection of a room with itself", lambda d: replace(d, links=(*d.links, Link(1, 1)))),
    (4, "a connection twice", lambda d: replace(d, links=(*d.links, d.links[0]))),
    (4, "a connection that only one end knows", lambda d: with_room(d, 0, slots=d.rooms[0].slots[1:])),
    (4, "five connections", lambda d: with_room(d, 0, slots=d.rooms[0].slots * 5)),
    (4, "a room without connections", loose_room),
    (4, "a corridor too few", lambda d: replace(d, links=d.links[1:])),
    (4, "a passed-over pair of one room", lambda d: replace(d, skipped=(Skip(1, 1, Reason.FULL),))),
    (4, "more loops than asked", small_options(loops=0)),
    (4, "more hidden passages than asked", small_options(hidden_passages=0)),
    (4, "a tree longer than it had to be", swapped_tree),
    (5, "a bend too many", straight_bends),
    (5, "bends that differ at the ends", slipped_bend),
    (5, "a corridor that is cut", cut_corridor),
    (6, "a door in a corner", lambda d: with_slot(d, 0, 0, door=Door(d.rooms[0].x - 1, d.rooms[0].y - 1, Side.LEFT))),
    (6, "a door that says another side", turned_door),
    (6, "a door that is a wall", lambda d: with_tile(d, d.rooms[0].slots[0].door.place, WALL)),
    (6, "a door in a corridor", lambda d: with_tile(d, corridor_tile(d), DOOR)),
    (7, "a corridor two tiles wide", wide_corridor),
    (7, "a corridor on no record", lambda d: replace(d, decoys=())),
    (7, "more decoys than asked", small_options(decoys=0)),
    (7, "a decoy that is too long", lambda d: replace(d, decoys=(replace(d.decoys[0], length=9), *d.decoys[1:]))),
    (8, "a secret room with an open entrance", opened_entrance),
    (8, "a secret door to an open room", hidden_door),
    (8, "a secret room that says it is none", lambda d: with_room(d, first_room(d, lambda r: r.secret), secret=False)),
    (8, "an open room that says it is secret", lambda d: with_room(d, 0, secret=True)),
    (8, "a secret tile in a corridor", lambda d: with_tile(d, corridor_tile(d), SECRET)),
    (8, "all doors secret", everything_shut),
    (9, "more treasures than asked", small_options(treasures=0)),
    (9, "a treasure too few", forgotten_treasure),
    (9, "a treasure in a wall with a door", second_treasure_wall),
    (9, "a treasure of a secret room", treasure_of_secret_room),
    (9, "a chamber that is open", opened_chamber),
    (10, "no stairs up", lambda d: with_tile(d, d.up or (0, 0), FLOOR)),
    (10, "stairs up twice", lambda d: with_tile(d, d.rooms[2].centre, UP)),
    (10, "stairs beside the middle", moved_stairs),
    (10, "stairs in a secret room", stairs_in_secret_room),
    (10, "stairs too near to each other", stairs_side_by_side),
    (10, "stairs apart", everything_shut),
    (11, "a part that cannot be reached", walled_in_room),
    (11, "floor at the edge", lambda d: with_tile(d, (0, 0), FLOOR)),
    (11, "floor next to nothing", lambda d: with_tile(d, (d.rooms[0].x - 1, d.rooms[0].y - 1), EMPTY)),
    (11, "a wall around nothing", lambda d: with_tile(d, lonely_place(d), WALL)),
    (13, "a wrong hub distance", lambda d: with_room(d, 1, hub_distance=9)),
    (13, "a wrong priority", lambda d: with_room(d, 1, priority=d.rooms[1].priority % 10 + 1)),
]


@pytest.mark.parametrize(("rule", "corrupt"), [pytest.param(rule, f, id=name) for rule, name, f in CORRUPTIONS])
def test_each_kind_of_corruption_is_caught_by_its_rule(rule: int, corrupt: Callable[[Dungeon], Dungeon]) -> None:
    assert rule in rules_broken(corrupt(FULL))


def test_every_invariant_of_a_single_map_has_a_corruption_that_breaks_it() -> None:
    assert {rule for rule, _, _ in CORRUPTIONS} == {*range(1, 12), 13}


def test_a_tree_that_took_a_detour_must_say_which_pair_was_passed_over() -> None:
    detours = [
        dungeon
        for options in (Options(width=60, height=60, grid=6, room_min=3, room_max=4), Options(width=50, height=50))
        for dungeon in generate_many(range(2000), options=options)
        if dungeon.skipped
    ]
    assert detours
    silent = [replace(dungeon, skipped=()) for dungeon in detours]
    assert any(rules_broken(dungeon) == {4} for dungeon in silent)
    assert all(rules_broken(dungeon) <= {4} for dungeon in silent)


numbers = st.one_of(st.integers(-300, 300), st.integers(-(10**30), 10**30))
garbage = st.one_of(numbers, st.none(), st.text(max_size=3), st.floats(), st.lists(numbers, max_size=3))
places = st.tuples(garbage, garbage)
doors = st.builds(Door, garbage, garbage, garbage, garbage)
slots = st.builds(Slot, garbage, garbage, doors, st.lists(places, max_size=3).map(tuple))
treasures = st.one_of(st.none(), st.builds(Treasure, garbage, garbage, garbage))
rooms = st.builds(Room, numbers, numbers, numbers, numbers, st.lists(slots, max_size=5).map(tuple), garbage, treasures)


@given(
    st.lists(rooms, max_size=3).map(tuple),
    st.lists(st.builds(Link, garbage, garbage, garbage), max_size=2).map(tuple),
    st.lists(st.builds(Decoy, garbage, doors, garbage), max_size=2).map(tuple),
    st.lists(st.builds(Skip, garbage, garbage, garbage), max_size=2).map(tuple),
    places,
)
def test_no_records_however_absurd_make_the_inspection_fail(
    rooms: tuple[Room, ...],
    links: tuple[Link, ...],
    decoys: tuple[Decoy, ...],
    skips: tuple[Skip, ...],
    stairs: tuple[Any, Any],
) -> None:
    kept = PLAIN.rooms[: 9 if len(rooms) < 3 else 0]
    absurd = replace(PLAIN, rooms=(*kept, *rooms), links=links, decoys=decoys, skipped=skips, up=stairs)
    assert absurd.validate()


@given(st.data(), st.integers(0, 2**32))
def test_wild_numbers_in_a_sound_map_are_reported_and_never_fail(data: st.DataObject, seed: int) -> None:
    dungeon = generate(seed, options=CROWDED)
    index = data.draw(st.integers(0, len(dungeon.rooms) - 1))
    name = data.draw(st.sampled_from(["x", "y", "w", "h", "hub_distance", "priority"]))
    wrong = data.draw(numbers.filter(lambda number: number != getattr(dungeon.rooms[index], name)))
    assert with_room(dungeon, index, **{name: wrong}).validate()


@given(st.integers(1, 40), st.integers(1, 40), st.randoms(use_true_random=False))
def test_any_tiles_at_all_can_be_inspected(width: int, height: int, random: Any) -> None:
    tiles = np.array([[random.randrange(9) for _ in range(width)] for _ in range(height)], np.uint8)
    assert Dungeon.from_tiles(tiles).validate()


def test_a_map_without_records_is_held_to_the_rules_of_tiles() -> None:
    bare = Dungeon.from_tiles(FULL.tiles)
    assert not bare.recorded
    assert bare.validate() == []
    assert rules_broken(Dungeon.from_tiles(with_tile(FULL, (0, 0), FLOOR).tiles)) >= {11}
    assert 10 in rules_broken(Dungeon.from_tiles(with_tile(FULL, FULL.up or (0, 0), FLOOR).tiles))
    assert 11 in rules_broken(Dungeon.from_tiles(cut_corridor(PLAIN).tiles))
    assert 10 in rules_broken(Dungeon.from_tiles(everything_shut(FULL).tiles))
    assert 6 in rules_broken(Dungeon.from_tiles(with_tile(FULL, FULL.rooms[0].centre, DOOR).tiles))


def test_the_originals_wrong_bends_are_found_at_the_far_end_of_every_z() -> None:
    for dungeon in generate_many(range(1, 256), "c64"):
        zs = {(a, b) for link in dungeon.links if dungeon.connection(a := link.a, b := link.b).corridor is Corridor.Z}
        told = [fault.text for fault in dungeon.validate() if "do not lie on it" in fault.text]
        assert sorted(told) == sorted(
            f"the bends that room {b} records of its corridor to room {a} do not lie on it" for a, b in zs
        )


def test_the_original_breaks_the_rules_as_it_always_did() -> None:
    broken = [rules_broken(dungeon) for dungeon in generate_many(range(1, 256), "c64")]
    assert not any({1, 2, 3, 13} & rules for rules in broken)
    assert len([rules for rules in broken if rules - {5}]) == 121, "the number that the documentation names"
