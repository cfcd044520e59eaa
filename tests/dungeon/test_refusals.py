"""Files that are broken, foreign, cut short or hostile are refused, with the reason and the place."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duskfall.dungeon import Dungeon, Options, generate
from duskfall.errors import Malformed, Refused
from duskfall.formats.dungeon import FORMATS, View, export, format_named, format_of, load
from duskfall.formats.dungeon.d64 import read_d64
from duskfall.formats.dungeon.json_document import read_document
from duskfall.formats.dungeon.prg import read_prg
from duskfall.formats.dungeon.text import read_text
from duskfall.formats.files import write_whole

Change = Callable[[dict[str, Any]], object]

DIRECTORY = 357 * 256
"""Where track 18, sector 0 begins on a disk: 17 tracks of 21 sectors lie before it."""


def document(change: Change) -> str:
    """A keeper's document with something changed."""
    parts = json.loads(export(generate(3), FORMATS["json"], View.KEEPER))
    change(parts)
    return json.dumps(parts)


def setting(*path: str | int, to: Any) -> Change:
    """The change of one part."""

    def change(part: Any) -> None:
        for step in path[:-1]:
            part = part[step]
        part[path[-1]] = to

    return change


def row(number: int, text: str) -> Change:
    return setting("tiles", number, to=text)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (setting("format", to="tiled"), r"^format: a map says \"format\": \"duskfall-dungeon\""),
        (setting("version", to=2), "^version: this duskfall reads version 1"),
        (setting("version", to=True), "^version: this duskfall reads version 1"),
        (setting("view", to="thief"), "^view: Input should be 'keeper' or 'player'"),
        (setting("seed", to=-1), "^seed: .*greater than or equal to 0"),
        (setting("seed", to=1 << 64), "^seed: "),
        (setting("seed", to="3"), "^seed: .*valid integer"),
        (setting("profile", to="modern"), "^profile: "),
        (setting("width", to=0), "^width: "),
        (setting("height", to=71), r"^tiles: 72 rows instead of 71"),
        (row(5, "0" * 71), r"^tiles\[5\]: 71 tiles instead of 72"),
        (row(5, "7" * 72), r"^tiles\[5\]: tiles are numbered from 0 to 6"),
        (row(5, "٣" * 72), r"^tiles\[5\]: tiles are numbered from 0 to 6"),
        (setting("names", to=["void"]), "^names: the tiles have other names than ours"),
        (setting("rooms", 2, "x", to=300), r"^rooms\[2\]\.x: .*less than or equal to 254"),
        (setting("rooms", 2, "x", to=70), r"^rooms\[2\]: \(\d+, \d+\) is not on a map of 72x72"),
        (setting("rooms", 2, "w", to="wide"), r"^rooms\[2\]\.w: .*valid integer"),
        (setting("rooms", 1, "ghosts", to=1), r"^rooms\[1\]\.ghosts: Extra inputs are not permitted"),
        (
            setting("rooms", 0, "connections", 0, "room", to=40),
            r"^rooms\[0\]\.connections\[0\]\.room: there is no room 40",
        ),
        (setting("rooms", 0, "connections", 0, "door", "x", to=72), r"^rooms\[0\]\.connections\[0\]\.door: \(72, "),
        (
            setting("rooms", 0, "connections", 0, "door", "side", to="up"),
            r"^rooms\[0\]\.connections\[0\]\.door\.side: ",
        ),
        (setting("rooms", 0, "connections", 0, "corridor", to="S"), r"^rooms\[0\]\.connections\[0\]\.corridor: "),
        (setting("rooms", 0, "connections", to=[]), r"^links\[\d+\]: rooms \d+ and \d+ do not both record it"),
        (setting("links", 0, "a", to=63), r"^links\[0\]: there is no room 63"),
        (setting("links", 0, "purpose", to="fun"), r"^links\[0\]\.purpose: "),
        (setting("options", "width", to=80), "^options: they say 80x72, the map is 72x72"),
        (setting("options", "grid", to=99), "grid=99: a whole number from 2 to 8"),
        (setting("options", "secret_share", to=2.5), "secret_share=2.5"),
        (setting("up", to=[99, 5]), r"^up: \(99, 5\) is not on a map"),
        (setting("up", to=[5]), "^up: "),
        (setting("camera", to=None), "^camera: "),
        (lambda parts: parts.pop("links"), r"^rooms\[0\]\.connections\[0\]: no link joins rooms 0 and \d+"),
        (lambda parts: parts["links"].pop(), r"^rooms\[\d+\]\.connections\[\d+\]: no link joins rooms"),
        (
            lambda parts: parts["links"].append(parts["links"][2]),
            r"^links\[\d+\]: links\[2\] joins rooms \d+ and \d+ al",
        ),
        (
            lambda parts: parts["links"].append(
                dict(parts["links"][0], a=parts["links"][0]["b"], b=parts["links"][0]["a"])
            ),
            r"^links\[\d+\]: links\[0\] joins rooms",
        ),
        (
            lambda parts: parts["rooms"][0]["connections"].append(parts["rooms"][0]["connections"][0]),
            r"^rooms\[0\]\.connections\[\d+\]: the connection with room \d+ is recorded already",
        ),
        (
            lambda parts: (parts.update(profile="c64"), parts["options"].update(loops=1)),
            "^options: the profile c64 has",
        ),
        (lambda parts: parts.pop("tiles"), "^tiles: Field required"),
        (lambda parts: parts.pop("format"), "^format: a map says"),
    ],
)
def test_a_broken_document_is_refused_with_the_place(change: Change, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        read_document(document(change))


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "3", '{"type": "map"}', "[" * 100_000, '{"a":' * 50_000, "\0"])
def test_what_is_no_document_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        read_document(text)


