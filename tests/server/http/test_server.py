"""Health, bots, the ladder, scenarios, metrics and pages over HTTP."""

from __future__ import annotations

import re
import socket
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from duskfall import __version__
from duskfall.formats.welten.library import default_scenario
from duskfall.server.http.pages import PAGES
from tests.server.http.asking import get
from tests.server.http.conftest import Site
from tests.server.running import running

ROOT = Path(__file__).parents[3]


def test_the_server_reports_its_health(site: Site) -> None:
    health = get(f"{site.server.address}/api/health").json
    assert (health["status"], health["version"]) == ("ok", __version__)
    assert health["uptime_s"] > 0


def test_bots_are_listed_by_game(site: Site) -> None:
    bots = get(f"{site.server.address}/api/bots").json
    assert (bots["fog"], bots["welten"]) == (
        ["marshal", "raider", "settler", "wanderer"],
        ["captain", "recruit", "warlord", "warlord-quick"],
    )
    assert [(each["game"], each["name"]) for each in bots["told"]] == [
        (game, name) for game in ("fog", "welten") for name in bots[game]
    ]
    assert all(each["about"].endswith(".") for each in bots["told"])


def test_the_ladder_is_ordered_by_the_sure_strength_that_it_shows(site: Site) -> None:
    ladder = get(f"{site.server.address}/api/ladder?game=fog").json
    # 23 - 3*2 is more than 27 - 3*4.
    sure = [player["sure"] for player in ladder["players"]]
    assert sure == sorted(sure, reverse=True)
    assert [(player["rank"], player["name"]) for player in ladder["players"]] == [(1, "Bo"), (2, "Ada")]
    assert ladder["players"][0] == {
        "rank": 1, "name": "Bo", "isBot": False, "rating": 1441, "sure": 1264, "low": 1325, "high": 1557, "games": 3,
        "provisional": True,
    }  # fmt: skip
    assert get(f"{site.server.address}/api/ladder?game=welten").json["players"] == []


def test_scenarios_are_sent_whole_and_drawn(site: Site) -> None:
    scenario = default_scenario()
    assert [each["name"] for each in get(f"{site.server.address}/api/scenarios").json["scenarios"]] == ["default"]
    sent = get(f"{site.server.address}/api/scenarios/default").json
    assert sent["terrain"] == scenario.terrain.ravel().tolist()
    assert sent["placements"] == [list(place) for place in scenario.placements]
    assert (sent["unitTypes"][5]["german"], sent["unitTypes"][5]["b"]) == ("Reiterei", 15)
    costs = [[sent["unitTypes"][kind][ground] for ground in ("river", "forest", "swamp")] for kind in (4, 14)]
    assert costs == [[1, None, None], [5, 7, 7]], "a warship never leaves the river"
    commanders = [(number, kind["side"]) for number, kind in enumerate(sent["unitTypes"]) if kind["commander"]]
    assert commanders == [(6, "eldoin"), (11, "dailor")]
    assert {sent["unitTypes"][number]["english"] for number, _ in commanders} == {"Feldherr"}
    picture = Image.open(BytesIO(get(f"{site.server.address}/api/scenarios/default.png?scale=1").body))
    assert picture.size == (640, 320)
    tiles = Image.open(BytesIO(get(f"{site.server.address}/api/tiles.png").body))
    assert tiles.size == (100, 40)


def test_a_scenario_is_a_name_and_never_a_file(site: Site) -> None:
    for name in ("..%2F..%2Fetc%2Fpasswd", "%2Fetc%2Fpasswd", "default.land", "original"):
        for end in ("", ".png"):
            assert get(f"{site.server.address}/api/scenarios/{name}{end}").status == 404


def test_metrics_are_not_public(site: Site) -> None:
    answer = get(f"{site.server.address}/metrics")
    assert answer.status == 404
    assert b"duskfall_" not in answer.body


def test_metrics_are_shown_to_this_machine_as_prometheus_reads_them(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with running(tmp_path, "--host", "127.0.0.2", "--metrics-port", str(port)) as server:
        answer = get(f"http://127.0.0.1:{port}/metrics")
        assert server.stop() == 0
    assert answer.headers["content-type"].startswith("text/plain; version=")
    named = {line.split("{")[0].split(" ")[0] for line in answer.body.decode().splitlines() if line[0] != "#"}
    assert {
        "duskfall_connections", "duskfall_rooms", "duskfall_games_running", "duskfall_turns_total",
        "duskfall_turn_lateness_seconds_count", "duskfall_commit_seconds_count",
    } <= named  # fmt: skip


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/fog", 200), ("/fog/", 200), ("/fog/green-oak?quick", 200), ("/fog/a%2Fb", 200), ("/welten/manual", 200),
        ("/replays/some?turn=3", 200), ("/arena/tournaments/Spring%20cup", 200), ("/dungeon/2556", 200),
        ("/nonsense", 404), ("/rooms/green-oak", 404), ("/fog/x/y", 404), ("/arena/tournaments", 404), ("//", 404),
        ("/..%2F..%2Fpyproject.toml", 404),
    ],
)  # fmt: skip
def test_the_page_of_the_client_is_200_at_known_addresses_and_404_at_others(site: Site, path: str, status: int) -> None:
    page = get(f"{site.server.address}/")
    assert (page.status, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    known = {"if-none-match": page.headers["etag"]}
    found, again = get(f"{site.server.address}{path}"), get(f"{site.server.address}{path}", headers=known)
    assert (found.status, found.body) == (status, page.body)
    assert again.status == (304 if status == 200 else 404)


def test_server_and_client_know_the_same_pages() -> None:
    routes = (ROOT / "web" / "src" / "main.tsx").read_text(encoding="utf-8")
    written = re.findall(r"path: /\^(.+)\$/,", routes)
    assert tuple(address.replace(r"\/", "/") for address in written) == PAGES


def test_unknown_addresses_of_the_api_and_of_client_files_are_404(site: Site) -> None:
    page = get(f"{site.server.address}/")
    assert get(f"{site.server.address}/client/missing.js").status == 404
    assert get(f"{site.server.address}/api").status == 404
    assert page.headers["x-frame-options"] == "DENY"
    sign = get(f"{site.server.address}/favicon.ico")
    assert (sign.status, sign.headers["content-type"]) == (200, "image/svg+xml")


def test_the_documentation_is_served_with_the_app(site: Site) -> None:
    listed = get(f"{site.server.address}/docs").body.decode()
    names = re.findall(r'href="/docs/([\w-]+)"', listed)
    assert {"protocol", "protocol-welten", "http", "bots", "fog", "welten"} <= set(names)
    for name in names:
        page = get(f"{site.server.address}/docs/{name}")
        assert (page.status, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
        assert get(f"{site.server.address}/docs/{name}.md").body == page.body
        for link in re.findall(r'(?:href|src)="([\w/.-]+)(?:#[\w-]*)?"', page.body.decode()):
            if link.startswith("../"):
                continue  # into the sources
            address = link if link.startswith("/") else f"/docs/{link}"
            assert get(f"{site.server.address}{address}").status == 200, (name, link)
    assert b'<h2 id="refusals">' in get(f"{site.server.address}/docs/protocol").body
    for missing in ("nothing", "..%2Fpyproject.toml", "pictures", "x/y"):
        page = get(f"{site.server.address}/docs/{missing}")
        assert (page.status, b"There is no such page" in page.body) == (404, True)
