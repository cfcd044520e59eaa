"""The making of a map, step by step: it ends with the map, and a player's tells no more than a player's map does."""

from __future__ import annotations

import numpy as np
import pytest

from duskfall.dungeon import DOWN, EMPTY, PHASES, SECRET, UP, Dungeon, Options, Tiles, generate_stages
from duskfall.formats.dungeon.animation import Scene, animate
from duskfall.formats.dungeon.views import View, sheet

CROWDED = Options(loops=5, decoys=5, hidden_passages=4, treasures=8, secret_share=1)
MADE = {
    "usual": (7, "classic", None),
    "crowded": (12, "classic", CROWDED),
    "wide": (3, "classic", Options(width=100, height=40, room_max=12)),
    "original": (1, "c64", None),
    "original with stairs in a secret room": (4, "c64", None),
}


def shown(scenes: tuple[Scene, ...], like: Tiles) -> list[Tiles]:
    """The map after each scene."""
    tiles, found = np.full_like(like, EMPTY), []
    for scene in scenes:
        for step in scene.steps:
            for tile, kind in zip(step[::2], step[1::2], strict=True):
                tiles[tile // like.shape[1], tile % like.shape[1]] = kind
        found.append(tiles.copy())
    return found


@pytest.mark.parametrize("name", MADE)
def test_after_each_phase_the_film_shows_what_the_generator_had(name: str) -> None:
    dungeon, stages = generate_stages(*MADE[name])
    scenes = animate(dungeon, stages)
    assert [scene.name for scene in scenes] == [phase for phase, _ in PHASES]
    for tiles, stage in zip(shown(scenes, dungeon.tiles), stages, strict=True):
        assert np.array_equal(tiles, stage.tiles)
    assert np.array_equal(stages[-1].tiles, dungeon.tiles)


@pytest.mark.parametrize("name", MADE)
def test_a_players_film_ends_with_the_players_map_and_holds_no_secret_on_the_way(name: str) -> None:
    dungeon, stages = generate_stages(*MADE[name])
    players = sheet(dungeon, View.PLAYER).dungeon
    scenes = animate(dungeon, stages, View.PLAYER)
    assert not any("Secret" in scene.name for scene in scenes)
    ends = shown(scenes, dungeon.tiles)
    assert np.array_equal(ends[-1], players.tiles)
    for tiles in ends:
        assert not (tiles == SECRET).any()
        assert not tiles[players.tiles == EMPTY].any(), "where the player's map is empty nothing was ever dug"


def test_a_players_film_is_made_from_the_players_map_alone() -> None:
    dungeon, stages = generate_stages(*MADE["crowded"])
    players = sheet(dungeon, View.PLAYER).dungeon
    nothing = tuple(stages[:0])
    bare = Dungeon(players.tiles, rooms=players.rooms, links=players.links, up=players.up, down=players.down)
    assert animate(dungeon, stages, View.PLAYER) == animate(bare, nothing, View.PLAYER)


def test_rooms_are_dug_in_their_order_one_a_step() -> None:
    dungeon, stages = generate_stages(7)
    steps = animate(dungeon, stages)[0].steps
    corners = [(step[0] % 72 + 1, step[0] // 72 + 1) for step in steps]
    assert corners == [(room.x, room.y) for room in dungeon.rooms]


def test_corridors_grow_from_tile_to_tile() -> None:
    dungeon, stages = generate_stages(7)
    for step in animate(dungeon, stages)[1].steps:
        dug = [tile for tile, kind in zip(step[::2], step[1::2], strict=True) if kind > 1]
        assert len(dug) <= 1, "one tile of floor or one door, with the walls that come with it"


def test_stairs_up_come_before_stairs_down_each_in_a_step_of_its_own() -> None:
    dungeon, stages = generate_stages(7)
    (up_x, up_y), (down_x, down_y) = dungeon.up or (0, 0), dungeon.down or (0, 0)
    assert animate(dungeon, stages)[4].steps == ((up_y * 72 + up_x, UP), (down_y * 72 + down_x, DOWN))