def test_a_document_cut_short_anywhere_is_refused() -> None:
    whole = export(generate(3), FORMATS["json"], View.KEEPER)
    for length in range(0, len(whole) - 2, 97):
        with pytest.raises(Refused):
            read_document(whole[:length])


@given(st.binary(max_size=300))
def test_noise_is_refused_as_every_format(noise: bytes) -> None:
    for name in ("json", "prg", "d64", "packed"):
        read = FORMATS[name].read
        assert read is not None
        with pytest.raises(Refused):
            read(noise)


@given(st.text(max_size=80))
def test_noise_as_text_is_refused_or_a_map(noise: str) -> None:
    try:
        tiles = read_text(noise)
    except Refused:
        return
    assert tiles.max() <= 6


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "0 columns, 1 lines: a map has 1 to 255 of each"),
        ("█" * 256, "256 columns"),
        ("█\n" * 256, "256 lines"),
        ("██\n█\n", "line 2: it has 1 signs and line 1 has 2"),
        ("██\n#█\n", "'#' in line 2, column 1: not a sign of a map"),
        ("██\n\t█\n", r"'\\t' in line 2, column 1"),
    ],
)
def test_text_that_is_no_map_is_refused_with_line_and_column(text: str, reason: str) -> None:
    with pytest.raises(Malformed, match=reason):
        read_text(text)


@pytest.mark.parametrize("length", [0, 1, 1944, 1945, 1947])
def test_a_program_file_of_another_length_is_refused(length: int) -> None:
    with pytest.raises(Malformed, match=f"{length} bytes: a map for the C64 is a program file of 1946 bytes"):
        read_prg(bytes(length))


def test_a_tile_that_does_not_exist_is_refused_with_its_place() -> None:
    program = bytearray(export(generate(3), FORMATS["prg"], View.KEEPER))
    program[2 + 27] |= 7
    with pytest.raises(Refused, match="tile 7 at column 0, row 1: tiles are numbered from 0 to 6"):
        read_prg(bytes(program))


def disk(change: Callable[[bytearray], object]) -> bytes:
    """A disk with something changed."""
    image = bytearray(export(generate(3), FORMATS["d64"], View.KEEPER))
    change(image)
    return bytes(image)


