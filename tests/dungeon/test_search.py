"""`duskfall dungeon check` and `find` from outside."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from duskfall.cli.dungeon import checks, maps
from duskfall.dungeon import FLOOR, Dungeon, Options, generate, generate_many
from duskfall.formats.dungeon import FORMATS, View, export
from tests.command import Run, duskfall


def dungeon(*arguments: str) -> Run:
    return duskfall("dungeon", *arguments)


def test_a_range_of_sound_maps_passes() -> None:
    run = dungeon("check", "--profile", "classic", "--seeds", "0:300", "--json")
    answer = json.loads(run.out)
    assert run.code == 0
    assert (answer["maps"], answer["broken"], answer["distinct"], answer["reasons"]) == (300, 0, 300, [])
    assert answer["seconds"] > 0


def test_the_defects_of_the_original_are_named_and_the_answer_is_no() -> None:
    run = dungeon("check", "--profile", "c64", "--seeds", "1:256", "--json")
    answer = json.loads(run.out)
    assert run.code == 1
    assert answer["distinct"] == 255
    assert answer["broken"] > 0
    first = answer["reasons"][0]
    assert first["faults"] == [str(fault) for fault in generate(first["seed"], "c64").validate()]
    assert all(reason["original"] == reason["faults"] for reason in answer["reasons"])
    told = dungeon("check", "--profile", "c64", "--seeds", "1:9").out
    assert "These faults are the original's" in told


def test_files_are_checked_and_the_originals_faults_told_from_later_ones(tmp_path: Path) -> None:
    genuine = generate(1, "c64")
    holed = genuine.tiles.copy()
    holed[0, 0] = FLOOR
    kept = {
        "sound.json": (generate(7), "json"),
        "sound.prg": (generate(7), "prg"),
        "genuine.json": (genuine, "json"),
        "holed.json": (replace(genuine, tiles=holed), "json"),
        "holed.d64": (Dungeon.from_tiles(holed), "d64"),
    }
    for name, (made, kind) in kept.items():
        (tmp_path / name).write_bytes(export(made, FORMATS[kind], View.KEEPER))
    run = dungeon("check", *(str(tmp_path / name) for name in kept), "--json")
    assert run.code == 1
    found = {Path(answer["file"]).name: answer for answer in json.loads(run.out)["files"]}
    assert found["sound.json"]["faults"] == found["sound.prg"]["faults"] == []
    assert found["sound.prg"]["records"] is False
    assert found["genuine.json"]["original"] == found["genuine.json"]["faults"] != []
    for name in ("holed.json", "holed.d64"):
        later = set(found[name]["faults"]) - set(found[name]["original"])
        assert "rule 11: column 0, row 0 is walkable at the edge of the map" in later
    assert any("do not lie on it" in fault for fault in found["holed.json"]["original"])
    told = dungeon("check", str(tmp_path / "holed.json"), str(tmp_path / "sound.prg")).out
    assert "do not lie on it (the original's)" in told
    assert "row 0 is walkable at the edge of the map\n" in told
    assert "sound.prg: sound; it has no records, so only the rules of tiles were checked" in told
    assert dungeon("check", str(tmp_path / "sound.json")).code == 0


def test_two_maps_that_are_alike_fail_a_check(monkeypatch: pytest.MonkeyPatch) -> None:
    assert checks.check_seeds("5:8", "classic", as_json=True)
    monkeypatch.setattr(maps, "generate_many", lambda seeds, *how: generate_many([5] * len(seeds), *how))
    assert not checks.check_seeds("5:8", "classic", as_json=True)


def test_a_check_is_readable_too() -> None:
    run = dungeon("check", "--seeds", "5:25")
    assert run.code == 0
    assert run.out.startswith("20 maps of classic: 0 broken, 20 distinct, ")


def test_the_maps_that_are_found_meet_the_wishes_and_are_the_first_that_do() -> None:
    run = dungeon("find", "--rooms", ">=15", "--secret-rooms", "=3", "--walk", ">=60", "--count", "2", "--json")
    answer = json.loads(run.out)
    assert run.code == 0
    first = [each["seed"] for each in answer["maps"]]
    assert answer["looked_at"] == first[-1] + 1
    met = []
    for seed in range(answer["looked_at"]):
        counted = generate(seed).statistics()
        if counted["rooms"] >= 15 and counted["secret_rooms"] == 3 and counted["walk"] >= 60:
            met.append(seed)
    assert met == first


def test_maps_are_found_among_those_that_the_options_make() -> None:
    chosen = ["--width", "48", "--height", "40", "--grid", "3", "--treasure-chambers", "2", "--loops", "3"]
    run = dungeon("find", "--rooms", "=9", "--treasures", "=2", "--bent", ">=4", *chosen, "--json")
    answer = json.loads(run.out)
    options = Options(width=48, height=40, grid=3, treasures=2, loops=3)
    assert answer["options"] == options.as_dict()
    found = answer["maps"][0]
    assert generate(found["seed"], options=options).statistics() == found["statistics"]
    assert found["statistics"]["loops"] > 0


def test_the_longest_walk_of_a_range_is_found() -> None:
    run = dungeon("find", "--best", "longest-walk", "--seeds", "100:160", "--count", "3", "--json")
    answer = json.loads(run.out)
    walks = {seed: generate(seed).statistics()["longest_walk"] for seed in range(100, 160)}
    best = sorted(walks, key=lambda seed: (-walks[seed], seed))[:3]
    assert [each["seed"] for each in answer["maps"]] == best
    assert answer["looked_at"] == 60


def test_finds_are_printed_as_a_table_and_the_rest_goes_to_stderr() -> None:
    run = dungeon("find", "--rooms", ">=16")
    assert run.code == 0
    head, row = run.out.splitlines()
    assert head.split()[:2] == ["seed", "rooms"]
    assert int(row.split()[1]) == 16
    assert "Looked at" in run.err


def test_a_wish_that_no_map_meets_is_answered_with_no() -> None:
    run = dungeon("find", "--rooms", ">16", "--seeds", "0:300")
    assert (run.code, run.out) == (1, "")
    assert "Looked at 300 seeds of classic and found 0" in run.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["check"], "it takes either files or --seeds"),
        (["check", "map.json", "--seeds", "0:9"], "it takes either files or --seeds"),
        (["check", "nowhere.json"], "nowhere.json: it cannot be read: No such file or directory"),
        (["check", "map.png"], "maps are only written in this format"),
        (["check", "--seeds", "7"], "a range of seeds is A:B"),
        (
            ["check", "--seeds", "0:256", "--profile", "c64"],
            "0:256: the profile c64 has the seeds 1 to 255; all of them",
        ),
        (["find", "--rooms", ">1", "--seeds", "0:9", "--profile", "c64"], "seeds 1 to 255"),
        (["check", "--seeds", "0:18446744073709551617"], "a range of seeds ends at 18446744073709551616"),
        (["check", "--seeds", "250:260", "--profile", "c64"], "seeds 1 to 255"),
        (["check", "--seeds", "0:3", "--profile", "clasic"], "did you mean 'classic'"),
        (["find"], "nothing to search for"),
        (["find", "--rooms", ">1", "--loops", "65"], "65"),
        (["find", "--rooms", ">1", "--loops", "3", "--profile", "c64"], "that profile makes the original's maps only"),
        (["find", "--rooms", "many"], "a comparison and a whole number"),
        (["find", "--best", "wolk"], "did you mean 'walk'"),
        (["find", "--rooms", "=3", "--count", "0"], "Invalid value for"),
    ],
)
def test_a_wrong_request_is_refused_with_the_reason(arguments: list[str], words: str) -> None:
    run = dungeon(*arguments)
    assert run.code == 2
    assert run.out == ""
    assert words in " ".join(run.err.split())
    assert "Traceback" not in run.err
