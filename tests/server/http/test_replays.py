"""Replays over HTTP: finished matches are shown, running ones are not."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from duskfall.play import Replay
from tests.command import duskfall
from tests.server.http.asking import Answer, get
from tests.server.http.conftest import SECRET_SEED, Site, fog_match, welten_match


def ask(site: Site, path: str) -> Answer:
    return get(f"{site.server.address}{path}")


def test_the_newest_replays_come_first_and_pages_go_on_after_the_last(site: Site) -> None:
    listed = ask(site, "/api/replays").json["replays"]
    assert {card["id"] for card in listed} == {site.fog, site.welten, site.abandoned}
    assert [card["endedAt"] for card in listed] == sorted((card["endedAt"] for card in listed), reverse=True)
    rest = ask(site, f"/api/replays?limit=2&before={listed[0]['id']}").json["replays"]
    assert rest == listed[1:]
    assert {card["game"] for card in ask(site, "/api/replays?game=welten").json["replays"]} == {"welten"}


def test_a_replay_has_its_players_and_its_result(site: Site) -> None:
    card = ask(site, f"/api/replays/{site.welten}").json
    assert (card["players"], card["winner"], card["places"], card["reason"]) == (["Cy", "Di"], 0, [1, 2], "resign")


def test_a_file_is_the_very_replay_and_the_command_line_confirms_it(site: Site, tmp_path: Path) -> None:
    answer = ask(site, f"/api/replays/{site.fog}/file")
    assert Replay.decode(answer.body) == Replay.of(fog_match())
    file = tmp_path / "fog.duskfall"
    file.write_bytes(answer.body)
    assert duskfall("replay", "verify", str(file)).code == 0


@pytest.mark.parametrize("name", ["fog1", "welten1", "broken1"])
def test_the_server_confirms_its_own_replays(site: Site, name: str) -> None:
    verdict = ask(site, f"/api/replays/{name}/verify").json
    assert verdict == {"ok": True, "turns": ask(site, f"/api/replays/{name}").json["turns"]}


def test_any_turn_is_shown_as_each_seat_saw_it(site: Site) -> None:
    replay = Replay.of(fog_match())
    for turn in (0, 1, 17, 40, 41):
        game = replay.at(turn).game
        for seat in (None, 0, 1):
            shown = ask(site, f"/api/replays/{site.fog}/turns/{turn}?seat={'all' if seat is None else seat}").json
            view = game.view(seat)
            assert shown["terrain"] == view.terrain.tolist()
            assert (shown["turn"], shown["armies"]) == (turn, view.armies.tolist())
            assert shown["visible"] == view.visible.tolist()
            assert shown["generals"] == list(view.generals)


def test_a_seat_s_view_of_a_replay_keeps_its_fog(site: Site) -> None:
    shown: Any = ask(site, f"/api/replays/{site.fog}/turns/0?seat=0").json
    assert -3 in shown["terrain"]
    assert shown["generals"][1] == -1


def test_a_game_of_weltendaemmerung_is_shown_after_each_order(site: Site) -> None:
    shown = ask(site, f"/api/replays/{site.welten}/turns/3").json
    view = Replay.of(welten_match()).at(3).game.view(None)
    assert (shown["order"], shown["view"]["state"]) == ("end", view.state)
    assert shown["view"]["units"] == [list(unit[:5]) for unit in view.units]


def test_a_graph_has_a_list_for_each_seat_and_a_value_for_each_turn(site: Site) -> None:
    graph = ask(site, f"/api/replays/{site.fog}/graph").json
    view = fog_match().game.view(None)
    assert graph["turns"] == list(range(42))
    assert [tiles[-1] for tiles in graph["tiles"]] == [score.tiles for score in view.scores]
    assert [len(armies) for armies in graph["armies"]] == [42, 42]


@pytest.mark.parametrize(
    "path",
    ["", "/file", "/verify", "/graph", "/film", "/film?seat=0", "/turns/0", "/turns/1?seat=0", "/turns/0?seat=all"],
)
def test_no_route_shows_a_running_match(site: Site, path: str) -> None:
    answer = ask(site, f"/api/replays/{site.running}{path}")
    assert (answer.status, answer.code) == (409, "GAME_RUNNING")


def test_a_running_match_is_on_no_list_and_its_seed_in_no_answer(site: Site) -> None:
    document = ask(site, "/api/openapi.json").json
    everything = [path.replace("{id}", site.running) for path in document["paths"]]
    paths = [re.sub(r"\{\w+\}", "7", path).replace("7.7", "7.json") for path in everything]
    bodies = [ask(site, path).body.decode("latin-1") for path in [*paths, f"/api/replays?before={site.running}"]]
    assert len(bodies) > 12
    for body in bodies:
        assert str(SECRET_SEED) not in body
        assert f"{SECRET_SEED:x}" not in body
    assert site.running not in bodies[paths.index("/api/replays")]


def test_unknown_names_are_404_and_malformed_values_422(site: Site) -> None:
    expected = {
        "/api/replays/nobody": (404, "NO_SUCH"),
        "/api/replays?before=nobody": (404, "UNKNOWN_NAME"),
        f"/api/replays/{site.fog}/turns/42": (404, "NO_SUCH"),
        f"/api/replays/{site.fog}/turns/0?seat=2": (404, "NO_SEAT"),
        f"/api/replays/{site.fog}/turns/0?seat=-1": (422, "MALFORMED"),
        "/api/replays?limit=0": (422, "OUT_OF_RANGE"),
        "/api/replays?game=chess": (422, "MALFORMED"),
        "/api/nothing": (404, "NO_SUCH"),
    }
    assert {path: (ask(site, path).status, ask(site, path).code) for path in expected} == expected


def test_only_get_is_understood(site: Site) -> None:
    answer = get(f"{site.server.address}/api/rooms", "DELETE")
    assert (answer.status, answer.code, answer.headers["allow"]) == (405, "WRONG_METHOD", "GET")