def poke(at: int, *values: int) -> Callable[[bytearray], object]:
    def change(image: bytearray) -> None:
        image[at : at + len(values)] = bytes(values)

    return change


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (poke(DIRECTORY + 256, 18, 1, 0), "the directory: its chain of sectors loops back to 18/1"),
        (poke(DIRECTORY + 256, 99, 1, 0), "the directory: its chain of sectors leaves the disk at 99/1"),
        (poke(DIRECTORY + 256, 18, 200, 0), "the directory: its chain of sectors leaves the disk at 18/200"),
        (poke(DIRECTORY + 256 + 3, 77, 0), "MAPDATA.BIN: its chain of sectors leaves the disk at 77/0"),
        (poke(DIRECTORY + 256 + 3, 0, 0), "MAPDATA.BIN: its chain of sectors leaves the disk at 0/0"),
        (poke(DIRECTORY + 256 + 5, 0x58), "there is no file MAPDATA.BIN; it holds XAPDATA.BIN"),
        (poke(DIRECTORY + 256 + 2, 0), "there is no file MAPDATA.BIN; it is empty"),
        (poke(16 * 21 * 256, 17, 0), "MAPDATA.BIN: its chain of sectors loops back to 17/0"),
        (poke(16 * 21 * 256, 0, 100), "99 bytes: a map for the C64"),
        (poke(16 * 21 * 256, 0, 0), "MAPDATA.BIN: its last sector, 17/0, has no length"),
        (lambda image: image.pop(), "174847 bytes: a D64 has 174848, 175531, 196608, 197376 bytes"),
        (lambda image: image.extend(bytes(100)), "174948 bytes"),
    ],
)
def test_a_disk_that_does_not_hang_together_is_refused(change: Callable[[bytearray], object], reason: str) -> None:
    with pytest.raises(Malformed, match=reason):
        read_d64(disk(change))


@pytest.mark.parametrize("name", ["prg", "d64"])
@pytest.mark.parametrize("options", [Options(width=73), Options(height=40), Options(width=36, height=144)])
def test_files_for_the_c64_refuse_maps_of_other_sizes(name: str, options: Options) -> None:
    with pytest.raises(
        Refused, match=f"a map of {options.width}x{options.height}: the C64's program knows maps of 72x72"
    ):
        export(generate(1, options=options), FORMATS[name], View.KEEPER)


def test_rooms_of_a_map_without_records_are_refused() -> None:
    with pytest.raises(Refused, match="only the tiles of this map are known; make the map from its seed"):
        export(Dungeon.from_tiles(generate(1).tiles), FORMATS["rooms"], View.KEEPER)


@pytest.mark.parametrize("name", ["text", "json", "prg", "d64", "packed"])
def test_a_file_that_is_too_long_is_not_read_to_its_end(name: str, tmp_path: Path) -> None:
    kind = FORMATS[name]
    file = tmp_path / f"endless.{kind.extension}"
    with file.open("wb") as endless:
        endless.truncate(1 << 33)
    with pytest.raises(Refused, match=f"it is longer than the {kind.most_bytes} bytes") as refused:
        load(file)
    assert str(file) in str(refused.value)
    assert refused.value.code == "MALFORMED"


def test_a_file_that_is_not_there_or_no_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="No such file") as refused:
        load(tmp_path / "none.json")
    assert refused.value.code == "UNREADABLE"
    folder = tmp_path / "folder.json"
    folder.mkdir()
    with pytest.raises(Refused, match="Is a directory"):
        load(folder)


def test_text_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "map.txt"
    file.write_bytes(b"  \xff")
    with pytest.raises(Refused, match="byte 2: the file is not text in UTF-8"):
        load(file)


@pytest.mark.parametrize("name", ["png", "svg", "tmx", "uvtt", "rooms"])
def test_a_format_that_is_only_written_is_refused_for_reading(name: str, tmp_path: Path) -> None:
    with pytest.raises(Refused, match=f"reading {name}: maps are only written in this format; readable: text, json"):
        load(tmp_path / f"map.{FORMATS[name].extension}")


def test_an_unknown_format_gets_a_suggestion(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="did you mean 'packed'"):
        format_named("paked")
    with pytest.raises(Refused, match=r"map\.jpeg: the end of the name tells no format; known ends: "):
        format_of(tmp_path / "map.jpeg")


def test_a_file_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="it cannot be written: No such file"):
        write_whole(tmp_path / "none" / "map.txt", b"new")
    target = tmp_path / "map.txt"
    target.mkdir()
    with pytest.raises(Refused, match="it cannot be written: Is a directory"):
        write_whole(target, b"new")
    assert list(tmp_path.iterdir()) == [target]


def test_saving_again_replaces_the_whole_file(tmp_path: Path) -> None:
    file = tmp_path / "map.txt"
    write_whole(file, b"a long text")
    write_whole(file, b"short")
    assert file.read_bytes() == b"short"
    assert list(tmp_path.iterdir()) == [file]


def test_a_link_stays_a_link_and_a_device_a_device(tmp_path: Path) -> None:
    file, link = tmp_path / "map.txt", tmp_path / "link.txt"
    link.symlink_to(file)
    write_whole(link, b"map")
    assert link.is_symlink()
    assert file.read_bytes() == b"map"
    write_whole(Path("/dev/null"), b"map")
    assert Path("/dev/null").is_char_device()
