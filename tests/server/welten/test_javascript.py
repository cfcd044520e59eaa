"""Two JavaScript clients play whole games by text orders, over a server that may be killed in the middle."""

from __future__ import annotations

import json
import os
import subprocess
import time
from pathlib import Path
from typing import Any, Final

import pytest

from tests.counts import SOAK
from tests.server.clients.node_client import install_client, node
from tests.server.http.asking import get
from tests.server.running import PATIENCE_S, RunningServer, running
from tests.server.welten.duels import FORD

GAME_S: Final = 600
"""Longer than any game takes on a busy machine."""
GENERAL: Final = Path(__file__).with_name("general.js")
ROOM: Final = "ford"
LAND: Final = "default" if SOAK else FORD
"""The whole land with its 292 units in `make soak`."""


@pytest.fixture(scope="session")
def modules() -> Path:
    return install_client()


def generals(server: RunningServer, modules: Path) -> list[subprocess.Popen[str]]:
    """Ada with Eldoin and Bo with Dailor, each a process of Node."""
    wishes = [
        {"name": "Ada", "options": {"side": "eldoin", "scenario": LAND}},
        {"name": "Bo", "options": {"side": "dailor", "scenario": LAND}},
    ]
    return [
        subprocess.Popen(
            [node(), str(GENERAL), server.address, ROOM, json.dumps(wish)],
            env={**os.environ, "NODE_PATH": str(modules)}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for wish in wishes
    ]  # fmt: skip


def stories(players: list[subprocess.Popen[str]]) -> list[dict[str, Any]]:
    """What they went through, once they have."""
    told = [player.communicate(timeout=GAME_S) for player in players]
    assert [player.returncode for player in players] == [0, 0], told
    return [json.loads(out) for out, _ in told]


def wait_for_orders(server: RunningServer, count: int) -> None:
    """Wait until a game has come so far."""
    until = time.monotonic() + PATIENCE_S
    while True:
        (room,) = get(f"{server.address}/api/rooms?room={ROOM}").json["rooms"] or [{"turn": None}]
        if (room["turn"] or 0) >= count:
            return
        assert time.monotonic() < until, room
        time.sleep(0.02)


def check(server: RunningServer, players: list[dict[str, Any]]) -> None:
    """A whole game to a victory; all that was acknowledged is in it, and the rules confirm it."""
    ada, bo = players
    assert (ada["side"], bo["side"]) == ("eldoin", "dailor")
    assert ada["end"] == bo["end"]
    assert ada["end"]["winner"] is not None
    assert ada["end"]["reason"] in {"commander", "annihilation", "rounds"}
    replay = f"{server.address}/api/replays/{ada['replay']}"
    assert get(f"{replay}/verify").json == {"ok": True, "turns": ada["end"]["turn"]}
    for story in players:
        assert len(story["acknowledged"]) > 9
        for n, words in story["acknowledged"]:
            logged = get(f"{replay}/turns/{n + 1}").json["order"]
            assert logged.split()[:2] == words.split()[:2]


def test_two_javascript_clients_play_a_whole_game_by_text_orders_to_a_victory(tmp_path: Path, modules: Path) -> None:
    with running(tmp_path, "--no-limits") as server:
        players = stories(generals(server, modules))
        check(server, players)
        for story in players:
            assert story["n"] == list(range(story["end"]["turn"] + 1)), "everybody is told of every order, in order"
            assert story["refused"] == []


def test_killing_the_server_in_the_middle_loses_nothing(tmp_path: Path, modules: Path) -> None:
    with running(tmp_path, "--no-limits") as server:
        port = server.port
        players = generals(server, modules)
        wait_for_orders(server, 12)
        server.kill()
    with running(tmp_path, "--no-limits", "--port", str(port)) as server:
        told = stories(players)
        check(server, told)
        for story in told:
            assert (story["losses"], story["views"]) == (1, 2)
            numbers: list[int] = story["n"]
            assert numbers == sorted(numbers), "nothing was taken back"
            # Whoever comes back first plays on; the other is shown the board as it stands then.
            missed = sorted(set(range(story["end"]["turn"] + 1)) - set(numbers))
            assert missed == [] or missed == list(range(missed[0], missed[-1] + 1)), (
                "only what passed while it was away"
            )
