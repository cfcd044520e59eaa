"""What is written can be read, by us and by the programs that others use."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import pytiled_parser
import pytmx
from d64 import DiskImage

from duskfall.dungeon import Dungeon, generate, pack, unpack_rooms
from duskfall.formats.dungeon import FORMATS, View, export, load, sheet
from duskfall.formats.dungeon.d64 import read_d64
from duskfall.formats.dungeon.json_document import read_document
from duskfall.formats.dungeon.prg import read_prg
from duskfall.formats.dungeon.text import read_text
from duskfall.formats.files import write_whole
from tests.dungeon.samples import maps, squares


def written(known: Dungeon, name: str, view: View = View.KEEPER) -> bytes:
    return export(known, FORMATS[name], view)


def test_json_gives_back_the_whole_map_and_the_same_document() -> None:
    for known in maps():
        document = written(known, "json")
        loaded = read_document(document).dungeon
        assert loaded == known
        assert written(loaded, "json") == document


def test_a_players_json_gives_back_all_that_players_know() -> None:
    for known in maps():
        theirs = read_document(written(known, "json", View.PLAYER))
        assert theirs == sheet(known, View.PLAYER)


def test_text_gives_back_the_tiles() -> None:
    for known in maps():
        assert np.array_equal(read_text(written(known, "text").decode()), known.tiles)


def test_a_program_file_gives_back_the_tiles_wherever_it_would_be_loaded() -> None:
    for known in squares():
        program = written(known, "prg")
        assert len(program) == 1946
        assert program[:2] == b"\x00\x08"
        assert program[2:] == pack(known.tiles) == written(known, "packed")
        assert np.array_equal(read_prg(program), known.tiles)
        assert np.array_equal(read_prg(b"\x01\xc0" + program[2:]), known.tiles)


def test_a_disk_gives_back_the_tiles() -> None:
    for known in squares():
        assert np.array_equal(read_d64(written(known, "d64")), known.tiles)


def test_a_disk_is_what_the_d64_library_expects(tmp_path: Path) -> None:
    disk = tmp_path / "map.d64"
    known = generate(7)
    disk.write_bytes(written(known, "d64"))
    with DiskImage(disk) as image:
        listing = list(image.directory())
        with image.path(b"MAPDATA.BIN").open() as file:
            assert file.read() == written(known, "prg")
    assert listing == ['0 "DUSKFALL        " DF 2A', '8    "MAPDATA.BIN"      PRG', "656 BLOCKS FREE."]


@pytest.mark.parametrize("view", View)
def test_tmx_read_by_pytiled_parser_and_pytmx_has_the_tiles(view: View, tmp_path: Path) -> None:
    for known in maps(80):
        file = tmp_path / "map.tmx"
        write_whole(file, written(known, "tmx", view))
        shown = sheet(known, view).dungeon
        theirs = pytiled_parser.parse_map(file)
        layer = theirs.layers[0]
        assert isinstance(layer, pytiled_parser.TileLayer)
        assert np.array_equal(np.array(layer.data) - 1, shown.tiles)
        others = pytmx.TiledMap(str(file))
        numbers = np.vectorize(others.tiledgidmap.get)(others.get_layer_by_name("tiles").data)
        assert np.array_equal(numbers - 1, shown.tiles)


def test_tmx_names_its_tiles_and_places_its_rooms(tmp_path: Path) -> None:
    known = generate(3)
    file = tmp_path / "map.tmx"
    write_whole(file, written(known, "tmx"))
    theirs = pytiled_parser.parse_map(file)
    tiles = theirs.tilesets[1].tiles
    assert tiles is not None
    assert [tiles[number].class_ for number in range(7)] == ["empty", "wall", "floor", "door", "up", "down", "secret"]
    objects = theirs.layers[1]
    assert isinstance(objects, pytiled_parser.ObjectLayer)
    boxes = {each.name: (*each.coordinates, *each.size) for each in objects.tiled_objects}
    for index, room in enumerate(known.rooms):
        assert boxes[f"room {index}"] == (room.x * 16, room.y * 16, room.w * 16, room.h * 16)


def test_the_rooms_are_records_of_42_bytes() -> None:
    for known in maps(80):
        if len(known.rooms) <= 31:
            records = written(known, "rooms")
            assert len(records) == 42 * len(known.rooms)
            assert unpack_rooms(records) == known.rooms


@pytest.mark.parametrize("name", ["text", "json", "prg", "d64", "packed"])
def test_a_saved_file_is_loaded_by_the_end_of_its_name(name: str, tmp_path: Path) -> None:
    known = generate(11)
    file = tmp_path / f"map.{FORMATS[name].extension}"
    write_whole(file, written(known, name))
    assert np.array_equal(load(file).tiles, known.tiles)
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("view", View)
def test_the_same_map_gives_the_same_bytes(name: str, view: View) -> None:
    assert written(generate(5), name, view) == written(generate(5), name, view)


def test_a_keepers_document_is_complete() -> None:
    document = json.loads(written(generate(3), "json"))
    assert document["format"] == "duskfall-dungeon"
    assert document["version"] == 1
    assert (document["profile"], document["seed"]) == ("classic", 3)
    assert document["options"]["treasures"] == 3
    assert {"secret", "treasure", "priority", "hub_distance", "connections"} <= set(document["rooms"][0])
