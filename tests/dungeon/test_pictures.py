"""Pictures, drawings and tabletop files show every tile, and nothing but the tiles."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from io import BytesIO
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from duskfall.dungeon import DOOR, FLOOR, SECRET, Dungeon, Options, Tiles, generate
from duskfall.formats.dungeon import FORMATS, View, export, sheet
from duskfall.formats.dungeon.tile_art import ART, KINDS, SECRET_FLOOR, TREASURE, looks, tile_art
from duskfall.formats.dungeon.uvtt import outlines
from duskfall.formats.palette import COLODORE
from tests.dungeon.samples import LARGE, PLAIN, SMALL, maps

SVG = "{http://www.w3.org/2000/svg}"


def recognised(picture: NDArray[np.uint8], side: int) -> NDArray[np.uint8]:
    """Which of the tiles' pictures stands at each place."""
    art = {tile_art(kind).repeat(side // 8, 0).repeat(side // 8, 1).tobytes(): n for n, kind in enumerate(KINDS)}
    rows, columns = picture.shape[0] // side, picture.shape[1] // side
    tiles = picture.reshape(rows, side, columns, side).transpose(0, 2, 1, 3)
    return np.array([[art[tile.tobytes()] for tile in row] for row in tiles], np.uint8)


def opened(png: bytes) -> Image.Image:
    image = Image.open(BytesIO(png))
    assert (image.format, image.mode) == ("PNG", "P")
    return image


@pytest.mark.parametrize("view", View)
def test_every_tile_of_a_picture_can_be_told(view: View) -> None:
    for known in maps(80):
        image = opened(export(known, FORMATS["png"], view))
        assert image.size == (known.width * 16, known.height * 16)
        assert np.array_equal(recognised(np.asarray(image), 16), looks(sheet(known, view)))


def test_tiles_look_different_and_have_only_colours_of_the_c64() -> None:
    assert set(ART) == set(KINDS)
    assert len({tile_art(kind).tobytes() for kind in KINDS}) == len(KINDS)
    assert all(tile_art(kind).shape == (8, 8) for kind in KINDS)
    palette = opened(export(generate(1), FORMATS["png"], View.KEEPER)).getpalette()
    assert palette is not None
    assert ["#" + bytes(palette[at : at + 3]).hex() for at in range(0, 48, 3)] == list(COLODORE)


def test_a_picture_carries_no_text_and_no_dates() -> None:
    image = opened(export(generate(1), FORMATS["png"], View.PLAYER))
    assert not getattr(image, "text", None)
    assert set(image.info) <= {"transparency"}


def test_a_keeper_sees_treasures_and_secret_rooms() -> None:
    known = generate(3)
    seen = looks(sheet(known, View.KEEPER))
    chambers = [room.treasure.chamber for room in known.rooms if room.treasure]
    assert sorted((x, y) for y, x in np.argwhere(seen == TREASURE).tolist()) == sorted(chambers)
    secret = sum(room.w * room.h for room in known.rooms if room.secret)
    assert secret == int((seen == SECRET_FLOOR).sum()) > 0


@pytest.mark.parametrize("view", View)
def test_a_drawing_covers_every_tile_once(view: View) -> None:
    for known in maps(80):
        root = ElementTree.fromstring(export(known, FORMATS["svg"], view))
        drawn = np.zeros(known.tiles.shape, np.uint8)
        for path in root.findall(f"{SVG}path"):
            kind = KINDS.index(path.attrib["id"].replace("-", " "))
            for found in re.finditer(r"M(\d+) (\d+)h(\d+)v1h-\3z", path.attrib["d"]):
                x, y, length = map(int, found.groups())
                assert not drawn[y, x : x + length].any()
                drawn[y, x : x + length] = kind
        assert np.array_equal(drawn, looks(sheet(known, view)))
        numbers = [label.text for label in root.iter(f"{SVG}text")]
        assert numbers == [str(index) for index in range(len(sheet(known, view).dungeon.rooms))]


def tabletop(known: Dungeon, view: View) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(export(known, FORMATS["uvtt"], view))
    return document


def borders(tiles: Tiles) -> set[tuple[float, float]]:
    """The middles of all edges between open ground and the rest, found without following them."""
    ground = np.pad(tiles >= FLOOR, 1)
    found = {(float(x), y + 0.5) for y, x in np.argwhere(ground[1:-1, 1:] != ground[1:-1, :-1]).tolist()}
    return found | {(x + 0.5, float(y)) for y, x in np.argwhere(ground[1:, 1:-1] != ground[:-1, 1:-1]).tolist()}


def walked(lines: list[list[tuple[int, int]]]) -> list[tuple[float, float]]:
    """The middles of all edges along closed lines."""
    found = []
    for line in lines:
        assert line[0] == line[-1]
        for (x, y), (to_x, to_y) in pairwise(line):
            assert (x == to_x) != (y == to_y)
            length = max(abs(to_x - x), abs(to_y - y))
            right, down = (to_x - x) // length, (to_y - y) // length
            found += [(x + right * (step + 0.5), y + down * (step + 0.5)) for step in range(length)]
    return found


def test_the_walls_of_a_tabletop_are_the_borders_of_open_ground_each_once() -> None:
    for known in maps():
        edges = walked(outlines(known.tiles))
        assert len(edges) == len(set(edges))
        assert set(edges) == borders(known.tiles)


def test_grounds_that_touch_at_a_corner_get_walls_of_their_own() -> None:
    tiles = np.array([[1, 1, 1, 1], [1, 2, 1, 1], [1, 1, 2, 1], [1, 1, 1, 1]], np.uint8)
    assert outlines(tiles) == [
        [(1, 1), (2, 1), (2, 2), (1, 2), (1, 1)],
        [(2, 2), (3, 2), (3, 3), (2, 3), (2, 2)],
    ]
    assert outlines(tiles[:, ::-1]) == [
        [(2, 1), (3, 1), (3, 2), (2, 2), (2, 1)],
        [(2, 2), (2, 3), (1, 3), (1, 2), (2, 2)],
    ]


@pytest.mark.parametrize("view", View)
def test_every_door_of_a_tabletop_closes_its_passage(view: View) -> None:
    for known in maps(40):
        tiles = sheet(known, view).dungeon.tiles
        doors = {(x + 0.5, y + 0.5) for y, x in np.argwhere((tiles == DOOR) | (tiles == SECRET)).tolist()}
        portals = tabletop(known, view)["portals"]
        assert {(portal["position"]["x"], portal["position"]["y"]) for portal in portals} == doors
        assert len(portals) == len(doors)
        for portal in portals:
            (a, b), middle = portal["bounds"], portal["position"]
            assert ((a["x"] + b["x"]) / 2, (a["y"] + b["y"]) / 2) == (middle["x"], middle["y"])
            x, y = int(middle["x"]), int(middle["y"])
            if known.profile == "classic":  # corridors of the original may run along a door
                ways = (tiles[y, x - 1], tiles[y, x + 1]) if a["x"] == b["x"] else (tiles[y - 1, x], tiles[y + 1, x])
                assert min(ways) >= FLOOR


@pytest.mark.parametrize(("options", "side"), [(PLAIN, 48), (SMALL, 48), (LARGE, 16)])
def test_a_tabletop_has_its_picture_and_a_light_in_every_room(options: Options, side: int) -> None:
    known = generate(3, options=options)
    document = tabletop(known, View.KEEPER)
    image = opened(b64decode(document["image"]))
    assert document["resolution"]["pixels_per_grid"] == side
    assert document["resolution"]["map_size"] == {"x": known.width, "y": known.height}
    assert image.size == (known.width * side, known.height * side)
    assert np.array_equal(recognised(np.asarray(image), side), looks(sheet(known, View.KEEPER)))
    assert len(document["lights"]) == len(known.rooms)
    for light, room in zip(document["lights"], known.rooms, strict=True):
        assert (int(light["position"]["x"]), int(light["position"]["y"])) in room
        assert re.fullmatch("[0-9a-f]{8}", light["color"])
