"""Rooms, the ladder, lands, metrics and pages."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from duskfall import __version__
from duskfall.formats.welten.library import default_scenario
from duskfall.server.http import pages
from tests.server.http.asking import get
from tests.server.http.conftest import Site


def test_the_server_says_how_it_is(site: Site) -> None:
    health = get(f"{site.server.address}/api/health").json
    assert (health["status"], health["version"]) == ("ok", __version__)
    assert health["uptime_s"] > 0


def test_opponents_are_listed_by_game(site: Site) -> None:
    assert get(f"{site.server.address}/api/bots").json == {
        "fog": ["settler", "wanderer"],
        "welten": ["captain", "recruit"],
    }


def test_on_the_ladder_certain_strength_counts_more_than_hopes(site: Site) -> None:
    ladder = get(f"{site.server.address}/api/ladder?game=fog").json
    # 23 - 3*2 is more than 27 - 3*4.
    assert [(player["rank"], player["name"]) for player in ladder["players"]] == [(1, "Bo"), (2, "Ada")]
    assert ladder["players"][0] == {
        "rank": 1, "name": "Bo", "isBot": False, "rating": 1441, "low": 1325, "high": 1557, "games": 3,
    }  # fmt: skip
    assert get(f"{site.server.address}/api/ladder?game=welten").json["players"] == []


def test_lands_are_told_whole_and_drawn(site: Site) -> None:
    land = default_scenario()
    assert [each["name"] for each in get(f"{site.server.address}/api/scenarios").json["scenarios"]] == ["default"]
    told = get(f"{site.server.address}/api/scenarios/default").json
    assert told["terrain"] == land.terrain.ravel().tolist()
    assert told["placements"] == [list(place) for place in land.placements]
    assert (told["unitTypes"][5]["german"], told["unitTypes"][5]["b"]) == ("Reiterei", 15)
    picture = Image.open(BytesIO(get(f"{site.server.address}/api/scenarios/default.png?scale=1").body))
    assert picture.size == (640, 320)
    tiles = Image.open(BytesIO(get(f"{site.server.address}/api/tiles.png").body))
    assert tiles.size == (100, 40)


def test_a_scenario_is_a_name_and_never_a_file(site: Site) -> None:
    for name in ("..%2F..%2Fetc%2Fpasswd", "%2Fetc%2Fpasswd", "default.land", "original"):
        for end in ("", ".png"):
            assert get(f"{site.server.address}/api/scenarios/{name}{end}").status == 404


def test_metrics_are_written_as_prometheus_reads_them(site: Site) -> None:
    answer = get(f"{site.server.address}/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=")
    named = {line.split("{")[0].split(" ")[0] for line in answer.body.decode().splitlines() if line[0] != "#"}
    assert {
        "duskfall_connections", "duskfall_rooms", "duskfall_games_running", "duskfall_turns_total",
        "duskfall_turn_lateness_seconds_count", "duskfall_commit_seconds_count",
    } <= named  # fmt: skip


def test_unknown_pages_are_the_client_s_and_unknown_addresses_of_the_api_nobody_s(site: Site) -> None:
    page = get(f"{site.server.address}/")
    assert (page.status, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert get(f"{site.server.address}/rooms/green-oak").body == page.body
    assert get(f"{site.server.address}/client/missing.js").status == 404
    folders = {f"{path.relative_to(pages.DIST).parts[0]}/" for path in pages.DIST.glob("*/*")}
    assert folders == set(pages.FOLDERS), "where the client's files are"
    assert get(f"{site.server.address}/api").status == 404
    assert get(f"{site.server.address}/..%2F..%2Fpyproject.toml").body == page.body
    assert page.headers["x-frame-options"] == "DENY"
