"""Dungeons over HTTP: the same bytes as from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from duskfall.cli.dungeon.maps import make
from duskfall.dungeon import (
    BOUNDS,
    DOOR,
    DOWN,
    FLOOR,
    SECRET,
    UP,
    WALL,
    Dungeon,
    Options,
    Place,
    generate,
    generate_stages,
)
from duskfall.dungeon.exploration.field_of_view import field_of_view
from duskfall.dungeon.exploration.walk import Standing, Walk
from duskfall.errors import Refused
from duskfall.formats.dungeon import FORMATS, View
from duskfall.formats.dungeon.animation import animate
from duskfall.formats.dungeon.tile_art import KINDS, looks
from duskfall.formats.dungeon.views import sheet
from duskfall.server.http.dungeon_page import KEYS, STEPS_AT_ONCE
from tests.command import duskfall
from tests.dungeon.ways import keys_to, secrets_of, to_a_secret
from tests.server.http.asking import get
from tests.server.http.conftest import Site

ROOMY = Options(width=60, height=50, loops=3, decoys=2)
CROWDED = Options(loops=5, decoys=5, hidden_passages=4, treasures=8, secret_share=1)


def query_of(options: Options) -> str:
    return "&".join(f"{name}={value}" for name, value in options.as_dict().items())


@pytest.mark.parametrize("view", [view.value for view in View])
@pytest.mark.parametrize("profile", ["classic", "c64"])
@pytest.mark.parametrize("name", FORMATS)
def test_every_export_has_the_bytes_of_the_command_line(
    site: Site, tmp_path: Path, name: str, profile: str, view: str
) -> None:
    file = tmp_path / f"map.{FORMATS[name].extension}"
    make("7", profile, None, name, str(file), view)
    answer = get(f"{site.server.address}/api/dungeons/7.{name}?profile={profile}&view={view}")
    assert answer.status == 200
    assert answer.body == file.read_bytes()


def test_the_command_itself_writes_what_the_server_sends(site: Site, tmp_path: Path) -> None:
    file = tmp_path / "map.json"
    options = [f"--{name.replace('_', '-')}={value}" for name, value in ROOMY.as_dict().items()]
    run = duskfall("dungeon", "new", "--seed", str(2**64 - 1), "--out", str(file), *options)
    assert run.code == 0, run.err
    assert get(f"{site.server.address}/api/dungeons/{2**64 - 1}.json?{query_of(ROOMY)}").body == file.read_bytes()


@pytest.mark.parametrize(("end", "name"), [("txt", "text"), ("bin", "packed")])
def test_the_file_extension_names_the_format_too(site: Site, end: str, name: str) -> None:
    assert get(f"{site.server.address}/api/dungeons/7.{end}").body == get(
        f"{site.server.address}/api/dungeons/7.{name}"
    ).body  # fmt: skip


def test_exports_have_media_types(site: Site) -> None:
    kinds = {"png": "image/png", "svg": "image/svg+xml", "json": "application/json", "d64": "application/octet-stream"}
    for name, kind in kinds.items():
        assert get(f"{site.server.address}/api/dungeons/7.{name}").headers["content-type"] == kind


def test_a_field_of_view_is_that_of_the_rules(site: Site) -> None:
    dungeon = generate(7)
    assert dungeon.up is not None
    x, y = dungeon.up
    for view in View:
        tiles = sheet(dungeon, view).dungeon.tiles
        seen = get(f"{site.server.address}/api/dungeons/7/sight?x={x}&y={y}&view={view}").json
        assert seen["visible"] == field_of_view(tiles, x, y).ravel().nonzero()[0].tolist()
    near = get(f"{site.server.address}/api/dungeons/7/sight?x={x}&y={y}&radius=0").json
    assert near["visible"] == [y * 72 + x]


def test_a_plan_gives_the_map_and_the_statistics_of_the_command(site: Site) -> None:
    dungeon, stages = generate_stages(12, "classic", CROWDED)
    for view in View:
        shown = sheet(dungeon, view).dungeon
        plan = get(f"{site.server.address}/api/dungeons/12/plan?{query_of(CROWDED)}&view={view}").json
        tiles = np.zeros(dungeon.tiles.size, np.uint8)
        for phase in plan["phases"]:
            for step in phase["steps"]:
                tiles[step[::2]] = step[1::2]
        assert tiles.tolist() == shown.tiles.ravel().tolist()
        scenes = animate(dungeon, stages, view)
        assert [(phase["name"], phase["share"]) for phase in plan["phases"]] == [(s.name, s.share) for s in scenes]
        assert plan["camera"] == shown.camera[1] * 72 + shown.camera[0]
    counts = get(f"{site.server.address}/api/dungeons/12/plan?{query_of(CROWDED)}").json["counts"]
    assert {count["name"]: count["value"] for count in counts} == dungeon.statistics()


def test_a_keepers_plan_marks_treasures_and_secret_rooms_and_a_players_does_not(site: Site) -> None:
    dungeon = generate(7)
    address = f"{site.server.address}/api/dungeons/7/plan"
    marks = get(address).json["marks"]
    chests = {room.treasure.chamber for room in dungeon.rooms if room.treasure}
    assert {(tile % 72, tile // 72) for tile, look in zip(marks[::2], marks[1::2], strict=True) if look == 8} == chests
    secret = [room for room in dungeon.rooms if room.secret]
    assert marks[1::2].count(7) == sum(room.w * room.h for room in secret) > 0
    players = get(f"{address}?view=player").json
    assert (players["marks"], players["attempt"]) == ([], 0)
    assert "secret" not in json.dumps(players["phases"]).lower()
    assert not {"secrets", "secret_rooms", "treasures", "decoys"} & {count["name"] for count in players["counts"]}


def test_a_walk_over_http_is_the_walk_of_the_rules_wherever_it_is_cut(site: Site) -> None:
    address = f"{site.server.address}/api/dungeons/7/walk"
    rules, keys = Walk(generate(7)), "aaaafsdwwwwwfddddssssdddddfwasd"
    state, stood = get(address).json, []
    at = state["stood"][-1]["tile"]
    for piece in (keys[:4], keys[4:5], keys[5:]):
        found = "".join(f"&found={tile}" for tile in state["found"])
        state = get(f"{address}?at={at}&keys={piece}{found}").json
        stood += state["stood"]
        at = stood[-1]["tile"]
    assert len(stood) == len(keys)
    for key, moment in zip(keys, stood, strict=True):
        told = rules.search() if key == "f" else rules.step(*KEYS[key])
        assert (moment["tile"], moment["told"]) == (rules.y * 72 + rules.x, told)
        seen = zip(moment["sight"][::2], moment["sight"][1::2], strict=True)
        assert [((tile % 72, tile // 72), kind) for tile, kind in seen] == rules.sight()


def test_a_walk_does_not_reveal_secrets_that_were_not_found(site: Site) -> None:
    dungeon = generate(7)
    hidden = secrets_of(dungeon)
    heard = get(f"{site.server.address}/api/dungeons/7/walk?keys={to_a_secret(dungeon)}").json
    seen = [pair for moment in heard["stood"] for pair in zip(moment["sight"][::2], moment["sight"][1::2], strict=True)]
    assert {kind for tile, kind in seen if (tile % 72, tile // 72) in hidden} == {WALL}
    assert {kind for _, kind in seen} <= {WALL, FLOOR, DOOR, UP, DOWN}
    searched = get(f"{site.server.address}/api/dungeons/7/walk?at={heard['stood'][-1]['tile']}&keys=f").json
    assert searched["stood"][0]["told"] == "You found a secret!"
    assert SECRET in searched["stood"][0]["sight"][1::2]


def test_each_key_of_a_walk_says_what_it_led_to(site: Site) -> None:
    dungeon = generate(7)
    assert dungeon.up is not None
    assert dungeon.down is not None
    address = f"{site.server.address}/api/dungeons/7/walk"
    beside = to_a_secret(dungeon)
    *steps, last, blocked, found, again = get(f"{address}?keys={beside}{into_secret(dungeon, beside)}ff").json["stood"]
    assert {(moment["event"], moment["told"], *moment["found"], *moment["taken"]) for moment in (*steps, last)} == {
        (None, "")
    }
    assert (found["event"], found["taken"]) == ("secrets", [])
    assert {(tile % 72, tile // 72) for tile in found["found"]} < set(secrets_of(dungeon))
    assert (again["event"], again["found"]) == ("nothing", [])
    assert (blocked["event"], blocked["told"], blocked["tile"]) == (None, "", last["tile"])
    way = keys_to(dungeon, dungeon.up, dungeon.down)
    *steps, arrived = get(f"{address}?keys={way}").json["stood"]
    assert (arrived["event"], arrived["told"]) == ("stairs", "The stairs down.")
    assert {moment["event"] for moment in steps} == {None}
    searched = get(f"{address}?at={arrived['tile']}&keys=f").json["stood"][0]
    assert searched["event"] == "nothing", "standing on the stairs is no arrival"


def into_secret(dungeon: Dungeon, keys: str) -> str:
    """The key that leads into a secret after these."""
    walk = Walk(dungeon)
    for key in keys:
        walk.step(*KEYS[key])
    return next(key for key, (x, y) in KEYS.items() if dungeon.tiles[walk.y + y, walk.x + x] == SECRET)


def test_a_treasure_is_taken_with_the_key_that_leads_to_it(site: Site) -> None:
    dungeon = generate(7)
    chest, *_ = (room.treasure for room in dungeon.rooms if room.treasure)
    x, y = chest.chamber
    key = next(key for key, (right, down) in KEYS.items() if (x - right, y - down) == chest.place)
    secret = chest.y * 72 + chest.x
    walked = get(f"{site.server.address}/api/dungeons/7/walk?at={secret}&found={secret}&keys={key}").json
    assert walked["stood"][0]["event"] == "treasure"
    assert walked["stood"][0]["taken"] == walked["taken"] == [y * 72 + x]
    assert (walked["stood"][0]["found"], walked["found"]) == ([], [secret])


def test_a_kind_of_tile_is_walkable_if_the_rules_let_a_walker_enter_it(site: Site) -> None:
    choices = get(f"{site.server.address}/api/dungeons").json
    assert [kind["name"] for kind in choices["kinds"]] == list(KINDS)
    assert choices["keysAtOnce"] == STEPS_AT_ONCE
    dungeon = generate(12, "classic", CROWDED)
    seen = looks(sheet(dungeon, View.KEEPER))
    assert set(np.unique(seen).tolist()) == set(range(len(KINDS)))
    opened = tuple(secrets_of(dungeon))
    for number, kind in enumerate(choices["kinds"]):
        y, x = next((y, x) for y, x in np.argwhere(seen == number) if 0 < y < 71 and 0 < x < 71)
        assert can_enter(dungeon, (int(x), int(y)), opened) == kind["walkable"], kind["name"]


def can_enter(dungeon: Dungeon, place: Place, opened: tuple[Place, ...]) -> bool:
    """Whether a walker can stand on a tile, by the rules, when all secrets have been found."""
    try:
        Walk(dungeon, Standing(place, opened))
    except Refused:
        return False
    return True


def test_the_choices_are_those_of_the_rules(site: Site) -> None:
    choices = get(f"{site.server.address}/api/dungeons").json
    assert {option["name"]: (option["least"], option["most"]) for option in choices["options"]} == {
        name: (bounds.least, bounds.most) for name, bounds in BOUNDS.items()
    }
    assert {option["name"]: option["usual"] for option in choices["options"]} == Options().as_dict()
    for profile in choices["profiles"]:
        for seed in (int(profile["firstSeed"]), int(profile["lastSeed"])):
            generate(seed, profile["name"])
        with pytest.raises(Refused):
            generate(int(profile["lastSeed"]) + 1, profile["name"])
    assert [kind["name"] for kind in choices["files"]] == list(FORMATS)
    small = Options(width=60, height=60)
    for kind in choices["files"]:
        answer = get(f"{site.server.address}/api/dungeons/7.{kind['name']}?{query_of(small)}")
        assert answer.status == (200 if kind["side"] is None else 409), kind["name"]


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("7/plan?loops=65", 422, "OUT_OF_RANGE"),
        ("7/plan?profile=c64&loops=2", 409, "IMPOSSIBLE"),
        ("256/plan?profile=c64", 422, "OUT_OF_RANGE"),
        ("7/walk?view=keeper", 422, "MALFORMED"),
        ("7/walk?at=5184", 422, "OFF_MAP"),
        ("7/walk?at=0", 409, "INCONSISTENT"),
        ("7/walk?found=0", 409, "INCONSISTENT"),
        ("7/walk?keys=wq", 422, "MALFORMED"),
        (f"7/walk?keys={'w' * 65}", 422, "OUT_OF_RANGE"),
        ("256.png?profile=c64", 422, "OUT_OF_RANGE"),
        ("7.png?profile=c64&loops=2", 409, "IMPOSSIBLE"),
        ("7.png?room_min=9&room_max=5", 409, "IMPOSSIBLE"),
        ("7.png?width=3", 422, "OUT_OF_RANGE"),
        ("7.gif", 422, "MALFORMED"),
        (f"{2**64}.png", 422, "OUT_OF_RANGE"),
        ("seven.png", 422, "MALFORMED"),
        ("7.png?lops=2", 422, "MALFORMED"),
        ("7/sight?x=72&y=0", 422, "OFF_MAP"),
        ("7/sight?x=0", 422, "MALFORMED"),
    ],
)
def test_impossible_maps_are_refused_with_a_code(site: Site, path: str, status: int, code: str) -> None:
    answer = get(f"{site.server.address}/api/dungeons/{path}")
    assert (answer.status, answer.code) == (status, code)
