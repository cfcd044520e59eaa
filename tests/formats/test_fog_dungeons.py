"""A dungeon becomes a map of Fog of War: walls and void are mountains, the rest is drawn by the rules."""

from __future__ import annotations

import numpy as np
import pytest

from duskfall.dungeon import Dungeon, Options, generate, generate_many
from duskfall.dungeon.tiles import GLYPHS, Tiles
from duskfall.errors import Refused
from duskfall.fog import Game, position_of_tiles
from duskfall.formats.fog.dungeons import dungeon_mountains, dungeon_position, fog_rows
from duskfall.formats.fog.map_files import parse_text_map
from duskfall.grid import Grid
from duskfall.play.fog import FogWorld
from tests.counts import share


def drawn(*rows: str) -> Tiles:
    """A dungeon's tiles from its signs."""
    return np.array([[GLYPHS.index(sign) for sign in row] for row in rows], np.uint8)


def test_walls_and_void_are_mountains_and_all_else_is_land() -> None:
    mountains = dungeon_mountains(Dungeon.from_tiles(drawn(" █.+", "<>░█")))
    assert mountains.tolist() == [[True, True, False, False], [False, False, False, True]]


def test_the_board_has_the_dungeons_size_and_no_other_mountains() -> None:
    dungeon = generate(3, options=Options(width=40, height=30))
    tiles = parse_text_map("\n".join(fog_rows(dungeon, players=4, seed=9)))
    assert tiles.shape == (30, 40)
    assert ((tiles == -2) == dungeon_mountains(dungeon)).all()
    assert sorted(tiles[tiles >= 0].tolist()) == [0, 1, 2, 3]
    assert (tiles == -6).sum() <= 12
    assert (tiles == -5).any()


def test_the_same_seeds_give_the_same_board_and_another_seed_another_one() -> None:
    dungeon = generate(7)
    assert fog_rows(dungeon, 2, seed=1) == fog_rows(generate(7), 2, seed=1)
    assert fog_rows(dungeon, 2, seed=1) != fog_rows(dungeon, 2, seed=2)


def test_a_match_on_the_rows_starts_as_the_drawn_board_does() -> None:
    dungeon = generate(7)
    world = FogWorld()
    game = world.start(world.checked({"map": fog_rows(dungeon, 2, seed=1)}), seed=5)
    assert game.digest() == Game(dungeon_position(dungeon, 2, seed=1)).digest()


@pytest.mark.parametrize("players", [2, 4, 8, 16])
def test_any_dungeon_has_room_for_its_generals_far_from_the_edge_and_able_to_meet(players: int) -> None:
    grid = Grid(72, 72)
    for dungeon in generate_many(range(share(200))):
        rows = fog_rows(dungeon, players, seed=dungeon.seed or 0)
        position = position_of_tiles(parse_text_map("\n".join(rows)))  # refuses starts that cannot meet
        assert len(set(position.generals)) == players
        assert min(grid.edge_distance(general) for general in position.generals) >= 3


@pytest.mark.parametrize(
    ("dungeon", "players", "reason"),
    [
        (generate(1), 17, "17 players: a game has at least 2 and at most 16"),
        (generate(1, options=Options(width=201)), 2, "201x72: a board for a game has 7 to 200 tiles a side"),
        (Dungeon.from_tiles(np.ones((20, 20), np.uint8)), 2, "the generals found no room in 100 draws"),
        (
            Dungeon.from_tiles(drawn(*["█" * 12] * 4, *["█...████...█"] * 3, *["█" * 12] * 4)),
            2,
            "the generals could not all meet in 100 draws",
        ),
    ],
)
def test_a_dungeon_without_a_board_is_refused(dungeon: Dungeon, players: int, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        fog_rows(dungeon, players, seed=0)
