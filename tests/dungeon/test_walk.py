"""On foot: what is seen, what blocks, and how secrets are found."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from duskfall.dungeon import FLOOR, SECRET, WALL, Dungeon, Room, Side, Treasure, generate
from duskfall.dungeon.exploration.walk import HERO, REMEMBERED, TREASURE, Standing, Walk
from duskfall.errors import Refusal, Refused
from duskfall.formats.dungeon.text import read_text

STEPS = {"w": (0, -1), "a": (-1, 0), "s": (0, 1), "d": (1, 0)}


def drawn(*rows: str) -> Dungeon:
    """The map of a drawing, with # for walls."""
    return Dungeon.from_tiles(read_text("\n".join(rows).replace("#", "█")))


def known(walk: Walk) -> list[str]:
    """What the walker knows, with lower case letters for what is only remembered: w(all), f(loor), d(oor)."""
    signs = dict(enumerate(" #.+<>░@$"))
    signs |= {REMEMBERED + number: sign for number, sign in enumerate(" wfdudst")}
    return ["".join(signs[code] for code in row) for row in walk.scene().tolist()]


def go(walk: Walk, keys: str) -> str:
    """Take steps; what was said last."""
    told = ""
    for key in keys:
        told = walk.search() if key == "f" else walk.step(*STEPS[key])
    return told


def test_a_walk_starts_on_the_stairs_up_and_sees_the_room_and_no_further() -> None:
    walk = Walk(drawn("#######", "#.<.+.#", "#######"))
    assert known(walk) == ["#####  ", "#.@.+  ", "#####  "]


def test_a_door_opens_the_view_to_those_who_stand_in_it() -> None:
    walk = Walk(drawn("#######", "#.<.+.#", "#######"))
    go(walk, "dd")
    assert known(walk) == ["#######", "#.<.@.#", "#######"]


def test_what_is_out_of_sight_is_remembered() -> None:
    walk = Walk(drawn("#######", "#.<.+.#", "#######"))
    go(walk, "ddd")
    assert known(walk) == ["wwww###", "wfuf+@#", "wwww###"]


def test_walls_and_secrets_that_were_not_found_stop_the_walker() -> None:
    walk = Walk(drawn("#####", "#<░.#", "#####"))
    go(walk, "dwasd")
    assert (walk.x, walk.y, walk.steps) == (1, 1, 0)


def test_a_secret_looks_like_wall_until_someone_searches_next_to_it() -> None:
    walk = Walk(drawn("######", "#<.░.#", "######"))
    assert known(walk)[1] == "#@.#  "
    assert go(walk, "f") == "You search and find nothing."
    assert known(walk)[1] == "#@.#  "
    assert go(walk, "df") == "You found a secret!"
    assert known(walk)[1] == "#<@░  "
    go(walk, "dd")
    assert (walk.x, walk.y) == (4, 1)


def test_searching_reaches_round_a_corner_and_finds_all_there_is() -> None:
    walk = Walk(drawn("#░#", "░<#", "##░"))
    assert go(walk, "f") == "You found 3 secrets!"
    assert walk.secrets == 3
    assert go(walk, "f") == "You search and find nothing."


def test_a_treasure_is_taken_once() -> None:
    tiles = read_text("######\n#<.░.#\n######".replace("#", "█"))
    room = Room(1, 1, 2, 1, treasure=Treasure(3, 1, Side.RIGHT))
    walk = Walk(Dungeon(tiles, rooms=(room,), up=(1, 1)))
    assert not (walk.scene() == TREASURE).any()
    assert go(walk, "dfd") == ""
    assert walk.scene()[1, 4] == TREASURE
    assert go(walk, "d") == "You found a treasure!"
    assert go(walk, "ad") == ""
    assert walk.treasures == 1


def test_the_stairs_down_are_told() -> None:
    assert go(Walk(drawn("####", "#<>#", "####")), "d") == "The stairs down."


def test_a_map_without_stairs_can_be_walked_and_one_without_ground_looked_at() -> None:
    walk = Walk(drawn("###", "#.#", "###"))
    assert (walk.x, walk.y) == (1, 1)
    assert Walk(drawn("   ", "   ", "   ")).scene().sum() == HERO


@given(st.integers(0, 50), st.text("wasdf", max_size=80))
def test_whoever_does_not_search_next_to_a_secret_never_sees_one(seed: int, keys: str) -> None:
    dungeon = generate(seed)
    walk = Walk(dungeon)
    for key in keys:
        x, y = walk.x, walk.y
        near = dungeon.tiles[y - 1 : y + 2, x - 1 : x + 2] == SECRET
        before = walk.secrets
        go(walk, key)
        assert walk.secrets - before <= (int(near.sum()) if key == "f" else 0)
    scene = walk.scene() % REMEMBERED
    assert int((scene == SECRET).sum()) <= walk.secrets
    hidden = (dungeon.tiles == SECRET) & (scene != SECRET) & (scene != HERO)
    assert set(np.unique(scene[hidden])) <= {0, WALL}
    assert dungeon.tiles[walk.y, walk.x] >= FLOOR


@given(st.integers(0, 50), st.text("wasdf", max_size=60), st.integers(0, 60))
def test_a_walk_that_goes_on_from_where_somebody_stood_is_the_same_walk(seed: int, keys: str, at: int) -> None:
    dungeon = generate(seed)
    whole, first = Walk(dungeon), Walk(dungeon)
    go(whole, keys)
    go(first, keys[:at])
    rest = Walk(dungeon, first.standing)
    go(rest, keys[at:])
    assert rest.standing == whole.standing
    assert rest.sight() == whole.sight()


def test_what_is_in_sight_is_told_with_the_ground_under_the_walker() -> None:
    walk = Walk(drawn("###", "#<#", "###"))
    assert walk.sight() == [((x, y), 4 if (x, y) == (1, 1) else WALL) for y in range(3) for x in range(3)]


@pytest.mark.parametrize(
    ("standing", "code"),
    [
        (Standing((9, 1)), Refusal.OFF_MAP),
        (Standing((0, 0)), Refusal.INCONSISTENT),
        (Standing((4, 1)), None),
        (Standing((3, 1)), Refusal.INCONSISTENT),
        (Standing((3, 1), found=((3, 1),)), None),
        (Standing((2, 1), found=((3, 1), (3, 1))), None),
        (Standing((2, 1), found=((2, 1),)), Refusal.INCONSISTENT),
        (Standing((2, 1), taken=((4, 1),)), Refusal.INCONSISTENT),
    ],
)
def test_nobody_goes_on_from_where_nobody_can_stand(standing: Standing, code: Refusal | None) -> None:
    dungeon = drawn("######", "#<.░.#", "######")
    if code is None:
        assert Walk(dungeon, standing).secrets == len(set(standing.found))
        return
    with pytest.raises(Refused) as refused:
        Walk(dungeon, standing)
    assert refused.value.code is code
