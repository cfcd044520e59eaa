"""The original is imported whole or not at all, and a refusal says what is wrong with the file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from duskfall.errors import Refused
from duskfall.formats.welten.data_folder import install
from duskfall.formats.welten.library import default_scenario, scenario_named, scenario_names
from duskfall.formats.welten.original_import import (
    cycle_path,
    import_kernal,
    import_original,
    imported_cycle,
    original_path,
)
from duskfall.formats.welten.original_program import read_program
from duskfall.welten import Position
from duskfall.welten.terrain import GATE, RIVER
from tests.welten.original import (
    TRACKS,
    encode_map,
    encode_placements,
    encode_program,
    make_disk,
    offset,
    put,
    sector_at,
    sound_program,
)

SOUND, EXPECTED = sound_program()


def changed(address: int, *values: int, data: bytes = SOUND) -> bytes:
    """The sound program with other bytes at an address."""
    spoiled = bytearray(data)
    put(spoiled, address, values)
    return bytes(spoiled)


@given(seed=st.integers(0, 2**32))
def test_a_program_file_gives_exactly_what_was_encoded(seed: int) -> None:
    data, expected = sound_program(seed)
    scenario = read_program(data, "test").scenario
    assert scenario == expected
    assert scenario.terrain.size == 3200
    assert len(scenario.placements) == 292
    assert scenario.border == 59


def test_units_keep_their_order_of_placement_even_when_types_alternate() -> None:
    mixed = replace(default_scenario(), placements=default_scenario().placements[::-1])
    data, expected = encode_program(mixed)
    assert read_program(data, "test").scenario.placements == expected.placements == mixed.placements


def test_every_code_of_the_map_is_read_back() -> None:
    terrain = default_scenario().terrain.copy()
    terrain[0, 6:25] = [*range(0x61, 0x69), *range(0x69, 0x74)]
    data, expected = encode_program(replace(default_scenario(), terrain=terrain))
    assert set(np.unique(read_program(data, "test").scenario.terrain)) == set(range(0x61, 0x74))
    assert read_program(data, "test").scenario == expected


def test_the_256th_meadow_looks_at_the_byte_before_the_program_which_is_0() -> None:
    data = bytearray(SOUND)
    data[2:258] = b"\x01" * 256
    terrain = read_program(bytes(data), "test").scenario.terrain.ravel()
    meadows = terrain[(terrain == 0x69) | (terrain == 0x6A)]
    assert meadows[255] == 0x69
    assert set(meadows[:255]) == {0x6A}


def test_the_known_version_is_told_by_its_hash_and_another_one_by_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "welten.prg"
    file.write_bytes(SOUND)
    assert "another version" in import_original(file, tmp_path / "data").warning
    monkeypatch.setattr("duskfall.formats.welten.original_program.KNOWN_VERSION", sha256(SOUND).hexdigest())
    assert import_original(file, tmp_path / "data").warning == ""


def test_the_imported_scenario_is_found_by_its_name_with_tiles_and_colours(tmp_path: Path) -> None:
    file = tmp_path / "welten.prg"
    file.write_bytes(SOUND)
    assert scenario_names(tmp_path) == ["default"]
    done = import_original(file, tmp_path)
    assert done.path == original_path(tmp_path)
    assert scenario_names(tmp_path) == ["default", "original"]
    assert scenario_named("original", tmp_path) == EXPECTED


REFUSED: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "load address is missing"),
    "one byte": (b"\x01", "load address is missing"),
    "wrong load address": (b"\x00\x10" + SOUND[2:], r"load address is \$1000, not \$0801"),
    "cut off": (SOUND[: offset(0x1C34)], r"cut off at \$1C33"),
    "too large": (SOUND + bytes(65539 - len(SOUND)), "more than 65538 bytes"),
    "V": (changed(0x1017, 0x17), "V of type 0 is 17, not 16"),
    "R": (changed(0x1027 + 8, 0x0C), r"R of type 8 is \$0C, which is no decimal number"),
    "R in the high digit": (changed(0x1027 + 8, 0xA2), r"R of type 8 is \$A2, which is no decimal number"),
    "B": (changed(0x1037 + 15, 0x13), "B of type 15 is 13, not 12"),
    "A": (changed(0x1047 + 12, 0x20), "A of type 12 is 20, not 30"),
    "river cost": (changed(0x0BC3, 5), "river cost of type 0 is 5, not 4"),
    "forest cost of a ship": (changed(0x0BD3 + 4, 1), "forest cost of type 4 is 1, not 0"),
    "swamp cost": (changed(0x0BE3 + 15, 1), "swamp cost of type 15 is 1, not 4"),
    "modifiers": (changed(0x1579, 1), "modifier table"),
    "map byte $02": (changed(0x1788, 0x02), r"map byte \$02 at \$1788"),
    "map byte $0F": (changed(0x1788, 0x0F), r"map byte \$0F at \$1788"),
    "map too short": (changed(0x1788, 0xFF), "map has 0 tiles, not 3200"),
    "gate x of 0": (changed(0x0F5D, 0), "gate 0 lies at -1,6, which is not on the map"),
    "gate y beyond the map": (changed(0x0F6A + 12, 41), "gate 12 lies at 75,40, which is not on the map"),
    "gate on a wall": (changed(0x0F5D, 5), "gate 0 lies at 4,6 on Wall, not on a gate"),
    "a gate twice": (changed(0x0F5D, 18, data=changed(0x0F6A, 6)), "gate 1 lies at 17,5 as gate 0 does"),
    "no type first": (changed(0x1057, 0x05), "do not start with a type"),
    "type $90": (changed(0x1057, 0x90), r"placement byte \$90 at \$1057 is no type"),
    "type $FE": (changed(0x1057, 0xFE), r"placement byte \$FE at \$1057 is no type"),
    "no units": (changed(0x1057, 0xFF), "0 units of type 0, not 27"),
    "one unit of another type": (changed(0x1057, 0x81), "0 units of type 0, not 27"),
    "unit beyond the map": (changed(0x1058, 80), "stands at 80,"),
    "unit below the map": (changed(0x1059, 40), ",40, which is not on the map"),
    "unit on a wall": (changed(0x1058, 4, 6), "type 0 stands at 4,6 on Wall"),
    "two units on one tile": (changed(0x1058, *SOUND[offset(0x105A) : offset(0x105C)]), "two units stand at"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_file_that_is_not_the_original_is_refused_and_nothing_is_installed(case: str, tmp_path: Path) -> None:
    data, reason = REFUSED[case]
    file = tmp_path / "welten.prg"
    file.write_bytes(data)
    with pytest.raises(Refused, match=reason):
        import_original(file, tmp_path / "data")
    assert not (tmp_path / "data").exists()


def test_a_map_that_runs_past_3200_tiles_is_refused() -> None:
    packed = encode_map(EXPECTED.terrain.ravel().tolist())
    data = changed(0x1788, *packed[:-1], 0x10, 0xFF)
    with pytest.raises(Refused, match="runs past its 3200 tiles"):
        read_program(data, "test")


def test_a_map_of_3199_tiles_is_refused() -> None:
    packed = encode_map(EXPECTED.terrain.ravel().tolist()[:-1])
    with pytest.raises(Refused, match="map has 3199 tiles"):
        read_program(changed(0x1788, *packed), "test")


def test_a_map_without_an_end_is_refused() -> None:
    with pytest.raises(Refused, match="list of map tiles has no end"):
        read_program(SOUND[: offset(0x1788)] + bytes(offset(0x1C35) - offset(0x1788)), "test")


@pytest.mark.parametrize("byte", [0x00, 0x80, 0x8F, 0xFE])
def test_placements_without_their_end_are_refused(byte: int) -> None:
    end = 0x1057 + len(encode_placements(EXPECTED)) - 1
    assert SOUND[offset(end)] == 0xFF
    with pytest.raises(Refused):
        read_program(changed(end, byte), "test")


def test_a_ship_on_land_and_a_walker_on_mountains_are_refused() -> None:
    ship = next(place for place in EXPECTED.placements if place.type == 4)
    terrain = EXPECTED.terrain.copy()
    terrain[ship.y, ship.x] = 0x71
    data, _ = encode_program(replace(EXPECTED, terrain=terrain))
    with pytest.raises(Refused, match=f"type 4 stands at {ship.x},{ship.y} on Pavement"):
        read_program(data, "test")


@pytest.mark.parametrize("size", TRACKS)
def test_the_original_is_found_on_a_disk_of_each_size(size: int, tmp_path: Path) -> None:
    files = [(b"NOTES", "SEQ", b"hello"), (b"LOADER", "PRG", b"\x01\x08hello"), (b"WELTEN", "PRG", SOUND)]
    disk = make_disk(tmp_path / "welten.d64", size, files)
    done = import_original(disk, tmp_path / "data")
    assert "welten" in done.found
    assert scenario_named("original", tmp_path / "data") == EXPECTED


def test_the_first_program_of_the_directory_that_passes_is_taken(tmp_path: Path) -> None:
    other, expected = sound_program(seed=9)
    disk = make_disk(tmp_path / "two.d64", 174848, [(b"FIRST", "PRG", other), (b"SECOND", "PRG", SOUND)])
    assert "first" in import_original(disk, tmp_path / "data").found
    assert scenario_named("original", tmp_path / "data") == expected


def spoiled(path: Path, spoil: Callable[[bytearray], None]) -> Path:
    """A disk with the original and one change made to its bytes."""
    make_disk(path, 174848, [(b"BROKEN", "PRG", SOUND)])
    data = bytearray(path.read_bytes())
    spoil(data)
    path.write_bytes(data)
    return path


FIRST_ENTRY = sector_at(18, 1)


def first_sector(data: bytearray) -> int:
    return sector_at(data[FIRST_ENTRY + 3], data[FIRST_ENTRY + 4])


def loop(data: bytearray) -> None:
    at = first_sector(data)
    data[at : at + 2] = data[FIRST_ENTRY + 3 : FIRST_ENTRY + 5]


def leave(data: bytearray) -> None:
    at = first_sector(data)
    data[at : at + 2] = bytes((36, 0))


def leave_by_sector(data: bytearray) -> None:
    at = first_sector(data)
    data[at : at + 2] = bytes((35, 17))


def start_nowhere(data: bytearray) -> None:
    data[FIRST_ENTRY + 3 : FIRST_ENTRY + 5] = bytes((0, 0))


def open_file(data: bytearray) -> None:
    data[FIRST_ENTRY + 2] &= 0x7F


def looping_directory(data: bytearray) -> None:
    data[FIRST_ENTRY : FIRST_ENTRY + 2] = bytes((18, 1))
    data[FIRST_ENTRY + 2] = 0


def straying_directory(data: bytearray) -> None:
    data[FIRST_ENTRY : FIRST_ENTRY + 2] = bytes((99, 1))
    data[FIRST_ENTRY + 2] = 0


HOSTILE: dict[Callable[[bytearray], None], str] = {
    loop: "'BROKEN': its chain of sectors loops back to",
    leave: "'BROKEN': its chain of sectors leaves the disk at 36/0",
    leave_by_sector: "'BROKEN': its chain of sectors leaves the disk at 35/17",
    start_nowhere: "'BROKEN': its chain of sectors leaves the disk at 0/0",
    open_file: "it has no closed PRG file",
    looping_directory: "directory: its chain of sectors loops back to 18/1",
    straying_directory: "directory: its chain of sectors leaves the disk at 99/1",
}


@pytest.mark.parametrize("spoil", HOSTILE, ids=lambda spoil: spoil.__name__)
def test_a_hostile_disk_is_refused_with_the_reason_of_each_file(
    spoil: Callable[[bytearray], None], tmp_path: Path
) -> None:
    disk = spoiled(tmp_path / "bad.d64", spoil)
    with pytest.raises(Refused, match=HOSTILE[spoil]):
        import_original(disk, tmp_path / "data")
    assert not (tmp_path / "data").exists()


def test_every_file_of_a_disk_without_the_original_is_told_with_its_reason(tmp_path: Path) -> None:
    files = [(b"A", "PRG", b"\x00\x10abc"), (b"B", "PRG", SOUND[:5000])]
    disk = make_disk(tmp_path / "none.d64", 174848, files)
    with pytest.raises(Refused) as refused:
        import_original(disk, tmp_path)
    assert "'A': the load address is $1000" in str(refused.value)
    assert "'B': the file is cut off" in str(refused.value)


@given(noise=st.binary(min_size=0, max_size=400), seed=st.integers(0, 1000))
def test_no_change_to_a_disk_does_more_than_refuse(
    noise: bytes, seed: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("noise")

    def spoil(data: bytearray) -> None:
        start = sector_at(18, 0) + seed
        data[start : start + len(noise)] = noise

    disk = spoiled(folder / "noise.d64", spoil)
    try:
        import_original(disk, folder / "data")
    except Refused:
        assert not (folder / "data").exists()


@given(data=st.binary(max_size=300), start=st.integers(0, 7000))
def test_no_change_to_a_program_does_more_than_refuse(data: bytes, start: int) -> None:
    spoiled_program = SOUND[:start] + data + SOUND[start + len(data) :]
    try:
        scenario = read_program(spoiled_program, "test").scenario
    except Refused:
        return
    scenario.check()


def test_a_write_that_fails_leaves_the_older_import_and_no_litter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "welten.prg"
    file.write_bytes(SOUND)
    import_original(file, tmp_path / "data")
    before = original_path(tmp_path / "data").read_bytes()

    def full(*_: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    other, _ = sound_program(seed=3)
    file.write_bytes(other)
    with pytest.raises(Refused, match="No space left"):
        import_original(file, tmp_path / "data")
    assert original_path(tmp_path / "data").read_bytes() == before
    assert [path.name for path in original_path(tmp_path / "data").parent.iterdir()] == ["original.land"]


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "nothing.prg", tmp_path):
        with pytest.raises(Refused, match="cannot be read"):
            import_original(path, tmp_path / "data")


KERNAL = bytes(range(256)) * 31 + bytes(252) + b"\xe2\xfc\x00\x00"


@pytest.mark.parametrize("image", [KERNAL, bytes([7]) * 8192 + KERNAL], ids=["KERNAL", "BASIC and KERNAL"])
def test_the_256_numbers_of_a_kernal_are_kept_and_reach_every_scenario(image: bytes, tmp_path: Path) -> None:
    file = tmp_path / "kernal.rom"
    file.write_bytes(image)
    assert imported_cycle(tmp_path) is None
    assert import_kernal(file, tmp_path).warning == ""
    cycle = imported_cycle(tmp_path)
    assert cycle is not None
    assert cycle.tolist() == [number % 8 for number in range(256)]
    assert scenario_named("default", tmp_path).cycle is not None
    assert len(cycle_path(tmp_path).read_bytes()) == 260


@pytest.mark.parametrize("size", [0, 8191, 8193, 16383, 16385, 20000])
def test_a_kernal_of_another_size_is_refused(size: int, tmp_path: Path) -> None:
    file = tmp_path / "kernal.rom"
    file.write_bytes(bytes(size))
    with pytest.raises(Refused, match="a KERNAL image has 8192 bytes"):
        import_kernal(file, tmp_path / "data")
    assert not (tmp_path / "data").exists()


def test_an_image_that_does_not_start_as_a_c64_does_is_taken_with_a_warning(tmp_path: Path) -> None:
    file = tmp_path / "kernal.rom"
    file.write_bytes(bytes(8192))
    assert "does not look like" in import_kernal(file, tmp_path).warning


@pytest.mark.parametrize("text", ["0123\n", "8" * 256, "0" * 257, "0" * 100 + "x" + "0" * 155])
def test_a_damaged_cycle_is_refused_with_the_cure(text: str, tmp_path: Path) -> None:
    install(cycle_path(tmp_path), text.encode())
    with pytest.raises(Refused, match="import the KERNAL again"):
        scenario_named("default", tmp_path)


def test_gates_are_counted_from_1_in_the_program() -> None:
    assert SOUND[offset(0x0F5D)] == 6
    assert EXPECTED.gates[0] == Position(5, 6)
    assert EXPECTED.terrain[6, 5] == GATE
    assert RIVER in EXPECTED.terrain
