"""Dungeons over HTTP: the same bytes as from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from duskfall.cli.maps import make
from duskfall.dungeon import Options, generate
from duskfall.dungeon.sight import field_of_view
from duskfall.formats.dungeon import FORMATS, View
from duskfall.formats.dungeon.views import sheet
from tests.command import duskfall
from tests.server.http.asking import get
from tests.server.http.conftest import Site

ROOMY = Options(width=60, height=50, loops=3, decoys=2)


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
    query = "&".join(f"{name}={value}" for name, value in ROOMY.as_dict().items())
    assert get(f"{site.server.address}/api/dungeons/{2**64 - 1}.json?{query}").body == file.read_bytes()


@pytest.mark.parametrize(("end", "name"), [("txt", "text"), ("bin", "packed")])
def test_the_end_of_a_file_names_its_format_too(site: Site, end: str, name: str) -> None:
    assert get(f"{site.server.address}/api/dungeons/7.{end}").body == get(
        f"{site.server.address}/api/dungeons/7.{name}"
    ).body  # fmt: skip


def test_browsers_are_told_what_they_get(site: Site) -> None:
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


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
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
def test_what_cannot_be_made_is_refused_with_a_code(site: Site, path: str, status: int, code: str) -> None:
    answer = get(f"{site.server.address}/api/dungeons/{path}")
    assert (answer.status, answer.code) == (status, code)
